//! Typesets a book until its cross references say the pages that they lead to.
//!
//! The words of a reference depend on the pages, and the pages on the words. As in LaTeX, the
//! book is set again with the pages of the time before, until they stay the same.

use std::collections::BTreeMap;

use crate::book::Book;
use crate::book::matter::references::{has_references, number_references};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::typeset::codes;

/// The most passes over a book. Two passes are enough unless the number of a page has one
/// digit more than the guess, and then three. A reference may move a line back and forth
/// between two pages for ever.
const MOST_PASSES: usize = 5;

/// Typesets a book; `set` does it once, and is told how often it was called before. `folios`
/// are those of the pages of the anchors, by their numbers.
pub fn set_references<P>(
    book: &Book,
    folios: fn(&P) -> &BTreeMap<u32, String>,
    set: &dyn Fn(&Book, usize) -> Warned<P>,
) -> Warned<P> {
    if !has_references(book) {
        return set(book, 0);
    }
    let mut assumed = BTreeMap::new();
    let mut pages = set(&number_references(book, &assumed), 0);
    for pass in 1..MOST_PASSES {
        if *folios(&pages.value) == assumed {
            return pages;
        }
        assumed.clone_from(folios(&pages.value));
        pages = set(&number_references(book, &assumed), pass);
    }
    if *folios(&pages.value) != assumed {
        let message = "a cross reference moves the place that it leads to: its page may be \
                       wrong by one";
        let found =
            Diagnostic::new(codes::REFERENCE_UNSTABLE, Severity::Warning, message);
        pages.diagnostics.push(found.hint("change a few words before it"));
    }
    pages
}
