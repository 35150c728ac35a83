//! A galley with its requirements for pagination, and its pages.

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
use crate::typeset::page::margin_notes::{has_room, list_requests};

/// A chapter, or another galley with pages of its own.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    /// Its content.
    pub(crate) galley: Galley,
    /// Its baseline grid.
    pub(crate) grid: BaselineGrid,
    /// On which page it may begin.
    pub(crate) start: SectionStart,
    /// Its running heads.
    pub(crate) heads: RunningHeads,
    /// Its parent in the structure tree.
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

/// The running heads of a section. Its first page never has one.
#[expect(clippy::large_enum_variant, reason = "a section has one of them")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RunningHeads {
    /// No running head and no folio: display pages.
    None,
    /// The same on all pages of a side, and the folio.
    BySide {
        /// Over left-hand pages.
        verso: Option<TextLine>,
        /// Over right-hand pages.
        recto: Option<TextLine>,
    },
    /// A different one on every page, from the first, and the folio.
    ByPage(Vec<Option<TextLine>>),
}

/// The parent of a section in the structure tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum SectionParent {
    /// The book itself.
    Book,
    /// The front matter.
    Front,
    /// A part, by its index among the parts.
    Part(usize),
}

/// A section broken into pages.
#[derive(Debug, Clone)]
pub(crate) struct PagedSection {
    /// The section.
    pub(crate) section: Section,
    /// Its page breaks.
    breaks: PageBreaks,
    /// The index of its first page among the pages of the front matter, or of the text.
    pub(crate) first_page: usize,
}

/// A row and its position on the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowOnPage<'a> {
    /// The row.
    pub(crate) row: &'a GalleyRow,
    /// Its top, from the top of the text block.
    pub(crate) top: HalfLines,
    /// The white above it.
    white: HalfLines,
    /// The figure that belongs above it and is at the head of the next page.
    pub(crate) deferred: Option<&'a GalleyRow>,
}

/// The gathered notes on a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NotesOnPage {
    /// The page does not begin inside a note, but with a new note or a heading.
    pub(crate) begins_with_note: bool,
    /// The notes that begin on it, by serial number.
    pub(crate) serials: Vec<u32>,
}

impl SectionStart {
    /// The index of the section's first page, if `next` is the index of the next free page.
    pub(crate) fn first_page_from(self, next: usize) -> usize {
        match self {
            Self::Next => next,
            Self::Recto => next.next_multiple_of(2),
        }
    }
}

/// The side of a page by its index: the first, 0, is a recto.
pub(crate) fn page_side(index: usize) -> Side {
    if index.is_multiple_of(2) { Side::Recto } else { Side::Verso }
}

impl PagedSection {
    /// Breaks a section into pages, the first of which has this index.
    pub(crate) fn break_pages(first_page: usize, section: Section) -> Self {
        let breaks = breaks::find_page_breaks(
            &section.galley,
            section.grid.lines,
            page_side(first_page),
        );
        Self { section, breaks, first_page }
    }

    /// Moves its first page to another index on the same side.
    pub(crate) fn with_first_page(self, first: usize) -> Self {
        Self { first_page: first, ..self }
    }

    /// The number of its pages.
    pub(crate) fn page_count(&self) -> usize {
        self.breaks.page_starts.len()
    }

    /// The index of the page after it.
    pub(crate) fn end(&self) -> usize {
        self.first_page + self.page_count()
    }

