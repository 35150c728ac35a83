//! Mutants of PDFs: their glyphs, structure, fonts, links and pages are changed.

use std::collections::BTreeMap;

use lopdf::content::{Content, Operation};
use lopdf::{
    Dictionary, Document, Object, ObjectId, Stream, StringFormat, decode_text_string,
    dictionary, text_string,
};
use pliego::AuditedEdition;

use super::epub::{other_accent, other_digit, other_letter, other_quote};
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
            let Ok(element) = object.as_dict() else { continue };
            let Ok(kids) = element.get(b"K").and_then(Object::as_array) else { continue };
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
        let Object::Array(items) = shown else { return None };
        let mut places: Vec<(usize, usize)> = Vec::new();
        for (item, string) in items.iter().enumerate() {
            let length = string.as_str().map_or(0, <[u8]>::len);
            places.extend((0..length / 2).map(|at| (item, 2 * at)));
        }
        dice.shuffle(&mut places);
        for (item, at) in places {
            let Object::String(bytes, _) = &mut items[item] else { continue };
            let code = u16::from_be_bytes([bytes[at], bytes[at + 1]]);
            let said = codes.get(&code).map_or("", String::as_str);
            let mut characters = said.chars();
            let (Some(c), None) = (characters.next(), characters.next()) else { continue };
            let Some(others) = change(c, dice) else { continue };
            let find = |other: &char| {
                let said = other.to_string();
                codes.iter().find(|(_, one)| **one == said).map(|(code, _)| *code)
            };
            let Some(others) = others.iter().map(find).collect::<Option<Vec<u16>>>() else {
                continue;
            };
            let others: Vec<u8> = others.iter().flat_map(|code| code.to_be_bytes()).collect();
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
            .filter(|&id| self.parent(id).is_some_and(|parent| self.place(parent, id).is_some()))
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
            let Some((_, operations)) = self.pages.iter_mut().find(|one| one.0 == page) else {
                continue;
            };
            let mut inside = false;
            operations.retain(|done| {
                match (done.operator.as_str(), done.operands.get(1)) {
                    ("BDC", Some(Object::Dictionary(list))) => {
                        inside = list.get(b"MCID").and_then(Object::as_i64).ok() == Some(mark);
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
        let other = all.iter().take(40).copied().find(|&other| self.words(other) != said)?;
        (!said.is_empty()).then_some((one, other))
    }

    /// Elements whose parents are blocks of the text.
    fn paragraphs(&self, dice: &mut Dice) -> Vec<ObjectId> {
        let parents: [&[u8]; 5] = [b"Sect", b"BlockQuote", b"Div", b"Part", b"LBody"];
        let mut all = self.elements(&[b"P"], dice);
        all.retain(|&id| self.parent(id).is_some_and(|one| parents.contains(&self.kind(one))));
        all
    }

    /// The annotation of a link element.
    fn annotation(&self, link: ObjectId) -> Option<ObjectId> {
        self.kids(link).iter().find_map(|kid| kid.as_dict().ok()?.get(b"Obj").ok()?.as_reference().ok())
    }

    /// The annotations of links below elements of a type.
    fn annotations(&self, parents: &[&[u8]], dice: &mut Dice) -> Vec<ObjectId> {
        let mut all: Vec<ObjectId> = Vec::new();
        for (&id, _) in &self.document.objects {
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

pub(super) fn change_letter(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, dice| other_letter(c, dice).map(|other| vec![other]))
}

pub(super) fn drop_letter(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, _| c.is_alphabetic().then(Vec::new))
}

pub(super) fn double_letter(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, _| c.is_alphabetic().then(|| vec![c, c]))
}

pub(super) fn change_digit(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, dice| other_digit(c, dice).map(|other| vec![other]))
}

pub(super) fn change_accent(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, dice| other_accent(c, dice).map(|other| vec![other]))
}

pub(super) fn change_quote(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, dice| other_quote(c, dice).map(|other| vec![other]))
}

pub(super) fn drop_quote(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    pdf.change_glyph(dice, |c, dice| other_quote(c, dice).map(|_| Vec::new()))
}

pub(super) fn swap_lines(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let lines = pdf.text_lines(dice);
    let one = lines.iter().find(|line| line.text.trim().len() > 10)?;
    let other = lines.iter().find(|other| {
        other.font == one.font && other.text != one.text && other.text.trim().len() > 10
    })?;
    let operands = |line: &Line| pdf.pages[line.page].1[line.operation].operands.clone();
    let (first, second) = (operands(one), operands(other));
    pdf.pages[one.page].1[one.operation].operands = second;
    pdf.pages[other.page].1[other.operation].operands = first;
    Some(())
}

