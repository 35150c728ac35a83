//! Simple tables: a header row and rows of cells, without spanning cells.

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
    /// Where it is in the source.
    pub origin: Origin,
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
