//! Turns the lines of the body and of the notes into paragraphs, headings, verse and
//! other blocks.
//!
//! A conditional random field labels the rows (`row_labelling`), which gives segments. A
//! second one decides which segments are quotations (`segment_model`). Verse, stanzas,
//! lists, letters, headings and the title block are decided over the whole document; then
//! the segments become blocks (`assemble`).

pub mod row_label;

mod features;

mod label_weights;

mod forward_backward;

mod row_runs;

mod look_features;
mod row_features;

mod segment;

mod row_labelling;

mod quotations;

mod quotation_style;

mod segment_features;

mod segment_model;

mod trained_model;

mod verse;

mod stanzas;

mod lists;

mod correspondence;

mod quoted_letters;

mod outline;
mod recurring_lines;

mod heading_levels;
mod prose_score;
mod run_in_numbers;

mod chapter_titles;

mod numbered_stanzas;

mod poem_titles;
mod verse_text;

mod epigraphs;

mod decided_rows;

mod source_notes;
mod title_block;
mod title_pages;

mod segment_doubts;

mod doubled_initials;
mod heading_doubts;
mod heading_sequences;

mod letter_shapes;

mod regions;

mod inline_writer;

mod verbatim;

mod assemble;

#[cfg(feature = "internals")]
pub mod learning;

pub(super) use verbatim::keep_lines;

use assemble::{Assembler, TextWords};
use row_labelling::label_rows;
use segment::Segmentation;
use trained_model::Model;

use crate::book::Document;
use crate::book::metadata::Metadata;
use crate::diagnostic::{Diagnostic, Warned};
use crate::recover::model::{Recovered, Removal, Zone, Zoned};
use crate::recover::rows::row::{self, Row};
use crate::recover::rows::stream_style::StreamStyle;
use crate::recover::spelling::hyphens::RowJoiner;
use crate::recover::spelling::ocr_errors;
use crate::recover::spelling::phrases::{self, PhraseFinisher};
use crate::recover::spelling::spacing::Spacing;
use crate::recover::spelling::vocabulary::Vocabulary;
use crate::recover::words::corpus::Corpus;
use crate::source::Text;
use crate::text::function_words::MainLanguage;
use crate::text::guess;
use crate::text::language::Language;
use crate::text::span::Span;

/// Rebuilds the document from lines whose zones are known.
#[must_use]
pub fn rebuild_document(
    text: &Text,
    zoned: &Zoned,
    language: Option<&Language>,
    corpus: &Corpus,
) -> Warned<Recovered> {
    rebuild_with_model(text, zoned, language, corpus, Model::for_text(text))
}

/// Like [`rebuild_document`], but with a model of the caller's.
fn rebuild_with_model(
    text: &Text,
    zoned: &Zoned,
    language: Option<&Language>,
    corpus: &Corpus,
    learnt: &Model,
) -> Warned<Recovered> {
    let (displaced, body) = row::read_body_rows(text, zoned);
    let notes = row::read_note_rows(text, zoned);
    let not_obeyed = decided_rows::report_not_obeyed(text, zoned);
    let rows = || displaced.iter().chain(&body).chain(notes.iter().flatten());
    let sample = rows().map(|row| row.plain.as_str()).collect::<Vec<_>>().join(" ");
    let (language, vocabulary) = rayon::join(
        || language.cloned().or_else(|| guess::detect_language(&sample)),
        || Vocabulary::count_words(text, rows(), corpus),
    );
    let main = language.as_ref();
    let (of_body, of_notes) = (body.clone(), notes.clone());
    // The spacing of words and the segments of rows do not depend on each other.
    let (mut spacing, segmentations) = rayon::join(
        || Spacing::decide(text, zoned, main, corpus, row_streams(&body, &notes)),
        || segment_as_decided(text, zoned, main, [displaced, of_body], of_notes, learnt),
    );
    let mut diagnostics = std::mem::take(&mut spacing.diagnostics);
    diagnostics.extend(not_obeyed);
    let own: Vec<&Row> = body.iter().collect();
    let others: Vec<&Row> = notes.iter().flatten().collect();
    let joiner = |own: &[&Row], others: &[&Row]| {
        let language = main.map(Language::primary);
        RowJoiner::new(text, &vocabulary, &spacing, [own, others], language)
    };
    let words = TextWords {
        spacing: &spacing,
        body: joiner(&own, &others),
        notes: joiner(&others, &own),
    };
    // Words that may be misread are only reported; they change no block.
    let (suspects, written) = rayon::join(
        || {
            // The segmentations have their own rows: these are dropped as soon as they
            // are read.
            let (body, notes) = (body, notes);
            ocr_errors::find_ocr_errors(
                text,
                row_streams(&body, &notes),
                &spacing,
                corpus,
            )
        },
        || {
            let main_language = main.and_then(|main| MainLanguage::of(&sample, main));
            let script = guess::main_script(&sample);
            let finish = PhraseFinisher {
                vocabulary: &vocabulary,
                script,
                main_language: main_language.as_ref(),
            };
            write_document(text, zoned, segmentations, words, finish)
        },
    );
    // What a person has read is no longer doubted.
    let is_corrected = |found: &Diagnostic| {
        let overlaps =
            |span: Span| zoned.corrections.iter().any(|one| one.span.overlaps(span));
        found.span.is_some_and(overlaps)
    };
    diagnostics.extend(suspects.into_iter().filter(|found| !is_corrected(found)));
    let mut recovered = written.collect(&mut diagnostics);
    recovered.document.metadata.language = language;
    phrases::merge_foreign_findings(&mut diagnostics);
    Warned { value: recovered, diagnostics }
}

