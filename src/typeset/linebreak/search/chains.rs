//! The chains of spaces that end in the lines of a search, and what they cost.

use super::{BreakSearch, LinePath};
use crate::typeset::linebreak::LineAbove;
use crate::typeset::linebreak::costs::DEMERIT;
use crate::typeset::linebreak::rivers::{self, WordGap};

impl BreakSearch<'_> {
    /// What the rivers cost that run from the line of a state into the last line; from the
    /// line above the paragraph where there is no state. If it is more than `most`, not all
    /// of it.
    pub(super) fn river_demerits(&self, above: Option<usize>, most: i64) -> i64 {
        let below = self.state.lines.last().map_or(0..0, |line| line.gaps.clone());
        let below = &self.state.gaps[below];
        let above = self.chains_ending_in(above, &self.state.depths);
        DEMERIT * rivers::river_demerits(above, below, &self.params.costs, most / DEMERIT)
    }

    /// The spaces of the line of a state, and for each, of those that are known, the depth of
    /// the chain that ends in it; the spaces above the paragraph where there is no state.
    pub(super) fn chains_ending_in<'c>(
        &'c self,
        state: Option<usize>,
        known: &'c [u8],
    ) -> (&'c [WordGap], &'c [u8]) {
        let Some(state) = state else {
            let LineAbove { gaps, depths, .. } = &self.params.above;
            return (gaps, depths);
        };
        let LinePath { line: trial, depths, .. } = self.state.paths[state];
        let gaps = &self.state.gaps[self.state.lines[trial].gaps.clone()];
        let depths = depths.and_then(|first| known.get(first..first + gaps.len()));
        (gaps, depths.unwrap_or_default())
    }

    /// Makes known how deep the chains are that end in the line of a state. How deep those
    /// are that end above it is known already, since it was asked when the state was made.
    pub(super) fn compute_depths(&mut self, state: usize) {
        let LinePath { line: trial, above, depths, .. } = self.state.paths[state];
        if depths.is_some() {
            return;
        }
        let first = self.state.depths.len();
        let mut own = std::mem::take(&mut self.state.depths);
        let gaps = self.state.lines[trial].gaps.clone();
        own.resize(first + gaps.len(), 1);
        let (known, new) = own.split_at_mut(first);
        rivers::extend_chains(
            self.chains_ending_in(above, known),
            &self.state.gaps[gaps],
            new,
        );
        self.state.depths = own;
        self.state.paths[state].depths = Some(first);
    }
}
