//! Compares a press PDF with the PDF for readers, page by page. A press PDF has no
//! structure tree, and so no order but that of its pages.

use super::codes::PAGE_DIFFERS;
use super::error::AuditError;
use super::pdf;
use crate::diagnostic::{Diagnostic, Severity};

/// How many characters around the first difference of a page a message quotes.
const AROUND: usize = 30;

/// How the pages of two PDFs differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageComparison {
    /// The differences.
    pub diagnostics: Vec<Diagnostic>,
    /// The characters that both show, without white space.
    pub characters: usize,
    /// The number of pages with text.
    pub pages: usize,
}

/// Compares what the pages of two PDFs show, glyph by glyph. Pages without text before the
/// first with text, and after the last, are covers and blanks.
///
/// # Errors
///
/// When one of them is broken.
pub fn compare_pages(press: &[u8], readers: &[u8]) -> Result<PageComparison, AuditError> {
    let (press, readers) =
        (pdf::read_painted_text(press)?, pdf::read_painted_text(readers)?);
    let (first, press) = trim_blank_pages(&press);
    let (_, readers) = trim_blank_pages(&readers);
    let mut compared =
        PageComparison { diagnostics: Vec::new(), characters: 0, pages: press.len() };
    let mut differ = |message: String| {
        compared.diagnostics.push(Diagnostic::new(
            PAGE_DIFFERS,
            Severity::Error,
            message,
        ));
    };
    if press.len() != readers.len() {
        differ(format!(
            "{} pages have text, but {} in the PDF for readers: the two were typeset differently",
            press.len(),
            readers.len()
        ));
        return Ok(compared);
    }
    for (place, (press, readers)) in press.iter().zip(readers).enumerate() {
        if press != readers {
            let at =
                press.chars().zip(readers.chars()).take_while(|(a, b)| a == b).count();
            differ(format!(
                "page {} has '{}', but the one for readers has '{}'",
                first + place + 1,
                context_around(press, at),
                context_around(readers, at)
            ));
        }
    }
    let pages =
        press.iter().map(|page| page.chars().filter(|c| !c.is_whitespace()).count());
    compared.characters = pages.sum();
    Ok(compared)
}

/// The pages from the first with text to the last, and how many come before them.
fn trim_blank_pages(pages: &[String]) -> (usize, &[String]) {
    let blank = |page: &&String| page.trim().is_empty();
    let first = pages.iter().take_while(blank).count();
    let after = pages[first..].iter().rev().take_while(blank).count();
    (first, &pages[first..pages.len() - after])
}

/// The text around a character.
fn context_around(text: &str, at: usize) -> String {
    text.chars().skip(at.saturating_sub(AROUND)).take(2 * AROUND).collect()
}
