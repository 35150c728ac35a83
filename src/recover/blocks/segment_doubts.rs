//! Doubts: uncertain decisions, each with its confidence and the alternative.

use super::segment::{Segment, SegmentKind, Segmentation};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::recover::codes;

/// Decisions of which fewer than this many in a thousand are right are reported. This
/// gives about one doubt per hundred lines in known books and two or three in unknown
/// ones, as many as a person will check. Of the doubts that a higher threshold would add,
/// six in seven are unfounded.
const DOUBTFUL: u16 = 800;

/// The threshold for the kinds of blocks, which are fewer and more often wrong.
const DOUBTFUL_KIND: u16 = 850;

/// How often decisions of at least a given likelihood were right in books left out of the
/// fitting, in thousandths: (right + 1) / (all + 2), so that few decisions claim little,
/// and one figure for neighbours where the rarer were right less often. `tests/learn`
/// prints the counts. The last line is for decisions that overrule the labels.
type Calibration = [(f64, u16); 10];

/// Whether a block begins.
const STARTS: Calibration = [
    (0.999, 999),
    (0.995, 993),
    (0.99, 982),
    (0.97, 958),
    (0.95, 941),
    (0.9, 897),
    (0.8, 870),
    (0.65, 769),
    (0.5, 634),
    (0.0, 655),
];

/// Whether a row belongs to a heading.
const HEADINGS: Calibration = [
    (0.999, 969),
    (0.995, 969),
    (0.99, 897),
    (0.97, 889),
    (0.95, 855),
    (0.9, 855),
    (0.8, 855),
    (0.65, 756),
    (0.5, 643),
    (0.0, 825),
];

/// Whether a row belongs to verse or to a quotation.
const QUOTED: Calibration = [
    (0.999, 987),
    (0.995, 987),
    (0.99, 987),
    (0.97, 947),
    (0.95, 857),
    (0.9, 844),
    (0.8, 809),
    (0.65, 809),
    (0.5, 809),
    (0.0, 531),
];

/// Whether a block is a plain paragraph.
const PLAIN: Calibration = [
    (0.999, 997),
    (0.995, 997),
    (0.99, 987),
    (0.97, 972),
    (0.95, 949),
    (0.9, 929),
    (0.8, 787),
    (0.65, 703),
    (0.5, 664),
    (0.0, 706),
];

/// What a doubt is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DoubtSubject {
    /// Whether a block begins with a row.
    Start,
    /// What kind of block begins with it.
    Kind,
}

/// A decision and its confidence.
#[derive(Debug, Clone, Copy)]
pub(super) struct Doubt {
    /// The row that it is about.
    pub(super) row: usize,
    /// What it decides.
    pub(super) about: DoubtSubject,
    /// The code, the decision in words, and the alternative.
    said: (Code, &'static str, &'static str),
    /// How many such decisions are right, in thousandths.
    sure: u16,
}

/// Reports the doubtful decisions of a segmentation.
pub(super) fn report_doubts(
    segmentation: &Segmentation,
    diagnostics: &mut Vec<Diagnostic>,
) {
    diagnostics.extend(find_doubts(segmentation).into_iter().map(|doubt| {
        let (code, message, otherwise) = doubt.said;
        Diagnostic::new(code, Severity::Note, message)
            .hint(otherwise)
            .at(segmentation.rows[doubt.row].span)
            .confidence(doubt.sure)
    }));
}

/// The doubtful decisions of a segmentation, in reading order.
pub(super) fn find_doubts(segmentation: &Segmentation) -> Vec<Doubt> {
    let body = segmentation
        .segments
        .iter()
        .filter(|segment| segment.rows.start >= segmentation.displaced);
    let decisions = body.flat_map(|segment| {
        let inside =
            segment.rows.clone().skip(1).filter(|_| segment.kind != SegmentKind::Verse);
        let inside = inside.map(|row| inner_decision(segmentation, row));
        start_decisions(segmentation, segment).into_iter().flatten().chain(inside)
    });
    let doubtful = |doubt: &Doubt| match doubt.about {
        DoubtSubject::Start => doubt.sure < DOUBTFUL,
        DoubtSubject::Kind => doubt.sure < DOUBTFUL_KIND,
    };
    let stated = |doubt: &Doubt| {
        let row = &segmentation.rows[doubt.row];
        let (code, ..) = doubt.said;
        let start = doubt.about == DoubtSubject::Start && row.begins_paragraph.is_some();
        let quotation = code == codes::QUOTATION && row.is_in_stated_paragraphs();
        row.fence.is_some() || start || quotation
    };
    decisions.filter(|doubt| doubtful(doubt) && !stated(doubt)).collect()
}

