//! Resolves links: one leads to the line that begins below its destination (ISO 32000-1
//! §12.3.2.2: the destination is the top left corner of the window).

use std::collections::BTreeMap;

use super::content::{PdfPosition, ShownPage};

/// Both ends of a link.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct LinkEnds {
    /// The line that it is on.
    pub(super) from: Option<PdfPosition>,
    /// The destination that it leads to.
    pub(super) to: Option<PdfPosition>,
}

/// For each link of `from`, the index in `to` of the link that it leads to. Among those on
/// the target line, the one that links back is chosen, or else the first.
pub(super) fn match_targets(
    from: &[LinkEnds],
    to: &[LinkEnds],
    pages: &[ShownPage],
) -> Vec<Option<usize>> {
    let pages: Vec<LineHeights> = pages.iter().map(LineHeights::of).collect();
    let mut on_line = BTreeMap::new();
    let mut linking_back = BTreeMap::new();
    for (at, ends) in to.iter().enumerate() {
        let Some(line) = ends.from.map(line_key) else { continue };
        on_line.entry(line).or_insert(at);
        if let Some(back) = ends.to.and_then(|place| line_below(place, &pages)) {
            linking_back.entry((line, line_key(back))).or_insert(at);
        }
    }
    let find = |ends: &LinkEnds| {
        let line = line_key(line_below(ends.to?, &pages)?);
        let back = ends.from.and_then(|from| linking_back.get(&(line, line_key(from))));
        back.or_else(|| on_line.get(&line)).copied()
    };
    from.iter().map(find).collect()
}

/// A line, so that it can be looked up: its page, and the bits of its height.
fn line_key(place: PdfPosition) -> (usize, u32) {
    // A zero has two signs.
    (place.page, (place.y + 0.0).to_bits())
}

/// The lines of a page by their tops, each with the highest baseline of the lines up to it.
struct LineHeights(Vec<(f32, f32)>);

impl LineHeights {
    fn of(page: &ShownPage) -> Self {
        let tops = page.lines.iter().map(|line| (line.baseline + line.half_size, line));
        let mut lines: Vec<(f32, f32)> =
            tops.map(|(top, line)| (top, line.baseline)).collect();
        lines.retain(|(top, baseline)| !top.is_nan() && !baseline.is_nan());
        lines.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut highest = f32::NEG_INFINITY;
        for (_, baseline) in &mut lines {
            highest = highest.max(*baseline);
            *baseline = highest;
        }
        Self(lines)
    }
}

/// The first line that is at least half below a destination: the window may also show the
/// descenders of the line above.
fn line_below(place: PdfPosition, pages: &[LineHeights]) -> Option<PdfPosition> {
    let LineHeights(lines) = pages.get(place.page)?;
    let below = lines.partition_point(|(top, _)| *top < place.y);
    let (_, baseline) = lines.get(below.checked_sub(1)?)?;
    Some(PdfPosition { y: *baseline, ..place })
}
