//! Paints the pages of the PDF for a press: nothing is marked, everything is ink.

use super::codes::COARSE_PICTURE;
use super::press_inks::PressInks;
use super::print_frame::PrintFrame;
use crate::diagnostic::{Diagnostic, Severity};
use crate::edition::pdf::canvas::Canvas;
use crate::edition::pdf::page_painter::{ContentMark, PagePainter, paint_items};
use crate::edition::pdf::page_resources::PageResources;
use crate::length::{Length, Point, Size};
use crate::typeset::document::{
    FilledOutline, GlyphRun, Page, PageImage, Pages, PlacedItem, Rule,
};

/// Pixels per inch that an image needs if the press does not say it: KDP, `IngramSpark` and
/// Lulu ask for as many.
const USUAL_RESOLUTION: u16 = 300;

/// Scaled points per inch.
const INCH: i64 = 72 * Length::SCALE as i64;

/// Paints pages as they are printed.
pub(super) struct PressPainter<'a> {
    canvas: Canvas<'a, PressInks<'a>>,
    /// Pixels per inch that an image needs.
    resolution: u16,
    /// The number of the page in the file, from 1.
    page_number: usize,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> PressPainter<'a> {
    /// A painter of pages that use these resources. A `resolution` of zero is the usual one.
    pub(super) fn new(
        resources: &'a PageResources<'a>,
        inks: PressInks<'a>,
        resolution: u16,
    ) -> Self {
        let resolution = match resolution {
            0 => USUAL_RESOLUTION,
            resolution => resolution,
        };
        Self {
            canvas: Canvas::new(resources, inks),
            resolution,
            page_number: 0,
            diagnostics: Vec::new(),
        }
    }

    /// Paints all pages, each in its frame and with its slug line. Returns their operators.
    pub(super) fn paint_pages(
        &mut self,
        pages: &Pages,
        frames: &[PrintFrame; 2],
        slugs: &[PlacedItem],
    ) -> Vec<Vec<u8>> {
        let paint = |(index, page): (usize, &Page)| {
            let frame = &frames[index % 2];
            self.page_number = index + 1;
            self.canvas.begin_page(frame.media, frame.trim.corner);
            paint_items(page, &pages.elements, self);
            self.paint_slug(slugs.get(index));
            self.canvas.end_page()
        };
        pages.pages.iter().enumerate().map(paint).collect()
    }

    /// Paints sheets of a size, with nothing on them but a slug line each. Returns their
    /// operators.
    pub(super) fn paint_sheets(
        &mut self,
        size: Size,
        count: usize,
        slugs: &[PlacedItem],
    ) -> Vec<Vec<u8>> {
        let paint = |index| {
            self.canvas.begin_page(size, Point::default());
            self.paint_slug(slugs.get(index));
            self.canvas.end_page()
        };
        (0..count).map(paint).collect()
    }

    fn paint_slug(&mut self, slug: Option<&PlacedItem>) {
        if let Some(PlacedItem::Run(run)) = slug {
            self.show_run(run);
        }
    }

    /// The inks, and what was found in the pictures.
    pub(super) fn finish(self) -> (PressInks<'a>, Vec<Diagnostic>) {
        (self.canvas.into_colours(), self.diagnostics)
    }

    /// Reports an image that has fewer pixels than its size on the page needs.
    fn check_resolution(&mut self, picture: &PageImage) {
        let size = picture.rect.size;
        let resolution = self.resolution;
        let columns = count_pixels(size.width, resolution);
        let rows = count_pixels(size.height, resolution);
        if picture.columns >= columns && picture.rows >= rows {
            return;
        }
        let per_inch = |pixels: u32, needed: u32| {
            u64::from(pixels) * u64::from(resolution) / u64::from(needed.max(1))
        };
        let least = per_inch(picture.columns, columns).min(per_inch(picture.rows, rows));
        let message = format!(
            "the image on page {} of the file is printed with {least} pixels per inch, and \
             the press asks for {resolution}",
            self.page_number
        );
        self.diagnostics.push(
            Diagnostic::new(COARSE_PICTURE, Severity::Warning, message)
                .hint(format!("provide it with {columns} by {rows} pixels")),
        );
    }
}

impl PagePainter for PressPainter<'_> {
    fn begin_content(&mut self, _: ContentMark) {}

    fn end_content(&mut self) {
        self.canvas.end_text();
    }

    /// Glyphs that have a text only together are shown in their first readings: no replacement
    /// text is written here.
    fn show_run(&mut self, run: &GlyphRun) {
        let faces = self.canvas.faces();
        let Some(face) = faces.get(usize::from(run.face.0)) else { return };
        for span in face.text.split_run(run, Some(0)) {
            let reading = span.reading.unwrap_or_default();
            self.canvas.show_glyphs(run, face, reading, span.glyphs);
        }
    }

    fn fill_rule(&mut self, rule: &Rule) {
        self.canvas.fill_rule(rule);
    }

    fn fill_outline(&mut self, outline: &FilledOutline) {
        self.canvas.fill_outline(outline);
    }

    fn draw_picture(&mut self, picture: &PageImage) {
        self.check_resolution(picture);
        self.canvas.draw_picture(picture);
    }
}

/// Counts the pixels that a length needs, to the nearest.
fn count_pixels(length: Length, resolution: u16) -> u32 {
    let pixels = (i64::from(length.0) * i64::from(resolution) + INCH / 2) / INCH;
    u32::try_from(pixels).unwrap_or(0)
}
