//! Covers that are wrapped around a book: what is painted where.

mod scanner;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use pliego::book::metadata::{Contributor, Metadata};
use pliego::book::picture::Pixels;
use pliego::design::Design;
use pliego::diagnostic::Warned;
use pliego::edition::cover::{
    BarcodeField, Blurbs, CoverError, IsbnSymbol, WrapContent, WrapFront, make_wrap,
};
use pliego::edition::pdf::{DocumentInfo, write_pdf};
use pliego::fonts;
use pliego::length::{Length, Point, Rect, Size};
use pliego::press::price::Price;
use pliego::press::{Direction, Wrap};
use pliego::project::designs::standard_design;
use pliego::typeset::document::{Ink, OutlineSegment, Pages, PlacedItem};
use scanner::scan;

/// The templates that there are.
const TEMPLATES: [&str; 7] =
    ["frame", "grid", "label", "initial", "plain", "band", "waves"];

/// An order for a wrap, with all that it refers to.
struct Order {
    wrap: Wrap,
    metadata: Metadata,
    design: Design,
    front: Option<&'static str>,
    image: Option<Vec<u8>>,
    blurbs: Blurbs,
    direction: Option<Direction>,
    barcode: BarcodeField,
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
            design: standard_design(),
            front: Some("frame"),
            image: None,
            blurbs: Blurbs::default(),
            direction: None,
            barcode: BarcodeField::Symbol(IsbnSymbol::default()),
        }
    }

    fn made(&self) -> Result<Warned<Pages>, CoverError> {
        make_wrap(&WrapContent {
            wrap: &self.wrap,
            metadata: &self.metadata,
            design: &self.design,
            fonts: &fonts::built_in(),
            front: self
                .image
                .as_deref()
                .map_or(WrapFront::Template(self.front), WrapFront::Image),
            blurbs: &self.blurbs,
            direction: self.direction,
            barcode: &self.barcode,
        })
    }

    /// The same with flaps, and words on every part.
    fn full(template: &'static str) -> Self {
        let mut order = Self::usual();
        order.front = Some(template);
        order.wrap.flap = Length::from_mm(80.0);
        order.metadata.subtitle = Some("Crónica de un invierno".to_owned());
        let words =
            "Una mañana de enero el vapor *no* llegó, y nadie en el puerto supo por qué.";
        order.blurbs = Blurbs {
            back: format!("{words}\n\n{words} {words}"),
            front_flap: words.to_owned(),
            back_flap: words.to_owned(),
        };
        order
    }

    fn codes(&self) -> Vec<&'static str> {
        let found = self.made().unwrap().diagnostics;
        found.iter().map(|found| found.code.0).collect()
    }

    fn symbol(mut self, magnification: u16, price: impl Into<Option<Price>>) -> Self {
        let price = price.into();
        self.barcode = BarcodeField::Symbol(IsbnSymbol { magnification, price });
        self
    }
}

/// The black rectangles of a page, from left to right: the bars.
fn bars(pages: &Pages) -> Vec<(i64, i64)> {
    let bar = |item: &PlacedItem| match item {
        PlacedItem::Rule(rule) if rule.ink == Ink::Black => {
            let Rect { corner, size } = rule.rect;
            Some((corner.x.0.into(), (corner.x + size.width).0.into()))
        }
        _ => None,
    };
    pages.pages[0].items.iter().filter_map(bar).collect()
}

/// The white field of the barcode.
fn field(pages: &Pages) -> Option<Rect> {
    pages.pages[0].items.iter().rev().find_map(|item| match item {
        PlacedItem::Rule(rule) if rule.ink == Ink::Tint(0) => Some(rule.rect),
        _ => None,
    })
}

/// The smallest rectangle around an item; of curves around what controls them.
fn extent(item: &PlacedItem) -> Rect {
    let points: Vec<Point> = match item {
        PlacedItem::Rule(rule) => corners(rule.rect),
        PlacedItem::Image(picture) => corners(picture.rect),
        PlacedItem::Run(run) => {
            let end = run.glyphs.last().map_or(Length::ZERO, |glyph| glyph.x);
            vec![run.origin, Point { x: run.origin.x + end, ..run.origin }]
        }
        PlacedItem::Outline(outline) => {
            let points = outline.segments.iter().flat_map(|segment| match *segment {
                OutlineSegment::Move(to) | OutlineSegment::Line(to) => vec![to],
                OutlineSegment::Curve(a, b, to) => vec![a, b, to],
                OutlineSegment::Close => vec![],
            });
            points.collect()
        }
    };
    let (xs, ys) = (points.iter().map(|p| p.x), points.iter().map(|p| p.y));
    let corner = Point { x: xs.clone().min().unwrap(), y: ys.clone().min().unwrap() };
    let size = Size {
        width: xs.max().unwrap() - corner.x,
        height: ys.max().unwrap() - corner.y,
    };
    Rect { corner, size }
}

