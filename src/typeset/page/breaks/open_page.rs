//! Open pages, and the cheapest path to each.
//!
//! Pages that are equally filled and begin with the same notes have the same future,
//! whatever came before. So a page is filled once for all paths to it. For each kind of
//! page that it can be, only the cheapest path is kept.

use std::collections::VecDeque;

use super::costs::{
    Cost, FIGURE_DEFERRED, MAX_DEVIATION, WHITES_FOR_TWO_LINES, deviation_cost,
    facing_cost,
};
use super::{FacingVerso, HalfLines, PageState, PageTraits, Side};

/// The number of kinds of page: a verso, a recto that faces no page of the galley, and
/// rectos that face a verso from one line long to [`MAX_DEVIATION`] lines short.
const KINDS: usize = VERSO_DEPTHS + 2;

/// How many depths of a verso the search distinguishes.
const VERSO_DEPTHS: usize = MAX_DEVIATION as usize + 2;

/// The shortfall of a page that is two lines long. Longer pages cost the same beyond their
/// own depth.
const DEEPEST: i32 = -2;

/// How many depths of a closing page the search distinguishes.
const DEPTHS: usize = VERSO_DEPTHS + 1;

/// How many counts of places with white space the search distinguishes.
const WHITES: usize = WHITES_FOR_TWO_LINES as usize + 1;

/// The cost of a missing path. No surcharge or refund turns it into the cost of a path.
const NO_PATH: Cost = Cost::MAX / 2;

/// Whether this is the cost of a path.
fn is_path(cost: Cost) -> bool {
    cost < NO_PATH / 2
}

/// A page that is still being filled.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenPage {
    /// See [`PageState::fill`].
    pub(super) fill: HalfLines,
    /// See [`PageTraits::whites`].
    pub(super) whites: u8,
    /// See [`PageState::first_note_row`].
    pub(super) first_note_row: u32,
    /// See [`PageState::deferred`].
    pub(super) deferred: Option<u32>,
    /// The cost of the cheapest path to it, by kind of page.
    costs: [Cost; KINDS],
    /// The cheapest paths, by kind of page.
    paths: [PagePath; KINDS],
}

/// A path to a page.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PagePath {
    /// See [`PageState::last_decision`].
    pub(super) last_decision: u32,
    /// The variant of the block that ends here.
    pub(super) variant: u16,
    /// See [`PageState::on_first_page`].
    pub(super) on_first_page: bool,
}

impl OpenPage {
    /// Creates an empty page without a path to it.
    pub(super) fn new(first_note_row: u32, deferred: Option<u32>) -> Self {
        let (costs, paths) = ([NO_PATH; KINDS], [PagePath::default(); KINDS]);
        Self { fill: 0, whites: 0, first_note_row, deferred, costs, paths }
    }

    /// Changes how far it is filled and its count of places with white space.
    pub(super) fn with_fill(self, fill: HalfLines, whites: u8) -> Self {
        Self { fill, whites, ..self }
    }

    /// Defers a figure to the head of the next page.
    pub(super) fn with_deferred(mut self, block: u32) -> Self {
        self.deferred = Some(block);
        for kind in self.kinds() {
            self.costs[kind] += FIGURE_DEFERRED;
        }
        self
    }

    /// What it begins with and what waits: pages that differ in this have another future.
    fn waiting(&self) -> (u32, Option<u32>) {
        (self.first_note_row, self.deferred)
    }

    /// Keeps the path of a state, if it is cheaper than the known path to its kind.
    pub(super) fn keep_cheaper_path(&mut self, state: &PageState) {
        let &PageState { traits, cost, last_decision, on_first_page, .. } = state;
        let kind = kind_of_page(traits);
        if cost < self.costs[kind] {
            self.costs[kind] = cost;
            self.paths[kind] = PagePath { last_decision, variant: 0, on_first_page };
        }
    }

    /// Keeps the paths to an equivalent page where they are cheaper.
    fn merge(&mut self, other: &Self) {
        for kind in 0..KINDS {
            if other.costs[kind] < self.costs[kind] {
                self.costs[kind] = other.costs[kind];
                self.paths[kind] = other.paths[kind];
            }
        }
    }

