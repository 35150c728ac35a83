//! Rivers: spaces under one another through several lines.
//!
//! A space under a space is harmless and common. The eye follows a chain of them, so chains
//! cost, not pairs: each path keeps, for each space of its last line, the depth of the
//! chain that ends there. This is not exact dynamic programming, because the depths are
//! those of the best path to a line only, but it removes the rivers.

use std::ops::Range;

use super::candidates::{BreakCandidate, WidthSums};
use super::costs::{AdjustmentRatio, LineCosts};

/// A chain of this many lines is noticed by a reader who looks for it.
const NOTICED: u8 = 3;

/// A chain of this many lines is a river.
const RIVER: u8 = 4;

/// A space overlaps at most this many spaces of the line below, because the letters between
/// spaces are wider than the spaces' differences.
const RUNS_INTO: i64 = 2;

/// Where a word space is on a line, from the right edge of the measure (the left edge may
/// be indented).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WordGap {
    start: i64,
    end: i64,
}

impl WordGap {
    /// Whether the eye runs on from a space to the one below: half of the narrower lies
    /// under the other.
    #[inline]
    fn runs_into(self, below: Self) -> bool {
        let common = self.end.min(below.end) - self.start.max(below.start);
        let narrower = (self.end - self.start).min(below.end - below.start);
        // Also demands some overlap between spaces without width, in one comparison.
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
    // One loop for each sign: much of the time of a paragraph is spent here.
    if tension.spaces < 0 {
        add_gap(inner, from, tension, measure, |sums| sums.shrink, gaps);
    } else {
        add_gap(inner, from, tension, measure, |sums| sums.stretch, gaps);
    }
}

/// Adds the spaces of a line whose flexible parts are given.
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
        // Letters stretch too: add what those before the space have given.
        let letters = (start.give - give) * tension.letters;
        let x = |sums: &WidthSums| {
            let spaces = (flexible(sums) - flexed) * tension.spaces;
            origin + sums.width + (letters + spaces) / 1000
        };
        gaps.push(WordGap { start: x(start), end: x(end) });
    }
}

/// Extends the chains of the line above into the spaces of a line. Each space starts with
/// depth one, its own.
///
/// Both lines are walked at once. Of two spaces, the one that ends first touches nothing
/// further on, so each step passes one of them. The processor cannot predict which, so the
/// step is added without a branch.
pub(super) fn extend_chains(
    (over, deep): (&[WordGap], &[u8]),
    below: &[WordGap],
    depths: &mut [u8],
) {
    let (known, new) = (over.len().min(deep.len()), below.len().min(depths.len()));
    // Equal lengths, known here, spare a bounds check at each step.
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

/// What a space costs in which a chain of this depth ends.
fn chain_demerits(costs: &LineCosts, depth: u8) -> i64 {
    match depth {
        NOTICED => costs.river_begun,
        RIVER.. => costs.river,
        _ => 0,
    }
}

/// What the chains cost that continue, or become visible, in the spaces of a line. If that
/// is more than `most`, the result may leave some out.
pub(super) fn river_demerits(
    (over, deep): (&[WordGap], &[u8]),
    below: &[WordGap],
    costs: &LineCosts,
    most: i64,
) -> i64 {
    let cost = |depth: u8| chain_demerits(costs, depth);
    let mut demerits = 0;
    // The last space reached, and its depth.
    let mut reached = (0, 0);
    let mut first = 0;
    // Few chains are this deep; the others cost nothing yet.
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

/// The most that the chains ending in a line can cost in the line below.
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

    /// The spaces of a line from left to right: distance from the one before, width, and
    /// chain depth.
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
        /// Comparing every pair of spaces gives the same as walking along both lines.
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