    /// The rows of a page, by its index in the section, from top to bottom.
    pub(crate) fn place_rows(&self, page: usize) -> Vec<RowOnPage<'_>> {
        let mut placed = Vec::new();
        let mut filled = 0;
        for (block, rows) in self.blocks_on_page(page) {
            let variant = self.breaks.variants[block];
            let all = &self.section.galley.blocks[block].variants[variant].rows;
            let mut deferred = block
                .checked_sub(1)
                .filter(|&above| rows.start == 0 && self.is_deferred(above, page))
                .map(|above| &self.section.galley.blocks[above].variants[0].rows[0]);
            let is_head = self.breaks.deferred[page] == Some(block);
            for row in &all[rows] {
                let deferred = deferred.take();
                let (top, white) = match deferred {
                    Some(_) => (filled, 0),
                    None => (row.top_below(filled), row.above.minimum),
                };
                placed.push(RowOnPage { row, top, white, deferred });
                filled = top + row.height;
            }
            if let Some(row) = all.first().filter(|_| is_head) {
                filled = row.fill_at_head(self.section.grid.lines * 2);
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

    /// Takes the lines out of the rows of a page, in order.
    pub(crate) fn take_lines(&mut self, page: usize) -> Vec<Vec<PlacedLine>> {
        let mut lines = Vec::new();
        for (block, rows) in self.blocks_on_page(page) {
            let variant = self.breaks.variants[block];
            let all = &mut self.section.galley.blocks[block].variants[variant].rows;
            lines.extend(all[rows].iter_mut().map(|row| std::mem::take(&mut row.lines)));
        }
        lines
    }

    /// The blocks that are on a page, by index, and the range of their rows on it.
    fn blocks_on_page(&self, page: usize) -> Vec<(usize, Range<usize>)> {
        let all = &self.section.galley.blocks;
        let end = RowPosition { block: all.len(), row: 0 };
        let start = self.breaks.page_starts[page];
        let next = self.breaks.page_starts.get(page + 1).copied().unwrap_or(end);
        let on_page = start.block..=next.block.min(end.block.saturating_sub(1));
        let on_page = on_page.filter(|&at| !self.is_deferred(at, page));
        let rows = on_page.map(|at| {
            let rows = &all[at].variants[self.breaks.variants[at]].rows;
            let from = if at == start.block { start.row } else { 0 };
            let to = if at == next.block { next.row } else { rows.len() };
            (at, from..to)
        });
        let head = self.breaks.deferred[page].map(|figure| (figure, 0..1));
        head.into_iter().chain(rows).collect()
    }

    /// Whether a page defers a block to the head of the next.
    fn is_deferred(&self, block: usize, page: usize) -> bool {
        self.breaks.deferred.get(page + 1) == Some(&Some(block))
    }

    /// What the page break above a page does.
    pub(crate) fn break_above(&self, page: usize) -> PageBreakKind {
        self.first_row(page).map_or(PageBreakKind::Free, |row| row.break_above)
    }

    /// The row of the text that a page begins with, below a figure that waited for it.
    fn first_row(&self, page: usize) -> Option<&GalleyRow> {
        let at = self.breaks.page_starts[page];
        let &chosen = self.breaks.variants.get(at.block)?;
        self.section.galley.blocks.get(at.block)?.variants[chosen].rows.get(at.row)
    }

    /// The variants that its pages use.
    pub(crate) fn chosen_variants(&mut self) -> impl Iterator<Item = &mut BlockVariant> {
        let blocks = self.section.galley.blocks.iter_mut();
        let chosen = blocks.zip(&self.breaks.variants);
        chosen.filter_map(|(block, &variant)| block.variants.get_mut(variant))
    }

    /// The rows of the note column on a page.
    fn note_range(&self, page: usize) -> Range<usize> {
        let before =
            page.checked_sub(1).map_or(0, |before| self.breaks.notes_shown[before]);
        before..self.breaks.notes_shown[page]
    }

    /// How many lines of text fit above the notes of a page.
    pub(crate) fn count_text_lines(&self, page: usize) -> i32 {
        let column = &self.section.galley.notes;
        column.count_text_lines(self.section.grid.lines, &self.note_range(page))
    }

    /// How many lines short the text of a page is, or long if below zero. White space above
    /// notes absorbs one line, and that below a stanza is one.
    pub(crate) fn count_missing_lines(&self, page: usize) -> i32 {
        let rows = self.place_rows(page);
        if rows.len() == 1 && self.breaks.deferred[page].is_some() {
            // A plate is as deep as it is.
            return 0;
        }
        let bottom = rows.last().map_or(0, |one| one.top + one.row.height);
        match self.count_text_lines(page) - i32::from(bottom.div_ceil(2)) {
            1 if !self.note_range(page).is_empty() || self.ends_stanza(page) => 0,
            missing => missing,
        }
    }

    /// Whether a page ends with a stanza, and the poem continues on the next.
    fn ends_stanza(&self, page: usize) -> bool {
        page + 1 < self.page_count()
            && self.first_row(page + 1).is_some_and(|row| row.above.fixed)
    }

    /// The rows of notes on a page, each with its top from the top of the text block.
    pub(crate) fn place_notes(&self, page: usize) -> Vec<(&GalleyRow, Length)> {
        let Section { galley, grid, .. } = &self.section;
        // The notes of a page that is longer than others end with it.
        let over = (-self.count_missing_lines(page)).max(0);
        let last = grid.baseline(i32::from(grid.lines) + over);
        galley.notes.place_rows(self.note_range(page), last)
    }

    /// The notes that a page calls but that begin on a later one, by serial number.
    pub(crate) fn find_late_notes(&self, page: usize) -> Vec<u32> {
        let rows = self.place_rows(page).into_iter();
        let called = rows.flat_map(|one| one.row.note_calls());
        let column = &self.section.galley.notes;
        let end = self.note_range(page).end;
        let is_late =
            |serial: &u32| column.find_note(*serial).is_some_and(|at| at.start >= end);
        called.filter(is_late).collect()
    }

    /// Whether a page has room for the notes in its margin.
    pub(crate) fn has_room_in_margin(&self, page: usize) -> bool {
        let of_page = self.blocks_on_page(page).into_iter().flat_map(|(block, rows)| {
            let variant = self.breaks.variants[block];
            &self.section.galley.blocks[block].variants[variant].rows[rows]
        });
        // Where the lines stand does not matter.
        let requests = of_page
            .flat_map(|row| &row.lines)
            .flat_map(|line| list_requests(line, Length::ZERO));
        has_room(&requests.collect::<Vec<_>>(), self.section.grid)
    }

    /// The source pages that begin on a page, by line, with the drop of the line below the
    /// top of the text block.
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
        let note = |name: &NamedDestination| match name {
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

    /// Every destination with its page in the section, including note marks.
    pub(crate) fn list_destinations(&self) -> Vec<(NamedDestination, usize)> {
        let mut destinations = Vec::new();
        for page in 0..self.page_count() {
            let text = self.place_rows(page).into_iter().map(|one| one.row);
            let notes = self.note_range(page);
            let notes = self.section.galley.notes.rows()[notes].iter();
            for row in text.chain(notes.map(|note_row| &note_row.row)) {
                destinations.extend(row.destinations.iter().map(|&name| (name, page)));
                let anchors = row.lines.iter().flat_map(|placed| &placed.line.anchors);
                destinations.extend(
                    anchors.map(|&number| (NamedDestination::Anchor(number), page)),
                );
                let marks = row.note_calls();
                destinations.extend(
                    marks.map(|serial| (NamedDestination::NoteMark(serial), page)),
                );
            }
        }
        destinations
    }
}

/// Stretches white space so that a page `missing` lines short ends at the foot of the text
/// block. One line goes above the lowest heading. Without a heading, half a line each goes
/// above and below a displayed block. Two lines go into four places. The white between two
/// stanzas stays as it is, and so does a page without that much white space.
fn stretch_white_to_foot(placed: &mut [RowOnPage<'_>], missing: i32) {
    let minimum = |index: &usize| placed[*index].white;
    let stretches = |index: &usize| minimum(index) > 0 && !placed[*index].row.above.fixed;
    let whites: Vec<usize> = (1..placed.len()).filter(|index| stretches(index)).collect();
    let is_heading = |index: &usize| {
        let below = placed.get(index + 1).map(|one| one.row.break_above);
        minimum(index) > 1 && below == Some(PageBreakKind::AfterHeading)
    };
    let heading = whites.iter().copied().rfind(is_heading);
    let stretched = match (missing, heading, whites.as_slice()) {
        (1, Some(heading), _) => vec![heading, heading],
        (1, None, [.., above, below]) => vec![*above, *below],
        (1, None, [only]) => vec![*only, *only],
        (2, _, whites) if whites.len() >= usize::from(WHITES_FOR_TWO_LINES) => {
            whites[whites.len() - usize::from(WHITES_FOR_TWO_LINES)..].to_vec()
        }
        _ => Vec::new(),
    };
    for index in stretched {
        placed[index..].iter_mut().for_each(|one| one.top += 1);
    }
}

/// Moves the foot of a page from between two lines onto the grid: the lowest white space of
/// half a line becomes a whole line, if possible not one between stanzas.
fn fill_half_line_at_foot(placed: &mut [RowOnPage<'_>]) {
    let is_half = |index: &usize| placed[*index].white % 2 == 1;
    let stretches = |index: &usize| is_half(index) && !placed[*index].row.above.fixed;
    let mut places = 1..placed.len();
    let lowest = places.clone().rfind(stretches).or_else(|| places.rfind(is_half));
    if let Some(index) = lowest {
        placed[index..].iter_mut().for_each(|one| one.top += 1);
    }
}

/// How far each row of a page is lowered: small type at its head begins at the top. Where it
/// fills the page, its leading is a little less, so that the last row stays between the half
/// lines that the page has for it.
pub(crate) fn lower_small_type(raised: &[Option<Length>]) -> Vec<Length> {
    let head: Vec<Length> = raised.iter().map_while(|raised| *raised).collect();
    let mut lowered = vec![Length::ZERO; raised.len()];
    let (Some(first), Some(last)) = (head.first(), head.last()) else { return lowered };
    let is_full = head.len() == raised.len();
    let excess = if is_full { (*first - *last).max(Length::ZERO) } else { Length::ZERO };
    let steps = i64::try_from(head.len() - 1).unwrap_or(i64::MAX).max(1);
    for (step, lowered) in (0..).zip(lowered.iter_mut().take(head.len())) {
        *lowered = *first - excess.scaled(step, steps);
    }
    lowered
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};

    use super::{
        HalfLines, Length, PagedSection, RowOnPage, RunningHeads, Section, SectionParent,
        SectionStart, lower_small_type, stretch_white_to_foot,
    };
    use crate::typeset::page::galley::{
        Galley, GalleyRow, NamedDestination, PageBreakKind, WhiteAbove,
    };
    use crate::typeset::page::geometry::BaselineGrid;

    /// The tops of rows two lines high, with this white space above each but the first, on
    /// a page that is `missing` lines short.
    fn tops(
        whites: &[HalfLines],
        heading: Option<usize>,
        missing: i32,
    ) -> Vec<HalfLines> {
        let mut rows = vec![GalleyRow { height: 4, ..GalleyRow::default() }];
        for &least in whites {
            let above = WhiteAbove { minimum: least, ..WhiteAbove::default() };
            rows.push(GalleyRow { height: 4, above, ..GalleyRow::default() });
        }
        if let Some(heading) = heading {
            rows[heading + 1].break_above = PageBreakKind::AfterHeading;
        }
        let mut placed: Vec<RowOnPage<'_>> = Vec::new();
        for row in &rows {
            let filled = placed.last().map_or(0, |last| last.top + last.row.height);
            let (top, white) = (row.top_below(filled), row.above.minimum);
            placed.push(RowOnPage { row, top, white, deferred: None });
        }
        stretch_white_to_foot(&mut placed, missing);
        placed.iter().map(|one| one.top).collect()
    }

    #[test]
    fn displayed_blocks_share_the_missing_lines_as_white_space() {
        let whites = [2, 2, 2, 2, 2];
        assert_eq!(tops(&whites, None, 0), [0, 6, 12, 18, 24, 30]);
        assert_eq!(tops(&whites, None, 1), [0, 6, 12, 18, 25, 32]);
        assert_eq!(tops(&whites, None, 2), [0, 6, 13, 20, 27, 34]);
        // Three places are too few for two lines.
        assert_eq!(tops(&whites[..3], None, 2), [0, 6, 12, 18]);
    }

    #[test]
    fn a_heading_absorbs_a_whole_line() {
        assert_eq!(tops(&[1, 3, 0, 1], Some(2), 1), [0, 5, 14, 18, 23]);
    }

    #[test]
    fn small_type_begins_at_the_top_and_ends_in_its_room() {
        let pt = |points: [i32; 3]| points.map(|point| Some(Length::pt(point)));
        let lowered = |raised: &[Option<Length>]| -> Vec<i32> {
            let exact = lower_small_type(raised);
            exact.into_iter().map(|length| length.0 / Length::pt(1).0).collect()
        };
        // It fills the page: the last row may sink by two points only.
        assert_eq!(lowered(&pt([6, 1, 2])), [6, 4, 2]);
        assert_eq!(lowered(&pt([2, 5, 6])), [2, 2, 2]);
        // Text follows it.
        assert_eq!(lowered(&[pt([6, 1, 2]).as_slice(), &[None]].concat()), [6, 6, 6, 0]);
        // Text begins the page.
        assert_eq!(lowered(&[None, Some(Length::pt(6))]), [0, 0]);
    }

    proptest! {
        /// Figures that wait for the head of the next page lose no row, and keep their order.
        #[test]
        fn every_row_is_on_one_page(
            blocks in prop::collection::vec((1_u16..7, 2_u16..19, any::<bool>()), 1..24),
            recto in any::<bool>(),
        ) {
            let mut galley = Galley::default();
            let mut serial = 0;
            let mut figures = Vec::new();
            for (lines, height, floats) in blocks {
                let floats = floats && serial > 0;
                let row = |serial: u32| GalleyRow {
                    height: if floats { height } else { 2 },
                    above: WhiteAbove {
                        minimum: floats.into(),
                        ..WhiteAbove::default()
                    },
                    floats,
                    destinations: vec![NamedDestination::Anchor(serial)],
                    ..GalleyRow::default()
                };
                let rows: Vec<GalleyRow> =
                    (serial..).map(row).take(if floats { 1 } else { lines.into() }).collect();
                if floats {
                    figures.push(serial);
                }
                serial += u32::try_from(rows.len()).unwrap();
                galley.push_rows(rows);
            }
            let grid = BaselineGrid {
                leading: Length::pt(12),
                lines: 9,
                first: Length::pt(9),
            };
            let heads = RunningHeads::None;
            let (start, parent) = (SectionStart::Next, SectionParent::Book);
            let section = Section { galley, grid, start, heads, parent };
            let paged = PagedSection::break_pages(usize::from(!recto), section);
            let mut shown = Vec::new();
            for page in 0..paged.page_count() {
                let rows = paged.place_rows(page);
                let bottoms = rows.iter().map(|one| one.top + one.row.height);
                prop_assert!(bottoms.max().unwrap_or(0) <= 20, "page {page} is too long");
                prop_assert!(rows.is_sorted_by_key(|one| one.top));
                shown.extend(rows.iter().flat_map(|one| &one.row.destinations).copied());
            }
            let serials = shown.iter().filter_map(|one| match one {
                NamedDestination::Anchor(serial) => Some(*serial),
                _ => None,
            });
            let mut serials: Vec<u32> = serials.collect();
            let is_figure = |serial: &u32| figures.contains(serial);
            let in_order: Vec<u32> = serials.iter().copied().filter(is_figure).collect();
            prop_assert_eq!(in_order, figures.clone());
            let text = serials.iter().copied().filter(|serial| !is_figure(serial));
            prop_assert!(text.is_sorted());
            serials.sort_unstable();
            prop_assert_eq!(serials, (0..serial).collect::<Vec<u32>>());
        }
    }
}
