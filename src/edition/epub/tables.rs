//! Tables as XHTML.

use super::markup::{Tag, tag};
use super::xhtml::Renderer;
use crate::book::table::{Cell, ColumnAlign, Table};

impl<'a> Renderer<'a> {
    /// A table. Its head says which cells it is over (HTML §4.9.10), so that a reading
    /// voice can say it before each of them; an empty cell of the head is over nothing.
    pub(super) fn table(&mut self, table: &'a Table) {
        self.origin(table.origin);
        // Its window can be reached by keys, where it moves (WCAG 2.1.1).
        self.markup.open_line(tag("div").class("table").with("tabindex", "0"));
        self.markup.open_line(tag("table"));
        self.inline_block(tag("caption"), &table.caption);
        if !table.head.is_empty() {
            self.markup.open_line(tag("thead"));
            self.row(table, &table.head, |cell| {
                if cell.is_empty() { tag("td") } else { tag("th").with("scope", "col") }
            });
            self.markup.close_line();
        }
        if !table.rows.is_empty() {
            self.markup.open_line(tag("tbody"));
            for row in &table.rows {
                self.row(table, row, |_| tag("td"));
            }
            self.markup.close_line();
        }
        self.markup.close_line();
        self.markup.close_line();
    }

    fn row(&mut self, table: &Table, cells: &'a [Cell], of: impl Fn(&Cell) -> Tag) {
        self.markup.open_line(tag("tr"));
        for (place, cell) in cells.iter().enumerate() {
            let align = table.columns.get(place).copied().unwrap_or_default();
            let cell_tag = match align {
                ColumnAlign::Start => of(cell),
                ColumnAlign::Centre => of(cell).class("centre"),
                ColumnAlign::End => of(cell).class("end"),
            };
            self.markup.open(cell_tag);
            self.inlines(cell);
            self.markup.close_line();
        }
        self.markup.close_line();
    }
}
