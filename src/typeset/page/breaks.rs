//! Where pages end: the cheapest way to cut a whole galley.
//!
//! A page end is judged together with all others of the chapter (Plass 1981), by a
//! dynamic program that walks through the galley strip by strip and keeps, for every
//! state that a page can be in, the cheapest way to it. Paragraphs of several lengths
//! are walked in every length. Costs far apart act as an order of what is given up
//! first, and the search stays one number.
//!
//! Notes at the foot are part of the state: with which strip of their column the page
//! begins. The text says how much of the column it has called for; a page that has no room
//! for all of it carries the rest over ([`footing`]).

use std::collections::VecDeque;

use self::begun::{Begun, Joiner, Spreads};
use self::footing::Footing;
use crate::typeset::page::foot::NoteColumn;
use crate::typeset::page::galley::{Galley, HalfLines, PageBreakKind, GalleyRow, WhiteAbove};

mod begun;
mod footing;

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
/// A page two lines short whose white takes them, half a line in each of four places.
const TWO_LINES_STRETCHED: Cost = 200_000;
/// Both pages of a spread one line short, or one line long: hardly seen.
const SPREAD_OFF: Cost = 100_000;
/// A page whose text has less than [`LEAST_TEXT`] of it, because of long notes.
const LITTLE_TEXT: Cost = 100_000;
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
/// Notes that go on where the text of the chapter has ended.
const NOTES_LEFT: Cost = 50_000_000;
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
/// White takes nothing of them.
const DEEPEST_FAULT: i32 = 4;

/// White in so many places takes two lines, half of one in each.
pub(crate) const WHITES_FOR_TWO: u8 = 4;

/// Pages should have at least one line of text in so many.
const LEAST_TEXT: i32 = 4;

/// Ways of having ended the page before that are kept, however dear, at every place where
/// a page can begin. Without notes there are never more.
const FEW_HEADS: usize = 16;
/// Where a galley is so short that there are no more than so many in all, more are kept at
/// every place: in one of two pages every way, so that the best there is is found.
const HEADS_IN_ALL: usize = 8_000;
/// Of more, those are kept that cost no more than the cheapest and so much: two faults of a
/// page, which no good page after makes up for.
const HOPELESS: Cost = 60_000_000;
/// And of those so many, unless the galley is short: where usual notes have some dozens,
/// notes of many pages would have more and more.
const MOST_HEADS: usize = 96;

/// Ways of having ended the page before that are kept at most places, of text without notes.
const USUAL_HEADS: usize = 8;

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
    /// Place in [`Galley::blocks`].
    pub(crate) stretch: usize,
    /// Place in [`crate::typeset::page::galley::Version::rows`].
    pub(crate) strip: usize,
}

/// How a galley is cut into pages.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Cuts {
    /// The first strip of every page.
    pub(crate) heads: Vec<At>,
    /// The version of every stretch.
    pub(crate) versions: Vec<usize>,
    /// How much of the column of notes is on every page and those before it.
    pub(crate) noted: Vec<usize>,
}

/// Cuts a galley into pages of so many lines, of which the first is on `side`.
pub(crate) fn cut(galley: &Galley, lines: HalfLines, side: Side) -> Cuts {
    if galley.blocks.is_empty() {
        return Cuts::default();
    }
    let mut walk = Walk::new(galley, lines, side);
    let (mut before, mut ends) = (VecDeque::new(), Vec::new());
    for (index, stretch) in galley.blocks.iter().enumerate() {
        std::mem::swap(&mut before, &mut walk.front);
        let called = walk.called;
        for (version, setting) in stretch.variants.iter().enumerate() {
            walk.front.clone_from(&before);
            walk.called = called;
            for (place, strip) in setting.rows.iter().enumerate() {
                let at = At { stretch: index, strip: place };
                let hyphen = place > 0 && setting.rows[place - 1].ends_hyphenated;
                if at != At::default() {
                    walk.close(at, strip.break_above, hyphen);
                }
                walk.place(strip);
            }
            let version = u16::try_from(version).unwrap_or(u16::MAX);
            walk.front
                .iter_mut()
                .for_each(|page| page.choose(version, setting.surcharge));
            ends.extend(walk.front.drain(..));
        }
        walk.joiner.join(ends.drain(..), &mut walk.front);
        walk.choose(index);
    }
    walk.finish(galley.blocks.len())
}

