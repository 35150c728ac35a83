//! The interpreter of content streams (ISO 32000-1 §7.8.2).

use hayro_syntax::content::UntypedIter;
use hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier, Stream};
use hayro_syntax::page::{Page, Resources};

use crate::length::Length;
use crate::source::pdf::fonts::OpenedFonts;
use crate::source::pdf::graphics_state::{ContentState, PaintSpace, Path};
use crate::source::pdf::marked_content::{OpenSequences, OptionalContent};
use crate::source::pdf::matrix::{Bounds, PageMatrix};
use crate::source::pdf::page::{Colour, SourcePage, Visibility};
use crate::source::pdf::streams::decode_stream;

/// The deepest nesting of forms; books nest three.
const DEEPEST_FORM: usize = 24;
/// The deepest nesting of `q`; ISO 32000-1 annex C.2 demands 28.
const DEEPEST_STATE: usize = 1024;
/// The most operators of a page, those of its forms included. A page of an atlas has some
/// hundred thousand; nested forms can demand any number.
const MOST_OPERATORS: u32 = 5_000_000;
/// The most decoded bytes of the forms of a page; a form that is painted often counts as
/// often.
const MOST_FORM_BYTES: usize = 512 * 1024 * 1024;
/// Why the content of a page was not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cut {
    /// It has more operators than [`MOST_OPERATORS`].
    TooManyOperators,
    /// It shows more glyphs than a page can.
    TooManyGlyphs,
    /// A form contains itself, or forms are nested too deep.
    NestedForms,
    /// A form cannot be decoded.
    DamagedForm,
    /// The content of the page cannot be decoded.
    DamagedContent,
}

/// Reads the content of a page into glyphs, images and rules.
pub(super) fn read_content<'a>(
    source: &Page<'a>,
    page: SourcePage,
    fonts: &mut OpenedFonts<'a>,
    optional: &OptionalContent,
) -> (SourcePage, Vec<Cut>) {
    let matrix = PageMatrix(source.initial_transform(true).as_coeffs());
    let bounds = Bounds::between(0.0, 0.0, page.width.to_pt(), page.height.to_pt());
    let mut interpreter = Interpreter {
        page,
        bounds,
        fonts,
        optional,
        state: ContentState::new(matrix),
        saved: Vec::new(),
        path: Path::default(),
        clips: false,
        text_matrix: PageMatrix::IDENTITY,
        line_matrix: PageMatrix::IDENTITY,
        marked: OpenSequences::default(),
        forms: Vec::new(),
        operators: 0,
        form_bytes: 0,
        cuts: Vec::new(),
    };
    let resources = source.resources().clone();
    match collect_content(source) {
        Some(content) => interpreter.run(&content, &resources),
        None => interpreter.cuts.push(Cut::DamagedContent),
    }
    interpreter.marked.end_after(0, &mut interpreter.page);
    interpreter.cuts.sort_unstable();
    interpreter.cuts.dedup();
    (interpreter.page, interpreter.cuts)
}

/// The content streams of a page in one; `None` when one of them cannot be decoded and
/// nothing else is there.
fn collect_content(source: &Page<'_>) -> Option<Vec<u8>> {
    let dict = source.raw();
    match dict.get::<Object<'_>>("Contents") {
        Some(Object::Stream(stream)) => Some(decode_stream(&stream)?.into_owned()),
        Some(Object::Array(streams)) => {
            let mut content = Vec::new();
            let mut failed = false;
            for stream in streams.iter::<Stream<'_>>() {
                match decode_stream(&stream) {
                    Some(data) => content.extend_from_slice(&data),
                    None => failed = true,
                }
                // A token ends where its stream ends (ISO 32000-1 table 30).
                content.push(b'\n');
            }
            (!failed || content.len() > 1).then_some(content)
        }
        _ => Some(Vec::new()),
    }
}

