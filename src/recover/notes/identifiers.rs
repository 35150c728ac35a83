//! Figures that are a part of names: `sda1 and sda2`, `x1`, `Vitamin B1`.
//!
//! A mark right after a letter belongs to the words of its sentence, and another mark nearby
//! is after other words. The same letters with different figures, a few words apart, are names.

use std::collections::BTreeSet;

use super::enumerations::PART_OF_SENTENCE;
use super::mark_candidate::{MarkCandidate, MarkSetting};
use crate::recover::page::source_layout::SourceLayout;
use crate::text::span::Span;

/// Most characters between two names of a series: `sda1, sda2 und sda3`.
const NEAR: usize = 30;

/// Gives the figures of names the worth [`PART_OF_SENTENCE`], wherever these names stand.
/// `candidates` are in text order.
pub(crate) fn devalue_identifiers(
    source: &SourceLayout<'_>,
    candidates: &mut [MarkCandidate],
) {
    let glued: Vec<usize> = (0..candidates.len())
        .filter(|&place| candidates[place].setting == MarkSetting::AfterLetter)
        .collect();
    let stem = |place: usize| find_stem(source, &candidates[place]);
    let mut names = BTreeSet::new();
    for pair in glued.windows(2) {
        let (one, other) = (&candidates[pair[0]], &candidates[pair[1]]);
        let between = Span { start: one.span.end, end: other.span.start, ..one.span };
        let is_near = one.span.end <= other.span.start
            && source.text.slice(between).chars().take(NEAR + 1).count() <= NEAR;
        if is_near && one.number != other.number && stem(pair[0]) == stem(pair[1]) {
            names.insert(stem(pair[0]));
        }
    }
    let named: Vec<usize> =
        glued.into_iter().filter(|&place| names.contains(stem(place))).collect();
    for place in named {
        candidates[place].worth = PART_OF_SENTENCE;
    }
}

/// The letters right before a candidate.
fn find_stem<'a>(source: &SourceLayout<'a>, one: &MarkCandidate) -> &'a str {
    let line = source.text.lines[source.solid_lines[one.line_no]].span;
    let before = source.text.slice(Span { end: one.span.start, ..line });
    let letters = before.trim_end_matches(char::is_alphabetic);
    &before[letters.len()..]
}
