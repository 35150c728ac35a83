//! The navigation document: contents, landmarks, pages of the printed source.
//!
//! epub-builder's own has no list of pages, no labels and no language, and lists what a
//! reader does not look for; so it is written anew as a whole.

use super::leaves::{Landmark, Leaf, head};
use super::markup::{Markup, tag};
use super::plan::{Plan, group_id, part_group_id};
use super::xhtml::Renderer;
use crate::book::matter::contents::{
    ContentsEntry, ContentsTarget, build_notes_contents,
};
use crate::text::language::Language;

/// Name of the navigation document, as epub-builder has it.
pub(super) const NAVIGATION: &str = "nav.xhtml";

/// A line of the contents: words, and where they lead.
#[derive(Debug)]
pub(super) struct Point {
    /// Its words; never empty.
    pub(super) label: String,
    /// File and fragment, from the folder of the text.
    pub(super) address: String,
    /// The language of the words.
    pub(super) language: Language,
    /// The lines below it.
    pub(super) children: Vec<Point>,
}

/// The contents: parts, chapters and headings, then the gathered notes.
pub(super) fn points(plan: &Plan<'_>, leaves: &[Leaf]) -> Vec<Point> {
    let mut points: Vec<Point> =
        plan.contents().into_iter().map(|entry| point(plan, entry)).collect();
    if let Some(first) = plan.gathered.first() {
        points.push(Point {
            label: plan.words.notes.to_owned(),
            address: first.name.clone(),
            language: plan.language.clone(),
            children: notes_points(plan),
        });
    }
    // The contents may not be empty (EPUB 3.3 §7.3), even where the book is.
    if let (true, Some(leaf)) = (points.is_empty(), leaves.last()) {
        let (label, address) = (leaf.title.clone(), leaf.name.clone());
        let language = plan.language.clone();
        points.push(Point { label, address, language, children: Vec::new() });
    }
    points
}

fn point(plan: &Plan<'_>, entry: ContentsEntry) -> Point {
    let children = entry.children.into_iter();
    Point {
        label: entry.title,
        address: plan.address(entry.target),
        language: language(plan, entry.target).clone(),
        children: children.map(|child| point(plan, child)).collect(),
    }
}

/// The language of a title: that of its chapter, or of the book.
fn language<'a>(plan: &'a Plan<'_>, target: ContentsTarget) -> &'a Language {
    match target {
        ContentsTarget::Part(_) => &plan.language,
        ContentsTarget::Chapter(chapter) | ContentsTarget::Heading(chapter, _) => {
            plan.chapter_language(chapter)
        }
    }
}

/// The groups of notes, in the file in which each begins.
fn notes_points(plan: &Plan<'_>) -> Vec<Point> {
    let groups = build_notes_contents(plan.publication.book, &plan.notes, plan.words);
    groups.into_iter().filter_map(|group| notes_point(plan, group)).collect()
}

/// A group of notes; a part of the book begins where its first chapter does.
fn notes_point(
    plan: &Plan<'_>,
    ContentsEntry { title, target, children }: ContentsEntry,
) -> Option<Point> {
    let first = match target {
        ContentsTarget::Part(_) => children.first()?.target,
        ContentsTarget::Chapter(_) | ContentsTarget::Heading(..) => target,
    };
    let ContentsTarget::Chapter(chapter) = first else { return None };
    let name = plan.notes_file(plan.notes.chapters[chapter].first()?.serial)?;
    let id = match target {
        ContentsTarget::Part(part) => part_group_id(name, part),
        ContentsTarget::Chapter(chapter) | ContentsTarget::Heading(chapter, _) => {
            group_id(name, chapter)
        }
    };
    let children = children.into_iter().filter_map(|child| notes_point(plan, child));
    Some(Point {
        label: title,
        address: format!("{name}#{id}"),
        language: language(plan, target).clone(),
        children: children.collect(),
    })
}

/// Whether the contents stand in the book as a page, as they do wherever there is more
/// than one place of the text to choose from.
pub(super) fn is_a_page(plan: &Plan<'_>, points: &[Point]) -> bool {
    let text = points.len() - usize::from(!plan.gathered.is_empty());
    text > 1 || points.iter().take(text).any(|point| !point.children.is_empty())
}

/// Writes the navigation document.
pub(super) fn navigation(
    renderer: &mut Renderer<'_>,
    leaves: &[Leaf],
    points: &[Point],
) -> String {
    let plan = renderer.plan;
    let words = plan.words;
    renderer.begin(NAVIGATION.to_owned());
    let markup = &mut renderer.markup;
    head(markup, &plan.language, words.contents, "stylesheet.css");
    markup.open_line(tag("body").with("epub:type", "frontmatter"));
    let contents = tag("nav").with("epub:type", "toc").with("id", "toc");
    let contents = contents.with("role", "doc-toc");
    markup.open_line(contents.with("aria-labelledby", "toc-title"));
    renderer.given_title(tag("h1").with("id", "toc-title"), 1, words.contents);
    let markup = &mut renderer.markup;
    list(markup, points, &plan.language);
    markup.close_line();

    // Neither may a list be empty (EPUB 3.3 §7.3), nor lead where nothing is.
    let is_page = is_a_page(plan, points);
    if is_page || leaves.iter().any(|leaf| leaf.landmark.is_some()) {
        let landmarks = tag("nav").with("epub:type", "landmarks");
        let landmarks = landmarks.with("aria-label", words.landmarks);
        markup.open_line(landmarks.with("hidden", "hidden"));
        markup.open_line(tag("ol"));
        for leaf in leaves {
            if let Some(landmark) = leaf.landmark {
                let address = format!("text/{}", leaf.name);
                link(markup, Some(semantics(landmark)), &address, &leaf.title);
            }
        }
        if is_page {
            link(markup, Some("toc"), &format!("{NAVIGATION}#toc"), words.contents);
        }
        markup.close_line();
        markup.close_line();
    }

    if !renderer.pages.is_empty() {
        let pages = tag("nav").with("epub:type", "page-list");
        let pages = pages.with("role", "doc-pagelist");
        let pages = pages.with("aria-label", words.source_pages);
        markup.open_line(pages.with("hidden", "hidden"));
        markup.open_line(tag("ol"));
        for page in &renderer.pages {
            link(markup, None, &format!("text/{}", page.address), &page.label);
        }
    }
    renderer.end()
}

/// What a landmark is called (EPUB 3 Structural Semantics Vocabulary).
fn semantics(landmark: Landmark) -> &'static str {
    match landmark {
        Landmark::Cover => "cover",
        Landmark::TitlePage => "titlepage",
        Landmark::Text => "bodymatter",
        Landmark::Notes => "endnotes",
    }
}

fn list(markup: &mut Markup, points: &[Point], around: &Language) {
    markup.open_line(tag("ol"));
    for point in points {
        markup.open(tag("li"));
        let anchor = tag("a").with("href", &format!("text/{}", point.address));
        markup.open(anchor.language_unless(&point.language, around));
        markup.words(&point.label);
        markup.close();
        if !point.children.is_empty() {
            list(markup, &point.children, around);
        }
        markup.close_line();
    }
    markup.close_line();
}

fn link(markup: &mut Markup, kind: Option<&str>, address: &str, label: &str) {
    markup.open(tag("li"));
    let anchor = tag("a").with("href", address);
    markup.open(match kind {
        Some(kind) => anchor.with("epub:type", kind),
        None => anchor,
    });
    markup.words(label);
    markup.close();
    markup.close_line();
}
