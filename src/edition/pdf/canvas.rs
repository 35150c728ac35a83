//! Paints items into the content stream of a page.

use std::ops::Range;

use super::fonts::{FaceSubsets, FontSubset, SubsetGlyph};
use super::image_stream::ImageStream;
use super::operators::Operators;
use super::page_resources::{
    FontKey, PageResources, format_font_name, format_image_name,
};
use crate::length::{Length, Point, Ratio, Size};
use crate::typeset::document::{
    FilledOutline, GlyphRun, Ink, OutlineSegment, PageImage, Rule,
};

/// The step of glyph shifts, in thousandths of an em: a tenth is a thousandth of a point at 11
/// points. The rounding error is carried into the next shift.
const SHIFT_STEP: f64 = 0.1;

/// Decimals of the coordinates of an outline: outlines have thousands of points, and a
/// hundredth of a point is enough.
const CORNER_DECIMALS: u32 = 2;

/// Decimals of the character spacing, whose error adds up over a line.
const SPACING_DECIMALS: u32 = 5;

/// How a file writes the colours of a book.
pub(super) trait ColourModel {
    /// The ink at the beginning of a page, if this file writes one in the initial colour
    /// space, black of `DeviceGray` (ISO 32000-1 §8.4.1, table 52).
    const INITIAL_INK: Option<Ink>;
    /// Sets an ink.
    fn set_ink(&self, ink: Ink, operators: &mut Operators);
    /// Makes an image of a picture.
    fn make_image<'p>(&mut self, picture: &'p PageImage) -> ImageStream<'p>;
}

/// A page that is being painted; used for one page after another.
pub(super) struct Canvas<'s, C> {
    resources: &'s PageResources<'s>,
    colours: C,
    operators: Operators,
    size: Size,
    /// Where the upper left corner of the trim is on the page.
    trim: Point,
    state: CanvasState,
    /// The glyphs of the current operator.
    shown: Vec<ShownGlyph>,
    /// Their shifts; see [`find_usual_shift`].
    shifts: Vec<f64>,
}

/// The graphics state at the end of the content stream.
#[derive(Debug, Clone, PartialEq)]
struct CanvasState {
    in_text: bool,
    font: Option<(FontKey, Length)>,
    scaling: Ratio,
    rise: Length,
    /// Character spacing in points (`Tc`).
    spacing: f32,
    ink: Option<Ink>,
}

impl CanvasState {
    /// The state at the beginning of a page (ISO 32000-1 §8.4.1, table 52, and §9.3.1, table 104).
    fn initial(ink: Option<Ink>) -> Self {
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

/// Neighbouring glyphs of one font and one rise, which one operator shows.
struct GlyphSpan<'a> {
    run: &'a GlyphRun,
    font: FontKey,
    subset: &'a FontSubset,
    /// Indices into [`GlyphRun::glyphs`].
    glyphs: Range<usize>,
}

impl<'s, C: ColourModel> Canvas<'s, C> {
    /// A canvas for pages that use these resources.
    pub(super) fn new(resources: &'s PageResources<'s>, colours: C) -> Self {
        Self {
            resources,
            colours,
            operators: Operators::default(),
            size: Size::default(),
            trim: Point::default(),
            state: CanvasState::initial(C::INITIAL_INK),
            shown: Vec::new(),
            shifts: Vec::new(),
        }
    }

    /// The faces.
    pub(super) fn faces(&self) -> &'s [FaceSubsets] {
        self.resources.faces()
    }

    /// The colour model.
    pub(super) fn into_colours(self) -> C {
        self.colours
    }

    /// Begins a page of a size, with the upper left corner of the trim at a point of it.
    pub(super) fn begin_page(&mut self, size: Size, trim: Point) {
        (self.size, self.trim) = (size, trim);
        self.state = CanvasState::initial(C::INITIAL_INK);
    }

    /// Ends the page and returns its operators.
    pub(super) fn end_page(&mut self) -> Vec<u8> {
        self.end_text();
        self.operators.take()
    }

    /// The operators of the page, for one that paints nothing.
    pub(super) fn operators(&mut self) -> &mut Operators {
        &mut self.operators
    }

