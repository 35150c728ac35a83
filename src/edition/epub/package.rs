//! The package: epub-builder, and what has to be amended after it.
//!
//! epub-builder puts the container, manifest, spine, guide and NCX together. Its metadata
//! cannot say what ours must, its navigation document has no labels and no pages, and its
//! archive carries the clock in its metadata; so the finished archive is read again and
//! written anew. It is told the names of the files only, since it packs one after the other:
//! what stands in them is packed beside it, on all cores. Each amendment is counted: where
//! epub-builder should one day write something else, the run ends with [`EpubError::Amend`]
//! and not with a broken book.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};

use epub_builder::{
    EpubBuilder, EpubContent, EpubVersion, ReferenceType, TocElement, ZipLibrary,
};
use quick_xml::events::{BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::error::EpubError;
use super::leaves::{self, Landmark, Leaf, LeafKind};
use super::markup::{Markup, tag};
use super::nav::{NAVIGATION, Point};
use crate::text::language::Language;

/// The folder of all files of the book, as epub-builder has it.
const FOLDER: &str = "OEBPS/";
/// Path of the style sheet in it, as epub-builder has it.
pub(super) const STYLE_SHEET: &str = "stylesheet.css";
/// Name of the package document, as epub-builder has it.
const PACKAGE: &str = "OEBPS/content.opf";
/// Name of the NCX, as epub-builder has it.
const NCX: &str = "OEBPS/toc.ncx";

/// What epub-builder is given in the place of every file.
const NOTHING: &[u8] = b"";

/// The prefix of Apple's properties (EPUB 3.3 §D.1.4).
const APPLE: &str =
    "ibooks: http://vocabulary.itunes.apple.com/rdf/ibooks/vocabulary-extensions-1.0/";

/// Lines of the contents and their levels, by what they lead to.
pub(super) type Lines<'p> = BTreeMap<&'p str, (i32, &'p Point)>;

/// A package in the making.
pub(super) struct Package {
    builder: EpubBuilder<ZipLibrary>,
    /// Files of the text so far.
    files: usize,
    /// Those before the text, after which the contents stand.
    front_matter: usize,
}

/// A file of the package, packed.
pub(super) struct Packed {
    path: String,
    /// An archive that has nothing but this file.
    archive: Vec<u8>,
}

/// A file to be packed: its path, and what is in it.
pub(super) type Unpacked<'a> = (String, Cow<'a, [u8]>);

/// Packs files.
pub(super) fn pack(files: Vec<Unpacked<'_>>) -> Result<Vec<Packed>, EpubError> {
    let pack = |(path, bytes): Unpacked<'_>| {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        writer.start_file(path.as_str(), options(CompressionMethod::Deflated))?;
        writer.write_all(&bytes)?;
        let mut archive = writer.finish()?.into_inner();
        // A book may have many files, and few bytes in each.
        archive.shrink_to_fit();
        Ok(Packed { path, archive })
    };
    files.into_par_iter().map(pack).collect()
}

/// What epub-builder cannot say, and is written into its package afterwards.
#[derive(Debug)]
pub(super) struct Amendments<'a> {
    /// The main language.
    pub(super) language: &'a Language,
    /// The title.
    pub(super) title: &'a str,
    /// The book's own fonts shall be used.
    pub(super) asks_for_fonts: bool,
    /// The unique identifier.
    pub(super) identifier: &'a str,
    /// The `metadata` element.
    pub(super) metadata: &'a str,
    /// The navigation document.
    pub(super) navigation: &'a str,
    /// The contents, of which the NCX tells the depth.
    pub(super) points: &'a [Point],
    /// The navigation document stands in the book as a page.
    pub(super) shows_contents: bool,
}

impl Package {
    /// An empty package.
    pub(super) fn new(language: &Language, contents: &str) -> Result<Self, EpubError> {
        let mut builder = EpubBuilder::new(ZipLibrary::new()?)?;
        builder.epub_version(EpubVersion::V33);
        let direction = if language.right_to_left() { "rtl" } else { "ltr" };
        builder.metadata("direction", direction)?;
        builder.metadata("toc_name", contents)?;
        Ok(Self { builder, files: 0, front_matter: 0 })
    }

    /// Adds the style sheet.
    pub(super) fn style_sheet(&mut self) -> Result<(), EpubError> {
        self.builder.stylesheet(NOTHING)?;
        Ok(())
    }

    /// Adds a font or another file that the text uses.
    pub(super) fn resource(
        &mut self,
        path: &str,
        media_type: &str,
    ) -> Result<(), EpubError> {
        self.builder.add_resource(path, NOTHING, media_type)?;
        Ok(())
    }

    /// Adds the cover image.
    pub(super) fn cover_image(
        &mut self,
        path: &str,
        media_type: &str,
    ) -> Result<(), EpubError> {
        self.builder.add_cover_image(path, NOTHING, media_type)?;
        Ok(())
    }

