//! The search: dynamic programming over lines.

mod chains;
mod follow;

use std::ops::Range;

use self::follow::BestPredecessor;
use super::candidates::{
    BreakCandidate, CandidateList, LineBound, WidthSums, clear_and_reserve,
};
#[cfg(any(test, fuzzing))]
use super::costs::LineCosts;
use super::costs::{AdjustmentRatio, DEMERIT, TIGHTEST};
use super::rivers::{WordGap, add_gaps};
use super::{BrokenLine, LineBreakParams, LineSequence, WINDOW_CANDIDATES};
use crate::length::Length;
use crate::typeset::nodes::letter_share_of_excess;

/// The ratio, in thousandths, of a line without spaces that does not fill the measure.
const LOOSEST: i64 = 1_000_000_000;

/// With a limit above this many thousandths, it does not pay to find out early which lines
/// are looser or dominated.
const MOST_STRETCHED: i64 = 50_000;

/// What a line that sticks out costs, and again per point by which it does, in hundredths
/// of a demerit: more than all other faults of a long paragraph.
const OVERFULL: i64 = 1_000_000_000_000;

/// Buffer size: lines that end at one break, in prose set to the measure of a book. More
/// are rare.
const LINES_TO_PLACE: usize = 4;
/// Buffer size: paths to one break, likewise.
const WAYS_TO_PLACE: usize = 8;
/// Buffer size: spaces of such a line.
const SPACES_TO_LINE: usize = 10;

/// The search over one paragraph.
///
/// Where lines have different measures, the search must know which line it makes (TeX §835,
/// `line_class`). A line's *rank* is its number from the top; all lines after those with a
/// measure of their own share the last rank.
pub(super) struct BreakSearch<'a> {
    candidates: &'a [BreakCandidate],
    /// All spaces of the paragraph.
    spaces: &'a [(WidthSums, WidthSums)],
    params: &'a LineBreakParams,
    /// How far the end of a line may move back at a later break, where more hangs or less
    /// is added. A line that is too wide by more than this stays too wide.
    slack: i64,
    /// How far a line may stretch, in thousandths.
    tolerance: i64,
    /// Keeps dominated paths too.
    #[cfg(test)]
    pub(super) keeps_dominated: bool,
    /// The measure of each rank.
    rooms: Vec<i64>,
    state: SearchState,
}

/// What a search has found so far. The next search reuses its buffers.
#[derive(Debug, Default)]
pub(super) struct SearchState {
    /// For each candidate, the bound of a line that starts there.
    starts: Vec<LineBound>,
    /// For each candidate, the bound of a line that ends there.
    ends: Vec<LineBound>,
    /// The lines that can be part of a path, by the break where they end.
    lines: Vec<CandidateLine>,
    /// The best paths that end with each line, by line and then by number of lines.
    paths: Vec<LinePath>,
    /// The spaces of the lines in `lines`.
    gaps: Vec<WordGap>,
    /// The chain depths for those paths in `paths` whose depths were asked for.
    depths: Vec<u8>,
    /// For each candidate, the lines that end there.
    arrivals: Vec<Range<usize>>,
    /// For each candidate, the ranks of the lines that can begin there.
    ranks: Vec<Range<usize>>,
    /// For each candidate, the cost of the cheapest path to it.
    leasts: Vec<i64>,
    /// The paths that lines may follow, by candidate, then by number of lines, cheapest
    /// first.
    open: Vec<OpenPath>,
    /// For each candidate, its range in `open`.
    opens: Vec<Range<usize>>,
    /// The paths that the current line follows, the best for each number of lines.
    followed: Vec<BestPredecessor>,
    /// The candidates where the current line may start.
    active: Vec<usize>,
    /// The lines that fit and end at the current candidate.
    fitting: Vec<FittingLine>,
    /// The cheapest path to the current candidate for each number of lines, so far.
    cheapest: Vec<usize>,
}

/// A line that fits, before it is known whether it can be part of a best path.
#[derive(Debug, Clone, Copy)]
struct FittingLine {
    /// The least that a path with this line costs.
    least: i64,
    from: usize,
    rank: usize,
    tension: AdjustmentRatio,
    /// By how many scaled points it sticks out.
    over: i64,
    /// Its own cost.
    own: i64,
}

