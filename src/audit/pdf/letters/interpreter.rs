//! Runs the content of pages as far as it shows text (ISO 32000-1 §9.4, §8.10).

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, decode_text_string};

use super::PageLetters;
use super::fonts::SourceFont;
use crate::audit::letter_tally::LetterTally;
use crate::audit::pdf::budget::{ReadBudget, SpentBudget};
use crate::audit::pdf::file::{LARGEST, resolve_dictionary};
use crate::pdf_syntax::{ContentLexer, ContentOperation};

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
    /// What all pages may still have.
    budget: ReadBudget,
    /// The forms in which the content is nested.
    open: BTreeSet<ObjectId>,
}

/// What the content of a page or a form changes.
#[derive(Default)]
struct OpenContent<'d> {
    resources: Option<&'d Dictionary>,
    font: Option<Rc<SourceFont>>,
    saved: Vec<Option<Rc<SourceFont>>>,
    /// For each open marked-content sequence, whether a text replaces it (§14.9.4), or one
    /// around it.
    marked: Vec<bool>,
}

impl OpenContent<'_> {
    /// Whether a text replaces an open sequence.
    fn is_replaced(&self) -> bool {
        self.marked.last().copied().unwrap_or_default()
    }
}

impl<'d> PageInterpreter<'d> {
    pub(super) fn new(document: &'d Document) -> Self {
        Self {
            document,
            fonts: BTreeMap::new(),
            page: PageLetters::default(),
            text: String::new(),
            left: 0,
            budget: ReadBudget::default(),
            open: BTreeSet::new(),
        }
    }

    /// Reads a page.
    ///
    /// # Errors
    ///
    /// When the pages up to it have more of something than is read of a document.
    pub(super) fn read_page(
        &mut self,
        page: ObjectId,
    ) -> Result<PageLetters, SpentBudget> {
        self.page = PageLetters::default();
        self.left = MOST_OPERATIONS;
        let resources = self.find_page_resources(page);
        match self.document.get_page_content_with_limit(page, LARGEST) {
            Ok(content) => self.run_content(&content, resources, None)?,
            Err(_) => self.page.is_cut = true,
        }
        self.page.letters = LetterTally::of(&self.text);
        self.text.clear();
        Ok(std::mem::take(&mut self.page))
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
    ) -> Result<(), SpentBudget> {
        self.budget.spend_unpacked(content.len())?;
        let mut state = OpenContent { resources, font, ..OpenContent::default() };
        let mut lexer = ContentLexer::new(content);
        while let Some(operation) = lexer.next_operation() {
            if self.left == 0 {
                self.page.is_cut = true;
                return Ok(());
            }
            self.left -= 1;
            self.budget.spend_operators(1)?;
            self.run_operation(&operation, &mut state)?;
        }
        self.page.is_cut |= lexer.broken;
        Ok(())
    }

    fn run_operation(
        &mut self,
        operation: &ContentOperation,
        state: &mut OpenContent<'d>,
    ) -> Result<(), SpentBudget> {
        let operands = operation.operands.as_slice();
        let name = || operands.first().and_then(|name| name.as_name().ok());
        match operation.operator.as_slice() {
            b"q" => state.saved.push(state.font.clone()),
            b"Q" => state.font = state.saved.pop().unwrap_or_default(),
            b"Tf" => {
                let font = name().map(|name| self.find_font(name, state.resources));
                state.font = font.transpose()?.flatten();
            }
            b"BMC" => state.marked.push(state.is_replaced()),
            b"BDC" => self.open_marked_content(operands, state)?,
            b"EMC" => {
                state.marked.pop();
            }
            b"Tj" | b"'" | b"\"" => self.show_strings(operands, state)?,
            b"TJ" => {
                if let Some(Object::Array(items)) = operands.first() {
                    self.show_strings(items, state)?;
                }
            }
            b"Do" => {
                if let Some(name) = name() {
                    self.run_form(name, state)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn open_marked_content(
        &mut self,
        operands: &[Object],
        state: &mut OpenContent<'d>,
    ) -> Result<(), SpentBudget> {
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
        let was_replaced = state.is_replaced();
        if let Some(text) = &replacement
            && !was_replaced
        {
            self.budget.spend_text(text.len())?;
            self.text.push_str(text);
        }
        state.marked.push(was_replaced || replacement.is_some());
        Ok(())
    }

    fn show_strings(
        &mut self,
        items: &[Object],
        state: &OpenContent<'d>,
    ) -> Result<(), SpentBudget> {
        if state.is_replaced() {
            return Ok(());
        }
        for codes in items.iter().filter_map(|item| item.as_str().ok()) {
            self.page.unreadable += match &state.font {
                Some(font) => font.decode(codes, &mut self.text, &mut self.budget)?,
                None => codes.len(),
            };
        }
        Ok(())
    }

    fn find_font(
        &mut self,
        name: &[u8],
        resources: Option<&'d Dictionary>,
    ) -> Result<Option<Rc<SourceFont>>, SpentBudget> {
        let document = self.document;
        let fonts = resources.and_then(|resources| resources.get(b"Font").ok());
        let fonts = fonts.and_then(|fonts| resolve_dictionary(document, fonts));
        let Some(font) = fonts.and_then(|fonts| fonts.get(name).ok()) else {
            return Ok(None);
        };
        let id = font.as_reference().ok();
        if let Some(known) = id.and_then(|id| self.fonts.get(&id)) {
            return Ok(Some(Rc::clone(known)));
        }
        let Some(font) = resolve_dictionary(document, font) else { return Ok(None) };
        let font = Rc::new(SourceFont::read(document, font, &mut self.budget)?);
        if let Some(id) = id {
            self.fonts.insert(id, Rc::clone(&font));
        }
        Ok(Some(font))
    }

    fn run_form(
        &mut self,
        name: &[u8],
        state: &OpenContent<'d>,
    ) -> Result<(), SpentBudget> {
        let document = self.document;
        let Some((id, form)) = find_form(document, state.resources, name) else {
            return Ok(());
        };
        if self.open.len() >= DEEPEST || !self.open.insert(id) {
            self.page.is_cut = true;
            return Ok(());
        }
        // A form without resources has those of its page (§7.8.3).
        let own = form.dict.get(b"Resources").ok();
        let own = own.and_then(|own| resolve_dictionary(document, own));
        match form.get_plain_content_with_limit(LARGEST) {
            // A replaced sequence of marked content replaces the forms in it.
            Ok(content) if state.is_replaced() => {
                self.budget.spend_unpacked(content.len())?;
            }
            Ok(content) => {
                self.run_content(&content, own.or(state.resources), state.font.clone())?;
            }
            Err(_) => self.page.is_cut = true,
        }
        self.open.remove(&id);
        Ok(())
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
