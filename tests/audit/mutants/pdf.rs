//! Mutants of PDFs: their glyphs, structure, fonts, links and pages are changed.

pub(super) mod glyphs;
pub(super) mod structure;

use std::collections::BTreeMap;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};
use pliego::AuditedEdition;

use super::{Dice, MutableEdition};
use crate::audit::pdf::read_codes;

/// What the codes of a font say.
type Codes = BTreeMap<u16, String>;

/// A PDF with its pages open.
#[derive(Clone)]
pub(crate) struct PdfObjects {
    document: Document,
    pages: Vec<(ObjectId, Vec<Operation>)>,
    fonts: BTreeMap<Vec<u8>, Codes>,
    /// Which element a marked content belongs to.
    holders: BTreeMap<(ObjectId, i64), ObjectId>,
}

/// Glyphs that are shown by one operator.
#[derive(Debug, Clone)]
struct Line {
    page: usize,
    operation: usize,
    font: Vec<u8>,
    /// The tag of the marked content that it belongs to.
    tag: Vec<u8>,
    /// Its number.
    mark: Option<i64>,
    text: String,
}

impl PdfObjects {
    pub(crate) fn unpack(bytes: &[u8]) -> Self {
        let document = Document::load_mem(bytes).unwrap();
        let mut fonts = BTreeMap::new();
        let mut pages = Vec::new();
        for page in document.get_pages().into_values() {
            for (name, font) in document.get_page_fonts(page).unwrap() {
                let map = font.get(b"ToUnicode").unwrap();
                let map = document.dereference(map).unwrap().1.as_stream().unwrap();
                let map = String::from_utf8(map.get_plain_content().unwrap()).unwrap();
                fonts.entry(name).or_insert_with(|| read_codes(&map));
            }
            let content = document.get_page_content(page);
            pages.push((page, Content::decode(&content).unwrap().operations));
        }
        let mut holders = BTreeMap::new();
        for (id, object) in &document.objects {
            let Ok(element) = object.as_dict() else {
                continue;
            };
            let Ok(kids) = element.get(b"K").and_then(Object::as_array) else {
                continue;
            };
            let page_of =
                |entry: &Dictionary| entry.get(b"Pg").and_then(Object::as_reference).ok();
            for kid in kids {
                let (page, mark) = match kid {
                    Object::Integer(mark) => (page_of(element), Some(*mark)),
                    Object::Dictionary(kid) => {
                        (page_of(kid), kid.get(b"MCID").and_then(Object::as_i64).ok())
                    }
                    _ => (None, None),
                };
                if let (Some(page), Some(mark)) = (page, mark) {
                    holders.insert((page, mark), *id);
                }
            }
        }
        Self { document, pages, fonts, holders }
    }

