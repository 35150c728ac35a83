//! Reads the structure tree (ISO 32000-1 §14.7.2) into elements and their content.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lopdf::{Dictionary, Document, Object, ObjectId, decode_text_string};

use super::content::PdfPosition;
use super::file::resolve_dictionary;

/// The deepest nesting of elements: far more than any book has, and few enough that a
/// hostile file cannot exhaust the stack.
const DEEPEST: usize = 200;

/// Names a marked-content sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MarkedContentId {
    /// Its page, from 0.
    pub(super) page: usize,
    /// Its MCID on the page.
    pub(super) mcid: i64,
}

/// A structure element.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct StructureElement {
    /// Its structure type (§14.8.4).
    pub(super) kind: String,
    /// Its children.
    pub(super) kids: Vec<StructureKid>,
    /// The alternative text of a figure.
    pub(super) alternative: Option<String>,
    /// Its language, or that of an element around it.
    pub(super) language: Option<Arc<str>>,
}

/// A child of a structure element.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum StructureKid {
    /// A structure element.
    Element(StructureElement),
    /// A marked-content sequence.
    Content(MarkedContentId),
    /// A link, and its destination in the file, if it has one.
    Link(Option<PdfPosition>, Option<String>),
}

impl StructureElement {
    /// Its child elements.
    pub(super) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.kids.iter().filter_map(|kid| match kid {
            StructureKid::Element(element) => Some(element),
            StructureKid::Content(..) | StructureKid::Link(..) => None,
        })
    }

    /// Whether it is a heading.
    pub(super) fn is_heading(&self) -> bool {
        matches!(self.kind.as_str(), "H" | "H1" | "H2" | "H3" | "H4" | "H5" | "H6")
    }

    /// The marked-content sequences in it, in order; for a heading, without its references.
    pub(super) fn marked_contents(&self) -> Vec<MarkedContentId> {
        let mut contents = Vec::new();
        for kid in &self.kids {
            match kid {
                StructureKid::Content(id) => contents.push(*id),
                StructureKid::Element(kid)
                    if kid.kind == "Reference" && self.is_heading() => {}
                StructureKid::Element(kid) => contents.extend(kid.marked_contents()),
                StructureKid::Link(..) => {}
            }
        }
        contents
    }

    /// The destination of the first link in it.
    pub(super) fn link_target(&self) -> Option<PdfPosition> {
        self.kids.iter().find_map(|kid| match kid {
            StructureKid::Link(place, _) => *place,
            StructureKid::Element(kid) => kid.link_target(),
            StructureKid::Content(..) => None,
        })
    }

    /// The level of a heading; 0 for other elements.
    pub(super) fn level(&self) -> u8 {
        let level = self.kind.strip_prefix('H').and_then(|level| level.parse().ok());
        level.unwrap_or(u8::from(self.kind == "H"))
    }

    /// The address that the first link in it leads to.
    pub(super) fn link_address(&self) -> Option<&str> {
        self.kids.iter().find_map(|kid| match kid {
            StructureKid::Link(_, address) => address.as_deref(),
            StructureKid::Element(kid) => kid.link_address(),
            StructureKid::Content(..) => None,
        })
    }

    /// Whether it contains a reference to a note.
    pub(super) fn has_reference(&self) -> bool {
        self.elements()
            .any(|element| element.kind == "Reference" || element.has_reference())
    }

    /// Whether its first descendant that is not a heading is a note.
    pub(super) fn holds_notes(&self) -> bool {
        let first = self.elements().find(|element| !element.is_heading());
        first.is_some_and(|first| first.kind == "Note" || first.holds_notes())
    }
}

/// The structure tree.
pub(super) struct ReadStructure {
    /// The elements of the first level are its children.
    pub(super) root: StructureElement,
    /// How many elements are on pages that the file does not have.
    pub(super) elements_off_pages: usize,
}

/// Reads the tree; `None` for a file without one.
pub(super) fn read_structure_tree(
    document: &Document,
    pages: &BTreeMap<ObjectId, usize>,
) -> Option<ReadStructure> {
    let catalog = document.catalog().ok()?;
    let root = resolve_dictionary(document, catalog.get(b"StructTreeRoot").ok()?)?;
    let mut reader =
        TreeReader { document, pages, visited: BTreeSet::new(), elements_off_pages: 0 };
    let mut tree = StructureElement {
        language: read_language(catalog),
        ..StructureElement::default()
    };
    let language = tree.language.clone();
    if let Ok(kids) = root.get(b"K") {
        reader.read_kids(kids, None, language.as_ref(), 0, &mut tree.kids);
    }
    Some(ReadStructure { root: tree, elements_off_pages: reader.elements_off_pages })
}

