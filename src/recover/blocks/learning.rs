//! A door for the tool that fits the weights (`tests/learn`): what the labelling sees of
//! each row, and what comes of a text by other weights than the program's own.

pub use super::features::FeatureTable;
pub use super::label::{Factors, LABELS, Label};
pub use super::lattice::Lattice;
pub use super::trained::Learnt;
pub use super::weights::Weights;
pub use crate::text::odds::exp;

use super::doubts::{self, About};
use super::drafts::{Draft, Kind, Sketch};
use super::label_rows;
use super::observe::{RowFeature, Stream};
use super::segment_features::SegmentFeature;
use super::{quotations, rebuild_by, sketch, styles, wholes};
use crate::diagnostic::Warned;
use crate::recover::model::{Recovered, Zoned};
use crate::recover::page::measure;
use crate::recover::rows::row::{self, Row};
use crate::recover::spelling::hyphens::Joiner;
use crate::recover::spelling::spacing::Spacing;
use crate::recover::spelling::vocabulary::Vocabulary;
use crate::recover::spelling::{compounds, suspects};
use crate::recover::words::corpus::Corpus;
use crate::recover::words::lexicon::Lexicon;
use crate::source::Text;
use crate::text::guess;
use crate::text::language::Language;

/// How many features a hyphen at a line end has.
pub const SIGNS: usize = compounds::SIGNS;

/// How many features a word has that may be misread.
pub const MISREAD_SIGNS: usize = suspects::SIGNS;

/// A row as the labelling sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Its line.
    pub line: usize,
    /// Its characters, without marks, label and furniture.
    pub plain: String,
    /// The bin of each sign, in the order of the weights.
    pub bins: Vec<usize>,
}

/// A row as it was decided, second thoughts included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decided {
    /// Its line.
    pub line: usize,
    /// What it is; nothing for what went into the metadata.
    pub label: Option<Label>,
    /// How likely it is that a block begins with it, or not, as the label says.
    pub start: f64,
    /// How likely the kind of its block is.
    pub kind: f64,
    /// A doubt is told about the row, or about the kind of its block.
    pub told_start: bool,
    /// A doubt is told about the kind of its block.
    pub told_kind: bool,
}

/// The rows of the text, then those of each note.
#[must_use]
pub fn observe(text: &Text, zoned: &Zoned) -> Vec<Vec<Seen>> {
    let (_, body) = row::of_body(text, zoned);
    let notes = row::of_notes(text, zoned);
    let (body_style, note_style) = styles(&body, &notes);
    let notes = notes.iter().map(|rows| (rows, &note_style));
    let streams = std::iter::once((&body, &body_style)).chain(notes);
    let seen = |(rows, style): (&Vec<Row>, _)| {
        let stream = Stream::new(rows, style);
        let row = |(at, row): (usize, &Row)| Seen {
            line: row.line,
            plain: row.plain.clone(),
            bins: stream.observe(at),
        };
        rows.iter().enumerate().map(row).collect()
    };
    streams.map(seen).collect()
}

/// What the rows of the text become by these weights.
#[must_use]
pub fn decide(text: &Text, zoned: &Zoned, learnt: &Learnt) -> Vec<Decided> {
    let (displaced, body) = row::of_body(text, zoned);
    let notes = row::of_notes(text, zoned);
    let sketch = sketch(text, zoned, [displaced, body], notes, learnt).value.body;
    let sketch = &sketch;
    let doubts = doubts::of(sketch);
    let labelled = |draft: &Draft| {
        let labels = final_labels(sketch, draft);
        let kind = sketch.kind_likely(draft);
        let told = |row: usize, about: Option<About>| {
            doubts.iter().any(|doubt| {
                doubt.row == row && about.is_none_or(|about| doubt.about == about)
            })
        };
        let told_kind = told(draft.rows.start, Some(About::Kind));
        draft.rows.clone().zip(labels).map(move |(row, label)| {
            let begins = sketch.begins(row);
            Decided {
                line: sketch.rows[row].line,
                label,
                start: if label.is_some_and(Label::begins) {
                    begins
                } else {
                    1.0 - begins
                },
                kind,
                told_start: told_kind || told(row, None),
                told_kind,
            }
        })
    };
    sketch.drafts.iter().flat_map(labelled).collect()
}

/// The document that comes of a text by these weights.
#[must_use]
pub fn recover(text: &Text, zoned: &Zoned, learnt: &Learnt) -> Warned<Recovered> {
    rebuild_by(text, zoned, None, &Corpus::default(), learnt)
}

/// A word with a hyphen at a line end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hyphened {
    /// Its halves.
    pub halves: [String; 2],
    /// What speaks for a hyphen of its own, in the order of the weights.
    pub signs: [i32; SIGNS],
}

