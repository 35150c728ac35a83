//! The files of the book: cover, title page, imprint, half title, parts, chapters, notes.

use super::cuts::LARGEST;
use super::markup::{Markup, Tag, tag};
use super::metadata::given;
use super::plan::{NotesLeaf, Plan, chapter_file, group_id, part_file, part_group_id};
use super::style;
use super::xhtml::{Outline, Renderer, labelled};
use crate::book::matter::contents::plain;
use crate::book::matter::front;
use crate::book::purpose::{BookMatter, Purpose};
use crate::book::{Chapter, Division, Part};
use crate::edition::cover::Cover;
use crate::fonts::FontStyle;
use crate::text::excerpt::truncate;
use crate::text::language::Language;

/// A file of the text.
#[derive(Debug)]
pub(super) struct Leaf {
    /// Name of the file.
    pub(super) name: String,
    /// What it is called in the guide and landmarks.
    pub(super) title: String,
    /// What it is.
    pub(super) kind: LeafKind,
    /// Its place among the landmarks, if it has one.
    pub(super) landmark: Option<Landmark>,
    /// The file.
    pub(super) xhtml: String,
}

/// Letters of a chapter's title that its later files say at most. They are called by it so
/// that a reader knows where he is; where a title is a page long, every file would say it.
const LONGEST_LABEL: usize = 200;

/// Name of the file of the cover.
pub(super) const COVER: &str = "cover.xhtml";

/// Path of a file of the text in the package.
pub(super) fn path(name: &str) -> String {
    format!("text/{name}")
}

/// What a file of the text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeafKind {
    /// The cover.
    Cover,
    /// The title page.
    TitlePage,
    /// The imprint.
    Imprint,
    /// The title once more, where the front matter ends.
    HalfTitle,
    /// A part's title.
    Part,
    /// A chapter, or another document of the book.
    Chapter(Purpose),
    /// What a chapter goes on with: more of its text, or its notes.
    Rest(Purpose),
    /// Gathered notes.
    Notes,
}

impl Leaf {
    /// Whether some readers would fail at it.
    pub(super) fn is_too_large(&self) -> bool {
        self.xhtml.len() > LARGEST
    }
}

impl LeafKind {
    /// Stands before the text.
    pub(super) fn is_front_matter(self) -> bool {
        self.matter() == BookMatter::Front
    }

    /// The division of the book that it belongs to.
    fn matter(self) -> BookMatter {
        match self {
            Self::Cover | Self::TitlePage | Self::Imprint | Self::HalfTitle => {
                BookMatter::Front
            }
            Self::Part => BookMatter::Body,
            Self::Chapter(purpose) | Self::Rest(purpose) => purpose.matter(),
            Self::Notes => BookMatter::Back,
        }
    }
}

/// The main places of a book, to which readers lead at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Landmark {
    /// The cover.
    Cover,
    /// The title page.
    TitlePage,
    /// Where the text begins.
    Text,
    /// Where the notes begin.
    Notes,
}

/// All files of the text, in reading order. That of the cover is empty until
/// [`cover_page`] writes it.
pub(super) fn leaves(renderer: &mut Renderer<'_>) -> Vec<Leaf> {
    let plan = renderer.plan;
    let mut leaves = Vec::new();
    leaves.extend(plan.cover_page().map(|_| Leaf {
        name: COVER.to_owned(),
        title: plan.words.cover.to_owned(),
        kind: LeafKind::Cover,
        landmark: Some(Landmark::Cover),
        xhtml: String::new(),
    }));
    leaves.extend(title_page(renderer));
    leaves.extend(imprint(renderer));
    let mut last = Vec::new();
    let (mut parts, mut chapters) = (0, 0);
    for division in &plan.publication.book.divisions {
        let in_division = match division {
            Division::Part(part) => {
                leaves.push(part_leaf(renderer, parts, part));
                parts += 1;
                part.chapters.as_slice()
            }
            Division::Chapter(chapter) => std::slice::from_ref(chapter),
        };
        for chapter in in_division {
            let files = chapter_leaves(renderer, chapters, chapter);
            // The colophon is the last page, behind the notes.
            let to = if chapter.purpose == Purpose::Colophon {
                &mut last
            } else {
                &mut leaves
            };
            to.extend(files);
            chapters += 1;
        }
    }
    for index in 0..plan.gathered.len() {
        leaves.push(notes_leaf(renderer, index));
    }
    // Its pages are the last of the list, too.
    renderer.pages.sort_by_key(|page| {
        last.iter().any(|leaf| page.address.split('#').next() == Some(&leaf.name))
    });
    leaves.append(&mut last);
    part_front_matter(renderer, &mut leaves);
    mark_first(&mut leaves, Landmark::TitlePage, |kind| kind == LeafKind::TitlePage);
    mark_first(&mut leaves, Landmark::Notes, |kind| kind == LeafKind::Notes);
    mark_first(&mut leaves, Landmark::Text, |kind| {
        matches!(kind, LeafKind::Part | LeafKind::Chapter(_)) && !kind.is_front_matter()
    });
    leaves
}

