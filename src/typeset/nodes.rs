//! Boxes, glue and discretionaries, as in TeX: the input of the line breaker.
//!
//! Two things are added to Knuth & Plass's boxes and glue. Letters stretch and shrink a
//! little too (glyphs are scaled and tracked). And each breakpoint states what it changes at
//! both edges of the line: signs that hang into the margins, and the words there, which
//! should differ on consecutive lines.

use crate::length::Length;

/// A paragraph as the input of the line breaker.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct NodeList {
    /// The nodes, in reading order.
    pub(crate) list: Vec<ParagraphNode>,
    /// The edge at which the paragraph begins.
    pub(crate) first: LineEdge,
    /// The edge at which it ends.
    pub(crate) last: LineEdge,
}

/// A box, glue or discretionary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ParagraphNode {
    /// Letters between which no line can break.
    Box {
        /// The width.
        width: Length,
        /// How much wider, and how much narrower, the letters may be set.
        give: Length,
    },
    /// A space.
    Glue {
        /// The natural width.
        width: Length,
        /// How much wider it may be set.
        stretch: Length,
        /// How much narrower it may be set.
        shrink: Length,
        /// The line may break here, and the space then disappears; none for a no-break
        /// space.
        breakpoint: Option<Breakpoint>,
    },
    /// A break that is not at a space.
    Discretionary {
        /// What the line that ends here gains in width: the hyphen, less the kerning that
        /// disappears.
        before: Length,
        /// What the line that begins here gains in width.
        after: Length,
        /// What breaking here costs and changes.
        breakpoint: Breakpoint,
    },
}

/// A legal breakpoint: what breaking a line here costs and changes (TeX §817).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Breakpoint {
    /// The cost of breaking here, in the unit of badness (TeX's penalty). Negative values
    /// invite a break.
    pub(crate) penalty: i32,
    /// The line breaks inside a word.
    pub(crate) hyphenated: bool,
    /// The line must break, and is not justified.
    pub(crate) forced: bool,
    /// The word after it, or what is left of the word, is too short for a line of its own.
    pub(crate) short: bool,
    /// The edge of the line that ends here.
    pub(crate) end: LineEdge,
    /// The edge of the line that begins here.
    pub(crate) start: LineEdge,
}

/// What is at the edge of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct LineEdge {
    /// How far the sign at the edge hangs into the margin.
    pub(crate) hang: Length,
    /// A digest of the word at the edge, or of what is left of it; 0 for one that may be
    /// there on two consecutive lines.
    pub(crate) word: u32,
}

/// How much of `excess` the letters of a line take, if they may give `letters` either way.
///
/// Letters go first. A reader sees differences between spaces long before those of two per
/// cent between letters (Hàn Thế Thành, *Micro-typographic extensions to the TeX
/// typesetting system*, 2000, chapter 3). Only the rest is taken from the spaces, so most
/// lines have the spaces that the face was drawn with.
#[must_use]
pub(crate) fn letter_share_of_excess(excess: i64, letters: i64) -> i64 {
    // A broken font may kern the letters of a line to less than nothing.
    let letters = letters.max(0);
    excess.clamp(-letters, letters)
}

#[cfg(test)]
mod tests {
    use super::letter_share_of_excess;

    #[test]
    fn letters_take_what_they_may() {
        for (excess, letters, share) in
            [(3, 5, 3), (9, 5, 5), (-9, 5, -5), (9, 0, 0), (9, -5, 0), (-9, -5, 0)]
        {
            assert_eq!(letter_share_of_excess(excess, letters), share);
        }
    }
}
