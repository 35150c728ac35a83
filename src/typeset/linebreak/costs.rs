//! What the faults of a line, and of two consecutive lines, cost.

use super::candidates::BreakCandidate;
use crate::typeset::nodes::Breakpoint;

/// Costs are in hundredths of a demerit: good lines have few demerits, and whole ones
/// would not distinguish them.
pub(super) const DEMERIT: i64 = 100;

/// Beyond this many thousandths, all lines are equally bad.
const WORST_RATIO: i64 = 100_000;

/// How far a line may shrink, in thousandths. Spaces are never narrower than their shrink
/// allows (Knuth & Plass 1981, p. 1127).
pub(super) const TIGHTEST: i64 = -1_000;

/// Letters never shrink or stretch by more than this, in thousandths.
const FLEX: i64 = 1_000;

/// What faults cost, in demerits as in TeX: a good line has one, a line stretched to its
/// limit ten thousand. The defaults set the book of the benchmark best, within limits that
/// readers do not see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineCosts {
    /// A line whose spaces give all they may, on top of its badness; less by the square.
    /// The badness alone is a cube, so it is blind to small differences, and most are
    /// small.
    pub(crate) uneven: i64,
    /// A hyphen: a penalty, which counts by its square.
    pub(crate) hyphen: i64,
    /// Two consecutive hyphens (TeX's `\doublehyphendemerits`).
    pub(crate) hyphens_running: i64,
    /// The third consecutive hyphen, and each one after it: a ladder.
    pub(crate) ladder: i64,
    /// A hyphen before the last line (TeX's `\finalhyphendemerits`).
    pub(crate) hyphen_before_last: i64,
    /// A last line that is only the rest of a divided word.
    pub(crate) rest: i64,
    /// Consecutive lines whose spaces differ by all that a space may give; less by the
    /// square.
    pub(crate) contrast: i64,
    /// Consecutive lines, one with its letters as wide as possible and one as narrow: four
    /// times this; less by the square.
    pub(crate) letter_contrast: i64,
    /// The same word at the edge of two consecutive lines.
    pub(crate) stack: i64,
    /// Spaces under one another in three lines.
    pub(crate) river_begun: i64,
    /// Spaces under one another in four lines, and again for each further line.
    pub(crate) river: i64,
    /// A last line that is too short.
    pub(crate) runt: i64,
}

impl Default for LineCosts {
    fn default() -> Self {
        Self {
            uneven: 12_000,
            hyphen: 100,
            hyphens_running: 10_000,
            ladder: 300_000,
            hyphen_before_last: 5_000,
            rest: 100_000,
            contrast: 2_000,
            letter_contrast: 100,
            stack: 150_000,
            river_begun: 600,
            river: 40_000,
            runt: 1_000_000,
        }
    }
}

/// What the cost of consecutive lines depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineShape<'a> {
    pub(super) from: &'a BreakCandidate,
    pub(super) to: &'a BreakCandidate,
    pub(super) tension: AdjustmentRatio,
}

/// The adjustment ratio of a line: how far it is stretched, or shrunk below zero, in
/// thousandths of what it offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct AdjustmentRatio {
    /// The ratio of its spaces; more than a thousand in an emergency.
    pub(super) spaces: i64,
    /// The ratio of its letters, from -1000 to 1000.
    pub(super) letters: i64,
}

impl LineCosts {
    /// The demerits of a line for its own faults, in hundredths.
    ///
    /// TeX §859: the square of one plus the badness, which is a hundred times the cube of
    /// the ratio, and the square of the penalty with the penalty's own sign. Knuth & Plass
    /// 1981, p. 1128, squares badness and penalty together, so that a hyphen costs more the
    /// worse its line is.
    pub(super) fn line_demerits(&self, ratio: i64, breakpoint: &Breakpoint) -> i64 {
        let ratio = ratio.abs().min(WORST_RATIO);
        // Ten times one plus the badness, so that the square is in hundredths.
        let bad = 10 + ratio * ratio * ratio / 1_000_000;
        let uneven = self.uneven * ratio * ratio / 10_000;
        let hyphen = if breakpoint.hyphenated { self.hyphen } else { 0 };
        let penalty = i64::from(breakpoint.penalty);
        uneven + bad * bad + DEMERIT * (penalty * penalty.abs() + hyphen * hyphen)
    }

    /// The extra demerits of the last line of a paragraph, in hundredths.
    pub(super) fn last_line_demerits(
        &self,
        from: &BreakCandidate,
        to: &BreakCandidate,
        runt: bool,
    ) -> i64 {
        let one_word = from.spaces.end == to.spaces.start;
        let faults = [
            (runt, self.runt),
            (from.breakpoint.hyphenated, self.hyphen_before_last),
            (from.breakpoint.hyphenated && one_word, self.rest),
        ];
        DEMERIT * (1 + faults.iter().filter(|f| f.0).map(|f| f.1).sum::<i64>())
    }

    /// How much more a line can cost below `one` than below `other` because of their
    /// adjustment ratios, in hundredths of a demerit, if no line stretches more than
    /// `most`. The maximum is reached below a line at one of the limits.
    pub(super) fn contrast_bound(
        &self,
        one: AdjustmentRatio,
        other: AdjustmentRatio,
        most: i64,
    ) -> i64 {
        let more = |one: i64, other: i64, below: i64| {
            let (one, other) = (one - below, other - below);
            one * one - other * other
        };
        let spaces = |below| self.contrast * more(one.spaces, other.spaces, below);
        let letters =
            |below| self.letter_contrast * more(one.letters, other.letters, below);
        let spaces = spaces(TIGHTEST).max(spaces(most));
        let letters = letters(-FLEX).max(letters(FLEX));
        // Each of the two is rounded.
        (spaces + letters) / 10_000 + 2
    }

    /// What a line costs because of the line above it, in hundredths of a demerit.
    pub(super) fn neighbour_demerits(
        &self,
        above: LineShape<'_>,
        below: LineShape<'_>,
    ) -> i64 {
        let (a, b) = (above.tension, below.tension);
        let spaces = (a.spaces - b.spaces).abs().min(WORST_RATIO);
        let letters = a.letters - b.letters;
        let mut demerits = (self.contrast * spaces * spaces
            + self.letter_contrast * letters * letters)
            / 10_000;
        if above.to.breakpoint.hyphenated && below.to.breakpoint.hyphenated {
            demerits += DEMERIT * self.hyphens_running;
        }
        let same = |a: u32, b: u32| a != 0 && a == b;
        if same(above.from.breakpoint.start.word, below.from.breakpoint.start.word) {
            demerits += DEMERIT * self.stack;
        }
        if same(above.to.breakpoint.end.word, below.to.breakpoint.end.word) {
            demerits += DEMERIT * self.stack;
        }
        demerits
    }
}
