//! What a DOCX file says about its document (ISO/IEC 29500-2, core properties).

use crate::interchange::office::dublin_core::{add_fact, read_property, split_authors};
use crate::interchange::office::markup::XmlElement;
use crate::interchange::rich::RichMetadata;

/// Reads the core properties. The dates are those of the file, not of the document.
pub(super) fn read_core_properties(root: &XmlElement) -> RichMetadata {
    let mut metadata = RichMetadata::default();
    for property in root.children() {
        let Some(text) = read_property(property) else { continue };
        match property.name() {
            "dc:creator" => metadata.authors = split_authors(&text),
            "cp:keywords" | "cp:category" => add_fact(&mut metadata, "dc:subject", text),
            name => add_fact(&mut metadata, name, text),
        }
    }
    metadata
}
