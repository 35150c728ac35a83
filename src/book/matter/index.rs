//! The index at the back of a book.
//!
//! Its chapter is made for an edition, because its locators are: pages in one that has them,
//! and numbers in one that flows. Entries come in the order of the language; those of each
//! letter are a block of their own. Three or more pages in a row are a range (*The Chicago
//! Manual of Style*, 17th edition, §16.14).

use std::collections::{BTreeMap, BTreeSet};

use crate::book::block::{Block, Paragraph};
use crate::book::inline::{IndexHeading, IndexSee, Inline, PhraseKind};
use crate::book::matter::words::EditionWords;
use crate::book::purpose::Purpose;
use crate::book::{Book, Chapter, Division};
use crate::text::collation::WordOrder;

/// The style of an index, and of the sub-entries in it.
pub(crate) const INDEX_STYLE: &str = "index";

/// The fewest consecutive pages that are written as a range.
const SHORTEST_RANGE: usize = 3;

/// A place that an entry refers to: the number of its anchor, and what is written for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IndexLocator {
    pub(crate) anchor: u32,
    pub(crate) words: String,
}

/// An entry with those below it.
#[derive(Debug, Default)]
struct IndexEntry {
    /// The anchors of its places, in reading order.
    anchors: Vec<u32>,
    /// The entries that it sends readers to.
    sees: BTreeSet<IndexSee>,
    below: BTreeMap<IndexHeading, IndexEntry>,
}

/// Adds the index to a book that has entries for one: as its last chapter, before a
/// colophon. `locate` turns the anchors of an entry into its locators.
pub(crate) fn add_index(book: &mut Book, locate: &dyn Fn(&[u32]) -> Vec<IndexLocator>) {
    if book.places.index.is_empty() {
        return;
    }
    let mut whole = IndexEntry::default();
    for place in &book.places.index {
        let mut entry = &mut whole;
        for heading in &place.mark.path {
            entry = entry.below.entry(heading.clone()).or_default();
        }
        match &place.mark.see {
            Some(see) => {
                entry.sees.insert(see.clone());
            }
            None => entry.anchors.push(place.anchor),
        }
    }
    let language = book.metadata.language.as_ref();
    let words = EditionWords::for_language(language);
    let writer = IndexWriter { words, order: WordOrder::of_language(language), locate };
    let chapter = Chapter {
        purpose: Purpose::Index,
        title: vec![Inline::Text(words.index.to_owned())],
        blocks: writer.write_letters(&whole),
        ..Chapter::default()
    };
    insert_in_back_matter(book, chapter);
}

/// Adds a chapter as the last one, before a colophon.
pub(crate) fn insert_in_back_matter(book: &mut Book, chapter: Chapter) {
    let is_display = |division: &Division| matches!(division, Division::Chapter(chapter) if chapter.purpose.is_display());
    let after = book.divisions.iter().rev().take_while(|one| is_display(one)).count();
    let place = book.divisions.len() - after;
    book.divisions.insert(place, Division::Chapter(chapter));
}

/// Writes entries.
struct IndexWriter<'a> {
    words: &'static EditionWords,
    order: WordOrder,
    locate: &'a dyn Fn(&[u32]) -> Vec<IndexLocator>,
}

