//! Columns, and the reading order of a page.
//!
//! A gutter is a vertical strip that hardly any row crosses, with text of some width on
//! both sides. Rows that cross it divide the page into bands, and in a band the columns are
//! read from left to right. Where a page has no gutter as a whole, as the first page of an
//! article, its bands of equal columns are looked for ([`find_bands`]).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::source::pdf::column_feet::read_columns;
use crate::source::pdf::fragments::{Fragment, prevailing_size};
use crate::source::pdf::margins::find_marginal_fragments;
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
/// The rows in several columns that a band has at least, on a page that has no gutter as a
/// whole: fewer may be those of a table with words in its cells.
const BAND_ROWS: usize = 8;
/// The part of its width, in thousandths, that the rows of such a column fill on average.
const BAND_FILLED: i64 = 650;
/// The width of the narrowest column of a band, in thousandths of that of the widest, at
/// least: the columns of a table have other widths.
const BAND_EQUAL: i64 = 850;
/// The most places where the gutter of a band is looked for.
const MOST_PLACES: usize = 16;
/// The most columns of a page.
const MOST_COLUMNS: usize = 8;

/// The fragments of a line.
#[derive(Debug, Clone, Default)]
pub(super) struct Group {
    pub(super) fragments: Vec<usize>,
    pub(super) baseline: i64,
    pub(super) column: u8,
    /// Whether it stands in a margin of the page.
    pub(super) in_margin: bool,
}

