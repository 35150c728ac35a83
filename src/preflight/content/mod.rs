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

use super::colour::{Family, Space, values};
use super::fonts::Font;
use super::geometry::{Area, Matrix};
use super::images::Picture;
use super::object::{LARGEST, Leaf, NOTHING, Pdf, name, number};
use lexer::{Lexer, Step};
pub(super) use sheet::{Mark, Placed, Sheet, Use, What};
use state::{Brush, State};
use text::Line;

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
pub(super) struct Reader<'a> {
    pdf: &'a Pdf,
    pub(super) fonts: Vec<Font>,
    known_fonts: BTreeMap<ObjectId, usize>,
    pictures: BTreeMap<ObjectId, Rc<Picture>>,
    steps: u64,
    bytes: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(pdf: &'a Pdf) -> Self {
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
    pub(super) fn page(&mut self, leaf: &'a Leaf, clip: Area) -> Sheet {
        let mut sheet = Sheet { number: leaf.number, ..Sheet::default() };
        let pdf = self.pdf;
        let page = &leaf.dictionary;
        if let Some(group) = pdf.dictionary(page, "Group")
            && pdf.name(group, "S").as_deref() == Some("Transparency")
        {
            sheet.uses.insert(Use::Group, None);
        }
        let resources = pdf.dictionary(page, "Resources").unwrap_or(&NOTHING);
        let mut content = Vec::new();
        for part in pdf.list(page, "Contents") {
            let unpacked = part.as_stream().ok().and_then(|stream| pdf.unpacked(stream));
            match unpacked {
                Some(bytes) if content.len() + bytes.len() <= LARGEST => {
                    content.extend(bytes);
                    content.push(b'\n');
                }
                Some(_) => sheet.unfinished = true,
                None => sheet.broken = Some("a stream of its content cannot be unpacked"),
            }
        }
        let mut walk = Walk {
            left: MOST_ON_PAGE.min(self.steps),
            reader: self,
            sheet,
            depth: 0,
            path: Outline::default(),
        };
        walk.content(&content, resources, State::new(clip));
        let (left, sheet) = (walk.left, walk.sheet);
        let begun = MOST_ON_PAGE.min(self.steps);
        self.steps -= begun - left;
        sheet
    }

    /// The font of a name.
    fn font(&mut self, resources: &Dictionary, name: &str) -> Option<usize> {
        let fonts = self.pdf.dictionary(resources, "Font")?;
        let id = fonts.get(name.as_bytes()).ok()?.as_reference().ok();
        if let Some(place) = id.and_then(|id| self.known_fonts.get(&id)) {
            return Some(*place);
        }
        if self.fonts.len() >= MOST_FONTS {
            return None;
        }
        let font = Font::read(self.pdf, self.pdf.dictionary(fonts, name)?);
        self.fonts.push(font);
        if let Some(id) = id {
            self.known_fonts.insert(id, self.fonts.len() - 1);
        }
        Some(self.fonts.len() - 1)
    }
}

/// What a path covers, so far.
#[derive(Debug, Clone, Default)]
struct Outline {
    /// In the coordinates of the page.
    area: Option<Area>,
    /// It consists of rectangles along the edges.
    straight: bool,
    /// The rectangles by themselves: bars of a code are told one by one.
    parts: Vec<Area>,
    at: (f64, f64),
    /// It clips what follows.
    clips: bool,
}

/// The walk through the content of a page.
struct Walk<'r, 'a> {
    reader: &'r mut Reader<'a>,
    sheet: Sheet,
    left: u64,
    depth: usize,
    path: Outline,
}

