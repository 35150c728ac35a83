//! Pages under way, and the cheapest path to each.
//!
//! Pages that are filled alike and begin with the same notes go on alike, whatever was before
//! them. So a page is filled once for all paths to it, of which one is kept for each kind of
//! page that it can be.

use std::collections::VecDeque;

use super::{
    Cost, DEEPEST_FAULT, Facing, HalfLines, Open, Side, State, WHITES_FOR_TWO, off,
    spread,
};

/// Kinds of page: a verso, and rectos that face no page of the galley, or a verso from one
/// line long to [`DEEPEST_FAULT`] lines short.
const KINDS: usize = FAULTS + 2;

/// How many depths of a verso are told apart.
const FAULTS: usize = DEEPEST_FAULT as usize + 2;

/// How many lines short a page is that is two lines long. What longer ones cost beside their
/// depth is the same.
const LONGEST: i32 = -2;

/// How many depths of a page that ends are told apart.
const DEPTHS: usize = FAULTS + 1;

/// How many places with white are told apart.
const WHITES: usize = WHITES_FOR_TWO as usize + 1;

/// What no path costs: nothing that is added to it or given back makes a path of it.
const NO_PATH: Cost = Cost::MAX / 2;

/// Whether there is a path that costs so much.
fn is_path(cost: Cost) -> bool {
    cost < NO_PATH / 2
}

/// A page under way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Begun {
    /// See [`State::fill`].
    pub(super) fill: HalfLines,
    /// See [`Open::whites`].
    pub(super) whites: u8,
    /// See [`State::noted`].
    pub(super) noted: u32,
    /// What the cheapest path to it as each kind of page costs.
    costs: [Cost; KINDS],
    /// Those paths.
    paths: [Path; KINDS],
}

/// A path to a page.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Path {
    /// See [`State::last`].
    pub(super) last: u32,
    /// The version in which the stretch was set that ends here.
    pub(super) version: u16,
    /// See [`State::first`].
    pub(super) first: bool,
}

impl Begun {
    /// A page on which nothing stands, and to which there is no path.
    pub(super) fn new(noted: u32) -> Self {
        let (costs, paths) = ([NO_PATH; KINDS], [Path::default(); KINDS]);
        Self { fill: 0, whites: 0, noted, costs, paths }
    }

    /// The same page, filled so far and with white in so many places.
    pub(super) fn filled(self, fill: HalfLines, whites: u8) -> Self {
        Self { fill, whites, ..self }
    }

    /// Keeps the path to a state of it, if it is cheaper than the one known.
    pub(super) fn keep(&mut self, state: &State) {
        let &State { page, cost, last, first, .. } = state;
        let kind = kind(page);
        if cost < self.costs[kind] {
            self.costs[kind] = cost;
            self.paths[kind] = Path { last, version: 0, first };
        }
    }

    /// Keeps the paths to another that goes on as it does, where they are cheaper.
    fn join(&mut self, other: &Self) {
        for kind in 0..KINDS {
            if other.costs[kind] < self.costs[kind] {
                self.costs[kind] = other.costs[kind];
                self.paths[kind] = other.paths[kind];
            }
        }
    }

    /// Makes all paths to it dearer, which end with a stretch in a version.
    pub(super) fn choose(&mut self, version: u16, surcharge: Cost) {
        for kind in self.kinds() {
            self.costs[kind] += surcharge;
            self.paths[kind].version = version;
        }
    }

    /// The paths to it.
    pub(super) fn paths(&mut self) -> impl Iterator<Item = &mut Path> {
        let paths = self.costs.iter().zip(&mut self.paths);
        paths.filter(|&(&cost, _)| is_path(cost)).map(|(_, path)| path)
    }

    /// Leaves out the paths that are not to be kept; tells whether there is one left.
    pub(super) fn retain(&mut self, mut kept: impl FnMut(&State) -> bool) -> bool {
        for kind in self.kinds() {
            if !kept(&self.state(kind)) {
                self.costs[kind] = NO_PATH;
            }
        }
        self.kinds().next().is_some()
    }

    /// Its states.
    pub(super) fn states(&self) -> impl Iterator<Item = State> {
        self.kinds().map(|kind| self.state(kind))
    }

    /// The kind of verso and the kind of recto that cost least when the page ends, of those that
    /// there are paths to, and what they cost then but for what its depth costs by itself. What
    /// it ends as is the same for all kinds on one side.
    pub(super) fn cheapest(
        &self,
        spreads: &Spreads,
        short: i32,
    ) -> impl Iterator<Item = (Side, Cost, usize)> {
        // A loop: this is where much of the time goes that pages take.
        let mut recto = (Side::Recto, NO_PATH, 0);
        for (kind, spread) in spreads.of(short).iter().enumerate().skip(1) {
            let cost = self.costs[kind] + spread;
            if cost < recto.1 {
                recto = (Side::Recto, cost, kind);
            }
        }
        let both = [(Side::Verso, self.costs[0], 0), recto];
        both.into_iter().filter(|&(_, cost, _)| is_path(cost))
    }

