//! Tables: a header row and rows of cells.

use std::collections::{BTreeMap, BTreeSet};

use super::inline::Inline;
use crate::text::span::Origin;

/// A cell: a line of text; may be empty.
pub type Cell = Vec<Inline>;

/// A table. In normal form every row has as many cells as there are columns.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Table {
    /// The caption, above the table; empty if there is none.
    pub caption: Vec<Inline>,
    /// The alignment of each column; not empty.
    pub columns: Vec<ColumnAlign>,
    /// The header row; empty for a table without one.
    pub head: Vec<Cell>,
    /// The rows from top to bottom; each has at least one cell with text.
    pub rows: Vec<Vec<Cell>>,
    /// The cells that span several rows or columns, by their places. The cells that they
    /// cover are empty.
    pub spans: Vec<CellSpan>,
    /// Where it is in the source.
    pub origin: Origin,
}

/// The extent of a cell that spans several rows or columns (HTML §4.9.11, `rowspan` and
/// `colspan`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSpan {
    /// Its row: 0 is the header row, 1 the first row below it.
    pub row: usize,
    /// Its first column, from 0.
    pub column: usize,
    /// How many rows it spans; at least 1. The header row spans no other.
    pub rows: usize,
    /// How many columns it spans; at least 1.
    pub columns: usize,
}

impl CellSpan {
    /// The rows and columns of the cells that it covers, its own first.
    fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        let rows = self.row..self.row + self.rows;
        rows.flat_map(move |row| {
            let columns = self.column..self.column + self.columns;
            columns.map(move |column| (row, column))
        })
    }
}

/// The extents of the cells of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableExtents {
    /// The cells that span several rows or columns, by row and column.
    own: BTreeMap<(usize, usize), CellSpan>,
    /// The cells that they cover, themselves included.
    covered: BTreeSet<(usize, usize)>,
}

impl TableExtents {
    /// The extent of the cell at a place, whose row 0 is the header row; none if another
    /// cell covers it.
    #[must_use]
    pub fn at(&self, row: usize, column: usize) -> Option<CellSpan> {
        let single = CellSpan { row, column, rows: 1, columns: 1 };
        let own = self.own.get(&(row, column)).copied();
        own.or_else(|| (!self.covered.contains(&(row, column))).then_some(single))
    }
}

/// The alignment of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ColumnAlign {
    /// At the start of the line.
    #[default]
    Start,
    /// Centred.
    Centre,
    /// At the end of the line, as numbers are.
    End,
}

impl Table {
    /// The extents of its cells.
    #[must_use]
    pub fn extents(&self) -> TableExtents {
        let mut extents = TableExtents::default();
        for &span in &self.spans {
            extents.own.insert((span.row, span.column), span);
            extents.covered.extend(span.cells());
        }
        extents
    }

    /// Brings the spans into normal form: inside the table, larger than a cell, apart from
    /// each other and in order. The words of cells that they cover are moved to the cell
    /// that covers them, as a line of their own.
    pub(super) fn normalise_spans(&mut self) {
        let (rows, columns) = (1 + self.rows.len(), self.columns.len());
        let mut spans = std::mem::take(&mut self.spans);
        spans.sort_unstable();
        let mut taken = BTreeSet::new();
        for mut span in spans {
            let last = if span.row == 0 { 1 } else { rows };
            span.rows = span.rows.min(last.saturating_sub(span.row));
            span.columns = span.columns.min(columns.saturating_sub(span.column));
            let is_large = span.rows > 1 || span.columns > 1;
            let is_empty = span.rows == 0 || span.columns == 0;
            let exists = span.row > 0 || !self.head.is_empty();
            if is_empty
                || !is_large
                || !exists
                || span.cells().any(|cell| taken.contains(&cell))
            {
                continue;
            }
            taken.extend(span.cells());
            let mut covered = Vec::new();
            for (row, column) in span.cells().skip(1) {
                covered.extend(self.cell_mut(row, column).map(std::mem::take));
            }
            if let Some(cell) = self.cell_mut(span.row, span.column) {
                for words in covered.into_iter().filter(|words| !words.is_empty()) {
                    cell.extend((!cell.is_empty()).then_some(Inline::LineBreak));
                    cell.extend(words);
                }
            }
            self.spans.push(span);
        }
    }

