//! Lines that stand at one height on many pages, at the head or the foot and apart from the
//! text: running heads and folios do.
//!
//! Only the looks of a PDF or an OCR file tell it. It is evidence beside words and numbers
//! and decides nothing alone: the titles of a book with a poem on each page stand so, too.

use std::collections::{BTreeMap, BTreeSet};

use super::source_layout::{PageTurn, SourceLayout};

/// The fewest pages with a line at one height.
const FEWEST_PAGES: usize = 3;
/// The least share of the pages with a line at one height, in per cent: heads of the left
/// pages alone are on half of them, and the pages that open chapters have none.
const LEAST_SHARE: usize = 40;
/// Heights that differ by less are one, in thousandths of the usual distance of lines.
/// Programs set heads at one height exactly; a line of capitals has the same baseline.
const ALIKE: i32 = 200;
/// The same for scans, whose pages do not lie alike. A line of text is as far below the head
/// as the white between them, which is wider.
const ALIKE_ON_SCANS: i32 = 1000;
/// The distance from which on a line stands apart, in thousandths of the usual one: as for a
/// blank line.
const APART: i32 = 1250;
/// A head has this many lines at most, its folio among them.
const MOST_LINES: usize = 3;
/// Sizes of type that differ by less are the same, in thousandths of the usual one.
const SAME_SIZE: i32 = 60;

/// The lines that stand so, by their places in the source.
#[derive(Debug, Default)]
pub(crate) struct StandingLines {
    /// Those at the head, and those at the foot, by height.
    sides: [Vec<StandingLine>; 2],
    places: BTreeMap<usize, (usize, usize)>,
    /// Heights that differ by at most this are one.
    alike: i32,
}

/// A line at the head or the foot of a page.
#[derive(Debug, Clone, Copy)]
struct StandingLine {
    height: i32,
    page: usize,
    line_no: usize,
    size: i32,
}

impl StandingLines {
    /// Finds them; none in a text without looks, or whose pages are unknown.
    pub(super) fn find(source: &SourceLayout<'_>) -> Self {
        if source.text.looks.is_empty() || source.turn != PageTurn::FormFeed {
            return Self::default();
        }
        let alike = if source.text.recognised { ALIKE_ON_SCANS } else { ALIKE };
        let mut found = Self { alike, ..Self::default() };
        let mut pages = 0;
        for page in 0..source.page_count() {
            let line_nos: Vec<usize> = source.page_lines(page).collect();
            if line_nos.len() <= MOST_LINES {
                continue;
            }
            pages += 1;
            let upwards: Vec<usize> = line_nos.iter().rev().copied().collect();
            for (side, line_nos) in found.sides.iter_mut().zip([line_nos, upwards]) {
                side.extend(list_apart(source, page, &line_nos));
            }
        }
        let least = FEWEST_PAGES.max(pages * LEAST_SHARE / 100);
        for side in &mut found.sides {
            side.sort_unstable_by_key(|one| (one.height, one.page, one.line_no));
            let all = side.clone();
            side.retain(|one| {
                let near = all[window(&all, one.height, alike)].iter();
                near.map(|one| one.page).collect::<BTreeSet<_>>().len() >= least
            });
        }
        for (number, side) in found.sides.iter().enumerate() {
            for (at, one) in side.iter().enumerate() {
                found.places.insert(one.line_no, (number, at));
            }
        }
        found
    }

    /// Whether a line stands so at the head of its page.
    pub(crate) fn is_at_head(&self, line_no: usize) -> bool {
        self.places.get(&line_no).is_some_and(|(side, _)| *side == 0)
    }

    /// Whether a line stands so.
    pub(crate) fn contains(&self, line_no: usize) -> bool {
        self.places.contains_key(&line_no)
    }

    /// All lines, from the head to the foot.
    pub(crate) fn line_nos(&self) -> impl Iterator<Item = usize> {
        self.sides.iter().flatten().map(|one| one.line_no)
    }

    /// The lines of the same size at the height of a line, on other pages.
    pub(crate) fn companions(&self, line_no: usize) -> impl Iterator<Item = usize> {
        let place = self.places.get(&line_no);
        let side = place.map_or(&[][..], |(side, _)| self.sides[*side].as_slice());
        let own = place.and_then(|(_, at)| side.get(*at)).copied();
        let near = own.map_or(0..0, |own| window(side, own.height, self.alike));
        let is_like = move |one: &&StandingLine| {
            own.is_some_and(|own| {
                one.page != own.page && (one.size - own.size).abs() < SAME_SIZE
            })
        };
        side[near].iter().filter(is_like).map(|one| one.line_no)
    }
}

/// The lines, sorted by height, that are at most `alike` higher or lower.
fn window(lines: &[StandingLine], height: i32, alike: i32) -> std::ops::Range<usize> {
    let first = lines.partition_point(|one| one.height < height.saturating_sub(alike));
    first..lines.partition_point(|one| one.height <= height.saturating_add(alike))
}

/// The outer lines of a page that stand apart from the others, from the edge inwards;
/// `line_nos` begin at the edge.
fn list_apart(
    source: &SourceLayout<'_>,
    page: usize,
    line_nos: &[usize],
) -> Vec<StandingLine> {
    let mut outer: Vec<StandingLine> = Vec::new();
    for &line_no in line_nos.iter().take(MOST_LINES + 1) {
        let look = source.text.looks.get(source.solid_lines[line_no]);
        let Some(look) = look.filter(|look| look.height > 0) else { break };
        let apart = outer.last().map(|above| (look.height - above.height).abs());
        if apart.is_some_and(|apart| apart >= APART) {
            return outer;
        }
        outer.push(StandingLine { height: look.height, page, line_no, size: look.size });
    }
    Vec::new()
}
