//! Each note at the place where it is called; and a place for those that nothing calls.

use super::alignment::{self, Match, Window};
use super::layout::Layout;
use crate::recover::model::Mark;
use crate::recover::notes::mark::Candidate;
use crate::recover::page::pages::Sheet;
use crate::text::note_labels::Manner;
use crate::text::note_series;
use crate::text::span::Span;

/// How many solid lines before its label a mark may stand, at most: three long pages.
const REACH: usize = 180;

/// The marks, and what was found out on the way.
#[derive(Debug, Clone, Default)]
pub(crate) struct Calls {
    /// The marks in the order of the text; one for each note.
    pub(crate) marks: Vec<Mark>,
    /// The candidates among which they were chosen.
    pub(crate) candidates: Vec<Candidate>,
    /// For each note how it was matched.
    pub(crate) matches: Vec<Match>,
}

/// Finds the mark of every note.
pub(crate) fn find(sheet: &Sheet<'_>, layout: &Layout, marks: &[Candidate]) -> Calls {
    let candidates: Vec<Candidate> =
        marks.iter().filter(|mark| layout.is_body[mark.rank]).copied().collect();
    let mut matches = vec![Match::default(); layout.labels.len()];
    for series in note_series::ALL {
        let notes: Vec<usize> = (0..layout.labels.len())
            .filter(|&note| layout.labels[note].series == series)
            .collect();
        if notes.is_empty() {
            continue;
        }
        let places: Vec<usize> = (0..candidates.len())
            .filter(|&place| candidates[place].series == series)
            .collect();
        let marks: Vec<Candidate> =
            places.iter().map(|&place| candidates[place]).collect();
        let windows = windows(layout, &notes, &marks);
        for (note, found) in notes.into_iter().zip(alignment::align(&windows, &marks)) {
            let place = |mark: usize| places[mark];
            let (mark, rival) = (found.mark.map(place), found.rival.map(place));
            matches[note] = Match { mark, rival, ..found };
        }
    }
    part(&mut matches, &candidates);
    let mut marks: Vec<Mark> = Vec::with_capacity(matches.len());
    for (note, found) in matches.iter().enumerate() {
        if let Some(mark) = found.mark {
            let span = candidates[mark].span;
            let span = match layout.labels[note].manner {
                Manner::Bracket => with_bracket(sheet, candidates[mark].rank, span),
                _ => span,
            };
            let span = with_space(sheet, candidates[mark].rank, span);
            marks.push(Mark { span, note, confidence: found.confidence });
        }
    }
    let placed: Vec<Mark> = matches
        .iter()
        .enumerate()
        .filter(|(_, found)| found.mark.is_none())
        .filter_map(|(note, _)| {
            let span = likely_place(sheet, layout, &marks, note)?;
            Some(Mark { span, note, confidence: 0 })
        })
        .collect();
    marks.extend(placed);
    marks.sort_by_key(|mark| (mark.span.start, mark.span.end, mark.note));
    Calls { marks, candidates, matches }
}

/// Leaves each character to one mark. The series are aligned one by one, and `[i]` may be
/// Roman to one of them and have a letter of the alphabet for another: of two marks that
/// share a character the surer one calls its note, or else the longer one.
fn part(matches: &mut [Match], candidates: &[Candidate]) {
    let mut found: Vec<(Span, u16, usize)> = Vec::with_capacity(matches.len());
    for (note, matched) in matches.iter().enumerate() {
        let span = matched.mark.map(|mark| candidates[mark].span);
        found.extend(span.map(|span| (span, matched.confidence, note)));
    }
    found.sort_unstable_by_key(|&(span, _, note)| (span.start, note));
    // The last that calls its note: those before it end before it begins.
    let mut last: Option<(Span, u16, usize)> = None;
    for next in found {
        let sure = |(span, confidence, _): (Span, u16, usize)| {
            (confidence, span.end - span.start)
        };
        match last.filter(|last| next.0.start < last.0.end) {
            Some(last) if sure(last) >= sure(next) => matches[next.2] = Match::default(),
            beaten => {
                if let Some((_, _, note)) = beaten {
                    matches[note] = Match::default();
                }
                last = Some(next);
            }
        }
    }
}

