//! Folios at the outer margins of facing pages, where the extraction keeps how far apart the
//! words of a line are: even numbers stand at the left of their head, odd ones at the right.

use std::collections::BTreeSet;

use super::furniture::PAGE_LENGTHS;
use super::source_layout::{PageTurn, SourceLayout};

/// Fewest spaces between a folio at the outer margin and the centred words of its head.
const TO_CENTRE: &str = "        ";

/// Finds the heads of two pages in a row whose folios are at opposite margins, each at its own.
/// The rows of a table of contents have all their numbers at one margin.
///
/// Where form feeds show the pages, their heads show by their place.
pub(super) fn find_facing_folios(source: &SourceLayout<'_>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    if source.turn == PageTurn::FormFeed {
        return found;
    }
    let outer = (0..source.solid_lines.len())
        .filter_map(|line_no| Some((line_no, read_outer_folio(source, line_no)?)));
    let mut before: Option<(usize, u32)> = None;
    for (line_no, value) in outer {
        if let Some((last, number)) = before
            && number.checked_add(1) == Some(value)
            && PAGE_LENGTHS.contains(&(line_no - last))
        {
            found.extend([last, line_no]);
        }
        before = Some((line_no, value));
    }
    found
}

/// The number at the outer margin of a line, apart from its words.
fn read_outer_folio(source: &SourceLayout<'_>, line_no: usize) -> Option<u32> {
    let number = source.number(line_no).filter(|number| number.beside_words)?;
    let words = source.words(line_no);
    let (left, right) = (words.split_once(TO_CENTRE), words.rsplit_once(TO_CENTRE));
    let outer = if number.value.is_multiple_of(2) {
        left.map(|(outer, _)| outer)
    } else {
        right.map(|(_, outer)| outer.trim_start())
    };
    (outer? == number.printed).then_some(number.value)
}
