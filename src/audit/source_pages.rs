//! Compares the letters that were read from the pages of a source PDF with those that other
//! code reads from the same pages.

use super::codes::{LETTERS_ADDED, LETTERS_LOST, READING_ENDS};
use super::error::AuditError;
use super::letter_tally::LetterTally;
use super::pdf::letters::{DocumentLetters, read_letters};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::source::{SourceLine, Text};

/// How many different letters a message lists.
const LISTED: usize = 12;

/// The letters that a glyph stands for at most: a ligature such as ffi.
const LETTERS_OF_GLYPH: usize = 3;

/// What a second reading of a source PDF found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SecondReading {
    /// The letters and figures that both readings have.
    pub letters: usize,
    /// The pages of the PDF.
    pub pages: usize,
    /// Pages that the second reading could not read to their end.
    pub cut_pages: usize,
    /// Glyphs that do not say which letters they are.
    pub unreadable: usize,
}

/// Reads a source PDF a second time, and compares the letters of each page with those of
/// its text and those that the first reading left out.
///
/// # Errors
///
/// When the second reader cannot open it, or finds another number of pages.
pub fn read_again(
    text: &Text,
    bytes: &[u8],
    password: Option<&str>,
) -> Result<Warned<SecondReading>, AuditError> {
    let DocumentLetters { pages, count, spent } = read_letters(bytes, password)?;
    if count != text.left_out.len() {
        let first = text.left_out.len();
        return Err(AuditError::OtherPages { first, second: count });
    }
    let cut_pages = count - pages.len();
    let mut reading =
        SecondReading { pages: count, cut_pages, ..SecondReading::default() };
    let mut diagnostics = Vec::new();
    for (number, (page, left_out)) in (1..).zip(pages.iter().zip(&text.left_out)) {
        let lines = find_page_lines(text, number);
        let words = lines.iter().map(|line| text.slice(line.span));
        let words: Vec<&str> = words.chain([left_out.as_str()]).collect();
        let words = words.join("\n");
        let first = LetterTally::of(&words);
        let lost = page.letters.subtract(&first);
        let added = first.subtract(&page.letters);
        reading.letters += first.total() - added.total();
        reading.unreadable += page.unreadable;
        reading.cut_pages += usize::from(page.is_cut);
        let mut report = |code, found: &str, letters: &LetterTally| {
            let letters = letters.list(LISTED);
            let message = format!("page {number}: {found}: {letters}");
            let mut diagnostic = Diagnostic::new(code, Severity::Error, message)
                .hint("compare the page with the text");
            diagnostic.span = lines.first().map(|line| line.span);
            diagnostics.push(diagnostic);
        };
        // The first reading says of these that it does not know them.
        let unknown = words.matches(char::REPLACEMENT_CHARACTER).count();
        if lost.total() > unknown {
            report(LETTERS_LOST, "letters of it were not read", &lost);
        }
        if added.total() > LETTERS_OF_GLYPH * page.unreadable && !page.is_cut {
            report(LETTERS_ADDED, "it does not show letters of the text", &added);
        }
    }
    if let Some(spent) = spent {
        let first = pages.len() + 1;
        let message = format!(
            "the second reading of '{}' ends at page {first} of {count}: {spent}",
            text.name
        );
        diagnostics.push(
            Diagnostic::new(READING_ENDS, Severity::Error, message)
                .hint("divide the PDF; the pages behind it were not compared"),
        );
    }
    Ok(Warned { value: reading, diagnostics })
}

/// Finds the lines of a page of the PDF in its transcript, which may have two pages for it.
fn find_page_lines(text: &Text, number: u32) -> &[SourceLine] {
    let (first, last) = if text.has_facing_pages {
        (2 * number - 1, 2 * number)
    } else {
        (number, number)
    };
    let first = text.lines.partition_point(|line| line.page < first);
    let end = text.lines.partition_point(|line| line.page <= last);
    &text.lines[first..end]
}
