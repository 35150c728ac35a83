//! Reads tables of HTML, whose cells may span rows and columns (HTML §4.9).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::TagEnd;

use super::blocks::{BlockBuilder, LineKind};
use super::html::HtmlTag;
use crate::book::block::Block;
use crate::book::codes;
use crate::book::inline::Inline;
use crate::book::table::{ColumnAlign, PlacedCells, SpanningCell, Table, place_cells};

/// Builds a table of HTML.
#[derive(Default)]
pub(super) struct HtmlTableBuilder {
    caption: Vec<Inline>,
    /// The columns that are named before the rows, with their alignments.
    columns: Vec<Option<ColumnAlign>>,
    rows: Vec<HtmlRow>,
    /// The rows are those of the head.
    is_in_head: bool,
    /// How many tables are open in its cells.
    inner: usize,
    /// What the current line becomes.
    open: Option<OpenCell>,
    losses: BTreeSet<TableLoss>,
    place: Range<usize>,
}

/// A row of a table of HTML.
#[derive(Default)]
struct HtmlRow {
    cells: Vec<(SpanningCell, CellLook)>,
    /// It is in the head.
    is_in_head: bool,
    align: Option<ColumnAlign>,
}

/// What a cell says besides its text.
#[derive(Debug, Clone, Copy, Default)]
struct CellLook {
    align: Option<ColumnAlign>,
    /// It names a column or a row.
    is_head: bool,
}

/// A part of a table that contains a line of text.
#[derive(Debug, Clone, Copy)]
enum OpenCell {
    Caption,
    Cell { rows: usize, columns: usize, look: CellLook },
}

/// What a table of HTML may have, and a table of a book has not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TableLoss {
    Numbers,
    Rule,
    InnerTable,
    HeadRows,
    HeadSpans,
    Alignments,
}

impl TableLoss {
    /// What it is, for a message.
    fn name(self) -> &'static str {
        match self {
            Self::Numbers => "the numbers of a list in a cell",
            Self::Rule => "a rule in a cell",
            Self::InnerTable => "a table in a cell",
            Self::HeadRows => "more than one row of heads",
            Self::HeadSpans => "a head that spans the rows below it",
            Self::Alignments => "cells that are aligned unlike their column",
        }
    }
}

impl HtmlRow {
    /// Whether it is a row of heads, if those above it are.
    fn has_heads(&self) -> bool {
        let is_head = self.cells.iter().all(|(_, look)| look.is_head);
        self.is_in_head || is_head && !self.cells.is_empty()
    }
}

impl HtmlTableBuilder {
    /// Ends the current cell or caption.
    pub(super) fn end_cell(&mut self, content: Vec<Inline>) {
        match self.open.take() {
            Some(OpenCell::Caption) => self.caption = content,
            Some(OpenCell::Cell { rows, columns, look }) => {
                let cell = (SpanningCell { content, rows, columns }, look);
                if let Some(row) = self.rows.last_mut() {
                    row.cells.push(cell);
                } else {
                    let cells = vec![cell];
                    self.rows.push(HtmlRow { cells, ..HtmlRow::default() });
                }
            }
            None if content.is_empty() => {}
            // Text between cells belongs to the one before.
            None => match self.rows.iter_mut().rev().find_map(|row| row.cells.last_mut())
            {
                Some((last, _)) => {
                    last.content.push(Inline::Text(" ".to_owned()));
                    last.content.extend(content);
                }
                None => self.caption.extend(content),
            },
        }
    }

