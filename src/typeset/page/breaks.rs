//! Chooses where pages end: the cheapest way to break a whole galley into pages.
//!
//! Page breaks are optimised together for a whole chapter (Plass 1981). A dynamic program
//! reads the galley row by row. For every state that a page can be in, it keeps the
//! cheapest path. Paragraphs of several lengths are tried in every length. The costs differ
//! by orders of magnitude, so they rank which faults to accept first, while the search
//! minimises a single number.
//!
//! Footnotes are part of the state: the row of their column that the page begins with. The
//! text determines how much of the column it has called for. A page without room for all of
//! it carries the rest over ([`note_split`]).
//!
//! A figure that does not fit the rest of its page may wait for the head of the next page,
//! while the text after it fills this one. So a page also has the figure that waits as state.

use std::collections::VecDeque;

pub(crate) use self::costs::WHITES_FOR_TWO_LINES;
use self::costs::{
    Cost, LINE_OFF, MAX_DEVIATION, MAX_OVERRUN, NOTES_AFTER_TEXT, PageEnd, SCRAP,
    SCRAP_LINES, STUB, STUB_LINES, UNEQUAL, break_cost, depth_cost, deviation_cost,
    end_page, little_text_cost, stretch_white,
};
use self::note_split::NoteSplit;
use self::open_page::{OpenPage, PageMerger, SpreadCosts};
use crate::typeset::page::galley::{
    Galley, GalleyBlock, GalleyRow, HalfLines, WhiteAbove,
};
use crate::typeset::page::note_column::NoteColumn;

mod costs;
mod note_split;
mod open_page;

/// At every place where a page can begin, at least this many states survive, whatever they
/// cost. Without notes there are never more.
const MIN_BEAM: usize = 16;
/// In a short galley more states survive at every place, as long as their total stays below
/// this number. In a galley of two pages every state survives, so the search is exact.
const BEAM_TOTAL: usize = 8_000;
/// Beyond the minimum, states survive that cost at most this much more than the cheapest.
/// It equals two faults of a page, which no good later page compensates.
const BEAM_MARGIN: Cost = 60_000_000;
/// At most this many of those survive, unless the galley is short. Usual notes produce some
/// dozens; notes of many pages would produce more and more.
const MAX_BEAM: usize = 96;

/// States that survive at most places of text without notes; used to reserve memory.
const USUAL_BEAM: usize = 8;

/// Unreachable decisions are dropped when there are this many, some dozens of megabytes.
const DROP_DECISIONS_AT: usize = 1_000_000;

/// A side of an opened book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Side {
    /// The left-hand page, even in number.
    Verso,
    /// The right-hand page, odd in number.
    Recto,
}

impl Side {
    /// The side of the next page.
    pub(crate) fn opposite(self) -> Self {
        match self {
            Self::Verso => Self::Recto,
            Self::Recto => Self::Verso,
        }
    }
}

/// The position of a row in a galley: its block, and its index in the chosen variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct RowPosition {
    /// Index into [`Galley::blocks`].
    pub(crate) block: usize,
    /// Index into [`crate::typeset::page::galley::BlockVariant::rows`].
    pub(crate) row: usize,
}

/// How a galley is broken into pages.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct PageBreaks {
    /// The first row of every page.
    pub(crate) page_starts: Vec<RowPosition>,
    /// The variant chosen for every block, as an index.
    pub(crate) variants: Vec<usize>,
    /// For every page, how many rows of the note column are on it and on the pages before
    /// it.
    pub(crate) notes_shown: Vec<usize>,
    /// For every page, the block of the figure at its head that the page before deferred.
    pub(crate) deferred: Vec<Option<usize>>,
}

impl PageBreaks {
    /// Adds a page that begins with a row, or with the figure that waited for it.
    fn add_page(&mut self, at: RowPosition, notes_shown: usize, figure: Option<u32>) {
        self.page_starts.push(at);
        self.notes_shown.push(notes_shown);
        self.deferred.push(figure.map(|block| block as usize));
    }
}

