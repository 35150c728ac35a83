//! Tables as XHTML.

use super::markup::{StartTag, tag};
use super::writer::DocumentWriter;
use crate::book::table::{Cell, ColumnAlign, Table, TableExtents};

impl<'d> DocumentWriter<'d> {
    /// Writes a table. The cells of its head name their columns (HTML §4.9.10), so that a
    /// reading voice can say the name before each cell; an empty one names nothing.
    pub(super) fn write_table(&mut self, table: &'d Table) {
        self.set_origin(table.origin);
        // A table wider than the screen can be scrolled by keys (WCAG 2.1.1).
        self.markup.open_line(tag("div").class("table").with("tabindex", "0"));
        self.markup.open_line(tag("table"));
        let described = (table, &table.extents());
        self.write_line(tag("caption"), &table.caption);
        if !table.head.is_empty() {
            self.markup.open_line(tag("thead"));
            self.write_row(described, 0, &table.head, |cell| {
                if cell.is_empty() { tag("td") } else { tag("th").with("scope", "col") }
            });
            self.markup.close_line();
        }
        if !table.rows.is_empty() {
            self.markup.open_line(tag("tbody"));
            for (row, cells) in (1..).zip(&table.rows) {
                self.write_row(described, row, cells, |_| tag("td"));
            }
            self.markup.close_line();
        }
        self.markup.close_line();
        self.markup.close_line();
    }

    fn write_row(
        &mut self,
        (table, extents): (&Table, &TableExtents),
        row: usize,
        cells: &'d [Cell],
        tag_of: impl Fn(&Cell) -> StartTag,
    ) {
        self.markup.open_line(tag("tr"));
        let written = |index: &usize| extents.at(row, *index).is_some();
        let first = (0..cells.len()).find(written).unwrap_or_default();
        for (index, cell) in cells.iter().enumerate() {
            let Some(span) = extents.at(row, index) else { continue };
            let align = table.columns.get(index).copied().unwrap_or_default();
            let align = match align {
                ColumnAlign::Start => None,
                ColumnAlign::Centre => Some("centre"),
                ColumnAlign::End => Some("end"),
            };
            // The first cell of its row, but not at the edge of the table: a cell of a row
            // above is there.
            let place = (index == first && index > 0).then_some("inner");
            let classes: Vec<&str> = align.into_iter().chain(place).collect();
            let mut element = tag_of(cell);
            if !classes.is_empty() {
                element = element.class(&classes.join(" "));
            }
            if span.columns > 1 {
                element = element.with("colspan", &span.columns.to_string());
            }
            if span.rows > 1 {
                element = element.with("rowspan", &span.rows.to_string());
            }
            self.markup.open(element);
            self.write_inlines(cell);
            self.markup.close_line();
        }
        self.markup.close_line();
    }
}
