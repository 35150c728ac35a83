//! What is painted on the pages of any PDF, written with printpdf.
//!
//! printpdf is given subset fonts, glyph ids with exact positions and literal resource
//! names; its conformance, metadata, bookmark and box code is not used, because it
//! writes other things than the standard asks for. Whoever finishes the document replaces
//! what it leaves.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use printpdf::{
    Codepoint, CurTransMat, DictItem, ExternalStream, ExternalXObject, FontId, LinePoint,
    Op, PaintMode, PdfDocument, PdfFont, PdfFontHandle, PdfPage, PdfSaveOptions, Polygon,
    PolygonRing, Pt, TextItem, TextMatrix, WindingOrder, XObject, XObjectId,
    XObjectTransform,
};

use super::fonts::{Face, Subset, SubsetGlyph};
use crate::book::picture::Pixels;
use crate::length::{Length, Point, Ratio, Size};
use crate::typeset::document::{GlyphRun, Ink, Outline, Picture, Rule, Segment};

/// Thousandths of an em in which glyphs are shifted: a tenth is a thousandth of a point
/// at 11 points. What is lost by rounding goes into the next shift.
const SHIFT_STEP: f64 = 0.1;

/// How the colours of a book become those of a file.
pub(super) trait Colours {
    /// The ink that is set where a page begins, black of `DeviceGray` (ISO 32000-1
    /// §8.4.1, table 52), if that is how this file writes an ink.
    const FIRST: Option<Ink>;
    /// The operators that set an ink.
    fn set(&self, ink: Ink) -> Vec<Op>;
    /// An image as an object (ISO 32000-1 §8.9.5).
    fn image(&mut self, picture: &Picture) -> ExternalXObject;
}

/// Pages that are being painted.
pub(super) struct Canvas<C> {
    document: PdfDocument,
    faces: Arc<[Face]>,
    colours: C,
    /// The pixels of the pictures in the file, in the order of their numbers.
    pictures: Vec<Pixels>,
    ops: Vec<Op>,
    size: Size,
    /// Where the upper left corner of the trim stands on the page.
    trim: Point,
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
    ink: Option<Ink>,
}

