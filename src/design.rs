//! How a book shall look, as checked data and nothing else.

use crate::length::{Length, Ratio, Size};

/// The look of a book: the `[design]` table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Design {
    /// The page as it is trimmed.
    pub trim: Size,
    /// Family of the text face.
    pub font: String,
    /// Size of the text face.
    pub font_size: Length,
    /// From baseline to baseline.
    pub leading: Length,
    /// White around the text block.
    pub margins: Margins,
    /// On which page a chapter may open.
    pub chapter_start: ChapterStart,
    /// Words may be divided at line ends.
    pub hyphenate: bool,
    /// How many are, for the sake of even spaces.
    pub hyphens: Hyphens,
    /// Words that are divided otherwise than the patterns say, with a hyphen wherever
    /// they may be divided (`exam-ple`); one without a hyphen is never divided.
    pub exceptions: Vec<String>,
    /// How far letters may be widened or narrowed, either way.
    pub expansion: Ratio,
    /// How far letters may be set apart or together inside words, in parts of the em.
    pub tracking: Ratio,
}

/// White around the text block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Margins {
    /// At the fold.
    pub inner: Length,
    /// At the fore edge.
    pub outer: Length,
    /// Above the text block (the running head stands in it).
    pub top: Length,
    /// Below the text block (the folio stands in it).
    pub bottom: Length,
}

/// On which page a chapter may open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChapterStart {
    /// On a right-hand page.
    Recto,
    /// On any page.
    Any,
}

/// What is given up for what: even spaces for few divided words, or the other way round.
///
/// The figures are those of Spanish prose, 11 on 14 points to 105 mm: hyphens in a hundred
/// lines, and the standard deviation of the spaces in parts of the em. Languages with
/// longer words have more hyphens at every step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hyphens {
    /// Words are divided where spaces would else be seen: 4, and .022.
    Few,
    /// Words are divided as a good press does: 9, and .014.
    #[default]
    Usual,
    /// The most even spaces: 14, and .010.
    Many,
}

impl Design {
    /// Width of the text block.
    #[must_use]
    pub fn measure(&self) -> Length {
        self.trim.width - self.margins.inner - self.margins.outer
    }

    /// Height of the text block.
    #[must_use]
    pub fn text_height(&self) -> Length {
        self.trim.height - self.margins.top - self.margins.bottom
    }
}

impl Default for Design {
    /// A5, EB Garamond 11 on 14 points, 34 lines of 105 mm.
    fn default() -> Self {
        Self {
            trim: Size { width: Length::from_mm(148.0), height: Length::from_mm(210.0) },
            font: "EB Garamond".to_owned(),
            font_size: Length::pt(11),
            leading: Length::pt(14),
            margins: Margins {
                inner: Length::from_mm(19.0),
                outer: Length::from_mm(24.0),
                top: Length::from_mm(19.75),
                bottom: Length::from_mm(22.3),
            },
            chapter_start: ChapterStart::Recto,
            hyphenate: true,
            hyphens: Hyphens::Usual,
            exceptions: Vec::new(),
            expansion: Ratio(20_000),
            tracking: Ratio(6_000),
        }
    }
}
