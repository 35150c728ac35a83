//! Labels all rows of a stream at once.

use super::forward_backward::{ForwardBackward, label_factors, transition_factors};
use super::label_weights::LabelWeights;
use super::row_features::RowStream;
use super::row_label::{LABELS, LabelFactors, RowLabel};
use super::segment::{Segment, SegmentKind, Segmentation};
use crate::book::decisions::LineVerdict;
use crate::recover::model::{DecidedLine, Fence};
use crate::recover::rows::row::{ContentsRow, Row};
use crate::recover::rows::stream_style::StreamStyle;
use crate::text::viterbi::{PathScores, find_best_states};

/// Weight of the labels that make a row a heading if a printed table of contents names
/// it, in hundredths: more than all evidence of the row itself.
const ANNOUNCED: i32 = 1500;

/// Weight of the labels that the notation of a text states, in hundredths: more than all
/// other evidence.
const STATED: i32 = 4000;

/// Weight of the labels that a person decided: more than what the notation states.
const DECIDED: i32 = 16_000;

/// A heading has at most this many rows; the longest of 805 in 228 texts has 57 words, some
/// five rows. Longer ones are columns of short lines, such as the words of a lesson.
const MOST_ROWS_OF_A_HEADING: usize = 8;

/// Added for the row after such a heading to be another heading, which the table does not
/// name.
const PASSED_OVER: i32 = -300;

/// Labels rows, and adds them and their segments to a segmentation.
pub(super) fn label_rows(
    segmentation: &mut Segmentation,
    rows: Vec<Row>,
    style: &StreamStyle,
    weights: &LabelWeights,
) {
    let decisions = decide_labels(&RowStream::new(&rows, style), weights);
    let labels: Vec<RowLabel> = decisions.iter().map(|decision| decision.label).collect();
    segmentation
        .label_likelihoods
        .extend(decisions.into_iter().map(|decision| decision.likely));
    let first = segmentation.rows.len();
    segmentation.segments.extend(group_rows(&labels).into_iter().map(|segment| {
        Segment { rows: segment.rows.start + first..segment.rows.end + first, ..segment }
    }));
    segmentation.rows.extend(rows);
    segmentation.labels.extend(labels);
}

/// The label of a row.
#[derive(Debug, Clone, Copy, PartialEq)]
struct LabelDecision {
    /// The label in the best sequence.
    label: RowLabel,
    /// The likelihood of each label, over all sequences.
    likely: LabelFactors,
}

/// Labels the rows of a stream with the best sequence (Viterbi 1967), and computes the
/// likelihood of each label.
fn decide_labels(stream: &RowStream<'_>, weights: &LabelWeights) -> Vec<LabelDecision> {
    let rows = 0..stream.rows.len();
    let own = rows.map(|at| {
        let mut own = weights.sum_weights(&stream.extract_features(at));
        for (weight, (label, _)) in own.iter_mut().zip(RowLabel::ALL) {
            *weight += weigh_statements(label, stream.rows, at);
        }
        own
    });
    let mut own: Vec<[i32; LABELS]> = own.collect();
    let mut labels = find_best_path(&own, weights);
    while forbid_long_headings(&mut own, &labels, stream.rows) {
        labels = find_best_path(&own, weights);
    }
    let lattice = ForwardBackward::new(
        &own.iter().map(label_factors).collect::<Vec<_>>(),
        &transition_factors(weights),
    );
    let labels = labels.into_iter().enumerate();
    labels
        .map(|(at, label)| LabelDecision { label, likely: lattice.label_likelihoods(at) })
        .collect()
}

/// Forbids the labels of headings to rows that form longer ones than there are, unless the
/// text or a person states them. Returns whether there were any.
fn forbid_long_headings(
    own: &mut [[i32; LABELS]],
    labels: &[RowLabel],
    rows: &[Row],
) -> bool {
    let mut any = false;
    for segment in group_rows(labels) {
        let is_stated = |row: &Row| row.announced.is_some() || row.decided.is_some();
        if !segment.is_heading()
            || segment.rows.len() <= MOST_ROWS_OF_A_HEADING
            || rows[segment.rows.clone()].iter().any(is_stated)
        {
            continue;
        }
        any = true;
        for own in &mut own[segment.rows] {
            for (weight, (label, _)) in own.iter_mut().zip(RowLabel::ALL) {
                if matches!(label, RowLabel::Heading | RowLabel::HeadingMore) {
                    *weight -= STATED;
                }
            }
        }
    }
    any
}

/// Restores the kinds that the notation of the text states, which later decisions do not
/// know.
pub(super) fn obey_fences(segmentation: &mut Segmentation) {
    let Segmentation { rows, segments, .. } = segmentation;
    for segment in segments {
        let first = &rows[segment.rows.start];
        let fence = first.fence;
        // Transcribers indent quotations, or fence them.
        let is_plain = first.is_in_stated_paragraphs() && first.indent == 0;
        segment.kind = match (fence, segment.kind) {
            (Some(Fence::Quotation | Fence::SetOff), SegmentKind::Paragraph) => {
                SegmentKind::Quotation
            }
            (Some(Fence::Verse), SegmentKind::Paragraph | SegmentKind::Quotation) => {
                SegmentKind::Verse
            }
            (None, SegmentKind::Quotation) if is_plain => SegmentKind::Paragraph,
            (_, kind) => kind,
        };
    }
}

