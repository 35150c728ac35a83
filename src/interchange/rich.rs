//! Rich text: what the files of word processors, browsers and pandoc say, in one form.
//!
//! The kinds are those of pandoc's AST (`Text.Pandoc.Definition`), with text instead of words
//! and spaces. Every reader of such a file returns a [`RichDocument`].

use std::collections::BTreeMap;

use crate::book::block::ListNumbering;

/// A document as its file has it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RichDocument {
    /// What the file says about the document.
    pub metadata: RichMetadata,
    /// Its blocks in reading order.
    pub blocks: Vec<RichBlock>,
    /// The files of its pictures, by the address that [`RichInline::Image`] names.
    pub media: BTreeMap<String, Vec<u8>>,
    /// What the file has and rich text has no place for, in reading order.
    pub omissions: Vec<Omission>,
}

/// What a file says about its document.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RichMetadata {
    /// The title.
    pub title: Vec<RichInline>,
    /// The subtitle.
    pub subtitle: Vec<RichInline>,
    /// The authors, in order.
    pub authors: Vec<String>,
    /// The date, as it is written.
    pub date: Option<String>,
    /// The language, as a BCP 47 tag.
    pub language: Option<String>,
    /// Other facts by their Dublin Core name (`publisher`, `rights`, `identifier`,
    /// `description`, `subject`), in order.
    pub others: Vec<(String, String)>,
}

/// Something that a file has and rich text has no place for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Omission {
    /// What it is, as a message names it: "a comment", "deleted text", "a text box".
    pub what: &'static str,
    /// Its characters; empty if it has none.
    pub text: String,
    /// How many top-level blocks come before it.
    pub block: usize,
}

/// A block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RichBlock {
    /// A paragraph.
    Paragraph {
        /// The name of its style or its class, in lower case; empty for plain text.
        style: String,
        /// Its text.
        content: Vec<RichInline>,
    },
    /// A heading.
    Heading {
        /// 1 for the highest, at most 6.
        level: u8,
        /// Its id, for links inside the document.
        id: Option<String>,
        /// Its text, with the number that the file gives it.
        content: Vec<RichInline>,
    },
    /// A quotation set off from the text.
    Quotation(Vec<RichBlock>),
    /// Lines that are kept (verse). An empty line divides stanzas.
    Lines(Vec<Vec<RichInline>>),
    /// A list.
    List {
        /// Its numbers; `None` for a list with bullets.
        numbering: Option<RichNumbering>,
        /// Its items.
        items: Vec<Vec<RichBlock>>,
    },
    /// Terms, each with its definitions.
    Definitions(Vec<(Vec<RichInline>, Vec<Vec<RichBlock>>)>),
    /// A table.
    Table(RichTable),
    /// A picture by itself, with its caption.
    Figure {
        /// The picture.
        image: RichImage,
        /// The caption.
        caption: Vec<RichInline>,
    },
    /// Text whose spaces and line ends are kept.
    Preformatted(String),
    /// Blocks with classes of their own.
    Division {
        /// The classes, in lower case.
        classes: Vec<String>,
        /// The language, as a BCP 47 tag.
        language: Option<String>,
        /// The id, for links inside the document.
        id: Option<String>,
        /// Its blocks.
        blocks: Vec<RichBlock>,
    },
    /// A rule or an ornament between paragraphs.
    Rule,
}

/// The numbers of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RichNumbering {
    /// The first number.
    pub start: u32,
    /// How the numbers are written.
    pub numbering: ListNumbering,
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RichTable {
    /// Its caption.
    pub caption: Vec<RichInline>,
    /// The alignment of each column.
    pub columns: Vec<CellAlignment>,
    /// Its first rows, which name the columns.
    pub head: Vec<Vec<RichCell>>,
    /// Its other rows.
    pub body: Vec<Vec<RichCell>>,
}

