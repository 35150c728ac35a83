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
        // Some of it at least, even of spaces of no width: one question, not two.
        2 * common >= narrower.max(1)
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
/// above; tells what the chains that end on the line cost.
///
/// This is where much of the time of a paragraph goes. Nearly always no more than two
/// spaces end between one space and the next of the line below, and no more than two touch
/// it: these are looked at whether there is need or not, which is faster than to ask.
pub(super) fn depths(
    above: (&[Gap], &[u8]),
    below: &[Gap],
    costs: &Costs,
    depths: &mut Vec<u8>,
) -> i64 {
    let (over, deep) = above;
    let passed =
        |at: usize, gap: Gap| over.get(at).is_some_and(|over| over.end <= gap.start);
    let depth = |at: usize, gap: Gap| match (over.get(at), deep.get(at)) {
        (Some(over), Some(&deep)) => u8::from(over.runs_into(gap)) * deep,
        _ => 0,
    };
    let mut first = 0;
    let mut demerits = 0;
    depths.reserve(below.len());
    for &gap in below {
        first += usize::from(passed(first, gap));
        first += usize::from(passed(first, gap));
        while passed(first, gap) {
            first += 1;
        }
        let mut deepest = depth(first, gap).max(depth(first + 1, gap));
        let mut next = first + 2;
        while over.get(next).is_some_and(|over| over.start < gap.end) {
            deepest = deepest.max(depth(next, gap));
            next += 1;
        }
        let own = deepest.saturating_add(1);
        demerits += i64::from(own == NOTICED) * costs.river_begun;
        demerits += i64::from(own >= RIVER) * costs.river;
        depths.push(own);
    }
    demerits
}
