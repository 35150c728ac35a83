//! What is printed beside the page for the press: where it is cut, where the bleed ends,
//! fields of ink, and a line that names book and page.

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Object};

use super::condition::Condition;
use super::frame::Frame;
use crate::edition::pdf::value::{dict, integer, name, real};
use crate::edition::pdf::{PdfError, fonts};
use crate::length::{Length, Point, Ratio, Rect, Size};
use crate::press::{PrinterMarks, Sheet};
use crate::typeset::document::{FaceId, GlyphRun, Ink, Pages, Placed};

/// What lies between the bleed and the marks: 2 millimetres, so that no mark is left on a
/// page that is cut a little too wide.
pub(super) const GAP: Length = Length(371_543);

/// How long a mark of the trim is, and how wide and high a field of ink: 5 millimetres.
pub(super) const LONG: Length = Length(928_857);

/// How long a mark of the bleed is: 3 millimetres, to tell it from one of the trim.
pub(super) const SHORT: Length = Length(557_314);

/// How thick a mark is: a quarter of a point, the thinnest stroke that any press prints.
pub(super) const THICK: Length = Length(Length::SCALE / 4);

/// Beyond the marks, to the edge of the sheet: 1 millimetre.
const EDGE: Length = Length(185_771);

/// The size of the slug line.
pub(super) const SLUG: Length = Length::pt(6);

/// What all marks need at every edge of the sheet.
pub(super) const MARGIN: Length = Length(GAP.0 + LONG.0 + EDGE.0);

/// What the marks of a sheet need at every edge.
pub(super) fn room(marks: PrinterMarks) -> Length {
    if marks == PrinterMarks::default() { Length::ZERO } else { MARGIN }
}

/// The name, among the resources, of the ink that is on every plate.
const REGISTRATION: &str = "All";

/// The colour spaces that marks use (ISO 32000-1 §8.6.6.4: a separation of the name All
/// is painted on every plate).
pub(super) fn colour_spaces() -> Dictionary {
    let inks = |amount: i64| Object::Array(vec![Object::Integer(amount); 4]);
    let tint = dict([
        ("FunctionType", integer(2)),
        ("Domain", Object::Array(vec![integer(0), integer(1)])),
        ("C0", inks(0)),
        ("C1", inks(1)),
        ("N", integer(1)),
    ]);
    let space = vec![
        name("Separation"),
        name(REGISTRATION),
        name("DeviceCMYK"),
        Object::Dictionary(tint),
    ];
    dict([(REGISTRATION, Object::Array(space))])
}

/// The marks of a page as a content stream; none where none were asked for.
pub(super) fn content(
    frame: &Frame,
    sheet: &Sheet,
    condition: &Condition,
) -> Option<Vec<u8>> {
    let mut operations = Vec::new();
    let mut strokes = Vec::new();
    if sheet.marks.crop {
        strokes.extend(corners(frame, frame.trim, LONG));
    }
    if sheet.marks.bleed && frame.bleed != frame.trim {
        strokes.extend(corners(frame, frame.bleed, SHORT));
    }
    if !strokes.is_empty() {
        operations.extend(registration(condition));
        operations.extend(filled(strokes, frame.media));
    }
    if sheet.marks.colour_bar {
        operations.extend(colour_bar(frame, condition));
    }
    if operations.is_empty() {
        return None;
    }
    Content { operations }.encode().ok()
}

/// Sets the ink that shows on every plate.
pub(super) fn registration(condition: &Condition) -> Vec<Operation> {
    if condition.is_black_only() {
        return vec![black(condition)];
    }
    vec![
        Operation::new("cs", vec![name(REGISTRATION)]),
        Operation::new("scn", vec![integer(1)]),
    ]
}

/// Two strokes at every corner of a rectangle, in line with its edges, outside the bleed.
fn corners(frame: &Frame, rect: Rect, length: Length) -> Vec<Rect> {
    let (near, end) = (frame.bleed.corner, frame.bleed.far());
    let across = [near.x - GAP - length, end.x + GAP];
    let down = [near.y - GAP - length, end.y + GAP];
    let (left, right) = (rect.corner.x, rect.far().x);
    let (top, bottom) = (rect.corner.y, rect.far().y);
    let stroke = |x, y, width, height| Rect {
        corner: Point { x, y },
        size: Size { width, height },
    };
    let level = [top, bottom]
        .into_iter()
        .flat_map(|y| across.map(|x| stroke(x, y - THICK / 2, length, THICK)));
    let upright = [left, right]
        .into_iter()
        .flat_map(|x| down.map(|y| stroke(x - THICK / 2, y, THICK, length)));
    level.chain(upright).collect()
}

