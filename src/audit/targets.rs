//! Links: each leads where the source says, and each entry of the contents to its heading.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::account::variants_without_folio;
use super::alignment::AlignedStreams;
use super::codes;
use super::reconcile::Reconciliation;
use super::source_metadata::letters_only;
use super::stream::{MatterKind, StreamWord, Streams, WordStream};
use crate::book::matter::address::web_address;
use crate::text::addresses::decode_percent;
use crate::text::numerals::{is_keyword, numbering};

/// How far a line may be from the word that a link leads to, in thousandths of a point: two
/// lines of large type. A place in a line of large letters is a little above its baseline.
const NEAR: i64 = 40_000;

/// How many words of a chapter without a title an entry of the contents is compared with: more
/// than any entry has.
const ENTRY_WORDS: usize = 20;

/// Punctuation in which an entry of the contents may differ from its heading.
const IGNORED_PUNCTUATION: &str = ".,:;!?¡¿()[]«»“”„‘’'\"-–—…·\u{AD}\u{2060}\u{200B}";

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamLink {
    /// How many characters of the stream come before its words.
    pub(super) at: usize,
    /// Where it leads.
    pub(super) end: LinkEnd,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LinkEnd {
    /// To an address outside the book.
    Address(String),
    /// To a place with a name: in a document of the sources, or in a file of an EPUB.
    Name(String),
    /// To the first line below a height of a page.
    Line(PagePlace),
    /// Nowhere.
    Nowhere,
}

/// A height of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct PagePlace {
    /// The page, from 0.
    pub(super) page: usize,
    /// Thousandths of a point from its bottom.
    pub(super) height: i64,
}

/// A place in the streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StreamPlace {
    /// The note that it is in; none for the body.
    pub(super) note: Option<usize>,
    /// How many characters come before it.
    pub(super) at: usize,
}

/// An entry of the contents, or a bookmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditionEntry {
    /// Its words.
    pub(super) text: String,
    /// Where it leads.
    pub(super) end: LinkEnd,
}

