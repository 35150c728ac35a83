//! The pages before the text: cover page, title page, imprint, half title.

use super::document::{ContentDocument, DocumentKind, RenderedDocuments};
use super::markup::tag;
use super::names::COVER_PAGE;
use super::plan::{EpubPlan, non_blank};
use super::writer::{DocumentHeader, render_document};
use crate::book::matter::front::{
    fills_a_title_page, format_title_date, list_credits, list_imprint,
};
use crate::edition::cover::Cover;

/// Renders the cover page, given the path of the cover image in the package.
pub(super) fn render_cover_page(
    plan: &EpubPlan<'_>,
    cover: &Cover,
    image_path: &str,
) -> ContentDocument {
    let header = DocumentHeader {
        kind: DocumentKind::Cover,
        name: COVER_PAGE.to_owned(),
        title: plan.words.cover.to_owned(),
        language: &plan.language,
    };
    render_document(plan, &RenderedDocuments::default(), header, |writer| {
        let section = tag("section").class("cover").with("epub:type", "cover");
        writer.markup.open_line(section.with("aria-label", plan.words.cover));
        let image = tag("img")
            .with("role", "doc-cover")
            .with("alt", cover.alternative())
            .with("src", &format!("../{image_path}"));
        writer.markup.write_image(&image);
        writer.markup.write_text("\n");
    })
}

/// Renders the title page. A book without metadata has none, unless it has no other
/// document.
pub(super) fn render_title_page(plan: &EpubPlan<'_>) -> Option<ContentDocument> {
    let metadata = &plan.publication.book.metadata;
    if !fills_a_title_page(metadata) && !plan.chapters.is_empty() {
        return None;
    }
    let words = plan.words;
    let header = DocumentHeader {
        kind: DocumentKind::TitlePage,
        name: "title-page.xhtml".to_owned(),
        title: words.title_page.to_owned(),
        language: &plan.language,
    };
    Some(render_document(plan, &RenderedDocuments::default(), header, |writer| {
        let section = tag("section").class("title-page").with("epub:type", "titlepage");
        let id = writer.own_id("title");
        writer.markup.open_line(section.with_own_id("aria-labelledby", &id));
        let names: Vec<&str> = metadata.authors.iter().map(|a| a.name.as_str()).collect();
        if !names.is_empty() {
            writer.markup.write_line(tag("p").class("author"), &words.join_names(&names));
        }
        let heading = tag("h1").with_own_id("id", &id);
        writer.write_lines(heading, &plan.lines_of_title());
        if let Some(subtitle) = &metadata.subtitle {
            writer.markup.write_line(tag("p").class("subtitle"), subtitle);
        }
        for line in list_credits(metadata, words) {
            writer.markup.write_line(tag("p").class("credit"), &line);
        }
        if let Some(publisher) = &metadata.publisher {
            writer.markup.write_line(tag("p").class("publisher"), publisher);
        }
        let isbn = metadata.isbn_epub.as_deref();
        if let Some(date) = format_title_date(metadata, words, isbn) {
            writer.markup.write_line(tag("p").class("date"), &date);
        }
    }))
}

/// Renders the imprint, if there is anything to state.
pub(super) fn render_imprint(plan: &EpubPlan<'_>) -> Option<ContentDocument> {
    let metadata = &plan.publication.book.metadata;
    let isbn = metadata.isbn_epub.as_deref();
    let groups = list_imprint(metadata, plan.words, isbn);
    if groups.is_empty() || plan.publication.book.has_copyright_page() {
        return None;
    }
    let title = plan.words.imprint;
    let header = DocumentHeader {
        kind: DocumentKind::Imprint,
        name: "imprint.xhtml".to_owned(),
        title: title.to_owned(),
        language: &plan.language,
    };
    Some(render_document(plan, &RenderedDocuments::default(), header, |writer| {
        let section = tag("section").class("imprint").with("epub:type", "imprint");
        writer.markup.open_line(section.with("aria-label", title));
        for group in &groups {
            writer.markup.open_line(tag("div"));
            for line in group {
                writer.markup.write_line(tag("p"), line);
            }
            writer.markup.close_line();
        }
    }))
}

/// Renders the half title, if the book has a title.
pub(super) fn render_half_title(plan: &EpubPlan<'_>) -> Option<ContentDocument> {
    let title = non_blank(plan.publication.book.metadata.title.as_ref())?;
    let header = DocumentHeader {
        kind: DocumentKind::HalfTitle,
        name: "half-title.xhtml".to_owned(),
        title: title.to_owned(),
        language: &plan.language,
    };
    Some(render_document(plan, &RenderedDocuments::default(), header, |writer| {
        let section = tag("section").class("half-title");
        let id = writer.own_id("title");
        let section = section.with("epub:type", "halftitlepage");
        writer.markup.open_line(section.with_own_id("aria-labelledby", &id));
        writer.markup.write_line(tag("p").with_own_id("id", &id), title);
    }))
}
