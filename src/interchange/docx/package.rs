//! The parts of a DOCX file and the relationships between them (ISO/IEC 29500-2).

use std::collections::{BTreeMap, BTreeSet};

use crate::interchange::archive::Archive;
use crate::interchange::docx::fields::find_open_fields;
use crate::interchange::office::markup::{XmlElement, parse_markup};
use crate::interchange::rich::ReadRichError;

/// What a message calls the file.
pub(super) const FORMAT: &str = "a DOCX file";

/// An opened file.
pub(super) struct DocxPackage<'a> {
    archive: Archive<'a>,
    names: BTreeSet<String>,
}

/// What a part refers to, by the id of the relationship.
pub(super) type Relationships = BTreeMap<String, Relationship>;

/// A reference from one part to another, or to an address.
#[derive(Debug, Clone)]
pub(super) struct Relationship {
    /// The last word of its type: `image`, `hyperlink`.
    pub(super) kind: String,
    /// The name of a part, or an address outside the file.
    pub(super) target: String,
    /// Whether the target is outside the file.
    pub(super) is_external: bool,
}

/// A part that has text, with what it refers to.
#[derive(Debug, Default)]
pub(super) struct TextPart {
    /// Its markup.
    pub(super) root: XmlElement,
    /// What it refers to.
    pub(super) relationships: Relationships,
    /// The beginnings of fields that have no end, by the order of their elements.
    pub(super) endless: BTreeSet<u32>,
}

impl<'a> DocxPackage<'a> {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// When it is not a ZIP archive, or an encrypted one.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, ReadRichError> {
        let archive = Archive::open(bytes, FORMAT)?;
        let names = archive.names().map(str::to_owned).collect();
        Ok(Self { archive, names })
    }

    /// Whether there is a part of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Unpacks a part.
    ///
    /// # Errors
    ///
    /// When it is damaged or too large.
    pub(super) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, ReadRichError> {
        self.archive.read(name)
    }

    /// Reads a part with markup.
    ///
    /// # Errors
    ///
    /// When it is damaged, too large, or not well-formed.
    pub(super) fn read_markup(
        &mut self,
        name: &str,
    ) -> Result<Option<XmlElement>, ReadRichError> {
        let Some(bytes) = self.read(name)? else { return Ok(None) };
        parse_markup(&bytes, name).map(Some)
    }

    /// Reads a part with text and what it refers to.
    ///
    /// # Errors
    ///
    /// When one of them is damaged, too large, or not well-formed.
    pub(super) fn read_text_part(
        &mut self,
        name: &str,
    ) -> Result<Option<TextPart>, ReadRichError> {
        let Some(root) = self.read_markup(name)? else { return Ok(None) };
        let relationships = self.read_relationships(name)?;
        let endless = find_open_fields(&root);
        Ok(Some(TextPart { root, relationships, endless }))
    }

    /// What a part refers to; the empty name stands for the file itself.
    ///
    /// # Errors
    ///
    /// When the list is damaged, too large, or not well-formed.
    pub(super) fn read_relationships(
        &mut self,
        part: &str,
    ) -> Result<Relationships, ReadRichError> {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        let separator = if folder.is_empty() { "" } else { "/" };
        let name = format!("{folder}{separator}_rels/{file}.rels");
        let Some(root) = self.read_markup(&name)? else { return Ok(BTreeMap::new()) };
        let entries = root.children().filter(|child| child.name() == "rel:Relationship");
        let entries = entries.filter_map(|entry| {
            let kind = entry.attribute("Type")?.rsplit('/').next()?.to_owned();
            let is_external = entry.attribute("TargetMode") == Some("External");
            let target = entry.attribute("Target")?;
            let is_address = is_external || target.starts_with('#');
            let target =
                if is_address { target.to_owned() } else { resolve_part(folder, target) };
            let relationship = Relationship { kind, target, is_external };
            Some((entry.attribute("Id")?.to_owned(), relationship))
        });
        Ok(entries.collect())
    }
}

/// The name of a part that a part in `folder` refers to.
fn resolve_part(folder: &str, target: &str) -> String {
    let (base, target) = match target.strip_prefix('/') {
        Some(absolute) => ("", absolute),
        None => (folder, target),
    };
    let mut steps: Vec<&str> = Vec::new();
    for step in base.split('/').chain(target.split('/')) {
        match step {
            "" | "." => {}
            ".." => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    steps.join("/")
}

/// The first relationship of a kind.
pub(super) fn find_target<'r>(
    relationships: &'r Relationships,
    kind: &str,
) -> Option<&'r str> {
    let mut all = relationships.values();
    all.find(|entry| entry.kind == kind).map(|entry| entry.target.as_str())
}

/// The value of a child `w:NAME` as it is in most properties: its attribute `w:val`.
pub(super) fn value_of<'e>(properties: &'e XmlElement, name: &str) -> Option<&'e str> {
    properties.child(name)?.attribute("w:val")
}

/// The value of a child that is on or off (ISO/IEC 29500-1 §17.17.4); `None` without it.
pub(super) fn switch_of(properties: &XmlElement, name: &str) -> Option<bool> {
    let value = properties.child(name)?.attribute("w:val");
    Some(!matches!(value, Some("0" | "false" | "off" | "none")))
}
