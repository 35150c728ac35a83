//! Character references that a converter left.

use super::Notation;
use crate::book::source_traits::SourceForm;
use crate::recover::model::RemovalKind;
use crate::source::Text;
use crate::text::character_references::read_reference;

/// Fewest references that are decoded: one may be quoted.
const FEWEST: usize = 3;

/// At least one line in this many has a reference in what a converter left. A few may stand in
/// the bibliography of a book with pages.
const RARE: usize = 100;

/// Finds the references, if the text has several.
pub(super) fn read_references(text: &Text, notation: &mut Notation) {
    if notation.form == Some(SourceForm::Proofreading) {
        return;
    }
    let mut found = Vec::new();
    for line in 0..text.lines.len() {
        let words = text.line(line);
        for (at, _) in words.match_indices('&') {
            found.extend(
                read_reference(&words[at..]).map(|(_, length)| (line, at..at + length)),
            );
        }
    }
    if found.len() < FEWEST {
        return;
    }
    let is_converted =
        found.len() * RARE >= text.lines.len() && !text.text.contains('\u{C}');
    if notation.form.is_none() && is_converted {
        notation.form = Some(SourceForm::Converted);
    }
    for (line, bytes) in found {
        notation.cut(text, line, bytes, RemovalKind::CharacterReference);
    }
}
