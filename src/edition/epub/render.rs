//! Renders the content documents of a book, and puts them in reading order.

use super::chapter_documents::{render_chapter, render_part};
use super::document::{
    ContentDocument, DocumentFacts, DocumentKind, Landmark, RenderedDocuments,
};
use super::front_documents::{render_half_title, render_imprint, render_title_page};
use super::names::COVER_PAGE;
use super::notes_documents::{render_chapter_notes, render_gathered_notes};
use super::plan::EpubPlan;
use super::writer::DocumentWriter;
use crate::book::Division;
use crate::book::purpose::BookMatter;

/// Renders all content documents but the cover page, which needs the cover image. They come
/// in the order of rendering: in that of the book, then gathered notes, then the half title.
pub(super) fn render_documents(plan: &EpubPlan<'_>) -> Vec<ContentDocument> {
    let mut rendered = RenderedDocuments::default();
    let front = [render_title_page(plan), render_imprint(plan)];
    front.into_iter().flatten().for_each(|document| rendered.push(document));
    let (mut parts, mut chapters) = (0, 0);
    for division in &plan.publication.book.divisions {
        let in_division = match division {
            Division::Part(part) => {
                rendered.push(render_part(plan, &rendered, parts, part));
                parts += 1;
                part.chapters.as_slice()
            }
            Division::Chapter(chapter) => std::slice::from_ref(chapter),
        };
        for chapter in in_division {
            rendered.push(render_chapter(plan, &rendered, chapters, chapter));
            for file in 0..plan.files.chapters[chapters].notes.len() {
                let write_notes = &mut DocumentWriter::write_notes;
                let document =
                    render_chapter_notes(plan, &rendered, chapters, file, write_notes);
                rendered.push(document);
            }
            chapters += 1;
        }
    }
    for index in 0..plan.files.gathered_notes.len() {
        let write_notes = &mut DocumentWriter::write_notes;
        let document = render_gathered_notes(plan, &rendered, index, write_notes);
        rendered.push(document);
    }
    let mut documents = rendered.documents;
    if has_read_front_matter(&documents) {
        documents.extend(render_half_title(plan));
    }
    documents
}

/// Whether there is front matter that is read, such as a foreword: then the text after it
/// begins with a half title.
fn has_read_front_matter(documents: &[ContentDocument]) -> bool {
    // The colophon comes last, wherever it is in the book.
    let kinds = documents.iter().map(|one| one.kind).filter(|one| !one.is_colophon());
    let kinds: Vec<DocumentKind> = kinds.collect();
    let text = kinds.iter().position(|kind| kind.matter() == BookMatter::Body);
    let is_read = |kind: &DocumentKind| matches!(kind, DocumentKind::Chapter(_));
    text.is_some_and(|text| kinds[..text].iter().any(is_read))
}

/// Puts rendered documents in reading order, adds the cover page without its markup, and
/// marks the landmarks.
pub(super) fn arrange_documents(
    plan: &EpubPlan<'_>,
    documents: Vec<ContentDocument>,
) -> Vec<ContentDocument> {
    let cover = plan.cover_page().map(|_| ContentDocument {
        name: COVER_PAGE.to_owned(),
        title: plan.words.cover.to_owned(),
        kind: DocumentKind::Cover,
        landmark: Some(Landmark::Cover),
        markup: String::new(),
        facts: DocumentFacts::default(),
    });
    let mut arranged: Vec<ContentDocument> = cover.into_iter().collect();
    let (mut last, mut half_title) = (Vec::new(), None);
    for document in documents {
        match document.kind {
            DocumentKind::HalfTitle => half_title = Some(document),
            kind if kind.is_colophon() => last.push(document),
            _ => arranged.push(document),
        }
    }
    arranged.append(&mut last);
    let text = arranged.iter().position(|one| one.kind.matter() == BookMatter::Body);
    if let (Some(text), Some(half_title)) = (text, half_title) {
        arranged.insert(text, half_title);
    }
    mark_first(&mut arranged, Landmark::TitlePage, |kind| {
        kind == DocumentKind::TitlePage
    });
    mark_first(&mut arranged, Landmark::Notes, |kind| kind == DocumentKind::Notes);
    mark_first(&mut arranged, Landmark::Text, |kind| {
        let is_text = matches!(kind, DocumentKind::Part | DocumentKind::Chapter(_));
        is_text && !kind.is_front_matter()
    });
    arranged
}

/// Makes the first document of a kind a landmark.
fn mark_first(
    documents: &mut [ContentDocument],
    landmark: Landmark,
    is_kind: impl Fn(DocumentKind) -> bool,
) {
    if let Some(document) = documents.iter_mut().find(|one| is_kind(one.kind)) {
        document.landmark = Some(landmark);
    }
}
