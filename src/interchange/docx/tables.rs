//! The tables of a DOCX file (ISO/IEC 29500-1 §17.4).

use crate::interchange::docx::blocks::StoryReader;
use crate::interchange::docx::package::{switch_of, value_of};
use crate::interchange::docx::part_text::collect_text;
use crate::interchange::office::flow::assemble_flow;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::table_grid::{
    GridCell, GridRow, MOST_SPANNED, build_table, read_span,
};
use crate::interchange::rich::RichTable;

impl<'a> StoryReader<'_, 'a> {
    /// Reads a table.
    pub(super) fn read_table(&mut self, table: &'a XmlElement) -> RichTable {
        let properties = table.child("w:tblPr");
        let mut rows = Vec::new();
        self.read_rows(table, &mut rows);
        // A first row that only looks different is a head if the style makes it so.
        let is_head_by_style = properties.is_some_and(|properties| {
            let style = value_of(properties, "w:tblStyle").unwrap_or_default();
            let styles = &self.reader.styles.tables_with_head;
            shows_first_row(properties) && styles.iter().any(|known| known == style)
        });
        if let Some(first) = rows.first_mut() {
            first.is_head |= is_head_by_style;
        }
        build_table(rows)
    }

    fn read_rows(&mut self, element: &'a XmlElement, rows: &mut Vec<GridRow>) {
        for child in element.children() {
            match child.name() {
                "w:tr" => self.read_row(child, rows),
                "w:tblPr" | "w:tblGrid" | "w:sdtPr" => {}
                _ => self.read_rows(child, rows),
            }
        }
    }

    fn read_row(&mut self, row: &'a XmlElement, rows: &mut Vec<GridRow>) {
        let properties = row.child("w:trPr");
        if properties.is_some_and(|properties| properties.child("w:del").is_some()) {
            self.reader.omissions.push_text("deleted text", &collect_text(row));
            return;
        }
        let number = |name| properties.and_then(|properties| value_of(properties, name));
        let mut cells = Vec::new();
        let before = read_span(number("w:gridBefore"), 0);
        if before > 0 {
            cells.push(GridCell { columns: before, ..GridCell::default() });
        }
        self.read_cells(row, &mut cells);
        let is_head =
            properties.is_some_and(|p| switch_of(p, "w:tblHeader") == Some(true));
        rows.push(GridRow { is_head, cells });
    }

    fn read_cells(&mut self, element: &'a XmlElement, cells: &mut Vec<GridCell>) {
        for child in element.children() {
            match child.name() {
                "w:tc" => self.read_cell(child, cells),
                "w:trPr" | "w:tblPrEx" | "w:sdtPr" => {}
                _ => self.read_cells(child, cells),
            }
        }
    }

    fn read_cell(&mut self, cell: &'a XmlElement, cells: &mut Vec<GridCell>) {
        let properties = cell.child("w:tcPr");
        let number = |name| properties.and_then(|properties| value_of(properties, name));
        let merge = properties.and_then(|properties| properties.child("w:vMerge"));
        let continues =
            merge.is_some_and(|merge| merge.attribute("w:val") != Some("restart"));
        let columns = read_span(number("w:gridSpan"), 1);
        let blocks = assemble_flow(self.read_inner(cell)).blocks;
        // Cells that are merged the old way: the next one belongs to this one.
        if number("w:hMerge") == Some("continue")
            && blocks.is_empty()
            && let Some(last) = cells.last_mut()
        {
            last.columns = last.columns.saturating_add(columns).min(MOST_SPANNED);
            return;
        }
        let alignment = self.find_alignment(cell);
        cells.push(GridCell { columns, rows: 1, continues, alignment, blocks });
    }

    /// The alignment of the paragraphs of a cell, as it is written.
    fn find_alignment(&self, cell: &XmlElement) -> Option<String> {
        let paragraph = cell.children().find(|child| child.name() == "w:p")?;
        let properties = paragraph.child("w:pPr");
        let own = properties.and_then(|properties| value_of(properties, "w:jc"));
        let id = properties.and_then(|properties| value_of(properties, "w:pStyle"));
        let style = self.reader.styles.paragraph(id);
        own.map(str::to_owned).or_else(|| style.alignment.clone())
    }
}

/// Whether the table asks for the look of a first row, by name or by bit 5 (§17.4.55).
fn shows_first_row(properties: &XmlElement) -> bool {
    let Some(look) = properties.child("w:tblLook") else { return false };
    if let Some(value) = look.attribute("w:firstRow") {
        return matches!(value, "1" | "true" | "on");
    }
    let bits =
        look.attribute("w:val").and_then(|bits| u32::from_str_radix(bits, 16).ok());
    bits.is_some_and(|bits| bits & 0x20 != 0)
}
