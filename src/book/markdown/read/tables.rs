//! Builds tables from the parser's events.

use std::ops::Range;

use pulldown_cmark::{Alignment, Event, TagEnd};

use super::{EventAt, shrunk};
use crate::book::block::Block;
use crate::book::inline::Inline;
use crate::book::table::{Cell, ColumnAlign, Table};
use crate::text::span::Origin;

/// Builds a table.
pub(super) struct TableBuilder {
    table: Table,
    /// The cells of the current row.
    row: Vec<Cell>,
    /// Where the current cell ends.
    cell_end: usize,
}

impl TableBuilder {
    pub(super) fn new(columns: &[Alignment], origin: Origin) -> Self {
        let align = |alignment: &Alignment| match alignment {
            Alignment::None | Alignment::Left => ColumnAlign::Start,
            Alignment::Center => ColumnAlign::Centre,
            Alignment::Right => ColumnAlign::End,
        };
        let columns = columns.iter().map(align).collect();
        let table = Table { columns, origin, ..Table::default() };
        Self { table, row: Vec::new(), cell_end: 0 }
    }

    /// Begins a cell with these bytes.
    pub(super) fn begin_cell(&mut self, place: &Range<usize>) {
        self.cell_end = place.end;
    }

    /// Ends the current cell.
    pub(super) fn end_cell(&mut self, content: Vec<Inline>) {
        self.row.push(content);
    }

    /// Whether these bytes belong to a cell beyond the last column.
    pub(super) fn is_beyond_last_column(&self, place: &Range<usize>) -> bool {
        place.start >= self.cell_end && !place.is_empty()
    }

    /// Ends the header row.
    pub(super) fn end_head(&mut self) {
        self.table.head = std::mem::take(&mut self.row);
    }

    /// Ends a row.
    pub(super) fn end_row(&mut self) {
        self.table.rows.push(shrunk(std::mem::take(&mut self.row)));
    }

    /// The finished table.
    pub(super) fn finish(self) -> Block {
        Block::Table(self.table)
    }
}

/// Adds the cells beyond the last column of a row to its last cell; the parser drops them
/// (GitHub Flavored Markdown §4.10).
pub(super) fn keep_extra_cells<'a>(
    events: impl Iterator<Item = EventAt<'a>>,
    text: &'a str,
) -> Vec<EventAt<'a>> {
    let mut all: Vec<EventAt<'a>> = Vec::new();
    for (event, place) in events {
        if let (Event::End(TagEnd::TableRow), Some((_, cell))) = (&event, all.last()) {
            let start = cell.end;
            let rest = text.get(start..place.end).unwrap_or_default();
            let rest = rest.trim_matches(|c: char| c == '|' || c.is_whitespace());
            if !rest.is_empty() {
                let over = Event::Text(format!(" | {rest}").into());
                let last = all.len() - 1;
                all.insert(last, (over, start..place.end));
            }
        }
        all.push((event, place));
    }
    all
}
