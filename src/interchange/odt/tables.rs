//! The tables of an ODT file (`OpenDocument` 1.3, part 3 §9.1).

use crate::interchange::odt::document::OdtReader;
use crate::interchange::odt::part_text::collect_text;
use crate::interchange::office::flow::assemble_flow;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::office::table_grid::{GridCell, GridRow, build_table, read_span};
use crate::interchange::rich::RichTable;

impl<'a> OdtReader<'a> {
    /// Reads a table.
    pub(super) fn read_table(&mut self, table: &'a XmlElement) -> RichTable {
        let mut rows = Vec::new();
        self.read_rows(table, false, &mut rows);
        build_table(rows)
    }

    fn read_rows(
        &mut self,
        element: &'a XmlElement,
        is_head: bool,
        rows: &mut Vec<GridRow>,
    ) {
        for child in element.children() {
            match child.name() {
                "table:table-row" => {
                    let cells = self.read_cells(child);
                    rows.push(GridRow { is_head, cells });
                }
                "table:table-header-rows" => self.read_rows(child, true, rows),
                _ => self.read_rows(child, is_head, rows),
            }
        }
    }

    /// Covered cells are left out: the cell that covers them says so. Their text, which no
    /// program shows, is an omission.
    fn read_cells(&mut self, row: &'a XmlElement) -> Vec<GridCell> {
        let mut cells = Vec::new();
        for cell in row.children() {
            match cell.name() {
                "table:table-cell" => cells.push(self.read_cell(cell)),
                "table:covered-table-cell" => {
                    let text = collect_text(cell);
                    self.omissions.push_text("text in a covered cell", &text);
                }
                _ => {}
            }
        }
        cells
    }

    fn read_cell(&mut self, cell: &'a XmlElement) -> GridCell {
        let blocks = assemble_flow(self.read_inner(cell)).blocks;
        let first =
            cell.children().find(|child| matches!(child.name(), "text:p" | "text:h"));
        let style =
            first.map(|first| self.styles.paragraph(first.attribute("text:style-name")));
        GridCell {
            columns: read_span(cell.attribute("table:number-columns-spanned"), 1),
            rows: read_span(cell.attribute("table:number-rows-spanned"), 1),
            continues: false,
            alignment: style.and_then(|style| style.alignment.clone()),
            blocks,
        }
    }
}
