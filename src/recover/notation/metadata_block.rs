//! A metadata block that a person wrote before a raw text.

use super::Notation;
use crate::book::markdown::metadata::read_leading_metadata;
use crate::recover::model::RemovalKind;
use crate::source::Text;

/// Reads the block, and hides its lines.
pub(super) fn read_metadata_block(text: &Text, notation: &mut Notation) {
    let Some((found, after)) = read_leading_metadata(&text.text, text.file) else {
        return;
    };
    notation.stated = found.collect(&mut notation.diagnostics);
    let lines = text.lines.iter().enumerate();
    for (line, _) in lines.take_while(|(_, line)| (line.span.start as usize) < after) {
        notation.hide(line, RemovalKind::Metadata);
    }
}
