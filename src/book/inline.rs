//! Inlines: what stands in a line of text.

use super::block::Block;
use crate::text::language::Language;
use crate::text::span::Origin;

/// A piece of a paragraph. Closed: a new kind must be answered by every edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// Characters; single spaces part the words, no line ends.
    Text(String),
    /// Stressed words, set in italics.
    Emphasis(Vec<Inline>),
    /// Strongly stressed words, set in bold.
    Strong(Vec<Inline>),
    /// Words in another language.
    Foreign {
        /// The language.
        language: Language,
        /// The words.
        content: Vec<Inline>,
    },
    /// Words that lead to an address outside the book.
    Link {
        /// The address.
        target: String,
        /// The words.
        content: Vec<Inline>,
    },
    /// Characters set as they are typed (CommonMark code spans).
    Code(String),
    /// A line end that is part of the text.
    LineBreak,
    /// A note, standing where it is called.
    Note(Box<Note>),
    /// Here began a page of the printed source.
    PageMark(
        /// The page's number as it was printed (`12`, `xiv`).
        String,
    ),
}

/// A note: number and mark belong to the edition.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Note {
    /// What it says; not empty.
    pub blocks: Vec<Block>,
    /// Where it stood in the source.
    pub origin: Origin,
}
