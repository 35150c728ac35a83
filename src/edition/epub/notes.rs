//! Notes as XHTML: the marks that refer to them, and lists of notes.

use super::document::NoteExtent;
use super::markup::{RelocationTarget, StartTag, tag};
use super::names::{mark_id, note_id};
use super::writer::DocumentWriter;
use crate::book::block::Block;
use crate::book::inline::Note;
use crate::book::matter::notes::{NumberedNote, split_by_series};
use crate::book::matter::words::fill_pattern;
use crate::text::language::Language;

impl<'d> DocumentWriter<'d> {
    /// Writes the mark of a note. One that follows another directly keeps a distance from it.
    pub(super) fn write_note_mark(&mut self, note: &'d Note) {
        let follows_mark = std::mem::replace(&mut self.follows_mark, true);
        let Some(NumberedNote { serial, label, .. }) = self.plan.notes.get(note) else {
            return;
        };
        let file = self.plan.files.file_of_note(serial);
        let file = file.filter(|file| *file != self.file).unwrap_or_default();
        let fragment = format!("#{}", note_id(serial));
        let target = RelocationTarget::NoteFile(serial);
        let label = label.to_string();
        let mut class = "noteref".to_owned();
        class += if label.contains(char::is_alphanumeric) { "" } else { " sign" };
        class += if follows_mark { " follows-mark" } else { "" };
        let mark = tag("a").with("id", &mark_id(serial)).class(&class).with_relocation(
            "href",
            ["", file, &fragment],
            target,
        );
        let mark = if self.plan.variant.flavour.pops_up(note) {
            mark.with("epub:type", "noteref").with("role", "doc-noteref")
        } else {
            // A number alone means nothing to readers who cannot see it raised.
            mark.with("aria-label", &fill_pattern(self.words.note, &label))
        };
        self.markup.open(mark);
        self.markup.write_text(&label);
        self.markup.close();
        self.note_marks.insert(serial, self.language);
    }

    /// Writes notes: a list for each series.
    pub(super) fn write_notes(&mut self, list: &StartTag, notes: &[NumberedNote<'d>]) {
        for series in split_by_series(notes) {
            self.markup.open_line(list.clone());
            for note in series {
                let start = self.markup.len();
                self.write_note(note);
                let range = start..self.markup.len();
                self.facts.notes.push(NoteExtent { serial: note.serial, range });
            }
            self.markup.close_line();
        }
    }

    /// Writes a note. A note on the title of a part is in the list of a chapter, which may
    /// have another language.
    fn write_note(&mut self, note: NumberedNote<'d>) {
        let around = self.language;
        self.set_origin(note.note.origin);
        let own = self.find_language_of_mark(note.serial).unwrap_or(around);
        let item = tag("li").with("id", &note_id(note.serial));
        let item = item.language_unless(own, around);
        self.set_language(own);
        self.markup.open_line(if self.plan.variant.flavour.pops_up(note.note) {
            // "footnote" beside "endnote" makes Apple Books show a pop-up.
            item.with("epub:type", "endnote footnote")
        } else {
            item.class("long-note")
        });
        self.write_note_body(note);
        self.markup.close_line();
        self.set_language(around);
    }

    fn find_language_of_mark(&self, serial: u32) -> Option<&'d Language> {
        let own = self.note_marks.get(&serial).copied();
        own.or_else(|| Some(self.earlier.find_mark(serial)?.1))
    }

    /// Writes the text of a note after its number. The number is the link back, and
    /// separates notes that are shown together.
    fn write_note_body(&mut self, numbered: NumberedNote<'d>) {
        let mut rest = numbered.note.blocks.as_slice();
        if let [Block::Paragraph(paragraph), after @ ..] = rest {
            rest = after;
            self.set_origin(paragraph.origin);
            self.markup.open(tag("p").class("note"));
            self.write_back_link(numbered);
            self.markup.write_text(" ");
            self.write_inlines(&paragraph.content);
            self.repeat_note(numbered.serial);
        } else {
            self.markup.open(tag("p").class("note-number"));
            self.write_back_link(numbered);
        }
        self.markup.close_line();
        self.write_blocks(rest);
    }

    /// Repeats the note that a note refers to, if that is wanted: in brackets, as the
    /// edition's own words.
    fn repeat_note(&mut self, serial: u32) {
        let Some(repeated) = self.plan.find_repeated_note(serial) else { return };
        let [Block::Paragraph(paragraph)] = repeated.note.blocks.as_slice() else {
            return;
        };
        self.markup.write_text(" ");
        self.markup.open(tag("span").class("completed"));
        self.markup.write_text(&format!("[{} ", repeated.label.format_before_note()));
        self.write_without_marks(|writer| writer.write_inlines(&paragraph.content));
        self.markup.write_text("]");
        self.markup.close();
    }

    /// Writes the link from a note to its mark.
    fn write_back_link(&mut self, note: NumberedNote<'_>) {
        let NumberedNote { serial, label, .. } = note;
        let is_here = self.note_marks.contains_key(&serial);
        let mark = self.earlier.find_mark(serial).filter(|_| !is_here);
        let file = mark.map_or("", |(file, _)| file);
        let fragment = format!("#{}", mark_id(serial));
        let target = RelocationTarget::MarkFile(serial);
        let name = fill_pattern(self.words.back_to_note, &label.to_string());
        let link = tag("a")
            .class("backlink")
            .with_relocation("href", ["", file, &fragment], target)
            .with("epub:type", "backlink")
            .with("role", "doc-backlink")
            .with("aria-label", &name);
        self.markup.open(link);
        self.markup.write_text(&label.format_before_note());
        self.markup.close();
    }
}
