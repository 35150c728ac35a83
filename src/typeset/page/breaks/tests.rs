//! The search against all ways there are, on galleys small enough to try them.

use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof,
    proptest,
};

use super::footing::{self, Footing};
use super::{
    Cost, Cuts, Facing, LONGEST_OVER, NOTES_LEFT, Open, SCRAP, SCRAP_LINES, STUB,
    STUB_LINES, Side, State, closed, cut, off, parting_cost,
};
use crate::book::inline::Series;
use crate::length::Length;
use crate::typeset::line::Line;
use crate::typeset::page::foot::Foot;
use crate::typeset::page::galley::{
    Galley, HalfLines, Parting, PlacedLine, Register, Stretch, Strip, Version, White,
};
use crate::typeset::page::sheet::Grid;

/// Lines of the pages tried: so few that short galleys have several pages, and so many
/// that a page can be more lines short than the search tells apart.
const LINES: [HalfLines; 2] = [4, 9];

/// What the cheapest way costs to cut strips into pages, from one on, by trying them all.
struct Tried<'a> {
    foot: &'a Foot,
    lines: HalfLines,
    strips: Vec<&'a Strip>,
}

impl Tried<'_> {
    /// The least that the pages from a head on cost, where so much of the notes has been
    /// called; none where a page holds too much.
    fn least(&self, head: usize, start: State, mut called: usize) -> Option<Cost> {
        let (mut fill, mut page) = (0, start.page);
        let longest = self.lines * 2 + LONGEST_OVER;
        let mut least = None;
        for (place, strip) in self.strips.iter().enumerate().skip(head) {
            page = page.with(strip, fill);
            let foot = strip.top(fill) + strip.height;
            if foot > longest && place > head {
                break;
            }
            fill = foot.min(longest);
            called = called.max(self.foot.called(strip));
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
        let hyphen = self.strips[next - 1].hyphenated;
        let after = closed(*state, self.lines, way, hyphen);
        let rest = self.least(next, State { cost: 0, first: false, ..after }, called)?;
        Some(after.cost + parting_cost(strip.parting) + rest)
    }
}

/// The least that the pages of these strips cost.
fn least_of(foot: &Foot, lines: HalfLines, strips: Vec<&Strip>, side: Side) -> Cost {
    let page = Open { side, facing: Facing::None, whites: 0 };
    let start =
        State { page, fill: 0, cost: 0, last: 0, first: true, noted: 0, version: 0 };
    let tried = Tried { foot, lines, strips };
    tried.least(0, start, 0).expect("a page may hold a single strip")
}

/// What the pages cost that were found.
fn found(galley: &Galley, lines: HalfLines, side: Side, cuts: &Cuts) -> Cost {
    let (strips, begins, surcharge) = chosen(galley, &cuts.versions);
    let heads: Vec<usize> = cuts
        .heads
        .iter()
        .map(|at| begins.get(at.stretch).map_or(strips.len(), |begin| begin + at.strip))
        .collect();
    let tried = Tried { foot: &galley.foot, lines, strips };
    let mut state = State {
        page: Open { side, facing: Facing::None, whites: 0 },
        fill: 0,
        cost: 0,
        last: 0,
        first: true,
        noted: 0,
        version: 0,
    };
    let (mut total, mut called) = (surcharge, 0);
    for (page, &head) in heads.iter().enumerate() {
        let next = heads.get(page + 1).copied().unwrap_or(tried.strips.len());
        (state.fill, state.page.whites, state.first) = (0, 0, page == 0);
        for strip in &tried.strips[head..next] {
            state.page = state.page.with(strip, state.fill);
            let foot = strip.top(state.fill) + strip.height;
            state.fill = foot.min(lines * 2 + LONGEST_OVER);
            called = called.max(tried.foot.called(strip));
        }
        let mut ways =
            footing::ways(tried.foot, lines, state.fill, state.noted as usize..called);
        let way = ways.find(|way| way.end == cuts.noted[page]);
        let way = way.expect("the page ends in one of the ways there are");
        state.cost = 0;
        let Some(strip) = tried.strips.get(next) else {
            return total + tried.end(next, &state, &way, called).unwrap_or(Cost::MAX);
        };
        let hyphen = tried.strips[next - 1].hyphenated;
        state = closed(state, lines, &way, hyphen);
        total += state.cost + parting_cost(strip.parting);
    }
    total
}

