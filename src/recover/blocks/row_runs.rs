//! Runs: rows that look like one block before anything is decided, and what they show as
//! a whole. A single row hardly shows a measure; six rows show it to half an em.

use super::features::bin_of;
use crate::recover::rows::row::Row;
use crate::recover::rows::row_ends::RowEnd;
use crate::recover::rows::stream_style::{self, FullWidth, StreamStyle};
use crate::text::numerals;

/// In verse of one metre, half of the rows differ from the median width by less than this
/// share, in per cent; in lists and dialogue by more.
const EVEN: i32 = 14;

/// Rows that look like one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RowRun {
    /// The first row.
    pub(super) first: usize,
    /// One past the last row.
    pub(super) end: usize,
    /// How far the median of its rows, without the last, is below the full width of the
    /// text; negative if above.
    pub(super) short: Option<i32>,
    /// The same in standard errors, which shows how unlikely chance is.
    pub(super) errors: i32,
    /// The least indent of its rows relative to the margin, without the first row if
    /// others follow.
    pub(super) inset: i64,
}

impl RowRun {
    /// Its number of rows as a grade: one, two, three to five, more.
    pub(super) fn size_grade(&self) -> usize {
        match self.end - self.first {
            0 | 1 => 0,
            2 => 1,
            3..=5 => 2,
            _ => 3,
        }
    }

    /// Whether it has one row or two, like most headings.
    pub(super) fn is_short(&self) -> bool {
        self.size_grade() < 2
    }
}

