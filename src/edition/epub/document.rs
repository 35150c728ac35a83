//! A content document (EPUB 3.3 §6) as a value: its markup, and the facts about it that
//! later steps need.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::characters::UsedCharacters;
use super::formulas::MATHML;
use super::markup::{Relocation, RelocationTarget};
use super::plan::EpubPlan;
use super::split::LARGEST_FILE;
use crate::book::block::ListNumbering;
use crate::book::figure::{Alternative, Figure};
use crate::book::purpose::{BookMatter, Purpose};
use crate::text::language::Language;

/// A content document of the book.
#[derive(Debug)]
pub(super) struct ContentDocument {
    /// Name of the file.
    pub(super) name: String,
    /// Its title: of the document, and in the guide and landmarks.
    pub(super) title: String,
    /// What it is.
    pub(super) kind: DocumentKind,
    /// The landmark that leads to it.
    pub(super) landmark: Option<Landmark>,
    /// The whole file.
    pub(super) markup: String,
    /// What is in it.
    pub(super) facts: DocumentFacts,
}

/// What a content document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DocumentKind {
    /// The cover page.
    Cover,
    /// The title page.
    TitlePage,
    /// The imprint.
    Imprint,
    /// The title again, between front matter and text.
    HalfTitle,
    /// A part's title.
    Part,
    /// A chapter or another text of the book, or the beginning of one.
    Chapter(Purpose),
    /// More of a chapter: its text, or its notes.
    Continuation(Purpose),
    /// Gathered notes.
    Notes,
}

/// The main places of a book, to which reading systems have buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Landmark {
    /// The cover page.
    Cover,
    /// The title page.
    TitlePage,
    /// The beginning of the text.
    Text,
    /// The beginning of the notes.
    Notes,
}

/// What is in a content document. After a division only `pages` is complete: the other
/// facts serve the division and [`BookFacts`], which come before.
#[derive(Debug, Default)]
pub(super) struct DocumentFacts {
    /// The characters.
    pub(super) characters: UsedCharacters,
    /// What its figures say about their pictures.
    pub(super) pictures: PictureFacts,
    /// What it needs rules of the style sheet for.
    pub(super) style: StyleNeeds,
    /// The page break markers, in order.
    pub(super) pages: Vec<PageBreakMarker>,
    /// The note marks: serial numbers of the notes, and the languages of the texts around.
    pub(super) note_marks: BTreeMap<u32, Language>,
    /// The places that depend on file names, in order.
    pub(super) relocations: Vec<Relocation>,
    /// Where the content of the body begins, in bytes.
    pub(super) body_start: usize,
    /// Where the text of a chapter begins, after its title, in bytes.
    pub(super) text_start: usize,
    /// The top-level blocks of a chapter.
    pub(super) blocks: Vec<BlockExtent>,
    /// The notes.
    pub(super) notes: Vec<NoteExtent>,
}

/// Where a page of the printed source begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PageBreakMarker {
    /// The page's number as printed.
    pub(super) label: String,
    /// The number of the marker in the book, from 1. Its id has it.
    pub(super) number: usize,
}

/// A top-level block of a chapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BlockExtent {
    /// The bytes of its markup.
    pub(super) range: Range<usize>,
    /// How many sections are closed at its beginning, within `range`.
    pub(super) closed_sections: usize,
    /// How many sections are open at its end.
    pub(super) open_sections: usize,
}

/// A note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NoteExtent {
    /// Its serial number.
    pub(super) serial: u32,
    /// The bytes of its markup.
    pub(super) range: Range<usize>,
}

/// What figures say about their pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct PictureFacts {
    /// There is a picture that shows something.
    pub(super) any_shown: bool,
    /// There is a picture without a text alternative.
    pub(super) any_undescribed: bool,
}

/// Languages in Cyrillic and Greek. The built-in families and most others have no small
/// capitals of these scripts.
const WITHOUT_SMALL_CAPITALS: [&str; 7] = ["be", "bg", "el", "mk", "ru", "sr", "uk"];

/// What needs rules of the style sheet that other books do without.
#[derive(Debug, Default)]
pub(super) struct StyleNeeds {
    /// The widths of pictures, in hundredths of the measure, where they are stated.
    pub(super) picture_widths: BTreeSet<u8>,
    /// The numberings of lists that HTML does not have by itself.
    pub(super) list_numberings: BTreeSet<ListNumbering>,
    /// The script of the text is one for which faces have no small capitals: spaced letters
    /// would be all that is left of them.
    pub(super) lacks_small_capitals: bool,
}

/// What is in all content documents of a book together, however they are divided.
#[derive(Debug)]
pub(super) struct BookFacts {
    /// The characters.
    pub(super) characters: UsedCharacters,
    /// What the figures say about their pictures.
    pub(super) pictures: PictureFacts,
    /// What they need rules of the style sheet for.
    pub(super) style: StyleNeeds,
    /// There are page break markers.
    pub(super) has_pages: bool,
    /// There are formulas in `MathML`.
    pub(super) has_formulas: bool,
}

