//! Links and the places they lead to (ISO 32000-1 §12.3.2, §12.5.6.5).

use lopdf::{Document, Object, ObjectId, StringFormat};

use super::value::{dict, integer, name, real, rectangle, text};
use crate::length::Point;
use crate::typeset::document::{
    DestinationId, ElementId, Link, Page, Pages, Placed, Target,
};

/// A link that was written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Annotation {
    /// Its object.
    pub(super) id: ObjectId,
    /// Its page, from 0.
    pub(super) page: usize,
    /// Its key in the parent tree.
    pub(super) key: usize,
    /// Its element.
    pub(super) element: ElementId,
}

/// What the links of a page say, in order.
pub(super) fn words(page: &Page) -> Vec<String> {
    page.links.iter().map(|link| description(link, page)).collect()
}

/// Adds the links of all pages, in order, with what they say; those that lead nowhere are
/// left out.
pub(super) fn add(
    document: &mut Document,
    pages: &Pages,
    words: &[Vec<String>],
    page_ids: &[ObjectId],
) -> Vec<Annotation> {
    let mut annotations = Vec::new();
    let links = pages.pages.iter().map(|page| &page.links).zip(words).enumerate();
    for (page, (links, words)) in links {
        for (link, words) in links.iter().zip(words) {
            let Some((key, value)) = action(&link.target, pages, page_ids) else {
                continue;
            };
            let parent = page_ids.len() + annotations.len();
            let mut entry = dict([
                ("Type", name("Annot")),
                ("Subtype", name("Link")),
                ("Rect", area(link, pages)),
                ("Border", Object::Array(vec![0.into(), 0.into(), 0.into()])),
                // Printed with the page; bit 3 (ISO 32000-1 §12.5.3).
                ("F", Object::Integer(4)),
                ("P", Object::Reference(page_ids[page])),
                ("StructParent", integer(parent)),
                (key, value),
            ]);
            if !words.is_empty() {
                entry.set("Contents", text(words));
            }
            let id = document.add_object(entry);
            annotations.push(Annotation { id, page, key: parent, element: link.element });
        }
    }
    annotations
}

/// What a link says of itself (ISO 14289-1 §7.18.5): its description, or else its words.
fn description(link: &Link, page: &Page) -> String {
    if !link.description.is_empty() {
        return link.description.clone();
    }
    let own = page.items.iter().filter_map(|item| match item {
        Placed::Run(run) if run.element == Some(link.element) => Some(run.text.as_str()),
        _ => None,
    });
    own.collect::<String>().trim().to_owned()
}

fn area(link: &Link, pages: &Pages) -> Object {
    let (corner, size) = (link.rect.corner, link.rect.size);
    let far = Point { x: corner.x + size.width, y: corner.y + size.height };
    rectangle(corner, far, pages.trim)
}

fn action(
    target: &Target,
    pages: &Pages,
    page_ids: &[ObjectId],
) -> Option<(&'static str, Object)> {
    match target {
        Target::Place(id) => Some(("Dest", destination(*id, pages, page_ids)?)),
        Target::Address(address) => {
            let uri = Object::String(ascii(address), StringFormat::Literal);
            Some(("A", dict([("S", name("URI")), ("URI", uri)]).into()))
        }
    }
}

/// An explicit destination that leaves the magnification as it is; none for an id that
/// leads nowhere.
pub(super) fn destination(
    id: DestinationId,
    pages: &Pages,
    page_ids: &[ObjectId],
) -> Option<Object> {
    let destination = pages.destinations.get(id.0 as usize)?;
    let page = *page_ids.get(destination.page as usize)?;
    Some(Object::Array(vec![
        Object::Reference(page),
        name("XYZ"),
        real(destination.point.x),
        real(pages.trim.height - destination.point.y),
        Object::Null,
    ]))
}

/// A URI in ASCII (ISO 32000-1 §12.6.4.7), other bytes written as `%C3` (RFC 3987 §3.1).
fn ascii(address: &str) -> Vec<u8> {
    let byte = |byte: u8| match byte {
        b'!'..=b'~' => vec![byte],
        _ => format!("%{byte:02X}").into_bytes(),
    };
    address.bytes().flat_map(byte).collect()
}
