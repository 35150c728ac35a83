//! Imposition: pages on the sheets that are folded and gathered to a book.
//!
//! Every page is painted once, as a form (ISO 32000-1 §8.10), and placed on its sheet with the
//! pages that it is printed with. `fold` has the order of pages, `layout` their positions.
//! This file writes the sheets, with the marks for those who fold, gather and cut.

mod fold;
mod layout;

pub(super) use layout::SheetLayout;

use pdf_writer::{Chunk, Dict, Finish, Name, Ref};

use super::condition::PrintCondition;
use super::marks::{
    GAP, LONG, SHORT, SLUG, THICK, add_rectangle, fill_rectangles, set_black,
    set_registration, set_slugs, write_colour_spaces, write_length,
};
use super::press_file::{PrintPageParts, list_boxes, write_graphics_states};
use super::print_frame::PrintFrame;
use crate::edition::pdf::PdfError;
use crate::edition::pdf::deflate::{CompressorPool, StreamData, compress_all};
use crate::edition::pdf::file::{PdfBuilder, new_chunk};
use crate::edition::pdf::operators::Operators;
use crate::edition::pdf::page_resources::ResourceRefs;
use crate::edition::pdf::page_tree::write_press_page;
use crate::edition::pdf::values::to_page_rect;
use crate::length::{Length, Point, Rect, Size};
use crate::press::EdgeInsets;
use crate::typeset::document::{Pages, PlacedItem};
use layout::ImposedPage;

/// Width of a collation mark: half of it shows on the spine on either side of the fold.
const COLLATION: Length = Length::pt(4);

/// What is cut off at every edge but the fold: three millimetres.
const CUT: Length = SHORT;

/// Dashes of a fold mark.
const DASHES: i32 = 3;

/// Finds what is around every page on the sheet: its bleed, and where it has none, enough for
/// the folds to be cut off.
pub(super) fn widen_bleed(bleed: EdgeInsets) -> EdgeInsets {
    EdgeInsets {
        inner: bleed.inner,
        outer: bleed.outer.max(CUT),
        top: bleed.top.max(CUT),
        bottom: bleed.bottom.max(CUT),
    }
}

/// Sets the slug line of every side of every sheet, in the margin below: the title, the number
/// of the signature, and which side it is.
pub(super) fn set_sheet_slugs(
    pages: &Pages,
    title: &str,
    layout: &SheetLayout,
) -> Result<Vec<PlacedItem>, PdfError> {
    let signatures = count_signatures(pages, layout);
    let texts = (1..=signatures).flat_map(|number| {
        ["outer", "inner"].map(|side| {
            format!("{title} \u{b7} signature {number}/{signatures} \u{b7} {side} forme")
        })
    });
    let (cuts, _) = layout.cuts();
    let origin = Point {
        // Beside the first cut mark.
        x: cuts.first().copied().unwrap_or_default() + GAP,
        y: layout.block.far().y + GAP + SLUG,
    };
    set_slugs(pages, texts, origin)
}

/// Counts the signatures that the pages fill; the last may end with blank pages.
pub(super) fn count_signatures(pages: &Pages, layout: &SheetLayout) -> usize {
    pages.pages.len().div_ceil(layout.pages)
}

/// A side of a sheet.
#[derive(Debug, Clone, Copy)]
struct SheetSide {
    /// The index of its signature.
    signature: usize,
    /// Whether it is the side with the first page.
    is_outer: bool,
}

impl SheetSide {
    /// The outer side of each signature, then its inner side.
    fn from_index(index: usize) -> Self {
        Self { signature: index / 2, is_outer: index.is_multiple_of(2) }
    }
}

/// Draws on every side of every sheet its pages and its marks, as content streams.
pub(super) fn draw_sheets(
    pages: &Pages,
    layout: &SheetLayout,
    frames: &[PrintFrame; 2],
    condition: &PrintCondition,
) -> Vec<Vec<u8>> {
    let draw = |index| {
        let side = SheetSide::from_index(index);
        let mut operators = Operators::default();
        for (page, placed) in list_printed_pages(pages, layout, side) {
            place_page(
                &placed,
                &frames[page % 2],
                layout.sheet,
                &format_form_name(page),
                &mut operators,
            );
        }
        draw_sheet_marks(layout, side, condition, &mut operators);
        operators.take_stream()
    };
    (0..count_signatures(pages, layout) * 2).map(draw).collect()
}

/// Lists the pages of a side that are not blank, with their indices.
fn list_printed_pages(
    pages: &Pages,
    layout: &SheetLayout,
    side: SheetSide,
) -> Vec<(usize, ImposedPage)> {
    let first = side.signature * layout.pages;
    let on_side = layout.list_pages(side.is_outer).into_iter();
    let numbered = on_side.map(|page| (first + page.number - 1, page));
    let is_printed =
        |index: usize| pages.pages.get(index).is_some_and(|page| !page.items.is_empty());
    numbered.filter(|(index, _)| is_printed(*index)).collect()
}

/// The name of a page as a form among the resources of its sheet.
fn format_form_name(page: usize) -> String {
    format!("P{}", page + 1)
}

