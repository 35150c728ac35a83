//! Tables of simple kind: a head and rows of cells, none of which spans others.

use super::inline::Inline;
use crate::text::span::Origin;

/// What stands where a row and a column meet: words on a line; may be empty.
pub type Cell = Vec<Inline>;

/// A table. In normal form every row has as many cells as there are columns.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Table {
    /// The words above it; empty where it has none.
    pub caption: Vec<Inline>,
    /// How each column is aligned; not empty.
    pub columns: Vec<ColumnAlign>,
    /// The cells over the columns; empty for a table without a head.
    pub head: Vec<Cell>,
    /// The rows from top to bottom; none is empty throughout.
    pub rows: Vec<Vec<Cell>>,
    /// Where it stood.
    pub origin: Origin,
}

/// Where the cells of a column stand in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ColumnAlign {
    /// Where lines begin.
    #[default]
    Start,
    /// In the middle.
    Centre,
    /// Where lines end, as numbers do.
    End,
}

impl Table {
    /// Its lines of text in reading order: the caption, the head, the rows.
    pub fn lines(&self) -> impl Iterator<Item = &Vec<Inline>> {
        let rows = self.rows.iter().flatten();
        std::iter::once(&self.caption).chain(&self.head).chain(rows)
    }

    /// The same, to be changed.
    pub(super) fn lines_mut(&mut self) -> impl Iterator<Item = &mut Vec<Inline>> {
        let rows = self.rows.iter_mut().flatten();
        std::iter::once(&mut self.caption).chain(&mut self.head).chain(rows)
    }

    /// The line with which it begins.
    pub(super) fn first_line(&mut self) -> Option<&mut Vec<Inline>> {
        if !self.caption.is_empty() {
            return Some(&mut self.caption);
        }
        self.head.iter_mut().chain(self.rows.iter_mut().flatten()).next()
    }

    /// The line with which it ends.
    pub(super) fn last_line(&mut self) -> Option<&mut Vec<Inline>> {
        self.head.iter_mut().chain(self.rows.iter_mut().flatten()).next_back()
    }
}
