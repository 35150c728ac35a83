//! Assembles the package from rendered documents: compresses all files, has the builder
//! make the archive, and amends it.

mod amendments;
mod archive;
mod builder;

use std::collections::BTreeMap;

use rayon::{Yield, yield_now};

use super::accessibility::AccessibilityClaims;
use super::characters::UsedCharacters;
use super::document::{ContentDocument, DocumentKind, StyleNeeds};
use super::error::EpubError;
use super::fonts::{EmbeddedFont, embed_fonts};
use super::front_documents::render_cover_page;
use super::metadata::{choose_identifier, write_metadata};
use super::names::{COVER_PAGE, STYLE_SHEET, text_path};
use super::navigation::{NavigationEntry, is_contents_page};
use super::plan::EpubPlan;
use super::style::write_style_sheet;
use crate::design::{ContentsPlace, Design, EpubFonts};
use crate::diagnostic::{Diagnostic, Warned};
use crate::edition::Publication;

use amendments::{PackageAmendments, amend_archive};
use archive::{CompressedFile, PackageFile, compress_files};
use builder::{PackageBuilder, TocEntry};

/// What a package is assembled from, besides the plan.
pub(super) struct PackageParts<'p> {
    /// The documents in reading order.
    pub(super) documents: &'p [ContentDocument],
    /// The contents.
    pub(super) entries: &'p [NavigationEntry],
    /// The navigation document.
    pub(super) navigation: &'p str,
    /// The characters of all documents.
    pub(super) characters: &'p UsedCharacters,
    /// What the documents need rules of the style sheet for.
    pub(super) style: &'p StyleNeeds,
    /// What is stated about accessibility.
    pub(super) claims: &'p AccessibilityClaims,
}

/// Assembles the package. Returns the archive, and what is found about fonts.
pub(super) fn assemble_package(
    plan: &EpubPlan<'_>,
    parts: &PackageParts<'_>,
) -> Result<Warned<Vec<u8>>, EpubError> {
    let mut diagnostics = Vec::new();
    // Nothing waits for an EPUB, but the pages of a PDF wait for each of their chapters. So
    // chapters that wait for a core come first, while otherwise this core would wait for
    // the last of them.
    while yield_now() == Some(Yield::Executed) {}
    // The cover takes as long to paint as all other files to compress.
    let (cover, (files, identifier)) = rayon::join(
        || CoverFiles::paint(plan),
        || (TextFiles::compress(plan, parts, &mut diagnostics), choose_identifier(plan)),
    );
    let TextFiles { fonts, mut files } = files?;

    let mut builder = PackageBuilder::new(&plan.language, plan.words.contents)?;
    builder.add_style_sheet()?;
    if let Some(cover) = cover? {
        builder.add_cover_image(&cover.image_path, cover.media_type)?;
        files.extend(cover.files);
    }
    let lines = index_lines(parts.entries);
    for document in parts.documents {
        builder.add_document(document, lines.get(document.name.as_str()).copied())?;
    }
    for (path, picture) in plan.pictures() {
        builder.add_resource(path, picture.format.media_type())?;
    }
    for font in &fonts {
        builder.add_resource(&font.path, font.media_type)?;
    }
    let has_contents_page = is_contents_page(plan, parts.entries);
    let amendments = PackageAmendments {
        language: &plan.language,
        title: plan.title(),
        asks_for_fonts: plan.asks_for_fonts(),
        identifier: &identifier,
        metadata: &write_metadata(plan, parts.claims, &identifier),
        navigation: parts.navigation,
        entries: parts.entries,
        with_mathml: parts
            .documents
            .iter()
            .filter(|document| document.has_formulas())
            .map(|document| text_path(&document.name))
            .collect(),
        contents_page_after: has_contents_page
            .then(|| locate_contents_page(plan.publication.design, parts.documents)),
    };
    let value = amend_archive(builder.build()?, files, &amendments)?;
    Ok(Warned { value, diagnostics })
}

/// The compressed files of the book without its cover.
struct TextFiles {
    fonts: Vec<EmbeddedFont>,
    files: Vec<CompressedFile>,
}

impl TextFiles {
    /// Subsets the fonts, and compresses them with all other files.
    fn compress(
        plan: &EpubPlan<'_>,
        parts: &PackageParts<'_>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<Self, EpubError> {
        let Publication { design, fonts: family, style, .. } = plan.publication;
        let fonts = match design.fonts {
            EpubFonts::Embedded => embed_fonts(family, parts.characters, diagnostics),
            EpubFonts::System => Vec::new(),
        };
        let css = write_style_sheet(design, family, &fonts, parts.style, style);
        let mut files = vec![PackageFile::new(STYLE_SHEET, css.as_bytes())];
        let documents =
            parts.documents.iter().filter(|one| one.kind != DocumentKind::Cover);
        files.extend(documents.map(|document| {
            PackageFile::new(text_path(&document.name), document.markup.as_bytes())
        }));
        let pictures = plan.pictures();
        files.extend(
            pictures.map(|(path, picture)| PackageFile::new(path, &*picture.bytes)),
        );
        let embedded = fonts.iter();
        files.extend(
            embedded.map(|font| PackageFile::new(font.path.as_str(), &*font.bytes)),
        );
        let files = compress_files(files)?;
        Ok(Self { fonts, files })
    }
}

/// The compressed files of the cover.
struct CoverFiles {
    image_path: String,
    /// The media type of the image.
    media_type: &'static str,
    files: Vec<CompressedFile>,
}

impl CoverFiles {
    /// Paints the cover, if there is one, and renders its page.
    fn paint(plan: &EpubPlan<'_>) -> Result<Option<Self>, EpubError> {
        let Some(cover) = plan.publication.cover else { return Ok(None) };
        let image = cover.image()?;
        let image_path = format!("images/cover.{}", image.format.extension());
        let page =
            plan.cover_page().map(|cover| render_cover_page(plan, cover, &image_path));
        let mut files =
            vec![PackageFile::new(image_path.as_str(), image.bytes.as_slice())];
        files.extend(page.map(|page| {
            PackageFile::new(text_path(COVER_PAGE), page.markup.into_bytes())
        }));
        let files = compress_files(files)?;
        Ok(Some(Self { image_path, media_type: image.format.media_type(), files }))
    }
}

/// How many documents come before the contents: the front matter that the book begins with,
/// but not the half title, or everything but the colophon.
fn locate_contents_page(design: &Design, documents: &[ContentDocument]) -> usize {
    let is_before = |kind: DocumentKind| match design.front.contents {
        ContentsPlace::Front => kind.is_front_matter() && kind != DocumentKind::HalfTitle,
        ContentsPlace::Back => !kind.is_colophon(),
    };
    documents.iter().take_while(|document| is_before(document.kind)).count()
}

/// The first entry of the contents that leads to each address.
fn index_lines(entries: &[NavigationEntry]) -> BTreeMap<&str, TocEntry<'_>> {
    let mut lines = BTreeMap::new();
    add_lines(entries, 1, &mut lines);
    lines
}

fn add_lines<'n>(
    entries: &'n [NavigationEntry],
    level: i32,
    lines: &mut BTreeMap<&'n str, TocEntry<'n>>,
) {
    for entry in entries {
        let line = TocEntry { level, entry };
        lines.entry(entry.address.as_str()).or_insert(line);
        add_lines(&entry.children, level + 1, lines);
    }
}
