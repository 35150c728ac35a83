//! Finds the baseline of each line.

use std::ops::Range;

use crate::source::ocr::scanned::ScannedLine;
use crate::source::ocr::sizes::find_median;

/// What the lowest letters of a line reach below its baseline, in thousandths of the
/// height of its box, where nothing better is known.
const BELOW_BASELINE: i64 = 200;

/// Characters that reach below the baseline, or do not reach down to it.
const NOT_ON_BASELINE: &str = "gjpqyçQ,;()[]{}/ſß\"'“”‘’«»-–—*„‚";

/// The baseline of a line at its left: as its file says, or where the words stand that
/// have no letter below it.
pub(super) fn find_baseline(line: &ScannedLine) -> Option<i64> {
    if let Some(baseline) = line.baseline {
        return Some(baseline.y);
    }
    let stands = |range: &Range<usize>| {
        let word = line.text.get(range.clone()).unwrap_or_default();
        !word.chars().any(|c| NOT_ON_BASELINE.contains(c))
    };
    let words = line.words.iter().filter(|word| stands(&word.text));
    let feet = words.filter_map(|word| Some((word.frame?.bottom, word.text.len())));
    let foot = find_median(&mut feet.collect::<Vec<_>>());
    let from_box = || {
        let frame = line.extent()?;
        let hangs = line.text.chars().any(|c| NOT_ON_BASELINE.contains(c));
        let below = if hangs { frame.height() * BELOW_BASELINE / 1000 } else { 0 };
        Some(frame.bottom - below)
    };
    foot.or_else(from_box)
}
