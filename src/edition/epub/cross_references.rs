//! Adds the names of files to cross references, when it is known which file each place is in.

use std::collections::BTreeMap;

use super::document::ContentDocument;
use super::names::ANCHOR_ID;

/// How the start tag of a cross reference begins. In text the sign `<` is escaped.
const REFERENCE: &str = "<a class=\"reference\" href=\"#";

/// How a place that cross references lead to begins.
const ANCHOR: &str = "<span id=\"";

/// Adds the name of its file to every cross reference that leads to another one. One that
/// leads nowhere loses its address.
pub(super) fn resolve_cross_references(documents: &mut [ContentDocument]) {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    for document in &*documents {
        for piece in document.markup.split(ANCHOR).skip(1) {
            let id = piece.split('"').next().unwrap_or_default();
            if id.starts_with(ANCHOR_ID) {
                files.entry(id.to_owned()).or_insert_with(|| document.name.clone());
            }
        }
    }
    for document in documents {
        if !document.markup.contains(REFERENCE) {
            continue;
        }
        let mut pieces = document.markup.split(REFERENCE);
        let mut resolved = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (id, rest) = piece.split_once('"').unwrap_or((piece, ""));
            match files.get(id) {
                Some(file) => {
                    let file = if *file == document.name { "" } else { file };
                    let start = "<a class=\"reference\" href=\"";
                    resolved.extend([start, file, "#", id, "\"", rest]);
                }
                None => resolved.extend(["<a class=\"reference\"", rest]),
            }
        }
        document.markup = resolved;
    }
}