/// The state of reading a page.
pub(super) struct Interpreter<'a, 'f> {
    pub(super) page: SourcePage,
    /// The crop box.
    pub(super) bounds: Bounds,
    pub(super) fonts: &'f mut OpenedFonts<'a>,
    optional: &'f OptionalContent,
    pub(super) state: ContentState,
    saved: Vec<ContentState>,
    pub(super) path: Path,
    /// Whether the path becomes the clipping path when it is painted.
    clips: bool,
    pub(super) text_matrix: PageMatrix,
    pub(super) line_matrix: PageMatrix,
    pub(super) marked: OpenSequences,
    /// The forms that are being read.
    forms: Vec<ObjectIdentifier>,
    operators: u32,
    form_bytes: usize,
    pub(super) cuts: Vec<Cut>,
}

impl<'a> Interpreter<'a, '_> {
    fn run(&mut self, content: &[u8], resources: &Resources<'a>) {
        let mut instructions = UntypedIter::new(content);
        let mut numbers = Vec::new();
        while let Some(instruction) = instructions.next() {
            self.operators += 1;
            if self.operators > MOST_OPERATORS {
                self.cuts.push(Cut::TooManyOperators);
                return;
            }
            numbers.clear();
            let mut last = None;
            let mut first = None;
            for operand in instruction.operands() {
                if let Object::Number(number) = operand {
                    let number = number.as_f64();
                    numbers.push(if number.is_finite() { number } else { 0.0 });
                }
                first = first.or(Some(operand));
                last = Some(operand);
            }
            let operator: &[u8] = instruction.operator;
            self.execute(operator, &numbers, first, last, resources);
        }
    }

    fn execute(
        &mut self,
        operator: &[u8],
        numbers: &[f64],
        first: Option<&Object<'_>>,
        last: Option<&Object<'_>>,
        resources: &Resources<'a>,
    ) {
        match operator {
            b"q" => {
                if self.saved.len() < DEEPEST_STATE {
                    self.saved.push(self.state);
                }
            }
            b"Q" => {
                if let Some(state) = self.saved.pop() {
                    self.state = state;
                }
            }
            b"cm" => {
                if let Some(matrix) = matrix_of(numbers) {
                    self.state.matrix = matrix.then(self.state.matrix);
                }
            }
            b"w" => self.state.line_width = numbers.first().copied().unwrap_or(1.0),
            b"gs" => self.set_parameters(last, resources),
            b"m" | b"l" | b"c" | b"v" | b"y" | b"re" => {
                self.extend_path(operator, numbers);
            }
            b"W" | b"W*" => self.clips = true,
            b"S" | b"s" => self.paint_path(false, true),
            b"f" | b"F" | b"f*" => self.paint_path(true, false),
            b"B" | b"B*" | b"b" | b"b*" => self.paint_path(true, true),
            b"n" => self.paint_path(false, false),
            b"g" | b"rg" | b"k" | b"cs" | b"sc" | b"scn" => {
                let (space, colour) = (self.state.fill_space, self.state.fill);
                (self.state.fill_space, self.state.fill) =
                    choose_colour(operator, numbers, last, resources, (space, colour));
            }
            b"G" | b"RG" | b"K" | b"CS" | b"SC" | b"SCN" => {
                let lower = operator.to_ascii_lowercase();
                let (space, colour) = (self.state.stroke_space, self.state.stroke);
                (self.state.stroke_space, self.state.stroke) =
                    choose_colour(&lower, numbers, last, resources, (space, colour));
            }
            b"BMC" | b"BDC" => self.begin_marked(operator, first, last, resources),
            b"EMC" => self.marked.end(&mut self.page),
            b"Do" => {
                if let Some(Object::Name(name)) = last {
                    self.paint_external(name, resources);
                }
            }
            b"BI" => {
                if let Some(Object::Stream(image)) = last {
                    self.place_inline_image(image, &resources.color_spaces);
                }
            }
            b"Tf" => {
                if let (Some(Object::Name(name)), Some(size)) = (first, numbers.last()) {
                    self.set_font(name, *size, resources);
                }
            }
            _ => self.execute_text(operator, numbers, last),
        }
    }

    /// Sets the parameters of a graphics-state dictionary that matter to text.
    fn set_parameters(&mut self, name: Option<&Object<'_>>, resources: &Resources<'a>) {
        let Some(Object::Name(name)) = name else { return };
        let Some(parameters) = resources.get_ext_g_state(name) else { return };
        if let Some(width) = parameters.get::<f32>("LW") {
            self.state.line_width = f64::from(width);
        }
        if let Some(font) = parameters.get::<Array<'a>>("Font") {
            let mut entries = font.flex_iter();
            if let (Some(dict), Some(size)) =
                (entries.next::<Dict<'a>>(), entries.next::<f32>())
            {
                self.state.text.font = Some(self.fonts.load(&dict));
                self.state.text.size = f64::from(size);
            }
        }
    }

    fn set_font(&mut self, name: &Name<'_>, size: f64, resources: &Resources<'a>) {
        self.state.text.font =
            Some(self.fonts.load_named(&resources.fonts, name.as_ref()));
        self.state.text.size = size;
    }

    fn begin_marked(
        &mut self,
        operator: &[u8],
        tag: Option<&Object<'_>>,
        properties: Option<&Object<'_>>,
        resources: &Resources<'a>,
    ) {
        let tag = match tag {
            Some(Object::Name(tag)) => tag.as_ref(),
            _ => b"",
        };
        let mut hidden = false;
        let dict = match properties {
            Some(Object::Dict(dict)) => Some(dict.clone()),
            Some(Object::Name(name)) if operator == b"BDC" => {
                hidden =
                    tag == b"OC" && self.optional.is_off(&resources.properties, name);
                resources.properties.get::<Dict<'_>>(name)
            }
            _ => None,
        };
        let in_form = !self.forms.is_empty();
        self.marked.begin(tag, dict.as_ref(), hidden, in_form, &mut self.page);
    }

    fn extend_path(&mut self, operator: &[u8], numbers: &[f64]) {
        let matrix = self.state.matrix;
        match (operator, numbers) {
            (b"m", [x, y]) => self.path.begin(matrix.apply(*x, *y)),
            (b"l", [x, y]) => self.path.extend(matrix.apply(*x, *y), false),
            (b"re", [x, y, width, height]) => {
                self.path.begin(matrix.apply(*x, *y));
                self.path.extend(matrix.apply(x + width, *y), false);
                self.path.extend(matrix.apply(x + width, y + height), false);
                self.path.extend(matrix.apply(*x, y + height), false);
            }
            (_, points) => {
                for point in points.as_chunks::<2>().0 {
                    self.path.extend(matrix.apply(point[0], point[1]), true);
                }
            }
        }
    }

    /// Ends the path: keeps the rules in it, and clips to it after `W`.
    fn paint_path(&mut self, fills: bool, strokes: bool) {
        if fills || strokes {
            self.keep_rules(strokes && !fills);
            self.keep_shapes(fills, strokes);
        }
        if std::mem::take(&mut self.clips) {
            self.state.clip = self.state.clip.intersection(self.path.bounds());
        }
        self.path.clear();
    }

    /// Paints an external object: an image or a form (ISO 32000-1 §8.8).
    fn paint_external(&mut self, name: &Name<'_>, resources: &Resources<'a>) {
        let id = resources.x_objects.get_ref(name).map(ObjectIdentifier::from);
        if id.is_some_and(|id| self.forms.contains(&id)) {
            self.cuts.push(Cut::NestedForms);
            return;
        }
        let Some(stream) = resources.get_x_object(name) else { return };
        let dict = stream.dict();
        let hidden = self.optional.is_off(dict, b"OC");
        let subtype = dict.get::<Name<'_>>("Subtype");
        match subtype.as_ref().map(AsRef::as_ref) {
            Some(b"Image") => self.place_image(&stream, id, hidden),
            Some(b"Form") => self.paint_form(&stream, hidden, resources),
            _ => {}
        }
    }

    fn paint_form(&mut self, form: &Stream<'a>, hidden: bool, outer: &Resources<'a>) {
        let id = form.obj_id();
        if self.forms.contains(&id) || self.forms.len() >= DEEPEST_FORM {
            self.cuts.push(Cut::NestedForms);
            return;
        }
        let Some(content) = decode_stream(form) else {
            self.cuts.push(Cut::DamagedForm);
            return;
        };
        self.form_bytes = self.form_bytes.saturating_add(content.len().max(4096));
        if self.form_bytes > MOST_FORM_BYTES || self.operators > MOST_OPERATORS {
            self.cuts.push(Cut::TooManyOperators);
            return;
        }
        let dict = form.dict();
        let before = (self.state, std::mem::take(&mut self.saved));
        let matrices = (self.text_matrix, self.line_matrix);
        let depth = self.marked.depth();
        if let Some(matrix) = dict.get::<[f64; 6]>("Matrix") {
            self.state.matrix = PageMatrix(matrix).then(self.state.matrix);
        }
        if let Some(place) = dict.get::<hayro_syntax::object::Rect>("BBox") {
            let place = Bounds::between(place.x0, place.y0, place.x1, place.y1);
            let place = self.state.matrix.apply_box(place);
            self.state.clip = self.state.clip.intersection(place);
        }
        if hidden {
            self.marked.begin(b"OC", None, true, true, &mut self.page);
        }
        // A form without resources uses those of the page (ISO 32000-1 table 95).
        let own = dict.get::<Dict<'a>>("Resources").map(Resources::new);
        self.forms.push(id);
        self.run(&content, own.as_ref().unwrap_or(outer));
        self.forms.pop();
        self.marked.end_after(depth, &mut self.page);
        self.path.clear();
        self.clips = false;
        (self.state, self.saved) = before;
        (self.text_matrix, self.line_matrix) = matrices;
    }

    /// Whether something with a box on the page is seen.
    pub(super) fn judge(&self, bounds: Bounds, hidden: bool) -> Visibility {
        let current = self.marked.current();
        if hidden || current.hidden {
            Visibility::Hidden
        } else if !bounds.meets(self.bounds) {
            Visibility::OutsideCropBox
        } else if !bounds.meets(self.state.clip) {
            Visibility::Clipped
        } else if current.artifact {
            Visibility::Artifact
        } else {
            Visibility::Visible
        }
    }
}

