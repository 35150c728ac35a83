//! The entries of an index, in two columns.
//!
//! What fits a page becomes one row of the galley. It has the lines of the left column before
//! those of the right, so the reading order is right. On the last page, the columns are equally
//! deep.

use std::ops::Range;

use crate::book::block::Block;
use crate::book::inline::Inline;
use crate::book::matter::words::EditionWords;
use crate::length::Length;
use crate::typeset::line::TextLine;
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter};
use crate::typeset::matter::column::GalleyColumn;
use crate::typeset::matter::compositor::CompositorStyle;
use crate::typeset::matter::lists::index_style;
use crate::typeset::page::galley::{
    GalleyRow, HalfLines, PageBreakKind, PlacedLine, row_height,
};
use crate::typeset::page::geometry::BaselineGrid;

/// The columns of a page.
const COLUMNS: usize = 2;
/// The white between two columns, in ems. The lines are ragged, so it looks wider.
const GAP: (i64, i64) = (3, 2);
/// A column that is narrower than this many ems divides most entries. Then the page has one.
const NARROWEST_COLUMN: i32 = 10;
/// The white above the entries of the next letter.
const ABOVE_LETTER: HalfLines = 2;
/// The least height of columns below the title.
const LEAST_HEIGHT: HalfLines = 8;

/// A row of an entry in the measure of a column.
struct EntryRow<'a> {
    row: GalleyRow,
    /// The heading of the entry; none for its first row.
    continues: Option<&'a str>,
}

/// The entries in the measure of a column, and what sets the rest.
struct ColumnFiller<'a, 'f> {
    blocks: BlockSetter<'a, 'f>,
    rows: Vec<EntryRow<'a>>,
    /// The frame of a column.
    frame: BlockFrame,
    /// From the left edge of a column to that of the next.
    step: Length,
    grid: BaselineGrid,
    columns: usize,
}

/// A page of columns.
#[derive(Default)]
struct ColumnPage {
    /// The heading of the entry that continues on it, above its first column.
    head: Vec<TextLine>,
    /// The rows of each column.
    columns: Vec<Range<usize>>,
    /// The height of the longest column.
    depth: HalfLines,
}

impl BlockSetter<'_, '_> {
    /// Sets the entries of an index in columns. Each group has those of one letter.
    pub(crate) fn set_index_columns(
        &self,
        column: &mut GalleyColumn,
        groups: &[Block],
        frame: BlockFrame,
    ) {
        let gap = frame.size.scaled(GAP.0, GAP.1);
        let half = (frame.measure - gap) / 2;
        let is_wide = half >= frame.size * NARROWEST_COLUMN;
        let (columns, measure) =
            if is_wide { (COLUMNS, half) } else { (1, frame.measure) };
        let frame = BlockFrame { measure, ..frame };
        let mut rows = Vec::new();
        for (place, group) in groups.iter().enumerate() {
            let Block::Styled { blocks: entries, .. } = group else { continue };
            let mut above = if place > 0 { ABOVE_LETTER } else { 0 };
            for (place, entry) in entries.iter().enumerate() {
                let Block::Paragraph(paragraph) = entry else { continue };
                let below = match entries.get(place + 1) {
                    Some(Block::Styled { .. }) => 2,
                    _ => 1,
                };
                let set = column.capture_rows(column.grid, |apart| {
                    apart.request_space(std::mem::take(&mut above));
                    self.set_index(apart, &entries[place..place + below], frame);
                });
                // An entry begins with its heading.
                let heading = match paragraph.content.first() {
                    Some(Inline::Text(words)) => words.as_str(),
                    _ => "",
                };
                let continues = |row| (row > 0 && below > 1).then_some(heading);
                let set = (0..).zip(set);
                rows.extend(
                    set.map(|(at, row)| EntryRow { row, continues: continues(at) }),
                );
            }
        }
        let filler = ColumnFiller {
            blocks: *self,
            rows,
            frame,
            step: half + gap,
            grid: column.grid,
            columns,
        };
        filler.add_pages(column);
    }
}