/// A line that can be part of a path.
#[derive(Debug, Clone)]
struct CandidateLine {
    from: usize,
    to: usize,
    rank: usize,
    tension: AdjustmentRatio,
    /// By how many scaled points it sticks out.
    over: i64,
    /// Its spaces in [`SearchState::gaps`]; empty until a path with it is examined.
    gaps: Range<usize>,
    states: Range<usize>,
}

/// The best path that ends with a line, for one number of lines.
#[derive(Debug, Clone, Copy)]
struct LinePath {
    line: usize,
    count: u32,
    demerits: i64,
    /// The backpointer: the path up to the line above; none for a first line.
    above: Option<usize>,
    /// How many consecutive lines, with its own, end with a hyphen.
    hyphens: u8,
    /// Where its depths begin in [`SearchState::depths`], one for each space of its line.
    /// None until a line below asks for them, which is rare.
    depths: Option<usize>,
}

/// A path that a line may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct OpenPath {
    count: u32,
    demerits: i64,
    state: usize,
}

/// Bounds on where lines may start without being loose.
struct LooseBounds {
    /// For each candidate, the least that it or any later one adds to the reach of a line
    /// that starts there.
    floors: Vec<i64>,
    /// For each candidate, the most.
    ends: Vec<i64>,
}

/// How a line between two candidates fits.
pub(super) enum LineFit {
    /// It fits, with this adjustment ratio.
    Good(AdjustmentRatio),
    /// It is wider than the measure even when shrunk, by this many scaled points.
    Wide(i64),
    /// It is looser than the limit.
    Loose,
}

impl SearchState {
    /// Empties the buffers and reserves what a search among `places` candidates usually
    /// needs. Growing lists step by step would copy them each time.
    fn make_room(&mut self, places: usize) {
        let Self { starts, ends, lines, paths: states, gaps, open, .. } = self;
        clear_and_reserve(starts, places);
        clear_and_reserve(ends, places);
        let places = places.min(WINDOW_CANDIDATES);
        clear_and_reserve(lines, places * LINES_TO_PLACE);
        clear_and_reserve(states, places * WAYS_TO_PLACE);
        clear_and_reserve(open, places * WAYS_TO_PLACE);
        clear_and_reserve(gaps, places * LINES_TO_PLACE * SPACES_TO_LINE);
    }
}

impl<'a> BreakSearch<'a> {
    /// Prepares a search over the candidates of a list.
    pub(super) fn new(
        candidate_list: &'a CandidateList,
        candidates: &'a [BreakCandidate],
        params: &'a LineBreakParams,
        mut state: SearchState,
    ) -> Self {
        state.make_room(candidates.len());
        state.starts.extend(candidates.iter().map(BreakCandidate::start_bound));
        state.ends.extend(candidates.iter().map(BreakCandidate::end_bound));
        let slack = candidates
            .iter()
            .map(|p| i64::from(p.breakpoint.end.hang.0) + p.end.width - p.start.width)
            .max()
            .unwrap_or_default();
        let rooms = params.first_measures.iter().chain([&params.measure]);
        Self {
            candidates,
            spaces: &candidate_list.spaces,
            params,
            slack: slack.max(0) + i64::from(params.measure.0) / 16,
            tolerance: 0,
            #[cfg(test)]
            keeps_dominated: false,
            rooms: rooms.map(|room| i64::from(room.0)).collect(),
            state,
        }
    }

    /// What was found, so that another search can reuse the buffers.
    pub(super) fn into_state(self) -> SearchState {
        self.state
    }

