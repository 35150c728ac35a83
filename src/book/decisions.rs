//! What a person decided about the lines of a raw text, for recovery to obey.
//!
//! A decision names its lines by their words and by the words around them, so that it holds
//! when the text is read again by a better program, or from a source that has changed.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use crate::text::config::read_list;

/// The decisions about one text: a file `NAME.decisions.toml` beside `NAME.txt`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Decisions {
    /// The decisions, in the order of the file. Of two about one line the later one holds.
    #[serde(default, rename = "decision", deserialize_with = "read_decisions")]
    pub lines: Vec<LineDecision>,
    /// The decisions about the marks of notes, in the order of the file.
    #[serde(default, rename = "mark", deserialize_with = "read_marks")]
    pub marks: Vec<MarkDecision>,
    /// The decisions about words, in the order of the file. Of two about the same characters
    /// the later one holds.
    #[serde(default, rename = "word", deserialize_with = "read_words")]
    pub words: Vec<WordDecision>,
    /// The doubts that a person has looked at and left as they are, in the order of the file.
    /// Recovery does not ask for them.
    #[serde(default, deserialize_with = "read_seen")]
    pub seen: Vec<SeenDoubt>,
}

impl Decisions {
    /// Whether nothing was decided; what was only seen is not.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Self { lines, marks, words, seen: _ } = self;
        lines.is_empty() && marks.is_empty() && words.is_empty()
    }
}

/// A decision about characters of a line that the source does not have right.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "a table: [[word]], and below it line = \"its words\", word = \"tbe\", reading = \"the\""
)]
pub struct WordDecision {
    /// The words of the line that the characters are in.
    pub line: String,
    /// The words of the line before it that is not blank.
    #[serde(default)]
    pub before: Option<String>,
    /// The words of the line after it that is not blank.
    #[serde(default)]
    pub after: Option<String>,
    /// The characters, as they are in the line.
    pub word: String,
    /// Which of several places of these characters in the line, from 1.
    #[serde(default = "one_line")]
    pub occurrence: u32,
    /// What they should be; without it they are left out.
    #[serde(default)]
    pub reading: Option<String>,
}

/// A decision about a sign in the text: which note it calls, or that it calls none.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "a table: [[mark]], and below it line = \"its words\", mark = \"3\", note = \"3 The words of the note\""
)]
pub struct MarkDecision {
    /// The words of the line that the mark is in.
    pub line: String,
    /// The words of the line before it that is not blank.
    #[serde(default)]
    pub before: Option<String>,
    /// The words of the line after it that is not blank.
    #[serde(default)]
    pub after: Option<String>,
    /// The characters of the mark, as they are in the line.
    pub mark: String,
    /// Which of several places of these characters in the line, from 1.
    #[serde(default = "one_line")]
    pub occurrence: u32,
    /// The words of the first line of the note; without them the characters call no note.
    #[serde(default)]
    pub note: Option<String>,
    /// The words of the line before the note that is not blank.
    #[serde(default)]
    pub note_before: Option<String>,
    /// The words of the line after the first line of the note that is not blank.
    #[serde(default)]
    pub note_after: Option<String>,
}

/// A doubt that a person has looked at and left as it is.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "a table: [[seen]], and below it doubt = \"r-104\", line = \"its words\""
)]
pub struct SeenDoubt {
    /// The code of the doubt.
    pub doubt: String,
    /// The words of the line that it is about, or of the first of several; none where it is
    /// about the whole text.
    #[serde(default)]
    pub line: Option<String>,
    /// The words of the line before it that is not blank.
    #[serde(default)]
    pub before: Option<String>,
    /// The words of the line after it that is not blank.
    #[serde(default)]
    pub after: Option<String>,
    /// The characters of the line that it is about; none where they are all of the line.
    #[serde(default)]
    pub passage: Option<String>,
}

/// A decision about one or more lines.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(
    rename_all = "kebab-case",
    deny_unknown_fields,
    expecting = "a table: [[decision]], and below it line = \"its words\", is = \"heading\""
)]
pub struct LineDecision {
    /// The words of the line, or of the first of several.
    pub line: String,
    /// The words of the line before it that is not blank. It tells lines of the same words
    /// apart.
    #[serde(default)]
    pub before: Option<String>,
    /// The words of the line after it that is not blank.
    #[serde(default)]
    pub after: Option<String>,
    /// How many lines it is about; blank ones do not count.
    #[serde(default = "one_line")]
    pub lines: u32,
    /// What they are.
    pub is: LineVerdict,
    /// The level of a heading, from 1; the text shows it where it is not given.
    #[serde(default)]
    pub level: Option<u8>,
}

/// What a person says that lines are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LineVerdict {
    /// A heading.
    Heading,
    /// A paragraph of the text, which begins with the first line.
    Paragraph,
    /// The block of the line before goes on.
    Continued,
    /// Lines of verse.
    Verse,
    /// A paragraph of a block quotation.
    Quotation,
    /// No part of the text: a running head, a folio, a stamp.
    LeftOut,
    /// Part of the text, and no running head or folio.
    Text,
    /// The title of the text.
    Title,
    /// The subtitle of the text.
    Subtitle,
    /// The name of an author of the text.
    Author,
    /// A note, which begins with its label.
    Note,
}

impl LineVerdict {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Heading,
        Self::Paragraph,
        Self::Continued,
        Self::Verse,
        Self::Quotation,
        Self::LeftOut,
        Self::Text,
        Self::Title,
        Self::Subtitle,
        Self::Author,
        Self::Note,
    ];

    /// Whether it takes the lines out of the text, for the metadata.
    #[must_use]
    pub fn is_of_title_block(self) -> bool {
        matches!(self, Self::Title | Self::Subtitle | Self::Author)
    }

    /// Its name in a file of decisions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Heading => "heading",
            Self::Paragraph => "paragraph",
            Self::Continued => "continued",
            Self::Verse => "verse",
            Self::Quotation => "quotation",
            Self::LeftOut => "left-out",
            Self::Text => "text",
            Self::Title => "title",
            Self::Subtitle => "subtitle",
            Self::Author => "author",
            Self::Note => "note",
        }
    }

    /// The verdict of a name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

fn one_line() -> u32 {
    1
}

fn read_decisions<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<LineDecision>, D::Error> {
    read_list(deserializer, "a list of tables: [[decision]]")
}

fn read_marks<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<MarkDecision>, D::Error> {
    read_list(deserializer, "a list of tables: [[mark]]")
}

fn read_words<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<WordDecision>, D::Error> {
    read_list(deserializer, "a list of tables: [[word]]")
}

fn read_seen<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<SeenDoubt>, D::Error> {
    read_list(deserializer, "a list of tables: [[seen]]")
}
