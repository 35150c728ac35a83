//! The emitter that writes with printpdf.
//!
//! printpdf is given subset fonts, glyph ids with exact positions and literal resource
//! names; its conformance, metadata, bookmark and box code is not used, because it
//! writes other things than the standard asks for. `finish` replaces what it leaves.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use printpdf::{
    Codepoint, Color, CurTransMat, DictItem, ExternalStream, ExternalXObject, FontId,
    Greyscale, LinePoint, Op, PaintMode, PdfDocument, PdfFont, PdfFontHandle, PdfPage,
    PdfSaveOptions, Polygon, PolygonRing, Pt, Rgb, TextItem, TextMatrix, WindingOrder,
    XObject, XObjectId, XObjectTransform,
};

use super::emitter::{Content, Emitter, Tagged};
use super::fonts::{Face, Subset, SubsetGlyph};
use super::legend::Cluster;
use super::structure::structure_type;
use super::value;
use crate::book::picture::Pixels;
use crate::length::{Length, Point, Ratio, Size};
use crate::typeset::document::{
    ElementId, GlyphRun, Ink, Outline, Picture, Rule, Segment,
};

/// Thousandths of an em in which glyphs are shifted: a tenth is a thousandth of a point
/// at 11 points. What is lost by rounding goes into the next shift.
const SHIFT_STEP: f64 = 0.1;

/// Writes pages with printpdf.
pub(super) struct Writer {
    document: PdfDocument,
    faces: Arc<[Face]>,
    tagged: Tagged,
    /// The pixels of the pictures in the file, in the order of their numbers.
    pictures: Vec<Pixels>,
    ops: Vec<Op>,
    size: Size,
    content: Content,
    state: State,
}

/// What is set in the content stream of the page.
#[derive(Debug, Clone, PartialEq)]
struct State {
    in_text: bool,
    font: Option<(FontId, Length)>,
    scaling: Ratio,
    rise: Length,
    /// Points that every glyph is set apart (`Tc`).
    spacing: f32,
    ink: Ink,
}

impl Default for State {
    /// How a page begins (ISO 32000-1 §8.4.1, table 52, and §9.3.1, table 104).
    fn default() -> Self {
        Self {
            in_text: false,
            font: None,
            scaling: Ratio::ONE,
            rise: Length::ZERO,
            spacing: 0.0,
            ink: Ink::Black,
        }
    }
}

/// Glyphs that are shown by one operator: same font, same rise, one after another.
struct Showing<'a> {
    run: &'a GlyphRun,
    font: FontId,
    subset: &'a Subset,
    /// Places of the glyphs in the run.
    glyphs: Range<usize>,
}

impl Writer {
    /// A writer that may use some faces, in the places of the faces of the pages.
    pub(super) fn new(faces: Vec<Face>) -> Self {
        let mut document = PdfDocument::new("");
        for (place, face) in faces.iter().enumerate() {
            for (reading, subset) in face.subsets.iter().enumerate() {
                let font = PdfFont::new(subset.program.clone());
                document.resources.fonts.map.insert(font_id(place, reading), font);
            }
        }
        Self {
            document,
            faces: faces.into(),
            tagged: Tagged::new(),
            pictures: Vec::new(),
            ops: Vec::new(),
            size: Size::default(),
            content: Content::Decoration,
            state: State::default(),
        }
    }

    /// The document as far as printpdf writes it, and the numbers of marked contents.
    pub(super) fn finish(self) -> (lopdf::Document, Tagged) {
        let options = PdfSaveOptions::default();
        let mut document = self.document.to_lopdf_document(&options, &mut Vec::new());
        let subsets = self.faces.iter().flat_map(|face| &face.subsets);
        let heights: BTreeMap<&str, i64> = subsets
            .filter_map(|subset| {
                Some((subset.program.font_name.as_deref()?, subset.cap_height?))
            })
            .collect();
        // printpdf puts the ascent for the height of capitals.
        for object in document.objects.values_mut() {
            let Ok(dictionary) = object.as_dict_mut() else { continue };
            let name = dictionary.get(b"FontName").and_then(lopdf::Object::as_name);
            let name = name.ok().and_then(|name| std::str::from_utf8(name).ok());
            if let Some(&height) = name.and_then(|name| heights.get(name)) {
                dictionary.set("CapHeight", height);
            }
        }
        (document, self.tagged)
    }

