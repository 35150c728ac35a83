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
    #[inline]
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
    let inner: Range<usize> = from.spaces.end..to.spaces.start.max(from.spaces.end);
    let inner = &spaces[inner];
    // One loop for each: this is where much of the time of a paragraph goes.
    if tension.spaces < 0 {
        place(inner, from, tension, measure, |sums| sums.shrink, gaps);
    } else {
        place(inner, from, tension, measure, |sums| sums.stretch, gaps);
    }
}

/// Adds the spaces of a line that are flexed by what they may.
#[inline]
fn place(
    spaces: &[(Sums, Sums)],
    from: &Place,
    tension: Tension,
    measure: i64,
    flexible: impl Fn(&Sums) -> i64,
    gaps: &mut Vec<Gap>,
) {
    let origin = -measure - i64::from(from.turn.start.hang.0) - from.start.width;
    let (give, flexed) = (from.start.give, flexible(&from.start));
    gaps.reserve(spaces.len());
    for (start, end) in spaces {
        let x = |sums: &Sums| {
            let letters = (sums.give - give) * tension.letters;
            let spaces = (flexible(sums) - flexed) * tension.spaces;
            origin + sums.width + (letters + spaces) / 1000
        };
        gaps.push(Gap { start: x(start), end: x(end) });
    }
}

/// Adds the depth of the chain that ends in each space of a line, by those of the line
/// above.
pub(super) fn depths(above: (&[Gap], &[u8]), below: &[Gap], depths: &mut Vec<u8>) {
    // Plain loops: this is where much of the time of a paragraph goes.
    let (over, deep) = above;
    let mut first = 0;
    depths.reserve(below.len());
    for &gap in below {
        while first < over.len() && over[first].end <= gap.start {
            first += 1;
        }
        let mut deepest = 0;
        for (over, &depth) in over[first..].iter().zip(&deep[first..]) {
            if over.start >= gap.end {
                break;
            }
            if over.runs_into(gap) {
                deepest = deepest.max(depth);
            }
        }
        depths.push(deepest.saturating_add(1));
    }
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
