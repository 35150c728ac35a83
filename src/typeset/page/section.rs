//! A galley, how it wants to be paged, and its pages.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::length::Length;
use crate::typeset::line::TextLine;
use crate::typeset::page::breaks::{
    self, PageBreaks, RowPosition, Side, WHITES_FOR_TWO_LINES,
};
use crate::typeset::page::galley::{
    BlockVariant, Galley, GalleyRow, HalfLines, NamedDestination, PageBreakKind,
    PlacedLine,
};
use crate::typeset::page::geometry::BaselineGrid;

/// A chapter, or another galley with pages of its own.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    /// Its type.
    pub(crate) galley: Galley,
    /// The lines it stands on.
    pub(crate) grid: BaselineGrid,
    /// On which page it may begin.
    pub(crate) start: SectionStart,
    /// What stands above its pages.
    pub(crate) heads: RunningHeads,
    /// What it is part of.
    pub(crate) parent: SectionParent,
}

/// On which page a section may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum SectionStart {
    /// On the next page.
    Next,
    /// On a right-hand page.
    Recto,
}

/// What stands above the pages of a section, but never above the first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RunningHeads {
    /// Nothing, and no folio: display pages.
    None,
    /// The same on all pages of a side, and the folio.
    BySide {
        /// Over left-hand pages.
        verso: Option<TextLine>,
        /// Over right-hand pages.
        recto: Option<TextLine>,
    },
    /// What is said page by page, and the folio; page by page from the first.
    ByPage(Vec<Option<TextLine>>),
}

/// What a section is part of in the logical structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SectionParent {
    /// The book itself.
    Book,
    /// The front matter.
    Front,
    /// A part, by its place among the parts.
    Part(usize),
}

/// A section cut into pages.
#[derive(Debug, Clone)]
pub(crate) struct PagedSection {
    /// The section.
    pub(crate) section: Section,
    /// Where it is cut.
    breaks: PageBreaks,
    /// Place of its first page among those of the front matter, or of the text.
    pub(crate) first_page: usize,
}

/// A strip and where it stands: from the top of the text block.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowOnPage<'a> {
    /// The strip.
    pub(crate) row: &'a GalleyRow,
    /// Its top.
    pub(crate) top: HalfLines,
}

/// The notes of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NotesOnPage {
    /// The page begins with a note, or with a heading, not inside a note.
    pub(crate) begins_with_note: bool,
    /// The notes that begin on it, by serial number.
    pub(crate) serials: Vec<u32>,
}

impl SectionStart {
    /// Where a section begins, if this is the place of the next page.
    pub(crate) fn first_page_from(self, next: usize) -> usize {
        match self {
            Self::Next => next,
            Self::Recto => next.next_multiple_of(2),
        }
    }
}

/// The side of a page by its place, counted from 0: the first is a recto.
pub(crate) fn page_side(place: usize) -> Side {
    if place.is_multiple_of(2) { Side::Recto } else { Side::Verso }
}

impl PagedSection {
    /// Cuts a section into pages, the first of which has a place.
    pub(crate) fn break_pages(first_page: usize, section: Section) -> Self {
        let breaks = breaks::find_page_breaks(
            &section.galley,
            section.grid.lines,
            page_side(first_page),
        );
        Self { section, breaks, first_page }
    }

    /// The same with its first page at another place, on the same side.
    pub(crate) fn with_first_page(self, first: usize) -> Self {
        Self { first_page: first, ..self }
    }

    /// How many pages it has.
    pub(crate) fn page_count(&self) -> usize {
        self.breaks.page_starts.len()
    }

