//! Reads the letters that the pages of any PDF show, with other code than reads sources.
//!
//! A source PDF has no reading order to rely on, so what is read are the letters of each
//! page and not their order. Glyphs that nobody sees count as well: the reader of sources
//! has to say what became of them.

mod fonts;

mod interpreter;

use super::budget::SpentBudget;
use super::file::load_document;
use crate::audit::error::AuditError;
use crate::audit::letter_tally::LetterTally;
use interpreter::PageInterpreter;

/// The letters of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::audit) struct PageLetters {
    /// The letters of its glyphs.
    pub(in crate::audit) letters: LetterTally,
    /// How many glyphs do not say which letters they are.
    pub(in crate::audit) unreadable: usize,
    /// Whether some of the content could not be read.
    pub(in crate::audit) is_cut: bool,
}

/// The letters of the pages of a PDF.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::audit) struct DocumentLetters {
    /// The letters of each page that was read.
    pub(in crate::audit) pages: Vec<PageLetters>,
    /// The number of all pages.
    pub(in crate::audit) count: usize,
    /// Why not all were read.
    pub(in crate::audit) spent: Option<SpentBudget>,
}

/// Reads the letters of each page.
///
/// # Errors
///
/// When it is no PDF, is broken, or the password does not open it.
pub(in crate::audit) fn read_letters(
    bytes: &[u8],
    password: Option<&str>,
) -> Result<DocumentLetters, AuditError> {
    let document = load_document(bytes, password)?;
    let mut interpreter = PageInterpreter::new(&document);
    let ids = document.get_pages();
    let mut letters =
        DocumentLetters { pages: Vec::new(), count: ids.len(), spent: None };
    for page in ids.into_values() {
        match interpreter.read_page(page) {
            Ok(page) => letters.pages.push(page),
            Err(spent) => {
                letters.spent = Some(spent);
                break;
            }
        }
    }
    Ok(letters)
}
