//! Pages on the sheets that are folded and gathered to a book.
//!
//! Every page is painted once, as a form (ISO 32000-1 §8.10), and stands on its sheet with
//! the pages that it is printed with. `fold` says where, `layout` in what places; here
//! they are put together with the marks for those who fold, gather and cut.

mod fold;
mod layout;

pub(super) use layout::Layout;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

use self::layout::Cell;
use super::condition::Condition;
use super::finish::put_in_frame;
use super::frame::Frame;
use super::marks::{self, GAP, LONG, THICK};
use crate::edition::pdf::PdfError;
use crate::edition::pdf::value::{integer, name, real, rectangle};
use crate::length::{Length, Point, Rect, Size};
use crate::press::EdgeInsets;
use crate::typeset::document::{Pages, Placed};

/// How wide the mark is by which a gathered book is looked through: what is seen of it on
/// the spine is half of that on either side.
const COLLATION: Length = Length::pt(4);

/// What is cut off at every edge but the fold: three millimetres.
const CUT: Length = marks::SHORT;

/// Dashes of a mark for a fold.
const DASHES: i32 = 3;

/// What lies around every page on the sheet: its bleed, and so much that folds can be cut
/// off where it has none.
pub(super) fn room(bleed: EdgeInsets) -> EdgeInsets {
    EdgeInsets {
        inner: bleed.inner,
        outer: bleed.outer.max(CUT),
        top: bleed.top.max(CUT),
        bottom: bleed.bottom.max(CUT),
    }
}

/// A line on every side of every sheet, in the margin below: the title, the number of the
/// signature, and which side it is.
pub(super) fn slugs(
    pages: &Pages,
    title: &str,
    layout: &Layout,
) -> Result<Vec<Placed>, PdfError> {
    let signatures = signatures(pages, layout);
    let texts = (1..=signatures).flat_map(|number| {
        ["outer", "inner"].map(|side| {
            format!("{title} \u{b7} signature {number}/{signatures} \u{b7} {side} forme")
        })
    });
    let (cuts, _) = layout.cuts();
    let origin = Point {
        // Beside the first mark of a cut.
        x: cuts.first().copied().unwrap_or_default() + GAP,
        y: layout.block.far().y + GAP + marks::SLUG,
    };
    marks::lines(pages, texts, origin)
}

/// How many signatures the pages fill; the last may end with blank pages.
pub(super) fn signatures(pages: &Pages, layout: &Layout) -> usize {
    pages.pages.len().div_ceil(layout.pages)
}

/// Makes forms of the first pages of a document, and puts them on the sheets, which are
/// its other pages: an outer and an inner side for each signature.
pub(super) fn arrange(
    document: &mut Document,
    pages: &Pages,
    layout: &Layout,
    frames: &[Frame; 2],
    resources: &Dictionary,
    condition: &Condition,
) {
    let ids: Vec<ObjectId> = document.get_pages().into_values().collect();
    let (leaves, sheets) = ids.split_at(pages.pages.len().min(ids.len()));
    // What is cut off the folded sheet lies within; marks and slug are beside it.
    let frame = Frame { media: layout.sheet, bleed: layout.block, trim: layout.block };
    let of_forms = document.add_object(resources.clone());
    let mut forms = Vec::new();
    for (place, &id) in leaves.iter().enumerate() {
        let blank = pages.pages[place].items.is_empty();
        let size = frames[place % 2].media;
        forms.push(if blank { None } else { form(document, id, size, of_forms) });
    }
    for (place, &id) in sheets.iter().enumerate() {
        let (signature, outer) = (place / 2, place.is_multiple_of(2));
        let first = signature * layout.pages;
        let mut operations = Vec::new();
        let mut placed = Dictionary::new();
        for cell in layout.cells(outer) {
            let page = first + cell.number - 1;
            let Some(&Some(form)) = forms.get(page) else { continue };
            let key = format!("P{}", page + 1);
            operations.extend(placing(&cell, &frames[page % 2], layout.sheet, &key));
            placed.set(key, Object::Reference(form));
        }
        operations.extend(marks(layout, signature, outer, condition));
        let mut resources = resources.clone();
        resources.set("XObject", placed);
        if !condition.is_black_only() {
            resources.set("ColorSpace", marks::colour_spaces());
        }
        let resources = document.add_object(resources);
        let content = Content { operations }.encode().unwrap_or_default();
        let content = document.add_object(Stream::new(Dictionary::new(), content));
        let Ok(sheet) = document.get_dictionary_mut(id) else { continue };
        let own = sheet.get(b"Contents").cloned();
        let contents = own.into_iter().chain([Object::Reference(content)]).collect();
        sheet.set("Contents", Object::Array(contents));
        put_in_frame(sheet, &frame, resources);
    }
    keep(document, sheets);
}

