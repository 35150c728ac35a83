//! The notes of an ODT file (`OpenDocument` 1.3, part 3 §6.3).

use crate::interchange::odt::document::OdtReader;
use crate::interchange::odt::runs::TextContext;
use crate::interchange::odt::styles::OdtDraft;
use crate::interchange::office::flow::assemble_flow;
use crate::interchange::office::markup::XmlElement;
use crate::interchange::rich::{NoteKind, RichInline};

impl<'a> OdtReader<'a> {
    /// Reads a note.
    pub(super) fn read_note(
        &mut self,
        note: &'a XmlElement,
        draft: &mut OdtDraft,
        context: &TextContext,
    ) {
        let kind = match note.attribute("text:note-class") {
            Some("endnote") => NoteKind::Endnote,
            _ => NoteKind::Footnote,
        };
        let body = note.child("text:note-body");
        let items = body.map(|body| self.read_inner(body)).unwrap_or_default();
        let blocks = assemble_flow(items).blocks;
        self.push_object(RichInline::Note { kind, blocks }, draft, context);
    }
}
