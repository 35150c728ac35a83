//! The structure tree (ISO 32000-1 §14.7.2), read into elements and their contents.

use std::collections::{BTreeMap, BTreeSet};

use lopdf::{Dictionary, Document, Object, ObjectId, decode_text_string};

use super::content::PdfPosition;

/// Elements below elements that are read at most: far more than any book has, and few
/// enough that a hostile file cannot exhaust the stack.
const DEEPEST: usize = 200;

/// A marked content: its page, from 0, and its number there.
pub(super) type Piece = (usize, i64);

/// An element of the structure.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Element {
    /// Its structure type (§14.8.4).
    pub(super) kind: String,
    /// What it consists of.
    pub(super) kids: Vec<Kid>,
    /// Words that stand for it, where it is a figure.
    pub(super) alternative: Option<String>,
}

/// A piece of an element.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kid {
    /// An element.
    Element(Element),
    /// A marked content: its page, and its number there.
    Content(usize, i64),
    /// A link, and the place in the file that it leads to, if it leads to one.
    Link(Option<PdfPosition>),
}

impl Element {
    /// Its elements.
    pub(super) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.kids.iter().filter_map(|kid| match kid {
            Kid::Element(element) => Some(element),
            Kid::Content(..) | Kid::Link(_) => None,
        })
    }

    /// Whether it is a heading.
    pub(super) fn is_heading(&self) -> bool {
        matches!(self.kind.as_str(), "H" | "H1" | "H2" | "H3" | "H4" | "H5" | "H6")
    }

    /// The marked contents in it, in order; those of a heading without its references.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for kid in &self.kids {
            match kid {
                Kid::Content(page, number) => pieces.push((*page, *number)),
                Kid::Element(kid) if kid.kind == "Reference" && self.is_heading() => {}
                Kid::Element(kid) => pieces.extend(kid.pieces()),
                Kid::Link(_) => {}
            }
        }
        pieces
    }

    /// The place that the first link in it leads to.
    pub(super) fn link(&self) -> Option<PdfPosition> {
        self.kids.iter().find_map(|kid| match kid {
            Kid::Link(place) => *place,
            Kid::Element(kid) => kid.link(),
            Kid::Content(..) => None,
        })
    }

    /// Whether a note is called in it.
    pub(super) fn calls(&self) -> bool {
        self.elements().any(|element| element.kind == "Reference" || element.calls())
    }

    /// Whether the first thing below it that is no heading is a note.
    pub(super) fn holds_notes(&self) -> bool {
        let first = self.elements().find(|element| !element.is_heading());
        first.is_some_and(|first| first.kind == "Note" || first.holds_notes())
    }
}

/// Reads the tree; none in a file that has no structure.
pub(super) fn read(
    document: &Document,
    pages: &BTreeMap<ObjectId, usize>,
) -> Option<Element> {
    let catalog = document.catalog().ok()?;
    let root = follow(document, catalog.get(b"StructTreeRoot").ok()?)?;
    let mut reading = Reading { document, pages, seen: BTreeSet::new() };
    let mut tree = Element::default();
    if let Ok(kids) = root.get(b"K") {
        reading.kids(kids, None, 0, &mut tree.kids);
    }
    Some(tree)
}

/// The dictionary that an object is or refers to.
pub(super) fn follow<'a>(
    document: &'a Document,
    object: &'a Object,
) -> Option<&'a Dictionary> {
    document.dereference(object).ok()?.1.as_dict().ok()
}

/// A tree in the reading.
struct Reading<'a> {
    document: &'a Document,
    pages: &'a BTreeMap<ObjectId, usize>,
    /// Elements that were met: a tree has each once.
    seen: BTreeSet<ObjectId>,
}

impl Reading<'_> {
    /// Reads the kids of an element; `page` is the one that bare numbers refer to.
    fn kids(
        &mut self,
        object: &Object,
        page: Option<usize>,
        depth: usize,
        into: &mut Vec<Kid>,
    ) {
        let document = self.document;
        if let Ok(id) = object.as_reference()
            && !self.seen.insert(id)
        {
            return;
        }
        let Ok((_, object)) = document.dereference(object) else { return };
        match object {
            Object::Integer(number) => {
                into.extend(page.map(|page| Kid::Content(page, *number)));
            }
            Object::Array(kids) if depth < DEEPEST => {
                for kid in kids {
                    self.kids(kid, page, depth + 1, into);
                }
            }
            Object::Dictionary(kid) => into.extend(self.kid(kid, page, depth)),
            _ => {}
        }
    }

    /// A kid that is a dictionary: an element, a reference to a marked content or to an
    /// object (§14.7.4).
    fn kid(
        &mut self,
        kid: &Dictionary,
        page: Option<usize>,
        depth: usize,
    ) -> Option<Kid> {
        let own = kid.get(b"Pg").and_then(Object::as_reference).ok();
        let page = own.and_then(|id| self.pages.get(&id).copied()).or(page);
        match kid.get(b"Type").and_then(Object::as_name).unwrap_or_default() {
            b"MCR" => {
                let number = kid.get(b"MCID").and_then(Object::as_i64).ok()?;
                Some(Kid::Content(page?, number))
            }
            b"OBJR" => {
                let annotation = follow(self.document, kid.get(b"Obj").ok()?)?;
                Some(Kid::Link(self.destination(annotation)))
            }
            _ if depth < DEEPEST => {
                let kind = kid.get(b"S").and_then(Object::as_name).unwrap_or_default();
                let alternative =
                    kid.get(b"Alt").ok().and_then(|alt| decode_text_string(alt).ok());
                let mut element = Element {
                    kind: String::from_utf8_lossy(kind).into_owned(),
                    kids: Vec::new(),
                    alternative,
                };
                if let Ok(kids) = kid.get(b"K") {
                    self.kids(kids, page, depth + 1, &mut element.kids);
                }
                Some(Kid::Element(element))
            }
            _ => None,
        }
    }

    /// Where a link leads (§12.3.2.2: page, `XYZ`, left, top).
    fn destination(&self, annotation: &Dictionary) -> Option<PdfPosition> {
        let destination = annotation.get(b"Dest").ok()?;
        let (_, destination) = self.document.dereference(destination).ok()?;
        let [page, _, _, top, ..] = destination.as_array().ok()?.as_slice() else {
            return None;
        };
        let page = *self.pages.get(&page.as_reference().ok()?)?;
        Some(PdfPosition { page, y: top.as_float().ok()? })
    }
}
