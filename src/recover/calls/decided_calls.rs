//! What a person decided about marks, as bounds of the alignment: the decided pairs are
//! certain, and the marks of other notes have to fit between them.

use super::mark_alignment::{MarkWindow, NoteMatch};
use super::note_calls::NoteCalls;
use super::note_layout::NoteLayout;
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::model::DecidedMark;
use crate::recover::notes::mark_candidate::{BRACKETED, MarkCandidate, MarkSetting};
use crate::recover::page::source_layout::SourceLayout;
use crate::text::span::Span;

/// How sure a decided mark is, in thousandths.
const CERTAIN: u16 = 1000;

/// The notes whose marks a person decided.
#[derive(Debug, Default)]
pub(super) struct DecidedCalls {
    /// The note, and the characters of its mark. Of two about one note the later one holds.
    pairs: Vec<(usize, Span)>,
}

/// Makes candidates of the decided marks, and takes away those that a person said are none, or
/// that share their characters with a decided one.
pub(super) fn bind_candidates(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    candidates: &mut Vec<MarkCandidate>,
) -> DecidedCalls {
    let mut decided = DecidedCalls::default();
    for mark in &source.notation.decided_marks {
        let Some(line_no) = find_line(source, layout, mark) else { continue };
        let note = match mark.note {
            Some(_) => match find_note(source, layout, mark) {
                Some(note) => Some(note),
                None => continue,
            },
            None => None,
        };
        let overlaps = |span: Span| span.overlaps(mark.span);
        let setting = candidates.iter().find(|one| overlaps(one.span));
        let setting = setting.map_or(MarkSetting::AfterLetter, |one| one.setting);
        candidates.retain(|one| !overlaps(one.span));
        decided.pairs.retain(|(one, span)| Some(*one) != note && !overlaps(*span));
        let Some(note) = note else { continue };
        let label = &layout.labels[note];
        let place = candidates.partition_point(|one| one.span.start < mark.span.start);
        candidates.insert(
            place,
            MarkCandidate {
                line_no,
                span: mark.span,
                number: label.number,
                series: label.series,
                setting,
                worth: BRACKETED,
            },
        );
        decided.pairs.push((note, mark.span));
    }
    decided
}

/// Obeys decisions where the marks were found with the labels of each page.
pub(super) fn obey(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    candidates: &mut Vec<MarkCandidate>,
    matches: &mut [NoteMatch],
) {
    if source.notation.decided_marks.is_empty() {
        return;
    }
    let spans: Vec<Option<Span>> =
        matches.iter().map(|found| Some(candidates[found.mark?].span)).collect();
    let decided = bind_candidates(source, layout, candidates);
    let find = |span: Span| candidates.iter().position(|one| one.span == span);
    for (found, span) in matches.iter_mut().zip(spans) {
        // The candidates have other places now.
        let mark = span.and_then(find);
        *found = match mark {
            Some(_) => NoteMatch { mark, rival: None, ..*found },
            None => NoteMatch::default(),
        };
    }
    decided.force(candidates, matches);
}

impl DecidedCalls {
    /// Binds the windows of a series to the decisions about its notes. `marks` are the
    /// candidates of the series.
    pub(super) fn bind_windows(
        &self,
        notes: &[usize],
        marks: &[MarkCandidate],
        windows: &mut [MarkWindow],
    ) {
        for (note, span) in &self.pairs {
            let window = notes.iter().position(|one| one == note);
            let own = marks.iter().position(|mark| mark.span == *span);
            let (Some(window), Some(own)) = (window, own) else { continue };
            let window = &mut windows[window];
            window.decided = Some(own);
            window.start = window.start.min(own);
            window.end = window.end.max(own + 1);
        }
        // Neither end of a window decreases from one to the next.
        for at in (1..windows.len()).rev() {
            windows[at - 1].start = windows[at - 1].start.min(windows[at].start);
        }
        for at in 1..windows.len() {
            windows[at].end = windows[at].end.max(windows[at - 1].end);
        }
    }

    /// Gives notes the marks that were decided, whatever the alignment found: of two
    /// decisions that cross each other, it can follow only one.
    pub(super) fn force(&self, candidates: &[MarkCandidate], matches: &mut [NoteMatch]) {
        for (note, span) in &self.pairs {
            let mark = candidates.iter().position(|one| one.span == *span);
            for found in matches.iter_mut().filter(|found| found.mark == mark) {
                *found = NoteMatch::default();
            }
            matches[*note] = NoteMatch { mark, confidence: CERTAIN, rival: None };
        }
    }
}

/// The solid line of a mark, if it is in the text.
fn find_line(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    mark: &DecidedMark,
) -> Option<usize> {
    let line = source.text.line_of(mark.span.start)?;
    let line_no = source.solid_lines.binary_search(&line).ok()?;
    layout.is_body[line_no].then_some(line_no)
}

/// The note of a decision, if a note begins there.
fn find_note(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    mark: &DecidedMark,
) -> Option<usize> {
    let line_no = source.solid_lines.binary_search(&mark.note?).ok()?;
    layout.labels.iter().position(|label| label.line_no == line_no)
}

/// Reports the decisions about marks that are not obeyed.
pub(super) fn report_unobeyed(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    calls: &NoteCalls,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for mark in &source.notation.decided_marks {
        let is_called = |note: usize| {
            let place =
                calls.matches[note].mark.map(|place| calls.candidates[place].span);
            place == Some(mark.span)
        };
        let cause = if find_line(source, layout, mark).is_none() {
            "the line of the mark is no part of the text"
        } else if mark.note.is_none() {
            continue;
        } else {
            match find_note(source, layout, mark) {
                None => "no note begins with its line",
                Some(note) if is_called(note) => continue,
                Some(_) => "a later decision says otherwise",
            }
        };
        let message = format!("a decision is not obeyed: {cause}");
        found.push(
            Diagnostic::new(codes::DECISION_NOT_OBEYED, Severity::Warning, message)
                .at(mark.span),
        );
    }
    found
}
