//! The column of a galley's footnotes, and how much of a page they need.
//!
//! The notes are one column beside that of the text, in the order of their calls. A page
//! shows a run of that column. The run begins where the page before stopped. It ends with
//! the last note that the page calls, or earlier if a note is split. Notes have a baseline
//! grid of their own that hangs from the last line of the text block. So a page with notes
//! is as deep as one without.
//!
//! If there are two series of notes, the first is above the second on every page, half a
//! line apart. The column is still one, in the order of the calls, so that only a split
//! separates a note from its mark.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::book::inline::NoteSeries;
use crate::length::Length;
use crate::typeset::page::galley::{GalleyRow, HalfLines, Register};
use crate::typeset::page::geometry::BaselineGrid;

/// The leading of notes as a fraction of that of the text. Three lines of notes need two
/// and a half lines of text, so every fifth line of text is level with a line of notes.
pub(crate) const LEADING: (i64, i64) = (5, 6);
/// The least white space between the text and its notes, in sixths of half a line of the
/// text: the rule over the notes must not underline the text. The rest of a line that the
/// notes do not fill is added to it.
const WHITE: i64 = 9;
/// The white space between two series, in half lines of the notes.
const BETWEEN_SERIES: u32 = 1;
/// Half lines of notes are multiplied by this to compare them with text.
const UNITS_OF_NOTES: i64 = LEADING.0;
/// Half lines of text are multiplied by this to compare them with notes.
const UNITS_OF_TEXT: i64 = LEADING.1;

/// The notes of a galley, one under the other.
#[derive(Debug, Clone, Default)]
pub(crate) struct NoteColumn {
    /// Their baseline grid.
    grid: BaselineGrid,
    rows: Vec<NoteRow>,
    /// The rows of each note that the text calls, including the notes that it calls itself,
    /// by serial number.
    notes: BTreeMap<u32, Range<usize>>,
}

/// A row of the note column.
#[derive(Debug, Clone)]
pub(crate) struct NoteRow {
    /// The row itself.
    pub(crate) row: GalleyRow,
    /// Its top, from the top of the column, in half lines of the notes.
    top: u32,
    /// Its bottom, likewise.
    bottom: u32,
    /// The indices of all rows of its note.
    pub(crate) note: Range<usize>,
    /// The number of notes that have begun up to here, including its own.
    pub(crate) notes_begun: usize,
    /// The series of its note.
    series: NoteSeries,
    /// The number of rows of the second series up to here, including itself.
    second_series_rows: usize,
}

impl NoteColumn {
    /// Creates an empty column on a grid.
    pub(crate) fn new(grid: BaselineGrid) -> Self {
        Self { grid, ..Self::default() }
    }

    /// Adds a note below those before, with no white space between them.
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

    /// Records that the text calls a note, whose rows begin at `first`.
    pub(crate) fn add_call(&mut self, serial: u32, first: usize) {
        self.notes.insert(serial, first..self.rows.len());
    }

    /// The rows of a note that the text calls.
    pub(crate) fn find_note(&self, serial: u32) -> Option<&Range<usize>> {
        self.notes.get(&serial)
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The rows from top to bottom.
    pub(crate) fn rows(&self) -> &[NoteRow] {
        &self.rows
    }

    /// How many rows of the column the text has called for up to this row of it.
    pub(crate) fn count_called(&self, row: &GalleyRow) -> usize {
        let ends = row.note_calls().filter_map(|serial| self.notes.get(&serial));
        ends.map(|note| note.end).max().unwrap_or(0)
    }

    /// The height of a run of the column, in half lines of the notes.
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

    /// Stacks the rows of a run, one series above the other. Returns the index and top of
    /// each row, and the total height.
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

    /// How many lines of text fit above a run of the notes on a page of `lines` lines.
    /// Below zero if the notes alone are too high.
    pub(crate) fn count_text_lines(&self, lines: HalfLines, run: &Range<usize>) -> i32 {
        let height = i64::from(self.measure_height(run));
        if height == 0 {
            return i32::from(lines);
        }
        let text = i64::from(lines) * 2 * UNITS_OF_TEXT - WHITE;
        let left = text - height * UNITS_OF_NOTES;
        i32::try_from(left.div_euclid(2 * UNITS_OF_TEXT)).unwrap_or(i32::MIN)
    }

    /// The end of the longest run from `first` to at most `last` that leaves room for
    /// `text` lines of text.
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

    /// Places the rows of a run so that their last line is on `last_baseline`, the baseline
    /// of the last line of a full text block. Returns the top of each row, from the top of
    /// the text block.
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
