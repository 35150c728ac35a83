//! Makes a whole document of the pages that the writer left: catalog, boxes, structure,
//! links, outline, labels, metadata, identifier.

use std::fmt::Write;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, StringFormat};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use sha2::{Digest, Sha256};

use super::emitter::Tagged;
use super::value::{date, dict, integer, name, rectangle, text};
use super::{Particulars, PdfError, colour, links, outline, structure, xmp};
use crate::edition::moment::Moment;
use crate::length::Point;
use crate::typeset::document::{Pages, Placed};

/// What wrote the file, by name and version.
pub(super) const PRODUCER: &str = concat!("pliego ", env!("CARGO_PKG_VERSION"));

/// Bytes of the identifier of a file (ISO 32000-1 §14.4 has MD5 in mind: sixteen).
const IDENTIFIER_BYTES: usize = 16;

/// The glyph that stands for what a font has not (OpenType, `glyf`).
const NOTDEF: u16 = 0;

/// Finishes the document and writes it.
pub(super) fn finish(
    mut document: Document,
    pages: &Pages,
    tagged: &Tagged,
    particulars: &Particulars,
) -> Result<Vec<u8>, PdfError> {
    "1.7".clone_into(&mut document.version);
    let page_ids: Vec<ObjectId> = document.get_pages().into_values().collect();
    let annotations = links::add(&mut document, pages, &page_ids);
    let tree = structure::add(&mut document, pages, tagged, &page_ids, &annotations);
    let outline = outline::add(&mut document, pages, &page_ids);

    finish_pages(&mut document, pages, &page_ids);
    for annotation in &annotations {
        let page = document.get_dictionary_mut(page_ids[annotation.page]);
        let list = page.ok().and_then(|page| page.get_mut(b"Annots").ok());
        if let Some(Object::Array(list)) = list {
            list.push(Object::Reference(annotation.id));
        }
    }

    let conforms = conforms(pages, particulars);
    let mut catalog = catalog(&mut document, pages, particulars, conforms);
    catalog.set("OutputIntents", colour::output_intent(&mut document));
    if let Some(tree) = tree {
        catalog.set("MarkInfo", dict([("Marked", true.into())]));
        catalog.set("StructTreeRoot", Object::Reference(tree));
    }
    if let Some(outline) = outline {
        catalog.set("Outlines", Object::Reference(outline));
        catalog.set("PageMode", name("UseOutlines"));
    }
    let catalog = document.add_object(catalog);
    let info = document.add_object(info(particulars));
    let identifier = Object::String(vec![0; IDENTIFIER_BYTES], StringFormat::Hexadecimal);
    document.trailer = dict([
        ("Root", Object::Reference(catalog)),
        ("Info", Object::Reference(info)),
        ("ID", Object::Array(vec![identifier.clone(), identifier])),
    ]);
    document.prune_objects();
    document.renumber_objects();
    compress(&mut document);
    let mut bytes = Vec::new();
    document.save_to(&mut bytes)?;
    identify(&mut bytes);
    Ok(bytes)
}

/// Whether the file keeps PDF/A-2a and PDF/UA-1: all but what a book itself may lack. A
/// reading voice has to know the language (ISO 14289-1 §7.2), and no glyph may stand for a
/// character that no font has (ISO 19005-2 §6.2.11.8, ISO 14289-1 §7.21.8).
fn conforms(pages: &Pages, particulars: &Particulars) -> bool {
    let mut items = pages.pages.iter().flat_map(|page| &page.items);
    let lacks_a_glyph = |item: &Placed| match item {
        Placed::Run(run) => run.glyphs.iter().any(|glyph| glyph.id == NOTDEF),
        _ => false,
    };
    particulars.language.is_some()
        && !pages.elements.is_empty()
        && !items.any(lacks_a_glyph)
}

/// Gives every page its boxes, one shared set of resources, and the keys of its tags.
fn finish_pages(document: &mut Document, pages: &Pages, page_ids: &[ObjectId]) {
    let resources = resources(document, page_ids);
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

/// The fonts and images that the writer gave to the first page, as to all others.
fn resources(document: &Document, page_ids: &[ObjectId]) -> Dictionary {
    let given = page_ids.first().and_then(|&page| {
        let page = document.get_dictionary(page).ok()?;
        let (_, given) = document.dereference(page.get(b"Resources").ok()?).ok()?;
        given.as_dict().ok()
    });
    let mut resources = Dictionary::new();
    for kind in ["Font", "XObject"] {
        let Some(named) = given.and_then(|given| given.get(kind.as_bytes()).ok()) else {
            continue;
        };
        let list = document.dereference(named).and_then(|(_, list)| list.as_dict());
        if list.is_ok_and(|list| !list.is_empty()) {
            resources.set(kind, named.clone());
        }
    }
    resources
}

fn catalog(
    document: &mut Document,
    pages: &Pages,
    particulars: &Particulars,
    conforms: bool,
) -> Dictionary {
    let stream = Stream::new(
        dict([("Type", name("Metadata")), ("Subtype", name("XML"))]),
        xmp::packet(particulars, conforms).into_bytes(),
    );
    // Left as plain text, so that tools which know no PDF can find it.
    let metadata = document.add_object(stream.with_compression(false));
    let page_tree = document.catalog().and_then(|catalog| catalog.get(b"Pages")).cloned();
    let mut catalog = dict([
        ("Type", name("Catalog")),
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

fn info(particulars: &Particulars) -> Dictionary {
    let mut info = dict([
        ("Title", text(&particulars.title)),
        ("Producer", text(PRODUCER)),
        ("Creator", text(PRODUCER)),
    ]);
    if !particulars.authors.is_empty() {
        info.set("Author", text(&particulars.authors.join(", ")));
    }
    if let Some(subject) = &particulars.subject {
        info.set("Subject", text(subject));
    }
    if !particulars.keywords.is_empty() {
        info.set("Keywords", text(&particulars.keywords.join(", ")));
    }
    if let Some(made) = particulars.made {
        info.set("CreationDate", text(&date(Moment::from_seconds(made))));
        info.set("ModDate", text(&date(Moment::from_seconds(made))));
    }
    info
}

/// Compresses the streams, each by itself and so in any order: it is the longest part of
/// the work.
fn compress(document: &mut Document) {
    let streams = document.objects.values_mut().filter_map(|object| match object {
        Object::Stream(stream) if stream.allows_compression => Some(stream),
        _ => None,
    });
    let streams: Vec<&mut Stream> = streams.collect();
    streams.into_par_iter().for_each(|stream| {
        // A stream that does not compress stays as it is, and is as good.
        let _ = stream.compress();
    });
}

/// Puts a digest of the file in the place of its identifier, which is all zeros yet.
fn identify(bytes: &mut [u8]) {
    let digest = Sha256::digest(&*bytes);
    let mut digits = String::with_capacity(2 * IDENTIFIER_BYTES);
    for byte in &digest[..IDENTIFIER_BYTES] {
        write!(digits, "{byte:02X}").expect("a string takes all text");
    }
    let zeros = "0".repeat(2 * IDENTIFIER_BYTES);
    for _ in 0..2 {
        let place =
            bytes.windows(zeros.len()).rposition(|window| window == zeros.as_bytes());
        if let Some(place) = place {
            bytes[place..place + digits.len()].copy_from_slice(digits.as_bytes());
        }
    }
}
