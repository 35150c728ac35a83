//! Where pages end: the cheapest way to cut a whole galley.
//!
//! A page end is judged together with all others of the chapter (Plass 1981), by a
//! dynamic program that walks through the galley strip by strip and keeps, for every
//! state that a page can be in, the cheapest way to it. Paragraphs of several lengths
//! are walked in every length. Costs far apart act as an order of what is given up
//! first, and the search stays one number.

use crate::typeset::page::galley::{Galley, HalfLines, Parting, Strip};

/// A cost in demerits, the unit of the line breaker; a paragraph costs about 10 000.
type Cost = i64;

/// A hyphen at the foot of a verso: the eye moves to the facing page.
const HYPHEN_AT_FOOT: Cost = 30_000;
/// A hyphen at the foot of a recto: the word goes on over the leaf.
const HYPHEN_AT_TURN: Cost = 300_000;
/// A pause at the edge of a page, where an ornament must show it.
const PAUSE_AT_EDGE: Cost = 50_000;
/// A page one line short whose white takes the line: that above a heading, or around
/// what stands apart.
const WHITE_STRETCHED: Cost = 60_000;
/// Both pages of a spread one line short, or one line long: hardly seen.
const SPREAD_OFF: Cost = 100_000;
/// A stanza parted, with at least two lines on either side.
const IN_STANZA: Cost = 2_000_000;
/// A last page of fewer than [`STUB_LINES`] lines.
const STUB: Cost = 3_000_000;
/// A last page of fewer than [`SCRAP_LINES`] lines.
const SCRAP: Cost = 10_000_000;
/// For every line that a page is short or long.
const OFF_BY_LINE: Cost = 10_000_000;
/// The first line of a paragraph at the foot of a page.
const ORPHAN: Cost = 20_000_000;
/// Facing pages of unequal depth, beside what their depth costs.
const UNEQUAL: Cost = 20_000_000;
/// The last line of a paragraph at the head of a page.
const WIDOW: Cost = 30_000_000;
/// A heading at the foot of a page, alone or with one line.
const AFTER_HEADING: Cost = 1_000_000_000;

/// A last page of a chapter should have at least so many lines.
const STUB_LINES: HalfLines = 5;
/// With fewer lines a last page is a scrap.
const SCRAP_LINES: HalfLines = 3;
/// A page may be so many half lines longer than its text block: one line.
const LONGEST_OVER: HalfLines = 2;
/// Lines: deeper faults of a verso are one state. Each is paid for when its page closes,
/// so that the deepest costs most; only whether the recto is as deep is known less exactly.
const DEEPEST_FAULT: i32 = 4;

/// Decisions are kept until there are so many, some dozens of megabytes.
const FORGET_AT: usize = 1_000_000;

/// Which page of an opened book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Side {
    /// The left-hand page, even in number.
    Verso,
    /// The right-hand page, odd in number.
    Recto,
}

impl Side {
    /// The side of the next page.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Verso => Self::Recto,
            Self::Recto => Self::Verso,
        }
    }
}

/// A strip's place in a galley: its stretch, and its place in the chosen version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct At {
    /// Place in [`Galley::stretches`].
    pub(crate) stretch: usize,
    /// Place in [`crate::typeset::page::galley::Version::strips`].
    pub(crate) strip: usize,
}

/// How a galley is cut into pages.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Cuts {
    /// The first strip of every page.
    pub(crate) heads: Vec<At>,
    /// The version of every stretch.
    pub(crate) versions: Vec<usize>,
}

/// Cuts a galley into pages of so many lines, of which the first is on `side`.
pub(crate) fn cut(galley: &Galley, lines: HalfLines, side: Side) -> Cuts {
    if galley.stretches.is_empty() {
        return Cuts::default();
    }
    let mut walk = Walk::new(lines, side);
    for (index, stretch) in galley.stretches.iter().enumerate() {
        let before = std::mem::take(&mut walk.front);
        let mut ends = Vec::new();
        for (version, setting) in stretch.versions.iter().enumerate() {
            walk.front.clone_from(&before);
            for (place, strip) in setting.strips.iter().enumerate() {
                let at = At { stretch: index, strip: place };
                let hyphen = place > 0 && setting.strips[place - 1].hyphenated;
                if at != At::default() {
                    walk.close(at, strip.parting, hyphen);
                }
                walk.place(strip);
            }
            let surcharge = setting.surcharge;
            let ended = walk.front.drain(..);
            ends.extend(ended.map(|state| State {
                cost: state.cost + surcharge,
                version,
                ..state
            }));
        }
        walk.front = walk.sieve.cheapest(ends.into_iter());
        walk.choose(index);
    }
    walk.finish(galley.stretches.len())
}

