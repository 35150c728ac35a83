//! The foot of the page: the notes of a galley, and how much of a page they take.
//!
//! The notes are one column beside that of the text, in the order in which the text calls
//! them. A page shows a run of that column: from where the page before left off to as far
//! as its own marks call for, or less where a note is split. They stand on a grid of their
//! own that hangs from the last line of the text block, so that a page with notes is as
//! deep as one without.
//!
//! Of two series of notes the first stands above the second on every page, half a line
//! apart. The column itself is one, in the order of the calls, so that a note and its mark
//! are parted by a split alone.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::book::inline::NoteSeries;
use crate::length::Length;
use crate::typeset::page::galley::{GalleyRow, HalfLines, Register};
use crate::typeset::page::geometry::BaselineGrid;

/// The leading of notes in parts of that of the text: three lines of notes on two and a
/// half of text, so that every fifth line of text stands beside a line of notes.
pub(crate) const LEADING: (i64, i64) = (5, 6);
/// The least white between the text and its notes, in half lines of the text. What is left
/// of a line when the notes have taken their room is added to it.
const WHITE: i64 = 1;
/// The white between two series, in half lines of the notes.
const BETWEEN_SERIES: u32 = 1;
/// The unit in which notes and text are compared, in half lines: of notes.
const UNITS_OF_NOTES: i64 = LEADING.0;
/// See [`UNITS_OF_NOTES`]: of text.
const UNITS_OF_TEXT: i64 = LEADING.1;

/// The notes of a galley, one under the other.
#[derive(Debug, Clone, Default)]
pub(crate) struct NoteColumn {
    /// The lines they stand on.
    grid: BaselineGrid,
    rows: Vec<NoteRow>,
    /// Where each note that the text calls stands in the column, with those that it calls
    /// itself, by serial number.
    notes: BTreeMap<u32, Range<usize>>,
}

/// A strip of the notes.
#[derive(Debug, Clone)]
pub(crate) struct NoteRow {
    /// The strip.
    pub(crate) row: GalleyRow,
    /// Its top below that of the whole column, in half lines of the notes.
    top: u32,
    /// Where it ends.
    bottom: u32,
    /// The strips of its note, by place in the column.
    pub(crate) note: Range<usize>,
    /// How many notes have begun, with its own.
    pub(crate) notes_begun: usize,
    /// Which notes it belongs to.
    series: NoteSeries,
    /// How many strips are of the second series, with itself.
    second_series_rows: usize,
}

impl NoteColumn {
    /// No notes yet, to stand on these lines.
    pub(crate) fn new(grid: BaselineGrid) -> Self {
        Self { grid, ..Self::default() }
    }

    /// Adds a note under those before: no white between them.
    pub(crate) fn add_note(&mut self, rows: Vec<GalleyRow>, series: NoteSeries) {
        let first = self.rows.len();
        let note = first..first + rows.len();
        let notes_begun = self.rows.last().map_or(0, |last| last.notes_begun) + 1;
        let mut filled = self.rows.last().map_or(0, |last| last.bottom);
        for (index, row) in rows.into_iter().enumerate() {
            let white = if index > 0 { u32::from(row.above.minimum) } else { 0 };
            let begins = (index == 0).then_some(Register::On);
            let top = filled + white;
            let register = begins.or(row.above.register);
            let top = register.map_or(top, |register| register.align_down(top));
            filled = top + u32::from(row.height);
            let second_series_rows =
                self.rows.last().map_or(0, |last| last.second_series_rows)
                    + usize::from(series == NoteSeries::Second);
            let (note, bottom) = (note.clone(), filled);
            self.rows.push(NoteRow {
                row,
                top,
                bottom,
                note,
                notes_begun,
                series,
                second_series_rows,
            });
        }
    }

    /// The text calls a note, which stands in the column from `first` on.
    pub(crate) fn add_call(&mut self, serial: u32, first: usize) {
        self.notes.insert(serial, first..self.rows.len());
    }

    /// The notes that the text calls, with their places in the column.
    pub(crate) fn find_note(&self, serial: u32) -> Option<&Range<usize>> {
        self.notes.get(&serial)
    }

    /// How many strips there are.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The strips.
    pub(crate) fn rows(&self) -> &[NoteRow] {
        &self.rows
    }

