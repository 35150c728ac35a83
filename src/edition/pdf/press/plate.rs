//! The emitter of the PDF for the press: nothing is marked, all is ink.

use super::codes::COARSE_PICTURE;
use lopdf::Document;

use super::frame::Frame;
use super::inks::Inks;
use crate::diagnostic::{Diagnostic, Severity};
use crate::edition::pdf::PdfError;
use crate::edition::pdf::canvas::{self, Canvas, Stock};
use crate::edition::pdf::emitter::{Content, Emitter};
use crate::length::{Length, Point, Size};
use crate::typeset::document::{GlyphRun, Outline, Picture, Placed, Rule};

/// Pixels to the inch that an image has to have where nobody says how many: KDP,
/// `IngramSpark` and Lulu ask for so many.
const USUAL_RESOLUTION: u16 = 300;

/// Scaled points to the inch.
const INCH: i64 = 72 * Length::SCALE as i64;

/// Paints pages as they are printed.
pub(super) struct Plate<'a> {
    stock: &'a Stock<'a>,
    canvas: Canvas<'a, Inks<'a>>,
    /// The pages that are painted, with their operators.
    pages: Vec<(Size, Vec<u8>)>,
    /// Of a right-hand page, and of a left-hand one.
    frames: [Frame; 2],
    /// What is printed beside each page.
    slugs: Vec<Placed>,
    /// Pixels to the inch that an image has to have.
    resolution: u16,
    /// How many pages were begun.
    begun: usize,
    found: Vec<Diagnostic>,
}

impl<'a> Plate<'a> {
    /// A plate for pages that are painted with this.
    pub(super) fn new(
        stock: &'a Stock<'a>,
        inks: Inks<'a>,
        frames: [Frame; 2],
        slugs: Vec<Placed>,
        resolution: u16,
    ) -> Self {
        let resolution = match resolution {
            0 => USUAL_RESOLUTION,
            resolution => resolution,
        };
        Self {
            stock,
            canvas: Canvas::new(stock, inks),
            pages: Vec::new(),
            frames,
            slugs,
            resolution,
            begun: 0,
            found: Vec::new(),
        }
    }

    /// Paints sheets of a size, with nothing on them but a line each.
    pub(super) fn sheets(&mut self, size: Size, count: usize, lines: &[Placed]) {
        for place in 0..count {
            self.canvas.begin_page(size, Point::default());
            if let Some(Placed::Run(line)) = lines.get(place) {
                self.run(line);
            }
            self.keep_page();
        }
    }

    /// Ends the page and keeps it.
    fn keep_page(&mut self) {
        let page = self.canvas.end_page();
        self.pages.push(page);
    }

    /// The document with its pages, whether there are colours in it, and
    /// what was found in its pictures.
    pub(super) fn finish(self) -> Result<(Document, bool, Vec<Diagnostic>), PdfError> {
        let mut inks = self.canvas.into_colours();
        let document = canvas::document(self.stock, self.pages, &mut inks);
        Ok((document, inks.finish()?, self.found))
    }

    /// Tells of an image that has fewer pixels than its place needs.
    fn measure(&mut self, picture: &Picture) {
        let size = picture.rect.size;
        let resolution = self.resolution;
        let pixels = |length| pixels(length, resolution);
        let (columns, rows) = (pixels(size.width), pixels(size.height));
        if picture.columns >= columns && picture.rows >= rows {
            return;
        }
        let share = |has: u32, needed: u32| {
            u64::from(has) * u64::from(resolution) / u64::from(needed.max(1))
        };
        let least = share(picture.columns, columns).min(share(picture.rows, rows));
        let message = format!(
            "the image on page {} of the file is printed with {least} pixels to the inch, and \
             the press asks for {resolution}",
            self.begun
        );
        self.found.push(
            Diagnostic::new(COARSE_PICTURE, Severity::Warning, message)
                .hint(format!("bring it with {columns} by {rows} pixels")),
        );
    }
}

impl Emitter for Plate<'_> {
    fn begin_page(&mut self, _: Size) {
        let frame = self.frames[self.begun % 2];
        self.begun += 1;
        self.canvas.begin_page(frame.media, frame.trim.corner);
    }

    fn end_page(&mut self) {
        if let Some(Placed::Run(run)) = self.slugs.get(self.begun - 1).cloned() {
            self.run(&run);
        }
        self.keep_page();
    }

    fn begin_content(&mut self, _: Content) {}

    fn end_content(&mut self) {
        self.canvas.leave_text();
    }

    /// Glyphs that have a text only together say each what they say most often: no text
    /// replaces theirs here.
    fn run(&mut self, run: &GlyphRun) {
        let faces = self.canvas.faces();
        let Some(face) = faces.get(usize::from(run.face.0)) else { return };
        let read = |cluster| (face.legend.reading(&cluster, run).unwrap_or(0), cluster);
        let mut clusters = face.legend.clusters(run).map(read).peekable();
        while let Some((reading, first)) = clusters.next() {
            let mut glyphs = first.glyphs;
            while let Some((_, next)) = clusters.next_if(|next| next.0 == reading) {
                glyphs.end = next.glyphs.end;
            }
            self.canvas.show_glyphs(run, face, reading, glyphs);
        }
    }

    fn rule(&mut self, rule: &Rule) {
        self.canvas.rule(rule);
    }

    fn outline(&mut self, outline: &Outline) {
        self.canvas.outline(outline);
    }

    fn picture(&mut self, picture: &Picture) {
        self.measure(picture);
        self.canvas.picture(picture);
    }
}

/// Pixels that a length needs with so many to the inch, to the nearest.
fn pixels(length: Length, resolution: u16) -> u32 {
    let pixels = (i64::from(length.0) * i64::from(resolution) + INCH / 2) / INCH;
    u32::try_from(pixels).unwrap_or(0)
}
