//! The files of drawings: the part of the page that shows a drawing, as SVG.
//!
//! A drawing is made of paths and letters all over the content of its page, so the whole page
//! is converted, and the SVG shows the part with the drawing.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_svg::hayro_interpret::InterpreterSettings;
use hayro_svg::{RenderCache, SvgRenderSettings, convert};
use hayro_syntax::page::Page;

use crate::length::Length;
use crate::source::codes;
use crate::source::pdf::access::{PdfAccess, PdfProblem};
use crate::source::pdf::captions::{bottom_of, top_of};
use crate::source::pdf::document::{ImageFile, PdfDocument, open_pdf};
use crate::source::pdf::figures::page_figure::PageFigure;
use crate::source::pdf::figures::pictures::join_boxes;
use crate::source::pdf::line::PdfLine;
use crate::source::pdf::lines::{PdfLines, lines_of_page};
use crate::source::pdf::page::{PageBox, page_index};

/// The white around a drawing, in points: paths have a width, and letters overshoot.
const MARGIN: i32 = 3;
/// The largest SVG of a page, in bytes. Larger ones are refused as pictures of a book.
const LARGEST_DRAWING: usize = 8_000_000;
/// The most drawings of a document, and the most bytes of all: no book has more.
const MOST_DRAWINGS: usize = 5000;
const MOST_BYTES: usize = 400_000_000;

/// Makes the files of the figures that are drawings, and adds them to those of the document.
pub(in crate::source::pdf) fn draw_figures(
    bytes: &[u8],
    access: &PdfAccess,
    document: &mut PdfDocument,
    lines: &[PdfLines],
    figures: &mut [PageFigure],
) -> Vec<PdfProblem> {
    if figures.iter().all(|figure| figure.file.is_some()) {
        return Vec::new();
    }
    let Ok(pdf) = open_pdf(bytes, access) else { return Vec::new() };
    let cache = RenderCache::new();
    let (mut problems, mut drawn, mut length) = (Vec::new(), 0, 0);
    // Drawings of a page follow each other.
    let mut converted: Option<(u32, Option<String>)> = None;
    for figure in figures.iter_mut().filter(|figure| figure.file.is_none()) {
        if converted.as_ref().is_none_or(|(page, _)| *page != figure.page) {
            let may_draw = drawn < MOST_DRAWINGS && length < MOST_BYTES;
            let page = pdf.pages().get(page_index(figure.page)).filter(|_| may_draw);
            let whole = page.and_then(|page| convert_page(page, &cache));
            // The drawings of a book hold no images: they would be refused as its pictures.
            let whole = whole
                .filter(|svg| svg.len() <= LARGEST_DRAWING && !svg.contains("<image"));
            converted = Some((figure.page, whole));
        }
        let whole = converted.as_ref().and_then(|(_, whole)| whole.as_deref());
        let place = enclose_words(figure, lines_of_page(lines, figure.page));
        let Some(drawing) = whole.and_then(|whole| cut_region(whole, place)) else {
            problems.push(PdfProblem {
                code: codes::PDF_DRAWING,
                page: Some(figure.page),
                message: "a drawing cannot be kept, only its words; export it from the \
                          page as a picture"
                    .to_owned(),
            });
            continue;
        };
        drawn += 1;
        length += drawing.len();
        figure.file = Some(document.image_files.len());
        figure.shows_words = true;
        let bytes = drawing.into_bytes();
        document.image_files.push(ImageFile { bytes, extension: "svg" });
    }
    problems
}

/// The place of a figure with the words that belong to it.
fn enclose_words(figure: &PageFigure, lines: &[PdfLine]) -> PageBox {
    let words = figure.lines.iter().filter_map(|at| lines.get(*at));
    words.fold(figure.place, |place, line| {
        let (top, bottom) = (top_of(line), bottom_of(line));
        join_boxes(place, PageBox { left: line.left, top, right: line.right, bottom })
    })
}

/// A page as SVG; none if it cannot be drawn.
pub(super) fn convert_page<'a>(
    page: &'a Page<'a>,
    cache: &RenderCache<'a>,
) -> Option<String> {
    let settings = InterpreterSettings::default();
    let background = SvgRenderSettings { bg_color: [255; 4] };
    // The converter does not promise to read every file without a panic.
    let converted =
        catch_unwind(AssertUnwindSafe(|| convert(page, cache, &settings, &background)));
    converted.ok()
}

/// The part of a page in SVG that a box shows.
fn cut_region(page: &str, place: PageBox) -> Option<String> {
    let (_, content) = page.split_once('>')?;
    let margin = Length::pt(MARGIN);
    let (left, top) = (place.left - margin, place.top - margin);
    let (width, height) = (place.right + margin - left, place.bottom + margin - top);
    let [left, top, width, height] =
        [left, top, width, height].map(|length| format!("{:.2}", length.to_pt()));
    Some(format!(
        "<svg viewBox=\"{left} {top} {width} {height}\" width=\"{width}pt\" \
         height=\"{height}pt\" xmlns=\"http://www.w3.org/2000/svg\" \
         xmlns:xlink=\"http://www.w3.org/1999/xlink\">{content}"
    ))
}