    /// Ends the text object, if one is open.
    pub(super) fn end_text(&mut self) {
        if std::mem::take(&mut self.state.in_text) {
            self.operators.operator("ET");
        }
    }

    fn set_ink(&mut self, ink: Ink) {
        if self.state.ink != Some(ink) {
            self.state.ink = Some(ink);
            self.colours.set_ink(ink, &mut self.operators);
        }
    }

    /// Converts a distance from the left edge of the trim to one from that of the page.
    fn x(&self, across: Length) -> f64 {
        (self.trim.x + across).to_pt()
    }

    /// Converts a distance down from the top of the trim to one up from the bottom of the page.
    fn y(&self, down: Length) -> f64 {
        (self.size.height - self.trim.y - down).to_pt()
    }

    /// Fills a rectangle.
    pub(super) fn fill_rule(&mut self, rule: &Rule) {
        self.end_text();
        self.set_ink(rule.ink);
        let Rule { rect, .. } = rule;
        let (x, y) = (self.x(rect.corner.x), self.y(rect.far().y));
        let (width, height) = (rect.size.width.to_pt(), rect.size.height.to_pt());
        self.operators.numbers([x, y, width, height]).operator("re");
        self.operators.operator("f");
    }

    /// Fills an outline.
    pub(super) fn fill_outline(&mut self, outline: &FilledOutline) {
        self.end_text();
        self.set_ink(outline.ink);
        for segment in &outline.segments {
            match *segment {
                OutlineSegment::Move(point) => self.write_points([point], "m"),
                OutlineSegment::Line(point) => self.write_points([point], "l"),
                OutlineSegment::Curve(a, b, end) => self.write_points([a, b, end], "c"),
                // Filling closes every subpath (ISO 32000-1 §8.5.3.3.1).
                OutlineSegment::Close => {}
            }
        }
        self.operators.operator("h");
        self.operators.operator("f");
    }

    /// Writes points of an outline, and the operator that takes them.
    fn write_points<const N: usize>(&mut self, points: [Point; N], operator: &str) {
        for point in points {
            let (x, y) = (self.x(point.x), self.y(point.y));
            self.operators.number(x, CORNER_DECIMALS).number(y, CORNER_DECIMALS);
        }
        self.operators.operator(operator);
    }

    /// Draws an image.
    pub(super) fn draw_picture(&mut self, picture: &PageImage) {
        self.end_text();
        let Some(number) = self.resources.picture_number(picture) else { return };
        let rect = picture.rect;
        let (x, y) = (self.x(rect.corner.x), self.y(rect.far().y));
        let (width, height) = (rect.size.width.to_pt(), rect.size.height.to_pt());
        self.operators.operator("q");
        // An image is one unit wide and high (ISO 32000-1 §8.9.5.1).
        self.operators.numbers([width, 0.0, 0.0, height, x, y]).operator("cm");
        self.operators.name(&format_image_name(number)).operator("Do");
        self.operators.operator("Q");
    }

    /// Shows neighbouring glyphs of a run in one reading.
    pub(super) fn show_glyphs(
        &mut self,
        run: &GlyphRun,
        face: &FaceSubsets,
        reading: usize,
        glyphs: Range<usize>,
    ) {
        let Some(subset) = face.subsets.get(reading) else { return };
        let mut start = glyphs.start;
        for part in run.glyphs[glyphs].chunk_by(|a, b| a.rise == b.rise) {
            let font = (usize::from(run.face.0), reading);
            let glyphs = start..start + part.len();
            start = glyphs.end;
            let mut shown = std::mem::take(&mut self.shown);
            let span = GlyphSpan { run, font, subset, glyphs };
            span.list_glyphs(&mut shown);
            self.show_span(&span, &shown);
            self.shown = shown;
        }
    }

