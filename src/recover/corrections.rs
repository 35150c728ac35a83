//! Which corrections of a person are obeyed: those of characters that the text has as they are.

use super::codes;
use super::model::{Correction, Zone, Zoned};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Text;
use crate::text::span::Span;

/// Keeps the corrections of characters in the body and in notes, and reports the others: those
/// in lines that are elsewhere or left out, and those that a mark or a sign is part of.
pub(super) fn keep_certain_corrections(
    text: &Text,
    zoned: &mut Zoned,
) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for correction in std::mem::take(&mut zoned.corrections) {
        let Some(cause) = find_obstacle(text, zoned, correction.span) else {
            zoned.corrections.push(correction);
            continue;
        };
        let Correction { span, .. } = correction;
        let message = format!("a correction is not obeyed: {cause}");
        let found =
            Diagnostic::new(codes::DECISION_NOT_OBEYED, Severity::Warning, message);
        diagnostics.push(found.at(span));
    }
    diagnostics
}

/// Why characters cannot be corrected.
fn find_obstacle(text: &Text, zoned: &Zoned, span: Span) -> Option<&'static str> {
    let line = text.line_of(span.start)?;
    let label = match zoned.zones.get(line)? {
        Zone::Body => None,
        Zone::Note { note } => zoned.notes.get(*note).and_then(|note| note.label),
        Zone::Displaced | Zone::Caption => return Some("the line is moved"),
        Zone::Region => return Some("the line is part of a table or a figure"),
        Zone::Margin => return Some("the line is in the margin"),
        Zone::Blank | Zone::Furniture(_) => {
            return Some("the line is no part of the text");
        }
    };
    let meets = |other: Span| {
        let empty_inside =
            other.start == other.end && span.start < other.start && other.end < span.end;
        empty_inside || other.overlaps(span)
    };
    if label.is_some_and(meets) {
        return Some("it is part of the label of a note");
    }
    if zoned.marks.iter().any(|mark| meets(mark.span)) {
        return Some("the mark of a note is in it");
    }
    let signs = zoned.emphasis.iter().map(|sign| sign.span);
    let mut signs = signs.chain(zoned.cuts.iter().map(|cut| cut.span));
    signs.any(meets).then_some("a sign in it is no part of the text")
}