impl<'a> Walk<'_, 'a> {
    /// Follows a content stream.
    fn content(&mut self, content: &[u8], resources: &'a Dictionary, state: State) {
        let mut state = state;
        let mut saved = Vec::new();
        let mut line = Line { matrix: Matrix::IDENTITY, start: Matrix::IDENTITY };
        let mut lexer = Lexer::new(content);
        while let Some(step) = lexer.step() {
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
                _ => self.step(&step, resources, &mut state, &mut line),
            }
        }
        if lexer.broken {
            self.sheet.broken = Some("its content has words that are none");
        }
    }

    fn step(
        &mut self,
        step: &Step,
        resources: &'a Dictionary,
        state: &mut State,
        line: &mut Line,
    ) {
        let numbers = values(&step.operands);
        let at = |place: usize| numbers.get(place).copied().unwrap_or(0.0);
        match step.operator.as_slice() {
            b"cm" => {
                if let Ok(matrix) = numbers.try_into() {
                    state.matrix = Matrix(matrix).then(&state.matrix);
                }
            }
            b"w" => state.line_width = at(0),
            b"gs" => {
                let states = self.reader.pdf.dictionary(resources, "ExtGState");
                let named = step.operands.first().and_then(name);
                let given = states
                    .zip(named)
                    .and_then(|(states, name)| self.reader.pdf.dictionary(states, &name));
                if let Some(given) = given {
                    self.external(given, state);
                }
            }
            b"g" | b"rg" | b"k" | b"sc" | b"scn" | b"cs" => {
                self.choose(step, resources, &mut state.fill);
            }
            b"G" | b"RG" | b"K" | b"SC" | b"SCN" | b"CS" => {
                self.choose(step, resources, &mut state.stroke);
            }
            b"m" | b"l" => self.reach(state, (at(0), at(1))),
            b"c" => {
                self.reach(state, (at(0), at(1)));
                self.reach(state, (at(2), at(3)));
                self.reach(state, (at(4), at(5)));
            }
            b"v" | b"y" => {
                self.reach(state, (at(0), at(1)));
                self.reach(state, (at(2), at(3)));
            }
            b"re" => self.rectangle(state, at(0), at(1), at(2), at(3)),
            b"W" | b"W*" => self.path.clips = true,
            b"n" => self.end_path(state),
            b"f" | b"F" | b"f*" => self.paint_path(resources, state, true, false),
            b"S" | b"s" => self.paint_path(resources, state, false, true),
            b"B" | b"B*" | b"b" | b"b*" => self.paint_path(resources, state, true, true),
            b"sh" => {
                let shadings = self.reader.pdf.dictionary(resources, "Shading");
                let named = step.operands.first().and_then(name);
                if let Some((shadings, name)) = shadings.zip(named)
                    && let Some(shading) = self.reader.pdf.dictionary(shadings, &name)
                {
                    self.shading(shading, resources, state.clip, false);
                }
            }
            b"Do" => {
                let objects = self.reader.pdf.dictionary(resources, "XObject");
                let named = step.operands.first().and_then(name);
                if let Some((objects, name)) = objects.zip(named) {
                    self.object(objects, &name, resources, state);
                }
            }
            b"BI" => {
                if let (Some(Object::Dictionary(own)), Some(bytes)) =
                    (step.operands.first(), &step.image)
                {
                    let picture = Picture::read(self.reader.pdf, own, bytes, resources);
                    self.image(Rc::new(picture), state);
                }
            }
            b"BDC" => {
                if step.operands.first().and_then(name).as_deref() == Some("OC") {
                    self.sheet.uses.entry(Use::Layer).or_insert(None);
                }
            }
            operator => self.text(operator, step, &numbers, resources, state, line),
        }
    }

    /// Sets a state from the resources (§8.4.5).
    fn external(&mut self, given: &'a Dictionary, state: &mut State) {
        let pdf = self.reader.pdf;
        let flag = |key| match pdf.value(given, key) {
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
        if let Some(alpha) = pdf.number(given, "ca") {
            state.fill.alpha = alpha;
        }
        if let Some(alpha) = pdf.number(given, "CA") {
            state.stroke.alpha = alpha;
        }
        if let Some(width) = pdf.number(given, "LW") {
            state.line_width = width;
        }
        if pdf.as_dictionary(pdf.value(given, "SMask")).is_some() {
            self.sheet.uses.entry(Use::SoftMask).or_insert(None);
        }
        let modes = pdf.list(given, "BM").into_iter().filter_map(name);
        for mode in modes.filter(|mode| mode != "Normal" && mode != "Compatible") {
            self.sheet.uses.entry(Use::Blend(mode)).or_insert(None);
        }
        let curve = |key: &str, usual: &[&str]| {
            let value = pdf.value(given, key);
            !value.is_null()
                && !name(value).is_some_and(|name| usual.contains(&name.as_str()))
        };
        if curve("TR", &["Identity"]) && !given.has(b"TR2")
            || curve("TR2", &["Default", "Identity"])
        {
            self.sheet.uses.entry(Use::Transfer).or_insert(None);
        }
        if curve("HT", &["Default"]) {
            self.sheet.uses.entry(Use::Halftone).or_insert(None);
        }
        let font = pdf.list(given, "Font");
        if let Some(size) = font.get(1).and_then(|size| number(size)) {
            state.size = size;
        }
    }

    /// Chooses a colour (§8.6.8).
    fn choose(&mut self, step: &Step, resources: &'a Dictionary, brush: &mut Brush) {
        let pdf = self.reader.pdf;
        let device = match step.operator.to_ascii_lowercase().as_slice() {
            b"g" => Some("DeviceGray"),
            b"rg" => Some("DeviceRGB"),
            b"k" => Some("DeviceCMYK"),
            _ => None,
        };
        let named = step.operands.last().and_then(name);
        if let Some(device) = device {
            let space = Object::Name(device.as_bytes().to_vec());
            brush.space = Rc::new(Space::read(pdf, &space, resources));
            brush.inks = brush.space.inks(&values(&step.operands));
            brush.pattern = None;
        } else if step.operator.eq_ignore_ascii_case(b"cs") {
            let space = step.operands.first().unwrap_or(&Object::Null);
            brush.space = Rc::new(Space::read(pdf, space, resources));
            brush.inks = brush.space.initial();
            brush.pattern = None;
        } else if brush.space.family == Family::Pattern {
            brush.pattern = named;
        } else {
            brush.inks = brush.space.inks(&values(&step.operands));
        }
    }

    /// A path reaches a point.
    fn reach(&mut self, state: &State, at: (f64, f64)) {
        let (x, y) = state.matrix.point(at.0, at.1);
        let point = Area::of(x, y, x, y);
        self.path.area = Some(self.path.area.map_or(point, |area| area.with(&point)));
        self.path.straight = false;
        self.path.at = (x, y);
    }

    fn rectangle(&mut self, state: &State, x: f64, y: f64, width: f64, height: f64) {
        let area = state.matrix.area(&Area::of(x, y, x + width, y + height));
        let first = self.path.area.is_none();
        let straight = state.matrix.is_straight() && (first || self.path.straight);
        self.path.area = Some(self.path.area.map_or(area, |before| before.with(&area)));
        self.path.straight = straight;
        if self.path.parts.len() < MOST_MARKS {
            self.path.parts.push(area);
        }
    }

    /// The path is done with: it may clip what follows.
    fn end_path(&mut self, state: &mut State) {
        let path = std::mem::take(&mut self.path);
        if path.clips {
            let nothing = Area::of(0.0, 0.0, 0.0, 0.0);
            let area = path.area.unwrap_or(nothing);
            state.clip = state.clip.within(&area).unwrap_or(Area {
                left: 1.0,
                right: 0.0,
                ..nothing
            });
        }
    }

    fn paint_path(
        &mut self,
        resources: &'a Dictionary,
        state: &mut State,
        fills: bool,
        draws: bool,
    ) {
        let path = self.path.clone();
        if let Some(whole) = path.area {
            if fills {
                let straight = path.straight && !path.parts.is_empty();
                let parts = if straight { path.parts.as_slice() } else { &[whole] };
                for part in parts {
                    if let Some(area) = part.within(&state.clip) {
                        let thin = straight.then(|| part.width().min(part.height()));
                        let what = What::Fill { straight };
                        self.brush(what, area, &state.fill, thin, resources, state);
                    }
                }
            }
            if draws {
                let thickness = state.line_width * state.matrix.scale();
                let area = whole.wider(thickness / 2.0).within(&state.clip);
                if let Some(area) = area {
                    let brush = &state.stroke;
                    self.brush(
                        What::Line,
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
    fn brush(
        &mut self,
        what: What,
        area: Area,
        brush: &Brush,
        thickness: Option<f64>,
        resources: &'a Dictionary,
        state: &State,
    ) {
        self.see_through(brush, area);
        if brush.space.family == Family::Pattern {
            self.pattern(area, brush, resources, state);
            return;
        }
        self.sheet.spots.extend(brush.space.spots().cloned());
        self.mark(Mark {
            what,
            area,
            family: brush.family(),
            inks: brush.inks,
            coloured: false,
            overprint: brush.overprint,
            thickness,
        });
    }

    fn see_through(&mut self, brush: &Brush, area: Area) {
        if brush.alpha < 0.999 {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it was just clamped"
            )]
            let share = (brush.alpha.clamp(0.0, 1.0) * 100.0).round() as u32;
            self.sheet.uses.entry(Use::Alpha(share)).or_insert(Some(area));
        }
    }

    fn mark(&mut self, mark: Mark) {
        if self.sheet.marks.len() < MOST_MARKS {
            self.sheet.marks.push(mark);
        } else {
            self.sheet.unfinished = true;
        }
    }
}
