//! The text of the pages, by marked content (ISO 32000-1 §14.6), and its position.

use std::collections::BTreeMap;
use std::rc::Rc;

use lopdf::{Dictionary, Document, Object, ObjectId, decode_text_string};

use super::budget::{MOST_STATES, ReadBudget, SpentBudget};
use super::file::{LARGEST, resolve_dictionary};
use super::to_unicode::ToUnicodeMap;
use crate::audit::error::AuditError;
use crate::pdf_syntax::{ContentLexer, ContentOperation};

/// Marks the beginning of a line in a text. No glyph decodes to it. Only headings use it,
/// because a word of a heading ends with its line.
pub(super) const LINE_START: &str = "\u{2028}";

/// How many operators finding a font counts for: a page may list any number of them, and
/// use none.
const OPERATORS_OF_A_FONT: usize = 10;

/// The thickest rule, in points. What is thicker may be a background of white text.
const THICKEST_RULE: f32 = 3.0;

/// At most this many painted areas of a page are kept; beyond them the whole page counts as
/// painted.
const MOST_BACKGROUNDS: usize = 1_000;

/// A position on a page, in points from its bottom left corner.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct PdfPosition {
    /// The page, from 0.
    pub(super) page: usize,
    /// The height above the bottom.
    pub(super) y: f32,
}

/// A marked-content sequence.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct MarkedContent {
    /// Its text.
    pub(super) text: String,
    /// The baseline of its first glyph.
    pub(super) place: Option<PdfPosition>,
    /// The baselines of its lines: one for each [`LINE_START`] of the text.
    pub(super) baselines: Vec<f32>,
    /// The picture that it paints.
    pub(super) picture: Option<ObjectId>,
}

/// The text that a page shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct ShownPage {
    /// The sequences of the structure, by MCID.
    pub(super) marked: BTreeMap<i64, MarkedContent>,
    /// The artifacts (§14.8.2.2).
    pub(super) artifacts: Vec<MarkedContent>,
    /// Text that nobody sees, and why.
    pub(super) hidden: Vec<(String, &'static str)>,
    /// Replacement texts, each after the text of its glyphs.
    pub(super) replaced: Vec<(String, String)>,
    /// Text that is neither.
    pub(super) stray: String,
    /// The text of all glyphs within the trimmed page, in painting order: the slug line of
    /// a press sheet is cut off.
    pub(super) painted: String,
    /// The lines of text.
    pub(super) lines: Vec<PageLine>,
}

/// A line of text on a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PageLine {
    /// The height of its baseline.
    pub(super) baseline: f32,
    /// Half the size of its type.
    pub(super) half_size: f32,
}

/// Reads all pages.
///
/// # Errors
///
/// When the content of a page cannot be decoded or parsed, or that of all of them is more
/// than any book has.
pub(super) fn read_pages(
    document: &Document,
    ids: &[ObjectId],
    budget: &mut ReadBudget,
) -> Result<Vec<ShownPage>, AuditError> {
    let mut fonts = BTreeMap::new();
    let page = |(page, &id)| {
        let content = document.get_page_content_with_limit(id, LARGEST)?;
        budget.spend_unpacked(content.len())?;
        let fonts = load_page_fonts(document, id, &mut fonts, budget)?;
        let mut viewer = TextInterpreter::new(page, fonts, budget);
        viewer.trim = read_edges(document, id, b"TrimBox");
        viewer.shown_area = [b"CropBox".as_slice(), b"MediaBox"]
            .into_iter()
            .find_map(|key| read_edges(document, id, key));
        viewer.external_objects = list_external_objects(document, id);
        let mut lexer = ContentLexer::new(&content);
        while let Some(operation) = lexer.next_operation() {
            viewer.budget.spend_operators(1)?;
            viewer.run_operation(&operation)?;
        }
        if lexer.broken {
            return Err(AuditError::Content { page: page + 1 });
        }
        viewer.shown.hidden.retain(|(text, _)| !text.trim().is_empty());
        Ok(viewer.shown)
    };
    ids.iter().enumerate().map(page).collect()
}

/// The dictionaries that name what a page can paint: its own before those it inherits.
fn list_external_objects(document: &Document, page: ObjectId) -> Vec<&Dictionary> {
    let (own, inherited) = document.get_page_resources(page).unwrap_or_default();
    let inherited =
        inherited.into_iter().filter_map(|id| document.get_dictionary(id).ok());
    let resources = own.into_iter().chain(inherited);
    let objects = resources.filter_map(|resources| {
        resolve_dictionary(document, resources.get(b"XObject").ok()?)
    });
    objects.collect()
}

