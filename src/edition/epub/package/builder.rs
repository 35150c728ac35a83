//! epub-builder, which no other module names.
//!
//! It makes the container, the manifest, the spine, the guide, the NCX, and the archive.
//! It gets only the names of files, because it would compress one after the other;
//! `archive.rs` compresses their content on all cores. Three things it cannot do, and
//! `amendments.rs` mends them: it cannot write all metadata, its navigation document has
//! no labels and no pages, and its archive depends on the clock.

use epub_builder::{
    EpubBuilder, EpubContent, EpubVersion, ReferenceType, TocElement, ZipLibrary,
};

use crate::edition::epub::document::{ContentDocument, Landmark};
use crate::edition::epub::error::EpubError;
use crate::edition::epub::names::text_path;
use crate::edition::epub::navigation::NavigationEntry;
use crate::text::language::Language;

/// The folder of all files of the book. epub-builder chooses it.
pub(super) const FOLDER: &str = "OEBPS/";
/// Path of the package document. epub-builder chooses it.
pub(super) const PACKAGE_DOCUMENT: &str = "OEBPS/content.opf";
/// Path of the NCX. epub-builder chooses it.
pub(super) const NCX: &str = "OEBPS/toc.ncx";

/// What epub-builder gets instead of the bytes of a file.
const NO_BYTES: &[u8] = b"";

impl From<epub_builder::Error> for EpubError {
    fn from(error: epub_builder::Error) -> Self {
        Self::Builder(Box::new(error))
    }
}

/// A package that is being built.
pub(super) struct PackageBuilder(EpubBuilder<ZipLibrary>);

/// An entry of the contents, and its level from 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct TocEntry<'n> {
    pub(super) level: i32,
    pub(super) entry: &'n NavigationEntry,
}

impl PackageBuilder {
    /// An empty package of EPUB 3.3, given the language of the book and the title of its
    /// contents.
    pub(super) fn new(
        language: &Language,
        contents_title: &str,
    ) -> Result<Self, EpubError> {
        let mut builder = EpubBuilder::new(ZipLibrary::new()?)?;
        builder.epub_version(EpubVersion::V33);
        let direction = if language.right_to_left() { "rtl" } else { "ltr" };
        builder.metadata("direction", direction)?;
        builder.metadata("toc_name", contents_title)?;
        Ok(Self(builder))
    }

    /// Adds the style sheet.
    pub(super) fn add_style_sheet(&mut self) -> Result<(), EpubError> {
        self.0.stylesheet(NO_BYTES)?;
        Ok(())
    }

    /// Adds a font or another file that documents use.
    pub(super) fn add_resource(
        &mut self,
        path: &str,
        media_type: &str,
    ) -> Result<(), EpubError> {
        self.0.add_resource(path, NO_BYTES, media_type)?;
        Ok(())
    }

    /// Adds the cover image.
    pub(super) fn add_cover_image(
        &mut self,
        path: &str,
        media_type: &str,
    ) -> Result<(), EpubError> {
        self.0.add_cover_image(path, NO_BYTES, media_type)?;
        Ok(())
    }

    /// Adds the next document in reading order, and the entry of the contents that leads to
    /// it.
    pub(super) fn add_document(
        &mut self,
        document: &ContentDocument,
        line: Option<TocEntry<'_>>,
    ) -> Result<(), EpubError> {
        let ContentDocument { name, landmark, .. } = document;
        let mut content = EpubContent::new(text_path(name), NO_BYTES);
        if let Some(TocEntry { level, entry }) = line {
            content = content.title(entry.label.as_str()).level(level);
            // A line that leads to a file is added with that file.
            let inside =
                entry.children.iter().filter(|child| child.address.contains('#'));
            for child in inside {
                content = content.child(convert_entry(child));
            }
        }
        // The guide of EPUB 2, by which Kindles find the beginning of the text.
        if let Some(landmark) = landmark {
            content = content.reftype(match landmark {
                Landmark::Cover => ReferenceType::Cover,
                Landmark::TitlePage => ReferenceType::TitlePage,
                Landmark::Text => ReferenceType::Text,
                Landmark::Notes => ReferenceType::Notes,
            });
        }
        self.0.add_content(content)?;
        Ok(())
    }

    /// Builds the archive, in which all files but those of the package itself are empty.
    pub(super) fn build(self) -> Result<Vec<u8>, EpubError> {
        let mut archive = Vec::new();
        self.0.generate(&mut archive)?;
        Ok(archive)
    }
}

fn convert_entry(entry: &NavigationEntry) -> TocElement {
    let element = TocElement::new(text_path(&entry.address), entry.label.as_str());
    let children = entry.children.iter();
    children.fold(element, |element, child| element.child(convert_entry(child)))
}
