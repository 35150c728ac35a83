//! What is painted on the pages of any PDF.
//!
//! The content streams are written here, operator by operator; fonts and images, and the
//! document around them, by printpdf. It is given subset fonts and literal resource names;
//! its conformance, metadata, bookmark and box code is not used, because it writes other
//! things than the standard asks for. Whoever finishes the document replaces what it
//! leaves.

use std::collections::BTreeMap;
use std::ops::Range;

use lopdf::Object;
use printpdf::{
    Codepoint, DictItem, ExternalStream, ExternalXObject, FontId, Op, PdfDocument,
    PdfFont, PdfFontHandle, PdfPage, PdfSaveOptions, Pt, TextItem, XObject, XObjectId,
};

use super::fonts::{Face, Subset, SubsetGlyph};
use super::operators::Operators;
use crate::length::{Length, Point, Ratio, Size};
use crate::typeset::document::{
    GlyphRun, Ink, Outline, Page, Picture, Placed, Rule, Segment,
};

/// Thousandths of an em in which glyphs are shifted: a tenth is a thousandth of a point
/// at 11 points. What is lost by rounding goes into the next shift.
const SHIFT_STEP: f64 = 0.1;

/// Decimals of the points of an outline.
const CORNER_DECIMALS: u32 = 2;

/// Decimals of the points that glyphs are set apart: they add up over a line.
const SPACING_DECIMALS: u32 = 5;

/// How the colours of a book become those of a file.
pub(super) trait Colours {
    /// The ink that is set where a page begins, black of `DeviceGray` (ISO 32000-1
    /// §8.4.1, table 52), if that is how this file writes an ink.
    const FIRST: Option<Ink>;
    /// Sets an ink.
    fn set(&self, ink: Ink, operators: &mut Operators);
    /// An image as an object (ISO 32000-1 §8.9.5).
    fn image(&mut self, picture: &Picture) -> ExternalXObject;
}

/// What the pages of a file are painted with.
pub(super) struct Stock<'a> {
    /// In the places of the faces of the pages.
    faces: Vec<Face>,
    /// The pictures, in the order of their numbers. Those of the same pixels are one.
    pictures: Vec<&'a Picture>,
}

impl<'a> Stock<'a> {
    /// Some faces, and the pictures of some pages.
    pub(super) fn new(faces: Vec<Face>, pages: &'a [Page]) -> Self {
        let mut stock = Self { faces, pictures: Vec::new() };
        for item in pages.iter().flat_map(Page::figures) {
            if let Placed::Picture(picture) = item
                && stock.number(picture).is_none()
            {
                stock.pictures.push(picture);
            }
        }
        stock
    }

    /// The faces.
    pub(super) fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The number of a picture.
    fn number(&self, picture: &Picture) -> Option<usize> {
        self.pictures.iter().position(|one| one.pixels == picture.pixels)
    }
}

/// Pages that are being painted.
pub(super) struct Canvas<'s, C> {
    stock: &'s Stock<'s>,
    colours: C,
    /// The page that is being painted.
    operators: Operators,
    size: Size,
    /// Where the upper left corner of the trim stands on the page.
    trim: Point,
    state: State,
    /// The glyphs that are shown at present.
    shown: Vec<Shown>,
    /// Their shifts; see [`usual_shift`].
    shifts: Vec<f64>,
}

/// What is set in the content stream of the page.
#[derive(Debug, Clone, PartialEq)]
struct State {
    in_text: bool,
    font: Option<(FontKey, Length)>,
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

/// A font of the file: the place of its face, and the reading.
type FontKey = (usize, usize);

/// Glyphs that are shown by one operator: same font, same rise, one after another.
struct Showing<'a> {
    run: &'a GlyphRun,
    font: FontKey,
    subset: &'a Subset,
    /// Places of the glyphs in the run.
    glyphs: Range<usize>,
}

impl<'s, C: Colours> Canvas<'s, C> {
    /// A canvas for pages that are painted with this.
    pub(super) fn new(stock: &'s Stock<'s>, colours: C) -> Self {
        Self {
            stock,
            colours,
            operators: Operators::default(),
            size: Size::default(),
            trim: Point::default(),
            state: State::first(C::FIRST),
            shown: Vec::new(),
            shifts: Vec::new(),
        }
    }

