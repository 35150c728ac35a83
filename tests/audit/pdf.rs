//! Tampering with a PDF: with its glyphs, its structure, its links and its particulars.

use std::collections::BTreeMap;

use lopdf::content::{Content, Operation};
use lopdf::{
    Dictionary, Document, Object, ObjectId, StringFormat, decode_text_string, text_string,
};

use super::{Deed, Edition, Unit};

/// A PDF with its pages open.
pub(crate) struct Pdf {
    document: Document,
    pages: Vec<(ObjectId, Vec<Operation>)>,
    /// For each font: its codes and what they say.
    fonts: BTreeMap<Vec<u8>, BTreeMap<u16, String>>,
}

/// A line of type.
#[derive(Debug, Clone)]
struct Line {
    page: usize,
    operation: usize,
    font: Vec<u8>,
    /// The marked content that it belongs to, if it belongs to one.
    mark: Option<i64>,
    text: String,
}

impl Pdf {
    /// Opens a PDF.
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let document = Document::load_mem(bytes).unwrap();
        let mut fonts = BTreeMap::new();
        let pages: Vec<(ObjectId, Vec<Operation>)> = document
            .get_pages()
            .into_values()
            .map(|page| {
                for (name, font) in document.get_page_fonts(page).unwrap() {
                    let map = font.get(b"ToUnicode").unwrap();
                    let map = document.dereference(map).unwrap().1.as_stream().unwrap();
                    let map =
                        String::from_utf8(map.get_plain_content().unwrap()).unwrap();
                    fonts.entry(name).or_insert_with(|| read_codes(&map));
                }
                let content = document.get_page_content(page);
                (page, Content::decode(&content).unwrap().operations)
            })
            .collect();
        Self { document, pages, fonts }
    }

    /// All lines of type, as they are painted.
    fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        for (page, (_, operations)) in self.pages.iter().enumerate() {
            let (mut font, mut mark) = (Vec::new(), None);
            for (operation, done) in operations.iter().enumerate() {
                match (done.operator.as_str(), done.operands.as_slice()) {
                    ("Tf", [name, _]) => font = name.as_name().unwrap().to_vec(),
                    ("BDC", [_, list]) => {
                        let id = list.as_dict().unwrap().get(b"MCID");
                        mark = id.and_then(Object::as_i64).ok();
                    }
                    ("EMC", _) => mark = None,
                    ("TJ", [Object::Array(items)]) => {
                        let codes = items.iter().filter_map(|item| item.as_str().ok());
                        let codes = codes.flat_map(|codes| codes.chunks_exact(2));
                        let says = |code: &[u8]| {
                            self.fonts[&font][&u16::from_be_bytes([code[0], code[1]])]
                                .as_str()
                        };
                        let text = codes.map(says).collect();
                        lines.push(Line {
                            page,
                            operation,
                            font: font.clone(),
                            mark,
                            text,
                        });
                    }
                    _ => {}
                }
            }
        }
        lines
    }

    /// The first line of type that says some words; of the text before furniture.
    fn line(&self, words: &str, in_text: bool) -> Option<Line> {
        let mut lines = self.lines();
        lines.retain(|line| {
            line.text.contains(words) && (!in_text || line.mark.is_some())
        });
        lines.into_iter().next()
    }

    /// Makes a line say something else, in its own font.
    fn set(&mut self, line: &Line, text: &str) {
        let font = &self.fonts[&line.font];
        let code = |c: char| {
            let mut codes = font.iter().filter(|(_, said)| **said == c.to_string());
            codes
                .next()
                .unwrap_or_else(|| panic!("the font has no '{c}'"))
                .0
                .to_be_bytes()
        };
        let codes: Vec<u8> = text.chars().flat_map(code).collect();
        let shown = Object::Array(vec![Object::String(codes, StringFormat::Hexadecimal)]);
        self.pages[line.page].1[line.operation].operands = vec![shown];
    }

    /// The element of the structure that says some words: the nearest of its unit.
    fn element(&self, unit: Unit, words: &str) -> ObjectId {
        let kinds: &[&[u8]] = match unit {
            Unit::Paragraph => &[b"P"],
            Unit::Heading => &[b"H1", b"H2"],
            Unit::Note => &[b"Note"],
            Unit::Line => &[b"Span"],
            Unit::Link => &[b"Link"],
        };
        let lines = self.lines().into_iter().filter(|line| line.text.contains(words));
        let mut ids = lines.filter_map(|line| {
            let mut id = self.holder(line.page, line.mark?)?;
            while !kinds.contains(&self.entry(id, b"S")?.as_name().ok()?) {
                id = self.entry(id, b"P")?.as_reference().ok()?;
            }
            Some(id)
        });
        ids.next().unwrap_or_else(|| panic!("no {unit:?} says '{words}'"))
    }

    /// The element that a marked content belongs to.
    fn holder(&self, page: usize, number: i64) -> Option<ObjectId> {
        let page = Some(self.pages[page].0);
        let page_of =
            |entry: &Dictionary| entry.get(b"Pg").and_then(Object::as_reference).ok();
        let is_it = |element: &Dictionary, kid: &Object| match kid {
            Object::Integer(one) => *one == number && page_of(element) == page,
            Object::Dictionary(kid) => {
                kid.get(b"MCID").and_then(Object::as_i64).ok() == Some(number)
                    && page_of(kid) == page
            }
            _ => false,
        };
        let holds = |object: &Object| {
            let element = object.as_dict().ok()?;
            let kids = element.get(b"K").and_then(Object::as_array).ok()?;
            kids.iter().any(|kid| is_it(element, kid)).then_some(())
        };
        let mut objects = self.document.objects.iter();
        objects.find_map(|(id, object)| holds(object).map(|()| *id))
    }

    fn entry(&self, id: ObjectId, key: &[u8]) -> Option<&Object> {
        self.document.get_dictionary(id).ok()?.get(key).ok()
    }

    /// The kids that an element stands among.
    fn siblings(&mut self, id: ObjectId) -> &mut Vec<Object> {
        let parent = self.entry(id, b"P").unwrap().as_reference().unwrap();
        let parent = self.document.get_dictionary_mut(parent).unwrap();
        parent.get_mut(b"K").unwrap().as_array_mut().unwrap()
    }

    /// The annotation that describes itself with some words.
    fn link(&self, words: &str) -> ObjectId {
        let describes = |object: &Object| {
            let entry =
                object.as_dict().ok().and_then(|entry| entry.get(b"Contents").ok());
            entry.is_some_and(|said| {
                decode_text_string(said).is_ok_and(|said| said.contains(words))
            })
        };
        let mut objects = self.document.objects.iter();
        *objects.find(|(_, object)| describes(object)).unwrap().0
    }

    /// Changes a title or name in the information or the outline: `(…)`.
    fn name(&mut self, words: &str, others: &str) {
        let mut entries = self.document.objects.values_mut().filter_map(|object| {
            let entry = object.as_dict_mut().ok()?;
            let key = [b"Title".as_slice(), b"Author"].into_iter().find(|key| {
                let said =
                    entry.get(key).ok().and_then(|said| decode_text_string(said).ok());
                said.as_deref() == Some(words)
            })?;
            Some((entry, key))
        });
        let (entry, key) = entries.next().unwrap();
        entry.set(key, text_string(others));
    }

    fn swap(&mut self, unit: Unit, one: &str, other: &str) {
        match unit {
            Unit::Link => {
                let (one, other) = (self.link(one), self.link(other));
                let (first, second) = (
                    self.entry(one, b"Dest").unwrap().clone(),
                    self.entry(other, b"Dest").unwrap().clone(),
                );
                self.document.get_dictionary_mut(one).unwrap().set("Dest", second);
                self.document.get_dictionary_mut(other).unwrap().set("Dest", first);
            }
            Unit::Line => {
                let (one, other) =
                    (self.line(one, true).unwrap(), self.line(other, true).unwrap());
                let operands = |line: &Line| {
                    self.pages[line.page].1[line.operation].operands.clone()
                };
                let (first, second) = (operands(&one), operands(&other));
                self.pages[one.page].1[one.operation].operands = second;
                self.pages[other.page].1[other.operation].operands = first;
            }
            Unit::Paragraph | Unit::Heading | Unit::Note => {
                let (one, other) = (self.element(unit, one), self.element(unit, other));
                let place = |siblings: &[Object], id| {
                    siblings
                        .iter()
                        .position(|kid| kid.as_reference().ok() == Some(id))
                        .unwrap()
                };
                let (first, second) =
                    (place(self.siblings(one), one), place(self.siblings(other), other));
                self.siblings(one)[first] = Object::Reference(other);
                self.siblings(other)[second] = Object::Reference(one);
            }
        }
    }
}

