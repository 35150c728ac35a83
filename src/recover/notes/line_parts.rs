//! The part that each line of a page plays: text or note.

/// The part that a line plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Text.
    Body,
    /// A note.
    Note,
}

/// The reading of the lines.
#[derive(Debug, Clone, Default)]
pub(crate) struct Split {
    /// The part of every solid line; furniture counts as text.
    pub(crate) parts: Vec<Option<Part>>,
    /// Ranks at which text follows notes although no page turn is shown there.
    pub(crate) hidden_turns: Vec<usize>,
}

/// Solid lines after which a note that was left open is not taken up again where the
/// extraction shows no pages.
pub(crate) const LONGEST_PAGE: usize = 90;
