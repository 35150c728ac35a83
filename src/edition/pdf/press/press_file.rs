//! Writes the PDF for a press from its painted pages.

use pdf_writer::types::TrappingStatus;
use pdf_writer::writers::DocumentInfo as InfoWriter;
use pdf_writer::{Dict, Finish, Name, Ref, TextStr};
use sha2::{Digest, Sha256};

use super::condition::PrintCondition;
use super::marks::write_colour_spaces;
use super::press_inks::{KNOCKOUT, OVERPRINT};
use super::print_frame::PrintFrame;
use crate::edition::pdf::DocumentInfo;
use crate::edition::pdf::deflate::{CompressorPool, compress_all};
use crate::edition::pdf::file::{PdfBuilder, new_chunk, write_info, write_metadata};
use crate::edition::pdf::output_intent::{OutputIntent, write_intent_entry};
use crate::edition::pdf::page_resources::{ResourceRefs, ResourceStreams};
use crate::edition::pdf::page_tree::{PressBoxes, write_page_root, write_press_page};
use crate::edition::pdf::values::{to_page_rect, to_rect};
use crate::edition::pdf::xmp::{StandardClaims, format_packet};
use crate::press::{Sheet, Standard};

/// What a file for a press is made of, before its objects have numbers.
pub(super) struct PressParts<'a> {
    /// Fonts and images.
    pub(super) resources: ResourceStreams<'a>,
    /// The content streams of the pages, and after them those of the sheets, if there are any.
    pub(super) contents: Vec<Vec<u8>>,
    /// Further content streams, with marks: for right-hand and left-hand pages, or for each
    /// sheet. One without marks is empty.
    pub(super) marks: Vec<Vec<u8>>,
    /// The output intent.
    pub(super) intent: OutputIntent,
}

/// What the pages are written from, when fonts and images are in the file.
pub(super) struct PrintPageParts {
    /// The root of the page tree.
    pub(super) root: Ref,
    /// The names of fonts and images.
    pub(super) names: ResourceRefs,
    /// See [`PressParts::contents`].
    pub(super) contents: Vec<Vec<u8>>,
    /// See [`PressParts::marks`].
    pub(super) marks: Vec<Vec<u8>>,
}

/// Writes the file; `write_pages` writes its pages and returns them.
pub(super) fn write_press_file(
    parts: PressParts<'_>,
    sheet: &Sheet,
    info: &DocumentInfo,
    write_pages: impl FnOnce(&mut PdfBuilder, PrintPageParts) -> Vec<Ref>,
) -> Vec<u8> {
    let (minor_version, packet) = match sheet.standard {
        Standard::X4 => (6, Some(format_packet(info, &make_claims(&parts.identify())))),
        // Metadata streams are newer than PDF 1.3.
        Standard::X1a => (3, None),
    };
    let PressParts { mut resources, contents, marks, intent } = parts;
    if sheet.whole_fonts {
        resources.share_programs();
    }
    resources.compress();
    let mut file = PdfBuilder::new();
    let images = resources.write_images(&mut file);
    let (root, root_slot) = (file.reserve(), file.add_slot());
    let names = resources.write_fonts(&mut file, &images);
    let pages = write_pages(&mut file, PrintPageParts { root, names, contents, marks });
    let mut chunk = new_chunk();
    write_page_root(&mut chunk, root, &pages);
    file.fill_slot(root_slot, chunk);
    let intent = intent.write(&mut file);
    let metadata = packet.map(|packet| write_metadata(&mut file, &packet));
    file.finish(
        minor_version,
        |catalog| {
            catalog.pages(root);
            write_intent_entry(intent, catalog);
            if let Some(metadata) = metadata {
                catalog.metadata(metadata);
            }
        },
        |to| {
            write_info(info, to);
            write_press_info(sheet, to);
        },
    )
}

/// Adds to the information dictionary what the standards ask for: that no trapping was done,
/// and the version of PDF/X-1a.
fn write_press_info(sheet: &Sheet, to: &mut InfoWriter<'_>) {
    to.trapped(TrappingStatus::NotTrapped);
    match sheet.standard {
        Standard::X4 => {}
        Standard::X1a => {
            to.pair(Name(b"GTS_PDFXVersion"), TextStr("PDF/X-1:2001"));
            to.pair(Name(b"GTS_PDFXConformance"), TextStr("PDF/X-1a:2001"));
        }
    }
}

