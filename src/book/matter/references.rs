//! What editions write where a cross reference leads: the page, or the heading there.

use std::collections::BTreeMap;

use crate::book::inline::{Inline, PhraseKind};
use crate::book::matter::captions::add_list_of_figures;
use crate::book::matter::index::{add_index, locate_pages, locate_places};
use crate::book::matter::words::{EditionWords, fill_pattern};
use crate::book::passage::visit_lines_mut;
use crate::book::{Book, Division};

/// A copy of a book for editions without pages, in which a reference without words has those
/// of the heading that it leads to; none if every reference has words.
pub(crate) fn name_references(book: &Book) -> Option<Book> {
    if !has_references(book) {
        return None;
    }
    let mut is_changed = !book.places.index.is_empty() || !book.places.figures.is_empty();
    let mut named = book.clone();
    let anchors = &book.places.anchors;
    visit_references(&mut named, &mut |target, content| {
        if content.is_empty() {
            let words = anchors.get(&target).filter(|words| !words.is_empty());
            let words = words.map_or_else(|| target.to_string(), Clone::clone);
            content.push(add_words(words));
            is_changed = true;
        }
    });
    add_list_of_figures(&mut named, &|_| None);
    add_index(&mut named, &locate_places);
    is_changed.then_some(named)
}

/// A copy of a book for editions with pages, in which every reference says the page that it
/// leads to: `see above (page 12)`, or `page 12` by itself. `pages` are the folios of the
/// anchors by their numbers.
pub(crate) fn number_references(book: &Book, pages: &BTreeMap<u32, String>) -> Book {
    let words = EditionWords::for_language(book.metadata.language.as_ref());
    let mut numbered = book.clone();
    visit_references(&mut numbered, &mut |target, content| {
        let page = pages.get(&target).map_or("0", String::as_str);
        let said = fill_pattern(words.page_reference, page);
        content.push(add_words(if content.is_empty() {
            said
        } else {
            format!(" ({said})")
        }));
    });
    add_list_of_figures(&mut numbered, &|anchor| {
        Some(pages.get(&anchor).map_or_else(|| "0".to_owned(), Clone::clone))
    });
    add_index(&mut numbered, &|anchors| locate_pages(anchors, pages));
    numbered
}

/// Words that the edition adds.
fn add_words(words: String) -> Inline {
    Inline::Phrase { kind: PhraseKind::Added, content: vec![Inline::Text(words)] }
}

/// Whether a book has cross references.
pub(crate) fn has_references(book: &Book) -> bool {
    !book.places.anchors.is_empty()
}

/// Visits the references of a book, with the numbers of their anchors.
fn visit_references(book: &mut Book, visit: &mut impl FnMut(u32, &mut Vec<Inline>)) {
    for chapter in book.divisions.iter_mut().flat_map(Division::chapters_mut) {
        visit_lines_mut(&mut chapter.blocks, &mut |lines, _| {
            for line in lines {
                visit_line(line, visit);
            }
        });
    }
}

fn visit_line(line: &mut [Inline], visit: &mut impl FnMut(u32, &mut Vec<Inline>)) {
    for inline in line {
        if let Inline::CrossReference { target, content } = inline {
            if let Ok(target) = target.parse() {
                visit(target, content);
            }
        } else if let Some(content) = inline.content_mut() {
            visit_line(content, visit);
        }
    }
}
