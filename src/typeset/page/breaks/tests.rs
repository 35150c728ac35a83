//! Compares the search with an exhaustive one, on galleys small enough for it.

use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof,
    proptest,
};

use super::trial::{LINES, add_notes, cost_of_breaks, least_cost, new_variant};
use super::{Side, find_page_breaks};
use crate::typeset::page::galley::{
    Galley, GalleyBlock, GalleyRow, PageBreakKind, Register, WhiteAbove,
};

fn row() -> impl Strategy<Value = GalleyRow> {
    let break_above = prop_oneof![
        6 => Just(PageBreakKind::Free),
        1 => Just(PageBreakKind::Widow),
        1 => Just(PageBreakKind::Orphan),
        1 => Just(PageBreakKind::AfterLeadIn),
        1 => Just(PageBreakKind::AfterHeading),
    ];
    let height = prop_oneof![6 => Just(2), 1 => 3_u16..13];
    let register = prop::option::of(prop_oneof![Just(Register::On), Just(Register::Off)]);
    let (hyphen, fixed) = (prop::bool::weighted(0.2), prop::bool::weighted(0.2));
    (break_above, height, 0_u16..3, register, hyphen, fixed).prop_map(
        |(break_above, height, least, register, hyphenated, fixed)| GalleyRow {
            above: WhiteAbove { minimum: least / 2, register, fixed },
            height,
            break_above,
            ends_hyphenated: hyphenated,
            ..GalleyRow::default()
        },
    )
}

fn block() -> impl Strategy<Value = GalleyBlock> {
    let lines = prop::collection::vec(row(), 1..4);
    (lines, prop::option::of((row(), 0_i64..40_000_000))).prop_map(|(rows, longer)| {
        let natural = new_variant(0, rows.clone());
        let longer = longer.map(|(more, surcharge)| {
            new_variant(surcharge, rows.into_iter().chain([more]).collect())
        });
        GalleyBlock { variants: std::iter::once(natural).chain(longer).collect() }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn no_other_breaks_cost_less(
        blocks in prop::collection::vec(block(), 1..5),
        recto in any::<bool>(),
        depth in prop::sample::select(&LINES),
        notes in prop::collection::vec((0_usize..3, 0_usize..7), 0..4),
    ) {
        let galley = Galley { blocks, ..Galley::default() };
        let galley = add_notes(galley, &notes);
        let side = if recto { Side::Recto } else { Side::Verso };
        let breaks = find_page_breaks(&galley, depth, side);
        let found = cost_of_breaks(&galley, depth, side, &breaks);
        prop_assert_eq!(found, least_cost(&galley, depth, side));
        let all = galley.notes.len();
        prop_assert_eq!(breaks.notes_shown.last(), Some(&all));
        prop_assert!(breaks.notes_shown.is_sorted());
    }
}
