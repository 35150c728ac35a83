//! Lines of the text and of the notes become paragraphs, headings, verse and the rest.

pub mod label;

mod features;

mod weights;

mod lattice;

mod runs;

mod observe;

mod drafts;

mod labels;

mod quotations;

mod customs;

mod segment_features;

mod wholes;

mod trained;

mod verse;

mod stanzas;

mod lists;

mod letters;

mod outline;

mod headings;

mod titles;

mod doubts;

mod inlines;

mod assemble;

pub mod learning;

use assemble::{Assembler, Words};
use drafts::Sketch;
use labels::label_rows;
use trained::Learnt;

use crate::book::Document;
use crate::book::metadata::Metadata;
use crate::diagnostic::Warned;
use crate::recover::model::{Recovered, Removal, Zone, Zoned};
use crate::recover::rows::row::{self, Row};
use crate::recover::rows::style::Style;
use crate::recover::spelling::hyphens::Joiner;
use crate::recover::spelling::spacing::Spacing;
use crate::recover::spelling::vocabulary::Vocabulary;
use crate::recover::spelling::words::Finish;
use crate::recover::spelling::{suspects, words as phrases};
use crate::recover::words::corpus::Corpus;
use crate::source::Text;
use crate::text::guess;
use crate::text::language::Language;
use crate::text::tongues::MainTongue;

/// Rebuilds the document from lines whose part in the page is known.
#[must_use]
pub fn rebuild(
    text: &Text,
    zoned: &Zoned,
    language: Option<&Language>,
    corpus: &Corpus,
) -> Warned<Recovered> {
    rebuild_by(text, zoned, language, corpus, Learnt::fitted())
}

/// The same by other weights than the program's own.
fn rebuild_by(
    text: &Text,
    zoned: &Zoned,
    language: Option<&Language>,
    corpus: &Corpus,
    learnt: &Learnt,
) -> Warned<Recovered> {
    let (displaced, body) = row::of_body(text, zoned);
    let notes = row::of_notes(text, zoned);
    let rows = || displaced.iter().chain(&body).chain(notes.iter().flatten());
    let sample = rows().map(|row| row.plain.as_str()).collect::<Vec<_>>().join(" ");
    let (language, vocabulary) = rayon::join(
        || language.cloned().or_else(|| guess::detect_language(&sample)),
        || Vocabulary::of(text, rows(), corpus),
    );
    let main = language.as_ref();
    let (of_body, of_notes) = (body.clone(), notes.clone());
    // What the words say of themselves, and what the rows look like: neither asks the other.
    let (mut spacing, sketches) = rayon::join(
        || Spacing::find(text, zoned, main, corpus, streams(&body, &notes)),
        || sketch(text, zoned, [displaced, of_body], of_notes, learnt),
    );
    let mut diagnostics = std::mem::take(&mut spacing.diagnostics);
    let own: Vec<&Row> = body.iter().collect();
    let others: Vec<&Row> = notes.iter().flatten().collect();
    let joiner = |own: &[&Row], others: &[&Row]| {
        let language = main.map(Language::primary);
        Joiner::new(text, &vocabulary, &spacing, [own, others], language)
    };
    let words = Words {
        spacing: &spacing,
        body: joiner(&own, &others),
        notes: joiner(&others, &own),
    };
    // Which words may be misread is told, and changes none of the blocks.
    let (suspects, written) = rayon::join(
        || {
            // The sketches have rows of their own: these go as soon as they are read.
            let (body, notes) = (body, notes);
            suspects::find(text, streams(&body, &notes), &spacing, corpus)
        },
        || {
            let tongue = main.and_then(|main| MainTongue::of(&sample, main));
            let script = guess::main_script(&sample);
            let finish =
                Finish { vocabulary: &vocabulary, script, tongue: tongue.as_ref() };
            write(text, zoned, sketches, words, finish)
        },
    );
    diagnostics.extend(suspects);
    let mut recovered = written.collect(&mut diagnostics);
    recovered.document.metadata.language = language;
    phrases::foreign_together(&mut diagnostics);
    Warned { value: recovered, diagnostics }
}

/// The rows of the body, and of each note.
fn streams<'r>(
    body: &'r [Row],
    notes: &'r [Vec<Row>],
) -> impl Iterator<Item = &'r [Row]> {
    std::iter::once(body).chain(notes.iter().map(Vec::as_slice))
}

/// Writes what the sketches say: the blocks, word by word, and what fell away.
fn write(
    text: &Text,
    zoned: &Zoned,
    sketches: Warned<Sketches>,
    words: Words<'_>,
    finish: Finish<'_>,
) -> Warned<Recovered> {
    let mut diagnostics = Vec::new();
    let Sketches { body, notes, metadata } = sketches.collect(&mut diagnostics);
    let mut assembler = Assembler::new(text, zoned, words, notes);
    let mut blocks = assembler.body(&body);
    let mut removals = furniture(text, zoned);
    removals.append(&mut assembler.removals);
    removals.sort_by_key(|removal| removal.span.start);
    diagnostics.extend(finish.blocks(&mut blocks));
    diagnostics.append(&mut assembler.diagnostics);
    let document = Document { metadata, blocks };
    let value = Recovered { document, removals, ..Recovered::default() };
    Warned { value, diagnostics }
}

/// What the rows of a text will be.
struct Sketches {
    /// The text.
    body: Sketch,
    /// Each note.
    notes: Vec<Sketch>,
    /// What the head of the text says of it.
    metadata: Metadata,
}

/// Decides what the rows of a text and of its notes will be.
fn sketch(
    text: &Text,
    zoned: &Zoned,
    [displaced, body]: [Vec<Row>; 2],
    notes: Vec<Vec<Row>>,
    learnt: &Learnt,
) -> Warned<Sketches> {
    let (body_style, note_style) = styles(&body, &notes);
    let mut diagnostics = Vec::new();
    let mut sketch = Sketch::displaced(displaced);
    label_rows(&mut sketch, body, &body_style, &learnt.rows);
    quotations::review(&mut sketch, &body_style);
    wholes::decide(&mut sketch, &body_style, &learnt.wholes);
    verse::review(&mut sketch, &body_style);
    verse::begin_behind_colon(&mut sketch, &body_style);
    verse::part_prose(&mut sketch, &body_style);
    stanzas::part(&mut sketch, &body_style);
    headings::promote(&mut sketch, &body_style);
    lists::find(text, &mut sketch);
    letters::find(&mut sketch);
    quotations::set_off_sourced(zoned, &mut sketch);
    outline::decide(&mut sketch, &body_style);
    let metadata = titles::read(text, zoned, &mut sketch, &mut diagnostics);
    headings::set_levels(&mut sketch);
    // Doubts about lines of notes would drown those about the text.
    doubts::tell(&sketch, &mut diagnostics);
    let notes = notes.into_iter().map(|rows| {
        let mut sketch = Sketch::default();
        label_rows(&mut sketch, rows, &note_style, &learnt.rows);
        quotations::join_torn(&mut sketch, &note_style);
        sketch
    });
    let value = Sketches { body: sketch, notes: notes.collect(), metadata };
    Warned { value, diagnostics }
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
    let removal = |(line, zone): (&crate::source::SourceLine, &Zone)| match *zone {
        Zone::Furniture(kind) => Some(Removal { span: line.span, kind }),
        Zone::Blank | Zone::Body | Zone::Displaced | Zone::Note { .. } => None,
    };
    lines.filter_map(removal).collect()
}
