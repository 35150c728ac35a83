//! A text that is kept line for line, because recovery does not understand it.

use super::assemble::is_extraction_artifact;
use super::furniture_removals;
use crate::book::Document;
use crate::book::block::Block;
use crate::recover::model::{Recovered, Removal, RemovalKind, Zone, Zoned};
use crate::source::Text;
use crate::text::guess;
use crate::text::language::Language;

/// Keeps the lines of a text as they are. Blank lines and page turns separate blocks.
pub(crate) fn keep_lines(
    text: &Text,
    zoned: &Zoned,
    language: Option<&Language>,
) -> Recovered {
    let mut removals = furniture_removals(text, zoned);
    let mut blocks = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    let mut page = None;
    for (line, zone) in text.lines.iter().zip(&zoned.zones) {
        let ends = *zone != Zone::Body || page != Some(line.page);
        if ends && !lines.is_empty() {
            blocks.push(Block::Preformatted(std::mem::take(&mut lines).join("\n")));
        }
        page = Some(line.page);
        if *zone != Zone::Body {
            continue;
        }
        let mut kept = String::new();
        for (at, c) in text.slice(line.span).char_indices() {
            if is_extraction_artifact(c) {
                let span = line.span.part(at..at + c.len_utf8());
                removals.push(Removal { span, kind: RemovalKind::Extraction });
            } else {
                kept.push(c);
            }
        }
        lines.push(kept.trim_end().to_owned());
    }
    if !lines.is_empty() {
        blocks.push(Block::Preformatted(lines.join("\n")));
    }
    removals.sort_by_key(|removal| removal.span.start);
    let mut metadata = zoned.stated.clone();
    metadata.language = language.cloned().or_else(|| guess::detect_language(&text.text));
    let document = Document { metadata, blocks };
    Recovered { document, removals, ..Recovered::default() }
}
