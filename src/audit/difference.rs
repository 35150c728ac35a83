//! The differences between two streams of words, in time proportional to their length.
//!
//! Words that occur once in each stream are anchors. The longest increasing sequence of
//! anchors aligns the streams (B. Cohen's patience diff). Between anchors, other words occur
//! once; after a few such rounds, only equal words at both ends are matched, or in pairs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::stream::StreamWord;
use super::typewriter::{fold_signs, is_same_word};
use crate::text::increasing::find_longest_increasing;

/// How many times anchors are sought, each time between those found before. The second time
/// finds those between two headings whose letters changed. A fixed number keeps the time in
/// proportion to the length.
const ROUNDS: usize = 3;

/// Words of one stream that replace words of the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hunk {
    /// Words of the source.
    pub(super) source: Range<usize>,
    /// Words of the edition.
    pub(super) edition: Range<usize>,
}

/// The opening of a document that the edition has as expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MatchedOpening {
    /// The index of the document among those of the sources.
    pub(super) beginning: usize,
    /// The title that the text itself has.
    pub(super) source: Range<usize>,
    /// Everything above the text that follows.
    pub(super) edition: Range<usize>,
    /// The parts of it that the source lacks or words differently.
    pub(super) hunks: Vec<Hunk>,
}

/// Finds all hunks, in order; those of matched openings are among them.
pub(super) fn diff_words(
    source: &[StreamWord],
    edition: &[StreamWord],
    openings: &[MatchedOpening],
) -> Vec<Hunk> {
    let mut hunks = Vec::new();
    let (mut a, mut b) = (0, 0);
    for one in openings {
        let (a_end, b_end) = (one.source.start, one.edition.start);
        diff_between(source, edition, a..a_end, b..b_end, ROUNDS, &mut hunks);
        hunks.extend_from_slice(&one.hunks);
        (a, b) = (one.source.end, one.edition.end);
    }
    diff_between(source, edition, a..source.len(), b..edition.len(), ROUNDS, &mut hunks);
    hunks
}

/// The runs of words that two streams of some lengths have in common: before, between and
/// after the hunks.
pub(super) fn list_same_runs(
    hunks: &[Hunk],
    source: usize,
    edition: usize,
) -> impl Iterator<Item = Hunk> {
    let ends = hunks.iter().map(|hunk| (hunk.source.end, hunk.edition.end));
    let starts = hunks.iter().map(|hunk| (hunk.source.start, hunk.edition.start));
    std::iter::once((0, 0))
        .chain(ends)
        .zip(starts.chain([(source, edition)]))
        .map(|((a, b), (a_end, b_end))| Hunk { source: a..a_end, edition: b..b_end })
}

/// Finds the hunks between two anchors. `rounds` is how many more times anchors are sought.
fn diff_between(
    source: &[StreamWord],
    edition: &[StreamWord],
    mut a: Range<usize>,
    mut b: Range<usize>,
    rounds: usize,
    hunks: &mut Vec<Hunk>,
) {
    let is_same = |a: &StreamWord, b: &StreamWord| is_same_word(&a.text, &b.text);
    while !a.is_empty() && !b.is_empty() && is_same(&source[a.start], &edition[b.start]) {
        a.start += 1;
        b.start += 1;
    }
    while !a.is_empty()
        && !b.is_empty()
        && is_same(&source[a.end - 1], &edition[b.end - 1])
    {
        a.end -= 1;
        b.end -= 1;
    }
    if a.is_empty() && b.is_empty() {
        return;
    }
    let anchors = if rounds > 0 && !a.is_empty() && !b.is_empty() {
        unique_anchors(source, edition, &a, &b)
    } else {
        Vec::new()
    };
    if anchors.is_empty() {
        if a.len() == b.len() {
            pair_words(source, edition, &Hunk { source: a, edition: b }, hunks);
        } else {
            hunks.push(Hunk { source: a, edition: b });
        }
        return;
    }
    let ends = anchors.iter().copied().chain([(a.end, b.end)]);
    let starts = [(a.start, b.start)].into_iter().chain(anchors.iter().copied());
    for ((a, b), (a_end, b_end)) in starts.zip(ends) {
        diff_between(source, edition, a..a_end, b..b_end, rounds - 1, hunks);
    }
}

/// Divides a hunk with equally many words on both sides, where words at the same place are the
/// same: between a heading whose letters changed and the next one, for example.
fn pair_words(
    source: &[StreamWord],
    edition: &[StreamWord],
    hunk: &Hunk,
    hunks: &mut Vec<Hunk>,
) {
    let is_same = |place: usize| {
        let (a, b) = (hunk.source.start + place, hunk.edition.start + place);
        is_same_word(&source[a].text, &edition[b].text)
    };
    let places: Vec<usize> =
        (0..hunk.source.len()).filter(|&one| !is_same(one)).collect();
    for run in places.chunk_by(|one, next| one + 1 == *next) {
        let (first, end) = (run[0], run[0] + run.len());
        hunks.push(Hunk {
            source: hunk.source.start + first..hunk.source.start + end,
            edition: hunk.edition.start + first..hunk.edition.start + end,
        });
    }
}

/// The longest increasing sequence of words that both ranges contain once.
fn unique_anchors(
    source: &[StreamWord],
    edition: &[StreamWord],
    a: &Range<usize>,
    b: &Range<usize>,
) -> Vec<(usize, usize)> {
    let mut seen: BTreeMap<Cow<'_, str>, [(u32, usize); 2]> = BTreeMap::new();
    for (side, words, range) in [(0, source, a), (1, edition, b)] {
        for at in range.clone() {
            let place = &mut seen.entry(fold_signs(&words[at].text)).or_default()[side];
            *place = (place.0 + 1, at);
        }
    }
    let once = seen.values().filter(|[a, b]| a.0 == 1 && b.0 == 1);
    let mut pairs: Vec<(usize, usize)> = once.map(|[a, b]| (a.1, b.1)).collect();
    pairs.sort_unstable();
    let of_edition: Vec<usize> = pairs.iter().map(|pair| pair.1).collect();
    find_longest_increasing(&of_edition).into_iter().map(|at| pairs[at]).collect()
}
