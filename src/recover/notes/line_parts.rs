//! Which lines of a page are text, and which are notes.

/// Whether a line is text or part of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinePart {
    /// Text.
    Body,
    /// A note.
    Note,
}

/// Which lines are text, and which are notes.
#[derive(Debug, Clone, Default)]
pub(crate) struct TextNoteSplit {
    /// The part of every solid line; furniture counts as text.
    pub(crate) parts: Vec<Option<LinePart>>,
    /// Solid lines at which text follows notes although no page turn is shown.
    pub(crate) hidden_turns: Vec<usize>,
}

/// After this many solid lines an open note is not continued, if the extraction shows no
/// pages.
pub(crate) const LONGEST_PAGE: usize = 90;
