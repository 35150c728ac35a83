//! The operators of a content stream, except those of text and XObjects (ISO 32000-1 §8).

use std::rc::Rc;

use lopdf::{Dictionary, Object};

use super::page::{MarkKind, PageContent, PageFeature, PaintedMark};
use super::shared::SharedResources;
use super::state::{GraphicsState, PaintSource, TextObject};
use crate::pdf_syntax::{ContentLexer, ContentOperation};
use crate::preflight::colour::{ColourSpace, ColourSpaceFamily, operand_numbers};
use crate::preflight::geometry::{Matrix, PageArea};
use crate::preflight::images::CheckedImage;
use crate::preflight::limit::PreflightLimit;
use crate::preflight::object::{object_name, object_number};

/// The most saved graphics states.
const MOST_STATES: usize = 512;

/// The most operators that are interpreted on one page: more than a page of a book has.
const MOST_ON_PAGE: u64 = 4_000_000;

/// How many operators one that names a resource counts for besides itself: what it names is
/// looked up and read.
const STEPS_OF_A_NAME: u64 = 5;

/// The most blend modes of a graphics state. There are sixteen (§11.3.5).
const MOST_MODES: usize = 16;

/// The most marks that are recorded of a page.
const MOST_MARKS: usize = 300_000;

/// The extent of the current path.
#[derive(Debug, Clone, Default)]
pub(super) struct PathExtent {
    /// In the coordinates of the page.
    area: Option<PageArea>,
    /// It consists of axis-aligned rectangles.
    straight: bool,
    /// The rectangles one by one, because the bars of a barcode may be one path.
    parts: Vec<PageArea>,
    at: (f64, f64),
    /// It becomes the clipping path.
    clips: bool,
}

/// The interpreter of one page.
pub(super) struct ContentInterpreter<'r, 'a> {
    pub(super) shared: &'r mut SharedResources<'a>,
    pub(super) page: PageContent,
    /// The operators that may still be interpreted on this page.
    pub(super) steps_left: u64,
    /// How many forms enclose the current content stream.
    pub(super) depth: usize,
    pub(super) path: PathExtent,
}

impl<'r, 'a> ContentInterpreter<'r, 'a> {
    pub(super) fn new(shared: &'r mut SharedResources<'a>, page: PageContent) -> Self {
        let steps_left = MOST_ON_PAGE.min(shared.steps_left);
        Self { shared, page, steps_left, depth: 0, path: PathExtent::default() }
    }

    /// The page as far as it was interpreted. Its operators count for the whole file.
    pub(super) fn finish(self) -> PageContent {
        let allowed = MOST_ON_PAGE.min(self.shared.steps_left);
        self.shared.steps_left -= allowed - self.steps_left;
        self.page
    }

    /// Interprets a content stream.
    pub(super) fn run_content(
        &mut self,
        content: &[u8],
        resources: &'a Dictionary,
        state: GraphicsState,
    ) {
        let mut state = state;
        let mut saved = Vec::new();
        let mut text = TextObject::default();
        let mut lexer = ContentLexer::new(content);
        while let Some(operation) = lexer.next_operation() {
            if self.steps_left == 0 {
                let on_page = self.shared.steps_left > MOST_ON_PAGE;
                self.page.limit = Some(if on_page {
                    PreflightLimit::PageOperators
                } else {
                    PreflightLimit::Operators
                });
                return;
            }
            self.spend_steps(1);
            match operation.operator.as_slice() {
                b"q" if saved.len() < MOST_STATES => saved.push(state.clone()),
                b"q" => self.page.limit = Some(PreflightLimit::States),
                b"Q" => match saved.pop() {
                    Some(before) => state = before,
                    None => {
                        self.page.broken = Some("Q without matching q");
                    }
                },
                _ => self.run_operation(&operation, resources, &mut state, &mut text),
            }
        }
        if lexer.broken {
            self.page.broken = Some("syntax error in the content stream");
        }
    }

    /// Takes operators from those that may still be interpreted on this page.
    pub(super) fn spend_steps(&mut self, steps: u64) {
        self.steps_left = self.steps_left.saturating_sub(steps);
    }

