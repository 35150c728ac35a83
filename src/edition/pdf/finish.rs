//! Makes a whole document of the pages that the writer left: catalog, boxes, structure,
//! links, outline, labels, metadata, identifier.

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::canvas::{self, Stock};
use super::file::{self, File};
use super::kept::Painted;
use super::value::{dict, integer, name, rectangle, text};
use super::writer::Screen;
use super::{Particulars, colour, links, outline, structure, xmp};
use crate::length::Point;
use crate::typeset::document::Pages;

/// The glyph that stands for what a font has not (OpenType, `glyf`).
const NOTDEF: u16 = 0;

/// The version of PDF behind the point: 1.7 (ISO 32000-1).
const MINOR: u8 = 7;

/// Puts the pages into a document, finishes it and writes it.
pub(super) fn finish(
    stock: &Stock<'_>,
    pages: &Pages,
    painted: Vec<Painted>,
    particulars: &Particulars,
) -> Vec<u8> {
    let conforms = conforms(stock, pages, particulars);
    let (mut sized, mut tagged, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for page in painted {
        sized.push((pages.trim, page.content));
        tagged.push(page.tagged);
        words.push(page.links);
    }
    let mut document = canvas::document(stock, sized, &mut Screen);
    let page_ids: Vec<ObjectId> = document.get_pages().into_values().collect();
    let annotations = links::add(&mut document, pages, &words, &page_ids);
    let outline = outline::add(&mut document, pages, &page_ids);

    finish_pages(&mut document, pages, &page_ids);
    for annotation in &annotations {
        let page = document.get_dictionary_mut(page_ids[annotation.page]);
        let list = page.ok().and_then(|page| page.get_mut(b"Annots").ok());
        if let Some(Object::Array(list)) = list {
            list.push(Object::Reference(annotation.id));
        }
    }

    let mut catalog = catalog(&mut document, pages, particulars, conforms);
    catalog.set("OutputIntents", colour::output_intent(&mut document));
    if let Some(outline) = outline {
        catalog.set("Outlines", Object::Reference(outline));
        catalog.set("PageMode", name("UseOutlines"));
    }
    let is_tagged = !pages.elements.is_empty();
    if is_tagged {
        catalog.set("MarkInfo", dict([("Marked", true.into())]));
    }
    let file = File::new(document, catalog, file::info(particulars));
    let structure = is_tagged
        .then(|| structure::write(pages, &tagged, &page_ids, &annotations, &file));
    file.write(MINOR, structure)
}

/// Whether the file keeps PDF/A-2a and PDF/UA-1: all but what a book itself may lack. A
/// reading voice has to know the language (ISO 14289-1 §7.2), and no glyph may stand for a
/// character that no font has (ISO 19005-2 §6.2.11.8, ISO 14289-1 §7.21.8).
fn conforms(stock: &Stock<'_>, pages: &Pages, particulars: &Particulars) -> bool {
    let mut subsets = stock.faces().iter().flat_map(|face| &face.subsets);
    particulars.language.is_some()
        && !pages.elements.is_empty()
        && !subsets.any(|subset| subset.glyph(NOTDEF).is_some())
}

/// Gives every page its boxes, one shared set of resources, and the keys of its tags.
fn finish_pages(document: &mut Document, pages: &Pages, page_ids: &[ObjectId]) {
    let resources = file::resources(document, page_ids);
    let resources = document.add_object(resources);
    let far = Point { x: pages.trim.width, y: pages.trim.height };
    let whole = rectangle(Point::default(), far, pages.trim);
    for (place, &id) in page_ids.iter().enumerate() {
        let Ok(page) = document.get_dictionary_mut(id) else { continue };
        for name in ["MediaBox", "CropBox", "BleedBox", "TrimBox"] {
            page.set(name, whole.clone());
        }
        page.set("Resources", Object::Reference(resources));
        if pages.pages[place].links.is_empty() {
            page.remove(b"Annots");
        } else {
            page.set("Annots", Object::Array(Vec::new()));
        }
        if !pages.elements.is_empty() {
            page.set("StructParents", integer(place));
            // The tab key goes by structure (ISO 14289-1 §7.18.3).
            page.set("Tabs", name("S"));
        }
    }
}

fn catalog(
    document: &mut Document,
    pages: &Pages,
    particulars: &Particulars,
    conforms: bool,
) -> Dictionary {
    let packet = xmp::packet(particulars, &xmp::for_readers(conforms));
    let metadata = file::metadata(document, packet);
    let page_tree = document.catalog().and_then(|catalog| catalog.get(b"Pages")).cloned();
    let mut catalog = dict([
        ("Pages", page_tree.unwrap_or(Object::Null)),
        ("Metadata", Object::Reference(metadata)),
        ("ViewerPreferences", dict([("DisplayDocTitle", true.into())]).into()),
        ("PageLabels", outline::labels(pages, &particulars.unnumbered)),
    ]);
    if let Some(language) = &particulars.language {
        catalog.set("Lang", text(language.as_str()));
    }
    catalog
}