/// Reads the elements of a tree.
struct TreeReader<'a> {
    document: &'a Document,
    pages: &'a BTreeMap<ObjectId, usize>,
    /// The elements that were read: a tree contains each once.
    visited: BTreeSet<ObjectId>,
    /// Elements on pages that the file does not have.
    elements_off_pages: usize,
}

impl TreeReader<'_> {
    /// Reads the children of an element; `page` is the page of bare MCIDs.
    fn read_kids(
        &mut self,
        object: &Object,
        page: Option<usize>,
        language: Option<&Arc<str>>,
        depth: usize,
        into: &mut Vec<StructureKid>,
    ) {
        let document = self.document;
        if let Ok(id) = object.as_reference()
            && !self.visited.insert(id)
        {
            return;
        }
        let Ok((_, object)) = document.dereference(object) else { return };
        match object {
            Object::Integer(number) => {
                let content =
                    |page| StructureKid::Content(MarkedContentId { page, mcid: *number });
                into.extend(page.map(content));
            }
            Object::Array(kids) if depth < DEEPEST => {
                for kid in kids {
                    self.read_kids(kid, page, language, depth + 1, into);
                }
            }
            Object::Dictionary(kid) => {
                into.extend(self.read_kid(kid, page, language, depth));
            }
            _ => {}
        }
    }

    /// Reads a child that is a dictionary: an element, or a reference to a marked-content
    /// sequence or to an object (§14.7.4).
    fn read_kid(
        &mut self,
        kid: &Dictionary,
        page: Option<usize>,
        language: Option<&Arc<str>>,
        depth: usize,
    ) -> Option<StructureKid> {
        let own_page = kid.get(b"Pg").and_then(Object::as_reference).ok();
        let known = own_page.and_then(|id| self.pages.get(&id).copied());
        self.elements_off_pages += usize::from(own_page.is_some() && known.is_none());
        let page = known.or(page);
        match kid.get(b"Type").and_then(Object::as_name).unwrap_or_default() {
            b"MCR" => {
                let mcid = kid.get(b"MCID").and_then(Object::as_i64).ok()?;
                Some(StructureKid::Content(MarkedContentId { page: page?, mcid }))
            }
            b"OBJR" => {
                let annotation =
                    resolve_dictionary(self.document, kid.get(b"Obj").ok()?)?;
                let address = self.read_address(annotation);
                Some(StructureKid::Link(self.read_destination(annotation), address))
            }
            _ if depth < DEEPEST => {
                let kind = kid.get(b"S").and_then(Object::as_name).unwrap_or_default();
                let alternative =
                    kid.get(b"Alt").ok().and_then(|alt| decode_text_string(alt).ok());
                let mut element = StructureElement {
                    kind: String::from_utf8_lossy(kind).into_owned(),
                    kids: Vec::new(),
                    alternative,
                    language: read_language(kid).or_else(|| language.cloned()),
                };
                if let Ok(kids) = kid.get(b"K") {
                    let language = element.language.clone();
                    self.read_kids(
                        kids,
                        page,
                        language.as_ref(),
                        depth + 1,
                        &mut element.kids,
                    );
                }
                Some(StructureKid::Element(element))
            }
            _ => None,
        }
    }

    fn read_destination(&self, annotation: &Dictionary) -> Option<PdfPosition> {
        read_destination(self.document, annotation, self.pages)
    }

    /// The address of a link out of the book (§12.6.4.7).
    fn read_address(&self, annotation: &Dictionary) -> Option<String> {
        let action = resolve_dictionary(self.document, annotation.get(b"A").ok()?)?;
        let address = action.get(b"URI").and_then(Object::as_str).ok()?;
        Some(String::from_utf8_lossy(address).into_owned())
    }
}

/// Where a link or a bookmark leads (§12.3.2.2: page, `XYZ`, left, top).
pub(super) fn read_destination(
    document: &Document,
    annotation: &Dictionary,
    pages: &BTreeMap<ObjectId, usize>,
) -> Option<PdfPosition> {
    let destination = annotation.get(b"Dest").ok()?;
    let (_, destination) = document.dereference(destination).ok()?;
    let [page, _, _, top, ..] = destination.as_array().ok()?.as_slice() else {
        return None;
    };
    let page = *pages.get(&page.as_reference().ok()?)?;
    Some(PdfPosition { page, y: top.as_float().ok()? })
}

/// The language that a dictionary states (§14.9.2).
fn read_language(entry: &Dictionary) -> Option<Arc<str>> {
    let language = decode_text_string(entry.get(b"Lang").ok()?).ok()?;
    (!language.is_empty()).then(|| language.into())
}
