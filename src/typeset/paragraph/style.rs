//! How a paragraph is set.

use crate::design::{Acronyms, Hyphens};
use crate::fonts::FontStyle;
use crate::length::{Length, Ratio};
use crate::text::language::Language;
use crate::typeset::shape::{FigureStyle, LetterCase};

/// Letterspacing of small capitals, in parts of the em: without it they are too close.
pub(in crate::typeset) const SMALL_CAPITALS_SPACING: Ratio = Ratio(50_000);

/// How letters are set, before the text itself asks for italics and the like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextStyle {
    /// Which face of the text family.
    pub face: FontStyle,
    /// The size.
    pub size: Length,
    /// The case of letters.
    pub letters: LetterCase,
    /// The style of figures.
    pub figures: FigureStyle,
    /// Space added between letters, in parts of the em. 3 to 6 % suit small capitals.
    pub letterspacing: Ratio,
}

impl TextStyle {
    /// Roman text with old-style figures.
    #[must_use]
    pub fn roman(size: Length) -> Self {
        Self {
            face: FontStyle::Roman,
            size,
            letters: LetterCase::Plain,
            figures: FigureStyle::OldStyle,
            letterspacing: Ratio(0),
        }
    }
}

/// How a paragraph is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParagraphStyle {
    /// How its letters are set.
    pub text: TextStyle,
    /// The width of its lines.
    pub measure: Length,
    /// Indent of the first line, within the measure.
    pub first_indent: Length,
    /// Indent of the other lines, within the measure.
    pub hanging_indent: Length,
    /// How lines are aligned that do not fill the measure.
    pub alignment: LineAlignment,
    /// How it begins.
    pub opening: ParagraphOpening,
    /// Its language.
    pub language: Language,
    /// Words may be divided at line ends.
    pub hyphenate: bool,
    /// How readily words are divided to make spaces even.
    pub hyphens: Hyphens,
    /// A sign at the start of the first line may hang into its indent.
    pub hangs: bool,
    /// How far glyphs may be widened or narrowed, either way.
    pub expansion: Ratio,
    /// How far letters may be tracked inside words, either way, in parts of the em.
    pub tracking: Ratio,
    /// How acronyms and centuries are set.
    pub acronyms: Acronyms,
}

impl ParagraphStyle {
    /// Justified and hyphenated, without indents, expansion or tracking.
    #[must_use]
    pub fn justified(text: TextStyle, measure: Length, language: Language) -> Self {
        Self {
            text,
            measure,
            first_indent: Length::ZERO,
            hanging_indent: Length::ZERO,
            alignment: LineAlignment::Justified,
            opening: ParagraphOpening::Plain,
            language,
            hyphenate: true,
            hangs: true,
            hyphens: Hyphens::Usual,
            expansion: Ratio(0),
            tracking: Ratio(0),
            acronyms: Acronyms::Capitals,
        }
    }
}

/// How a paragraph begins, if its words allow it. Figures and lower-case letters get no
/// drop capital. A paragraph with fewer lines than the capital is high gets a lower one,
/// or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ParagraphOpening {
    /// Without any mark.
    #[default]
    Plain,
    /// With its first words in small capitals.
    SmallCapitals,
    /// With the name of the speaker in small capitals.
    Speaker {
        /// Length of the name in characters, spaces and signs included.
        letters: usize,
    },
    /// With a drop capital, and the rest of its first words in small capitals.
    Initial {
        /// How many lines are beside it; at least two.
        lines: u8,
        /// The distance from baseline to baseline.
        leading: Length,
    },
}

impl ParagraphOpening {
    /// How a paragraph begins that is too short for this opening.
    #[must_use]
    pub(super) fn simpler(self) -> Self {
        match self {
            Self::Initial { lines: 3.., leading } => Self::Initial { lines: 2, leading },
            Self::Initial { .. } => Self::SmallCapitals,
            Self::SmallCapitals | Self::Speaker { .. } | Self::Plain => Self::Plain,
        }
    }
}

/// How lines are aligned that do not fill the measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum LineAlignment {
    /// All lines but the last are justified.
    #[default]
    Justified,
    /// At the left edge, with natural spaces.
    Ragged,
    /// Centred in the measure.
    Centred,
    /// At the right edge.
    Right,
}
