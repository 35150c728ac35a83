//! The model: what a book *is*, how to build, walk and print it; no I/O, no layout.
//!
//! A [`Document`] is the content of one source file; a [`Book`] is assembled from
//! documents. Notes are stored where the text refers to them, so the model cannot represent
//! a note without a mark, or a mark without a note.

pub mod block;
pub mod decisions;
pub mod figure;
pub mod formula;
pub mod inline;
pub mod metadata;
pub mod picture;
pub mod purpose;
pub mod references;
pub mod relator;
pub mod shop;
pub mod source_traits;
pub mod table;

pub mod normal;
pub(crate) mod passage;
mod positions;
pub mod typography;

pub mod markdown;
pub mod reading;

pub mod assemble;
mod divisions;

pub mod matter;

pub mod codes;
pub mod dump;

use block::Block;
use inline::Inline;
use metadata::{Contributor, Date, Metadata};
use picture::Pictures;
use purpose::Purpose;
use references::BookPlaces;

use crate::text::language::Language;
use crate::text::span::Origin;

/// One source text: the value that Markdown is read into and written from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document {
    /// What the text or its metadata block says about the text.
    pub metadata: Metadata,
    /// Its blocks in reading order, headings among them.
    pub blocks: Vec<Block>,
}

/// A book: its metadata and its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Book {
    /// The metadata.
    pub metadata: Metadata,
    /// The text, in reading order.
    pub divisions: Vec<Division>,
    /// The places that its cross references and its index lead to.
    pub places: BookPlaces,
    /// The pictures that its figures show. A figure without one becomes text, see
    /// [`figure::Figure::fallback`].
    pub pictures: Pictures,
}

/// A top-level division of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Division {
    /// Chapters under a common title, which has a page of its own.
    Part(Part),
    /// A chapter outside any part.
    Chapter(Chapter),
}

/// Chapters under a common title.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Part {
    /// The title.
    pub title: Vec<Inline>,
    /// The chapters, in reading order.
    pub chapters: Vec<Chapter>,
}

/// A chapter. Headings inside it begin at level 2.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Chapter {
    /// Its purpose.
    pub purpose: Purpose,
    /// The title; empty for text before the first heading.
    pub title: Vec<Inline>,
    /// The title as it is in running heads.
    pub short: Option<String>,
    /// The subtitle, set smaller below the title; not listed in the contents.
    pub subtitle: Option<String>,
    /// Its authors, if they are not those of the book.
    pub authors: Vec<Contributor>,
    /// Its date, if it is not that of the book.
    pub date: Option<Date>,
    /// Its language, if it is not that of the book.
    pub language: Option<Language>,
    /// Note numbers begin again from 1 here. A new source document begins, and its own
    /// references ("see note 12") must stay right.
    pub restarts_notes: bool,
    /// The text.
    pub blocks: Vec<Block>,
    /// Where it begins in the source.
    pub origin: Origin,
}

impl Division {
    /// Its chapters: those of a part, or the chapter itself.
    pub(crate) fn chapters_mut(&mut self) -> &mut [Chapter] {
        match self {
            Self::Part(part) => part.chapters.as_mut_slice(),
            Self::Chapter(chapter) => std::slice::from_mut(chapter),
        }
    }
}

impl Book {
    /// Whether a page of its own takes the place of the imprint.
    #[must_use]
    pub(crate) fn has_copyright_page(&self) -> bool {
        self.chapters().any(|chapter| chapter.purpose == Purpose::Copyright)
    }

    /// Iterates over the chapters in reading order, including those in parts.
    pub fn chapters(&self) -> impl Iterator<Item = &Chapter> {
        self.divisions.iter().flat_map(|division| match division {
            Division::Part(part) => part.chapters.as_slice(),
            Division::Chapter(chapter) => std::slice::from_ref(chapter),
        })
    }
}
