//! Breaks a paragraph's nodes into lines of least total demerits. Knows nothing of text or
//! fonts.
//!
//! The method is that of Knuth & Plass, *Breaking Paragraphs into Lines* (1981), with one
//! line more of memory. A state of the search is not a breakpoint but a whole line. So the
//! cost of two consecutive lines is exact: hyphens, unlike spacing, the same word at the
//! edge. States also differ by the number of lines above them, so that a paragraph can be
//! set one line longer or shorter at the least cost for that length (Plass 1981; Mittelbach
//! 2019 for pages that need it).
//!
//! All arithmetic is in integers, so the same paragraph breaks alike on every machine.

mod candidates;
mod costs;
mod rivers;
mod search;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod traces;
#[cfg(any(test, fuzzing))]
pub(crate) mod trial;

use std::cell::RefCell;
use std::ops::Range;

pub(crate) use self::costs::LineCosts;

use self::candidates::{
    BreakCandidate, CandidateList, CandidateScanner, collect_candidates,
    has_more_candidates,
};
use self::rivers::WordGap;
use self::search::{BreakSearch, SearchState};
use super::nodes::{Breakpoint, NodeList};
use crate::length::Length;

/// The limits on how far a line may stretch, in thousandths of what its spaces and letters
/// offer. The first limit that lets a paragraph through is taken. At the first, a space of
/// EB Garamond is 1.6 times its natural width; the last is no limit.
const TOLERANCES: [i64; 6] = [1_600, 2_000, 3_200, 6_400, 25_600, i64::MAX];

/// The limit for a paragraph that should be one line longer than is best for it: 1.8 times
/// the space of EB Garamond. The page takes such a line only where it must.
const LONGER_TOLERANCE: i64 = 2_000;

/// A paragraph with more break candidates than this is broken in windows. That is about
/// twenty pages, longer than anybody writes. Below it, the search sees the whole paragraph
/// at once.
const MAX_WHOLE_CANDIDATES: usize = 16_000;

/// Break candidates in a window: about four pages. The search keeps everything it finds in
/// one.
const WINDOW_CANDIDATES: usize = 4_000;

/// Lines at the end of a window that the next window searches again. By then the best paths
/// to later breaks have merged.
const OVERLAP_LINES: usize = 16;

/// In a window, a line follows only this many of the cheapest paths to its start. Prose of
/// 31,000 words in one paragraph has the same lines with two as with all. Words of one
/// letter, where nearly all lines are alike, take a third of the time.
const WINDOW_BEAM: usize = 3;

/// The limit tried first for a window with at least [`DENSE_CANDIDATES_PER_LINE`]. Lines
/// this good are everywhere in it, and few of all lines within the first usual limit.
const DENSE_TOLERANCE: i64 = 160;

/// Above this many break candidates per line, nearly every letter is one, as in words of
/// one letter. Spanish prose has two dozen on a line of 65 letters.
const DENSE_CANDIDATES_PER_LINE: i64 = 36;

/// What the lines of a paragraph should be like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineBreakParams {
    /// The measures of the first lines, one by one, where they differ from
    /// [`Self::measure`] (TeX §848): beside an indent or an initial.
    pub(crate) first_measures: Vec<Length>,
    /// The measure of every other line.
    pub(crate) measure: Length,
    /// Lines stretch or shrink to fill the measure. Otherwise they end where they end,
    /// within [`Self::rag`].
    pub(crate) justified: bool,
    /// How far before the edge a ragged line may usually end.
    pub(crate) rag: Length,
    /// A last line shorter than this is a runt.
    pub(crate) shortest_last: Length,
    /// The line above the paragraph.
    pub(crate) above: LineAbove,
    /// A digest of the word that begins the line below the paragraph; 0 for none. The last
    /// line should not begin with the same word.
    pub(crate) word_below: u32,
    /// How many lines more or fewer than the best number to look for.
    pub(crate) spread: u32,
    /// How many of the cheapest paths to a break, for each number of lines, are followed.
    pub(crate) beam: usize,
    /// One more line is wanted, even if lines become looser for it.
    pub(crate) longer: bool,
    /// What faults cost.
    pub(crate) costs: LineCosts,
}

