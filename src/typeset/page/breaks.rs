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
/// Deeper faults of a verso than this are one state: they cost the same in order.
const DEEPEST_FAULT: i32 = 4;

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
        let before = walk.front.clone();
        let mut merged: Option<Front> = None;
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
            let chosen = walk.choose(index, version, setting.surcharge);
            merged = Some(match merged {
                None => chosen,
                Some(best) => best.cheaper(chosen),
            });
        }
        walk.front = merged.unwrap_or(before);
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

/// The way to a state: its cost, and the last decision on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Way {
    cost: Cost,
    /// Place of the decision in [`Walk::decisions`], plus one; zero for none.
    last: u32,
    /// No page has ended yet.
    first: bool,
}

/// A decision on the way, and the place of the one before it, plus one.
#[derive(Debug, Clone, Copy)]
enum Decision {
    /// A page ends above this strip.
    Close(At),
    /// The stretch is set in this version.
    Choose(usize, usize),
}

/// The cheapest way to every state, by [`Walk::slot`].
#[derive(Debug, Clone)]
struct Front(Vec<Option<Way>>);

impl Front {
    /// The better way to each state.
    fn cheaper(mut self, other: Self) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            relax(mine, theirs);
        }
        self
    }
}

/// Keeps the cheaper of two ways; the one found first where they cost the same.
fn relax(best: &mut Option<Way>, way: Option<Way>) {
    if let Some(way) = way
        && best.is_none_or(|known| way.cost < known.cost)
    {
        *best = Some(way);
    }
}

/// The walk through a galley.
struct Walk {
    /// Depth of a full page.
    depth: HalfLines,
    front: Front,
    decisions: Vec<(Decision, u32)>,
}

/// States of [`Facing`]: none, or one line long to [`DEEPEST_FAULT`] lines short.
const FACINGS: usize = 7;

impl Walk {
    fn new(lines: HalfLines, side: Side) -> Self {
        let mut walk = Self {
            depth: lines.max(1) * 2,
            front: Front(Vec::new()),
            decisions: Vec::new(),
        };
        walk.front.0.resize(walk.fills() * FACINGS * 2, None);
        let start = walk.slot(side, Facing::None, 0);
        walk.front.0[start] = Some(Way { cost: 0, last: 0, first: true });
        walk
    }

    /// How many fills a page can have.
    fn fills(&self) -> usize {
        usize::from(self.depth + LONGEST_OVER) + 1
    }

    fn slot(&self, side: Side, facing: Facing, fill: HalfLines) -> usize {
        let facing = match facing {
            Facing::None => 0,
            Facing::Short(lines) => {
                usize::try_from(lines.clamp(-1, DEEPEST_FAULT) + 2).unwrap_or(0)
            }
        };
        let page = facing * 2 + usize::from(side == Side::Recto);
        page * self.fills() + usize::from(fill)
    }

    /// Ends pages above a strip, wherever that can be the best.
    fn close(&mut self, at: At, parting: Parting, hyphen: bool) {
        for (side, facing) in pages() {
            let base = self.slot(side, facing, 0);
            for fill in 1..self.fills() {
                let Some(way) = self.front.0[base + fill] else { continue };
                let fill = HalfLines::try_from(fill).unwrap_or(HalfLines::MAX);
                let short = self.short(fill);
                let hyphen = match side {
                    _ if !hyphen => 0,
                    Side::Verso => HYPHEN_AT_FOOT,
                    Side::Recto => HYPHEN_AT_TURN,
                };
                let (next, depth) = match side {
                    Side::Verso => (Facing::Short(short), 0),
                    Side::Recto => (Facing::None, spread(facing, short)),
                };
                let cost = way.cost + parting_cost(parting) + hyphen + depth;
                let slot = self.slot(side.other(), next, 0);
                if self.front.0[slot].is_none_or(|known| cost < known.cost) {
                    self.decisions.push((Decision::Close(at), way.last));
                    let last = u32::try_from(self.decisions.len()).unwrap_or(u32::MAX);
                    self.front.0[slot] = Some(Way { cost, last, first: false });
                }
            }
        }
    }

    /// How many lines a page of this fill is short. Half a line is made up for by white.
    fn short(&self, fill: HalfLines) -> i32 {
        i32::from(self.depth / 2) - i32::from(fill.div_ceil(2))
    }

    /// Places a strip on every page that can take it; a page takes any as its first.
    fn place(&mut self, strip: &Strip) {
        let longest = self.depth + LONGEST_OVER;
        let mut front = Front(vec![None; self.front.0.len()]);
        for (side, facing) in pages() {
            let base = self.slot(side, facing, 0);
            for fill in 0..=longest {
                let way = self.front.0[base + usize::from(fill)];
                let foot = strip.top(fill).saturating_add(strip.height);
                if way.is_none() || (foot > longest && fill > 0) {
                    continue;
                }
                relax(&mut front.0[base + usize::from(foot.clamp(1, longest))], way);
            }
        }
        self.front = front;
    }

    /// The front after a stretch in one version.
    fn choose(&mut self, stretch: usize, version: usize, surcharge: Cost) -> Front {
        let mut front = self.front.clone();
        if version == 0 {
            return front;
        }
        for way in front.0.iter_mut().flatten() {
            self.decisions.push((Decision::Choose(stretch, version), way.last));
            way.last = u32::try_from(self.decisions.len()).unwrap_or(u32::MAX);
            way.cost += surcharge;
        }
        front
    }

    /// Ends the last page and follows the decisions back.
    fn finish(&self, stretches: usize) -> Cuts {
        let mut best: Option<Way> = None;
        for (side, facing) in pages() {
            let base = self.slot(side, facing, 0);
            for fill in 1..self.fills() {
                let Some(way) = self.front.0[base + fill] else { continue };
                let lines = HalfLines::try_from(fill).unwrap_or(0).div_ceil(2);
                let stub = match lines {
                    _ if way.first => 0,
                    0..SCRAP_LINES => SCRAP,
                    SCRAP_LINES..STUB_LINES => STUB,
                    _ => 0,
                };
                // The facing verso has no full page to agree with.
                let verso = match facing {
                    Facing::Short(short) => OFF_BY_LINE * Cost::from(short.abs()),
                    Facing::None => 0,
                };
                relax(&mut best, Some(Way { cost: way.cost + stub + verso, ..way }));
            }
        }
        let mut cuts = Cuts { heads: Vec::new(), versions: vec![0; stretches] };
        let mut last = best.map_or(0, |way| way.last);
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

/// All pages that can be under way.
fn pages() -> impl Iterator<Item = (Side, Facing)> {
    let facings =
        std::iter::once(Facing::None).chain((-1..=DEEPEST_FAULT).map(Facing::Short));
    facings.flat_map(|facing| [(Side::Verso, facing), (Side::Recto, facing)])
}

/// What the depth of a closed recto costs, with that of the verso it faces.
fn spread(facing: Facing, recto: i32) -> Cost {
    let off = |lines: i32| OFF_BY_LINE * Cost::from(lines.abs());
    match facing {
        Facing::None => off(recto),
        Facing::Short(verso) if verso != recto.clamp(-1, DEEPEST_FAULT) => {
            off(verso) + off(recto) + UNEQUAL
        }
        Facing::Short(_) if recto == 0 => 0,
        Facing::Short(_) if recto.abs() == 1 => SPREAD_OFF,
        Facing::Short(verso) => off(verso) + off(recto),
    }
}

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
