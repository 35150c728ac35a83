//! The emitter of the PDF for readers: what is painted is marked as what it is.

use printpdf::ExternalXObject;

use super::canvas::{self, Canvas, Colours, Stock};
use super::emitter::{Content, Emitter};
use super::operators::Operators;
use super::paint;
use super::structure::structure_type;
use super::value;
use crate::book::picture::Pixels;
use crate::length::{Point, Size};
use crate::typeset::document::{
    ElementId, GlyphRun, Ink, Outline, Page, Pages, Picture, Rule,
};

/// Paints pages and marks what is on them.
pub(super) struct Writer<'s> {
    canvas: Canvas<'s, Screen>,
    /// The elements of the marked contents of the page, in the order of their numbers.
    tagged: Vec<ElementId>,
    /// The operators of the page, when it has ended.
    painted: Vec<u8>,
    content: Content,
    /// Whether its replacement text is marked within it.
    nested: bool,
    /// How many bytes the page has before the mark of this content, and behind it.
    marked: [usize; 2],
}

impl<'s> Writer<'s> {
    /// A writer of pages that are painted with this.
    pub(super) fn new(stock: &'s Stock<'s>) -> Self {
        let canvas = Canvas::new(stock, Screen);
        let content = Content::Decoration;
        let (tagged, painted) = (Vec::new(), Vec::new());
        Self { canvas, tagged, painted, content, nested: false, marked: [0; 2] }
    }

    /// The operators of a page, and the elements of its marked contents, in the order of
    /// their numbers.
    pub(super) fn page(
        &mut self,
        page: &Page,
        pages: &Pages,
    ) -> (Vec<u8>, Vec<ElementId>) {
        paint::page(page, pages, self);
        (std::mem::take(&mut self.painted), std::mem::take(&mut self.tagged))
    }

    /// Begins marked content, with a replacement text where there is one. What is no part of
    /// the text has it in a content of its own, since an artifact cannot say it (ISO 32000-1
    /// §14.8.2.2.2, table 330).
    fn mark(&mut self, content: Content, replacement: Option<&str>) {
        let before = self.canvas.operators().bytes().len();
        let (tag, property) = match content {
            Content::Real(element, role) => {
                (structure_type(role), format!("/MCID {}", self.number(element)))
            }
            Content::Pagination => ("Artifact", "/Type/Pagination".to_owned()),
            Content::Decoration => ("Artifact", "/Type/Layout".to_owned()),
        };
        let is_real = matches!(content, Content::Real(..));
        self.nested = replacement.is_some() && !is_real;
        let operators = self.canvas.operators();
        if self.nested {
            operators.name(tag).literal("<<").literal(&property);
            operators.literal(">> ").operator("BDC");
        }
        let tag = if replacement.is_some() { "Span" } else { tag };
        operators.name(tag).literal("<<");
        if let Some(text) = replacement {
            operators.literal("/ActualText").string(&value::utf16(text));
        }
        let property = if self.nested { "" } else { &property };
        operators.literal(property).literal(">> ").operator("BDC");
        self.marked = [before, self.canvas.operators().bytes().len()];
    }

    /// The next number on the page, given to a content of an element.
    fn number(&mut self, element: ElementId) -> usize {
        self.tagged.push(element);
        self.tagged.len() - 1
    }

    /// Ends marked content; what has shown nothing since it began is none.
    fn unmark(&mut self) {
        let [before, behind] = self.marked;
        if self.canvas.operators().bytes().len() == behind {
            self.canvas.operators().truncate(before);
            if matches!(self.content, Content::Real(..)) {
                self.tagged.pop();
            }
            return;
        }
        self.canvas.leave_text();
        self.canvas.operators().operator("EMC");
        if self.nested {
            self.canvas.operators().operator("EMC");
        }
    }
}

impl Emitter for Writer<'_> {
    fn begin_page(&mut self, size: Size) {
        self.canvas.begin_page(size, Point::default());
    }

    fn end_page(&mut self) {
        (_, self.painted) = self.canvas.end_page();
    }

    fn begin_content(&mut self, content: Content) {
        self.content = content;
        self.mark(content, None);
    }

    fn end_content(&mut self) {
        self.unmark();
    }

    /// A cluster that needs a replacement text is marked content of its own beside the
    /// rest: inside it, poppler loses what follows.
    fn run(&mut self, run: &GlyphRun) {
        let faces = self.canvas.faces();
        let Some(face) = faces.get(usize::from(run.face.0)) else { return };
        let whole = run.replacement.as_deref();
        let whole = whole.filter(|_| matches!(self.content, Content::Real(..)));
        if whole.is_some() {
            self.unmark();
            self.mark(self.content, whole);
        }
        let read = |cluster| (face.legend.reading(&cluster, run), cluster);
        let mut clusters = face.legend.clusters(run).map(read).peekable();
        while let Some((reading, first)) = clusters.next() {
            let mut glyphs = first.glyphs;
            let goes_on =
                |next: &(Option<usize>, _)| reading.is_some() && next.0 == reading;
            while let Some((_, next)) = clusters.next_if(goes_on) {
                glyphs.end = next.glyphs.end;
            }
            let replaced = whole.is_none() && reading.is_none();
            if replaced {
                self.unmark();
                self.mark(self.content, Some(first.text));
            }
            self.canvas.show_glyphs(run, face, reading.unwrap_or_default(), glyphs);
            if replaced {
                self.unmark();
                self.mark(self.content, None);
            }
        }
        if whole.is_some() {
            self.unmark();
            self.mark(self.content, None);
        }
    }

    fn rule(&mut self, rule: &Rule) {
        self.canvas.rule(rule);
    }

    fn outline(&mut self, outline: &Outline) {
        self.canvas.outline(outline);
    }

    fn picture(&mut self, picture: &Picture) {
        self.canvas.picture(picture);
    }
}

/// The colours of a screen: greys, and red, green and blue.
pub(super) struct Screen;

impl Colours for Screen {
    const FIRST: Option<Ink> = Some(Ink::Black);

    fn set(&self, ink: Ink, operators: &mut Operators) {
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

    fn image(&mut self, picture: &Picture) -> ExternalXObject {
        let (content, colours, jpeg) = match &picture.pixels {
            Pixels::Rgb(bytes) => (bytes, "DeviceRGB", false),
            Pixels::Grey(bytes) => (bytes, "DeviceGray", false),
            Pixels::Jpeg(bytes) => (bytes, "DeviceRGB", true),
            Pixels::GreyJpeg(bytes) => (bytes, "DeviceGray", true),
        };
        canvas::image(picture, content.to_vec(), colours, jpeg)
    }
}
