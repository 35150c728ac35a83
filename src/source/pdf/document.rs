//! Opening a PDF, and what it says of itself: metadata, labels, outlines.

use std::collections::BTreeMap;

use hayro_syntax::object::{
    Array, Dict, Name, Number, ObjRef, ObjectIdentifier, String as PdfString,
};
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf};

use crate::source::pdf::access::{PdfAccess, ReadPdfError};
use crate::source::pdf::destinations::Destinations;
use crate::source::pdf::document_tags::DocumentTags;
use crate::source::pdf::fonts::PdfFont;
use crate::source::pdf::page::{PageBox, Place, SourcePage};
use crate::source::pdf::streams::{are_object_streams_within_limit, find};
use crate::source::pdf::text_strings::decode_text_string;
use crate::text::numerals::to_roman;

/// The most items of an outline, and the most page labels, that are read.
const MOST_ITEMS: usize = 20_000;
/// Outline items below this level count as being on it.
const DEEPEST_ITEM: u8 = 32;
/// The permission to copy or extract text (ISO 32000-1 table 22, bit 5).
const EXTRACTION: i64 = 1 << 4;

/// A PDF that has been read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PdfDocument {
    /// Its title, from the document information dictionary.
    pub title: Option<String>,
    /// Its author, likewise.
    pub author: Option<String>,
    /// The program that made the document, likewise.
    pub creator: Option<String>,
    /// The program that wrote the PDF, likewise.
    pub producer: Option<String>,
    /// Its natural language, from the catalog.
    pub language: Option<String>,
    /// Whether it says that it is tagged (ISO 32000-1 §14.8).
    pub tagged: bool,
    /// What its tags say of its content.
    pub tags: DocumentTags,
    /// The outline, in reading order.
    pub outline: Vec<OutlineItem>,
    /// Its fonts, in the order in which they are first used.
    pub fonts: Vec<PdfFont>,
    /// Its pages.
    pub pages: Vec<SourcePage>,
    /// The pictures of its pages, without scans, backgrounds and ornaments.
    pub pictures: Vec<PdfPicture>,
    /// The files of its pictures.
    pub image_files: Vec<ImageFile>,
}

/// A picture on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdfPicture {
    /// The number of its page, from 1.
    pub page: u32,
    /// Its place on the page.
    pub place: PageBox,
    /// Its parts: indices in the images of the page, in the order in which they are painted.
    pub images: Vec<usize>,
    /// The index of its file in the files of the document.
    pub file: Option<usize>,
}

/// The file of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageFile {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The extension of its name: `jpg`, `png` or `svg`.
    pub extension: &'static str,
}

/// An item of the outline (ISO 32000-1 §12.3.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineItem {
    /// Its title.
    pub title: String,
    /// Its level, from 1.
    pub level: u8,
    /// Where it leads, when that is in the document.
    pub place: Option<Place>,
}

/// Opens a file, with the empty password unless another is given.
pub(super) fn open_pdf(bytes: &[u8], how: &PdfAccess) -> Result<Pdf, ReadPdfError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ReadPdfError::Empty);
    }
    let head = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
    if find(head, b"%PDF-").is_none() && find(bytes, b" obj").is_none() {
        return Err(ReadPdfError::NotPdf);
    }
    if !are_object_streams_within_limit(bytes) {
        return Err(ReadPdfError::TooLarge);
    }
    let password = how.password.as_deref().unwrap_or_default();
    let opened = Pdf::new_with_password(bytes.to_vec(), password);
    let opened = match opened {
        Err(LoadPdfError::Invalid) => open_without_catalog(bytes),
        opened => opened,
    };
    opened.map_err(|error| match error {
        LoadPdfError::Decryption(DecryptionError::PasswordProtected) => {
            if password.is_empty() {
                ReadPdfError::PasswordNeeded
            } else {
                ReadPdfError::WrongPassword
            }
        }
        LoadPdfError::Decryption(_) => ReadPdfError::UnknownEncryption,
        LoadPdfError::Invalid => ReadPdfError::Damaged,
    })
}

/// Opens a file whose catalog is lost, as when its end is cut off: the syntax crate looks
/// for pages among all objects, but not without a catalog. So it is given one.
fn open_without_catalog(bytes: &[u8]) -> Result<Pdf, LoadPdfError> {
    const CATALOG: &[u8] = b"\nendstream\nendobj\n\
        8388606 0 obj\n<< /Type /Catalog /Pages 8388607 0 R >>\nendobj\n\
        trailer\n<< /Root 8388606 0 R /Size 8388607 >>\n%%EOF\n";
    Pdf::new([bytes, CATALOG].concat())
}

