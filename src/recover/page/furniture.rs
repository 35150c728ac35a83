//! What pages carry besides the text: running heads, folios, and where pages begin.

use crate::recover::model::RemovalKind;

/// How many solid lines from the edge of a known page furniture may stand.
pub(crate) const EDGE: usize = 4;

/// Fewest letters of a running head that is told by two occurrences alone. Shorter lines
/// may be a reply in a dialogue, and want three.
pub(crate) const LONG_HEAD: usize = 8;

/// Fewest and most solid lines of a page where the extraction shows no pages.
pub(crate) const PAGE_LENGTHS: std::ops::RangeInclusive<usize> = 8..=110;

/// What of the lines is furniture.
#[derive(Debug, Clone, Default)]
pub(crate) struct Furniture {
    /// What each solid line is; none where it is text or a note.
    pub(crate) kinds: Vec<Option<RemovalKind>>,
    /// The folios, in the order of the source.
    pub(crate) folios: Vec<Folio>,
    /// Ranks of lines with which a page begins as the furniture shows it, rising.
    pub(crate) bounds: Vec<usize>,
    /// Ranks of lines that may be running heads, and stay in the text.
    pub(crate) unsure_heads: Vec<usize>,
}

/// Whether a line says the words of a head, or a good part of them.
pub(crate) fn says(line: &str, head: &str) -> bool {
    line == head
        || line.chars().count() >= LONG_HEAD && head.contains(line)
        || head.chars().count() >= LONG_HEAD && line.contains(head)
}

/// A folio that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Folio {
    /// Its line.
    pub(crate) rank: usize,
    /// The number as it is printed.
    pub(crate) printed: String,
    /// Its value.
    pub(crate) value: u32,
    /// It is in Roman figures.
    pub(crate) roman: bool,
    /// It stands at the foot of its page.
    pub(crate) at_foot: bool,
    /// Which of the chains of folios it belongs to.
    pub(crate) chain: usize,
}

impl Folio {
    /// Whether this is the folio of the page right after another.
    pub(crate) fn follows(&self, before: &Self) -> bool {
        self.chain == before.chain && self.value == before.value + 1
    }
}
