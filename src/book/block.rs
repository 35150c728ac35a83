//! Blocks: what stands on lines of its own.

use super::figure::Figure;
use super::inline::Inline;
use super::table::Table;
use crate::text::span::{Origin, Span};

/// A block of text. Closed: a new kind must be answered by every edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading inside a document or chapter.
    Heading(Heading),
    /// A paragraph.
    Paragraph(Paragraph),
    /// A quotation set off from the text.
    Quotation(Vec<Block>),
    /// Verse.
    Verse(Verse),
    /// A list.
    List(List),
    /// A table.
    Table(Table),
    /// A picture with its words.
    Figure(Figure),
    /// A motto at the head of a work or chapter.
    Epigraph(Vec<Block>),
    /// What somebody says on the stage. Its first paragraph begins with who speaks, as
    /// strongly stressed words, with the stop or dash behind them.
    Speech(Vec<Block>),
    /// What happens on the stage, on lines of its own.
    Direction(Paragraph),
    /// Place and date, in a letter or under a preface.
    Dateline(Paragraph),
    /// "Dear friends," on a line of its own.
    Salutation(Paragraph),
    /// Who signed.
    Signature(Paragraph),
    /// Where the text comes from, as an editor says it.
    SourceNote(Vec<Block>),
    /// A pause between paragraphs: a blank line, or an ornament.
    SceneBreak,
    /// Text whose spaces and line ends are kept (CommonMark code blocks).
    Preformatted(String),
}

impl Block {
    /// The stretch of the source from its first word to its last, where it has one;
    /// without the notes that it calls.
    #[must_use]
    pub fn extent(&self) -> Option<Span> {
        let of_all =
            |inner: &[Self]| inner.iter().filter_map(Self::extent).reduce(Span::to);
        match self {
            Self::Heading(heading) => heading.origin.0,
            Self::Paragraph(one)
            | Self::Dateline(one)
            | Self::Direction(one)
            | Self::Salutation(one)
            | Self::Signature(one) => one.origin.0,
            Self::Quotation(inner)
            | Self::Epigraph(inner)
            | Self::Speech(inner)
            | Self::SourceNote(inner) => of_all(inner),
            Self::Verse(verse) => verse.origin.0,
            Self::List(list) => {
                list.items.iter().filter_map(|item| of_all(item)).reduce(Span::to)
            }
            Self::Table(table) => table.origin.0,
            Self::Figure(figure) => figure.origin.0,
            Self::SceneBreak | Self::Preformatted(_) => None,
        }
    }
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Heading {
    /// 1 for the highest, at most 6. Inside a [`super::Chapter`] at least 2.
    pub level: u8,
    /// Its words.
    pub content: Vec<Inline>,
    /// Where it stood.
    pub origin: Origin,
}

/// A paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Paragraph {
    /// Its words; not empty.
    pub content: Vec<Inline>,
    /// Where it stood.
    pub origin: Origin,
}

/// Verse: stanzas of lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verse {
    /// The stanzas; none is empty.
    pub stanzas: Vec<Stanza>,
    /// Where it stood.
    pub origin: Origin,
}

/// Lines of verse that stand together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stanza {
    /// The lines; none is empty.
    pub lines: Vec<Vec<Inline>>,
}

/// A list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct List {
    /// The number of the first item; none for a list without numbers.
    pub start: Option<u32>,
    /// The items.
    pub items: Vec<Vec<Block>>,
}