/// The rows of the body, and of each note.
fn row_streams<'r>(
    body: &'r [Row],
    notes: &'r [Vec<Row>],
) -> impl Iterator<Item = &'r [Row]> {
    std::iter::once(body).chain(notes.iter().map(Vec::as_slice))
}

/// Writes the segmentations as blocks, word by word, and collects what is removed.
fn write_document(
    text: &Text,
    zoned: &Zoned,
    segmentations: Warned<Segmentations>,
    words: TextWords<'_>,
    finish: PhraseFinisher<'_>,
) -> Warned<Recovered> {
    let mut diagnostics = Vec::new();
    let Segmentations { body, notes, metadata } = segmentations.collect(&mut diagnostics);
    let mut assembler = Assembler::new(text, zoned, words, notes);
    let mut blocks = assembler.assemble_body(&body);
    let mut removals = furniture_removals(text, zoned);
    removals.append(&mut assembler.removals);
    removals.sort_by_key(|removal| removal.span.start);
    add_cuts_outside_rows(zoned, &mut removals);
    diagnostics.extend(finish.finish_blocks(&mut blocks));
    diagnostics.append(&mut assembler.diagnostics);
    let document = Document { metadata, blocks };
    let corrections = zoned.corrections.clone();
    let value = Recovered { document, removals, corrections, ..Recovered::default() };
    Warned { value, diagnostics }
}

/// The segmentations of a text.
struct Segmentations {
    /// Of the body.
    body: Segmentation,
    /// Of each note.
    notes: Vec<Segmentation>,
    /// The metadata that the title block gives.
    metadata: Metadata,
}

/// Segments the rows of a text and of its notes, as a person decided.
///
/// Only decisions that the text by itself does not follow bind the search. So a decision
/// that agrees with the program changes nothing, and each of the others may settle its
/// neighbours.
fn segment_as_decided(
    text: &Text,
    zoned: &Zoned,
    language: Option<&Language>,
    rows: [Vec<Row>; 2],
    notes: Vec<Vec<Row>>,
    learnt: &Model,
) -> Warned<Segmentations> {
    let [displaced, decided] = rows;
    let mut open = decided_rows::find_decided(&decided);
    let mut body = decided.clone();
    for row in &mut body {
        row.decided = None;
    }
    while !open.is_empty() {
        let rows = [displaced.clone(), body.clone()];
        let found = segment_rows(text, zoned, language, rows, notes.clone(), learnt);
        let segmentation = &found.value.body;
        let (made, others): (Vec<_>, Vec<_>) = open
            .into_iter()
            .partition(|block| block.is_made_by(segmentation, displaced.len()));
        if others.is_empty() {
            return found;
        }
        for block in others {
            block.bind(&mut body, &decided);
        }
        open = made;
    }
    segment_rows(text, zoned, language, [displaced, body], notes, learnt)
}