/// Puts the half title between front matter that is read, such as a foreword, and the text,
/// which begins with it once more.
fn part_front_matter(renderer: &mut Renderer<'_>, leaves: &mut Vec<Leaf>) {
    let is_text = |leaf: &Leaf| leaf.kind.matter() == BookMatter::Body;
    let Some(text) = leaves.iter().position(is_text) else { return };
    let is_read = |leaf: &Leaf| matches!(leaf.kind, LeafKind::Chapter(_));
    if leaves[..text].iter().any(is_read) {
        leaves.splice(text..text, half_title(renderer));
    }
}

/// Makes the first file of a kind a landmark.
fn mark_first(leaves: &mut [Leaf], landmark: Landmark, of: impl Fn(LeafKind) -> bool) {
    if let Some(leaf) = leaves.iter_mut().find(|leaf| of(leaf.kind)) {
        leaf.landmark = Some(landmark);
    }
}

/// Writes a file: what stands in `write` goes into its body.
fn leaf<'a>(
    renderer: &mut Renderer<'a>,
    (kind, name, title): (LeafKind, String, String),
    language: &Language,
    write: impl FnOnce(&mut Renderer<'a>),
) -> Leaf {
    renderer.begin(name.clone());
    head(&mut renderer.markup, language, &title, "../stylesheet.css");
    let matter = match kind.matter() {
        BookMatter::Front => "frontmatter",
        BookMatter::Body => "bodymatter",
        BookMatter::Back => "backmatter",
    };
    renderer.markup.open_line(tag("body").with("epub:type", matter));
    if renderer.plan.make.kobo_spans {
        renderer.markup.open_line(tag("div").with("id", "book-columns"));
        renderer.markup.open_line(tag("div").with("id", "book-inner"));
        renderer.markup.begin_spans();
    }
    write(renderer);
    Leaf { name, title, kind, landmark: None, xhtml: renderer.end() }
}

/// Opens a file and writes its head.
pub(super) fn head(markup: &mut Markup, language: &Language, title: &str, style: &str) {
    markup.prologue();
    markup.open_line(
        tag("html")
            .with("xmlns", "http://www.w3.org/1999/xhtml")
            .with("xmlns:epub", "http://www.idpf.org/2007/ops")
            .language(language),
    );
    markup.open_line(tag("head"));
    markup.line(tag("title"), title);
    let link = tag("link").with("rel", "stylesheet").with("type", "text/css");
    markup.void(&link.with("href", style));
    markup.words("\n");
    markup.close_line();
}

/// The file of the cover, whose image is a file of some name.
pub(super) fn cover_page(plan: &Plan<'_>, cover: &Cover, image: &str) -> String {
    let what = (LeafKind::Cover, String::new(), plan.words.cover.to_owned());
    let leaf = leaf(&mut Renderer::new(plan), what, &plan.language, |renderer| {
        let section = tag("section").class("cover").with("epub:type", "cover");
        renderer.markup.open_line(section.with("aria-label", plan.words.cover));
        let image = tag("img")
            .with("role", "doc-cover")
            .with("alt", cover.alternative())
            .with("src", &format!("../{image}"));
        renderer.markup.picture(&image);
        renderer.markup.words("\n");
    });
    leaf.xhtml
}

