//! Page furniture (what pages have besides the text): running heads, folios, and where
//! pages begin.

use super::contents::PrintedContents;
use super::source_layout::SourceLayout;
use crate::recover::model::RemovalKind;

/// How far from the edge of a known page furniture may be, in solid lines.
pub(crate) const EDGE: usize = 4;

/// Fewest letters of a running head that two occurrences prove. Shorter lines may be a
/// reply in a dialogue and need three.
pub(crate) const LONG_HEAD: usize = 8;

/// A line is compared with at most this many running heads: most texts have two.
pub(crate) const MOST_HEADS: usize = 40;

/// Fewest and most solid lines of a page, if the extraction shows no pages.
pub(crate) const PAGE_LENGTHS: std::ops::RangeInclusive<usize> = 8..=110;

/// Which lines are furniture.
#[derive(Debug, Clone, Default)]
pub(crate) struct Furniture {
    /// What each solid line is; `None` for text and notes.
    pub(crate) kinds: Vec<Option<RemovalKind>>,
    /// The folios, in the order of the source.
    pub(crate) folios: Vec<SourceFolio>,
    /// Solid lines with which a page begins according to the furniture, in ascending
    /// order.
    pub(crate) bounds: Vec<usize>,
    /// Solid lines that may be running heads and remain in the text.
    pub(crate) unsure_heads: Vec<usize>,
    /// Solid lines that were removed as running heads although their words are nowhere
    /// else: their place and their number say so.
    pub(crate) guessed_heads: Vec<usize>,
    /// Solid lines that were removed as running heads because they stand where the heads and
    /// folios of other pages do, in ascending order.
    pub(crate) standing_heads: Vec<usize>,
    /// Solid lines that a scanner added, and signatures of sheets, in ascending order.
    pub(crate) scan_lines: Vec<usize>,
    /// The first solid lines of pages that have their running head, in ascending order:
    /// another line at such a turn is a caption.
    pub(crate) headed_turns: Vec<usize>,
}

/// Lines of the text that are not where they belong, as solid lines in ascending order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct MovedLines {
    /// A title block inside the text.
    pub(crate) title: Vec<usize>,
    /// Captions of plates between two pages.
    pub(crate) captions: Vec<usize>,
}

impl Furniture {
    /// The lines of printed contents that are left out, and no others yet.
    pub(crate) fn from_contents(
        source: &SourceLayout<'_>,
        printed: &PrintedContents,
    ) -> Self {
        let kind = |line_no| printed.holds(line_no).then_some(RemovalKind::Contents);
        let kinds = (0..source.solid_lines.len()).map(kind).collect();
        Self { kinds, ..Self::default() }
    }

    /// Whether the page that begins at or near a line has its running head. If it has,
    /// another line there that occurs once is the caption of a plate.
    pub(crate) fn has_page_head(&self, bound: usize) -> bool {
        let near = bound.saturating_sub(EDGE)..=bound + EDGE;
        let at = self.headed_turns.partition_point(|turn| turn < near.start());
        self.headed_turns.get(at).is_some_and(|turn| near.contains(turn))
    }
}

/// Whether a line repeats the words of a head, or a good part of them.
pub(crate) fn says_head(line: &str, head: &str) -> bool {
    line == head
        || line.chars().count() >= LONG_HEAD && head.contains(line)
        || head.chars().count() >= LONG_HEAD && line.contains(head)
}

/// A printed page number found in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourceFolio {
    /// Its solid line.
    pub(crate) line_no: usize,
    /// The number as printed.
    pub(crate) printed: String,
    /// Its value.
    pub(crate) value: u32,
    /// It is in Roman figures.
    pub(crate) roman: bool,
    /// It is at the foot of its page.
    pub(crate) at_foot: bool,
    /// The chain of folios that it belongs to.
    pub(crate) chain: usize,
}

impl SourceFolio {
    /// Whether this is the folio of the next page after another.
    pub(crate) fn follows(&self, before: &Self) -> bool {
        self.chain == before.chain && self.value == before.value + 1
    }
}
