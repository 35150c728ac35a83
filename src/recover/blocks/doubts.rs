//! Doubts: decisions that were less than sure, each with its confidence and what it would
//! otherwise have been.

use super::codes;
use super::drafts::{Draft, Kind, Sketch};
use super::labels::Label;
use crate::diagnostic::{Code, Diagnostic, Severity};

/// Decisions of which fewer than this many in a thousand are right are told.
const DOUBTFUL: u16 = 800;

/// How often decisions of at least a likelihood were right in books left out of the
/// fitting, in thousandths; `tests/learn` prints the tables. Below the last but one line
/// stand the decisions of second thoughts against the labels, too.
type Calibration = [(f64, u16); 6];

/// Whether a block begins.
const STARTS: Calibration =
    [(0.999, 999), (0.99, 985), (0.95, 945), (0.8, 857), (0.65, 722), (0.0, 631)];

/// Whether a row is of a heading.
const HEADINGS: Calibration =
    [(0.999, 999), (0.99, 988), (0.95, 915), (0.8, 780), (0.65, 675), (0.0, 600)];

/// Whether a row is of verse or of a quotation.
const QUOTED: Calibration =
    [(0.999, 980), (0.99, 980), (0.95, 940), (0.8, 760), (0.65, 760), (0.0, 690)];

/// Tells the doubtful decisions of a sketch.
pub(super) fn tell(sketch: &Sketch, diagnostics: &mut Vec<Diagnostic>) {
    for draft in &sketch.drafts {
        if draft.rows.start < sketch.displaced {
            continue;
        }
        let kind = |table| confidence(kind_likely(sketch, draft), table);
        let start = confidence(sketch.begins(draft.rows.start), &STARTS);
        let row = draft.rows.start;
        let turn = sketch.rows[row].turn;
        let said: Option<(Code, &str, &str, u16)> = match draft.kind {
            Kind::Heading(_) => Some((
                codes::HEADING,
                "this line is taken for a heading",
                "or it is part of the text",
                kind(&HEADINGS),
            )),
            Kind::Verse => Some((
                codes::VERSE,
                "these lines are taken for verse",
                "or they are paragraphs, or one",
                kind(&QUOTED),
            )),
            Kind::Quotation => Some((
                codes::QUOTATION,
                "this is taken for a quotation set off in print",
                "or it is a paragraph like any other",
                kind(&QUOTED),
            )),
            Kind::Paragraph if turn => Some((
                codes::PAGE_TURN,
                "a new paragraph is taken to begin with the page",
                "or the paragraph before runs on",
                start,
            )),
            Kind::Paragraph => Some((
                codes::PARAGRAPH,
                "a new paragraph is taken to begin here",
                "or the paragraph before runs on",
                start,
            )),
            _ => None,
        };
        diagnostics.extend(said.and_then(|said| doubt(sketch, row, said)));
        let inside = draft.rows.clone().skip(1).filter(|_| draft.kind != Kind::Verse);
        for row in inside {
            let (code, message) = if sketch.rows[row].turn {
                (codes::PAGE_TURN, "the paragraph is taken to run on over the page turn")
            } else {
                (codes::PARAGRAPH, "the paragraph is taken to run on with this line")
            };
            let sure = confidence(1.0 - sketch.begins(row), &STARTS);
            let said = (code, message, "or a new paragraph begins here", sure);
            diagnostics.extend(doubt(sketch, row, said));
        }
    }
}

/// How likely the labels make the kind of a draft, in the mean of its rows.
pub(super) fn kind_likely(sketch: &Sketch, draft: &Draft) -> f64 {
    let kinds: &[Label] = match draft.kind {
        Kind::Heading(_) => &[Label::Heading, Label::HeadingMore],
        Kind::Verse => &[Label::Stanza, Label::VerseLine, Label::VerseMore],
        Kind::Quotation => &[Label::Quotation, Label::QuotationMore],
        _ => &[Label::Paragraph, Label::ParagraphMore],
    };
    let sum: f64 = draft.rows.clone().map(|row| sketch.likely(row, kinds)).sum();
    #[expect(clippy::cast_precision_loss, reason = "a draft has few rows")]
    let rows = draft.rows.len() as f64;
    sum / rows
}

/// How many decisions of a likelihood are right, in thousandths.
fn confidence(likely: f64, table: &Calibration) -> u16 {
    let line = table.iter().find(|(least, _)| likely >= *least);
    line.map_or(0, |&(_, right)| right)
}

/// A doubt about a row; none where the decision is sure enough.
fn doubt(
    sketch: &Sketch,
    row: usize,
    (code, message, otherwise, sure): (Code, &str, &str, u16),
) -> Option<Diagnostic> {
    let diagnostic = Diagnostic::new(code, Severity::Note, message).hint(otherwise);
    (sure < DOUBTFUL).then(|| diagnostic.at(sketch.rows[row].span).confidence(sure))
}
