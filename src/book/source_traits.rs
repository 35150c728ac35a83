//! What a person says of a raw text before it is recovered: the keys `source-form` and
//! `source-notes` of `[book]` and of a document's metadata block.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The form in which a raw text came.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum SourceForm {
    /// Typeset pages, as an extractor leaves them: with running heads and folios.
    Pages,
    /// Scanned pages, as character recognition reads them.
    Scan,
    /// A transcription without pages, such as those of Project Gutenberg.
    Transcription,
    /// Pages of proofreaders, with their separators and signs.
    Proofreading,
    /// A text in which codes begin the pages.
    PageCodes,
    /// What a converter left of a book.
    Converted,
    /// A text that is kept as it is: line for line, with its pages.
    Verbatim,
}

/// Where a raw text has its notes.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum SourceNotes {
    /// Nowhere: it has no notes.
    None,
    /// At the foot of the page, or after the paragraph.
    Page,
    /// At the end of each chapter.
    Chapter,
    /// At the end of the text.
    End,
}

/// What is known of a raw text; none of it if the text itself is to show it.
///
/// # Examples
///
/// ```
/// use pliego::{FileId, Hints, SourceNotes, SourceTraits, read, recover};
///
/// let bytes = "The wheel was of elm.1\n\n1 The stream was dry.\n".as_bytes();
/// let text = read(FileId(0), "mill.txt", bytes).unwrap().value;
/// let traits = SourceTraits { notes: Some(SourceNotes::None), ..SourceTraits::default() };
/// let hints = Hints { traits, ..Hints::default() };
/// assert!(recover(&text, &hints).value.removals.is_empty());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SourceTraits {
    /// Its form.
    pub form: Option<SourceForm>,
    /// Where its notes are.
    pub notes: Option<SourceNotes>,
}

impl SourceTraits {
    /// Fills what is missing from others.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { form: self.form.or(other.form), notes: self.notes.or(other.notes) }
    }
}

impl SourceForm {
    /// All forms, with the words of their keys.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Pages, "pages"),
        (Self::Scan, "scan"),
        (Self::Transcription, "transcription"),
        (Self::Proofreading, "proofreading"),
        (Self::PageCodes, "page-codes"),
        (Self::Converted, "converted"),
        (Self::Verbatim, "verbatim"),
    ];
}

impl SourceNotes {
    /// All places, with the words of their keys.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::None, "none"),
        (Self::Page, "page"),
        (Self::Chapter, "chapter"),
        (Self::End, "end"),
    ];
}

/// The error for a word that a key cannot have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{word}' is not one of {known}")]
pub struct UnknownTrait {
    word: String,
    known: String,
}

/// Writes the word of a value among those of its key.
pub(super) fn write_word<T: PartialEq>(
    value: &T,
    all: &[(T, &str)],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let own = all.iter().find(|(one, _)| one == value);
    f.write_str(own.map_or("", |(_, word)| word))
}

/// Finds a word among those of a key.
pub(super) fn parse_word<T: Copy>(
    word: &str,
    all: &[(T, &str)],
) -> Result<T, UnknownTrait> {
    let found = all.iter().find(|(_, own)| *own == word.trim());
    found.map(|(value, _)| *value).ok_or_else(|| UnknownTrait {
        word: word.to_owned(),
        known: all.iter().map(|(_, own)| *own).collect::<Vec<_>>().join(", "),
    })
}

impl FromStr for SourceForm {
    type Err = UnknownTrait;

    fn from_str(word: &str) -> Result<Self, UnknownTrait> {
        parse_word(word, &Self::ALL)
    }
}

impl FromStr for SourceNotes {
    type Err = UnknownTrait;

    fn from_str(word: &str) -> Result<Self, UnknownTrait> {
        parse_word(word, &Self::ALL)
    }
}

impl fmt::Display for SourceForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_word(self, &Self::ALL, f)
    }
}

impl fmt::Display for SourceNotes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_word(self, &Self::ALL, f)
    }
}
