//! Cells that span rows of a table: their lines are shared out among these rows.

use crate::typeset::page::galley::PlacedLine;

/// A cell that spans rows and has not ended yet.
#[derive(Debug, Clone, Default)]
pub(super) struct OpenRowSpan {
    /// Its lines that no row has yet.
    lines: Vec<PlacedLine>,
    /// How many rows are left that it is in.
    rows: usize,
}

/// Shares the lines of cells that span rows: each row takes as many as its other cells have,
/// and the last row the rest. `rows_of` says how many rows the cell of a column spans, this
/// row among them, and `open` are the cells that have not ended, by their columns.
pub(super) fn share_rows(
    cells: &mut Vec<Vec<PlacedLine>>,
    rows_of: impl Fn(usize) -> usize,
    open: &mut [OpenRowSpan],
) {
    for (at, (cell, span)) in cells.iter_mut().zip(&mut *open).enumerate() {
        let rows = rows_of(at);
        if rows > 1 {
            *span = OpenRowSpan { lines: std::mem::take(cell), rows };
        }
    }
    let ending = open.iter().filter(|span| span.rows == 1);
    let deepest = cells.iter().map(Vec::len).chain(ending.map(|span| span.lines.len()));
    let deepest = deepest.max().unwrap_or_default().max(1);
    for (at, span) in open.iter_mut().enumerate().filter(|(_, span)| span.rows > 0) {
        let count = if span.rows == 1 { span.lines.len() } else { deepest };
        let taken = span.lines.drain(..count.min(span.lines.len())).collect();
        span.rows -= 1;
        // In its first row it is read in its column; the cell below has its own line there.
        match cells.get_mut(at) {
            Some(cell) if cell.is_empty() => *cell = taken,
            _ => cells.push(taken),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OpenRowSpan, share_rows};
    use crate::length::Length;
    use crate::typeset::line::TextLine;
    use crate::typeset::page::galley::PlacedLine;

    fn lines(count: usize) -> Vec<PlacedLine> {
        let (left, drop) = (Length::ZERO, Length::ZERO);
        vec![PlacedLine { line: TextLine::default(), tag: None, left, drop }; count]
    }

    /// How many lines each cell of a row has; what cells of rows above have comes last.
    fn share(cells: &[usize], rows: &[usize], open: &mut [OpenRowSpan]) -> Vec<usize> {
        let mut cells: Vec<_> = cells.iter().map(|count| lines(*count)).collect();
        share_rows(&mut cells, |at| rows[at], open);
        cells.iter().map(Vec::len).collect()
    }

    #[test]
    fn rows_take_the_lines_of_cells_above_them() {
        let mut open = vec![OpenRowSpan::default(); 2];
        assert_eq!(share(&[5, 2], &[3, 1], &mut open), [2, 2]);
        assert_eq!(share(&[1, 1], &[1, 1], &mut open), [1, 1, 1]);
        assert_eq!(share(&[1, 1], &[1, 1], &mut open), [1, 1, 2]);
        assert_eq!(share(&[1, 1], &[1, 1], &mut open), [1, 1]);
        let mut open = vec![OpenRowSpan::default(); 2];
        assert_eq!(share(&[1, 4], &[2, 1], &mut open), [1, 4]);
        assert_eq!(share(&[1, 1], &[1, 1], &mut open), [1, 1, 0]);
    }
}
