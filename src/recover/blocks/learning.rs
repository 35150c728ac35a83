//! The interface for the tool that fits the weights (`tests/learn`): the features of each
//! row, and what a text becomes with another model.

use super::row_features::{RowFeature, RowStream};
use super::row_labelling::label_rows;
use super::segment::{Segment, SegmentKind, Segmentation};
use super::segment_doubts::{self, DoubtSubject};
use super::segment_features::SegmentFeature;
use super::{learn_styles, quotations, rebuild_with_model, segment_model, segment_rows};
use crate::diagnostic::Warned;
use crate::recover::model::{Recovered, Zoned};
use crate::recover::page::measure;
use crate::recover::rows::row::{self, Row};
use crate::recover::spelling::hyphens::RowJoiner;
use crate::recover::spelling::spacing::Spacing;
use crate::recover::spelling::vocabulary::Vocabulary;
use crate::recover::spelling::{compound_hyphens, ocr_errors};
use crate::recover::words::corpus::Corpus;
use crate::recover::words::lexicon::Lexicon;
use crate::source::Text;
use crate::text::guess;
use crate::text::language::Language;

pub use super::features::FeatureTable;
pub use super::forward_backward::ForwardBackward;
pub use super::label_weights::LabelWeights;
pub use super::row_label::LABELS;
pub use super::row_label::LabelFactors;
pub use super::row_label::RowLabel;
pub use super::trained_model::Model;
pub use crate::text::odds::exp;

/// The number of features of a hyphen at a line end.
pub const HYPHEN_FEATURES: usize = compound_hyphens::HYPHEN_FEATURES;

/// The number of features of a word that may be misread.
pub const MISREAD_FEATURES: usize = ocr_errors::MISREAD_FEATURES;

/// A row as the model sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservedRow {
    /// Its line.
    pub line: usize,
    /// Its characters, without marks, label and furniture.
    pub plain: String,
    /// The bin of each feature, in the order of the weights.
    pub bins: Vec<usize>,
}

/// The final decision about a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DecidedRow {
    /// Its line.
    pub line: usize,
    /// Its label; `None` if the row went into the metadata.
    pub label: Option<RowLabel>,
    /// The likelihood that a block begins with it, or does not, according to the label.
    pub start: f64,
    /// The likelihood of the kind of its block.
    pub kind: f64,
    /// A doubt is reported about the row, or about the kind of its block.
    pub reports_start: bool,
    /// A doubt is reported about the kind of its block.
    pub reports_kind: bool,
}

/// The rows of the body, then those of each note.
#[must_use]
pub fn observe_rows(text: &Text, zoned: &Zoned) -> Vec<Vec<ObservedRow>> {
    let (_, body) = row::read_body_rows(text, zoned);
    let notes = row::read_note_rows(text, zoned);
    let (body_style, note_style) = learn_styles(&body, &notes);
    let notes = notes.iter().map(|rows| (rows, &note_style));
    let streams = std::iter::once((&body, &body_style)).chain(notes);
    let seen = |(rows, style): (&Vec<Row>, _)| {
        let stream = RowStream::new(rows, style);
        let row = |(at, row): (usize, &Row)| ObservedRow {
            line: row.line,
            plain: row.plain.clone(),
            bins: stream.extract_features(at),
        };
        rows.iter().enumerate().map(row).collect()
    };
    streams.map(seen).collect()
}

/// Decides the rows of a text with a model.
#[must_use]
pub fn decide_rows(text: &Text, zoned: &Zoned, learnt: &Model) -> Vec<DecidedRow> {
    let (displaced, body) = row::read_body_rows(text, zoned);
    let notes = row::read_note_rows(text, zoned);
    let segmentation =
        segment_rows(text, zoned, None, [displaced, body], notes, learnt).value.body;
    let segmentation = &segmentation;
    let doubts = segment_doubts::find_doubts(segmentation);
    let labelled = |segment: &Segment| {
        let labels = final_labels(segmentation, segment);
        let kind = segmentation.kind_likelihood(segment);
        let reported = |row: usize, about: Option<DoubtSubject>| {
            doubts.iter().any(|doubt| {
                doubt.row == row && about.is_none_or(|about| doubt.about == about)
            })
        };
        let reports_kind = reported(segment.rows.start, Some(DoubtSubject::Kind));
        segment.rows.clone().zip(labels).map(move |(row, label)| {
            let begins = segmentation.start_likelihood(row);
            DecidedRow {
                line: segmentation.rows[row].line,
                label,
                start: if label.is_some_and(RowLabel::begins_block) {
                    begins
                } else {
                    1.0 - begins
                },
                kind,
                reports_start: reports_kind || reported(row, None),
                reports_kind,
            }
        })
    };
    segmentation.segments.iter().flat_map(labelled).collect()
}

/// Recovers the document of a text with a model.
#[must_use]
pub fn recover_with_model(
    text: &Text,
    zoned: &Zoned,
    learnt: &Model,
) -> Warned<Recovered> {
    rebuild_with_model(text, zoned, None, &Corpus::default(), learnt)
}

/// A word with a hyphen at a line end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HyphenedWord {
    /// Its halves.
    pub halves: [String; 2],
    /// The features that decide whether the hyphen belongs to the word, in the order of
    /// the weights.
    pub features: [i32; HYPHEN_FEATURES],
}

