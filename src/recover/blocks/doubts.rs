//! Doubts: decisions that were less than sure, each with its confidence and what it would
//! otherwise have been.

use super::drafts::{Draft, Kind, Sketch};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::recover::codes;

/// Decisions of which fewer than this many in a thousand are right are told. Chosen so that
/// they are about one in a hundred lines of known books and two or three of unknown ones,
/// which is as many as a person is ready to go through; of those that a higher figure would
/// add, six in seven are unfounded.
const DOUBTFUL: u16 = 800;

/// The same of the kinds of blocks, which are fewer, and oftener wrong.
const DOUBTFUL_KIND: u16 = 850;

/// How often decisions of at least a likelihood were right in books left out of the
/// fitting, in thousandths: (right + 1) / (all + 2), so that few decisions do not claim
/// much, and one figure for neighbours where the rarer were right less often. `tests/learn`
/// prints the counts. On the last line stand decisions of second thoughts against the
/// labels.
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

/// Whether a row is of a heading.
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

/// Whether a row is of verse or of a quotation.
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
pub(super) enum About {
    /// Whether a block begins with a row.
    Start,
    /// What kind of block begins with it.
    Kind,
}

/// A decision, and how sure it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Doubt {
    /// The row that it is about.
    pub(super) row: usize,
    /// What it decides.
    pub(super) about: About,
    /// What it is called, what was decided, what else could be.
    said: (Code, &'static str, &'static str),
    /// How many such decisions are right, in thousandths.
    sure: u16,
}

/// Tells the doubtful decisions of a sketch.
pub(super) fn tell(sketch: &Sketch, diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.extend(of(sketch).into_iter().map(|doubt| {
        let (code, message, otherwise) = doubt.said;
        Diagnostic::new(code, Severity::Note, message)
            .hint(otherwise)
            .at(sketch.rows[doubt.row].span)
            .confidence(doubt.sure)
    }));
}

/// The doubtful decisions of a sketch, in reading order.
pub(super) fn of(sketch: &Sketch) -> Vec<Doubt> {
    let body = sketch.drafts.iter().filter(|draft| draft.rows.start >= sketch.displaced);
    let decisions = body.flat_map(|draft| {
        let inside = draft.rows.clone().skip(1).filter(|_| draft.kind != Kind::Verse);
        let inside = inside.map(|row| inside_of_block(sketch, row));
        head_of_block(sketch, draft).into_iter().flatten().chain(inside)
    });
    let doubtful = |doubt: &Doubt| match doubt.about {
        About::Start => doubt.sure < DOUBTFUL,
        About::Kind => doubt.sure < DOUBTFUL_KIND,
    };
    decisions.filter(doubtful).collect()
}

/// What was decided at the first row of a block: its kind, and that it begins there.
fn head_of_block(sketch: &Sketch, draft: &Draft) -> [Option<Doubt>; 2] {
    let row = draft.rows.start;
    let likely = sketch.kind_likely(draft);
    let kind = |said, table| {
        let sure = confidence(likely, table);
        [Some(Doubt { row, about: About::Kind, said, sure }), None]
    };
    match draft.kind {
        Kind::Heading(_) => kind(
            (
                codes::HEADING,
                "this line is taken for a heading",
                "or it is part of the text",
            ),
            &HEADINGS,
        ),
        Kind::Verse => kind(
            (
                codes::VERSE,
                "these lines are taken for verse",
                "or they are paragraphs, or one",
            ),
            &QUOTED,
        ),
        Kind::Quotation => kind(
            (
                codes::QUOTATION,
                "this is taken for a quotation set off in print",
                "or it is a paragraph like any other",
            ),
            &QUOTED,
        ),
        Kind::Paragraph => {
            let said = if sketch.rows[row].turn {
                (
                    codes::PAGE_TURN,
                    "a new paragraph is taken to begin with the page",
                    "or the paragraph before runs on",
                )
            } else {
                (
                    codes::PARAGRAPH,
                    "a new paragraph is taken to begin here",
                    "or the paragraph before runs on",
                )
            };
            let sure = confidence(sketch.begins(row), &STARTS);
            let start = Doubt { row, about: About::Start, said, sure };
            [Some(start), Some(plain(sketch, draft, likely))]
        }
        _ => [None, None],
    }
}

/// The decision that a block is a plain paragraph, and the likeliest of what else it could
/// be.
fn plain(sketch: &Sketch, draft: &Draft, likely: f64) -> Doubt {
    let other = |kind| sketch.kind_likely(&Draft { kind, ..draft.clone() });
    let said = [
        (
            other(Kind::Heading(1)),
            (
                codes::HEADING,
                "this line is taken for part of the text",
                "or it is a heading",
            ),
        ),
        (
            other(Kind::Verse),
            (codes::VERSE, "these lines are taken for prose", "or they are verse"),
        ),
        (
            other(Kind::Quotation),
            (
                codes::QUOTATION,
                "this is taken for a paragraph like any other",
                "or it is a quotation set off in print",
            ),
        ),
    ];
    let likelier = |a: f64, b: f64| a.total_cmp(&b);
    let (_, said) = said
        .into_iter()
        .max_by(|(a, _), (b, _)| likelier(*a, *b))
        .expect("there are three other kinds");
    Doubt {
        row: draft.rows.start,
        about: About::Kind,
        said,
        sure: confidence(likely, &PLAIN),
    }
}

/// The decision that a row goes on with a block.
fn inside_of_block(sketch: &Sketch, row: usize) -> Doubt {
    let (code, message) = if sketch.rows[row].turn {
        (codes::PAGE_TURN, "the paragraph is taken to run on over the page turn")
    } else {
        (codes::PARAGRAPH, "the paragraph is taken to run on with this line")
    };
    let sure = confidence(1.0 - sketch.begins(row), &STARTS);
    let said = (code, message, "or a new paragraph begins here");
    Doubt { row, about: About::Start, said, sure }
}

/// How many decisions of a likelihood are right, in thousandths.
fn confidence(likely: f64, table: &Calibration) -> u16 {
    let line = table.iter().find(|(least, _)| likely >= *least);
    line.map_or(0, |&(_, right)| right)
}
