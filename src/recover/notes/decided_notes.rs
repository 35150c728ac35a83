//! What a person decided about the lines of notes: that lines are a note, or that lines which
//! were taken for one are text.

use super::line_parts::LinePart;
use super::read_labels::read_labels;
use super::{NoteLabel, NoteParts};
use crate::recover::page::source_layout::SourceLayout;

/// Obeys the decisions about notes. A note begins with its label: lines that have none stay in
/// the text. Notes that the notation states are as it states them.
pub(super) fn obey_decisions(source: &SourceLayout<'_>, parts: &mut NoteParts) {
    if source.notation.states_notes() {
        return;
    }
    // Whether the line before belongs to a note that a person named.
    let mut in_note = false;
    for (&line, decided) in &source.notation.decided {
        let Ok(line_no) = source.solid_lines.binary_search(&line) else { continue };
        let label = find_label(&parts.labels, line_no);
        if decided.is_text() {
            if let Ok(label) = label {
                parts.labels.remove(label);
            }
            parts.split.parts[line_no] = Some(LinePart::Body);
        } else if decided.is_note() {
            if decided.begins {
                in_note = label.is_ok() || insert_label(source, parts, line_no);
            }
            if in_note {
                parts.split.parts[line_no] = Some(LinePart::Note);
            }
        }
    }
}

/// The place of the label on a line, or where it would be.
fn find_label(labels: &[NoteLabel], line_no: usize) -> Result<usize, usize> {
    labels.binary_search_by_key(&line_no, |label| label.line_no)
}

/// Adds the label that a line most likely begins with, if it begins with one.
fn insert_label(
    source: &SourceLayout<'_>,
    parts: &mut NoteParts,
    line_no: usize,
) -> bool {
    let read = read_labels(source, line_no).into_iter();
    let likeliest = read.rev().max_by_key(|label| label.worth);
    let Some(label) = likeliest.filter(|label| !label.alone) else { return false };
    if let Err(place) = find_label(&parts.labels, line_no) {
        parts.labels.insert(place, label);
    }
    true
}
