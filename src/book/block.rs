//! Blocks: what stands on lines of its own.

use super::figure::Figure;
use super::inline::Inline;
use super::table::Table;
use crate::text::span::{Origin, Span};

/// A block of text. Closed: a new kind must be answered by every edition.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
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
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Heading {
    /// 1 for the highest, at most 6. Inside a [`super::Chapter`] at least 2.
    pub level: u8,
    /// Its words.
    pub content: Vec<Inline>,
    /// Where it stood.
    pub origin: Origin,
}

/// A paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Paragraph {
    /// Its words; not empty.
    pub content: Vec<Inline>,
    /// Where it stood.
    pub origin: Origin,
}

/// Verse: stanzas of lines.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Verse {
    /// The stanzas; none is empty.
    pub stanzas: Vec<Stanza>,
    /// Where it stood.
    pub origin: Origin,
}

/// Lines of verse that stand together.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Stanza {
    /// The lines; none is empty.
    pub lines: Vec<Vec<Inline>>,
}

/// A list.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct List {
    /// The number of the first item; none for a list without numbers.
    pub start: Option<u32>,
    /// The items.
    pub items: Vec<Vec<Block>>,
}

/// Words among blocks, as they stand in their lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextPassage<'a> {
    /// A line of text: a paragraph, a line of verse, a cell of a table.
    Line(&'a [Inline]),
    /// Text whose spaces and line ends are kept.
    Preformatted(&'a str),
}

/// Goes through all that blocks say, in reading order. The notes that a line calls are the
/// matter of whoever looks at it.
pub fn visit_passages<'a>(blocks: &'a [Block], each: &mut impl FnMut(TextPassage<'a>)) {
    for block in blocks {
        match block {
            Block::Heading(heading) => each(TextPassage::Line(&heading.content)),
            Block::Paragraph(one)
            | Block::Dateline(one)
            | Block::Direction(one)
            | Block::Salutation(one)
            | Block::Signature(one) => each(TextPassage::Line(&one.content)),
            Block::Quotation(inner)
            | Block::Epigraph(inner)
            | Block::Speech(inner)
            | Block::SourceNote(inner) => visit_passages(inner, each),
            Block::Verse(verse) => {
                let lines = verse.stanzas.iter().flat_map(|stanza| &stanza.lines);
                lines.for_each(|line| each(TextPassage::Line(line)));
            }
            Block::List(list) => {
                list.items.iter().for_each(|item| visit_passages(item, each))
            }
            Block::Table(table) => {
                table.lines().for_each(|line| each(TextPassage::Line(line)));
            }
            Block::Figure(figure) => each(TextPassage::Line(&figure.caption)),
            Block::SceneBreak => {}
            Block::Preformatted(text) => each(TextPassage::Preformatted(text)),
        }
    }
}

/// The lines of text of blocks, in reading order.
pub fn visit_lines<'a>(blocks: &'a [Block], each: &mut impl FnMut(&'a [Inline])) {
    visit_passages(blocks, &mut |passage| match passage {
        TextPassage::Line(line) => each(line),
        TextPassage::Preformatted(_) => {}
    });
}
