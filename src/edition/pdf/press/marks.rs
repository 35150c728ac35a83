//! Printer's marks beside the page (ISO 32000-1 §14.11.3): trim and bleed marks, a colour bar,
//! and a slug line that names book and page.

use pdf_writer::{Dict, Name};

use super::condition::PrintCondition;
use super::print_frame::PrintFrame;
use crate::edition::pdf::operators::Operators;
use crate::edition::pdf::{PdfError, fonts};
use crate::length::{Length, Point, Ratio, Rect, Size};
use crate::press::{PrinterMarks, Sheet};
use crate::typeset::document::{FaceId, GlyphRun, Ink, Pages, PlacedItem};

/// Between the bleed and the marks: 2 millimetres, so that no mark is left on a page that is
/// cut a little too wide.
pub(super) const GAP: Length = Length(371_543);

/// Length of a trim mark, and width and height of a colour field: 5 millimetres.
pub(super) const LONG: Length = Length(928_857);

/// Length of a bleed mark: 3 millimetres, to distinguish it from a trim mark.
pub(super) const SHORT: Length = Length(557_314);

/// Thickness of a mark: a quarter of a point, the thinnest stroke that any press prints.
pub(super) const THICK: Length = Length(Length::SCALE / 4);

/// Between the marks and the edge of the medium: 1 millimetre.
const EDGE: Length = Length(185_771);

/// The font size of the slug line.
pub(super) const SLUG: Length = Length::pt(6);

/// The margin that all marks need at every edge of the medium.
pub(super) const MARGIN: Length = Length(GAP.0 + LONG.0 + EDGE.0);

/// Decimals of the coordinates of marks.
const MARK_DECIMALS: u32 = 3;

/// Finds the margin that the marks of a sheet need at every edge of the medium.
pub(super) fn find_mark_margin(marks: PrinterMarks) -> Length {
    if marks == PrinterMarks::default() { Length::ZERO } else { MARGIN }
}

/// The name, among the resources, of the colour space whose ink is on every plate.
const REGISTRATION: &str = "All";

/// Writes the colour spaces that marks use. A separation named All is painted on every plate
/// (ISO 32000-1 §8.6.6.4).
pub(super) fn write_colour_spaces(resources: &mut Dict<'_>) {
    let mut spaces = resources.insert(Name(b"ColorSpace")).dict();
    let mut space = spaces.insert(Name(REGISTRATION.as_bytes())).array();
    space
        .item(Name(b"Separation"))
        .item(Name(REGISTRATION.as_bytes()))
        .item(Name(b"DeviceCMYK"));
    let mut tint = space.push().dict();
    tint.pair(Name(b"FunctionType"), 2);
    tint.insert(Name(b"Domain")).array().items([0, 1]);
    tint.insert(Name(b"C0")).array().items([0; 4]);
    tint.insert(Name(b"C1")).array().items([1; 4]);
    tint.pair(Name(b"N"), 1);
}

/// Draws the marks of a page as a content stream, which is empty if the sheet asks for none.
pub(super) fn draw_page_marks(
    frame: &PrintFrame,
    sheet: &Sheet,
    condition: &PrintCondition,
) -> Vec<u8> {
    let mut strokes = Vec::new();
    if sheet.marks.crop {
        strokes.extend(list_corner_strokes(frame, frame.trim, LONG));
    }
    if sheet.marks.bleed && frame.bleed != frame.trim {
        strokes.extend(list_corner_strokes(frame, frame.bleed, SHORT));
    }
    let mut operators = Operators::default();
    if !strokes.is_empty() {
        set_registration(condition, &mut operators);
        fill_rectangles(strokes, frame.media, &mut operators);
    }
    if sheet.marks.colour_bar {
        draw_colour_bar(frame, condition, &mut operators);
    }
    operators.take_stream()
}

/// Sets the ink that is on every plate.
pub(super) fn set_registration(condition: &PrintCondition, operators: &mut Operators) {
    if condition.is_black_only() {
        set_black(condition, operators);
    } else {
        operators.name(REGISTRATION).operator("cs");
        operators.numbers([1.0]).operator("scn");
    }
}

