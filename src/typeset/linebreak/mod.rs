//! Nodes become lines of least total demerits; knows nothing of text or fonts.
//!
//! The method is that of Knuth & Plass, *Breaking Paragraphs into Lines* (1981), with one
//! line more of memory: a state of the search is not a place where a line ends but a whole
//! line, so that the cost of two lines running (hyphens, unlike spacing, the same word at
//! the edge) is exact. States are kept apart by the number of lines above them, so that a
//! paragraph can be had one line longer or shorter too, at the least cost for that length
//! (Plass 1981; Mittelbach 2019 for pages that need it).
//!
//! All arithmetic is in integers: the same paragraph breaks alike on every machine.

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

/// How far a line may be stretched, in thousandths of what its spaces and letters offer:
/// the first limit that lets a paragraph through is taken. At the first, a space of EB
/// Garamond is 1.6 times its width; the last is no limit.
const TOLERANCES: [i64; 6] = [1_600, 2_000, 3_200, 6_400, 25_600, i64::MAX];

/// The same for a paragraph that should be a line longer than is best for it: 1.8 times the
/// space of EB Garamond, on a line that the page pays for only where it has to.
const LONGER_TOLERANCE: i64 = 2_000;

/// Places of a paragraph above which it is broken part by part: that of some twenty pages,
/// which nobody writes. Below it the search sees all of a paragraph at once.
const MAX_WHOLE_CANDIDATES: usize = 16_000;

/// Places of a part: some four pages, of which the search keeps all it has found.
const WINDOW_CANDIDATES: usize = 4_000;

/// Lines at the end of a part that are looked for again. The best ways to places further on
/// have come together before them.
const OVERLAP_LINES: usize = 16;

/// Of an enormous paragraph a line follows the cheapest so many ways to the place where it
/// begins. Prose of 31,000 words in one paragraph has the same lines with two of them as with
/// all; words of one letter, of which nearly all lines are alike, take a third of the time.
const WINDOW_BEAM: usize = 3;

/// The limit that is tried before the first for a part of an enormous paragraph that is
/// [`DENSE_CANDIDATES_PER_LINE`]: lines this good are found everywhere in it, and are few of those within the first.
const DENSE_TOLERANCE: i64 = 160;

/// Places to a line, above which nearly every letter is one, as in words of one letter. Prose
/// in Spanish has two dozen to a line of 65 letters.
const DENSE_CANDIDATES_PER_LINE: i64 = 36;

/// What lines are to be like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineBreakParams {
    /// Room for the first lines, one by one, as far as it is not that of the others
    /// (`TeX` §848): beside an indent, beside an initial.
    pub(crate) first_measures: Vec<Length>,
    /// Room for every other line.
    pub(crate) measure: Length,
    /// Lines are spaced out to fill the measure. Else they end where they end, within
    /// [`Self::rag`].
    pub(crate) justified: bool,
    /// How far a line that is not justified may usually end before the edge.
    pub(crate) rag: Length,
    /// A last line shorter than this is a runt.
    pub(crate) shortest_last: Length,
    /// The line above the paragraph.
    pub(crate) above: LineAbove,
    /// The word that the line below the paragraph begins with, as a digest; 0 for none. The
    /// last line should not begin with it too.
    pub(crate) word_below: u32,
    /// How many lines more or fewer than the best number are looked for.
    pub(crate) spread: u32,
    /// How many of the cheapest ways to a place, of a number of lines, are looked at.
    pub(crate) beam: usize,
    /// A line more is wanted even if lines have to be looser for it.
    pub(crate) longer: bool,
    /// What faults cost.
    pub(crate) costs: LineCosts,
}

/// The last line of a paragraph, as far as the first line of the next asks for it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct LineAbove {
    /// The word that it ends with, as a digest; 0 for none. The first line should not end
    /// with it too.
    pub(crate) word: u32,
    /// Its spaces.
    gaps: Vec<WordGap>,
    /// For each of them the depth of the chain of spaces that ends in it.
    depths: Vec<u8>,
}

/// A line found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BrokenLine {
    /// The node at which it begins by turning; none for the first line.
    pub(crate) start: Option<usize>,
    /// The node at which it ends by turning; none for the last line.
    pub(crate) end: Option<usize>,
    /// How far it is stretched (or shrunk, below zero) in thousandths of what its spaces
    /// offer; zero for a line that is not justified.
    pub(crate) ratio: i64,
    /// How much wider than its room it is, even when shrunk: by so much it stands out.
    pub(crate) over: Length,
}

