//! Fragments: glyphs on one baseline without a wide gap; and which line they belong to.

use crate::source::measures::find_prevailing;
use crate::source::pdf::line::BaselinePosition;
use crate::source::pdf::placed::Placed;

/// How far baselines lie apart that count as one, in thousandths of the size. Recognized
/// text jitters by up to 60; the lowest raised figures stand 120 above the baseline.
const SAME_BASELINE: i64 = 80;
/// The gap that parts fragments, in thousandths of the size. Columns are 1,000 apart and
/// more; fragments on one side of a gutter are joined again.
const FRAGMENT_GAP: i64 = 700;
/// The size of a raised or lowered fragment beside its line, in thousandths at most.
const SMALLER: i64 = 880;
/// How far above its line a raised fragment stands, in thousandths of the size of the line.
const RAISE: std::ops::RangeInclusive<i64> = 90..=850;
/// How far below its line a lowered fragment stands, likewise.
const LOWERING: std::ops::RangeInclusive<i64> = 70..=480;
/// The same for fragments that are as large as their line: they must be short.
const RAISE_FULL: std::ops::RangeInclusive<i64> = 150..=600;
/// How far below its line such a fragment stands: the E of TeX.
const LOWERING_FULL: std::ops::RangeInclusive<i64> = 100..=480;
/// The most characters of such a fragment.
const SHORT: usize = 4;
/// The gap between a fragment and the glyph beside which it is raised, in thousandths of
/// the size of the line. The figure before a note stands up to 560 from the note, and a
/// reference behind a space of a typewriter font 600 behind the word.
const BESIDE: i64 = 1000;
/// How much of a fragment, in thousandths, may lie over glyphs of its line. One or two
/// glyphs may wholly: a figure over a comma, the A of LaTeX.
const OVERLAP: i64 = 300;
/// How many fragments before and after one are searched for its line.
const SEARCHED: usize = 500;
/// How many times larger than its line a drop capital is, in thousandths.
const DROP_CAPITAL: i64 = 1700;

/// Glyphs on one baseline without a wide gap.
#[derive(Debug, Clone)]
pub(super) struct Fragment {
    /// The places of its glyphs, from left to right.
    pub(super) glyphs: Vec<usize>,
    /// Its baseline.
    pub(super) baseline: i64,
    /// The number of its baseline, from top to bottom.
    pub(super) row: usize,
    pub(super) left: i64,
    pub(super) right: i64,
    /// The size that most of its glyphs have.
    pub(super) size: i64,
    /// The fragment to whose line it belongs.
    pub(super) host: Option<usize>,
    pub(super) position: BaselinePosition,
}

impl Fragment {
    /// Whether it has text on both sides of a place.
    pub(super) fn crosses(&self, place: i64) -> bool {
        self.left < place && place < self.right
    }

    /// Whether it is a drop capital beside lines of the size `body`.
    fn is_drop_capital(&self, body: i64) -> bool {
        self.glyphs.len() <= SHORT && self.size * 1000 >= body * DROP_CAPITAL
    }
}

