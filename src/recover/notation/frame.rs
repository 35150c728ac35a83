//! The frame of Project Gutenberg: what precedes and follows the book in its files.

use super::Notation;
use crate::book::metadata::{Contributor, Metadata};
use crate::book::source_traits::SourceForm;
use crate::recover::model::RemovalKind;
use crate::source::Text;

/// How many solid lines after the opening of the book may credit those who transcribed it.
const CREDIT_LINES: usize = 12;

/// Words with which such a credit begins, in lower case.
const CREDITS: [&str; 9] = [
    "produced by",
    "e-text prepared by",
    "etext prepared by",
    "this etext was prepared by",
    "this ebook was prepared by",
    "this etext was produced by",
    "this ebook was produced by",
    "transcribed by",
    // It follows with the addresses of other forms of the book.
    "note: project gutenberg",
];

/// Most lines of the mark with which the frame ends.
const LINES_OF_A_MARK: usize = 3;

/// Finds the frame, and takes the book's title and author from it.
pub(super) fn read_frame(text: &Text, notation: &mut Notation) {
    let lines = text.lines.len();
    let says = |line: usize, words: &[&str]| {
        let line = text.line(line).to_uppercase();
        words.iter().all(|word| line.contains(word))
    };
    let is_start = |&line: &usize| {
        text.line(line).trim_start().starts_with("***")
            && (says(line, &["START OF", "PROJECT GUTENBERG"])
                || says(line, &["END", "THE SMALL PRINT"]))
    };
    let is_end = |&line: &usize| {
        let words = text.line(line).trim_start();
        words.starts_with("***") && says(line, &["END OF", "PROJECT GUTENBERG"])
            || words.starts_with("End of") && says(line, &["PROJECT GUTENBERG"])
    };
    let start = (0..lines).rfind(is_start).map(|start| end_of_mark(text, start));
    // Without the opening, only the end of a text can be the end of a frame: the licence may
    // be the text itself.
    let end = (start.map_or(lines / 2, |start| start + 1)..lines).find(is_end);
    if start.is_none() && end.is_none() {
        return;
    }
    notation.form.get_or_insert(SourceForm::Transcription);
    if let Some(start) = start {
        (0..=start).for_each(|line| notation.hide(line, RemovalKind::Frame));
        notation.framed = read_metadata(text, start);
        hide_credit(text, start + 1, notation);
    }
    if let Some(end) = end {
        (end..lines).for_each(|line| notation.hide(line, RemovalKind::Frame));
    }
}

/// The last line of a mark that begins with asterisks, and ends with them on a line below if
/// the title of the book is long.
fn end_of_mark(text: &Text, start: usize) -> usize {
    let closes = |line: usize| text.line(line).trim_end().ends_with("***");
    let more = (start..text.lines.len()).take(LINES_OF_A_MARK);
    let mut solid = more.take_while(|&line| !text.line(line).trim().is_empty());
    solid.find(|&line| closes(line)).unwrap_or(start)
}

/// Hides the paragraphs that credit the transcribers, and those about other forms of the book.
fn hide_credit(text: &Text, from: usize, notation: &mut Notation) {
    let blank = |line: &usize| text.line(*line).trim().is_empty();
    let solid = (from..text.lines.len()).filter(|line| !blank(line));
    let is_credit = |line: &usize| {
        let words = text.line(*line).trim().to_lowercase();
        CREDITS.iter().any(|credit| words.starts_with(credit))
    };
    for credit in solid.take(CREDIT_LINES).filter(is_credit) {
        (credit..text.lines.len())
            .take_while(|line| !blank(line))
            .for_each(|line| notation.hide(line, RemovalKind::Frame));
    }
}

/// Reads `Title:`, `Author:` and `Language:` of the frame. A title may go on in an indented
/// line.
fn read_metadata(text: &Text, end: usize) -> Metadata {
    let field = |name: &str| {
        let at = (0..end).find(|&line| text.line(line).starts_with(name))?;
        let mut value = text.line(at)[name.len()..].trim().to_owned();
        for line in at + 1..end {
            let more = text.line(line);
            if !more.starts_with(' ') || more.trim().is_empty() {
                break;
            }
            value.push(' ');
            value.push_str(more.trim());
        }
        Some(value).filter(|value| !value.is_empty())
    };
    let author = field("Author:").map(Contributor::named);
    Metadata {
        title: field("Title:"),
        authors: author.into_iter().collect(),
        ..Metadata::default()
    }
}
