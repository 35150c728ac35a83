//! Blocks: paragraphs, headings and whatever else begins on a line of its own.

use super::figure::Figure;
use super::inline::{Inline, InlineLeaf, leaves};
use super::table::Table;
use crate::text::numerals::{to_letters, to_roman};
use crate::text::span::{Origin, Span};

/// A block of text. The enum is closed: every edition must handle a new kind.
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
    /// Terms with their descriptions, as in a glossary.
    Definitions(Vec<Definition>),
    /// A table.
    Table(Table),
    /// A picture with its alternative text and caption.
    Figure(Figure),
    /// A motto at the head of a work or chapter.
    Epigraph(Vec<Block>),
    /// A speech in a play. Its first paragraph begins with the speaker's name as
    /// [`Inline::Strong`], with the full stop or dash after it.
    Speech(Vec<Block>),
    /// A stage direction, on lines of its own.
    Direction(Paragraph),
    /// Place and date, in a letter or under a preface.
    Dateline(Paragraph),
    /// "Dear friends," on a line of its own.
    Salutation(Paragraph),
    /// A signature.
    Signature(Paragraph),
    /// An editor's note on where the text comes from.
    SourceNote(Vec<Block>),
    /// Blocks in a style that the design or the style sheet of the book names.
    Styled {
        /// The name; a CSS class.
        style: String,
        /// The blocks.
        blocks: Vec<Block>,
    },
    /// A pause between paragraphs: a blank line, or an ornament.
    SceneBreak,
    /// Text whose spaces and line ends are preserved (CommonMark code blocks).
    Preformatted(Preformatted),
}

impl Block {
    /// The span of the source from the first word to the last, if known; notes that the
    /// block refers to are not included.
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
            | Self::SourceNote(inner)
            | Self::Styled { blocks: inner, .. } => of_all(inner),
            Self::Verse(verse) => verse.origin.0,
            Self::List(list) => {
                list.items.iter().filter_map(|item| of_all(item)).reduce(Span::to)
            }
            Self::Definitions(list) => {
                let inner = list.iter().flat_map(|one| &one.descriptions);
                inner.filter_map(|blocks| of_all(blocks)).reduce(Span::to)
            }
            Self::Table(table) => table.origin.0,
            Self::Figure(figure) => figure.origin.0,
            Self::Preformatted(typed) => typed.origin.0,
            Self::SceneBreak => None,
        }
    }
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Heading {
    /// 1 for the highest, at most 6. Inside a [`super::Chapter`] at least 2.
    pub level: u8,
    /// Its text.
    pub content: Vec<Inline>,
    /// Where it is in the source.
    pub origin: Origin,
}

/// A paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Paragraph {
    /// Its text; not empty.
    pub content: Vec<Inline>,
    /// Where it is in the source.
    pub origin: Origin,
}

/// Text whose spaces and line ends are preserved.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Preformatted {
    /// Its lines, with a line end between two.
    pub text: String,
    /// Where it is in the source.
    pub origin: Origin,
}

impl From<String> for Preformatted {
    /// Such a text without a place in the source.
    fn from(text: String) -> Self {
        Self { text, origin: Origin::default() }
    }
}

/// Verse: stanzas of lines.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Verse {
    /// The stanzas; each has at least one line.
    pub stanzas: Vec<Stanza>,
    /// Where it is in the source.
    pub origin: Origin,
}

/// A stanza of verse.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Stanza {
    /// The lines; none is empty.
    pub lines: Vec<Vec<Inline>>,
}

/// A list.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct List {
    /// The number of the first item; `None` for a list without numbers.
    pub start: Option<u32>,
    /// How the numbers are written.
    pub numbering: ListNumbering,
    /// The items.
    pub items: Vec<Vec<Block>>,
}

/// How the items of a list are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ListNumbering {
    /// The numerals.
    pub numerals: ListNumerals,
    /// What surrounds them.
    pub delimiter: ListDelimiter,
}

/// The numerals of a list. CSS has most as `list-style-type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ListNumerals {
    /// 1, 2, 3.
    #[default]
    Decimal,
    /// a, b, c.
    LowerAlpha,
    /// A, B, C.
    UpperAlpha,
    /// i, ii, iii.
    LowerRoman,
    /// I, II, III.
    UpperRoman,
    /// 1º, 2º, 3º, or `1.º` with a full stop.
    MasculineOrdinal,
    /// 1ª, 2ª, 3ª, or `1.ª` with a full stop.
    FeminineOrdinal,
}