/// The matrix of six operands.
pub(super) fn matrix_of(numbers: &[f64]) -> Option<PageMatrix> {
    <[f64; 6]>::try_from(numbers).ok().map(PageMatrix)
}

/// The colour space and the colour after an operator for the colour of filling.
fn choose_colour(
    operator: &[u8],
    numbers: &[f64],
    last: Option<&Object<'_>>,
    resources: &Resources<'_>,
    (space, colour): (PaintSpace, Option<Colour>),
) -> (PaintSpace, Option<Colour>) {
    match operator {
        b"g" => (PaintSpace::Gray, PaintSpace::Gray.colour(numbers)),
        b"rg" => (PaintSpace::Rgb, PaintSpace::Rgb.colour(numbers)),
        b"k" => (PaintSpace::Cmyk, PaintSpace::Cmyk.colour(numbers)),
        b"cs" => match last {
            Some(Object::Name(name)) => {
                let space = PaintSpace::find(name, &resources.color_spaces);
                (space, space.first_colour())
            }
            _ => (space, colour),
        },
        _ => (space, space.colour(numbers)),
    }
}

/// The size of a page: that of its crop box after rotation.
pub(super) fn measure_page(source: &Page<'_>) -> (Length, Length) {
    let (width, height) = source.render_dimensions();
    (Length::from_pt(f64::from(width)), Length::from_pt(f64::from(height)))
}
