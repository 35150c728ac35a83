//! The river chains that end in the lines of a search, and their cost.

use super::{BreakSearch, LinePath};
use crate::typeset::linebreak::LineAbove;
use crate::typeset::linebreak::costs::DEMERIT;
use crate::typeset::linebreak::rivers::{self, WordGap};

impl BreakSearch<'_> {
    /// The demerits of rivers that run into the last line: from the line of a path, or
    /// from the line above the paragraph if `above` is `None`. If they exceed `most`, the
    /// result may leave some out.
    pub(super) fn river_demerits(&self, above: Option<usize>, most: i64) -> i64 {
        let below = self.state.lines.last().map_or(0..0, |line| line.gaps.clone());
        let below = &self.state.gaps[below];
        let above = self.chains_ending_in(above, &self.state.depths);
        DEMERIT * rivers::river_demerits(above, below, &self.params.costs, most / DEMERIT)
    }

    /// The spaces of the line of a path, and the depth of the chain that ends in each,
    /// where known. If `above` is none, those of the line above the paragraph.
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

    /// Computes the depths of the chains that end in the line of a path. Those of the line
    /// above are known: they were asked for when the path was made.
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