/// The deviation of the verso that the present recto faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Facing {
    /// No page of this galley.
    None,
    /// A verso so many lines short (less than zero: long).
    Short(i8),
}

/// A page under way, but for how far it is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Open {
    side: Side,
    facing: Facing,
    /// In so many places it has white that can be stretched; more than
    /// [`WHITES_FOR_TWO`] are not counted.
    whites: u8,
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
    /// Place of the strip that its notes begin with.
    noted: u32,
}

/// A decision on the way, and the place of the one before it, plus one.
#[derive(Debug, Clone, Copy)]
enum Decision {
    /// A page ends above this strip, and its notes above that of their column.
    Close(At, u32),
    /// The stretch is set in this version.
    Choose(usize, u16),
}

/// The walk through a galley.
struct Walk<'a> {
    /// The notes.
    foot: &'a NoteColumn,
    /// How much of their column the text so far has called for.
    called: usize,
    /// Lines of a full page.
    lines: HalfLines,
    /// The pages under way, each once.
    front: VecDeque<Begun>,
    /// Those before the strip at hand, while it is placed.
    before: VecDeque<Begun>,
    /// Those that begin with the strip at hand.
    heads: Vec<Begun>,
    joiner: Joiner,
    spreads: Spreads,
    /// So many paths to the heads are kept, however dear.
    few: usize,
    decisions: Vec<(Decision, u32)>,
    /// With more decisions than this, those on no way are forgotten.
    forget_at: usize,
}

impl<'a> Walk<'a> {
    /// At the head of the first page.
    fn new(galley: &'a Galley, lines: HalfLines, side: Side) -> Self {
        let lines = lines.max(1);
        let page = Open { side, facing: Facing::None, whites: 0 };
        let mut start = Begun::new(0);
        start.keep(&State { page, fill: 0, cost: 0, last: 0, first: true, noted: 0 });
        let versions = galley.blocks.iter().flat_map(|stretch| &stretch.variants);
        let strips: usize = versions.map(|version| version.rows.len()).sum();
        Self {
            foot: &galley.notes,
            called: 0,
            lines,
            front: VecDeque::from([start]),
            before: VecDeque::new(),
            heads: Vec::new(),
            joiner: Joiner::new(lines * 2 + LONGEST_OVER),
            spreads: Spreads::new(),
            few: FEW_HEADS.max(HEADS_IN_ALL / strips.max(1)),
            decisions: Vec::with_capacity((strips * USUAL_HEADS).min(FORGET_AT)),
            forget_at: FORGET_AT,
        }
    }

    /// Ends pages above a strip, wherever that can be the best.
    fn close(&mut self, at: At, parting: PageBreakKind, hyphen: bool) {
        let mut heads = std::mem::take(&mut self.heads);
        self.end_pages(parting_cost(parting), hyphen, &mut heads);
        if self.called == 0 {
            heads.iter_mut().for_each(leave_hopeless);
        }
        if heads.iter().flat_map(Begun::states).count() > self.few {
            leave_dearest(&mut heads, self.few);
        }
        for mut page in heads.drain(..) {
            let decision = Decision::Close(at, page.noted);
            for path in page.paths() {
                self.decisions.push((decision, path.last));
                path.last = u32::try_from(self.decisions.len()).unwrap_or(u32::MAX);
                path.first = false;
            }
            self.front.push_back(page);
        }
        self.heads = heads;
    }

