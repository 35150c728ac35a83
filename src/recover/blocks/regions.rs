//! Assembles the tables, figures and listings of pages.

use std::ops::Range;

use super::assemble::{Assembler, PageMatter};
use super::verbatim::KeptLines;
use crate::book::block::{Block, Paragraph, Preformatted};
use crate::book::figure::{Alternative, Figure};
use crate::book::inline::{Inline, PhraseKind};
use crate::book::table::{Cell, ColumnAlign, Table};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::model::{Removal, RemovalKind};
use crate::recover::rows::row::{Row, read_rows_apart};
use crate::source::{
    ColumnAlignment, PageRegion, RegionFigure, RegionKind, RegionTable, TableOpening,
};
use crate::text::span::{Origin, Span};

impl Assembler<'_> {
    /// Assembles what stands apart, and adds it to blocks.
    pub(super) fn assemble_region(
        &mut self,
        region: &PageRegion,
        blocks: &mut Vec<Block>,
    ) {
        match &region.kind {
            RegionKind::Table(table) => self.assemble_table(table, region, blocks),
            RegionKind::Figure(figure) => self.assemble_figure(figure, region, blocks),
            RegionKind::Listing => self.assemble_listing(region, blocks),
            RegionKind::MarginNote | RegionKind::LineNumber => {}
        }
    }

    /// The notes in the margin that begin before a byte of the source and are not written yet.
    pub(super) fn take_margin_notes(&mut self, end: u32) -> Vec<Inline> {
        let text = self.text;
        let mut notes = Vec::new();
        while let Some(region) = text.regions.get(self.next_margin)
            && region.text.start <= end
        {
            self.next_margin += 1;
            if region.kind == RegionKind::MarginNote {
                let (kind, content) =
                    (PhraseKind::Marginal, self.write_apart(&region.text));
                notes.push(Inline::Phrase { kind, content });
            }
        }
        notes
    }

    /// Assembles a listing. One that follows another over a page turn goes on from it; nobody
    /// knows whether a blank line is between them.
    fn assemble_listing(&mut self, region: &PageRegion, blocks: &mut Vec<Block>) {
        let mut kept = KeptLines::default();
        let lines = self.text.lines_in(&region.text);
        for line in lines.clone() {
            let span = self.text.lines[line].span;
            kept.keep(self.text, span, &[], &mut self.removals);
        }
        let Some(listing) = kept.into_typed() else { return };
        let goes_on = |above: &Preformatted| {
            let above = above.origin.0.map(|span| span.start..span.end);
            let last = above.and_then(|above| self.text.lines_in(&above).next_back());
            last.is_some_and(|last| {
                self.text.lines[lines.start].page == self.text.lines[last].page + 1
            })
        };
        match blocks.last_mut() {
            Some(Block::Preformatted(above)) if goes_on(above) => {
                above.text.push('\n');
                above.text.push_str(&listing.text);
                above.origin = join_origins(above.origin, listing.origin);
            }
            _ => blocks.push(Block::Preformatted(listing)),
        }
    }

    fn assemble_figure(
        &mut self,
        figure: &RegionFigure,
        region: &PageRegion,
        blocks: &mut Vec<Block>,
    ) {
        let Some(picture) = figure.picture.clone() else {
            blocks.extend(self.write_paragraph(&figure.caption));
            blocks.extend(self.write_paragraph(&figure.labels));
            return;
        };
        let caption = self.write_apart(&figure.caption);
        let origin = self.find_origin(&region.text);
        let alternative = if figure.shows_labels {
            self.describe_by_labels(&figure.labels)
        } else {
            figure.alternative.clone().map_or(Alternative::Missing, Alternative::Words)
        };
        blocks.push(Block::Figure(Figure {
            picture,
            alternative,
            caption,
            width: None,
            origin,
        }));
        if !figure.shows_labels {
            blocks.extend(self.write_paragraph(&figure.labels));
        }
    }

    /// The words that a picture shows, as its description.
    fn describe_by_labels(&mut self, labels: &Range<u32>) -> Alternative {
        let rows = self.read_rows(labels);
        self.remove_rows(&rows, RemovalKind::PictureWords);
        let words: Vec<&str> = rows.iter().map(|row| row.plain.as_str()).collect();
        if words.is_empty() {
            return Alternative::Missing;
        }
        Alternative::Words(words.join(" "))
    }

    fn remove_rows(&mut self, rows: &[Row], kind: RemovalKind) {
        self.removals.extend(rows.iter().map(|row| Removal { span: row.span, kind }));
    }

    fn assemble_table(
        &mut self,
        region_table: &RegionTable,
        region: &PageRegion,
        blocks: &mut Vec<Block>,
    ) {
        let origin = self.find_origin(&region.text);
        let columns: Vec<ColumnAlign> =
            region_table.columns.iter().map(|one| align_column(*one)).collect();
        let mut rows = region_table.rows.iter();
        let above = match blocks.last_mut() {
            Some(Block::Table(above)) if region_table.opening != TableOpening::New => {
                (above.columns.len() == columns.len() && region_table.caption.is_empty())
                    .then_some(above)
            }
            _ => None,
        };
        if let Some(above) = above {
            if region_table.opening == TableOpening::ContinuedWithHead
                && let Some(head) = rows.next()
            {
                for cell in head {
                    let rows = self.read_rows(cell);
                    self.remove_rows(&rows, RemovalKind::Duplicate);
                }
            }
            above.rows.extend(self.write_table_rows(rows));
            above.origin = join_origins(above.origin, origin);
            return;
        }
        if region_table.has_spans {
            let message = "cells of this table span several rows or columns; the words of \
                           each are in the first";
            let found =
                Diagnostic::new(codes::SPANNING_CELLS, Severity::Warning, message);
            self.diagnostics.push(match origin.0 {
                Some(span) => found.at(span),
                None => found,
            });
        }
        let caption = self.write_apart(&region_table.caption);
        let head = rows.next().filter(|_| region_table.has_head);
        let rows = if region_table.has_head { rows } else { region_table.rows.iter() };
        let head = head.map(|head| self.write_cells(head)).unwrap_or_default();
        let rows = self.write_table_rows(rows);
        blocks.push(Block::Table(Table {
            caption,
            columns,
            head,
            rows,
            spans: Vec::new(),
            origin,
        }));
    }

    /// The rows of a table that have text.
    fn write_table_rows<'r>(
        &mut self,
        rows: impl Iterator<Item = &'r Vec<Range<u32>>>,
    ) -> Vec<Vec<Cell>> {
        let rows = rows.map(|row| self.write_cells(row));
        rows.filter(|row| row.iter().any(|cell| !cell.is_empty())).collect()
    }

    fn write_cells(&mut self, row: &[Range<u32>]) -> Vec<Cell> {
        row.iter().map(|cell| self.write_apart(cell)).collect()
    }

    fn write_apart(&mut self, range: &Range<u32>) -> Vec<Inline> {
        let rows = self.read_rows(range);
        self.write_rows(&rows, None, true, 0, PageMatter::None)
    }

    fn write_paragraph(&mut self, range: &Range<u32>) -> Option<Block> {
        let content = self.write_apart(range);
        let origin = self.find_origin(range);
        (!content.is_empty()).then_some(Block::Paragraph(Paragraph { content, origin }))
    }

    fn read_rows(&self, range: &Range<u32>) -> Vec<Row> {
        read_rows_apart(self.text, self.zoned, range)
    }

    fn find_origin(&self, range: &Range<u32>) -> Origin {
        let lines = &self.text.lines[self.text.lines_in(range)];
        Origin(lines.iter().map(|line| line.span).reduce(Span::to))
    }
}

fn align_column(alignment: ColumnAlignment) -> ColumnAlign {
    match alignment {
        ColumnAlignment::Left => ColumnAlign::Start,
        ColumnAlignment::Centre => ColumnAlign::Centre,
        ColumnAlignment::Right => ColumnAlign::End,
    }
}

fn join_origins(one: Origin, two: Origin) -> Origin {
    Origin(one.0.into_iter().chain(two.0).reduce(Span::to))
}
