//! Everything that a book is set with.

use std::sync::Arc;

use crate::book::Book;
use crate::book::matter::notes::{NotePlacement, NumberedNotes};
use crate::book::matter::words::EditionWords;
use crate::design::Design;
use crate::typeset::font::Fonts;
use crate::typeset::page::geometry::PageGeometry;
use crate::typeset::paragraph::SharedWordCache;

/// A book with everything that it is set with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BookSetter<'a> {
    /// The book.
    pub(crate) book: &'a Book,
    /// Its design.
    pub(crate) design: &'a Design,
    /// Its notes.
    pub(crate) numbered: &'a NumberedNotes<'a>,
    /// Where notes are placed.
    pub(crate) placement: NotePlacement,
    /// The page geometry.
    pub(crate) geometry: &'a PageGeometry,
    /// The edition's own words in the book's language.
    pub(crate) words: &'a EditionWords,
    /// The faces.
    pub(crate) fonts: &'a Fonts,
    /// The shaped words, shared between sections.
    pub(crate) shared_words: &'a Arc<SharedWordCache>,
}