    /// Ends all pages, each in all ways, and keeps the cheapest paths to the pages that begin
    /// then. Most are far from full: when those of one side end they are of one kind, so that
    /// the cheapest of them is found first, and ended alone.
    fn end_pages(&mut self, parted: Cost, hyphen: bool, heads: &mut Vec<Begun>) {
        let (foot, lines, called) = (self.foot, self.lines, self.called);
        let spreads = &self.spreads;
        let mut end = |state: State, way: &Footing| {
            let cost = state.cost + parted;
            let ended = closed(State { cost, ..state }, lines, way, hyphen);
            let head = heads.iter().rposition(|head| head.noted == ended.noted);
            let head = head.unwrap_or_else(|| {
                heads.push(Begun::new(ended.noted));
                heads.len() - 1
            });
            heads[head].keep(&ended);
        };
        let mut shortest: [Option<(Cost, &Begun, usize, Footing)>; 2] = [None; 2];
        // Pages that begin with the same notes stand together.
        let mut known = None;
        for page in &self.front {
            let notes = page.noted as usize..called;
            let room = match known {
                Some((first, room)) if first == notes.start => room,
                _ => foot.count_text_lines(lines, &notes),
            };
            known = Some((notes.start, room));
            let way = Footing::whole(&notes, room, footing::text_lines(page.fill));
            if way.short <= DEEPEST_FAULT {
                for way in footing::ways(foot, lines, page.fill, notes) {
                    let (short, _) = stretched(way.short, page.whites, way.shown);
                    for (_, _, kind) in page.cheapest(spreads, short) {
                        end(page.state(kind), &way);
                    }
                }
                continue;
            }
            let depth = off(way.short) + little_text(page.fill, lines, &way);
            for (side, cost, kind) in page.cheapest(spreads, way.short) {
                let shortest = &mut shortest[usize::from(side == Side::Recto)];
                if shortest.is_none_or(|(least, ..)| cost + depth < least) {
                    *shortest = Some((cost + depth, page, kind, way));
                }
            }
        }
        for (_, page, kind, way) in shortest.into_iter().flatten() {
            end(page.state(kind), &way);
        }
    }

    /// Places a strip on every page that can take it; a page takes any as its first.
    fn place(&mut self, strip: &GalleyRow) {
        let longest = self.lines * 2 + LONGEST_OVER;
        let plain = strip.above == WhiteAbove::default() && strip.repeated_head.is_none();
        if plain && (1..=longest).contains(&strip.height) {
            // Pages that are unlike before a line of text are unlike behind it. The first have
            // begun first, and are full first.
            self.front.iter_mut().for_each(|page| page.fill += strip.height);
            while self.front.front().is_some_and(|page| page.fill > longest) {
                self.front.pop_front();
            }
            if self.front.iter().any(|page| page.fill > longest) {
                self.front.retain(|page| page.fill <= longest);
            }
        } else {
            std::mem::swap(&mut self.before, &mut self.front);
            let placed = self.before.iter().filter_map(|page| {
                let foot = strip.top_below(page.fill).saturating_add(strip.height);
                if foot > longest && page.fill > 0 {
                    return None;
                }
                let whites = with_white(page.whites, strip, page.fill);
                Some(page.filled(foot.clamp(1, longest), whites))
            });
            self.joiner.join(placed, &mut self.front);
        }
        self.called = self.called.max(self.foot.count_called(strip));
    }

    /// Writes down in which version a stretch was set, on every path that goes on.
    fn choose(&mut self, stretch: usize) {
        for path in self.front.iter_mut().flat_map(Begun::paths) {
            let version = std::mem::take(&mut path.version);
            if version != 0 {
                self.decisions.push((Decision::Choose(stretch, version), path.last));
                path.last = u32::try_from(self.decisions.len()).unwrap_or(u32::MAX);
            }
        }
        if self.decisions.len() > self.forget_at {
            self.forget();
        }
    }

