//! Diagnostics about how the lines were read.

use std::collections::{BTreeMap, BTreeSet};

use super::note_calls::NoteCalls;
use super::note_doubts;
use super::note_layout::NoteLayout;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::model::{Removal, RemovalKind};
use crate::recover::notes::line_parts::TextNoteSplit;
use crate::recover::notes::mark_candidate::MarkSetting;
use crate::recover::notes::misread_marks::is_read_as_sign;
use crate::recover::notes::note_label::NoteLabel;
use crate::recover::page::furniture::Furniture;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::note_series::LabelSeries;
use crate::text::span::Span;

/// Matches below this confidence, in thousandths, are reported.
const SURE: u16 = 900;

/// More running heads and feet per hundred lines than this are probably repeated text.
/// The 199 extractions of the development set have eight at most.
const MOST_HEADS: usize = 15;
/// Up to this number they prove nothing: a letter of two pages is mostly heads.
const FEW_HEADS: usize = 8;

/// Everything that was guessed, in the order of the guesses.
pub(crate) fn report_zones(
    source: &SourceLayout<'_>,
    furniture: &Furniture,
    split: &TextNoteSplit,
    layout: &NoteLayout,
    calls: &NoteCalls,
) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    report_furniture(source, furniture, &mut findings);
    report_splits(source, split, layout, &mut findings);
    report_missing_labels(layout, &mut findings);
    report_marks(source, layout, calls, &mut findings);
    report_unmatched_marks(layout, calls, &mut findings);
    findings.extend(note_doubts::find_note_doubts(source, layout));
    findings
}

/// Reports the furniture of pages, and lines that may be furniture.
fn report_furniture(
    source: &SourceLayout<'_>,
    furniture: &Furniture,
    findings: &mut Vec<Diagnostic>,
) {
    let kinds = [
        (RemovalKind::RunningHead, codes::RUNNING_HEADS, "running heads and feet"),
        (RemovalKind::Folio, codes::FOLIOS, "page numbers, alone or beside a head"),
    ];
    for (kind, code, name) in kinds {
        let of_kind = |line_no: &usize| furniture.kinds[*line_no] == Some(kind);
        let line_nos: Vec<usize> = (0..furniture.kinds.len()).filter(of_kind).collect();
        if let Some(&first) = line_nos.first() {
            let words = source.words(first).split_whitespace();
            let words = words.collect::<Vec<_>>().join(" ");
            let (count, lines) = (line_nos.len(), furniture.kinds.len());
            let too_many = count > FEW_HEADS && count * 100 > lines * MOST_HEADS;
            let at = line_span(source, first);
            findings.push(if kind == RemovalKind::RunningHead && too_many {
                let message = format!(
                    "removed {name}: {count} of {lines} lines (first: “{words}”)"
                );
                make_warning(code, message, at)
                    .hint("check them: some may be repeated text")
            } else {
                make_note(code, format!("removed {name}: {count} (first: “{words}”)"), at)
            });
        }
    }
    for (line_no, kind) in furniture.kinds.iter().enumerate() {
        let scanned = furniture.scan_lines.binary_search(&line_no).is_ok();
        if *kind == Some(RemovalKind::Stamp) && !scanned {
            let message = format!("removed the contact line “{}”", source.words(line_no));
            findings.push(make_note(
                codes::ADDED_LINES,
                message,
                line_span(source, line_no),
            ));
        }
    }
    if let Some(&first) = furniture.scan_lines.first() {
        let message = format!(
            "removed lines added by the scanner, and sheet signatures: {} (first: “{}”)",
            furniture.scan_lines.len(),
            source.words(first)
        );
        findings.push(make_note(codes::ADDED_LINES, message, line_span(source, first)));
    }
    for &line_no in &furniture.guessed_heads {
        let message =
            format!("removed “{}” as a misread running head", source.words(line_no));
        findings.push(
            make_warning(codes::RUNNING_HEADS, message, line_span(source, line_no))
                .hint("its place and its page number suggest it, but no other page has its words"),
        );
    }
    let is_head =
        |line_no: &&usize| furniture.kinds[**line_no] == Some(RemovalKind::RunningHead);
    for &line_no in furniture.standing_heads.iter().filter(is_head) {
        let message = format!("removed “{}” as a running head", source.words(line_no));
        findings.push(
            make_warning(codes::RUNNING_HEADS, message, line_span(source, line_no))
                .hint("it stands where those of other pages do, but no other page has its words"),
        );
    }
    for &line_no in &furniture.unsure_heads {
        let message = "uncertain: this line beside a page number may be a running head";
        findings.push(
            make_warning(codes::UNSURE_HEAD, message, line_span(source, line_no))
                .hint("it remains in the text, because no other page repeats it"),
        );
    }
}

/// Reports where only the words separated text and notes, or joined them.
fn report_splits(
    source: &SourceLayout<'_>,
    split: &TextNoteSplit,
    layout: &NoteLayout,
    findings: &mut Vec<Diagnostic>,
) {
    for &line_no in &split.hidden_turns {
        let message =
            "the text continues here after notes, although no page turn is shown";
        findings.push(
            make_note(codes::HIDDEN_PAGE_TURN, message, line_span(source, line_no))
                .hint("these lines may belong to the note before them"),
        );
    }
    for &line_no in &layout.run_ons {
        let message = "a note of the previous page continues here";
        findings.push(
            make_note(codes::RUN_ON_NOTE, message, line_span(source, line_no))
                .hint("these lines may belong to the text"),
        );
    }
    if let Some(&first) = layout.displaced.first() {
        let message = "a title block was inside the text; it was moved to the beginning";
        findings.push(make_warning(codes::DISPLACED, message, line_span(source, first)));
    }
    if let Some(&first) = layout.captions.first() {
        let message = format!(
            "captions between two pages, moved after the paragraph that they interrupt: {} lines",
            layout.captions.len()
        );
        findings.push(make_note(codes::DISPLACED, message, line_span(source, first)));
    }
}

