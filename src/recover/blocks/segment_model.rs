//! Decides which segments are quotations, and which verse is none.
//!
//! A single row shows little of what sets a quotation off. All of its rows show the
//! measure, the indent and the space around, and the neighbours show what these are
//! elsewhere. A second conditional random field over the segments weighs this
//! (`segment_weights.txt`).

use super::forward_backward::{ForwardBackward, label_factors, transition_factors};
use super::label_weights::LabelWeights;
use super::quotations;
use super::row_label::{LABELS, LabelFactors, RowLabel};
use super::segment::{Segment, SegmentKind, Segmentation};
use super::segment_features::{NARROWER, SegmentLook, SegmentStream, measure_look};
use crate::recover::rows::stream_style::StreamStyle;

/// A segment is a quotation from this likelihood on. Chosen on books left out of the
/// fitting: below it, more quotations are wrong than right.
const QUOTED: f64 = 0.6;

/// If its rows give a quotation at least this likelihood, the segment cannot overrule
/// them: in books left out of the fitting 95 of a hundred such rows were right.
const SURE: f64 = 0.95;

/// Decides which paragraphs are quotations, and adjusts the likelihoods of their rows.
pub(super) fn decide_quotations(
    segmentation: &mut Segmentation,
    style: &StreamStyle,
    weights: &LabelWeights,
) {
    let (likely, accords) = segment_likelihoods(segmentation, style, weights);
    let is_quotation = |&(label, _): &(RowLabel, char)| label == RowLabel::Quotation;
    let quotation = RowLabel::ALL.iter().position(is_quotation).unwrap_or_default();
    let quoted: Vec<f64> = std::iter::repeat_n(0.0, segmentation.displaced)
        .chain(likely.iter().map(|likely| likely[quotation]))
        .collect();
    for (at, &quoted) in quoted.iter().enumerate().skip(segmentation.displaced) {
        let segment = &segmentation.segments[at];
        if matches!(segment.kind, SegmentKind::Paragraph | SegmentKind::Quotation) {
            let sure = || segmentation.kind_likelihood(segment) >= SURE;
            let quoted =
                quoted >= QUOTED || segment.kind == SegmentKind::Quotation && sure();
            let kind =
                if quoted { SegmentKind::Quotation } else { SegmentKind::Paragraph };
            segmentation.segments[at].kind = kind;
        }
    }
    quotations::complete_groups(segmentation, style, &quoted);
    drop_full_measure(segmentation, style, &accords);
    quotations::drop_unmarked(segmentation, style, &accords);
    for (at, quoted) in quoted.into_iter().enumerate().skip(segmentation.displaced) {
        if matches!(
            segmentation.segments[at].kind,
            SegmentKind::Paragraph | SegmentKind::Quotation
        ) {
            segmentation.redistribute_quoted(at, quoted);
        }
    }
}

/// Takes paragraphs of the full measure out of narrower quotations: the text between two
/// of them.
fn drop_full_measure(
    segmentation: &mut Segmentation,
    style: &StreamStyle,
    accords: &[f64],
) {
    let looks: Vec<SegmentLook> = segmentation
        .segments
        .iter()
        .map(|segment| measure_look(segmentation, segment, style))
        .collect();
    let short = |look: &SegmentLook| look.short.map(|(short, _)| short);
    let mut at = segmentation.displaced;
    while at < looks.len() {
        let rest = segmentation.segments[at..].iter();
        let run =
            rest.take_while(|segment| segment.kind == SegmentKind::Quotation).count();
        let looks = &looks[at..at + run];
        if looks.iter().filter_map(short).any(|short| short >= NARROWER) {
            let segments = segmentation.segments[at..].iter_mut().zip(&accords[at..]);
            for ((segment, accord), look) in segments.zip(looks) {
                if look.inset < 1
                    && *accord < quotations::AGREES
                    && short(look).is_some_and(|short| short < NARROWER / 2)
                {
                    segment.kind = SegmentKind::Paragraph;
                }
            }
        }
        at += run.max(1);
    }
}

/// The likelihood of each label for each segment after a displaced title block, and the
/// log odds of a quotation by the look of every segment.
fn segment_likelihoods(
    segmentation: &Segmentation,
    style: &StreamStyle,
    weights: &LabelWeights,
) -> (Vec<LabelFactors>, Vec<f64>) {
    let segments = SegmentStream::new(segmentation, style);
    let own: Vec<LabelFactors> = (segmentation.displaced..segmentation.segments.len())
        .map(|at| {
            let mut own =
                label_factors(&weights.sum_weights(&segments.extract_features(at)));
            for (factor, allowed) in
                own.iter_mut().zip(allowed_labels(&segmentation.segments[at]))
            {
                *factor *= f64::from(u8::from(allowed));
            }
            own
        })
        .collect();
    let lattice = ForwardBackward::new(&own, &transition_factors(weights));
    let likely = (0..own.len()).map(|at| lattice.label_likelihoods(at)).collect();
    (likely, segments.log_odds)
}

/// The labels that the kind of a segment allows; headings are decided elsewhere.
pub(super) fn allowed_labels(segment: &Segment) -> [bool; LABELS] {
    let among: &[RowLabel] = match segment.kind {
        SegmentKind::Heading(_) => &[RowLabel::Heading],
        SegmentKind::Ornament => &[RowLabel::Ornament],
        SegmentKind::Verse => &[RowLabel::Stanza, RowLabel::Paragraph],
        _ => &[RowLabel::Paragraph, RowLabel::Quotation],
    };
    RowLabel::ALL.map(|(label, _)| among.contains(&label))
}

/// The features of each segment after a displaced title block.
#[cfg(feature = "internals")]
pub(super) fn extract_features(
    segmentation: &Segmentation,
    style: &StreamStyle,
) -> Vec<Vec<usize>> {
    let segments = SegmentStream::new(segmentation, style);
    (segmentation.displaced..segmentation.segments.len())
        .map(|at| segments.extract_features(at))
        .collect()
}
