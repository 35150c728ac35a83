//! Boxes, glue and discretionaries, as `TeX` has them: what the line breaker sees of a
//! paragraph.
//!
//! Two things are added to Knuth & Plass's boxes and glue. Letters give way a little too
//! (glyphs are scaled, and set apart or together), and each place where a line may turn
//! says what the turn brings to both edges: signs that hang into the margins, and the
//! words there, of which two lines running should not have the same.

use crate::length::Length;

/// A paragraph as the line breaker sees it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct NodeList {
    /// The nodes, in reading order.
    pub(crate) list: Vec<ParagraphNode>,
    /// The edge at which the paragraph begins.
    pub(crate) first: LineEdge,
    /// The edge at which it ends.
    pub(crate) last: LineEdge,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ParagraphNode {
    /// Letters that are not parted.
    Box {
        /// The width.
        width: Length,
        /// How much wider, and how much narrower, the letters may be set.
        give: Length,
    },
    /// A space.
    Glue {
        /// The width.
        width: Length,
        /// How much wider it may be set.
        stretch: Length,
        /// How much narrower it may be set.
        shrink: Length,
        /// The line may turn here, and the space vanish; none for a no-break space.
        turn: Option<Breakpoint>,
    },
    /// A place without a space where the line may, or must, turn.
    Discretionary {
        /// What the line that ends here is wider by: the hyphen, and the kerning that it
        /// does away with.
        before: Length,
        /// What the line that begins here is wider by.
        after: Length,
        /// The turn.
        turn: Breakpoint,
    },
}

/// A place where a line may turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Breakpoint {
    /// What the turn costs by itself, in the unit of a badness (`TeX`'s penalty). Negative
    /// values invite.
    pub(crate) penalty: i32,
    /// The line turns inside a word.
    pub(crate) hyphenated: bool,
    /// The line must turn, and is not justified.
    pub(crate) forced: bool,
    /// The word behind it, or what is left of it, is too short to be a line by itself.
    pub(crate) short: bool,
    /// The edge of the line that ends.
    pub(crate) end: LineEdge,
    /// The edge of the line that begins.
    pub(crate) start: LineEdge,
}

/// What stands at the edge of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct LineEdge {
    /// How far the sign at the edge hangs into the margin.
    pub(crate) hang: Length,
    /// The word at the edge, or what is left of it, as a digest; 0 for one that may stand
    /// there twice running.
    pub(crate) word: u32,
}

/// How far the letters of a line give way when it has to become wider by `excess`, or
/// narrower, where they may give so much either way.
///
/// Letters go first: a reader sees a difference between spaces long before one of two per
/// cent between letters (Hàn Thế Thành, *Micro-typographic extensions to the TeX
/// typesetting system*, 2000, chapter 3). Only what is left is taken from the spaces, so
/// most lines have the spaces that the face was drawn with.
#[must_use]
pub(crate) fn letter_share_of_excess(excess: i64, letters: i64) -> i64 {
    excess.clamp(-letters, letters)
}
