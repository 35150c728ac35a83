//! Files built from small parts.

use std::io::{Cursor, Write};

use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

/// The namespaces that parts of Word files have.
const WORD: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart""#;

/// The namespace that parts of Strict Word files have.
const STRICT: &str = r#"xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main""#;

/// The namespaces that parts of `OpenDocument` files have.
const OPEN: &str = r#"xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:math="http://www.w3.org/1998/Math/MathML""#;

/// The parts that a Word file always has here, by their short names.
const KINDS: [(&str, &str); 10] = [
    ("styles", "styles"),
    ("numbering", "numbering"),
    ("footnotes", "footnotes"),
    ("endnotes", "endnotes"),
    ("comments", "comments"),
    ("settings", "settings"),
    ("header1", "header"),
    ("header2", "header"),
    ("footer1", "footer"),
    ("chart1", "chart"),
];

/// Splits a case into its parts and what is expected.
pub(crate) fn split_case(case: &str) -> (Vec<(String, String)>, String) {
    let mut parts = Vec::new();
    let mut expected = String::new();
    for section in case.split("=== ").skip(1) {
        let (name, text) = section.split_once('\n').unwrap_or((section, ""));
        match name.trim() {
            "expected" => text.clone_into(&mut expected),
            name => parts.push((name.to_owned(), text.to_owned())),
        }
    }
    (parts, expected)
}

/// Packs the parts of a case.
pub(crate) fn zip_case(parts: &[(String, String)]) -> Vec<u8> {
    let files: Vec<(String, String)> =
        parts.iter().map(|(name, text)| expand_part(name, text)).collect();
    let mut files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let relations = relate(parts);
    if let Some((main, document)) = &relations {
        files.push(("_rels/.rels", main.as_bytes()));
        files.push(("word/_rels/document.xml.rels", document.as_bytes()));
    }
    zip_files(&files)
}

/// Packs files without compression, so that a changed byte changes the text.
pub(crate) fn zip_files(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options =
        SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, bytes) in files {
        writer.start_file(*name, options).expect("the name is new");
        writer.write_all(bytes).expect("memory takes all");
    }
    writer.finish().expect("memory takes all").into_inner()
}

fn expand_part(name: &str, text: &str) -> (String, String) {
    let word = |root: &str| {
        (format!("word/{name}.xml"), format!("<w:{root} {WORD}>{text}</w:{root}>"))
    };
    match name {
        "document" => (
            "word/document.xml".to_owned(),
            format!("<w:document {WORD}><w:body>{text}</w:body></w:document>"),
        ),
        "strict" => (
            "word/document.xml".to_owned(),
            format!("<w:document {STRICT}><w:body>{text}</w:body></w:document>"),
        ),
        "header1" | "header2" => word("hdr"),
        "footer1" => word("ftr"),
        "chart1" => (
            "word/chart1.xml".to_owned(),
            format!("<c:chartSpace {WORD}>{text}</c:chartSpace>"),
        ),
        "core" => (
            "docProps/core.xml".to_owned(),
            format!("<x xmlns:dc=\"http://purl.org/dc/elements/1.1/\">{text}</x>"),
        ),
        "content" => {
            let (automatic, text) =
                text.split_once("<!-- text -->").unwrap_or(("", text));
            let text = format!(
                "<office:document-content {OPEN}><office:automatic-styles>{automatic}</office:automatic-styles><office:body><office:text>{text}</office:text></office:body></office:document-content>"
            );
            ("content.xml".to_owned(), text)
        }
        "odt-styles" => (
            "styles.xml".to_owned(),
            format!("<office:document-styles {OPEN}>{text}</office:document-styles>"),
        ),
        "meta" => (
            "meta.xml".to_owned(),
            format!(
                "<office:document-meta {OPEN}><office:meta>{text}</office:meta></office:document-meta>"
            ),
        ),
        "manifest" => (
            "META-INF/manifest.xml".to_owned(),
            format!(
                "<m:manifest xmlns:m=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">{text}</m:manifest>"
            ),
        ),
        "rels" => ("unused".to_owned(), String::new()),
        _ if name.contains('/') => (name.to_owned(), text.to_owned()),
        _ => word(name),
    }
}

/// The relationships of a Word file. A case adds its own under `=== rels`.
fn relate(parts: &[(String, String)]) -> Option<(String, String)> {
    let has = |wanted: &str| parts.iter().any(|(name, _)| name == wanted);
    if !has("document") && !has("strict") {
        return None;
    }
    let open = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">";
    let one = |id: &str, kind: &str, target: &str| {
        format!(
            "<Relationship Id=\"{id}\" Type=\"http://x/{kind}\" Target=\"{target}\"/>"
        )
    };
    let main = one("rId1", "officeDocument", "word/document.xml")
        + &one("rId2", "core-properties", "docProps/core.xml");
    let own = parts.iter().find(|(name, _)| name == "rels").map_or("", |(_, text)| text);
    let parts: String = KINDS
        .iter()
        .filter(|(name, _)| has(name))
        .map(|(name, kind)| one(name, kind, &format!("{name}.xml")))
        .collect();
    Some((
        format!("{open}{main}</Relationships>"),
        format!("{open}{parts}{own}</Relationships>"),
    ))
}