/// Sets black alone.
pub(super) fn set_black(condition: &PrintCondition, operators: &mut Operators) {
    if condition.is_black_only() {
        operators.numbers([0.0]).operator("g");
    } else {
        operators.numbers([0.0, 0.0, 0.0, 1.0]).operator("k");
    }
}

/// Lists two strokes at every corner of a rectangle, in line with its edges, outside the bleed.
fn list_corner_strokes(frame: &PrintFrame, rect: Rect, length: Length) -> Vec<Rect> {
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

/// The fields of the colour bar of a book in black: black, and tints of it.
const GREY_FIELDS: [f64; 4] = [0.0, 0.25, 0.5, 0.75];

/// The fields of the colour bar of a book in four inks: each ink, two together, and half of
/// each.
const INK_FIELDS: [[f64; 4]; 11] = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
    [0.0, 1.0, 1.0, 0.0],
    [1.0, 0.0, 1.0, 0.0],
    [1.0, 1.0, 0.0, 0.0],
    [0.5, 0.0, 0.0, 0.0],
    [0.0, 0.5, 0.0, 0.0],
    [0.0, 0.0, 0.5, 0.0],
    [0.0, 0.0, 0.0, 0.5],
];

/// Draws the colour bar above the page.
fn draw_colour_bar(
    frame: &PrintFrame,
    condition: &PrintCondition,
    operators: &mut Operators,
) {
    let is_black_only = condition.is_black_only();
    let count = if is_black_only { GREY_FIELDS.len() } else { INK_FIELDS.len() };
    let width = LONG * i32::try_from(count).unwrap_or(0);
    let mut x = frame.trim.corner.x + (frame.trim.size.width - width) / 2;
    let y = frame.bleed.corner.y - GAP - LONG;
    for field in 0..count {
        if is_black_only {
            operators.numbers([GREY_FIELDS[field]]).operator("g");
        } else {
            operators.numbers(INK_FIELDS[field]).operator("k");
        }
        let size = Size { width: LONG, height: LONG };
        let rect = Rect { corner: Point { x, y }, size };
        fill_rectangles([rect], frame.media, operators);
        x += LONG;
    }
}

/// Fills rectangles, each by itself: together they would be one surface all around the page.
pub(super) fn fill_rectangles(
    rectangles: impl IntoIterator<Item = Rect>,
    media: Size,
    operators: &mut Operators,
) {
    for rect in rectangles {
        add_rectangle(rect, media, operators);
        operators.operator("f");
    }
}

/// Adds a rectangle to the path.
pub(super) fn add_rectangle(rect: Rect, media: Size, operators: &mut Operators) {
    let y = media.height - rect.far().y;
    for length in [rect.corner.x, y, rect.size.width, rect.size.height] {
        write_length(length, operators);
    }
    operators.operator("re");
}

/// Writes a length as an operand.
pub(super) fn write_length(length: Length, operators: &mut Operators) {
    operators.number(length.to_pt(), MARK_DECIMALS);
}

/// Sets the slug line of every page, if the sheet asks for them: the title, and the number of
/// the page among those of the file. Positions are relative to the trim, as in all runs.
pub(super) fn set_page_slugs(
    pages: &Pages,
    title: &str,
    sheet: &Sheet,
) -> Result<Vec<PlacedItem>, PdfError> {
    if !sheet.marks.slug {
        return Ok(Vec::new());
    }
    let y = pages.trim.height + sheet.bleed.bottom + GAP + SLUG;
    let count = pages.pages.len();
    let texts = (1..=count).map(|number| format!("{title} \u{b7} {number}/{count}"));
    // Beside the trim mark.
    set_slugs(pages, texts, Point { x: GAP, y })
}

/// Sets slug lines, all at one place, in the first face of the book; none if it has no faces.
pub(super) fn set_slugs(
    pages: &Pages,
    texts: impl IntoIterator<Item = String>,
    origin: Point,
) -> Result<Vec<PlacedItem>, PdfError> {
    let Some(file) = pages.faces.first() else { return Ok(Vec::new()) };
    let lines = fonts::set_lines(file, texts, SLUG)?.into_iter();
    let runs = lines.map(|(text, glyphs)| {
        PlacedItem::Run(GlyphRun {
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
