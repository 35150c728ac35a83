//! Tables, as the events bring them.

use std::ops::Range;

use pulldown_cmark::{Alignment, Event, TagEnd};

use super::{Placed, in_its_room};
use crate::book::block::Block;
use crate::book::inline::Inline;
use crate::book::table::{Align, Cell, Table};
use crate::text::span::Origin;

/// A table that is not closed yet.
pub(super) struct Draft {
    table: Table,
    /// The cells of the row at hand.
    row: Vec<Cell>,
    /// Where the cell at hand ends.
    cell_end: usize,
}

impl Draft {
    pub(super) fn new(columns: &[Alignment], origin: Origin) -> Self {
        let align = |alignment: &Alignment| match alignment {
            Alignment::None | Alignment::Left => Align::Start,
            Alignment::Center => Align::Centre,
            Alignment::Right => Align::End,
        };
        let columns = columns.iter().map(align).collect();
        let table = Table { columns, origin, ..Table::default() };
        Self { table, row: Vec::new(), cell_end: 0 }
    }

    /// A cell begins, whose bytes are these.
    pub(super) fn begin_cell(&mut self, place: &Range<usize>) {
        self.cell_end = place.end;
    }

    /// The cell at hand is whole.
    pub(super) fn end_cell(&mut self, content: Vec<Inline>) {
        self.row.push(content);
    }

    /// Whether bytes belong to a cell for which the head has no column.
    pub(super) fn is_over(&self, place: &Range<usize>) -> bool {
        place.start >= self.cell_end && !place.is_empty()
    }

    /// The head is whole.
    pub(super) fn end_head(&mut self) {
        self.table.head = std::mem::take(&mut self.row);
    }

    /// A row is whole.
    pub(super) fn end_row(&mut self) {
        self.table.rows.push(in_its_room(std::mem::take(&mut self.row)));
    }

    /// The table, whole.
    pub(super) fn finish(self) -> Block {
        Block::Table(self.table)
    }
}

/// Puts what stands in a row beyond its last column into its last cell; the parser leaves
/// it out (GitHub Flavored Markdown §4.10).
pub(super) fn with_cells_over<'a>(
    events: impl Iterator<Item = Placed<'a>>,
    text: &'a str,
) -> Vec<Placed<'a>> {
    let mut all: Vec<Placed<'a>> = Vec::new();
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
