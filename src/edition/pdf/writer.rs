//! The emitter that writes with printpdf.
//!
//! printpdf is given subset fonts, glyph ids with exact positions and literal resource
//! names; its conformance, metadata, bookmark and box code is not used, because it
//! writes other things than the standard asks for. `finish` replaces what it leaves.

use printpdf::{
    Codepoint, Color, DictItem, FontId, Greyscale, LinePoint, Op, PaintMode, ParsedFont,
    PdfDocument, PdfFont, PdfFontHandle, PdfPage, PdfSaveOptions, Polygon, PolygonRing,
    Pt, Rgb, TextItem, TextMatrix, WindingOrder,
};

use super::emitter::{Content, Emitter};
use super::fonts::Subset;
use super::legend::clusters;
use super::structure::structure_type;
use super::{PdfError, value};
use crate::length::{Length, Point, Ratio, Size};
use crate::typeset::document::{Glyph, GlyphRun, Ink, Outline, Rule, Segment};

/// Thousandths of an em below which a glyph is where it should be: TJ numbers are
/// rounded to a tenth, which at 11 points is a thousandth of a point, and the
/// remainder goes into the next one.
const KERN_STEP: f64 = 0.1;

/// Writes pages with printpdf.
pub(super) struct Writer {
    document: PdfDocument,
    fonts: Vec<Option<Font>>,
    ops: Vec<Op>,
    size: Size,
    state: State,
}

/// A font as the writer uses it.
struct Font {
    subset: Subset,
    id: FontId,
    /// Widths by the subset's glyph ids, in thousandths of an em, as in the file.
    widths: Vec<f64>,
}

/// What is set in the content stream of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
struct State {
    in_text: bool,
    font: Option<(u16, Length)>,
    scaling: Ratio,
    rise: Length,
    ink: Ink,
}

/// How a page begins (ISO 32000-1 §8.4.1, table 52, and §9.3.1, table 104).
const INITIAL: State = State {
    in_text: false,
    font: None,
    scaling: Ratio::ONE,
    rise: Length::ZERO,
    ink: Ink::Black,
};

impl Writer {
    /// A writer that may use some fonts, in the places of the faces of the pages.
    pub(super) fn new(subsets: Vec<Option<Subset>>) -> Result<Self, PdfError> {
        let mut document = PdfDocument::new("");
        let mut fonts = Vec::with_capacity(subsets.len());
        for (place, subset) in subsets.into_iter().enumerate() {
            let font = subset.map(|subset| add_font(&mut document, subset, place));
            fonts.push(font.transpose()?);
        }
        Ok(Self {
            document,
            fonts,
            ops: Vec::new(),
            size: Size::default(),
            state: INITIAL,
        })
    }

    /// The document as far as printpdf writes it.
    pub(super) fn finish(self) -> lopdf::Document {
        self.document.to_lopdf_document(&PdfSaveOptions::default(), &mut Vec::new())
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

    fn point(&self, point: Point) -> printpdf::Point {
        printpdf::Point { x: points(point.x), y: self.y(point.y) }
    }

    /// Sets up font, size, scaling, ink and the place where a run begins.
    fn begin_run(&mut self, run: &GlyphRun, id: &FontId) {
        self.ink(run.ink);
        if !self.state.in_text {
            self.state.in_text = true;
            self.ops.push(Op::StartTextSection);
        }
        if self.state.font != Some((run.face.0, run.size)) {
            self.state.font = Some((run.face.0, run.size));
            let font = PdfFontHandle::External(id.clone());
            self.ops.push(Op::SetFont { font, size: points(run.size) });
        }
        if self.state.scaling != run.scaling {
            self.state.scaling = run.scaling;
            let percent = short(f64::from(run.scaling.0) / 10_000.0);
            self.ops.push(Op::SetHorizontalScaling { percent });
        }
        let (x, y) = (points(run.origin.x), self.y(run.origin.y));
        self.ops.push(Op::SetTextMatrix { matrix: TextMatrix::Translate(x, y) });
    }
}

impl Emitter for Writer {
    fn begin_page(&mut self, size: Size) {
        self.size = size;
        self.state = INITIAL;
    }

    fn end_page(&mut self) {
        self.leave_text();
        let (width, height) = (points(self.size.width), points(self.size.height));
        let ops = std::mem::take(&mut self.ops);
        self.document.pages.push(PdfPage::new(width.into(), height.into(), ops));
    }

    fn begin_content(&mut self, content: Content) {
        let (tag, key, value) = match content {
            Content::Real { role, mcid } => {
                (structure_type(role), "MCID", DictItem::Int(i64::from(mcid)))
            }
            Content::Pagination => {
                ("Artifact", "Type", DictItem::Name(b"Pagination".to_vec()))
            }
            Content::Decoration => {
                ("Artifact", "Type", DictItem::Name(b"Layout".to_vec()))
            }
        };
        self.ops.push(marked(tag, key, value));
    }

    fn end_content(&mut self) {
        self.leave_text();
        self.ops.push(Op::EndMarkedContent);
    }