/// Finds the cheapest page breaks of a galley. Pages have `lines` lines; the first is on
/// `side`.
pub(crate) fn find_page_breaks(
    galley: &Galley,
    lines: HalfLines,
    side: Side,
) -> PageBreaks {
    if galley.blocks.is_empty() {
        return PageBreaks::default();
    }
    let mut search = PageBreakSearch::new(galley, lines, side);
    let (mut before, mut ends) = (VecDeque::new(), Vec::new());
    for (block_index, block) in galley.blocks.iter().enumerate() {
        std::mem::swap(&mut before, &mut search.open_pages);
        let called = search.notes_called;
        for (number, variant) in block.variants.iter().enumerate() {
            search.open_pages.clone_from(&before);
            search.notes_called = called;
            for (row_index, row) in variant.rows.iter().enumerate() {
                let at = RowPosition { block: block_index, row: row_index };
                let hyphen = row_index > 0 && variant.rows[row_index - 1].ends_hyphenated;
                if at != RowPosition::default() {
                    search.end_pages_above(at, row, hyphen);
                }
                search.place_row(at, row);
            }
            let number = u16::try_from(number).unwrap_or(u16::MAX);
            search
                .open_pages
                .iter_mut()
                .for_each(|page| page.end_block(number, variant.surcharge));
            ends.extend(search.open_pages.drain(..));
        }
        search.merger.merge_pages(ends.drain(..), &mut search.open_pages);
        search.record_variants(block_index);
    }
    search.trace_back(galley.blocks.len())
}

/// How deep the verso is that the current recto faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FacingVerso {
    /// A page outside this galley.
    None,
    /// A verso this many lines short, or long if below zero.
    Short(i8),
}

/// The traits of an open page, without how far it is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PageTraits {
    side: Side,
    facing: FacingVerso,
    /// The number of places with white space that can be stretched, counted up to
    /// [`WHITES_FOR_TWO_LINES`].
    whites: u8,
}

/// A state of the search, with the cheapest path to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PageState {
    traits: PageTraits,
    fill: HalfLines,
    cost: Cost,
    /// The index of the last decision on the path in [`PageBreakSearch::decisions`], plus
    /// one; zero for none.
    last_decision: u32,
    /// No page has ended yet.
    on_first_page: bool,
    /// The index in the note column of the row that the page's notes begin with.
    first_note_row: u32,
    /// The block of the figure that waits for the head of the next page.
    deferred: Option<u32>,
}

impl PageState {
    /// The head of the first page, before any decision.
    fn at_start(side: Side) -> Self {
        Self {
            traits: PageTraits { side, facing: FacingVerso::None, whites: 0 },
            fill: 0,
            cost: 0,
            last_decision: 0,
            on_first_page: true,
            first_note_row: 0,
            deferred: None,
        }
    }
}

/// A decision on a path. It is stored with its backpointer: the index of the previous
/// decision, plus one.
#[derive(Debug, Clone, Copy)]
enum PageDecision {
    /// A page ends above this row of the text, and its notes above this row of their
    /// column. The next one begins with the figure that waited, if one did.
    EndPage(RowPosition, u32, Option<u32>),
    /// The block is set in this variant.
    SetBlock(usize, u16),
}

/// The dynamic program over the rows of a galley.
struct PageBreakSearch<'a> {
    /// The blocks.
    blocks: &'a [GalleyBlock],
    /// The note column.
    notes: &'a NoteColumn,
    /// How many rows of the note column the text so far has called for.
    notes_called: usize,
    /// The number of lines on a full page.
    lines: HalfLines,
    /// The open pages, each once.
    open_pages: VecDeque<OpenPage>,
    /// The open pages before the current row, while it is placed.
    previous_pages: VecDeque<OpenPage>,
    /// The pages that begin with the current row.
    new_pages: Vec<OpenPage>,
    merger: PageMerger,
    spread_costs: SpreadCosts,
    /// See [`MIN_BEAM`] and [`BEAM_TOTAL`].
    min_beam: usize,
    decisions: Vec<(PageDecision, u32)>,
    /// With more decisions than this, unreachable ones are dropped.
    drop_decisions_at: usize,
}

