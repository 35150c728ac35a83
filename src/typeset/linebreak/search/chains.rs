//! The chains of spaces that end in the lines of a search, and what they cost.

use super::{Search, State};
use crate::typeset::linebreak::Above;
use crate::typeset::linebreak::costs::DEMERIT;
use crate::typeset::linebreak::rivers::{self, Gap};

impl Search<'_> {
    /// What the rivers cost that run from the line of a state into the last line; from the
    /// line above the paragraph where there is no state. If it is more than `most`, not all
    /// of it.
    pub(super) fn rivers(&self, above: Option<usize>, most: i64) -> i64 {
        let below = self.found.lines.last().map_or(0..0, |line| line.gaps.clone());
        let below = &self.found.gaps[below];
        let above = self.chains(above, &self.found.depths);
        DEMERIT * rivers::demerits(above, below, &self.params.costs, most / DEMERIT)
    }

    /// The spaces of the line of a state, and for each, of those that are known, the depth of
    /// the chain that ends in it; the spaces above the paragraph where there is no state.
    pub(super) fn chains<'c>(
        &'c self,
        state: Option<usize>,
        known: &'c [u8],
    ) -> (&'c [Gap], &'c [u8]) {
        let Some(state) = state else {
            let Above { gaps, depths, .. } = &self.params.above;
            return (gaps, depths);
        };
        let State { trial, depths, .. } = self.found.states[state];
        let gaps = &self.found.gaps[self.found.lines[trial].gaps.clone()];
        let depths = depths.and_then(|first| known.get(first..first + gaps.len()));
        (gaps, depths.unwrap_or_default())
    }

    /// Makes known how deep the chains are that end in the line of a state. How deep those
    /// are that end above it is known already, since it was asked when the state was made.
    pub(super) fn reckon_depths(&mut self, state: usize) {
        let State { trial, above, depths, .. } = self.found.states[state];
        if depths.is_some() {
            return;
        }
        let first = self.found.depths.len();
        let mut own = std::mem::take(&mut self.found.depths);
        let gaps = self.found.lines[trial].gaps.clone();
        own.resize(first + gaps.len(), 1);
        let (known, new) = own.split_at_mut(first);
        rivers::deepen(self.chains(above, known), &self.found.gaps[gaps], new);
        self.found.depths = own;
        self.found.states[state].depths = Some(first);
    }
}