pub(super) fn swap_paragraphs(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let all = pdf.paragraphs(dice);
    let (one, other) = pdf.two(&all)?;
    pdf.swap_elements(one, other)
}

pub(super) fn join_paragraphs(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let all = pdf.paragraphs(dice);
    let (one, other) = all.into_iter().find_map(|id| {
        let parent = pdf.parent(id)?;
        let next = pdf.place(parent, id)? + 1;
        let next = pdf.kids(parent).get(next)?.as_reference().ok()?;
        (pdf.kind(next) == b"P").then_some((id, next))
    })?;
    let page = pdf.entry(other, b"Pg").cloned();
    let kids: Vec<Object> = pdf
        .kids(other)
        .iter()
        .map(|kid| match (kid, &page) {
            (Object::Integer(mark), Some(page)) => Object::Dictionary(dictionary! {
                "Type" => "MCR", "Pg" => page.clone(), "MCID" => *mark,
            }),
            _ => kid.clone(),
        })
        .collect();
    pdf.detach(other);
    pdf.kids_mut(one).extend(kids);
    Some(())
}

pub(super) fn split_paragraph(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    for id in pdf.paragraphs(dice) {
        let ([Object::Integer(mark)], Some(page)) =
            (pdf.kids(id), pdf.entry(id, b"Pg").and_then(|page| page.as_reference().ok()))
        else {
            continue;
        };
        let mark = *mark;
        let lines = pdf.lines();
        let place = pdf.pages.iter().position(|one| one.0 == page)?;
        let own: Vec<&Line> =
            lines.iter().filter(|line| line.page == place && line.mark == Some(mark)).collect();
        let pairs: Vec<usize> = own
            .windows(2)
            .filter(|pair| {
                pair[0].text.ends_with(' ')
                    && !pair[1].text.trim().is_empty()
                    && pair[0].operation + 2 == pair[1].operation
            })
            .map(|pair| pair[1].operation - 1)
            .collect();
        let Some(&at) = dice.pick(&pairs) else { continue };
        let highest = lines.iter().filter(|line| line.page == place).filter_map(|line| line.mark);
        let number = highest.max()? + 1000;
        let between = [
            Operation::new("ET", Vec::new()),
            Operation::new("EMC", Vec::new()),
            Operation::new(
                "BDC",
                vec![Object::Name(b"P".to_vec()), Object::Dictionary(dictionary! { "MCID" => number })],
            ),
            Operation::new("BT", Vec::new()),
        ];
        pdf.pages[place].1.splice(at..at, between);
        let parent = pdf.parent(id)?;
        let second = pdf.document.add_object(dictionary! {
            "Type" => "StructElem", "S" => "P", "P" => parent, "Pg" => page,
            "K" => vec![Object::Integer(number)],
        });
        pdf.attach_after(id, second);
        return Some(());
    }
    None
}

pub(super) fn drop_paragraph(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.paragraphs(dice).first()?;
    pdf.erase(one);
    Some(())
}

pub(super) fn double_paragraph(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.paragraphs(dice).first()?;
    double(pdf, one)
}

/// Puts a copy of an element after it.
fn double(pdf: &mut PdfObjects, one: ObjectId) -> Option<()> {
    let copy = pdf.document.get_dictionary(one).ok()?.clone();
    let copy = pdf.document.add_object(copy);
    pdf.attach_after(one, copy);
    Some(())
}

/// The types of headings.
const HEADINGS: [&[u8]; 4] = [b"H1", b"H2", b"H3", b"H4"];

/// The headings of the text; those over notes are the edition's.
fn headings(pdf: &PdfObjects, dice: &mut Dice) -> Vec<ObjectId> {
    let mut all = pdf.elements(&HEADINGS, dice);
    all.retain(|&id| {
        let parent = pdf.parent(id).unwrap();
        let place = pdf.place(parent, id).unwrap();
        let next = pdf.kids(parent).get(place + 1).and_then(|kid| kid.as_reference().ok());
        next.is_none_or(|next| {
            let first = pdf.kids(next).first().and_then(|kid| kid.as_reference().ok());
            pdf.kind(next) != b"Note" && first.is_none_or(|first| pdf.kind(first) != b"Note")
        })
    });
    all
}

