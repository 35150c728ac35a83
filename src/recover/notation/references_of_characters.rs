//! Character references that a converter left.

use super::lines::as_u32;
use super::{Notation, SourceForm};
use crate::recover::model::{Removal, RemovalKind};
use crate::source::Text;
use crate::text::character_references::read_reference;
use crate::text::span::Span;

/// Fewest references that show a converter: one may be quoted.
const FEWEST: usize = 3;

/// Finds the references, if the text has several.
pub(super) fn read_references(text: &Text, notation: &mut Notation) {
    if matches!(notation.form, SourceForm::ProofreadPages) {
        return;
    }
    let mut found = Vec::new();
    for (line, source_line) in text.lines.iter().enumerate() {
        let words = text.line(line);
        for (at, _) in words.match_indices('&') {
            if let Some((_, length)) = read_reference(&words[at..]) {
                let start = source_line.span.start + as_u32(at);
                let span =
                    Span { start, end: start + as_u32(length), ..source_line.span };
                found.push(Removal { span, kind: RemovalKind::CharacterReference });
            }
        }
    }
    if found.len() < FEWEST {
        return;
    }
    if notation.form == SourceForm::Plain {
        notation.form = SourceForm::Converted;
    }
    notation.cuts.append(&mut found);
}