impl IndexWriter<'_> {
    /// The main entries, in a block for each letter.
    fn write_letters(&self, whole: &IndexEntry) -> Vec<Block> {
        let entries = self.sort_entries(whole);
        let letters = entries.chunk_by(|(one, _), (other, _)| {
            self.order.has_same_letter(sort_words(one), sort_words(other))
        });
        letters.map(|entries| self.write_entries(entries)).collect()
    }

    /// The entries below another in their order.
    fn sort_entries<'b>(
        &self,
        above: &'b IndexEntry,
    ) -> Vec<(&'b IndexHeading, &'b IndexEntry)> {
        let mut entries: Vec<(&IndexHeading, &IndexEntry)> = above.below.iter().collect();
        entries.sort_by(|(one, _), (other, _)| {
            self.order.compare(sort_words(one), sort_words(other))
        });
        entries
    }

    /// Entries, each a paragraph, with its sub-entries in a block of their own.
    fn write_entries(&self, entries: &[(&IndexHeading, &IndexEntry)]) -> Block {
        let mut blocks = Vec::new();
        for (heading, entry) in entries {
            let content = self.write_entry(heading, entry);
            blocks.push(Block::Paragraph(Paragraph { content, ..Paragraph::default() }));
            if !entry.below.is_empty() {
                blocks.push(self.write_entries(&self.sort_entries(entry)));
            }
        }
        Block::Styled { style: INDEX_STYLE.to_owned(), blocks }
    }

    /// An entry with its locators: "Quijote, 12, 15–17, see also Sancho".
    fn write_entry(&self, heading: &IndexHeading, entry: &IndexEntry) -> Vec<Inline> {
        let mut content = vec![Inline::Text(heading.words.clone())];
        for IndexLocator { anchor, words } in (self.locate)(&entry.anchors) {
            content.push(Inline::Text(", ".to_owned()));
            content.push(Inline::CrossReference {
                target: anchor.to_string(),
                content: vec![Inline::Phrase {
                    kind: PhraseKind::Added,
                    content: vec![Inline::Text(words)],
                }],
            });
        }
        for see in &entry.sees {
            let (words, other) = match see {
                IndexSee::See(other) => (self.words.see, other),
                IndexSee::SeeAlso(other) => (self.words.see_also, other),
            };
            content.push(Inline::Text(", ".to_owned()));
            content.push(Inline::Emphasis(vec![Inline::Text(words.to_owned())]));
            content.push(Inline::Text(format!(" {other}")));
        }
        content
    }
}

/// The words by which a heading is sorted: without the quotation marks and other signs before
/// its first letter or figure.
fn sort_words(heading: &IndexHeading) -> &str {
    let words = heading.sort.as_deref().unwrap_or(&heading.words);
    let bare = words.trim_start_matches(|c: char| !c.is_alphanumeric());
    if bare.is_empty() { words } else { bare }
}

/// The locators of an entry in an edition with pages, whose folios are given by anchor:
/// every page once, and pages in a row as a range.
pub(crate) fn locate_pages(
    anchors: &[u32],
    folios: &BTreeMap<u32, String>,
) -> Vec<IndexLocator> {
    let folio = |anchor: &u32| folios.get(anchor).and_then(|folio| folio.parse().ok());
    let mut pages: Vec<(u32, u32)> =
        anchors.iter().map(|anchor| (folio(anchor).unwrap_or(0), *anchor)).collect();
    pages.sort_unstable();
    pages.dedup_by_key(|(page, _)| *page);
    let mut locators = Vec::new();
    for run in pages.chunk_by(|one, next| next.0 == one.0 + 1) {
        match run {
            [(first, anchor), .., (last, _)] if run.len() >= SHORTEST_RANGE => {
                let words = format!("{first}–{last}");
                locators.push(IndexLocator { anchor: *anchor, words });
            }
            _ => locators.extend(run.iter().map(|(page, anchor)| IndexLocator {
                anchor: *anchor,
                words: page.to_string(),
            })),
        }
    }
    locators
}

/// The locators of an entry in an edition without pages: 1, 2, 3.
pub(crate) fn locate_places(anchors: &[u32]) -> Vec<IndexLocator> {
    let number = |(number, &anchor): (usize, &u32)| IndexLocator {
        anchor,
        words: number.to_string(),
    };
    (1..).zip(anchors).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::locate_pages;

    #[test]
    fn pages_in_a_row_are_a_range() {
        let folios = [(1, "3"), (2, "4"), (3, "4"), (4, "9"), (5, "5"), (6, "12")];
        let folios = folios.map(|(anchor, page)| (anchor, page.to_owned())).into();
        let words = |anchors: &[u32]| {
            let locators = locate_pages(anchors, &folios).into_iter();
            locators.map(|locator| locator.words).collect::<Vec<_>>()
        };
        assert_eq!(words(&[1, 2, 3, 4, 5, 6]), ["3–5", "9", "12"]);
        assert_eq!(words(&[6, 1, 2]), ["3", "4", "12"]);
    }
}