/// Finds the words with a hyphen at a line end; `corpus` has the words of other texts.
#[must_use]
pub fn find_hyphened_words(
    text: &Text,
    zoned: &Zoned,
    corpus: &Corpus,
) -> Vec<HyphenedWord> {
    let (_, body) = row::read_body_rows(text, zoned);
    let notes = row::read_note_rows(text, zoned);
    let rows = || body.iter().chain(notes.iter().flatten());
    let vocabulary = Vocabulary::count_words(text, rows(), corpus);
    let streams = std::iter::once(&body).chain(&notes).map(Vec::as_slice);
    let sample = rows().map(|row| row.plain.as_str()).collect::<Vec<_>>().join(" ");
    let language = guess::detect_language(&sample);
    let spacing = Spacing::decide(text, zoned, language.as_ref(), corpus, streams);
    let language = language.as_ref().map(Language::primary);
    let own: Vec<&Row> = body.iter().collect();
    let others: Vec<&Row> = notes.iter().flatten().collect();
    let joiner = |own, others| {
        RowJoiner::new(text, &vocabulary, &spacing, [own, others], language)
    };
    let (in_body, in_notes) = (joiner(&own, &others), joiner(&others, &own));
    let of = |joiner: &RowJoiner<'_>, rows: &[Row]| -> Vec<HyphenedWord> {
        let pairs = rows.windows(2);
        let hyphened = pairs.filter_map(|pair| joiner.hyphened_word(&pair[0], &pair[1]));
        hyphened
            .map(|(halves, features)| HyphenedWord {
                halves: halves.map(str::to_owned),
                features,
            })
            .collect()
    };
    let mut all = of(&in_body, &body);
    for rows in &notes {
        all.extend(of(&in_notes, rows));
    }
    all
}

/// A word of the text, and another one that it may have been misread for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MisreadWord {
    /// Index of the rare word.
    pub at: usize,
    /// The other word, in lower case.
    pub reading: String,
    /// Index of the confusion in [`all_confusions`].
    pub confusion: usize,
    /// The features of the pair, in the order of the weights.
    pub features: [i32; MISREAD_FEATURES],
}

/// Finds the rare words among some words, with each word that they may be misread for.
#[must_use]
pub fn find_misread_words(words: &[&str]) -> Vec<MisreadWord> {
    let corpus = Corpus::default();
    let mut lexicon = Lexicon::default();
    let plain = words.iter().filter(|word| word.chars().all(char::is_alphabetic));
    for word in plain {
        lexicon.add_word(word);
    }
    let mut known = ocr_errors::WordFrequencies::new(&lexicon, &corpus);
    for word in words {
        known.add(word);
    }
    let suspects = known.find_misread(words.iter().copied());
    let misread = suspects.into_iter().map(|(at, neighbour)| MisreadWord {
        at,
        reading: neighbour.reading.to_lowercase(),
        confusion: neighbour.confusion,
        features: neighbour.features,
    });
    misread.collect()
}

/// The confusable letters: what was printed, and what is read.
#[must_use]
pub fn all_confusions() -> Vec<(&'static str, &'static str)> {
    ocr_errors::confusions()
}

/// The labels that the rows of a segment would have, had the final decision come first.
fn final_labels(segmentation: &Segmentation, segment: &Segment) -> Vec<Option<RowLabel>> {
    let (first, more) = match segment.kind {
        SegmentKind::Metadata => return vec![None; segment.rows.len()],
        SegmentKind::Verse | SegmentKind::EpigraphVerse => {
            let verse = |&label: &RowLabel| Some(label);
            return segmentation.labels[segment.rows.clone()].iter().map(verse).collect();
        }
        SegmentKind::Heading(_) => (RowLabel::Heading, RowLabel::HeadingMore),
        SegmentKind::Ornament => (RowLabel::Ornament, RowLabel::Ornament),
        SegmentKind::Quotation | SegmentKind::Epigraph => {
            (RowLabel::Quotation, RowLabel::QuotationMore)
        }
        _ => (RowLabel::Paragraph, RowLabel::ParagraphMore),
    };
    let rest = segment.rows.clone().skip(1).map(|_| Some(more));
    std::iter::once(Some(first)).chain(rest).collect()
}

/// The features of rows.
pub const ROW_FEATURES: FeatureTable = RowFeature::TABLE;

/// The features of segments.
pub const SEGMENT_FEATURES: FeatureTable = SegmentFeature::TABLE;

/// A segment as the segment model sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservedSegment {
    /// The lines of its rows.
    pub lines: Vec<usize>,
    /// The bin of each feature.
    pub bins: Vec<usize>,
    /// The labels that its kind allows.
    pub allowed_labels: [bool; LABELS],
}

/// Segments the rows of a text with a model of rows, before the segment model decides.
#[must_use]
pub fn observe_segments(
    text: &Text,
    zoned: &Zoned,
    rows: &LabelWeights,
) -> Vec<ObservedSegment> {
    let (displaced, body) = row::read_body_rows(text, zoned);
    let notes = row::read_note_rows(text, zoned);
    let (style, _) = learn_styles(&body, &notes);
    let mut segmentation = Segmentation::from_displaced(displaced);
    label_rows(&mut segmentation, body, &style, rows);
    quotations::review_headings(&mut segmentation, &style);
    let segments = segmentation.segments[segmentation.displaced..].iter();
    let seen = |(segment, bins): (&Segment, _)| ObservedSegment {
        lines: segmentation.rows[segment.rows.clone()]
            .iter()
            .map(|row| row.line)
            .collect(),
        bins,
        allowed_labels: segment_model::allowed_labels(segment),
    };
    segments
        .zip(segment_model::extract_features(&segmentation, &style))
        .map(seen)
        .collect()
}

/// The width of a line as the models measure it, in thousandths of an em.
#[must_use]
pub fn text_width(line: &str) -> i32 {
    measure::text_width(line)
}
