//! What an ODT file says about its document (`OpenDocument` 1.3, part 3 §4.3).

use crate::interchange::office::dublin_core::{add_fact, read_property, split_authors};
use crate::interchange::office::markup::XmlElement;
use crate::interchange::rich::RichMetadata;

/// Reads the metadata. The dates are those of the file, not of the document.
pub(super) fn read_meta(root: &XmlElement) -> RichMetadata {
    let mut metadata = RichMetadata::default();
    let Some(meta) = root.child("office:meta") else { return metadata };
    let (mut first_author, mut last_author) = (None, None);
    for property in meta.children() {
        let Some(text) = read_property(property) else { continue };
        match property.name() {
            "meta:initial-creator" => first_author = Some(text),
            "dc:creator" => last_author = Some(text),
            "meta:keyword" => add_fact(&mut metadata, "dc:subject", text),
            name => add_fact(&mut metadata, name, text),
        }
    }
    // The one who began the document wrote it; the other one saved it last.
    if let Some(authors) = first_author.or(last_author) {
        metadata.authors = split_authors(&authors);
    }
    metadata
}
