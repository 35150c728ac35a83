//! Tables.

use super::dom::NodeId;
use super::flow::BlockFlow;
use super::reader::HtmlReader;
use crate::interchange::rich::{CellAlignment, RichBlock, RichCell, RichTable};

/// The most columns or rows that a cell covers (HTML §4.9.11).
const MOST_COVERED: u32 = 1000;

/// The most columns that have an alignment; a page cannot show more.
const MOST_COLUMNS: usize = 1000;

/// The rows of a table while it is read.
#[derive(Default)]
struct TableRows {
    head: Vec<Vec<RichCell>>,
    body: Vec<Vec<RichCell>>,
    foot: Vec<Vec<RichCell>>,
    columns: Vec<CellAlignment>,
    caption: Vec<NodeId>,
    is_taken: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TablePart {
    Head,
    Body,
    Foot,
}

impl HtmlReader<'_> {
    /// Reads a table.
    pub(super) fn read_table(&mut self, id: NodeId, flow: &mut BlockFlow) {
        let mut rows = TableRows::default();
        let mut strays = flow.inner();
        self.read_rows(id, TablePart::Body, &mut rows, &mut strays);
        let strays = self.finish_flow(strays, None);
        self.push_flow(flow, strays);
        if rows.is_taken {
            flow.mark_taken();
        }
        let mut caption = Vec::new();
        for one in std::mem::take(&mut rows.caption) {
            caption.extend(self.read_line(one));
        }
        let caption = self.finish_line(caption, &[]).unwrap_or_default();
        rows.body.append(&mut rows.foot);
        let is_empty =
            |row: &Vec<RichCell>| row.iter().all(|cell| cell.blocks.is_empty());
        if caption.is_empty() && rows.head.iter().chain(&rows.body).all(is_empty) {
            return;
        }
        let TableRows { head, body, columns, .. } = rows;
        self.push_block(
            flow,
            RichBlock::Table(RichTable { caption, columns, head, body }),
        );
    }

    fn read_rows(
        &mut self,
        id: NodeId,
        part: TablePart,
        rows: &mut TableRows,
        strays: &mut BlockFlow,
    ) {
        let pages = self.pages;
        let tree = &pages.tree;
        for child in tree.children(id) {
            if self.notes.taken.contains_key(child) {
                rows.is_taken = true;
                continue;
            }
            match tree.name(*child) {
                "caption" => rows.caption.push(*child),
                "thead" => self.read_rows(*child, TablePart::Head, rows, strays),
                "tbody" => self.read_rows(*child, part, rows, strays),
                "tfoot" => self.read_rows(*child, TablePart::Foot, rows, strays),
                "tr" if !self.passes_over(*child) => {
                    self.expect_name(*child);
                    self.read_row(*child, part, rows, strays);
                }
                "tr" => {}
                _ => self.read_single(*child, strays),
            }
        }
    }

    fn read_row(
        &mut self,
        id: NodeId,
        part: TablePart,
        rows: &mut TableRows,
        strays: &mut BlockFlow,
    ) {
        let pages = self.pages;
        let tree = &pages.tree;
        let mut row = Vec::new();
        let (mut is_head, mut column) = (true, 0);
        let mut is_taken = false;
        for child in tree.children(id) {
            if self.notes.taken.contains_key(child) {
                (rows.is_taken, is_taken) = (true, true);
                continue;
            }
            if !matches!(tree.name(*child), "td" | "th") {
                self.read_single(*child, strays);
                continue;
            }
            if self.passes_over(*child) {
                continue;
            }
            is_head &= tree.name(*child) == "th";
            let count = |name| {
                let value = tree.attribute(*child, name).unwrap_or_default();
                value.trim().parse().unwrap_or(1).clamp(1, MOST_COVERED)
            };
            let covered = count("colspan");
            self.align(*child, column, covered, &mut rows.columns);
            column = column.saturating_add(usize::try_from(covered).unwrap_or(1));
            let entered = self.enter_language(*child);
            self.expect_name(*child);
            let (blocks, taken) = self.read_inside(*child, strays);
            self.leave_language(entered.as_ref());
            if !taken.is_empty() {
                (rows.is_taken, is_taken) = (true, true);
            }
            row.push(RichCell { columns: covered, rows: count("rowspan"), blocks });
        }
        // A row whose cells were notes is gone.
        if row.is_empty() || (is_taken && row.iter().all(|cell| cell.blocks.is_empty())) {
            return;
        }
        let is_first = rows.body.is_empty() && rows.head.is_empty();
        match part {
            TablePart::Head => rows.head.push(row),
            TablePart::Body if is_head && is_first => rows.head.push(row),
            TablePart::Body => rows.body.push(row),
            TablePart::Foot => rows.foot.push(row),
        }
    }

    /// The first cell of a column that says how it is aligned decides.
    fn align(
        &self,
        cell: NodeId,
        column: usize,
        covered: u32,
        columns: &mut Vec<CellAlignment>,
    ) {
        let end = column.saturating_add(usize::try_from(covered).unwrap_or(1));
        if columns.len() < end.min(MOST_COLUMNS) {
            columns.resize(end.min(MOST_COLUMNS), CellAlignment::Default);
        }
        let tree = &self.pages.tree;
        let style = tree.attribute(cell, "style").unwrap_or_default();
        let styled = style.split(';').find_map(|declaration| {
            let (property, value) = declaration.split_once(':')?;
            (property.trim() == "text-align").then(|| value.trim())
        });
        let aligned = styled.or(tree.attribute(cell, "align")).unwrap_or_default();
        let alignment = match aligned.to_ascii_lowercase().as_str() {
            "left" => CellAlignment::Left,
            "center" | "middle" => CellAlignment::Centre,
            "right" => CellAlignment::Right,
            _ => return,
        };
        if let Some(known) = columns.get_mut(column)
            && covered == 1
            && *known == CellAlignment::Default
        {
            *known = alignment;
        }
    }
}
