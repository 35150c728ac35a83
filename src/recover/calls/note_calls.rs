//! Finds the mark that calls each note, and a place for the notes without a mark.

use super::decided_calls;
use super::mark_alignment::{self, MarkWindow, NoteMatch};
use super::note_layout::NoteLayout;
use crate::recover::model::NoteMark;
use crate::recover::notes::mark_candidate::MarkCandidate;
use crate::recover::notes::page_notes::PageCalls;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::note_labels::LabelFormat;
use crate::text::note_series;
use crate::text::span::Span;

/// How far before its label a mark may be, in solid lines: three long pages.
const REACH: usize = 180;

/// The marks, and how they were found.
#[derive(Debug, Clone, Default)]
pub(crate) struct NoteCalls {
    /// The marks in text order; one for each note.
    pub(crate) marks: Vec<NoteMark>,
    /// The candidates among which they were chosen.
    pub(crate) candidates: Vec<MarkCandidate>,
    /// How each note was matched.
    pub(crate) matches: Vec<NoteMatch>,
}

/// Finds the mark of every note.
pub(crate) fn match_notes(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    marks: &[MarkCandidate],
) -> NoteCalls {
    let mut candidates: Vec<MarkCandidate> =
        marks.iter().filter(|mark| layout.is_body[mark.line_no]).copied().collect();
    let decided = decided_calls::bind_candidates(source, layout, &mut candidates);
    let mut matches = vec![NoteMatch::default(); layout.labels.len()];
    for series in note_series::ALL_SERIES {
        let notes: Vec<usize> = (0..layout.labels.len())
            .filter(|&note| layout.labels[note].series == series)
            .collect();
        if notes.is_empty() {
            continue;
        }
        let places: Vec<usize> = (0..candidates.len())
            .filter(|&place| candidates[place].series == series)
            .collect();
        let marks: Vec<MarkCandidate> =
            places.iter().map(|&place| candidates[place]).collect();
        let mut windows = find_windows(layout, &notes, &marks);
        decided.bind_windows(&notes, &marks, &mut windows);
        for (note, found) in
            notes.into_iter().zip(mark_alignment::align_marks(&windows, &marks))
        {
            let place = |mark: usize| places[mark];
            let (mark, rival) = (found.mark.map(place), found.rival.map(place));
            matches[note] = NoteMatch { mark, rival, ..found };
        }
    }
    drop_overlaps(&mut matches, &candidates);
    decided.force(&candidates, &mut matches);
    place_notes(source, layout, candidates, matches)
}

/// Takes the marks that were found with the labels of each page.
pub(crate) fn take_calls(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    calls: &PageCalls,
) -> NoteCalls {
    let mut candidates = Vec::with_capacity(2 * calls.len());
    let mut matches = vec![NoteMatch::default(); layout.labels.len()];
    for (label, matched) in layout.labels.iter().zip(&mut matches) {
        let call = calls.get(&label.line_no);
        let Some(call) = call.filter(|call| layout.is_body[call.mark.line_no]) else {
            continue;
        };
        *matched = NoteMatch {
            mark: Some(candidates.len()),
            confidence: call.confidence,
            rival: call.rival.map(|_| candidates.len() + 1),
        };
        candidates.push(call.mark);
        // It is uncertain that a rival is a note mark at all.
        candidates.extend(call.rival.map(|rival| MarkCandidate { worth: 0, ..rival }));
    }
    decided_calls::obey(source, layout, &mut candidates, &mut matches);
    place_notes(source, layout, candidates, matches)
}

/// Makes the marks of all notes; notes without one get a place.
fn place_notes(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    candidates: Vec<MarkCandidate>,
    matches: Vec<NoteMatch>,
) -> NoteCalls {
    let mut marks: Vec<NoteMark> = Vec::with_capacity(matches.len());
    for (note, found) in matches.iter().enumerate() {
        if let Some(mark) = found.mark {
            let span = candidates[mark].span;
            let span = match layout.labels[note].format {
                LabelFormat::Bracket => {
                    with_bracket(source, candidates[mark].line_no, span)
                }
                _ => span,
            };
            let span = with_space(source, candidates[mark].line_no, span);
            marks.push(NoteMark { span, note, confidence: found.confidence });
        }
    }
    let placed: Vec<NoteMark> = matches
        .iter()
        .enumerate()
        .filter(|(_, found)| found.mark.is_none())
        .filter_map(|(note, _)| {
            let span = likely_place(source, layout, &marks, note)?;
            Some(NoteMark { span, note, confidence: 0 })
        })
        .collect();
    marks.extend(placed);
    marks.sort_by_key(|mark| (mark.span.start, mark.span.end, mark.note));
    NoteCalls { marks, candidates, matches }
}

/// Leaves each character to one mark. The series are aligned one by one, and `[i]` may be
/// Roman in one series and a letter in another. Of two overlapping marks, the surer one
/// calls its note, or else the longer one.
fn drop_overlaps(matches: &mut [NoteMatch], candidates: &[MarkCandidate]) {
    let mut found: Vec<(Span, u16, usize)> = Vec::with_capacity(matches.len());
    for (note, matched) in matches.iter().enumerate() {
        let span = matched.mark.map(|mark| candidates[mark].span);
        found.extend(span.map(|span| (span, matched.confidence, note)));
    }
    found.sort_unstable_by_key(|&(span, _, note)| (span.start, note));
    // The last accepted mark: those before it end before it begins.
    let mut last: Option<(Span, u16, usize)> = None;
    for next in found {
        let sure = |(span, confidence, _): (Span, u16, usize)| {
            (confidence, span.end - span.start)
        };
        match last.filter(|last| next.0.start < last.0.end) {
            Some(last) if sure(last) >= sure(next) => {
                matches[next.2] = NoteMatch::default();
            }
            beaten => {
                if let Some((_, _, note)) = beaten {
                    matches[note] = NoteMatch::default();
                }
                last = Some(next);
            }
        }
    }
}

