//! Rows of cells become a table.

use std::collections::BTreeMap;

use crate::interchange::rich::{CellAlignment, RichBlock, RichCell, RichTable};

/// How many columns a cell may cover, as in HTML (Living Standard §4.9.11). Word has at
/// most 63.
pub(crate) const MOST_SPANNED: u32 = 1000;

/// A row before its table is built.
#[derive(Debug, Default)]
pub(crate) struct GridRow {
    /// Whether it names the columns.
    pub(crate) is_head: bool,
    /// Its cells.
    pub(crate) cells: Vec<GridCell>,
}

/// A cell before its table is built.
#[derive(Debug, Default)]
pub(crate) struct GridCell {
    /// How many columns it covers.
    pub(crate) columns: u32,
    /// How many rows it covers.
    pub(crate) rows: u32,
    /// Whether it belongs to the cell above it.
    pub(crate) continues: bool,
    /// The alignment of its paragraphs, as the file writes it.
    pub(crate) alignment: Option<String>,
    /// Its blocks.
    pub(crate) blocks: Vec<RichBlock>,
}

/// A number of columns or rows, within the limit.
pub(crate) fn read_span(text: Option<&str>, least: u32) -> u32 {
    let span = text.and_then(|text| text.trim().parse::<u32>().ok());
    span.unwrap_or(least).clamp(least, MOST_SPANNED)
}

/// Builds a table: cells that continue another become a part of it.
pub(crate) fn build_table(rows: Vec<GridRow>) -> RichTable {
    let heads = rows.iter().take_while(|row| row.is_head).count();
    let heads = if heads == rows.len() { 0 } else { heads };
    let columns = align_columns(&rows);
    let mut placed: Vec<Vec<RichCell>> = Vec::new();
    // For each column, the place of the last cell that begins there.
    let mut above: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for (index, row) in rows.into_iter().enumerate() {
        let mut cells = Vec::new();
        let mut column = 0_u32;
        for cell in row.cells {
            let start = column;
            column = column.saturating_add(cell.columns.max(1));
            if cell.continues
                && let Some(owner) = above.get(&start).and_then(|(row, place)| {
                    placed
                        .get_mut(*row)
                        .and_then(|cells: &mut Vec<RichCell>| cells.get_mut(*place))
                })
            {
                owner.rows = owner.rows.saturating_add(1);
                owner.blocks.extend(cell.blocks);
                continue;
            }
            above.insert(start, (index, cells.len()));
            let (columns, rows) = (cell.columns.max(1), cell.rows.max(1));
            cells.push(RichCell { columns, rows, blocks: cell.blocks });
        }
        placed.push(cells);
    }
    limit_rows(&mut placed, heads);
    let body = placed.split_off(heads.min(placed.len()));
    RichTable { caption: Vec::new(), columns, head: placed, body }
}

/// A cell ends where the head or the table ends.
fn limit_rows(rows: &mut [Vec<RichCell>], heads: usize) {
    let count = rows.len();
    for (index, row) in rows.iter_mut().enumerate() {
        let end = if index < heads { heads } else { count };
        let most = u32::try_from(end - index).unwrap_or(u32::MAX).max(1);
        for cell in row {
            cell.rows = cell.rows.min(most);
        }
    }
}

/// A column has an alignment if all its cells with text have it.
fn align_columns(rows: &[GridRow]) -> Vec<CellAlignment> {
    let mut found: BTreeMap<u32, Option<CellAlignment>> = BTreeMap::new();
    let mut width = 0_u32;
    for row in rows {
        let mut column = 0_u32;
        for cell in &row.cells {
            if cell.columns <= 1 && !cell.blocks.is_empty() {
                let own = name_alignment(cell.alignment.as_deref());
                let known = found.entry(column).or_insert(Some(own));
                *known = known.filter(|known| *known == own);
            }
            column = column.saturating_add(cell.columns.max(1));
        }
        width = width.max(column.min(MOST_SPANNED));
    }
    let of_column = |column| found.get(&column).copied().flatten().unwrap_or_default();
    (0..width).map(of_column).collect()
}

fn name_alignment(written: Option<&str>) -> CellAlignment {
    match written {
        Some("left" | "start") => CellAlignment::Left,
        Some("center") => CellAlignment::Centre,
        Some("right" | "end") => CellAlignment::Right,
        _ => CellAlignment::Default,
    }
}
