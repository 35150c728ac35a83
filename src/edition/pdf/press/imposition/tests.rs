//! Folds sheets again and looks at the order and the positions of their pages.

use super::{SheetLayout, find_collation_mark};
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

fn layout(signature: Signature, leaf: Length) -> SheetLayout {
    let imposition = Imposition { signature, sheet: None, leaf };
    SheetLayout::new(trim(), bleed(), &imposition)
        .expect("the sheet is as large as needed")
}

/// Both pages of a leaf register, whatever its thickness: the sheet is turned over like a leaf.
#[test]
fn front_and_back_register() {
    for signature in SIGNATURES {
        let layout = layout(signature, Length::pt(1));
        let (outer, inner) = (layout.list_pages(true), layout.list_pages(false));
        for front in &outer {
            // Odd pages are on the front of a leaf, on either side of the sheet.
            let back =
                if front.number % 2 == 1 { front.number + 1 } else { front.number - 1 };
            let back = inner
                .iter()
                .find(|page| page.number == back)
                .expect("every page has a back");
            let mirrored = layout.sheet.width - front.trim.corner.x - trim().width;
            let apart = (back.trim.corner.x - mirrored).0.abs();
            assert!(apart <= 1, "{signature:?}, page {}", front.number);
            assert_eq!(back.trim.corner.y, front.trim.corner.y);
            assert_eq!(back.is_turned, front.is_turned);
            assert_eq!(back.creep, -front.creep, "both pages move towards the fold");
        }
    }
}

/// The two pages of a folio touch at the fold; all others are apart by their bleed.
#[test]
fn pages_are_apart_but_for_the_fold() {
    for signature in SIGNATURES {
        let layout = layout(signature, Length::ZERO);
        for outer in [true, false] {
            let pages = layout.list_pages(outer);
            assert_eq!(pages.len(), signature.pages() / 2);
            for (place, one) in pages.iter().enumerate() {
                for other in &pages[place + 1..] {
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
fn inner_folios_creep_by_the_leaves_around_them() {
    let layout = layout(Signature::Sixteen, Length::pt(1));
    for outer in [true, false] {
        for page in layout.list_pages(outer) {
            let moved = [0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 2, 2, 1, 1, 0, 0][page.number - 1];
            // Upright odd pages and turned even ones have the fold on their left.
            let left = (page.number % 2 == 1) != page.is_turned;
            let wanted = Length::pt(if left { -moved } else { moved });
            assert_eq!(page.creep, wanted, "page {}", page.number);
        }
    }
}

#[test]
fn sheet_may_be_larger_but_not_smaller() {
    let needed = layout(Signature::Eight, Length::ZERO).sheet;
    let on = |sheet: Size| {
        let imposition = Imposition {
            signature: Signature::Eight,
            sheet: Some(sheet),
            leaf: Length::ZERO,
        };
        SheetLayout::new(trim(), bleed(), &imposition)
            .map(|layout| layout.list_pages(true)[0].trim)
    };
    let wider = Size { width: needed.width + Length::pt(20), height: needed.height };
    let (here, there) =
        (on(needed).expect("the pages fit"), on(wider).expect("the pages fit"));
    assert_eq!(there.corner.x - here.corner.x, Length::pt(10));
    let lower = Size { width: needed.width, height: needed.height - Length(1) };
    assert_eq!(on(lower), Err(needed));
}

#[test]
fn collation_marks_descend_and_begin_again() {
    let first = Rect { corner: Point::default(), size: trim() };
    let tops: Vec<Length> =
        (0..36).map(|signature| find_collation_mark(first, signature).corner.y).collect();
    assert!(
        tops[..35].is_sorted() && tops[..35].windows(2).all(|pair| pair[0] < pair[1])
    );
    assert_eq!(tops[35], tops[0]);
}
