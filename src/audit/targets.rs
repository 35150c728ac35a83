//! Links: each leads where the source says, and each line of the contents to its heading.

use std::collections::{BTreeMap, BTreeSet};

use super::account::variants_without_folio;
use super::codes;
use super::difference::Hunk;
use super::reconcile::{Reconciliation, edition_position, find_spaced};
use super::source_metadata::letters_only;
use super::stream::{MatterKind, StreamWord, WordStream};
use crate::text::addresses::decode_percent;

/// How far a line may be from the word that a link leads to, in thousandths of a point: two
/// lines of large type. A place in a line of large letters is a little above its baseline.
const NEAR: i64 = 40_000;

/// More words than a line of the contents has of a chapter without a title.
const ENTRY_WORDS: usize = 20;

/// Punctuation that a line of the contents may have otherwise than its heading.
const USUAL_PUNCTUATION: &str = ".,:;!?¡¿()[]«»“”„‘’'\"-–—…·\u{AD}\u{2060}\u{200B}";

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

/// A line of the contents, or a bookmark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditionEntry {
    /// Its words.
    pub(super) text: String,
    /// Where it leads.
    pub(super) end: LinkEnd,
}

impl Reconciliation<'_> {
    /// Compares the links of two streams.
    pub(super) fn compare_links(
        &mut self,
        source: &WordStream,
        edition: &WordStream,
        hunks: &[Hunk],
    ) {
        let spaced = find_spaced(source, edition, hunks);
        let mut links: BTreeMap<usize, Vec<&StreamLink>> = BTreeMap::new();
        for link in &edition.links {
            links.entry(link.at).or_default().push(link);
        }
        for StreamLink { at, end } in &source.links {
            let Some(place) = edition_position(source, edition, hunks, &spaced, *at)
            else {
                continue;
            };
            let found = links.get(&place).map_or(&[][..], Vec::as_slice);
            let word = word_at(source, *at);
            match end {
                LinkEnd::Address(address) if is_followed(address) => {
                    let leads = |one: &&&StreamLink| matches!(&one.end, LinkEnd::Address(other) if is_same_address(address, other));
                    if !found.iter().any(|one| leads(&one)) {
                        let message = format!("no link leads to '{address}' here");
                        self.report(
                            codes::LINK_DIFFERS,
                            message,
                            word,
                            word_at(edition, place),
                        );
                    }
                }
                LinkEnd::Name(name) => {
                    let Some(target) = self.find_source_place(name) else { continue };
                    let Some(expected) = self.edition_place(target) else { continue };
                    let is_right = |one: &&StreamLink| self.leads_to(&one.end, expected);
                    if !found.iter().any(is_right) {
                        let message =
                            "the link to another place leads elsewhere".to_owned();
                        self.report(
                            codes::LINK_DIFFERS,
                            message,
                            word,
                            word_at(edition, place),
                        );
                    }
                }
                LinkEnd::Address(_) | LinkEnd::Line(_) | LinkEnd::Nowhere => {}
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
        let (source, edition) = (&self.source.body, &self.edition.body);
        edition_position(source, edition, &self.body_hunks, &self.body_spaced, place.at)
    }

    /// Whether a link leads to a place of the body.
    fn leads_to(&self, end: &LinkEnd, at: usize) -> bool {
        match end {
            LinkEnd::Name(name) => self
                .edition
                .places
                .get(name)
                .is_some_and(|place| place.note.is_none() && place.at == at),
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

    /// Checks that each line of the contents leads to the heading that it names.
    pub(super) fn check_entries(&mut self) {
        let edition = self.edition;
        let mut headings: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, heading) in edition.headings.iter().enumerate() {
            headings.entry(letters_only(heading)).or_default().push(place);
        }
        let on_pages = self.list_headings_of_pages();
        let pages: BTreeSet<usize> =
            edition.body.words.iter().map(|word| word.file).collect();
        for EditionEntry { text, end } in &edition.entries {
            let letters = letters_only(text);
            // The figures at its end may be those of its heading, its folio, or both.
            let named: Vec<usize> = variants_without_folio(&letters)
                .filter(|letters| !letters.is_empty())
                .filter_map(|letters| headings.get(letters))
                .flatten()
                .copied()
                .filter(|&place| has_signs_of(text, &edition.headings[place]))
                .collect();
            if named.is_empty() {
                continue;
            }
            let found = match end {
                LinkEnd::Name(name) => edition.places.get(name).map(|place| {
                    let next = |&word: &usize| {
                        edition
                            .body
                            .words
                            .get(word)
                            .is_some_and(|word| word.start < place.at)
                    };
                    edition.heading_places.partition_point(next)
                }),
                // A page of notes may lack a heading over those of a chapter.
                LinkEnd::Line(line) if !pages.contains(&line.page) => continue,
                LinkEnd::Line(line) => on_pages.get(&line.page).and_then(|headings| {
                    let below = |(height, _): &&(i64, usize)| *height <= line.height;
                    headings.iter().find(below).map(|(_, heading)| *heading)
                }),
                LinkEnd::Address(_) => continue,
                LinkEnd::Nowhere => None,
            };
            // Headings over notes are the edition's, and may be called as chapters are.
            let is_over_notes = edition.matter.iter().any(|matter| {
                matter.kind == MatterKind::Heading
                    && letters_only(&matter.text) == letters
                    && match end {
                        LinkEnd::Line(line) => line.page == matter.file,
                        LinkEnd::Name(name) => {
                            let file = name.split('#').next();
                            file == edition.files.get(matter.file).map(String::as_str)
                        }
                        LinkEnd::Address(_) | LinkEnd::Nowhere => false,
                    }
            });
            // A chapter without a title is called by its first words.
            let is_first_words = self.letters_at(end).is_some_and(|found| {
                variants_without_folio(&letters)
                    .any(|letters| !letters.is_empty() && found.starts_with(letters))
            });
            let is_named = found.is_some_and(|found| named.contains(&found));
            if !is_over_notes && !is_first_words && !is_named {
                let message =
                    format!("the line '{}' of the contents leads elsewhere", text.trim());
                self.report(codes::LINK_DIFFERS, message, None, None);
            }
        }
    }

    /// The letters of the first words to which a link leads in the body.
    fn letters_at(&self, end: &LinkEnd) -> Option<String> {
        let words = &self.edition.body.words;
        let first = match end {
            LinkEnd::Name(name) => {
                let place = self.edition.places.get(name)?;
                let at = place.note.is_none().then_some(place.at)?;
                words.partition_point(|word| word.start < at)
            }
            LinkEnd::Line(line) => words
                .iter()
                .position(|word| word.file == line.page && word.height <= line.height)?,
            LinkEnd::Address(_) | LinkEnd::Nowhere => return None,
        };
        let words = words.get(first..).unwrap_or_default().iter().take(ENTRY_WORDS);
        Some(words.map(|word| letters_only(&word.text)).collect())
    }

    /// The headings of each page of a PDF, with their heights, from the top.
    fn list_headings_of_pages(&self) -> BTreeMap<usize, Vec<(i64, usize)>> {
        let mut pages: BTreeMap<usize, Vec<(i64, usize)>> = BTreeMap::new();
        for (heading, &word) in self.edition.heading_places.iter().enumerate() {
            if let Some(word) = self.edition.body.words.get(word) {
                pages.entry(word.file).or_default().push((word.height, heading));
            }
        }
        for headings in pages.values_mut() {
            headings
                .sort_by_key(|&(height, heading)| (std::cmp::Reverse(height), heading));
        }
        pages
    }
}

/// Whether two lines have the same signs, besides letters, figures and usual punctuation: one
/// with others is no line of this heading.
fn has_signs_of(one: &str, other: &str) -> bool {
    let is_sign = |c: &char| {
        !c.is_alphanumeric() && !c.is_whitespace() && !USUAL_PUNCTUATION.contains(*c)
    };
    one.chars().filter(is_sign).eq(other.chars().filter(is_sign))
}

/// Whether readers follow links to an address.
fn is_followed(address: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
    let schemes = ["http://", "https://", "mailto:"];
    let rest = schemes.iter().find_map(|start| address.strip_prefix(start));
    rest.is_some_and(|rest| {
        rest.starts_with(char::is_alphanumeric) && rest.chars().all(is_plain)
    })
}

/// Whether two addresses are the same, but for characters that are written in another way.
fn is_same_address(one: &str, other: &str) -> bool {
    one == other || normalise_address(one) == normalise_address(other)
}

/// An address with escapes undone.
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
