//! The search: dynamic programming over lines.

mod chains;
mod follow;

use std::ops::Range;

use self::follow::Followed;
#[cfg(any(test, fuzzing))]
use super::costs::Costs;
use super::costs::{DEMERIT, TIGHTEST, Tension};
use super::place::{Bound, Course, Place, Sums, with_room};
use super::rivers::{Gap, gaps};
use super::{BrokenLine, Params, WINDOW, Way};
use crate::length::Length;
use crate::typeset::nodes::letters_share;

/// Thousandths: the ratio of a line without a space that does not fill the measure.
const LOOSEST: i64 = 1_000_000_000;

/// Thousandths: with a limit of more it is not worth while to know beforehand which lines
/// are looser, or outdone.
const MOST_STRETCHED: i64 = 50_000;

/// What a line that stands out costs by itself, and again per point that it does, in
/// hundredths of a demerit: more than all other faults of a long paragraph.
const OVERFULL: i64 = 1_000_000_000_000;

/// Lines that end at a place, in prose that is set to the measure of a book: as many as are
/// hardly ever more.
const LINES_TO_PLACE: usize = 4;
/// Ways to a place, likewise.
const WAYS_TO_PLACE: usize = 8;
/// Spaces of such a line.
const SPACES_TO_LINE: usize = 10;

/// The state of the search over one paragraph.
///
/// Of lines that differ in their room the breaker must know which it makes (`TeX` §835,
/// `line_class`): a line's *rank* is its number from the top, and the last rank is that of
/// all lines behind those with a room of their own.
pub(super) struct Search<'a> {
    places: &'a [Place],
    /// All spaces of the paragraph.
    spaces: &'a [(Sums, Sums)],
    params: &'a Params,
    /// How far the end of a line may move back at a later place, where more hangs or less
    /// is added: a line that is too wide by more stays so.
    slack: i64,
    /// How far a line may be stretched, in thousandths.
    tolerance: i64,
    /// Ways that are outdone are kept too.
    #[cfg(test)]
    pub(super) keeps_outdone: bool,
    /// Room for the lines of each rank.
    rooms: Vec<i64>,
    found: Found,
}

/// What a search has found, or is about to. The next one finds its room made.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// What the fit of a line asks of the places where it starts and ends.
    starts: Vec<Bound>,
    /// See [`Self::starts`].
    ends: Vec<Bound>,
    /// The lines that can be part of a way, by the place where they end.
    lines: Vec<Trial>,
    /// The best ways that end with each line, by line and then by number of lines.
    states: Vec<State>,
    /// The spaces of the lines in `lines`.
    gaps: Vec<Gap>,
    /// The depths of the chains of spaces for those of the ways in `states` that were asked
    /// for them.
    depths: Vec<u8>,
    /// The lines that end at each place.
    arrivals: Vec<Range<usize>>,
    /// The ranks of the lines that can begin at each place.
    ranks: Vec<Range<usize>>,
    /// What the cheapest way to each place costs.
    leasts: Vec<i64>,
    /// The ways to each place that lines may follow: by number of lines, the cheapest of
    /// each number first.
    open: Vec<Arrival>,
    /// Those of each place in `open`.
    opens: Vec<Range<usize>>,
    /// The ways that the last line follows, the best of each number of lines.
    followed: Vec<Followed>,
    /// The places where the line at hand may start.
    active: Vec<usize>,
    /// The lines that fit and end at the place at hand.
    fitting: Vec<Fitting>,
    /// The cheapest way to that place of each number of lines, of those looked at.
    cheapest: Vec<usize>,
}

/// A line that fits, before it is known whether it can be part of the best way.
#[derive(Debug, Clone, Copy)]
struct Fitting {
    /// The least that a way with it costs.
    least: i64,
    from: usize,
    rank: usize,
    tension: Tension,
    /// By so many scaled points it stands out.
    over: i64,
    /// What it costs by itself.
    own: i64,
}