/// What surrounds the number of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ListDelimiter {
    /// `1.`
    #[default]
    Period,
    /// `1)`
    Parenthesis,
    /// `(1)`
    Parentheses,
    /// Nothing: `1º`. Only ordinals have none.
    None,
}

impl ListNumbering {
    /// Whether the numbers are figures with a full stop, as editions write them by
    /// themselves.
    #[must_use]
    pub fn is_plain(self) -> bool {
        self == Self::default()
    }

    /// Formats the label of an item.
    #[must_use]
    pub fn format(self, number: u32) -> String {
        let numeral = match self.numerals {
            ListNumerals::Decimal => number.to_string(),
            ListNumerals::LowerAlpha => to_letters(number),
            ListNumerals::UpperAlpha => to_letters(number).to_uppercase(),
            ListNumerals::LowerRoman => to_roman(number).to_lowercase(),
            ListNumerals::UpperRoman => to_roman(number).to_uppercase(),
            ListNumerals::MasculineOrdinal => format!("{number}º"),
            ListNumerals::FeminineOrdinal => format!("{number}ª"),
        };
        let is_ordinal = numeral.ends_with(['º', 'ª']);
        match self.delimiter {
            // Spanish puts the stop of an ordinal before its raised letter: `1.º`.
            ListDelimiter::Period if is_ordinal => {
                let sign = numeral.chars().next_back().unwrap_or_default();
                format!("{number}.{sign}")
            }
            ListDelimiter::Period => format!("{numeral}."),
            ListDelimiter::Parenthesis => format!("{numeral})"),
            ListDelimiter::Parentheses => format!("({numeral})"),
            ListDelimiter::None => numeral,
        }
    }
}

/// A term with its descriptions.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Definition {
    /// The term; several have line breaks between them. Not empty.
    pub term: Vec<Inline>,
    /// The descriptions; not empty.
    pub descriptions: Vec<Vec<Block>>,
}

/// A stretch of text among blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextPassage<'a> {
    /// A line of text: a paragraph, a line of verse, a cell of a table.
    Line(&'a [Inline]),
    /// Text whose spaces and line ends are preserved.
    Preformatted(&'a str),
}

/// Visits all text of some blocks, in reading order. Notes are not visited: a line contains
/// them.
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
            | Block::SourceNote(inner)
            | Block::Styled { blocks: inner, .. } => visit_passages(inner, each),
            Block::Verse(verse) => {
                let lines = verse.stanzas.iter().flat_map(|stanza| &stanza.lines);
                lines.for_each(|line| each(TextPassage::Line(line)));
            }
            Block::List(list) => {
                list.items.iter().for_each(|item| visit_passages(item, each));
            }
            Block::Definitions(list) => {
                for Definition { term, descriptions } in list {
                    each(TextPassage::Line(term));
                    for inner in descriptions {
                        visit_passages(inner, each);
                    }
                }
            }
            Block::Table(table) => {
                table.lines().for_each(|line| each(TextPassage::Line(line)));
            }
            Block::Figure(figure) => each(TextPassage::Line(&figure.caption)),
            Block::SceneBreak => {}
            Block::Preformatted(typed) => each(TextPassage::Preformatted(&typed.text)),
        }
    }
}

/// Visits the lines of text of some blocks, in reading order.
pub fn visit_lines<'a>(blocks: &'a [Block], each: &mut impl FnMut(&'a [Inline])) {
    visit_passages(blocks, &mut |passage| match passage {
        TextPassage::Line(line) => each(line),
        TextPassage::Preformatted(_) => {}
    });
}

/// Whether a paragraph goes on with a sentence that verse, a quotation or another display
/// interrupts: it is no paragraph of its own, and has no indent.
#[must_use]
pub(crate) fn resumes_sentence(before: &Block, paragraph: &Paragraph) -> bool {
    let is_display = matches!(
        before,
        Block::Verse(_) | Block::Quotation(_) | Block::List(_) | Block::Preformatted(_)
    );
    let first = leaves(&paragraph.content).find_map(|leaf| match leaf {
        InlineLeaf::Text(text) => text.chars().next(),
        _ => None,
    });
    is_display && first.is_some_and(char::is_lowercase)
}