    /// Searches for paths through the paragraph; returns whether there is one.
    pub(super) fn search_within(&mut self, tolerance: i64, overfull: bool) -> bool {
        self.state.lines.clear();
        self.state.paths.clear();
        self.state.gaps.clear();
        self.state.depths.clear();
        self.state.arrivals.clear();
        self.state.arrivals.push(0..0);
        self.state.ranks.clear();
        self.state.ranks.push(0..1);
        self.state.leasts.clear();
        self.state.leasts.push(0);
        self.state.open.clear();
        self.state.opens.clear();
        self.state.opens.push(0..0);
        self.tolerance = tolerance;
        let full = self.loose_bounds();
        let mut active = std::mem::take(&mut self.state.active);
        active.clear();
        active.push(0);
        for to in 1..self.candidates.len() {
            let first = self.state.lines.len();
            let far = full.as_ref().map_or(i64::MAX, |full| full.ends[to]);
            // If a line from this candidate is loose, so are lines from all earlier ones.
            let mut near = 0;
            let mut kept = 0;
            while let Some(&from) = active.get(near)
                && full.as_ref().is_none_or(|full| full.floors[from] <= far)
            {
                let mut wide = true;
                for rank in self.state.ranks[from].clone() {
                    let fit = self.fit_line(from, to, rank, tolerance);
                    self.add_fitting_line(from, to, rank, &fit, overfull);
                    wide &= matches!(fit, LineFit::Wide(by) if by > self.slack);
                }
                active[kept] = from;
                kept += usize::from(!wide);
                near += 1;
            }
            active.drain(kept..near);
            self.keep_fitting_lines(to);
            let arrivals = first..self.state.lines.len();
            self.record_paths_to(&arrivals);
            if self.candidates[to].breakpoint.forced {
                active.clear();
            }
            if !arrivals.is_empty() {
                active.push(to);
            }
            self.state.arrivals.push(arrivals);
            if active.is_empty() {
                break;
            }
        }
        let through = !active.is_empty();
        self.state.active = active;
        through && self.state.arrivals.last().is_some_and(|arrivals| !arrivals.is_empty())
    }

    /// Records the paths to a candidate, given the lines that end there.
    fn record_paths_to(&mut self, lines: &Range<usize>) {
        let states = match self.state.lines[lines.clone()] {
            [ref first, .., ref last] => first.states.start..last.states.end,
            [ref only] => only.states.clone(),
            [] => 0..0,
        };
        let ways = self.state.paths[states.clone()].iter();
        let best = ways.clone().min_by_key(|state| state.demerits);
        let (best, least) = best.map_or((0, 0), |state| (state.count, state.demerits));
        self.state.leasts.push(least);
        let ranks = ways.clone().map(|state| self.rank_after(state.count));
        let least = ranks.clone().min().unwrap_or(0);
        let ranks = least..ranks.max().map_or(0, |most| most + 1);
        let near = |state: &LinePath| state.count.abs_diff(best) <= self.params.spread;
        let first = self.state.open.len();
        let ways = ways.zip(states).filter(|(way, _)| near(way));
        self.state.open.extend(ways.map(|(&LinePath { count, demerits, .. }, state)| {
            OpenPath { count, demerits, state }
        }));
        self.state.open[first..].sort_unstable();
        self.state.opens.push(first..self.state.open.len());
        self.state.ranks.push(ranks);
    }

    /// Bounds beyond which lines are loose whatever else they are; none without a limit.
    fn loose_bounds(&self) -> Option<LooseBounds> {
        let tolerance = self.tolerance;
        if tolerance > MOST_STRETCHED {
            return None;
        }
        let LineBreakParams { justified, rag, .. } = self.params;
        // A justified line is loose if the measure exceeds its width plus what its letters
        // give and its spaces may stretch; all three are differences of sums. A ragged line
        // is loose if it ends too far from the edge.
        let reach = |bound: &LineBound| {
            let WidthSums { width, stretch, give, .. } = bound.sums;
            if *justified {
                1000 * (width + give) + (tolerance + 1) * stretch
            } else {
                1000 * width
            }
        };
        let short =
            if *justified { 0 } else { (tolerance + 1) * i64::from(rag.0).max(1) };
        let mut floors: Vec<i64> = self.state.starts.iter().map(reach).collect();
        for place in (1..floors.len()).rev() {
            floors[place - 1] = floors[place - 1].min(floors[place]);
        }
        let room = 1000 * self.rooms.iter().min().copied().unwrap_or(0);
        let far = |bound: &LineBound| {
            if bound.forced { i64::MAX } else { reach(bound) - room + short }
        };
        Some(LooseBounds { floors, ends: self.state.ends.iter().map(far).collect() })
    }

    /// The last state of the best path.
    fn best_path(&self) -> Option<usize> {
        let arrivals = self.state.arrivals.last().cloned().unwrap_or_default();
        let mut states =
            self.state.lines[arrivals].iter().flat_map(|line| line.states.clone());
        let first = states.next()?;
        let demerits = |state: usize| self.state.paths[state].demerits;
        let better =
            |best, next| if demerits(next) < demerits(best) { next } else { best };
        Some(states.fold(first, better))
    }

