//! Writes the PDF for readers from its painted pages: tagged, with links, outline, page labels
//! and metadata.

use pdf_writer::types::PageMode;
use pdf_writer::writers::Catalog;
use pdf_writer::{Name, Ref, TextStr};

use super::canvas::ColourModel;
use super::document_info::DocumentInfo;
use super::file::{PdfBuilder, write_info, write_metadata};
use super::links::reserve_annotations;
use super::outline::{write_outline, write_page_labels};
use super::output_intent::write_intent_entry;
use super::page_cache::TaggedPage;
use super::page_resources::{PageResources, ResourceStreams};
use super::page_tree::{PageTree, write_pages};
use super::srgb::make_screen_intent;
use super::structure::write_structure;
use super::tagged_painter::ScreenColours;
use super::xmp::{format_packet, make_reader_claims};
use crate::typeset::document::Pages;

/// The glyph of characters that a font lacks (OpenType, `glyf`).
const NOTDEF: u16 = 0;

/// The minor version of PDF: 1.7 (ISO 32000-1).
const MINOR_VERSION: u8 = 7;

/// The objects that the catalog of a PDF for readers names.
struct CatalogRefs {
    metadata: Ref,
    intent: Ref,
    pages: Ref,
    outline: Option<Ref>,
    structure: Option<Ref>,
}

/// Writes the PDF for readers.
pub(super) fn write_reader_file(
    resources: &PageResources<'_>,
    pages: &Pages,
    painted: Vec<TaggedPage>,
    info: &DocumentInfo,
) -> Vec<u8> {
    let conforms = is_conforming(resources, pages, info);
    let (mut contents, mut tagged, mut links) = (Vec::new(), Vec::new(), Vec::new());
    for page in painted {
        contents.push(page.content);
        tagged.push(page.tagged);
        links.push(page.links);
    }
    let mut file = PdfBuilder::new();
    let resources = write_resources(resources, &mut file);
    let packet = format_packet(info, &make_reader_claims(conforms));
    let metadata = write_metadata(&mut file, &packet);
    let intent = make_screen_intent().write(&mut file);

    let tree = PageTree::reserve(&mut file, contents.len());
    let annotations = reserve_annotations(&mut file, pages, &links);
    write_pages(&mut file, pages, &contents, &annotations, &tree, resources);
    drop(contents);
    let outline = write_outline(&mut file, pages, &tree.pages);
    let structure = (!pages.elements.is_empty())
        .then(|| write_structure(&mut file, pages, &tagged, &tree.pages, &annotations));
    let refs = CatalogRefs { metadata, intent, pages: tree.root, outline, structure };
    file.finish(
        MINOR_VERSION,
        |catalog| write_catalog(&refs, pages, info, catalog),
        |to| write_info(info, to),
    )
}

/// Writes fonts, images, and the resource dictionary of all pages.
fn write_resources(resources: &PageResources<'_>, file: &mut PdfBuilder) -> Ref {
    let make_image = |picture| ScreenColours.make_image(picture);
    let mut embedded = ResourceStreams::new(resources, make_image);
    embedded.compress();
    let images = embedded.write_images(file);
    let names = embedded.write_fonts(file, &images);
    file.write_object(|chunk, id| names.write_entries(&mut chunk.indirect(id).dict()))
}

/// Whether the file conforms to PDF/A-2a and PDF/UA-1, which it does unless the book lacks
/// something. A screen reader has to know the language (ISO 14289-1 §7.2), and every character
/// needs a glyph of its own (ISO 19005-2 §6.2.11.8, ISO 14289-1 §7.21.8).
fn is_conforming(
    resources: &PageResources<'_>,
    pages: &Pages,
    info: &DocumentInfo,
) -> bool {
    let mut subsets = resources.faces().iter().flat_map(|face| &face.subsets);
    info.language.is_some()
        && !pages.elements.is_empty()
        && !subsets.any(|subset| subset.glyph(NOTDEF).is_some())
}

fn write_catalog(
    refs: &CatalogRefs,
    pages: &Pages,
    info: &DocumentInfo,
    to: &mut Catalog<'_>,
) {
    to.metadata(refs.metadata);
    to.viewer_preferences().display_doc_title(true);
    write_page_labels(
        pages,
        &info.unnumbered,
        &mut to.insert(Name(b"PageLabels")).dict(),
    );
    if let Some(language) = &info.language {
        to.lang(TextStr(language.as_str()));
    }
    write_intent_entry(refs.intent, to);
    if !pages.outline.is_empty() {
        to.page_mode(PageMode::UseOutlines);
    }
    if !pages.elements.is_empty() {
        to.mark_info().marked(true);
    }
    to.pages(refs.pages);
    if let Some(outline) = refs.outline {
        to.pair(Name(b"Outlines"), outline);
    }
    if let Some(structure) = refs.structure {
        to.pair(Name(b"StructTreeRoot"), structure);
    }
}