impl Reconciliation<'_> {
    /// Compares the links of two streams.
    pub(super) fn compare_links(&mut self, streams: &AlignedStreams<'_>) {
        let AlignedStreams { source, edition, .. } = *streams;
        let mut links: BTreeMap<usize, Vec<&StreamLink>> = BTreeMap::new();
        for link in &edition.links {
            links.entry(link.at).or_default().push(link);
        }
        for StreamLink { at, end } in &source.links {
            let Some(place) = streams.edition_position(*at) else { continue };
            let mut found = links.get(&place).into_iter().flatten();
            let (is_right, message) = match end {
                LinkEnd::Address(address) => {
                    let Some(wanted) = web_address(address) else { continue };
                    (
                        found.any(|one| is_address(&one.end, &wanted)),
                        format!("no link leads to '{address}' here"),
                    )
                }
                LinkEnd::Name(name) => {
                    let target = self.find_source_place(name);
                    let expected = target.and_then(|target| self.edition_place(target));
                    let Some(expected) = expected else { continue };
                    (
                        found.any(|one| self.leads_to(&one.end, expected)),
                        "the link to another place leads elsewhere".to_owned(),
                    )
                }
                LinkEnd::Line(_) | LinkEnd::Nowhere => continue,
            };
            if !is_right {
                let (one, other) = (word_at(source, *at), word_at(edition, place));
                self.report(codes::LINK_DIFFERS, message, one, other);
            }
        }
    }

    /// The place of the sources that has a name: in the same document, or in the only other
    /// one that has such a place.
    fn find_source_place(&self, name: &str) -> Option<StreamPlace> {
        if let Some(place) = self.source.places.get(name) {
            return Some(*place);
        }
        let (_, id) = name.split_once('#')?;
        let end = format!("#{id}");
        let mut others =
            self.source.places.iter().filter(|(name, _)| name.ends_with(&end));
        let (_, place) = others.next()?;
        others.next().is_none().then_some(*place)
    }

    /// The place in the edition of a place of the sources. That of a note is not known
    /// before all notes are paired.
    fn edition_place(&self, place: StreamPlace) -> Option<usize> {
        if place.note.is_some() {
            return None;
        }
        self.body.edition_position(place.at)
    }

    /// Whether nothing but one heading of the edition is between two places of the body.
    fn are_ends_of_heading(&self, one: usize, other: usize) -> bool {
        let words = &self.edition.body.words;
        let first = words.partition_point(|word| word.start < one.min(other));
        let end = words.partition_point(|word| word.start < one.max(other));
        let heading = &words[first..end];
        !heading.is_empty()
            && heading.iter().all(|word| word.in_heading)
            && !heading[1..].iter().any(|word| word.setting.begins_block)
    }

    /// Whether a link leads to a place of the body. The name of a heading may stand at either
    /// end of it.
    fn leads_to(&self, end: &LinkEnd, at: usize) -> bool {
        match end {
            LinkEnd::Name(name) => self.edition.places.get(name).is_some_and(|place| {
                place.note.is_none()
                    && (place.at == at || self.are_ends_of_heading(place.at, at))
            }),
            LinkEnd::Line(line) => {
                let words = &self.edition.body.words;
                let next = words.partition_point(|word| word.start < at);
                let near = words.get(next.saturating_sub(1)..words.len().min(next + 2));
                near.unwrap_or_default().iter().any(|word| {
                    word.file == line.page && (word.height - line.height).abs() <= NEAR
                })
            }
            LinkEnd::Address(_) | LinkEnd::Nowhere => false,
        }
    }

    /// Checks that each entry of the contents leads to the heading that it names.
    pub(super) fn check_entries(&mut self) {
        let edition = self.edition;
        let mut headings: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, heading) in edition.headings.iter().enumerate() {
            headings.entry(letters_only(heading)).or_default().push(place);
        }
        let pages = self.list_pages();
        for EditionEntry { text, end } in &edition.entries {
            let letters = letters_only(text);
            // The figures at its end may be those of its heading, its folio, or both.
            let named: Vec<usize> = variants_without_folio(&letters)
                .filter(|letters| !letters.is_empty())
                .filter_map(|letters| headings.get(letters))
                .flatten()
                .copied()
                .filter(|&place| has_same_symbols(text, &edition.headings[place]))
                .collect();
            let is_known = match end {
                LinkEnd::Address(_) => false,
                // A page of notes may lack a heading over those of a chapter.
                LinkEnd::Line(line) => pages.contains_key(&line.page),
                LinkEnd::Name(_) | LinkEnd::Nowhere => true,
            };
            let is_named = |found: usize| {
                let heading = edition.headings.get(found);
                named.contains(&found)
                    || heading.is_some_and(|heading| is_number_of(heading, &letters))
            };
            let is_right = || {
                self.find_heading(end, &pages).is_some_and(is_named)
                    || self.has_first_words(end, &letters, &pages)
                    || self.is_over_notes(end, &letters)
            };
            if !named.is_empty() && is_known && !is_right() {
                let message =
                    format!("the line '{}' of the contents leads elsewhere", text.trim());
                self.report(codes::LINK_DIFFERS, message, None, None);
            }
        }
    }

    /// The heading to which a link leads.
    fn find_heading(
        &self,
        end: &LinkEnd,
        pages: &BTreeMap<usize, PageWords>,
    ) -> Option<usize> {
        let Streams { body, places, heading_places, .. } = self.edition;
        match end {
            LinkEnd::Name(name) => {
                let place = places.get(name)?;
                let is_before = |&word: &usize| {
                    body.words.get(word).is_some_and(|word| word.start < place.at)
                };
                Some(heading_places.partition_point(is_before))
            }
            LinkEnd::Line(line) => {
                let below = |(height, _): &&(i64, usize)| *height <= line.height;
                let found = pages.get(&line.page)?.headings.iter().find(below);
                found.map(|(_, heading)| *heading)
            }
            LinkEnd::Address(_) | LinkEnd::Nowhere => None,
        }
    }

    /// Whether a link leads to the first words of a chapter, which name one without a title.
    fn has_first_words(
        &self,
        end: &LinkEnd,
        letters: &str,
        pages: &BTreeMap<usize, PageWords>,
    ) -> bool {
        self.letters_at(end, pages).is_some_and(|found| {
            variants_without_folio(letters)
                .any(|letters| !letters.is_empty() && found.starts_with(letters))
        })
    }

    /// Whether a link leads to a heading over notes, which the edition adds. It may have the
    /// words of a chapter's.
    fn is_over_notes(&self, end: &LinkEnd, letters: &str) -> bool {
        let Streams { matter, files, .. } = self.edition;
        let mut headings = matter.iter().filter(|one| one.kind == MatterKind::Heading);
        headings.any(|heading| {
            let is_there = match end {
                LinkEnd::Line(line) => line.page == heading.file,
                LinkEnd::Name(name) => {
                    name.split('#').next() == files.get(heading.file).map(String::as_str)
                }
                LinkEnd::Address(_) | LinkEnd::Nowhere => false,
            };
            is_there && letters_only(&heading.text) == letters
        })
    }

    /// The letters of the first words to which a link leads in the body.
    fn letters_at(
        &self,
        end: &LinkEnd,
        pages: &BTreeMap<usize, PageWords>,
    ) -> Option<String> {
        let words = &self.edition.body.words;
        let first = match end {
            LinkEnd::Name(name) => {
                let place = self.edition.places.get(name)?;
                let at = place.note.is_none().then_some(place.at)?;
                words.partition_point(|word| word.start < at)
            }
            LinkEnd::Line(line) => {
                let on_page = &pages.get(&line.page)?.words;
                *on_page.iter().find(|&&word| words[word].height <= line.height)?
            }
            LinkEnd::Address(_) | LinkEnd::Nowhere => return None,
        };
        let words = words.get(first..).unwrap_or_default().iter().take(ENTRY_WORDS);
        Some(words.map(|word| letters_only(&word.text)).collect())
    }

    /// What the body has on each page of a PDF, or in each file of an EPUB.
    fn list_pages(&self) -> BTreeMap<usize, PageWords> {
        let words = &self.edition.body.words;
        let mut pages: BTreeMap<usize, PageWords> = BTreeMap::new();
        for (place, word) in words.iter().enumerate() {
            pages.entry(word.file).or_default().words.push(place);
        }
        for (heading, &word) in self.edition.heading_places.iter().enumerate() {
            if let Some(word) = words.get(word) {
                let page = pages.entry(word.file).or_default();
                page.headings.push((word.height, heading));
            }
        }
        for page in pages.values_mut() {
            page.headings.sort_by_key(|&(height, heading)| (Reverse(height), heading));
        }
        pages
    }
}