/// Builds the fragments of all marks, sorted by baseline and then from left to right.
pub(super) fn build_fragments(placed: &[Placed<'_>]) -> Vec<Fragment> {
    let marks = placed.iter().enumerate().filter(|(_, glyph)| glyph.is_mark());
    let mut order: Vec<(i64, i64, usize)> =
        marks.map(|(at, glyph)| (glyph.across, glyph.along, at)).collect();
    order.sort_unstable();
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut first: Option<(i64, i64)> = None;
    for (_, _, at) in order {
        let Some(glyph) = placed.get(at) else { continue };
        let same = first.is_some_and(|(across, size)| {
            (glyph.across - across) * 1000 <= size.min(glyph.size) * SAME_BASELINE
        });
        match rows.last_mut() {
            Some(row) if same => row.push(at),
            _ => {
                first = Some((glyph.across, glyph.size));
                rows.push(vec![at]);
            }
        }
    }
    let body = prevailing_size(placed, rows.iter().flatten().copied());
    let mut fragments = Vec::new();
    for (number, mut row) in rows.into_iter().enumerate() {
        row.sort_by_key(|at| placed.get(*at).map(|g| (g.along, g.index)));
        let mut open: Vec<usize> = Vec::new();
        let mut right = i64::MIN;
        for at in row {
            let Some(glyph) = placed.get(at) else { continue };
            let last = open.last().and_then(|at| placed.get(*at));
            let wide = last.is_some_and(|last| {
                (glyph.along - right) * 1000 > last.size.max(glyph.size) * FRAGMENT_GAP
            });
            // A drop capital may share the baseline of a later line than its own.
            let large = |size: i64| size * 1000 >= body * DROP_CAPITAL;
            let drops = last.is_some_and(|last| large(last.size) != large(glyph.size));
            if wide || drops {
                fragments.extend(close_fragment(
                    placed,
                    std::mem::take(&mut open),
                    number,
                ));
                right = i64::MIN;
            }
            right = right.max(glyph.end());
            open.push(at);
        }
        fragments.extend(close_fragment(placed, open, number));
    }
    fragments
}

fn close_fragment(
    placed: &[Placed<'_>],
    glyphs: Vec<usize>,
    row: usize,
) -> Option<Fragment> {
    let size = prevailing_size(placed, glyphs.iter().copied());
    let marks = || glyphs.iter().filter_map(|at| placed.get(*at));
    let baseline = find_prevailing(marks().map(|glyph| (glyph.across, 1)))?;
    let left = marks().map(|glyph| glyph.along).min()?;
    let right = marks().map(Placed::end).max()?;
    Some(Fragment {
        baseline,
        row,
        left,
        right: right.max(left),
        size,
        host: None,
        position: BaselinePosition::Baseline,
        glyphs,
    })
}

/// The size that most glyphs have.
pub(super) fn prevailing_size(
    placed: &[Placed<'_>],
    glyphs: impl Iterator<Item = usize>,
) -> i64 {
    find_prevailing(glyphs.filter_map(|at| placed.get(at)).map(|glyph| (glyph.size, 1)))
        .unwrap_or(1)
}

/// Finds for every raised, lowered or dropped fragment the line to which it belongs.
pub(super) fn attach_fragments(fragments: &mut [Fragment], placed: &[Placed<'_>]) {
    let largest = fragments.iter().map(|fragment| fragment.size).max().unwrap_or(0);
    let body = prevailing_size(
        placed,
        fragments.iter().flat_map(|fragment| fragment.glyphs.iter().copied()),
    );
    for at in 0..fragments.len() {
        let Some(fragment) = fragments.get(at) else { continue };
        let host = if fragment.is_drop_capital(body) {
            find_line_beside(fragments, placed, at)
                .map(|host| (host, BaselinePosition::Baseline))
        } else {
            find_host(fragments, placed, at, largest, body)
        };
        if let (Some((host, position)), Some(fragment)) = (host, fragments.get_mut(at)) {
            fragment.host = Some(host);
            fragment.position = position;
        }
    }
}

/// The fragment beside which another is raised or lowered.
fn find_host(
    fragments: &[Fragment],
    placed: &[Placed<'_>],
    at: usize,
    largest: i64,
    body: i64,
) -> Option<(usize, BaselinePosition)> {
    let small = fragments.get(at)?;
    let near = |other: &Fragment| (other.baseline - small.baseline).abs() <= largest;
    let near = |at: &usize| fragments.get(*at).is_some_and(near);
    let below = (at + 1..fragments.len()).take(SEARCHED).take_while(near);
    let above = (0..at).rev().take(SEARCHED).take_while(near);
    let judge = |host_at: usize| {
        let host = fragments.get(host_at)?;
        // A line beside a drop capital is no raised part of it.
        let beside_capital = host.is_drop_capital(body) && small.glyphs.len() > SHORT;
        if host.row == small.row || beside_capital {
            return None;
        }
        let up = (host.baseline - small.baseline) * 1000 / host.size.max(1);
        let smaller = small.size * 1000 <= host.size * SMALLER;
        let full = small.glyphs.len() <= SHORT
            && small.glyphs.len() < host.glyphs.len()
            && small.size * 20 <= host.size * 21;
        let position =
            if smaller && RAISE.contains(&up) || full && RAISE_FULL.contains(&up) {
                BaselinePosition::Raised
            } else if smaller && LOWERING.contains(&-up)
                || full && LOWERING_FULL.contains(&-up)
            {
                BaselinePosition::Lowered
            } else {
                return None;
            };
        let gap = measure_gap(host, small, placed)?;
        (gap * 1000 <= host.size * BESIDE).then_some((gap, up.abs(), host_at, position))
    };
    let best =
        below.chain(above).filter_map(judge).min_by_key(|found| (found.0, found.1));
    best.map(|(_, _, host, position)| (host, position))
}

/// The gap between a fragment and the nearest glyph of another; `None` when it covers
/// glyphs of it, as a line covers the next one.
fn measure_gap(host: &Fragment, small: &Fragment, placed: &[Placed<'_>]) -> Option<i64> {
    let part = if small.glyphs.len() <= 2 { 1000 } else { OVERLAP };
    let slack = (small.right - small.left) * part / 1000;
    let mut gap = i64::MAX;
    for glyph in host.glyphs.iter().filter_map(|at| placed.get(*at)) {
        let overlap = small.right.min(glyph.end()) - small.left.max(glyph.along);
        if overlap > slack.max(host.size / 10) {
            return None;
        }
        gap = gap.min((-overlap).max(0));
    }
    Some(gap)
}

/// The first line beside a drop capital; `None` when that is the line on its own baseline.
fn find_line_beside(
    fragments: &[Fragment],
    placed: &[Placed<'_>],
    at: usize,
) -> Option<usize> {
    let capital = fragments.get(at)?;
    let tops = capital.glyphs.iter().filter_map(|at| placed.get(*at)?.top);
    // Without an outline, capitals have about seven tenths of their size.
    let top = tops.min().unwrap_or(capital.baseline - capital.size * 7 / 10);
    let beside = |host: &(usize, &Fragment)| {
        let host = host.1;
        host.size * 3 <= capital.size * 2
            && host.baseline > top
            && host.baseline <= capital.baseline + host.size / 4
            && host.left >= capital.left + (capital.right - capital.left) / 2
            && host.left - capital.right <= 2 * host.size
            && host.glyphs.len() > capital.glyphs.len()
    };
    let from = at.saturating_sub(SEARCHED);
    let near = fragments.iter().enumerate().skip(from).take(2 * SEARCHED);
    let first = near.filter(beside).min_by_key(|(_, f)| (f.baseline, f.left))?;
    Some(first.0)
}
