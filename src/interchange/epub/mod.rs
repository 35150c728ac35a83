//! EPUB 2 and 3 become rich text.

mod package;

use std::collections::BTreeMap;

use super::archive::Archive;
use super::html::read_pages;
use super::office::markup::parse_markup;
use super::plain_text::text_of_blocks;
use super::rich::{Omission, ReadRichError, RichDocument};
use super::walk::visit_images;

use package::{Package, PackageItem, read_package};

/// What messages call such a file.
const FORMAT: &str = "an EPUB";

/// The most characters of a cover or title page that is left out. One with more has text of
/// the book, too.
const LONGEST_FRONT: usize = 300;

/// How many bytes of a page say what it is.
const SEARCHED: usize = 8192;

/// Algorithms that only disguise fonts (EPUB 3.3 §4.2.6.3.2, and Adobe's).
const FONT_OBFUSCATION: [&str; 2] =
    ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// Reads a book.
///
/// # Errors
///
/// When it is something else, encrypted, damaged, or too large.
pub(super) fn read_epub(bytes: &[u8]) -> Result<RichDocument, ReadRichError> {
    let mut archive = Archive::open(bytes, FORMAT)?;
    refuse_encryption(&mut archive)?;
    let Package { metadata, items, mut spine, navigation, front } =
        read_package(&mut archive)?;
    // What is beside the main text comes after it.
    spine.sort_by_key(|place| !place.linear);
    let mut pages = Vec::new();
    let mut omissions = Vec::new();
    for place in &spine {
        let Some(item) = items.get(&place.item) else { continue };
        let Some(bytes) = archive.read(&item.path)? else {
            return Err(ReadRichError::Damaged { part: item.path.clone() });
        };
        match () {
            () if Some(&place.item) == navigation.as_ref() => {
                let read = read_pages(&[(item.path.clone(), bytes)], &BTreeMap::new());
                omissions.push(omit("the navigation of the EPUB", &read));
            }
            () if item.is_page() && (front.contains(&item.path) || is_front(&bytes)) => {
                let page = (item.path.clone(), bytes);
                let read = read_pages(std::slice::from_ref(&page), &BTreeMap::new());
                let omission = omit("a cover or title page", &read);
                if omission.text.chars().count() <= LONGEST_FRONT {
                    omissions.push(omission);
                } else {
                    pages.push(page);
                }
            }
            () if item.is_page() => pages.push((item.path.clone(), bytes)),
            () => omissions.push(Omission {
                what: "a page that is not HTML",
                text: item.path.clone(),
                block: 0,
            }),
        }
    }
    let stylesheets = read_stylesheets(&mut archive, &items)?;
    let mut document = read_pages(&pages, &stylesheets);
    // The package knows better than each page.
    document.metadata = metadata;
    document.omissions.splice(..0, omissions);
    let mut addresses = Vec::new();
    visit_images(&document.blocks, &mut |image| addresses.push(image.address.clone()));
    for address in addresses {
        if !document.media.contains_key(&address)
            && let Some(bytes) = archive.read(&address)?
        {
            document.media.insert(address, bytes);
        }
    }
    Ok(document)
}

/// Whether a page says that it is the cover or the title page (EPUB Structural Semantics
/// Vocabulary 1.1). The book has its own, made from the metadata.
fn is_front(page: &[u8]) -> bool {
    let head = page.get(..page.len().min(SEARCHED)).unwrap_or_default();
    let head = String::from_utf8_lossy(head);
    let values = head.split("epub:type=").skip(1).filter_map(|rest| {
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        rest.get(1..)?.split(quote).next()
    });
    let mut kinds = values.flat_map(str::split_ascii_whitespace);
    kinds.any(|kind| matches!(kind, "cover" | "titlepage"))
}

/// Refuses a book whose text is encrypted.
fn refuse_encryption(archive: &mut Archive<'_>) -> Result<(), ReadRichError> {
    const PART: &str = "META-INF/encryption.xml";
    let Some(bytes) = archive.read(PART)? else { return Ok(()) };
    let mut is_encrypted = false;
    parse_markup(&bytes, PART)?.visit(&mut |element| {
        let algorithm = element.attribute("Algorithm").unwrap_or_default();
        is_encrypted |= element.name() == "enc:EncryptionMethod"
            && !FONT_OBFUSCATION.contains(&algorithm);
    });
    if is_encrypted { Err(ReadRichError::Encrypted) } else { Ok(()) }
}

fn read_stylesheets(
    archive: &mut Archive<'_>,
    items: &BTreeMap<String, PackageItem>,
) -> Result<BTreeMap<String, String>, ReadRichError> {
    let mut stylesheets = BTreeMap::new();
    for item in items.values().filter(|item| item.media_type == "text/css") {
        if let Some(bytes) = archive.read(&item.path)? {
            let text = String::from_utf8_lossy(&bytes).into_owned();
            stylesheets.insert(item.path.clone(), text);
        }
    }
    Ok(stylesheets)
}

/// What was left out, with the words of its page.
fn omit(what: &'static str, read: &RichDocument) -> Omission {
    let left_out = read.omissions.iter().map(|omission| omission.text.clone());
    let words: Vec<String> =
        std::iter::once(text_of_blocks(&read.blocks)).chain(left_out).collect();
    Omission { what, text: words.join(" ").trim().to_owned(), block: 0 }
}