    /// The strips of a page, by its place in the section, from top to bottom.
    pub(crate) fn place_rows(&self, page: usize) -> Vec<RowOnPage<'_>> {
        let mut placed = Vec::new();
        let mut filled = 0;
        for (block, rows) in self.blocks_on_page(page) {
            let variant = self.breaks.variants[block];
            let all = &self.section.galley.blocks[block].variants[variant].rows;
            for row in &all[rows] {
                let top = row.top_below(filled);
                placed.push(RowOnPage { row, top });
                filled = top + row.height;
            }
        }
        if page + 1 < self.page_count() {
            if filled % 2 == 1 {
                fill_half_line_at_foot(&mut placed);
            }
            let missing = self.count_text_lines(page) - i32::from(filled.div_ceil(2));
            stretch_white_to_foot(&mut placed, missing);
        }
        placed
    }

    /// Takes the lines out of the strips of a page, in their order.
    pub(crate) fn take_lines(&mut self, page: usize) -> Vec<Vec<PlacedLine>> {
        let mut lines = Vec::new();
        for (block, rows) in self.blocks_on_page(page) {
            let variant = self.breaks.variants[block];
            let all = &mut self.section.galley.blocks[block].variants[variant].rows;
            lines.extend(all[rows].iter_mut().map(|row| std::mem::take(&mut row.lines)));
        }
        lines
    }

    /// The stretches that are on a page, by place in the galley, and which of their strips.
    fn blocks_on_page(&self, page: usize) -> Vec<(usize, Range<usize>)> {
        let all = &self.section.galley.blocks;
        let end = RowPosition { block: all.len(), row: 0 };
        let head = self.breaks.page_starts[page];
        let foot = self.breaks.page_starts.get(page + 1).copied().unwrap_or(end);
        let on_page = head.block..=foot.block.min(end.block.saturating_sub(1));
        let rows = on_page.map(|at| {
            let rows = &all[at].variants[self.breaks.variants[at]].rows;
            let from = if at == head.block { head.row } else { 0 };
            let to = if at == foot.block { foot.row } else { rows.len() };
            (at, from..to)
        });
        rows.collect()
    }

    /// The versions that its pages have taken.
    pub(crate) fn chosen_variants(&mut self) -> impl Iterator<Item = &mut BlockVariant> {
        let blocks = self.section.galley.blocks.iter_mut();
        let taken = blocks.zip(&self.breaks.variants);
        taken.filter_map(|(block, &variant)| block.variants.get_mut(variant))
    }

    /// The notes at the foot of a page, by place in their column.
    fn note_range(&self, page: usize) -> Range<usize> {
        let before =
            page.checked_sub(1).map_or(0, |before| self.breaks.notes_shown[before]);
        before..self.breaks.notes_shown[page]
    }

    /// How many lines of text stand above the notes at the foot of a page.
    pub(crate) fn count_text_lines(&self, page: usize) -> i32 {
        let foot = &self.section.galley.notes;
        foot.count_text_lines(self.section.grid.lines, &self.note_range(page))
    }

    /// How many lines of its room the text of a page leaves empty; less than zero: how many
    /// it is longer. White above notes takes a line.
    pub(crate) fn count_missing_lines(&self, page: usize) -> i32 {
        let foot = self.place_rows(page).last().map_or(0, |one| one.top + one.row.height);
        match self.count_text_lines(page) - i32::from(foot.div_ceil(2)) {
            1 if !self.note_range(page).is_empty() => 0,
            missing => missing,
        }
    }

    /// The notes at the foot of a page, each strip with its top below that of the text
    /// block.
    pub(crate) fn place_notes(&self, page: usize) -> Vec<(&GalleyRow, Length)> {
        let Section { galley, grid, .. } = &self.section;
        // The notes of a page that is longer than others end with it.
        let over = (-self.count_missing_lines(page)).max(0);
        let last = grid.baseline(i32::from(grid.lines) + over);
        galley.notes.place_rows(self.note_range(page), last)
    }

    /// The notes that a page calls and that begin on a later one, by serial number.
    pub(crate) fn find_late_notes(&self, page: usize) -> Vec<u32> {
        let rows = self.place_rows(page).into_iter();
        let called = rows.flat_map(|one| one.row.note_calls());
        let foot = &self.section.galley.notes;
        let end = self.note_range(page).end;
        let deferred =
            |serial: &u32| foot.find_note(*serial).is_some_and(|at| at.start >= end);
        called.filter(deferred).collect()
    }

    /// The pages of the source that begin on a page, by line, with how far below the top of
    /// the text block the line stands.
    pub(crate) fn find_source_pages(&self, page: usize) -> Vec<(Vec<String>, Length)> {
        let grid = self.section.grid;
        let text = self.place_rows(page).into_iter();
        let text = text.map(|one| (one.row, grid.measure_height(one.top)));
        let rows = text.chain(self.place_notes(page));
        let lines = rows.flat_map(|(row, top)| {
            row.lines.iter().map(move |placed| (&placed.line, top + placed.drop))
        });
        lines
            .filter(|(line, _)| !line.source_pages.is_empty())
            .map(|(line, drop)| (line.source_pages.clone(), drop))
            .collect()
    }

    /// The notes that begin on a page.
    pub(crate) fn find_beginning_notes(&self, page: usize) -> NotesOnPage {
        let rows = self.place_rows(page);
        let note = |place: &NamedDestination| match place {
            NamedDestination::Note(serial) => Some(*serial),
            _ => None,
        };
        let serials: Vec<u32> = rows
            .iter()
            .flat_map(|one| one.row.destinations.iter().filter_map(note))
            .collect();
        let first = rows.first();
        let begins = first.is_none_or(|one| !one.row.destinations.is_empty());
        NotesOnPage { begins_with_note: begins, serials }
    }

    /// The pages of a place and of note marks: every place with its page in the section.
    pub(crate) fn list_destinations(&self) -> Vec<(NamedDestination, usize)> {
        let mut destinations = Vec::new();
        for page in 0..self.page_count() {
            let text = self.place_rows(page).into_iter().map(|one| one.row);
            let notes = self.note_range(page);
            let notes = self.section.galley.notes.rows()[notes].iter();
            for row in text.chain(notes.map(|note_row| &note_row.row)) {
                destinations.extend(row.destinations.iter().map(|&place| (place, page)));
                let marks = row.note_calls();
                destinations.extend(
                    marks.map(|serial| (NamedDestination::NoteMark(serial), page)),
                );
            }
        }
        destinations
    }
}

