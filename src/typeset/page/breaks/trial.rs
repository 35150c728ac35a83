//! Galleys of any bytes whatever, held to what the search promises: for fuzzing, and for the
//! tests, which draw theirs otherwise.

use std::cell::RefCell;

use super::footing::{self, Footing};
use super::{
    At, Cost, Cuts, Facing, LONGEST_OVER, NOTES_LEFT, Open, SCRAP, SCRAP_LINES, STUB,
    STUB_LINES, Side, State, closed, cut, off, parting_cost, with_white,
};
use crate::book::inline::NoteSeries;
use crate::length::Length;
use crate::typeset::line::TextLine;
use crate::typeset::page::foot::NoteColumn;
use crate::typeset::page::galley::{
    Galley, HalfLines, PageBreakKind, PlacedLine, Register, GalleyBlock, GalleyRow, BlockVariant, WhiteAbove,
};
use crate::typeset::page::sheet::BaselineGrid;
use crate::typeset::trials::Chances;

/// Lines of the pages tried: so few that short galleys have several pages, and so many
/// that a page can be more lines short than the search tells apart.
pub(super) const LINES: [HalfLines; 2] = [4, 9];

/// So many stretches, and lines of notes, that all ways are tried: with twelve lines more
/// that takes seconds.
const FEW: usize = 4;
/// See [`FEW`].
const FEW_NOTES: usize = 8;

/// The galley that bytes are is cut into pages that have every line once and in order, none
/// of them longer than a page may be; and a short one at the least cost there is.
pub(crate) fn hold(bytes: &[u8]) {
    let mut chances = Chances(bytes);
    let lines = LINES[usize::from(chances.below(2) == 1)];
    let side = if chances.below(2) == 0 { Side::Recto } else { Side::Verso };
    let notes = (0..chances.below(4)).map(|_| (chances.place(3), chances.place(7)));
    let notes: Vec<(usize, usize)> = notes.collect();
    let mut stretches = Vec::new();
    while !chances.0.is_empty() {
        stretches.push(stretch(&mut chances));
    }
    if stretches.is_empty() {
        return;
    }
    let galley = with_notes(Galley { blocks: stretches, ..Galley::default() }, &notes);
    let cuts = cut(&galley, lines, side);
    assert_sound(&galley, lines, &cuts);
    if galley.blocks.len() <= FEW && galley.notes.len() <= FEW_NOTES {
        assert_eq!(found(&galley, lines, side, &cuts), least(&galley, lines, side));
    }
}

/// Pages begin one behind the other, the first at the beginning; their notes too, and all of
/// them stand; a page of several strips is not too long.
fn assert_sound(galley: &Galley, lines: HalfLines, cuts: &Cuts) {
    assert_eq!(cuts.heads.first(), Some(&At::default()));
    assert!(cuts.heads.is_sorted());
    assert!(cuts.noted.is_sorted());
    assert_eq!(cuts.noted.last(), Some(&galley.notes.len()));
    let (strips, begins, _) = chosen(galley, &cuts.versions);
    let place =
        |at: &At| begins.get(at.stretch).map_or(strips.len(), |begin| begin + at.strip);
    let heads: Vec<usize> = cuts.heads.iter().map(place).collect();
    for (page, &head) in heads.iter().enumerate() {
        let next = heads.get(page + 1).copied().unwrap_or(strips.len());
        let fill = strips[head..next].iter().fold(0, |fill: HalfLines, strip| {
            strip.top_below(fill).saturating_add(strip.height)
        });
        assert!(
            fill <= lines * 2 + LONGEST_OVER || next == head + 1,
            "{fill} on page {page}"
        );
    }
}

fn stretch(chances: &mut Chances<'_>) -> GalleyBlock {
    let mut strips = vec![strip(chances)];
    strips.extend((0..chances.below(3)).map(|_| strip(chances)));
    let longer = (chances.below(3) == 0).then(|| {
        let surcharge = i64::from(chances.below(256)) * 160_000;
        let strips = strips.iter().cloned().chain([strip(chances)]);
        version(surcharge, strips.collect())
    });
    GalleyBlock { variants: [version(0, strips)].into_iter().chain(longer).collect() }
}

