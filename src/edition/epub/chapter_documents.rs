//! Parts and chapters.

use super::document::{ContentDocument, DocumentKind, RenderedDocuments};
use super::markup::tag;
use super::names::part_file;
use super::notes_documents::{NotesHeading, create_notes_list, open_notes_section};
use super::plan::EpubPlan;
use super::titles::label_section;
use super::writer::{DocumentHeader, DocumentWriter, render_document};
use crate::book::matter::contents::write_plain_text;
use crate::book::purpose::Purpose;
use crate::book::{Chapter, Part};

/// Renders the title of a part.
pub(super) fn render_part(
    plan: &EpubPlan<'_>,
    earlier: &RenderedDocuments,
    index: usize,
    part: &Part,
) -> ContentDocument {
    let label = plan.part_label(index);
    let header = DocumentHeader {
        kind: DocumentKind::Part,
        name: part_file(index),
        title: label.clone(),
        language: &plan.language,
    };
    render_document(plan, earlier, header, |writer| {
        let section = tag("section").class("part").with("epub:type", "part");
        let section = section.with("role", "doc-part");
        let id = writer.own_id("title");
        if write_plain_text(&part.title).is_empty() {
            writer.markup.open_line(section.with_own_id("aria-labelledby", &id));
            writer.write_edition_title(tag("h1").with_own_id("id", &id), 1, &label);
            writer.write_marks_of_title(&part.title);
        } else {
            writer.markup.open_line(label_section(section, &id, &part.title));
            writer.write_main_title(&id, &part.title);
        }
    })
}

/// Renders the text of a chapter, with its notes if they are in the same file.
pub(super) fn render_chapter(
    plan: &EpubPlan<'_>,
    earlier: &RenderedDocuments,
    index: usize,
    chapter: &Chapter,
) -> ContentDocument {
    #[cfg(test)]
    super::count_rendering();
    let label = plan.chapter_label(index);
    let header = DocumentHeader {
        kind: DocumentKind::Chapter(chapter.purpose),
        name: plan.files.chapter_file(index, 0),
        title: label.clone(),
        language: plan.chapter_language(index),
    };
    render_document(plan, earlier, header, |writer| {
        writer.markup.origin = chapter.origin.0;
        write_chapter_head(writer, chapter, &label);
        writer.facts.text_start = writer.markup.len();
        writer.purpose = chapter.purpose;
        writer.awaits_opening = !chapter.purpose.is_display();
        writer.write_sections(&chapter.blocks);
        let notes = &plan.notes.chapters[index];
        let files = &plan.files;
        let are_here =
            files.gathered_notes.is_empty() && files.chapters[index].notes.is_empty();
        if are_here && !notes.is_empty() {
            open_notes_section(writer, 0, NotesHeading::InChapter);
            writer.write_notes(&create_notes_list(), notes);
            writer.markup.close_line();
        }
    })
}

/// Opens the section of a chapter, and writes what is above its text.
fn write_chapter_head<'d>(
    writer: &mut DocumentWriter<'d>,
    chapter: &'d Chapter,
    label: &str,
) {
    let purpose = chapter.purpose;
    let name = purpose.name();
    let page = format!("{name}-page");
    let class = match purpose {
        Purpose::Bibliography | Purpose::Glossary => "chapter entries",
        _ if purpose.is_display() => page.as_str(),
        _ => "chapter",
    };
    let section = tag("section").class(class);
    let section = section.with("epub:type", purpose.semantics());
    let section = match purpose {
        // DPUB-ARIA has no roles for them.
        Purpose::Copyright | Purpose::Figures => section,
        _ => section.with("role", &format!("doc-{name}")),
    };
    let id = writer.own_id("title");
    if write_plain_text(&chapter.title).is_empty() {
        writer.markup.open_line(section.with("aria-label", label));
        writer.count_missing_title();
        writer.write_marks_of_title(&chapter.title);
    } else {
        writer.markup.open_line(label_section(section, &id, &chapter.title));
        writer.write_main_title(&id, &chapter.title);
    }
    write_byline(writer, chapter);
}

/// Writes the subtitle of a chapter; who wrote it and when, if the book as a whole does not
/// say it.
fn write_byline(writer: &mut DocumentWriter<'_>, chapter: &Chapter) {
    let words = writer.words;
    if let Some(subtitle) = &chapter.subtitle {
        let line = tag("p").class("subtitle").with("role", "doc-subtitle");
        writer.markup.write_line(line, subtitle);
    }
    let names: Vec<&str> = chapter.authors.iter().map(|a| a.name.as_str()).collect();
    if !names.is_empty() {
        writer.markup.write_line(tag("p").class("byline"), &words.join_names(&names));
    }
    if let Some(date) = chapter.date {
        writer.markup.open(tag("p").class("chapter-date"));
        writer.markup.open(tag("time").with("datetime", &date.to_string()));
        writer.markup.write_text(&words.format_date(date));
        writer.markup.close();
        writer.markup.close_line();
    }
}
