//! The navigation document: contents, landmarks, pages of the printed source.
//!
//! The one that epub-builder writes has no page list, no labels and no language, and lists
//! what readers do not look for. So this one replaces it.

use std::sync::Arc;

use super::document::{ContentDocument, Landmark};
use super::markup::{FinishedMarkup, XmlWriter, tag};
use super::names::{NAVIGATION, PAGE_ID, STYLE_SHEET, text_path};
use super::plan::EpubPlan;
use super::writer::write_head;
use crate::book::matter::contents::{ContentsEntry, ContentsTarget};
use crate::text::language::Language;

/// An entry of the contents: its text, and its target.
#[derive(Debug)]
pub(super) struct NavigationEntry {
    /// Its text; never empty.
    pub(super) label: String,
    /// The target, from the folder of the text: file and fragment.
    pub(super) address: String,
    /// The language of the text.
    pub(super) language: Language,
    /// The lines below it.
    pub(super) children: Vec<NavigationEntry>,
}

/// Lists the contents: parts, chapters and headings, then the gathered notes, on one line.
pub(super) fn list_entries(
    plan: &EpubPlan<'_>,
    documents: &[ContentDocument],
) -> Vec<NavigationEntry> {
    let contents = plan.contents().into_iter();
    let mut entries: Vec<NavigationEntry> =
        contents.map(|entry| convert_entry(plan, entry)).collect();
    if let Some(first) = plan.files.gathered_notes.first() {
        entries.push(NavigationEntry {
            label: plan.words.notes.to_owned(),
            address: first.name.clone(),
            language: plan.language.clone(),
            children: Vec::new(),
        });
    }
    // The contents may not be empty (EPUB 3.3 §7.3), even if the book is.
    if let (true, Some(document)) = (entries.is_empty(), documents.last()) {
        entries.push(NavigationEntry {
            label: document.title.clone(),
            address: document.name.clone(),
            language: plan.language.clone(),
            children: Vec::new(),
        });
    }
    entries
}

fn convert_entry(plan: &EpubPlan<'_>, entry: ContentsEntry) -> NavigationEntry {
    let children = entry.children.into_iter();
    NavigationEntry {
        label: entry.title,
        address: plan.files.address(entry.target),
        language: find_language(plan, entry.target).clone(),
        children: children.map(|child| convert_entry(plan, child)).collect(),
    }
}

/// The language of a title: that of its chapter, or of the book.
fn find_language<'a>(plan: &'a EpubPlan<'_>, target: ContentsTarget) -> &'a Language {
    match target {
        ContentsTarget::Part(_) => &plan.language,
        ContentsTarget::Chapter(chapter) | ContentsTarget::Heading(chapter, _) => {
            plan.chapter_language(chapter)
        }
    }
}

/// Whether the contents are a page of the book: they are if there is more than one place in
/// the text to choose from.
pub(super) fn is_contents_page(plan: &EpubPlan<'_>, entries: &[NavigationEntry]) -> bool {
    let text = entries.len() - usize::from(!plan.files.gathered_notes.is_empty());
    text > 1 || entries.iter().take(text).any(|entry| !entry.children.is_empty())
}

/// Renders the navigation document.
pub(super) fn render_navigation(
    plan: &EpubPlan<'_>,
    documents: &[ContentDocument],
    entries: &[NavigationEntry],
) -> FinishedMarkup {
    let words = plan.words;
    let mut markup = XmlWriter::with_faces(Arc::clone(&plan.faces));
    write_head(&mut markup, &plan.language, words.contents, STYLE_SHEET);
    markup.open_line(tag("body").with("epub:type", "frontmatter"));
    let contents = tag("nav").with("epub:type", "toc").with("id", "toc");
    let contents = contents.with("role", "doc-toc");
    markup.open_line(contents.with("aria-labelledby", "toc-title"));
    markup.write_line(tag("h1").with("id", "toc-title"), words.contents);
    write_entries(&mut markup, entries, &plan.language);
    markup.close_line();
    write_landmarks(&mut markup, plan, documents, is_contents_page(plan, entries));
    write_page_list(&mut markup, plan, documents);
    markup.finish()
}

fn write_entries(markup: &mut XmlWriter, entries: &[NavigationEntry], around: &Language) {
    markup.open_line(tag("ol"));
    for entry in entries {
        markup.open(tag("li"));
        let anchor = tag("a").with("href", &text_path(&entry.address));
        markup.open(anchor.language_unless(&entry.language, around));
        markup.write_text(&entry.label);
        markup.close();
        if !entry.children.is_empty() {
            write_entries(markup, &entry.children, around);
        }
        markup.close_line();
    }
    markup.close_line();
}

/// Writes the landmarks. The list may not be empty (EPUB 3.3 §7.3).
fn write_landmarks(
    markup: &mut XmlWriter,
    plan: &EpubPlan<'_>,
    documents: &[ContentDocument],
    has_contents_page: bool,
) {
    let words = plan.words;
    if !has_contents_page && documents.iter().all(|one| one.landmark.is_none()) {
        return;
    }
    let landmarks = tag("nav").with("epub:type", "landmarks");
    let landmarks = landmarks.with("aria-label", words.landmarks);
    markup.open_line(landmarks.with("hidden", "hidden"));
    markup.open_line(tag("ol"));
    for document in documents {
        if let Some(landmark) = document.landmark {
            let address = text_path(&document.name);
            write_link(markup, Some(name_landmark(landmark)), &address, &document.title);
        }
    }
    if has_contents_page {
        let address = format!("{NAVIGATION}#toc");
        write_link(markup, Some("toc"), &address, words.contents);
    }
    markup.close_line();
    markup.close_line();
}

/// Writes the page list, if there are pages: it may not be empty (EPUB 3.3 §7.3).
fn write_page_list(
    markup: &mut XmlWriter,
    plan: &EpubPlan<'_>,
    documents: &[ContentDocument],
) {
    if documents.iter().all(|one| one.facts.pages.is_empty()) {
        return;
    }
    let pages = tag("nav").with("epub:type", "page-list");
    let pages = pages.with("role", "doc-pagelist");
    let pages = pages.with("aria-label", plan.words.source_pages);
    markup.open_line(pages.with("hidden", "hidden"));
    markup.open_line(tag("ol"));
    for document in documents {
        let file = text_path(&document.name);
        for page in &document.facts.pages {
            let address = format!("{file}#{PAGE_ID}{}", page.number);
            write_link(markup, None, &address, &page.label);
        }
    }
    markup.close_line();
    markup.close_line();
}

/// The name of a landmark in the EPUB 3 Structural Semantics Vocabulary.
fn name_landmark(landmark: Landmark) -> &'static str {
    match landmark {
        Landmark::Cover => "cover",
        Landmark::TitlePage => "titlepage",
        Landmark::Text => "bodymatter",
        Landmark::Notes => "endnotes",
    }
}

/// Writes an item of a list with a link, which may have a type.
fn write_link(
    markup: &mut XmlWriter,
    epub_type: Option<&str>,
    address: &str,
    label: &str,
) {
    markup.open(tag("li"));
    let anchor = tag("a").with("href", address);
    markup.open(match epub_type {
        Some(epub_type) => anchor.with("epub:type", epub_type),
        None => anchor,
    });
    markup.write_text(label);
    markup.close();
    markup.close_line();
}