/// The alignment of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CellAlignment {
    /// That of the text.
    #[default]
    Default,
    /// At the left edge.
    Left,
    /// In the middle.
    Centre,
    /// At the right edge.
    Right,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RichCell {
    /// How many columns it covers; at least 1.
    pub columns: u32,
    /// How many rows it covers; at least 1.
    pub rows: u32,
    /// Its blocks.
    pub blocks: Vec<RichBlock>,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RichImage {
    /// Its address: a key of [`RichDocument::media`], or an address as the file has it.
    pub address: String,
    /// Its alternative text.
    pub alternative: String,
    /// Its title.
    pub title: String,
    /// The width that the file asks for, as it is written in CSS (`12.5cm`, `50%`).
    pub width: Option<String>,
}

/// A part of a line of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RichInline {
    /// Characters. White space is single spaces; there are no line ends.
    Text(String),
    /// Emphasis or italics.
    Emphasis(Vec<RichInline>),
    /// Strong emphasis or bold.
    Strong(Vec<RichInline>),
    /// Underlined text.
    Underline(Vec<RichInline>),
    /// Text that is struck out.
    Strikeout(Vec<RichInline>),
    /// Superscript.
    Superscript(Vec<RichInline>),
    /// Subscript.
    Subscript(Vec<RichInline>),
    /// Small capitals.
    SmallCaps(Vec<RichInline>),
    /// Text with classes or a language.
    Span {
        /// The classes, in lower case.
        classes: Vec<String>,
        /// The language, as a BCP 47 tag.
        language: Option<String>,
        /// The id, for links inside the document.
        id: Option<String>,
        /// Its text.
        content: Vec<RichInline>,
    },
    /// A link.
    Link {
        /// The address; `#id` inside the document.
        target: String,
        /// Its text.
        content: Vec<RichInline>,
    },
    /// A picture in the line.
    Image(RichImage),
    /// Characters as they are typed.
    Code(String),
    /// A formula in TeX.
    Math {
        /// Whether it stands on a line of its own.
        display: bool,
        /// The formula.
        tex: String,
    },
    /// A line end that is part of the text.
    LineBreak,
    /// A note.
    Note {
        /// Which series it is in.
        kind: NoteKind,
        /// Its text.
        blocks: Vec<RichBlock>,
    },
    /// The beginning of a page of the printed book, with its number.
    PageBreak(String),
}

impl RichInline {
    /// The inlines inside it; none for a note, whose text is blocks, and for what has no text
    /// but its own.
    #[must_use]
    pub fn content(&self) -> Option<&[RichInline]> {
        match self {
            Self::Emphasis(content)
            | Self::Strong(content)
            | Self::Underline(content)
            | Self::Strikeout(content)
            | Self::Superscript(content)
            | Self::Subscript(content)
            | Self::SmallCaps(content)
            | Self::Span { content, .. }
            | Self::Link { content, .. } => Some(content),
            Self::Text(_)
            | Self::Image(_)
            | Self::Code(_)
            | Self::Math { .. }
            | Self::LineBreak
            | Self::Note { .. }
            | Self::PageBreak(_) => None,
        }
    }

    /// Like [`Self::content`], with mutable access.
    pub(super) fn content_mut(&mut self) -> Option<&mut Vec<RichInline>> {
        match self {
            Self::Emphasis(content)
            | Self::Strong(content)
            | Self::Underline(content)
            | Self::Strikeout(content)
            | Self::Superscript(content)
            | Self::Subscript(content)
            | Self::SmallCaps(content)
            | Self::Span { content, .. }
            | Self::Link { content, .. } => Some(content),
            Self::Text(_)
            | Self::Image(_)
            | Self::Code(_)
            | Self::Math { .. }
            | Self::LineBreak
            | Self::Note { .. }
            | Self::PageBreak(_) => None,
        }
    }
}

/// The series of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum NoteKind {
    /// At the foot of the page.
    #[default]
    Footnote,
    /// At the end of the document.
    Endnote,
}

/// Why a file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadRichError {
    /// It is not what its name says.
    #[error(
        "the file is not {format}; open it in the program that made it and save it anew"
    )]
    NotFormat {
        /// "a DOCX file", "an EPUB".
        format: &'static str,
    },
    /// A part of it is missing or damaged.
    #[error(
        "{part} is missing or damaged; open the file in the program that made it and save it anew"
    )]
    Damaged {
        /// The name of the part in the archive.
        part: String,
    },
    /// It is encrypted.
    #[error("the file is encrypted; save it without a password")]
    Encrypted,
    /// It would be larger than the limit when it is unpacked.
    #[error(
        "the file is larger than {limit} MB when it is unpacked; no book needs that, so it may be made to exhaust memory"
    )]
    TooLarge {
        /// The limit in megabytes.
        limit: u64,
    },
    /// Its elements are nested deeper than the limit.
    #[error("{part}, line {line}: elements are nested more than {limit} deep")]
    TooDeep {
        /// The name of the part.
        part: String,
        /// The line of the element.
        line: u32,
        /// The limit.
        limit: usize,
    },
    /// Its markup is not well-formed.
    #[error("{part}, line {line}: {cause}")]
    Markup {
        /// The name of the part.
        part: String,
        /// The line of the mistake.
        line: u32,
        /// What is wrong.
        cause: String,
    },
}
