//! How much of the notes called so far a page shows at its foot.
//!
//! A page shows all of them if there is room. Otherwise notes are split so that the page is
//! full. A note that the page calls begins on it whenever possible.

use std::ops::Range;

use super::costs::{Cost, MAX_OVERRUN};
use crate::typeset::page::galley::{HalfLines, PageBreakKind};
use crate::typeset::page::note_column::NoteColumn;

/// A note that continues on the next page, with at least [`MIN_SPLIT_LINES`] lines on
/// either side. At this cost one note in a hundred is split in prose.
const SPLIT: Cost = 20_000;
/// A split that leaves a single line alone: of the note, or of a paragraph of it.
const LINE_ALONE: Cost = 2_000_000;
/// A note that begins on a later page than its mark.
const LATE_NOTE: Cost = 300_000_000;

/// A split note should have at least this many lines on either page.
const MIN_SPLIT_LINES: usize = 2;
/// Splits are tried from the longest run of notes that fits down to this many lines fewer.
const MAX_SHORTENED: usize = 5;

/// How the notes of a page are split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NoteSplit {
    /// How many rows of the note column are on this page and those before it.
    pub(super) notes_end: usize,
    /// How many lines short the text is of the room that the notes leave it.
    pub(super) short: i32,
    /// The cost of the split.
    pub(super) cost: Cost,
    /// The page has notes.
    pub(super) has_notes: bool,
    /// Its notes end inside a word.
    pub(super) notes_end_hyphenated: bool,
}

impl NoteSplit {
    /// The split of a page of `text` lines that shows all of a run of notes, which leave
    /// room for `room` lines of text.
    pub(super) fn unsplit(notes: &Range<usize>, room: i32, text: i32) -> Self {
        let (notes_end, has_notes) = (notes.end, !notes.is_empty());
        Self {
            notes_end,
            short: room - text,
            cost: 0,
            has_notes,
            notes_end_hyphenated: false,
        }
    }
}

/// How many lines the text takes on a page filled to `fill`.
pub(super) fn count_text_lines(fill: HalfLines) -> i32 {
    i32::from(fill.div_ceil(2))
}

/// The possible splits, the one with the most notes first; never none.
#[derive(Debug)]
pub(super) struct NoteSplits<'a> {
    column: &'a NoteColumn,
    lines: HalfLines,
    /// Lines of text on the page.
    text: i32,
    /// The rows of the note column that should be on it.
    called: Range<usize>,
    /// Where the notes end in the next split, and in the last that is tried; none when all
    /// were returned.
    ends: Option<(usize, usize)>,
}

/// The possible splits for a page of `lines` lines filled to `fill`, whose notes should be
/// the run `called` of their column.
pub(super) fn list_note_splits(
    column: &NoteColumn,
    lines: HalfLines,
    fill: HalfLines,
    called: Range<usize>,
) -> NoteSplits<'_> {
    let text = count_text_lines(fill);
    let Range { start, end } = called;
    let ends = if called.is_empty() {
        (end, end)
    } else {
        let longest = text - i32::from(MAX_OVERRUN / 2);
        let maximum = column.find_longest_fit(lines, longest, start, end);
        let whole = maximum == end && column.count_text_lines(lines, &called) >= text;
        let minimum =
            if whole { end } else { start.max(maximum.saturating_sub(MAX_SHORTENED)) };
        (maximum, minimum)
    };
    NoteSplits { column, lines, text, called, ends: Some(ends) }
}

impl Iterator for NoteSplits<'_> {
    type Item = NoteSplit;

    fn next(&mut self) -> Option<NoteSplit> {
        let (end, minimum) = self.ends.take()?;
        let Self { column, lines, ref called, .. } = *self;
        if called.is_empty() {
            return Some(NoteSplit::unsplit(called, lines.into(), self.text));
        }
        let run = called.start..end;
        let short = column.count_text_lines(lines, &run) - self.text;
        // A page already short of text only gets shorter with fewer notes.
        if end > minimum && short <= 0 {
            self.ends = Some((end - 1, minimum));
        }
        let last = run.clone().last().map(|last| &column.rows()[last].row);
        Some(NoteSplit {
            notes_end: end,
            short,
            cost: split_cost(column, end, called),
            has_notes: last.is_some(),
            notes_end_hyphenated: end < called.end
                && last.is_some_and(|row| row.ends_hyphenated),
        })
    }
}

/// The cost of ending a page's notes at `end` instead of at the end of `called`.
fn split_cost(column: &NoteColumn, end: usize, called: &Range<usize>) -> Cost {
    let rows = column.rows();
    if end >= called.end {
        return 0;
    }
    let next = &rows[end];
    let begun = end.checked_sub(1).map_or(0, |last| rows[last].notes_begun);
    let late = rows[called.end - 1].notes_begun - begun;
    let late = LATE_NOTE.saturating_mul(Cost::try_from(late).unwrap_or(Cost::MAX));
    if next.note.start == end {
        return late;
    }
    let above = end - called.start.max(next.note.start);
    let minimum = above.min(next.note.end - end);
    let alone =
        minimum < MIN_SPLIT_LINES || next.row.break_above >= PageBreakKind::InStanza;
    late + if alone { LINE_ALONE } else { SPLIT }
}
