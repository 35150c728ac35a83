//! Runs: what looks like one block before anything is decided, and what it shows as a
//! whole. A row alone tells little of a measure; six rows tell it to half an em.

use super::features::grade;
use crate::recover::rows::ends::End;
use crate::recover::rows::row::Row;
use crate::recover::rows::style::{self, Full, Style};
use crate::text::numerals;

/// In verse of one metre, half of the rows differ from the middling one by less than this
/// share of it, in per cent; in lists and dialogue by more.
const EVEN: i32 = 14;

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

    /// Whether it has one row or two, as most headings have.
    pub(super) fn is_short(&self) -> bool {
        self.size() < 2
    }
}

/// For each run how many short ones stand above it up to a longer one, and how many below.
fn between(runs: &[Run]) -> Vec<[usize; 2]> {
    let mut between = vec![[0; 2]; runs.len()];
    let mut since = 0;
    for (run, counts) in runs.iter().zip(&mut between) {
        counts[0] = since;
        since = if run.is_short() { since + 1 } else { 0 };
    }
    since = 0;
    for (run, counts) in runs.iter().zip(&mut between).rev() {
        counts[1] = since;
        since = if run.is_short() { since + 1 } else { 0 };
    }
    between
}

/// The runs of a stream.
#[derive(Debug, Clone, Default)]
pub(super) struct Runs {
    /// In reading order.
    pub(super) all: Vec<Run>,
    /// For each row its run.
    pub(super) of: Vec<usize>,
    /// For each row how many of one series of numbers it is part of; 0 without a number.
    pub(super) series: Vec<u32>,
    /// Stretches of rows that end early, and for each row its stretch.
    stretches: Vec<Stretch>,
    stretch_of: Vec<usize>,
    /// For each row how many rows look as it does; 0 for rows of long runs.
    pub(super) alike: Vec<usize>,
    /// For each run how many short ones, of a row or two, stand above it up to a longer one,
    /// and how many below.
    between: Vec<[usize; 2]>,
    /// For each row of a short run how many others say the same.
    pub(super) repeated: Vec<usize>,
}

impl Runs {
    /// Finds the runs of a stream.
    pub(super) fn of(rows: &[Row], style: &Style) -> Self {
        let mut this = Self::default();
        let mut first = 0;
        for at in 1..=rows.len() {
            if at == rows.len() || parts(rows, at, style) {
                this.of.extend((first..at).map(|_| this.all.len()));
                this.all.push(run(rows, first..at, style.full));
                first = at;
            }
        }
        let mut first = 0;
        for end in 1..=rows.len() {
            let early = |at: usize| {
                rows.get(at + 1).is_none_or(|next| style.ends_early(&rows[at], next))
            };
            if end == rows.len() || early(end) != early(end - 1) {
                this.stretch_of.extend((first..end).map(|_| this.stretches.len()));
                this.stretches.push(if early(first) {
                    Stretch::of(rows, first..end)
                } else {
                    Stretch::default()
                });
                first = end;
            }
        }
        this.series = series(rows, style);
        let looks = this.looks(rows, style);
        let mut counts = std::collections::BTreeMap::new();
        for look in looks.iter().flatten() {
            *counts.entry(*look).or_insert(0_usize) += 1;
        }
        this.alike =
            looks.iter().map(|look| look.map_or(0, |look| counts[&look])).collect();
        this.between = between(&this.all);
        this.repeated = this.repeated(rows);
        this
    }

    /// How many short runs stand above the run of a row up to a longer one, and below it.
    pub(super) fn between(&self, at: usize) -> [usize; 2] {
        self.between[self.of[at]]
    }

    /// For each row of a short run how many others have the same letters.
    fn repeated(&self, rows: &[Row]) -> Vec<usize> {
        let letters = |at: usize| -> Option<String> {
            let short = self.all[self.of[at]].is_short();
            let letters = rows[at].plain.chars().filter(|c| c.is_alphabetic());
            short
                .then(|| letters.collect())
                .filter(|letters: &String| !letters.is_empty())
        };
        let letters: Vec<Option<String>> = (0..rows.len()).map(letters).collect();
        let mut counts = std::collections::BTreeMap::new();
        for letters in letters.iter().flatten() {
            *counts.entry(letters.as_str()).or_insert(0_usize) += 1;
        }
        let of = |letters: &Option<String>| {
            letters.as_ref().map_or(0, |letters| counts[letters.as_str()] - 1)
        };
        letters.iter().map(of).collect()
    }

    /// The stretch of rows that end early in which a row stands.
    pub(super) fn stretch(&self, at: usize) -> Stretch {
        self.stretches[self.stretch_of[at]]
    }

    /// How each row looks that is the first of a short run.
    pub(super) fn looks(&self, rows: &[Row], style: &Style) -> Vec<Option<u32>> {
        (0..rows.len()).map(|at| self.look(rows, at, style)).collect()
    }