    fn run_operation(
        &mut self,
        operation: &ContentOperation,
        resources: &'a Dictionary,
        state: &mut GraphicsState,
        text: &mut TextObject,
    ) {
        let numbers = operand_numbers(&operation.operands);
        let at = |index: usize| numbers.get(index).copied().unwrap_or(0.0);
        if matches!(
            operation.operator.as_slice(),
            b"gs" | b"cs" | b"CS" | b"scn" | b"SCN" | b"sh" | b"Tf" | b"Do" | b"BI"
        ) {
            self.spend_steps(STEPS_OF_A_NAME);
        }
        match operation.operator.as_slice() {
            b"cm" => {
                if let Ok(matrix) = numbers.try_into() {
                    state.matrix = Matrix(matrix).then(&state.matrix);
                }
            }
            b"w" => state.line_width = at(0),
            b"gs" => {
                let states = self.shared.pdf.get_dictionary(resources, "ExtGState");
                let name = operation.operands.first().and_then(object_name);
                let parameters = states.zip(name).and_then(|(states, name)| {
                    self.shared.pdf.get_dictionary(states, &name)
                });
                if let Some(parameters) = parameters {
                    self.apply_ext_g_state(parameters, state);
                }
            }
            b"g" | b"rg" | b"k" | b"sc" | b"scn" | b"cs" => {
                self.choose_colour(operation, resources, &mut state.fill);
            }
            b"G" | b"RG" | b"K" | b"SC" | b"SCN" | b"CS" => {
                self.choose_colour(operation, resources, &mut state.stroke);
            }
            b"m" | b"l" => self.extend_path(state, (at(0), at(1))),
            b"c" => {
                self.extend_path(state, (at(0), at(1)));
                self.extend_path(state, (at(2), at(3)));
                self.extend_path(state, (at(4), at(5)));
            }
            b"v" | b"y" => {
                self.extend_path(state, (at(0), at(1)));
                self.extend_path(state, (at(2), at(3)));
            }
            b"re" => self.add_rectangle(state, at(0), at(1), at(2), at(3)),
            b"W" | b"W*" => self.path.clips = true,
            b"n" => self.end_path(state),
            b"f" | b"F" | b"f*" => self.paint_path(resources, state, true, false),
            b"S" | b"s" => self.paint_path(resources, state, false, true),
            b"B" | b"B*" | b"b" | b"b*" => self.paint_path(resources, state, true, true),
            b"sh" => {
                let shadings = self.shared.pdf.get_dictionary(resources, "Shading");
                let name = operation.operands.first().and_then(object_name);
                if let Some((shadings, name)) = shadings.zip(name)
                    && let Some(shading) = self.shared.pdf.get_dictionary(shadings, &name)
                {
                    self.paint_shading(shading, resources, state.clip, false);
                }
            }
            b"Do" => {
                let objects = self.shared.pdf.get_dictionary(resources, "XObject");
                let name = operation.operands.first().and_then(object_name);
                if let Some((objects, name)) = objects.zip(name) {
                    self.paint_x_object(objects, &name, resources, state);
                }
            }
            b"BI" => {
                if let (Some(Object::Dictionary(own)), Some(bytes)) =
                    (operation.operands.first(), &operation.image)
                {
                    let picture =
                        CheckedImage::read_image(self.shared.pdf, own, bytes, resources);
                    self.paint_image(Rc::new(picture), state);
                }
            }
            b"BDC" => {
                if operation.operands.first().and_then(object_name).as_deref()
                    == Some("OC")
                {
                    self.page.features.entry(PageFeature::Layer).or_insert(None);
                }
            }
            operator => self.run_text_operation(
                operator, operation, &numbers, resources, state, text,
            ),
        }
    }

    /// Applies an extended graphics state (§8.4.5).
    fn apply_ext_g_state(
        &mut self,
        parameters: &'a Dictionary,
        state: &mut GraphicsState,
    ) {
        let pdf = self.shared.pdf;
        let flag = |key| match pdf.get(parameters, key) {
            Object::Boolean(set) => Some(*set),
            _ => None,
        };
        if let Some(set) = flag("OP") {
            state.stroke.overprint = set;
            state.fill.overprint = set;
        }
        if let Some(set) = flag("op") {
            state.fill.overprint = set;
        }
        if let Some(alpha) = pdf.get_number(parameters, "ca") {
            state.fill.alpha = alpha;
        }
        if let Some(alpha) = pdf.get_number(parameters, "CA") {
            state.stroke.alpha = alpha;
        }
        if let Some(width) = pdf.get_number(parameters, "LW") {
            state.line_width = width;
        }
        if pdf.as_dictionary(pdf.get(parameters, "SMask")).is_some() {
            self.page.features.entry(PageFeature::SoftMask).or_insert(None);
        }
        let modes = match pdf.get(parameters, "BM") {
            Object::Array(modes) => &modes[..modes.len().min(MOST_MODES)],
            one => std::slice::from_ref(one),
        };
        let modes = modes.iter().filter_map(|mode| object_name(pdf.resolve(mode)));
        for mode in modes.filter(|mode| mode != "Normal" && mode != "Compatible") {
            self.page.features.entry(PageFeature::Blend(mode)).or_insert(None);
        }
        let curve = |key: &str, usual: &[&str]| {
            let value = pdf.get(parameters, key);
            !value.is_null()
                && !object_name(value).is_some_and(|name| usual.contains(&name.as_str()))
        };
        if curve("TR", &["Identity"]) && !parameters.has(b"TR2")
            || curve("TR2", &["Default", "Identity"])
        {
            self.page.features.entry(PageFeature::Transfer).or_insert(None);
        }
        if curve("HT", &["Default"]) {
            self.page.features.entry(PageFeature::Halftone).or_insert(None);
        }
        let font = pdf.get_array(parameters, "Font");
        if let Some(size) = font.get(1).and_then(|size| object_number(size)) {
            state.size = size;
        }
    }

