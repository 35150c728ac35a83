//! Type smaller than the text, on a leading of its own between lines of the text.
//!
//! The column counts its heights in half lines of the grid of the text. Rows of small type
//! stand where their own leading puts them: each has the half lines down to the next one
//! below its foot, and its lines are raised by the rest. What follows is on the grid again.

use crate::design::Design;
use crate::length::Length;
use crate::typeset::matter::column::GalleyColumn;
use crate::typeset::page::galley::{GalleyRow, HalfLines, WhiteAbove};
use crate::typeset::page::geometry::BaselineGrid;

/// The leading of small type, as a factor on the text's leading in proportion to the size.
/// Small type is a little closer: 9.5 on about 12 where the text is 11 on 14.
const CLOSER: (i64, i64) = (98, 100);

/// The leading of type of a size in a book whose text is on a leading.
pub(crate) fn lead_small_type(design: &Design, text: Length, size: Length) -> Length {
    let (more, of) = CLOSER;
    design.scale_to(size, text).scaled(more, of).max(size).min(text)
}

/// Sets what `set` adds to the column on a leading of its own. White requested above it is
/// kept; the caller asks for what follows.
pub(super) fn set_small_type(
    column: &mut GalleyColumn,
    leading: Length,
    set: impl FnOnce(&mut GalleyColumn),
) {
    let grid = column.grid;
    if leading >= grid.leading {
        return set(column);
    }
    let own = BaselineGrid { leading, ..grid };
    let rows = column.capture_rows(own, set);
    for row in place_on_grid(rows, own, grid) {
        column.add_block(row);
    }
}

/// Rows of a finer grid in half lines of a grid.
fn place_on_grid(
    rows: Vec<GalleyRow>,
    own: BaselineGrid,
    grid: BaselineGrid,
) -> Vec<GalleyRow> {
    let mut placed = Vec::with_capacity(rows.len());
    let (mut filled, mut end): (HalfLines, HalfLines) = (0, 0);
    for (place, mut row) in rows.into_iter().enumerate() {
        let top = if place == 0 { 0 } else { row.top_below(filled) };
        filled = top.saturating_add(row.height);
        let exact = own.measure_height(top);
        let cell = grid.count_half_lines(exact);
        let bottom = grid.count_half_lines(own.measure_height(filled));
        let raised = grid.measure_height(cell) - exact;
        let minimum = cell.saturating_sub(end);
        row.above = WhiteAbove { minimum, register: None, ..row.above };
        row.height = bottom.saturating_sub(cell);
        row.raised = Some(raised);
        row.lines.iter_mut().for_each(|line| line.drop -= raised);
        row.rules.iter_mut().for_each(|rule| rule.drop -= raised);
        row.pictures.iter_mut().for_each(|picture| picture.drop -= raised);
        end = bottom;
        placed.push(row);
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::{BaselineGrid, GalleyRow, Length, place_on_grid};
    use crate::typeset::line::TextLine;
    use crate::typeset::page::galley::PlacedLine;

    #[test]
    fn lines_keep_their_leading_between_half_lines_of_the_text() {
        let grid = |leading| BaselineGrid {
            leading: Length::pt(leading),
            lines: 30,
            first: Length::pt(10),
        };
        let line = PlacedLine {
            line: TextLine::default(),
            tag: None,
            left: Length::ZERO,
            drop: Length::pt(10),
        };
        let row = GalleyRow { height: 2, lines: vec![line], ..GalleyRow::default() };
        let rows = place_on_grid(vec![row; 7], grid(12), grid(14));
        let (mut top, mut baselines) = (0, Vec::new());
        for row in &rows {
            top += row.above.minimum;
            baselines.push(grid(14).measure_height(top) + row.lines[0].drop);
            top += row.height;
        }
        let wanted: Vec<Length> = (0..7).map(|line| Length::pt(10 + 12 * line)).collect();
        assert_eq!(baselines, wanted);
        // Seven lines of twelve points are six of fourteen.
        assert_eq!(top, 12);
    }
}
