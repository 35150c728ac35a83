//! What a person should know of how the lines were read.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::Layout;
use super::note_calls::Calls;
use super::note_doubts;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::model::{Removal, RemovalKind};
use crate::recover::notes::label::Label;
use crate::recover::notes::line_parts::Split;
use crate::recover::notes::mark::Setting;
use crate::recover::page::furniture::Furniture;
use crate::recover::page::pages::Sheet;
use crate::text::note_series::Series;
use crate::text::span::Span;

/// A match below this confidence, in thousandths, is reported.
const SURE: u16 = 900;

/// More running heads and feet than so many in a hundred lines are likely text that repeats.
/// In the 199 extractions that recovery was measured on they are eight at most.
const MOST_HEADS: usize = 15;
/// So few tell nothing: a letter of two pages is mostly heads, too.
const FEW_HEADS: usize = 8;

/// All that was guessed, in the order in which it was.
pub(crate) fn all(
    sheet: &Sheet<'_>,
    furniture: &Furniture,
    split: &Split,
    layout: &Layout,
    calls: &Calls,
) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    left_out(sheet, furniture, &mut findings);
    parted(sheet, split, layout, &mut findings);
    missing_labels(layout, &mut findings);
    marks_of_notes(sheet, layout, calls, &mut findings);
    marks_without_notes(layout, calls, &mut findings);
    findings.extend(note_doubts::find(sheet, layout));
    findings
}

/// The furniture of pages, and what may be more of it.
fn left_out(sheet: &Sheet<'_>, furniture: &Furniture, findings: &mut Vec<Diagnostic>) {
    let kinds = [
        (RemovalKind::RunningHead, codes::RUNNING_HEADS, "running heads and feet"),
        (RemovalKind::Folio, codes::FOLIOS, "page numbers, alone or beside a head"),
    ];
    for (kind, code, name) in kinds {
        let of_kind = |rank: &usize| furniture.kinds[*rank] == Some(kind);
        let ranks: Vec<usize> = (0..furniture.kinds.len()).filter(of_kind).collect();
        if let Some(&first) = ranks.first() {
            let words = sheet.words(first).split_whitespace();
            let words = words.collect::<Vec<_>>().join(" ");
            let (count, lines) = (ranks.len(), furniture.kinds.len());
            let too_many = count > FEW_HEADS && count * 100 > lines * MOST_HEADS;
            let at = line(sheet, first);
            findings.push(if kind == RemovalKind::RunningHead && too_many {
                let message =
                    format!("{name} left out: {count} of {lines} lines (“{words}” …)");
                warning(code, message, at).hint("text that repeats may be among them")
            } else {
                note(code, format!("{name} left out: {count} (“{words}” …)"), at)
            });
        }
    }
    for (rank, kind) in furniture.kinds.iter().enumerate() {
        if *kind == Some(RemovalKind::Stamp) {
            let message = format!("contact line “{}” was left out", sheet.words(rank));
            findings.push(note(codes::STAMP, message, line(sheet, rank)));
        }
    }
    for &rank in &furniture.unsure_heads {
        let message = "a line beside a page number may be a running head";
        findings.push(
            warning(codes::UNSURE_HEAD, message, line(sheet, rank))
                .hint("it stays in the text: no other page has it"),
        );
    }
}

/// Where text and notes were parted, or put together, by what they say alone.
fn parted(
    sheet: &Sheet<'_>,
    split: &Split,
    layout: &Layout,
    findings: &mut Vec<Diagnostic>,
) {
    for &rank in &split.hidden_turns {
        let message = "the text goes on here after notes, though no page turn is shown";
        findings.push(
            note(codes::HIDDEN_PAGE_TURN, message, line(sheet, rank))
                .hint("it may belong to the note before it"),
        );
    }
    for &rank in &layout.run_ons {
        let message = "a note of the page before goes on here";
        findings.push(
            note(codes::RUN_ON_NOTE, message, line(sheet, rank))
                .hint("it may belong to the text"),
        );
    }
    if let Some(&first) = layout.displaced.first() {
        let message =
            "a title block stands in the midst of the text; it was moved to its head";
        findings.push(warning(codes::DISPLACED, message, line(sheet, first)));
    }
}