/// A line that can be part of a way.
#[derive(Debug, Clone)]
struct Trial {
    from: usize,
    to: usize,
    rank: usize,
    tension: Tension,
    /// By so many scaled points it stands out.
    over: i64,
    /// Its spaces in [`Found::gaps`]; none before a way with it is looked at.
    gaps: Range<usize>,
    states: Range<usize>,
}

/// The best way that ends with a line and has a number of lines.
#[derive(Debug, Clone, Copy)]
struct State {
    trial: usize,
    count: u32,
    demerits: i64,
    /// The state of the line above; none for a first line.
    above: Option<usize>,
    /// How many lines running, with its own, end with a hyphen.
    hyphens: u8,
    /// Where its depths begin in [`Found::depths`]; as many as its line has spaces. None
    /// before a line below asks for them, which most never are.
    depths: Option<usize>,
}

/// A way that a line may follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Arrival {
    count: u32,
    demerits: i64,
    state: usize,
}

/// Up to where lines may start that end at a place and are not loose.
struct Full {
    /// For each place the least that it or any later one adds to the reach of a line that
    /// starts there.
    floors: Vec<i64>,
    /// For each place the most of that.
    ends: Vec<i64>,
}

/// How a line between two places fits.
pub(super) enum Fit {
    /// Stretched or shrunk by so much.
    Good(Tension),
    /// Wider than the measure even when shrunk, by so many scaled points.
    Wide(i64),
    /// Looser than the limit.
    Loose,
}

impl Found {
    /// Empties it, and makes the room that a search among so many places takes as a rule: in
    /// one go, since a list that grows is copied each time, to where the system may have to
    /// find memory first.
    fn make_room(&mut self, places: usize) {
        let Self { starts, ends, lines, states, gaps, open, .. } = self;
        with_room(starts, places);
        with_room(ends, places);
        let places = places.min(WINDOW);
        with_room(lines, places * LINES_TO_PLACE);
        with_room(states, places * WAYS_TO_PLACE);
        with_room(open, places * WAYS_TO_PLACE);
        with_room(gaps, places * LINES_TO_PLACE * SPACES_TO_LINE);
    }
}

impl<'a> Search<'a> {
    /// A search that has not begun, over places of a course.
    pub(super) fn new(
        course: &'a Course,
        places: &'a [Place],
        params: &'a Params,
        mut found: Found,
    ) -> Self {
        found.make_room(places.len());
        found.starts.extend(places.iter().map(Place::lower));
        found.ends.extend(places.iter().map(Place::upper));
        let slack = places
            .iter()
            .map(|p| i64::from(p.turn.end.hang.0) + p.end.width - p.start.width)
            .max()
            .unwrap_or_default();
        let rooms = params.first_measures.iter().chain([&params.measure]);
        Self {
            places,
            spaces: &course.spaces,
            params,
            slack: slack.max(0) + i64::from(params.measure.0) / 16,
            tolerance: 0,
            #[cfg(test)]
            keeps_outdone: false,
            rooms: rooms.map(|room| i64::from(room.0)).collect(),
            found,
        }
    }

    /// What it has found, for another to begin with.
    pub(super) fn into_found(self) -> Found {
        self.found
    }

