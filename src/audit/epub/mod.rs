//! Reads the text of an EPUB from its package and its XHTML.

mod markup;
mod reading;

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::error::AuditError;
use super::stream::Streams;
use markup::{has_word, visit_elements};
use reading::EpubTextReader;

/// The most bytes of one file that are read, so that no archive can exhaust the memory.
const LARGEST: u64 = 200_000_000;

/// Reads the text of an EPUB.
///
/// # Errors
///
/// When the archive, its package or a content document cannot be read.
pub fn read_epub(bytes: &[u8]) -> Result<Streams, AuditError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes))?;
    let container = read_entry(&mut archive, "META-INF/container.xml")?;
    let mut package = String::new();
    visit_elements("META-INF/container.xml", &container, |tag| {
        if tag.name == "rootfile" {
            package.push_str(tag.get("full-path"));
        }
    })?;
    let folder = package.rfind('/').map_or("", |end| &package[..=end]).to_owned();
    let markup = read_entry(&mut archive, &package)?;
    let mut items: BTreeMap<String, (String, String)> = BTreeMap::new();
    let mut spine = Vec::new();
    visit_elements(&package, &markup, |tag| match tag.name.as_str() {
        "item" => {
            let item = (tag.get("href").to_owned(), tag.get("properties").to_owned());
            items.insert(tag.get("id").to_owned(), item);
        }
        "itemref" => spine.push(tag.get("idref").to_owned()),
        _ => {}
    })?;
    let mut reading = EpubTextReader::default();
    reading.read_package(&package, &markup)?;
    let is_navigation = |properties: &str| has_word(properties, "nav");
    let read = spine.iter().filter_map(|id| items.get(id));
    // The navigation document need not be in the spine, and is read all the same.
    let besides =
        items.iter().filter(|(id, _)| !spine.contains(id)).map(|(_, item)| item);
    let besides = besides.filter(|(_, properties)| is_navigation(properties));
    for (address, properties) in read.chain(besides) {
        let name = format!("{folder}{address}");
        let markup = read_entry(&mut archive, &name)?;
        reading.read_file(&name, &markup, is_navigation(properties))?;
    }
    Ok(reading.into_streams())
}

/// Reads a file of the archive.
fn read_entry(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    name: &str,
) -> Result<String, AuditError> {
    let missing = || AuditError::File { name: name.to_owned() };
    let entry = archive.by_name(name).map_err(|_| missing())?;
    let mut text = String::new();
    entry.take(LARGEST).read_to_string(&mut text).map_err(|_| missing())?;
    Ok(text)
}