impl<'a> PageBreakSearch<'a> {
    /// Begins at the head of the first page.
    fn new(galley: &'a Galley, lines: HalfLines, side: Side) -> Self {
        let lines = lines.max(1);
        let mut start = OpenPage::new(0, None);
        start.keep_cheaper_path(&PageState::at_start(side));
        let variants = galley.blocks.iter().flat_map(|block| &block.variants);
        let rows: usize = variants.map(|variant| variant.rows.len()).sum();
        Self {
            blocks: &galley.blocks,
            notes: &galley.notes,
            notes_called: 0,
            lines,
            open_pages: VecDeque::from([start]),
            previous_pages: VecDeque::new(),
            new_pages: Vec::new(),
            merger: PageMerger::new(lines * 2 + MAX_OVERRUN),
            spread_costs: SpreadCosts::new(),
            min_beam: MIN_BEAM.max(BEAM_TOTAL / rows.max(1)),
            decisions: Vec::with_capacity((rows * USUAL_BEAM).min(DROP_DECISIONS_AT)),
            drop_decisions_at: DROP_DECISIONS_AT,
        }
    }

    /// Ends pages above a row, wherever that can be optimal.
    fn end_pages_above(&mut self, at: RowPosition, row: &GalleyRow, hyphen: bool) {
        let ended = std::mem::take(&mut self.open_pages);
        let pages = ended.iter().filter(|page| {
            // The head of a table is repeated at the head of a page only.
            page.deferred.is_none() || row.repeated_head.is_none()
        });
        let cost = break_cost(row.break_above);
        let foot = PageEnd { hyphen, stanza: row.above.fixed };
        let mut new_pages = self.end_open_pages(pages, cost, foot);
        self.open_pages = ended;
        self.begin_pages(at, &mut new_pages);
        // A figure may leave no room for the row.
        let longest = self.lines * 2 + MAX_OVERRUN;
        let is_full =
            |page: &&OpenPage| page.fill > 0 && page.fill + row.height > longest;
        let plates: Vec<OpenPage> = new_pages.iter().filter(is_full).copied().collect();
        self.open_pages.extend(new_pages.drain(..));
        self.new_pages = new_pages;
        if !plates.is_empty() {
            let mut new_pages = self.end_open_pages(plates.iter(), 0, PageEnd::default());
            self.begin_pages(at, &mut new_pages);
            self.open_pages.append(&mut new_pages.into());
        }
    }

    /// Records where new pages begin, and puts the figures that waited at their heads.
    fn begin_pages(&mut self, at: RowPosition, new_pages: &mut Vec<OpenPage>) {
        if self.notes_called == 0 {
            new_pages.iter_mut().for_each(prune_dominated);
        }
        if new_pages.iter().flat_map(OpenPage::states).count() > self.min_beam {
            prune_to_beam(new_pages, self.min_beam);
        }
        for page in new_pages {
            let figure = page.deferred.take();
            let decision = PageDecision::EndPage(at, page.first_note_row, figure);
            if let Some(block) = figure {
                let row = &self.blocks[block as usize].variants[0].rows[0];
                page.fill = row.fill_at_head(self.lines * 2);
            }
            for path in page.paths() {
                self.decisions.push((decision, path.last_decision));
                path.last_decision =
                    u32::try_from(self.decisions.len()).unwrap_or(u32::MAX);
                path.on_first_page = false;
            }
        }
    }

