//! Blocks as wholes: which of them are quotations, and which verse is none.
//!
//! A row shows little of what sets a quotation off; all of its rows show the measure, the
//! indent and the space around, and the blocks beside it what these are elsewhere. A second
//! chain over the drafts weighs this (`wholes.txt`).

use super::drafts::{Draft, Kind, Sketch};
use super::label::{Factors, LABELS, Label};
use super::lattice::{Lattice, factors, steps};
use super::quotations;
use super::segment_features::{Drafts, Look, NARROWER, look};
use super::weights::Weights;
use crate::recover::rows::style::Style;

/// A draft is taken for a quotation from this likelihood on. Chosen on books left out of
/// the fitting: below it, more is invented than found.
const QUOTED: f64 = 0.6;

/// What its rows say with at least this likelihood stands, whatever the whole says: in books
/// left out of the fitting 95 of a hundred such rows were right.
const SURE: f64 = 0.95;

/// Decides which paragraphs are quotations, and sees to it that the likelihoods of their
/// rows agree.
pub(super) fn decide(sketch: &mut Sketch, style: &Style, weights: &Weights) {
    let (likely, accords) = likely(sketch, style, weights);
    let is_quotation = |&(label, _): &(Label, char)| label == Label::Quotation;
    let quotation = Label::ALL.iter().position(is_quotation).unwrap_or_default();
    let quoted: Vec<f64> = std::iter::repeat_n(0.0, sketch.displaced)
        .chain(likely.iter().map(|likely| likely[quotation]))
        .collect();
    for (at, &quoted) in quoted.iter().enumerate().skip(sketch.displaced) {
        let draft = &sketch.drafts[at];
        if matches!(draft.kind, Kind::Paragraph | Kind::Quotation) {
            let sure = || sketch.kind_likely(draft) >= SURE;
            let quoted = quoted >= QUOTED || draft.kind == Kind::Quotation && sure();
            let kind = if quoted { Kind::Quotation } else { Kind::Paragraph };
            sketch.drafts[at].kind = kind;
        }
    }
    quotations::complete(sketch, style, &quoted);
    drop_full_measure(sketch, style, &accords);
    quotations::drop_unseen(sketch, style, &accords);
    for (at, quoted) in quoted.into_iter().enumerate().skip(sketch.displaced) {
        if matches!(sketch.drafts[at].kind, Kind::Paragraph | Kind::Quotation) {
            sketch.agree(at, quoted);
        }
    }
}

/// Takes paragraphs of the full measure out of runs of quotations that are narrower: the
/// text that goes on between two of them.
fn drop_full_measure(sketch: &mut Sketch, style: &Style, accords: &[f64]) {
    let looks: Vec<Look> =
        sketch.drafts.iter().map(|draft| look(sketch, draft, style)).collect();
    let short = |look: &Look| look.short.map(|(short, _)| short);
    let mut at = sketch.displaced;
    while at < looks.len() {
        let rest = sketch.drafts[at..].iter();
        let run = rest.take_while(|draft| draft.kind == Kind::Quotation).count();
        let looks = &looks[at..at + run];
        if looks.iter().filter_map(short).any(|short| short >= NARROWER) {
            let drafts = sketch.drafts[at..].iter_mut().zip(&accords[at..]);
            for ((draft, accord), look) in drafts.zip(looks) {
                if look.inset < 1
                    && *accord < quotations::AGREES
                    && short(look).is_some_and(|short| short < NARROWER / 2)
                {
                    draft.kind = Kind::Paragraph;
                }
            }
        }
        at += run.max(1);
    }
}

/// How likely each label is for each draft behind a displaced title block, and how much the
/// look of every draft speaks for a quotation.
fn likely(sketch: &Sketch, style: &Style, weights: &Weights) -> (Vec<Factors>, Vec<f64>) {
    let drafts = Drafts::new(sketch, style);
    let own: Vec<Factors> = (sketch.displaced..sketch.drafts.len())
        .map(|at| {
            let mut own = factors(&weights.of(&drafts.observe(at)));
            for (factor, allowed) in own.iter_mut().zip(may_be(&sketch.drafts[at])) {
                *factor *= f64::from(u8::from(allowed));
            }
            own
        })
        .collect();
    let lattice = Lattice::new(&own, &steps(weights));
    let likely = (0..own.len()).map(|at| lattice.likely(at)).collect();
    (likely, drafts.accords)
}

/// The labels that a draft may have: what heads the text is decided elsewhere.
pub(super) fn may_be(draft: &Draft) -> [bool; LABELS] {
    let among: &[Label] = match draft.kind {
        Kind::Heading(_) => &[Label::Heading],
        Kind::Ornament => &[Label::Ornament],
        Kind::Verse => &[Label::Stanza, Label::Paragraph],
        _ => &[Label::Paragraph, Label::Quotation],
    };
    Label::ALL.map(|(label, _)| among.contains(&label))
}

/// The bins of each draft behind a displaced title block.
pub(super) fn observe(sketch: &Sketch, style: &Style) -> Vec<Vec<usize>> {
    let drafts = Drafts::new(sketch, style);
    (sketch.displaced..sketch.drafts.len()).map(|at| drafts.observe(at)).collect()
}
