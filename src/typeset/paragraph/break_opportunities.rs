//! Finds where the lines of a paragraph may break.
//!
//! UAX #14 says what is possible; [`crate::text::line_ends`] removes what a compositor would
//! not do.

use std::borrow::Cow;
use std::ops::Range;

use icu_segmenter::LineSegmenter;
use icu_segmenter::options::LineBreakOptions;

use super::addresses;
use super::collect::{ParagraphText, StyledRun};
use crate::text::language::Language;
use crate::text::line_ends::{NOTE_MARK, may_end_line};

/// The bytes of a paragraph at which a line may break, in order.
pub(super) fn find_breaks(paragraph: &ParagraphText, language: &Language) -> Vec<usize> {
    let text = paragraph.text.as_str();
    let segmenter =
        LineSegmenter::new_for_non_complex_scripts(LineBreakOptions::default());
    let possible = segmenter.segment_str(text).chain(paragraph.openings.iter().copied());
    let words = hide_note_marks(paragraph);
    let outside = possible.filter(|&at| {
        !is_in_address(paragraph, at..at)
            && !is_in_formula(paragraph, at)
            && may_end_line(&words, at, language)
    });
    let in_addresses =
        paragraph.addresses.iter().flat_map(|one| addresses::address_breaks(text, one));
    let in_formulas =
        paragraph.formula_spaces.iter().filter(|space| space.penalty.is_some());
    // The space is one byte.
    let in_formulas = in_formulas.map(|space| space.at + 1);
    let mut turns: Vec<usize> = outside
        .chain(in_addresses)
        .chain(in_formulas)
        .filter(|&at| is_breakable(paragraph, at))
        .collect();
    turns.sort_unstable();
    turns.dedup();
    turns
}

/// Where a line may break in an emergency, within bytes of the paragraph that do not fit on
/// one line: at every space, and where the style changes.
pub(super) fn find_emergency_breaks(
    paragraph: &ParagraphText,
    bytes: Range<usize>,
) -> Vec<usize> {
    let spaces = paragraph.text[bytes.clone()].match_indices([' ', '\u{A0}']);
    let after = spaces.map(|(at, space)| bytes.start + at + space.len());
    let starts = paragraph.runs.iter().map(|run| run.range.start);
    let starts = starts.filter(|at| bytes.contains(at));
    after.chain(starts).filter(|&at| is_breakable(paragraph, at)).collect()
}

/// Whether a byte is inside the text, and the text does not forbid a break there.
fn is_breakable(paragraph: &ParagraphText, at: usize) -> bool {
    0 < at && at < paragraph.text.len() && paragraph.joins.binary_search(&at).is_err()
}

/// Whether bytes of the text are part of a web address.
pub(super) fn is_in_address(paragraph: &ParagraphText, bytes: Range<usize>) -> bool {
    let before = paragraph.addresses.partition_point(|address| address.start < bytes.end);
    paragraph.addresses[..before].last().is_some_and(|address| bytes.start < address.end)
}

/// Whether a byte is between two characters of a formula: Unicode knows nothing of its parts,
/// and would end a line after the first bar of `|x|`.
fn is_in_formula(paragraph: &ParagraphText, at: usize) -> bool {
    let before = paragraph.formulas.partition_point(|formula| formula.start < at);
    paragraph.formulas[..before].last().is_some_and(|formula| at < formula.end)
}

/// The text with [`NOTE_MARK`] for each byte of the marks of notes.
fn hide_note_marks(paragraph: &ParagraphText) -> Cow<'_, str> {
    if paragraph.notes.is_empty() {
        return Cow::Borrowed(&paragraph.text);
    }
    let is_mark = |run: &&StyledRun| {
        paragraph.notes.binary_search_by_key(&run.range.start, |note| note.0).is_ok()
    };
    let mut text = paragraph.text.clone();
    for run in paragraph.runs.iter().filter(is_mark) {
        let mark = String::from(NOTE_MARK).repeat(run.range.len());
        text.replace_range(run.range.clone(), &mark);
    }
    Cow::Owned(text)
}
