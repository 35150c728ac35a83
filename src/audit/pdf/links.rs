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

/// How many lines a destination may lead to: besides that of the text, those beside it in the
/// margins.
const LINES_BELOW: usize = 8;

/// For each link of `from`, the index in `to` of the link that it leads to. Among those on
/// the target lines, the one that links back is chosen, or else the first.
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
        for back in ends.to.iter().flat_map(|place| lines_below(*place, &pages)) {
            linking_back.entry((line, line_key(back))).or_insert(at);
        }
    }
    let find = |ends: &LinkEnds| {
        let lines: Vec<_> = lines_below(ends.to?, &pages).map(line_key).collect();
        let linking_back = |from: PdfPosition| {
            let from = line_key(from);
            lines.iter().find_map(|line| linking_back.get(&(*line, from)))
        };
        let back = ends.from.and_then(linking_back);
        back.or_else(|| lines.iter().find_map(|line| on_line.get(line))).copied()
    };
    from.iter().map(find).collect()
}

/// A line, so that it can be looked up: its page, and the bits of its height.
fn line_key(place: PdfPosition) -> (usize, u32) {
    // A zero has two signs.
    (place.page, (place.y + 0.0).to_bits())
}

/// The lines of a page by their tops, each with the highest baseline of the lines up to it.
struct LineHeights(Vec<LineHeight>);

/// The heights of a line, in points above the bottom of the page.
struct LineHeight {
    top: f32,
    baseline: f32,
    /// The highest baseline of the lines with a lower top, and of this one.
    highest: f32,
    size: f32,
}

impl LineHeights {
    fn of(page: &ShownPage) -> Self {
        let mut lines: Vec<LineHeight> = page
            .lines
            .iter()
            .map(|line| LineHeight {
                top: line.baseline + line.half_size,
                baseline: line.baseline,
                highest: line.baseline,
                size: 2.0 * line.half_size,
            })
            .collect();
        lines.retain(|line| !line.top.is_nan() && !line.baseline.is_nan());
        lines.sort_by(|one, other| one.top.total_cmp(&other.top));
        let mut highest = f32::NEG_INFINITY;
        for line in &mut lines {
            highest = highest.max(line.baseline);
            line.highest = highest;
        }
        Self(lines)
    }
}

/// The first line that is at least half below a destination (the window may also show the
/// descenders of the line above), and the lines that begin less than their size below it: a
/// note in the margin is beside lines of the text, and between their heights.
fn lines_below(
    place: PdfPosition,
    pages: &[LineHeights],
) -> impl Iterator<Item = PdfPosition> {
    let lines = pages.get(place.page).map_or(&[][..], |LineHeights(lines)| lines);
    let below = lines.partition_point(|line| line.top < place.y);
    let highest = below.checked_sub(1).map_or(0.0, |last| lines[last].highest);
    let first = (below > 0).then_some(highest);
    let beside = lines[..below].iter().rev().take(LINES_BELOW);
    let beside = beside.filter(move |line| highest - line.baseline < line.size);
    let beside = beside.map(|line| line.baseline);
    first.into_iter().chain(beside).map(move |y| PdfPosition { y, ..place })
}