/// The deviation of the verso that the present recto faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Facing {
    /// No page of this galley.
    None,
    /// A verso so many lines short (less than zero: long).
    Short(i32),
}

/// A page under way, but for how far it is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Open {
    side: Side,
    facing: Facing,
    /// It has white that can take a line.
    loose: bool,
}

/// A state of the walk, and the cheapest way to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    page: Open,
    fill: HalfLines,
    cost: Cost,
    /// Place of the last decision on the way in [`Walk::decisions`], plus one; zero for
    /// none.
    last: u32,
    /// No page has ended yet.
    first: bool,
    /// The version in which the stretch was set that ends here.
    version: usize,
}

/// A decision on the way, and the place of the one before it, plus one.
#[derive(Debug, Clone, Copy)]
enum Decision {
    /// A page ends above this strip.
    Close(At),
    /// The stretch is set in this version.
    Choose(usize, usize),
}

/// The walk through a galley.
struct Walk {
    /// Depth of a full page.
    depth: HalfLines,
    /// The states that the walk can be in, each once.
    front: Vec<State>,
    sieve: Sieve,
    decisions: Vec<(Decision, u32)>,
    /// With more decisions than this, those on no way are forgotten.
    forget_at: usize,
}

impl Walk {
    /// At the head of the first page.
    fn new(lines: HalfLines, side: Side) -> Self {
        let depth = lines.max(1) * 2;
        let page = Open { side, facing: Facing::None, loose: false };
        let start = State { page, fill: 0, cost: 0, last: 0, first: true, version: 0 };
        let sieve = Sieve::new(depth + LONGEST_OVER);
        Self {
            depth,
            front: vec![start],
            sieve,
            decisions: Vec::new(),
            forget_at: FORGET_AT,
        }
    }

    /// Ends pages above a strip, wherever that can be the best.
    fn close(&mut self, at: At, parting: Parting, hyphen: bool) {
        let depth = self.depth;
        let closed = self.front.iter().map(|state| {
            let page = state.page;
            let (short, white) = stretched(shortness(depth, state.fill), page.loose);
            let hyphen = match page.side {
                _ if !hyphen => 0,
                Side::Verso => HYPHEN_AT_FOOT,
                Side::Recto => HYPHEN_AT_TURN,
            };
            let (facing, depth) = match page.side {
                Side::Verso => {
                    (Facing::Short(short.clamp(-1, DEEPEST_FAULT)), off(short))
                }
                Side::Recto => (Facing::None, spread(page.facing, short)),
            };
            let cost = state.cost + parting_cost(parting) + hyphen + depth + white;
            let page = Open { side: page.side.other(), facing, loose: false };
            State { page, fill: 0, cost, ..*state }
        });
        for state in self.sieve.cheapest(closed) {
            self.decisions.push((Decision::Close(at), state.last));
            let last = u32::try_from(self.decisions.len()).unwrap_or(u32::MAX);
            self.front.push(State { last, first: false, ..state });
        }
    }

    /// Places a strip on every page that can take it; a page takes any as its first.
    fn place(&mut self, strip: &Strip) {
        let longest = self.depth + LONGEST_OVER;
        let placed = self.front.iter().filter_map(|state| {
            let foot = strip.top(state.fill).saturating_add(strip.height);
            if foot > longest && state.fill > 0 {
                return None;
            }
            let white = state.fill > 0 && strip.above.least > 0;
            let page = Open { loose: state.page.loose || white, ..state.page };
            Some(State { page, fill: foot.clamp(1, longest), ..*state })
        });
        self.front = self.sieve.cheapest(placed);
    }

    /// Writes down in which version a stretch was set, on every way that goes on.
    fn choose(&mut self, stretch: usize) {
        for state in &mut self.front {
            let version = std::mem::take(&mut state.version);
            if version != 0 {
                self.decisions.push((Decision::Choose(stretch, version), state.last));
                state.last = u32::try_from(self.decisions.len()).unwrap_or(u32::MAX);
            }
        }
        if self.decisions.len() > self.forget_at {
            self.forget();
        }
    }

    /// Forgets the decisions that are on no way that goes on.
    fn forget(&mut self) {
        let mut kept = vec![false; self.decisions.len()];
        for state in &self.front {
            let mut last = state.last;
            while let Some(place) = last.checked_sub(1)
                && !std::mem::replace(&mut kept[place as usize], true)
            {
                last = self.decisions[place as usize].1;
            }
        }
        // A decision stands after the one before it, whose new place is known then.
        let mut moved = vec![0_u32; self.decisions.len() + 1];
        let mut decisions = Vec::new();
        for (place, &(decision, before)) in self.decisions.iter().enumerate() {
            if kept[place] {
                decisions.push((decision, moved[before as usize]));
                moved[place + 1] = u32::try_from(decisions.len()).unwrap_or(u32::MAX);
            }
        }
        for state in &mut self.front {
            state.last = moved[state.last as usize];
        }
        self.forget_at = FORGET_AT.max(decisions.len() * 2);
        self.decisions = decisions;
    }

