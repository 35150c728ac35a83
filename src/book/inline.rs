//! Inlines: what stands in a line of text.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

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
pub enum Leaf<'a> {
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
pub fn leaves(line: &[Inline]) -> impl Iterator<Item = Leaf<'_>> {
    let mut open = vec![line.iter()];
    std::iter::from_fn(move || {
        loop {
            let Some(inline) = open.last_mut()?.next() else {
                open.pop();
                continue;
            };
            return Some(match inline {
                Inline::Text(text) => Leaf::Text(text),
                Inline::Code(text) => Leaf::Code(text),
                Inline::LineBreak => Leaf::LineBreak,
                Inline::Note(note) => Leaf::Note(note),
                Inline::PageMark(number) => Leaf::PageMark(number),
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
        Leaf::Note(note) => Some(note),
        Leaf::Text(_) | Leaf::Code(_) | Leaf::LineBreak | Leaf::PageMark(_) => None,
    })
}

/// Which notes a note belongs to. An edition of a work that has notes already has two kinds:
/// those of the author and those of the editor or translator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Series {
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
    pub series: Series,
    /// What it says; not empty.
    pub blocks: Vec<Block>,
    /// Where it stood in the source.
    pub origin: Origin,
    /// Which note it is.
    pub identity: Identity,
}

/// What a note and its copies have in common, and no other note has, whatever it says.
///
/// Words are copied to be measured and to be set in other ways; the number of a note in
/// them is that of the note in the book. As with origins, two identities are always equal:
/// books are compared by what they say.
#[derive(Clone)]
pub struct Identity(Arc<()>);

impl Identity {
    /// A number that no other note has as long as one of the copies is there. It is another
    /// in every run: to be looked up, never walked.
    pub(super) fn key(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
}

impl Default for Identity {
    /// That of a note of its own.
    fn default() -> Self {
        Self(Arc::new(()))
    }
}

impl PartialEq for Identity {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Identity {}

impl Hash for Identity {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Identity")
    }
}
