//! Runs the content of pages as far as it shows text (ISO 32000-1 §9.4, §8.10).

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, decode_text_string};

use super::PageLetters;
use super::fonts::SourceFont;
use crate::audit::letter_tally::LetterTally;
use crate::audit::pdf::file::{LARGEST, resolve_dictionary};

/// The most levels of nested forms, and of the page tree.
const DEEPEST: usize = 28;
/// The most operations of a page, those of its forms included. A map has some 100,000.
const MOST_OPERATIONS: usize = 5_000_000;

/// Reads the letters of pages.
pub(super) struct PageInterpreter<'d> {
    document: &'d Document,
    /// The fonts that are indirect objects, by their ids.
    fonts: BTreeMap<ObjectId, Rc<SourceFont>>,
    page: PageLetters,
    text: String,
    /// The operations that the page may still have.
    left: usize,
    /// The forms in which the content is nested.
    open: BTreeSet<ObjectId>,
}

/// What the content of a page or a form changes.
#[derive(Default)]
struct OpenContent<'d> {
    resources: Option<&'d Dictionary>,
    font: Option<Rc<SourceFont>>,
    saved: Vec<Option<Rc<SourceFont>>>,
    /// For each open marked-content sequence, whether a text replaces it (§14.9.4).
    marked: Vec<bool>,
}

impl<'d> PageInterpreter<'d> {
    pub(super) fn new(document: &'d Document) -> Self {
        Self {
            document,
            fonts: BTreeMap::new(),
            page: PageLetters::default(),
            text: String::new(),
            left: 0,
            open: BTreeSet::new(),
        }
    }

    pub(super) fn read_page(&mut self, page: ObjectId) -> PageLetters {
        self.page = PageLetters::default();
        self.left = MOST_OPERATIONS;
        let resources = self.find_page_resources(page);
        match self.document.get_page_content_with_limit(page, LARGEST) {
            Ok(content) => self.run_content(&content, resources, None),
            Err(_) => self.page.is_cut = true,
        }
        self.page.letters = LetterTally::of(&self.text);
        self.text.clear();
        std::mem::take(&mut self.page)
    }

