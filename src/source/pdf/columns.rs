//! Columns, and the reading order of a page.
//!
//! A gutter is a vertical strip that hardly any row crosses, with text of some width on
//! both sides. Rows that cross it divide the page into bands, and in a band the columns are
//! read from left to right.

use std::collections::BTreeMap;

use crate::source::pdf::fragments::{Fragment, prevailing_size};
use crate::source::pdf::placed::Placed;

/// How many strips the width of the text is divided into to find gutters.
const STRIPS: i64 = 512;
/// The width of a gutter, in thousandths of the size of the text, at least. LaTeX sets
/// columns 10 points apart at 10 points.
const GUTTER: i64 = 650;
/// The part of the rows, in thousandths, that may cross a gutter.
const CROSSING: usize = 250;
/// The rows that a column has at least.
const COLUMN_ROWS: usize = 5;
/// The width of the middle one of the fragments of a column, in sizes, at least: page
/// numbers of a table of contents and the figures of a table are no column.
const COLUMN_WIDTH: i64 = 6;
/// The part of its width, in thousandths, that the rows of a column fill on average: the
/// cells of a table fill less.
const COLUMN_FILLED: i64 = 500;
/// The part of the width of the text, in thousandths, that a column has at least: narrower
/// text is in the margin.
const COLUMN_PART: i64 = 180;
/// The most columns of a page.
const MOST_COLUMNS: usize = 8;

/// The fragments of a line.
#[derive(Debug, Clone, Default)]
pub(super) struct Group {
    pub(super) fragments: Vec<usize>,
    pub(super) baseline: i64,
    pub(super) column: u8,
}