/// What the body has on a page, by indices.
#[derive(Debug, Default)]
struct PageWords {
    /// Its words, in reading order.
    words: Vec<usize>,
    /// Its headings with their heights, from the top.
    headings: Vec<(i64, usize)>,
}

/// Whether two lines have the same symbols, besides letters, figures and
/// [`IGNORED_PUNCTUATION`]: an entry with others does not name this heading.
fn has_same_symbols(one: &str, other: &str) -> bool {
    let is_symbol = |c: &char| {
        !c.is_alphanumeric() && !c.is_whitespace() && !IGNORED_PUNCTUATION.contains(*c)
    };
    one.chars().filter(is_symbol).eq(other.chars().filter(is_symbol))
}

/// Whether a heading is the number alone that the letters of an entry name with the word of its
/// division: `V` of "Chapter V".
fn is_number_of(heading: &str, entry: &str) -> bool {
    let number = letters_only(heading);
    let is_bare =
        numbering(heading).is_some_and(|found| found.rest == 0 && !found.keyword);
    is_bare
        && variants_without_folio(entry)
            .filter_map(|entry| entry.strip_suffix(number.as_str()))
            .any(is_keyword)
}

/// Whether a link leads to an address, however its characters are escaped.
fn is_address(end: &LinkEnd, address: &str) -> bool {
    let LinkEnd::Address(other) = end else { return false };
    other == address || normalise_address(other) == normalise_address(address)
}

/// An address in the form in which escapes, case and a last slash make no difference.
fn normalise_address(address: &str) -> String {
    let address = String::from_utf8_lossy(&decode_percent(address)).into_owned();
    address.trim_end_matches('/').to_lowercase()
}

/// The word at a position.
fn word_at(words: &WordStream, at: usize) -> Option<&StreamWord> {
    let next =
        words.words.partition_point(|word| word.start + word.text.chars().count() <= at);
    words.words.get(next.min(words.words.len().saturating_sub(1)))
}