    /// Adds a file of the text, in reading order.
    pub(super) fn leaf(
        &mut self,
        leaf: &Leaf,
        lines: &Lines<'_>,
    ) -> Result<(), EpubError> {
        let mut content = EpubContent::new(leaves::path(&leaf.name), NOTHING);
        // The half title stands behind the contents, with the text, and is no line of them.
        if leaf.kind.is_front_matter() && leaf.kind != LeafKind::HalfTitle {
            // What says such things in the midst of the text does not stand before it.
            self.front_matter += usize::from(self.front_matter == self.files);
            if !matches!(leaf.kind, LeafKind::Rest(_)) {
                content = content.title(leaf.title.as_str());
            }
        }
        if let Some((level, point)) = lines.get(leaf.name.as_str()) {
            content = content.title(point.label.as_str()).level(*level);
            for child in point.children.iter().filter(|child| stands_inside(child)) {
                content = content.child(toc_element(child));
            }
        }
        // The guide of EPUB 2, by which Kindles find where the text begins.
        if let Some(landmark) = leaf.landmark {
            content = content.reftype(match landmark {
                Landmark::Cover => ReferenceType::Cover,
                Landmark::TitlePage => ReferenceType::TitlePage,
                Landmark::Text => ReferenceType::Text,
                Landmark::Notes => ReferenceType::Notes,
            });
        }
        self.builder.add_content(content)?;
        self.files += 1;
        Ok(())
    }

    /// The finished archive, with the files that were named to it.
    pub(super) fn finish(
        self,
        files: Vec<Packed>,
        amendments: &Amendments<'_>,
    ) -> Result<Vec<u8>, EpubError> {
        let mut raw = Vec::new();
        self.builder.generate(&mut raw)?;
        let mut built = ZipArchive::new(Cursor::new(raw))?;
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        // The first file, stored and without extra fields, tells what the archive is
        // before it is unpacked (EPUB 3.3 §4.3.3).
        archive.start_file("mimetype", options(CompressionMethod::Stored))?;
        archive.write_all(b"application/epub+zip")?;
        let mut navigation = Count::new("the navigation document");
        let files = files.into_iter().map(|file| (file.path, file.archive));
        let mut files: BTreeMap<String, Vec<u8>> = files.collect();
        for index in 0..built.len() {
            let mut file = built.by_index(index)?;
            let name = file.name().to_owned();
            let mut whole = || -> Result<String, EpubError> {
                let mut bytes = Vec::new();
                file.read_to_end(&mut bytes)?;
                text(bytes)
            };
            let bytes = if name == "mimetype" {
                continue;
            } else if name == PACKAGE {
                amend_package(&whole()?, amendments, self.front_matter)?
            } else if name == NCX {
                amend_ncx(&whole()?, amendments)?
            } else if name.strip_prefix(FOLDER) == Some(NAVIGATION) {
                navigation.hit();
                amendments.navigation.as_bytes().to_vec()
            } else if let Some(ours) = name.strip_prefix(FOLDER) {
                let missing = EpubError::Amend { place: "a file of the book", found: 0 };
                let packed = files.remove(ours).ok_or(missing)?;
                let mut packed = ZipArchive::new(Cursor::new(packed))?;
                archive.raw_copy_file_rename(packed.by_index_raw(0)?, name)?;
                continue;
            } else {
                // As it is packed already.
                archive.raw_copy_file_touch(file, DateTime::default(), Some(MODE))?;
                continue;
            };
            archive.start_file(name, options(CompressionMethod::Deflated))?;
            archive.write_all(&bytes)?;
        }
        navigation.once()?;
        if !files.is_empty() {
            return Err(EpubError::Amend {
                place: "a file of the book",
                found: files.len() + 1,
            });
        }
        Ok(archive.finish()?.into_inner())
    }
}

/// Who may do what with a file that is unpacked.
const MODE: u32 = 0o644;

/// How a file is written: the same on every machine and at every time.
fn options(method: CompressionMethod) -> SimpleFileOptions {
    SimpleFileOptions::default()
        .compression_method(method)
        .last_modified_time(DateTime::default())
        .unix_permissions(MODE)
}

fn text(bytes: Vec<u8>) -> Result<String, EpubError> {
    String::from_utf8(bytes).map_err(|_| EpubError::Amend { place: "UTF-8", found: 0 })
}

/// Of each address in the contents the first line that leads to it, and its level.
pub(super) fn lines(points: &[Point]) -> Lines<'_> {
    let mut lines = Lines::new();
    list(points, 1, &mut lines);
    lines
}

fn list<'p>(points: &'p [Point], level: i32, lines: &mut Lines<'p>) {
    for point in points {
        lines.entry(point.address.as_str()).or_insert((level, point));
        list(&point.children, level + 1, lines);
    }
}

