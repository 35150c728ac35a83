//! Lines of the text and of the notes become paragraphs, headings, verse and the rest.

mod assemble;
mod codes;
mod drafts;
mod hyphens;
mod inlines;
mod labels;
mod observe;
mod rows;
mod style;

use assemble::{Assembler, Sketch};
use hyphens::Vocabulary;
use observe::{Sign, Stream};
use rows::Row;
use style::Style;

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
    let body_style = Style::of(&body.iter().collect::<Vec<_>>(), false);
    let note_style = Style::of(&notes.iter().flatten().collect::<Vec<_>>(), true);
    let notes = notes.into_iter().map(|rows| sketch(rows, &note_style)).collect();
    let mut assembler = Assembler::new(text, zoned, &vocabulary, &body, notes);
    let _ = displaced;
    let blocks = assembler.body(&sketch(body, &body_style));
    let mut removals = furniture(text, zoned);
    removals.append(&mut assembler.removals);
    removals.sort_by_key(|removal| removal.span.start);
    let mut document = Document { blocks, ..Document::default() };
    document.metadata.language = hints.language.clone();
    let value = Recovered { document, removals };
    Warned { value, diagnostics: assembler.diagnostics }
}

/// Labels rows and gathers them into drafts.
fn sketch(rows: Vec<Row>, style: &Style) -> Sketch {
    let decisions = labels::decide(Stream { rows: &rows, style });
    let labels: Vec<_> = decisions.iter().map(|decision| decision.label).collect();
    let drafts = drafts::gather(&labels);
    Sketch { rows, labels, drafts }
}

/// What the labelling sees of each row of the body and of the notes: the place of its
/// line, and `Sign bin` for each sign. For fitting the weights, and for asking why a row
/// was labelled as it was.
#[must_use]
pub fn observations(text: &Text, zoned: &Zoned) -> Vec<(usize, String)> {
    let (body, _) = rows::of_body(text, zoned);
    let notes = rows::of_notes(text, zoned);
    let body_style = Style::of(&body.iter().collect::<Vec<_>>(), false);
    let note_style = Style::of(&notes.iter().flatten().collect::<Vec<_>>(), true);
    let streams = std::iter::once((&body, &body_style))
        .chain(notes.iter().map(|rows| (rows, &note_style)));
    let mut seen = Vec::new();
    for (rows, style) in streams {
        for (at, row) in rows.iter().enumerate() {
            let bins = Stream { rows, style }.observe(at);
            let signs = Sign::ALL.iter().zip(bins).filter(|(sign, bin)| *bin < sign.2);
            let words: Vec<String> =
                signs.map(|(sign, bin)| format!("{} {bin}", sign.1)).collect();
            seen.push((row.line, words.join("\t")));
        }
    }
    seen
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
