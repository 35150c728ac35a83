//! A number or sign in the text that may call a note.

use crate::text::note_series::Series;
use crate::text::span::Span;

/// How a mark is set; every document has its own habits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Setting {
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
pub(crate) struct Candidate {
    /// Its line.
    pub(crate) rank: usize,
    /// Its characters, with brackets.
    pub(crate) span: Span,
    /// Its number; for signs, how many asterisks it is worth.
    pub(crate) number: u32,
    /// What it counts with.
    pub(crate) series: Series,
    /// How it is set.
    pub(crate) setting: Setting,
    /// Worth by its neighbours alone, in hundredths of a nat.
    pub(crate) worth: i32,
}

// Worth of marks in brackets, in hundredths of a nat.

/// Behind a word.
pub(crate) const BRACKETED: i32 = 250;

/// At the head of a line it may be the label of a note.
pub(crate) const LEADS: i32 = -100;

/// Behind a word that announces a number.
pub(crate) const ANNOUNCED: i32 = 50;

/// What it costs besides that a figure is a letter.
pub(crate) const MISREAD: i32 = -100;
