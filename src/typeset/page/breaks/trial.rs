//! Builds galleys from arbitrary bytes and checks what the search promises for them.
//! Fuzzing uses this; the tests draw their galleys in another way.

use std::cell::RefCell;

use super::costs::{
    Cost, MAX_OVERRUN, NOTES_AFTER_TEXT, PageEnd, SCRAP, SCRAP_LINES, STUB, STUB_LINES,
    break_cost, deviation_cost, end_page,
};
use super::note_split::{self, NoteSplit};
use super::{PageBreaks, PageState, RowPosition, Side, count_white, find_page_breaks};
use crate::book::inline::NoteSeries;
use crate::length::Length;
use crate::typeset::line::TextLine;
use crate::typeset::page::galley::{
    BlockVariant, Galley, GalleyBlock, GalleyRow, HalfLines, PageBreakKind, PlacedLine,
    Register, WhiteAbove,
};
use crate::typeset::page::geometry::BaselineGrid;
use crate::typeset::page::note_column::NoteColumn;
use crate::typeset::trials::ByteChoices;

/// Lines of the pages tried. Few enough that short galleys have several pages; enough that
/// a page can be more lines short than the search distinguishes.
pub(super) const LINES: [HalfLines; 2] = [4, 9];

/// The most blocks for which all ways are tried. With twelve lines more, that takes
/// seconds.
const MAX_BLOCKS_TRIED: usize = 4;
/// The most rows of notes for which all ways are tried; see [`MAX_BLOCKS_TRIED`].
const MAX_NOTES_TRIED: usize = 8;

/// Checks that the pages of the galley encoded by the bytes have every row once and in
/// order, and that no page is too long. For a short galley, also checks that no other
/// breaks cost less.
pub(crate) fn check_page_breaks(bytes: &[u8]) {
    let mut choices = ByteChoices(bytes);
    let lines = LINES[usize::from(choices.draw_below(2) == 1)];
    let side = if choices.draw_below(2) == 0 { Side::Recto } else { Side::Verso };
    let notes = (0..choices.draw_below(4))
        .map(|_| (choices.draw_index(3), choices.draw_index(7)));
    let notes: Vec<(usize, usize)> = notes.collect();
    let mut blocks = Vec::new();
    while !choices.0.is_empty() {
        blocks.push(draw_block(&mut choices));
    }
    if blocks.is_empty() {
        return;
    }
    let galley = add_notes(Galley { blocks, ..Galley::default() }, &notes);
    let breaks = find_page_breaks(&galley, lines, side);
    assert_sound_breaks(&galley, lines, &breaks);
    if galley.blocks.len() <= MAX_BLOCKS_TRIED && galley.notes.len() <= MAX_NOTES_TRIED {
        assert_eq!(
            cost_of_breaks(&galley, lines, side, &breaks),
            least_cost(&galley, lines, side)
        );
    }
}

/// Checks that pages and their notes are in order, begin at the beginning and are complete,
/// and that a page of several rows is not too long.
fn assert_sound_breaks(galley: &Galley, lines: HalfLines, breaks: &PageBreaks) {
    assert_eq!(breaks.page_starts.first(), Some(&RowPosition::default()));
    assert!(breaks.page_starts.is_sorted());
    assert!(breaks.notes_shown.is_sorted());
    assert_eq!(breaks.notes_shown.last(), Some(&galley.notes.len()));
    let (rows, block_starts, _) = rows_of_variants(galley, &breaks.variants);
    let index = |at: &RowPosition| {
        block_starts.get(at.block).map_or(rows.len(), |start| start + at.row)
    };
    let page_starts: Vec<usize> = breaks.page_starts.iter().map(index).collect();
    for (page, &first_row) in page_starts.iter().enumerate() {
        let next = page_starts.get(page + 1).copied().unwrap_or(rows.len());
        let fill = rows[first_row..next].iter().fold(0, |fill: HalfLines, row| {
            row.top_below(fill).saturating_add(row.height)
        });
        assert!(
            fill <= lines * 2 + MAX_OVERRUN || next == first_row + 1,
            "{fill} on page {page}"
        );
    }
}

fn draw_block(choices: &mut ByteChoices<'_>) -> GalleyBlock {
    let mut rows = vec![draw_row(choices)];
    rows.extend((0..choices.draw_below(3)).map(|_| draw_row(choices)));
    let longer = (choices.draw_below(3) == 0).then(|| {
        let surcharge = i64::from(choices.draw_below(256)) * 160_000;
        let rows = rows.iter().cloned().chain([draw_row(choices)]);
        new_variant(surcharge, rows.collect())
    });
    GalleyBlock { variants: [new_variant(0, rows)].into_iter().chain(longer).collect() }
}

