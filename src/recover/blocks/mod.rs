//! Lines of the text and of the notes become paragraphs, headings, verse and the rest.

mod assemble;
mod codes;
mod drafts;
mod hyphens;
mod inlines;
mod labels;
mod rows;

use assemble::{Assembler, Sketch};
use hyphens::Vocabulary;
use rows::Row;

use super::zones::{Zone, Zoned};
use super::{Hints, Recovered, Removal};
use crate::book::Document;
use crate::diagnostic::Warned;
use crate::source::Text;

/// Rebuilds the document from lines whose part in the page is known.
#[must_use]
pub fn rebuild(text: &Text, zoned: &Zoned, hints: &Hints) -> Warned<Recovered> {
    let (body, displaced) = rows::of_body(text, zoned);
    let notes = rows::of_notes(text, zoned);
    let vocabulary = Vocabulary::of(text, body.iter().chain(notes.iter().flatten()));
    let note_sketches = notes.into_iter().map(|rows| sketch(text, rows)).collect();
    let mut assembler = Assembler::new(text, zoned, &vocabulary, &body, note_sketches);
    let _ = displaced;
    let blocks = assembler.body(&sketch(text, body));
    let mut removals = furniture(text, zoned);
    removals.append(&mut assembler.removals);
    removals.sort_by_key(|removal| removal.span.start);
    let mut document = Document { blocks, ..Document::default() };
    document.metadata.language = hints.language.clone();
    let value = Recovered { document, removals };
    Warned { value, diagnostics: assembler.diagnostics }
}

/// Labels rows and gathers them into drafts.
fn sketch(text: &Text, rows: Vec<Row>) -> Sketch {
    let labels = labels::decide(text, &rows);
    let drafts = drafts::gather(&labels);
    Sketch { rows, labels, drafts }
}

/// The lines that are no part of the text.
fn furniture(text: &Text, zoned: &Zoned) -> Vec<Removal> {
    let lines = text.lines.iter().zip(&zoned.zones);
    let removal = |(line, zone): (&crate::source::Line, &Zone)| match *zone {
        Zone::Furniture(kind) => Some(Removal { span: line.span, kind }),
        Zone::Blank | Zone::Body | Zone::Displaced | Zone::Note { .. } => None,
    };
    lines.filter_map(removal).collect()
}
