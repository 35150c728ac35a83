//! A line of a page: what the steps after it see of its glyphs.

use std::ops::Range;

use crate::length::Length;
use crate::source::pdf::page::{Colour, WritingDirection};

/// A line of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PdfLine {
    /// The number of its page, from 1.
    pub page: u32,
    /// Its baseline, from the upper edge of the page.
    ///
    /// All lengths of a line whose text is turned are measured on a page turned likewise.
    pub baseline: Length,
    /// Where its first glyph begins.
    pub left: Length,
    /// Where its last glyph ends.
    pub right: Length,
    /// The widest space between two of its words; zero in a line of one word.
    pub gap: Length,
    /// The size that most of its characters have.
    pub size: Length,
    /// The distance from the baseline of the line before it in the same column.
    pub leading: Option<Length>,
    /// The direction of its text.
    pub direction: WritingDirection,
    /// The column, from 0, on a page with several.
    pub column: u8,
    /// Whether it stands in the margin, beside the text.
    pub in_margin: bool,
    /// Whether all its glyphs are artifacts (ISO 32000-1 §14.8.2.2).
    pub artifact: bool,
    /// Its characters.
    pub text: String,
    /// Its runs; together they cover the text.
    pub runs: Vec<PdfLineRun>,
    /// The indices of its glyphs, spaces included, from left to right.
    pub glyphs: Vec<u32>,
}

impl PdfLine {
    /// The characters of one of its runs.
    pub(super) fn words_of(&self, run: &PdfLineRun) -> &str {
        let range = run.text.start as usize..run.text.end as usize;
        self.text.get(range).unwrap_or_default()
    }
}

/// Characters of a line that look alike.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub struct PdfLineRun {
    /// Its characters in the text of the line.
    pub text: Range<u32>,
    /// The index of the font in the fonts of the document.
    pub font: u16,
    /// The size of the font on the page.
    pub size: Length,
    /// Bold by its font, or painted twice, or stroked.
    pub bold: bool,
    /// Italic or oblique by its font.
    pub italic: bool,
    /// Small capitals by the font or by the names of the glyphs.
    pub small_caps: bool,
    /// All characters have the same width by the font.
    pub monospace: bool,
    /// Its place beside the baseline.
    pub position: BaselinePosition,
    /// Its colour, where it is plain.
    pub colour: Option<Colour>,
    /// The index of its language in the languages of the page.
    pub language: Option<u16>,
}

/// Where glyphs stand beside the baseline of their line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum BaselinePosition {
    /// On it.
    #[default]
    Baseline,
    /// Above it, or superior by their form.
    Raised,
    /// Below it, or inferior by their form.
    Lowered,
}