/// What the first line of a paragraph must know about the last line above it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct LineAbove {
    /// A digest of the word that it ends with; 0 for none. The first line should not end
    /// with the same word.
    pub(crate) word: u32,
    /// Its word spaces.
    gaps: Vec<WordGap>,
    /// For each of them, the depth of the river chain that ends in it.
    depths: Vec<u8>,
}

/// A line between two breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BrokenLine {
    /// The node of the break where it begins; none for the first line.
    pub(crate) start: Option<usize>,
    /// The node of the break where it ends; none for the last line.
    pub(crate) end: Option<usize>,
    /// How far its spaces stretch (or shrink, below zero), in thousandths of what they
    /// offer. Zero for a ragged line.
    pub(crate) ratio: i64,
    /// How much wider than its measure it is, even when shrunk. It sticks out by this much.
    pub(crate) over: Length,
}

impl BrokenLine {
    /// The nodes between its two breaks, in a paragraph of `length` nodes.
    #[must_use]
    pub(crate) fn inner_nodes(&self, length: usize) -> Range<usize> {
        self.start.map_or(0, |node| node + 1)..self.end.unwrap_or(length)
    }
}

/// A paragraph broken into lines, in each number of lines that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BrokenParagraph {
    /// The best lines for each number of lines, fewest lines first; never empty.
    ways: Vec<LineSequence>,
    /// The index of the best of them.
    best: usize,
    /// The last line of the best, for the paragraph below.
    pub(crate) last: LineAbove,
}

/// The lines of a paragraph, and what they cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineSequence {
    /// The lines; never empty.
    pub(crate) lines: Vec<BrokenLine>,
    /// Their cost, in hundredths of a demerit.
    pub(crate) demerits: i64,
}

impl BrokenParagraph {
    /// The lines of least demerits.
    #[must_use]
    pub(crate) fn best(&self) -> &LineSequence {
        &self.ways[self.best]
    }

    /// The best lines for each number of lines that was found, fewest lines first.
    #[must_use]
    pub(crate) fn by_line_count(&self) -> &[LineSequence] {
        &self.ways
    }
}

thread_local! {
    /// The buffers of the previous paragraph on this thread, for the next one. Allocating
    /// them again takes as long as breaking some lines. They hold no results.
    static BUFFERS: RefCell<SearchBuffers> = RefCell::default();
}

/// Buffers that a search works in, reused between paragraphs.
#[derive(Debug, Default)]
struct SearchBuffers {
    candidate_list: CandidateList,
    found: SearchState,
}

/// Breaks a paragraph into lines.
pub(crate) fn break_lines(nodes: &NodeList, params: &LineBreakParams) -> BrokenParagraph {
    BUFFERS.with_borrow_mut(|room| room.break_lines(nodes, params))
}

impl SearchBuffers {
    /// See [`break_lines`].
    fn break_lines(
        &mut self,
        nodes: &NodeList,
        params: &LineBreakParams,
    ) -> BrokenParagraph {
        if has_more_candidates(nodes, MAX_WHOLE_CANDIDATES) {
            return self.break_in_windows(nodes, params);
        }
        let candidate_list =
            collect_candidates(nodes, std::mem::take(&mut self.candidate_list));
        let found = std::mem::take(&mut self.found);
        let mut search =
            BreakSearch::new(&candidate_list, &candidate_list.candidates, params, found);
        search_within_tolerances(&mut search, params, false);
        let breaking = collect_result(&mut search, nodes);
        self.found = search.into_state();
        self.candidate_list = candidate_list;
        breaking
    }

