//! Rivers: spaces that stand under one another through several lines.
//!
//! A space under a space is harmless and common; what the eye follows is a chain of them.
//! So chains are paid for, not pairs: each way keeps the depth of the chain that ends in
//! each space of its last line. That is not exact dynamic programming, since the depths
//! are those of the best way to a line only, but it takes the rivers out.

use std::ops::Range;

use super::candidates::{BreakCandidate, WidthSums};
use super::costs::{AdjustmentRatio, LineCosts};

/// A chain of so many lines is noticed if one knows where to look.
const NOTICED: u8 = 3;

/// A chain of so many lines is a river.
const RIVER: u8 = 4;

/// A space runs into so many of the line below at most: letters between them are wider than
/// what spaces differ by.
const RUNS_INTO: i64 = 2;

/// The place of a word space on a line, from the right edge of the measure (the left edge
/// may be indented).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WordGap {
    start: i64,
    end: i64,
}

impl WordGap {
    /// Whether the eye runs through from a space to the one below: half the narrower of
    /// them lies under the other.
    #[inline]
    fn runs_into(self, below: Self) -> bool {
        let common = self.end.min(below.end) - self.start.max(below.start);
        let narrower = (self.end - self.start).min(below.end - below.start);
        // Some of it at least, even of spaces of no width: one question, not two.
        2 * common >= narrower.max(1)
    }
}

/// Adds the spaces of a line, from left to right.
pub(super) fn add_gaps(
    spaces: &[(WidthSums, WidthSums)],
    (from, to): (&BreakCandidate, &BreakCandidate),
    tension: AdjustmentRatio,
    measure: i64,
    gaps: &mut Vec<WordGap>,
) {
    let inner: Range<usize> = from.spaces.end..to.spaces.start.max(from.spaces.end);
    let inner = &spaces[inner];
    // One loop for each: this is where much of the time of a paragraph goes.
    if tension.spaces < 0 {
        add_gap(inner, from, tension, measure, |sums| sums.shrink, gaps);
    } else {
        add_gap(inner, from, tension, measure, |sums| sums.stretch, gaps);
    }
}

/// Adds the spaces of a line that are flexed by what they may.
#[inline]
fn add_gap(
    spaces: &[(WidthSums, WidthSums)],
    from: &BreakCandidate,
    tension: AdjustmentRatio,
    measure: i64,
    flexible: impl Fn(&WidthSums) -> i64,
    gaps: &mut Vec<WordGap>,
) {
    let origin = -measure - i64::from(from.breakpoint.start.hang.0) - from.start.width;
    let (give, flexed) = (from.start.give, flexible(&from.start));
    gaps.reserve(spaces.len());
    for (start, end) in spaces {
        // A space gives nothing as letters do: at its end they have given what they had.
        let letters = (start.give - give) * tension.letters;
        let x = |sums: &WidthSums| {
            let spaces = (flexible(sums) - flexed) * tension.spaces;
            origin + sums.width + (letters + spaces) / 1000
        };
        gaps.push(WordGap { start: x(start), end: x(end) });
    }
}

/// Deepens the chain that ends in each space of a line by those of the line above that run
/// into it; each is one deep before, itself.
///
/// Of two spaces the one that ends first touches nothing further on, so one of them is passed
/// at each step. Which one nobody can foresee: it is added, and not asked.
pub(super) fn extend_chains(
    (over, deep): (&[WordGap], &[u8]),
    below: &[WordGap],
    depths: &mut [u8],
) {
    let (known, new) = (over.len().min(deep.len()), below.len().min(depths.len()));
    // Of lists that are known to be as long it is not asked at each step.
    let (over, deep) = (&over[..known], &deep[..known]);
    let (below, depths) = (&below[..new], &mut depths[..new]);
    let (mut above, mut at) = (0, 0);
    while above < known && at < new {
        let reached = u8::from(over[above].runs_into(below[at])) * deep[above];
        depths[at] = depths[at].max(reached.saturating_add(1));
        let passed = usize::from(over[above].end <= below[at].end);
        above += passed;
        at += 1 - passed;
    }
}