/// Reports notes without a mark, and uncertain marks.
fn report_marks(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    calls: &NoteCalls,
    findings: &mut Vec<Diagnostic>,
) {
    for (label, found) in layout.labels.iter().zip(&calls.matches) {
        let number = label.number;
        let Some(mark) = found.mark.map(|mark| &calls.candidates[mark]) else {
            let place = match label.gathered {
                Some(_) => "before the reference to the next note",
                None => "by its page",
            };
            let message = format!(
                "note {number} has no reference in the text; it was placed {place}"
            );
            findings.push(make_warning(codes::NOTE_WITHOUT_MARK, message, label.span));
            continue;
        };
        let printed = source.text.slice(mark.span);
        if mark.series == LabelSeries::Figure && is_read_as_sign(printed) {
            let message = format!(
                "“{printed}” is taken for the misread reference to note {number}"
            );
            findings.push(
                make_warning(codes::OTHER_NUMBER, message, mark.span)
                    .confidence(found.confidence),
            );
        } else if mark.number != number {
            let message = format!(
                "“{printed}” is taken for the reference to note {number}, despite its number"
            );
            findings.push(
                make_warning(codes::OTHER_NUMBER, message, mark.span)
                    .confidence(found.confidence),
            );
        } else if found.confidence < SURE {
            let message =
                format!("uncertain: this may not be the reference to note {number}");
            let rival = found.rival.map(|rival| calls.candidates[rival].span);
            let hint = match rival {
                Some(rival) => format!("the other candidate is on line {}", rival.line),
                None => "the note may have no reference".to_owned(),
            };
            findings.push(
                make_warning(codes::UNSURE_MARK, message, mark.span)
                    .confidence(found.confidence)
                    .hint(hint),
            );
        }
    }
}

/// The span of a solid line in the source.
fn line_span(source: &SourceLayout<'_>, line_no: usize) -> Span {
    source.text.lines[source.solid_lines[line_no]].span
}

fn make_note(code: Code, message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::new(code, Severity::Note, message).at(span)
}

fn make_warning(code: Code, message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::new(code, Severity::Warning, message).at(span)
}

/// Reports gaps in the order of labels.
fn report_missing_labels(layout: &NoteLayout, findings: &mut Vec<Diagnostic>) {
    let mut last: BTreeMap<LabelSeries, &NoteLabel> = BTreeMap::new();
    for after in &layout.labels {
        let Some(before) = last.insert(after.series, after) else { continue };
        if after.series != LabelSeries::Sign && after.number > before.number + 1 {
            let gap = if after.number == before.number + 2 {
                format!("note {} is", before.number + 1)
            } else {
                format!("notes {} to {} are", before.number + 1, after.number - 1)
            };
            let message = format!("{gap} missing before note {}", after.number);
            findings.push(make_warning(codes::MISSING_LABEL, message, after.span));
        }
    }
}

/// Reports unmistakable marks, set like the others, that match no note.
fn report_unmatched_marks(
    layout: &NoteLayout,
    calls: &NoteCalls,
    findings: &mut Vec<Diagnostic>,
) {
    let series: BTreeSet<LabelSeries> =
        layout.labels.iter().map(|label| label.series).collect();
    let mut used = vec![false; calls.candidates.len()];
    calls
        .matches
        .iter()
        .filter_map(|found| found.mark)
        .for_each(|mark| used[mark] = true);
    for (place, mark) in calls.candidates.iter().enumerate() {
        let bracketed = matches!(mark.setting, MarkSetting::Square | MarkSetting::Curly);
        let sure = bracketed
            || matches!(mark.setting, MarkSetting::Raised | MarkSetting::AfterPoint);
        if sure && mark.worth >= 200 && !used[place] && series.contains(&mark.series) {
            let message =
                format!("reference {} has no note; it remains in the text", mark.number);
            findings.push(make_warning(codes::MARK_WITHOUT_NOTE, message, mark.span));
        }
    }
}

/// Reports removed second copies; a copy may have several lines.
pub(crate) fn report_cuts(cuts: &[Removal]) -> Vec<Diagnostic> {
    let message = "removed a second copy of a note from the text";
    let copies = cuts.chunk_by(|one, next| next.span.line == one.span.line + 1);
    copies.map(|copy| make_warning(codes::DUPLICATE, message, copy[0].span)).collect()
}

/// Reports pages whose numbers were counted.
pub(crate) fn report_counted_folios(
    count: usize,
    folios: &[(usize, String)],
    source: &SourceLayout<'_>,
) -> Option<Diagnostic> {
    let &(first, _) = folios.first().filter(|_| count > 0)?;
    let message =
        format!("pages without a printed number, numbered by counting: {count}");
    let at = source.text.lines[first].span;
    Some(Diagnostic::new(codes::COUNTED, Severity::Note, message).at(at))
}