/// Joins fragments into lines and puts these into reading order.
pub(super) fn order_fragments(
    fragments: &[Fragment],
    placed: &[Placed<'_>],
) -> Vec<Group> {
    let body =
        prevailing_size(placed, fragments.iter().flat_map(|f| f.glyphs.iter().copied()));
    let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, fragment) in fragments.iter().enumerate() {
        if find_root(fragments, at) == at {
            rows.entry(fragment.row).or_default().push(at);
        }
    }
    let mut beside = take_margins(fragments, placed, &mut rows, body);
    let roots: Vec<usize> = rows.values().flatten().copied().collect();
    let gutters = find_gutters(fragments, &roots, body, COLUMN_FILLED);
    let bands = if gutters.is_empty() {
        find_bands(fragments, &rows, body)
    } else {
        vec![ColumnBand { rows: 0..usize::MAX, columned: 0, gutters }]
    };
    let mut bands = bands.iter().peekable();
    let mut groups: Vec<Group> = Vec::new();
    let mut columns: Vec<Vec<Group>> = Vec::new();
    for (number, row) in rows {
        for part in beside.remove(&number).unwrap_or_default() {
            let group = build_group(fragments, part, 0);
            groups.push(Group { in_margin: true, ..group });
        }
        if row.is_empty() {
            continue;
        }
        while bands.next_if(|band| band.rows.end <= number).is_some() {
            groups.extend(read_columns(&mut columns, fragments, placed));
        }
        let band = bands.peek().filter(|band| band.rows.contains(&number));
        let gutters = band.map_or(&[][..], |band| band.gutters.as_slice());
        let crosses = row
            .iter()
            .filter_map(|at| fragments.get(*at))
            .any(|fragment| gutters.iter().any(|gutter| fragment.crosses(*gutter)));
        if crosses || gutters.is_empty() {
            groups.extend(read_columns(&mut columns, fragments, placed));
            groups.push(build_group(fragments, row, 0));
            continue;
        }
        columns.resize_with(columns.len().max(gutters.len() + 1), Vec::new);
        let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for at in row {
            let Some(fragment) = fragments.get(at) else { continue };
            parts.entry(find_column(gutters, fragment)).or_default().push(at);
        }
        for (column, part) in parts {
            if let Some(groups) = columns.get_mut(column) {
                groups.push(build_group(fragments, part, column));
            }
        }
    }
    groups.extend(read_columns(&mut columns, fragments, placed));
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

/// Takes out of the rows of a page what stands in its margins, and gives it by the row
/// beside which it stands.
fn take_margins(
    fragments: &[Fragment],
    placed: &[Placed<'_>],
    rows: &mut BTreeMap<usize, Vec<usize>>,
    body: i64,
) -> BTreeMap<usize, Vec<Vec<usize>>> {
    let roots: Vec<usize> = rows.values().flatten().copied().collect();
    let margins = find_marginal_fragments(fragments, placed, &roots, body);
    let mut beside: BTreeMap<usize, Vec<Vec<usize>>> = BTreeMap::new();
    for (number, row) in rows {
        for margin in &margins {
            let part: Vec<usize> = row.extract_if(.., |at| margin.contains(at)).collect();
            if !part.is_empty() {
                beside.entry(*number).or_default().push(part);
            }
        }
    }
    beside
}

/// The column of a fragment that crosses no gutter, from the left.
fn find_column(gutters: &[i64], fragment: &Fragment) -> usize {
    gutters.iter().filter(|gutter| **gutter <= fragment.left).count()
}

fn build_group(fragments: &[Fragment], members: Vec<usize>, column: usize) -> Group {
    let longest = members.iter().filter_map(|at| fragments.get(*at));
    let longest = longest.max_by_key(|fragment| fragment.glyphs.len());
    Group {
        baseline: longest.map_or(0, |fragment| fragment.baseline),
        fragments: members,
        column: u8::try_from(column).unwrap_or(u8::MAX),
        in_margin: false,
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

/// Rows of a page that are set in columns.
struct ColumnBand {
    /// The numbers of the rows.
    rows: Range<usize>,
    /// How many rows each of its columns has beside the others, at least.
    columned: usize,
    /// The middles of the gutters, from left to right.
    gutters: Vec<i64>,
}

/// The bands of a page that has no gutter as a whole: from all stretches of rows that no
/// word crosses at some place, those that together have the most rows in columns
/// (weighted interval scheduling).
fn find_bands(
    fragments: &[Fragment],
    rows: &BTreeMap<usize, Vec<usize>>,
    body: i64,
) -> Vec<ColumnBand> {
    let mut found: Vec<ColumnBand> = Vec::new();
    for place in list_places(fragments, rows, body) {
        let mut run: Vec<usize> = Vec::new();
        let crosses = |row: &Vec<usize>| {
            row.iter().filter_map(|at| fragments.get(*at)).any(|one| one.crosses(place))
        };
        let ends = rows.iter().map(|(number, row)| (*number, crosses(row)));
        for (number, ends) in ends.chain([(usize::MAX, true)]) {
            if !ends {
                run.push(number);
                continue;
            }
            let run = std::mem::take(&mut run);
            // All rows together have no gutter, and too few are no band.
            if (BAND_ROWS..rows.len()).contains(&run.len()) {
                found.extend(build_band(fragments, rows, &run, body));
            }
        }
    }
    found.sort_by_key(|band| (band.rows.end, band.rows.start));
    found.dedup_by(|one, two| one.rows == two.rows);
    // The most columned rows of the bands up to each, and the last of them.
    let mut best: Vec<(usize, Option<usize>)> = vec![(0, None)];
    for (at, band) in found.iter().enumerate() {
        let before = found.partition_point(|other| other.rows.end <= band.rows.start);
        let with = best.get(before).map_or(0, |(sum, _)| sum + band.columned);
        let without = best.last().copied().unwrap_or_default();
        best.push(if with > without.0 { (with, Some(at)) } else { without });
    }
    let mut chosen = Vec::new();
    let mut last = best.last().and_then(|(_, last)| *last);
    while let Some(at) = last {
        let start = found.get(at).map_or(0, |band| band.rows.start);
        chosen.push(at);
        let before = found.partition_point(|other| other.rows.end <= start);
        last = best.get(before).and_then(|(_, last)| *last);
    }
    let is_chosen = |(at, band)| chosen.contains(&at).then_some(band);
    found.into_iter().enumerate().filter_map(is_chosen).collect()
}

/// Where gutters may be: before the places at which most fragments begin.
fn list_places(
    fragments: &[Fragment],
    rows: &BTreeMap<usize, Vec<usize>>,
    body: i64,
) -> Vec<i64> {
    let half = (body * GUTTER / 2000).max(1);
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for one in rows.values().flatten().filter_map(|at| fragments.get(*at)) {
        // Half a gutter is finer than gutters differ.
        *counts.entry(one.left / half).or_default() += 1;
    }
    let mut places: Vec<(usize, i64)> =
        counts.into_iter().map(|(place, count)| (count, place)).collect();
    places.retain(|(count, _)| *count >= COLUMN_ROWS);
    places.sort_by_key(|(count, place)| (Reverse(*count), *place));
    places.into_iter().take(MOST_PLACES).map(|(_, place)| (place - 1) * half).collect()
}

/// The band of a run of rows; none if it has no columns, or not of equal width.
fn build_band(
    fragments: &[Fragment],
    rows: &BTreeMap<usize, Vec<usize>>,
    run: &[usize],
    body: i64,
) -> Option<ColumnBand> {
    let (first, last) = (*run.first()?, *run.last()?);
    let members = || run.iter().filter_map(|number| rows.get(number));
    let roots: Vec<usize> = members().flatten().copied().collect();
    let gutters = find_gutters(fragments, &roots, body, BAND_FILLED);
    if gutters.is_empty() {
        return None;
    }
    let mut columns: BTreeMap<usize, Vec<&Fragment>> = BTreeMap::new();
    for one in roots.iter().filter_map(|at| fragments.get(*at)) {
        columns.entry(find_column(&gutters, one)).or_default().push(one);
    }
    let width = |column: &Vec<&Fragment>| {
        let right = column.iter().map(|one| one.right).max().unwrap_or(0);
        right - column.iter().map(|one| one.left).min().unwrap_or(0)
    };
    let widths = || columns.values().map(width);
    if widths().min()? * 1000 < widths().max()? * BAND_EQUAL {
        return None;
    }
    // Lines of columns need not be on the same baselines: what counts are the rows of each
    // that are beside all others.
    let top = columns.values().filter_map(|one| one.iter().map(|f| f.row).min()).max()?;
    let end = columns.values().filter_map(|one| one.iter().map(|f| f.row).max()).min()?;
    let count = |column: &Vec<&Fragment>| {
        let beside =
            column.iter().map(|one| one.row).filter(|row| (top..=end).contains(row));
        beside.collect::<BTreeSet<usize>>().len()
    };
    let columned = columns.values().map(count).min()?;
    (columned >= BAND_ROWS).then_some(ColumnBand {
        rows: first..last.saturating_add(1),
        columned,
        gutters,
    })
}

/// The middles of the gutters, from left to right. The rows of a column fill `filled`
/// thousandths of it on average, at least.
fn find_gutters(
    fragments: &[Fragment],
    roots: &[usize],
    body: i64,
    filled: i64,
) -> Vec<i64> {
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
                if is_gutter(fragments, roots, strip, (left, right), body, filled) {
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
    least_filled: i64,
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
            && filled * 1000 >= rows.saturating_mul(room).saturating_mul(least_filled)
    };
    let [before, after] = &sides;
    crossing * 1000 <= (before.len() + after.len()) * CROSSING
        && is_column(before, after, begin - left)
        && is_column(after, before, right - end)
}