/// What the codes of a font say, from its map as this program writes it: one pair a line.
pub(crate) fn read_codes(map: &str) -> BTreeMap<u16, String> {
    let pair = |line: &str| {
        let (code, text) =
            line.strip_prefix('<')?.strip_suffix('>')?.split_once("> <")?;
        let units: Vec<u16> = text
            .as_bytes()
            .chunks_exact(4)
            .map(|unit| {
                u16::from_str_radix(std::str::from_utf8(unit).unwrap(), 16).unwrap()
            })
            .collect();
        Some((u16::from_str_radix(code, 16).ok()?, String::from_utf16(&units).unwrap()))
    };
    map.lines().filter_map(pair).collect()
}

impl Edition for Pdf {
    fn tamper(&mut self, deed: &Deed) {
        match deed {
            Deed::Become(words, others) if words.starts_with('(') => {
                let bare = |words: &str| words.trim_matches(['(', ')']).to_owned();
                self.name(&bare(words), &bare(others));
            }
            Deed::Become(words, others) => {
                let line = self.line(words, false);
                let line = line.unwrap_or_else(|| panic!("no line says '{words}'"));
                let text = line.text.replacen(words, others, 1);
                self.set(&line, &text);
            }
            Deed::Go(Unit::Link, words) => {
                let link = self.link(words);
                self.document.get_dictionary_mut(link).unwrap().remove(b"Dest");
            }
            Deed::Go(unit, words) => {
                let id = self.element(*unit, words);
                self.siblings(id).retain(|kid| kid.as_reference().ok() != Some(id));
            }
            Deed::Double(unit, words) => {
                let id = self.element(*unit, words);
                let copy = self.document.get_dictionary(id).unwrap().clone();
                let copy = self.document.add_object(copy);
                let siblings = self.siblings(id);
                let place =
                    siblings.iter().position(|kid| kid.as_reference().ok() == Some(id));
                siblings.insert(place.unwrap() + 1, Object::Reference(copy));
            }
            Deed::Furnish(words) => {
                let line = self.line(words, true).unwrap();
                let operations = &mut self.pages[line.page].1[..line.operation];
                let begins =
                    operations.iter_mut().rfind(|done| done.operator == "BDC").unwrap();
                begins.operands[0] = Object::Name(b"Artifact".to_vec());
                begins.operands[1].as_dict_mut().unwrap().remove(b"MCID");
            }
            Deed::Swap(unit, one, other) => self.swap(*unit, one, other),
        }
    }

    fn write(self: Box<Self>) -> Vec<u8> {
        let mut document = self.document;
        for (page, operations) in self.pages {
            let content = Content { operations }.encode().unwrap();
            document.change_page_content(page, content).unwrap();
        }
        let mut bytes = Vec::new();
        document.save_to(&mut bytes).unwrap();
        bytes
    }
}
