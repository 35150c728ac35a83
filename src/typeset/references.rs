//! Typesets a book until its cross references say the pages that they lead to.
//!
//! The words of a reference depend on the pages, and the pages on the words. As in LaTeX, the
//! book is set again with the pages of the time before, until they stay the same.

use std::collections::BTreeMap;

use crate::book::Book;
use crate::book::matter::references::{has_references, number_references};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::typeset::cached::CachedPages;
use crate::typeset::codes;
use crate::typeset::document::Pages;

/// The most passes over a book. Two passes are enough unless the number of a page has one
/// digit more than the guess, and then three. A reference may move a line back and forth
/// between two pages for ever.
const MOST_PASSES: usize = 5;

/// Typeset pages that know where the anchors are.
pub trait WithAnchors {
    /// The folios of the pages of the anchors, by their numbers.
    fn anchor_folios(&self) -> &BTreeMap<u32, String>;
}

impl WithAnchors for Pages {
    fn anchor_folios(&self) -> &BTreeMap<u32, String> {
        &self.anchors
    }
}

impl WithAnchors for CachedPages {
    fn anchor_folios(&self) -> &BTreeMap<u32, String> {
        self.anchors()
    }
}

/// Typesets a book; `set` does it once, and is told how often it was called before.
pub fn set_references<P: WithAnchors>(
    book: &Book,
    set: &dyn Fn(&Book, usize) -> Warned<P>,
) -> Warned<P> {
    if !has_references(book) {
        return set(book, 0);
    }
    let mut folios = BTreeMap::new();
    let mut pages = set(&number_references(book, &folios), 0);
    for pass in 1..MOST_PASSES {
        if *pages.value.anchor_folios() == folios {
            return pages;
        }
        folios.clone_from(pages.value.anchor_folios());
        pages = set(&number_references(book, &folios), pass);
    }
    if *pages.value.anchor_folios() != folios {
        let message = "a cross reference moves the place that it leads to: its page may be \
                       wrong by one";
        let found =
            Diagnostic::new(codes::REFERENCE_UNSTABLE, Severity::Warning, message);
        pages.diagnostics.push(found.hint("change a few words before it"));
    }
    pages
}
