//! The search against all ways there are, on galleys small enough to try them.

use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof,
    proptest,
};

use super::trial::{LINES, found, least, version, with_notes};
use super::{Side, cut};
use crate::typeset::page::galley::{Galley, PageBreakKind, Register, GalleyBlock, GalleyRow, WhiteAbove};

fn strip() -> impl Strategy<Value = GalleyRow> {
    let parting = prop_oneof![
        6 => Just(PageBreakKind::Free),
        1 => Just(PageBreakKind::Widow),
        1 => Just(PageBreakKind::Orphan),
        1 => Just(PageBreakKind::AfterHeading),
    ];
    let height = prop_oneof![6 => Just(2), 1 => 3_u16..13];
    let register = prop::option::of(prop_oneof![Just(Register::On), Just(Register::Off)]);
    (parting, height, 0_u16..3, register, prop::bool::weighted(0.2)).prop_map(
        |(parting, height, least, register, hyphenated)| GalleyRow {
            above: WhiteAbove { minimum: least / 2, register },
            height,
            break_above: parting,
            ends_hyphenated: hyphenated,
            ..GalleyRow::default()
        },
    )
}

fn stretch() -> impl Strategy<Value = GalleyBlock> {
    let lines = prop::collection::vec(strip(), 1..4);
    (lines, prop::option::of((strip(), 0_i64..40_000_000))).prop_map(
        |(strips, longer)| {
            let natural = version(0, strips.clone());
            let longer = longer.map(|(more, surcharge)| {
                version(surcharge, strips.into_iter().chain([more]).collect())
            });
            GalleyBlock { variants: std::iter::once(natural).chain(longer).collect() }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn no_way_is_cheaper(
        blocks in prop::collection::vec(stretch(), 1..5),
        recto in any::<bool>(),
        depth in prop::sample::select(&LINES),
        notes in prop::collection::vec((0_usize..3, 0_usize..7), 0..4),
    ) {
        let galley = Galley { blocks, ..Galley::default() };
        let galley = with_notes(galley, &notes);
        let side = if recto { Side::Recto } else { Side::Verso };
        let cuts = cut(&galley, depth, side);
        let found = found(&galley, depth, side, &cuts);
        prop_assert_eq!(found, least(&galley, depth, side));
        let all = galley.notes.len();
        prop_assert_eq!(cuts.noted.last(), Some(&all));
        prop_assert!(cuts.noted.is_sorted());
    }
}