    /// How the first row of a short run looks, in one number.
    fn look(&self, rows: &[Row], at: usize, style: &Style) -> Option<u32> {
        let run = self.all[self.of[at]];
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
        let end = match row.ends {
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

/// A stretch of rows each of which ends although the next word would have fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Stretch {
    /// Its first row.
    pub(super) first: usize,
    /// How many rows it has.
    pub(super) rows: usize,
    /// The middling width of its rows.
    pub(super) middle: i32,
    /// How many end within a sentence, how many of these with a comma or semicolon.
    open: usize,
    commas: usize,
    /// How many begin with a capital.
    capitals: usize,
    /// The middling difference of width from the middling row, in per cent of it.
    spread: i32,
}

impl Stretch {
    fn of(all: &[Row], range: std::ops::Range<usize>) -> Self {
        let first = range.start;
        let rows = &all[range];
        let count = |is: fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
        let widths: Vec<i32> = rows.iter().map(|row| row.width).collect();
        let middle = style::middle(widths.clone()).unwrap_or_default();
        let spread = style::spread(widths);
        Self {
            first,
            rows: rows.len(),
            middle,
            open: count(|row| !row.ends.is_sentence()),
            commas: count(|row| row.ends == End::Comma),
            capitals: count(|row| row.plain.starts_with(char::is_uppercase)),
            spread,
        }
    }

    /// One row or none, two, three to five, more.
    pub(super) fn size(self) -> usize {
        match self.rows {
            0 | 1 => 0,
            2 => 1,
            3..=5 => 2,
            _ => 3,
        }
    }

    /// How many end within a sentence, in five grades.
    pub(super) fn open(self) -> usize {
        self.grade(self.open, &[1, 20, 45, 70])
    }

    /// How many end with a comma, in three grades.
    pub(super) fn commas(self) -> usize {
        self.grade(self.commas, &[1, 15])
    }

    /// How many begin with a capital, in three grades.
    pub(super) fn capitals(self) -> usize {
        self.grade(self.capitals, &[50, 90])
    }

    /// How many of these per cents a number of its rows reaches.
    fn grade(self, rows: usize, edges: &[usize]) -> usize {
        let share = rows * 100 / self.rows.max(1);
        grade(share, edges)
    }

    /// Whether its rows are of much the same length, as those of a metre are.
    pub(super) fn even(self) -> usize {
        usize::from(self.rows > 2 && self.spread < EVEN)
    }
}

/// Whether a run most likely ends before a row.
fn parts(rows: &[Row], at: usize, style: &Style) -> bool {
    let (before, row) = (&rows[at - 1], &rows[at]);
    let stepped = style.keeps_indents
        && style.indents > 0
        && row.indent > row.margin + 1
        && before.indent <= before.margin + 1;
    let ended = !row.begins.goes_on();
    ended
        && (style.blanks_beyond(row) > 0
            || style.ends_early(before, row)
            || stepped && !row.turn)
}

fn run(rows: &[Row], range: std::ops::Range<usize>, full: Full) -> Run {
    let (first, end) = (range.start, range.end);
    let wrapped: Vec<i32> = rows[first..end - 1].iter().map(|row| row.width).collect();
    let (short, errors) = full.shortfall(wrapped);
    let short = (end - first > 1).then_some(short);
    let later = if end - first > 1 { &rows[first + 1..end] } else { &rows[first..end] };
    let inset = later.iter().map(|row| i64::from(row.indent) - i64::from(row.margin));
    Run { first, end, short, errors, inset: inset.min().unwrap_or_default() }
}

/// Rows with numbers that run on.
struct Series {
    /// In Roman figures; with a word such as "chapter"; behind a blank line.
    kind: (bool, bool, bool),
    /// The last number.
    last: u32,
    /// The rows.
    rows: Vec<usize>,
}

/// For each row that begins with a number: how many there are of its series, each one more
/// than the one before, or the first of it again.
fn series(rows: &[Row], style: &Style) -> Vec<u32> {
    let mut lengths = vec![0; rows.len()];
    let mut open: Vec<Series> = Vec::new();
    let mut close = |chain: &[usize]| {
        for &row in chain {
            lengths[row] = u32::try_from(chain.len()).unwrap_or(u32::MAX);
        }
    };
    for (at, row) in rows.iter().enumerate() {
        let Some(number) = numerals::numbering(&row.plain) else { continue };
        let set_off = row.turn || style.blanks_beyond(row) > 0;
        let kind = (number.roman, number.keyword, set_off);
        let Some(series) = open.iter_mut().find(|series| series.kind == kind) else {
            open.push(Series { kind, last: number.value, rows: vec![at] });
            continue;
        };
        if number.value == 1 || number.value == series.last.saturating_add(1) {
            series.last = number.value;
            series.rows.push(at);
        } else if series.rows.len() < 2 {
            close(&series.rows);
            *series = Series { kind, last: number.value, rows: vec![at] };
        } else {
            close(&[at]);
        }
    }
    for series in &open {
        close(&series.rows);
    }
    lengths
}