    /// Breaks a very long paragraph window by window, into one number of lines only. The
    /// best lines of a window stay, except the last ones, which are searched again with the
    /// next window.
    fn break_in_windows(
        &mut self,
        nodes: &NodeList,
        params: &LineBreakParams,
    ) -> BrokenParagraph {
        let mut params = LineBreakParams {
            spread: 0,
            beam: WINDOW_BEAM,
            longer: false,
            ..params.clone()
        };
        let mut whole = LineSequence { lines: Vec::new(), demerits: 0 };
        let mut walk = CandidateScanner::new(nodes, CandidateList::default());
        let mut size = WINDOW_CANDIDATES;
        loop {
            walk.scan_until(size + 1);
            // A window that is not the last ends anywhere, also inside a line. That line
            // may be loose without fault: it is searched again.
            let end =
                walk.list.candidates.last_mut().map(|last| &mut last.breakpoint.forced);
            let was_forced = end.is_some_and(|forced| std::mem::replace(forced, true));
            let CandidateList { candidates: places, .. } = &walk.list;
            let found = std::mem::take(&mut self.found);
            let mut search = BreakSearch::new(&walk.list, places, &params, found);
            // A hundred lines cost more than one at any limit, so the first limit is taken.
            if !(are_dense(places, params.measure)
                && search.search_within(DENSE_TOLERANCE, false))
            {
                search_within_tolerances(&mut search, &params, true);
            }
            let mut breaking = collect_result(&mut search, nodes);
            self.found = search.into_state();
            let way = breaking.ways.swap_remove(breaking.best);
            if walk.ended {
                whole.lines.extend(way.lines);
                whole.demerits = whole.demerits.saturating_add(way.demerits);
                return BrokenParagraph {
                    ways: vec![whole],
                    best: 0,
                    last: breaking.last,
                };
            }
            if let Some(last) = walk.list.candidates.last_mut() {
                last.breakpoint.forced = was_forced;
            }
            let Some(kept) =
                way.lines.len().checked_sub(OVERLAP_LINES).filter(|&kept| kept > 0)
            else {
                // Lines this long are on no page. They occur where a table column is
                // measured.
                size *= 2;
                continue;
            };
            whole.lines.extend(&way.lines[..kept]);
            whole.demerits = whole.demerits.saturating_add(way.demerits);
            let turned = whole.lines.last().and_then(|line| line.end);
            let places = &mut walk.list.candidates;
            let passed = places.iter().rposition(|place| place.node == turned);
            places.drain(..passed.unwrap_or(1));
            params.first_measures.clear();
            params.above = LineAbove::default();
        }
    }
}

/// Whether lines can break nearly everywhere.
fn are_dense(places: &[BreakCandidate], measure: Length) -> bool {
    let [first, .., last] = places else { return false };
    let count = i64::try_from(places.len()).unwrap_or(i64::MAX);
    let width = last.end.width - first.start.width;
    width.saturating_mul(DENSE_CANDIDATES_PER_LINE)
        < count.saturating_mul(measure.0.into())
}

/// Searches with each limit in turn, until one lets the paragraph through. With `first`,
/// any result will do. Otherwise the result must cost so little that no looser line can be
/// part of a better one.
fn search_within_tolerances(
    search: &mut BreakSearch<'_>,
    params: &LineBreakParams,
    first: bool,
) {
    for tolerance in TOLERANCES {
        // A line stretched to the limit costs this much. If all lines together cost less,
        // they are the best: a looser line alone would cost more. Beyond the last limit
        // there is none.
        let limit = match tolerance {
            i64::MAX => i64::MAX,
            _ => params.costs.line_demerits(tolerance, &Breakpoint::default()),
        };
        let found = search.search_within(tolerance, false);
        if found && (first || search.least_demerits().is_none_or(|least| least <= limit))
        {
            if params.longer && tolerance < LONGER_TOLERANCE && !search.has_longer() {
                search.search_within(LONGER_TOLERANCE, false);
            }
            return;
        }
    }
    // Something between two breaks is wider than the measure, so it must stick out.
    let found = search.search_within(i64::MAX, true);
    debug_assert!(found, "with overfull lines every paragraph has a way through");
}

/// Collects what a search has found.
fn collect_result(search: &mut BreakSearch<'_>, nodes: &NodeList) -> BrokenParagraph {
    let ways = search.best_per_line_count();
    let best = (0..ways.len()).min_by_key(|&way| ways[way].demerits).unwrap_or(0);
    let (gaps, depths) = search.last_line();
    let last = LineAbove { word: nodes.last.word, gaps, depths };
    BrokenParagraph { ways, best, last }
}
