//! Makes a whole document of the plates: boxes, resources, the mark of the standard.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use sha2::{Digest, Sha256};

use super::condition::Condition;
use super::frame::Frame;
use super::inks::{INSTEAD, OVER};
use super::marks;
use crate::edition::pdf::file::{self, Added, File};
use crate::edition::pdf::value::{dict, integer, name, rectangle, text};
use crate::edition::pdf::xmp::Claims;
use crate::edition::pdf::{Particulars, xmp};
use crate::length::Point;
use crate::press::{Sheet, Standard};

/// Finishes the document and writes it.
pub(super) fn finish(
    mut document: Document,
    sheet: &Sheet,
    particulars: &Particulars,
    condition: &Condition,
) -> Vec<u8> {
    let minor = match sheet.standard {
        Standard::X4 => 6,
        Standard::X1a => 3,
    };
    if sheet.whole_fonts {
        share_programs(&mut document);
    }

    let page_tree = document.catalog().and_then(|catalog| catalog.get(b"Pages")).cloned();
    let mut catalog = dict([
        ("Pages", page_tree.unwrap_or(Object::Null)),
        ("OutputIntents", condition.output_intent(&mut document)),
    ]);
    let mut info = file::info(particulars);
    info.set("Trapped", name("False"));
    match sheet.standard {
        Standard::X4 => {
            let packet = xmp::packet(particulars, &claims(&digest(&document)));
            let metadata = file::metadata(&mut document, packet);
            catalog.set("Metadata", Object::Reference(metadata));
        }
        // Metadata streams are younger than PDF 1.3.
        Standard::X1a => {
            info.set("GTS_PDFXVersion", text("PDF/X-1:2001"));
            info.set("GTS_PDFXConformance", text("PDF/X-1a:2001"));
        }
    }
    File::new(document, catalog, info, &[]).write(minor, Added::default())
}

/// Gives every page its boxes and marks, and one shared set of resources. There is no crop
/// box: a page is shown with all that is printed.
pub(super) fn dress(
    document: &mut Document,
    frames: &[Frame; 2],
    sheet: &Sheet,
    condition: &Condition,
) {
    let page_ids: Vec<ObjectId> = document.get_pages().into_values().collect();
    let mut resources = resources(document);
    let contents = frames.map(|frame| marks::content(&frame, sheet, condition));
    if contents.iter().any(Option::is_some) && !condition.is_black_only() {
        resources.set("ColorSpace", marks::colour_spaces());
    }
    let contents = contents.map(|content| {
        content
            .map(|content| document.add_object(Stream::new(Dictionary::new(), content)))
    });
    let resources = document.add_object(resources);
    for (place, &id) in page_ids.iter().enumerate() {
        let (frame, marks) = (frames[place % 2], contents[place % 2]);
        let Ok(page) = document.get_dictionary_mut(id) else { continue };
        put_in_frame(page, &frame, resources);
        if let (Some(marks), Ok(own)) = (marks, page.get(b"Contents").cloned()) {
            let both = vec![own, Object::Reference(marks)];
            page.set("Contents", Object::Array(both));
        }
    }
}

/// Gives a page its boxes and what it is painted with, and takes away what is for screens.
pub(super) fn put_in_frame(page: &mut Dictionary, frame: &Frame, resources: ObjectId) {
    let whole = Point { x: frame.media.width, y: frame.media.height };
    for (name, first, second) in [
        ("MediaBox", Point::default(), whole),
        ("BleedBox", frame.bleed.corner, frame.bleed.far()),
        ("TrimBox", frame.trim.corner, frame.trim.far()),
    ] {
        page.set(name, rectangle(first, second, frame.media));
    }
    page.set("Resources", Object::Reference(resources));
    for key in [b"CropBox".as_slice(), b"Annots"] {
        page.remove(key);
    }
}

/// What the pages are painted with.
pub(super) fn resources(document: &Document) -> Dictionary {
    let mut resources = file::resources(document);
    resources.set("ExtGState", graphics_states());
    resources
}

/// Overprinting and knocking out (ISO 32000-1 §8.6.7): in the mode 1, of four inks only
/// those that a colour has are printed, and the others are left as they are.
fn graphics_states() -> Dictionary {
    let state = |over: bool| {
        dict([
            ("Type", name("ExtGState")),
            ("OP", over.into()),
            ("op", over.into()),
            ("OPM", integer(usize::from(over))),
        ])
    };
    dict([(OVER, state(true).into()), (INSTEAD, state(false).into())])
}

/// Lets the fonts of a face, which differ in what their glyphs say, have one program where
/// it is the same.
fn share_programs(document: &mut Document) {
    let programs: Vec<ObjectId> = document
        .objects
        .values()
        .filter_map(|object| object.as_dict().ok())
        .filter_map(|descriptor| {
            let mut keys = [b"FontFile2".as_slice(), b"FontFile3"].into_iter();
            keys.find_map(|key| descriptor.get(key).and_then(Object::as_reference).ok())
        })
        .collect();
    let content = |id: ObjectId, document: &Document| {
        let stream = document.get_object(id).and_then(Object::as_stream).ok();
        stream.map(|stream| Sha256::digest(&stream.content))
    };
    let mut first: Vec<(Vec<u8>, ObjectId)> = Vec::new();
    let mut same: Vec<(ObjectId, ObjectId)> = Vec::new();
    for id in programs {
        let Some(digest) = content(id, document) else { continue };
        match first.iter().find(|(known, _)| known[..] == digest[..]) {
            Some(&(_, known)) => same.push((id, known)),
            None => first.push((digest.to_vec(), id)),
        }
    }
    for object in document.objects.values_mut() {
        let Ok(descriptor) = object.as_dict_mut() else { continue };
        for key in [b"FontFile2".as_slice(), b"FontFile3"] {
            let id = descriptor.get(key).and_then(Object::as_reference).ok();
            if let Some((_, known)) = same.iter().find(|(other, _)| Some(*other) == id) {
                descriptor.set(key, Object::Reference(*known));
            }
        }
    }
}

/// A digest of all that is painted and all that it is painted with.
fn digest(document: &Document) -> String {
    let mut digest = Sha256::new();
    for object in document.objects.values() {
        if let Object::Stream(stream) = object {
            digest.update(&stream.content);
        }
    }
    let digest = digest.finalize();
    let digits = format!(
        "{:032x}",
        u128::from_be_bytes(*digest.first_chunk().unwrap_or(&[0; 16]))
    );
    // As a UUID is written (RFC 9562 §4).
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|range| &digits[range]);
    parts.join("-")
}

/// What the file says of PDF/X-4 (ISO 15930-7 §6.2, §6.7). A file that is made anew is
/// another document, so each is the first version of itself.
fn claims(identifier: &str) -> Claims {
    Claims {
        namespaces: " xmlns:pdfxid=\"http://www.npes.org/pdfx/ns/id/\"\n \
                     xmlns:xmpMM=\"http://ns.adobe.com/xap/1.0/mm/\"",
        properties: format!(
            "<pdf:Trapped>False</pdf:Trapped>\n\
             <pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>\n\
             <xmpMM:DocumentID>uuid:{identifier}</xmpMM:DocumentID>\n\
             <xmpMM:InstanceID>uuid:{identifier}</xmpMM:InstanceID>\n\
             <xmpMM:VersionID>1</xmpMM:VersionID>\n\
             <xmpMM:RenditionClass>default</xmpMM:RenditionClass>\n"
        ),
    }
}
