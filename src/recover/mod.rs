//! Pages of lines become a document by a list of rules, each of which reports its
//! evidence.

pub mod blocks;
mod measure;
pub mod zones;

use crate::book::Document;
use crate::text::language::Language;
use crate::text::span::Span;

/// What is known of a document before it is read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hints {
    /// Its language; guessed from the text where none is given.
    pub language: Option<Language>,
}

/// A document recovered from raw text, and what was left out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recovered {
    /// The document.
    pub document: Document,
    /// What of the source is not in the document, in the order of the source.
    /// Every character of the source but white space is in the one or in the other.
    pub removals: Vec<Removal>,
}

/// A stretch of the source that is not part of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removal {
    /// Where it stood.
    pub span: Span,
    /// What it was.
    pub kind: RemovalKind,
}

/// What a removed stretch of the source was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RemovalKind {
    /// A running head or foot.
    RunningHead,
    /// A page number; it became a page mark.
    Folio,
    /// A stamp, watermark, contact line or printer's signature mark.
    Stamp,
    /// The label before a note's text.
    NoteLabel,
    /// The mark in the text that calls a note.
    NoteMark,
    /// A hyphen that divided a word at a line end.
    LineEndHyphen,
    /// A character that only the extraction put there.
    Extraction,
    /// A second copy of a text that stands elsewhere.
    Duplicate,
    /// Title, author or date; it went into the metadata.
    Metadata,
    /// A list number or bullet; the list makes it anew.
    ListLabel,
    /// An ornament between paragraphs; the edition sets its own.
    Ornament,
}
