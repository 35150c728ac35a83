//! Inlines: what stands in a line of text.

use super::block::Block;
use crate::text::language::Language;
use crate::text::span::Origin;

/// A piece of a paragraph. Closed: a new kind must be answered by every edition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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

/// An inline that holds no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InlineLeaf<'a> {
    /// Characters.
    Text(&'a str),
    /// Characters set as they are typed.
    Code(&'a str),
    /// A line end that is part of the text.
    LineBreak,
    /// A note where it is called.
    Note(&'a Note),
    /// Here began a page of the printed source.
    PageMark(&'a str),
}

/// What a line of text says, in reading order: its inlines without those that hold others.
pub fn leaves(line: &[Inline]) -> impl Iterator<Item = InlineLeaf<'_>> {
    let mut open = vec![line.iter()];
    std::iter::from_fn(move || {
        loop {
            let Some(inline) = open.last_mut()?.next() else {
                open.pop();
                continue;
            };
            return Some(match inline {
                Inline::Text(text) => InlineLeaf::Text(text),
                Inline::Code(text) => InlineLeaf::Code(text),
                Inline::LineBreak => InlineLeaf::LineBreak,
                Inline::Note(note) => InlineLeaf::Note(note),
                Inline::PageMark(number) => InlineLeaf::PageMark(number),
                Inline::Emphasis(inner)
                | Inline::Strong(inner)
                | Inline::Foreign { content: inner, .. }
                | Inline::Link { content: inner, .. } => {
                    open.push(inner.iter());
                    continue;
                }
            });
        }
    })
}

/// The same of a line that is not needed any more: those of its leaves that are wanted.
pub(super) fn into_leaves(line: Vec<Inline>, wanted: fn(&Inline) -> bool) -> Vec<Inline> {
    let leaves = line.into_iter().flat_map(|inline| match inline {
        Inline::Emphasis(inner)
        | Inline::Strong(inner)
        | Inline::Foreign { content: inner, .. }
        | Inline::Link { content: inner, .. } => into_leaves(inner, wanted),
        leaf @ (Inline::Text(_)
        | Inline::Code(_)
        | Inline::LineBreak
        | Inline::Note(_)
        | Inline::PageMark(_)) => vec![leaf],
    });
    leaves.filter(wanted).collect()
}

/// The notes that a line of text calls, in reading order.
pub fn notes(line: &[Inline]) -> impl Iterator<Item = &Note> {
    leaves(line).filter_map(|leaf| match leaf {
        InlineLeaf::Note(note) => Some(note),
        InlineLeaf::Text(_)
        | InlineLeaf::Code(_)
        | InlineLeaf::LineBreak
        | InlineLeaf::PageMark(_) => None,
    })
}

/// Which notes a note belongs to. An edition of a work that has notes already has two kinds:
/// those of the author and those of the editor or translator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum NoteSeries {
    /// The only series, or that which figures count.
    #[default]
    First,
    /// Another, counted apart.
    Second,
}

/// A note: number and mark belong to the edition.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Note {
    /// Which notes it belongs to.
    pub series: NoteSeries,
    /// What it says; not empty.
    pub blocks: Vec<Block>,
    /// Where it stood in the source.
    pub origin: Origin,
    /// Which note of its book it is; none in a document, whose notes are in no book yet.
    pub id: Option<NoteId>,
}

/// Which note of a book a note is: no two notes of a book have the same id.
///
/// [`super::assemble::assemble`] gives ids, in reading order. A copy of a note has the id of
/// its original: words are copied to be measured or to be set in other ways, and the mark in
/// them has to show the number of the original.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NoteId(pub(super) u32);

impl NoteId {
    /// The place of the note in a list of all notes of its book by id.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}