/// Writes pages as forms, and the sides of all sheets, which are the pages of the file.
pub(super) fn write_sheets(
    file: &mut PdfBuilder,
    parts: PrintPageParts,
    pages: &Pages,
    layout: &SheetLayout,
    frames: &[PrintFrame; 2],
    condition: &PrintCondition,
) -> Vec<Ref> {
    let (content, data) = (CompressorPool::for_content(), CompressorPool::for_data());
    let PrintPageParts { root, names, mut contents, marks } = parts;
    let own = compress_all(contents.split_off(pages.pages.len()), &content);
    let forms = compress_all(contents, &data);
    let drawn = compress_all(marks, &content);

    let sheets = file.reserve_many(own.len());
    let is_blank = |index: usize| pages.pages[index].items.is_empty();
    let form_refs: Vec<Option<Ref>> = (0..forms.len())
        .map(|index| (!is_blank(index)).then(|| file.reserve()))
        .collect();
    let own_refs = file.reserve_many(own.len());
    let form_resources = form_refs.iter().any(Option::is_some).then(|| file.reserve());
    let sheet_refs: Vec<[Ref; 2]> =
        sheets.iter().map(|_| [file.reserve(), file.reserve()]).collect();

    let mut chunk = new_chunk();
    // What is cut off the folded sheet is inside; marks and slug are beside it.
    let frame =
        PrintFrame { media: layout.sheet, bleed: layout.block, trim: layout.block };
    let boxes = list_boxes(&frame);
    for (index, &sheet) in sheets.iter().enumerate() {
        let [resources, drawn] = sheet_refs[index];
        let contents = [own_refs[index], drawn];
        write_press_page(&mut chunk, sheet, root, boxes, resources, &contents);
    }
    for (index, (form, &id)) in forms.iter().zip(&form_refs).enumerate() {
        if let (Some(id), Some(resources)) = (id, form_resources) {
            write_form(&mut chunk, id, form, frames[index % 2].media, resources);
        }
    }
    for (own, &id) in own.iter().zip(&own_refs) {
        own.write(&mut chunk, id, |_| {});
    }
    if let Some(id) = form_resources {
        let mut dictionary = chunk.indirect(id).dict();
        names.write_entries(&mut dictionary);
        write_graphics_states(&mut dictionary);
    }
    for (index, &[resources, content]) in sheet_refs.iter().enumerate() {
        let side = SheetSide::from_index(index);
        let printed = list_printed_pages(pages, layout, side).into_iter();
        let printed: Vec<(String, Ref)> = printed
            .filter_map(|(page, _)| Some((format_form_name(page), form_refs[page]?)))
            .collect();
        let dictionary = chunk.indirect(resources).dict();
        write_sheet_resources(dictionary, names, &printed, condition);
        drawn[index].write(&mut chunk, content, |_| {});
    }
    file.add(chunk);
    sheets
}

/// Writes the content stream of a page as a form (ISO 32000-1 §8.10.2).
fn write_form(
    chunk: &mut Chunk,
    id: Ref,
    content: &StreamData<'_>,
    size: Size,
    resources: Ref,
) {
    content.write(chunk, id, |stream| {
        stream.pair(Name(b"Type"), Name(b"XObject"));
        stream.pair(Name(b"Subtype"), Name(b"Form"));
        stream.pair(Name(b"BBox"), to_page_rect(size));
        stream.pair(Name(b"Resources"), resources);
    });
}

/// Writes the resources of a side of a sheet, with its pages where a page has its images.
fn write_sheet_resources(
    mut to: Dict<'_>,
    names: ResourceRefs,
    printed: &[(String, Ref)],
    condition: &PrintCondition,
) {
    let write_forms = |to: &mut Dict<'_>| {
        let mut forms = to.insert(Name(b"XObject")).dict();
        for (name, form) in printed {
            forms.pair(Name(name.as_bytes()), *form);
        }
    };
    if let Some(fonts) = names.fonts {
        to.pair(Name(b"Font"), fonts);
    }
    if names.images.is_some() {
        write_forms(&mut to);
    }
    write_graphics_states(&mut to);
    if names.images.is_none() {
        write_forms(&mut to);
    }
    if !condition.is_black_only() {
        write_colour_spaces(&mut to);
    }
    to.finish();
}

/// Paints a page in its place, as far as it shows there.
fn place_page(
    page: &ImposedPage,
    frame: &PrintFrame,
    sheet: Size,
    name: &str,
    operators: &mut Operators,
) {
    // The lower left corner of the trim: on the sheet, and on the page itself.
    let at =
        Point { x: page.trim.corner.x + page.creep, y: sheet.height - page.trim.far().y };
    let own =
        Point { x: frame.trim.corner.x, y: frame.media.height - frame.trim.far().y };
    let (sign, x, y) = if page.is_turned {
        let size = frame.trim.size;
        (-1.0, at.x + size.width + own.x, at.y + size.height + own.y)
    } else {
        (1.0, at.x - own.x, at.y - own.y)
    };
    operators.operator("q");
    add_rectangle(page.shown, sheet, operators);
    operators.operator("W");
    operators.operator("n");
    operators.numbers([sign, 0.0, 0.0, sign]);
    write_length(x, operators);
    write_length(y, operators);
    operators.operator("cm");
    operators.name(name).operator("Do");
    operators.operator("Q");
}

/// Draws where the sheet is cut and folded, and in which order signatures come in the book.
fn draw_sheet_marks(
    layout: &SheetLayout,
    side: SheetSide,
    condition: &PrintCondition,
    operators: &mut Operators,
) {
    let block = layout.block;
    let end = block.far();
    // Outside the block, on both sides of it.
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
    set_registration(condition, operators);
    fill_rectangles(strokes, layout.sheet, operators);
    let pages = layout.list_pages(side.is_outer);
    if let Some(first) = pages.iter().find(|page| page.number == 1) {
        // It stays on the book: black alone.
        set_black(condition, operators);
        let mark = find_collation_mark(first.trim, side.signature);
        fill_rectangles([mark], layout.sheet, operators);
    }
}

/// Finds the collation mark on the spine of a signature, at its first page. Each is a step
/// below that of the signature before, so that a missing, double or upside-down signature
/// shows.
fn find_collation_mark(first: Rect, signature: usize) -> Rect {
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