/// Writes each page with its content stream and the marks of its side, and one shared resource
/// dictionary.
pub(super) fn write_single_pages(
    file: &mut PdfBuilder,
    parts: PrintPageParts,
    frames: &[PrintFrame; 2],
    condition: &PrintCondition,
) -> Vec<Ref> {
    let compressors = CompressorPool::for_content();
    let has_marks = parts.marks.iter().any(|marks| !marks.is_empty());
    let contents = compress_all(parts.contents, &compressors);
    let marks = compress_all(parts.marks, &compressors);
    let pages = file.reserve_many(contents.len());
    let content_refs = file.reserve_many(contents.len());
    // A file of one page has no left-hand side.
    let mark_refs: Vec<Option<Ref>> = marks
        .iter()
        .take(pages.len())
        .map(|marks| (!marks.bytes().is_empty()).then(|| file.reserve()))
        .collect();
    let resources = file.reserve();
    let mut chunk = new_chunk();
    for (index, (&page, &content)) in pages.iter().zip(&content_refs).enumerate() {
        let marks = mark_refs[index % 2];
        let contents: Vec<Ref> = [content].into_iter().chain(marks).collect();
        let boxes = list_boxes(&frames[index % 2]);
        write_press_page(&mut chunk, page, parts.root, boxes, resources, &contents);
    }
    for (content, &id) in contents.iter().zip(&content_refs) {
        content.write(&mut chunk, id, |_| {});
    }
    for (marks, id) in marks.iter().zip(mark_refs) {
        if let Some(id) = id {
            marks.write(&mut chunk, id, |_| {});
        }
    }
    let mut dictionary = chunk.indirect(resources).dict();
    parts.names.write_entries(&mut dictionary);
    write_graphics_states(&mut dictionary);
    if has_marks && !condition.is_black_only() {
        write_colour_spaces(&mut dictionary);
    }
    dictionary.finish();
    file.add(chunk);
    pages
}

/// The boxes of a page in its frame.
pub(super) fn list_boxes(frame: &PrintFrame) -> PressBoxes {
    PressBoxes {
        media: to_page_rect(frame.media),
        bleed: to_rect(frame.bleed.corner, frame.bleed.far(), frame.media),
        trim: to_rect(frame.trim.corner, frame.trim.far(), frame.media),
    }
}

/// Writes the graphics states for overprint and knockout (ISO 32000-1 §8.6.7). In mode 1 only
/// those of four inks are printed that a colour has, and the others are left as they are.
pub(super) fn write_graphics_states(resources: &mut Dict<'_>) {
    let mut states = resources.insert(Name(b"ExtGState")).dict();
    for (name, overprints) in [(OVERPRINT, true), (KNOCKOUT, false)] {
        let mode = i32::from(overprints);
        states
            .insert(Name(name.as_bytes()))
            .dict()
            .pair(Name(b"Type"), Name(b"ExtGState"))
            .pair(Name(b"OP"), overprints)
            .pair(Name(b"op"), overprints)
            .pair(Name(b"OPM"), mode);
    }
}

impl PressParts<'_> {
    /// Identifies the document by a digest of all that is painted and all that it is painted
    /// with.
    fn identify(&self) -> String {
        let mut digest = Sha256::new();
        self.resources.streams().for_each(|bytes| digest.update(bytes));
        self.contents.iter().chain(&self.marks).for_each(|bytes| digest.update(bytes));
        if let Some(profile) = &self.intent.profile {
            digest.update(&profile.bytes);
        }
        let digest = digest.finalize();
        let digits = format!(
            "{:032x}",
            u128::from_be_bytes(*digest.first_chunk().unwrap_or(&[0; 16]))
        );
        // In the form of a UUID (RFC 9562 §4).
        let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|range| &digits[range]);
        parts.join("-")
    }
}

/// Claims PDF/X-4 (ISO 15930-7 §6.2, §6.7). A file that is made again is another document, so
/// each is the first version of itself.
fn make_claims(identifier: &str) -> StandardClaims {
    StandardClaims {
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