/// None for a book that says nothing of itself, unless nothing else would be there.
fn title_page(renderer: &mut Renderer<'_>) -> Option<Leaf> {
    let plan = renderer.plan;
    let metadata = &plan.publication.book.metadata;
    if !front::fills_a_title_page(metadata) && !plan.chapters.is_empty() {
        return None;
    }
    let words = plan.words;
    let name = "title-page.xhtml".to_owned();
    let what = (LeafKind::TitlePage, name, words.title_page.to_owned());
    Some(leaf(renderer, what, &plan.language, |renderer| {
        let section = tag("section").class("title-page").with("epub:type", "titlepage");
        let id = renderer.own_id("title");
        renderer.markup.open_line(section.with("aria-labelledby", &id));
        let names: Vec<&str> = metadata.authors.iter().map(|a| a.name.as_str()).collect();
        if !names.is_empty() {
            renderer.markup.line(tag("p").class("author"), &words.join_names(&names));
        }
        let face = style::face(plan.publication.design.front.letters);
        renderer.in_face(face, |renderer| {
            renderer.markup.line(tag("h1").with("id", &id), plan.title());
        });
        if let Some(subtitle) = &metadata.subtitle {
            renderer.markup.line(tag("p").class("subtitle"), subtitle);
        }
        renderer.markup.face = FontStyle::Italic;
        for line in front::list_credits(metadata, words) {
            renderer.markup.line(tag("p").class("credit"), &line);
        }
        renderer.markup.face = FontStyle::Roman;
        if let Some(publisher) = &metadata.publisher {
            renderer.markup.line(tag("p").class("publisher"), publisher);
        }
        let isbn = metadata.isbn_epub.as_deref();
        if let Some(date) = front::format_title_date(metadata, words, isbn) {
            renderer.markup.line(tag("p").class("date"), &date);
        }
    }))
}

/// None for a book of which there is nothing to state.
fn imprint(renderer: &mut Renderer<'_>) -> Option<Leaf> {
    let plan = renderer.plan;
    let metadata = &plan.publication.book.metadata;
    let isbn = metadata.isbn_epub.as_deref();
    let lines = front::list_imprint(metadata, plan.words, isbn);
    if lines.is_empty() {
        return None;
    }
    let title = plan.words.imprint;
    let what = (LeafKind::Imprint, "imprint.xhtml".to_owned(), title.to_owned());
    Some(leaf(renderer, what, &plan.language, |renderer| {
        let section = tag("section").class("imprint").with("epub:type", "imprint");
        renderer.markup.open_line(section.with("aria-label", title));
        for line in &lines {
            renderer.markup.line(tag("p"), line);
        }
    }))
}

/// None for a book without a title.
fn half_title(renderer: &mut Renderer<'_>) -> Option<Leaf> {
    let plan = renderer.plan;
    let title = given(plan.publication.book.metadata.title.as_ref())?;
    let what = (LeafKind::HalfTitle, "half-title.xhtml".to_owned(), title.to_owned());
    Some(leaf(renderer, what, &plan.language, |renderer| {
        let section = tag("section").class("half-title");
        let id = renderer.own_id("title");
        let section = section.with("epub:type", "halftitlepage");
        renderer.markup.open_line(section.with("aria-labelledby", &id));
        let face = style::face(plan.publication.design.front.half_title);
        renderer.in_face(face, |renderer| {
            renderer.markup.line(tag("p").with("id", &id), title);
        });
    }))
}

fn part_leaf<'a>(renderer: &mut Renderer<'a>, index: usize, part: &'a Part) -> Leaf {
    let plan = renderer.plan;
    let label = plan.part_label(index);
    let what = (LeafKind::Part, part_file(index), label.clone());
    leaf(renderer, what, &plan.language, |renderer| {
        renderer.speak(&plan.language);
        let section = tag("section").class("part").with("epub:type", "part");
        let section = section.with("role", "doc-part");
        let id = renderer.own_id("title");
        if plain(&part.title).is_empty() {
            renderer.markup.open_line(section.with("aria-labelledby", &id));
            renderer.given_title(tag("h1").with("id", &id), 1, &label);
            renderer.marks_alone(&part.title);
        } else {
            renderer.markup.open_line(labelled(section, &id, &part.title));
            renderer.main_title(&id, &part.title);
        }
    })
}