/// A mark with the bracket behind it, if notes are labelled `1)` and the bracket closes
/// none that was opened on the line.
fn with_bracket(sheet: &Sheet<'_>, rank: usize, span: Span) -> Span {
    let line = sheet.text.lines[sheet.solid[rank]].span;
    let before = sheet.text.slice(Span { end: span.start, ..line });
    let behind = sheet.text.slice(Span { start: span.end, ..line });
    let opened = before.matches('(').count() > before.matches(')').count();
    let own = behind.starts_with(')') && !opened;
    Span { end: span.end + u32::from(own), ..span }
}

/// A mark with the space that parts it from a full stop or a comma: it was set before the
/// mark, and nothing else is.
fn with_space(sheet: &Sheet<'_>, rank: usize, span: Span) -> Span {
    let line = sheet.text.lines[sheet.solid[rank]].span;
    let behind = sheet.text.slice(Span { start: span.end, ..line });
    let point = behind.trim_start_matches(' ');
    let own = point.starts_with(['.', ',']) && !point.starts_with("..");
    let space = if own { behind.len() - point.len() } else { 0 };
    Span { end: span.end + u32::try_from(space).unwrap_or_default(), ..span }
}

/// The candidates that may be the mark of each label of a series: from the beginning of the second
/// page before the label's to the label.
fn windows(layout: &Layout, notes: &[usize], candidates: &[Candidate]) -> Vec<Window> {
    let first_from = |rank: usize| candidates.partition_point(|mark| mark.rank < rank);
    let mut windows: Vec<Window> = Vec::with_capacity(notes.len());
    for (place, &note) in notes.iter().enumerate() {
        let label = layout.labels[note];
        let last = place.checked_sub(1).map(|before| windows[before].label.number);
        let goes_on_from = last.filter(|_| label.number == 1);
        let page = layout.page(label.rank);
        let near = layout
            .page_start(page.saturating_sub(2))
            .max(label.rank.saturating_sub(REACH));
        let before = windows.last().map_or((0, 0), |window| (window.start, window.end));
        if let Some(gathered) = label.gathered {
            let start = first_from(gathered.from).max(before.0);
            let end = first_from(gathered.to).max(start).max(before.1);
            let (page_before, own_page) = (start, start);
            windows.push(Window {
                label,
                start,
                end,
                goes_on_from: None,
                page_before,
                own_page,
            });
            continue;
        }
        let start = first_from(near).max(before.0);
        let end = first_from(label.rank).max(start).max(before.1);
        let own_page = first_from(layout.page_start(page));
        let page_before = first_from(layout.page_start(page.saturating_sub(1)));
        windows.push(Window { label, start, end, goes_on_from, page_before, own_page });
    }
    windows
}

/// Where a note without a mark is set: at the end of the last line of text before its
/// label, but between the marks of the notes before and after it. An empty span.
fn likely_place(
    sheet: &Sheet<'_>,
    layout: &Layout,
    marks: &[Mark],
    note: usize,
) -> Option<Span> {
    let after = marks.partition_point(|mark| mark.note < note);
    let from = after.checked_sub(1).map_or(0, |before| marks[before].span.end);
    let to = marks.get(after).map_or(u32::MAX, |mark| mark.span.start);
    let rank = layout.labels[note].rank;
    let line_of = |rank: usize| sheet.text.lines[sheet.solid[rank]].span;
    let starts_before = |rank: usize| line_of(rank).start < to;
    // The marks of notes that stand together are far away: before the next of them.
    let line_at = |at: u32| {
        sheet.solid.partition_point(|&line| sheet.text.lines[line].span.start < at)
    };
    let rank = rank.min(line_at(to));
    let last = (rank.saturating_sub(REACH * 2)..rank)
        .rev()
        .find(|&rank| layout.is_body[rank] && starts_before(rank))
        // A note before any text is set at the beginning of the text.
        .or_else(|| (0..layout.is_body.len()).find(|&rank| layout.is_body[rank]))?;
    let line = line_of(last);
    let text = sheet.text.slice(line);
    // White space at the end of a line is no part of the book: a mark behind it is lost.
    let end = line.start + u32::try_from(text.trim_end().len()).unwrap_or_default();
    let place = end.min(to).max(line.start).max(from.min(to)).min(end);
    Some(Span { start: place, end: place, ..line })
}
