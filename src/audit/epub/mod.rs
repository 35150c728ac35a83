//! Reads the text of an EPUB from its package and its XHTML.

mod links;
mod markup;

mod note_marks;
mod notes;

mod elements;
mod reading;
mod style;

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::error::AuditError;
use super::presentation::fingerprint;
use super::stream::Streams;
use links::decode_address;
use markup::{has_word, visit_elements};
use notes::NoteFinder;
use reading::EpubTextReader;

/// The media type of the contents of EPUB 2.
const NCX: &str = "application/x-dtbncx+xml";

/// The most bytes that the files of an EPUB unpack to, all together, so that no archive can
/// exhaust the memory: five million words with their markup, and no book has more. A word of
/// an audit takes about a hundred bytes.
const LARGEST: u64 = 32_000_000;

/// The most bytes that the pictures of an EPUB unpack to: a thousand large photographs. More
/// are not held against their sources.
const MOST_OF_PICTURES: u64 = 2_000_000_000;

/// Reads the text of an EPUB.
///
/// # Errors
///
/// When the archive, its package or a content document cannot be read.
pub fn read_epub(bytes: &[u8]) -> Result<Streams, AuditError> {
    let mut archive = EpubArchive::open(bytes)?;
    let container = archive.read_entry("META-INF/container.xml")?;
    let mut package = String::new();
    visit_elements("META-INF/container.xml", &container, |tag| {
        if tag.name == "rootfile" {
            package.push_str(tag.get("full-path"));
        }
    })?;
    let folder = package.rfind('/').map_or("", |end| &package[..=end]).to_owned();
    let markup = archive.read_entry(&package)?;
    let (items, spine) = read_manifest(&package, &markup)?;
    let mut reading = EpubTextReader::default();
    reading.read_package(&package, &markup)?;
    for ManifestItem { address, .. } in items.values() {
        let name = format!("{folder}{address}");
        if has_end(&name, &["css"]) {
            // A sheet that cannot be read hides nothing.
            if let Ok(sheet) = archive.read_entry(&name) {
                reading.style.add_sheet(&sheet);
            }
        } else if has_end(&name, &["png", "jpg", "jpeg", "gif", "svg", "webp"]) {
            let print = archive.hash_entry(&name);
            reading.prints.extend(print.map(|print| (name, print)));
        }
    }
    let read = spine.iter().filter_map(|id| items.get(id));
    // The navigation document need not be in the spine, and is read all the same.
    let besides =
        items.iter().filter(|(id, _)| !spine.contains(id)).map(|(_, item)| item);
    let mut files = Vec::new();
    for item in read.chain(besides.filter(|item| item.is_navigation)) {
        let name = format!("{folder}{}", item.address);
        let markup = archive.read_entry(&name)?;
        files.push((name, markup, item.is_navigation));
    }
    // Notes may come in any file, before their references or after them.
    let mut notes = NoteFinder::default();
    for (number, (name, markup, _)) in (reading.streams.files.len()..).zip(&files) {
        notes.read_file(number, name, markup)?;
    }
    reading.roles = notes.into_roles();
    for (name, markup, is_navigation) in &files {
        reading.read_file(name, markup, *is_navigation)?;
    }
    // Without a navigation document, the contents are those of EPUB 2.
    if !files.iter().any(|(_, _, is_navigation)| *is_navigation)
        && let Some(item) = items.values().find(|item| item.kind == NCX)
    {
        let name = format!("{folder}{}", item.address);
        let markup = archive.read_entry(&name)?;
        reading.read_ncx(&name, &markup)?;
    }
    Ok(reading.into_streams())
}

/// A file of the package.
struct ManifestItem {
    address: String,
    kind: String,
    is_navigation: bool,
}

/// The files of the package by their ids, and the ids of those of the spine.
fn read_manifest(
    package: &str,
    markup: &str,
) -> Result<(BTreeMap<String, ManifestItem>, Vec<String>), AuditError> {
    let mut items = BTreeMap::new();
    let mut spine = Vec::new();
    visit_elements(package, markup, |tag| match tag.name.as_str() {
        "item" => {
            let item = ManifestItem {
                address: decode_address(tag.get("href")),
                kind: tag.get("media-type").to_owned(),
                is_navigation: has_word(tag.get("properties"), "nav"),
            };
            items.insert(tag.get("id").to_owned(), item);
        }
        "itemref" => spine.push(tag.get("idref").to_owned()),
        _ => {}
    })?;
    Ok((items, spine))
}

/// Whether a file has a name with one of some ends.
fn has_end(name: &str, ends: &[&str]) -> bool {
    let end = name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
    end.is_some_and(|end| ends.contains(&end.as_str()))
}

/// The archive of an EPUB, and how much more of it is read.
struct EpubArchive<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    left: u64,
    /// How many bytes of pictures are read.
    left_of_pictures: u64,
}

impl<'b> EpubArchive<'b> {
    fn open(bytes: &'b [u8]) -> Result<Self, AuditError> {
        Ok(Self {
            archive: ZipArchive::new(Cursor::new(bytes))?,
            left: LARGEST,
            left_of_pictures: MOST_OF_PICTURES,
        })
    }

    /// The number of what a picture shows; none where it cannot be read, or is larger than
    /// any.
    fn hash_entry(&mut self, name: &str) -> Option<u64> {
        let entry = self.archive.by_name(name).ok()?;
        let mut read = entry.take(self.left_of_pictures);
        let print = fingerprint(&mut read);
        self.left_of_pictures = read.limit();
        print.filter(|_| self.left_of_pictures > 0)
    }

    /// Reads a file.
    fn read_entry(&mut self, name: &str) -> Result<String, AuditError> {
        let missing = || AuditError::File { name: name.to_owned() };
        let entry = self.archive.by_name(name).map_err(|_| missing())?;
        let mut bytes = Vec::new();
        // What an archive says of the length of its files need not be true.
        let read = entry.take(self.left + 1).read_to_end(&mut bytes);
        let length = bytes.len() as u64;
        if length > self.left {
            return Err(AuditError::TooLarge { megabytes: LARGEST / 1_000_000 });
        }
        read.map_err(|_| missing())?;
        self.left -= length;
        String::from_utf8(bytes).map_err(|_| missing())
    }
}