    /// The faces.
    pub(super) fn faces(&self) -> &'s [Face] {
        self.stock.faces()
    }

    /// Who gives the colours.
    pub(super) fn into_colours(self) -> C {
        self.colours
    }

    /// Begins a page of a size, with the upper left corner of the trim at a point of it.
    pub(super) fn begin_page(&mut self, size: Size, trim: Point) {
        (self.size, self.trim) = (size, trim);
        self.state = State::first(C::FIRST);
    }

    /// Ends the page; gives its size and its operators.
    pub(super) fn end_page(&mut self) -> (Size, Vec<u8>) {
        self.leave_text();
        (self.size, self.operators.take())
    }

    /// The operators of the page, for one that paints nothing.
    pub(super) fn operators(&mut self) -> &mut Operators {
        &mut self.operators
    }

    /// Ends the text object, if one is open.
    pub(super) fn leave_text(&mut self) {
        if std::mem::take(&mut self.state.in_text) {
            self.operators.operator("ET");
        }
    }

    fn ink(&mut self, ink: Ink) {
        if self.state.ink != Some(ink) {
            self.state.ink = Some(ink);
            self.colours.set(ink, &mut self.operators);
        }
    }

    /// From the left edge of the trim becomes from that of the page.
    fn x(&self, across: Length) -> f64 {
        (self.trim.x + across).to_pt()
    }

    /// Down from the top of the trim becomes up from the bottom of the page.
    fn y(&self, down: Length) -> f64 {
        (self.size.height - self.trim.y - down).to_pt()
    }

    /// Fills a rectangle.
    pub(super) fn rule(&mut self, rule: &Rule) {
        self.leave_text();
        self.ink(rule.ink);
        let Rule { rect, .. } = rule;
        let (x, y) = (self.x(rect.corner.x), self.y(rect.far().y));
        let (width, height) = (rect.size.width.to_pt(), rect.size.height.to_pt());
        self.operators.numbers([x, y, width, height]).operator("re");
        self.operators.operator("f");
    }

    /// Fills an outline.
    pub(super) fn outline(&mut self, outline: &Outline) {
        self.leave_text();
        self.ink(outline.ink);
        for segment in &outline.segments {
            match *segment {
                Segment::Move(point) => self.corners([point], "m"),
                Segment::Line(point) => self.corners([point], "l"),
                Segment::Curve(a, b, end) => self.corners([a, b, end], "c"),
                // Filling closes every subpath (ISO 32000-1 §8.5.3.3.1).
                Segment::Close => {}
            }
        }
        self.operators.operator("h");
        self.operators.operator("f");
    }

    /// Points of an outline, to a hundredth of a point: outlines have thousands.
    fn corners<const N: usize>(&mut self, points: [Point; N], operator: &str) {
        for point in points {
            let (x, y) = (self.x(point.x), self.y(point.y));
            self.operators.number(x, CORNER_DECIMALS).number(y, CORNER_DECIMALS);
        }
        self.operators.operator(operator);
    }

    /// Paints an image.
    pub(super) fn picture(&mut self, picture: &Picture) {
        self.leave_text();
        let Some(number) = self.stock.number(picture) else { return };
        let rect = picture.rect;
        let (x, y) = (self.x(rect.corner.x), self.y(rect.far().y));
        let (width, height) = (rect.size.width.to_pt(), rect.size.height.to_pt());
        self.operators.operator("q");
        // An image is one unit wide and high (ISO 32000-1 §8.9.5.1).
        self.operators.numbers([width, 0.0, 0.0, height, x, y]).operator("cm");
        self.operators.name(&image_name(number)).operator("Do");
        self.operators.operator("Q");
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
            let font = (usize::from(run.face.0), reading);
            let glyphs = start..start + part.len();
            start = glyphs.end;
            let mut shown = std::mem::take(&mut self.shown);
            let showing = Showing { run, font, subset, glyphs };
            showing.glyphs(&mut shown);
            self.show(&showing, &shown);
            self.shown = shown;
        }
    }

    fn show(&mut self, showing: &Showing<'_>, glyphs: &[Shown]) {
        let run = showing.run;
        let first = &run.glyphs[showing.glyphs.start];
        if glyphs.is_empty() {
            return;
        }
        self.ink(run.ink);
        if !std::mem::replace(&mut self.state.in_text, true) {
            self.operators.operator("BT");
        }
        let font = Some((showing.font, run.size));
        if self.state.font != font {
            self.state.font = font;
            let FontId(name) = font_id(showing.font);
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
        let spacing = usual_shift(glyphs, &mut self.shifts);
        let spacing = rounded(spacing / -1000.0 * size, 100_000.0);
        if self.state.spacing.to_bits() != spacing.to_bits() {
            self.state.spacing = spacing;
            self.operators.number(spacing.into(), SPACING_DECIMALS).operator("Tc");
        }
        let (x, y) = (self.x(run.origin.x + first.x), self.y(run.origin.y));
        self.operators.numbers([1.0, 0.0, 0.0, 1.0, x, y]).operator("Tm");
        let spacing = if size > 0.0 { f64::from(spacing) * 1000.0 / size } else { 0.0 };
        self.operators.show(shifted(glyphs, spacing));
    }
}

