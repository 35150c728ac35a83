//! What readers of pages measure alike.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

/// The value with the greatest weight, the least of several.
pub(super) fn find_prevailing<T: Ord>(
    values: impl Iterator<Item = (T, usize)>,
) -> Option<T> {
    let mut weights: BTreeMap<T, usize> = BTreeMap::new();
    let mut add =
        |(value, weight): (T, usize)| *weights.entry(value).or_insert(0) += weight;
    // Most values are like those before them: they are counted before they are looked up.
    let mut same: Option<(T, usize)> = None;
    for (value, weight) in values {
        match &mut same {
            Some((before, sum)) if *before == value => *sum += weight,
            _ => same.replace((value, weight)).into_iter().for_each(&mut add),
        }
    }
    same.into_iter().for_each(add);
    let best = weights.into_iter().map(|(value, weight)| (weight, Reverse(value))).max();
    best.map(|(_, Reverse(value))| value)
}

/// A part of a whole, in thousandths.
pub(super) fn thousandths(part: i64, whole: i64) -> i32 {
    i32::try_from(part.saturating_mul(1000) / whole).unwrap_or(i32::MAX)
}

/// The width of a space before a line, in thousandths of the size of the text: about the
/// average width of a letter, so that an indent of an em is two spaces.
const SPACE: i64 = 500;

/// No line is indented by more spaces: what is further to the right is at the right edge,
/// wherever that is.
const MOST_SPACES: i64 = 80;

/// The distance of two baselines from which on a blank line is between them, in thousandths
/// of the usual distance. Pages whose last lines are spread over the page (TeX's
/// `\flushbottom`) rarely widen a distance by a fifth, and the baselines of OCR are uncertain
/// by a twentieth.
const BLANK_LINE: i64 = 1250;

/// No more blank lines follow each other.
const MOST_BLANK_LINES: i64 = 4;

/// Lefts and sizes that differ by less are the same, in thousandths of the size. The letters
/// of a scan begin up to 100 beside the edge: a box is around the ink and not around the
/// glyph.
pub(super) const ALIKE: i64 = 150;

/// Least share of the lines of a column that begin at its left edge, in thousandths: fewer
/// lines hang out of it, such as numbers in the margin.
pub(super) const AT_EDGE: usize = 100;

/// How many spaces an inset is, for type of a size.
pub(super) fn count_spaces(inset: i64, size: i64) -> i64 {
    ((inset * 2000 / (size * SPACE) + 1) / 2).clamp(0, MOST_SPACES)
}

/// How many blank lines are in the distance of a baseline from the one above. `leading` is
/// the usual distance, `size` the usual size, and `smaller` that of the smaller of the two
/// lines: the lines of a heading in large type are farther apart than those of the text.
pub(super) fn count_blank_lines(
    above: i64,
    leading: i64,
    smaller: i64,
    size: i64,
) -> i64 {
    let usual = leading * smaller.max(size) / size;
    if above * 1000 < BLANK_LINE * usual {
        return 0;
    }
    ((above + leading / 2) / leading - 1).clamp(1, MOST_BLANK_LINES)
}

/// The size of the smaller of two lines, for each line and the one before it in its column; 0
/// for the first.
#[derive(Debug, Default)]
pub(super) struct SizesAbove(BTreeMap<u8, i64>);

impl SizesAbove {
    /// Goes on to a line of a column.
    pub(super) fn pass(&mut self, column: u8, size: i64) -> i64 {
        self.0.insert(column, size).map_or(0, |above| above.min(size))
    }
}

/// The share of the characters of runs that have a property, in per cent.
pub(super) fn share_of(runs: impl Iterator<Item = (Range<u32>, bool)>) -> u8 {
    let (mut of_runs, mut all) = (0_u64, 0_u64);
    for (range, is) in runs {
        let bytes = u64::from(range.end.saturating_sub(range.start));
        all += bytes;
        of_runs += if is { bytes } else { 0 };
    }
    u8::try_from(of_runs * 100 / all.max(1)).unwrap_or(100)
}