/// The weight that printed contents and the notation of the text add to a label of a row.
fn weigh_statements(label: RowLabel, rows: &[Row], at: usize) -> i32 {
    let row = &rows[at];
    let announced = row.announced.map_or(0, |announced| weigh_contents(label, announced));
    let paragraph = match row.begins_paragraph {
        Some(begins) if label.begins_block() == begins => STATED,
        _ => 0,
    };
    let fenced = row.fence.map_or(0, |fence| {
        let begins = at
            .checked_sub(1)
            .is_none_or(|before| rows[before].fence != row.fence || row.blanks > 0);
        weigh_fence(label, fence, begins)
    });
    let decided = row.decided.map_or(0, |decided| weigh_decision(label, decided));
    announced + paragraph + fenced + decided
}

/// The weight that a decision adds to a label.
fn weigh_decision(label: RowLabel, decided: DecidedLine) -> i32 {
    let is_decided = match (decided.verdict, decided.begins) {
        (LineVerdict::Heading, true) => label == RowLabel::Heading,
        (LineVerdict::Heading, false) => label == RowLabel::HeadingMore,
        (LineVerdict::Paragraph, true) => label == RowLabel::Paragraph,
        (LineVerdict::Paragraph, false) => label == RowLabel::ParagraphMore,
        (LineVerdict::Quotation, true) => label == RowLabel::Quotation,
        (LineVerdict::Quotation, false) => label == RowLabel::QuotationMore,
        (LineVerdict::Verse, true) => {
            matches!(label, RowLabel::Stanza | RowLabel::VerseLine)
        }
        (LineVerdict::Verse, false) => label == RowLabel::VerseLine,
        (LineVerdict::Continued, _) => !label.begins_block(),
        // Lines of the title block are set off later, whatever their labels; notes are no
        // rows of the body.
        (
            LineVerdict::LeftOut
            | LineVerdict::Text
            | LineVerdict::Title
            | LineVerdict::Subtitle
            | LineVerdict::Author
            | LineVerdict::Note,
            _,
        ) => return 0,
    };
    if is_decided { DECIDED } else { 0 }
}

/// The weight that a printed table of contents adds to a label.
fn weigh_contents(label: RowLabel, announced: ContentsRow) -> i32 {
    match announced {
        ContentsRow::First(_) | ContentsRow::Title if label == RowLabel::Heading => {
            ANNOUNCED
        }
        ContentsRow::More if label == RowLabel::HeadingMore => ANNOUNCED,
        ContentsRow::Byline if label == RowLabel::Paragraph => ANNOUNCED,
        ContentsRow::After if label == RowLabel::Heading => ANNOUNCED + PASSED_OVER,
        ContentsRow::After if label.begins_block() => ANNOUNCED,
        _ => 0,
    }
}

/// The weight that the notation adds to a label. `begins` says that a stanza begins with the
/// row, if it is verse.
fn weigh_fence(label: RowLabel, fence: Fence, begins: bool) -> i32 {
    let is_stated = match fence {
        Fence::Verse if begins => label == RowLabel::Stanza,
        Fence::Verse => label == RowLabel::VerseLine,
        Fence::Quotation if begins => label == RowLabel::Quotation,
        Fence::Quotation => {
            matches!(label, RowLabel::Quotation | RowLabel::QuotationMore)
        }
        Fence::Ornament => label == RowLabel::Ornament,
        Fence::SetOff => !matches!(label, RowLabel::Paragraph | RowLabel::ParagraphMore),
    };
    if is_stated { STATED } else { 0 }
}

/// Finds the sequence of labels of the greatest weight.
fn find_best_path(own: &[[i32; LABELS]], weights: &LabelWeights) -> Vec<RowLabel> {
    let states = find_best_states(own.len(), &LabelScores { own, weights });
    states.into_iter().map(|state| RowLabel::ALL[state].0).collect()
}

/// The weights of labels and of pairs of labels, as scores of paths.
struct LabelScores<'a> {
    own: &'a [[i32; LABELS]],
    weights: &'a LabelWeights,
}

impl PathScores<LABELS> for LabelScores<'_> {
    fn start(&self, state: usize) -> Option<i64> {
        RowLabel::ALL[state].0.may_follow(None).then_some(0)
    }

    fn own(&self, position: usize, state: usize) -> Option<i64> {
        Some(i64::from(self.own[position][state]))
    }

    fn transition(&self, _: usize, from: usize, to: usize) -> Option<i64> {
        let (before, label) = (RowLabel::ALL[from].0, RowLabel::ALL[to].0);
        let allowed = label.may_follow(Some(before));
        allowed.then(|| i64::from(self.weights.pairs[from][to]))
    }
}

/// Groups labelled rows into segments.
fn group_rows(labels: &[RowLabel]) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    for (at, &label) in labels.iter().enumerate() {
        let kind = match label {
            RowLabel::Paragraph | RowLabel::ParagraphMore => SegmentKind::Paragraph,
            RowLabel::Quotation | RowLabel::QuotationMore => SegmentKind::Quotation,
            RowLabel::Heading | RowLabel::HeadingMore => SegmentKind::Heading(1),
            RowLabel::Stanza | RowLabel::VerseLine | RowLabel::VerseMore => {
                SegmentKind::Verse
            }
            RowLabel::Ornament => SegmentKind::Ornament,
        };
        let goes_on = matches!(
            label,
            RowLabel::ParagraphMore
                | RowLabel::QuotationMore
                | RowLabel::HeadingMore
                | RowLabel::VerseLine
                | RowLabel::VerseMore
        ) || kind == SegmentKind::Verse;
        match segments.last_mut() {
            Some(segment) if goes_on && segment.kind == kind => segment.rows.end = at + 1,
            _ => segments.push(Segment { kind, rows: at..at + 1 }),
        }
    }
    segments
}
