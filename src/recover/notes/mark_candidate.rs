//! A number or sign in the text that may call a note.

use crate::text::note_series::LabelSeries;
use crate::text::span::Span;

/// How a mark is set; every document has its habits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MarkSetting {
    /// Right after a letter.
    AfterLetter,
    /// Right after a closing quotation mark, a bracket or punctuation.
    AfterPoint,
    /// A space after punctuation.
    SpacedPoint,
    /// A space after a word.
    SpacedWord,
    /// First on its line.
    LineStart,
    /// Alone on its line.
    Alone,
    /// In square brackets.
    Square,
    /// In round brackets.
    Round,
    /// In braces or between slashes.
    Curly,
    /// A superscript character.
    Raised,
    /// The last figures of a longer number.
    Suffix,
    /// An asterisk or a dagger.
    Symbol,
}

/// How many settings there are.
pub(crate) const SETTINGS: usize = 12;

/// A number or sign that may be a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MarkCandidate {
    /// Its solid line.
    pub(crate) line_no: usize,
    /// Its characters, with brackets.
    pub(crate) span: Span,
    /// Its number; for signs, how many asterisks it is worth.
    pub(crate) number: u32,
    /// What it counts with: figures, letters, Roman figures, signs.
    pub(crate) series: LabelSeries,
    /// How it is set.
    pub(crate) setting: MarkSetting,
    /// Score of its context alone, in hundredths of a nat.
    pub(crate) worth: i32,
}

// Scores of marks in brackets, in hundredths of a nat.

/// After a word.
pub(crate) const BRACKETED: i32 = 250;

/// At the beginning of a line it may be the label of a note.
pub(crate) const LEADS: i32 = -100;

/// After a word that announces a number.
pub(crate) const ANNOUNCED: i32 = 50;

/// Added if a figure is misread as a letter.
pub(crate) const MISREAD: i32 = -100;
