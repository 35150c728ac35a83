//! The parts of an ODT file (`OpenDocument` 1.3, part 2).

use std::collections::{BTreeMap, BTreeSet};

use crate::interchange::archive::Archive;
use crate::interchange::office::markup::{XmlElement, parse_markup};
use crate::interchange::rich::ReadRichError;

/// What a message calls the file.
const FORMAT: &str = "an ODT file";

/// How much of a file is searched for its root element, in bytes.
const SNIFFED: usize = 4096;

/// The parts of a file that have something of the text.
#[derive(Debug, Default)]
pub(super) struct OdtParts {
    /// The part `content.xml`, or all of a flat file.
    pub(super) content: XmlElement,
    /// The part `styles.xml`.
    pub(super) styles: Option<XmlElement>,
    /// The part `meta.xml`.
    pub(super) meta: Option<XmlElement>,
    /// Embedded formulas and charts, by the name of their folder.
    pub(super) objects: BTreeMap<String, XmlElement>,
    /// The names of all parts.
    pub(super) names: BTreeSet<String>,
}

impl OdtParts {
    /// The elements at the top of the content and of the styles that have a name.
    pub(super) fn sections(&self, name: &str) -> impl Iterator<Item = &XmlElement> {
        let roots = [Some(&self.content), self.styles.as_ref()];
        roots.into_iter().flatten().filter_map(move |root| root.child(name))
    }
}

/// Unpacks and parses the parts of a file. The archive stays open for the pictures.
///
/// # Errors
///
/// When it is something else, encrypted, damaged, not well-formed, too large or nested too
/// deep.
pub(super) fn read_parts(
    bytes: &[u8],
) -> Result<(OdtParts, Option<Archive<'_>>), ReadRichError> {
    let head = bytes.get(..SNIFFED.min(bytes.len())).unwrap_or_default();
    if head.trim_ascii_start().starts_with(b"<")
        || head.starts_with(&[0xEF, 0xBB, 0xBF, b'<'])
    {
        let content = parse_markup(bytes, "the file")?;
        check_root(&content, "office:document")?;
        return Ok((OdtParts { content, ..OdtParts::default() }, None));
    }
    let mut archive = Archive::open(bytes, FORMAT)?;
    if let Some(manifest) = parse_part(&mut archive, "META-INF/manifest.xml")?
        && manifest.find("manifest:encryption-data").is_some()
    {
        return Err(ReadRichError::Encrypted);
    }
    let Some(content) = parse_part(&mut archive, "content.xml")? else {
        return Err(ReadRichError::NotFormat { format: FORMAT });
    };
    check_root(&content, "office:document-content")?;
    let names: BTreeSet<String> = archive.names().map(str::to_owned).collect();
    let mut parts = OdtParts {
        content,
        styles: parse_part(&mut archive, "styles.xml")?,
        meta: parse_part(&mut archive, "meta.xml")?,
        objects: BTreeMap::new(),
        names,
    };
    for folder in find_objects(&parts.content) {
        if let Some(object) = parse_part(&mut archive, &format!("{folder}/content.xml"))?
        {
            parts.objects.insert(folder, object);
        }
    }
    Ok((parts, Some(archive)))
}

fn check_root(root: &XmlElement, name: &str) -> Result<(), ReadRichError> {
    let has_text = root.child("office:body").and_then(|body| body.child("office:text"));
    if root.name() == name && has_text.is_some() {
        return Ok(());
    }
    Err(ReadRichError::NotFormat { format: FORMAT })
}

fn parse_part(
    archive: &mut Archive<'_>,
    name: &str,
) -> Result<Option<XmlElement>, ReadRichError> {
    let Some(bytes) = archive.read(name)? else { return Ok(None) };
    parse_markup(&bytes, name).map(Some)
}

/// The folders of embedded objects.
fn find_objects(content: &XmlElement) -> BTreeSet<String> {
    let mut folders = BTreeSet::new();
    content.visit(&mut |element| {
        if element.name() == "draw:object" {
            folders.extend(element.attribute("xlink:href").map(name_part));
        }
    });
    folders
}

/// The name of a part by its address.
pub(super) fn name_part(address: &str) -> String {
    address.strip_prefix("./").unwrap_or(address).trim_end_matches('/').to_owned()
}
