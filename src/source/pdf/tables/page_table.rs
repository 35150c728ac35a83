//! The model of a table, and tables that go on over pages.

use std::ops::Range;

use crate::length::Length;
use crate::source::pdf::lines::{PdfLines, lines_of_page};
use crate::source::pdf::page::PageBox;
use crate::source::regions::{ColumnAlignment, TableOpening};

/// How far columns of a table that goes on differ, in points.
const SAME_COLUMN: i32 = 6;
/// The most lines between a table and the edge of the page over which it goes on: a running
/// head and a folio.
const MOST_BETWEEN: usize = 2;

/// A table on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageTable {
    /// The number of its page, from 1.
    pub page: u32,
    /// Its place on the page, rules included.
    pub place: PageBox,
    /// The lines it covers: indices in the lines of the page.
    pub lines: Vec<usize>,
    /// Its columns, from left to right.
    pub columns: Vec<TableColumn>,
    /// How many rows it has, and how many of them are its head.
    pub rows: usize,
    /// How many rows from the first are its head.
    pub head_rows: usize,
    /// Its cells that are not empty, row by row.
    pub cells: Vec<TableCell>,
    /// The lines of its caption.
    pub caption: Vec<usize>,
    /// Whether it has rules.
    pub ruled: bool,
    /// Whether it goes on from the table before it.
    pub opening: TableOpening,
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableColumn {
    /// Where its first cell begins.
    pub left: Length,
    /// Where its last cell ends.
    pub right: Length,
    /// How its cells stand.
    pub alignment: ColumnAlignment,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableCell {
    /// Its row, from 0.
    pub row: usize,
    /// Its column, from 0.
    pub column: usize,
    /// How many rows it covers.
    pub row_span: usize,
    /// How many columns it covers.
    pub column_span: usize,
    /// Its text; the parts stand one behind the other, with a space between them.
    pub text: String,
    /// Its parts in the lines of the page, for their runs.
    pub parts: Vec<CellPart>,
}

/// A part of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellPart {
    /// The index of the line in the lines of the page.
    pub line: usize,
    /// Its characters in the text of the line.
    pub text: Range<u32>,
}

/// Marks the tables that go on from the page before.
pub(super) fn mark_continued(tables: &mut [PageTable], lines: &[PdfLines]) {
    for at in 1..tables.len() {
        let Some([above, below]) = tables.get_mut(at - 1..=at) else { continue };
        let before = lines_of_page(lines, above.page);
        let page = lines_of_page(lines, below.page);
        let next = below.page == above.page + 1;
        // A running head or a folio may stand between them.
        let after =
            before.iter().filter(|line| line.baseline > above.place.bottom).count();
        let first = page.iter().filter(|line| line.baseline < below.place.top).count();
        let same = above.columns.len() == below.columns.len()
            && above.columns.iter().zip(&below.columns).all(|(one, two)| {
                let near = |a: Length, b: Length| {
                    (a - b).0.saturating_abs() <= Length::pt(SAME_COLUMN).0
                };
                let (one_left, two_left) =
                    (one.left - above.place.left, two.left - below.place.left);
                near(one_left, two_left)
                    || near(one.right - above.place.left, two.right - below.place.left)
            });
        if next
            && after <= MOST_BETWEEN
            && first <= MOST_BETWEEN + below.caption.len()
            && same
        {
            let head = |table: &PageTable| -> Vec<String> {
                let cells =
                    table.cells.iter().filter(|cell| cell.row < table.head_rows.max(1));
                cells.map(|cell| cell.text.clone()).collect()
            };
            below.opening = if head(above) == head(below) {
                TableOpening::ContinuedWithHead
            } else {
                TableOpening::Continued
            };
        }
    }
}