    /// Selects a colour or a colour space (§8.6.8).
    fn choose_colour(
        &mut self,
        operation: &ContentOperation,
        resources: &'a Dictionary,
        paint: &mut PaintSource,
    ) {
        let pdf = self.shared.pdf;
        let device = match operation.operator.to_ascii_lowercase().as_slice() {
            b"g" => Some("DeviceGray"),
            b"rg" => Some("DeviceRGB"),
            b"k" => Some("DeviceCMYK"),
            _ => None,
        };
        let name = operation.operands.last().and_then(object_name);
        if let Some(device) = device {
            let space = Object::Name(device.as_bytes().to_vec());
            paint.space = Rc::new(ColourSpace::resolve(pdf, &space, resources));
            paint.inks = paint.space.ink_amounts(&operand_numbers(&operation.operands));
            paint.pattern = None;
        } else if operation.operator.eq_ignore_ascii_case(b"cs") {
            let space = operation.operands.first().unwrap_or(&Object::Null);
            paint.space = Rc::new(ColourSpace::resolve(pdf, space, resources));
            paint.inks = paint.space.initial();
            paint.pattern = None;
        } else if paint.space.family == ColourSpaceFamily::Pattern {
            paint.pattern = name;
        } else {
            paint.inks = paint.space.ink_amounts(&operand_numbers(&operation.operands));
        }
    }

    /// Extends the path to a point.
    fn extend_path(&mut self, state: &GraphicsState, at: (f64, f64)) {
        let (x, y) = state.matrix.map_point(at.0, at.1);
        let point = PageArea::from_corners(x, y, x, y);
        self.path.area = Some(self.path.area.map_or(point, |area| area.union(&point)));
        self.path.straight = false;
        self.path.at = (x, y);
    }

    fn add_rectangle(
        &mut self,
        state: &GraphicsState,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    ) {
        let area =
            state.matrix.map_area(&PageArea::from_corners(x, y, x + width, y + height));
        let first = self.path.area.is_none();
        let straight = state.matrix.is_axis_aligned() && (first || self.path.straight);
        self.path.area = Some(self.path.area.map_or(area, |before| before.union(&area)));
        self.path.straight = straight;
        if self.path.parts.len() < MOST_MARKS {
            self.path.parts.push(area);
        }
    }

    /// Ends the path, and clips with it if `W` came before.
    fn end_path(&mut self, state: &mut GraphicsState) {
        let path = std::mem::take(&mut self.path);
        if path.clips {
            let nothing = PageArea::from_corners(0.0, 0.0, 0.0, 0.0);
            let area = path.area.unwrap_or(nothing);
            state.clip = state.clip.intersection(&area).unwrap_or(PageArea {
                left: 1.0,
                right: 0.0,
                ..nothing
            });
        }
    }

    fn paint_path(
        &mut self,
        resources: &'a Dictionary,
        state: &mut GraphicsState,
        fills: bool,
        draws: bool,
    ) {
        let path = self.path.clone();
        if let Some(whole) = path.area {
            if fills {
                let straight = path.straight && !path.parts.is_empty();
                let parts = if straight { path.parts.as_slice() } else { &[whole] };
                for part in parts {
                    if let Some(area) = part.intersection(&state.clip) {
                        let thin = straight.then(|| part.width().min(part.height()));
                        let kind = MarkKind::Fill { straight };
                        self.paint_with(kind, area, &state.fill, thin, resources, state);
                    }
                }
            }
            if draws {
                let thickness = state.line_width * state.matrix.scale_factor();
                let area = whole.outset(thickness / 2.0).intersection(&state.clip);
                if let Some(area) = area {
                    let paint = &state.stroke;
                    self.paint_with(
                        MarkKind::Line,
                        area,
                        paint,
                        Some(thickness),
                        resources,
                        state,
                    );
                }
            }
        }
        self.end_path(state);
    }

    /// Records a mark with the given paint.
    pub(super) fn paint_with(
        &mut self,
        kind: MarkKind,
        area: PageArea,
        paint: &PaintSource,
        thickness: Option<f64>,
        resources: &'a Dictionary,
        state: &GraphicsState,
    ) {
        self.record_transparency(paint, area);
        if paint.space.family == ColourSpaceFamily::Pattern {
            self.paint_pattern(area, paint, resources, state);
            return;
        }
        self.page.spots.extend(paint.space.spot_names().cloned());
        self.add_mark(PaintedMark {
            kind,
            area,
            family: paint.family(),
            inks: paint.inks,
            coloured: false,
            overprint: paint.overprint,
            thickness,
        });
    }

    pub(super) fn record_transparency(&mut self, paint: &PaintSource, area: PageArea) {
        if paint.alpha < 0.999 {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it was just clamped"
            )]
            let share = (paint.alpha.clamp(0.0, 1.0) * 100.0).round() as u32;
            self.page.features.entry(PageFeature::Alpha(share)).or_insert(Some(area));
        }
    }

    pub(super) fn add_mark(&mut self, mark: PaintedMark) {
        if self.page.marks.len() < MOST_MARKS {
            self.page.marks.push(mark);
        } else {
            self.page.limit = Some(PreflightLimit::Marks);
        }
    }
}
