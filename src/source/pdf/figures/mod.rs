//! The figures of a document: its pictures and drawings with their captions.

pub(super) mod drawing_files;
mod drawings;
pub(super) mod page_figure;
pub(super) mod page_pictures;
pub(super) mod picture_files;
mod pictures;

use std::collections::BTreeMap;

use crate::source::pdf::captions::{CaptionSubject, find_body_size, find_caption};
use crate::source::pdf::document::{PdfDocument, PdfPicture};
use crate::source::pdf::figures::drawings::{
    add_labels, add_lines_between, find_drawings, list_lines_inside,
};
use crate::source::pdf::figures::page_figure::PageFigure;
use crate::source::pdf::figures::pictures::{area_of, meet_boxes};
use crate::source::pdf::lines::{PdfLines, lines_of_page};
use crate::source::pdf::tables::page_table::PageTable;

/// The part of a table inside a drawing, in hundredths, from which it belongs to the drawing.
const PART_IN_DRAWING: i64 = 30;

/// Finds the figures of a document. Those that are drawings have no file yet. Removes the
/// tables without rules that stand in drawings: they are the labels of axes.
///
/// `lines` are those of all pages, in their order.
#[must_use]
pub fn find_figures(
    document: &PdfDocument,
    lines: &[PdfLines],
    tables: &mut Vec<PageTable>,
) -> Vec<PageFigure> {
    let body = find_body_size(lines);
    let mut drawings = find_drawings(document, lines, tables);
    tables.retain(|table| table.ruled || !is_in_drawing(table, &drawings));
    let mut figures = Vec::new();
    // Lines that are a caption, or in something, of each page.
    let mut taken: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for table in tables.iter() {
        let of_page = taken.entry(table.page).or_default();
        of_page.extend(table.lines.iter().chain(&table.caption));
    }
    for drawing in &mut drawings {
        let of_page = taken.entry(drawing.page).or_default();
        add_labels(drawing, lines_of_page(lines, drawing.page), body);
        drawing.lines.retain(|at| !of_page.contains(at));
        of_page.extend(&drawing.lines);
    }
    for picture in &document.pictures {
        let page = lines_of_page(lines, picture.page);
        let of_page = taken.entry(picture.page).or_default();
        let mut inside = list_lines_inside(page, picture.place);
        inside.retain(|at| !of_page.contains(at));
        of_page.extend(&inside);
        let is_taken = |at: usize| of_page.contains(&at);
        let caption =
            find_caption(page, picture.place, body, CaptionSubject::Figure, &is_taken);
        of_page.extend(&caption);
        figures.push(PageFigure {
            page: picture.page,
            place: picture.place,
            file: picture.file,
            caption,
            lines: inside,
            shows_words: false,
            alternative: find_alternative(document, picture),
        });
    }
    for drawing in &mut drawings {
        let page = lines_of_page(lines, drawing.page);
        let of_page = taken.entry(drawing.page).or_default();
        let is_taken = |at: usize| of_page.contains(&at);
        drawing.caption =
            find_caption(page, drawing.place, body, CaptionSubject::Drawing, &is_taken);
        add_lines_between(drawing, page);
        of_page.extend(drawing.caption.iter().chain(&drawing.lines));
    }
    figures.append(&mut drawings);
    figures
}

/// The alternative text of a picture (ISO 32000-1 §14.9.3).
fn find_alternative(document: &PdfDocument, picture: &PdfPicture) -> Option<String> {
    let index = (picture.page as usize).checked_sub(1)?;
    let page = document.pages.get(index)?;
    let mut mcids =
        picture.images.iter().filter_map(|image| page.images.get(*image)?.mcid);
    mcids.find_map(|mcid| document.tags.find_alternative(index, mcid))
}

/// Whether a table is part of a drawing.
fn is_in_drawing(table: &PageTable, drawings: &[PageFigure]) -> bool {
    let first = drawings.partition_point(|drawing| drawing.page < table.page);
    let of_page = drawings.iter().skip(first).take_while(|one| one.page == table.page);
    let common: i64 = of_page
        .filter_map(|drawing| meet_boxes(drawing.place, table.place))
        .map(area_of)
        .sum();
    common * 100 > area_of(table.place) * PART_IN_DRAWING
}