    /// The resources of a page, or of the node of the page tree that has them (§7.7.3.4).
    fn find_page_resources(&self, page: ObjectId) -> Option<&'d Dictionary> {
        let document = self.document;
        let mut node = document.get_dictionary(page).ok()?;
        for _ in 0..DEEPEST {
            if let Ok(resources) = node.get(b"Resources") {
                return resolve_dictionary(document, resources);
            }
            node = resolve_dictionary(document, node.get(b"Parent").ok()?)?;
        }
        None
    }

    fn run_content(
        &mut self,
        content: &[u8],
        resources: Option<&'d Dictionary>,
        font: Option<Rc<SourceFont>>,
    ) {
        let Ok(content) = Content::decode(content) else {
            self.page.is_cut = true;
            return;
        };
        let mut state = OpenContent { resources, font, ..OpenContent::default() };
        for operation in &content.operations {
            if self.left == 0 {
                self.page.is_cut = true;
                return;
            }
            self.left -= 1;
            self.run_operation(operation, &mut state);
        }
    }

    fn run_operation(&mut self, operation: &Operation, state: &mut OpenContent<'d>) {
        let operands = operation.operands.as_slice();
        let name = || operands.first().and_then(|name| name.as_name().ok());
        match operation.operator.as_str() {
            "q" => state.saved.push(state.font.clone()),
            "Q" => state.font = state.saved.pop().unwrap_or_default(),
            "Tf" => {
                let font = name().and_then(|name| self.find_font(name, state.resources));
                state.font = font;
            }
            "BMC" => state.marked.push(false),
            "BDC" => self.open_marked_content(operands, state),
            "EMC" => {
                state.marked.pop();
            }
            "Tj" | "'" | "\"" => self.show_strings(operands, state),
            "TJ" => {
                if let Some(Object::Array(items)) = operands.first() {
                    self.show_strings(items, state);
                }
            }
            "Do" => {
                if let Some(name) = name() {
                    self.run_form(name, state);
                }
            }
            _ => {}
        }
    }

    fn open_marked_content(&mut self, operands: &[Object], state: &mut OpenContent<'d>) {
        let document = self.document;
        let named = |name: &[u8]| {
            find_resource(document, state.resources, b"Properties", name)?.as_dict().ok()
        };
        let properties = match operands.get(1) {
            Some(Object::Dictionary(properties)) => Some(properties),
            Some(Object::Name(name)) => named(name),
            _ => None,
        };
        let replacement = properties.and_then(|properties| {
            let (_, text) =
                document.dereference(properties.get(b"ActualText").ok()?).ok()?;
            decode_text_string(text).ok()
        });
        // An empty one hides glyphs from a screen reader, such as the numbers of lines. They
        // are on the page all the same.
        let replacement = replacement.filter(|text| !text.trim().is_empty());
        if let Some(text) = &replacement
            && !state.marked.contains(&true)
        {
            self.text.push_str(text);
        }
        state.marked.push(replacement.is_some());
    }

    fn show_strings(&mut self, items: &[Object], state: &OpenContent<'d>) {
        if state.marked.contains(&true) {
            return;
        }
        for codes in items.iter().filter_map(|item| item.as_str().ok()) {
            self.page.unreadable += match &state.font {
                Some(font) => font.decode(codes, &mut self.text),
                None => codes.len(),
            };
        }
    }

    fn find_font(
        &mut self,
        name: &[u8],
        resources: Option<&'d Dictionary>,
    ) -> Option<Rc<SourceFont>> {
        let document = self.document;
        let fonts = resolve_dictionary(document, resources?.get(b"Font").ok()?)?;
        let font = fonts.get(name).ok()?;
        let read = || {
            Some(Rc::new(SourceFont::read(document, resolve_dictionary(document, font)?)))
        };
        let Ok(id) = font.as_reference() else { return read() };
        if let Some(known) = self.fonts.get(&id) {
            return Some(Rc::clone(known));
        }
        let font = read()?;
        self.fonts.insert(id, Rc::clone(&font));
        Some(font)
    }

    fn run_form(&mut self, name: &[u8], state: &OpenContent<'d>) {
        let document = self.document;
        let Some((id, form)) = find_form(document, state.resources, name) else { return };
        if self.open.len() >= DEEPEST || !self.open.insert(id) {
            self.page.is_cut = true;
            return;
        }
        // A form without resources has those of its page (§7.8.3).
        let own = form.dict.get(b"Resources").ok();
        let own = own.and_then(|own| resolve_dictionary(document, own));
        match form.get_plain_content_with_limit(LARGEST) {
            // A replaced sequence of marked content replaces the forms in it.
            Ok(_) if state.marked.contains(&true) => {}
            Ok(content) => {
                self.run_content(&content, own.or(state.resources), state.font.clone());
            }
            Err(_) => self.page.is_cut = true,
        }
        self.open.remove(&id);
    }
}

/// Finds a form among the resources; images are left out.
fn find_form<'d>(
    document: &'d Document,
    resources: Option<&'d Dictionary>,
    name: &[u8],
) -> Option<(ObjectId, &'d Stream)> {
    let forms = resolve_dictionary(document, resources?.get(b"XObject").ok()?)?;
    let id = forms.get(name).and_then(Object::as_reference).ok()?;
    let form = document.get_object(id).and_then(Object::as_stream).ok()?;
    let kind = form.dict.get(b"Subtype").and_then(Object::as_name).ok()?;
    (kind == b"Form").then_some((id, form))
}

/// An object of the resources by its category and its name.
fn find_resource<'d>(
    document: &'d Document,
    resources: Option<&'d Dictionary>,
    category: &[u8],
    name: &[u8],
) -> Option<&'d Object> {
    let category = resolve_dictionary(document, resources?.get(category).ok()?)?;
    Some(document.dereference(category.get(name).ok()?).ok()?.1)
}