fn strip(chances: &mut Chances<'_>) -> GalleyRow {
    let parting = match chances.below(12) {
        0 => PageBreakKind::Widow,
        1 => PageBreakKind::Orphan,
        2 => PageBreakKind::AfterHeading,
        3 => PageBreakKind::InStanza,
        4 => PageBreakKind::AtPause,
        _ => PageBreakKind::Free,
    };
    let height = match chances.below(16) {
        0 => 3,
        1 => 5,
        2 => 12,
        _ => 2,
    };
    let register = match chances.below(6) {
        0 => Some(Register::Off),
        1 => Some(Register::On),
        _ => None,
    };
    let least = HalfLines::from(chances.below(6) == 0);
    let hyphenated = chances.below(6) == 0;
    let above = WhiteAbove { minimum: least, register };
    GalleyRow { above, height, break_above: parting, ends_hyphenated: hyphenated, ..GalleyRow::default() }
}

/// What the cheapest way costs to cut strips into pages, from one on, by trying them all.
struct Tried<'a> {
    foot: &'a NoteColumn,
    lines: HalfLines,
    strips: Vec<&'a GalleyRow>,
    /// What was tried, by the head of a page. Many ways lead to the same.
    known: Vec<RefCell<Vec<Known>>>,
}

/// In what state a page was begun, with how much of the notes called, and what it costs
/// from there on.
type Known = (State, usize, Option<Cost>);

impl<'a> Tried<'a> {
    fn new(foot: &'a NoteColumn, lines: HalfLines, strips: Vec<&'a GalleyRow>) -> Self {
        let known = strips.iter().map(|_| RefCell::default()).collect();
        Self { foot, lines, strips, known }
    }

    /// The least that the pages from a head on cost, where so much of the notes has been
    /// called; none where a page holds too much.
    fn least(&self, head: usize, start: State, called: usize) -> Option<Cost> {
        let start = State { fill: 0, cost: 0, ..start };
        let known = self.known[head].borrow().iter().find_map(|&(of, with, least)| {
            (of == start && with == called).then_some(least)
        });
        known.unwrap_or_else(|| {
            let least = self.try_all(head, start, called);
            self.known[head].borrow_mut().push((start, called, least));
            least
        })
    }

    fn try_all(&self, head: usize, start: State, mut called: usize) -> Option<Cost> {
        let (mut fill, mut page) = (0, start.page);
        let longest = self.lines * 2 + LONGEST_OVER;
        let mut least = None;
        for (place, strip) in self.strips.iter().enumerate().skip(head) {
            page.whites = with_white(page.whites, strip, fill);
            let foot = strip.top_below(fill) + strip.height;
            if foot > longest && place > head {
                break;
            }
            fill = foot.min(longest);
            called = called.max(self.foot.count_called(strip));
            let state = State { page, fill, cost: 0, ..start };
            let ways =
                footing::ways(self.foot, self.lines, fill, start.noted as usize..called);
            for way in ways {
                let cost = self.end(place + 1, &state, &way, called);
                least = least.into_iter().chain(cost).min();
            }
        }
        least
    }

    /// What a page costs that ends so above a strip, and the least that all after it do.
    fn end(
        &self,
        next: usize,
        state: &State,
        way: &Footing,
        called: usize,
    ) -> Option<Cost> {
        let Some(strip) = self.strips.get(next) else {
            let stub = match state.fill.div_ceil(2) {
                _ if state.first => 0,
                0..SCRAP_LINES => SCRAP,
                SCRAP_LINES..STUB_LINES => STUB,
                _ => 0,
            };
            let left = if way.end < called { NOTES_LEFT } else { 0 };
            let long = if way.shown { off(way.short.min(0)) } else { 0 };
            return Some(stub + way.cost + left + long);
        };
        let hyphen = self.strips[next - 1].ends_hyphenated;
        let after = closed(*state, self.lines, way, hyphen);
        let rest = self.least(next, State { first: false, ..after }, called)?;
        Some(after.cost + parting_cost(strip.break_above) + rest)
    }
}

/// The least that the pages of these strips cost.
fn least_of(foot: &NoteColumn, lines: HalfLines, strips: Vec<&GalleyRow>, side: Side) -> Cost {
    let page = Open { side, facing: Facing::None, whites: 0 };
    let start = State { page, fill: 0, cost: 0, last: 0, first: true, noted: 0 };
    let tried = Tried::new(foot, lines, strips);
    tried.least(0, start, 0).expect("a page may hold a single strip")
}