    /// How much of the column the text calls for when a strip of it stands on the page.
    pub(crate) fn count_called(&self, row: &GalleyRow) -> usize {
        let ends = row.note_calls().filter_map(|serial| self.notes.get(&serial));
        ends.map(|note| note.end).max().unwrap_or(0)
    }

    /// How high a run of the column is, in half lines of the notes.
    fn measure_height(&self, run: &Range<usize>) -> u32 {
        if self.has_both_series(run) {
            return self.stack_series(run).1;
        }
        match (self.rows.get(run.start), run.end.checked_sub(1)) {
            (Some(first), Some(last)) if !run.is_empty() => {
                self.rows[last].bottom - first.top
            }
            _ => 0,
        }
    }

    /// Whether a run of the column has notes of both series.
    fn has_both_series(&self, run: &Range<usize>) -> bool {
        let second_series_rows = |end: usize| {
            let last = end.checked_sub(1).and_then(|last| self.rows.get(last));
            last.map_or(0, |last| last.second_series_rows)
        };
        let of_run =
            second_series_rows(run.end).saturating_sub(second_series_rows(run.start));
        of_run > 0 && of_run < run.len()
    }

    /// The strips of a run, one series above the other: the place of each in the column and
    /// its top, and how high all are.
    fn stack_series(&self, run: &Range<usize>) -> (Vec<(usize, u32)>, u32) {
        let mut stack: Vec<(usize, u32)> = Vec::with_capacity(run.len());
        let mut filled = 0;
        for series in [NoteSeries::First, NoteSeries::Second] {
            let before = stack.len();
            for index in run.clone().filter(|&index| self.rows[index].series == series) {
                let note_row = &self.rows[index];
                let begins = index == note_row.note.start || index == run.start;
                let above = match stack.last() {
                    None => 0,
                    Some(_) if stack.len() == before => BETWEEN_SERIES,
                    Some(_) if begins => 0,
                    Some(&(last, _)) => note_row.top - self.rows[last].bottom,
                };
                let top = filled + above;
                filled = top + note_row.bottom - note_row.top;
                stack.push((index, top));
            }
        }
        (stack, filled)
    }

    /// How many lines of text stand above a run of the notes on a page of so many lines.
    /// Less than zero where the notes alone are too high.
    pub(crate) fn count_text_lines(&self, lines: HalfLines, run: &Range<usize>) -> i32 {
        let height = i64::from(self.measure_height(run));
        if height == 0 {
            return i32::from(lines);
        }
        let text = i64::from(lines) * 2 - WHITE;
        let left = text * UNITS_OF_TEXT - height * UNITS_OF_NOTES;
        i32::try_from(left.div_euclid(2 * UNITS_OF_TEXT)).unwrap_or(i32::MIN)
    }

    /// The longest run from `first` on, and no further than to `last`, that leaves room for
    /// so many lines of text.
    pub(crate) fn find_longest_fit(
        &self,
        lines: HalfLines,
        text: i32,
        first: usize,
        last: usize,
    ) -> usize {
        let fits = |end: usize| self.count_text_lines(lines, &(first..end)) >= text;
        let (mut low, mut high) = (first, last.max(first));
        if fits(high) {
            return high;
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if fits(middle) { low = middle } else { high = middle }
        }
        low
    }

    /// The strips of a run with their tops on a page whose last line of text, if it were
    /// full, would stand on this baseline: all below the top of the text block. The last
    /// line of the notes is on that line.
    pub(crate) fn place_rows(
        &self,
        run: Range<usize>,
        last_baseline: Length,
    ) -> Vec<(&GalleyRow, Length)> {
        let below = self.grid.leading - self.grid.first;
        let (stack, end) = if self.has_both_series(&run) {
            self.stack_series(&run)
        } else {
            let end = run.end.checked_sub(1).map_or(0, |last| self.rows[last].bottom);
            (run.map(|index| (index, self.rows[index].top)).collect(), end)
        };
        let placed = stack.into_iter().map(|(index, top)| {
            let up = self.grid.leading.scaled(i64::from(end - top), 2);
            (&self.rows[index].row, last_baseline + below - up)
        });
        placed.collect()
    }

    /// The leading of the notes.
    pub(crate) fn leading(&self) -> Length {
        self.grid.leading
    }
}
