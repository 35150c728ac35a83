//! The facts that both formats name by Dublin Core.

use crate::interchange::office::markup::XmlElement;
use crate::interchange::rich::{RichInline, RichMetadata};

/// The text of a property with single spaces; `None` if it has none.
pub(crate) fn read_property(property: &XmlElement) -> Option<String> {
    let text = property.deep_text();
    let words: Vec<&str> = text.split_whitespace().collect();
    (!words.is_empty()).then(|| words.join(" "))
}

/// Adds a fact by the name of its element. Any other element adds nothing.
pub(crate) fn add_fact(metadata: &mut RichMetadata, name: &str, text: String) {
    let mut note = |name: &str, text| metadata.others.push((name.to_owned(), text));
    match name {
        "dc:title" => metadata.title = vec![RichInline::Text(text)],
        "dc:language" => metadata.language = Some(text),
        "dc:subject" => note("subject", text),
        "dc:description" => note("description", text),
        "dc:identifier" => note("identifier", text),
        "dc:publisher" => note("publisher", text),
        "dc:rights" => note("rights", text),
        _ => {}
    }
}

/// The authors of one property. Word, `LibreOffice` and pandoc put semicolons between them.
pub(crate) fn split_authors(text: &str) -> Vec<String> {
    let names = text.split(';').map(str::trim).filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}
