//! The two shapes of a table in pandoc's JSON.

use serde_json::Value;

use super::read::{PandocReader, element, elements, number, tag};
use crate::interchange::rich::{
    CellAlignment, RichBlock, RichCell, RichInline, RichTable,
};

/// Reads a table: `[attributes, caption, columns, head, bodies, foot]` since API version
/// 1.22, and `[caption, alignments, widths, head, rows]` before.
pub(super) fn read_table(reader: &mut PandocReader, inner: &Value) -> RichTable {
    if elements(inner).len() < 6 {
        return read_old_table(reader, inner);
    }
    let [caption, columns, head, bodies, foot] =
        [1, 2, 3, 4, 5].map(|at| element(inner, at));
    let columns = elements(columns).iter();
    let mut table = RichTable {
        caption: read_caption(reader, element(caption, 1)),
        columns: columns.map(|column| read_alignment(element(column, 0))).collect(),
        head: read_rows(reader, element(head, 1)),
        body: Vec::new(),
    };
    for body in elements(bodies) {
        table.body.extend(read_rows(reader, element(body, 2)));
        table.body.extend(read_rows(reader, element(body, 3)));
    }
    table.body.extend(read_rows(reader, element(foot, 1)));
    table
}

fn read_old_table(reader: &mut PandocReader, inner: &Value) -> RichTable {
    let [caption, alignments, _, head, body] =
        [0, 1, 2, 3, 4].map(|at| element(inner, at));
    let mut row = |cells: &Value| -> Vec<RichCell> {
        let cells = elements(cells).iter();
        let cell = |blocks| RichCell { columns: 1, rows: 1, blocks };
        cells.map(|blocks| cell(reader.read_blocks(blocks))).collect()
    };
    let first = row(head);
    let has_head = first.iter().any(|cell| !cell.blocks.is_empty());
    let body = elements(body).iter().map(&mut row).collect();
    RichTable {
        columns: elements(alignments).iter().map(read_alignment).collect(),
        head: if has_head { vec![first] } else { Vec::new() },
        body,
        caption: reader.read_inlines(caption),
    }
}

/// The paragraphs of a caption as one line.
fn read_caption(reader: &mut PandocReader, blocks: &Value) -> Vec<RichInline> {
    let mut line = Vec::new();
    for block in reader.read_blocks(blocks) {
        if let RichBlock::Paragraph { content, .. } = block {
            line.extend((!line.is_empty()).then_some(RichInline::LineBreak));
            line.extend(content);
        }
    }
    line
}

fn read_rows(reader: &mut PandocReader, rows: &Value) -> Vec<Vec<RichCell>> {
    let mut read_row = |row: &Value| {
        let cells = elements(element(row, 1)).iter();
        let cells = cells.map(|cell| RichCell {
            rows: u32::try_from(number(element(cell, 2))).unwrap_or(1).max(1),
            columns: u32::try_from(number(element(cell, 3))).unwrap_or(1).max(1),
            blocks: reader.read_blocks(element(cell, 4)),
        });
        cells.collect()
    };
    elements(rows).iter().map(&mut read_row).collect()
}

fn read_alignment(value: &Value) -> CellAlignment {
    match tag(value) {
        "AlignLeft" => CellAlignment::Left,
        "AlignRight" => CellAlignment::Right,
        "AlignCenter" => CellAlignment::Centre,
        _ => CellAlignment::Default,
    }
}
