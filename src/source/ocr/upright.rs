//! Turns a page upright: scans are askew, and an indent is smaller than what the left edge
//! of a page runs off from the top to the bottom.

use crate::source::ocr::frames::BoxFrame;
use crate::source::ocr::scanned::{ScannedBaseline, ScannedLine, ScannedPage};

/// The part of the width of the widest line, in per cent, that a line has which says how
/// the page is turned: the baselines of short lines are uncertain.
const WIDE_LINE: i64 = 50;

/// The most that a page is turned, in millionths: five degrees. What slopes more is set
/// across, and not a page askew.
const MOST_SLOPE: i64 = 87_000;

/// Letters without a part below the baseline and with a flat foot.
const FLAT_LETTERS: &str = "abcdefhiklmnorstuvwxzABCDEFGHIKLMNOPRSTUVWXZ";

/// Turns the boxes and baselines of a page so that its lines are level.
pub(super) fn turn_upright(page: &mut ScannedPage) {
    let slope = measure_slope(page);
    if slope == 0 {
        return;
    }
    for line in &mut page.lines {
        // The words' boxes are closer to the letters, so they go before the line's own.
        line.frame.iter_mut().for_each(|frame| turn_frame(frame, slope));
        let words = line.words.iter_mut().filter_map(|word| word.frame.as_mut());
        words.for_each(|frame| turn_frame(frame, slope));
        if let Some(baseline) = &mut line.baseline {
            (baseline.x, baseline.y) = turn_point(baseline.x, baseline.y, slope);
            baseline.slope -= slope;
        }
    }
}

/// By how much the lines of a page fall to the right: the median of the wide ones.
fn measure_slope(page: &ScannedPage) -> i64 {
    let widths = || page.lines.iter().filter_map(ScannedLine::extent).map(|f| f.width());
    let widest = widths().max().unwrap_or(0);
    let mut slopes = Vec::new();
    for line in &page.lines {
        let width = line.extent().map_or(0, |frame| frame.width());
        if width * 100 >= widest * WIDE_LINE
            && let Some(slope) = find_slope(line)
        {
            slopes.push(slope);
        }
    }
    slopes.sort_unstable();
    let slope = slopes.get(slopes.len() / 2).copied().unwrap_or(0);
    if slope.abs() <= MOST_SLOPE { slope } else { 0 }
}

/// How a line falls: as its file says, or from its first to its last word with a flat foot.
fn find_slope(line: &ScannedLine) -> Option<i64> {
    if let Some(baseline) = line.baseline {
        return Some(baseline.slope);
    }
    let is_flat = |range: &std::ops::Range<usize>| {
        let word = line.text.get(range.clone()).unwrap_or_default();
        !word.is_empty() && word.chars().all(|c| FLAT_LETTERS.contains(c))
    };
    let words = line.words.iter().filter(|word| is_flat(&word.text));
    let feet: Vec<_> = words.filter_map(|word| word.frame).collect();
    let points: Vec<_> = feet.iter().map(|frame| (frame.left, frame.bottom)).collect();
    let baseline = ScannedBaseline::through(&points)?;
    (points.len() > 1).then_some(baseline.slope)
}

/// Turns a box about the upper left corner of the page. It keeps its size: a box of a word
/// hardly grows by the small angle.
fn turn_frame(frame: &mut BoxFrame, slope: i64) {
    let (width, height) = (frame.width(), frame.height());
    // A box has its left edge and its foot where the word has them.
    let (left, bottom) = turn_point(frame.left, frame.bottom, slope);
    let (right, bottom_right) = turn_point(frame.right, frame.bottom, slope);
    // The foot of a wide box is that of the end that hangs lower.
    let bottom = bottom.max(bottom_right);
    *frame = BoxFrame { left, top: bottom - height, right: right.max(left + 1), bottom };
    debug_assert!(width >= 0);
}

fn turn_point(x: i64, y: i64, slope: i64) -> (i64, i64) {
    (x + y * slope / 1_000_000, y - x * slope / 1_000_000)
}
