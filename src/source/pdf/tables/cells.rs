//! Cells of a table: rows of text become rows of the table, and pieces become cells.

use std::collections::BTreeMap;

use crate::length::Length;
use crate::source::pdf::lines::PdfLines;
use crate::source::pdf::tables::bands::place_in_grid;
use crate::source::pdf::tables::blocks::{BlockLayout, CellPiece, PageRow};
use crate::source::pdf::tables::facts::{is_number, text_of};
use crate::source::pdf::tables::grids::{PageRules, StraightRule};
use crate::source::pdf::tables::page_table::{CellPart, TableCell, TableColumn};
use crate::source::regions::ColumnAlignment;

/// How much more than the least distance of baselines the distance of rows is whose cells
/// have several lines, in thousandths.
const ROW_LEADING: i64 = 1300;
/// The part of the width of a table, in thousandths, that a rule between rows has.
const RULE_PART: i64 = 600;
/// The part of its column, in thousandths, that a cell fills before it goes on below.
const FILLED: i64 = 650;
/// How far the edges of cells differ in an aligned column, in points.
const SAME_EDGE: i32 = 2;
/// The most rows of a head.
const MOST_HEAD: usize = 4;

/// Where a piece stands in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CellPlace {
    pub(super) row: usize,
    pub(super) last_row: usize,
    pub(super) column: usize,
    pub(super) last_column: usize,
}

/// What is known of a block that is a table.
pub(super) struct TableBlock<'b> {
    pub(super) layout: &'b BlockLayout,
    pub(super) rows: &'b [PageRow],
    pub(super) lines: &'b PdfLines,
    /// The rules with the ends of the table, from top to bottom; none without rules.
    pub(super) frame: &'b [StraightRule],
    pub(super) rules: &'b PageRules,
}

/// The cells of a table, how many rows it has, and how many of them are its head.
pub(super) struct BuiltCells {
    pub(super) cells: Vec<TableCell>,
    pub(super) rows: usize,
    pub(super) head: usize,
    pub(super) columns: Vec<TableColumn>,
}

