//! What is painted on pages: their content is followed operator by operator, into the
//! forms and patterns that it names (ISO 32000-1 §7.8.2, §8, §9).

mod lexer;
mod objects;
mod sheet;
mod state;
mod text;

use std::collections::BTreeMap;
use std::rc::Rc;

use lopdf::{Dictionary, Object, ObjectId};

use super::colour::{ColourSpace, ColourSpaceFamily, operand_numbers};
use super::fonts::CheckedFont;
use super::geometry::{Matrix, PageArea};
use super::images::CheckedImage;
use super::object::{
    EMPTY_DICTIONARY, LARGEST, PdfFile, PdfPage, object_name, object_number,
};
use lexer::{ContentLexer, ContentOperation};
pub(super) use sheet::{
    MarkKind, PageFeature, PageMarkPainted, PaintedPage, PlacedImage,
};
use state::{GraphicsState, PaintSource};
use text::TextObject;

/// The deepest that forms may lie within each other.
const DEEPEST: usize = 12;

/// Most graphics states that are put by.
const MOST_STATES: usize = 512;

/// Operators that are followed in a whole file, and on one page: more than a book has.
const MOST_STEPS: u64 = 60_000_000;
const MOST_ON_PAGE: u64 = 4_000_000;

/// How many operators a form counts for besides its own: it is unpacked each time.
const STEPS_OF_A_FORM: u64 = 200;

/// Bytes of forms and patterns that are unpacked for a whole file.
const MOST_BYTES: usize = 20 * LARGEST;

/// Marks that are kept of a page.
const MOST_MARKS: usize = 300_000;

/// Which fonts and pictures are known stands with their objects; those without one are
/// kept up to so many.
const MOST_FONTS: usize = 10_000;

/// Reads the pages of a file one after the other.
pub(super) struct ContentReader<'a> {
    pdf: &'a PdfFile,
    pub(super) fonts: Vec<CheckedFont>,
    known_fonts: BTreeMap<ObjectId, usize>,
    pictures: BTreeMap<ObjectId, Rc<CheckedImage>>,
    steps: u64,
    bytes: usize,
}

impl<'a> ContentReader<'a> {
    pub(super) fn new(pdf: &'a PdfFile) -> Self {
        Self {
            pdf,
            fonts: Vec::new(),
            known_fonts: BTreeMap::new(),
            pictures: BTreeMap::new(),
            steps: MOST_STEPS,
            bytes: MOST_BYTES,
        }
    }

    /// Reads a page.
    pub(super) fn read_page(&mut self, leaf: &'a PdfPage, clip: PageArea) -> PaintedPage {
        let mut sheet = PaintedPage { number: leaf.number, ..PaintedPage::default() };
        let pdf = self.pdf;
        let page = &leaf.dictionary;
        if let Some(group) = pdf.get_dictionary(page, "Group")
            && pdf.get_name(group, "S").as_deref() == Some("Transparency")
        {
            sheet.uses.insert(PageFeature::Group, None);
        }
        let resources =
            pdf.get_dictionary(page, "Resources").unwrap_or(&EMPTY_DICTIONARY);
        let mut content = Vec::new();
        for part in pdf.get_array(page, "Contents") {
            let unpacked =
                part.as_stream().ok().and_then(|stream| pdf.decode_stream(stream));
            match unpacked {
                Some(bytes) if content.len() + bytes.len() <= LARGEST => {
                    content.extend(bytes);
                    content.push(b'\n');
                }
                Some(_) => sheet.unfinished = true,
                None => sheet.broken = Some("a stream of its content cannot be unpacked"),
            }
        }
        let mut walk = ContentInterpreter {
            left: MOST_ON_PAGE.min(self.steps),
            reader: self,
            sheet,
            depth: 0,
            path: PathExtent::default(),
        };
        walk.run_content(&content, resources, GraphicsState::new(clip));
        let (left, sheet) = (walk.left, walk.sheet);
        let begun = MOST_ON_PAGE.min(self.steps);
        self.steps -= begun - left;
        sheet
    }

    /// The font of a name.
    fn load_font(&mut self, resources: &Dictionary, name: &str) -> Option<usize> {
        let fonts = self.pdf.get_dictionary(resources, "Font")?;
        let id = fonts.get(name.as_bytes()).ok()?.as_reference().ok();
        if let Some(place) = id.and_then(|id| self.known_fonts.get(&id)) {
            return Some(*place);
        }
        if self.fonts.len() >= MOST_FONTS {
            return None;
        }
        let font =
            CheckedFont::read_font(self.pdf, self.pdf.get_dictionary(fonts, name)?);
        self.fonts.push(font);
        if let Some(id) = id {
            self.known_fonts.insert(id, self.fonts.len() - 1);
        }
        Some(self.fonts.len() - 1)
    }
}