/// The bottom and the top of a box of a page (§14.11.2), if it has that.
fn read_edges(document: &Document, page: ObjectId, key: &[u8]) -> Option<(f32, f32)> {
    let page = document.get_dictionary(page).ok()?;
    let (_, edges) = document.dereference(page.get(key).ok()?).ok()?;
    let edge = |place: usize| edges.as_array().ok()?.get(place)?.as_float().ok();
    let (one, other) = (edge(1)?, edge(3)?);
    Some((one.min(other), one.max(other)))
}

/// The fonts of a page by name; each is read once for the whole file.
fn load_page_fonts(
    document: &Document,
    page: ObjectId,
    known: &mut BTreeMap<ObjectId, Rc<ToUnicodeMap>>,
    budget: &mut ReadBudget,
) -> Result<BTreeMap<Vec<u8>, Rc<ToUnicodeMap>>, AuditError> {
    let mut fonts = BTreeMap::new();
    for (name, font) in document.get_page_fonts(page)? {
        budget.spend_operators(OPERATORS_OF_A_FONT)?;
        let map = font.get(b"ToUnicode").and_then(Object::as_reference).ok();
        let meaning = if let Some(meaning) = map.and_then(|map| known.get(&map)) {
            Rc::clone(meaning)
        } else {
            let read = Rc::new(ToUnicodeMap::from_font(document, font, budget)?);
            known.extend(map.map(|map| (map, Rc::clone(&read))));
            read
        };
        fonts.insert(name, meaning);
    }
    Ok(fonts)
}

/// What a marked-content sequence is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MarkedContentKind {
    /// A part of the structure, by MCID.
    Structure(i64),
    /// An artifact, by its index on the page.
    Artifact(usize),
    /// Neither.
    Plain,
}

/// A marked-content sequence that is open.
#[derive(Debug, Clone, Copy)]
struct OpenMarkedContent {
    /// The innermost sequence that is a part of the structure or an artifact: it, or one
    /// around it.
    mark: MarkedContentKind,
    /// A replacement text stands for its glyphs (§14.9.4), or for those of one around it.
    replaced: bool,
}

/// Interprets the text operators of a page (§9.3), as far as they matter here.
#[derive(Debug)]
struct TextInterpreter<'a> {
    page: usize,
    fonts: BTreeMap<Vec<u8>, Rc<ToUnicodeMap>>,
    font: Option<Rc<ToUnicodeMap>>,
    size: f32,
    /// How heights of the content become heights on the page.
    heights: HeightTransform,
    /// The fonts, heights and looks saved with the graphics state (§8.4.2).
    saved: Vec<(Option<Rc<ToUnicodeMap>>, HeightTransform, PaintedLook)>,
    /// How text is painted.
    look: PaintedLook,
    /// The bottoms and the tops of what was painted that white text may stand on.
    backgrounds: Vec<(f32, f32)>,
    /// Those of the path that is not painted yet.
    path: Vec<(f32, f32)>,
    /// The bottom and the top of what readers show of the page.
    shown_area: Option<(f32, f32)>,
    /// The dictionaries that name what the page can paint.
    external_objects: Vec<&'a Dictionary>,
    /// The bottom and the top of the trimmed page.
    trim: Option<(f32, f32)>,
    /// The height of the current line, and the leading.
    line: f32,
    leading: f32,
    open: Vec<OpenMarkedContent>,
    shown: ShownPage,
    budget: &'a mut ReadBudget,
}

/// Whether text that is painted is seen.
#[derive(Debug, Clone, Copy, Default)]
struct PaintedLook {
    /// It is neither filled nor stroked (§9.3.6, modes 3 and 7).
    is_invisible: bool,
    /// It is filled with white.
    is_white: bool,
}

/// The part of a transformation matrix (§8.3.3) that concerns heights, where text is upright.
#[derive(Debug, Clone, Copy)]
struct HeightTransform {
    scale: f32,
    shift: f32,
}

impl Default for HeightTransform {
    fn default() -> Self {
        Self { scale: 1.0, shift: 0.0 }
    }
}

