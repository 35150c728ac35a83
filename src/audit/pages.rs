//! A PDF for the press is held against that for readers, page by page: it has no structure,
//! and so no order but that of its pages.

use super::codes::OTHER_PAGE;
use super::{AuditError, pdf};
use crate::diagnostic::{Diagnostic, Severity};

/// How many characters around the first difference of a page are shown.
const AROUND: usize = 30;

/// How the pages of two PDFs differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageComparison {
    /// Where they part.
    pub diagnostics: Vec<Diagnostic>,
    /// The characters that both show, white space not counted.
    pub characters: usize,
    /// The pages that have any.
    pub pages: usize,
}

/// Compares what the pages of two PDFs show, glyph by glyph. Pages without text before the
/// first that has any, and behind the last, are covers and blanks.
///
/// # Errors
///
/// When one of them is broken.
pub fn compare_pages(press: &[u8], readers: &[u8]) -> Result<PageComparison, AuditError> {
    let (press, readers) = (pdf::painted_text(press)?, pdf::painted_text(readers)?);
    let (first, press) = trim_blank_pages(&press);
    let (_, readers) = trim_blank_pages(&readers);
    let mut compared =
        PageComparison { diagnostics: Vec::new(), characters: 0, pages: press.len() };
    let mut differ = |message: String| {
        compared.diagnostics.push(Diagnostic::new(OTHER_PAGE, Severity::Error, message));
    };
    if press.len() != readers.len() {
        differ(format!(
            "{} pages have text, and {} in the PDF for readers: the two are set otherwise",
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
                "page {} says '{}', and that for readers '{}'",
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

/// The pages from the first that has text to the last, and how many stand before them.
fn trim_blank_pages(pages: &[String]) -> (usize, &[String]) {
    let blank = |page: &&String| page.trim().is_empty();
    let first = pages.iter().take_while(blank).count();
    let behind = pages[first..].iter().rev().take_while(blank).count();
    (first, &pages[first..pages.len() - behind])
}

/// The text around a character.
fn context_around(text: &str, at: usize) -> String {
    text.chars().skip(at.saturating_sub(AROUND)).take(2 * AROUND).collect()
}
