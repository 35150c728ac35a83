//! EPUB 2 and 3 become rich text.

mod package;

use std::collections::BTreeMap;

use super::archive::Archive;
use super::html::read_pages;
use super::office::markup::parse_markup;
use super::rich::{Omission, ReadRichError, RichDocument, RichInline};
use super::walk::visit_images;

use package::{Package, PackageItem, read_package};

/// What messages call such a file.
const FORMAT: &str = "an EPUB";

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
    let Package { metadata, items, mut spine, navigation } = read_package(&mut archive)?;
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

fn omit(what: &'static str, read: &RichDocument) -> Omission {
    let mut text = String::new();
    super::walk::visit_inlines(&read.blocks, &mut |inline| {
        if let RichInline::Text(words) = inline {
            text.push_str(words);
            text.push(' ');
        }
    });
    Omission { what, text: text.trim_end().to_owned(), block: 0 }
}
