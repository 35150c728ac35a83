//! The model: what a book *is*, how to build, walk and print one; no I/O, no layout.
//!
//! A [`Document`] is what one source file says; a [`Book`] is made of documents.
//! Notes stand in the text where they are called, so a note without a mark, or a mark
//! without a note, cannot be said in it.

pub mod block;
pub mod figure;
pub mod inline;
pub mod metadata;
pub mod picture;
pub mod purpose;
pub mod relator;
pub mod table;

pub mod normal;
mod positions;

pub mod markdown;
pub mod reading;

pub mod assemble;

pub mod matter;

pub mod codes;
pub mod dump;

use block::Block;
use inline::Inline;
use metadata::{Contributor, Date, Metadata};
use picture::Pictures;
use purpose::Purpose;

use crate::text::language::Language;
use crate::text::span::Origin;

/// One source text, whole: the value that Markdown is read into and written from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Document {
    /// What the text says of itself, or its metadata block does.
    pub metadata: Metadata,
    /// Its blocks in reading order; headings stand among them.
    pub blocks: Vec<Block>,
}

/// A book: its particulars and its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Book {
    /// The particulars.
    pub metadata: Metadata,
    /// The text, in reading order.
    pub divisions: Vec<Division>,
    /// The pictures that its figures show. A figure without one is set as
    /// [`figure::Figure::rest`] says.
    pub pictures: Pictures,
}

/// What a book is divided into at the top.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Division {
    /// Chapters under a common title, which has a leaf of its own.
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
    /// What it is for.
    pub purpose: Purpose,
    /// The title; empty for text that stands before the first heading.
    pub title: Vec<Inline>,
    /// What stands under the title, smaller; the contents do not list it.
    pub subtitle: Option<String>,
    /// Who wrote it, where that is not said for the book as a whole.
    pub authors: Vec<Contributor>,
    /// When it was written, where that is not said for the book as a whole.
    pub date: Option<Date>,
    /// Its language, where it is not the book's.
    pub language: Option<Language>,
    /// Notes count from 1 again here: a new source document begins, whose own
    /// references ("see note 12") must stay right.
    pub restarts_notes: bool,
    /// The text.
    pub blocks: Vec<Block>,
    /// Where it begins.
    pub origin: Origin,
}

impl Book {
    /// The chapters in reading order, those inside parts too.
    pub fn chapters(&self) -> impl Iterator<Item = &Chapter> {
        self.divisions.iter().flat_map(|division| match division {
            Division::Part(part) => part.chapters.as_slice(),
            Division::Chapter(chapter) => std::slice::from_ref(chapter),
        })
    }
}