/// The content documents rendered so far, in the order of rendering.
#[derive(Debug, Default)]
pub(super) struct RenderedDocuments {
    pub(super) documents: Vec<ContentDocument>,
    /// The document in which a note mark is, by the serial number of its note.
    documents_of_marks: BTreeMap<u32, usize>,
    /// How many page break markers there are.
    pub(super) page_count: usize,
}

impl ContentDocument {
    /// Whether some reading systems would fail to show it.
    pub(super) fn is_too_large(&self) -> bool {
        self.markup.len() > LARGEST_FILE
    }
}

impl DocumentKind {
    /// Whether it comes before the text.
    pub(super) fn is_front_matter(self) -> bool {
        self.matter() == BookMatter::Front
    }

    /// The part of the book that it belongs to.
    pub(super) fn matter(self) -> BookMatter {
        match self {
            Self::Cover | Self::TitlePage | Self::Imprint | Self::HalfTitle => {
                BookMatter::Front
            }
            Self::Part => BookMatter::Body,
            Self::Chapter(purpose) | Self::Continuation(purpose) => purpose.matter(),
            Self::Notes => BookMatter::Back,
        }
    }

    /// Whether it is the colophon, which is the last page of the book.
    pub(super) fn is_colophon(self) -> bool {
        matches!(
            self,
            Self::Chapter(Purpose::Colophon) | Self::Continuation(Purpose::Colophon)
        )
    }
}

impl DocumentFacts {
    /// The relocations in some bytes of the markup.
    pub(super) fn relocations_in(&self, bytes: &Range<usize>) -> &[Relocation] {
        let index = |at| self.relocations.partition_point(|one| one.range.start < at);
        &self.relocations[index(bytes.start)..index(bytes.end)]
    }

    /// How many note marks there are in some bytes of the markup.
    pub(super) fn count_note_marks(&self, bytes: &Range<usize>) -> usize {
        let is_mark =
            |one: &&Relocation| matches!(one.target, RelocationTarget::NoteFile(_));
        self.relocations_in(bytes).iter().filter(is_mark).count()
    }
}

impl PictureFacts {
    /// Adds a figure that is shown.
    pub(super) fn add_figure(&mut self, figure: &Figure) {
        match figure.alternative {
            Alternative::Words(_) => self.any_shown = true,
            Alternative::Missing => {
                (self.any_shown, self.any_undescribed) = (true, true);
            }
            Alternative::Decorative => {}
        }
    }

    /// Adds those of another document.
    fn add(&mut self, other: Self) {
        self.any_shown |= other.any_shown;
        self.any_undescribed |= other.any_undescribed;
    }
}

impl ContentDocument {
    /// Whether it has formulas in `MathML`.
    pub(super) fn has_formulas(&self) -> bool {
        self.markup.contains(MATHML)
    }
}

impl BookFacts {
    /// Collects the facts of documents in the order of rendering: a character is reported
    /// where it was rendered first.
    pub(super) fn collect(plan: &EpubPlan<'_>, documents: &[ContentDocument]) -> Self {
        let language = plan.publication.book.metadata.language.as_ref();
        let lacks_small_capitals =
            language.is_some_and(|one| WITHOUT_SMALL_CAPITALS.contains(&one.primary()));
        let mut book = Self {
            characters: UsedCharacters::default(),
            pictures: PictureFacts::default(),
            style: StyleNeeds { lacks_small_capitals, ..StyleNeeds::default() },
            has_formulas: documents.iter().any(ContentDocument::has_formulas),
            has_pages: documents.iter().any(|one| !one.facts.pages.is_empty()),
        };
        for ContentDocument { facts, .. } in documents {
            book.characters.add(&facts.characters);
            book.pictures.add(facts.pictures);
            book.style.picture_widths.extend(&facts.style.picture_widths);
            book.style.list_numberings.extend(&facts.style.list_numberings);
        }
        book
    }
}

impl RenderedDocuments {
    /// Adds the next document.
    pub(super) fn push(&mut self, document: ContentDocument) {
        let serials = document.facts.note_marks.keys();
        self.documents_of_marks
            .extend(serials.map(|serial| (*serial, self.documents.len())));
        self.page_count += document.facts.pages.len();
        self.documents.push(document);
    }

    /// The name of the file in which a note mark is, and the language of the text around it.
    pub(super) fn find_mark(&self, serial: u32) -> Option<(&str, &Language)> {
        let document = &self.documents[*self.documents_of_marks.get(&serial)?];
        Some((&document.name, document.facts.note_marks.get(&serial)?))
    }
}
