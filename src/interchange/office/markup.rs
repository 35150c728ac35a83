//! XML as a tree of elements, with one fixed prefix for each namespace.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use quick_xml::XmlVersion;
use quick_xml::escape::{resolve_html5_entity, unescape_with};
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::name::{PrefixDeclaration, QName, ResolveResult};
use quick_xml::reader::NsReader;

use crate::interchange::office::namespaces::NAMESPACES;
use crate::interchange::rich::ReadRichError;

/// How deep elements may be nested. Word and `LibreOffice` stay below 60, with tables and text
/// boxes in each other; the limit keeps recursion within the stack.
const MOST_NESTED: usize = 200;

/// How many bytes a part with markup may have. The longest novel, every word of it marked
/// anew by its editor, stays below.
const MOST_MARKUP: usize = 256_000_000;

/// How many elements a part may have, so that the tree of a hostile part fits into memory.
const MOST_ELEMENTS: u32 = 8_000_000;

/// An element.
#[derive(Debug, Default)]
pub(crate) struct XmlElement {
    /// Its place in the order of the part's elements.
    pub(crate) order: u32,
    name: Rc<str>,
    attributes: Vec<(Rc<str>, Box<str>)>,
    /// What is in it.
    pub(crate) nodes: Vec<XmlNode>,
}

/// What is in an element.
#[derive(Debug)]
pub(crate) enum XmlNode {
    /// An element.
    Element(XmlElement),
    /// Characters.
    Text(Box<str>),
}

impl XmlElement {
    /// The name, with its prefix in [`NAMESPACES`]: `w:p`. Names of other namespaces have
    /// the prefix `?`.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The value of an attribute. Its name has a prefix if it is in a namespace.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes.find(|(key, _)| &**key == name).map(|(_, value)| &**value)
    }

    /// The elements in it.
    pub(crate) fn children(&self) -> impl Iterator<Item = &Self> {
        self.nodes.iter().filter_map(|node| match node {
            XmlNode::Element(element) => Some(element),
            XmlNode::Text(_) => None,
        })
    }

    /// The first child of a name.
    pub(crate) fn child(&self, name: &str) -> Option<&Self> {
        self.children().find(|child| child.name() == name)
    }

    /// The first descendant of a name, or the element itself.
    pub(crate) fn find(&self, name: &str) -> Option<&Self> {
        if self.name() == name {
            return Some(self);
        }
        self.children().find_map(|child| child.find(name))
    }

    /// Visits the element and its descendants in document order.
    pub(crate) fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Self)) {
        see(self);
        for child in self.children() {
            child.visit(see);
        }
    }

    /// The characters directly in it.
    pub(crate) fn own_text(&self) -> String {
        let texts = self.nodes.iter().filter_map(|node| match node {
            XmlNode::Text(text) => Some(&**text),
            XmlNode::Element(_) => None,
        });
        texts.collect()
    }

    /// All characters in it and its descendants.
    pub(crate) fn deep_text(&self) -> String {
        let mut text = String::new();
        self.push_deep_text(&mut text);
        text
    }

    fn push_deep_text(&self, to: &mut String) {
        for node in &self.nodes {
            match node {
                XmlNode::Text(text) => to.push_str(text),
                XmlNode::Element(element) => element.push_deep_text(to),
            }
        }
    }
}

