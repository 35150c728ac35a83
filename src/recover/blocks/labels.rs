//! The part that each row plays, decided for all rows of a stream at once.

use super::drafts::{Draft, Kind, Sketch};
use super::label::{Factors, LABELS, Label};
use super::lattice::{Lattice, factors, steps};
use super::observe::Stream;
use super::weights::Weights;
use crate::recover::rows::row::Announced;
use crate::recover::rows::row::Row;
use crate::recover::rows::style::Style;

/// What it weighs for the labels of a row that a printed table of contents makes it a
/// heading, in hundredths: more than all that a row itself shows.
const ANNOUNCED: i32 = 1500;

/// What it weighs for the row behind that heading to be another, which the table does not
/// name.
const PASSED_OVER: i32 = -300;

/// Labels rows, and adds them and the segments that they make to a sketch.
pub(super) fn label_rows(
    sketch: &mut Sketch,
    rows: Vec<Row>,
    style: &Style,
    weights: &Weights,
) {
    let decisions = decide(&Stream::new(&rows, style), weights);
    let labels: Vec<Label> = decisions.iter().map(|decision| decision.label).collect();
    sketch.likely.extend(decisions.into_iter().map(|decision| decision.likely));
    let first = sketch.rows.len();
    sketch.drafts.extend(gather(&labels).into_iter().map(|draft| Draft {
        rows: draft.rows.start + first..draft.rows.end + first,
        ..draft
    }));
    sketch.rows.extend(rows);
    sketch.labels.extend(labels);
}

/// The label of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Decision {
    /// The label that the best sequence has here.
    label: Label,
    /// How likely each label is, all sequences considered.
    likely: Factors,
}

/// Labels the rows of a stream: the sequence of the greatest weight (Viterbi 1967), and
/// for doubts the likelihood of each label.
fn decide(stream: &Stream<'_>, weights: &Weights) -> Vec<Decision> {
    let rows = 0..stream.rows.len();
    let own = rows.map(|at| {
        let mut own = weights.of(&stream.observe(at));
        if let Some(announced) = stream.rows[at].announced {
            for (weight, (label, _)) in own.iter_mut().zip(Label::ALL) {
                *weight += by_contents(label, announced);
            }
        }
        own
    });
    let own: Vec<[i32; LABELS]> = own.collect();
    let lattice =
        Lattice::new(&own.iter().map(factors).collect::<Vec<_>>(), &steps(weights));
    let labels = best_path(&own, weights).into_iter().enumerate();
    labels.map(|(at, label)| Decision { label, likely: lattice.likely(at) }).collect()
}

/// What a printed table of contents says for it.
fn by_contents(label: Label, announced: Announced) -> i32 {
    match announced {
        Announced::First(_) | Announced::Title if label == Label::Heading => ANNOUNCED,
        Announced::More if label == Label::HeadingMore => ANNOUNCED,
        Announced::Behind if label == Label::Heading => ANNOUNCED + PASSED_OVER,
        Announced::Behind if label.begins() => ANNOUNCED,
        _ => 0,
    }
}

/// The sequence of labels of the greatest weight.
fn best_path(own: &[[i32; LABELS]], weights: &Weights) -> Vec<Label> {
    /// What cannot be.
    const NEVER: i64 = i64::MIN / 2;
    let mut sums = [0_i64; LABELS];
    let mut befores: Vec<[usize; LABELS]> = Vec::with_capacity(own.len());
    for (at, own) in own.iter().enumerate() {
        let mut next = [(NEVER, 0); LABELS];
        for (place, next) in next.iter_mut().enumerate() {
            let (label, _) = Label::ALL[place];
            if at == 0 {
                *next = (if label.follows(None) { 0 } else { NEVER }, 0);
                continue;
            }
            for (before, (sum, pairs)) in sums.iter().zip(&weights.pairs).enumerate() {
                let sum = sum + i64::from(pairs[place]);
                if label.follows(Some(Label::ALL[before].0)) && sum > next.0 {
                    *next = (sum, before);
                }
            }
        }
        befores.push(next.map(|(_, before)| before));
        for ((sum, (reach, _)), own) in sums.iter_mut().zip(next).zip(own) {
            *sum = reach + i64::from(*own);
        }
    }
    let last = (0..LABELS).max_by_key(|&label| (sums[label], LABELS - label));
    let mut place = last.unwrap_or_default();
    let mut path: Vec<Label> = Vec::with_capacity(own.len());
    for befores in befores.iter().rev() {
        path.push(Label::ALL[place].0);
        place = befores[place];
    }
    path.reverse();
    path
}

/// Gathers labelled rows into drafts.
fn gather(labels: &[Label]) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    for (at, &label) in labels.iter().enumerate() {
        let kind = match label {
            Label::Paragraph | Label::ParagraphMore => Kind::Paragraph,
            Label::Quotation | Label::QuotationMore => Kind::Quotation,
            Label::Heading | Label::HeadingMore => Kind::Heading(1),
            Label::Stanza | Label::VerseLine | Label::VerseMore => Kind::Verse,
            Label::Ornament => Kind::Ornament,
        };
        let goes_on = matches!(
            label,
            Label::ParagraphMore
                | Label::QuotationMore
                | Label::HeadingMore
                | Label::VerseLine
                | Label::VerseMore
        ) || kind == Kind::Verse;
        match drafts.last_mut() {
            Some(draft) if goes_on && draft.kind == kind => draft.rows.end = at + 1,
            _ => drafts.push(Draft { kind, rows: at..at + 1 }),
        }
    }
    drafts
}
