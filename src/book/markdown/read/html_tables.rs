//! Reads tables of HTML, whose cells may span rows and columns (HTML §4.9).

use std::ops::Range;

use pulldown_cmark::TagEnd;

use super::blocks::{BlockBuilder, LineKind};
use super::html::HtmlTag;
use crate::book::block::Block;
use crate::book::inline::Inline;
use crate::book::table::{ColumnAlign, SpanningCell, Table, place_cells};
use crate::text::span::Origin;

/// Builds a table of HTML.
#[derive(Default)]
pub(super) struct HtmlTableBuilder {
    caption: Vec<Inline>,
    columns: Vec<ColumnAlign>,
    rows: Vec<Vec<SpanningCell>>,
    /// The first row names the columns.
    has_head: bool,
    /// What the current line becomes.
    open: Option<OpenCell>,
    origin: Origin,
}

/// A part of a table that contains a line of text.
#[derive(Debug, Clone, Copy)]
enum OpenCell {
    Caption,
    Cell { rows: usize, columns: usize },
}

impl HtmlTableBuilder {
    /// Ends the current cell or caption.
    pub(super) fn end_cell(&mut self, content: Vec<Inline>) {
        match self.open.take() {
            Some(OpenCell::Caption) => self.caption = content,
            Some(OpenCell::Cell { rows, columns }) => {
                let cell = SpanningCell { content, rows, columns };
                match self.rows.last_mut() {
                    Some(row) => row.push(cell),
                    None => self.rows.push(vec![cell]),
                }
            }
            // Text between cells belongs to the one before.
            None => match self.rows.iter_mut().rev().find_map(|row| row.last_mut()) {
                Some(last) => {
                    last.content.push(Inline::Text(" ".to_owned()));
                    last.content.extend(content);
                }
                None => self.caption.extend(content),
            },
        }
    }

    /// The finished table.
    fn finish(self) -> Table {
        let Self { caption, mut columns, rows, has_head, origin, .. } = self;
        let (mut rows, spans) = place_cells(rows, usize::from(!has_head));
        let width = rows.iter().map(Vec::len).max().unwrap_or_default();
        columns.resize(width, ColumnAlign::Start);
        let head = if has_head && !rows.is_empty() { rows.remove(0) } else { Vec::new() };
        Table { caption, columns, head, rows, spans, origin }
    }
}

/// The alignment that an element asks for.
fn find_align(tag: HtmlTag<'_>) -> Option<ColumnAlign> {
    let style = tag.attribute("style").unwrap_or_default();
    let styled = style.split_once("text-align:").map(|(_, value)| value.trim());
    let value = styled.map(str::to_owned).or_else(|| tag.attribute("align"))?;
    match value.split(';').next().unwrap_or_default().trim() {
        "center" => Some(ColumnAlign::Centre),
        "right" | "end" => Some(ColumnAlign::End),
        "left" | "start" => Some(ColumnAlign::Start),
        _ => None,
    }
}

impl BlockBuilder<'_, '_, '_, '_> {
    /// Whether text belongs to a cell of HTML.
    pub(super) fn is_in_html_cell(&self) -> bool {
        self.html_table.is_some()
    }

    /// Reads a tag of a table. Returns false for any other tag.
    pub(super) fn push_table_tag(
        &mut self,
        name: &str,
        tag: HtmlTag<'_>,
        place: &Range<usize>,
    ) -> bool {
        if name == "table" && !tag.closes && self.html_table.is_none() {
            self.end_line();
            let origin = self.findings.places.span(place).into();
            self.html_table =
                Some(HtmlTableBuilder { origin, ..HtmlTableBuilder::default() });
            return true;
        }
        if self.html_table.is_none() {
            return false;
        }
        match name {
            "table" if tag.closes => self.end_html_table(),
            "thead" | "tbody" | "tfoot" | "colgroup" => self.end_line(),
            "tr" => {
                self.end_line();
                if let Some(table) = self.html_table.as_mut().filter(|_| !tag.closes) {
                    table.rows.push(Vec::new());
                }
            }
            "col" => {
                if let Some(table) = &mut self.html_table {
                    table.columns.push(find_align(tag).unwrap_or_default());
                }
            }
            "caption" | "td" | "th" => {
                self.end_line();
                if !tag.closes {
                    self.open_cell(name, tag, place);
                }
            }
            "p" => {
                let has_text = self.line.as_ref().is_some_and(|(_, line)| line.len() > 0);
                if has_text && !tag.closes {
                    self.push_inline(Inline::LineBreak, place);
                }
            }
            _ => return false,
        }
        true
    }

    fn open_cell(&mut self, name: &str, tag: HtmlTag<'_>, place: &Range<usize>) {
        let count = |name: &str| {
            let number =
                tag.attribute(name).and_then(|number| number.trim().parse().ok());
            number.unwrap_or(1_usize).max(1)
        };
        if let Some(table) = &mut self.html_table {
            table.open = Some(match name {
                "caption" => OpenCell::Caption,
                _ => OpenCell::Cell { rows: count("rowspan"), columns: count("colspan") },
            });
            if name == "th" && table.rows.len() <= 1 {
                table.has_head = true;
            }
        }
        self.begin_line(LineKind::Cell, place);
    }

    /// Begins a new line in a cell of HTML: a cell is one line of text, whatever is in it.
    pub(super) fn continue_cell(&mut self, place: &Range<usize>) {
        let (line, _) = self.line(place);
        if line.len() > 0 && !line.ends_with_break() {
            line.push(Inline::LineBreak);
        }
    }

    /// Adds code to a cell, line by line.
    pub(super) fn push_code_to_cell(&mut self, text: &str, place: &Range<usize>) {
        for line in text.lines() {
            self.continue_cell(place);
            self.push_inline(Inline::Code(line.to_owned()), place);
        }
    }

    /// Adds the table that is open.
    pub(super) fn end_html_table(&mut self) {
        self.end_line();
        if let Some(table) = self.html_table.take() {
            self.push(Block::Table(table.finish()));
        }
    }
}

/// Whether an element contains blocks.
pub(super) fn is_container(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListDefinition
    )
}
