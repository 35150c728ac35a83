//! Where it is not sure how far a note goes, or whether a line begins one.

use super::layout::Layout;
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::page::pages::{Sheet, Turn};
use crate::text::note_labels::{Head, heads};
use crate::text::note_series::Series;
use crate::text::numerals::roman_in_one_case;
use crate::text::span::Span;

/// Solid lines from the label of a note to the end of its page, at most, for the line to be
/// told: more is a numbered paragraph.
const MOST_LINES: usize = 12;

/// Solid lines from an item of a list to the next, at most.
const LIST: usize = 20;

/// Finds them.
pub(crate) fn find(sheet: &Sheet<'_>, layout: &Layout) -> Vec<Diagnostic> {
    let mut found = extents(sheet, layout);
    found.extend(labels_in_text(sheet, layout));
    found
}

fn doubt(code: crate::diagnostic::Code, message: String, span: Span) -> Diagnostic {
    Diagnostic::new(code, Severity::Warning, message).at(span)
}

/// Notes with a number alone on a line, as folios and chapters have it, and notes without
/// any words.
fn extents(sheet: &Sheet<'_>, layout: &Layout) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut worded = vec![false; layout.labels.len()];
    for (rank, note) in layout.note_of.iter().enumerate() {
        let Some(note) = *note else { continue };
        let label = &layout.labels[note];
        let span = sheet.text.lines[sheet.solid[rank]].span;
        let labelled = span.start <= label.span.start && label.span.end <= span.end;
        let start = if labelled { label.span.end } else { span.start };
        let words = sheet.text.slice(Span { start, ..span }).trim();
        worded[note] |= words.chars().any(char::is_alphanumeric);
        let figures = words.chars().all(|c| c.is_ascii_digit())
            || roman_in_one_case(words).is_some();
        if !labelled && figures {
            let number = label.number;
            let message = format!("a number alone on its line was left in note {number}");
            let hint = "it may be that of a page or of a chapter";
            found.push(doubt(codes::NOTE_EXTENT, message, span).hint(hint));
        }
    }
    let empty = layout.labels.iter().zip(worded).filter(|(_, worded)| !worded);
    found.extend(empty.map(|(label, _)| {
        let message = format!("note {} has no words", label.number);
        doubt(codes::NOTE_EXTENT, message, label.span)
    }));
    found
}

/// Lines of the text that begin as a note does, at the foot of a page, and are no item of a
/// list.
fn labels_in_text(sheet: &Sheet<'_>, layout: &Layout) -> Vec<Diagnostic> {
    let manner = layout.labels.first().map(|label| (label.series, label.manner));
    let read = |rank: usize| -> Option<Head> {
        let words = sheet.words(rank);
        let mut heads = heads(words).into_iter();
        let head = heads.find(|head| {
            matches!(head.series, Series::Figure | Series::Sign) && !head.misread
        })?;
        let text = words[head.length..].trim_start();
        let opens = text.chars().find(|c| c.is_alphanumeric());
        let usual = manner.is_none_or(|usual| usual == (head.series, head.manner));
        (usual && opens.is_some_and(|c| !c.is_lowercase())).then_some(head)
    };
    let lines = layout.is_body.len();
    let labels: Vec<(usize, Head)> = (0..lines)
        .filter(|&rank| layout.is_body[rank])
        .filter_map(|rank| Some((rank, read(rank)?)))
        .collect();
    let mut found = Vec::new();
    for (place, &(rank, head)) in labels.iter().enumerate() {
        let near = |other: Option<&(usize, Head)>| {
            other.is_some_and(|&(at, other)| {
                at.abs_diff(rank) <= LIST && other.number != head.number
                    || other.number.abs_diff(head.number) == 1
            })
        };
        let in_list = near(place.checked_sub(1).and_then(|before| labels.get(before)))
            || near(labels.get(place + 1));
        let page = layout.page(rank);
        let end = layout.bounds.get(page).copied().unwrap_or(lines);
        let foot = (rank..end)
            .all(|rank| layout.is_body[rank] || layout.note_of[rank].is_some());
        let known = sheet.turn != Turn::Unmarked || sheet.blanks_before(rank) > 0;
        let first = manner.is_some() || head.number == 1;
        if !in_list && known && foot && first && end - rank <= MOST_LINES {
            let message = "a line begins here as a note does; it stays in the text";
            let line = sheet.text.lines[sheet.solid[rank]].span;
            let hint = "nothing calls it, as far as it can be seen";
            found.push(doubt(codes::LABEL_IN_TEXT, message.to_owned(), line).hint(hint));
        }
    }
    found
}
