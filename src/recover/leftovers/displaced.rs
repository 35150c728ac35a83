//! A title block in the middle of the text: the extraction put title, author and date
//! after the notes of the page, because they came last in the PDF.

use crate::recover::notes::line_parts::{LinePart, TextNoteSplit};
use crate::recover::page::furniture::Furniture;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::sentences::ends_sentence;

/// A line of a title block is shorter than this share of the measure, in per cent.
const SHORT: u32 = 60;

/// Fewest and most lines of a title block. A single short line after a note is the last
/// line of the note.
const LINES: std::ops::RangeInclusive<usize> = 2..=6;

/// Finds the lines of such a block, in ascending order; empty if there is none. A text
/// has one title, so only the first block counts.
pub(super) fn find_displaced_title(
    source: &SourceLayout<'_>,
    split: &TextNoteSplit,
    furniture: &Furniture,
) -> Vec<usize> {
    let short = source.measure * SHORT / 100;
    let of_block = |line_no: usize| {
        let begins = source.words(line_no).chars().find(|c| c.is_alphanumeric());
        furniture.kinds[line_no].is_none()
            && source.shape(line_no).width < short
            && begins.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
    };
    for line_no in 1..source.solid_lines.len() {
        let after_note = split.parts[line_no - 1] == Some(LinePart::Note)
            && ends_sentence(source.words(line_no - 1));
        if !after_note || !of_block(line_no) || source.blanks_before(line_no) == 0 {
            continue;
        }
        let end = (line_no..source.solid_lines.len()).find(|&line_no| !of_block(line_no));
        let Some(end) = end else { continue };
        let block = line_no..end;
        let text_follows = source.shape(end).width >= short;
        let closed = block.clone().any(|line_no| source.words(line_no).ends_with('.'));
        let dated = block.clone().any(|line_no| has_year(source.words(line_no)));
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