impl TableBlock<'_> {
    pub(super) fn build(&self) -> BuiltCells {
        let separators = self.find_separators();
        let places = if self.layout.grid {
            place_in_grid(self)
        } else {
            self.place_by_rows(&self.number_rows(&separators))
        };
        let rows =
            places.iter().flatten().map(|place| place.last_row + 1).max().unwrap_or(0);
        let mut gathered: BTreeMap<(usize, usize), (CellPlace, Vec<&CellPiece>)> =
            BTreeMap::new();
        for (pieces, places) in self.layout.rows.iter().zip(&places) {
            for (piece, place) in pieces.iter().zip(places) {
                let key = (place.row, place.column);
                let (whole, members) =
                    gathered.entry(key).or_insert((*place, Vec::new()));
                whole.last_row = whole.last_row.max(place.last_row);
                whole.last_column = whole.last_column.max(place.last_column);
                members.push(piece);
            }
        }
        let cells: Vec<TableCell> = gathered
            .into_values()
            .map(|(place, pieces)| self.write_cell(place, &pieces))
            .collect();
        let row_of: Vec<usize> = places
            .iter()
            .map(|places| places.iter().map(|place| place.row).min().unwrap_or(0))
            .collect();
        let head = self.count_head(&cells, &separators, &row_of, rows);
        let columns = self.describe_columns(&row_of, head);
        BuiltCells { cells, rows, head, columns }
    }

    fn write_cell(&self, place: CellPlace, pieces: &[&CellPiece]) -> TableCell {
        let texts: Vec<&str> =
            pieces.iter().map(|piece| text_of(self.lines, piece)).collect();
        let part =
            |piece: &&CellPiece| CellPart { line: piece.line, text: piece.text.clone() };
        TableCell {
            row: place.row,
            column: place.column,
            row_span: place.last_row - place.row + 1,
            column_span: place.last_column - place.column + 1,
            text: texts.join(" "),
            parts: pieces.iter().map(part).collect(),
        }
    }

    /// The cells of the pieces, where each row of text is in one row of the table.
    fn place_by_rows(&self, row_of: &[usize]) -> Vec<Vec<CellPlace>> {
        let in_row = |(pieces, row): (&Vec<CellPiece>, &usize)| {
            let place = |piece: &CellPiece| {
                let (column, last_column) = self.find_span(piece, *row, row_of);
                CellPlace { row: *row, last_row: *row, column, last_column }
            };
            pieces.iter().map(place).collect()
        };
        self.layout.rows.iter().zip(row_of).map(in_row).collect()
    }

    /// The heights of the rules between rows.
    fn find_separators(&self) -> Vec<i32> {
        let (Some(top), Some(bottom)) = (self.frame.first(), self.frame.last()) else {
            return self
                .rules
                .find_head_rule(self.rows)
                .map(|r| r.at)
                .into_iter()
                .collect();
        };
        let width = i64::from(top.length());
        let is_separator = |rule: &&StraightRule| {
            let common =
                i64::from(rule.to.min(top.to)) - i64::from(rule.from.max(top.from));
            rule.at > top.at && rule.at < bottom.at && common * 1000 >= width * RULE_PART
        };
        self.rules.horizontal.iter().filter(is_separator).map(|rule| rule.at).collect()
    }

    /// The row of the table to which each row of text belongs.
    fn number_rows(&self, separators: &[i32]) -> Vec<usize> {
        let band_of =
            |row: &PageRow| separators.iter().filter(|at| **at < row.baseline).count();
        let leadings = self.rows.windows(2).filter_map(|pair| match pair {
            [one, two] => Some(two.baseline - one.baseline),
            _ => None,
        });
        let least = leadings.min().unwrap_or(0);
        let mut numbers = Vec::with_capacity(self.rows.len());
        let mut number = 0;
        for (at, row) in self.rows.iter().enumerate() {
            let above = at.checked_sub(1).and_then(|above| self.rows.get(above));
            if let Some(above) = above {
                let parted = band_of(above) != band_of(row);
                let leading = i64::from(row.baseline - above.baseline);
                let joins = leading * 1000 <= i64::from(least) * ROW_LEADING
                    && self.continues(at);
                if parted || !joins {
                    number += 1;
                }
            }
            numbers.push(number);
        }
        numbers
    }

    /// Whether a row and the one above it have numbers in the same column.
    pub(super) fn has_number_below_another(&self, at: usize) -> bool {
        let numbers = |at: usize| {
            let pieces = self.layout.rows.get(at).into_iter().flatten();
            pieces
                .filter(|p| is_number(text_of(self.lines, p)))
                .map(|p| p.first)
                .collect::<Vec<_>>()
        };
        let above = at.checked_sub(1).map(numbers).unwrap_or_default();
        numbers(at).iter().any(|column| above.contains(column))
    }

    /// Whether a row of text only goes on with cells of the row above it.
    pub(super) fn continues(&self, at: usize) -> bool {
        let empty = Vec::new();
        let below = self.layout.rows.get(at).unwrap_or(&empty);
        let above =
            at.checked_sub(1).and_then(|at| self.layout.rows.get(at)).unwrap_or(&empty);
        let goes_on = |piece: &CellPiece| {
            let text = text_of(self.lines, piece);
            let column = self.extent_of(piece.first);
            let room = i64::from(column.1 - column.0);
            !is_number(text)
                && above.iter().any(|other| {
                    other.first == piece.first
                        && i64::from(other.right - column.0) * 1000 >= room * FILLED
                })
        };
        let first_empty = below.iter().all(|piece| piece.first > 0);
        first_empty
            && below.len() * 2 <= self.layout.columns()
            && below.iter().all(goes_on)
    }

    /// The edges of the cells of a column.
    fn extent_of(&self, column: usize) -> (i32, i32) {
        let cells = || {
            self.layout
                .rows
                .iter()
                .flatten()
                .filter(|p| p.first == column && p.last == column)
        };
        (
            cells().map(|p| p.left).min().unwrap_or(0),
            cells().map(|p| p.right).max().unwrap_or(0),
        )
    }

    /// The columns of a piece: those of a short rule below a head, or its own.
    fn find_span(
        &self,
        piece: &CellPiece,
        row: usize,
        row_of: &[usize],
    ) -> (usize, usize) {
        if self.frame.is_empty() {
            return (piece.first, piece.last);
        }
        let last_row = row_of.iter().rposition(|other| *other == row);
        let Some(last_row) = last_row.and_then(|at| self.rows.get(at)) else {
            return (piece.first, piece.last);
        };
        let width = self.frame.first().map_or(0, |top| i64::from(top.length()));
        let below = self.rules.horizontal.iter().find(|rule| {
            let near = rule.at > last_row.baseline
                && rule.at - last_row.baseline <= last_row.size * 4 / 5;
            let short = i64::from(rule.length()) * 1000 < width * RULE_PART;
            let slack = Length::pt(SAME_EDGE).0 * 2;
            near && short
                && rule.from <= piece.left + slack
                && piece.right - slack <= rule.to
        });
        let Some(rule) = below else { return (piece.first, piece.last) };
        let first =
            self.layout.limits.iter().filter(|limit| **limit <= rule.from).count();
        let last = self.layout.limits.iter().filter(|limit| **limit < rule.to).count();
        if first <= piece.first && piece.last <= last {
            (first, last)
        } else {
            (piece.first, piece.last)
        }
    }

    /// The rows above the first rule; or the first row, if it is the only one that is bold or
    /// stands without a number above numbers.
    fn count_head(
        &self,
        cells: &[TableCell],
        separators: &[i32],
        row_of: &[usize],
        rows: usize,
    ) -> usize {
        if let Some(first) = separators.first() {
            let above =
                self.rows.iter().zip(row_of).filter(|(row, _)| row.baseline < *first);
            let head = above.map(|(_, number)| number + 1).max().unwrap_or(0);
            let every = separators.len() + 1 >= rows;
            if (1..=MOST_HEAD).contains(&head) && head < rows && !every {
                return head;
            }
        }
        let is_bold = |cell: &TableCell| {
            cell.parts.iter().all(|part| {
                let line = self.lines.lines.get(part.line);
                let mut runs = line.map(|line| line.runs.iter()).into_iter().flatten();
                runs.any(|run| {
                    run.bold
                        && run.text.start <= part.text.start
                        && part.text.start < run.text.end
                })
            })
        };
        let in_row = |row: usize| cells.iter().filter(move |cell| cell.row == row);
        let others = || cells.iter().filter(|cell| cell.row > 0);
        let bold = (0..rows).take_while(|row| in_row(*row).all(is_bold)).count();
        if bold > 0 && bold < rows && bold <= MOST_HEAD {
            return bold;
        }
        let first_words = !in_row(0).any(|cell| is_number(&cell.text));
        let numbers =
            others().filter(|cell| cell.column > 0 && is_number(&cell.text)).count();
        let others = others().filter(|cell| cell.column > 0).count();
        usize::from(first_words && in_row(0).count() > 1 && numbers * 2 > others)
    }

    /// The columns with their alignment, by the cells below the head.
    fn describe_columns(&self, row_of: &[usize], head: usize) -> Vec<TableColumn> {
        let describe = |column: usize| {
            let (left, right) = self.extent_of(column);
            let rows =
                self.layout.rows.iter().zip(row_of).filter(|(_, row)| **row >= head);
            let cells: Vec<&CellPiece> = rows
                .flat_map(|(pieces, _)| pieces)
                .filter(|piece| piece.first == column && piece.last == column)
                .collect();
            TableColumn {
                left: Length(left),
                right: Length(right),
                alignment: self.align(&cells),
            }
        };
        (0..self.layout.columns()).map(describe).collect()
    }

    fn align(&self, cells: &[&CellPiece]) -> ColumnAlignment {
        let spread = |place: &dyn Fn(&CellPiece) -> i32| {
            let mut places: Vec<i32> = cells.iter().map(|cell| place(cell)).collect();
            places.sort_unstable();
            // The middle four fifths: a heading within may stand otherwise.
            let (low, high) = (places.len() / 10, places.len() - 1 - places.len() / 10);
            places.get(high).copied().unwrap_or(0) - places.get(low).copied().unwrap_or(0)
        };
        if cells.is_empty() {
            return ColumnAlignment::Left;
        }
        let numbers =
            cells.iter().filter(|cell| is_number(text_of(self.lines, cell))).count();
        let (left, right) = (spread(&|cell| cell.left), spread(&|cell| cell.right));
        let middle = spread(&|cell| i32::midpoint(cell.left, cell.right));
        let same = Length::pt(SAME_EDGE).0;
        match () {
            () if left <= same && right <= same && numbers * 2 > cells.len() => {
                ColumnAlignment::Right
            }
            () if left <= same => ColumnAlignment::Left,
            () if right <= same => ColumnAlignment::Right,
            () if middle <= same => ColumnAlignment::Centre,
            // Numbers that stand by their decimal points.
            () if numbers * 2 > cells.len() => ColumnAlignment::Right,
            () => ColumnAlignment::Left,
        }
    }
}
