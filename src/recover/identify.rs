//! What a raw text was taken for, and how sure that is.
//!
//! The steps before have decided; here their evidence is summed up for a person, who may
//! know better (`source-form`, `source-notes`).

use std::collections::BTreeMap;

use crate::book::source_traits::{SourceForm, SourceNotes, SourceTraits};
use crate::diagnostic::Diagnostic;
use crate::recover::codes;
use crate::recover::model::{Identification, RemovalKind, Zone, Zoned};
use crate::source::Text;
use crate::text::odds::confidence_of_odds;

// Evidence in hundredths of a nat. Each sign is weak by itself. They are counted as
// independent, so that six folios in order make a form sure.

/// A running head, a folio or a form feed, for pages.
const SIGN_OF_PAGE: usize = 160;
/// A line that a scanner or a binder needs, for a scan.
const SIGN_OF_SCAN: usize = 200;
/// A sign of notation, for the form that has it.
const SIGN_OF_NOTATION: usize = 150;
/// A mark that surely calls its note, for the notes.
const SURE_MARK: usize = 120;
/// Added if nearly all notes have such a mark.
const NEARLY_ALL: usize = 300;

/// A mark is sure from this confidence on, in thousandths.
const SURE: u16 = 900;

/// Solid lines without any sign of a page that are one sign against pages: no page is
/// longer.
const PAGE: usize = 60;
/// Such signs that a text without any has from the outset: even a single page mostly has a
/// folio.
const WITHOUT_SIGNS: usize = 3;

/// Confidence that a text has no notes although something speaks for them, in thousandths:
/// the marks or places of labels that were rejected, or numbers that count like references.
const REJECTED: u16 = 700;

/// Confidence of what a person stated, in thousandths.
const STATED: u16 = 1000;

/// Sums up what a text was taken for.
pub(super) fn identify_text(
    text: &Text,
    zoned: &Zoned,
    diagnostics: &[Diagnostic],
    stated: SourceTraits,
) -> Identification {
    let removed = |wanted: RemovalKind| {
        zoned.zones.iter().filter(|zone| **zone == Zone::Furniture(wanted)).count()
    };
    let running_heads = removed(RemovalKind::RunningHead);
    let folios = removed(RemovalKind::Folio);
    let feeds = text.lines.windows(2).filter(|pair| pair[0].page != pair[1].page).count();
    let solid = zoned.zones.iter().filter(|zone| **zone != Zone::Blank).count();
    let signs = running_heads + folios + feeds;
    let (form, form_confidence) = match stated.form.or(zoned.form) {
        Some(form) if stated.form.is_some() => {
            (form, zoned.form_confidence.unwrap_or(STATED))
        }
        Some(form) => (form, weigh(zoned.signs, SIGN_OF_NOTATION)),
        None if text.recognised => (SourceForm::Scan, weigh(signs, SIGN_OF_PAGE)),
        None if zoned.scan_lines > 0 => {
            (SourceForm::Scan, weigh(zoned.scan_lines, SIGN_OF_SCAN))
        }
        None if signs > 0 => (SourceForm::Pages, weigh(signs, SIGN_OF_PAGE)),
        None => {
            (SourceForm::Transcription, weigh(solid / PAGE + WITHOUT_SIGNS, SIGN_OF_PAGE))
        }
    };
    let doubts = [codes::REJECTED_SERIES, codes::MARK_WITHOUT_NOTE];
    let rejected = diagnostics.iter().any(|one| doubts.contains(&one.code));
    let sure = zoned.marks.iter().filter(|mark| mark.confidence >= SURE).count();
    let notes = zoned.notes.len();
    let of_notes = if sure * 10 >= notes * 9 {
        NEARLY_ALL + sure * SURE_MARK
    } else {
        // A note whose mark is not sure speaks against the others.
        (2 * sure).saturating_sub(notes) * SURE_MARK
    };
    let notes_confidence = match () {
        () if stated.notes.is_some() => STATED,
        () if notes > 0 => weigh(1, of_notes),
        () if rejected => REJECTED,
        () => confidence_of_odds(i32::MAX),
    };
    Identification {
        form,
        notes: find_note_place(text, zoned),
        note_count: notes,
        running_heads,
        folios,
        confidence: form_confidence.min(notes_confidence),
    }
}

/// The confidence that a number of signs gives, in thousandths.
fn weigh(signs: usize, each: usize) -> u16 {
    confidence_of_odds(i32::try_from(signs.saturating_mul(each)).unwrap_or(i32::MAX))
}

/// Finds where the notes of a text are. A note is at its page unless more than a page of
/// text is between it and its mark. If most are farther away, they are at the end of the
/// text, or of chapters if text follows the first of them.
fn find_note_place(text: &Text, zoned: &Zoned) -> SourceNotes {
    if zoned.notes.is_empty() {
        return SourceNotes::None;
    }
    // How many lines of text precede each line.
    let mut body = Vec::with_capacity(zoned.zones.len() + 1);
    let mut count = 0_usize;
    for zone in &zoned.zones {
        body.push(count);
        count += usize::from(*zone == Zone::Body);
    }
    let mut first_marks = BTreeMap::new();
    for mark in &zoned.marks {
        first_marks.entry(mark.note).or_insert(mark.span.start);
    }
    let is_far = |note: &usize| {
        let first = zoned.notes[*note].lines.first().copied().unwrap_or_default();
        let line = first_marks
            .get(note)
            .map(|&start| text.lines.partition_point(|line| line.span.start <= start));
        line.is_some_and(|line| body[first] > body[line.min(first)] + PAGE)
    };
    let far: Vec<usize> = (0..zoned.notes.len()).filter(is_far).collect();
    if far.len() * 2 <= zoned.notes.len() {
        return SourceNotes::Page;
    }
    let first = far.iter().filter_map(|&note| zoned.notes[note].lines.first()).min();
    let after = first.map_or(0, |&first| count - body[first]);
    if after <= PAGE { SourceNotes::End } else { SourceNotes::Chapter }
}
