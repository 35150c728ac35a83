//! The pages of an OCR file.

use std::ops::Range;

use crate::length::Length;

/// A page, as an OCR program has read it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OcrPage {
    /// Its number in the document, from 1.
    pub number: u32,
    /// The number that is printed on it, where the file says so.
    pub label: Option<String>,
    /// The number of its picture, as the file counts: some programs begin with 0.
    pub image: Option<u32>,
    /// The number of the page of the file, from 1, if that shows two facing pages and this is
    /// one of them.
    pub sheet: Option<u32>,
    /// Its width; zero if the file does not say.
    pub width: Length,
    /// Its height; zero if the file does not say.
    pub height: Length,
    /// The resolution by which its lengths are computed, in dots per inch.
    pub dpi: u32,
    /// Its lines in reading order.
    pub lines: Vec<OcrLine>,
}

/// A line of a page. Its lengths are measured on a page turned upright, and are zero where
/// the file has no boxes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OcrLine {
    /// The number of its page, from 1.
    pub page: u32,
    /// Its baseline, from the upper edge of the page.
    pub baseline: Length,
    /// Where its first letter begins.
    pub left: Length,
    /// Where its last letter ends.
    pub right: Length,
    /// The size of its type, estimated; equal for lines whose estimates hardly differ.
    pub size: Length,
    /// The distance from the baseline of the line before it in the same column.
    pub leading: Option<Length>,
    /// The column, from 0, on a page with several.
    pub column: u8,
    /// What it is, as the file says.
    pub role: OcrRole,
    /// The number of its block on the page, where the file has blocks.
    pub block: Option<u32>,
    /// Its characters.
    pub text: String,
    /// Its runs; together they cover the text.
    pub runs: Vec<OcrRun>,
    /// Its words, as far as the file parts it into words.
    pub words: Vec<OcrWord>,
}

/// Characters of a line that look alike.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub struct OcrRun {
    /// Its characters in the text of the line, in bytes.
    pub text: Range<u32>,
    /// Bold.
    pub bold: bool,
    /// Italic or oblique.
    pub italic: bool,
    /// Small capitals.
    pub small_caps: bool,
    /// Above the baseline: a superscript.
    pub raised: bool,
}

/// A word of a line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OcrWord {
    /// Its characters in the text of the line, in bytes.
    pub text: Range<u32>,
    /// How sure the OCR program is of it, in per cent.
    pub confidence: Option<u8>,
    /// The whole word, where this is a part of one that a line end divides (ALTO
    /// `SUBS_CONTENT`).
    pub whole: Option<String>,
}

/// What a line is on its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum OcrRole {
    /// Text, or the file does not say.
    #[default]
    Text,
    /// A heading.
    Heading,
    /// A running head, or what else is above the text of every page.
    Header,
    /// What is below the text of every page.
    Footer,
    /// The page number.
    PageNumber,
    /// A note at the foot of the page, or an endnote.
    Footnote,
    /// The words with a picture or a table.
    Caption,
    /// A note in the margin.
    Marginalia,
    /// A drop capital that could not be joined to its line.
    DropCapital,
    /// The first word of the next page, below the text.
    CatchWord,
    /// The mark of a sheet for the binder, below the text.
    SignatureMark,
}

impl OcrRole {
    /// Whether it belongs to the page and not to the text.
    #[must_use]
    pub fn is_of_page(self) -> bool {
        match self {
            Self::Header
            | Self::Footer
            | Self::PageNumber
            | Self::CatchWord
            | Self::SignatureMark => true,
            Self::Text
            | Self::Heading
            | Self::Footnote
            | Self::Caption
            | Self::Marginalia
            | Self::DropCapital => false,
        }
    }
}
