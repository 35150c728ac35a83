//! A PDF as text.

use std::fmt::Write;

use lopdf::{Document, Object};

/// Every object, and the streams that can be read; what the others are is said by `other`.
pub(crate) fn objects(bytes: &[u8], other: &str) -> String {
    let mut dump = String::new();
    let mut document = Document::load_mem(bytes).unwrap();
    document.decompress();
    for (id, object) in &document.objects {
        writeln!(dump, "{} {object:?}", id.0).unwrap();
        if let Object::Stream(stream) = object {
            match std::str::from_utf8(&stream.content) {
                Ok(text) if !stream.dict.has(b"Length1") => {
                    dump.extend(text.lines().map(|line| format!("    {line}\n")));
                }
                _ => writeln!(dump, "    ({other})").unwrap(),
            }
        }
    }
    dump
}
