//! Notes as XHTML: the marks that call them, and their lists.

use super::markup::{Tag, tag};
use super::plan::{mark_id, note_id};
use super::xhtml::Renderer;
use crate::book::block::Block;
use crate::book::inline::Note;
use crate::book::matter::notes::{NumberedNote, split_by_series};
use crate::book::matter::words::fill_pattern;
use crate::text::language::Language;

/// Where a note is called.
#[derive(Debug)]
pub(super) struct Call<'a> {
    /// The file in which its mark stands.
    pub(super) file: String,
    /// The language of the text around it.
    pub(super) language: &'a Language,
}

impl<'a> Renderer<'a> {
    /// The mark that calls a note.
    pub(super) fn note_mark(&mut self, note: &'a Note) {
        let Some(NumberedNote { serial, label, .. }) = self.plan.notes.get(note) else {
            return;
        };
        let file = self.plan.notes_file(serial).filter(|file| *file != self.file);
        let file = file.unwrap_or_default();
        let mark = tag("a")
            .with("id", &mark_id(serial))
            .class("noteref")
            .with("href", &format!("{file}#{}", note_id(serial)));
        let mark = if self.plan.make.flavour.pops_up(note) {
            mark.with("epub:type", "noteref").with("role", "doc-noteref")
        } else {
            // A bare number says nothing to who does not see it raised.
            mark.with("aria-label", &fill_pattern(self.words.note, &label.to_string()))
        };
        self.markup.open(mark);
        self.markup.words(&label.to_string());
        self.markup.close();
        let call = Call { file: self.file.clone(), language: self.spoken };
        self.calls.insert(serial, call);
    }

    /// A list of notes; two, where there are two series. A note to the title of a part
    /// stands in the list of a chapter, which may have another language.
    pub(super) fn notes(&mut self, list: &Tag, notes: &[NumberedNote<'a>]) {
        let around = self.spoken;
        for series in split_by_series(notes) {
            self.markup.open_line(list.clone());
            for note in series {
                let (bytes, calls) = (self.markup.len(), self.calls.len());
                self.origin(note.note.origin);
                let own =
                    self.calls.get(&note.serial).map_or(around, |call| call.language);
                let item = tag("li").with("id", &note_id(note.serial));
                let item = item.language_unless(own, around);
                self.speak(own);
                self.markup.open_line(if self.plan.make.flavour.pops_up(note.note) {
                    // "footnote" beside "endnote" makes Apple Books show a pop-up.
                    item.with("epub:type", "endnote footnote")
                } else {
                    item.class("long-note")
                });
                self.note_body(note);
                self.markup.close_line();
                let (bytes, calls) =
                    (self.markup.len() - bytes, self.calls.len() - calls);
                self.weights.add_note(note.serial, bytes, calls);
                self.speak(around);
            }
            self.markup.close_line();
        }
    }

    /// A note, its number first: it is the link back, and keeps notes apart where several
    /// are shown together.
    fn note_body(&mut self, numbered: NumberedNote<'a>) {
        let mut rest = numbered.note.blocks.as_slice();
        if let [Block::Paragraph(paragraph), after @ ..] = rest {
            rest = after;
            self.origin(paragraph.origin);
            self.markup.open(tag("p").class("note"));
            self.back_link(numbered);
            self.markup.words(" ");
            self.inlines(&paragraph.content);
            self.say_again(numbered.serial);
        } else {
            self.markup.open(tag("p").class("note-number"));
            self.back_link(numbered);
        }
        self.markup.close_line();
        self.blocks(rest);
    }

    /// What a note leans on, where that is wanted: in brackets, as the edition's own words.
    fn say_again(&mut self, serial: u32) {
        let Some(on) = self.plan.said_again(serial) else { return };
        let [Block::Paragraph(paragraph)] = on.note.blocks.as_slice() else { return };
        self.markup.words(" ");
        self.markup.open(tag("span").class("completed"));
        self.markup.words(&format!("[{} ", on.label.format_before_note()));
        self.without_marks(|renderer| renderer.inlines(&paragraph.content));
        self.markup.words("]");
        self.markup.close();
    }

    fn back_link(&mut self, NumberedNote { serial, label, .. }: NumberedNote<'_>) {
        let call = self.calls.get(&serial).filter(|call| call.file != self.file);
        let file = call.map_or("", |call| call.file.as_str());
        let link = tag("a")
            .class("backlink")
            .with("href", &format!("{file}#{}", mark_id(serial)))
            .with("epub:type", "backlink")
            .with("role", "doc-backlink")
            .with(
                "aria-label",
                &fill_pattern(self.words.back_to_note, &label.to_string()),
            );
        self.markup.open(link);
        self.markup.words(&label.format_before_note());
        self.markup.close();
    }
}