    /// Ends pages in all ways, and keeps the cheapest paths to the pages that begin then.
    /// Most pages are far from full. Those of one side all end in the same state, so only the
    /// cheapest of them is ended.
    fn end_open_pages<'p>(
        &mut self,
        pages: impl Iterator<Item = &'p OpenPage>,
        break_cost: Cost,
        foot: PageEnd,
    ) -> Vec<OpenPage> {
        let mut new_pages = std::mem::take(&mut self.new_pages);
        let (column, lines, called) = (self.notes, self.lines, self.notes_called);
        let spread_costs = &self.spread_costs;
        let mut end = |state: PageState, split: &NoteSplit| {
            let cost = state.cost + break_cost;
            let ended = end_page(PageState { cost, ..state }, lines, split, foot);
            let (notes, figure) = (ended.first_note_row, ended.deferred);
            let new_page = new_pages.iter().rposition(|new_page| {
                new_page.first_note_row == notes && new_page.deferred == figure
            });
            let new_page = new_page.unwrap_or_else(|| {
                new_pages.push(OpenPage::new(notes, figure));
                new_pages.len() - 1
            });
            new_pages[new_page].keep_cheaper_path(&ended);
        };
        let mut shortest: [Option<(Cost, &OpenPage, usize, NoteSplit)>; 2] = [None; 2];
        // Pages that begin with the same notes are adjacent.
        let mut known = None;
        for page in pages {
            let notes = page.first_note_row as usize..called;
            let room = match known {
                Some((first, room)) if first == notes.start => room,
                _ => column.count_text_lines(lines, &notes),
            };
            known = Some((notes.start, room));
            let split =
                NoteSplit::unsplit(&notes, room, note_split::count_text_lines(page.fill));
            if split.short <= MAX_DEVIATION {
                for split in note_split::list_note_splits(column, lines, page.fill, notes)
                {
                    let (short, _) =
                        stretch_white(split.short, page.whites, split.has_notes, foot);
                    for (_, _, kind) in page.cheapest_kinds(spread_costs, short) {
                        end(page.state_of_kind(kind), &split);
                    }
                }
                continue;
            }
            if page.deferred.is_some() {
                // A figure waits so that its page is filled.
                continue;
            }
            let depth =
                deviation_cost(split.short) + little_text_cost(page.fill, lines, &split);
            for (side, cost, kind) in page.cheapest_kinds(spread_costs, split.short) {
                let shortest = &mut shortest[usize::from(side == Side::Recto)];
                if shortest.is_none_or(|(minimum, ..)| cost + depth < minimum) {
                    *shortest = Some((cost + depth, page, kind, split));
                }
            }
        }
        for (_, page, kind, split) in shortest.into_iter().flatten() {
            end(page.state_of_kind(kind), &split);
        }
        new_pages
    }

    /// Places a row on every page that has room for it. An empty page accepts any row.
    fn place_row(&mut self, at: RowPosition, row: &GalleyRow) {
        let longest = self.lines * 2 + MAX_OVERRUN;
        let plain = row.above == WhiteAbove::default()
            && row.repeated_head.is_none()
            && !row.floats;
        if plain && (1..=longest).contains(&row.height) {
            // Pages that differ before a line of text still differ after it. The pages at
            // the front began first, so they are full first.
            self.open_pages.iter_mut().for_each(|page| page.fill += row.height);
            while self.open_pages.front().is_some_and(|page| page.fill > longest) {
                self.open_pages.pop_front();
            }
            if self.open_pages.iter().any(|page| page.fill > longest) {
                self.open_pages.retain(|page| page.fill <= longest);
            }
        } else {
            std::mem::swap(&mut self.previous_pages, &mut self.open_pages);
            let block = u32::try_from(at.block).unwrap_or(u32::MAX);
            let full = self.lines * 2;
            let placed = self.previous_pages.iter().flat_map(|page| {
                let closes_up = at.row == 0
                    && page.deferred.is_some_and(|deferred| deferred + 1 == block);
                let top = if closes_up { page.fill } else { row.top_below(page.fill) };
                let bottom = top.saturating_add(row.height);
                // Figures stay in their order.
                let may_defer = row.floats && page.deferred.is_none();
                let deferred = (may_defer && bottom > full && page.fill > 0)
                    .then(|| page.with_deferred(block));
                let fits = bottom <= longest || page.fill == 0;
                let is_next = !row.floats || page.deferred.is_none();
                let placed = (fits && is_next).then(|| {
                    let whites = if closes_up {
                        page.whites
                    } else {
                        count_white(page.whites, row, page.fill)
                    };
                    page.with_fill(bottom.clamp(1, longest), whites)
                });
                [placed, deferred].into_iter().flatten()
            });
            self.merger.merge_pages(placed, &mut self.open_pages);
        }
        self.notes_called = self.notes_called.max(self.notes.count_called(row));
    }

    /// Records the variant of a block on every surviving path.
    fn record_variants(&mut self, block: usize) {
        for path in self.open_pages.iter_mut().flat_map(OpenPage::paths) {
            let variant = std::mem::take(&mut path.variant);
            if variant != 0 {
                self.decisions
                    .push((PageDecision::SetBlock(block, variant), path.last_decision));
                path.last_decision =
                    u32::try_from(self.decisions.len()).unwrap_or(u32::MAX);
            }
        }
        if self.decisions.len() > self.drop_decisions_at {
            self.drop_dead_decisions();
        }
    }

    /// Drops the decisions that are on no surviving path.
    fn drop_dead_decisions(&mut self) {
        let mut kept = vec![false; self.decisions.len()];
        for path in self.open_pages.iter_mut().flat_map(OpenPage::paths) {
            let mut last = path.last_decision;
            while let Some(index) = last.checked_sub(1)
                && !std::mem::replace(&mut kept[index as usize], true)
            {
                last = self.decisions[index as usize].1;
            }
        }
        // A decision comes after its predecessor, whose new index is therefore known.
        let mut moved = vec![0_u32; self.decisions.len() + 1];
        let mut decisions = Vec::new();
        for (index, &(decision, before)) in self.decisions.iter().enumerate() {
            if kept[index] {
                decisions.push((decision, moved[before as usize]));
                moved[index + 1] = u32::try_from(decisions.len()).unwrap_or(u32::MAX);
            }
        }
        for path in self.open_pages.iter_mut().flat_map(OpenPage::paths) {
            path.last_decision = moved[path.last_decision as usize];
        }
        self.drop_decisions_at = DROP_DECISIONS_AT.max(decisions.len() * 2);
        self.decisions = decisions;
    }

    /// Ends the last page and follows the backpointers.
    fn trace_back(&self, blocks: usize) -> PageBreaks {
        let ends = self.open_pages.iter().flat_map(OpenPage::states).flat_map(|state| {
            let notes = state.first_note_row as usize..self.notes_called;
            let splits =
                note_split::list_note_splits(self.notes, self.lines, state.fill, notes);
            splits.map(move |split| (state, split))
        });
        let best = ends.min_by_key(|(state, split)| {
            let stub = match state.fill.div_ceil(2) {
                // A page with nothing but the figure follows.
                _ if state.deferred.is_some() => {
                    STUB + depth_cost(state.traits, split.short)
                }
                _ if state.on_first_page => 0,
                0..SCRAP_LINES => SCRAP,
                SCRAP_LINES..STUB_LINES => STUB,
                _ => 0,
            };
            state.cost + stub + self.last_notes_cost(split)
        });
        let (mut last, notes_shown, figure) = best
            .map_or((0, 0, None), |(state, split)| {
                (state.last_decision, split.notes_end, state.deferred)
            });
        let mut breaks =
            PageBreaks { variants: vec![0; blocks], ..PageBreaks::default() };
        breaks.notes_shown.push(notes_shown);
        if figure.is_some() {
            breaks.add_page(RowPosition { block: blocks, row: 0 }, notes_shown, figure);
        }
        while let Some(index) = last.checked_sub(1) {
            let (decision, before) = self.decisions[index as usize];
            match decision {
                PageDecision::EndPage(at, notes_shown, figure) => {
                    breaks.add_page(at, notes_shown as usize, figure);
                }
                PageDecision::SetBlock(block, variant) => {
                    breaks.variants[block] = variant.into();
                }
            }
            last = before;
        }
        breaks.page_starts.push(RowPosition::default());
        breaks.deferred.push(None);
        breaks.page_starts.reverse();
        breaks.notes_shown.reverse();
        breaks.deferred.reverse();
        self.add_note_pages(notes_shown, blocks, &mut breaks);
        breaks
    }

    /// The cost of the notes on the last page.
    fn last_notes_cost(&self, split: &NoteSplit) -> Cost {
        let left = if split.notes_end < self.notes_called { NOTES_AFTER_TEXT } else { 0 };
        let long = if split.has_notes { deviation_cost(split.short.min(0)) } else { 0 };
        split.cost + left + long
    }

    /// Adds pages for the notes that remain after the text has ended.
    fn add_note_pages(
        &self,
        mut notes_shown: usize,
        blocks: usize,
        breaks: &mut PageBreaks,
    ) {
        while notes_shown < self.notes_called {
            let fitting = self.notes.find_longest_fit(
                self.lines,
                0,
                notes_shown,
                self.notes_called,
            );
            notes_shown = fitting.max(notes_shown + 1);
            breaks.add_page(RowPosition { block: blocks, row: 0 }, notes_shown, None);
        }
    }
}