/// Notes without a mark, and those whose mark is not sure.
fn marks_of_notes(
    sheet: &Sheet<'_>,
    layout: &Layout,
    calls: &Calls,
    findings: &mut Vec<Diagnostic>,
) {
    for (label, found) in layout.labels.iter().zip(&calls.matches) {
        let number = label.number;
        let Some(mark) = found.mark.map(|mark| &calls.candidates[mark]) else {
            let place = match label.gathered {
                Some(_) => "before the mark of the next",
                None => "by its page",
            };
            let message = format!("no mark calls note {number}; it was placed {place}");
            findings.push(warning(codes::NOTE_WITHOUT_MARK, message, label.span));
            continue;
        };
        if mark.number != number {
            let printed = sheet.text.slice(mark.span);
            let message = format!("mark “{printed}” is taken to call note {number}");
            findings.push(
                warning(codes::OTHER_NUMBER, message, mark.span)
                    .confidence(found.confidence),
            );
        } else if found.confidence < SURE {
            let message =
                format!("it is not sure that this is the mark of note {number}");
            let rival = found.rival.map(|rival| calls.candidates[rival].span);
            let hint = match rival {
                Some(rival) => format!("it may be the one on line {}", rival.line),
                None => "the note may have no mark".to_owned(),
            };
            findings.push(
                warning(codes::UNSURE_MARK, message, mark.span)
                    .confidence(found.confidence)
                    .hint(hint),
            );
        }
    }
}

/// The line of the source of a rank.
fn line(sheet: &Sheet<'_>, rank: usize) -> Span {
    sheet.text.lines[sheet.solid[rank]].span
}

fn note(code: Code, message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::new(code, Severity::Note, message).at(span)
}

fn warning(code: Code, message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::new(code, Severity::Warning, message).at(span)
}

/// Gaps in the order of labels.
fn missing_labels(layout: &Layout, findings: &mut Vec<Diagnostic>) {
    let mut last: BTreeMap<Series, &Label> = BTreeMap::new();
    for after in &layout.labels {
        let Some(before) = last.insert(after.series, after) else { continue };
        if after.series != Series::Sign && after.number > before.number + 1 {
            let gap = if after.number == before.number + 2 {
                format!("note {} is", before.number + 1)
            } else {
                format!("notes {} to {} are", before.number + 1, after.number - 1)
            };
            let message = format!("{gap} missing before note {}", after.number);
            findings.push(warning(codes::MISSING_LABEL, message, after.span));
        }
    }
}

/// Signs that cannot but be marks, set as the others are, and match no note.
fn marks_without_notes(layout: &Layout, calls: &Calls, findings: &mut Vec<Diagnostic>) {
    let series: BTreeSet<Series> =
        layout.labels.iter().map(|label| label.series).collect();
    let mut used = vec![false; calls.candidates.len()];
    calls
        .matches
        .iter()
        .filter_map(|found| found.mark)
        .for_each(|mark| used[mark] = true);
    for (place, mark) in calls.candidates.iter().enumerate() {
        let bracketed = matches!(mark.setting, Setting::Square | Setting::Curly);
        let sure =
            bracketed || matches!(mark.setting, Setting::Raised | Setting::AfterPoint);
        if sure && mark.worth >= 200 && !used[place] && series.contains(&mark.series) {
            let message =
                format!("mark {} has no note; it stays in the text", mark.number);
            findings.push(warning(codes::MARK_WITHOUT_NOTE, message, mark.span));
        }
    }
}

/// Second copies that were cut out; one may go on over lines.
pub(crate) fn cuts(cuts: &[Removal]) -> Vec<Diagnostic> {
    let message = "a second copy of a note stood in the text and was cut out";
    let copies = cuts.chunk_by(|one, next| next.span.line == one.span.line + 1);
    copies.map(|copy| warning(codes::DUPLICATE, message, copy[0].span)).collect()
}

/// The pages whose numbers were counted.
pub(crate) fn counted(
    count: usize,
    folios: &[(usize, String)],
    sheet: &Sheet<'_>,
) -> Option<Diagnostic> {
    let &(first, _) = folios.first().filter(|_| count > 0)?;
    let message = format!(
        "pages that bear no number, numbered by counting from the others: {count}"
    );
    let at = sheet.text.lines[first].span;
    Some(Diagnostic::new(codes::COUNTED, Severity::Note, message).at(at))
}
