//! Matrices, cases, and equations under one another (The `TeXbook`, appendix D and the
//! macros `\matrix`, `\cases` and `\eqalign` of appendix B).

use super::{AXIS, FormulaBox, FormulaSetter};
use crate::book::formula::{ArrayAlignment, ArraySpacing, FormulaPart, SymbolClass};
use crate::length::{Length, Ratio};

/// The strut of a row, as of a line of text: 0.7 and 0.3 of a leading of 1.2 times the size
/// (`\strut`).
const ROW_ABOVE: Ratio = Ratio(840_000);
const ROW_BELOW: Ratio = Ratio(360_000);
/// Cases are further apart than the rows of a matrix (`amsmath`, `\arraystretch`).
const CASES_STRETCH: (i64, i64) = (12, 10);
/// What equations are further apart than lines of text (`\jot`: 3 pt of 10).
const JOT: Ratio = Ratio(300_000);
/// The least space between tall rows (`\lineskip`: 1 pt of 10).
const LINE_SKIP: Ratio = Ratio(100_000);
/// The rows of a stack are no more than this above and below their baselines.
const STACK_ABOVE: Ratio = Ratio(700_000);
const STACK_BELOW: Ratio = Ratio(250_000);
/// The space between the columns of a matrix, of cases, and between pairs of equations: a
/// quad.
const COLUMN_GAP: Ratio = Ratio::ONE;

impl FormulaSetter<'_, '_> {
    /// Lays out an array around the axis.
    pub(super) fn lay_out_array(
        &self,
        rows: &[Vec<FormulaPart>],
        columns: &[ArrayAlignment],
        spacing: ArraySpacing,
        size: Length,
    ) -> FormulaBox {
        let boxes: Vec<Vec<FormulaBox>> = rows
            .iter()
            .map(|row| {
                let cells = row.iter().enumerate();
                cells
                    .map(|(at, cell)| self.lay_out_cell(cell, at, spacing, size))
                    .collect()
            })
            .collect();
        let count = boxes.iter().map(Vec::len).max().unwrap_or(0);
        let mut widths = vec![Length::ZERO; count];
        for row in &boxes {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.width.max(*width);
            }
        }
        let (above, below) = row_strut(spacing, size);
        let mut whole = FormulaBox::default();
        let mut top = Length::ZERO;
        for row in boxes {
            let tallest = row.iter().map(|cell| cell.above).max().unwrap_or(above);
            let deepest = row.iter().map(|cell| cell.below).max().unwrap_or(below);
            if top > Length::ZERO && spacing == ArraySpacing::Equations {
                top += JOT.of(size);
            }
            let baseline = top + above.max(tallest + LINE_SKIP.of(size));
            let mut left = Length::ZERO;
            for (at, (cell, &width)) in row.into_iter().zip(&widths).enumerate() {
                let spare = width - cell.width;
                let indent = match columns.get(at % columns.len().max(1)) {
                    Some(ArrayAlignment::Right) => spare,
                    Some(ArrayAlignment::Centre) => spare / 2,
                    Some(ArrayAlignment::Left) | None => Length::ZERO,
                };
                whole.place(cell, left + indent, baseline);
                left += width + gap_after(at, spacing, size);
            }
            whole.width = whole.width.max(left);
            top = baseline + deepest.max(below);
        }
        let gaps = (0..count.saturating_sub(1)).map(|at| gap_after(at, spacing, size));
        let width = gaps.chain(widths).fold(Length::ZERO, |sum, one| sum + one);
        let mut centred = FormulaBox::default();
        // In the middle between the heights of a plus sign's arms.
        centred.place(whole, Length::ZERO, -(top / 2 + AXIS.of(size)));
        centred.above = top / 2 + AXIS.of(size);
        centred.below = top / 2 - AXIS.of(size);
        centred.width = width;
        centred
    }

    fn lay_out_cell(
        &self,
        cell: &FormulaPart,
        at: usize,
        spacing: ArraySpacing,
        size: Length,
    ) -> FormulaBox {
        let parts = match cell {
            FormulaPart::Row(parts) => parts.as_slice(),
            part => std::slice::from_ref(part),
        };
        // The right side of an equation follows its left side.
        let follows = spacing == ArraySpacing::Equations && at % 2 == 1;
        let before = follows.then_some(SymbolClass::Ordinary);
        self.lay_out_row(parts, before, size)
    }
}

/// How far a row reaches at least above its baseline, and below.
fn row_strut(spacing: ArraySpacing, size: Length) -> (Length, Length) {
    let (above, below) = (ROW_ABOVE.of(size), ROW_BELOW.of(size));
    let (more, of) = CASES_STRETCH;
    match spacing {
        ArraySpacing::Matrix | ArraySpacing::Equations => (above, below),
        ArraySpacing::Cases => (above.scaled(more, of), below.scaled(more, of)),
        ArraySpacing::Stack => (STACK_ABOVE.of(size), STACK_BELOW.of(size)),
    }
}

/// The space behind a column.
fn gap_after(column: usize, spacing: ArraySpacing, size: Length) -> Length {
    match spacing {
        ArraySpacing::Equations if column.is_multiple_of(2) => Length::ZERO,
        _ => COLUMN_GAP.of(size),
    }
}
