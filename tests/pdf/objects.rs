//! A PDF as text.

use std::fmt::Write;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, StringFormat};

/// Every object, and the streams that are text; of the others, what they are.
pub(crate) fn objects(bytes: &[u8]) -> String {
    let mut dump = String::new();
    let mut document = Document::load_mem(bytes).unwrap();
    document.decompress();
    for (id, object) in &document.objects {
        writeln!(dump, "{} {object:?}", id.0).unwrap();
        if let Object::Stream(stream) = object {
            let content = in_digits(&stream.content);
            match std::str::from_utf8(&content) {
                Ok(text) if !stream.dict.has(b"Length1") => {
                    dump.extend(text.lines().map(|line| format!("    {line}\n")));
                }
                _ => writeln!(dump, "    ({})", describe_data(&stream.dict)).unwrap(),
            }
        }
    }
    dump
}

/// Says what a stream that is not text holds, by its dictionary.
fn describe_data(dictionary: &Dictionary) -> &'static str {
    let subtype =
        dictionary.get(b"Subtype").and_then(Object::as_name).unwrap_or_default();
    if dictionary.has(b"N") {
        "an ICC profile"
    } else if dictionary.has(b"Length1") || subtype == b"CIDFontType0C" {
        "a font program"
    } else if subtype == b"Image" {
        "an image"
    } else {
        "not text"
    }
}

/// What shows glyphs, with their numbers in digits, which a person can read; another stream
/// as it is.
fn in_digits(stream: &[u8]) -> Vec<u8> {
    let shows = stream.windows(2).any(|two| two == b"TJ");
    let Some(mut content) = Content::decode(stream).ok().filter(|_| shows) else {
        return stream.to_vec();
    };
    let operands = content.operations.iter_mut().flat_map(|one| &mut one.operands);
    let shown = operands.filter_map(|one| one.as_array_mut().ok()).flatten();
    for object in shown {
        if let Object::String(_, format) = object {
            *format = StringFormat::Hexadecimal;
        }
    }
    content.encode().unwrap()
}