    /// A cell by its place: row 0 is the header row.
    fn cell_mut(&mut self, row: usize, column: usize) -> Option<&mut Cell> {
        match row.checked_sub(1) {
            None => self.head.get_mut(column),
            Some(row) => self.rows.get_mut(row)?.get_mut(column),
        }
    }

    /// Iterates over its lines of text in reading order: the caption, the header, the rows.
    pub fn lines(&self) -> impl Iterator<Item = &Vec<Inline>> {
        let rows = self.rows.iter().flatten();
        std::iter::once(&self.caption).chain(&self.head).chain(rows)
    }

    /// Like [`Self::lines`], with mutable access.
    pub(super) fn lines_mut(&mut self) -> impl Iterator<Item = &mut Vec<Inline>> {
        let rows = self.rows.iter_mut().flatten();
        std::iter::once(&mut self.caption).chain(&mut self.head).chain(rows)
    }

    /// The first line of text.
    pub(super) fn first_line(&mut self) -> Option<&mut Vec<Inline>> {
        if !self.caption.is_empty() {
            return Some(&mut self.caption);
        }
        self.head.iter_mut().chain(self.rows.iter_mut().flatten()).next()
    }

    /// The last line of text.
    pub(super) fn last_line(&mut self) -> Option<&mut Vec<Inline>> {
        self.head.iter_mut().chain(self.rows.iter_mut().flatten()).next_back()
    }
}

/// A cell as the files of others have it: with its extent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct SpanningCell {
    /// Its text.
    pub(crate) content: Cell,
    /// How many rows it spans.
    pub(crate) rows: usize,
    /// How many columns it spans.
    pub(crate) columns: usize,
}

/// Cells that have been placed on a grid.
#[derive(Debug, Default)]
pub(crate) struct PlacedCells {
    /// The rows of the grid.
    pub(crate) rows: Vec<Vec<Cell>>,
    /// The cells that span others.
    pub(crate) spans: Vec<CellSpan>,
    /// The column of each cell that was placed, by row.
    pub(crate) columns: Vec<Vec<usize>>,
}

/// A span may widen a table to this many columns even if no row has that many cells; wider
/// spans are cut.
const LEAST_BOUND: usize = 64;

/// Places cells on a grid, each after those before it and those that reach down from above
/// (HTML §4.9.12.1). What a cell covers besides its own place is empty. The rows of the
/// spans are counted from `first_row`.
pub(crate) fn place_cells(rows: Vec<Vec<SpanningCell>>, first_row: usize) -> PlacedCells {
    let most = rows.iter().map(Vec::len).max().unwrap_or_default();
    let bound = LEAST_BOUND.max(2 * most);
    let count = rows.len();
    let mut placed = PlacedCells::default();
    // How many more rows the cell above covers, by column.
    let mut covered: Vec<usize> = Vec::new();
    for (index, cells) in rows.into_iter().enumerate() {
        let mut row: Vec<Cell> = Vec::new();
        let mut columns_of_row = Vec::with_capacity(cells.len());
        let fill = |row: &mut Vec<Cell>, covered: &mut Vec<usize>| {
            while let Some(left) = covered.get_mut(row.len()).filter(|left| **left > 0) {
                *left -= 1;
                row.push(Cell::new());
            }
        };
        for SpanningCell { content, rows, columns } in cells {
            fill(&mut row, &mut covered);
            let column = row.len();
            let columns = columns.clamp(1, bound.saturating_sub(column).max(1));
            let rows = rows.clamp(1, count - index);
            row.push(content);
            columns_of_row.push(column);
            row.resize_with(column + columns, Cell::new);
            covered.resize(covered.len().max(row.len()), 0);
            covered[column..column + columns].fill(rows - 1);
            if rows > 1 || columns > 1 {
                let row = first_row + index;
                placed.spans.push(CellSpan { row, column, rows, columns });
            }
        }
        fill(&mut row, &mut covered);
        placed.rows.push(row);
        placed.columns.push(columns_of_row);
    }
    placed
}