    /// Ends a block in a variant: adds its surcharge to all paths.
    pub(super) fn end_block(&mut self, variant: u16, surcharge: Cost) {
        for kind in self.kinds() {
            self.costs[kind] += surcharge;
            self.paths[kind].variant = variant;
        }
    }

    /// The paths to it.
    pub(super) fn paths(&mut self) -> impl Iterator<Item = &mut PagePath> {
        let paths = self.costs.iter().zip(&mut self.paths);
        paths.filter(|&(&cost, _)| is_path(cost)).map(|(_, path)| path)
    }

    /// Drops the paths that `is_kept` rejects. Returns whether any path remains.
    pub(super) fn retain_states(
        &mut self,
        mut is_kept: impl FnMut(&PageState) -> bool,
    ) -> bool {
        for kind in self.kinds() {
            if !is_kept(&self.state_of_kind(kind)) {
                self.costs[kind] = NO_PATH;
            }
        }
        self.kinds().next().is_some()
    }

    /// Its states, one per path.
    pub(super) fn states(&self) -> impl Iterator<Item = PageState> {
        self.kinds().map(|kind| self.state_of_kind(kind))
    }

    /// The cheapest kind of verso and of recto to end this page as, with the cost then,
    /// except for the cost of its own depth. The state after the page is the same for all
    /// kinds of one side.
    pub(super) fn cheapest_kinds(
        &self,
        spread_costs: &SpreadCosts,
        short: i32,
    ) -> impl Iterator<Item = (Side, Cost, usize)> {
        // A loop, because pagination spends much of its time here.
        let mut recto = (Side::Recto, NO_PATH, 0);
        for (kind, spread) in spread_costs.for_shortfall(short).iter().enumerate().skip(1)
        {
            let cost = self.costs[kind] + spread;
            if cost < recto.1 {
                recto = (Side::Recto, cost, kind);
            }
        }
        let both = [(Side::Verso, self.costs[0], 0), recto];
        both.into_iter().filter(|&(_, cost, _)| is_path(cost))
    }

    /// The kinds of page that it has a path for.
    fn kinds(&self) -> impl Iterator<Item = usize> + use<> {
        let costs = self.costs;
        (0..KINDS).filter(move |&kind| is_path(costs[kind]))
    }

    /// Its state as a kind of page.
    pub(super) fn state_of_kind(&self, kind: usize) -> PageState {
        let &Self { fill, whites, first_note_row, deferred, .. } = self;
        let PagePath { last_decision, on_first_page, .. } = self.paths[kind];
        let side = if kind == 0 { Side::Verso } else { Side::Recto };
        let traits = PageTraits { side, facing: verso_faced_by_kind(kind), whites };
        PageState {
            traits,
            fill,
            cost: self.costs[kind],
            last_decision,
            on_first_page,
            first_note_row,
            deferred,
        }
    }
}

/// The costs of closing pages beyond those of their own depth, by depth and kind.
#[derive(Debug)]
pub(super) struct SpreadCosts([[Cost; KINDS]; DEPTHS]);

impl SpreadCosts {
    pub(super) fn new() -> Self {
        let mut spread_costs = [[0; KINDS]; DEPTHS];
        for (short, spread_costs) in (DEEPEST..).zip(&mut spread_costs) {
            for (kind, cost) in spread_costs.iter_mut().enumerate() {
                *cost =
                    facing_cost(verso_faced_by_kind(kind), short) - deviation_cost(short);
            }
        }
        Self(spread_costs)
    }

    /// The costs for pages that are `short` lines short.
    fn for_shortfall(&self, short: i32) -> &[Cost; KINDS] {
        let depth = short.clamp(DEEPEST, MAX_DEVIATION) - DEEPEST;
        &self.0[usize::try_from(depth).unwrap_or(0)]
    }
}

