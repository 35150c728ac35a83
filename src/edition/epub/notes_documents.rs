//! Files of notes: of one chapter, or gathered.

use super::document::{ContentDocument, DocumentKind, RenderedDocuments};
use super::markup::{StartTag, tag};
use super::names::OwnId;
use super::plan::{EpubPlan, NotesFile};
use super::writer::{DocumentHeader, DocumentWriter, render_document};
use crate::book::matter::contents::write_plain_text;
use crate::book::matter::notes::NumberedNote;
use crate::book::matter::words::EditionWords;
use crate::text::excerpt::truncate;

/// The most characters of a chapter's title in the title of a file that continues it. The
/// title tells readers where they are; one of a page's length would make every file larger.
const LONGEST_LABEL: usize = 200;

/// Writes lists of notes into a file: renders them ([`DocumentWriter::write_notes`]), or
/// copies them from documents that are divided.
pub(super) type NotesListWriter<'f, 'd> =
    dyn FnMut(&mut DocumentWriter<'d>, &StartTag, &[NumberedNote<'d>]) + 'f;

/// Where a section of notes is, which decides its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotesHeading {
    /// At the end of a chapter's text.
    InChapter,
    /// In a file of notes that belongs to a chapter.
    BesideChapter,
    /// In a file of gathered notes.
    Gathered,
}

/// Renders a file of the notes to one chapter.
pub(super) fn render_chapter_notes<'d>(
    plan: &'d EpubPlan<'d>,
    earlier: &'d RenderedDocuments,
    index: usize,
    file: usize,
    write_notes: &mut NotesListWriter<'_, 'd>,
) -> ContentDocument {
    let NotesFile { name, groups } = &plan.files.chapters[index].notes[file];
    let language = plan.chapter_language(index);
    let words = EditionWords::for_passage(Some(language), Some(&plan.language));
    let label = truncate(&plan.chapter_label(index), LONGEST_LABEL);
    let header = DocumentHeader {
        kind: DocumentKind::Continuation(plan.chapters[index].purpose),
        name: name.clone(),
        title: format!("{}: {label}", words.notes),
        language,
    };
    render_document(plan, earlier, header, |writer| {
        open_notes_section(writer, file, NotesHeading::BesideChapter);
        for (chapter, range) in groups {
            let notes = &plan.notes.chapters[*chapter][range.clone()];
            write_notes(writer, &create_notes_list(), notes);
        }
    })
}

/// Renders a file of gathered notes.
pub(super) fn render_gathered_notes<'d>(
    plan: &'d EpubPlan<'d>,
    earlier: &'d RenderedDocuments,
    index: usize,
    write_notes: &mut NotesListWriter<'_, 'd>,
) -> ContentDocument {
    let file = &plan.files.gathered_notes[index];
    let header = DocumentHeader {
        kind: DocumentKind::Notes,
        name: file.name.clone(),
        title: plan.words.notes.to_owned(),
        language: &plan.language,
    };
    render_document(plan, earlier, header, |writer| {
        open_notes_section(writer, index, NotesHeading::Gathered);
        let mut part = None;
        for (chapter, range) in &file.groups {
            write_group_title(writer, *chapter, &mut part);
            let language = plan.chapter_language(*chapter);
            let list = create_notes_list().language_unless(language, &plan.language);
            writer.set_language(language);
            let notes = &plan.notes.chapters[*chapter][range.clone()];
            write_notes(writer, &list, notes);
        }
    })
}

/// Opens a section of notes. The first of several files has a heading.
pub(super) fn open_notes_section(
    writer: &mut DocumentWriter<'_>,
    file: usize,
    heading: NotesHeading,
) {
    let section = tag("section")
        .class("notes")
        .with("epub:type", "endnotes footnotes")
        .with("role", "doc-endnotes");
    let title = writer.words.notes;
    if file > 0 {
        let label = number_title(title, file);
        return writer.markup.open_line(section.with("aria-label", &label));
    }
    let (element, level, id) = match heading {
        NotesHeading::InChapter => ("h2", 2, "notes"),
        NotesHeading::BesideChapter => ("h2", 2, "title"),
        NotesHeading::Gathered => ("h1", 1, "title"),
    };
    let id = writer.own_id(id);
    writer.markup.open_line(section.with_own_id("aria-labelledby", &id));
    writer.write_edition_title(tag(element).with_own_id("id", &id), level, title);
}

/// The element of a list of notes.
pub(super) fn create_notes_list() -> StartTag {
    tag("ol").class("notes")
}

/// The title of a file that continues another, by its index among the files.
pub(super) fn number_title(title: &str, file: usize) -> String {
    format!("{} ({})", truncate(title, LONGEST_LABEL), file + 1)
}

/// Writes the title of a chapter above its notes, and that of its part if the part begins
/// there. A book of one chapter needs neither.
fn write_group_title(
    writer: &mut DocumentWriter<'_>,
    chapter: usize,
    part: &mut Option<usize>,
) {
    let plan = writer.plan;
    if plan.chapters.len() == 1 {
        return;
    }
    let mut level = 2;
    if let Some(index) = plan.part_of[chapter] {
        if *part != Some(index) {
            let id = OwnId::of_notes_part(&writer.file, index);
            let heading = tag("h2").with_own_id("id", &id);
            writer.write_edition_title(heading, 2, &plan.part_label(index));
            *part = Some(index);
        }
        level = 3;
    }
    let name = if level == 2 { "h2" } else { "h3" };
    let id = OwnId::of_notes_group(&writer.file, chapter);
    let heading = tag(name).with_own_id("id", &id);
    let language = plan.chapter_language(chapter);
    let heading = heading.language_unless(language, &plan.language);
    let title = &plan.chapters[chapter].title;
    if write_plain_text(title).is_empty() {
        writer.write_edition_title(heading, level, &plan.chapter_label(chapter));
    } else {
        writer.repeat_title(heading, level, title);
    }
}
