//! The label before the text of a note.

use crate::text::note_labels::LabelFormat;
use crate::text::note_series::LabelSeries;
use crate::text::span::Span;

/// The label of a note, or what looks like one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NoteLabel {
    /// The first solid line of its note.
    pub(crate) line_no: usize,
    /// Where it is, if it is not on that line.
    pub(crate) printed: Option<DistantLabel>,
    /// Its characters, with the punctuation and spaces that belong to it.
    pub(crate) span: Span,
    /// Its number.
    pub(crate) number: u32,
    /// What it counts with: figures, letters, Roman figures, signs.
    pub(crate) series: LabelSeries,
    /// How it is written.
    pub(crate) format: LabelFormat,
    /// Nothing else is on its line.
    pub(crate) alone: bool,
    /// Score of the text after it, in hundredths of a nat.
    pub(crate) worth: i32,
    /// Score of the marks before it, in hundredths of a nat.
    pub(crate) support: i32,
    /// Where its mark is, if its note is gathered with others at the end of a chapter.
    pub(crate) gathered: Option<GatheredSpan>,
}

/// The place of a label that is after its note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DistantLabel {
    /// Its solid line.
    pub(crate) line_no: usize,
    /// No other line is nearly as likely to be the first of its note.
    pub(crate) sure: bool,
}

/// Finds the solid lines of labels that are after their notes, in ascending order.
pub(crate) fn find_distant_labels(labels: &[NoteLabel]) -> Vec<usize> {
    let distant = labels.iter().filter_map(|label| label.printed);
    let mut lines: Vec<usize> = distant.map(|printed| printed.line_no).collect();
    lines.sort_unstable();
    lines
}

/// The span of text with the marks of a block of notes, in solid lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GatheredSpan {
    /// First line.
    pub(crate) from: usize,
    /// One past the last.
    pub(crate) to: usize,
    /// The block of notes that the label belongs to, named by the line of its first
    /// label.
    pub(crate) block: usize,
    /// A mark of the label's number is in the span, in order with the others.
    pub(crate) called: bool,
}