/// Joins fragments into lines and puts these into reading order.
pub(super) fn order_fragments(
    fragments: &[Fragment],
    placed: &[Placed<'_>],
) -> Vec<Group> {
    let body =
        prevailing_size(placed, fragments.iter().flat_map(|f| f.glyphs.iter().copied()));
    let roots: Vec<usize> =
        (0..fragments.len()).filter(|at| find_root(fragments, *at) == *at).collect();
    let gutters = find_gutters(fragments, &roots, body);
    let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for at in &roots {
        if let Some(fragment) = fragments.get(*at) {
            rows.entry(fragment.row).or_default().push(*at);
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut columns: Vec<Vec<Group>> = vec![Vec::new(); gutters.len() + 1];
    for row in rows.into_values() {
        let crosses = row.iter().filter_map(|at| fragments.get(*at)).any(|fragment| {
            gutters
                .iter()
                .any(|gutter| fragment.left < *gutter && *gutter < fragment.right)
        });
        if crosses || gutters.is_empty() {
            groups.extend(columns.iter_mut().flat_map(std::mem::take));
            groups.push(build_group(fragments, row, 0));
            continue;
        }
        let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for at in row {
            let Some(fragment) = fragments.get(at) else { continue };
            let column =
                gutters.iter().filter(|gutter| **gutter <= fragment.left).count();
            parts.entry(column).or_default().push(at);
        }
        for (column, part) in parts {
            if let Some(groups) = columns.get_mut(column) {
                groups.push(build_group(fragments, part, column));
            }
        }
    }
    groups.extend(columns.into_iter().flatten());
    let mut group_of: BTreeMap<usize, usize> = BTreeMap::new();
    for (number, group) in groups.iter().enumerate() {
        group_of.extend(group.fragments.iter().map(|at| (*at, number)));
    }
    for at in 0..fragments.len() {
        let root = find_root(fragments, at);
        if root != at
            && let Some(group) =
                group_of.get(&root).and_then(|group| groups.get_mut(*group))
        {
            group.fragments.push(at);
        }
    }
    groups
}

fn build_group(fragments: &[Fragment], members: Vec<usize>, column: usize) -> Group {
    let longest = members.iter().filter_map(|at| fragments.get(*at));
    let longest = longest.max_by_key(|fragment| fragment.glyphs.len());
    Group {
        baseline: longest.map_or(0, |fragment| fragment.baseline),
        fragments: members,
        column: u8::try_from(column).unwrap_or(u8::MAX),
    }
}

/// The fragment to whose line a fragment belongs in the end.
fn find_root(fragments: &[Fragment], at: usize) -> usize {
    let mut root = at;
    // A host is always larger or longer; a few steps are the most, and a circle cannot be.
    for _ in 0..8 {
        match fragments.get(root).and_then(|fragment| fragment.host) {
            Some(host) => root = host,
            None => return root,
        }
    }
    at
}

/// The middles of the gutters, from left to right.
fn find_gutters(fragments: &[Fragment], roots: &[usize], body: i64) -> Vec<i64> {
    let all = || roots.iter().filter_map(|at| fragments.get(*at));
    let (Some(left), Some(right)) =
        (all().map(|f| f.left).min(), all().map(|f| f.right).max())
    else {
        return Vec::new();
    };
    let width = right - left;
    if width <= 0 || roots.len() < 2 * COLUMN_ROWS {
        return Vec::new();
    }
    let strip = (width / STRIPS).max(1);
    let strip_of = |at: i64| usize::try_from((at - left) / strip).unwrap_or(0);
    let mut changes = vec![0_i64; strip_of(right) + 2];
    for fragment in all() {
        let (begin, end) = (strip_of(fragment.left), strip_of(fragment.right) + 1);
        if let Some(change) = changes.get_mut(begin) {
            *change += 1;
        }
        if let Some(change) = changes.get_mut(end) {
            *change -= 1;
        }
    }
    let mut covered = 0;
    let coverage: Vec<i64> = changes
        .iter()
        .map(|change| {
            covered += change;
            covered
        })
        .collect();
    let most = coverage.iter().copied().max().unwrap_or(0);
    let mut gutters = Vec::new();
    let mut begin = None;
    for (at, count) in coverage.iter().enumerate() {
        let low = *count * 5 <= most;
        match (low, begin) {
            (true, None) => begin = Some(at),
            (false, Some(first)) => {
                let place = |at: usize| left + i64::try_from(at).unwrap_or(0) * strip;
                let strip = (place(first), place(at));
                if is_gutter(fragments, roots, strip, (left, right), body) {
                    gutters.push(i64::midpoint(strip.0, strip.1));
                }
                begin = None;
            }
            _ => {}
        }
    }
    if gutters.len() >= MOST_COLUMNS { Vec::new() } else { gutters }
}

/// Whether a strip has a column on each side.
fn is_gutter(
    fragments: &[Fragment],
    roots: &[usize],
    (begin, end): (i64, i64),
    (left, right): (i64, i64),
    body: i64,
) -> bool {
    if (end - begin) * 1000 < body * GUTTER {
        return false;
    }
    let least = (right - left) * COLUMN_PART / 1000;
    if begin - left < least || right - end < least {
        return false;
    }
    let middle = i64::midpoint(begin, end);
    let mut sides: [Vec<&Fragment>; 2] = [Vec::new(), Vec::new()];
    let mut crossing = 0;
    let [before, after] = &mut sides;
    for fragment in roots.iter().filter_map(|at| fragments.get(*at)) {
        if fragment.right <= middle {
            before.push(fragment);
        } else if fragment.left >= middle {
            after.push(fragment);
        } else {
            crossing += 1;
        }
    }
    let is_column = |side: &[&Fragment], other: &[&Fragment], room: i64| {
        let mut widths: Vec<i64> = side.iter().map(|f| f.right - f.left).collect();
        widths.sort_unstable();
        let middle = widths.get(widths.len() / 2).copied().unwrap_or(0);
        // Only rows beside the other column count.
        let top = other.iter().map(|f| f.baseline).min().unwrap_or(0);
        let bottom = other.iter().map(|f| f.baseline).max().unwrap_or(0);
        let mut beside: BTreeMap<usize, i64> = BTreeMap::new();
        for fragment in side {
            let range = top - fragment.size..=bottom + fragment.size;
            if range.contains(&fragment.baseline) {
                *beside.entry(fragment.row).or_insert(0) +=
                    fragment.right - fragment.left;
            }
        }
        let filled: i64 = beside.values().sum();
        let rows = i64::try_from(beside.len()).unwrap_or(i64::MAX);
        middle >= COLUMN_WIDTH * body
            && beside.len() >= COLUMN_ROWS
            && filled * 1000 >= rows.saturating_mul(room).saturating_mul(COLUMN_FILLED)
    };
    let [before, after] = &sides;
    crossing * 1000 <= (before.len() + after.len()) * CROSSING
        && is_column(before, after, begin - left)
        && is_column(after, before, right - end)
}