/// What a space costs in which a chain of so many ends.
fn chain_demerits(costs: &LineCosts, depth: u8) -> i64 {
    match depth {
        NOTICED => costs.river_begun,
        RIVER.. => costs.river,
        _ => 0,
    }
}

/// What the chains cost that go on, or begin to be seen, in the spaces of a line below
/// chains of some depths; if it is more than `most`, not all of it.
pub(super) fn river_demerits(
    (over, deep): (&[WordGap], &[u8]),
    below: &[WordGap],
    costs: &LineCosts,
    most: i64,
) -> i64 {
    let cost = |depth: u8| chain_demerits(costs, depth);
    let mut demerits = 0;
    // The space that was reached last, and how deep it is.
    let mut reached = (0, 0);
    let mut first = 0;
    // Few chains are as deep as that. All others cost nothing yet.
    for (&over, &deep) in over.iter().zip(deep).filter(|&(_, &deep)| deep >= NOTICED - 1)
    {
        while below.get(first).is_some_and(|gap| gap.end <= over.start) {
            first += 1;
        }
        let touched = below.iter().enumerate().skip(first);
        for (at, &gap) in touched.take_while(|(_, gap)| gap.start < over.end) {
            if over.runs_into(gap) {
                let own = deep.saturating_add(1);
                reached = if reached.0 == at {
                    (at, own.max(reached.1))
                } else {
                    demerits += cost(reached.1);
                    if demerits > most {
                        return demerits;
                    }
                    (at, own)
                };
            }
        }
    }
    demerits + cost(reached.1)
}

/// What the chains that end in a line of prose can cost in the line below at most.
pub(super) fn max_river_demerits(depths: &[u8], costs: &LineCosts) -> i64 {
    depths
        .iter()
        .map(|depth| RUNS_INTO * chain_demerits(costs, depth.saturating_add(1)))
        .sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{LineCosts, NOTICED, RIVER, WordGap, extend_chains, river_demerits};

    /// Spaces of a line from left to right: how far each is from the one before, its width,
    /// and how deep the chain is that ends in it.
    fn line() -> impl Strategy<Value = (Vec<WordGap>, Vec<u8>)> {
        let space = (0_i64..30, 0_i64..12, prop_oneof![9 => 1_u8..6, 1 => 250_u8..=255]);
        proptest::collection::vec(space, 0..12).prop_map(|spaces| {
            let mut end = -150;
            let gap = |&(from, width, _): &(i64, i64, u8)| {
                let start = end + from;
                end = start + width;
                WordGap { start, end }
            };
            let gaps = spaces.iter().map(gap).collect();
            (gaps, spaces.iter().map(|space| space.2).collect())
        })
    }

    proptest! {
        /// Whoever asks every space above gets what the walk along both lines gives.
        #[test]
        fn chains_go_on_wherever_a_space_runs_into_another(
            (over, deep) in line(),
            (below, _) in line(),
            most in 0_i64..200_000,
        ) {
            let own = |gap: &WordGap| {
                let above = over.iter().zip(&deep).filter(|(over, _)| over.runs_into(*gap));
                above.map(|(_, &deep)| deep).max().unwrap_or(0).saturating_add(1)
            };
            let asked: Vec<u8> = below.iter().map(own).collect();
            let mut walked = vec![1; below.len()];
            extend_chains((&over, &deep), &below, &mut walked);
            prop_assert_eq!(&walked, &asked);

            let costs = LineCosts::default();
            let cost = |depth: &u8| match *depth {
                NOTICED => costs.river_begun,
                RIVER.. => costs.river,
                _ => 0,
            };
            let cost: i64 = asked.iter().map(cost).sum();
            let found = |most| river_demerits((&over, &deep), &below, &costs, most);
            prop_assert_eq!(found(i64::MAX), cost);
            prop_assert!(found(most) > most && found(most) <= cost || found(most) == cost);
        }
    }
}
