//! Amends the archive that epub-builder makes.
//!
//! The archive is read again and written anew: with the files of the book, without the
//! clock, with our metadata and navigation document, and with what a package document and an
//! NCX should also have. Each amendment is counted: if a later epub-builder writes something
//! else, the run ends with [`EpubError::Amend`] and not with a broken book.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read, Write};

use quick_xml::events::{BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer};
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::archive::{CompressedFile, FILE_MODE, file_options};
use super::builder::{FOLDER, NCX, PACKAGE_DOCUMENT};
use crate::edition::epub::error::EpubError;
use crate::edition::epub::markup::{XmlWriter, tag};
use crate::edition::epub::names::NAVIGATION;
use crate::edition::epub::navigation::NavigationEntry;
use crate::text::language::Language;

/// The prefix of Apple's properties (EPUB 3.3 §D.1.4).
const APPLE_PREFIX: &str =
    "ibooks: http://vocabulary.itunes.apple.com/rdf/ibooks/vocabulary-extensions-1.0/";

/// What epub-builder does not write.
#[derive(Debug)]
pub(super) struct PackageAmendments<'a> {
    /// The main language.
    pub(super) language: &'a Language,
    /// The title of the book.
    pub(super) title: &'a str,
    /// The package asks for the book's own fonts.
    pub(super) asks_for_fonts: bool,
    /// The unique identifier.
    pub(super) identifier: &'a str,
    /// The `metadata` element.
    pub(super) metadata: &'a str,
    /// The navigation document.
    pub(super) navigation: &'a str,
    /// The contents. The NCX states how deep they are.
    pub(super) entries: &'a [NavigationEntry],
    /// The files that have formulas in `MathML`, which the manifest says (EPUB 3.3 §D.4.2).
    pub(super) with_mathml: BTreeSet<String>,
    /// How many documents come before the contents, if these are a page of the book.
    pub(super) contents_page_after: Option<usize>,
}

/// Writes the archive anew, with the files that the builder knows by name, and the
/// amendments.
pub(super) fn amend_archive(
    built: Vec<u8>,
    files: Vec<CompressedFile>,
    amendments: &PackageAmendments<'_>,
) -> Result<Vec<u8>, EpubError> {
    let mut built = ZipArchive::new(Cursor::new(built))?;
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // The first file, stored and without extra fields, identifies the archive before it is
    // unpacked (EPUB 3.3 §4.3.3).
    archive.start_file("mimetype", file_options(CompressionMethod::Stored))?;
    archive.write_all(b"application/epub+zip")?;
    let mut navigation = ExpectedOnce::new("the navigation document");
    let files = files.into_iter().map(|file| (file.path, file.archive));
    let mut files: BTreeMap<String, Vec<u8>> = files.collect();
    for index in 0..built.len() {
        let mut file = built.by_index(index)?;
        let name = file.name().to_owned();
        let mut read_text = || -> Result<String, EpubError> {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            let not_text = EpubError::Amend { place: "UTF-8", found: 0 };
            String::from_utf8(bytes).map_err(|_| not_text)
        };
        let bytes = if name == "mimetype" {
            continue;
        } else if name == PACKAGE_DOCUMENT {
            amend_package_document(&read_text()?, amendments)?
        } else if name == NCX {
            amend_ncx(&read_text()?, amendments)?
        } else if name.strip_prefix(FOLDER) == Some(NAVIGATION) {
            navigation.count();
            amendments.navigation.as_bytes().to_vec()
        } else if let Some(path) = name.strip_prefix(FOLDER) {
            let missing = EpubError::Amend { place: "a file of the book", found: 0 };
            let compressed = files.remove(path).ok_or(missing)?;
            let mut compressed = ZipArchive::new(Cursor::new(compressed))?;
            archive.raw_copy_file_rename(compressed.by_index_raw(0)?, name)?;
            continue;
        } else {
            // Of the container, compressed already.
            archive.raw_copy_file_touch(file, DateTime::default(), Some(FILE_MODE))?;
            continue;
        };
        archive.start_file(name, file_options(CompressionMethod::Deflated))?;
        archive.write_all(&bytes)?;
    }
    navigation.check()?;
    if !files.is_empty() {
        return Err(EpubError::Amend {
            place: "a file of the book",
            found: files.len() + 1,
        });
    }
    Ok(archive.finish()?.into_inner())
}

/// How often something occurs that must occur once.
struct ExpectedOnce {
    place: &'static str,
    found: usize,
}

impl ExpectedOnce {
    fn new(place: &'static str) -> Self {
        Self { place, found: 0 }
    }

    fn count(&mut self) {
        self.found += 1;
    }

    fn check(&self) -> Result<(), EpubError> {
        let &Self { place, found } = self;
        if found == 1 { Ok(()) } else { Err(EpubError::Amend { place, found }) }
    }
}