/// What the pages cost that were found.
pub(super) fn found(galley: &Galley, lines: HalfLines, side: Side, cuts: &Cuts) -> Cost {
    let (strips, begins, surcharge) = chosen(galley, &cuts.versions);
    let heads: Vec<usize> = cuts
        .heads
        .iter()
        .map(|at| begins.get(at.stretch).map_or(strips.len(), |begin| begin + at.strip))
        .collect();
    let tried = Tried::new(&galley.notes, lines, strips);
    let mut state = State {
        page: Open { side, facing: Facing::None, whites: 0 },
        fill: 0,
        cost: 0,
        last: 0,
        first: true,
        noted: 0,
    };
    let (mut total, mut called) = (surcharge, 0);
    for (page, &head) in heads.iter().enumerate() {
        let next = heads.get(page + 1).copied().unwrap_or(tried.strips.len());
        (state.fill, state.page.whites, state.first) = (0, 0, page == 0);
        for strip in &tried.strips[head..next] {
            state.page.whites = with_white(state.page.whites, strip, state.fill);
            let foot = strip.top_below(state.fill) + strip.height;
            state.fill = foot.min(lines * 2 + LONGEST_OVER);
            called = called.max(tried.foot.count_called(strip));
        }
        let mut ways =
            footing::ways(tried.foot, lines, state.fill, state.noted as usize..called);
        let way = ways.find(|way| way.end == cuts.noted[page]);
        let way = way.expect("the page ends in one of the ways there are");
        state.cost = 0;
        let Some(strip) = tried.strips.get(next) else {
            return total + tried.end(next, &state, &way, called).unwrap_or(Cost::MAX);
        };
        let hyphen = tried.strips[next - 1].ends_hyphenated;
        state = closed(state, lines, &way, hyphen);
        total += state.cost + parting_cost(strip.break_above);
    }
    total
}

/// The strips of a galley in some versions, and where each stretch begins.
fn chosen<'a>(
    galley: &'a Galley,
    versions: &[usize],
) -> (Vec<&'a GalleyRow>, Vec<usize>, Cost) {
    let mut strips = Vec::new();
    let mut begins = Vec::new();
    let mut surcharge = 0;
    for (stretch, &version) in galley.blocks.iter().zip(versions) {
        begins.push(strips.len());
        strips.extend(&stretch.variants[version].rows);
        surcharge += stretch.variants[version].surcharge;
    }
    (strips, begins, surcharge)
}

/// The least that any way costs.
pub(super) fn least(galley: &Galley, depth: HalfLines, side: Side) -> Cost {
    let mut choices = vec![Vec::new()];
    for stretch in &galley.blocks {
        let more = |one: &Vec<usize>| {
            let one = one.clone();
            (0..stretch.variants.len()).map(move |version| {
                let mut longer = one.clone();
                longer.push(version);
                longer
            })
        };
        choices = choices.iter().flat_map(more).collect();
    }
    let all = choices.iter().map(|versions| {
        let (strips, _, surcharge) = chosen(galley, versions);
        least_of(&galley.notes, depth, strips, side) + surcharge
    });
    all.min().unwrap_or(Cost::MAX)
}

/// A version whose last line, as that of every paragraph, ends no word in the middle.
pub(super) fn version(surcharge: Cost, mut strips: Vec<GalleyRow>) -> BlockVariant {
    if let Some(last) = strips.last_mut() {
        last.ends_hyphenated = false;
    }
    BlockVariant { surcharge, ..BlockVariant::new_natural(strips) }
}

/// The notes of a galley: some of its first strips call one each, of so many lines.
pub(super) fn with_notes(mut galley: Galley, notes: &[(usize, usize)]) -> Galley {
    let grid = BaselineGrid { leading: Length::pt(10), lines: 10, first: Length::pt(8) };
    let mut foot = NoteColumn::new(grid);
    let mut serials = 1..;
    for (stretch, &(place, lines)) in galley.blocks.iter_mut().zip(notes) {
        if lines == 0 {
            continue;
        }
        let serial = serials.next().unwrap_or_default();
        for version in &mut stretch.variants {
            let place = place.min(version.rows.len() - 1);
            let line = TextLine { notes: vec![serial], ..TextLine::default() };
            let line =
                PlacedLine { line, tag: None, left: Length::ZERO, drop: Length::ZERO };
            version.rows[place].lines.push(line);
        }
        let first = foot.len();
        let series = if serial % 3 == 0 { NoteSeries::Second } else { NoteSeries::First };
        foot.add_note(vec![GalleyRow { height: 2, ..GalleyRow::default() }; lines], series);
        foot.add_call(serial, first);
    }
    galley.notes = foot;
    galley
}
