//! Compares the letters that were read from the pages of a source PDF with those that other
//! code reads from the same pages.

use super::codes::{LETTERS_ADDED, LETTERS_LOST};
use super::error::AuditError;
use super::letter_tally::LetterTally;
use super::pdf::letters::{PageLetters, read_letters};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::source::Text;
use crate::text::span::Span;

/// How many different letters a message lists.
const LISTED: usize = 12;

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
    let pages = read_letters(bytes, password)?;
    let first: Vec<(usize, &str)> = split_pages(&text.text).collect();
    if pages.len() != first.len() {
        return Err(AuditError::OtherPages { first: first.len(), second: pages.len() });
    }
    let mut reading = SecondReading { pages: pages.len(), ..SecondReading::default() };
    let mut diagnostics = Vec::new();
    for (index, (page, (start, words))) in pages.iter().zip(first).enumerate() {
        reading.unreadable += page.unreadable;
        reading.cut_pages += usize::from(page.is_cut);
        let left_out = text.left_out.get(index).map_or("", String::as_str);
        let mut found = compare_page(page, words, left_out, &mut reading.letters);
        for diagnostic in &mut found {
            diagnostic.message = format!("page {}: {}", index + 1, diagnostic.message);
            diagnostic.span = find_first_line(text, start);
        }
        diagnostics.extend(found);
    }
    Ok(Warned { value: reading, diagnostics })
}

/// The pages of a transcript, each with its first byte.
fn split_pages(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split('\u{C}').map(move |page| {
        let at = start;
        start += page.len() + 1;
        (at, page)
    })
}

/// The first line at or after a byte.
fn find_first_line(text: &Text, start: usize) -> Option<Span> {
    let at = text.lines.partition_point(|line| (line.span.start as usize) < start);
    text.lines.get(at).map(|line| line.span)
}

fn compare_page(
    page: &PageLetters,
    words: &str,
    left_out: &str,
    agreed: &mut usize,
) -> Vec<Diagnostic> {
    let first = LetterTally::of(&format!("{words}\n{left_out}"));
    let lost = page.letters.exceed(&first);
    let added = first.exceed(&page.letters);
    *agreed += first.total() - added.total();
    let mut found = Vec::new();
    // The first reading says of these that it does not know them.
    let unknown = words.matches(char::REPLACEMENT_CHARACTER).count();
    if lost.total() > unknown {
        let message = format!("letters of it were not read: {}", lost.list(LISTED));
        let diagnostic = Diagnostic::new(LETTERS_LOST, Severity::Error, message);
        found.push(diagnostic.hint("compare the page with the text"));
    }
    if added.total() > page.unreadable && !page.is_cut {
        let message =
            format!("it does not show letters of the text: {}", added.list(LISTED));
        let diagnostic = Diagnostic::new(LETTERS_ADDED, Severity::Error, message);
        found.push(diagnostic.hint("compare the page with the text"));
    }
    found
}
