//! Sheets are folded again: what is read, and where it stands.

use super::{Layout, collation};
use crate::length::{Length, Point, Rect, Size};
use crate::press::{EdgeInsets, Imposition, Signature};

const SIGNATURES: [Signature; 3] =
    [Signature::Eight, Signature::Sixteen, Signature::ThirtyTwo];

fn trim() -> Size {
    Size { width: Length::pt(300), height: Length::pt(500) }
}

fn bleed() -> EdgeInsets {
    let points = Length::pt;
    EdgeInsets { inner: points(9), outer: points(8), top: points(7), bottom: points(6) }
}

fn layout(signature: Signature, leaf: Length) -> Layout {
    let imposition = Imposition { signature, sheet: None, leaf };
    Layout::of(trim(), bleed(), &imposition).expect("it is as large as it must be")
}

/// Both pages of a leaf lie one behind the other, whatever the thickness: the sheet is
/// turned over like a leaf.
#[test]
fn front_and_back_register() {
    for signature in SIGNATURES {
        let layout = layout(signature, Length::pt(1));
        let (outer, inner) = (layout.cells(true), layout.cells(false));
        for front in &outer {
            // Odd pages are on the front of a leaf, wherever it looks.
            let back =
                if front.number % 2 == 1 { front.number + 1 } else { front.number - 1 };
            let back =
                inner.iter().find(|cell| cell.number == back).expect("it has a back");
            let mirrored = layout.sheet.width - front.trim.corner.x - trim().width;
            let apart = (back.trim.corner.x - mirrored).0.abs();
            assert!(apart <= 1, "{signature:?}, page {}", front.number);
            assert_eq!(back.trim.corner.y, front.trim.corner.y);
            assert_eq!(back.turned, front.turned);
            assert_eq!(back.creep, -front.creep, "both move towards the fold");
        }
    }
}

/// Pages at one fold touch there; all others keep room for their bleed.
#[test]
fn pages_have_room_to_be_cut_and_none_at_the_fold() {
    for signature in SIGNATURES {
        let layout = layout(signature, Length::ZERO);
        for outer in [true, false] {
            let cells = layout.cells(outer);
            assert_eq!(cells.len(), signature.pages() / 2);
            for (place, one) in cells.iter().enumerate() {
                for other in &cells[place + 1..] {
                    assert!(!overlap(one.shown, other.shown), "{one:?} {other:?}");
                    let folio = one.number + other.number == signature.pages() + 1;
                    let gap = other.trim.corner.x - one.trim.corner.x - trim().width;
                    if folio {
                        assert_eq!(gap, Length::ZERO);
                    }
                }
                let within = Rect { corner: Point::default(), size: layout.sheet };
                assert!(overlap(one.shown, within));
            }
        }
    }
}

fn overlap(one: Rect, other: Rect) -> bool {
    let apart = |a: Length, long: Length, b: Length, other: Length| {
        a + long <= b || b + other <= a
    };
    let (a, b) = (one.corner, other.corner);
    !apart(a.x, one.size.width, b.x, other.size.width)
        && !apart(a.y, one.size.height, b.y, other.size.height)
}

#[test]
fn inner_folios_move_to_the_fold_by_the_leaves_around_them() {
    let layout = layout(Signature::Sixteen, Length::pt(1));
    for outer in [true, false] {
        for cell in layout.cells(outer) {
            let moved = [0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 2, 2, 1, 1, 0, 0][cell.number - 1];
            // Upright odd pages and turned even ones have the fold on their left.
            let left = (cell.number % 2 == 1) != cell.turned;
            let wanted = Length::pt(if left { -moved } else { moved });
            assert_eq!(cell.creep, wanted, "page {}", cell.number);
        }
    }
}

#[test]
fn a_sheet_may_be_larger_and_not_smaller() {
    let needed = layout(Signature::Eight, Length::ZERO).sheet;
    let on = |sheet: Size| {
        let imposition = Imposition {
            signature: Signature::Eight,
            sheet: Some(sheet),
            leaf: Length::ZERO,
        };
        Layout::of(trim(), bleed(), &imposition).map(|layout| layout.cells(true)[0].trim)
    };
    let wider = Size { width: needed.width + Length::pt(20), height: needed.height };
    let (here, there) = (on(needed).expect("fits"), on(wider).expect("fits"));
    assert_eq!(there.corner.x - here.corner.x, Length::pt(10));
    let lower = Size { width: needed.width, height: needed.height - Length(1) };
    assert_eq!(on(lower), Err(needed));
}

#[test]
fn every_signature_has_its_mark_a_step_below_and_begins_again() {
    let first = Rect { corner: Point::default(), size: trim() };
    let tops: Vec<Length> =
        (0..36).map(|signature| collation(first, signature).corner.y).collect();
    assert!(
        tops[..35].is_sorted() && tops[..35].windows(2).all(|pair| pair[0] < pair[1])
    );
    assert_eq!(tops[35], tops[0]);
}
