//! The text of the pages, by marked content (ISO 32000-1 §14.6), and its position.

use std::collections::BTreeMap;
use std::rc::Rc;

use lopdf::content::{Content, Operation};
use lopdf::{Document, Object, ObjectId, decode_text_string};

use super::file::LARGEST;
use super::to_unicode::ToUnicodeMap;
use crate::audit::error::AuditError;

/// Marks the beginning of a line in a text. No glyph decodes to it. Only headings use it,
/// because a word of a heading ends with its line.
pub(super) const LINE_START: &str = "\u{2028}";

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
}

/// The text that a page shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct ShownPage {
    /// The sequences of the structure, by MCID.
    pub(super) marked: BTreeMap<i64, MarkedContent>,
    /// The artifacts (§14.8.2.2).
    pub(super) artifacts: Vec<String>,
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
/// When the content of a page cannot be decoded or parsed.
pub(super) fn read_pages(
    document: &Document,
    ids: &[ObjectId],
) -> Result<Vec<ShownPage>, AuditError> {
    let mut fonts = BTreeMap::new();
    let page = |(page, &id)| {
        let content = document.get_page_content_with_limit(id, LARGEST)?;
        let mut viewer = TextInterpreter { page, ..TextInterpreter::default() };
        viewer.fonts = load_page_fonts(document, id, &mut fonts)?;
        viewer.trim = read_trim(document, id);
        for operation in Content::decode(&content)?.operations {
            viewer.run_operation(&operation);
        }
        Ok(viewer.shown)
    };
    ids.iter().enumerate().map(page).collect()
}

/// The bottom and the top of the trim box of a page (§14.11.2), if it has one.
fn read_trim(document: &Document, page: ObjectId) -> Option<(f32, f32)> {
    let page = document.get_dictionary(page).ok()?;
    let (_, edges) = document.dereference(page.get(b"TrimBox").ok()?).ok()?;
    let edge = |place: usize| edges.as_array().ok()?.get(place)?.as_float().ok();
    let (one, other) = (edge(1)?, edge(3)?);
    Some((one.min(other), one.max(other)))
}

