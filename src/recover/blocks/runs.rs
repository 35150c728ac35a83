//! Runs: what looks like one block before anything is decided, and what it shows as a
//! whole. A row alone tells little of a measure; six rows tell it to half an em.

use super::observe::{End, Start};
use super::rows::Row;
use super::style::Style;
use crate::recover::measure::{self, EM};
use crate::text::numerals;

/// Where the first word of a row would have fitted on the row before with this much to
/// spare, a block most likely ends between them.
const AMPLE: i32 = 3 * EM;

/// Rows that look like one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    /// The first row.
    pub(super) first: usize,
    /// Behind the last row.
    pub(super) end: usize,
    /// How far its middling row, the last left out, falls short of the full rows of the
    /// whole; below 0 if it is longer.
    pub(super) short: Option<i32>,
    /// The same in standard errors: how little chance has to do with it.
    pub(super) errors: i32,
    /// The least indent of its rows against the margin, the first row left out if others
    /// follow.
    pub(super) inset: i64,
}

impl Run {
    /// How many rows it has: one, two, three to five, more.
    pub(super) fn size(&self) -> usize {
        match self.end - self.first {
            0 | 1 => 0,
            2 => 1,
            3..=5 => 2,
            _ => 3,
        }
    }
}

/// The runs of a stream.
#[derive(Debug, Clone, Default)]
pub(super) struct Runs {
    /// In reading order.
    pub(super) runs: Vec<Run>,
    /// For each row its run.
    pub(super) of: Vec<usize>,
    /// For each row how many of one series of numbers it is part of; 0 without a number.
    pub(super) series: Vec<u32>,
    /// For each row how many rows look as it does; 0 for rows of long runs.
    pub(super) alike: Vec<usize>,
}

impl Runs {
    /// Finds the runs of a stream.
    pub(super) fn of(rows: &[Row], style: &Style) -> Self {
        let mut this = Self::default();
        let full = Full::of(rows, style);
        let mut first = 0;
        for at in 1..=rows.len() {
            if at == rows.len() || parts(rows, at, style) {
                this.of.extend((first..at).map(|_| this.runs.len()));
                this.runs.push(run(rows, first..at, full));
                first = at;
            }
        }
        this.series = series(rows, style);
        let looks: Vec<Option<u32>> =
            (0..rows.len()).map(|at| this.look(rows, at, style)).collect();
        let mut counts = std::collections::BTreeMap::new();
        for look in looks.iter().flatten() {
            *counts.entry(*look).or_insert(0_usize) += 1;
        }
        this.alike =
            looks.iter().map(|look| look.map_or(0, |look| counts[&look])).collect();
        this
    }

    /// How the first row of a short run looks, in one number.
    fn look(&self, rows: &[Row], at: usize, style: &Style) -> Option<u32> {
        let run = self.runs[self.of[at]];
        let row = &rows[at];
        if run.size() > 1 || run.first != at || !style.is_short(row) {
            return None;
        }
        let capitals = !row.plain.contains(char::is_lowercase);
        let numbered = numerals::numbering(&row.plain);
        let kind =
            numbered.map_or(0, |n| 1 + u32::from(n.roman) + 2 * u32::from(n.keyword));
        let gap = |at: usize| {
            rows.get(at).map_or(0, |row| {
                1 + u32::from(style.blanks_beyond(row) > 0) + u32::from(row.turn)
            })
        };
        let end = match End::of(&row.plain) {
            End::Sentence | End::SentenceClosed => 0,
            End::Letter | End::Digit | End::Closed => 1,
            _ => 2,
        };
        let indent = if style.keeps_indents {
            (row.indent.saturating_sub(row.margin)).min(8) / 3
        } else {
            0
        };
        Some(
            (((u32::from(capitals) * 8 + kind) * 4 + gap(run.end)) * 3 + end) * 4
                + indent,
        )
    }
}

/// Whether a run most likely ends before a row.
fn parts(rows: &[Row], at: usize, style: &Style) -> bool {
    let (before, row) = (&rows[at - 1], &rows[at]);
    let word = row.plain.split_whitespace().next().unwrap_or_default();
    let room = style.measure - before.width - measure::width(" ") - measure::width(word);
    let stepped = style.keeps_indents
        && style.indents > 0
        && row.indent > row.margin + 1
        && before.indent <= before.margin + 1;
    let ended = !Start::of(&row.plain).goes_on();
    ended && (style.blanks_beyond(row) > 0 || room > AMPLE || stepped && !row.turn)
}

/// How long the full rows of a stream are, and how much they differ.
#[derive(Debug, Clone, Copy)]
struct Full {
    /// The middling width.
    width: i32,
    /// The middling distance from it.
    spread: i32,
}

impl Full {
    fn of(rows: &[Row], style: &Style) -> Self {
        let near = |row: &&Row| (row.width - style.measure).abs() < 4 * EM;
        let widths: Vec<i32> = rows.iter().filter(near).map(|row| row.width).collect();
        let width = middle(widths.clone()).unwrap_or(style.measure);
        let distances = widths.into_iter().map(|other| (other - width).abs());
        let spread = middle(distances.collect()).unwrap_or(EM).max(EM / 4);
        Self { width, spread }
    }
}

/// The middle value.
fn middle(mut values: Vec<i32>) -> Option<i32> {
    values.sort_unstable();
    values.get(values.len() / 2).copied()
}

fn run(rows: &[Row], range: std::ops::Range<usize>, full: Full) -> Run {
    let (first, end) = (range.start, range.end);
    let wrapped = rows[first..end - 1].iter().map(|row| row.width).collect();
    let short = middle(wrapped).map(|width| full.width - width);
    let count = u32::try_from(end - first - 1).unwrap_or(u32::MAX);
    let root = i32::try_from(count.isqrt()).unwrap_or(i32::MAX);
    let errors =
        short.map_or(0, |short| (short / 10).saturating_mul(root) * 10 / full.spread);
    let later = if end - first > 1 { &rows[first + 1..end] } else { &rows[first..end] };
    let inset = later.iter().map(|row| i64::from(row.indent) - i64::from(row.margin));
    Run { first, end, short, errors, inset: inset.min().unwrap_or_default() }
}

/// For each row that begins with a number: how many there are of its series, each one more
/// than the one before, or the first of it again.
fn series(rows: &[Row], style: &Style) -> Vec<u32> {
    let mut lengths = vec![0; rows.len()];
    let mut open: Vec<((bool, bool, bool), u32, Vec<usize>)> = Vec::new();
    let mut close = |chain: &[usize]| {
        for &row in chain {
            lengths[row] = u32::try_from(chain.len()).unwrap_or(u32::MAX);
        }
    };
    for (at, row) in rows.iter().enumerate() {
        let Some(number) = numerals::numbering(&row.plain) else { continue };
        let set_off = row.turn || style.blanks_beyond(row) > 0;
        let kind = (number.roman, number.keyword, set_off);
        match open.iter_mut().find(|(other, ..)| *other == kind) {
            Some((_, last, chain)) if number.value == *last + 1 || number.value == 1 => {
                *last = number.value;
                chain.push(at);
            }
            Some((_, last, chain)) if chain.len() < 2 => {
                close(chain);
                (*last, *chain) = (number.value, vec![at]);
            }
            Some(_) => close(&[at]),
            None => open.push((kind, number.value, vec![at])),
        }
    }
    for (_, _, chain) in &open {
        close(chain);
    }
    lengths
}
