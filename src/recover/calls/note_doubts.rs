//! Doubts about how far a note extends, and about lines that may begin one.

use super::note_layout::NoteLayout;
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::notes::label_chain::RejectedSeries;
use crate::recover::page::source_layout::{PageTurn, SourceLayout};
use crate::text::note_labels::{LabelFormat, LabelHead, read_label_heads};
use crate::text::note_series::{LabelSeries, raised_figure};
use crate::text::numerals::roman_in_one_case;
use crate::text::span::Span;

/// Most solid lines from a line that looks like a label to the end of its page; more are
/// a numbered paragraph.
const MOST_LINES: usize = 12;

/// Most solid lines from an item of a list to the next.
const LIST: usize = 20;

/// Finds all doubts about notes.
pub(crate) fn find_note_doubts(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
) -> Vec<Diagnostic> {
    let mut found = find_extent_doubts(source, layout);
    found.extend(find_labels_in_notes(source, layout));
    found.extend(find_labels_in_text(source, layout));
    found
}

/// Reports chains of labels that were taken for other numbers than notes, although marks
/// or their place at the foot of pages speak for notes.
pub(crate) fn report_rejected_series(rejected: &[RejectedSeries]) -> Vec<Diagnostic> {
    let called = rejected.iter().filter(|series| series.doubtful);
    let doubts = called.map(|series| {
        let RejectedSeries { first, labels, called, .. } = series;
        let reason = if called < labels {
            format!("only {called} of {labels} have a reference")
        } else {
            "they are not where notes are".to_owned()
        };
        let message = format!(
            "uncertain: lines begin like notes from here on, but {reason}; they remain in \
             the text"
        );
        let hint = "if they are notes, write them as `[^1]: …` and their references as `[^1]`";
        make_doubt(codes::REJECTED_SERIES, message, first.span).hint(hint)
    });
    doubts.collect()
}

fn make_doubt(code: crate::diagnostic::Code, message: String, span: Span) -> Diagnostic {
    Diagnostic::new(code, Severity::Warning, message).at(span)
}

/// Finds notes with a number alone on a line, which may be a folio or a chapter, and
/// notes without words.
fn find_extent_doubts(source: &SourceLayout<'_>, layout: &NoteLayout) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut worded = vec![false; layout.labels.len()];
    for (line_no, note) in layout.note_of.iter().enumerate() {
        let Some(note) = *note else { continue };
        let label = &layout.labels[note];
        let span = source.text.lines[source.solid_lines[line_no]].span;
        let labelled = span.start <= label.span.start && label.span.end <= span.end;
        let start = if labelled { label.span.end } else { span.start };
        let words = source.text.slice(Span { start, ..span }).trim();
        worded[note] |= words.chars().any(char::is_alphanumeric);
        let figures = words.chars().all(|c| c.is_ascii_digit())
            || roman_in_one_case(words).is_some();
        if !labelled && figures {
            let number = label.number;
            let message =
                format!("uncertain: a number alone on its line is in note {number}");
            let hint = "it may be the number of a page or of a chapter";
            found.push(make_doubt(codes::NOTE_EXTENT, message, span).hint(hint));
        }
    }
    let unsure = layout
        .labels
        .iter()
        .filter(|label| label.printed.is_some_and(|printed| !printed.sure));
    found.extend(unsure.map(|label| {
        let line = source.text.lines[source.solid_lines[label.line_no]].span;
        let number = label.number;
        let message = format!("uncertain: note {number} may begin on another line");
        let hint = "its number is after the notes of the page";
        make_doubt(codes::NOTE_EXTENT, message, line).hint(hint)
    }));
    let empty = layout.labels.iter().zip(worded).filter(|(_, worded)| !worded);
    found.extend(empty.map(|(label, _)| {
        let message = format!("note {} has no text", label.number);
        make_doubt(codes::NOTE_EXTENT, message, label.span)
    }));
    found
}