/// The document with its pages: their sizes, and the operators that paint them.
pub(super) fn document(
    stock: &Stock<'_>,
    pages: Vec<(Size, Vec<u8>)>,
    colours: &mut impl Colours,
) -> lopdf::Document {
    let mut document = PdfDocument::new("");
    let fonts = &mut document.resources.fonts.map;
    for (key, subset) in subsets(&stock.faces) {
        fonts.insert(font_id(key), PdfFont::new(subset.program.clone()));
    }
    let images = &mut document.resources.xobjects.map;
    for (number, picture) in stock.pictures.iter().enumerate() {
        let image = XObject::External(colours.image(picture));
        images.insert(XObjectId(image_name(number)), image);
    }
    // printpdf embeds of each font what it sees shown: a page that shows all of it,
    // whose content is not kept.
    let mut shown: Vec<Op> = subsets(&stock.faces).flat_map(specimen).collect();
    let (sizes, contents): (Vec<Size>, Vec<Vec<u8>>) = pages.into_iter().unzip();
    let page = |size: Size| {
        let [width, height] = [size.width, size.height].map(|side| Pt(short(side)));
        PdfPage::new(width.into(), height.into(), std::mem::take(&mut shown))
    };
    document.pages = sizes.into_iter().map(page).collect();
    let options = PdfSaveOptions::default();
    let mut document = document.to_lopdf_document(&options, &mut Vec::new());
    let pages: Vec<lopdf::ObjectId> = document.get_pages().into_values().collect();
    for (page, content) in pages.into_iter().zip(contents) {
        let stream = document
            .get_dictionary(page)
            .and_then(|page| page.get(b"Contents").and_then(Object::as_reference));
        let stream = stream.and_then(|stream| document.get_object_mut(stream));
        if let Ok(stream) = stream.and_then(Object::as_stream_mut) {
            stream.set_content(content);
        }
    }
    let subsets = stock.faces.iter().flat_map(|face| &face.subsets);
    let heights: BTreeMap<&str, i64> = subsets
        .filter_map(|subset| {
            Some((subset.program.font_name.as_deref()?, subset.cap_height?))
        })
        .collect();
    // printpdf puts the ascent for the height of capitals.
    for object in document.objects.values_mut() {
        let Ok(dictionary) = object.as_dict_mut() else { continue };
        let name = dictionary.get(b"FontName").and_then(Object::as_name);
        let name = name.ok().and_then(|name| std::str::from_utf8(name).ok());
        if let Some(&height) = name.and_then(|name| heights.get(name)) {
            dictionary.set("CapHeight", height);
        }
    }
    document
}

/// A glyph to be shown.
struct Shown {
    /// Its id in the font program.
    glyph: u16,
    /// Its width in the file, in thousandths of an em.
    width: f64,
    /// From its origin to that of the next glyph, in thousandths of an em.
    advance: f64,
}

impl Showing<'_> {
    /// Puts its glyphs, and no others, into a list.
    fn glyphs(&self, shown: &mut Vec<Shown>) {
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
            Some(Shown { glyph: id, width, advance })
        }));
    }
}

/// The shift, in thousandths of an em, that most of the glyphs want: the median of all
/// but the last. Zero for a single glyph, and for less than a step. `shifts` is room for
/// them.
fn usual_shift(glyphs: &[Shown], shifts: &mut Vec<f64>) -> f64 {
    shifts.clear();
    shifts.extend(glyphs.iter().rev().skip(1).map(|shown| shown.width - shown.advance));
    if shifts.is_empty() {
        return 0.0;
    }
    let middle = shifts.len() / 2;
    let median = *shifts.select_nth_unstable_by(middle, f64::total_cmp).1;
    if median.abs() < SHIFT_STEP { 0.0 } else { median }
}

/// The glyphs, each with the shift that brings the pen to the next one, where `spacing`
/// thousandths of an em after every glyph do not.
fn shifted(glyphs: &[Shown], spacing: f64) -> impl Iterator<Item = (u16, f64)> {
    // What the pen is ahead of its place.
    let mut ahead = 0.0;
    glyphs.iter().enumerate().map(move |(place, shown)| {
        ahead += shown.width + spacing - shown.advance;
        let last = place + 1 == glyphs.len();
        let shift = if last { 0.0 } else { (ahead / SHIFT_STEP).round() * SHIFT_STEP };
        ahead -= shift;
        (shown.glyph, shift)
    })
}

/// The fonts of the file.
fn subsets(faces: &[Face]) -> impl Iterator<Item = (FontKey, &Subset)> {
    faces.iter().enumerate().flat_map(|(place, face)| {
        let subsets = face.subsets.iter().enumerate();
        subsets.map(move |(reading, subset)| ((place, reading), subset))
    })
}

/// Shows all glyphs of a font.
fn specimen((key, subset): (FontKey, &Subset)) -> [Op; 2] {
    let glyph =
        |glyph: &SubsetGlyph| Codepoint::with_cid(glyph.id, 0.0, glyph.text.clone());
    let glyphs = subset.glyphs().map(glyph).collect();
    let font = PdfFontHandle::External(font_id(key));
    let items = vec![TextItem::GlyphIds(glyphs)];
    [Op::SetFont { font, size: Pt(1.0) }, Op::ShowText { items }]
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

/// Name of a font among the resources.
fn font_id((place, reading): FontKey) -> FontId {
    FontId(format!("F{place}.{reading}"))
}

/// Name of a picture among the resources.
fn image_name(number: usize) -> String {
    format!("I{number}")
}

/// A length in points as printpdf takes it.
fn short(length: Length) -> f32 {
    rounded(length.to_pt(), 10_000.0)
}

/// A number rounded to parts of one; zero has no sign.
#[expect(clippy::cast_possible_truncation, reason = "PDF numbers are single precision")]
fn rounded(number: f64, parts: f64) -> f32 {
    ((number * parts).round() / parts + 0.0) as f32
}
