//! The label before the text of a note.

use crate::text::note_labels::Manner;
use crate::text::note_series::Series;
use crate::text::span::Span;

/// A label, or what looks like one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Label {
    /// Its line.
    pub(crate) rank: usize,
    /// Its characters, with the punctuation and spaces that belong to it.
    pub(crate) span: Span,
    /// Its number.
    pub(crate) number: u32,
    /// What it counts with.
    pub(crate) series: Series,
    /// How it is written.
    pub(crate) manner: Manner,
    /// Nothing else stands on its line.
    pub(crate) alone: bool,
    /// What the text after it says for it, in hundredths of a nat.
    pub(crate) worth: i32,
    /// What the marks before it say for it, in hundredths of a nat.
    pub(crate) support: i32,
    /// Where its mark stands, if its note stands with others at the end of a chapter.
    pub(crate) gathered: Option<Gathered>,
}

/// A stretch of the text in which the marks of a block of notes stand, by ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Gathered {
    /// First line.
    pub(crate) from: usize,
    /// One past the last.
    pub(crate) to: usize,
    /// The block of notes that the label is of: the line of its first label.
    pub(crate) block: usize,
    /// A mark of the label's number stands there in the order of the others.
    pub(crate) called: bool,
}
