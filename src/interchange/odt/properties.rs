//! What an ODT file says about its document (`OpenDocument` 1.3, part 3 §4.3).

use crate::interchange::office::markup::XmlElement;
use crate::interchange::rich::{RichInline, RichMetadata};

/// Reads the metadata. The dates are those of the file, not of the document.
pub(super) fn read_meta(root: &XmlElement) -> RichMetadata {
    let mut metadata = RichMetadata::default();
    let Some(meta) = root.child("office:meta") else { return metadata };
    let (mut first_author, mut last_author) = (None, None);
    for property in meta.children() {
        let text = property.deep_text();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            continue;
        }
        let mut note = |name: &str| metadata.others.push((name.to_owned(), text.clone()));
        match property.name() {
            "dc:title" => metadata.title = vec![RichInline::Text(text)],
            "meta:initial-creator" => first_author = Some(text),
            "dc:creator" => last_author = Some(text),
            "dc:language" => metadata.language = Some(text),
            "dc:subject" | "meta:keyword" => note("subject"),
            "dc:description" => note("description"),
            "dc:identifier" => note("identifier"),
            "dc:publisher" => note("publisher"),
            "dc:rights" => note("rights"),
            _ => {}
        }
    }
    // The one who began the document wrote it; the other one saved it last.
    if let Some(authors) = first_author.or(last_author) {
        let names = authors.split(';').map(str::trim).filter(|name| !name.is_empty());
        metadata.authors = names.map(str::to_owned).collect();
    }
    metadata
}