/// Leads to a place inside a file; a line that leads to a file comes with that file.
fn stands_inside(point: &Point) -> bool {
    point.address.contains('#')
}

fn toc_element(point: &Point) -> TocElement {
    let element =
        TocElement::new(format!("text/{}", point.address), point.label.as_str());
    point
        .children
        .iter()
        .fold(element, |element, child| element.child(toc_element(child)))
}

/// How many levels the contents have.
fn depth(points: &[Point]) -> usize {
    points.iter().map(|point| 1 + depth(&point.children)).max().unwrap_or(0)
}

/// How often a place to amend was found.
struct Count {
    place: &'static str,
    found: usize,
}

impl Count {
    fn new(place: &'static str) -> Self {
        Self { place, found: 0 }
    }

    fn hit(&mut self) {
        self.found += 1;
    }

    /// The place was found once, as it should be.
    fn once(&self) -> Result<(), EpubError> {
        let &Self { place, found } = self;
        if found == 1 { Ok(()) } else { Err(EpubError::Amend { place, found }) }
    }
}

/// Amends the package document: its language, its metadata, the contents in the spine.
fn amend_package(
    opf: &str,
    amendments: &Amendments<'_>,
    front_matter: usize,
) -> Result<Vec<u8>, EpubError> {
    let mut package = Count::new("package");
    let mut metadata = Count::new("metadata");
    let mut contents = Count::new("spine");
    let mut files = 0;
    let mut reader = Reader::from_str(opf);
    let mut writer = Writer::new(Vec::new());
    loop {
        let event = reader.read_event()?;
        match event {
            Event::Eof => break,
            Event::Start(mut start) if start.name().as_ref() == "package" => {
                package.hit();
                start.push_attribute(("xml:lang", amendments.language.as_str()));
                if amendments.asks_for_fonts {
                    start.push_attribute(("prefix", APPLE));
                }
                writer.write_event(Event::Start(start))?;
            }
            Event::Start(start) if start.name().as_ref() == "metadata" => {
                metadata.hit();
                reader.read_to_end(start.name())?;
                let whole = amendments.metadata.trim_end();
                writer.write_event(Event::Text(BytesText::from_escaped(whole)))?;
            }
            Event::Empty(file) if file.name().as_ref() == "itemref" => {
                if amendments.shows_contents && files == front_matter {
                    contents.hit();
                    writer.write_event(contents_in_spine())?;
                    writer.write_event(Event::Text(BytesText::new("\n    ")))?;
                }
                files += 1;
                writer.write_event(Event::Empty(file))?;
            }
            Event::End(spine) if spine.name().as_ref() == "spine" => {
                // Nothing stands behind what stands before the contents.
                if amendments.shows_contents && files == front_matter {
                    contents.hit();
                    writer.write_event(contents_in_spine())?;
                    writer.write_event(Event::Text(BytesText::new("\n  ")))?;
                }
                writer.write_event(Event::End(spine))?;
            }
            event => writer.write_event(event)?,
        }
    }
    package.once()?;
    metadata.once()?;
    if amendments.shows_contents {
        contents.once()?;
    }
    Ok(writer.into_inner())
}

/// The contents as a page of the book.
fn contents_in_spine() -> Event<'static> {
    Event::Empty(BytesStart::new("itemref").with_attributes([("idref", "nav")]))
}

/// Amends the NCX: its language, the identifier and depth that it must tell, its title.
fn amend_ncx(ncx: &str, amendments: &Amendments<'_>) -> Result<Vec<u8>, EpubError> {
    let mut root = Count::new("ncx");
    let mut levels = Count::new("dtb:depth");
    let mut title = Count::new("docTitle");
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
                root.hit();
                start.push_attribute(("xml:lang", amendments.language.as_str()));
                writer.write_event(Event::Start(start))?;
            }
            Event::Empty(start) if start.attributes_raw().contains("\"dtb:depth\"") => {
                levels.hit();
                writer.write_event(meta("dtb:uid", amendments.identifier))?;
                writer.write_event(Event::Text(BytesText::new("\n    ")))?;
                let depth = depth(amendments.points).to_string();
                writer.write_event(meta("dtb:depth", &depth))?;
            }
            Event::Start(start) if start.name().as_ref() == "docTitle" => {
                title.hit();
                reader.read_to_end(start.name())?;
                let mut whole = Markup::new();
                whole.open(tag("docTitle"));
                whole.line(tag("text"), amendments.title);
                let (whole, _) = whole.finish();
                writer.write_event(Event::Text(BytesText::from_escaped(whole)))?;
            }
            event => writer.write_event(event)?,
        }
    }
    root.once()?;
    levels.once()?;
    title.once()?;
    Ok(writer.into_inner())
}
