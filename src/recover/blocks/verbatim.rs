//! A text that is kept line for line, because recovery does not understand it.

use super::furniture_removals;
use crate::book::Document;
use crate::book::block::{Block, Preformatted};
use crate::recover::model::{Correction, Recovered, Removal, RemovalKind, Zone, Zoned};
use crate::source::Text;
use crate::text::guess;
use crate::text::language::Language;
use crate::text::letters::is_extraction_artifact;
use crate::text::span::{Origin, Span};

/// Keeps the lines of a text as they are. Blank lines and page turns separate blocks.
pub(crate) fn keep_lines(
    text: &Text,
    zoned: &Zoned,
    language: Option<&Language>,
) -> Recovered {
    let mut removals = furniture_removals(text, zoned);
    let mut blocks = Vec::new();
    let mut lines = KeptLines::default();
    let mut page = None;
    for (line, zone) in text.lines.iter().zip(&zoned.zones) {
        let ends = *zone != Zone::Body || page != Some(line.page);
        if ends {
            let typed = std::mem::take(&mut lines).into_typed();
            blocks.extend(typed.map(Block::Preformatted));
        }
        page = Some(line.page);
        if *zone != Zone::Body {
            continue;
        }
        lines.keep(text, line.span, &zoned.corrections, &mut removals);
    }
    blocks.extend(lines.into_typed().map(Block::Preformatted));
    removals.sort_by_key(|removal| removal.span.start);
    let mut metadata = zoned.stated.clone();
    metadata.language = language.cloned().or_else(|| guess::detect_language(&text.text));
    let document = Document { metadata, blocks };
    let corrections = zoned.corrections.clone();
    Recovered { document, removals, corrections, ..Recovered::default() }
}

/// Lines that are kept as they are, for one block.
#[derive(Default)]
pub(super) struct KeptLines {
    lines: Vec<String>,
    span: Option<Span>,
}

impl KeptLines {
    /// Keeps a line as a person corrected it, without what the extraction left in it.
    pub(super) fn keep(
        &mut self,
        text: &Text,
        line: Span,
        corrections: &[Correction],
        removals: &mut Vec<Removal>,
    ) {
        let mut kept = String::new();
        let mut at = line.start;
        let first = corrections.partition_point(|one| one.span.start < line.start);
        let corrections = corrections[first..].iter();
        for one in corrections.take_while(|one| one.span.end <= line.end) {
            let before = Span { start: at, end: one.span.start, ..line };
            keep_characters(text, before, &mut kept, removals);
            removals.push(Removal { span: one.span, kind: one.removal_kind() });
            kept.push_str(&one.reading);
            at = one.span.end;
        }
        keep_characters(text, Span { start: at, ..line }, &mut kept, removals);
        self.lines.push(kept.trim_end().to_owned());
        self.span = Some(self.span.map_or(line, |span| span.to(line)));
    }

    /// The lines as one text, if there are any.
    pub(super) fn into_typed(self) -> Option<Preformatted> {
        let Self { lines, span } = self;
        let typed = Preformatted { text: lines.join("\n"), origin: Origin(span) };
        (!lines.is_empty()).then_some(typed)
    }
}

/// Keeps the characters of a span, without what the extraction left in it.
fn keep_characters(
    text: &Text,
    span: Span,
    kept: &mut String,
    removals: &mut Vec<Removal>,
) {
    for (at, c) in text.slice(span).char_indices() {
        if is_extraction_artifact(c) {
            let span = span.part(at..at + c.len_utf8());
            removals.push(Removal { span, kind: RemovalKind::Extraction });
        } else {
            kept.push(c);
        }
    }
}