/// The decisions at the first row of a block: its kind, and that it begins there.
fn start_decisions(segmentation: &Segmentation, segment: &Segment) -> [Option<Doubt>; 2] {
    let row = segment.rows.start;
    let likely = segmentation.kind_likelihood(segment);
    let kind = |said, table| {
        let sure = calibrated_confidence(likely, table);
        [Some(Doubt { row, about: DoubtSubject::Kind, said, sure }), None]
    };
    match segment.kind {
        SegmentKind::Heading(_) => kind(
            (
                codes::HEADING,
                "this line is taken for a heading",
                "or it is part of the text",
            ),
            &HEADINGS,
        ),
        SegmentKind::Verse => kind(
            (
                codes::VERSE,
                "these lines are taken for verse",
                "or they are one or more paragraphs",
            ),
            &QUOTED,
        ),
        SegmentKind::Quotation => kind(
            (
                codes::QUOTATION,
                "this is taken for a block quotation",
                "or it is an ordinary paragraph",
            ),
            &QUOTED,
        ),
        SegmentKind::Paragraph => {
            let said = if segmentation.rows[row].turn {
                (
                    codes::PAGE_TURN,
                    "a new paragraph seems to begin with the page",
                    "or the previous paragraph continues",
                )
            } else {
                (
                    codes::PARAGRAPH,
                    "a new paragraph seems to begin here",
                    "or the previous paragraph continues",
                )
            };
            let sure = calibrated_confidence(segmentation.start_likelihood(row), &STARTS);
            let start = Doubt { row, about: DoubtSubject::Start, said, sure };
            [Some(start), Some(plain_decision(segmentation, segment, likely))]
        }
        _ => [None, None],
    }
}

/// The decision that a block is a plain paragraph, with the likeliest alternative.
fn plain_decision(segmentation: &Segmentation, segment: &Segment, likely: f64) -> Doubt {
    let other = |kind| segmentation.kind_likelihood(&Segment { kind, ..segment.clone() });
    let said = [
        (
            other(SegmentKind::Heading(1)),
            (
                codes::HEADING,
                "this line is taken for part of the text",
                "or it is a heading",
            ),
        ),
        (
            other(SegmentKind::Verse),
            (codes::VERSE, "these lines are taken for prose", "or they are verse"),
        ),
        (
            other(SegmentKind::Quotation),
            (
                codes::QUOTATION,
                "this is taken for an ordinary paragraph",
                "or it is a block quotation",
            ),
        ),
    ];
    let likelier = |a: f64, b: f64| a.total_cmp(&b);
    let (_, said) = said
        .into_iter()
        .max_by(|(a, _), (b, _)| likelier(*a, *b))
        .expect("there are three other kinds");
    Doubt {
        row: segment.rows.start,
        about: DoubtSubject::Kind,
        said,
        sure: calibrated_confidence(likely, &PLAIN),
    }
}

/// The decision that a row continues a block.
fn inner_decision(segmentation: &Segmentation, row: usize) -> Doubt {
    let (code, message) = if segmentation.rows[row].turn {
        (codes::PAGE_TURN, "the paragraph seems to continue across the page turn")
    } else {
        (codes::PARAGRAPH, "the paragraph seems to continue with this line")
    };
    let sure = calibrated_confidence(1.0 - segmentation.start_likelihood(row), &STARTS);
    let said = (code, message, "or a new paragraph begins here");
    Doubt { row, about: DoubtSubject::Start, said, sure }
}

/// How many decisions of a likelihood are right, in thousandths.
fn calibrated_confidence(likely: f64, table: &Calibration) -> u16 {
    let line = table.iter().find(|(least, _)| likely >= *least);
    line.map_or(0, |&(_, right)| right)
}