pub(super) fn lower_to_paragraph(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *headings(pdf, dice).first()?;
    pdf.set(one, "S", "P");
    Some(())
}

pub(super) fn raise_to_heading(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.paragraphs(dice).first()?;
    pdf.set(one, "S", "H2");
    Some(())
}

pub(super) fn drop_heading(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *headings(pdf, dice).first()?;
    pdf.erase(one);
    Some(())
}

pub(super) fn change_level(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *headings(pdf, dice).first()?;
    let own = pdf.kind(one).to_vec();
    let others: Vec<&str> =
        ["H1", "H2", "H3", "H4", "H5"].into_iter().filter(|other| other.as_bytes() != own).collect();
    pdf.set(one, "S", *dice.pick(&others)?);
    Some(())
}

/// The first paragraphs of notes.
fn note_texts(pdf: &PdfObjects, dice: &mut Dice) -> Vec<ObjectId> {
    let notes = pdf.elements(&[b"Note"], dice);
    let first = |&note: &ObjectId| {
        let kids = pdf.kids(note).iter().filter_map(|kid| kid.as_reference().ok());
        kids.into_iter().find(|&kid| pdf.kind(kid) == b"P")
    };
    notes.iter().filter_map(first).collect()
}

pub(super) fn swap_notes(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let (one, other) = pdf.two(&note_texts(pdf, dice))?;
    pdf.swap_elements(one, other)
}

pub(super) fn relink_note(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let all = pdf.annotations(&[b"Reference"], dice);
    pdf.relink(&all)
}

pub(super) fn drop_note(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.elements(&[b"Note"], dice).first()?;
    pdf.erase(one);
    Some(())
}

pub(super) fn drop_reference(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.elements(&[b"Reference"], dice).first()?;
    pdf.erase(one);
    Some(())
}

pub(super) fn double_note(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.elements(&[b"Note"], dice).first()?;
    double(pdf, one)
}

pub(super) fn double_reference(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *pdf.elements(&[b"Reference"], dice).first()?;
    double(pdf, one)
}

/// The pages that show something, in any order.
fn shown_pages(pdf: &PdfObjects, dice: &mut Dice) -> Vec<ObjectId> {
    let mut pages: Vec<ObjectId> = pdf
        .pages
        .iter()
        .filter(|(_, operations)| operations.iter().any(|one| one.operator == "TJ"))
        .map(|(page, _)| *page)
        .collect();
    dice.shuffle(&mut pages);
    pages
}

pub(super) fn swap_pages(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let pages = shown_pages(pdf, dice);
    let [one, other, ..] = *pages.as_slice() else { return None };
    for object in pdf.document.objects.values_mut() {
        let Ok(kids) = object.as_dict_mut().and_then(|node| node.get_mut(b"Kids")) else { continue };
        for kid in kids.as_array_mut().ok()? {
            match kid.as_reference().ok()? {
                id if id == one => *kid = Object::Reference(other),
                id if id == other => *kid = Object::Reference(one),
                _ => {}
            }
        }
    }
    Some(())
}

pub(super) fn drop_page(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *shown_pages(pdf, dice).first()?;
    for object in pdf.document.objects.values_mut() {
        let Ok(node) = object.as_dict_mut() else { continue };
        let Ok(kids) = node.get_mut(b"Kids").and_then(Object::as_array_mut) else { continue };
        kids.retain(|kid| kid.as_reference().ok() != Some(one));
    }
    pdf.pages.retain(|(page, _)| *page != one);
    Some(())
}