    /// Forgets the decisions that are on no path that goes on.
    fn forget(&mut self) {
        let mut kept = vec![false; self.decisions.len()];
        for path in self.front.iter_mut().flat_map(Begun::paths) {
            let mut last = path.last;
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
        for path in self.front.iter_mut().flat_map(Begun::paths) {
            path.last = moved[path.last as usize];
        }
        self.forget_at = FORGET_AT.max(decisions.len() * 2);
        self.decisions = decisions;
    }

    /// Ends the last page and follows the decisions back.
    fn finish(&self, stretches: usize) -> Cuts {
        let ends = self.front.iter().flat_map(Begun::states).flat_map(|state| {
            let notes = state.noted as usize..self.called;
            let ways = footing::ways(self.foot, self.lines, state.fill, notes);
            ways.map(move |way| (state, way))
        });
        let best = ends.min_by_key(|(state, way)| {
            let stub = match state.fill.div_ceil(2) {
                _ if state.first => 0,
                0..SCRAP_LINES => SCRAP,
                SCRAP_LINES..STUB_LINES => STUB,
                _ => 0,
            };
            state.cost + stub + self.end_cost(way)
        });
        let (mut last, noted) = best.map_or((0, 0), |(state, way)| (state.last, way.end));
        let mut cuts = Cuts { versions: vec![0; stretches], ..Cuts::default() };
        cuts.noted.push(noted);
        while let Some(place) = last.checked_sub(1) {
            let (decision, before) = self.decisions[place as usize];
            match decision {
                Decision::Close(at, noted) => {
                    cuts.heads.push(at);
                    cuts.noted.push(noted as usize);
                }
                Decision::Choose(stretch, version) => {
                    cuts.versions[stretch] = version.into();
                }
            }
            last = before;
        }
        cuts.heads.push(At::default());
        cuts.heads.reverse();
        cuts.noted.reverse();
        self.leave(noted, stretches, &mut cuts);
        cuts
    }

    /// What the notes of the last page cost.
    fn end_cost(&self, way: &Footing) -> Cost {
        let left = if way.end < self.called { NOTES_LEFT } else { 0 };
        let long = if way.shown { off(way.short.min(0)) } else { 0 };
        way.cost + left + long
    }

    /// Gives pages of their own to the notes that are left when the text has ended.
    fn leave(&self, mut noted: usize, stretches: usize, cuts: &mut Cuts) {
        while noted < self.called {
            let fitting = self.foot.find_longest_fit(self.lines, 0, noted, self.called);
            noted = fitting.max(noted + 1);
            cuts.heads.push(At { stretch: stretches, strip: 0 });
            cuts.noted.push(noted);
        }
    }
}

/// A state whose page has ended in a way.
fn closed(state: State, lines: HalfLines, way: &Footing, hyphen: bool) -> State {
    let page = state.page;
    let (short, white) = stretched(way.short, page.whites, way.shown);
    let hyphens = Cost::from(hyphen) + Cost::from(way.hyphenated);
    let hyphens = hyphens
        * match page.side {
            Side::Verso => HYPHEN_AT_FOOT,
            Side::Recto => HYPHEN_AT_TURN,
        };
    let facing = match page.side {
        Side::Verso => Facing::Short(fault(short)),
        Side::Recto => Facing::None,
    };
    let notes = way.cost + little_text(state.fill, lines, way);
    let cost = state.cost + notes + hyphens + depth_cost(page, short) + white;
    let page = Open { side: page.side.other(), facing, whites: 0 };
    let noted = u32::try_from(way.end).unwrap_or(u32::MAX);
    State { page, fill: 0, cost, noted, ..state }
}

/// What it costs that a page with notes has hardly any text.
fn little_text(fill: HalfLines, lines: HalfLines, way: &Footing) -> Cost {
    let little = way.shown && i32::from(fill / 2) * LEAST_TEXT < i32::from(lines);
    if little { LITTLE_TEXT } else { 0 }
}

/// How many lines a closed page is short when its white has taken what it can, and what
/// that costs.
fn stretched(short: i32, whites: u8, noted: bool) -> (i32, Cost) {
    match short {
        1 if whites > 0 || noted => (0, WHITE_STRETCHED),
        2 if whites >= WHITES_FOR_TWO => (0, TWO_LINES_STRETCHED),
        _ => (short, 0),
    }
}

/// What it costs that a page is so many lines short when it closes.
fn depth_cost(page: Open, short: i32) -> Cost {
    match page.side {
        Side::Verso => off(short),
        Side::Recto => spread(page.facing, short),
    }
}

/// What the depth of a page costs by itself: of a recto whose facing page is none of this
/// galley, and of a verso until the recto is known.
fn off(lines: i32) -> Cost {
    OFF_BY_LINE * Cost::from(lines.abs())
}

/// What the depth of a closed recto costs, where that of the verso it faces is paid for.
fn spread(facing: Facing, recto: i32) -> Cost {
    match facing {
        Facing::Short(verso) if verso != fault(recto) => off(recto) + UNEQUAL,
        // Hardly seen: what was paid for the verso is given back.
        Facing::Short(_) if recto.abs() == 1 => SPREAD_OFF - off(recto),
        Facing::Short(_) | Facing::None => off(recto),
    }
}

/// How many lines short a page is, as far as that is told apart.
fn fault(short: i32) -> i8 {
    i8::try_from(short.clamp(-1, DEEPEST_FAULT)).unwrap_or_default()
}

/// How many places have white that can be stretched, with a strip more on a page that has it
/// in some and is filled so far.
fn with_white(whites: u8, strip: &GalleyRow, fill: HalfLines) -> u8 {
    let white = u8::from(fill > 0 && strip.above.minimum > 0);
    (whites + white).min(WHITES_FOR_TWO)
}

/// Leaves of the paths to a page those out that end dearer than another, whatever comes: what
/// their verso brings a recto that faces it is less than they cost more.
fn leave_hopeless(head: &mut Begun) {
    let rectos = head.states().filter(|state| state.page.side == Side::Recto);
    let Some(least) = rectos.map(|state| state.cost).min() else { return };
    head.retain(|state| {
        let given_back = match state.page.facing {
            Facing::Short(-1 | 1) => 2 * OFF_BY_LINE,
            Facing::Short(_) | Facing::None => 0,
        };
        state.page.side == Side::Verso || state.cost <= least + UNEQUAL + given_back
    });
}

/// Leaves of the paths to all heads those out that cost much more than the cheapest, but for
/// the cheapest few; of those that cost as much as the last that stays the first stay.
fn leave_dearest(heads: &mut Vec<Begun>, few: usize) {
    let states = heads.iter().flat_map(Begun::states);
    let mut costs: Vec<Cost> = states.map(|state| state.cost).collect();
    costs.sort_unstable();
    let hopeful = costs.partition_point(|&cost| cost <= costs[0] + HOPELESS);
    costs.truncate(hopeful.clamp(few, few.max(MOST_HEADS)));
    let Some(&dearest) = costs.last() else { return };
    let mut left = costs.len() - costs.partition_point(|&cost| cost < dearest);
    heads.retain_mut(|head| {
        head.retain(|state| {
            let last = state.cost == dearest && left > 0;
            left -= usize::from(last);
            last || state.cost < dearest
        })
    });
}

/// What ending a page above a strip costs.
fn parting_cost(parting: PageBreakKind) -> Cost {
    match parting {
        PageBreakKind::Free => 0,
        PageBreakKind::AtPause => PAUSE_AT_EDGE,
        PageBreakKind::InStanza => IN_STANZA,
        PageBreakKind::Orphan => ORPHAN,
        PageBreakKind::Widow => WIDOW,
        PageBreakKind::AfterHeading => AFTER_HEADING,
    }
}

#[cfg(test)]
mod tests;
#[cfg(any(test, fuzzing))]
pub(crate) mod trial;
