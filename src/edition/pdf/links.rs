//! Links and their destinations (ISO 32000-1 §12.3.2, §12.5.6.5).

use std::collections::BTreeMap;

use pdf_writer::types::{ActionType, AnnotationFlags, AnnotationType};
use pdf_writer::writers::Annotation as AnnotationWriter;
use pdf_writer::{Chunk, Finish, Name, Null, Obj, Ref, Str, TextStr};

use super::file::{PdfBuilder, to_i32};
use super::values::{to_points, to_rect};
use crate::typeset::document::{
    Destination, DestinationId, ElementId, Link, LinkTarget, Page, Pages, PlacedItem,
};

/// Length of a description in bytes above which no more text is added: some lines. Each line
/// of a link has the same description.
const LONGEST_DESCRIPTION: usize = 500;

/// The annotation of a link.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinkAnnotation<'a> {
    /// Its object.
    pub(super) id: Ref,
    /// The index of its page.
    pub(super) page: usize,
    /// Its key in the parent tree.
    pub(super) key: usize,
    /// Its element.
    pub(super) element: ElementId,
    link: &'a Link,
    description: &'a str,
}

/// Describes the links of a page, in order (ISO 14289-1 §7.18.5): by the description that a
/// link has, or else by its text on the page.
pub(super) fn describe_links(page: &Page) -> Vec<String> {
    let undescribed = page.links.iter().filter(|link| link.description.is_empty());
    let mut texts: BTreeMap<ElementId, String> =
        undescribed.map(|link| (link.element, String::new())).collect();
    let runs = page.items.iter().filter_map(|item| match item {
        PlacedItem::Run(run) => Some((run.element?, &run.text)),
        _ => None,
    });
    for (element, text) in runs {
        if let Some(description) = texts.get_mut(&element)
            && description.len() < LONGEST_DESCRIPTION
        {
            description.push_str(text);
        }
    }
    let describe = |link: &Link| match texts.get(&link.element) {
        Some(text) if link.description.is_empty() => text.trim().to_owned(),
        _ => link.description.clone(),
    };
    page.links.iter().map(describe).collect()
}

/// Reserves an annotation for each link of all pages, in order, with its description. Links
/// without a destination are left out.
pub(super) fn reserve_annotations<'a>(
    file: &mut PdfBuilder,
    pages: &'a Pages,
    descriptions: &'a [Vec<String>],
) -> Vec<LinkAnnotation<'a>> {
    let has_target = |link: &Link| match link.target {
        LinkTarget::Destination(id) => find_destination(id, pages).is_some(),
        LinkTarget::Address(_) => true,
    };
    let mut annotations = Vec::new();
    for (page, (on_page, descriptions)) in
        pages.pages.iter().zip(descriptions).enumerate()
    {
        let links = on_page.links.iter().zip(descriptions);
        for (link, description) in links.filter(|(link, _)| has_target(link)) {
            annotations.push(LinkAnnotation {
                id: file.reserve(),
                page,
                key: pages.pages.len() + annotations.len(),
                element: link.element,
                link,
                description,
            });
        }
    }
    annotations
}

impl LinkAnnotation<'_> {
    /// Writes the annotation; `page_refs` are all pages.
    pub(super) fn write(&self, pages: &Pages, page_refs: &[Ref], chunk: &mut Chunk) {
        let area = self.link.rect;
        let mut entry: AnnotationWriter<'_> = chunk.annotation(self.id);
        entry
            .subtype(AnnotationType::Link)
            .rect(to_rect(area.corner, area.far(), pages.trim))
            .border(0.0, 0.0, 0.0, None)
            .flags(AnnotationFlags::PRINT)
            .page(page_refs[self.page])
            .struct_parent(to_i32(self.key));
        match &self.link.target {
            LinkTarget::Destination(id) => {
                if let Some(place) = find_destination(*id, pages) {
                    let to = entry.insert(Name(b"Dest"));
                    write_destination(place, pages, page_refs, to);
                }
            }
            LinkTarget::Address(address) => {
                let mut action = entry.action();
                action.action_type(ActionType::Uri).uri(Str(&encode_uri(address)));
            }
        }
        if !self.description.is_empty() {
            entry.contents(TextStr(self.description));
        }
        entry.finish();
    }
}

/// Finds a destination; none if it or its page does not exist.
pub(super) fn find_destination(id: DestinationId, pages: &Pages) -> Option<&Destination> {
    let destination = pages.destinations.get(id.0 as usize)?;
    pages.pages.get(destination.page as usize)?;
    Some(destination)
}

/// Writes an explicit destination that does not change the magnification.
pub(super) fn write_destination(
    destination: &Destination,
    pages: &Pages,
    page_refs: &[Ref],
    to: Obj<'_>,
) {
    let mut place = to.array();
    place
        .item(page_refs[destination.page as usize])
        .item(Name(b"XYZ"))
        .item(to_points(destination.point.x))
        .item(to_points(pages.trim.height - destination.point.y))
        .item(Null);
}

/// Encodes a URI in ASCII (ISO 32000-1 §12.6.4.7), other bytes as `%C3` (RFC 3987 §3.1).
fn encode_uri(address: &str) -> Vec<u8> {
    let encode_byte = |byte: u8| match byte {
        b'!'..=b'~' => vec![byte],
        _ => format!("%{byte:02X}").into_bytes(),
    };
    address.bytes().flat_map(encode_byte).collect()
}