/// Whether the cross-reference table is not where the end of the file says, so that it was
/// made anew from the objects (ISO 32000-1 §7.5.5).
pub(super) fn is_cross_reference_lost(bytes: &[u8]) -> bool {
    let tail = bytes.get(bytes.len().saturating_sub(2048)..).unwrap_or_default();
    let mut offset = None;
    let mut rest = tail;
    while let Some(at) = find(rest, b"startxref") {
        rest = rest.get(at + 9..).unwrap_or_default();
        let digits = rest.trim_ascii_start();
        let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number =
            digits.get(..count).and_then(|digits| std::str::from_utf8(digits).ok());
        offset = number.and_then(|number| number.parse::<usize>().ok());
    }
    let Some(offset) = offset else { return true };
    // Offsets count from the header, which bytes of a mail or a browser may precede.
    let head = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
    let header = find(head, b"%PDF-").unwrap_or(0);
    let is_table = |offset: usize| {
        let table = bytes.get(offset..).unwrap_or_default().trim_ascii_start();
        let head = table.get(..table.len().min(32)).unwrap_or_default();
        let number = head.first().is_some_and(u8::is_ascii_digit);
        head.starts_with(b"xref") || (number && find(head, b"obj").is_some())
    };
    !is_table(offset) && !is_table(offset.saturating_add(header))
}

/// Whether the owner of the document forbids to extract its text.
///
/// The syntax crate does not tell the trailer, so the reference to the encryption dictionary
/// is looked for in the file; it is never compressed (ISO 32000-1 §7.6.1).
pub(super) fn is_extraction_forbidden(bytes: &[u8], pdf: &Pdf, how: &PdfAccess) -> bool {
    // Where the empty password opens the file as well, another one is the owner's, whom
    // nothing is forbidden (ISO 32000-1 §7.6.3.1).
    let has_other = how.password.as_deref().is_some_and(|password| !password.is_empty());
    if has_other && Pdf::new(bytes.to_vec()).is_ok() {
        return false;
    }
    let mut rest = bytes;
    while let Some(at) = find(rest, b"/Encrypt") {
        rest = rest.get(at + 8..).unwrap_or_default();
        if let Some(permissions) = read_permissions(rest, pdf) {
            return permissions & EXTRACTION == 0;
        }
    }
    false
}

/// The permissions under `Encrypt`, a reference or a dictionary, that begins here.
fn read_permissions(bytes: &[u8], pdf: &Pdf) -> Option<i64> {
    let head = bytes.get(..bytes.len().min(2048))?;
    if head.trim_ascii_start().starts_with(b"<<") {
        let at = find(head, b"/P ")? + 3;
        let number = head.get(at..)?.trim_ascii_start();
        let length =
            number.iter().take_while(|b| **b == b'-' || b.is_ascii_digit()).count();
        return std::str::from_utf8(number.get(..length)?).ok()?.parse().ok();
    }
    let mut words = head.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let mut number = || std::str::from_utf8(words.next()?).ok()?.parse::<u32>().ok();
    let (object, generation) = (number()?, number()?);
    let id = ObjectIdentifier::new(object, i32::try_from(generation).ok()?);
    let dict = pdf.xref().get::<Dict<'_>>(id)?;
    Some(dict.get::<Number>("P")?.as_i64())
}

/// What a document says of itself; the fonts and pages are still missing.
pub(super) fn describe_document(pdf: &Pdf, catalog: &Dict<'_>) -> PdfDocument {
    let metadata = pdf.metadata();
    let text = |bytes: &Option<Box<[u8]>>| {
        let text = decode_text_string(bytes.as_deref()?);
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        (!text.is_empty()).then(|| text.to_owned())
    };
    let language = catalog.get::<PdfString<'_>>("Lang");
    let marked = catalog.get::<Dict<'_>>("MarkInfo");
    PdfDocument {
        title: text(&metadata.title),
        author: text(&metadata.author),
        creator: text(&metadata.creator),
        producer: text(&metadata.producer),
        language: language
            .map(|tag| decode_text_string(tag.as_bytes()))
            .filter(|tag| !tag.trim().is_empty()),
        tagged: marked.and_then(|dict| dict.get::<bool>("Marked")).unwrap_or(false),
        ..PdfDocument::default()
    }
}

