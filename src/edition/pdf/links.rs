//! Links and the places they lead to (ISO 32000-1 §12.3.2, §12.5.6.5).

use std::collections::BTreeMap;

use pdf_writer::types::{ActionType, AnnotationFlags, AnnotationType};
use pdf_writer::writers::Annotation as Entry;
use pdf_writer::{Chunk, Finish, Name, Null, Obj, Ref, Str, TextStr};

use super::file::{number, reference};
use super::value::{points, rect};
use crate::typeset::document::{
    Destination, DestinationId, ElementId, Link, Page, Pages, Placed, Target,
};

/// Bytes of its words after which a link says no more of itself: some lines. Each line of a
/// link says the same.
const LONGEST_WORDS: usize = 500;

/// A link as it stands in the file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Annotation<'a> {
    /// Its object.
    pub(super) id: Ref,
    /// Its page, from 0.
    pub(super) page: usize,
    /// Its key in the parent tree.
    pub(super) key: usize,
    /// Its element.
    pub(super) element: ElementId,
    link: &'a Link,
    /// What it says.
    words: &'a str,
}

/// What the links of a page say of themselves, in order (ISO 14289-1 §7.18.5): their
/// descriptions, or else their words on the page.
pub(super) fn words(page: &Page) -> Vec<String> {
    let undescribed = page.links.iter().filter(|link| link.description.is_empty());
    let mut said: BTreeMap<ElementId, String> =
        undescribed.map(|link| (link.element, String::new())).collect();
    let runs = page.items.iter().filter_map(|item| match item {
        Placed::Run(run) => Some((run.element?, &run.text)),
        _ => None,
    });
    for (element, text) in runs {
        if let Some(words) = said.get_mut(&element)
            && words.len() < LONGEST_WORDS
        {
            words.push_str(text);
        }
    }
    let words = |link: &Link| match said.get(&link.element) {
        Some(words) if link.description.is_empty() => words.trim().to_owned(),
        _ => link.description.clone(),
    };
    page.links.iter().map(words).collect()
}

/// The links of all pages, in order, with what they say, as objects from a number on; those
/// that lead nowhere are left out.
pub(super) fn annotations<'a>(
    pages: &'a Pages,
    words: &'a [Vec<String>],
    first: usize,
) -> Vec<Annotation<'a>> {
    let leads = |link: &Link| match link.target {
        Target::Place(id) => destination(id, pages).is_some(),
        Target::Address(_) => true,
    };
    let mut annotations = Vec::new();
    for (page, (on, words)) in pages.pages.iter().zip(words).enumerate() {
        for (link, words) in on.links.iter().zip(words).filter(|(link, _)| leads(link)) {
            let place = annotations.len();
            annotations.push(Annotation {
                id: reference(first + place),
                page,
                key: pages.pages.len() + place,
                element: link.element,
                link,
                words,
            });
        }
    }
    annotations
}

impl Annotation<'_> {
    /// Writes it, with the objects of all pages.
    pub(super) fn write(&self, pages: &Pages, page_refs: &[Ref], chunk: &mut Chunk) {
        let area = self.link.rect;
        let mut entry: Entry<'_> = chunk.annotation(self.id);
        entry
            .subtype(AnnotationType::Link)
            .rect(rect(area.corner, area.far(), pages.trim))
            .border(0.0, 0.0, 0.0, None)
            .flags(AnnotationFlags::PRINT)
            .page(page_refs[self.page])
            .struct_parent(number(self.key));
        match &self.link.target {
            Target::Place(id) => {
                if let Some(place) = destination(*id, pages) {
                    lead_to(place, pages, page_refs, entry.insert(Name(b"Dest")));
                }
            }
            Target::Address(address) => {
                let mut action = entry.action();
                action.action_type(ActionType::Uri).uri(Str(&ascii(address)));
            }
        }
        if !self.words.is_empty() {
            entry.contents(TextStr(self.words));
        }
        entry.finish();
    }
}

/// A place that can be led to; none for an id that leads nowhere.
pub(super) fn destination(id: DestinationId, pages: &Pages) -> Option<&Destination> {
    let destination = pages.destinations.get(id.0 as usize)?;
    pages.pages.get(destination.page as usize)?;
    Some(destination)
}

/// Writes an explicit destination that leaves the magnification as it is.
pub(super) fn lead_to(
    to: &Destination,
    pages: &Pages,
    page_refs: &[Ref],
    entry: Obj<'_>,
) {
    let mut place = entry.array();
    place
        .item(page_refs[to.page as usize])
        .item(Name(b"XYZ"))
        .item(points(to.point.x))
        .item(points(pages.trim.height - to.point.y))
        .item(Null);
}

/// A URI in ASCII (ISO 32000-1 §12.6.4.7), other bytes written as `%C3` (RFC 3987 §3.1).
fn ascii(address: &str) -> Vec<u8> {
    let byte = |byte: u8| match byte {
        b'!'..=b'~' => vec![byte],
        _ => format!("%{byte:02X}").into_bytes(),
    };
    address.bytes().flat_map(byte).collect()
}