fn draw_row(choices: &mut ByteChoices<'_>) -> GalleyRow {
    let break_above = match choices.draw_below(12) {
        0 => PageBreakKind::Widow,
        1 => PageBreakKind::Orphan,
        2 => PageBreakKind::AfterHeading,
        3 => PageBreakKind::InStanza,
        4 => PageBreakKind::AtPause,
        5 => PageBreakKind::AfterLeadIn,
        _ => PageBreakKind::Free,
    };
    let height = match choices.draw_below(16) {
        0 => 3,
        1 => 5,
        2 => 12,
        _ => 2,
    };
    let register = match choices.draw_below(6) {
        0 => Some(Register::Off),
        1 => Some(Register::On),
        _ => None,
    };
    let minimum = HalfLines::from(choices.draw_below(6) == 0);
    let hyphenated = choices.draw_below(6) == 0;
    let fixed = choices.draw_below(8) == 0;
    let above = WhiteAbove { minimum, register, fixed };
    GalleyRow {
        above,
        height,
        break_above,
        ends_hyphenated: hyphenated,
        ..GalleyRow::default()
    }
}

/// Finds the least cost of breaking rows into pages by trying all ways.
struct ExhaustiveSearch<'a> {
    notes: &'a NoteColumn,
    lines: HalfLines,
    rows: Vec<&'a GalleyRow>,
    /// Results by the first row of a page; many paths lead to the same state.
    memo: Vec<RefCell<Vec<MemoEntry>>>,
}

/// The state in which a page began, how much of the notes was called, and the least cost
/// from there on.
type MemoEntry = (PageState, usize, Option<Cost>);

impl<'a> ExhaustiveSearch<'a> {
    fn new(notes: &'a NoteColumn, lines: HalfLines, rows: Vec<&'a GalleyRow>) -> Self {
        let memo = rows.iter().map(|_| RefCell::default()).collect();
        Self { notes, lines, rows, memo }
    }

    /// The least cost of the pages from a row on, after this much of the notes was called;
    /// none if a page would be too long.
    fn find_least_cost(
        &self,
        first_row: usize,
        start: PageState,
        called: usize,
    ) -> Option<Cost> {
        let start = PageState { fill: 0, cost: 0, ..start };
        let known =
            self.memo[first_row].borrow().iter().find_map(|&(of, with, minimum)| {
                (of == start && with == called).then_some(minimum)
            });
        known.unwrap_or_else(|| {
            let minimum = self.try_all_page_ends(first_row, start, called);
            self.memo[first_row].borrow_mut().push((start, called, minimum));
            minimum
        })
    }

    fn try_all_page_ends(
        &self,
        first_row: usize,
        start: PageState,
        mut called: usize,
    ) -> Option<Cost> {
        let (mut fill, mut page) = (0, start.traits);
        let longest = self.lines * 2 + MAX_OVERRUN;
        let mut minimum = None;
        for (index, row) in self.rows.iter().enumerate().skip(first_row) {
            page.whites = count_white(page.whites, row, fill);
            let bottom = row.top_below(fill) + row.height;
            if bottom > longest && index > first_row {
                break;
            }
            fill = bottom.min(longest);
            called = called.max(self.notes.count_called(row));
            let state = PageState { traits: page, fill, cost: 0, ..start };
            let splits = note_split::list_note_splits(
                self.notes,
                self.lines,
                fill,
                start.first_note_row as usize..called,
            );
            for split in splits {
                let cost = self.end_cost(index + 1, &state, &split, called);
                minimum = minimum.into_iter().chain(cost).min();
            }
        }
        minimum
    }

    /// The cost of a page that ends above row `next`, plus the least cost of all pages
    /// after it.
    fn end_cost(
        &self,
        next: usize,
        state: &PageState,
        split: &NoteSplit,
        called: usize,
    ) -> Option<Cost> {
        let Some(row) = self.rows.get(next) else {
            let stub = match state.fill.div_ceil(2) {
                _ if state.on_first_page => 0,
                0..SCRAP_LINES => SCRAP,
                SCRAP_LINES..STUB_LINES => STUB,
                _ => 0,
            };
            let left = if split.notes_end < called { NOTES_AFTER_TEXT } else { 0 };
            let long =
                if split.has_notes { deviation_cost(split.short.min(0)) } else { 0 };
            return Some(stub + split.cost + left + long);
        };
        let hyphen = self.rows[next - 1].ends_hyphenated;
        let foot = PageEnd { hyphen, stanza: row.above.fixed };
        let after = end_page(*state, self.lines, split, foot);
        let rest = self.find_least_cost(
            next,
            PageState { on_first_page: false, ..after },
            called,
        )?;
        Some(after.cost + break_cost(row.break_above) + rest)
    }
}

/// The least cost of the pages of these rows.
fn least_cost_of_rows(
    notes: &NoteColumn,
    lines: HalfLines,
    rows: Vec<&GalleyRow>,
    side: Side,
) -> Cost {
    let start = PageState::at_start(side);
    let search = ExhaustiveSearch::new(notes, lines, rows);
    search.find_least_cost(0, start, 0).expect("a page may hold a single strip")
}

