//! Tables that are drawn with `+`, `-` and `|`. Their cells may span rows and columns: each is
//! a rectangle, found from its upper left corner, as docutils does it (reStructuredText
//! Markup Specification, "Grid Tables").

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::drawn_table::{CellIndents, DrawnCell, DrawnTable};
use crate::book::table::ColumnAlign;

/// A table has no more lines than this.
const MOST_LINES: usize = 5_000;

/// The most steps that the search for the cells of one table takes. A table of nothing but
/// corners would need the fourth power of its size.
const MOST_STEPS: usize = 1 << 22;

/// The table that begins with the first of some lines, and how many lines it has.
pub(super) fn find_grid_table<'t>(
    lines: impl Iterator<Item = &'t str>,
) -> Option<(DrawnTable, usize)> {
    let is_drawn = |line: &&str| line.trim_start().starts_with(['+', '|']);
    let lines: Vec<&str> = lines.take_while(is_drawn).take(MOST_LINES).collect();
    let indent = lines.first()?.chars().take_while(|&c| c == ' ').count();
    let letters: Vec<Vec<char>> =
        lines.iter().map(|line| line.chars().collect()).collect();
    let bottom = (1..lines.len()).rev().find(|&row| is_border(lines[row]))?;
    let mut grid = Grid { letters: &letters[..=bottom], left: indent, steps: 0 };
    let cells = grid.find_cells()?;
    let tops: BTreeSet<usize> = cells.keys().map(|corner| corner.0).collect();
    let lefts: BTreeSet<usize> = cells.keys().map(|corner| corner.1).collect();
    // The line under the names of the columns is double.
    let head =
        lines[..bottom].iter().position(|line| is_border(line) && line.contains('='));
    let head = head.filter(|&row| row > 0 && tops.contains(&row));
    let aligned = &letters[head.unwrap_or_default()];
    let columns = lefts.iter().map(|&left| {
        // A border may be one piece over several columns.
        let (before, after) = aligned.split_at(aligned.len().min(left + 1));
        let start = before.iter().rposition(|&c| c == '+').map_or(0, |corner| corner + 1);
        let end = after.iter().position(|&c| c == '+').unwrap_or(after.len());
        let border = &aligned[start..before.len() + end];
        match (border.first(), border.last()) {
            (Some(':'), Some(':')) => ColumnAlign::Centre,
            (_, Some(':')) => ColumnAlign::End,
            _ => ColumnAlign::Start,
        }
    });
    let columns = columns.collect();
    let mut rows: Vec<Vec<DrawnCell>> = tops.iter().map(|_| Vec::new()).collect();
    for (&(top, left), &(below, right)) in &cells {
        let mut cell = DrawnCell::between(
            &lines,
            top + 1..below,
            &(left + 1..right),
            CellIndents::Text,
        );
        cell.rows = tops.range(top..below).count();
        cell.columns = lefts.range(left..right).count();
        rows[tops.range(..top).count()].push(cell);
    }
    Some((DrawnTable { columns, rows, has_head: head.is_some() }, bottom + 1))
}

/// Whether a line is a border from its one end to the other.
fn is_border(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('+')
        && line.ends_with('+')
        && line.len() > 2
        && line.chars().all(|c| matches!(c, '+' | '-' | '=' | ':'))
}

/// A row and a column of letters.
type Corner = (usize, usize);

/// The letters of a table.
struct Grid<'t> {
    letters: &'t [Vec<char>],
    /// The column of its left edge.
    left: usize,
    steps: usize,
}

impl Grid<'_> {
    /// The lower right corner of each cell, by its upper left one; none unless the cells
    /// fill the table.
    fn find_cells(&mut self) -> Option<BTreeMap<Corner, Corner>> {
        let right = self.letters[0].len() - 1;
        let bottom = self.letters.len() - 1;
        let mut cells = BTreeMap::new();
        let mut corners = BTreeSet::from([(0, self.left)]);
        // By column, the row down to which cells have been found.
        let mut found = vec![0; right];
        let mut area = 0;
        while let Some(corner) = corners.pop_first() {
            let column = found.get(corner.1);
            if corner.0 == bottom || column.is_none_or(|&row| row > corner.0) {
                continue;
            }
            let end = self.find_cell(corner)?;
            found.get_mut(corner.1..end.1)?.fill(end.0);
            cells.insert(corner, end);
            area += (end.0 - corner.0) * (end.1 - corner.1);
            corners.extend([(corner.0, end.1), (end.0, corner.1)]);
        }
        (area == bottom * right.checked_sub(self.left)?).then_some(cells)
    }

    /// The lower right corner of the smallest cell with an upper left corner.
    fn find_cell(&mut self, (top, left): Corner) -> Option<Corner> {
        for right in left + 1..self.letters[top].len() {
            match self.letter(top, right)? {
                '+' if right > left + 1 => {
                    if let Some(bottom) = self.find_bottom(top, left..right) {
                        return Some((bottom, right));
                    }
                }
                '-' | '=' | ':' | '+' => {}
                _ => return None,
            }
        }
        None
    }

    /// The row in which a cell ends that has these columns for its sides.
    fn find_bottom(&mut self, top: usize, columns: Range<usize>) -> Option<usize> {
        for row in top + 1..self.letters.len() {
            let sides =
                [columns.start, columns.end].map(|column| self.letter(row, column));
            match sides {
                [Some('+'), Some('+')] => {
                    let mut between = columns.start + 1..columns.end;
                    let is_line = between.all(|column| {
                        matches!(self.letter(row, column), Some('-' | '=' | ':' | '+'))
                    });
                    if is_line {
                        return Some(row);
                    }
                }
                [Some('|' | '+'), Some('|' | '+')] => {}
                _ => return None,
            }
        }
        None
    }

    /// A letter; none beyond the end of its row, or after too many steps.
    fn letter(&mut self, row: usize, column: usize) -> Option<char> {
        self.steps += 1;
        let letter = self.letters[row].get(column).copied();
        letter.filter(|_| self.steps <= MOST_STEPS)
    }
}
