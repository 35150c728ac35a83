//! A title block that the extraction set down behind the notes of a page, because it
//! met it last: title, author and date in the midst of the text.

use crate::recover::notes::line_parts::{Part, Split};
use crate::recover::page::furniture::Furniture;
use crate::recover::page::pages::Sheet;
use crate::text::sentences::ends_sentence;

/// A line of a title block is shorter than this share of the measure, in per cent.
const SHORT: u32 = 60;

/// Fewest and most lines of a title block. A single short line behind a note is the last
/// line of the note.
const LINES: std::ops::RangeInclusive<usize> = 2..=6;

/// Ranks of the lines of such a block, rising; empty where there is none. A text has one
/// title, so only the first is taken.
pub(super) fn find(
    sheet: &Sheet<'_>,
    split: &Split,
    furniture: &Furniture,
) -> Vec<usize> {
    let short = sheet.measure * SHORT / 100;
    let of_block = |rank: usize| {
        let begins = sheet.words(rank).chars().find(|c| c.is_alphanumeric());
        furniture.kinds[rank].is_none()
            && sheet.shape(rank).width < short
            && begins.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
    };
    for rank in 1..sheet.solid.len() {
        let after_note = split.parts[rank - 1] == Some(Part::Note)
            && ends_sentence(sheet.words(rank - 1));
        if !after_note || !of_block(rank) || sheet.blanks_before(rank) == 0 {
            continue;
        }
        let end = (rank..sheet.solid.len()).find(|&rank| !of_block(rank));
        let Some(end) = end else { continue };
        let block = rank..end;
        let text_follows = sheet.shape(end).width >= short;
        let closed = block.clone().any(|rank| sheet.words(rank).ends_with('.'));
        let dated = block.clone().any(|rank| has_year(sheet.words(rank)));
        if LINES.contains(&block.len()) && text_follows && dated && !closed {
            return block.collect();
        }
    }
    Vec::new()
}

/// Whether a line ends in a year.
fn has_year(line: &str) -> bool {
    let last = line.split_whitespace().last().unwrap_or_default();
    let year = last.trim_matches(|c: char| !c.is_ascii_digit());
    year.len() == 4 && year.parse().is_ok_and(|year: u32| (1400..2200).contains(&year))
}