impl BrokenLine {
    /// The nodes between its ends, of a paragraph of so many nodes.
    #[must_use]
    pub(crate) fn inner_nodes(&self, length: usize) -> Range<usize> {
        self.start.map_or(0, |node| node + 1)..self.end.unwrap_or(length)
    }
}

/// The ways in which a paragraph can be broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BrokenParagraph {
    /// The best way for each number of lines, the fewest lines first; never empty.
    ways: Vec<LineSequence>,
    /// The best of them.
    best: usize,
    /// The last line of the best, for the paragraph below.
    pub(crate) last: LineAbove,
}

/// A way to break a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineSequence {
    /// The lines; never empty.
    pub(crate) lines: Vec<BrokenLine>,
    /// What they cost, in hundredths of a demerit.
    pub(crate) demerits: i64,
}

impl BrokenParagraph {
    /// The best way.
    #[must_use]
    pub(crate) fn best(&self) -> &LineSequence {
        &self.ways[self.best]
    }

    /// The best way for each number of lines that was found, the fewest lines first.
    #[must_use]
    pub(crate) fn by_line_count(&self) -> &[LineSequence] {
        &self.ways
    }
}

thread_local! {
    /// The room that the paragraph before has taken, for the next on the same thread: to get
    /// memory from the system takes as long as some lines do. Nothing that was found is left
    /// in it.
    static BUFFERS: RefCell<SearchBuffers> = RefCell::default();
}

/// Room for what a search works on and finds.
#[derive(Debug, Default)]
struct SearchBuffers {
    course: CandidateList,
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
        let course = collect_candidates(nodes, std::mem::take(&mut self.course));
        let found = std::mem::take(&mut self.found);
        let mut search = BreakSearch::new(&course, &course.candidates, params, found);
        search_within_tolerances(&mut search, params, false);
        let breaking = collect_result(&mut search, nodes);
        self.found = search.into_state();
        self.course = course;
        breaking
    }

    /// Breaks an enormous paragraph part by part, into one number of lines only: the best
    /// lines of a window stay but for the last, which are looked for again with what follows.
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
            // A window that goes on ends wherever it does, in the midst of a line: it is no
            // fault that the line is loose, which is looked for again.
            let end =
                walk.list.candidates.last_mut().map(|last| &mut last.breakpoint.forced);
            let was_forced = end.is_some_and(|forced| std::mem::replace(forced, true));
            let CandidateList { candidates: places, .. } = &walk.list;
            let found = std::mem::take(&mut self.found);
            let mut search = BreakSearch::new(&walk.list, places, &params, found);
            // A hundred lines cost more than one at any limit: the first limit is taken.
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
                // Lines as long as that are of no page: a column asks how wide it would be.
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

/// Whether lines can turn nearly everywhere.
fn are_dense(places: &[BreakCandidate], measure: Length) -> bool {
    let [first, .., last] = places else { return false };
    let count = i64::try_from(places.len()).unwrap_or(i64::MAX);
    let width = last.end.width - first.start.width;
    width.saturating_mul(DENSE_CANDIDATES_PER_LINE)
        < count.saturating_mul(measure.0.into())
}

/// Looks for the best ways within the first limit that lets them through: if `first`, any
/// ways; else those that no looser line can be part of.
fn search_within_tolerances(
    search: &mut BreakSearch<'_>,
    params: &LineBreakParams,
    first: bool,
) {
    for tolerance in TOLERANCES {
        // What costs less than a line at the limit is the best of all ways: one with a
        // looser line costs more. Beyond the last limit there is none.
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
    // A stretch between two turns is wider than the measure: it stands out.
    let found = search.search_within(i64::MAX, true);
    debug_assert!(found, "with overfull lines every paragraph has a way through");
}

/// What a search has found.
fn collect_result(search: &mut BreakSearch<'_>, nodes: &NodeList) -> BrokenParagraph {
    let ways = search.best_per_line_count();
    let best = (0..ways.len()).min_by_key(|&way| ways[way].demerits).unwrap_or(0);
    let (gaps, depths) = search.last_line();
    let last = LineAbove { word: nodes.last.word, gaps, depths };
    BrokenParagraph { ways, best, last }
}