/// The number of places with stretchable white space after a row is added to a page that
/// has `whites` of them and is filled to `fill`.
fn count_white(whites: u8, row: &GalleyRow, fill: HalfLines) -> u8 {
    let stretches = fill > 0 && row.above.minimum > 0 && !row.above.fixed;
    let white = u8::from(stretches);
    (whites + white).min(WHITES_FOR_TWO_LINES)
}

/// Drops the paths to a page that another path beats, whatever follows. The most that their
/// verso can still save a facing recto is less than what they cost more.
fn prune_dominated(new_page: &mut OpenPage) {
    let rectos = new_page.states().filter(|state| state.traits.side == Side::Recto);
    let Some(minimum) = rectos.map(|state| state.cost).min() else { return };
    new_page.retain_states(|state| {
        let given_back = match state.traits.facing {
            FacingVerso::Short(-1 | 1) => 2 * LINE_OFF,
            FacingVerso::Short(_) | FacingVerso::None => 0,
        };
        state.traits.side == Side::Verso || state.cost <= minimum + UNEQUAL + given_back
    });
}

/// Drops the paths to new pages that cost much more than the cheapest, but keeps at least
/// `min_beam`. Among paths that cost as much as the last survivor, the first survive.
fn prune_to_beam(new_pages: &mut Vec<OpenPage>, min_beam: usize) {
    let states = new_pages.iter().flat_map(OpenPage::states);
    let mut costs: Vec<Cost> = states.map(|state| state.cost).collect();
    costs.sort_unstable();
    let in_margin = costs.partition_point(|&cost| cost <= costs[0] + BEAM_MARGIN);
    costs.truncate(in_margin.clamp(min_beam, min_beam.max(MAX_BEAM)));
    let Some(&highest) = costs.last() else { return };
    let mut left = costs.len() - costs.partition_point(|&cost| cost < highest);
    new_pages.retain_mut(|new_page| {
        new_page.retain_states(|state| {
            let last = state.cost == highest && left > 0;
            left -= usize::from(last);
            last || state.cost < highest
        })
    });
}

#[cfg(test)]
mod tests;
#[cfg(any(test, fuzzing))]
pub(crate) mod trial;
