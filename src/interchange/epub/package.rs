//! The package of an EPUB: its metadata, its files and their order (EPUB 3.3 §5).

use std::collections::{BTreeMap, BTreeSet};

use super::FORMAT;
use crate::interchange::addresses::resolve_address;
use crate::interchange::archive::Archive;
use crate::interchange::office::markup::{XmlElement, parse_markup};
use crate::interchange::rich::{ReadRichError, RichInline, RichMetadata};

/// The package.
#[derive(Debug, Default)]
pub(super) struct Package {
    pub(super) metadata: RichMetadata,
    /// The files, by their id.
    pub(super) items: BTreeMap<String, PackageItem>,
    /// The files of the text in reading order.
    pub(super) spine: Vec<SpinePlace>,
    /// The id of the navigation document.
    pub(super) navigation: Option<String>,
    /// The names in the archive of the pages that the guide of EPUB 2 calls a cover or a
    /// title page (OPF 2.0.1 §2.6).
    pub(super) front: BTreeSet<String>,
}

/// A file of the package.
#[derive(Debug)]
pub(super) struct PackageItem {
    /// Its name in the archive.
    pub(super) path: String,
    pub(super) media_type: String,
}

impl PackageItem {
    /// Whether it is a page of text.
    pub(super) fn is_page(&self) -> bool {
        matches!(self.media_type.as_str(), "application/xhtml+xml" | "text/html")
    }
}

/// A place of the spine.
#[derive(Debug)]
pub(super) struct SpinePlace {
    /// The id of its file.
    pub(super) item: String,
    /// Whether it belongs to the main text.
    pub(super) linear: bool,
}

/// Reads the package that the container names.
pub(super) fn read_package(archive: &mut Archive<'_>) -> Result<Package, ReadRichError> {
    const CONTAINER: &str = "META-INF/container.xml";
    const NOT: ReadRichError = ReadRichError::NotFormat { format: FORMAT };
    let container = archive.read(CONTAINER)?.ok_or(NOT)?;
    let container = parse_markup(&container, CONTAINER)?;
    let path =
        container.find("ocf:rootfile").and_then(|file| file.attribute("full-path"));
    let path = path.ok_or(NOT)?.to_owned();
    let bytes = archive.read(&path)?;
    let bytes = bytes.ok_or_else(|| ReadRichError::Damaged { part: path.clone() })?;
    let root = parse_markup(&bytes, &path)?;
    let mut package = Package::default();
    if let Some(metadata) = root.child("opf:metadata") {
        package.metadata = read_metadata(metadata);
    }
    for item in root.child("opf:manifest").iter().flat_map(|all| all.children()) {
        let attribute = |name: &str| item.attribute(name).unwrap_or_default().to_owned();
        let id = attribute("id");
        let properties = attribute("properties");
        if properties.split_ascii_whitespace().any(|one| one == "nav") {
            package.navigation = Some(id.clone());
        }
        let path = resolve_address(&path, &attribute("href"));
        let media_type = attribute("media-type");
        package.items.insert(id, PackageItem { path, media_type });
    }
    for place in root.child("opf:spine").iter().flat_map(|all| all.children()) {
        let item = place.attribute("idref").unwrap_or_default().to_owned();
        let linear = place.attribute("linear") != Some("no");
        package.spine.push(SpinePlace { item, linear });
    }
    for reference in root.child("opf:guide").iter().flat_map(|all| all.children()) {
        if matches!(reference.attribute("type"), Some("cover" | "title-page"))
            && let Some(address) = reference.attribute("href")
        {
            let address = address.split('#').next().unwrap_or_default();
            package.front.insert(resolve_address(&path, address));
        }
    }
    if package.spine.is_empty() {
        return Err(ReadRichError::Damaged { part: path });
    }
    Ok(package)
}

fn read_metadata(metadata: &XmlElement) -> RichMetadata {
    let all = |name: &str| -> Vec<String> {
        let found = metadata.children().filter(|element| element.name() == name);
        let texts = found.map(|element| {
            element.deep_text().split_whitespace().collect::<Vec<_>>().join(" ")
        });
        texts.filter(|text| !text.is_empty()).collect()
    };
    let first = |name: &str| all(name).into_iter().next();
    let others = ["publisher", "rights", "identifier", "description", "subject"];
    let others = others.into_iter().flat_map(|key| {
        let values = all(&format!("dc:{key}")).into_iter();
        values.map(move |value| (key.to_owned(), value))
    });
    RichMetadata {
        title: first("dc:title").into_iter().map(RichInline::Text).collect(),
        subtitle: all("dc:title")
            .into_iter()
            .skip(1)
            .take(1)
            .map(RichInline::Text)
            .collect(),
        authors: all("dc:creator"),
        date: first("dc:date"),
        language: first("dc:language"),
        others: others.collect(),
    }
}
