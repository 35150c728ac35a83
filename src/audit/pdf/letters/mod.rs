//! Reads the letters that the pages of any PDF show, with other code than reads sources.
//!
//! A source PDF has no reading order to rely on, so what is read are the letters of each
//! page and not their order. Glyphs that nobody sees count as well: the reader of sources
//! has to say what became of them.

mod fonts;

mod interpreter;

use lopdf::{Document, LoadOptions};

use super::file::LARGEST;
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

/// Reads the letters of each page.
///
/// # Errors
///
/// When it is no PDF, is broken, or the password does not open it.
pub(in crate::audit) fn read_letters(
    bytes: &[u8],
    password: Option<&str>,
) -> Result<Vec<PageLetters>, AuditError> {
    let options = LoadOptions {
        password: password.map(str::to_owned),
        ..LoadOptions::with_max_decompressed_size(LARGEST)
    };
    let document = Document::load_mem_with_options(bytes, options)?;
    let mut interpreter = PageInterpreter::new(&document);
    let pages = document.get_pages().into_values();
    Ok(pages.map(|page| interpreter.read_page(page)).collect())
}
