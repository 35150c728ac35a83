//! What a DOCX file says about its document (ISO/IEC 29500-2, core properties).

use crate::interchange::office::markup::XmlElement;
use crate::interchange::rich::{RichInline, RichMetadata};

/// Reads the core properties. The dates are those of the file, not of the document.
pub(super) fn read_core_properties(root: &XmlElement) -> RichMetadata {
    let mut metadata = RichMetadata::default();
    for property in root.children() {
        let text = property.deep_text();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            continue;
        }
        let mut note = |name: &str| metadata.others.push((name.to_owned(), text.clone()));
        match property.name() {
            "dc:title" => metadata.title = vec![RichInline::Text(text)],
            "dc:creator" => metadata.authors = split_authors(&text),
            "dc:language" => metadata.language = Some(text),
            "dc:subject" | "cp:keywords" | "cp:category" => note("subject"),
            "dc:description" => note("description"),
            "dc:identifier" => note("identifier"),
            "dc:publisher" => note("publisher"),
            "dc:rights" => note("rights"),
            _ => {}
        }
    }
    metadata
}

/// Word and pandoc put semicolons between authors.
fn split_authors(text: &str) -> Vec<String> {
    let names = text.split(';').map(str::trim).filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}
