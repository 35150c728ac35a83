//! How a paragraph is set.

use crate::design::Hyphens;
use crate::fonts::FontStyle;
use crate::length::{Length, Ratio};
use crate::text::language::Language;
use crate::typeset::shape::{FigureStyle, LetterCase};

/// Small capitals are set apart by so much of the em: without, they are too close.
pub(in crate::typeset) const SMALL_CAPITALS_SPACING: Ratio = Ratio(50_000);

/// How letters are set, before the text itself asks for italics and the like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextStyle {
    /// Which face of the text family.
    pub face: FontStyle,
    /// The size.
    pub size: Length,
    /// Capitals and small letters.
    pub letters: LetterCase,
    /// Which figures.
    pub figures: FigureStyle,
    /// White added between letters, in parts of the em. 3 to 6 % suit small capitals.
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
    /// Width of its lines.
    pub measure: Length,
    /// White before the first line, within the measure.
    pub first_indent: Length,
    /// White before the other lines, within the measure.
    pub hanging_indent: Length,
    /// Where lines that do not fill the measure stand.
    pub alignment: LineAlignment,
    /// How it begins.
    pub opening: ParagraphOpening,
    /// Its language.
    pub language: Language,
    /// Words may be divided at line ends.
    pub hyphenate: bool,
    /// How many are, for the sake of even spaces.
    pub hyphens: Hyphens,
    /// What begins the first line may hang into the white before it.
    pub hangs: bool,
    /// How far letters may be widened or narrowed, either way.
    pub expansion: Ratio,
    /// How far letters may be set apart or together inside words, in parts of the em.
    pub tracking: Ratio,
}

impl ParagraphStyle {
    /// Justified and hyphenated, without indents and without freedom for the letters.
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
        }
    }
}

/// How a paragraph begins. What its words do not allow is left out: figures and small
/// letters make no initial, and a paragraph of fewer lines than an initial is high has a
/// lower one, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ParagraphOpening {
    /// As it goes on.
    #[default]
    Plain,
    /// With its first words in small capitals.
    SmallCapitals,
    /// With who speaks in small capitals: so many letters, spaces and signs counted.
    Speaker {
        /// How many.
        letters: usize,
    },
    /// With an initial, and the rest of its first words in small capitals.
    Initial {
        /// The lines beside it, from two.
        lines: u8,
        /// From baseline to baseline.
        leading: Length,
    },
}

impl ParagraphOpening {
    /// What a paragraph too short for it begins with.
    #[must_use]
    pub(super) fn simpler(self) -> Self {
        match self {
            Self::Initial { lines: 3.., leading } => Self::Initial { lines: 2, leading },
            Self::Initial { .. } => Self::SmallCapitals,
            Self::SmallCapitals | Self::Speaker { .. } | Self::Plain => Self::Plain,
        }
    }
}

/// Where lines that do not fill the measure stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum LineAlignment {
    /// All lines but the last are spaced out to fill the measure.
    #[default]
    Justified,
    /// At the left edge, with the spaces of the face.
    Ragged,
    /// In the middle of the measure.
    Centred,
    /// At the right edge.
    Right,
}