    /// The cost of the best path.
    pub(super) fn least_demerits(&self) -> Option<i64> {
        self.best_path().map(|state| self.state.paths[state].demerits)
    }

    /// Whether there is a path with more lines than the best.
    pub(super) fn has_longer(&self) -> bool {
        let most = self.best_path().map_or(0, |best| self.state.paths[best].count);
        let arrivals = self.state.arrivals.last().cloned().unwrap_or_default();
        let mut states =
            self.state.lines[arrivals].iter().flat_map(|line| line.states.clone());
        states.any(|state| self.state.paths[state].count > most)
    }

    /// The spaces of the last line of the best path, and their chain depths.
    pub(super) fn last_line(&mut self) -> (Vec<WordGap>, Vec<u8>) {
        let Some(state) = self.best_path() else { return Default::default() };
        self.compute_depths(state);
        let (gaps, depths) = self.chains_ending_in(Some(state), &self.state.depths);
        (gaps.to_vec(), depths.to_vec())
    }

    /// The best path for each number of lines.
    pub(super) fn best_per_line_count(&self) -> Vec<LineSequence> {
        let arrivals = self.state.arrivals.last().cloned().unwrap_or_default();
        let mut ends: Vec<(u32, i64, usize)> = self.state.lines[arrivals]
            .iter()
            .flat_map(|trial| trial.states.clone())
            .map(|state| {
                (self.state.paths[state].count, self.state.paths[state].demerits, state)
            })
            .collect();
        ends.sort_unstable();
        ends.dedup_by_key(|end| end.0);
        ends.into_iter()
            .map(|(_, demerits, end)| self.trace_back(demerits, end))
            .collect()
    }

    /// The lines of the path that ends with a state, by its backpointers.
    fn trace_back(&self, demerits: i64, end: usize) -> LineSequence {
        let mut lines = Vec::new();
        let mut next = Some(end);
        while let Some(state) = next.map(|state| self.state.paths[state]) {
            let CandidateLine { from, to, tension, over, .. } =
                self.state.lines[state.line];
            let (start, end) = (self.candidates[from].node, self.candidates[to].node);
            let over = Length(i32::try_from(over).unwrap_or(i32::MAX));
            lines.push(BrokenLine { start, end, ratio: tension.spaces, over });
            next = state.above;
        }
        lines.reverse();
        LineSequence { lines, demerits }
    }

    /// The rank of the line after this many.
    pub(super) fn rank_after(&self, lines: u32) -> usize {
        usize::try_from(lines).map_or(usize::MAX, |lines| lines.min(self.rooms.len() - 1))
    }

    /// How a line of a rank fits its measure.
    pub(super) fn fit_line(
        &self,
        from: usize,
        to: usize,
        rank: usize,
        tolerance: i64,
    ) -> LineFit {
        let (start, end) = (&self.state.starts[from], &self.state.ends[to]);
        let line = end.sums.minus(start.sums);
        let excess = self.rooms[rank] - line.width;
        let (shrink, give) =
            if self.params.justified { (line.shrink, line.give) } else { (0, 0) };
        if excess < 0 {
            let most = shrink + give;
            if -excess > most {
                return LineFit::Wide(-excess - most);
            }
            return LineFit::Good(adjustment_ratio(excess, shrink, give));
        }
        if end.forced {
            return LineFit::Good(AdjustmentRatio::default());
        }
        let tension = if self.params.justified {
            adjustment_ratio(excess, line.stretch, give)
        } else {
            let spaces = excess * 1000 / i64::from(self.params.rag.0).max(1);
            AdjustmentRatio { spaces, letters: 0 }
        };
        if tension.spaces > tolerance { LineFit::Loose } else { LineFit::Good(tension) }
    }