    /// Looks for ways through the paragraph; tells whether there is one.
    pub(super) fn run(&mut self, tolerance: i64, overfull: bool) -> bool {
        self.found.lines.clear();
        self.found.states.clear();
        self.found.gaps.clear();
        self.found.depths.clear();
        self.found.arrivals.clear();
        self.found.arrivals.push(0..0);
        self.found.ranks.clear();
        self.found.ranks.push(0..1);
        self.found.leasts.clear();
        self.found.leasts.push(0);
        self.found.open.clear();
        self.found.opens.clear();
        self.found.opens.push(0..0);
        self.tolerance = tolerance;
        let full = self.full();
        let mut active = std::mem::take(&mut self.found.active);
        active.clear();
        active.push(0);
        for to in 1..self.places.len() {
            let first = self.found.lines.len();
            let far = full.as_ref().map_or(i64::MAX, |full| full.ends[to]);
            // From the first place on that leaves a line loose all others do.
            let mut near = 0;
            let mut kept = 0;
            while let Some(&from) = active.get(near)
                && full.as_ref().is_none_or(|full| full.floors[from] <= far)
            {
                let mut wide = true;
                for rank in self.found.ranks[from].clone() {
                    let fit = self.fit(from, to, rank, tolerance);
                    self.consider(from, to, rank, &fit, overfull);
                    wide &= matches!(fit, Fit::Wide(by) if by > self.slack);
                }
                active[kept] = from;
                kept += usize::from(!wide);
                near += 1;
            }
            active.drain(kept..near);
            self.keep_fitting(to);
            let arrivals = first..self.found.lines.len();
            self.arrive(&arrivals);
            if self.places[to].turn.forced {
                active.clear();
            }
            if !arrivals.is_empty() {
                active.push(to);
            }
            self.found.arrivals.push(arrivals);
            if active.is_empty() {
                break;
            }
        }
        let through = !active.is_empty();
        self.found.active = active;
        through && self.found.arrivals.last().is_some_and(|arrivals| !arrivals.is_empty())
    }

    /// Notes which ways there are to a place, at which these lines end.
    fn arrive(&mut self, lines: &Range<usize>) {
        let states = match self.found.lines[lines.clone()] {
            [ref first, .., ref last] => first.states.start..last.states.end,
            [ref only] => only.states.clone(),
            [] => 0..0,
        };
        let ways = self.found.states[states.clone()].iter();
        let best = ways.clone().min_by_key(|state| state.demerits);
        let (best, least) = best.map_or((0, 0), |state| (state.count, state.demerits));
        self.found.leasts.push(least);
        let ranks = ways.clone().map(|state| self.rank(state.count));
        let least = ranks.clone().min().unwrap_or(0);
        let ranks = least..ranks.max().map_or(0, |most| most + 1);
        let near = |state: &State| state.count.abs_diff(best) <= self.params.spread;
        let first = self.found.open.len();
        let ways = ways.zip(states).filter(|(way, _)| near(way));
        self.found.open.extend(ways.map(|(&State { count, demerits, .. }, state)| {
            Arrival { count, demerits, state }
        }));
        self.found.open[first..].sort_unstable();
        self.found.opens.push(first..self.found.open.len());
        self.found.ranks.push(ranks);
    }

    /// Where lines are loose whatever else they are; none where there is no limit to it.
    fn full(&self) -> Option<Full> {
        let tolerance = self.tolerance;
        if tolerance > MOST_STRETCHED {
            return None;
        }
        let Params { justified, rag, .. } = self.params;
        // A line is loose where its room is more than its width, what its letters give and
        // what its spaces may be stretched: all three are differences of sums. One that is
        // not justified is loose where it ends too far from the edge.
        let reach = |bound: &Bound| {
            let Sums { width, stretch, give, .. } = bound.sums;
            if *justified {
                1000 * (width + give) + (tolerance + 1) * stretch
            } else {
                1000 * width
            }
        };
        let short =
            if *justified { 0 } else { (tolerance + 1) * i64::from(rag.0).max(1) };
        let mut floors: Vec<i64> = self.found.starts.iter().map(reach).collect();
        for place in (1..floors.len()).rev() {
            floors[place - 1] = floors[place - 1].min(floors[place]);
        }
        let room = 1000 * self.rooms.iter().min().copied().unwrap_or(0);
        let far = |bound: &Bound| {
            if bound.forced { i64::MAX } else { reach(bound) - room + short }
        };
        Some(Full { floors, ends: self.found.ends.iter().map(far).collect() })
    }

    /// The state at the end of the best way.
    fn best(&self) -> Option<usize> {
        let arrivals = self.found.arrivals.last().cloned().unwrap_or_default();
        let mut states =
            self.found.lines[arrivals].iter().flat_map(|line| line.states.clone());
        let first = states.next()?;
        let demerits = |state: usize| self.found.states[state].demerits;
        let better =
            |best, next| if demerits(next) < demerits(best) { next } else { best };
        Some(states.fold(first, better))
    }