/// Finds lines of notes that begin like the next note or the first of a page: the note above
/// may have swallowed theirs.
fn find_labels_in_notes(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (line_no, note) in layout.note_of.iter().enumerate() {
        let Some(label) = note.map(|note| &layout.labels[note]) else { continue };
        let manner = Some((label.series, label.format));
        let words = source.words(line_no);
        let head = read_opening_label(words, manner);
        let follows = head.is_some_and(|head| {
            head.number == 1 || head.number == label.number.saturating_add(1)
        });
        // A raised figure at the beginning of a line is hardly anything but a label.
        let is_raised = words.chars().next().is_some_and(|c| raised_figure(c).is_some());
        let continues = line_no != label.line_no && (follows || is_raised);
        if continues {
            let number = label.number;
            let message =
                format!("uncertain: this line of note {number} begins like another note");
            let line = source.text.lines[source.solid_lines[line_no]].span;
            let hint = "no reference to it was found";
            found.push(make_doubt(codes::NOTE_EXTENT, message, line).hint(hint));
        }
    }
    found
}

/// Reads the label of a line that begins like a note of this kind (any kind where none is
/// given): its text does not begin with a small letter.
fn read_opening_label(
    words: &str,
    manner: Option<(LabelSeries, LabelFormat)>,
) -> Option<LabelHead> {
    let mut heads = read_label_heads(words).into_iter();
    let head = heads.find(|head| {
        matches!(head.series, LabelSeries::Figure | LabelSeries::Sign) && !head.misread
    })?;
    let text = words[head.length..].trim_start();
    let opens = text.chars().find(|c| c.is_alphanumeric());
    let is_usual = manner.is_none_or(|usual| usual == (head.series, head.format));
    (is_usual && opens.is_some_and(|c| !c.is_lowercase())).then_some(head)
}

/// Finds lines of the text at the foot of a page that begin like a note and are not an
/// item of a list.
fn find_labels_in_text(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
) -> Vec<Diagnostic> {
    let manner = layout.labels.first().map(|label| (label.series, label.format));
    let read = |line_no: usize| read_opening_label(source.words(line_no), manner);
    let lines = layout.is_body.len();
    let labels: Vec<(usize, LabelHead)> = (0..lines)
        .filter(|&line_no| layout.is_body[line_no])
        .filter_map(|line_no| Some((line_no, read(line_no)?)))
        .collect();
    let mut found = Vec::new();
    for (place, &(line_no, head)) in labels.iter().enumerate() {
        let near = |other: Option<&(usize, LabelHead)>| {
            other.is_some_and(|&(at, other)| {
                at.abs_diff(line_no) <= LIST && other.number != head.number
                    || other.number.abs_diff(head.number) == 1
            })
        };
        let in_list = near(place.checked_sub(1).and_then(|before| labels.get(before)))
            || near(labels.get(place + 1));
        let page = layout.page(line_no);
        let end = layout.bounds.get(page).copied().unwrap_or(lines);
        let is_words = |line_no: &usize| {
            layout.is_body[*line_no] || layout.note_of[*line_no].is_some()
        };
        // A folio and the like may be below.
        let last = (line_no..end).rev().find(is_words).unwrap_or(line_no);
        let foot = (line_no..last).all(|line_no| is_words(&line_no));
        let known =
            source.turn != PageTurn::Unmarked || source.blanks_before(line_no) > 0;
        let first = manner.is_some() || head.number == 1;
        // A list does not interrupt a sentence.
        let torn = source.blanks_before(line_no) > 0
            && line_no.checked_sub(1).is_some_and(|before| {
                source.is_full(before)
                    && source.words(before).ends_with(char::is_alphabetic)
            });
        if (torn || !in_list) && known && foot && first && end - line_no <= MOST_LINES {
            let message = "this line begins like a note; it remains in the text";
            let line = source.text.lines[source.solid_lines[line_no]].span;
            let hint = "no reference to it was found";
            found.push(
                make_doubt(codes::LABEL_IN_TEXT, message.to_owned(), line).hint(hint),
            );
        }
    }
    found
}
