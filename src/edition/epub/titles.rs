//! Titles and headings: parts, chapters, and what is within them.

use super::markup::{StartTag, tag};
use super::names::OwnId;
use super::writer::{DEEPEST_HEADING, DocumentWriter};
use crate::book::block::Heading;
use crate::book::inline::{Inline, InlineLeaf, leaves};
use crate::book::matter::contents::{split_number_and_title, write_plain_text};
use crate::book::matter::titles::{
    find_end_of_title, find_words_after_number, recase_label, trim_number,
};
use crate::text::numerals::numbering;

impl<'d> DocumentWriter<'d> {
    /// Writes a heading. One without words becomes a paragraph with its marks.
    pub(super) fn write_heading(
        &mut self,
        heading: &'d Heading,
        level: u8,
        id: Option<&OwnId>,
    ) {
        self.set_origin(heading.origin);
        let with_id = |tag: StartTag| match id {
            Some(id) => tag.with_own_id("id", id),
            None => tag,
        };
        if !has_words(heading) {
            return self.write_line(with_id(tag("p")), &heading.content);
        }
        let level = level.clamp(1, DEEPEST_HEADING);
        let name = match level {
            1 => "h1",
            2 => "h2",
            3 => "h3",
            4 => "h4",
            5 => "h5",
            _ => "h6",
        };
        self.write_title(with_id(tag(name)), level, &heading.content);
    }

    /// Writes the title of a chapter or part. A number on a line of its own is a heading of
    /// the same level, as in print: a reader who moves by headings hears both, and the group
    /// says that they belong together (HTML §4.3.7, ARIA in HTML §4). A number before the
    /// words stays in their heading; the style sheet gives it a line of its own.
    pub(super) fn write_main_title(&mut self, id: &OwnId, title: &'d [Inline]) {
        let Some((number, words)) = split_number_and_title(title) else {
            return self.write_title_in_line(tag("h1").with_own_id("id", id), title);
        };
        self.markup.open_line(tag("hgroup").with_own_id("id", id));
        let types = list_types_of_number(&write_plain_text(number));
        let heading = tag("p").class("number").with("epub:type", types);
        let heading = heading.with("role", "heading").with("aria-level", "1");
        self.write_title(heading, 1, number);
        self.write_title(tag("h1").with("epub:type", "title"), 1, words);
        self.markup.close_line();
    }

    /// Writes the title of a chapter or part that is one heading: with an element around
    /// the number before its words.
    fn write_title_in_line(&mut self, heading: StartTag, title: &'d [Inline]) {
        let Some((at, start)) = find_words_after_number(title) else {
            return self.write_title(heading, 1, title);
        };
        let Inline::Text(text) = &title[at] else { return };
        let number = text[..start].trim_end();
        let label = trim_number(number);
        let end = find_end_of_title(title).filter(|_| at + 1 == title.len());
        let end = end.unwrap_or(text.len()).max(number.len());
        self.heading_level = 1;
        self.markup.open(heading);
        self.write_inlines(&title[..at]);
        let is_shouted = recase_label(label).is_some();
        let class = if is_shouted { "ordinal capitals" } else { "ordinal" };
        let ordinal = tag("span").class(class);
        self.markup.open(ordinal.with("epub:type", list_types_of_number(number)));
        self.markup.write_text(label);
        self.write_stop(&number[label.len()..]);
        self.markup.close();
        // A space that may not break would indent the words on their line.
        let words = text[number.len()..end].trim_start();
        self.markup.write_text(if words.is_empty() { "" } else { " " });
        self.markup.write_text(words);
        self.write_stop(&text[end..]);
        self.write_title_words(&title[at + 1..]);
        self.markup.close_line();
    }

    /// Writes a title or heading with words.
    pub(super) fn write_title(&mut self, tag: StartTag, level: u8, title: &'d [Inline]) {
        self.heading_level = level;
        if !title.is_empty() {
            self.markup.open(tag);
            self.follows_mark = false;
            self.write_title_words(title);
            self.markup.close_line();
        }
    }

    fn write_title_words(&mut self, title: &'d [Inline]) {
        let Some((Inline::Text(text), before)) = title.split_last() else {
            return self.write_inlines(title);
        };
        let Some(end) = find_end_of_title(title) else {
            return self.write_inlines(title);
        };
        self.write_inlines(before);
        self.markup.write_text(&text[..end]);
        self.write_stop(&text[end..]);
    }

    /// Writes the signs at the end of a title or of its number. Print leaves them out, and so
    /// does the style sheet; the text keeps them, which programs compare with its source.
    fn write_stop(&mut self, signs: &str) {
        if !signs.is_empty() {
            self.markup.open(tag("span").class("title-stop"));
            self.markup.write_text(signs);
            self.markup.close();
        }
    }

    /// Writes a title again, without its marks.
    pub(super) fn repeat_title(&mut self, tag: StartTag, level: u8, title: &'d [Inline]) {
        self.write_without_marks(|writer| writer.write_title(tag, level, title));
    }

    /// Writes the notes and page breaks of a title without words into a paragraph.
    pub(super) fn write_marks_of_title(&mut self, title: &'d [Inline]) {
        self.write_line(tag("p"), title);
    }

    /// Writes a title that comes from the edition itself.
    pub(super) fn write_edition_title(&mut self, tag: StartTag, level: u8, title: &str) {
        self.heading_level = level;
        self.markup.write_line(tag, title);
    }
}

/// The types of the number of a title in the structural vocabularies.
fn list_types_of_number(number: &str) -> &'static str {
    let is_roman = numbering(number).is_some_and(|found| found.roman);
    if is_roman { "label ordinal z3998:roman" } else { "label ordinal" }
}

/// Whether a heading has text.
pub(super) fn has_words(heading: &Heading) -> bool {
    !write_plain_text(&heading.content).is_empty()
}

/// Names a section after its heading: by reference, or by a label if there are marks in the
/// heading, which would be read out with it.
pub(super) fn label_section(
    section: StartTag,
    heading_id: &OwnId,
    heading: &[Inline],
) -> StartTag {
    let label = write_plain_text(heading);
    let has_marks = leaves(heading).any(|leaf| {
        matches!(
            leaf,
            InlineLeaf::Note(_) | InlineLeaf::PageMark(_) | InlineLeaf::IndexMark(_)
        )
    });
    match has_marks {
        _ if label.is_empty() => section,
        true => section.with("aria-label", &label),
        false => section.with_own_id("aria-labelledby", heading_id),
    }
}
