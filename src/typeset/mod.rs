//! Typesets a book with a design and fonts into pages of placed glyphs. Pure and
//! deterministic.
//!
//! The text is set chapter by chapter into galleys, and the galleys are broken into pages.
//! When every destination has its folio, the front matter and the running heads are set,
//! and all pages are made up in order. Front matter has roman folios of its own, so the
//! length of the contents never moves the pages that it lists.

mod assembly;
mod book_setter;
pub mod cached;
pub mod codes;
mod coverage;
pub mod document;
pub mod dump;
pub mod font;
pub mod line;
pub(crate) mod linebreak;
mod matter;
pub(crate) mod nodes;
mod page;
mod page_findings;
pub mod paragraph;
pub mod references;
mod section_steps;
pub(crate) mod shape;
#[cfg(any(test, fuzzing))]
#[doc(hidden)]
pub mod trials;

pub use cached::typeset_with;

use std::sync::Arc;

use crate::book::Book;
use crate::book::matter::notes::{NotePlacement, NumberedNotes};
use crate::book::matter::words::EditionWords;
use crate::design::{Design, Margins};
use crate::diagnostic::{Diagnostic, Warned};
use crate::typeset::book_setter::BookSetter;
use crate::typeset::document::Pages;
use crate::typeset::font::Fonts;
use crate::typeset::page::geometry::PageGeometry;

/// How far printed matter reaches beyond the text block of a design: hanging signs, the
/// running head, the folio below.
#[must_use]
pub fn measure_overhang(design: &Design) -> Margins {
    PageGeometry::measure_overhang(design)
}

/// A progress callback. It is called after each chapter that is set, from any thread and in
/// any order, with the total number of chapters.
pub type OnProgress<'a> = dyn Fn(usize) + Sync + 'a;

/// Typesets a book.
#[must_use]
pub fn typeset(
    book: &Book,
    design: &Design,
    notes: NotePlacement,
    fonts: &Fonts,
) -> Warned<Pages> {
    references::set_references(book, |pages: &Pages| &pages.anchors, &|book, _| {
        with_book_setter(book, design, notes, fonts, |setter, diagnostics| {
            setter.assemble_pages(setter, diagnostics, &|_| ()).0
        })
    })
}

/// Builds the setter of a book, calls `set` with it, and collects the diagnostics.
fn with_book_setter<T>(
    book: &Book,
    design: &Design,
    notes: NotePlacement,
    fonts: &Fonts,
    set: impl FnOnce(&BookSetter<'_>, &mut Vec<Diagnostic>) -> T,
) -> Warned<T> {
    let mut diagnostics = coverage::report_unreadable_scripts(book, fonts);
    let numbered = NumberedNotes::new(book, notes);
    let library = Arc::default();
    let setter = BookSetter {
        book,
        design,
        numbered: &numbered,
        placement: notes,
        geometry: &PageGeometry::new(design),
        words: EditionWords::for_language(book.metadata.language.as_ref()),
        fonts,
        shared_words: &library,
    };
    let value = set(&setter, &mut diagnostics);
    // Freeing thousands of words takes time, so another thread does it.
    rayon::spawn(|| drop(library));
    Warned { value, diagnostics }
}
