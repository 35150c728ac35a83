//! Books on pages.

use std::sync::LazyLock;

use pliego::book::Book;
use pliego::book::matter::notes::NotePlacement;
use pliego::design::Design;
use pliego::fonts::built_in;
use pliego::length::{Length, Point, Rect, Size};
use pliego::typeset::document::{Ink, LinkTarget, Page, Pages, PlacedItem, Role, Rule};
use pliego::typeset::font::Fonts;
use pliego::typeset::typeset;

/// The built-in faces, read once.
static FACES: LazyLock<Fonts> =
    LazyLock::new(|| Fonts::new(&built_in()).expect("they are fonts").value);

/// The pages of a book in the built-in face.
pub(super) fn set(book: &Book, design: &Design, notes: NotePlacement) -> Pages {
    typeset(book, design, notes, &FACES).value
}

/// Elements stand after their parents, and all that is painted, linked or listed belongs
/// to what there is; no line stands above or below the paper.
pub(super) fn are_sound(pages: &Pages, design: &Design) {
    for (place, element) in pages.elements.iter().enumerate() {
        match element.parent {
            None => assert_eq!((place, element.role), (0, Role::Document)),
            Some(parent) => assert!((parent.0 as usize) < place),
        }
    }
    assert_eq!(pages.trim, design.trim);
    for page in &pages.pages {
        for item in &page.items {
            let PlacedItem::Run(run) = item else { continue };
            let y = run.origin.y;
            assert!(y > Length::ZERO && y < pages.trim.height, "'{}'", run.text);
            assert!((run.face.0 as usize) < pages.faces.len());
            let element = run.element.map_or(0, |element| element.0 as usize);
            assert!(element < pages.elements.len().max(1));
            for glyph in &run.glyphs {
                let text = glyph.text.start as usize..glyph.text.end as usize;
                assert!(run.text.get(text).is_some(), "'{}': {glyph:?}", run.text);
            }
        }
        for link in &page.links {
            assert!((link.element.0 as usize) < pages.elements.len());
            if let LinkTarget::Destination(place) = link.target {
                assert!((place.0 as usize) < pages.destinations.len());
            }
        }
    }
    let page_count = pages.pages.len();
    assert!(pages.destinations.iter().all(|place| (place.page as usize) < page_count));
}

/// A page of a coloured rule.
pub(super) fn of_colours() -> Pages {
    let side = Length::pt(100);
    let rect = Rect {
        corner: Point { x: Length::pt(10), y: Length::pt(10) },
        size: Size { width: side, height: side },
    };
    let rule = Rule { rect, ink: Ink::Rgb(200, 30, 90) };
    let page = Page { items: vec![PlacedItem::Rule(rule)], ..Page::default() };
    let trim = Size { width: side * 3, height: side * 3 };
    Pages { trim, pages: vec![page], ..Pages::default() }
}
