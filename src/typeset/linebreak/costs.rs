//! What faults of a line, and of two lines running, cost.

use super::candidates::BreakCandidate;
use crate::typeset::nodes::Breakpoint;

/// Hundredths of a demerit in one: demerits of good lines are small, and are told apart.
pub(super) const DEMERIT: i64 = 100;

/// Beyond this many thousandths a line is as bad as can be.
const WORST_RATIO: i64 = 100_000;

/// Thousandths: how far a line may be shrunk. Spaces are never set narrower than their
/// shrink allows (Knuth & Plass 1981, p. 1127).
pub(super) const TIGHTEST: i64 = -1_000;

/// Thousandths: letters are shrunk or stretched by no more.
const FLEX: i64 = 1_000;

/// What faults cost, in demerits (`TeX`'s, of which a good line has one and a line
/// stretched to its limit ten thousand). The defaults are those that set the book of the
/// comparison best, within the limits that a reader does not see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LineCosts {
    /// A line whose spaces give all they may, on top of its badness; less by the square.
    /// The cube of the badness alone is blind to small differences, which are most.
    pub(crate) uneven: i64,
    /// A hyphen: a penalty, which counts by its square.
    pub(crate) hyphen: i64,
    /// Two hyphens running (`TeX`'s `\doublehyphendemerits`).
    pub(crate) hyphens_running: i64,
    /// The third hyphen running, and every one after it: a ladder.
    pub(crate) ladder: i64,
    /// A hyphen before the last line (`TeX`'s `\finalhyphendemerits`).
    pub(crate) hyphen_before_last: i64,
    /// A last line that is but the rest of a divided word.
    pub(crate) rest: i64,
    /// Neighbours whose spaces differ by all that a space may give; less by the square.
    pub(crate) contrast: i64,
    /// Neighbours of which one has its letters as wide, the other as narrow as may be:
    /// four times this; less by the square.
    pub(crate) letter_contrast: i64,
    /// The same word at the edge of two lines running.
    pub(crate) stack: i64,
    /// Spaces that stand under one another in three lines.
    pub(crate) river_begun: i64,
    /// The same in four lines, and in every line more.
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

/// A line between two places, as far as neighbours ask for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LineShape<'a> {
    pub(super) from: &'a BreakCandidate,
    pub(super) to: &'a BreakCandidate,
    pub(super) tension: AdjustmentRatio,
}

/// How far a line is stretched, or shrunk below zero, in thousandths of what it offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct AdjustmentRatio {
    /// Its spaces; more than a thousand in an emergency.
    pub(super) spaces: i64,
    /// Its letters; never more than a thousand either way.
    pub(super) letters: i64,
}

impl LineCosts {
    /// The demerits of a line for its own faults, in hundredths.
    ///
    /// TeX §859: the square of one and the badness, which is a hundred times the cube of
    /// the ratio, and the square of the penalty with the penalty's own sign. Knuth & Plass
    /// 1981, p. 1128, squares badness and penalty together, so that a hyphen costs the more
    /// the worse its line is.
    pub(super) fn line_demerits(&self, ratio: i64, turn: &Breakpoint) -> i64 {
        let ratio = ratio.abs().min(WORST_RATIO);
        // Ten times one and the badness, so that the square is in hundredths.
        let bad = 10 + ratio * ratio * ratio / 1_000_000;
        let uneven = self.uneven * ratio * ratio / 10_000;
        let hyphen = if turn.hyphenated { self.hyphen } else { 0 };
        let penalty = i64::from(turn.penalty);
        uneven + bad * bad + DEMERIT * (penalty * penalty.abs() + hyphen * hyphen)
    }

    /// The demerits of a line as the last of its paragraph, in hundredths.
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

    /// How much more a line can cost below one than below another because of their tension,
    /// in hundredths of a demerit, where no line is stretched more than `most`: it is most
    /// below a line at one of the limits.
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