/// Reads the outline.
pub(super) fn read_outline(
    catalog: &Dict<'_>,
    destinations: &Destinations<'_>,
) -> Vec<OutlineItem> {
    let mut items = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    let first = catalog.get::<Dict<'_>>("Outlines").and_then(|o| child_of(&o, "First"));
    // Items that wait: the next of an item is read after its children.
    let mut waiting: Vec<(ObjRef, Dict<'_>, u8)> = Vec::new();
    waiting.extend(first.map(|(id, dict)| (id, dict, 1)));
    while let Some((id, item, level)) = waiting.pop() {
        let new = seen.insert((id.obj_number, id.gen_number));
        if !new || items.len() >= MOST_ITEMS {
            continue;
        }
        let title = item.get::<PdfString<'_>>("Title");
        items.push(OutlineItem {
            title: title.map(|t| decode_text_string(t.as_bytes())).unwrap_or_default(),
            level,
            place: destinations.find_of(&item),
        });
        waiting.extend(child_of(&item, "Next").map(|(id, dict)| (id, dict, level)));
        let deeper = (level + 1).min(DEEPEST_ITEM);
        waiting.extend(child_of(&item, "First").map(|(id, dict)| (id, dict, deeper)));
    }
    items
}

fn child_of<'a>(dict: &Dict<'a>, key: &str) -> Option<(ObjRef, Dict<'a>)> {
    Some((dict.get_ref(key)?, dict.get::<Dict<'a>>(key)?))
}

/// The labels of the pages (ISO 32000-1 §12.4.2), or none.
pub(super) fn read_page_labels(catalog: &Dict<'_>, pages: usize) -> Vec<Option<String>> {
    let mut ranges: BTreeMap<usize, Dict<'_>> = BTreeMap::new();
    let mut nodes: Vec<(Dict<'_>, u8)> = Vec::new();
    nodes.extend(catalog.get::<Dict<'_>>("PageLabels").map(|root| (root, 0)));
    let mut visited = 0;
    while let Some((node, depth)) = nodes.pop() {
        visited += 1;
        if visited > MOST_ITEMS || depth > DEEPEST_ITEM {
            break;
        }
        if let Some(kids) = node.get::<Array<'_>>("Kids") {
            nodes.extend(kids.iter::<Dict<'_>>().map(|kid| (kid, depth + 1)));
        }
        let Some(numbers) = node.get::<Array<'_>>("Nums") else { continue };
        let mut entries = numbers.flex_iter();
        while let Some(first) = entries.next::<Number>() {
            let Some(range) = entries.next::<Dict<'_>>() else { break };
            if let Ok(first) = usize::try_from(first.as_i64()) {
                ranges.insert(first, range);
            }
        }
    }
    let mut labels = vec![None; pages];
    for (index, label) in labels.iter_mut().enumerate() {
        let Some((first, range)) = ranges.range(..=index).next_back() else { continue };
        let prefix = range.get::<PdfString<'_>>("P");
        let prefix = prefix.map(|p| decode_text_string(p.as_bytes())).unwrap_or_default();
        let start = range.get::<u32>("St").unwrap_or(1);
        let offset = u32::try_from(index - first).unwrap_or(u32::MAX);
        let number = start.saturating_add(offset);
        let style = range.get::<Name<'_>>("S");
        let number = style.map(|style| write_number(number, style.as_ref()));
        *label = Some(prefix + &number.unwrap_or_default());
    }
    labels
}

/// A number in the numbering style of page labels (ISO 32000-1 table 159).
fn write_number(number: u32, style: &[u8]) -> String {
    match style {
        b"r" => to_roman(number),
        b"R" => to_roman(number).to_uppercase(),
        b"a" => write_letters(number),
        b"A" => write_letters(number).to_uppercase(),
        _ => number.to_string(),
    }
}

/// a to z, then aa to zz, and so on.
fn write_letters(number: u32) -> String {
    let Some(index) = number.checked_sub(1) else { return String::new() };
    let letter = u8::try_from(index % 26).map_or('a', |at| char::from(b'a' + at));
    let times = usize::try_from(index / 26 + 1).unwrap_or(1).min(100);
    std::iter::repeat_n(letter, times).collect()
}

/// The catalog: the root of the document (ISO 32000-1 §7.7.2).
pub(super) fn find_catalog(pdf: &Pdf) -> Dict<'_> {
    pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()).unwrap_or_default()
}