/// Fields of each ink, of its half, and of two inks together, over the head of the page.
fn colour_bar(frame: &Frame, condition: &Condition) -> Vec<Operation> {
    let fields: &[(&str, &[f32])] = if condition.is_black_only() {
        &[("g", &[0.0]), ("g", &[0.25]), ("g", &[0.5]), ("g", &[0.75])]
    } else {
        &[
            ("k", &[1.0, 0.0, 0.0, 0.0]),
            ("k", &[0.0, 1.0, 0.0, 0.0]),
            ("k", &[0.0, 0.0, 1.0, 0.0]),
            ("k", &[0.0, 0.0, 0.0, 1.0]),
            ("k", &[0.0, 1.0, 1.0, 0.0]),
            ("k", &[1.0, 0.0, 1.0, 0.0]),
            ("k", &[1.0, 1.0, 0.0, 0.0]),
            ("k", &[0.5, 0.0, 0.0, 0.0]),
            ("k", &[0.0, 0.5, 0.0, 0.0]),
            ("k", &[0.0, 0.0, 0.5, 0.0]),
            ("k", &[0.0, 0.0, 0.0, 0.5]),
        ]
    };
    let count = i32::try_from(fields.len()).unwrap_or(0);
    let begin = frame.trim.corner.x + (frame.trim.size.width - LONG * count) / 2;
    let fields = fields.iter().zip(0..).flat_map(|(&(operator, inks), place)| {
        let x = begin + LONG * place;
        let y = frame.bleed.corner.y - GAP - LONG;
        let field =
            Rect { corner: Point { x, y }, size: Size { width: LONG, height: LONG } };
        let inks = inks.iter().map(|&ink| Object::Real(ink)).collect();
        let ink = Operation::new(operator, inks);
        std::iter::once(ink).chain(filled([field], frame.media))
    });
    fields.collect()
}

/// Sets black alone.
pub(super) fn black(condition: &Condition) -> Operation {
    if condition.is_black_only() {
        return Operation::new("g", vec![integer(0)]);
    }
    Operation::new("k", [0, 0, 0, 1].map(integer).to_vec())
}

/// Fills rectangles, each by itself: together they would be one surface that lies all
/// around the page.
pub(super) fn filled(
    rectangles: impl IntoIterator<Item = Rect>,
    sheet: Size,
) -> impl Iterator<Item = Operation> {
    rectangles
        .into_iter()
        .flat_map(move |one| [rectangle(one, sheet), Operation::new("f", Vec::new())])
}

/// A rectangle as a path.
pub(super) fn rectangle(rect: Rect, sheet: Size) -> Operation {
    let up = sheet.height - rect.far().y;
    let numbers = [rect.corner.x, up, rect.size.width, rect.size.height];
    Operation::new("re", numbers.map(real).to_vec())
}

/// A line under every page: the title, and the number of the page among those of the file.
/// Places are reckoned from the trim, as of all runs.
pub(super) fn slugs(
    pages: &Pages,
    title: &str,
    sheet: &Sheet,
) -> Result<Vec<Placed>, PdfError> {
    if !sheet.marks.slug {
        return Ok(Vec::new());
    }
    let y = pages.trim.height + sheet.bleed.bottom + GAP + SLUG;
    let count = pages.pages.len();
    let texts = (1..=count).map(|number| format!("{title} \u{b7} {number}/{count}"));
    // Beside the mark of the trim.
    lines(pages, texts, Point { x: GAP, y })
}

/// Lines for the press, all in one place, in the first face of the book; none where it has
/// no faces.
pub(super) fn lines(
    pages: &Pages,
    texts: impl IntoIterator<Item = String>,
    origin: Point,
) -> Result<Vec<Placed>, PdfError> {
    let Some(file) = pages.faces.first() else { return Ok(Vec::new()) };
    let runs = fonts::lines(file, texts, SLUG)?.into_iter().map(|(text, glyphs)| {
        Placed::Run(GlyphRun {
            face: FaceId(0),
            size: SLUG,
            origin,
            scaling: Ratio::ONE,
            ink: Ink::Black,
            glyphs,
            text,
            replacement: None,
            element: None,
        })
    });
    Ok(runs.collect())
}
