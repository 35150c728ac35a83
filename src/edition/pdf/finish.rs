//! Makes a whole document of the pages that the writer left: catalog, boxes, structure,
//! links, outline, labels, metadata, identifier.

use lopdf::{Dictionary, Document, Object};

use super::canvas::{self, Stock};
use super::file::{self, Added, File};
use super::kept::Painted;
use super::page_tree::PageTree;
use super::value::{dict, name, text};
use super::writer::Screen;
use super::{Particulars, colour, links, outline, page_tree, structure, xmp};
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
    let (mut contents, mut tagged, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for page in painted {
        contents.push(page.content);
        tagged.push(page.tagged);
        words.push(page.links);
    }
    // Fonts and images are what a document of printpdf's is made for: its page is left out.
    let blank = (pages.trim, Vec::new());
    let mut document = canvas::document(stock, vec![blank], &mut Screen);
    let resources = file::resources(&document);
    let resources = document.add_object(resources);
    let catalog = catalog(&mut document, pages, particulars, conforms);
    let info = file::info(particulars);
    let file = File::new(document, catalog, info, &[resources]);
    let resources = file.reference(resources);

    let tree = PageTree::new(file.next(), contents.len());
    let annotations = links::annotations(pages, &words, tree.end());
    let behind = tree.end() + annotations.len();
    let mut added = Added {
        chunks: page_tree::write(pages, &contents, &annotations, &tree, resources),
        catalog: vec![("Pages", tree.root())],
    };
    drop(contents);
    if let Some(outline) = outline::write(pages, &tree.page_refs, behind) {
        added.catalog.push(("Outlines", file::reference(behind)));
        added.chunks.push(outline);
    }
    if !pages.elements.is_empty() {
        let first = file.next() + added.objects();
        added.catalog.push(("StructTreeRoot", file::reference(first)));
        let refs = &tree.page_refs;
        let elements = structure::write(pages, &tagged, refs, &annotations, first);
        added.chunks.extend(elements);
    }
    file.write(MINOR, added)
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

fn catalog(
    document: &mut Document,
    pages: &Pages,
    particulars: &Particulars,
    conforms: bool,
) -> Dictionary {
    let packet = xmp::packet(particulars, &xmp::for_readers(conforms));
    let metadata = file::metadata(document, packet);
    let mut catalog = dict([
        ("Metadata", Object::Reference(metadata)),
        ("ViewerPreferences", dict([("DisplayDocTitle", true.into())]).into()),
        ("PageLabels", outline::labels(pages, &particulars.unnumbered)),
    ]);
    if let Some(language) = &particulars.language {
        catalog.set("Lang", text(language.as_str()));
    }
    catalog.set("OutputIntents", colour::output_intent(document));
    if !pages.outline.is_empty() {
        catalog.set("PageMode", name("UseOutlines"));
    }
    if !pages.elements.is_empty() {
        catalog.set("MarkInfo", dict([("Marked", true.into())]));
    }
    catalog
}
