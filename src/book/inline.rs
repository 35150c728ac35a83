//! Inlines: what a line of text consists of.

use super::block::Block;
use super::figure::Figure;
use super::formula::Formula;
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
    /// Words with a meaning or a style of their own.
    Phrase {
        /// What they are.
        kind: PhraseKind,
        /// The words.
        content: Vec<Inline>,
    },
    /// A link to an address outside the book.
    Link {
        /// The address.
        target: String,
        /// The text of the link.
        content: Vec<Inline>,
    },
    /// A reference to a place in the book.
    CrossReference {
        /// The place: in a document, as written (`#id`, `other.md#id`, `other.md`); in a
        /// book, the name of an [`Inline::Anchor`].
        target: String,
        /// The text of the reference; an edition writes its own if there is none.
        content: Vec<Inline>,
    },
    /// Characters set as they are typed (CommonMark code spans).
    Code(String),
    /// A formula.
    Formula(Box<Formula>),
    /// A picture as high as the letters beside it, such as a sign that no font has. Its
    /// caption is its title: no edition prints it.
    Picture(Box<Figure>),
    /// A line end that is part of the text.
    LineBreak,
    /// A note, stored where the text refers to it.
    Note(Box<Note>),
    /// The beginning of a page of the printed source.
    PageMark(
        /// The page's number as it was printed (`12`, `xiv`).
        String,
    ),
    /// A place that cross references lead to.
    Anchor(
        /// Its name: in a document, the `id` as written; in a book, unique. Not empty.
        String,
    ),
    /// An entry of the index that refers to this place.
    IndexMark(Box<IndexMark>),
}

/// What words are that have a meaning or a style of their own. The names of most are those
/// of HTML's text-level elements (HTML §4.5 and §4.7).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PhraseKind {
    /// Deleted or no longer accurate, and still legible: struck through (`del`, `s`).
    Deleted,
    /// Underlined, as in the edition of a manuscript (`u`, `ins`).
    Underlined,
    /// Highlighted (`mark`).
    Marked,
    /// Keys to be pressed (`kbd`).
    Keyboard,
    /// An abbreviation (`abbr`).
    Abbreviation {
        /// What it stands for.
        expansion: Option<String>,
    },
    /// A note in the margin, beside the line that it stands in.
    Marginal,
    /// In a style that the design or the style sheet of the book names.
    Styled(
        /// The name; a CSS class.
        String,
    ),
    /// Words that an edition adds: where a cross reference leads. No document has them.
    Added,
}

/// An entry of the index, where the text refers to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct IndexMark {
    /// The headings from the main entry to the sub-entry; not empty.
    pub path: Vec<IndexHeading>,
    /// The entry that this one sends readers to in place of a page.
    pub see: Option<IndexSee>,
}

/// A heading of the index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct IndexHeading {
    /// Its words; not empty.
    pub words: String,
    /// The words by which it is sorted, if they are not its own.
    pub sort: Option<String>,
}

/// A reference from an entry of the index to another.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IndexSee {
    /// "See": the other has everything.
    See(String),
    /// "See also".
    SeeAlso(String),
}

impl Inline {
    /// The inlines inside it; none for a leaf.
    #[must_use]
    pub fn content(&self) -> Option<&[Self]> {
        match self {
            Self::Emphasis(content)
            | Self::Strong(content)
            | Self::Variant { content, .. }
            | Self::Foreign { content, .. }
            | Self::Phrase { content, .. }
            | Self::Link { content, .. }
            | Self::CrossReference { content, .. } => Some(content),
            Self::Text(_)
            | Self::Code(_)
            | Self::Formula(_)
            | Self::Picture(_)
            | Self::LineBreak
            | Self::Note(_)
            | Self::PageMark(_)
            | Self::Anchor(_)
            | Self::IndexMark(_) => None,
        }
    }

    /// Itself as a leaf; `None` if it contains others.
    pub(super) fn leaf(&self) -> Option<InlineLeaf<'_>> {
        Some(match self {
            Self::Text(text) => InlineLeaf::Text(text),
            Self::Code(text) => InlineLeaf::Code(text),
            Self::Formula(formula) => InlineLeaf::Formula(formula),
            Self::Picture(figure) => InlineLeaf::Picture(figure),
            Self::LineBreak => InlineLeaf::LineBreak,
            Self::Note(note) => InlineLeaf::Note(note),
            Self::PageMark(number) => InlineLeaf::PageMark(number),
            Self::Anchor(name) => InlineLeaf::Anchor(name),
            Self::IndexMark(mark) => InlineLeaf::IndexMark(mark),
            Self::Emphasis(_)
            | Self::Strong(_)
            | Self::Variant { .. }
            | Self::Foreign { .. }
            | Self::Phrase { .. }
            | Self::Link { .. }
            | Self::CrossReference { .. } => return None,
        })
    }

    /// Like [`Self::content`], with mutable access.
    pub(crate) fn content_mut(&mut self) -> Option<&mut Vec<Self>> {
        match self {
            Self::Emphasis(content)
            | Self::Strong(content)
            | Self::Variant { content, .. }
            | Self::Foreign { content, .. }
            | Self::Phrase { content, .. }
            | Self::Link { content, .. }
            | Self::CrossReference { content, .. } => Some(content),
            Self::Text(_)
            | Self::Code(_)
            | Self::Formula(_)
            | Self::Picture(_)
            | Self::LineBreak
            | Self::Note(_)
            | Self::PageMark(_)
            | Self::Anchor(_)
            | Self::IndexMark(_) => None,
        }
    }

    /// The same inline with other content; a leaf has none and stays as it is.
    pub(crate) fn with_content(mut self, content: Vec<Self>) -> Self {
        if let Some(inner) = self.content_mut() {
            *inner = content;
        }
        self
    }

    /// Whether it marks a place in the text and shows no words there.
    #[must_use]
    pub fn is_place(&self) -> bool {
        matches!(self, Self::PageMark(_) | Self::Anchor(_) | Self::IndexMark(_))
    }
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
    /// A formula.
    Formula(&'a Formula),
    /// A picture in the line.
    Picture(&'a Figure),
    /// A line end that is part of the text.
    LineBreak,
    /// A note, where the text refers to it.
    Note(&'a Note),
    /// The beginning of a page of the printed source.
    PageMark(&'a str),
    /// A place that cross references lead to.
    Anchor(&'a str),
    /// An entry of the index that refers to this place.
    IndexMark(&'a IndexMark),
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
            if let Some(leaf) = inline.leaf() {
                return Some(leaf);
            }
            open.push(inline.content().unwrap_or_default().iter());
        }
    })
}

/// How many inlines stand one in another at the deepest place of a line: none in plain text.
pub(super) fn measure_nesting(line: &[Inline]) -> usize {
    let inner = line.iter().filter_map(Inline::content);
    inner.map(|content| 1 + measure_nesting(content)).max().unwrap_or(0)
}

/// Takes from a line the leaves that are `wanted`.
pub(super) fn into_leaves(line: Vec<Inline>, wanted: fn(&Inline) -> bool) -> Vec<Inline> {
    let leaves = line.into_iter().flat_map(|mut inline| match inline.content_mut() {
        Some(inner) => into_leaves(std::mem::take(inner), wanted),
        None => vec![inline],
    });
    leaves.filter(wanted).collect()
}

/// Iterates over the notes that a line refers to, in reading order.
pub fn notes(line: &[Inline]) -> impl Iterator<Item = &Note> {
    leaves(line).filter_map(|leaf| match leaf {
        InlineLeaf::Note(note) => Some(note),
        _ => None,
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