    /// What the best way costs.
    pub(super) fn least(&self) -> Option<i64> {
        self.best().map(|state| self.found.states[state].demerits)
    }

    /// Whether there is a way of more lines than the best.
    pub(super) fn has_longer(&self) -> bool {
        let most = self.best().map_or(0, |best| self.found.states[best].count);
        let arrivals = self.found.arrivals.last().cloned().unwrap_or_default();
        let mut states =
            self.found.lines[arrivals].iter().flat_map(|line| line.states.clone());
        states.any(|state| self.found.states[state].count > most)
    }

    /// The spaces of the last line of the best way, and their depths.
    pub(super) fn last_line(&mut self) -> (Vec<Gap>, Vec<u8>) {
        let Some(state) = self.best() else { return Default::default() };
        self.reckon_depths(state);
        let (gaps, depths) = self.chains(Some(state), &self.found.depths);
        (gaps.to_vec(), depths.to_vec())
    }

    /// The best way for each number of lines.
    pub(super) fn ways(&self) -> Vec<Way> {
        let arrivals = self.found.arrivals.last().cloned().unwrap_or_default();
        let mut ends: Vec<(u32, i64, usize)> = self.found.lines[arrivals]
            .iter()
            .flat_map(|trial| trial.states.clone())
            .map(|state| {
                (self.found.states[state].count, self.found.states[state].demerits, state)
            })
            .collect();
        ends.sort_unstable();
        ends.dedup_by_key(|end| end.0);
        ends.into_iter().map(|(_, demerits, end)| self.way(demerits, end)).collect()
    }

    /// The lines of the way that ends with a state.
    fn way(&self, demerits: i64, end: usize) -> Way {
        let mut lines = Vec::new();
        let mut next = Some(end);
        while let Some(state) = next.map(|state| self.found.states[state]) {
            let Trial { from, to, tension, over, .. } = self.found.lines[state.trial];
            let (start, end) = (self.places[from].node, self.places[to].node);
            let over = Length(i32::try_from(over).unwrap_or(i32::MAX));
            lines.push(BrokenLine { start, end, ratio: tension.spaces, over });
            next = state.above;
        }
        lines.reverse();
        Way { lines, demerits }
    }

    /// The rank of the line behind so many.
    pub(super) fn rank(&self, lines: u32) -> usize {
        usize::try_from(lines).map_or(usize::MAX, |lines| lines.min(self.rooms.len() - 1))
    }

    /// How a line of a rank between two places fits its room.
    pub(super) fn fit(&self, from: usize, to: usize, rank: usize, tolerance: i64) -> Fit {
        let (start, end) = (&self.found.starts[from], &self.found.ends[to]);
        let line = end.sums.since(start.sums);
        let excess = self.rooms[rank] - line.width;
        let (shrink, give) =
            if self.params.justified { (line.shrink, line.give) } else { (0, 0) };
        if excess < 0 {
            let most = shrink + give;
            if -excess > most {
                return Fit::Wide(-excess - most);
            }
            return Fit::Good(tension(excess, shrink, give));
        }
        if end.forced {
            return Fit::Good(Tension::default());
        }
        let tension = if self.params.justified {
            tension(excess, line.stretch, give)
        } else {
            let spaces = excess * 1000 / i64::from(self.params.rag.0).max(1);
            Tension { spaces, letters: 0 }
        };
        if tension.spaces > tolerance { Fit::Loose } else { Fit::Good(tension) }
    }

    /// Notes a line that fits.
    fn consider(
        &mut self,
        from: usize,
        to: usize,
        rank: usize,
        fit: &Fit,
        overfull: bool,
    ) {
        let (tension, over) = match *fit {
            Fit::Good(tension) => (tension, 0),
            Fit::Wide(by) if overfull && to == from + 1 => {
                (Tension { spaces: TIGHTEST, letters: TIGHTEST }, by)
            }
            Fit::Wide(_) | Fit::Loose => return,
        };
        let points = over / i64::from(Length::SCALE);
        let extra = if over > 0 { OVERFULL * (1 + points.min(100_000)) } else { 0 };
        let own = self.own_demerits(from, to, tension.spaces) + extra;
        let least = self.found.leasts[from].saturating_add(own);
        self.found.fitting.push(Fitting { least, from, rank, tension, over, own });
    }