    /// The finished table, and what it cannot hold.
    fn finish(self) -> (Table, BTreeSet<TableLoss>) {
        let Self { caption, columns: named, rows, mut losses, .. } = self;
        let heads = rows.iter().take_while(|row| row.has_heads()).count();
        let has_head = heads > 0;
        if heads > 1 {
            losses.insert(TableLoss::HeadRows);
        }
        let is_long = |(cell, _): &(SpanningCell, CellLook)| cell.rows > 1;
        let has_more = rows.len() > 1;
        if has_head
            && has_more
            && rows.iter().take(1).any(|row| row.cells.iter().any(is_long))
        {
            losses.insert(TableLoss::HeadSpans);
        }
        let mut looks = Vec::with_capacity(rows.len());
        let cells = rows.into_iter().map(|row| {
            let (cells, row): (Vec<_>, Vec<_>) = row.cells.into_iter().unzip();
            looks.push(row);
            cells
        });
        let cells: Vec<Vec<SpanningCell>> = cells.collect();
        let mut aligned = Vec::new();
        for (row, looks) in cells.iter().zip(looks) {
            let one = |(cell, look): (&SpanningCell, CellLook)| AlignedCell {
                look,
                is_wide: cell.columns > 1,
                is_empty: cell.content.is_empty(),
            };
            aligned.push(row.iter().zip(looks).map(one).collect::<Vec<_>>());
        }
        let placed = place_cells(cells, usize::from(!has_head));
        let PlacedCells { mut rows, spans, columns: places } = placed;
        let width = rows.iter().map(Vec::len).max().unwrap_or_default();
        let (columns, differs) = align_columns(&named, &aligned, &places, width);
        if differs {
            losses.insert(TableLoss::Alignments);
        }
        let head = if has_head && !rows.is_empty() { rows.remove(0) } else { Vec::new() };
        let table = Table { caption, columns, head, rows, spans, ..Table::default() };
        (table, losses)
    }
}

/// What a cell says of the alignment of its column.
#[derive(Debug, Clone, Copy)]
struct AlignedCell {
    look: CellLook,
    /// It spans columns.
    is_wide: bool,
    is_empty: bool,
}

impl AlignedCell {
    /// Its own alignment, which a head need not say.
    fn align(self) -> Option<ColumnAlign> {
        let own = self.look.align;
        own.or_else(|| (!self.look.is_head).then_some(ColumnAlign::Start))
    }
}

/// The alignments of columns: as they say themselves, or else that of most cells with text,
/// heads last. Also whether a cell has another.
fn align_columns(
    named: &[Option<ColumnAlign>],
    rows: &[Vec<AlignedCell>],
    places: &[Vec<usize>],
    width: usize,
) -> (Vec<ColumnAlign>, bool) {
    let mut columns: Vec<Option<ColumnAlign>> =
        named.iter().copied().take(width).collect();
    columns.resize(width, None);
    let cells = || {
        let cells =
            rows.iter().zip(places).flat_map(|(row, places)| row.iter().zip(places));
        cells.filter(|(cell, _)| !cell.is_empty)
    };
    for heads in [false, true] {
        let mut counts: BTreeMap<usize, BTreeMap<ColumnAlign, usize>> = BTreeMap::new();
        let own = cells().filter(|(cell, _)| cell.look.is_head == heads && !cell.is_wide);
        for (cell, &column) in own {
            if let Some(align) = cell.align() {
                *counts.entry(column).or_default().entry(align).or_default() += 1;
            }
        }
        for (column, counts) in counts {
            // The first of those that are as frequent: the plainest.
            let most = counts.iter().rev().max_by_key(|(_, count)| **count);
            if let Some(column) = columns.get_mut(column).filter(|one| one.is_none()) {
                *column = most.map(|(align, _)| *align);
            }
        }
    }
    let columns: Vec<ColumnAlign> =
        columns.into_iter().map(Option::unwrap_or_default).collect();
    let differs = cells().any(|(cell, column)| {
        let is_named = named.get(*column).is_some_and(Option::is_some);
        let says_nothing = cell.look.align.is_none() && (is_named || cell.is_wide);
        let own = cell.align().filter(|_| !says_nothing);
        own.is_some_and(|own| columns.get(*column).is_some_and(|column| *column != own))
    });
    (columns, differs)
}

