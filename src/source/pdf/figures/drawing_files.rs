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
use crate::source::pdf::lines::PdfLines;
use crate::source::pdf::page::PageBox;

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
    let pages = pdf.pages();
    let cache = RenderCache::new();
    let (mut problems, mut drawn, mut length) = (Vec::new(), Vec::new(), 0);
    for figure in figures.iter_mut().filter(|figure| figure.file.is_none()) {
        let at = figure.page.saturating_sub(1) as usize;
        let drawing = pages
            .get(at)
            .filter(|_| drawn.len() < MOST_DRAWINGS && length < MOST_BYTES)
            .and_then(|page| {
                let lines = lines.get(at)?;
                let place = enclose_words(figure, lines);
                draw_region(page, place, &cache)
            });
        let Some(drawing) = drawing else {
            problems.push(PdfProblem {
                code: codes::PDF_DRAWING,
                page: Some(figure.page),
                message: "a drawing cannot be kept, only its words; export it from the \
                          page as a picture"
                    .to_owned(),
            });
            continue;
        };
        length += drawing.len();
        drawn.push(figure.page);
        figure.file = Some(document.image_files.len());
        figure.shows_words = true;
        let bytes = drawing.into_bytes();
        document.image_files.push(ImageFile { bytes, extension: "svg" });
    }
    problems
}

/// The place of a figure with the words that belong to it.
fn enclose_words(figure: &PageFigure, lines: &PdfLines) -> PageBox {
    let words = figure.lines.iter().filter_map(|at| lines.lines.get(*at));
    words.fold(figure.place, |place, line| {
        let (top, bottom) = (top_of(line), bottom_of(line));
        join_boxes(place, PageBox { left: line.left, top, right: line.right, bottom })
    })
}

/// The part of a page as SVG; none if it cannot be drawn, or is too large.
fn draw_region<'a>(
    page: &'a Page<'a>,
    place: PageBox,
    cache: &RenderCache<'a>,
) -> Option<String> {
    let settings = InterpreterSettings::default();
    let background = SvgRenderSettings { bg_color: [255; 4] };
    // The converter does not promise to come to an end of any file without a panic.
    let converted =
        catch_unwind(AssertUnwindSafe(|| convert(page, cache, &settings, &background)));
    let whole = converted.ok().filter(|svg| svg.len() <= LARGEST_DRAWING)?;
    let (_, content) = whole.split_once('>')?;
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