/// Adds the bracket after a mark, if labels are written `1)` and the line has no opening
/// bracket for it.
fn with_bracket(source: &SourceLayout<'_>, line_no: usize, span: Span) -> Span {
    let line = source.text.lines[source.solid_lines[line_no]].span;
    let before = source.text.slice(Span { end: span.start, ..line });
    let tail = source.text.slice(Span { start: span.end, ..line });
    let opened = before.matches('(').count() > before.matches(')').count();
    let own = tail.starts_with(')') && !opened;
    Span { end: span.end + u32::from(own), ..span }
}

/// Adds the space between a mark and a full stop or comma: it was set before the mark
/// only. If the mark is alone on its line, the space is the line end.
fn with_space(source: &SourceLayout<'_>, line_no: usize, span: Span) -> Span {
    let line = source.text.lines[source.solid_lines[line_no]].span;
    let tail = source.text.slice(Span { start: span.end, ..line });
    let point = tail.trim_start_matches(' ');
    let own = point.starts_with(['.', ',']) && !point.starts_with("..");
    if source.words(line_no).len() == (span.end - span.start) as usize
        && let Some(&next) = source.solid_lines.get(line_no + 1)
    {
        let next = source.text.lines[next].span;
        let words = source.text.slice(next);
        let indent = words.len() - words.trim_start().len();
        if words[indent..].starts_with(['.', ',', ';', ':', ')']) {
            let indent = u32::try_from(indent).unwrap_or_default();
            return Span { end: next.start + indent, ..span };
        }
    }
    let space = if own { tail.len() - point.len() } else { 0 };
    Span { end: span.end + u32::try_from(space).unwrap_or_default(), ..span }
}

/// The candidates for the mark of each label of a series: from the beginning of the
/// second page before the label's up to the label.
fn find_windows(
    layout: &NoteLayout,
    notes: &[usize],
    candidates: &[MarkCandidate],
) -> Vec<MarkWindow> {
    let first_from =
        |line_no: usize| candidates.partition_point(|mark| mark.line_no < line_no);
    let mut windows: Vec<MarkWindow> = Vec::with_capacity(notes.len());
    for (place, &note) in notes.iter().enumerate() {
        let label = layout.labels[note];
        let last = place.checked_sub(1).map(|before| windows[before].label.number);
        let goes_on_from = last.filter(|_| label.number == 1);
        let page = layout.page(label.line_no);
        let near = layout
            .page_start(page.saturating_sub(mark_alignment::MOST_PAGES_BEFORE))
            .max(label.line_no.saturating_sub(REACH));
        let before = windows.last().map_or((0, 0), |window| (window.start, window.end));
        if let Some(gathered) = label.gathered {
            let start = first_from(gathered.from).max(before.0);
            let end = first_from(gathered.to).max(start).max(before.1);
            let page_starts = [start; 3];
            windows.push(MarkWindow {
                label,
                start,
                end,
                decided: None,
                goes_on_from: None,
                page_starts,
            });
            continue;
        }
        let start = first_from(near).max(before.0);
        let end = first_from(label.line_no).max(start).max(before.1);
        let page_starts = [0, 1, 2]
            .map(|before| first_from(layout.page_start(page.saturating_sub(before))));
        let decided = None;
        windows.push(MarkWindow {
            label,
            start,
            end,
            decided,
            goes_on_from,
            page_starts,
        });
    }
    windows
}

/// The place of a note without a mark: the end of the last line of text before its label,
/// but between the marks of the notes before and after it. The span is empty.
fn likely_place(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    marks: &[NoteMark],
    note: usize,
) -> Option<Span> {
    let after = marks.partition_point(|mark| mark.note < note);
    let from = after.checked_sub(1).map_or(0, |before| marks[before].span.end);
    let to = marks.get(after).map_or(u32::MAX, |mark| mark.span.start);
    let line_no = layout.labels[note].line_no;
    let line_of = |line_no: usize| source.text.lines[source.solid_lines[line_no]].span;
    let starts_before = |line_no: usize| line_of(line_no).start < to;
    // The marks of gathered notes are far away: place it before the next one.
    let line_at = |at: u32| {
        source
            .solid_lines
            .partition_point(|&line| source.text.lines[line].span.start < at)
    };
    let line_no = line_no.min(line_at(to));
    let last = (line_no.saturating_sub(REACH * 2)..line_no)
        .rev()
        .find(|&line_no| layout.is_body[line_no] && starts_before(line_no))
        // A note before any text is placed at the beginning of the text.
        .or_else(|| (0..layout.is_body.len()).find(|&line_no| layout.is_body[line_no]))?;
    let line = line_of(last);
    let text = source.text.slice(line);
    // White space at the end of a line is not part of the book: a mark after it would be
    // lost.
    let end = line.start + u32::try_from(text.trim_end().len()).unwrap_or_default();
    let place = end.min(to).max(line.start).max(from.min(to)).min(end);
    Some(Span { start: place, end: place, ..line })
}