/// The alignment that an element asks for.
fn find_align(tag: HtmlTag<'_>) -> Option<ColumnAlign> {
    let style = tag.attribute("style").unwrap_or_default();
    let styled = style.split(';').find_map(|one| {
        let (name, value) = one.split_once(':')?;
        name.trim().eq_ignore_ascii_case("text-align").then(|| value.trim().to_owned())
    });
    let value = styled.or_else(|| tag.attribute("align"))?.to_ascii_lowercase();
    match value.trim() {
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
            let place = place.clone();
            self.html_table =
                Some(HtmlTableBuilder { place, ..HtmlTableBuilder::default() });
            return true;
        }
        let Some(table) = &mut self.html_table else { return false };
        if !matches!(
            name,
            "table"
                | "thead"
                | "tbody"
                | "tfoot"
                | "colgroup"
                | "tr"
                | "col"
                | "caption"
                | "td"
                | "th"
        ) {
            return false;
        }
        if table.inner > 0 || name == "table" && !tag.closes {
            // The cells of a table in a cell are lines of that.
            if name == "table" {
                table.inner = if tag.closes { table.inner - 1 } else { table.inner + 1 };
            }
            self.lose_in_table(TableLoss::InnerTable);
            self.continue_cell();
            return true;
        }
        match name {
            "table" => self.end_html_table(),
            "tr" => {
                self.end_line();
                if let Some(table) = self.html_table.as_mut().filter(|_| !tag.closes) {
                    let (is_in_head, align) = (table.is_in_head, find_align(tag));
                    table.rows.push(HtmlRow { cells: Vec::new(), is_in_head, align });
                }
            }
            "col" => table.columns.push(find_align(tag)),
            "caption" | "td" | "th" => {
                self.end_line();
                if !tag.closes {
                    self.open_cell(name, tag, place);
                }
            }
            _ => {
                self.end_line();
                if let Some(table) = &mut self.html_table {
                    table.is_in_head = name == "thead" && !tag.closes;
                }
            }
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
            let of_row = table.rows.last().and_then(|row| row.align);
            let align = find_align(tag).or(of_row);
            let look = CellLook { align, is_head: name == "th" };
            table.open = Some(match name {
                "caption" => OpenCell::Caption,
                _ => OpenCell::Cell {
                    rows: count("rowspan"),
                    columns: count("colspan"),
                    look,
                },
            });
        }
        self.begin_line(LineKind::Cell, place);
    }

    /// Begins a new line in a cell of HTML: a cell is one line of text, whatever is in it.
    pub(super) fn continue_cell(&mut self) {
        if let Some((_, line)) = &mut self.line
            && line.len() > 0
            && !line.ends_with_break()
        {
            line.push(Inline::LineBreak);
        }
    }

    /// Keeps what the table of HTML that is open cannot hold.
    pub(super) fn lose_in_table(&mut self, loss: TableLoss) {
        if let Some(table) = &mut self.html_table {
            table.losses.insert(loss);
        }
    }

    /// Adds a pause between scenes.
    pub(super) fn push_scene_break(&mut self) {
        if self.is_in_html_cell() {
            self.lose_in_table(TableLoss::Rule);
            return self.continue_cell();
        }
        self.end_line();
        self.push(Block::SceneBreak);
    }

    /// Adds code to a cell, line by line.
    pub(super) fn push_code_to_cell(&mut self, text: &str, place: &Range<usize>) {
        for line in text.lines() {
            self.continue_cell();
            self.push_inline(Inline::Code(line.to_owned()), place);
        }
    }

    /// Adds the table that is open, and reports what it cannot hold.
    pub(super) fn end_html_table(&mut self) {
        self.end_line();
        let Some(builder) = self.html_table.take() else { return };
        let place = builder.place.clone();
        let (table, losses) = builder.finish();
        if !losses.is_empty() {
            let names: Vec<&str> = losses.into_iter().map(TableLoss::name).collect();
            let message =
                format!("a table cannot have {}; the text stays", names.join(", or "));
            self.findings.warn(codes::MISPLACED_BLOCK, &place, message);
        }
        let origin = self.findings.places.span(&place).into();
        self.push(Block::Table(Table { origin, ..table }));
    }
}

/// Whether an element contains blocks, or cells.
pub(super) fn is_container(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListDefinition
            | TagEnd::Table
            | TagEnd::TableHead
            | TagEnd::TableRow
            | TagEnd::TableCell
    )
}
