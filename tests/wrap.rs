//! Covers that are wrapped around a book: what is painted where.

#[path = "wrap/scanner.rs"]
mod scanner;

use pliego::book::metadata::{Contributor, Metadata};
use pliego::design::Design;
use pliego::diagnostic::Warned;
use pliego::edition::cover::{
    AddOn, Barcode, Blurbs, Corner, CoverError, Field, Front, Symbol, Wrapping, wrap,
};
use pliego::edition::pdf::{Particulars, pdf};
use pliego::fonts;
use pliego::length::{Length, Rect, Size};
use pliego::press::{Direction, Wrap};
use pliego::project::designs::standard;
use pliego::typeset::document::{Ink, Pages, Placed};
use scanner::scan;

/// An order for a wrap, with all that it refers to.
struct Order {
    wrap: Wrap,
    metadata: Metadata,
    design: Design,
    front: Option<&'static str>,
    image: Option<Vec<u8>>,
    blurbs: Blurbs,
    direction: Option<Direction>,
    barcode: Barcode,
}

impl Order {
    /// A paperback of A5 with a spine of 14 mm.
    fn usual() -> Self {
        let mm = Length::from_mm;
        let author =
            Contributor { name: "Ana Prueba".to_owned(), ..Contributor::default() };
        Self {
            wrap: Wrap {
                panel: Size { width: mm(148.0), height: mm(210.0) },
                spine: mm(14.0),
                bleed: mm(3.0),
                safe: mm(6.35),
                spine_words: Some(mm(1.6)),
                ..Wrap::default()
            },
            metadata: Metadata {
                title: Some("Niebla en el puerto".to_owned()),
                authors: vec![author],
                publisher: Some("Ediciones del Muelle".to_owned()),
                language: "es".parse().ok(),
                isbn_print: Some("9788400000004".to_owned()),
                ..Metadata::default()
            },
            design: standard(),
            front: Some("frame"),
            image: None,
            blurbs: Blurbs::default(),
            direction: None,
            barcode: Barcode {
                field: Field::Symbol(Symbol::default()),
                ..Barcode::default()
            },
        }
    }

    fn made(&self) -> Result<Warned<Pages>, CoverError> {
        wrap(&Wrapping {
            wrap: &self.wrap,
            metadata: &self.metadata,
            design: &self.design,
            fonts: &fonts::built_in(),
            front: self
                .image
                .as_deref()
                .map_or(Front::Template(self.front), Front::Image),
            blurbs: &self.blurbs,
            direction: self.direction,
            barcode: &self.barcode,
        })
    }

    fn symbol(mut self, magnification: u16, add_on: AddOn) -> Self {
        self.barcode.field = Field::Symbol(Symbol { magnification, add_on });
        self
    }
}

/// The black rectangles of a page: the bars.
fn bars(pages: &Pages) -> Vec<Rect> {
    let bar = |item: &Placed| match item {
        Placed::Rule(rule) if rule.ink == Ink::Black => Some(rule.rect),
        _ => None,
    };
    pages.pages[0].items.iter().filter_map(bar).collect()
}

#[test]
fn the_barcode_reads_as_the_isbn_and_the_price() {
    for (isbn, add_on, read) in [
        ("9788400000004", AddOn::None, "9788400000004"),
        ("9780306406157", AddOn::Unpriced, "9780306406157 90000"),
        (
            "9791090636071",
            AddOn::Price("19.95 USD".parse().unwrap()),
            "9791090636071 51995",
        ),
        (
            "9783161484100",
            AddOn::Price("GBP 120.50".parse().unwrap()),
            "9783161484100 12050",
        ),
    ] {
        for magnification in [80, 100, 137] {
            let mut order = Order::usual().symbol(magnification, add_on.clone());
            order.metadata.isbn_print = Some(isbn.to_owned());
            let made = order.made().unwrap();
            assert_eq!(made.diagnostics, []);
            assert_eq!(scan(&bars(&made.value)).as_deref(), Some(read));
        }
    }
}

#[test]
fn every_template_makes_a_wrap() {
    let mut order = Order::usual();
    order.wrap.flap = Length::from_mm(80.0);
    order.blurbs.back = "Una mañana de enero el vapor *no* llegó.".to_owned();
    for template in ["frame", "grid", "label", "initial"] {
        order.front = Some(template);
        let made = order.made().unwrap();
        assert_eq!(made.diagnostics, []);
        let width = (148.0 + 80.0) * 2.0 + 14.0;
        assert!((made.value.trim.width - Length::from_mm(width)).0.abs() < 8);
        assert!(pdf(&made.value, &Particulars::default()).is_ok());
    }
}

#[test]
fn a_barcode_has_the_sizes_that_scanners_read() {
    for wrong in [0, 79, 201] {
        let order = Order::usual().symbol(wrong, AddOn::None);
        assert!(
            matches!(order.made(), Err(CoverError::Magnification(size)) if size == wrong)
        );
    }
    let mut order = Order::usual().symbol(200, AddOn::Unpriced);
    order.wrap.panel.width = Length::from_mm(100.0);
    assert!(matches!(order.made(), Err(CoverError::BarcodeTooLarge { .. })));
    order.barcode.corner = Corner::Outer;
    order.wrap.panel.width = Length::from_mm(148.0);
    assert!(order.made().is_ok());
}