impl<'a> TextInterpreter<'a> {
    fn new(
        page: usize,
        fonts: BTreeMap<Vec<u8>, Rc<ToUnicodeMap>>,
        budget: &'a mut ReadBudget,
    ) -> Self {
        Self {
            page,
            fonts,
            font: None,
            size: 0.0,
            heights: HeightTransform::default(),
            saved: Vec::new(),
            look: PaintedLook::default(),
            backgrounds: Vec::new(),
            path: Vec::new(),
            shown_area: None,
            external_objects: Vec::new(),
            trim: None,
            line: 0.0,
            leading: 0.0,
            open: Vec::new(),
            shown: ShownPage::default(),
            budget,
        }
    }

    fn run_operation(&mut self, operation: &ContentOperation) -> Result<(), SpentBudget> {
        let operands = operation.operands.as_slice();
        let number = |place: usize| {
            operands.get(place).and_then(|one| one.as_float().ok()).unwrap_or_default()
        };
        match operation.operator.as_slice() {
            b"BMC" | b"BDC" => self.open_marked_content(operands)?,
            b"EMC" => {
                self.open.pop();
            }
            b"q" if self.saved.len() >= MOST_STATES => return Err(SpentBudget::States),
            b"q" => self.saved.push((self.font.clone(), self.heights, self.look)),
            b"Q" => {
                (self.font, self.heights, self.look) =
                    self.saved.pop().unwrap_or_default();
            }
            b"Tr" => self.look.is_invisible = matches!(number(0), 3.0 | 7.0),
            b"g" => self.look.is_white = number(0) >= 1.0,
            b"rg" => self.look.is_white = (0..3).all(|place| number(place) >= 1.0),
            b"k" => self.look.is_white = (0..4).all(|place| number(place) <= 0.0),
            b"cs" | b"sc" | b"scn" | b"gs" => self.look.is_white = false,
            b"re" => {
                let (low, high) = (number(1), number(1) + number(3));
                if number(2).abs().min(number(3).abs()) >= THICKEST_RULE {
                    self.add_to_path(low, high)?;
                }
            }
            b"l" | b"c" | b"v" | b"y" => {
                self.add_to_path(f32::NEG_INFINITY, f32::INFINITY)?;
            }
            b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" => {
                if !self.look.is_white {
                    self.add_backgrounds();
                }
                self.path.clear();
            }
            b"n" | b"S" | b"s" => self.path.clear(),
            b"sh" | b"BI" => {
                self.add_to_path(f32::NEG_INFINITY, f32::INFINITY)?;
                self.add_backgrounds();
            }
            b"Do" => {
                self.add_to_path(0.0, 1.0)?;
                self.add_backgrounds();
                let name = operands.first().and_then(|name| name.as_name().ok());
                let mut objects = self.external_objects.iter();
                let picture = name
                    .and_then(|name| objects.find_map(|one| one.get(name).ok()))
                    .and_then(|object| object.as_reference().ok());
                if let Some(marked) = self.current_content() {
                    marked.picture = marked.picture.or(picture);
                }
            }
            b"cm" => {
                let HeightTransform { scale, shift } = self.heights;
                self.heights = HeightTransform {
                    scale: scale * number(3),
                    shift: shift + scale * number(5),
                };
            }
            b"Tf" => {
                let name = operands.first().and_then(|name| name.as_name().ok());
                self.font = name.and_then(|name| self.fonts.get(name)).cloned();
                self.size = number(1);
            }
            b"BT" => self.line = 0.0,
            b"TL" => self.leading = number(0),
            b"Td" => self.line += number(1),
            b"TD" => {
                self.leading = -number(1);
                self.line += number(1);
            }
            b"Tm" => self.line = number(5),
            b"T*" => self.line -= self.leading,
            b"'" | b"\"" => {
                self.line -= self.leading;
                self.show_strings(operands)?;
            }
            b"Tj" => self.show_strings(operands)?,
            b"TJ" => {
                if let Some(Object::Array(items)) = operands.first() {
                    self.show_strings(items)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Opens a marked-content sequence.
    fn open_marked_content(&mut self, operands: &[Object]) -> Result<(), SpentBudget> {
        self.budget.spend_marks(1)?;
        let tag = operands.first().and_then(|tag| tag.as_name().ok());
        let properties = operands.get(1).and_then(|list| list.as_dict().ok());
        let property = |name: &[u8]| properties.and_then(|list| list.get(name).ok());
        let mark = if let Some(id) = property(b"MCID").and_then(|id| id.as_i64().ok()) {
            self.shown.marked.entry(id).or_default();
            MarkedContentKind::Structure(id)
        } else if tag == Some(b"Artifact") {
            self.shown.artifacts.push(MarkedContent::default());
            MarkedContentKind::Artifact(self.shown.artifacts.len() - 1)
        } else {
            self.current_mark()
        };
        let replacement =
            property(b"ActualText").and_then(|text| decode_text_string(text).ok());
        let replaced = replacement.is_some() || self.is_replaced();
        self.open.push(OpenMarkedContent { mark, replaced });
        if let Some(text) = replacement {
            self.budget.spend_text(text.len())?;
            self.add_text(&text);
            self.shown.replaced.push((String::new(), text));
        }
        Ok(())
    }

    /// Shows strings; numbers between them are distances.
    fn show_strings(&mut self, items: &[Object]) -> Result<(), SpentBudget> {
        let (page, y) = (self.page, self.line);
        let line = PageLine { baseline: y, half_size: self.size / 2.0 };
        let last = self.shown.lines.last();
        let begins = last.is_none_or(|last| last.baseline.to_bits() != y.to_bits());
        if last != Some(&line) {
            self.budget.spend_marks(1)?;
            self.shown.lines.push(line);
        }
        if begins {
            self.add_text(LINE_START);
        }
        if let Some(marked) = self.current_content() {
            marked.baselines.extend(begins.then_some(y));
            marked.place.get_or_insert(PdfPosition { page, y });
        }
        let mut text = String::new();
        for codes in items.iter().filter_map(|item| item.as_str().ok()) {
            match &self.font {
                Some(font) => font.decode(codes, &mut text, self.budget)?,
                None => text.push(char::REPLACEMENT_CHARACTER),
            }
        }
        let height = self.heights.shift + self.heights.scale * y;
        if self.trim.is_none_or(|(bottom, top)| (bottom..=top).contains(&height)) {
            self.shown.painted.push_str(&text);
        }
        let is_out =
            self.shown_area.is_some_and(|(bottom, top)| height < bottom || height > top);
        let cause = match self.look {
            PaintedLook { is_invisible: true, .. } => {
                Some("it is painted without a colour")
            }
            PaintedLook { is_white: true, .. } if !self.has_background(height) => {
                Some("it is white")
            }
            _ if is_out => Some("it is outside the page"),
            _ => None,
        };
        if let Some(cause) = cause {
            match self.shown.hidden.last_mut() {
                Some((last, known)) if *known == cause => last.push_str(&text),
                _ => self.shown.hidden.push((text.clone(), cause)),
            }
        }
        if self.is_replaced() {
            if let Some((glyphs, _)) = self.shown.replaced.last_mut() {
                glyphs.push_str(&text);
            }
        } else {
            self.add_text(&text);
        }
        Ok(())
    }

    /// Adds a part of a path between two heights of the content.
    fn add_to_path(&mut self, low: f32, high: f32) -> Result<(), SpentBudget> {
        self.budget.spend_marks(1)?;
        let HeightTransform { scale, shift } = self.heights;
        let (one, other) = (shift + scale * low, shift + scale * high);
        self.path.push((one.min(other), one.max(other)));
        Ok(())
    }

    /// Adds the path to what white text may stand on.
    fn add_backgrounds(&mut self) {
        self.backgrounds.append(&mut self.path);
        if self.backgrounds.len() > MOST_BACKGROUNDS {
            self.backgrounds = vec![(f32::NEG_INFINITY, f32::INFINITY)];
        }
    }

    /// Whether white text at a height of the page stands on something that is painted.
    fn has_background(&self, height: f32) -> bool {
        // Where a scale is zero, an infinite height is none.
        let holds = |&(low, high): &(f32, f32)| {
            low.is_nan() || high.is_nan() || (low..=high).contains(&height)
        };
        self.backgrounds.iter().any(holds)
    }

    /// The innermost open sequence that is a part of the structure or an artifact.
    fn current_mark(&self) -> MarkedContentKind {
        self.open.last().map_or(MarkedContentKind::Plain, |open| open.mark)
    }

    /// Whether a replacement text stands for the glyphs of an open sequence.
    fn is_replaced(&self) -> bool {
        self.open.last().is_some_and(|open| open.replaced)
    }

    /// What is read of that sequence; `None` outside of all.
    fn current_content(&mut self) -> Option<&mut MarkedContent> {
        match self.current_mark() {
            MarkedContentKind::Structure(id) => self.shown.marked.get_mut(&id),
            MarkedContentKind::Artifact(place) => self.shown.artifacts.get_mut(place),
            MarkedContentKind::Plain => None,
        }
    }

    fn add_text(&mut self, text: &str) {
        match self.current_content() {
            Some(marked) => marked.text.push_str(text),
            None => self.shown.stray.push_str(text),
        }
    }
}