/// Reads a part.
///
/// # Errors
///
/// When it is not UTF-8 or UTF-16, is not well-formed, or is beyond a limit.
pub(crate) fn parse_markup(
    bytes: &[u8],
    part: &str,
) -> Result<XmlElement, ReadRichError> {
    if bytes.len() > MOST_MARKUP {
        return Err(ReadRichError::TooLarge { limit: MOST_MARKUP as u64 / 1_000_000 });
    }
    let text =
        decode(bytes).ok_or_else(|| ReadRichError::Damaged { part: part.to_owned() })?;
    let mut reader = NsReader::from_str(&text);
    let mut tree = TreeBuilder::new(part, &text);
    loop {
        let before = reader.buffer_position();
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(cause) => {
                return Err(tree.fail(reader.error_position(), &cause.to_string()));
            }
        };
        match event {
            Event::Start(start) => tree.open(&reader, &start, before)?,
            Event::Empty(start) => {
                tree.open(&reader, &start, before)?;
                tree.close();
            }
            Event::End(_) => tree.close(),
            Event::Text(text) => tree.push_text(&text.xml10_content()),
            Event::CData(text) => tree.push_text(&text.xml10_content()),
            Event::GeneralRef(reference) => tree.push_text(&resolve(&reference)),
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
    if !tree.open.is_empty() {
        return Err(
            tree.fail(reader.buffer_position(), "the file ends inside an element")
        );
    }
    tree.root.take().ok_or_else(|| tree.fail(0, "there is no element"))
}

/// Text of UTF-8 or UTF-16 (which XML 1.0 §4.3.3 asks for).
fn decode(bytes: &[u8]) -> Option<String> {
    let units = |from_pair: fn([u8; 2]) -> u16| {
        let pairs = bytes.get(2..)?.as_chunks::<2>().0;
        String::from_utf16(&pairs.iter().map(|pair| from_pair(*pair)).collect::<Vec<_>>())
            .ok()
    };
    match bytes {
        [0xFF, 0xFE, ..] => units(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => units(u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8(rest.to_vec()).ok(),
        _ => String::from_utf8(bytes.to_vec()).ok(),
    }
}

/// The characters of a reference. One that has no meaning stays as it is written.
fn resolve(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        character.to_string()
    } else {
        let name = reference.xml10_content();
        let known = resolve_html5_entity(&name);
        known.map_or_else(|| format!("&{name};"), str::to_owned)
    }
}

struct TreeBuilder<'a> {
    part: &'a str,
    text: &'a str,
    open: Vec<XmlElement>,
    root: Option<XmlElement>,
    names: BTreeSet<Rc<str>>,
    prefixes: BTreeMap<&'static str, &'static str>,
    elements: u32,
    pending: String,
}

impl<'a> TreeBuilder<'a> {
    fn new(part: &'a str, text: &'a str) -> Self {
        Self {
            part,
            text,
            open: Vec::new(),
            root: None,
            names: BTreeSet::new(),
            prefixes: NAMESPACES.into_iter().collect(),
            elements: 0,
            pending: String::new(),
        }
    }

    fn fail(&self, position: u64, cause: &str) -> ReadRichError {
        let (part, line) = (self.part.to_owned(), self.line_of(position));
        ReadRichError::Markup { part, line, cause: cause.to_owned() }
    }

    fn line_of(&self, position: u64) -> u32 {
        let end = usize::try_from(position).unwrap_or(usize::MAX).min(self.text.len());
        let before = self.text.as_bytes().get(..end).unwrap_or_default();
        let lines = before.split(|byte| *byte == b'\n').count();
        u32::try_from(lines).unwrap_or(u32::MAX)
    }

    fn open(
        &mut self,
        reader: &NsReader<&[u8]>,
        start: &BytesStart<'_>,
        position: u64,
    ) -> Result<(), ReadRichError> {
        if self.open.len() >= MOST_NESTED {
            let (part, line) = (self.part.to_owned(), self.line_of(position));
            return Err(ReadRichError::TooDeep { part, line, limit: MOST_NESTED });
        }
        self.elements += 1;
        if self.elements > MOST_ELEMENTS {
            let cause = format!("there are more than {MOST_ELEMENTS} elements");
            return Err(self.fail(position, &cause));
        }
        self.flush_text();
        let (space, _) = reader.resolver().resolve_element(start.name());
        let name = self.intern(&space, start.name());
        let attributes = self.read_attributes(reader, start);
        let order = self.elements;
        self.open.push(XmlElement { order, name, attributes, nodes: Vec::new() });
        Ok(())
    }

    /// An attribute that occurs twice is not well-formed; the first counts. To look for such
    /// attributes takes time that grows with the square of their number.
    fn read_attributes(
        &mut self,
        reader: &NsReader<&[u8]>,
        start: &BytesStart<'_>,
    ) -> Vec<(Rc<str>, Box<str>)> {
        let mut attributes = Vec::new();
        for attribute in start.attributes().with_checks(false).flatten() {
            if attribute.key.as_namespace_binding().is_some_and(is_declaration) {
                continue;
            }
            let (space, _) = reader.resolver().resolve_attribute(attribute.key);
            let name = self.intern(&space, attribute.key);
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_or_else(|_| unescape_lax(&attribute.value), Into::into);
            attributes.push((name, value.into_boxed_str()));
        }
        attributes
    }

    fn intern(&mut self, space: &ResolveResult<'_>, name: QName<'_>) -> Rc<str> {
        let local = name.local_name().into_inner();
        let full = match space {
            ResolveResult::Bound(space) => {
                let prefix = self.prefixes.get(space.into_inner()).copied();
                format!("{}:{local}", prefix.unwrap_or("?"))
            }
            ResolveResult::Unbound => local.to_owned(),
            ResolveResult::Unknown(_) => format!("?:{local}"),
        };
        if let Some(known) = self.names.get(full.as_str()) {
            return Rc::clone(known);
        }
        let new: Rc<str> = full.into();
        self.names.insert(Rc::clone(&new));
        new
    }

    fn push_text(&mut self, text: &str) {
        self.pending.push_str(text);
    }

    fn flush_text(&mut self) {
        let text = std::mem::take(&mut self.pending);
        if let Some(parent) = self.open.last_mut()
            && !text.is_empty()
        {
            parent.nodes.push(XmlNode::Text(text.into_boxed_str()));
        }
    }

    fn close(&mut self) {
        self.flush_text();
        let Some(element) = self.open.pop() else { return };
        match self.open.last_mut() {
            Some(parent) => parent.nodes.push(XmlNode::Element(element)),
            None => self.root = Some(element),
        }
    }
}

const fn is_declaration(declaration: PrefixDeclaration<'_>) -> bool {
    matches!(declaration, PrefixDeclaration::Default | PrefixDeclaration::Named(_))
}

fn unescape_lax(value: &str) -> String {
    unescape_with(value, |_| None).map_or_else(|_| value.to_owned(), Into::into)
}