/// Amends the package document: its language, its metadata, the contents in the spine.
fn amend_package_document(
    document: &str,
    amendments: &PackageAmendments<'_>,
) -> Result<Vec<u8>, EpubError> {
    let mut package = ExpectedOnce::new("package");
    let mut metadata = ExpectedOnce::new("metadata");
    let mut contents = ExpectedOnce::new("spine");
    let mut documents = 0;
    let mut reader = Reader::from_str(document);
    let mut writer = Writer::new(Vec::new());
    loop {
        match reader.read_event()? {
            Event::Eof => break,
            Event::Start(mut start) if start.name().as_ref() == "package" => {
                package.count();
                start.push_attribute(("xml:lang", amendments.language.as_str()));
                if amendments.asks_for_fonts {
                    start.push_attribute(("prefix", APPLE_PREFIX));
                }
                writer.write_event(Event::Start(start))?;
            }
            Event::Start(start) if start.name().as_ref() == "metadata" => {
                metadata.count();
                reader.read_to_end(start.name())?;
                let whole = amendments.metadata.trim_end();
                writer.write_event(Event::Text(BytesText::from_escaped(whole)))?;
            }
            Event::Empty(mut item) if item.name().as_ref() == "item" => {
                let href = item.try_get_attribute("href").ok().flatten();
                let href = href.map(|href| href.value.into_owned());
                if href.is_some_and(|href| amendments.with_mathml.contains(&href)) {
                    item.push_attribute(("properties", "mathml"));
                }
                writer.write_event(Event::Empty(item))?;
            }
            Event::Empty(item) if item.name().as_ref() == "itemref" => {
                if amendments.contents_page_after == Some(documents) {
                    contents.count();
                    writer.write_event(contents_in_spine())?;
                    writer.write_event(Event::Text(BytesText::new("\n    ")))?;
                }
                documents += 1;
                writer.write_event(Event::Empty(item))?;
            }
            Event::End(spine) if spine.name().as_ref() == "spine" => {
                // There is nothing after the contents.
                if amendments.contents_page_after == Some(documents) {
                    contents.count();
                    writer.write_event(contents_in_spine())?;
                    writer.write_event(Event::Text(BytesText::new("\n  ")))?;
                }
                writer.write_event(Event::End(spine))?;
            }
            event => writer.write_event(event)?,
        }
    }
    package.check()?;
    metadata.check()?;
    if amendments.contents_page_after.is_some() {
        contents.check()?;
    }
    Ok(writer.into_inner())
}

/// The spine item of the contents.
fn contents_in_spine() -> Event<'static> {
    Event::Empty(BytesStart::new("itemref").with_attributes([("idref", "nav")]))
}

/// Amends the NCX: its language, the identifier and depth that it must state, its title.
fn amend_ncx(
    ncx: &str,
    amendments: &PackageAmendments<'_>,
) -> Result<Vec<u8>, EpubError> {
    let mut root = ExpectedOnce::new("ncx");
    let mut levels = ExpectedOnce::new("dtb:depth");
    let mut title = ExpectedOnce::new("docTitle");
    let mut reader = Reader::from_str(ncx);
    let mut writer = Writer::new(Vec::new());
    let meta = |name: &str, content: &str| {
        let meta = BytesStart::new("meta");
        Event::Empty(
            meta.with_attributes([("name", name), ("content", content)]).into_owned(),
        )
    };
    loop {
        match reader.read_event()? {
            Event::Eof => break,
            Event::Start(mut start) if start.name().as_ref() == "ncx" => {
                root.count();
                start.push_attribute(("xml:lang", amendments.language.as_str()));
                writer.write_event(Event::Start(start))?;
            }
            Event::Empty(start) if start.attributes_raw().contains("\"dtb:depth\"") => {
                levels.count();
                writer.write_event(meta("dtb:uid", amendments.identifier))?;
                writer.write_event(Event::Text(BytesText::new("\n    ")))?;
                let depth = measure_depth(amendments.entries).to_string();
                writer.write_event(meta("dtb:depth", &depth))?;
            }
            Event::Start(start) if start.name().as_ref() == "docTitle" => {
                title.count();
                reader.read_to_end(start.name())?;
                let mut whole = XmlWriter::new();
                whole.open(tag("docTitle"));
                whole.write_line(tag("text"), amendments.title);
                let whole = whole.finish().text;
                writer.write_event(Event::Text(BytesText::from_escaped(whole)))?;
            }
            event => writer.write_event(event)?,
        }
    }
    root.check()?;
    levels.check()?;
    title.check()?;
    Ok(writer.into_inner())
}

/// How many levels the contents have.
fn measure_depth(entries: &[NavigationEntry]) -> usize {
    entries.iter().map(|entry| 1 + measure_depth(&entry.children)).max().unwrap_or(0)
}