/// The words with a hyphen at a line end; `corpus` knows the words of other texts.
#[must_use]
pub fn hyphened(text: &Text, zoned: &Zoned, corpus: &Corpus) -> Vec<Hyphened> {
    let (_, body) = row::of_body(text, zoned);
    let notes = row::of_notes(text, zoned);
    let rows = || body.iter().chain(notes.iter().flatten());
    let vocabulary = Vocabulary::of(text, rows(), corpus);
    let streams = std::iter::once(&body).chain(&notes).map(Vec::as_slice);
    let sample = rows().map(|row| row.plain.as_str()).collect::<Vec<_>>().join(" ");
    let language = guess::detect_language(&sample);
    let spacing = Spacing::find(text, zoned, language.as_ref(), corpus, streams);
    let language = language.as_ref().map(Language::primary);
    let own: Vec<&Row> = body.iter().collect();
    let others: Vec<&Row> = notes.iter().flatten().collect();
    let joiner =
        |own, others| Joiner::new(text, &vocabulary, &spacing, [own, others], language);
    let (in_body, in_notes) = (joiner(&own, &others), joiner(&others, &own));
    let of = |joiner: &Joiner<'_>, rows: &[Row]| -> Vec<Hyphened> {
        let pairs = rows.windows(2);
        let hyphened = pairs.filter_map(|pair| joiner.hyphened(&pair[0], &pair[1]));
        hyphened
            .map(|(halves, signs)| Hyphened { halves: halves.map(str::to_owned), signs })
            .collect()
    };
    let mut all = of(&in_body, &body);
    for rows in &notes {
        all.extend(of(&in_notes, rows));
    }
    all
}

/// A word of the text that another may have been misread for, or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// Place of the rare word.
    pub at: usize,
    /// The other word, in small letters.
    pub reading: String,
    /// Place of the confusion in [`confusions`].
    pub confusion: usize,
    /// What speaks for it, in the order of the weights.
    pub signs: [i32; MISREAD_SIGNS],
}

/// The rare words of a row of words, with each that they may be misread for.
#[must_use]
pub fn misread(words: &[&str]) -> Vec<Misread> {
    let corpus = Corpus::default();
    let mut lexicon = Lexicon::default();
    let plain = words.iter().filter(|word| word.chars().all(char::is_alphabetic));
    for word in plain {
        lexicon.add(word);
    }
    let mut known = suspects::Words::new(&lexicon, &corpus);
    for word in words {
        known.add(word);
    }
    let suspects = known.suspects(words.iter().copied());
    let misread = suspects.into_iter().map(|(at, neighbour)| Misread {
        at,
        reading: neighbour.reading.to_lowercase(),
        confusion: neighbour.confusion,
        signs: neighbour.signs,
    });
    misread.collect()
}

/// The letters that are easily confused: what was printed, and what is read.
#[must_use]
pub fn confusions() -> Vec<(&'static str, &'static str)> {
    suspects::confusions()
}

/// The labels that the rows of a draft would have had, had second thoughts come first.
fn final_labels(sketch: &Sketch, draft: &Draft) -> Vec<Option<Label>> {
    let (first, more) = match draft.kind {
        Kind::Metadata => return vec![None; draft.rows.len()],
        Kind::Verse | Kind::EpigraphVerse => {
            let verse = |&label: &Label| Some(label);
            return sketch.labels[draft.rows.clone()].iter().map(verse).collect();
        }
        Kind::Heading(_) => (Label::Heading, Label::HeadingMore),
        Kind::Ornament => (Label::Ornament, Label::Ornament),
        Kind::Quotation | Kind::Epigraph => (Label::Quotation, Label::QuotationMore),
        _ => (Label::Paragraph, Label::ParagraphMore),
    };
    let rest = draft.rows.clone().skip(1).map(|_| Some(more));
    std::iter::once(Some(first)).chain(rest).collect()
}

/// The signs of rows, and those of wholes.
pub const ROWS: FeatureTable = RowFeature::TABLE;

/// See [`ROWS`].
pub const WHOLES: FeatureTable = SegmentFeature::TABLE;

/// A block as the second chain sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenWhole {
    /// The lines of its rows.
    pub lines: Vec<usize>,
    /// The bin of each sign.
    pub bins: Vec<usize>,
    /// The labels that it may have, as its rows were labelled.
    pub may_be: [bool; LABELS],
}

/// What the rows of the text make by these weights, before the second chain weighs it.
#[must_use]
pub fn observe_wholes(text: &Text, zoned: &Zoned, rows: &Weights) -> Vec<SeenWhole> {
    let (displaced, body) = row::of_body(text, zoned);
    let notes = row::of_notes(text, zoned);
    let (style, _) = styles(&body, &notes);
    let mut sketch = Sketch::displaced(displaced);
    label_rows(&mut sketch, body, &style, rows);
    quotations::review(&mut sketch, &style);
    let drafts = sketch.drafts[sketch.displaced..].iter();
    let seen = |(draft, bins): (&Draft, _)| SeenWhole {
        lines: sketch.rows[draft.rows.clone()].iter().map(|row| row.line).collect(),
        bins,
        may_be: wholes::may_be(draft),
    };
    drafts.zip(wholes::observe(&sketch, &style)).map(seen).collect()
}

/// The width of a line, as the labelling measures it, in thousandths of an em.
#[must_use]
pub fn width(line: &str) -> i32 {
    measure::width(line)
}
