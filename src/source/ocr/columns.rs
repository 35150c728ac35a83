//! Finds the columns of a page from its blocks, only to measure insets and leading: the
//! reading order is that of the file.

use std::collections::BTreeMap;

use crate::source::ocr::OcrRole;
use crate::source::ocr::frames::BoxFrame;
use crate::source::ocr::scanned::{ScannedLine, ScannedPage};

/// The part of the narrower one of a block and a column, in per cent, that the other
/// covers when the block belongs to the column.
const COVERED: i64 = 50;

/// The fewest lines of a block that can begin a column beside another: a signature at the
/// right and a date at the left are not columns.
const COLUMN_LINES: usize = 3;

/// The most columns of a page: a sheet of a newspaper has ten.
const MOST_COLUMNS: usize = 24;

/// The lines of one block.
#[derive(Debug, Clone, Copy)]
struct PlacedBlock {
    frame: BoxFrame,
    lines: usize,
    /// The file says that it is in the margin.
    is_margin: bool,
}

/// A column: the box around its blocks, and the lines of the block that began it.
#[derive(Debug, Clone, Copy)]
struct ColumnExtent {
    frame: BoxFrame,
    lines: usize,
}

/// The column of each line of a page, from 0 at the left. What is in the margin has numbers
/// after those of the columns: one at the left and one at the right.
pub(super) fn find_columns(page: &ScannedPage) -> Vec<u8> {
    let mut extents: BTreeMap<Option<usize>, PlacedBlock> = BTreeMap::new();
    for line in &page.lines {
        let Some(frame) = line.extent() else { continue };
        let is_margin = line.role == OcrRole::Marginalia;
        let empty = PlacedBlock { frame, lines: 0, is_margin };
        let extent = extents.entry(line.block).or_insert(empty);
        extent.frame = extent.frame.around(frame);
        extent.lines += 1;
    }
    let columns = build_columns(extents.values().filter(|e| !e.is_margin).copied());
    let numbers: BTreeMap<Option<usize>, u8> = extents
        .iter()
        .map(|(block, extent)| (*block, find_column(extent, &columns)))
        .collect();
    let of_line = |line: &ScannedLine| numbers.get(&line.block).copied();
    page.lines.iter().map(|line| of_line(line).unwrap_or(0)).collect()
}

/// The column that a block is in, or the number of its margin.
fn find_column(block: &PlacedBlock, columns: &[ColumnExtent]) -> u8 {
    let covered = columns.iter().map(|column| measure_covered(block.frame, *column));
    let best = covered.enumerate().max_by_key(|(at, part)| (*part, usize::MAX - at));
    let (at, part) = best.unwrap_or((0, 0));
    // A folio or a signature above or below the columns is in none, and not in the margin.
    let is_beside = |column: &ColumnExtent| {
        let common = block.frame.bottom.min(column.frame.bottom)
            - block.frame.top.max(column.frame.top);
        column.lines >= COLUMN_LINES && common > 0
    };
    let is_outside = part == 0 && columns.iter().any(is_beside);
    let column = if block.is_margin || is_outside {
        let first = columns.first().map_or(block.frame.left, |column| column.frame.left);
        columns.len() + usize::from(block.frame.left > first)
    } else {
        at
    };
    u8::try_from(column).unwrap_or(u8::MAX)
}

/// The columns, from left to right. The blocks with the most lines come first; a block
/// that covers several columns is in none.
fn build_columns(blocks: impl Iterator<Item = PlacedBlock>) -> Vec<ColumnExtent> {
    let mut blocks: Vec<PlacedBlock> = blocks.collect();
    blocks.sort_by_key(|block| (std::cmp::Reverse(block.lines), block.frame.left));
    let mut columns: Vec<ColumnExtent> = Vec::new();
    for block in blocks {
        let frame = block.frame;
        let covers = |column: &ColumnExtent| measure_covered(frame, *column) >= COVERED;
        let count = columns.iter().filter(|column| covers(column)).count();
        let begins = columns.is_empty() || block.lines >= COLUMN_LINES;
        if count == 0 && begins && columns.len() < MOST_COLUMNS {
            columns.push(ColumnExtent { frame, lines: block.lines });
        } else if count == 1
            && let Some(column) = columns.iter_mut().find(|column| covers(column))
        {
            column.frame = column.frame.around(frame);
        }
    }
    columns.sort_by_key(|column| column.frame.left);
    columns
}

/// The part that a block and a column have in common, in per cent of the narrower one.
fn measure_covered(frame: BoxFrame, column: ColumnExtent) -> i64 {
    let common = frame.right.min(column.frame.right) - frame.left.max(column.frame.left);
    let narrower = frame.width().min(column.frame.width()).max(1);
    (common * 100 / narrower).clamp(0, 100)
}