/// The files of a chapter.
fn chapter_leaves<'a>(
    renderer: &mut Renderer<'a>,
    index: usize,
    chapter: &'a Chapter,
) -> Vec<Leaf> {
    let files = renderer.plan.files(index);
    let mut outline = Outline::default();
    let mut leaves = Vec::new();
    for file in 0..files.text.len() {
        leaves.push(chapter_leaf(renderer, (index, file), chapter, &mut outline));
    }
    for file in 0..files.notes.len() {
        leaves.push(chapter_notes_leaf(renderer, (index, file), chapter.purpose));
    }
    leaves
}

/// A file of a chapter.
fn chapter_leaf<'a>(
    renderer: &mut Renderer<'a>,
    (index, file): (usize, usize),
    chapter: &'a Chapter,
    outline: &mut Outline,
) -> Leaf {
    let plan = renderer.plan;
    let (purpose, files) = (chapter.purpose, plan.files(index));
    let name = chapter_file(index, file);
    let label = plan.chapter_label(index);
    let what = match file {
        0 => (LeafKind::Chapter(purpose), name, label.clone()),
        _ => (LeafKind::Rest(purpose), name, continued(&label, file)),
    };
    let language = plan.chapter_language(index);
    let made = leaf(renderer, what, language, |renderer| {
        renderer.speak(language);
        if file == 0 {
            renderer.markup.origin = chapter.origin.0;
            chapter_head(renderer, chapter, &label);
            let weights = renderer.weights.chapters.entry(index).or_default();
            weights.head = renderer.markup.len();
            if !purpose.is_display() {
                renderer.open_text();
            }
        } else {
            // One chapter is told of as one: only its first file says that it is one.
            let section = tag("section").class("chapter");
            let label = continued(&label, file);
            renderer.markup.open_line(section.with("aria-label", &label));
        }
        renderer.sections(index, &chapter.blocks[files.text[file].clone()], outline);
        let notes = &plan.notes.chapters[index];
        let are_here = plan.gathered.is_empty() && files.notes.is_empty();
        if are_here && !notes.is_empty() {
            open_notes(renderer, 0, ("h2", 2, "notes"));
            renderer.notes(&notes_list(), notes);
            renderer.markup.close_line();
        }
    });
    let weights = renderer.weights.chapters.entry(index).or_default();
    weights.whole += made.xhtml.len();
    made
}

/// Opens the section of a chapter, and writes all that stands above its text.
fn chapter_head<'a>(renderer: &mut Renderer<'a>, chapter: &'a Chapter, label: &str) {
    let purpose = chapter.purpose;
    let name = purpose.name();
    let page = format!("{name}-page");
    let class = if purpose.is_display() { page.as_str() } else { "chapter" };
    let section = tag("section").class(class).with("epub:type", name);
    let section = section.with("role", &format!("doc-{name}"));
    let id = renderer.own_id("title");
    if plain(&chapter.title).is_empty() {
        renderer.markup.open_line(section.with("aria-label", label));
        renderer.untitled();
        renderer.marks_alone(&chapter.title);
    } else {
        renderer.markup.open_line(labelled(section, &id, &chapter.title));
        renderer.main_title(&id, &chapter.title);
    }
    byline(renderer, chapter);
}

/// What a later file of something is called, by its place from 0.
fn continued(label: &str, file: usize) -> String {
    format!("{} ({})", truncate(label, LONGEST_LABEL), file + 1)
}

/// A file of the notes to one chapter.
fn chapter_notes_leaf(
    renderer: &mut Renderer<'_>,
    (index, file): (usize, usize),
    purpose: Purpose,
) -> Leaf {
    let plan = renderer.plan;
    let NotesLeaf { name, groups } = &plan.files(index).notes[file];
    let language = plan.chapter_language(index);
    renderer.speak(language);
    let title = renderer.words.notes;
    let label = truncate(&plan.chapter_label(index), LONGEST_LABEL);
    let label = format!("{title}: {label}");
    let what = (LeafKind::Rest(purpose), name.clone(), label);
    leaf(renderer, what, language, |renderer| {
        open_notes(renderer, file, ("h2", 2, "title"));
        for (chapter, places) in groups {
            let notes = &plan.notes.chapters[*chapter][places.clone()];
            renderer.notes(&notes_list(), notes);
        }
    })
}