pub(super) fn swap_pictures(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let mut names: Vec<Vec<u8>> = Vec::new();
    for (_, operations) in &pdf.pages {
        for done in operations.iter().filter(|done| done.operator == "Do") {
            let name = done.operands[0].as_name().ok()?.to_vec();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    dice.shuffle(&mut names);
    let [one, other, ..] = names.as_slice() else { return None };
    let operations = pdf.pages.iter_mut().flat_map(|(_, operations)| operations);
    for done in operations.filter(|done| done.operator == "Do") {
        let name = done.operands[0].as_name().ok()?.to_vec();
        let swapped = match name {
            name if name == *one => other.clone(),
            name if name == *other => one.clone(),
            name => name,
        };
        done.operands[0] = Object::Name(swapped);
    }
    Some(())
}

pub(super) fn swap_cells(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let (one, other) = pdf.two(&pdf.elements(&[b"TD"], dice))?;
    pdf.swap_elements(one, other)
}

pub(super) fn drop_cell(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let all = pdf.elements(&[b"TD", b"TH"], dice);
    let one = all.into_iter().find(|&id| !pdf.words(id).is_empty())?;
    pdf.erase(one);
    Some(())
}

pub(super) fn change_address(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let mut all: Vec<&mut Dictionary> = pdf
        .document
        .objects
        .values_mut()
        .filter_map(|object| {
            let action = object.as_dict_mut().ok()?;
            if action.has(b"URI") {
                return Some(action);
            }
            action.get_mut(b"A").ok()?.as_dict_mut().ok().filter(|action| action.has(b"URI"))
        })
        .collect();
    let one = dice.below(all.len().max(1));
    let action = all.get_mut(one)?;
    let address = String::from_utf8(action.get(b"URI").ok()?.as_str().ok()?.to_vec()).ok()?;
    let other = if address.ends_with('1') { "2" } else { "1" };
    let changed = format!("{}{other}", &address[..address.len() - 1]);
    action.set("URI", Object::String(changed.into_bytes(), StringFormat::Literal));
    Some(())
}

pub(super) fn change_target(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let all = pdf.annotations(&[b"P", b"Span", b"H1", b"H2", b"TD", b"Caption"], dice);
    pdf.relink(&all)
}

pub(super) fn change_entry(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    if dice.below(2) == 0 {
        let all = pdf.annotations(&[b"TOCI"], dice);
        return pdf.relink(&all);
    }
    let is_bookmark = |object: &Object| {
        object.as_dict().is_ok_and(|item| item.has(b"Title") && item.has(b"Dest"))
    };
    let objects = pdf.document.objects.iter();
    let mut all: Vec<ObjectId> =
        objects.filter(|(_, object)| is_bookmark(object)).map(|(id, _)| *id).collect();
    dice.shuffle(&mut all);
    pdf.relink(&all)
}

/// The elements with a language of their own, below the document.
fn foreign(pdf: &PdfObjects, dice: &mut Dice) -> Vec<ObjectId> {
    let has_language = |id: &ObjectId| pdf.entry(*id, b"Lang").is_some();
    let kinds: [&[u8]; 7] = [b"Span", b"P", b"Sect", b"H1", b"H2", b"TD", b"Reference"];
    pdf.elements(&kinds, dice).into_iter().filter(has_language).collect()
}

pub(super) fn change_language(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *foreign(pdf, dice).first()?;
    pdf.set(one, "Lang", text_string("hu"));
    Some(())
}

pub(super) fn drop_language(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *foreign(pdf, dice).first()?;
    pdf.document.get_dictionary_mut(one).unwrap().remove(b"Lang");
    Some(())
}

pub(super) fn change_main_language(pdf: &mut PdfObjects, _: &mut Dice) -> Option<()> {
    pdf.document.catalog_mut().unwrap().set("Lang", text_string("hu"));
    let whole = |id: &ObjectId| pdf.kind(*id) == b"Document" && pdf.entry(*id, b"Lang").is_some();
    let whole: Vec<ObjectId> = pdf.document.objects.keys().copied().filter(whole).collect();
    for id in whole {
        pdf.set(id, "Lang", text_string("hu"));
    }
    Some(())
}

/// The figures that have words.
fn figures(pdf: &PdfObjects, dice: &mut Dice) -> Vec<ObjectId> {
    let has_words = |id: &ObjectId| pdf.entry(*id, b"Alt").is_some();
    pdf.elements(&[b"Figure"], dice).into_iter().filter(has_words).collect()
}

pub(super) fn change_alternative(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *figures(pdf, dice).first()?;
    let words = decode_text_string(pdf.entry(one, b"Alt")?).ok()?;
    pdf.set(one, "Alt", text_string(&format!("{words}x")));
    Some(())
}

pub(super) fn drop_alternative(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let one = *figures(pdf, dice).first()?;
    pdf.document.get_dictionary_mut(one).unwrap().remove(b"Alt");
    Some(())
}

pub(super) fn swap_alternatives(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let all = figures(pdf, dice);
    let words = |id: ObjectId| pdf.entry(id, b"Alt").cloned();
    let one = *all.first()?;
    let other = all.iter().copied().find(|&other| words(other) != words(one))?;
    let (first, second) = (words(one)?, words(other)?);
    pdf.set(one, "Alt", second);
    pdf.set(other, "Alt", first);
    Some(())
}

/// Puts operators before and after the one that shows a line of the text.
fn surround(pdf: &mut PdfObjects, dice: &mut Dice, before: Operation, after: Operation) -> Option<()> {
    let line = pdf.text_lines(dice).into_iter().next()?;
    let operations = &mut pdf.pages[line.page].1;
    let shows = operations[line.operation].clone();
    operations.splice(line.operation..=line.operation, [before, shows, after]);
    Some(())
}

pub(super) fn hide_line(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let mode = |mode: i64| Operation::new("Tr", vec![Object::Integer(mode)]);
    surround(pdf, dice, mode(3), mode(0))
}

pub(super) fn move_line_out(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    for line in pdf.text_lines(dice) {
        let before = &mut pdf.pages[line.page].1[line.operation.checked_sub(1)?];
        if before.operator == "Tm" {
            before.operands[5] = Object::Real(-200.0);
            return Some(());
        }
    }
    None
}

pub(super) fn whiten_line(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let number = |number: i64| Object::Integer(number);
    let ways = [
        Operation::new("g", vec![number(1)]),
        Operation::new("rg", vec![number(1); 3]),
        Operation::new("k", vec![number(0); 4]),
    ];
    let white = dice.pick(&ways)?.clone();
    surround(pdf, dice, white, Operation::new("g", vec![number(0)]))
}

/// The running heads and folios.
fn furniture(pdf: &PdfObjects, dice: &mut Dice) -> Vec<Line> {
    let mut lines = pdf.lines();
    lines.retain(|line| line.tag == b"Artifact" && !line.text.trim().is_empty());
    dice.shuffle(&mut lines);
    lines
}

pub(super) fn change_head(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let mut lines = furniture(pdf, dice);
    lines.retain(|line| line.text.contains(char::is_alphabetic));
    let one = lines.first()?;
    let other = lines.iter().find(|other| other.text != one.text && other.font == one.font)?;
    let shown = pdf.pages[other.page].1[other.operation].operands.clone();
    pdf.pages[one.page].1[one.operation].operands = shown;
    Some(())
}

pub(super) fn change_folio(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    for line in furniture(pdf, dice) {
        let change = |c: char, dice: &mut Dice| other_digit(c, dice).map(|other| vec![other]);
        if line.text.trim().parse::<u32>().is_ok()
            && pdf.change_line(&line, dice, change).is_some()
        {
            return Some(());
        }
    }
    None
}

/// The font objects of a name, with their maps.
fn font_object(pdf: &PdfObjects, name: &[u8]) -> Option<ObjectId> {
    pdf.pages.iter().find_map(|(page, _)| {
        let page = pdf.document.get_dictionary(*page).ok()?;
        let resources = pdf.document.dereference(page.get(b"Resources").ok()?).ok()?.1;
        let fonts = resources.as_dict().ok()?.get(b"Font").ok()?;
        let fonts = pdf.document.dereference(fonts).ok()?.1.as_dict().ok()?;
        fonts.get(name).ok()?.as_reference().ok()
    })
}

/// A letter of the text: its font and code, and those of another letter of this font.
fn two_codes(pdf: &PdfObjects, dice: &mut Dice) -> Option<(Vec<u8>, u16, u16)> {
    for line in pdf.text_lines(dice) {
        let codes = &pdf.fonts[&line.font];
        let is_letter = |said: &str| said.chars().all(char::is_lowercase) && said.chars().count() == 1;
        let mut letters: Vec<u16> =
            codes.iter().filter(|(_, said)| is_letter(said)).map(|(code, _)| *code).collect();
        dice.shuffle(&mut letters);
        let own = letters.iter().copied().find(|code| line.text.contains(&codes[code]));
        let Some(own) = own else { continue };
        let other = letters.into_iter().find(|code| codes[code] != codes[&own]);
        if let Some(other) = other {
            return Some((line.font, own, other));
        }
    }
    None
}

/// Rewrites the map of a font.
fn rewrite_map(pdf: &mut PdfObjects, font: &[u8], change: impl Fn(&str) -> String) -> Option<()> {
    let font = font_object(pdf, font)?;
    let map = pdf.entry(font, b"ToUnicode")?.as_reference().ok()?;
    let stream = pdf.document.get_object(map).ok()?.as_stream().ok()?;
    let text = String::from_utf8(stream.get_plain_content().ok()?).ok()?;
    let stream = Stream::new(Dictionary::new(), change(&text).into_bytes());
    pdf.document.objects.insert(map, Object::Stream(stream));
    Some(())
}

/// The line of a map for a code.
fn map_line(pdf: &PdfObjects, font: &[u8], code: u16, of: u16) -> String {
    let said: String =
        pdf.fonts[font][&of].encode_utf16().map(|unit| format!("{unit:04x}")).collect();
    format!("<{code:04x}> <{said}>")
}

pub(super) fn lie_in_map(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let (font, one, other) = two_codes(pdf, dice)?;
    let (old, new) = (map_line(pdf, &font, one, one), map_line(pdf, &font, one, other));
    rewrite_map(pdf, &font, |map| {
        let changed: Vec<&str> = map
            .lines()
            .map(|line| if line.eq_ignore_ascii_case(&old) { new.as_str() } else { line })
            .collect();
        changed.join("\n")
    })
}

pub(super) fn paint_otherwise(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let (font, one, other) = two_codes(pdf, dice)?;
    let swapped = |code: u16| match code {
        code if code == one => other,
        code if code == other => one,
        code => code,
    };
    for (_, operations) in &mut pdf.pages {
        let mut chosen = Vec::new();
        for done in operations {
            match (done.operator.as_str(), done.operands.as_mut_slice()) {
                ("Tf", [name, _]) => chosen = name.as_name().ok()?.to_vec(),
                ("TJ", [Object::Array(items)]) if chosen == font => {
                    for item in items {
                        let Object::String(bytes, _) = item else { continue };
                        for code in bytes.chunks_exact_mut(2) {
                            let other = swapped(u16::from_be_bytes([code[0], code[1]]));
                            code.copy_from_slice(&other.to_be_bytes());
                        }
                    }
                }
                _ => {}
            }
        }
    }
    let lines = [(one, other), (other, one)]
        .map(|(code, of)| (map_line(pdf, &font, code, code), map_line(pdf, &font, code, of)));
    rewrite_map(pdf, &font, |map| {
        let changed: Vec<&str> = map
            .lines()
            .map(|line| {
                let new = lines.iter().find(|(old, _)| line.eq_ignore_ascii_case(old));
                new.map_or(line, |(_, new)| new.as_str())
            })
            .collect();
        changed.join("\n")
    })
}

pub(super) fn swap_outlines(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    let (font, one, other) = two_codes(pdf, dice)?;
    let font = font_object(pdf, &font)?;
    let mut map: Vec<u16> = (0..=pdf.fonts.values().flat_map(|codes| codes.keys()).copied().max()?).collect();
    map.swap(usize::from(one), usize::from(other));
    let map: Vec<u8> = map.iter().flat_map(|glyph| glyph.to_be_bytes()).collect();
    let map = pdf.document.add_object(Stream::new(Dictionary::new(), map));
    let descendants = pdf.document.get_dictionary_mut(font).ok()?.get_mut(b"DescendantFonts").ok()?;
    let descendant = descendants.as_array_mut().ok()?.first_mut()?;
    match descendant {
        Object::Dictionary(descendant) => descendant.set("CIDToGIDMap", map),
        Object::Reference(id) => {
            let id = *id;
            pdf.set(id, "CIDToGIDMap", map);
        }
        _ => return None,
    }
    Some(())
}

/// Gives the glyphs of a line of the text a replacement text.
fn replace_line(pdf: &mut PdfObjects, line: &Line, text: &str) {
    let list = dictionary! { "ActualText" => text_string(text) };
    let before =
        Operation::new("BDC", vec![Object::Name(b"Span".to_vec()), Object::Dictionary(list)]);
    let operations = &mut pdf.pages[line.page].1;
    let shows = operations[line.operation].clone();
    let after = Operation::new("EMC", Vec::new());
    operations.splice(line.operation..=line.operation, [before, shows, after]);
}

pub(super) fn lie_in_replacement(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    for line in pdf.text_lines(dice) {
        let change = |c: char, dice: &mut Dice| other_letter(c, dice).map(|other| vec![other]);
        if pdf.change_line(&line, dice, change).is_some() {
            replace_line(pdf, &line, &line.text);
            return Some(());
        }
    }
    None
}

pub(super) fn replace_wrongly(pdf: &mut PdfObjects, dice: &mut Dice) -> Option<()> {
    for line in pdf.text_lines(dice) {
        let Some((at, c)) = line.text.char_indices().find(|(_, c)| c.is_alphabetic()) else {
            continue;
        };
        let other = other_letter(c, dice)?;
        let text = format!("{}{other}{}", &line.text[..at], &line.text[at + c.len_utf8()..]);
        replace_line(pdf, &line, &text);
        return Some(());
    }
    None
}