    /// Begins marked content, with a replacement text where there is one.
    fn mark(&mut self, content: Content, replacement: Option<&str>) {
        let mut properties = BTreeMap::new();
        let name = |name: &str| DictItem::Name(name.as_bytes().to_vec());
        let mut tag = match content {
            Content::Real(element, role) => {
                let number = DictItem::Int(self.number(element));
                properties.insert("MCID".to_owned(), number);
                structure_type(role)
            }
            Content::Pagination => {
                properties.insert("Type".to_owned(), name("Pagination"));
                "Artifact"
            }
            Content::Decoration => {
                properties.insert("Type".to_owned(), name("Layout"));
                "Artifact"
            }
        };
        if let Some(text) = replacement {
            tag = "Span";
            let text = DictItem::Bytes(value::utf16(text));
            properties.insert("ActualText".to_owned(), text);
        }
        self.ops.push(Op::BeginMarkedContentWithProperties {
            tag: tag.to_owned(),
            properties: DictItem::Dict { map: properties },
        });
    }

    /// The next number on the page, given to a content of an element.
    fn number(&mut self, element: ElementId) -> i64 {
        let Some(numbers) = self.tagged.last_mut() else { return 0 };
        numbers.push(element);
        i64::try_from(numbers.len() - 1).unwrap_or(i64::MAX)
    }

    /// Ends marked content; what has shown nothing since it began is none.
    fn unmark(&mut self) {
        if let Some(Op::BeginMarkedContentWithProperties { .. }) = self.ops.last() {
            self.ops.pop();
            if let (Content::Real(..), Some(numbers)) =
                (self.content, self.tagged.last_mut())
            {
                numbers.pop();
            }
            return;
        }
        self.leave_text();
        self.ops.push(Op::EndMarkedContent);
    }

    fn leave_text(&mut self) {
        if std::mem::take(&mut self.state.in_text) {
            self.ops.push(Op::EndTextSection);
        }
    }

    fn ink(&mut self, ink: Ink) {
        if self.state.ink != ink {
            self.state.ink = ink;
            self.ops.push(Op::SetFillColor { col: color(ink) });
        }
    }

    /// Down from the top becomes up from the bottom.
    fn y(&self, down: Length) -> Pt {
        points(self.size.height - down)
    }

    /// A point of an outline, to a hundredth of a point: outlines have thousands.
    fn corner(&self, point: Point) -> printpdf::Point {
        let hundredths = |length: Length| Pt(rounded(length.to_pt(), 100.0));
        let up = self.size.height - point.y;
        printpdf::Point { x: hundredths(point.x), y: hundredths(up) }
    }

    /// Shows neighbouring glyphs of a run in one reading.
    fn show_glyphs(
        &mut self,
        run: &GlyphRun,
        face: &Face,
        reading: usize,
        glyphs: Range<usize>,
    ) {
        let Some(subset) = face.subsets.get(reading) else { return };
        let mut start = glyphs.start;
        for part in run.glyphs[glyphs].chunk_by(|a, b| a.rise == b.rise) {
            let font = font_id(usize::from(run.face.0), reading);
            let glyphs = start..start + part.len();
            start = glyphs.end;
            self.show(&Showing { run, font, subset, glyphs });
        }
    }

    fn show(&mut self, showing: &Showing<'_>) {
        let run = showing.run;
        let first = &run.glyphs[showing.glyphs.start];
        let glyphs = showing.glyphs();
        if glyphs.is_empty() {
            return;
        }
        self.ink(run.ink);
        if !std::mem::replace(&mut self.state.in_text, true) {
            self.ops.push(Op::StartTextSection);
        }
        let font = Some((showing.font.clone(), run.size));
        if self.state.font != font {
            self.state.font = font;
            let font = PdfFontHandle::External(showing.font.clone());
            self.ops.push(Op::SetFont { font, size: points(run.size) });
        }
        if self.state.scaling != run.scaling {
            self.state.scaling = run.scaling;
            let percent = short(f64::from(run.scaling.0) / 10_000.0);
            self.ops.push(Op::SetHorizontalScaling { percent });
        }
        if self.state.rise != first.rise {
            self.state.rise = first.rise;
            self.ops.push(Op::SetLineOffset { multiplier: points(first.rise).0 });
        }
        let size = run.size.to_pt();
        let spacing = rounded(usual_shift(&glyphs) / -1000.0 * size, 100_000.0);
        if self.state.spacing.to_bits() != spacing.to_bits() {
            self.state.spacing = spacing;
            self.ops.push(Op::SetCharacterSpacing { multiplier: spacing });
        }
        let (x, y) = (points(run.origin.x + first.x), self.y(run.origin.y));
        self.ops.push(Op::SetTextMatrix { matrix: TextMatrix::Translate(x, y) });
        let spacing = if size > 0.0 { f64::from(spacing) * 1000.0 / size } else { 0.0 };
        let items = vec![TextItem::GlyphIds(codepoints(&glyphs, spacing))];
        self.ops.push(Op::ShowText { items });
    }
}