/// For each run, the number of short runs before it up to a longer one, and after it.
fn count_short_around(runs: &[RowRun]) -> Vec<[usize; 2]> {
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
pub(super) struct RowRuns {
    /// In reading order.
    pub(super) all: Vec<RowRun>,
    /// The run of each row.
    pub(super) of: Vec<usize>,
    /// For each row, the length of the series of numbers that it belongs to; 0 without a
    /// number.
    pub(super) series: Vec<u32>,
    /// Stretches of rows that end early, and the stretch of each row.
    stretches: Vec<EarlyEnds>,
    stretch_of: Vec<usize>,
    /// For each row, how many rows look like it; 0 for rows of long runs.
    pub(super) alike: Vec<usize>,
    /// For each run, the number of short runs of one or two rows before it up to a longer
    /// one, and after it.
    between: Vec<[usize; 2]>,
    /// For each row of a short run, how many others have the same letters.
    pub(super) repeated: Vec<usize>,
}

impl RowRuns {
    /// Finds the runs of a stream.
    pub(super) fn find(rows: &[Row], style: &StreamStyle) -> Self {
        let mut this = Self::default();
        let mut first = 0;
        for at in 1..=rows.len() {
            if at == rows.len() || is_run_start(rows, at, style) {
                this.of.extend((first..at).map(|_| this.all.len()));
                this.all.push(make_run(rows, first..at, style.full));
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
                    EarlyEnds::measure(rows, first..end)
                } else {
                    EarlyEnds::default()
                });
                first = end;
            }
        }
        this.series = series_lengths(rows, style);
        let looks = this.looks(rows, style);
        let mut counts = std::collections::BTreeMap::new();
        for look in looks.iter().flatten() {
            *counts.entry(*look).or_insert(0_usize) += 1;
        }
        this.alike =
            looks.iter().map(|look| look.map_or(0, |look| counts[&look])).collect();
        this.between = count_short_around(&this.all);
        this.repeated = this.count_repeated(rows);
        this
    }

    /// The number of short runs before the run of a row up to a longer one, and after it.
    pub(super) fn short_runs_around(&self, at: usize) -> [usize; 2] {
        self.between[self.of[at]]
    }

    /// For each row of a short run how many others have the same letters.
    fn count_repeated(&self, rows: &[Row]) -> Vec<usize> {
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

    /// The stretch of rows that end early around a row.
    pub(super) fn stretch_at(&self, at: usize) -> EarlyEnds {
        self.stretches[self.stretch_of[at]]
    }

    /// The look of each row that is the first of a short run.
    pub(super) fn looks(&self, rows: &[Row], style: &StreamStyle) -> Vec<Option<u32>> {
        (0..rows.len()).map(|at| self.look_of(rows, at, style)).collect()
    }

    /// The look of the first row of a short run, as one number.
    fn look_of(&self, rows: &[Row], at: usize, style: &StreamStyle) -> Option<u32> {
        let run = self.all[self.of[at]];
        let row = &rows[at];
        if run.size_grade() > 1 || run.first != at || !style.is_short(row) {
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
            RowEnd::Sentence | RowEnd::SentenceClosed => 0,
            RowEnd::Letter | RowEnd::Digit | RowEnd::Closed => 1,
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

/// A stretch of rows that all end although the next word would have fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct EarlyEnds {
    /// Its first row.
    pub(super) first: usize,
    /// How many rows it has.
    pub(super) rows: usize,
    /// The median width of its rows.
    pub(super) middle: i32,
    /// How many end in mid-sentence, and how many of these with a comma or semicolon.
    open: usize,
    commas: usize,
    /// How many begin with a capital.
    capitals: usize,
    /// The median deviation of width, in per cent of the median.
    spread: i32,
}

impl EarlyEnds {
    fn measure(all: &[Row], range: std::ops::Range<usize>) -> Self {
        let first = range.start;
        let rows = &all[range];
        let count = |is: fn(&Row) -> bool| rows.iter().filter(|row| is(row)).count();
        let widths: Vec<i32> = rows.iter().map(|row| row.width).collect();
        let middle = stream_style::median(widths.clone()).unwrap_or_default();
        let spread = stream_style::relative_deviation(widths);
        Self {
            first,
            rows: rows.len(),
            middle,
            open: count(|row| !row.ends.is_sentence()),
            commas: count(|row| row.ends == RowEnd::Comma),
            capitals: count(|row| row.plain.starts_with(char::is_uppercase)),
            spread,
        }
    }

    /// Its number of rows as a grade: at most one, two, three to five, more.
    pub(super) fn size(self) -> usize {
        match self.rows {
            0 | 1 => 0,
            2 => 1,
            3..=5 => 2,
            _ => 3,
        }
    }

    /// How many end in mid-sentence, in five grades.
    pub(super) fn open(self) -> usize {
        self.share_grade(self.open, &[1, 20, 45, 70])
    }

    /// How many end with a comma, in three grades.
    pub(super) fn commas(self) -> usize {
        self.share_grade(self.commas, &[1, 15])
    }

    /// How many begin with a capital, in three grades.
    pub(super) fn capitals(self) -> usize {
        self.share_grade(self.capitals, &[50, 90])
    }

    /// The grade of a number of its rows, by these edges in per cent.
    fn share_grade(self, rows: usize, edges: &[usize]) -> usize {
        let share = rows * 100 / self.rows.max(1);
        bin_of(share, edges)
    }

    /// Whether its rows have about the same length, like those of one metre.
    pub(super) fn even(self) -> usize {
        usize::from(self.rows > 2 && self.spread < EVEN)
    }
}

/// Whether a run most likely ends before a row.
fn is_run_start(rows: &[Row], at: usize, style: &StreamStyle) -> bool {
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

fn make_run(rows: &[Row], range: std::ops::Range<usize>, full: FullWidth) -> RowRun {
    let (first, end) = (range.start, range.end);
    let wrapped: Vec<i32> = rows[first..end - 1].iter().map(|row| row.width).collect();
    let (short, errors) = full.shortfall(wrapped);
    let short = (end - first > 1).then_some(short);
    let later = if end - first > 1 { &rows[first + 1..end] } else { &rows[first..end] };
    let inset = later.iter().map(|row| i64::from(row.indent) - i64::from(row.margin));
    RowRun { first, end, short, errors, inset: inset.min().unwrap_or_default() }
}

/// Rows with consecutive numbers.
struct NumberSeries {
    /// In Roman figures; with a word such as "chapter"; after a blank line.
    kind: (bool, bool, bool),
    /// The last number.
    last: u32,
    /// The rows.
    rows: Vec<usize>,
}

/// For each row that begins with a number, the length of its series: each number is one
/// more than the one before, or 1 again.
fn series_lengths(rows: &[Row], style: &StreamStyle) -> Vec<u32> {
    let mut lengths = vec![0; rows.len()];
    let mut open: Vec<NumberSeries> = Vec::new();
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
            open.push(NumberSeries { kind, last: number.value, rows: vec![at] });
            continue;
        };
        if number.value == 1 || number.value == series.last.saturating_add(1) {
            series.last = number.value;
            series.rows.push(at);
        } else if series.rows.len() < 2 {
            close(&series.rows);
            *series = NumberSeries { kind, last: number.value, rows: vec![at] };
        } else {
            close(&[at]);
        }
    }
    for series in &open {
        close(&series.rows);
    }
    lengths
}
