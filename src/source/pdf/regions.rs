//! What of a page stands apart from its running text: tables, figures, listings, margins; each
//! with the lines that it takes out of the text, and the place where the transcript has it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::figures::page_figure::PageFigure;
use super::line::{PdfLine, PdfLineRun};
use super::lines::{PdfLines, lines_of_page};
use super::listings::PageListing;
use super::margins::MarginItem;
use super::page::{PageBox, page_index};
use super::tables::page_table::{CellPart, PageTable};

/// What stands apart, among the lines of its page.
#[derive(Debug, Clone)]
pub(super) struct PdfRegion<'d> {
    /// The index of the line before which it stands, or the number of lines.
    pub(super) before: usize,
    /// What it is.
    pub(super) content: RegionContent<'d>,
}

/// What stands apart.
#[derive(Debug, Clone, Copy)]
pub(super) enum RegionContent<'d> {
    Table(&'d PageTable),
    Figure(&'d PageFigure),
    Listing(&'d PageListing),
    Margin(&'d MarginItem),
}

impl RegionContent<'_> {
    /// The lines of its page that belong to it.
    pub(super) fn lines(&self) -> impl Iterator<Item = usize> {
        let (caption, lines) = match self {
            Self::Table(table) => (table.caption.as_slice(), &table.lines),
            Self::Figure(figure) => (figure.caption.as_slice(), &figure.lines),
            Self::Listing(listing) => (&[][..], &listing.lines),
            Self::Margin(item) => (&[][..], &item.lines),
        };
        caption.iter().chain(lines).copied()
    }

    fn place(&self) -> PageBox {
        match self {
            Self::Table(table) => table.place,
            Self::Figure(figure) => figure.place,
            Self::Listing(listing) => listing.place,
            Self::Margin(item) => item.place,
        }
    }
}

/// Gives each line to at most one table or figure. A table whose cells lack a character of
/// its lines is text. Returns the lines of all, each with the number of its page.
pub(super) fn part_lines(
    pages: &[PdfLines],
    tables: &mut Vec<PageTable>,
    figures: &mut [PageFigure],
) -> BTreeSet<(u32, usize)> {
    let mut taken: BTreeSet<(u32, usize)> = BTreeSet::new();
    tables.retain(|table| {
        let free = table.lines.iter().all(|at| !taken.contains(&(table.page, *at)));
        let is_whole =
            free && has_all_characters(table, lines_of_page(pages, table.page));
        if is_whole {
            taken.extend(table.lines.iter().map(|at| (table.page, *at)));
        }
        is_whole
    });
    let mut take = |page: u32, lines: &mut Vec<usize>| {
        lines.retain(|at| taken.insert((page, *at)));
    };
    for table in tables {
        take(table.page, &mut table.caption);
    }
    for figure in figures {
        take(figure.page, &mut figure.lines);
        take(figure.page, &mut figure.caption);
    }
    taken
}

/// The regions of each page, in the order of their places.
pub(super) fn list_regions<'d>(
    pages: &[PdfLines],
    tables: &'d [PageTable],
    figures: &'d [PageFigure],
    listings: &'d [PageListing],
    margins: &'d [MarginItem],
) -> Vec<Vec<PdfRegion<'d>>> {
    let mut regions: Vec<Vec<PdfRegion<'d>>> = vec![Vec::new(); pages.len()];
    let tables = tables.iter().map(|table| (table.page, RegionContent::Table(table)));
    let figures =
        figures.iter().map(|figure| (figure.page, RegionContent::Figure(figure)));
    let listings = listings.iter().map(|one| (one.page, RegionContent::Listing(one)));
    let margins = margins.iter().map(|item| (item.page, RegionContent::Margin(item)));
    for (page, content) in tables.chain(figures).chain(listings).chain(margins) {
        let lines = lines_of_page(pages, page);
        let first = content.lines().min();
        let before = first.unwrap_or_else(|| find_line_below(lines, content.place()));
        if let Some(of_page) = regions.get_mut(page_index(page)) {
            of_page.push(PdfRegion { before, content });
        }
    }
    for of_page in &mut regions {
        of_page.sort_by_key(|region| (region.before, region.content.place().top));
    }
    regions
}

/// The first line below a place and in its column, or the number of lines.
fn find_line_below(lines: &[PdfLine], place: PageBox) -> usize {
    let is_below = |line: &PdfLine| {
        line.baseline > place.bottom && line.left < place.right && place.left < line.right
    };
    lines.iter().position(is_below).unwrap_or(lines.len())
}

/// Whether the cells of a table have all characters of its lines, each once.
fn has_all_characters(table: &PageTable, lines: &[PdfLine]) -> bool {
    let count = |words: &str| words.chars().filter(|c| !c.is_whitespace()).count();
    let in_lines = table.lines.iter().filter_map(|at| lines.get(*at));
    let in_lines: usize = in_lines.map(|line| count(&line.text)).sum();
    let parts = table.cells.iter().flat_map(|cell| &cell.parts);
    let in_cells: usize = parts
        .filter_map(|part| lines.get(part.line)?.text.get(to_usize(&part.text)))
        .map(count)
        .sum();
    in_lines == in_cells
}

/// The part of a line that is in a cell.
pub(super) fn cut_line(line: &PdfLine, part: &CellPart) -> PdfLine {
    let clamp = |at: u32| at.clamp(part.text.start, part.text.end) - part.text.start;
    let runs = line.runs.iter().map(|run| PdfLineRun {
        text: clamp(run.text.start)..clamp(run.text.end),
        ..run.clone()
    });
    PdfLine {
        text: line.text.get(to_usize(&part.text)).unwrap_or_default().to_owned(),
        runs: runs.filter(|run| !run.text.is_empty()).collect(),
        glyphs: Vec::new(),
        ..*line
    }
}

fn to_usize(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}