/// The index of a kind of page.
fn kind_of_page(traits: PageTraits) -> usize {
    match (traits.side, traits.facing) {
        (Side::Verso, _) => 0,
        (Side::Recto, FacingVerso::None) => 1,
        (Side::Recto, FacingVerso::Short(lines)) => {
            usize::try_from(lines + 3).unwrap_or(0)
        }
    }
}

/// The verso that a kind of page faces.
fn verso_faced_by_kind(kind: usize) -> FacingVerso {
    match i8::try_from(kind).unwrap_or(0) {
        0 | 1 => FacingVerso::None,
        kind => FacingVerso::Short(kind - 3),
    }
}

/// Merges pages that have the same future.
pub(super) struct PageMerger {
    /// The number of possible fills.
    fills: usize,
    /// For every fill and count of places with white space: the last round that saw such a
    /// page, and the index of the first one among the merged pages then.
    latest: Vec<(u32, u32)>,
    /// For every merged page the index of the next with the same fill and other notes or
    /// another deferred figure; its own index for the last.
    next_alike: Vec<u32>,
    /// The number of merges so far.
    round: u32,
}

impl PageMerger {
    /// Creates a merger for pages of at most `longest` half lines.
    pub(super) fn new(longest: HalfLines) -> Self {
        let fills = usize::from(longest) + 1;
        Self {
            fills,
            latest: vec![(0, 0); fills * WHITES],
            next_alike: Vec::new(),
            round: 0,
        }
    }

    /// Merges all pages that have the same future, in order. Among paths of the same cost,
    /// the first survives.
    pub(super) fn merge_pages(
        &mut self,
        pages: impl Iterator<Item = OpenPage>,
        merged: &mut VecDeque<OpenPage>,
    ) {
        self.round += 1;
        self.next_alike.clear();
        merged.clear();
        for page in pages {
            // There are some thousands at most.
            let index = u32::try_from(merged.len()).unwrap_or(u32::MAX);
            let filled = usize::from(page.whites) * self.fills + usize::from(page.fill);
            match self.latest[filled] {
                (round, first) if round == self.round => {
                    let last = self.find_alike(&page, first, merged);
                    let known = &mut merged[last as usize];
                    if known.waiting() == page.waiting() {
                        known.merge(&page);
                        continue;
                    }
                    self.next_alike[last as usize] = index;
                }
                _ => self.latest[filled] = (self.round, index),
            }
            self.next_alike.push(index);
            merged.push_back(page);
        }
    }

    /// Among equally filled pages, starting with `first`, finds the one that begins with
    /// the same notes and defers the same figure as `page`, or else the last.
    fn find_alike(
        &self,
        page: &OpenPage,
        first: u32,
        merged: &VecDeque<OpenPage>,
    ) -> u32 {
        let mut index = first;
        while merged[index as usize].waiting() != page.waiting() {
            match self.next_alike[index as usize] {
                last if last == index => break,
                next => index = next,
            }
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop, prop_assert_eq, proptest};

    use super::{DEEPEST, KINDS, NO_PATH, OpenPage, Side, SpreadCosts};
    use crate::typeset::page::breaks::costs::depth_cost;

    proptest! {
        /// However a page ends, the kinds that are said to be cheapest are the cheapest
        /// when each is ended.
        #[test]
        fn the_cheapest_kinds_stay_cheapest_when_the_page_ends(
            costs in prop::array::uniform::<_, KINDS>(prop::option::of(0..90_000_000_i64)),
            short in DEEPEST - 2..9,
        ) {
            let mut page = OpenPage::new(0, None);
            page.costs = costs.map(|cost| cost.unwrap_or(NO_PATH));
            let ended = |side| {
                let states = page.states().filter(move |state| state.traits.side == side);
                states.map(|state| state.cost + depth_cost(state.traits, short)).min()
            };
            let mut found = [None; 2];
            for (side, _, kind) in page.cheapest_kinds(&SpreadCosts::new(), short) {
                let state = page.state_of_kind(kind);
                found[usize::from(side == Side::Recto)] =
                    Some(state.cost + depth_cost(state.traits, short));
            }
            prop_assert_eq!(found, [ended(Side::Verso), ended(Side::Recto)]);
        }
    }
}