/// Segments the rows of a text and of its notes.
fn segment_rows(
    text: &Text,
    zoned: &Zoned,
    language: Option<&Language>,
    [displaced, body]: [Vec<Row>; 2],
    notes: Vec<Vec<Row>>,
    learnt: &Model,
) -> Warned<Segmentations> {
    let (body_style, note_style) = learn_styles(&body, &notes);
    let mut diagnostics = Vec::new();
    let mut segmentation = Segmentation::from_displaced(displaced);
    label_rows(&mut segmentation, body, &body_style, &learnt.rows);
    quotations::review_headings(&mut segmentation, &body_style);
    segment_model::decide_quotations(&mut segmentation, &body_style, &learnt.segments);
    verse::review_verse(&mut segmentation, &body_style);
    verse::begin_after_colon(&mut segmentation, &body_style);
    verse::split_off_prose(&mut segmentation, &body_style);
    numbered_stanzas::complete_numbered_stanzas(&mut segmentation, &body_style);
    verse_text::complete_verse(&mut segmentation, &body_style);
    poem_titles::part_poem_titles(&mut segmentation, &body_style);
    stanzas::split_stanzas(&mut segmentation, &body_style);
    stanzas::join_lone_marks(&mut segmentation);
    chapter_titles::split_at_chapters(&mut segmentation);
    heading_levels::promote_series(&mut segmentation, &body_style);
    lists::find_lists(text, zoned, &mut segmentation);
    correspondence::find_letters(&mut segmentation);
    quotations::set_off_sourced(zoned, &mut segmentation);
    quotations::set_off_announced(&mut segmentation, &body_style);
    row_labelling::obey_fences(&mut segmentation);
    outline::decide_headings(&mut segmentation, &body_style);
    heading_levels::fill_chapters(&mut segmentation, &body_style);
    chapter_titles::find_chapter_titles(&mut segmentation, &body_style);
    outline::keep_bylines_as_text(&mut segmentation);
    if let Some(language) = language {
        chapter_titles::join_open_titles(&mut segmentation, language);
        quotations::join_open_paragraphs(&mut segmentation, &body_style, language);
    }
    let metadata =
        title_block::read_title_block(text, zoned, &mut segmentation, &mut diagnostics);
    let metadata = zoned.stated.clone().or(metadata);
    heading_doubts::keep_page_links_as_text(&mut segmentation, &mut diagnostics);
    heading_doubts::keep_labels_as_text(&mut segmentation, &mut diagnostics);
    title_pages::keep_title_pages_as_text(&mut segmentation, &mut diagnostics);
    heading_levels::set_levels(&mut segmentation, !text.recognised);
    quotations::release_whole_sections(&mut segmentation);
    epigraphs::find_epigraphs(&mut segmentation);
    decided_rows::obey_decisions(&mut segmentation);
    heading_doubts::keep_entries_as_text(&mut segmentation, &mut diagnostics);
    quoted_letters::find_quoted_letters(&mut segmentation);
    // Doubts about lines of notes would outnumber those about the text.
    segment_doubts::report_doubts(&segmentation, &mut diagnostics);
    heading_doubts::report_empty_chapters(&segmentation, &mut diagnostics);
    heading_doubts::report_repeated_headings(&segmentation, &mut diagnostics);
    heading_sequences::report_broken_sequences(&segmentation, &mut diagnostics);
    doubled_initials::report_doubled_initials(&segmentation, &mut diagnostics);
    segmentation.insert_captions(row::read_caption_rows(text, zoned));
    let notes = notes.into_iter().map(|rows| {
        let mut segmentation = Segmentation::default();
        label_rows(&mut segmentation, rows, &note_style, &learnt.rows);
        quotations::join_torn(&mut segmentation, &note_style);
        heading_doubts::keep_note_as_text(&mut segmentation, &mut diagnostics);
        segmentation
    });
    let value = Segmentations { body: segmentation, notes: notes.collect(), metadata };
    Warned { value, diagnostics }
}

/// Learns the styles of the body and of the notes.
fn learn_styles(body: &[Row], notes: &[Vec<Row>]) -> (StreamStyle, StreamStyle) {
    let body: Vec<&Row> = body.iter().collect();
    let notes: Vec<&Row> = notes.iter().flatten().collect();
    (StreamStyle::learn(&body, false), StreamStyle::learn(&notes, true))
}

/// Adds the cuts that no row contains: rows begin and end with text.
fn add_cuts_outside_rows(zoned: &Zoned, removals: &mut Vec<Removal>) {
    let is_new = |cut: &&Removal| {
        let before =
            removals.partition_point(|removal| removal.span.end <= cut.span.start);
        removals.get(before).is_none_or(|removal| removal.span.start >= cut.span.end)
    };
    let outside: Vec<Removal> = zoned.cuts.iter().filter(is_new).copied().collect();
    removals.extend(outside);
    removals.sort_by_key(|removal| removal.span.start);
}

/// The lines that do not belong to the text.
fn furniture_removals(text: &Text, zoned: &Zoned) -> Vec<Removal> {
    let lines = text.lines.iter().zip(&zoned.zones);
    let removal = |(line, zone): (&crate::source::SourceLine, &Zone)| match *zone {
        Zone::Furniture(kind) => Some(Removal { span: line.span, kind }),
        Zone::Blank
        | Zone::Body
        | Zone::Displaced
        | Zone::Caption
        | Zone::Region
        | Zone::Margin
        | Zone::Note { .. } => None,
    };
    lines.filter_map(removal).collect()
}
