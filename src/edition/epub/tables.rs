//! Tables as XHTML.

use super::markup::{StartTag, tag};
use super::writer::DocumentWriter;
use crate::book::table::{Cell, ColumnAlign, Table};

impl<'d> DocumentWriter<'d> {
    /// Writes a table. The cells of its head name their columns (HTML §4.9.10), so that a
    /// reading voice can say the name before each cell; an empty one names nothing.
    pub(super) fn write_table(&mut self, table: &'d Table) {
        self.set_origin(table.origin);
        // A table wider than the screen can be scrolled by keys (WCAG 2.1.1).
        self.markup.open_line(tag("div").class("table").with("tabindex", "0"));
        self.markup.open_line(tag("table"));
        self.write_line(tag("caption"), &table.caption);
        if !table.head.is_empty() {
            self.markup.open_line(tag("thead"));
            self.write_row(table, &table.head, |cell| {
                if cell.is_empty() { tag("td") } else { tag("th").with("scope", "col") }
            });
            self.markup.close_line();
        }
        if !table.rows.is_empty() {
            self.markup.open_line(tag("tbody"));
            for row in &table.rows {
                self.write_row(table, row, |_| tag("td"));
            }
            self.markup.close_line();
        }
        self.markup.close_line();
        self.markup.close_line();
    }

    fn write_row(
        &mut self,
        table: &Table,
        cells: &'d [Cell],
        tag_of: impl Fn(&Cell) -> StartTag,
    ) {
        self.markup.open_line(tag("tr"));
        for (index, cell) in cells.iter().enumerate() {
            let align = table.columns.get(index).copied().unwrap_or_default();
            self.markup.open(match align {
                ColumnAlign::Start => tag_of(cell),
                ColumnAlign::Centre => tag_of(cell).class("centre"),
                ColumnAlign::End => tag_of(cell).class("end"),
            });
            self.write_inlines(cell);
            self.markup.close_line();
        }
        self.markup.close_line();
    }
}
