//! The rows of a table whose cells are between rules: a cell reaches from the rule above it
//! to the rule below it.

use crate::length::Length;
use crate::source::pdf::tables::blocks::{CellPiece, PageRow};
use crate::source::pdf::tables::cells::{CellPlace, TableBlock};
use crate::source::pdf::tables::grids::StraightRule;

/// How far rules lie apart that part the same rows, in points: half a line.
const SAME_EDGE: i32 = 4;
/// With at most this many rules inside a table, the rules separate its head or groups, and
/// each line of text between two of them is a row.
const FEW_RULES: usize = 1;

/// The space between two rules that part rows.
struct Band {
    top: i32,
    bottom: i32,
    /// The first of its rows in the table.
    first: usize,
    /// Its rows of text are rows of the table.
    parted: bool,
    /// The rows of text in it.
    texts: Vec<usize>,
    /// The row of the table, counted from its first, of each row of text.
    numbers: Vec<usize>,
}

impl Band {
    fn last(&self) -> usize {
        self.first + self.numbers.last().copied().unwrap_or(0)
    }
}

/// The cells of the pieces of a grid.
pub(super) fn place_in_grid(block: &TableBlock<'_>) -> Vec<Vec<CellPlace>> {
    let bands = build_bands(block);
    let place = |(text, row): (usize, &PageRow)| {
        let pieces = block.layout.rows.get(text).map(Vec::as_slice).unwrap_or_default();
        pieces.iter().map(|piece| place_piece(block, &bands, text, row, piece)).collect()
    };
    block.rows.iter().enumerate().map(place).collect()
}

fn place_piece(
    block: &TableBlock<'_>,
    bands: &[Band],
    text: usize,
    row: &PageRow,
    piece: &CellPiece,
) -> CellPlace {
    let (x, y) = (i32::midpoint(piece.left, piece.right), middle_of(row));
    let over = |rule: &&StraightRule| rule.from <= x && x <= rule.to;
    let rules = || block.rules.horizontal.iter().filter(over);
    let top = rules().rfind(|rule| rule.at <= y).map_or(i32::MIN, |rule| rule.at);
    let bottom = rules().find(|rule| rule.at > y).map_or(i32::MAX, |rule| rule.at);
    let slack = Length::pt(SAME_EDGE).0;
    let first =
        bands.iter().position(|band| band.top.saturating_add(slack) >= top).unwrap_or(0);
    let last = bands.iter().rposition(|band| band.bottom.saturating_sub(slack) <= bottom);
    let last = last.unwrap_or(first).max(first);
    let (column, last_column) = (piece.first, piece.last);
    match (bands.get(first), bands.get(last)) {
        (Some(band), _) if first == last && band.parted => {
            let at = band.texts.iter().position(|other| *other == text);
            let number = at.and_then(|at| band.numbers.get(at)).copied().unwrap_or(0);
            let row = band.first + number;
            CellPlace { row, last_row: row, column, last_column }
        }
        (Some(above), Some(below)) => {
            CellPlace { row: above.first, last_row: below.last(), column, last_column }
        }
        _ => CellPlace { row: 0, last_row: 0, column, last_column },
    }
}

fn middle_of(row: &PageRow) -> i32 {
    row.baseline - row.size / 4
}

/// The bands between the rules within a table, however short these are.
fn build_bands(block: &TableBlock<'_>) -> Vec<Band> {
    let (Some(top), Some(bottom)) = (block.frame.first(), block.frame.last()) else {
        return Vec::new();
    };
    let slack = Length::pt(SAME_EDGE).0;
    let mut edges = vec![top.at];
    for rule in &block.rules.horizontal {
        let within = rule.from >= top.from - slack && rule.to <= top.to + slack;
        let new = edges.last().is_some_and(|last| rule.at - *last > slack);
        if within && new && rule.at < bottom.at - slack {
            edges.push(rule.at);
        }
    }
    edges.push(bottom.at);
    let few = edges.len() <= FEW_RULES + 2;
    let mut bands: Vec<Band> = Vec::new();
    let mut first = 0;
    for edge in edges.windows(2) {
        let [top, bottom] = *edge else { continue };
        let is_in = |row: &PageRow| top < middle_of(row) && middle_of(row) <= bottom;
        let inside = block.rows.iter().enumerate().filter(|(_, row)| is_in(row));
        let texts: Vec<usize> = inside.map(|(at, _)| at).collect();
        let parted = are_rows(block, &texts, few);
        let mut numbers = Vec::with_capacity(texts.len());
        let mut number = 0;
        for (order, text) in texts.iter().enumerate() {
            if parted && order > 0 && !block.continues(*text) {
                number += 1;
            }
            numbers.push(number);
        }
        let band = Band { top, bottom, first, parted, texts, numbers };
        first = band.last() + 1;
        bands.push(band);
    }
    bands
}

/// Whether rows of text between two rules are rows of the table: they have numbers below
/// each other, or there are few rules and most cells are filled.
fn are_rows(block: &TableBlock<'_>, texts: &[usize], few: bool) -> bool {
    let below = texts.get(1..).unwrap_or_default();
    let numbers =
        below.iter().filter(|text| block.has_number_below_another(**text)).count();
    let columns = block.layout.columns();
    let is_full = |text: &&usize| {
        block
            .layout
            .rows
            .get(**text)
            .is_some_and(|pieces| pieces.len() * 4 >= columns * 3)
    };
    let full = texts.iter().filter(is_full).count();
    let filled = if few {
        full * 10 >= texts.len() * 7
    } else {
        columns > 2 && full == texts.len()
    };
    numbers * 2 > below.len() || texts.len() > 2 && filled
}