impl ColumnFiller<'_, '_> {
    /// Adds all rows to a galley, as one row for each page.
    fn add_pages(mut self, column: &mut GalleyColumn) {
        let page = self.grid.lines * 2;
        let mut room = page.saturating_sub(column.measure_last_page());
        if room < LEAST_HEIGHT {
            room = page;
        }
        let mut begin = 0;
        while begin < self.rows.len() {
            let mut filled = self.fill_page(begin, room);
            let mut height = room;
            if filled.end() == self.rows.len() {
                let balanced = (1..room).map(|depth| self.fill_page(begin, depth));
                let all = |page: &ColumnPage| page.end() == self.rows.len();
                filled = balanced.into_iter().find(all).unwrap_or(filled);
                height = filled.depth;
            }
            begin = filled.end();
            let row = self.join_columns(filled, height);
            column.add_block(row);
            column.release_kept();
            room = page;
        }
    }

    /// Fills the columns of a page of the given height, from a row on.
    fn fill_page(&self, begin: usize, height: HalfLines) -> ColumnPage {
        let continued = self.rows[begin].continues.filter(|_| begin > 0);
        let head = continued.map_or_else(Vec::new, |heading| self.set_continued(heading));
        let mut page = ColumnPage { head, ..ColumnPage::default() };
        let mut begin = begin;
        let mut top = row_height(page.head.len(), 2);
        for _ in 0..self.columns {
            let (end, bottom) = self.fill_column(begin, top, height);
            page.columns.push(begin..end);
            page.depth = page.depth.max(bottom);
            (begin, top) = (end, 0);
        }
        page
    }

    /// Fills a column from `top` down to `height` with rows from `begin` on, one at least.
    /// Returns the end of these rows and their height.
    fn fill_column(
        &self,
        begin: usize,
        top: HalfLines,
        height: HalfLines,
    ) -> (usize, HalfLines) {
        let mut best = (begin, top);
        let mut filled = top;
        for (place, EntryRow { row, .. }) in self.rows.iter().enumerate().skip(begin) {
            let can_end = row.break_above < PageBreakKind::Orphan;
            if place > begin && can_end {
                best = (place, filled);
            }
            let bottom = row.top_below(filled).saturating_add(row.height);
            if bottom > height && place > begin {
                return if best.0 > begin { best } else { (place, filled) };
            }
            filled = bottom;
        }
        (self.rows.len(), filled)
    }

    /// Sets the heading of an entry that continues.
    fn set_continued(&self, heading: &str) -> Vec<TextLine> {
        let compositor = self.blocks.compositor;
        let words = EditionWords::for_language(Some(compositor.language()));
        let words = format!("{heading} {}", words.continued);
        let style = index_style(self.frame);
        let style = CompositorStyle { hyphenate: false, ..style };
        compositor.without_findings(|| compositor.set_plain(&words, &style)).lines
    }

    /// Joins the columns of a page to one row.
    fn join_columns(&mut self, page: ColumnPage, height: HalfLines) -> GalleyRow {
        let mut joined = GalleyRow { height, ..GalleyRow::default() };
        let mut top = row_height(page.head.len(), 2);
        for (place, line) in (0..).zip(page.head) {
            let drop = self.grid.baseline(place + 1);
            joined.lines.push(PlacedLine {
                line,
                tag: None,
                left: self.frame.left,
                drop,
            });
        }
        let mut left = Length::ZERO;
        for rows in page.columns {
            for EntryRow { row, .. } in &mut self.rows[rows] {
                top = row.top_below(top);
                let drop = self.grid.measure_height(top);
                top += row.height;
                joined.lines.extend(row.lines.drain(..).map(|line| PlacedLine {
                    left: line.left + left,
                    drop: line.drop + drop,
                    ..line
                }));
            }
            top = 0;
            left += self.step;
        }
        joined
    }
}

impl ColumnPage {
    /// The row after its last.
    fn end(&self) -> usize {
        self.columns.last().map_or(0, |rows| rows.end)
    }
}