    fn run(&mut self, run: &GlyphRun) {
        let place = usize::from(run.face.0);
        // Taken out for the time of the run, so that the rest can be written to.
        let Some(font) = self.fonts.get_mut(place).and_then(Option::take) else { return };
        self.begin_run(run, &font.id);
        let mut line = Showing::new(run, &font);
        for cluster in clusters(run) {
            let misread = font.subset.legend.misreads(&cluster, run);
            if misread {
                line.show(&mut self.ops);
                let text = DictItem::Bytes(value::utf16(cluster.text));
                self.ops.push(marked("Span", "ActualText", text));
            }
            for index in cluster.glyphs {
                let rise = run.glyphs[index].rise;
                if self.state.rise != rise {
                    line.show(&mut self.ops);
                    self.state.rise = rise;
                    let multiplier = points(rise).0;
                    self.ops.push(Op::SetLineOffset { multiplier });
                }
                line.glyph(index);
            }
            if misread {
                line.show(&mut self.ops);
                self.ops.push(Op::EndMarkedContent);
            }
        }
        line.show(&mut self.ops);
        self.fonts[place] = Some(font);
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
            let on = |point| LinePoint { p: self.point(point), bezier: false };
            let off = |point| LinePoint { p: self.point(point), bezier: true };
            let Some(ring) = rings.last_mut() else { continue };
            match *segment {
                Segment::Move(point) | Segment::Line(point) => {
                    ring.points.push(on(point))
                }
                Segment::Curve(a, b, end) => {
                    ring.points.extend([off(a), off(b), on(end)])
                }
                // Filling closes every subpath (ISO 32000-1 §8.5.3.3.1).
                Segment::Close => {}
            }
        }
        let (mode, winding_order) = (PaintMode::Fill, WindingOrder::NonZero);
        self.ops
            .push(Op::DrawPolygon { polygon: Polygon { rings, mode, winding_order } });
    }
}

/// The glyphs of a run on their way into TJ arrays, and where the pen stands.
struct Showing<'a> {
    run: &'a GlyphRun,
    font: &'a Font,
    /// Points that a thousandth of an em is wide: size and scaling.
    unit: f64,
    /// Where the viewer's pen is, in those units from the origin of the run.
    pen: f64,
    /// Shown by the next [`Showing::show`].
    glyphs: Vec<Codepoint>,
    /// A shift before the first of them.
    lead: f64,
}

impl<'a> Showing<'a> {
    fn new(run: &'a GlyphRun, font: &'a Font) -> Self {
        let scaling = f64::from(run.scaling.0) / f64::from(Ratio::ONE.0);
        let unit = run.size.to_pt() * scaling / 1000.0;
        Self { run, font, unit, pen: 0.0, glyphs: Vec::new(), lead: 0.0 }
    }

    /// Adds a glyph, with the shift that brings the pen to it.
    fn glyph(&mut self, index: usize) {
        let glyph: &Glyph = &self.run.glyphs[index];
        let subset = &self.font.subset;
        let id = subset.glyphs.get(glyph.id).unwrap_or_default();
        let wanted = if self.unit > 0.0 { glyph.x.to_pt() / self.unit } else { 0.0 };
        let shift = ((self.pen - wanted) / KERN_STEP).round() * KERN_STEP;
        match self.glyphs.last_mut() {
            Some(before) => before.offset = short(shift),
            None => self.lead = shift,
        }
        self.pen += self.font.widths.get(usize::from(id)).copied().unwrap_or_default();
        self.pen -= shift;
        let text = subset.legend.text(glyph.id).unwrap_or("\u{fffd}").to_owned();
        self.glyphs.push(Codepoint::with_cid(id, 0.0, text));
    }

    /// Writes what is waiting.
    fn show(&mut self, ops: &mut Vec<Op>) {
        if self.glyphs.is_empty() {
            return;
        }
        let mut items = Vec::new();
        let lead = std::mem::take(&mut self.lead);
        if lead != 0.0 {
            items.push(TextItem::Offset(short(lead)));
        }
        items.push(TextItem::GlyphIds(std::mem::take(&mut self.glyphs)));
        ops.push(Op::ShowText { items });
    }
}

fn add_font(
    document: &mut PdfDocument,
    subset: Subset,
    place: usize,
) -> Result<Font, PdfError> {
    let metrics = || PdfError::Metrics { name: subset.name.clone() };
    let parse = |bytes: &[u8]| ParsedFont::from_bytes(bytes, 0, &mut Vec::new());
    let mut parsed = parse(&subset.program).ok_or_else(metrics)?;
    // The subset has lost the table that the weight is in.
    let whole = parse(&subset.original).ok_or_else(metrics)?;
    parsed.pdf_font_metrics.us_weight_class = whole.pdf_font_metrics.us_weight_class;
    parsed.font_name = Some(subset.name.clone());
    let em = f32::from(parsed.units_per_em);
    // Cut to whole thousandths just as printpdf writes them into the file.
    let width = |&advance: &u16| f64::from((f32::from(advance) * 1000.0 / em).trunc());
    let widths = parsed.glyph_widths.values().map(width).collect();
    let id = FontId(format!("F{place}"));
    document.resources.fonts.map.insert(id.clone(), PdfFont::new(parsed));
    Ok(Font { subset, id, widths })
}

fn marked(tag: &str, key: &str, value: DictItem) -> Op {
    let properties = DictItem::Dict { map: [(key.to_owned(), value)].into() };
    Op::BeginMarkedContentWithProperties { tag: tag.to_owned(), properties }
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
#[expect(clippy::cast_possible_truncation, reason = "PDF numbers are single precision")]
fn short(number: f64) -> f32 {
    ((number * 10_000.0).round() / 10_000.0) as f32
}