    /// Keeps the lines that fit and end at a place, with the best ways that end with them.
    /// The one that promises most comes first: most others are outdone by it.
    fn keep_fitting(&mut self, to: usize) {
        let mut fitting = std::mem::take(&mut self.found.fitting);
        fitting.sort_unstable_by_key(|line| (line.least, line.from, line.rank));
        self.found.cheapest.clear();
        for line in fitting.drain(..) {
            self.keep_line(to, &line);
        }
        self.found.fitting = fitting;
    }

    /// Keeps a line, with the best ways that end with it and are not outdone.
    fn keep_line(&mut self, to: usize, line: &Fitting) {
        let &Fitting { from, rank, tension, over, own, .. } = line;
        let first = self.found.states.len();
        let (gaps, states) = (0..0, first..first);
        self.found.lines.push(Trial { from, to, rank, tension, over, gaps, states });
        if from == 0 {
            self.begin(own);
        }
        self.follow(own);
        if self.found.lines.last().is_some_and(|line| line.states.is_empty()) {
            self.found.lines.pop();
        }
    }

    /// Finds the spaces of the last line, unless they are known.
    fn find_gaps(&mut self) {
        let Some(line) = self.found.lines.last_mut() else { return };
        if self.params.justified && line.gaps.is_empty() {
            let ends = (&self.places[line.from], &self.places[line.to]);
            let (room, first) = (self.rooms[line.rank], self.found.gaps.len());
            gaps(self.spaces, ends, line.tension, room, &mut self.found.gaps);
            line.gaps = first..self.found.gaps.len();
        }
    }

    /// How many lines are kept that can be part of a way, and how many ways to them.
    #[cfg(test)]
    pub(super) fn kept(&self) -> (usize, usize) {
        (self.found.lines.len(), self.found.states.len())
    }

    /// What faults cost.
    #[cfg(any(test, fuzzing))]
    pub(super) fn costs(&self) -> &Costs {
        &self.params.costs
    }

    /// What a line costs by itself.
    pub(super) fn own_demerits(&self, from: usize, to: usize, ratio: i64) -> i64 {
        let (start, end) = (&self.places[from], &self.places[to]);
        let mut own = self.params.costs.line(ratio, &end.turn);
        let Params { above, word_below, costs, .. } = self.params;
        if from == 0 && above.word != 0 && above.word == end.turn.end.word {
            own += DEMERIT * costs.stack;
        }
        if !end.turn.forced {
            return own;
        }
        let last = to == self.places.len() - 1;
        if last && *word_below != 0 && *word_below == start.turn.start.word {
            own += DEMERIT * costs.stack;
        }
        let width = end.end.since(start.start).width;
        let few = start.spaces.end == end.spaces.start && start.turn.short;
        let runt = from != 0 && (few || width < i64::from(self.params.shortest_last.0));
        own + costs.last_line(start, end, runt)
    }
}

/// How far the spaces and letters of a line are stretched, or shrunk.
fn tension(excess: i64, spaces: i64, letters: i64) -> Tension {
    let taken = letters_share(excess, letters);
    let left = excess - taken;
    // Where letters give all they may, or enough, there is one division less.
    if left == 0 {
        let letters = (1000 * taken).checked_div(letters).unwrap_or(0);
        return Tension { spaces: 0, letters };
    }
    let most = if excess < 0 { TIGHTEST } else { LOOSEST };
    let own = (1000 * left).checked_div(spaces).unwrap_or(most);
    let letters = 1000 * taken.signum();
    Tension { spaces: own.clamp(TIGHTEST, LOOSEST), letters }
}
