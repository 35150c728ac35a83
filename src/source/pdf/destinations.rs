//! Destinations (ISO 32000-1 §12.3.2), and links to them.

use std::collections::BTreeMap;

use hayro_syntax::object::{
    Array, Dict, MaybeRef, Name, Number, ObjRef, Object, Rect as PdfRect,
    String as PdfString,
};
use hayro_syntax::page::Page;
use hayro_syntax::{Pdf, object::ObjectIdentifier};

use crate::length::Length;
use crate::source::pdf::matrix::{Bounds, PageMatrix};
use crate::source::pdf::page::{PdfLink, PdfLinkTarget, Place};
use crate::source::pdf::text_strings::decode_text_string;

/// The most named destinations, and the most links of a page, that are read.
const MOST_NAMES: usize = 200_000;
/// The deepest name tree; a balanced one of 64 children needs three levels.
const DEEPEST_TREE: u8 = 32;

/// The pages and the named destinations of a document.
pub(super) struct Destinations<'a> {
    /// The index of a page, and its matrix.
    pages: BTreeMap<(u32, i32), usize>,
    matrices: Vec<PageMatrix>,
    named: BTreeMap<Vec<u8>, Object<'a>>,
}

impl<'a> Destinations<'a> {
    /// Reads the named destinations.
    pub(super) fn read(pdf: &'a Pdf, catalog: &Dict<'a>) -> Self {
        let mut pages = BTreeMap::new();
        let mut matrices = Vec::new();
        for (index, page) in pdf.pages().iter().enumerate() {
            if let Some(id) = page.raw().obj_id() {
                pages.entry(key_of(id)).or_insert(index);
            }
            matrices.push(PageMatrix(page.initial_transform(true).as_coeffs()));
        }
        let mut named = BTreeMap::new();
        if let Some(dests) = catalog.get::<Dict<'a>>("Dests") {
            for key in dests.keys() {
                if let Some(destination) = dests.get::<Object<'a>>(&*key) {
                    named.insert(key.as_ref().to_vec(), destination);
                }
            }
        }
        let tree =
            catalog.get::<Dict<'a>>("Names").and_then(|n| n.get::<Dict<'a>>("Dests"));
        let mut nodes: Vec<(Dict<'a>, u8)> =
            tree.map(|root| (root, 0)).into_iter().collect();
        let mut visited = 0;
        while let Some((node, depth)) = nodes.pop() {
            visited += 1;
            if visited > MOST_NAMES || depth > DEEPEST_TREE || named.len() > MOST_NAMES {
                break;
            }
            if let Some(kids) = node.get::<Array<'a>>("Kids") {
                nodes.extend(kids.iter::<Dict<'a>>().map(|kid| (kid, depth + 1)));
            }
            let Some(names) = node.get::<Array<'a>>("Names") else { continue };
            let mut entries = names.flex_iter();
            while let Some(name) = entries.next::<PdfString<'a>>() {
                let Some(destination) = entries.next::<Object<'a>>() else { break };
                named.insert(name.as_bytes().to_vec(), destination);
            }
        }
        Self { pages, matrices, named }
    }

    /// The index of the page that a reference names.
    pub(super) fn find_page(&self, page: ObjRef) -> Option<usize> {
        self.pages.get(&(page.obj_number, page.gen_number)).copied()
    }

    /// Where an outline item or a link leads inside the document.
    pub(super) fn find_of(&self, item: &Dict<'_>) -> Option<Place> {
        let destination = item.get::<Object<'_>>("Dest").or_else(|| {
            let action = item.get::<Dict<'_>>("A")?;
            let kind = action.get::<Name<'_>>("S")?;
            (kind.as_ref() == b"GoTo").then(|| action.get::<Object<'_>>("D"))?
        })?;
        self.resolve(&destination, 0)
    }

    fn resolve(&self, destination: &Object<'_>, depth: u8) -> Option<Place> {
        if depth > 4 {
            return None;
        }
        match destination {
            Object::Array(array) => self.resolve_array(array),
            Object::Name(name) => self.resolve(self.named.get(name.as_ref())?, depth + 1),
            Object::String(name) => {
                self.resolve(self.named.get(name.as_bytes())?, depth + 1)
            }
            Object::Dict(dict) => self.resolve(&dict.get::<Object<'_>>("D")?, depth + 1),
            _ => None,
        }
    }

    fn resolve_array(&self, array: &Array<'_>) -> Option<Place> {
        let index = match first_entry(array)?.as_obj_ref() {
            Some(page) => self.find_page(page)?,
            None => usize::try_from(array.iter::<Number>().next()?.as_i64()).ok()?,
        };
        let matrix = self.matrices.get(index)?;
        let mut entries = array.iter::<Object<'_>>().skip(1);
        let kind = entries.next();
        let rest: Vec<Option<f64>> = entries
            .map(|entry| match entry {
                Object::Number(number) => Some(number.as_f64()),
                _ => None,
            })
            .collect();
        let number = |at: usize| rest.get(at).copied().flatten();
        let (x, y) = match &kind {
            Some(Object::Name(kind)) => match kind.as_ref() {
                b"XYZ" => (number(0), number(1)),
                b"FitH" | b"FitBH" => (None, number(0)),
                b"FitR" => (number(0), number(3)),
                _ => (None, None),
            },
            _ => (None, None),
        };
        let top = y.map(|y| Length::from_pt(matrix.apply(x.unwrap_or(0.0), y).1));
        Some(Place { page: u32::try_from(index).ok()?.saturating_add(1), top })
    }

    /// The links of a page.
    pub(super) fn list_links(&self, page: &Page<'_>) -> Vec<PdfLink> {
        let matrix = PageMatrix(page.initial_transform(true).as_coeffs());
        let Some(annotations) = page.raw().get::<Array<'_>>("Annots") else {
            return Vec::new();
        };
        let links = annotations.iter::<Dict<'_>>().take(MOST_NAMES).filter_map(|dict| {
            let subtype = dict.get::<Name<'_>>("Subtype")?;
            if subtype.as_ref() != b"Link" {
                return None;
            }
            let place = dict.get::<PdfRect>("Rect")?;
            let place = Bounds::between(place.x0, place.y0, place.x1, place.y1);
            let place = matrix.apply_box(place).to_rect()?;
            let target = match self.find_of(&dict) {
                Some(place) => PdfLinkTarget::Place(place),
                None => PdfLinkTarget::Address(find_address(&dict)?),
            };
            Some(PdfLink { place, target })
        });
        links.collect()
    }
}

fn find_address(link: &Dict<'_>) -> Option<String> {
    let address = link.get::<Dict<'_>>("A")?.get::<PdfString<'_>>("URI")?;
    Some(decode_text_string(address.as_bytes()))
}

fn key_of(id: ObjectIdentifier) -> (u32, i32) {
    (id.obj_number, id.gen_number)
}

/// The first entry of an array, or the reference that stands for it.
fn first_entry<'a>(array: &Array<'a>) -> Option<MaybeRef<Object<'a>>> {
    array.raw_iter().next()
}
