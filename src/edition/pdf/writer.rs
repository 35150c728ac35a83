//! The emitter of the PDF for readers: what is painted is marked as what it is.

use printpdf::ExternalXObject;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::canvas::{self, Canvas, Colours};
use super::emitter::{Content, Emitter, Tagged};
use super::file;
use super::fonts::Face;
use super::legend::Cluster;
use super::operators::Operators;
use super::structure::structure_type;
use super::value;
use crate::book::picture::Pixels;
use crate::length::{Point, Size};
use crate::typeset::document::{ElementId, GlyphRun, Ink, Outline, Picture, Rule};

/// Paints pages and marks what is on them.
pub(super) struct Writer {
    canvas: Canvas<Screen>,
    tagged: Tagged,
    content: Content,
    /// How many bytes the page has before the mark of this content, and behind it.
    marked: [usize; 2],
}

impl Writer {
    /// A writer that may use some faces, in the places of the faces of the pages.
    pub(super) fn new(faces: Vec<Face>) -> Self {
        let canvas = Canvas::new(faces, Screen);
        let content = Content::Decoration;
        Self { canvas, tagged: Tagged::new(), content, marked: [0; 2] }
    }

    /// Adds a page that was painted before, whose marked contents belong to some elements.
    pub(super) fn add(
        &mut self,
        size: Size,
        content: canvas::Content,
        tagged: Vec<ElementId>,
    ) {
        self.canvas.add(size, content);
        self.tagged.push(tagged);
    }

    /// Compresses the pages so far, side by side; gives each with the elements of its marked
    /// contents.
    pub(super) fn compress(
        &mut self,
    ) -> impl Iterator<Item = (&canvas::Content, &[ElementId])> {
        let contents: Vec<&mut canvas::Content> = self.canvas.contents().collect();
        contents.into_par_iter().for_each_init(
            file::press_of_content,
            |press, content| {
                if let canvas::Content::Plain(operators) = content
                    && let Some(bytes) = file::compressed(operators, press)
                {
                    *content = canvas::Content::Compressed(bytes);
                }
            },
        );
        let contents = self.canvas.contents().map(|content| &*content);
        contents.zip(self.tagged.iter().map(Vec::as_slice))
    }

    /// The document with its pages, and the numbers of marked contents.
    pub(super) fn finish(self) -> (lopdf::Document, Tagged) {
        let (document, Screen) = self.canvas.finish();
        (document, self.tagged)
    }

    /// Begins marked content, with a replacement text where there is one.
    fn mark(&mut self, content: Content, replacement: Option<&str>) {
        let before = self.canvas.operators().bytes().len();
        let (tag, property) = match content {
            Content::Real(element, role) => {
                (structure_type(role), format!("/MCID {}", self.number(element)))
            }
            Content::Pagination => ("Artifact", "/Type/Pagination".to_owned()),
            Content::Decoration => ("Artifact", "/Type/Layout".to_owned()),
        };
        let tag = if replacement.is_some() { "Span" } else { tag };
        let operators = self.canvas.operators().name(tag).literal("<<");
        if let Some(text) = replacement {
            operators.literal("/ActualText").string(&value::utf16(text));
        }
        operators.literal(&property).literal(">> ").operator("BDC");
        self.marked = [before, self.canvas.operators().bytes().len()];
    }

    /// The next number on the page, given to a content of an element.
    fn number(&mut self, element: ElementId) -> usize {
        let Some(numbers) = self.tagged.last_mut() else { return 0 };
        numbers.push(element);
        numbers.len() - 1
    }

    /// Ends marked content; what has shown nothing since it began is none.
    fn unmark(&mut self) {
        let [before, behind] = self.marked;
        if self.canvas.operators().bytes().len() == behind {
            self.canvas.operators().truncate(before);
            if let (Content::Real(..), Some(numbers)) =
                (self.content, self.tagged.last_mut())
            {
                numbers.pop();
            }
            return;
        }
        self.canvas.leave_text();
        self.canvas.operators().operator("EMC");
    }
}

impl Emitter for Writer {
    fn begin_page(&mut self, size: Size) {
        self.canvas.begin_page(size, Point::default());
        self.tagged.push(Vec::new());
    }

    fn end_page(&mut self) {
        self.canvas.end_page();
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
        let clusters: Vec<(Option<usize>, Cluster<'_>)> =
            face.legend.clusters(run).map(read).collect();
        for group in clusters.chunk_by(|a, b| a.0.is_some() && a.0 == b.0) {
            let (reading, first) = &group[0];
            let glyphs = first.glyphs.start..group[group.len() - 1].1.glyphs.end;
            let replaced = whole.is_none()
                && reading.is_none()
                && matches!(self.content, Content::Real(..));
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
struct Screen;

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
