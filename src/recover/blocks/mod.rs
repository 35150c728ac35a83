//! Lines of the text and of the notes become paragraphs, headings, verse and the rest.

mod assemble;
mod codes;
mod drafts;
mod headings;
mod hyphens;
mod inlines;
mod labels;
mod letters;
mod lists;
mod observe;
mod quotations;
mod rows;
mod style;
mod titles;
mod words;

use assemble::{Assembler, Words};
use drafts::Sketch;
use hyphens::{Joiner, Vocabulary};
use observe::{Sign, Stream};
use rows::Row;
use style::Style;

use super::zones::{Zone, Zoned};
use super::{Hints, Recovered, Removal};
use crate::book::Document;
use crate::diagnostic::Warned;
use crate::source::Text;
use crate::text::guess;

/// Rebuilds the document from lines whose part in the page is known.
#[must_use]
pub fn rebuild(text: &Text, zoned: &Zoned, hints: &Hints) -> Warned<Recovered> {
    let (displaced, body) = rows::of_body(text, zoned);
    let notes = rows::of_notes(text, zoned);
    let rows = || displaced.iter().chain(&body).chain(notes.iter().flatten());
    let vocabulary = Vocabulary::of(text, rows());
    let sample = rows().map(|row| row.plain.as_str()).collect::<Vec<_>>().join(" ");
    let words = Words {
        vocabulary: &vocabulary,
        script: guess::main_script(&sample),
        body: Joiner::new(text, &vocabulary, body.iter(), notes.iter().flatten()),
        notes: Joiner::new(text, &vocabulary, notes.iter().flatten(), body.iter()),
    };
    let (body_style, note_style) = styles(&body, &notes);
    let mut diagnostics = Vec::new();
    let mut sketch = Sketch::displaced(displaced);
    sketch.extend(body, &body_style, &mut diagnostics);
    quotations::review(&mut sketch, &body_style);
    headings::promote(&mut sketch, &body_style);
    lists::find(text, &mut sketch);
    letters::find(&mut sketch);
    quotations::set_off_sourced(zoned, &mut sketch);
    let mut metadata = titles::read(text, zoned, &mut sketch, &mut diagnostics);
    headings::set_levels(&mut sketch);
    metadata.language = hints.language.clone().or_else(|| guess::language(&sample));
    let notes = notes.into_iter().map(|rows| {
        let mut sketch = Sketch::default();
        // Doubts about lines of notes would drown those about the text.
        sketch.extend(rows, &note_style, &mut Vec::new());
        sketch
    });
    let mut assembler = Assembler::new(text, zoned, words, notes.collect());
    let blocks = assembler.body(&sketch);
    let mut removals = furniture(text, zoned);
    removals.append(&mut assembler.removals);
    removals.sort_by_key(|removal| removal.span.start);
    diagnostics.append(&mut assembler.diagnostics);
    let document = Document { metadata, blocks };
    let value = Recovered { document, removals };
    Warned { value, diagnostics }
}

/// What the labelling sees of each row of the body and of the notes: the place of its
/// line, and `Sign bin` for each sign. For fitting the weights, and for asking why a row
/// was labelled as it was.
#[must_use]
pub fn observations(text: &Text, zoned: &Zoned) -> Vec<(usize, String)> {
    let (_, body) = rows::of_body(text, zoned);
    let notes = rows::of_notes(text, zoned);
    let (body_style, note_style) = styles(&body, &notes);
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

/// How the body is set, and how the notes.
fn styles(body: &[Row], notes: &[Vec<Row>]) -> (Style, Style) {
    let body: Vec<&Row> = body.iter().collect();
    let notes: Vec<&Row> = notes.iter().flatten().collect();
    (Style::of(&body, false), Style::of(&notes, true))
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