impl State {
    /// How a page begins (ISO 32000-1 §8.4.1, table 52, and §9.3.1, table 104).
    fn first(ink: Option<Ink>) -> Self {
        Self {
            in_text: false,
            font: None,
            scaling: Ratio::ONE,
            rise: Length::ZERO,
            spacing: 0.0,
            ink,
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

impl<C: Colours> Canvas<C> {
    /// A canvas that may use some faces, in the places of the faces of the pages.
    pub(super) fn new(faces: Vec<Face>, colours: C) -> Self {
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
            colours,
            pictures: Vec::new(),
            ops: Vec::new(),
            size: Size::default(),
            trim: Point::default(),
            state: State::first(C::FIRST),
        }
    }

    /// The document as far as printpdf writes it, and who gave its colours.
    pub(super) fn finish(self) -> (lopdf::Document, C) {
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
        (document, self.colours)
    }

    /// The faces.
    pub(super) fn faces(&self) -> Arc<[Face]> {
        Arc::clone(&self.faces)
    }

    /// Begins a page of a size, with the upper left corner of the trim at a point of it.
    pub(super) fn begin_page(&mut self, size: Size, trim: Point) {
        (self.size, self.trim) = (size, trim);
        self.state = State::first(C::FIRST);
    }

    /// Ends the page.
    pub(super) fn end_page(&mut self) {
        self.leave_text();
        let (width, height) = (points(self.size.width), points(self.size.height));
        let ops = std::mem::take(&mut self.ops);
        self.document.pages.push(PdfPage::new(width.into(), height.into(), ops));
    }

    /// Adds an operator that paints nothing.
    pub(super) fn push(&mut self, op: Op) {
        self.ops.push(op);
    }

    /// Takes back the last operator, if it is one of these.
    pub(super) fn pop_if(&mut self, wanted: impl Fn(&Op) -> bool) -> bool {
        self.ops.pop_if(|op| wanted(op)).is_some()
    }

    /// Ends the text object, if one is open.
    pub(super) fn leave_text(&mut self) {
        if std::mem::take(&mut self.state.in_text) {
            self.ops.push(Op::EndTextSection);
        }
    }

    fn ink(&mut self, ink: Ink) {
        if self.state.ink != Some(ink) {
            self.state.ink = Some(ink);
            self.ops.extend(self.colours.set(ink));
        }
    }

    /// From the left edge of the trim becomes from that of the page.
    fn x(&self, across: Length) -> Pt {
        points(self.trim.x + across)
    }

    /// Down from the top of the trim becomes up from the bottom of the page.
    fn y(&self, down: Length) -> Pt {
        points(self.size.height - self.trim.y - down)
    }

    /// A point of an outline, to a hundredth of a point: outlines have thousands.
    fn corner(&self, point: Point) -> printpdf::Point {
        let hundredths = |length: Length| Pt(rounded(length.to_pt(), 100.0));
        let up = self.size.height - self.trim.y - point.y;
        printpdf::Point { x: hundredths(self.trim.x + point.x), y: hundredths(up) }
    }

    /// Fills a rectangle.
    pub(super) fn rule(&mut self, rule: &Rule) {
        self.leave_text();
        self.ink(rule.ink);
        let rect = rule.rect;
        self.ops.push(Op::DrawRectangle {
            rectangle: printpdf::Rect {
                x: self.x(rect.corner.x),
                y: self.y(rect.corner.y + rect.size.height),
                width: points(rect.size.width),
                height: points(rect.size.height),
                mode: Some(PaintMode::Fill),
                winding_order: Some(WindingOrder::NonZero),
            },
        });
    }

    /// Fills an outline.
    pub(super) fn outline(&mut self, outline: &Outline) {
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

    /// Paints an image.
    pub(super) fn picture(&mut self, picture: &Picture) {
        self.leave_text();
        let known = self.pictures.iter().position(|one| *one == picture.pixels);
        let place = known.unwrap_or(self.pictures.len());
        let id = XObjectId(format!("I{place}"));
        if known.is_none() {
            self.pictures.push(picture.pixels.clone());
            let image = self.colours.image(picture);
            let images = &mut self.document.resources.xobjects.map;
            images.insert(id.clone(), XObject::External(image));
        }
        let rect = picture.rect;
        let (x, y) = (self.x(rect.corner.x), self.y(rect.corner.y + rect.size.height));
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

    /// Shows neighbouring glyphs of a run in one reading.
    pub(super) fn show_glyphs(
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
        let (x, y) = (self.x(run.origin.x + first.x), self.y(run.origin.y));
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

/// Pixels as an object (ISO 32000-1 §8.9.5).
pub(super) fn image(
    picture: &Picture,
    content: Vec<u8>,
    colours: &str,
    jpeg: bool,
) -> ExternalXObject {
    let name = |name: &str| DictItem::Name(name.as_bytes().to_vec());
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
        stream: ExternalStream { dict, content, compress: !jpeg },
        width: None,
        height: None,
        dpi: None,
    }
}

/// Name of the font of a reading of a face, among the resources.
fn font_id(place: usize, reading: usize) -> FontId {
    FontId(format!("F{place}.{reading}"))
}

/// A length as a number in the file.
fn points(length: Length) -> Pt {
    Pt(short(length.to_pt()))
}

/// A number with at most four decimals: a ten-thousandth of a point is far below what
/// any device shows, and short numbers keep the file small.
pub(super) fn short(number: f64) -> f32 {
    rounded(number, 10_000.0)
}

/// A number rounded to parts of one; zero has no sign.
#[expect(clippy::cast_possible_truncation, reason = "PDF numbers are single precision")]
fn rounded(number: f64, parts: f64) -> f32 {
    ((number * parts).round() / parts + 0.0) as f32
}
