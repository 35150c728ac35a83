//! Paints the pages of the PDF for readers: everything on them is marked as what it is.

use super::canvas::{Canvas, ColourModel};
use super::deflate::StreamData;
use super::image_stream::{DeviceSpace, ImageStream};
use super::operators::Operators;
use super::page_painter::{ContentMark, PagePainter, paint_items};
use super::page_resources::PageResources;
use super::structure::find_structure_type;
use super::values::encode_utf16;
use crate::book::picture::Pixels;
use crate::length::Point;
use crate::typeset::document::{
    ElementId, FilledOutline, GlyphRun, Ink, Page, PageImage, Pages, Rule,
};

/// Paints pages with marked content.
pub(super) struct TaggedPainter<'s> {
    canvas: Canvas<'s, ScreenColours>,
    /// The elements of the marked contents of the page, in the order of their identifiers
    /// (MCID).
    tagged: Vec<ElementId>,
    content: ContentMark,
    /// Whether the current mark is nested in that of an artifact.
    is_nested: bool,
    /// Length of the content stream before the current mark.
    mark_start: usize,
    /// Length of the content stream after the current mark.
    mark_end: usize,
}

impl<'s> TaggedPainter<'s> {
    /// A painter of pages that use these resources.
    pub(super) fn new(resources: &'s PageResources<'s>) -> Self {
        Self {
            canvas: Canvas::new(resources, ScreenColours),
            tagged: Vec::new(),
            content: ContentMark::Decoration,
            is_nested: false,
            mark_start: 0,
            mark_end: 0,
        }
    }

    /// Paints a page. Returns its operators, and the elements of its marked contents in the
    /// order of their identifiers (MCID).
    pub(super) fn paint_page(
        &mut self,
        page: &Page,
        pages: &Pages,
    ) -> (Vec<u8>, Vec<ElementId>) {
        self.canvas.begin_page(pages.trim, Point::default());
        paint_items(page, &pages.elements, self);
        (self.canvas.end_page(), std::mem::take(&mut self.tagged))
    }

    /// Begins a mark, with a replacement text if there is one. An artifact cannot have a
    /// replacement text (ISO 32000-1 §14.8.2.2.2, table 330), so it gets a nested mark for it.
    fn begin_mark(&mut self, content: ContentMark, replacement: Option<&str>) {
        self.mark_start = self.canvas.operators().bytes().len();
        let (tag, property) = match content {
            ContentMark::Real(element, role) => {
                let mcid = self.tagged.len();
                self.tagged.push(element);
                (find_structure_type(role), format!("/MCID {mcid}"))
            }
            ContentMark::Pagination => ("Artifact", "/Type/Pagination".to_owned()),
            ContentMark::Decoration => ("Artifact", "/Type/Layout".to_owned()),
        };
        let is_real = matches!(content, ContentMark::Real(..));
        self.is_nested = replacement.is_some() && !is_real;
        let operators = self.canvas.operators();
        if self.is_nested {
            operators.name(tag).literal("<<").literal(&property);
            operators.literal(">> ").operator("BDC");
        }
        let tag = if replacement.is_some() { "Span" } else { tag };
        operators.name(tag).literal("<<");
        if let Some(text) = replacement {
            operators.literal("/ActualText").string(&encode_utf16(text));
        }
        let property = if self.is_nested { "" } else { &property };
        operators.literal(property).literal(">> ").operator("BDC");
        self.mark_end = self.canvas.operators().bytes().len();
    }

    /// Ends a mark. If nothing was painted since it began, it is removed.
    fn end_mark(&mut self) {
        if self.canvas.operators().bytes().len() == self.mark_end {
            self.canvas.operators().truncate(self.mark_start);
            if matches!(self.content, ContentMark::Real(..)) {
                self.tagged.pop();
            }
            return;
        }
        self.canvas.end_text();
        self.canvas.operators().operator("EMC");
        if self.is_nested {
            self.canvas.operators().operator("EMC");
        }
    }

    /// Ends the current mark and begins another for the same content.
    fn split_mark(&mut self, replacement: Option<&str>) {
        self.end_mark();
        self.begin_mark(self.content, replacement);
    }
}

impl PagePainter for TaggedPainter<'_> {
    fn begin_content(&mut self, content: ContentMark) {
        self.content = content;
        self.begin_mark(content, None);
    }

    fn end_content(&mut self) {
        self.end_mark();
    }

    /// A cluster that needs a replacement text is marked beside the rest and not inside it:
    /// inside, poppler loses what follows.
    fn show_run(&mut self, run: &GlyphRun) {
        let faces = self.canvas.faces();
        let Some(face) = faces.get(usize::from(run.face.0)) else { return };
        let whole = run.replacement.as_deref();
        let whole = whole.filter(|_| matches!(self.content, ContentMark::Real(..)));
        if whole.is_some() {
            self.split_mark(whole);
        }
        for span in face.text.split_run(run, None) {
            let is_replaced = whole.is_none() && span.reading.is_none();
            if is_replaced {
                self.split_mark(Some(span.text));
            }
            let reading = span.reading.unwrap_or_default();
            self.canvas.show_glyphs(run, face, reading, span.glyphs);
            if is_replaced {
                self.split_mark(None);
            }
        }
        if whole.is_some() {
            self.split_mark(None);
        }
    }

    fn fill_rule(&mut self, rule: &Rule) {
        self.canvas.fill_rule(rule);
    }

    fn fill_outline(&mut self, outline: &FilledOutline) {
        self.canvas.fill_outline(outline);
    }

    fn draw_picture(&mut self, picture: &PageImage) {
        self.canvas.draw_picture(picture);
    }
}

/// The colours of a screen: greys, and red, green and blue.
pub(super) struct ScreenColours;

impl ColourModel for ScreenColours {
    const INITIAL_INK: Option<Ink> = Some(Ink::Black);

    fn set_ink(&self, ink: Ink, operators: &mut Operators) {
        match ink {
            Ink::Black => operators.numbers([0.0]).operator("g"),
            Ink::Tint(tint) => {
                let light = 1.0 - f64::from(tint.min(1000)) / 1000.0;
                operators.numbers([light]).operator("g");
            }
            Ink::Rgb(red, green, blue) => {
                let parts = [red, green, blue].map(|byte| f64::from(byte) / 255.0);
                operators.numbers(parts).operator("rg");
            }
        }
    }

    fn make_image<'p>(&mut self, picture: &'p PageImage) -> ImageStream<'p> {
        let (bytes, space, is_jpeg) = match &picture.pixels {
            Pixels::Rgb(bytes) => (bytes, DeviceSpace::Rgb, false),
            Pixels::Grey(bytes) => (bytes, DeviceSpace::Grey, false),
            Pixels::Jpeg(bytes) => (bytes, DeviceSpace::Rgb, true),
            Pixels::GreyJpeg(bytes) => (bytes, DeviceSpace::Grey, true),
        };
        let data = StreamData::plain(&bytes[..]);
        if is_jpeg {
            ImageStream::from_jpeg(picture, space, data)
        } else {
            ImageStream::from_samples(picture, space, data)
        }
    }
}