    /// The kinds of page that there are paths to it as.
    fn kinds(&self) -> impl Iterator<Item = usize> + use<> {
        let costs = self.costs;
        (0..KINDS).filter(move |&kind| is_path(costs[kind]))
    }

    /// Its state as a kind of page.
    pub(super) fn state(&self, kind: usize) -> State {
        let &Self { fill, whites, noted, .. } = self;
        let Path { last, first, .. } = self.paths[kind];
        let side = if kind == 0 { Side::Verso } else { Side::Recto };
        let page = Open { side, facing: facing(kind), whites };
        State { page, fill, cost: self.costs[kind], last, first, noted }
    }
}

/// What pages cost when they end beside what their depth costs by itself, by how deep they are
/// and their kind.
#[derive(Debug)]
pub(super) struct Spreads([[Cost; KINDS]; DEPTHS]);

impl Spreads {
    pub(super) fn new() -> Self {
        let mut spreads = [[0; KINDS]; DEPTHS];
        for (short, spreads) in (LONGEST..).zip(&mut spreads) {
            for (kind, cost) in spreads.iter_mut().enumerate() {
                *cost = spread(facing(kind), short) - off(short);
            }
        }
        Self(spreads)
    }

    /// Of pages that are so many lines short.
    fn of(&self, short: i32) -> &[Cost; KINDS] {
        let depth = short.clamp(LONGEST, DEEPEST_FAULT) - LONGEST;
        &self.0[usize::try_from(depth).unwrap_or(0)]
    }
}

/// The number of a kind of page.
fn kind(page: Open) -> usize {
    match (page.side, page.facing) {
        (Side::Verso, _) => 0,
        (Side::Recto, Facing::None) => 1,
        (Side::Recto, Facing::Short(lines)) => usize::try_from(lines + 3).unwrap_or(0),
    }
}

/// What a kind of page faces.
fn facing(kind: usize) -> Facing {
    match i8::try_from(kind).unwrap_or(0) {
        0 | 1 => Facing::None,
        kind => Facing::Short(kind - 3),
    }
}

/// Joins pages that go on alike.
pub(super) struct Joiner {
    /// How many fills a page can have.
    fills: usize,
    /// For every fill and number of places with white the joining that last met it, and the
    /// place of the first such page among those kept then.
    met: Vec<(u32, u32)>,
    /// For every page kept the place of the next that is filled alike, with other notes; its
    /// own for the last.
    next: Vec<u32>,
    /// How often pages were joined.
    joining: u32,
}

impl Joiner {
    /// For pages of no more than so many half lines.
    pub(super) fn new(longest: HalfLines) -> Self {
        let fills = usize::from(longest) + 1;
        Self { fills, met: vec![(0, 0); fills * WHITES], next: Vec::new(), joining: 0 }
    }

    /// Makes one of all pages that go on alike, in the order in which they came; of paths that
    /// cost the same the one stays that came first.
    pub(super) fn join(
        &mut self,
        pages: impl Iterator<Item = Begun>,
        kept: &mut VecDeque<Begun>,
    ) {
        self.joining += 1;
        self.next.clear();
        kept.clear();
        for page in pages {
            // There are some thousands at most.
            let place = u32::try_from(kept.len()).unwrap_or(u32::MAX);
            let filled = usize::from(page.whites) * self.fills + usize::from(page.fill);
            match self.met[filled] {
                (joining, first) if joining == self.joining => {
                    let last = self.alike(page.noted, first, kept);
                    let known = &mut kept[last as usize];
                    if known.noted == page.noted {
                        known.join(&page);
                        continue;
                    }
                    self.next[last as usize] = place;
                }
                _ => self.met[filled] = (self.joining, place),
            }
            self.next.push(place);
            kept.push_back(page);
        }
    }

    /// Of pages that are filled alike, of which the first is given, the one that begins with
    /// some notes; or else the last.
    fn alike(&self, noted: u32, first: u32, kept: &VecDeque<Begun>) -> u32 {
        let mut place = first;
        while kept[place as usize].noted != noted {
            match self.next[place as usize] {
                last if last == place => break,
                next => place = next,
            }
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop, prop_assert_eq, proptest};

    use super::super::depth_cost;
    use super::{Begun, KINDS, LONGEST, NO_PATH, Side, Spreads};

    proptest! {
        /// However a page ends, the kinds that are told to be cheapest are those that are
        /// cheapest when each is ended.
        #[test]
        fn the_cheapest_kind_ends_cheapest(
            costs in prop::array::uniform::<_, KINDS>(prop::option::of(0..90_000_000_i64)),
            short in LONGEST - 2..9,
        ) {
            let mut page = Begun::new(0);
            page.costs = costs.map(|cost| cost.unwrap_or(NO_PATH));
            let ended = |side| {
                let states = page.states().filter(move |state| state.page.side == side);
                states.map(|state| state.cost + depth_cost(state.page, short)).min()
            };
            let mut told = [None; 2];
            for (side, _, kind) in page.cheapest(&Spreads::new(), short) {
                let state = page.state(kind);
                told[usize::from(side == Side::Recto)] =
                    Some(state.cost + depth_cost(state.page, short));
            }
            prop_assert_eq!(told, [ended(Side::Verso), ended(Side::Recto)]);
        }
    }
}
