//! The widths of the columns of a table.
//!
//! If all cells fit on one line each, columns are as wide as their widest cell. Otherwise
//! the room is shared so that the sum of the squares of the line counts of the cells is
//! minimal: a row is as high as its highest cell, and squares keep one column from growing
//! high to spare the others. Among equals, the shortfall from the natural widths is spread
//! evenly. A dynamic program over the columns finds the exact minimum.

use crate::length::Length;

/// The room is divided into this many steps: on a usual measure, one is below a point.
const STEPS: usize = 400;
/// If a table has more columns than fit, each takes at least this many steps.
const NARROWEST: usize = 8;

/// What the cells of a column need.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ColumnWidths {
    /// The width of the widest word.
    pub(crate) minimum: Length,
    /// The width of the widest cell on as few lines as possible.
    pub(crate) natural: Length,
    /// The cells: their lines without a limit, as widths of words.
    pub(crate) cells: Vec<Vec<Vec<Length>>>,
}

/// The widths of columns that fill at most the room, given the width of a space.
pub(crate) fn share_width(
    columns: &[ColumnWidths],
    room: Length,
    space: Length,
) -> Vec<Length> {
    let natural: i64 = columns.iter().map(|one| i64::from(one.natural.0)).sum();
    if natural <= i64::from(room.0) {
        return columns.iter().map(|one| one.natural).collect();
    }
    let step = (room / i32::try_from(STEPS).unwrap_or(i32::MAX)).max(Length(1));
    let steps = to_steps(room, step);
    if columns.len() * NARROWEST > steps {
        let count = i32::try_from(columns.len()).unwrap_or(i32::MAX);
        return vec![room / count; columns.len()];
    }
    let least = least_steps(columns, step, steps);
    let mut best: Vec<WidthCost> = vec![WidthCost::default(); steps + 1];
    let mut taken: Vec<Vec<usize>> = Vec::with_capacity(columns.len());
    for (column, &least) in columns.iter().zip(&least) {
        let costs = column_costs(column, least, step, steps, space);
        let mut next: Vec<WidthCost> = vec![WidthCost::NONE; steps + 1];
        let mut widths = vec![least; steps + 1];
        for (filled, choice) in next.iter_mut().enumerate() {
            for (more, cost) in costs.iter().enumerate() {
                let Some(before) = filled.checked_sub(least + more) else { break };
                let sum = best[before].plus(*cost);
                if sum < *choice {
                    (*choice, widths[filled]) = (sum, least + more);
                }
            }
        }
        taken.push(widths);
        best = next;
    }
    let mut filled = (0..=steps).min_by_key(|&filled| best[filled]).unwrap_or(steps);
    let mut widths = Vec::with_capacity(columns.len());
    for taken in taken.iter().rev() {
        let width = taken[filled];
        filled = filled.saturating_sub(width);
        widths.push(step * i32::try_from(width).unwrap_or(i32::MAX));
    }
    widths.reverse();
    widths
}

/// The cost of sharing the room in one way: lines first, then the shortfall from natural
/// widths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct WidthCost {
    lines: u64,
    lack: u64,
}

impl WidthCost {
    /// An impossible way.
    const NONE: Self = Self { lines: u64::MAX, lack: u64::MAX };

    fn plus(self, other: Self) -> Self {
        Self {
            lines: self.lines.saturating_add(other.lines),
            lack: self.lack.saturating_add(other.lack),
        }
    }
}

/// The least widths of columns, in steps: those of the widest words, scaled down in
/// proportion if they do not fit.
fn least_steps(columns: &[ColumnWidths], step: Length, steps: usize) -> Vec<usize> {
    let minimum = |one: &ColumnWidths| to_steps(one.minimum, step) + 1;
    let asked: usize = columns.iter().map(minimum).sum();
    if asked <= steps {
        return columns.iter().map(minimum).collect();
    }
    let free = steps - NARROWEST * columns.len();
    columns.iter().map(|one| NARROWEST + free * minimum(one) / asked.max(1)).collect()
}

/// The cost of a column in each width from the least to its natural one, or to all the
/// room.
fn column_costs(
    column: &ColumnWidths,
    least: usize,
    step: Length,
    steps: usize,
    space: Length,
) -> Vec<WidthCost> {
    let natural = to_steps(column.natural, step) + 1;
    let widest = natural.clamp(least, steps.max(least));
    let cost = |width: usize| {
        let measure = step * i32::try_from(width).unwrap_or(i32::MAX);
        let squares = column.cells.iter().map(|cell| {
            let lines: u64 =
                cell.iter().map(|line| count_lines(line, measure, space)).sum();
            lines.saturating_mul(lines)
        });
        let lack = u64::try_from(natural.saturating_sub(width)).unwrap_or(u64::MAX);
        WidthCost { lines: squares.sum(), lack: lack.saturating_mul(lack) }
    };
    (least..=widest).map(cost).collect()
}

/// How many lines words take in a measure; a word wider than a line takes several.
fn count_lines(words: &[Length], measure: Length, space: Length) -> u64 {
    let (mut count, mut filled) = (1, Length::ZERO);
    for &word in words {
        let start = if filled > Length::ZERO { filled + space } else { filled };
        if start > Length::ZERO && start + word > measure {
            count += 1;
            filled = word;
        } else {
            filled = start + word;
        }
        while filled > measure && measure > Length::ZERO {
            count += 1;
            filled -= measure;
        }
    }
    count
}

/// A length in whole steps.
fn to_steps(length: Length, step: Length) -> usize {
    usize::try_from(length.0 / step.0).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{ColumnWidths, share_width};
    use crate::length::Length;

    /// A column whose cells have this many words each, ten points wide with two points
    /// between them.
    fn column(cells: &[usize]) -> ColumnWidths {
        let natural = cells.iter().max().map_or(0, |&words| 12 * words - 2);
        ColumnWidths {
            minimum: Length::pt(10),
            natural: Length::pt(i32::try_from(natural).unwrap()),
            cells: cells.iter().map(|&words| vec![vec![Length::pt(10); words]]).collect(),
        }
    }

    fn widths(columns: &[ColumnWidths], room: i32) -> Vec<i32> {
        let widths = share_width(columns, Length::pt(room), Length::pt(2));
        widths.into_iter().map(|width| (width + Length::pt(1) / 2).0 / 65_536).collect()
    }

    #[test]
    fn what_fits_has_its_natural_width() {
        assert_eq!(widths(&[column(&[3, 1]), column(&[2])], 100), [34, 22]);
    }

    #[test]
    fn a_long_column_gives_way_and_a_short_one_does_not() {
        let shared = widths(&[column(&[1, 1]), column(&[20, 18])], 100);
        assert!((10..12).contains(&shared[0]), "{shared:?}");
        assert!(shared[1] > 85, "{shared:?}");
    }

    #[test]
    fn cells_side_by_side_grow_to_one_height() {
        // With 24 words there is room for eight side by side: three lines of two and of
        // six.
        let shared = widths(&[column(&[6]), column(&[18])], 94);
        assert!(shared[0] >= 22 && shared[1] >= 70, "{shared:?}");
    }

    #[test]
    fn no_room_for_the_widest_words_is_shared_all_the_same() {
        let many = vec![column(&[1]); 60];
        let shared = share_width(&many, Length::pt(100), Length::pt(2));
        assert!(shared.iter().all(|width| (1..=Length::pt(2).0).contains(&width.0)));
        let wide = vec![column(&[1]); 12];
        let shared = widths(&wide, 100);
        assert!(shared.iter().all(|&width| width > 5), "{shared:?}");
    }
}
