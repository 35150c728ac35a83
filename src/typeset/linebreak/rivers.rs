//! Rivers: spaces that stand under one another through several lines.
//!
//! A space under a space is harmless and common; what the eye follows is a chain of them.
//! So chains are paid for, not pairs: each way keeps the depth of the chain that ends in
//! each space of its last line. That is not exact dynamic programming, since the depths
//! are those of the best way to a line only, but it takes the rivers out.

use std::ops::Range;

use super::costs::{Costs, Tension};
use super::place::{Place, Sums};

/// A chain of so many lines is noticed if one knows where to look.
const NOTICED: u8 = 3;

/// A chain of so many lines is a river.
const RIVER: u8 = 4;

/// The place of a word space on a line, from the right edge of the measure (the left edge
/// may be indented).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Gap {
    start: i64,
    end: i64,
}

impl Gap {
    /// Whether the eye runs through from a space to the one below: half the narrower of
    /// them lies under the other.
    fn runs_into(self, below: Self) -> bool {
        let common = self.end.min(below.end) - self.start.max(below.start);
        let narrower = (self.end - self.start).min(below.end - below.start);
        common > 0 && 2 * common >= narrower
    }
}

/// Adds the spaces of a line, from left to right.
pub(super) fn gaps(
    spaces: &[(Sums, Sums)],
    (from, to): (&Place, &Place),
    tension: Tension,
    measure: i64,
    gaps: &mut Vec<Gap>,
) {
    let origin = -measure - i64::from(from.turn.start.hang.0);
    let shrinks = tension.spaces < 0;
    let flexible = |sums: &Sums| if shrinks { sums.shrink } else { sums.stretch };
    let (width, give) = (origin - from.start.width, from.start.give);
    let flexed = flexible(&from.start);
    let x = |sums: &Sums| {
        let letters = (sums.give - give) * tension.letters;
        let spaces = (flexible(sums) - flexed) * tension.spaces;
        width + sums.width + (letters + spaces) / 1000
    };
    let inner: Range<usize> = from.spaces.end..to.spaces.start.max(from.spaces.end);
    let inner = spaces[inner].iter();
    gaps.extend(inner.map(|(start, end)| Gap { start: x(start), end: x(end) }));
}

/// Adds the depth of the chain that ends in each space of a line, by those of the line
/// above.
pub(super) fn depths(above: (&[Gap], &[u8]), below: &[Gap], depths: &mut Vec<u8>) {
    let (mut over, mut deep) = above;
    depths.extend(below.iter().map(|&gap| {
        while let [first, rest @ ..] = over
            && first.end <= gap.start
        {
            (over, deep) = (rest, &deep[1..]);
        }
        let touching = over.iter().take_while(|over| over.start < gap.end).zip(deep);
        let into = touching.filter(|(over, _)| over.runs_into(gap));
        into.fold(0, |deepest: u8, (_, &depth)| deepest.max(depth)).saturating_add(1)
    }));
}

/// What the chains that end on a line cost.
pub(super) fn cost(depths: &[u8], costs: &Costs) -> i64 {
    let of = |&depth: &u8| match depth {
        0..NOTICED => 0,
        NOTICED => costs.river_begun,
        RIVER.. => costs.river,
    };
    depths.iter().map(of).sum()
}