fn corners(rect: Rect) -> Vec<Point> {
    let Rect { corner, size } = rect;
    vec![corner, Point { x: corner.x + size.width, y: corner.y + size.height }]
}

fn right(rect: Rect) -> Length {
    rect.corner.x + rect.size.width
}

fn bottom(rect: Rect) -> Length {
    rect.corner.y + rect.size.height
}

/// Whether one rectangle lies within another.
fn within(inner: Rect, outer: Rect) -> bool {
    inner.corner.x >= outer.corner.x
        && inner.corner.y >= outer.corner.y
        && right(inner) <= right(outer)
        && bottom(inner) <= bottom(outer)
}

/// A rectangle by its edges, in millimetres.
fn mm(left: f64, top: f64, right: f64, bottom: f64) -> Rect {
    let mm = Length::from_mm;
    let corner = Point { x: mm(left), y: mm(top) };
    Rect {
        corner,
        size: Size { width: mm(right) - corner.x, height: mm(bottom) - corner.y },
    }
}

/// A page as text: what is painted where, from the ground up, in tenths of millimetres.
fn structure(pages: &Pages) -> String {
    let tenths = |length: Length| (length.to_pt() * 254.0 / 72.0).round();
    let mut text =
        format!("trim {} {}\n", tenths(pages.trim.width), tenths(pages.trim.height));
    for item in &pages.pages[0].items {
        let Rect { corner, size } = extent(item);
        let at = format!(
            "{} {} {} {}",
            tenths(corner.x),
            tenths(corner.y),
            tenths(size.width),
            tenths(size.height)
        );
        let line = match item {
            PlacedItem::Rule(rule) => format!("rule {at} {:?}", rule.ink),
            PlacedItem::Outline(outline) => format!("outline {at} {:?}", outline.ink),
            PlacedItem::Image(picture) => {
                format!("picture {at} {} by {}", picture.columns, picture.rows)
            }
            PlacedItem::Run(run) => {
                let size = (run.size.to_pt() * 100.0).round() / 100.0;
                format!("run {at} {size} {:?}: {}", run.ink, run.text)
            }
        };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

#[test]
fn barcode_encodes_isbn_and_price() {
    for (isbn, price, read) in [
        ("978-84-00-00000-4", None, "9788400000004"),
        ("9780306406157", Some(price("5.00 USD")), "9780306406157 50500"),
        ("9791090636071", Some(price("19.95 USD")), "9791090636071 51995"),
        ("9783161484100", Some(price("GBP 120.50")), "9783161484100 12050"),
    ] {
        for magnification in [80, 100, 137] {
            let mut order = Order::usual().symbol(magnification, price.clone());
            order.metadata.isbn_print = Some(isbn.to_owned());
            let made = order.made().unwrap();
            assert_eq!(made.diagnostics, []);
            assert_eq!(scan(bars(&made.value)).as_deref(), Some(read));
        }
    }
}

fn price(text: &str) -> Price {
    text.parse().unwrap()
}

#[test]
fn unencodable_price_is_reported() {
    for (told, read) in [
        ("120 USD", "9788400000004 59999"),
        ("99.99 CAD", "9788400000004 69999"),
        ("200 GBP", "9788400000004 19999"),
        ("18,50 EUR", "9788400000004"),
    ] {
        let order = Order::usual().symbol(100, price(told));
        let made = order.made().unwrap();
        assert_eq!(scan(bars(&made.value)).as_deref(), Some(read));
        let expected: &[&str] = if told == "99.99 CAD" { &[] } else { &["c-006"] };
        assert_eq!(order.codes(), expected, "{told}");
    }
}

#[test]
fn isbn10_becomes_isbn13() {
    let mut order = Order::usual();
    order.metadata.isbn_print = Some("0-306-40615-2".to_owned());
    let made = order.made().unwrap();
    assert_eq!(scan(bars(&made.value)).as_deref(), Some("9780306406157"));
    assert_eq!(order.codes(), ["c-007"]);
    order.metadata.isbn_print = None;
    assert_eq!(order.codes(), ["c-008"]);
    assert_eq!(field(&order.made().unwrap().value), None);
}

/// GS1 General Specifications, section 5.2: at nominal size a symbol is 31.35 mm wide and its
/// bars are 22.85 mm high; with its quiet zones it takes 37.29 mm.
#[test]
fn barcode_has_scannable_sizes() {
    let made = Order::usual().made().unwrap().value;
    let is_bar = |item: &&PlacedItem| matches!(item, PlacedItem::Rule(rule) if rule.ink == Ink::Black);
    let bars: Vec<Rect> = made.pages[0].items.iter().filter(is_bar).map(extent).collect();
    let micrometres = |length: Length| i64::from(length.0) * 25_400 / (72 * 65_536);
    let near = |one: i64, other: i64| (one - other).abs() <= 2;
    let (first, last) = (bars[0], bars[bars.len() - 1]);
    assert!(near(micrometres(right(last) - first.corner.x), 31_350));
    assert!(near(micrometres(bars[0].size.height), 24_500), "a guard");
    assert!(near(micrometres(bars[3].size.height), 22_850), "a digit");
    let white = field(&made).unwrap();
    assert!(micrometres(first.corner.x - white.corner.x) >= 3_629);
    assert!(micrometres(right(white) - right(last)) >= 2_309);
    // Every edge is on the grid of modules.
    let module = (right(last) - first.corner.x).0 / 95;
    let on_grid = |bar: &Rect| (bar.corner.x - first.corner.x).0 % module == 0;
    assert!(bars.iter().all(on_grid));

    for wrong in [0, 79, 201] {
        let order = Order::usual().symbol(wrong, None);
        assert!(
            matches!(order.made(), Err(CoverError::Magnification(size)) if size == wrong)
        );
    }
    let mut order = Order::usual().symbol(200, price("12.90 USD"));
    order.wrap.panel.width = Length::from_mm(100.0);
    assert!(matches!(order.made(), Err(CoverError::BarcodeTooLarge(_))));
}

#[test]
fn barcode_is_beside_the_spine() {
    let mut order = Order::full("label");
    let back = mm(80.0, 0.0, 228.0, 210.0);
    let symbol = field(&order.made().unwrap().value).unwrap();
    let safe = order.wrap.safe;
    let (far, near) = (symbol.corner.x - back.corner.x, right(back) - right(symbol));
    assert!((near - safe).0.abs() <= 2 && far > near * 2);
    assert!((bottom(back) - bottom(symbol) - safe).0.abs() <= 2);
    // Room for the press is white and empty.
    let size = Size { width: Length::pt(144), height: Length::pt(86) };
    order.barcode = BarcodeField::Room(size);
    let made = order.made().unwrap().value;
    assert_eq!(field(&made).map(|field| field.size), Some(size));
    assert_eq!(bars(&made), []);
}

#[test]
fn background_fills_the_bleed() {
    for template in TEMPLATES {
        for flap in [0.0, 80.0] {
            let mut order = Order::full(template);
            order.wrap.flap = Length::from_mm(flap);
            let made = order.made().unwrap();
            assert_eq!(made.diagnostics, [], "{template}");
            let items = &made.value.pages[0].items;
            let bleed = order.wrap.bleed;
            let trim = made.value.trim;
            let sheet = Rect {
                corner: Point { x: -bleed, y: -bleed },
                size: Size {
                    width: trim.width + bleed * 2,
                    height: trim.height + bleed * 2,
                },
            };
            assert_eq!(extent(&items[0]), sheet, "{template}");
            for item in items {
                assert!(within(extent(item), sheet), "{template}: {item:?}");
            }
            assert!(write_pdf(&made.value, &DocumentInfo::default()).is_ok());
        }
    }
}

#[test]
fn text_stays_in_safe_zones() {
    let safe = |left: f64, right: f64| mm(left + 6.3, 6.3, right - 6.3, 203.7);
    let zones =
        [safe(0.0, 80.0), safe(80.0, 228.0), safe(242.0, 390.0), safe(390.0, 470.0)];
    for template in TEMPLATES {
        let made = Order::full(template).made().unwrap().value;
        let runs =
            made.pages[0].items.iter().filter(|item| matches!(item, PlacedItem::Run(_)));
        let mut count = 0;
        for run in runs {
            count += 1;
            assert!(
                zones.iter().any(|&zone| within(extent(run), zone)),
                "{template}: {run:?}"
            );
        }
        assert!(count > 10, "{template}");
    }
}

/// What the spine says, as outlines: those that lie between its folds.
fn on_spine(pages: &Pages, spine: Rect) -> Vec<Rect> {
    let items = pages.pages[0].items.iter();
    let outlines = items.filter(|item| matches!(item, PlacedItem::Outline(_)));
    outlines.map(extent).filter(|&extent| within(extent, spine)).collect()
}

#[test]
fn spine_has_author_title_publisher() {
    let clear = mm(149.6, 0.0, 160.4, 210.0);
    for template in TEMPLATES {
        let mut order = Order::usual();
        order.front = Some(template);
        let up = on_spine(&order.made().unwrap().value, clear);
        assert_eq!(up.len(), 3, "{template}");
        assert!(bottom(up[0]) < up[1].corner.y && bottom(up[1]) < up[2].corner.y);
        // Spanish spines run upward; the letters of downward ones lie on the other side.
        order.direction = Some(Direction::Up);
        assert_eq!(on_spine(&order.made().unwrap().value, clear), up, "{template}");
        order.direction = Some(Direction::Down);
        let down = on_spine(&order.made().unwrap().value, clear);
        assert_ne!(down, up, "{template}");
        order.metadata.language = "en".parse().ok();
        order.direction = None;
        assert_eq!(on_spine(&order.made().unwrap().value, clear).len(), 3);
    }
}

#[test]
fn narrow_spine_is_reported() {
    let mut order = Order::usual();
    // Who asks for no words need not be told.
    order.wrap.spine_words = None;
    assert_eq!(order.codes(), [] as [&str; 0]);
    assert_eq!(on_spine(&order.made().unwrap().value, mm(148.0, 0.0, 162.0, 210.0)), []);
    order.wrap.spine_words = Some(Length::from_mm(1.6));
    order.wrap.spine = Length::from_mm(5.0);
    assert_eq!(order.codes(), ["c-004"]);
    assert_eq!(on_spine(&order.made().unwrap().value, mm(148.0, 0.0, 153.0, 210.0)), []);
    // Two millimetres are enough for letters of six points.
    order.wrap.spine = Length::from_mm(5.4);
    assert_eq!(order.codes(), [] as [&str; 0]);
    order.wrap.spine = Length::ZERO;
    assert_eq!(order.codes(), ["c-004"]);
    order.wrap.spine = Length::from_mm(5.4);
    order.metadata.title = Some("El informe ".repeat(22));
    assert_eq!(order.codes(), ["c-004"]);
}

#[test]
fn back_text_shrinks_then_fails() {
    let size = |order: &Order| {
        let made = order.made()?.value;
        let items = made.pages[0].items.iter();
        let sizes = items.filter_map(|item| match item {
            PlacedItem::Run(run) if run.text.contains("vapor") => Some(run.size),
            _ => None,
        });
        Ok::<_, CoverError>(sizes.max())
    };
    let mut order = Order::usual();
    order.blurbs.back = "El vapor no llegó. ".repeat(20);
    assert_eq!(size(&order).unwrap(), Some(order.design.font_size));
    order.blurbs.back = "El vapor no llegó. ".repeat(140);
    let smaller = size(&order).unwrap().unwrap();
    assert!(smaller < order.design.font_size && smaller >= Length::pt(8));
    order.blurbs.back = "El vapor no llegó. ".repeat(400);
    let error = size(&order).unwrap_err();
    assert!(matches!(error, CoverError::TooManyWords { part: "back", lines: 1.. }));
    order.blurbs.back = String::new();
    order.blurbs.front_flap = "El vapor no llegó. ".repeat(400);
    assert!(order.made().is_ok(), "there are no flaps to say it on");
    order.wrap.flap = Length::from_mm(70.0);
    assert!(matches!(
        order.made(),
        Err(CoverError::TooManyWords { part: "front flap", .. })
    ));
}

/// An image of one colour in front and another along its left edge.
fn image(columns: u32, rows: u32, kind: ExtendedColorType, png: bool) -> Vec<u8> {
    let channels = usize::from(kind.channel_count());
    let pixel = |column: u32| if column < columns / 40 { 30_u8 } else { 200 };
    let row: Vec<u8> =
        (0..columns).flat_map(|column| vec![pixel(column); channels]).collect();
    let pixels = row.repeat(rows as usize);
    let mut bytes = Vec::new();
    if png {
        PngEncoder::new(&mut bytes).write_image(&pixels, columns, rows, kind).unwrap();
    } else {
        JpegEncoder::new(&mut bytes).write_image(&pixels, columns, rows, kind).unwrap();
    }
    bytes
}

/// A small book: its front with the bleed is 2 by 3 inches, 600 by 900 pixels.
fn small(image: Vec<u8>) -> Order {
    let inch = |tenths: i32| Length::pt(72) * tenths / 10;
    let mut order = Order::usual();
    order.wrap = Wrap {
        panel: Size { width: inch(19), height: inch(28) },
        spine: Length::from_mm(14.0),
        bleed: inch(1),
        safe: inch(1),
        spine_words: Some(Length::from_mm(1.6)),
        ..Wrap::default()
    };
    order.barcode = BarcodeField::Nothing;
    order.image = Some(image);
    order
}

#[test]
fn image_fills_front_and_bleed() {
    for (kind, png) in [
        (ExtendedColorType::L8, true),
        (ExtendedColorType::L8, false),
        (ExtendedColorType::Rgb8, false),
        (ExtendedColorType::Rgb8, true),
    ] {
        let order = small(image(600, 900, kind, png));
        let made = order.made().unwrap();
        assert_eq!(made.diagnostics, []);
        let items = &made.value.pages[0].items;
        let PlacedItem::Image(picture) = &items[1] else { panic!() };
        let front = order.wrap.panel.width + order.wrap.spine;
        assert_eq!(picture.rect.corner, Point { x: front, y: -order.wrap.bleed });
        assert_eq!((picture.columns, picture.rows), (600, 900));
        assert_eq!(
            matches!(picture.pixels, Pixels::Grey(_)),
            kind == ExtendedColorType::L8
        );
        // Spine and back take up the dark edge of the image; their words are white.
        let PlacedItem::Rule(ground) = &items[0] else { panic!() };
        let Ink::Rgb(red, ..) = ground.ink else { panic!() };
        assert!((25..70).contains(&red), "{red}");
        let words = items[2..].iter().filter_map(|item| match item {
            PlacedItem::Outline(outline) => Some(outline.ink),
            _ => None,
        });
        assert!(
            words.clone().count() >= 3 && words.clone().all(|ink| ink == Ink::Tint(0))
        );
    }
}

#[test]
fn cropped_image_is_reported() {
    for (columns, rows, shown, says) in [
        (620, 900, (600, 900), "cut by 3.2 % of its width"),
        (600, 1000, (600, 900), "cut by 10.0 % of its height"),
    ] {
        let order = small(image(columns, rows, ExtendedColorType::L8, true));
        let made = order.made().unwrap();
        assert_eq!(order.codes(), ["c-005"]);
        assert!(made.diagnostics[0].message.contains(says), "{:?}", made.diagnostics);
        let PlacedItem::Image(picture) = &made.value.pages[0].items[1] else { panic!() };
        assert_eq!((picture.columns, picture.rows), shown);
    }
}

#[test]
fn unprintable_image_is_refused() {
    let grey = |columns, rows| image(columns, rows, ExtendedColorType::L8, true);
    assert!(small(grey(595, 893)).made().is_ok(), "nobody sees 298 in 300");
    for (columns, rows) in [(590, 885), (2000, 800), (500, 3000)] {
        let error = small(grey(columns, rows)).made().unwrap_err();
        assert!(matches!(error, CoverError::TooSmall { .. }));
        assert!(error.to_string().contains("takes 600 by 900"), "{error}");
    }
    // The head of a JPEG of four colours.
    let mut inks = vec![0xff, 0xd8, 0xff, 0xc0, 0, 20, 8, 0, 16, 0, 16, 4];
    inks.extend([0; 64]);
    assert!(matches!(small(inks).made(), Err(CoverError::FourInks)));
    assert!(matches!(small(b"<svg/>".to_vec()).made(), Err(CoverError::OtherFormat)));
    let whole = grey(600, 900);
    assert!(matches!(small(whole[..80].to_vec()).made(), Err(CoverError::Image(_))));
    let mut nothing = Order::usual();
    nothing.wrap.panel.width = Length::ZERO;
    assert!(matches!(nothing.made(), Err(CoverError::NoFront)));
}

#[test]
fn wraps_match() {
    for template in ["grid", "label", "plain"] {
        let mut order = Order::full(template);
        order.wrap.hinge = Length::from_mm(10.0);
        order = order.symbol(90, price("12.90 USD"));
        let made = order.made().unwrap();
        assert_eq!(made, order.made().unwrap());
        insta::assert_snapshot!(format!("wrap-{template}"), structure(&made.value));
    }
}
