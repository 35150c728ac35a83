//! The layout cache: what earlier runs made of the sections of a book, around the plain
//! function from a section to its pages.
//!
//! [`SectionCache`] takes the steps of [`crate::typeset::section_steps::SectionSteps`]: it asks for a
//! section by a digest of all that its pages follow from, else has [`BookSetter`] typeset it and
//! caches the pages. Nothing else of the typesetter knows of it. What comes out are
//! [`CachedPages`]: the pages of the book, of which the text of some is still bytes.
//!
//! [`BookSetter`]: crate::typeset::book_setter::BookSetter

mod keys;
mod offsets;
mod pages;
mod sections;

pub use pages::{CachedPages, PageKey, PageKeys};

use crate::book::Book;
use crate::book::matter::notes::NotePlacement;
use crate::cache::Cache;
use crate::design::Design;
use crate::diagnostic::Warned;
use crate::typeset::font::Fonts;
use crate::typeset::{OnProgress, with_book_setter};
use sections::SectionCache;

/// Like [`crate::typeset::typeset`], but takes from a cache what earlier runs have typeset,
/// and reports progress per chapter.
#[must_use]
pub fn typeset_with(
    book: &Book,
    design: &Design,
    notes: NotePlacement,
    fonts: &Fonts,
    cache: &Cache,
    on_progress: &OnProgress<'_>,
) -> Warned<CachedPages> {
    with_book_setter(book, design, notes, fonts, |setter, diagnostics| {
        if !cache.is_enabled() {
            return setter.assemble_pages(setter, diagnostics, on_progress).0.into();
        }
        let steps = SectionCache::new(setter, cache);
        let (pages, sections) = setter.assemble_pages(&steps, diagnostics, on_progress);
        CachedPages::new(pages, sections)
    })
}