/// The fonts of a page by name; each is read once for the whole file.
fn load_page_fonts(
    document: &Document,
    page: ObjectId,
    known: &mut BTreeMap<ObjectId, Rc<ToUnicodeMap>>,
) -> Result<BTreeMap<Vec<u8>, Rc<ToUnicodeMap>>, AuditError> {
    let mut fonts = BTreeMap::new();
    for (name, font) in document.get_page_fonts(page)? {
        let read = || Rc::new(ToUnicodeMap::from_font(document, font));
        let meaning = match font.get(b"ToUnicode").and_then(Object::as_reference) {
            Ok(map) => Rc::clone(known.entry(map).or_insert_with(read)),
            Err(_) => read(),
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
    /// Neither; the enclosing sequence decides.
    Plain,
}

/// A marked-content sequence that is open.
#[derive(Debug, Clone, Copy)]
struct OpenMarkedContent {
    mark: MarkedContentKind,
    /// A replacement text stands for its glyphs (§14.9.4).
    replaced: bool,
}

/// Interprets the text operators of a page (§9.3), as far as they matter here.
#[derive(Debug, Default)]
struct TextInterpreter {
    page: usize,
    fonts: BTreeMap<Vec<u8>, Rc<ToUnicodeMap>>,
    font: Option<Rc<ToUnicodeMap>>,
    size: f32,
    /// How heights of the content become heights on the page.
    heights: HeightTransform,
    /// The fonts and heights saved with the graphics state (§8.4.2).
    saved: Vec<(Option<Rc<ToUnicodeMap>>, HeightTransform)>,
    /// The bottom and the top of the trimmed page.
    trim: Option<(f32, f32)>,
    /// The height of the current line, and the leading.
    line: f32,
    leading: f32,
    open: Vec<OpenMarkedContent>,
    shown: ShownPage,
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

impl TextInterpreter {
    fn run_operation(&mut self, operation: &Operation) {
        let operands = operation.operands.as_slice();
        let number = |place: usize| {
            operands.get(place).and_then(|one| one.as_float().ok()).unwrap_or_default()
        };
        match operation.operator.as_str() {
            "BMC" | "BDC" => self.open_marked_content(operands),
            "EMC" => {
                self.open.pop();
            }
            "q" => self.saved.push((self.font.clone(), self.heights)),
            "Q" => (self.font, self.heights) = self.saved.pop().unwrap_or_default(),
            "cm" => {
                let HeightTransform { scale, shift } = self.heights;
                self.heights = HeightTransform {
                    scale: scale * number(3),
                    shift: shift + scale * number(5),
                };
            }
            "Tf" => {
                let name = operands.first().and_then(|name| name.as_name().ok());
                self.font = name.and_then(|name| self.fonts.get(name)).cloned();
                self.size = number(1);
            }
            "BT" => self.line = 0.0,
            "TL" => self.leading = number(0),
            "Td" => self.line += number(1),
            "TD" => {
                self.leading = -number(1);
                self.line += number(1);
            }
            "Tm" => self.line = number(5),
            "T*" => self.line -= self.leading,
            "'" | "\"" => {
                self.line -= self.leading;
                self.show_strings(operands);
            }
            "Tj" => self.show_strings(operands),
            "TJ" => {
                if let Some(Object::Array(items)) = operands.first() {
                    self.show_strings(items);
                }
            }
            _ => {}
        }
    }

    /// Opens a marked-content sequence.
    fn open_marked_content(&mut self, operands: &[Object]) {
        let tag = operands.first().and_then(|tag| tag.as_name().ok());
        let properties = operands.get(1).and_then(|list| list.as_dict().ok());
        let property = |name: &[u8]| properties.and_then(|list| list.get(name).ok());
        let mark = if let Some(id) = property(b"MCID").and_then(|id| id.as_i64().ok()) {
            self.shown.marked.entry(id).or_default();
            MarkedContentKind::Structure(id)
        } else if tag == Some(b"Artifact") {
            self.shown.artifacts.push(String::new());
            MarkedContentKind::Artifact(self.shown.artifacts.len() - 1)
        } else {
            MarkedContentKind::Plain
        };
        self.open.push(OpenMarkedContent { mark, replaced: false });
        let replacement =
            property(b"ActualText").and_then(|text| decode_text_string(text).ok());
        if let Some(text) = replacement {
            self.add_text(&text);
            if let Some(open) = self.open.last_mut() {
                open.replaced = true;
            }
        }
    }

    /// Shows strings; numbers between them are distances.
    fn show_strings(&mut self, items: &[Object]) {
        let (page, y) = (self.page, self.line);
        let line = PageLine { baseline: y, half_size: self.size / 2.0 };
        let last = self.shown.lines.last();
        let begins = last.is_none_or(|last| last.baseline.to_bits() != y.to_bits());
        if last != Some(&line) {
            self.shown.lines.push(line);
        }
        if begins {
            self.add_text(LINE_START);
        }
        if let Some(MarkedContentKind::Structure(id)) = self.current_mark()
            && let Some(marked) = self.shown.marked.get_mut(&id)
        {
            marked.place.get_or_insert(PdfPosition { page, y });
        }
        let mut text = String::new();
        for codes in items.iter().filter_map(|item| item.as_str().ok()) {
            match &self.font {
                Some(font) => font.decode(codes, &mut text),
                None => text.push(char::REPLACEMENT_CHARACTER),
            }
        }
        let height = self.heights.shift + self.heights.scale * y;
        if self.trim.is_none_or(|(bottom, top)| (bottom..=top).contains(&height)) {
            self.shown.painted.push_str(&text);
        }
        if !self.open.iter().any(|open| open.replaced) {
            self.add_text(&text);
        }
    }

    /// The innermost open sequence that is a part of the structure or an artifact.
    fn current_mark(&self) -> Option<MarkedContentKind> {
        let marks = self.open.iter().rev().map(|open| open.mark);
        marks.into_iter().find(|mark| *mark != MarkedContentKind::Plain)
    }

    fn add_text(&mut self, text: &str) {
        let target = match self.current_mark() {
            Some(MarkedContentKind::Structure(id)) => {
                &mut self.shown.marked.entry(id).or_default().text
            }
            Some(MarkedContentKind::Artifact(place)) => &mut self.shown.artifacts[place],
            Some(MarkedContentKind::Plain) | None => &mut self.shown.stray,
        };
        target.push_str(text);
    }
}