/// Opens a section of notes; in the first of their files it has a heading, of a level and
/// with an id of its own.
fn open_notes(
    renderer: &mut Renderer<'_>,
    file: usize,
    (heading, level, id): (&'static str, u8, &str),
) {
    let title = renderer.words.notes;
    if file == 0 {
        let id = renderer.own_id(id);
        renderer.markup.open_line(notes_section().with("aria-labelledby", &id));
        renderer.given_title(tag(heading).with("id", &id), level, title);
    } else {
        let label = continued(title, file);
        renderer.markup.open_line(notes_section().with("aria-label", &label));
    }
}

/// The subtitle of a chapter; who wrote it and when, where the book as a whole does not say
/// it.
fn byline(renderer: &mut Renderer<'_>, chapter: &Chapter) {
    let words = renderer.words;
    if let Some(subtitle) = &chapter.subtitle {
        let line = tag("p").class("subtitle").with("role", "doc-subtitle");
        renderer.markup.line(line, subtitle);
    }
    let names: Vec<&str> = chapter.authors.iter().map(|a| a.name.as_str()).collect();
    if !names.is_empty() {
        renderer.markup.line(tag("p").class("byline"), &words.join_names(&names));
    }
    if let Some(date) = chapter.date {
        renderer.markup.open(tag("p").class("chapter-date"));
        renderer.markup.open(tag("time").with("datetime", &date.to_string()));
        renderer.markup.words(&words.format_date(date));
        renderer.markup.close();
        renderer.markup.close_line();
    }
}

fn notes_leaf(renderer: &mut Renderer<'_>, index: usize) -> Leaf {
    let plan = renderer.plan;
    let planned = &plan.gathered[index];
    let title = plan.words.notes;
    let what = (LeafKind::Notes, planned.name.clone(), title.to_owned());
    leaf(renderer, what, &plan.language, |renderer| {
        renderer.speak(&plan.language);
        open_notes(renderer, index, ("h1", 1, "title"));
        let mut part = None;
        for (chapter, places) in &planned.groups {
            notes_group_title(renderer, *chapter, &mut part);
            let language = plan.chapter_language(*chapter);
            let list = notes_list().language_unless(language, &plan.language);
            renderer.speak(language);
            renderer.notes(&list, &plan.notes.chapters[*chapter][places.clone()]);
        }
    })
}

/// The title of a chapter over its notes, below that of its part where a part begins. A
/// book of one chapter needs neither.
fn notes_group_title(
    renderer: &mut Renderer<'_>,
    chapter: usize,
    part: &mut Option<usize>,
) {
    let plan = renderer.plan;
    if plan.chapters.len() == 1 {
        return;
    }
    let mut level = 2;
    if let Some(index) = plan.part_of[chapter] {
        if *part != Some(index) {
            let heading = tag("h2").with("id", &part_group_id(&renderer.file, index));
            renderer.given_title(heading, 2, &plan.part_label(index));
            *part = Some(index);
        }
        level = 3;
    }
    let name = if level == 2 { "h2" } else { "h3" };
    let heading = tag(name).with("id", &group_id(&renderer.file, chapter));
    let language = plan.chapter_language(chapter);
    let heading = heading.language_unless(language, &plan.language);
    let title = &plan.chapters[chapter].title;
    if plain(title).is_empty() {
        renderer.given_title(heading, level, &plan.chapter_label(chapter));
    } else {
        renderer.title_again(heading, level, title);
    }
}

fn notes_section() -> Tag {
    tag("section")
        .class("notes")
        .with("epub:type", "endnotes footnotes")
        .with("role", "doc-endnotes")
}

fn notes_list() -> Tag {
    tag("ol").class("notes")
}