/// Makes a form of the content of a page.
fn form(
    document: &mut Document,
    page: ObjectId,
    size: Size,
    resources: ObjectId,
) -> Option<ObjectId> {
    let page = document.get_dictionary(page).ok()?;
    let content = page.get(b"Contents").and_then(Object::as_reference).ok()?;
    let stream = document.get_object_mut(content).and_then(Object::as_stream_mut).ok()?;
    let whole = Point { x: size.width, y: size.height };
    stream.dict.set("Type", name("XObject"));
    stream.dict.set("Subtype", name("Form"));
    stream.dict.set("BBox", rectangle(Point::default(), whole, size));
    stream.dict.set("Resources", Object::Reference(resources));
    Some(content)
}

/// Leaves only some of the pages in the document.
fn keep(document: &mut Document, pages: &[ObjectId]) {
    let tree = document.catalog().and_then(|catalog| catalog.get(b"Pages"));
    let Ok(tree) = tree.and_then(Object::as_reference) else { return };
    let Ok(tree) = document.get_dictionary_mut(tree) else { return };
    let kids = pages.iter().map(|&page| Object::Reference(page)).collect();
    tree.set("Kids", Object::Array(kids));
    tree.set("Count", integer(pages.len()));
}

/// Paints a page in its place, as far as it shows there.
fn placing(cell: &Cell, frame: &Frame, sheet: Size, key: &str) -> Vec<Operation> {
    // Where the trim begins, from the lower left: on the sheet, and on the page itself.
    let at =
        Point { x: cell.trim.corner.x + cell.creep, y: sheet.height - cell.trim.far().y };
    let own =
        Point { x: frame.trim.corner.x, y: frame.media.height - frame.trim.far().y };
    let (sign, x, y) = if cell.turned {
        let size = frame.trim.size;
        (-1, at.x + size.width + own.x, at.y + size.height + own.y)
    } else {
        (1, at.x - own.x, at.y - own.y)
    };
    let matrix = [sign, 0, 0, sign].map(Object::Integer).into_iter();
    vec![
        Operation::new("q", Vec::new()),
        marks::rectangle(cell.shown, sheet),
        Operation::new("W", Vec::new()),
        Operation::new("n", Vec::new()),
        Operation::new("cm", matrix.chain([real(x), real(y)]).collect()),
        Operation::new("Do", vec![name(key)]),
        Operation::new("Q", Vec::new()),
    ]
}

/// Where the sheet is cut and folded, and in which order signatures lie in the book.
fn marks(
    layout: &Layout,
    signature: usize,
    outer: bool,
    condition: &Condition,
) -> Vec<Operation> {
    let block = layout.block;
    let end = block.far();
    // Beyond the block on both sides of it.
    let (left, right) = (block.corner.x - GAP - LONG, end.x + GAP);
    let (top, bottom) = (block.corner.y - GAP - LONG, end.y + GAP);
    let upright = |x: Length, from: Length, long: Length| Rect {
        corner: Point { x: x - THICK / 2, y: from },
        size: Size { width: THICK, height: long },
    };
    let level = |y: Length, from: Length, long: Length| Rect {
        corner: Point { x: from, y: y - THICK / 2 },
        size: Size { width: long, height: THICK },
    };
    let mut strokes = Vec::new();
    let (across, down) = layout.cuts();
    strokes
        .extend(across.iter().flat_map(|&x| [top, bottom].map(|y| upright(x, y, LONG))));
    strokes.extend(down.iter().flat_map(|&y| [left, right].map(|x| level(y, x, LONG))));
    let (across, down) = layout.folds();
    let dash = LONG / (2 * DASHES - 1);
    for step in (0..DASHES).map(|number| dash * (2 * number)) {
        let both = |x: Length| [top, bottom].map(|y| upright(x, y + step, dash));
        strokes.extend(across.iter().flat_map(|&x| both(x)));
        let both = |y: Length| [left, right].map(|x| level(y, x + step, dash));
        strokes.extend(down.iter().flat_map(|&y| both(y)));
    }
    let mut operations = marks::registration(condition);
    operations.extend(marks::filled(strokes, layout.sheet));
    let cells = layout.cells(outer);
    let first = cells.iter().find(|cell| cell.number == 1);
    if let Some(cell) = first {
        // It stays on the book: black alone.
        operations.push(marks::black(condition));
        operations.extend(marks::filled([collation(cell.trim, signature)], layout.sheet));
    }
    operations
}

/// The mark on the spine of a signature, which has its first page here: each a step below
/// that of the signature before, so that one that is missing, double or upside down shows.
fn collation(first: Rect, signature: usize) -> Rect {
    let steps = usize::try_from(first.size.height.0 / LONG.0).unwrap_or(1).max(1);
    let step = i32::try_from(signature % steps).unwrap_or(0);
    Rect {
        corner: Point {
            x: first.corner.x - COLLATION / 2,
            y: first.corner.y + LONG * step,
        },
        size: Size { width: COLLATION, height: LONG },
    }
}

#[cfg(test)]
mod tests;