    /// Adds a line to those that fit.
    fn add_fitting_line(
        &mut self,
        from: usize,
        to: usize,
        rank: usize,
        fit: &LineFit,
        overfull: bool,
    ) {
        let (tension, over) = match *fit {
            LineFit::Good(tension) => (tension, 0),
            LineFit::Wide(by) if overfull && to == from + 1 => {
                (AdjustmentRatio { spaces: TIGHTEST, letters: TIGHTEST }, by)
            }
            LineFit::Wide(_) | LineFit::Loose => return,
        };
        let points = over / i64::from(Length::SCALE);
        let extra = if over > 0 { OVERFULL * (1 + points.min(100_000)) } else { 0 };
        let own = self.own_demerits(from, to, tension.spaces) + extra;
        let least = self.state.leasts[from].saturating_add(own);
        self.state.fitting.push(FittingLine { least, from, rank, tension, over, own });
    }

    /// Keeps the lines that fit and end at a candidate, with the best paths that end with
    /// them. The most promising line comes first, because it dominates most others.
    fn keep_fitting_lines(&mut self, to: usize) {
        let mut fitting = std::mem::take(&mut self.state.fitting);
        fitting.sort_unstable_by_key(|line| (line.least, line.from, line.rank));
        self.state.cheapest.clear();
        for line in fitting.drain(..) {
            self.keep_line(to, &line);
        }
        self.state.fitting = fitting;
    }

    /// Keeps a line, with the best paths that end with it and are not dominated.
    fn keep_line(&mut self, to: usize, line: &FittingLine) {
        let &FittingLine { from, rank, tension, over, own, .. } = line;
        let first = self.state.paths.len();
        let (gaps, states) = (0..0, first..first);
        self.state.lines.push(CandidateLine {
            from,
            to,
            rank,
            tension,
            over,
            gaps,
            states,
        });
        if from == 0 {
            self.begin_paragraph(own);
        }
        self.extend_paths(own);
        if self.state.lines.last().is_some_and(|line| line.states.is_empty()) {
            self.state.lines.pop();
        }
    }

    /// Finds the spaces of the last line, unless they are known.
    fn find_gaps(&mut self) {
        let Some(line) = self.state.lines.last_mut() else { return };
        if self.params.justified && line.gaps.is_empty() {
            let ends = (&self.candidates[line.from], &self.candidates[line.to]);
            let (room, first) = (self.rooms[line.rank], self.state.gaps.len());
            add_gaps(self.spaces, ends, line.tension, room, &mut self.state.gaps);
            line.gaps = first..self.state.gaps.len();
        }
    }

    /// How many lines were kept, and how many paths.
    #[cfg(test)]
    pub(super) fn count_kept(&self) -> (usize, usize) {
        (self.state.lines.len(), self.state.paths.len())
    }

    /// What faults cost.
    #[cfg(any(test, fuzzing))]
    pub(super) fn costs(&self) -> &LineCosts {
        &self.params.costs
    }

    /// What a line costs by itself.
    pub(super) fn own_demerits(&self, from: usize, to: usize, ratio: i64) -> i64 {
        let (start, end) = (&self.candidates[from], &self.candidates[to]);
        let mut own = self.params.costs.line_demerits(ratio, &end.breakpoint);
        let LineBreakParams { above, word_below, costs, .. } = self.params;
        if from == 0 && above.word != 0 && above.word == end.breakpoint.end.word {
            own += DEMERIT * costs.stack;
        }
        if !end.breakpoint.forced {
            return own;
        }
        let last = to == self.candidates.len() - 1;
        if last && *word_below != 0 && *word_below == start.breakpoint.start.word {
            own += DEMERIT * costs.stack;
        }
        let width = end.end.minus(start.start).width;
        let few = start.spaces.end == end.spaces.start && start.breakpoint.short;
        let runt = from != 0 && (few || width < i64::from(self.params.shortest_last.0));
        own + costs.last_line_demerits(start, end, runt)
    }
}

/// The adjustment ratio of a line that must grow by `excess`.
fn adjustment_ratio(excess: i64, spaces: i64, letters: i64) -> AdjustmentRatio {
    let taken = letter_share_of_excess(excess, letters);
    let left = excess - taken;
    // Where the letters give all they may, or enough, one division is saved.
    if left == 0 {
        let letters = (1000 * taken).checked_div(letters).unwrap_or(0);
        return AdjustmentRatio { spaces: 0, letters };
    }
    let most = if excess < 0 { TIGHTEST } else { LOOSEST };
    let own = (1000 * left).checked_div(spaces).unwrap_or(most);
    let letters = 1000 * taken.signum();
    AdjustmentRatio { spaces: own.clamp(TIGHTEST, LOOSEST), letters }
}
