//! Inlines: what a line of text consists of.

use super::block::Block;
use crate::text::language::Language;
use crate::text::span::Origin;

/// A part of a line of text. The enum is closed: every edition must handle a new kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Inline {
    /// Characters. Words are separated by single spaces; there are no line ends.
    Text(String),
    /// Emphasis, set in italics.
    Emphasis(Vec<Inline>),
    /// Strong emphasis, set in bold.
    Strong(Vec<Inline>),
    /// Letters and figures of another form.
    Variant {
        /// The form.
        variant: FontVariant,
        /// The text.
        content: Vec<Inline>,
    },
    /// A phrase in another language.
    Foreign {
        /// The language.
        language: Language,
        /// The phrase.
        content: Vec<Inline>,
    },
    /// A link to an address outside the book.
    Link {
        /// The address.
        target: String,
        /// The text of the link.
        content: Vec<Inline>,
    },
    /// Characters set as they are typed (CommonMark code spans).
    Code(String),
    /// A line end that is part of the text.
    LineBreak,
    /// A note, stored where the text refers to it.
    Note(Box<Note>),
    /// The beginning of a page of the printed source.
    PageMark(
        /// The page's number as it was printed (`12`, `xiv`).
        String,
    ),
}

/// A form of letters and figures that is part of what a text says: `m²` is not `m2`. CSS has
/// them as `font-variant-caps` and `font-variant-position`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FontVariant {
    /// Small letters as small capitals.
    SmallCaps,
    /// Raised and smaller.
    Superscript,
    /// Lowered and smaller.
    Subscript,
}

/// An inline that contains no other inlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InlineLeaf<'a> {
    /// Characters.
    Text(&'a str),
    /// Characters set as they are typed.
    Code(&'a str),
    /// A line end that is part of the text.
    LineBreak,
    /// A note, where the text refers to it.
    Note(&'a Note),
    /// The beginning of a page of the printed source.
    PageMark(&'a str),
}

/// Iterates over the leaves of a line in reading order: its inlines except those that
/// contain others.
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
                | Inline::Variant { content: inner, .. }
                | Inline::Foreign { content: inner, .. }
                | Inline::Link { content: inner, .. } => {
                    open.push(inner.iter());
                    continue;
                }
            });
        }
    })
}

/// Takes from a line the leaves that are `wanted`.
pub(super) fn into_leaves(line: Vec<Inline>, wanted: fn(&Inline) -> bool) -> Vec<Inline> {
    let leaves = line.into_iter().flat_map(|inline| match inline {
        Inline::Emphasis(inner)
        | Inline::Strong(inner)
        | Inline::Variant { content: inner, .. }
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

/// Iterates over the notes that a line refers to, in reading order.
pub fn notes(line: &[Inline]) -> impl Iterator<Item = &Note> {
    leaves(line).filter_map(|leaf| match leaf {
        InlineLeaf::Note(note) => Some(note),
        InlineLeaf::Text(_)
        | InlineLeaf::Code(_)
        | InlineLeaf::LineBreak
        | InlineLeaf::PageMark(_) => None,
    })
}

/// The series of a note. An edition of a work that has notes already has two: those of the
/// author, and those of the editor or translator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum NoteSeries {
    /// The only series, or the one with numbers as marks.
    #[default]
    First,
    /// A second series, numbered separately.
    Second,
}

/// A note. Its number and its mark are given by the edition.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Note {
    /// Its series.
    pub series: NoteSeries,
    /// Its text; not empty.
    pub blocks: Vec<Block>,
    /// Where it is in the source.
    pub origin: Origin,
    /// Its id in the book; `None` in a document that is not part of a book yet.
    pub id: Option<NoteId>,
}

/// The id of a note, unique in its book.
///
/// [`super::assemble::assemble`] assigns ids in reading order. A copy of a note has the id
/// of its original: text is copied to be measured or set in another way, and the mark in
/// the copy must show the number of the original.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NoteId(pub(super) u32);

impl NoteId {
    /// The index of the note in a list of all notes of its book, ordered by id.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}
