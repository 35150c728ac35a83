//! What every part of a book is set with.

use std::sync::Arc;

use crate::book::Book;
use crate::book::matter::notes::{NotePlacement, NumberedNotes};
use crate::book::matter::words::Words;
use crate::design::Design;
use crate::typeset::font::Fonts;
use crate::typeset::page::sheet::Sheet;
use crate::typeset::paragraph::Library;

/// A book and everything it is set with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setting<'a> {
    /// The book.
    pub(crate) book: &'a Book,
    /// Its look.
    pub(crate) design: &'a Design,
    /// Its notes.
    pub(crate) numbered: &'a NumberedNotes<'a>,
    /// Where they go.
    pub(crate) placement: NotePlacement,
    /// The sheet.
    pub(crate) sheet: &'a Sheet,
    /// The words of the book's language.
    pub(crate) words: &'a Words,
    /// The faces.
    pub(crate) fonts: &'a Fonts,
    /// The words that were shaped in them.
    pub(crate) library: &'a Arc<Library>,
}