    fn show_span(&mut self, span: &GlyphSpan<'_>, glyphs: &[ShownGlyph]) {
        let run = span.run;
        let first = &run.glyphs[span.glyphs.start];
        if glyphs.is_empty() {
            return;
        }
        self.set_ink(run.ink);
        if !std::mem::replace(&mut self.state.in_text, true) {
            self.operators.operator("BT");
        }
        let font = Some((span.font, run.size));
        if self.state.font != font {
            self.state.font = font;
            let name = format_font_name(span.font);
            self.operators.name(&name).numbers([run.size.to_pt()]).operator("Tf");
        }
        if self.state.scaling != run.scaling {
            self.state.scaling = run.scaling;
            let percent = f64::from(run.scaling.0) / 10_000.0;
            self.operators.numbers([percent]).operator("Tz");
        }
        if self.state.rise != first.rise {
            self.state.rise = first.rise;
            self.operators.numbers([first.rise.to_pt()]).operator("Ts");
        }
        let size = run.size.to_pt();
        let spacing = find_usual_shift(glyphs, &mut self.shifts);
        let spacing = round_to(spacing / -1000.0 * size, 100_000.0);
        if self.state.spacing.to_bits() != spacing.to_bits() {
            self.state.spacing = spacing;
            self.operators.number(spacing.into(), SPACING_DECIMALS).operator("Tc");
        }
        let (x, y) = (self.x(run.origin.x + first.x), self.y(run.origin.y));
        self.operators.numbers([1.0, 0.0, 0.0, 1.0, x, y]).operator("Tm");
        let spacing = if size > 0.0 { f64::from(spacing) * 1000.0 / size } else { 0.0 };
        self.operators.show_glyphs(shift_glyphs(glyphs, spacing));
    }
}

/// A glyph that is shown.
struct ShownGlyph {
    /// Its id in the font program.
    glyph: u16,
    /// Its width in the file, in thousandths of an em.
    width: f64,
    /// From its origin to that of the next glyph, in thousandths of an em.
    advance: f64,
}

impl GlyphSpan<'_> {
    /// Fills a list with the glyphs of the span.
    fn list_glyphs(&self, shown: &mut Vec<ShownGlyph>) {
        let scaling = f64::from(self.run.scaling.0) / f64::from(Ratio::ONE.0);
        // Points that a thousandth of an em is wide.
        let unit = self.run.size.to_pt() * scaling / 1000.0;
        let glyphs = &self.run.glyphs[self.glyphs.clone()];
        let next = glyphs.iter().skip(1).map(Some).chain([None]);
        shown.clear();
        shown.extend(glyphs.iter().zip(next).filter_map(|(own, next)| {
            let &SubsetGlyph { id, width, .. } = self.subset.glyph(own.id)?;
            let advance = match next {
                Some(next) if unit > 0.0 => (next.x - own.x).to_pt() / unit,
                _ => width,
            };
            Some(ShownGlyph { glyph: id, width, advance })
        }));
    }
}

/// Finds the shift, in thousandths of an em, that most of the glyphs need: the median of all
/// but the last. It is zero for a single glyph, and if less than a step. `shifts` is reused
/// memory.
fn find_usual_shift(glyphs: &[ShownGlyph], shifts: &mut Vec<f64>) -> f64 {
    shifts.clear();
    shifts.extend(glyphs.iter().rev().skip(1).map(|shown| shown.width - shown.advance));
    if shifts.is_empty() {
        return 0.0;
    }
    let middle = shifts.len() / 2;
    let median = *shifts.select_nth_unstable_by(middle, f64::total_cmp).1;
    if median.abs() < SHIFT_STEP { 0.0 } else { median }
}

/// Gives each glyph the shift that moves the pen to the next one, where a spacing of
/// `spacing` thousandths of an em after every glyph does not.
fn shift_glyphs(glyphs: &[ShownGlyph], spacing: f64) -> impl Iterator<Item = (u16, f64)> {
    // How far the pen is ahead of where it should be.
    let mut ahead = 0.0;
    glyphs.iter().enumerate().map(move |(index, shown)| {
        ahead += shown.width + spacing - shown.advance;
        let is_last = index + 1 == glyphs.len();
        let shift = if is_last { 0.0 } else { (ahead / SHIFT_STEP).round() * SHIFT_STEP };
        ahead -= shift;
        (shown.glyph, shift)
    })
}

/// Rounds a number to parts of one; zero has no sign.
#[expect(clippy::cast_possible_truncation, reason = "PDF numbers are single precision")]
fn round_to(number: f64, parts: f64) -> f32 {
    ((number * parts).round() / parts + 0.0) as f32
}
