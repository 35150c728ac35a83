//! A table that is drawn with lines and spaces.

use std::ops::Range;

use crate::book::table::ColumnAlign;

/// A table as it is drawn.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DrawnTable {
    /// The alignment of each column.
    pub(super) columns: Vec<ColumnAlign>,
    /// The rows; a cell that spans several is in the first.
    pub(super) rows: Vec<Vec<DrawnCell>>,
    /// The first row names the columns.
    pub(super) has_head: bool,
}

/// A cell as it is drawn.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DrawnCell {
    /// Its lines: the line of the table, from 0, and the bytes of that line.
    pub(super) lines: Vec<(usize, Range<usize>)>,
    /// How many rows and columns it spans; at least 1.
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// What the spaces before the lines of a cell are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CellIndents {
    /// They put words under the dashes of their column.
    Place,
    /// What all lines have is no part of them; the rest belongs to items and code.
    Text,
}

impl DrawnCell {
    /// The cell between two columns of letters, on some lines. Blank lines at its ends are no
    /// part of it.
    pub(super) fn between(
        lines: &[&str],
        rows: Range<usize>,
        columns: &Range<usize>,
        indents: CellIndents,
    ) -> Self {
        let words = |line: usize| {
            let start = find_letter(lines[line], columns.start);
            let end = find_letter(lines[line], columns.end);
            let end = start + lines[line][start..end].trim_end().len();
            (line, start..end)
        };
        let indent_of = |(line, words): &(usize, Range<usize>)| {
            let text = &lines[*line][words.clone()];
            text.len() - text.trim_start().len()
        };
        let mut own: Vec<(usize, Range<usize>)> = rows.map(words).collect();
        while own.last().is_some_and(|(_, words)| words.is_empty()) {
            own.pop();
        }
        let blank = own.iter().take_while(|(_, words)| words.is_empty()).count();
        own.drain(..blank);
        let written = own.iter().filter(|(_, words)| !words.is_empty());
        let common = written.map(indent_of).min().unwrap_or_default();
        for one in &mut own {
            let indent = match indents {
                CellIndents::Place => indent_of(one),
                CellIndents::Text => common.min(one.1.len()),
            };
            one.1.start += indent;
        }
        Self { lines: own, rows: 1, columns: 1 }
    }
}

/// The byte at which a letter of a line begins, or the end of the line.
pub(super) fn find_letter(line: &str, letter: usize) -> usize {
    line.char_indices().nth(letter).map_or(line.len(), |(byte, _)| byte)
}
