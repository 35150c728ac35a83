//! Which paths a line follows: of the paths to its start, the best one for each number of
//! lines. A path is dropped if a path to the same break by another line dominates it.

use super::{
    BreakSearch, CandidateLine, LinePath, MOST_STRETCHED, OpenPath, SearchState,
};
use crate::typeset::linebreak::costs::{DEMERIT, LineShape};
use crate::typeset::linebreak::rivers;

/// This many consecutive hyphens are a ladder.
const LADDER: u8 = 3;

/// The best path for the last line to follow, for one number of lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct BestPredecessor {
    /// The cost with the line, the cost without rivers, and the path. Of two paths of equal
    /// cost, the one that costs less without rivers wins.
    best: (i64, i64, usize),
    /// The least cost without rivers, and its path: the order in which paths are kept.
    first: (i64, usize),
    count: u32,
    hyphens: u8,
}

impl<'a> BreakSearch<'a> {
    /// Whether a path of `count` lines that ends with the last line, and costs at least
    /// `least`, is dominated by another to the same break: with any line that follows,
    /// the other costs less. Both have the same continuations, so only the cost that the
    /// other's last line can cause in the line below it matters.
    fn is_dominated(&mut self, count: u32, least: i64) -> bool {
        #[cfg(test)]
        if self.keeps_dominated {
            return false;
        }
        let SearchState { lines, paths: states, cheapest, .. } = &self.state;
        let mut ways = cheapest.iter().filter(|&&way| states[way].count == count);
        let (Some(&way), true) = (ways.next(), self.tolerance <= MOST_STRETCHED) else {
            return false;
        };
        let LinePath { line: trial, demerits, hyphens, .. } = states[way];
        let (own, other) = (&lines[lines.len() - 1], &lines[trial]);
        let costs = &self.params.costs;
        let contrast = costs.contrast_bound(other.tension, own.tension, self.tolerance);
        let (start, next) = (
            &self.candidates[other.from].breakpoint,
            &self.candidates[other.to].breakpoint,
        );
        let stacks = start.start.word != 0 && start.start.word == next.start.word;
        let stack = if stacks { costs.stack } else { 0 };
        let ladder = if hyphens >= LADDER - 1 { costs.ladder } else { 0 };
        let most = demerits.saturating_add(contrast + DEMERIT * (stack + ladder));
        if most >= least {
            return false;
        }
        self.compute_depths(way);
        let (_, depths) = self.chains_ending_in(Some(way), &self.state.depths);
        most.saturating_add(DEMERIT * rivers::max_river_demerits(depths, costs)) < least
    }

    /// Makes the last line the first of the paragraph.
    pub(super) fn begin_paragraph(&mut self, own: i64) {
        let trial = self.state.lines.len() - 1;
        self.find_gaps();
        let rivers = self.river_demerits(None, i64::MAX);
        let (demerits, hyphens) = (own + rivers, self.consecutive_hyphens(0));
        let (above, depths) = (None, None);
        self.add_path(LinePath {
            line: trial,
            count: 1,
            demerits,
            above,
            hyphens,
            depths,
        });
    }

    /// How many consecutive lines end with a hyphen if the last line follows `above` of
    /// them.
    fn consecutive_hyphens(&self, above: u8) -> u8 {
        let to = self.state.lines.last().map_or(0, |line| line.to);
        if self.candidates[to].breakpoint.hyphenated {
            above.saturating_add(1)
        } else {
            0
        }
    }

    /// Lets the last line follow the best paths to its start, one for each number of lines.
    pub(super) fn extend_paths(&mut self, own: i64) {
        let trial = self.state.lines.len() - 1;
        let CandidateLine { from, rank, .. } = self.state.lines[trial];
        let mut followed = std::mem::take(&mut self.state.followed);
        let open = std::mem::take(&mut self.state.open);
        let ways = &open[self.state.opens[from].clone()];
        for ways in ways.chunk_by(|a, b| a.count == b.count) {
            let OpenPath { count, demerits, .. } = ways[0];
            if self.rank_after(count) == rank
                && !self.is_dominated(count + 1, demerits.saturating_add(own))
            {
                self.find_gaps();
                followed.extend(self.best_predecessor(ways, own));
            }
        }
        self.state.open = open;
        followed.sort_unstable_by_key(|way| way.first);
        for way in followed.drain(..) {
            let BestPredecessor { best: (demerits, _, above), count, hyphens, .. } = way;
            let (count, above, depths) = (count + 1, Some(above), None);
            self.add_path(LinePath {
                line: trial,
                count,
                demerits,
                above,
                hyphens,
                depths,
            });
        }
        self.state.followed = followed;
    }

    /// The best path for the last line to follow, of paths with the same number of lines.
    /// They are given cheapest first, so the search stops when no later one can be best.
    fn best_predecessor(
        &mut self,
        ways: &[OpenPath],
        own: i64,
    ) -> Option<BestPredecessor> {
        let lower = self.line_shape(self.state.lines.last()?);
        let mut found: Option<BestPredecessor> = None;
        let ways = ways.iter().take(self.params.beam);
        for &OpenPath { count, demerits, state } in ways {
            let limit = found.map_or(i64::MAX, |known| known.best.0);
            if demerits.saturating_add(own) > limit {
                break;
            }
            let LinePath { line: trial, hyphens, .. } = self.state.paths[state];
            let upper = &self.state.lines[trial];
            let hyphens = self.consecutive_hyphens(hyphens);
            let costs = &self.params.costs;
            let ladder = DEMERIT * if hyphens >= LADDER { costs.ladder } else { 0 };
            let pair = own + costs.neighbour_demerits(self.line_shape(upper), lower);
            let bare = demerits.saturating_add(pair + ladder);
            if bare > limit {
                continue;
            }
            self.compute_depths(state);
            let rivers = self.river_demerits(Some(state), limit.saturating_sub(bare));
            let best = (bare.saturating_add(rivers), bare, state);
            let first = (bare, state);
            found = match found {
                None => Some(BestPredecessor { best, first, count, hyphens }),
                Some(known) => {
                    let first = known.first.min(first);
                    let hyphens = if best < known.best { hyphens } else { known.hyphens };
                    Some(BestPredecessor {
                        best: known.best.min(best),
                        first,
                        hyphens,
                        ..known
                    })
                }
            };
        }
        found
    }

    /// What the cost of consecutive lines depends on, for one line.
    fn line_shape(&self, line: &CandidateLine) -> LineShape<'a> {
        let (from, to) = (&self.candidates[line.from], &self.candidates[line.to]);
        LineShape { from, to, tension: line.tension }
    }

    /// Adds a path that ends with the last line.
    fn add_path(&mut self, way: LinePath) {
        let SearchState { paths: states, cheapest, .. } = &mut self.state;
        match cheapest.iter_mut().find(|known| states[**known].count == way.count) {
            None => cheapest.push(states.len()),
            Some(known) if way.demerits < states[*known].demerits => {
                *known = states.len();
            }
            Some(_) => {}
        }
        states.push(way);
        self.state.lines[way.line].states.end = self.state.paths.len();
    }
}