/// What a path covers, so far.
#[derive(Debug, Clone, Default)]
struct PathExtent {
    /// In the coordinates of the page.
    area: Option<PageArea>,
    /// It consists of rectangles along the edges.
    straight: bool,
    /// The rectangles by themselves: bars of a code are told one by one.
    parts: Vec<PageArea>,
    at: (f64, f64),
    /// It clips what follows.
    clips: bool,
}

/// The walk through the content of a page.
struct ContentInterpreter<'r, 'a> {
    reader: &'r mut ContentReader<'a>,
    sheet: PaintedPage,
    left: u64,
    depth: usize,
    path: PathExtent,
}

impl<'a> ContentInterpreter<'_, 'a> {
    /// Follows a content stream.
    fn run_content(
        &mut self,
        content: &[u8],
        resources: &'a Dictionary,
        state: GraphicsState,
    ) {
        let mut state = state;
        let mut saved = Vec::new();
        let mut line = TextObject { matrix: Matrix::IDENTITY, start: Matrix::IDENTITY };
        let mut lexer = ContentLexer::new(content);
        while let Some(step) = lexer.next_operation() {
            if self.left == 0 {
                self.sheet.unfinished = true;
                return;
            }
            self.left -= 1;
            match step.operator.as_slice() {
                b"q" if saved.len() < MOST_STATES => saved.push(state.clone()),
                b"q" => self.sheet.unfinished = true,
                b"Q" => match saved.pop() {
                    Some(before) => state = before,
                    None => {
                        self.sheet.broken =
                            Some("more states are taken back than put by");
                    }
                },
                _ => self.run_operation(&step, resources, &mut state, &mut line),
            }
        }
        if lexer.broken {
            self.sheet.broken = Some("its content has words that are none");
        }
    }

    fn run_operation(
        &mut self,
        step: &ContentOperation,
        resources: &'a Dictionary,
        state: &mut GraphicsState,
        line: &mut TextObject,
    ) {
        let numbers = operand_numbers(&step.operands);
        let at = |place: usize| numbers.get(place).copied().unwrap_or(0.0);
        match step.operator.as_slice() {
            b"cm" => {
                if let Ok(matrix) = numbers.try_into() {
                    state.matrix = Matrix(matrix).then(&state.matrix);
                }
            }
            b"w" => state.line_width = at(0),
            b"gs" => {
                let states = self.reader.pdf.get_dictionary(resources, "ExtGState");
                let named = step.operands.first().and_then(object_name);
                let given = states.zip(named).and_then(|(states, name)| {
                    self.reader.pdf.get_dictionary(states, &name)
                });
                if let Some(given) = given {
                    self.apply_ext_g_state(given, state);
                }
            }
            b"g" | b"rg" | b"k" | b"sc" | b"scn" | b"cs" => {
                self.choose_colour(step, resources, &mut state.fill);
            }
            b"G" | b"RG" | b"K" | b"SC" | b"SCN" | b"CS" => {
                self.choose_colour(step, resources, &mut state.stroke);
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
                let shadings = self.reader.pdf.get_dictionary(resources, "Shading");
                let named = step.operands.first().and_then(object_name);
                if let Some((shadings, name)) = shadings.zip(named)
                    && let Some(shading) = self.reader.pdf.get_dictionary(shadings, &name)
                {
                    self.paint_shading(shading, resources, state.clip, false);
                }
            }
            b"Do" => {
                let objects = self.reader.pdf.get_dictionary(resources, "XObject");
                let named = step.operands.first().and_then(object_name);
                if let Some((objects, name)) = objects.zip(named) {
                    self.paint_x_object(objects, &name, resources, state);
                }
            }
            b"BI" => {
                if let (Some(Object::Dictionary(own)), Some(bytes)) =
                    (step.operands.first(), &step.image)
                {
                    let picture =
                        CheckedImage::read_image(self.reader.pdf, own, bytes, resources);
                    self.paint_image(Rc::new(picture), state);
                }
            }
            b"BDC" => {
                if step.operands.first().and_then(object_name).as_deref() == Some("OC") {
                    self.sheet.uses.entry(PageFeature::Layer).or_insert(None);
                }
            }
            operator => {
                self.run_text_operation(operator, step, &numbers, resources, state, line);
            }
        }
    }

    /// Sets a state from the resources (§8.4.5).
    fn apply_ext_g_state(&mut self, given: &'a Dictionary, state: &mut GraphicsState) {
        let pdf = self.reader.pdf;
        let flag = |key| match pdf.get(given, key) {
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
        if let Some(alpha) = pdf.get_number(given, "ca") {
            state.fill.alpha = alpha;
        }
        if let Some(alpha) = pdf.get_number(given, "CA") {
            state.stroke.alpha = alpha;
        }
        if let Some(width) = pdf.get_number(given, "LW") {
            state.line_width = width;
        }
        if pdf.as_dictionary(pdf.get(given, "SMask")).is_some() {
            self.sheet.uses.entry(PageFeature::SoftMask).or_insert(None);
        }
        let modes = pdf.get_array(given, "BM").into_iter().filter_map(object_name);
        for mode in modes.filter(|mode| mode != "Normal" && mode != "Compatible") {
            self.sheet.uses.entry(PageFeature::Blend(mode)).or_insert(None);
        }
        let curve = |key: &str, usual: &[&str]| {
            let value = pdf.get(given, key);
            !value.is_null()
                && !object_name(value).is_some_and(|name| usual.contains(&name.as_str()))
        };
        if curve("TR", &["Identity"]) && !given.has(b"TR2")
            || curve("TR2", &["Default", "Identity"])
        {
            self.sheet.uses.entry(PageFeature::Transfer).or_insert(None);
        }
        if curve("HT", &["Default"]) {
            self.sheet.uses.entry(PageFeature::Halftone).or_insert(None);
        }
        let font = pdf.get_array(given, "Font");
        if let Some(size) = font.get(1).and_then(|size| object_number(size)) {
            state.size = size;
        }
    }

    /// Chooses a colour (§8.6.8).
    fn choose_colour(
        &mut self,
        step: &ContentOperation,
        resources: &'a Dictionary,
        brush: &mut PaintSource,
    ) {
        let pdf = self.reader.pdf;
        let device = match step.operator.to_ascii_lowercase().as_slice() {
            b"g" => Some("DeviceGray"),
            b"rg" => Some("DeviceRGB"),
            b"k" => Some("DeviceCMYK"),
            _ => None,
        };
        let named = step.operands.last().and_then(object_name);
        if let Some(device) = device {
            let space = Object::Name(device.as_bytes().to_vec());
            brush.space = Rc::new(ColourSpace::resolve(pdf, &space, resources));
            brush.inks = brush.space.ink_amounts(&operand_numbers(&step.operands));
            brush.pattern = None;
        } else if step.operator.eq_ignore_ascii_case(b"cs") {
            let space = step.operands.first().unwrap_or(&Object::Null);
            brush.space = Rc::new(ColourSpace::resolve(pdf, space, resources));
            brush.inks = brush.space.initial();
            brush.pattern = None;
        } else if brush.space.family == ColourSpaceFamily::Pattern {
            brush.pattern = named;
        } else {
            brush.inks = brush.space.ink_amounts(&operand_numbers(&step.operands));
        }
    }

    /// A path reaches a point.
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

    /// The path is done with: it may clip what follows.
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
                        let what = MarkKind::Fill { straight };
                        self.paint_with(what, area, &state.fill, thin, resources, state);
                    }
                }
            }
            if draws {
                let thickness = state.line_width * state.matrix.scale_factor();
                let area = whole.outset(thickness / 2.0).intersection(&state.clip);
                if let Some(area) = area {
                    let brush = &state.stroke;
                    self.paint_with(
                        MarkKind::Line,
                        area,
                        brush,
                        Some(thickness),
                        resources,
                        state,
                    );
                }
            }
        }
        self.end_path(state);
    }

    /// Paints with a brush.
    fn paint_with(
        &mut self,
        what: MarkKind,
        area: PageArea,
        brush: &PaintSource,
        thickness: Option<f64>,
        resources: &'a Dictionary,
        state: &GraphicsState,
    ) {
        self.record_transparency(brush, area);
        if brush.space.family == ColourSpaceFamily::Pattern {
            self.paint_pattern(area, brush, resources, state);
            return;
        }
        self.sheet.spots.extend(brush.space.spot_names().cloned());
        self.add_mark(PageMarkPainted {
            what,
            area,
            family: brush.family(),
            inks: brush.inks,
            coloured: false,
            overprint: brush.overprint,
            thickness,
        });
    }

    fn record_transparency(&mut self, brush: &PaintSource, area: PageArea) {
        if brush.alpha < 0.999 {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it was just clamped"
            )]
            let share = (brush.alpha.clamp(0.0, 1.0) * 100.0).round() as u32;
            self.sheet.uses.entry(PageFeature::Alpha(share)).or_insert(Some(area));
        }
    }

    fn add_mark(&mut self, mark: PageMarkPainted) {
        if self.sheet.marks.len() < MOST_MARKS {
            self.sheet.marks.push(mark);
        } else {
            self.sheet.unfinished = true;
        }
    }
}