/// Brings the foot of a page that is so many lines short down: by a line above the lowest
/// heading, else half a line each above and below what stands apart or between the lowest
/// stanzas; by two lines in four places. A page without so much white stays as it is.
fn stretch_white_to_foot(placed: &mut [RowOnPage<'_>], missing: i32) {
    let least = |place: &usize| placed[*place].row.above.minimum;
    let whites: Vec<usize> = (1..placed.len()).filter(|place| least(place) > 0).collect();
    let is_heading = |place: &usize| {
        let below = placed.get(place + 1).map(|one| one.row.break_above);
        least(place) > 1 && below == Some(PageBreakKind::AfterHeading)
    };
    let heading = whites.iter().copied().rfind(is_heading);
    let takers = match (missing, heading, whites.as_slice()) {
        (1, Some(heading), _) => vec![heading, heading],
        (1, None, [.., above, below]) => vec![*above, *below],
        (1, None, [only]) => vec![*only, *only],
        (2, _, whites) if whites.len() >= usize::from(WHITES_FOR_TWO_LINES) => {
            whites[whites.len() - usize::from(WHITES_FOR_TWO_LINES)..].to_vec()
        }
        _ => Vec::new(),
    };
    for taker in takers {
        placed[taker..].iter_mut().for_each(|one| one.top += 1);
    }
}

/// Brings the foot of a page that ends between two lines of the grid down to the grid:
/// the lowest white of half a line becomes a whole one.
fn fill_half_line_at_foot(placed: &mut [RowOnPage<'_>]) {
    let lowest = (1..placed.len()).rev().find(|&place| {
        let white = placed[place].row.above;
        white.minimum % 2 == 1
    });
    if let Some(place) = lowest {
        placed[place..].iter_mut().for_each(|one| one.top += 1);
    }
}

#[cfg(test)]
mod tests {
    use super::{HalfLines, RowOnPage, stretch_white_to_foot};
    use crate::typeset::page::galley::{GalleyRow, PageBreakKind, WhiteAbove};

    /// The tops of strips two lines high, with so much white above each but the first, on
    /// a page that is so many lines short.
    fn tops(
        whites: &[HalfLines],
        heading: Option<usize>,
        missing: i32,
    ) -> Vec<HalfLines> {
        let mut rows = vec![GalleyRow { height: 4, ..GalleyRow::default() }];
        for &least in whites {
            let above = WhiteAbove { minimum: least, register: None };
            rows.push(GalleyRow { height: 4, above, ..GalleyRow::default() });
        }
        if let Some(heading) = heading {
            rows[heading + 1].break_above = PageBreakKind::AfterHeading;
        }
        let mut placed: Vec<RowOnPage<'_>> = Vec::new();
        for row in &rows {
            let filled = placed.last().map_or(0, |last| last.top + last.row.height);
            placed.push(RowOnPage { row, top: row.top_below(filled) });
        }
        stretch_white_to_foot(&mut placed, missing);
        placed.iter().map(|one| one.top).collect()
    }

    #[test]
    fn stanzas_share_the_white_that_a_page_is_short_of() {
        let whites = [2, 2, 2, 2, 2];
        assert_eq!(tops(&whites, None, 0), [0, 6, 12, 18, 24, 30]);
        assert_eq!(tops(&whites, None, 1), [0, 6, 12, 18, 25, 32]);
        assert_eq!(tops(&whites, None, 2), [0, 6, 13, 20, 27, 34]);
        // Three places are too few for two lines.
        assert_eq!(tops(&whites[..3], None, 2), [0, 6, 12, 18]);
    }

    #[test]
    fn a_heading_takes_a_whole_line() {
        assert_eq!(tops(&[1, 3, 0, 1], Some(2), 1), [0, 5, 14, 18, 23]);
    }
}