    /// All lines of type, as they are painted.
    fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for (page, (_, operations)) in self.pages.iter().enumerate() {
            let (mut font, mut mark, mut tag) = (Vec::new(), None, Vec::new());
            for (operation, done) in operations.iter().enumerate() {
                match (done.operator.as_str(), done.operands.as_slice()) {
                    ("Tf", [name, _]) => font = name.as_name().unwrap().to_vec(),
                    ("BDC", [name, list]) => {
                        let list = list.as_dict().unwrap();
                        mark = list.get(b"MCID").and_then(Object::as_i64).ok();
                        tag = name.as_name().unwrap().to_vec();
                    }
                    ("EMC", _) => (mark, tag) = (None, Vec::new()),
                    ("TJ", [Object::Array(items)]) => {
                        let codes = items.iter().filter_map(|item| item.as_str().ok());
                        let codes = codes.flat_map(|codes| codes.chunks_exact(2));
                        let says = |code: &[u8]| {
                            let code = u16::from_be_bytes([code[0], code[1]]);
                            self.fonts[&font].get(&code).map_or("", String::as_str)
                        };
                        let text = codes.map(says).collect();
                        let (font, tag) = (font.clone(), tag.clone());
                        lines.push(Line { page, operation, font, tag, mark, text });
                    }
                    _ => {}
                }
            }
        }
        lines
    }

    /// The lines of the text, in any order: no furniture, and no formulas.
    fn text_lines(&self, dice: &mut Dice) -> Vec<Line> {
        let mut lines = self.lines();
        lines.retain(|line| {
            line.mark.is_some()
                && line.tag != b"Formula"
                && !line.text.trim().is_empty()
                && self.holder(line).is_some_and(|id| !self.is_front(id))
        });
        dice.shuffle(&mut lines);
        lines
    }

    fn holder(&self, line: &Line) -> Option<ObjectId> {
        self.holders.get(&(self.pages[line.page].0, line.mark?)).copied()
    }

    /// Changes one code of the text: `change` says which character becomes which.
    fn change_glyph(
        &mut self,
        dice: &mut Dice,
        change: impl Fn(char, &mut Dice) -> Option<Vec<char>>,
    ) -> Option<()> {
        for line in self.text_lines(dice) {
            if self.change_line(&line, dice, &change).is_some() {
                return Some(());
            }
        }
        None
    }

    /// Changes a code of a line.
    fn change_line(
        &mut self,
        line: &Line,
        dice: &mut Dice,
        change: impl Fn(char, &mut Dice) -> Option<Vec<char>>,
    ) -> Option<()> {
        let codes = &self.fonts[&line.font];
        let shown = &mut self.pages[line.page].1[line.operation].operands[0];
        let Object::Array(items) = shown else {
            return None;
        };
        let mut places: Vec<(usize, usize)> = Vec::new();
        for (item, string) in items.iter().enumerate() {
            let length = string.as_str().map_or(0, <[u8]>::len);
            places.extend((0..length / 2).map(|at| (item, 2 * at)));
        }
        dice.shuffle(&mut places);
        for (item, at) in places {
            let Object::String(bytes, _) = &mut items[item] else {
                continue;
            };
            let code = u16::from_be_bytes([bytes[at], bytes[at + 1]]);
            let said = codes.get(&code).map_or("", String::as_str);
            let mut characters = said.chars();
            let (Some(c), None) = (characters.next(), characters.next()) else {
                continue;
            };
            let Some(others) = change(c, dice) else {
                continue;
            };
            let find = |other: &char| {
                let said = other.to_string();
                codes.iter().find(|(_, one)| **one == said).map(|(code, _)| *code)
            };
            let Some(others) = others.iter().map(find).collect::<Option<Vec<u16>>>()
            else {
                continue;
            };
            let others: Vec<u8> =
                others.iter().flat_map(|code| code.to_be_bytes()).collect();
            bytes.splice(at..at + 2, others);
            return Some(());
        }
        None
    }

    fn entry(&self, id: ObjectId, key: &[u8]) -> Option<&Object> {
        self.document.get_dictionary(id).ok()?.get(key).ok()
    }

    fn set(&mut self, id: ObjectId, key: &str, value: impl Into<Object>) {
        self.document.get_dictionary_mut(id).unwrap().set(key, value);
    }

    /// The structure type of an element.
    fn kind(&self, id: ObjectId) -> &[u8] {
        self.entry(id, b"S").and_then(|kind| kind.as_name().ok()).unwrap_or_default()
    }

    fn parent(&self, id: ObjectId) -> Option<ObjectId> {
        self.entry(id, b"P")?.as_reference().ok()
    }

    fn kids(&self, id: ObjectId) -> &[Object] {
        let kids = self.entry(id, b"K").and_then(|kids| kids.as_array().ok());
        kids.map_or(&[], Vec::as_slice)
    }

    /// Whether an element belongs to the title page, the contents or the index.
    fn is_front(&self, id: ObjectId) -> bool {
        let mut at = Some(id);
        while let Some(id) = at {
            let kind = self.kind(id);
            let first = self.kids(id).first().and_then(|kid| kid.as_reference().ok());
            let begins = first.is_some_and(|first| self.kind(first).starts_with(b"H"));
            if matches!(kind, b"TOC" | b"Index") || kind == b"Part" && !begins {
                return true;
            }
            at = self.parent(id);
        }
        false
    }

    /// The elements of some types in the text, in any order.
    fn elements(&self, kinds: &[&[u8]], dice: &mut Dice) -> Vec<ObjectId> {
        let mut all: Vec<ObjectId> = self
            .document
            .objects
            .keys()
            .copied()
            .filter(|&id| kinds.contains(&self.kind(id)) && !self.is_front(id))
            .filter(|&id| {
                self.parent(id).is_some_and(|parent| self.place(parent, id).is_some())
            })
            .collect();
        dice.shuffle(&mut all);
        all
    }

    /// The place of an element among the kids of another.
    fn place(&self, parent: ObjectId, id: ObjectId) -> Option<usize> {
        self.kids(parent).iter().position(|kid| kid.as_reference().ok() == Some(id))
    }

    fn kids_mut(&mut self, id: ObjectId) -> &mut Vec<Object> {
        let element = self.document.get_dictionary_mut(id).unwrap();
        element.get_mut(b"K").unwrap().as_array_mut().unwrap()
    }

    /// The marked contents in an element.
    fn marks(&self, id: ObjectId) -> Vec<(ObjectId, i64)> {
        let own = self.entry(id, b"Pg").and_then(|page| page.as_reference().ok());
        let mut marks = Vec::new();
        for kid in self.kids(id) {
            match kid {
                Object::Integer(mark) => marks.extend(own.map(|page| (page, *mark))),
                Object::Dictionary(kid) => {
                    let page = kid.get(b"Pg").and_then(Object::as_reference).ok();
                    let mark = kid.get(b"MCID").and_then(Object::as_i64).ok();
                    marks.extend(page.zip(mark));
                }
                Object::Reference(kid) => marks.extend(self.marks(*kid)),
                _ => {}
            }
        }
        marks
    }

    /// What an element says.
    fn words(&self, id: ObjectId) -> String {
        let marks = self.marks(id);
        let lines = self.lines().into_iter().filter(|line| {
            line.mark.is_some_and(|mark| marks.contains(&(self.pages[line.page].0, mark)))
        });
        lines.map(|line| line.text).collect::<String>().trim().to_owned()
    }

    /// Takes an element out of the structure, and its glyphs from the pages.
    fn erase(&mut self, id: ObjectId) {
        for (page, mark) in self.marks(id) {
            let Some((_, operations)) = self.pages.iter_mut().find(|one| one.0 == page)
            else {
                continue;
            };
            let mut inside = false;
            operations.retain(|done| {
                match (done.operator.as_str(), done.operands.get(1)) {
                    ("BDC", Some(Object::Dictionary(list))) => {
                        inside =
                            list.get(b"MCID").and_then(Object::as_i64).ok() == Some(mark);
                    }
                    ("EMC", _) => inside = false,
                    _ => {}
                }
                !(inside && done.operator == "TJ")
            });
        }
        self.detach(id);
    }

    fn detach(&mut self, id: ObjectId) {
        let parent = self.parent(id).unwrap();
        self.kids_mut(parent).retain(|kid| kid.as_reference().ok() != Some(id));
    }

    /// Puts an element after another.
    fn attach_after(&mut self, id: ObjectId, other: ObjectId) {
        let parent = self.parent(id).unwrap();
        let place = self.place(parent, id).unwrap();
        self.kids_mut(parent).insert(place + 1, Object::Reference(other));
    }

    /// Exchanges two elements in the structure.
    fn swap_elements(&mut self, one: ObjectId, other: ObjectId) -> Option<()> {
        let (above, below) = (self.parent(one)?, self.parent(other)?);
        let (first, second) = (self.place(above, one)?, self.place(below, other)?);
        self.kids_mut(above)[first] = Object::Reference(other);
        self.kids_mut(below)[second] = Object::Reference(one);
        Some(())
    }

    /// Two of some elements that say different things.
    fn two(&self, all: &[ObjectId]) -> Option<(ObjectId, ObjectId)> {
        let one = *all.first()?;
        let said = self.words(one);
        let other =
            all.iter().take(40).copied().find(|&other| self.words(other) != said)?;
        (!said.is_empty()).then_some((one, other))
    }

    /// Elements whose parents are blocks of the text.
    fn paragraphs(&self, dice: &mut Dice) -> Vec<ObjectId> {
        let parents: [&[u8]; 5] = [b"Sect", b"BlockQuote", b"Div", b"Part", b"LBody"];
        let mut all = self.elements(&[b"P"], dice);
        all.retain(|&id| {
            self.parent(id).is_some_and(|one| parents.contains(&self.kind(one)))
        });
        all
    }

    /// The annotation of a link element.
    fn annotation(&self, link: ObjectId) -> Option<ObjectId> {
        self.kids(link)
            .iter()
            .find_map(|kid| kid.as_dict().ok()?.get(b"Obj").ok()?.as_reference().ok())
    }

    /// The annotations of links below elements of a type.
    fn annotations(&self, parents: &[&[u8]], dice: &mut Dice) -> Vec<ObjectId> {
        let mut all: Vec<ObjectId> = Vec::new();
        for &id in self.document.objects.keys() {
            if self.kind(id) != b"Link" {
                continue;
            }
            let parent = self.parent(id).map(|parent| self.kind(parent).to_vec());
            if parent.is_some_and(|parent| parents.contains(&parent.as_slice())) {
                all.extend(self.annotation(id));
            }
        }
        dice.shuffle(&mut all);
        all
    }

    /// Makes one of some links lead where another leads.
    fn relink(&mut self, all: &[ObjectId]) -> Option<()> {
        let target = |id: &ObjectId| self.entry(*id, b"Dest").cloned();
        let (one, own) = all.iter().find_map(|id| Some((*id, target(id)?)))?;
        let other = all.iter().filter_map(target).find(|other| *other != own)?;
        self.set(one, "Dest", other);
        Some(())
    }
}

impl MutableEdition for PdfObjects {
    const FORMAT: &str = "pdf";

    fn pack(&self) -> Vec<u8> {
        let mut document = self.document.clone();
        for (page, operations) in &self.pages {
            let content = Content { operations: operations.clone() }.encode().unwrap();
            document.change_page_content(*page, content).unwrap();
        }
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).unwrap();
        bytes
    }

    fn read(bytes: &[u8]) -> AuditedEdition {
        AuditedEdition::from_pdf(bytes).unwrap()
    }
}