/// The cost of the given page breaks.
pub(super) fn cost_of_breaks(
    galley: &Galley,
    lines: HalfLines,
    side: Side,
    breaks: &PageBreaks,
) -> Cost {
    let (rows, block_starts, surcharge) = rows_of_variants(galley, &breaks.variants);
    let page_starts: Vec<usize> = breaks
        .page_starts
        .iter()
        .map(|at| block_starts.get(at.block).map_or(rows.len(), |start| start + at.row))
        .collect();
    let search = ExhaustiveSearch::new(&galley.notes, lines, rows);
    let mut state = PageState::at_start(side);
    let (mut total, mut called) = (surcharge, 0);
    for (page, &first_row) in page_starts.iter().enumerate() {
        let next = page_starts.get(page + 1).copied().unwrap_or(search.rows.len());
        (state.fill, state.traits.whites, state.on_first_page) = (0, 0, page == 0);
        for row in &search.rows[first_row..next] {
            state.traits.whites = count_white(state.traits.whites, row, state.fill);
            let bottom = row.top_below(state.fill) + row.height;
            state.fill = bottom.min(lines * 2 + MAX_OVERRUN);
            called = called.max(search.notes.count_called(row));
        }
        let mut splits = note_split::list_note_splits(
            search.notes,
            lines,
            state.fill,
            state.first_note_row as usize..called,
        );
        let split = splits.find(|split| split.notes_end == breaks.notes_shown[page]);
        let split = split.expect("the page ends in one of the ways there are");
        state.cost = 0;
        let Some(row) = search.rows.get(next) else {
            return total
                + search.end_cost(next, &state, &split, called).unwrap_or(Cost::MAX);
        };
        let hyphen = search.rows[next - 1].ends_hyphenated;
        let foot = PageEnd { hyphen, stanza: row.above.fixed };
        state = end_page(state, lines, &split, foot);
        total += state.cost + break_cost(row.break_above);
    }
    total
}

/// The rows of a galley in the given variants, the index where each block begins, and the
/// total surcharge.
fn rows_of_variants<'a>(
    galley: &'a Galley,
    variants: &[usize],
) -> (Vec<&'a GalleyRow>, Vec<usize>, Cost) {
    let mut rows = Vec::new();
    let mut block_starts = Vec::new();
    let mut surcharge = 0;
    for (block, &variant) in galley.blocks.iter().zip(variants) {
        block_starts.push(rows.len());
        rows.extend(&block.variants[variant].rows);
        surcharge += block.variants[variant].surcharge;
    }
    (rows, block_starts, surcharge)
}

/// The least cost of any page breaks.
pub(super) fn least_cost(galley: &Galley, depth: HalfLines, side: Side) -> Cost {
    let mut choices = vec![Vec::new()];
    for block in &galley.blocks {
        let more = |one: &Vec<usize>| {
            let one = one.clone();
            (0..block.variants.len()).map(move |variant| {
                let mut longer = one.clone();
                longer.push(variant);
                longer
            })
        };
        choices = choices.iter().flat_map(more).collect();
    }
    let all = choices.iter().map(|variants| {
        let (rows, _, surcharge) = rows_of_variants(galley, variants);
        least_cost_of_rows(&galley.notes, depth, rows, side) + surcharge
    });
    all.min().unwrap_or(Cost::MAX)
}

/// A variant whose last line, like that of every paragraph, does not end inside a word.
pub(super) fn new_variant(surcharge: Cost, mut rows: Vec<GalleyRow>) -> BlockVariant {
    if let Some(last) = rows.last_mut() {
        last.ends_hyphenated = false;
    }
    BlockVariant { surcharge, ..BlockVariant::new_natural(rows) }
}

/// Adds notes to a galley: some of its first rows call one each, of the given number of
/// lines.
pub(super) fn add_notes(mut galley: Galley, calls: &[(usize, usize)]) -> Galley {
    let grid = BaselineGrid { leading: Length::pt(10), lines: 10, first: Length::pt(8) };
    let mut notes = NoteColumn::new(grid);
    let mut serials = 1..;
    for (block, &(index, lines)) in galley.blocks.iter_mut().zip(calls) {
        if lines == 0 {
            continue;
        }
        let serial = serials.next().unwrap_or_default();
        for variant in &mut block.variants {
            let index = index.min(variant.rows.len() - 1);
            let line = TextLine { notes: vec![serial], ..TextLine::default() };
            let line =
                PlacedLine { line, tag: None, left: Length::ZERO, drop: Length::ZERO };
            variant.rows[index].lines.push(line);
        }
        let first = notes.len();
        let series = if serial % 3 == 0 { NoteSeries::Second } else { NoteSeries::First };
        notes.add_note(
            vec![GalleyRow { height: 2, ..GalleyRow::default() }; lines],
            series,
        );
        notes.add_call(serial, first);
    }
    galley.notes = notes;
    galley
}