    /// Ends the last page and follows the decisions back.
    fn finish(&self, stretches: usize) -> Cuts {
        let best = self.front.iter().min_by_key(|state| {
            let stub = match state.fill.div_ceil(2) {
                _ if state.first => 0,
                0..SCRAP_LINES => SCRAP,
                SCRAP_LINES..STUB_LINES => STUB,
                _ => 0,
            };
            state.cost + stub
        });
        let mut cuts = Cuts { heads: Vec::new(), versions: vec![0; stretches] };
        let mut last = best.map_or(0, |state| state.last);
        while let Some(place) = last.checked_sub(1) {
            let (decision, before) = self.decisions[place as usize];
            match decision {
                Decision::Close(at) => cuts.heads.push(at),
                Decision::Choose(stretch, version) => cuts.versions[stretch] = version,
            }
            last = before;
        }
        cuts.heads.push(At::default());
        cuts.heads.reverse();
        cuts
    }
}

/// Keeps of many states the cheapest of each kind.
struct Sieve {
    /// How many fills a page can have.
    fills: usize,
    /// For every kind of state the sifting that last met it, and its place among those
    /// kept then.
    met: Vec<(u32, usize)>,
    /// How often there was a sifting.
    sifting: u32,
}

/// Kinds of [`Facing`]: none, or one line long to [`DEEPEST_FAULT`] lines short.
const FACINGS: usize = 7;

impl Sieve {
    /// A sieve for pages of no more than so many half lines.
    fn new(longest: HalfLines) -> Self {
        let fills = usize::from(longest) + 1;
        Self { fills, met: vec![(0, 0); fills * FACINGS * 4], sifting: 0 }
    }

    /// The cheapest state of each kind, in the order in which the kinds came; of two that
    /// cost the same the one that came first.
    fn cheapest(&mut self, states: impl Iterator<Item = State>) -> Vec<State> {
        self.sifting += 1;
        let mut kept: Vec<State> = Vec::new();
        for state in states {
            let kind = self.kind(state);
            match self.met[kind] {
                (sifting, place) if sifting == self.sifting => {
                    if state.cost < kept[place].cost {
                        kept[place] = state;
                    }
                }
                _ => {
                    self.met[kind] = (self.sifting, kept.len());
                    kept.push(state);
                }
            }
        }
        kept
    }

    /// The number of a state's kind: two of one kind go on alike.
    fn kind(&self, state: State) -> usize {
        let Open { side, facing, loose } = state.page;
        let facing = match facing {
            Facing::None => 0,
            Facing::Short(lines) => {
                usize::try_from(lines.clamp(-1, DEEPEST_FAULT) + 2).unwrap_or(0)
            }
        };
        let page = (facing * 2 + usize::from(side == Side::Recto)) * 2;
        (page + usize::from(loose)) * self.fills + usize::from(state.fill)
    }
}

/// How many lines a page of this depth and fill is short. White makes up for half a line.
fn shortness(depth: HalfLines, fill: HalfLines) -> i32 {
    i32::from(depth / 2) - i32::from(fill.div_ceil(2))
}

/// How many lines a closed page is short when its white has taken what it can, and what
/// that costs.
fn stretched(short: i32, loose: bool) -> (i32, Cost) {
    if loose && short == 1 { (0, WHITE_STRETCHED) } else { (short, 0) }
}

/// What the depth of a page costs by itself: of a recto whose facing page is none of this
/// galley, and of a verso until the recto is known.
fn off(lines: i32) -> Cost {
    OFF_BY_LINE * Cost::from(lines.abs())
}

/// What the depth of a closed recto costs, where that of the verso it faces is paid for.
fn spread(facing: Facing, recto: i32) -> Cost {
    let agrees =
        |verso: i32| verso.clamp(-1, DEEPEST_FAULT) == recto.clamp(-1, DEEPEST_FAULT);
    match facing {
        Facing::Short(verso) if !agrees(verso) => off(recto) + UNEQUAL,
        // Hardly seen: what was paid for the verso is given back.
        Facing::Short(_) if recto.abs() == 1 => SPREAD_OFF - off(recto),
        Facing::Short(_) | Facing::None => off(recto),
    }
}

/// What ending a page above a strip costs.
fn parting_cost(parting: Parting) -> Cost {
    match parting {
        Parting::Free => 0,
        Parting::AtPause => PAUSE_AT_EDGE,
        Parting::InStanza => IN_STANZA,
        Parting::Orphan => ORPHAN,
        Parting::Widow => WIDOW,
        Parting::AfterHeading => AFTER_HEADING,
    }
}

#[cfg(test)]
mod tests;