/// The strips of a galley in some versions, and where each stretch begins.
fn chosen<'a>(
    galley: &'a Galley,
    versions: &[usize],
) -> (Vec<&'a Strip>, Vec<usize>, Cost) {
    let mut strips = Vec::new();
    let mut begins = Vec::new();
    let mut surcharge = 0;
    for (stretch, &version) in galley.stretches.iter().zip(versions) {
        begins.push(strips.len());
        strips.extend(&stretch.versions[version].strips);
        surcharge += stretch.versions[version].surcharge;
    }
    (strips, begins, surcharge)
}

/// The least that any way costs.
fn least(galley: &Galley, depth: HalfLines, side: Side) -> Cost {
    let mut choices = vec![Vec::new()];
    for stretch in &galley.stretches {
        let more = |one: &Vec<usize>| {
            let one = one.clone();
            (0..stretch.versions.len()).map(move |version| {
                let mut longer = one.clone();
                longer.push(version);
                longer
            })
        };
        choices = choices.iter().flat_map(more).collect();
    }
    let all = choices.iter().map(|versions| {
        let (strips, _, surcharge) = chosen(galley, versions);
        least_of(&galley.foot, depth, strips, side) + surcharge
    });
    all.min().unwrap_or(Cost::MAX)
}

fn strip() -> impl Strategy<Value = Strip> {
    let parting = prop_oneof![
        6 => Just(Parting::Free),
        1 => Just(Parting::Widow),
        1 => Just(Parting::Orphan),
        1 => Just(Parting::AfterHeading),
    ];
    let height = prop_oneof![6 => Just(2), 1 => 3_u16..13];
    let register = prop::option::of(prop_oneof![Just(Register::On), Just(Register::Off)]);
    (parting, height, 0_u16..3, register, prop::bool::weighted(0.2)).prop_map(
        |(parting, height, least, register, hyphenated)| Strip {
            above: White { least: least / 2, register },
            height,
            parting,
            hyphenated,
            ..Strip::default()
        },
    )
}

fn stretch() -> impl Strategy<Value = Stretch> {
    let lines = prop::collection::vec(strip(), 1..4);
    (lines, prop::option::of((strip(), 0_i64..40_000_000))).prop_map(
        |(strips, longer)| {
            let natural = version(0, strips.clone());
            let longer = longer.map(|(more, surcharge)| {
                version(surcharge, strips.into_iter().chain([more]).collect())
            });
            Stretch { versions: std::iter::once(natural).chain(longer).collect() }
        },
    )
}

/// A version whose last line, as that of every paragraph, ends no word in the middle.
fn version(surcharge: Cost, mut strips: Vec<Strip>) -> Version {
    if let Some(last) = strips.last_mut() {
        last.hyphenated = false;
    }
    Version { surcharge, ..Version::natural(strips) }
}

/// The notes of a galley: some of its first strips call one each, of so many lines.
fn with_notes(mut galley: Galley, notes: &[(usize, usize)]) -> Galley {
    let grid = Grid { leading: Length::pt(10), lines: 10, first: Length::pt(8) };
    let mut foot = Foot::new(grid);
    let mut serials = 1..;
    for (stretch, &(place, lines)) in galley.stretches.iter_mut().zip(notes) {
        if lines == 0 {
            continue;
        }
        let serial = serials.next().unwrap_or_default();
        for version in &mut stretch.versions {
            let place = place.min(version.strips.len() - 1);
            let line = Line { notes: vec![serial], ..Line::default() };
            let line =
                PlacedLine { line, tag: None, left: Length::ZERO, drop: Length::ZERO };
            version.strips[place].lines.push(line);
        }
        let first = foot.len();
        let series = if serial % 3 == 0 { Series::Second } else { Series::First };
        foot.push(vec![Strip { height: 2, ..Strip::default() }; lines], series);
        foot.call(serial, first);
    }
    galley.foot = foot;
    galley
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn no_way_is_cheaper(
        stretches in prop::collection::vec(stretch(), 1..5),
        recto in any::<bool>(),
        depth in prop::sample::select(&LINES),
        notes in prop::collection::vec((0_usize..3, 0_usize..7), 0..4),
    ) {
        let galley = Galley { stretches, ..Galley::default() };
        let galley = with_notes(galley, &notes);
        let side = if recto { Side::Recto } else { Side::Verso };
        let cuts = cut(&galley, depth, side);
        let found = found(&galley, depth, side, &cuts);
        prop_assert_eq!(found, least(&galley, depth, side));
        let all = galley.foot.len();
        prop_assert_eq!(cuts.noted.last(), Some(&all));
        prop_assert!(cuts.noted.is_sorted());
    }
}
