//! Numbers over stanzas, which belong to the text.
//!
//! They rise one by one like folios. But what follows each is one group of lines without
//! a blank line inside, shorter than any page, and most groups have equally many lines.

use std::collections::BTreeMap;

use super::folio_candidate::FolioCandidate;
use super::source_layout::{PageTurn, SourceLayout};
use crate::text::sentences::runs_on;

/// Fewest and most lines of a stanza: a couplet, and a sonnet or a long ballad stanza in
/// one group.
const STANZA_LINES: std::ops::RangeInclusive<usize> = 2..=20;

/// Fewest numbers that show stanzas.
const FEWEST: usize = 3;

/// Whether the numbers of a chain number stanzas: at least two in three are alone on
/// their lines, below a blank line, and over one group of as many lines as the others.
/// Where form feeds show the pages, a number in the middle of one is not a folio anyway.
pub(super) fn numbers_stanzas(
    source: &SourceLayout<'_>,
    chain: &[&FolioCandidate],
) -> bool {
    if source.turn == PageTurn::FormFeed || chain.len() < FEWEST {
        return false;
    }
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for pair in chain.windows(2) {
        if let Some(size) = stanza_size(source, pair[0], pair[1]) {
            *sizes.entry(size).or_default() += 1;
        }
    }
    let most = sizes.values().max().copied().unwrap_or_default();
    most * 3 >= (chain.len() - 1) * 2
}

/// How many lines are between a number and the next, if they can be a stanza.
fn stanza_size(
    source: &SourceLayout<'_>,
    number: &FolioCandidate,
    next: &FolioCandidate,
) -> Option<usize> {
    let (first, end) = (number.line_no + 1, next.line_no);
    let alone = !number.number.beside_words && !number.number.decorated;
    let before = number.line_no.checked_sub(1);
    let torn =
        before.is_some_and(|before| runs_on(source.words(before), source.words(first)));
    let is_stanza = alone
        && !torn
        && next.number.value == number.number.value + 1
        && STANZA_LINES.contains(&(end - first))
        && (before.is_none() || source.blanks_before(number.line_no) > 0)
        && source.blanks_before(end) > 0
        && (first + 1..end).all(|line_no| source.blanks_before(line_no) == 0);
    is_stanza.then_some(end - first)
}
