//! The search against all ways there are, on galleys small enough to try them.

use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop, prop_assert_eq, prop_oneof, proptest,
};

use super::{
    Cost, Facing, HYPHEN_AT_FOOT, HYPHEN_AT_TURN, LONGEST_OVER, SCRAP, SCRAP_LINES, STUB,
    STUB_LINES, Side, cut, off, parting_cost, spread, stretched,
};
use crate::typeset::page::galley::{
    Galley, HalfLines, Parting, Stretch, Strip, Version, White,
};

/// Lines of the pages tried: so few that short galleys have several pages, and so many
/// that a page can be more lines short than the search tells apart.
const LINES: [HalfLines; 2] = [4, 9];

/// What a way to cut a galley costs, page by page; none when a page holds too much.
fn cost(
    depth: HalfLines,
    strips: &[&Strip],
    heads: &[usize],
    first: Side,
) -> Option<Cost> {
    let mut total = 0;
    let mut side = first;
    let mut facing = Facing::None;
    for (page, &head) in heads.iter().enumerate() {
        let foot = heads.get(page + 1).copied().unwrap_or(strips.len());
        let (mut filled, mut loose) = (0, false);
        for strip in &strips[head..foot] {
            loose |= filled > 0 && strip.above.least > 0;
            filled = strip.top(filled) + strip.height;
        }
        if filled > depth * 2 + LONGEST_OVER && foot - head > 1 {
            return None;
        }
        let lines = filled.min(depth * 2 + LONGEST_OVER).div_ceil(2);
        let short = i32::from(depth) - i32::from(lines);
        if foot == strips.len() {
            let stub = match lines {
                _ if page == 0 => 0,
                0..SCRAP_LINES => SCRAP,
                SCRAP_LINES..STUB_LINES => STUB,
                _ => 0,
            };
            return Some(total + stub);
        }
        let (short, white) = stretched(short, loose);
        total += parting_cost(strips[foot].parting) + white;
        total += match (strips[foot - 1].hyphenated, side) {
            (false, _) => 0,
            (true, Side::Verso) => HYPHEN_AT_FOOT,
            (true, Side::Recto) => HYPHEN_AT_TURN,
        };
        facing = match side {
            Side::Verso => {
                total += off(short);
                Facing::Short(short)
            }
            Side::Recto => {
                total += spread(facing, short);
                Facing::None
            }
        };
        side = side.other();
    }
    None
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
    let mut least = Cost::MAX;
    for versions in choices {
        let (strips, _, surcharge) = chosen(galley, &versions);
        for cuts in 0_u32..1 << (strips.len() - 1) {
            let cut = |place: &usize| cuts & (1 << (place - 1)) != 0;
            let heads: Vec<usize> =
                std::iter::once(0).chain((1..strips.len()).filter(cut)).collect();
            if let Some(cost) = cost(depth, &strips, &heads, side) {
                least = least.min(cost + surcharge);
            }
        }
    }
    least
}

fn strip() -> impl Strategy<Value = Strip> {
    let parting = prop_oneof![
        6 => Just(Parting::Free),
        1 => Just(Parting::Widow),
        1 => Just(Parting::Orphan),
        1 => Just(Parting::AfterHeading),
    ];
    let height = prop_oneof![6 => Just(2), 1 => 3_u16..13];
    (parting, height, 0_u16..3, any::<bool>(), prop::bool::weighted(0.2)).prop_map(
        |(parting, height, least, to_grid, hyphenated)| Strip {
            above: White { least: least / 2, to_grid },
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
    Version { surcharge, strips }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn no_way_is_cheaper(
        stretches in prop::collection::vec(stretch(), 1..5),
        recto in any::<bool>(),
        depth in prop::sample::select(&LINES),
    ) {
        let galley = Galley { stretches, ..Galley::default() };
        let side = if recto { Side::Recto } else { Side::Verso };
        let cuts = cut(&galley, depth, side);
        let (strips, begins, surcharge) = chosen(&galley, &cuts.versions);
        let heads: Vec<usize> =
            cuts.heads.iter().map(|at| begins[at.stretch] + at.strip).collect();
        let found = cost(depth, &strips, &heads, side).map(|cost| cost + surcharge);
        prop_assert_eq!(found, Some(least(&galley, depth, side)));
    }
}
