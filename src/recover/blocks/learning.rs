//! A door for the tool that fits the weights (`tests/learn`): what the labelling sees of
//! each row, and what comes of a text by other weights than the program's own.

pub use super::labels::{LABELS, Label};
pub use super::lattice::{Factors, Lattice, exp};
pub use super::weights::Weights;

use super::drafts::{Draft, Kind, Sketch};
use super::observe::{Sign, Stream};
use super::{doubts, rebuild_by, rows, sketch, styles};
use crate::diagnostic::Warned;
use crate::recover::measure;
use crate::recover::zones::Zoned;
use crate::recover::{Hints, Recovered};
use crate::source::Text;

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
}

/// The rows of the text, then those of each note.
#[must_use]
pub fn observe(text: &Text, zoned: &Zoned) -> Vec<Vec<Seen>> {
    let (_, body) = rows::of_body(text, zoned);
    let notes = rows::of_notes(text, zoned);
    let (body_style, note_style) = styles(&body, &notes);
    let notes = notes.iter().map(|rows| (rows, &note_style));
    let streams = std::iter::once((&body, &body_style)).chain(notes);
    let seen = |(rows, style): (&Vec<rows::Row>, _)| {
        let stream = Stream::new(rows, style);
        let row = |(at, row): (usize, &rows::Row)| Seen {
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
pub fn decide(text: &Text, zoned: &Zoned, weights: &Weights) -> Vec<Decided> {
    let (displaced, body) = rows::of_body(text, zoned);
    let notes = rows::of_notes(text, zoned);
    let sketch = sketch(text, zoned, [displaced, body], notes, weights).value.body;
    let sketch = &sketch;
    let labelled = |draft| {
        let labels = final_labels(sketch, draft);
        let kind = doubts::kind_likely(sketch, draft);
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
            }
        })
    };
    sketch.drafts.iter().flat_map(labelled).collect()
}

/// The document that comes of a text by these weights.
#[must_use]
pub fn recover(text: &Text, zoned: &Zoned, weights: &Weights) -> Warned<Recovered> {
    rebuild_by(text, zoned, &Hints::default(), weights)
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

/// The names of the signs, in the order of the weights.
#[must_use]
pub fn signs() -> Vec<&'static str> {
    Sign::ALL.iter().map(|&(_, name, _)| name).collect()
}

/// The width of a line, as the labelling measures it, in thousandths of an em.
#[must_use]
pub fn width(line: &str) -> i32 {
    measure::width(line)
}