/// A glyph to be shown.
struct Shown<'a> {
    glyph: &'a SubsetGlyph,
    /// From its origin to that of the next glyph, in thousandths of an em.
    advance: f64,
}

impl<'a> Showing<'a> {
    fn glyphs(&self) -> Vec<Shown<'a>> {
        let scaling = f64::from(self.run.scaling.0) / f64::from(Ratio::ONE.0);
        // Points that a thousandth of an em is wide.
        let unit = self.run.size.to_pt() * scaling / 1000.0;
        let glyphs = &self.run.glyphs[self.glyphs.clone()];
        let next = glyphs.iter().skip(1).map(Some).chain([None]);
        let shown = glyphs.iter().zip(next).filter_map(|(own, next)| {
            let glyph = self.subset.glyph(own.id)?;
            let advance = match next {
                Some(next) if unit > 0.0 => (next.x - own.x).to_pt() / unit,
                _ => glyph.width,
            };
            Some(Shown { glyph, advance })
        });
        shown.collect()
    }
}

/// The shift, in thousandths of an em, that most of the glyphs want: the median of all
/// but the last. Zero for a single glyph, and for less than a step.
fn usual_shift(glyphs: &[Shown<'_>]) -> f64 {
    let shift = |shown: &Shown<'_>| shown.glyph.width - shown.advance;
    let mut shifts: Vec<f64> = glyphs.iter().rev().skip(1).map(shift).collect();
    if shifts.is_empty() {
        return 0.0;
    }
    let middle = shifts.len() / 2;
    let median = *shifts.select_nth_unstable_by(middle, f64::total_cmp).1;
    if median.abs() < SHIFT_STEP { 0.0 } else { median }
}

/// The glyphs, each with the shift that brings the pen to the next one, where `spacing`
/// thousandths of an em after every glyph do not.
fn codepoints(glyphs: &[Shown<'_>], spacing: f64) -> Vec<Codepoint> {
    // What the pen is ahead of its place.
    let mut ahead = 0.0;
    let codepoint = |(place, shown): (usize, &Shown<'_>)| {
        ahead += shown.glyph.width + spacing - shown.advance;
        let last = place + 1 == glyphs.len();
        let shift = if last { 0.0 } else { (ahead / SHIFT_STEP).round() * SHIFT_STEP };
        ahead -= shift;
        let text = shown.glyph.text.clone();
        Codepoint::with_cid(shown.glyph.id, short(shift), text)
    };
    glyphs.iter().enumerate().map(codepoint).collect()
}

impl Emitter for Writer {
    fn begin_page(&mut self, size: Size) {
        self.size = size;
        self.state = State::default();
        self.tagged.push(Vec::new());
    }

    fn end_page(&mut self) {
        let (width, height) = (points(self.size.width), points(self.size.height));
        let ops = std::mem::take(&mut self.ops);
        self.document.pages.push(PdfPage::new(width.into(), height.into(), ops));
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
        let faces = Arc::clone(&self.faces);
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
            self.show_glyphs(run, face, reading.unwrap_or_default(), glyphs);
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
        self.leave_text();
        self.ink(rule.ink);
        let rect = rule.rect;
        self.ops.push(Op::DrawRectangle {
            rectangle: printpdf::Rect {
                x: points(rect.corner.x),
                y: self.y(rect.corner.y + rect.size.height),
                width: points(rect.size.width),
                height: points(rect.size.height),
                mode: Some(PaintMode::Fill),
                winding_order: Some(WindingOrder::NonZero),
            },
        });
    }

    fn outline(&mut self, outline: &Outline) {
        self.leave_text();
        self.ink(outline.ink);
        let mut rings: Vec<PolygonRing> = Vec::new();
        for segment in &outline.segments {
            if let Segment::Move(_) = segment {
                rings.push(PolygonRing { points: Vec::new() });
            }
            let on = |point| LinePoint { p: self.corner(point), bezier: false };
            let off = |point| LinePoint { p: self.corner(point), bezier: true };
            let Some(ring) = rings.last_mut() else { continue };
            match *segment {
                Segment::Move(point) | Segment::Line(point) => {
                    ring.points.push(on(point));
                }
                Segment::Curve(a, b, end) => {
                    ring.points.extend([off(a), off(b), on(end)]);
                }
                // Filling closes every subpath (ISO 32000-1 §8.5.3.3.1).
                Segment::Close => {}
            }
        }
        let (mode, winding_order) = (PaintMode::Fill, WindingOrder::NonZero);
        self.ops
            .push(Op::DrawPolygon { polygon: Polygon { rings, mode, winding_order } });
    }

    fn picture(&mut self, picture: &Picture) {
        self.leave_text();
        let known = self.pictures.iter().position(|one| *one == picture.pixels);
        let place = known.unwrap_or(self.pictures.len());
        let id = XObjectId(format!("I{place}"));
        if known.is_none() {
            self.pictures.push(picture.pixels.clone());
            let images = &mut self.document.resources.xobjects.map;
            images.insert(id.clone(), XObject::External(image(picture)));
        }
        let rect = picture.rect;
        let (x, y) = (points(rect.corner.x), self.y(rect.corner.y + rect.size.height));
        let (width, height) = (points(rect.size.width), points(rect.size.height));
        // An image is one unit wide and high (ISO 32000-1 §8.9.5.1).
        let matrix = [width.0, 0.0, 0.0, height.0, x.0, y.0];
        let transform =
            XObjectTransform { no_auto_scale: true, ..XObjectTransform::default() };
        self.ops.extend([
            Op::SaveGraphicsState,
            Op::SetTransformationMatrix { matrix: CurTransMat::Raw(matrix) },
            Op::UseXobject { id, transform },
            Op::RestoreGraphicsState,
        ]);
    }
}

/// An image as an object (ISO 32000-1 §8.9.5).
fn image(picture: &Picture) -> ExternalXObject {
    let name = |name: &str| DictItem::Name(name.as_bytes().to_vec());
    let (content, colours, jpeg) = match &picture.pixels {
        Pixels::Rgb(bytes) => (bytes, "DeviceRGB", false),
        Pixels::Grey(bytes) => (bytes, "DeviceGray", false),
        Pixels::Jpeg(bytes) => (bytes, "DeviceRGB", true),
        Pixels::GreyJpeg(bytes) => (bytes, "DeviceGray", true),
    };
    let entries = [
        ("Type", name("XObject")),
        ("Subtype", name("Image")),
        ("Width", DictItem::Int(picture.columns.into())),
        ("Height", DictItem::Int(picture.rows.into())),
        ("ColorSpace", name(colours)),
        ("BitsPerComponent", DictItem::Int(8)),
    ];
    let filter = jpeg.then(|| ("Filter", name("DCTDecode")));
    let entries = entries.into_iter().chain(filter);
    let dict = entries.map(|(key, value)| (key.to_owned(), value)).collect();
    ExternalXObject {
        stream: ExternalStream { dict, content: content.to_vec(), compress: !jpeg },
        width: None,
        height: None,
        dpi: None,
    }
}

/// Name of the font of a reading of a face, among the resources.
fn font_id(place: usize, reading: usize) -> FontId {
    FontId(format!("F{place}.{reading}"))
}

fn color(ink: Ink) -> Color {
    let part = |value: u8| short(f64::from(value) / 255.0);
    match ink {
        Ink::Black => Color::Greyscale(Greyscale { percent: 0.0, icc_profile: None }),
        Ink::Tint(tint) => {
            let percent = short(1.0 - f64::from(tint.min(1000)) / 1000.0);
            Color::Greyscale(Greyscale { percent, icc_profile: None })
        }
        Ink::Rgb(r, g, b) => {
            Color::Rgb(Rgb { r: part(r), g: part(g), b: part(b), icc_profile: None })
        }
    }
}

/// A length as a number in the file.
fn points(length: Length) -> Pt {
    Pt(short(length.to_pt()))
}

/// A number with at most four decimals: a ten-thousandth of a point is far below what
/// any device shows, and short numbers keep the file small.
fn short(number: f64) -> f32 {
    rounded(number, 10_000.0)
}

/// A number rounded to parts of one; zero has no sign.
#[expect(clippy::cast_possible_truncation, reason = "PDF numbers are single precision")]
fn rounded(number: f64, parts: f64) -> f32 {
    ((number * parts).round() / parts + 0.0) as f32
}
