//! Assembles documents into a book.
//!
//! # A single document
//!
//! The metadata of the book are those of the document; what is given besides (in a
//! `book.toml`, on the command line) takes precedence.
//!
//! 1. A heading at the beginning that repeats the title is the title and not a chapter. If
//!    nothing else gives a title, the only heading of level 1 does, provided that it is at
//!    the beginning. One a little further down gives its words, and begins a chapter.
//! 2. Every other heading of level 1 begins a chapter. A heading that is only a number
//!    (`Capítulo II`) and the heading directly below it are one.
//! 3. If there are none of level 1, the highest headings begin chapters, provided that
//!    there are several and that the text below them is as long as chapters are
//!    (`CHAPTER_WORDS`): some people keep `#` for the title.
//! 4. A chapter heading directly above two or more lower headings is the title of a part if
//!    there is a chapter's length of text under each of them, and its words do not say that
//!    it is a chapter (`Chapter II`). It is one in any case if its words say so, and those
//!    below say that they are chapters. These may be headings of its own level, or stand
//!    below one such as `Preface`, which ends where the first of them begins.
//! 5. Text before the first chapter is a chapter without a title: a motto or a dedication
//!    has a page of its own, and the order never changes.
//! 6. Without chapters, the whole text is one chapter with the title of the document, so
//!    that the contents lists what a reader looks for.
//! 7. A title of the document that is not that of the book is placed above the text.
//!
//! # Several documents
//!
//! Every document is one chapter. Its title is the one given to it, else the one in its
//! metadata, else its only heading of level 1 if that is at its beginning; a subtitle is
//! placed below it. The author, date and language in its metadata belong to the chapter if
//! they differ from those of the book. A date that a dateline gives is not repeated.
//!
//! Pages of their own (a dedication, a motto, the colophon) do not count: if only one other
//! document remains, it is a single document.
//!
//! In both cases the headings inside a chapter begin at level 2 without gaps, and note
//! numbers begin from 1 again in the first chapter of every document. At the end every note
//! gets an id of its own ([`Book::with_note_ids`]).

use std::mem::take;

use super::block::{Block, Heading};
use super::divisions::{build_chapter, divide_text, find_chapter_level};
use super::inline::{Inline, into_leaves};
use super::matter::contents::{is_bare_number, write_plain_text};
use super::matter::source_notes::raise_source_notes;
use super::metadata::{Date, LINE_END, Metadata};
use super::purpose::Purpose;
use super::{Book, Chapter, Division, Document, Part, codes};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::text::dates;
use crate::text::letters::is_blank;
use crate::text::spelling::is_reading_of;

/// The most blocks before a title.
const BEFORE_TITLE: usize = 3;

/// A part of what a book is assembled from, in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::large_enum_variant,
    reason = "a book has few; documents are moved, not kept"
)]
pub enum AssemblyItem {
    /// A document outside any part.
    Document(AssemblyDocument),
    /// Documents under a common title.
    Part {
        /// The title.
        title: String,
        /// The documents in reading order.
        documents: Vec<AssemblyDocument>,
    },
}

/// A document to be assembled into a book.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AssemblyDocument {
    /// The document.
    pub document: Document,
    /// The title of its chapter, if it replaces the document's own.
    pub title: Option<String>,
    /// The purpose of the chapter.
    pub purpose: Purpose,
}

impl AssemblyItem {
    fn documents_mut(&mut self) -> &mut [AssemblyDocument] {
        match self {
            Self::Document(document) => std::slice::from_mut(document),
            Self::Part { documents, .. } => documents,
        }
    }
}

impl From<Document> for AssemblyItem {
    /// A document outside any part, with no title or purpose given.
    fn from(document: Document) -> Self {
        Self::Document(AssemblyDocument { document, ..AssemblyDocument::default() })
    }
}

/// Assembles a book. `explicit` is metadata given besides the documents; it takes
/// precedence.
#[must_use]
pub fn assemble(mut placed: Vec<AssemblyItem>, explicit: Metadata) -> Warned<Book> {
    let mut diagnostics = Vec::new();
    for one in placed.iter_mut().flat_map(AssemblyItem::documents_mut) {
        raise_source_notes(&mut one.document.blocks);
    }
    let before = placed.iter().take_while(|one| is_display(one)).count();
    let after = placed.iter().skip(before).position(is_display);
    let after = after.map_or(placed.len(), |place| before + place);
    let book = match &mut placed[before..after] {
        [AssemblyItem::Document(AssemblyDocument { document, title: None, .. })] => {
            let mut book = assemble_single(take(document), explicit);
            let last = placed.split_off(after);
            placed.truncate(before);
            let mut pages = |placed| {
                assemble_several(placed, book.metadata.clone(), &mut diagnostics)
                    .divisions
            };
            let (first, last) = (pages(placed), pages(last));
            book.divisions.splice(0..0, first);
            book.divisions.extend(last);
            book
        }
        _ => assemble_several(placed, explicit, &mut diagnostics),
    };
    if book.metadata.title.is_none() {
        let message = "the book has no title";
        let found =
            Diagnostic::new(codes::BOOK_WITHOUT_TITLE, Severity::Warning, message);
        diagnostics.push(
            found.hint(
                "give it one: in its metadata block, in a book.toml, or with --title",
            ),
        );
    }
    Warned { value: book.with_note_ids(), diagnostics }
}

/// Whether this is a page of its own, before or after the text.
fn is_display(placed: &AssemblyItem) -> bool {
    matches!(placed, AssemblyItem::Document(one) if one.purpose.is_display())
}

/// Assembles a book from a single document.
fn assemble_single(document: Document, explicit: Metadata) -> Book {
    let Document { metadata, mut blocks } = document;
    let own = find_own_title(&metadata, &explicit, &blocks);
    let mut metadata = explicit.or(metadata);
    let heading = take_title(&mut blocks, &metadata).or(own);
    if metadata.title.is_none() {
        let titled = heading.as_ref().or_else(|| find_later_title(&blocks));
        metadata.title = titled
            .map(|heading| write_plain_text(&heading.content))
            .filter(|t| !is_blank(t));
    }
    let mut divisions = if let Some(level) = find_chapter_level(&blocks) {
        divide_text(blocks, level, heading, &metadata)
    } else {
        let title = heading.unwrap_or_else(|| Heading {
            content: metadata.title.iter().cloned().map(Inline::Text).collect(),
            ..Heading::default()
        });
        vec![Division::Chapter(build_chapter(title, blocks))]
    };
    let first = divisions.first_mut().and_then(|division| match division {
        Division::Part(part) => part.chapters.first_mut(),
        Division::Chapter(chapter) => Some(chapter),
    });
    if let Some(first) = first {
        first.restarts_notes = true;
    }
    Book { metadata, divisions, ..Book::default() }
}

/// The title in the metadata of a document, if the book has another and the text does not
/// begin with it.
fn find_own_title(own: &Metadata, book: &Metadata, blocks: &[Block]) -> Option<Heading> {
    let title = own.title.as_ref().filter(|_| book.title.is_some())?;
    let is_same = |other: &str| fold_title(other) == fold_title(title);
    let begins_text = match blocks.first() {
        Some(Block::Heading(heading)) => is_same(&write_plain_text(&heading.content)),
        _ => false,
    };
    let is_shown = begins_text || book.title.as_deref().is_some_and(is_same);
    let content = vec![Inline::Text(title.clone())];
    (!is_shown).then(|| Heading { content, ..Heading::default() })
}

/// Takes the title of a document from the heading at its beginning.
fn take_title(blocks: &mut Vec<Block>, metadata: &Metadata) -> Option<Heading> {
    let Some(Block::Heading(heading)) = blocks.first() else { return None };
    let is_title = match &metadata.title {
        Some(title) => {
            let said = fold_title(&write_plain_text(&heading.content));
            let subtitle = metadata.subtitle.as_deref().unwrap_or_default();
            said == fold_title(title) || said == fold_title(&format!("{title}{subtitle}"))
        }
        None => {
            heading.level == 1
                && iter_headings(blocks).filter(|h| h.level == 1).count() == 1
        }
    };
    if !is_title {
        return None;
    }
    match blocks.remove(0) {
        Block::Heading(heading) => Some(heading),
        _ => None,
    }
}

/// The only heading of level 1, if little text precedes it: a line about the draft, a motto.
/// It names the book, and remains the heading of its chapter.
pub(crate) fn find_later_title(blocks: &[Block]) -> Option<&Heading> {
    let mut highest = iter_headings(blocks).filter(|heading| heading.level == 1);
    let only = highest.next().filter(|_| highest.next().is_none())?;
    let is_near = blocks[..blocks.len().min(BEFORE_TITLE + 1)]
        .iter()
        .any(|block| matches!(block, Block::Heading(heading) if heading == only));
    (is_near && !is_bare_number(&only.content)).then_some(only)
}

/// The letters and digits of a title in lower case, for comparing titles.
pub(in crate::book) fn fold_title(title: &str) -> String {
    title.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Iterates over the headings at the top level of some blocks.
pub(super) fn iter_headings(blocks: &[Block]) -> impl Iterator<Item = &Heading> {
    blocks.iter().filter_map(|block| match block {
        Block::Heading(heading) => Some(heading),
        _ => None,
    })
}

/// Assembles a book from several documents, or from one with another title than its own.
fn assemble_several(
    placed: Vec<AssemblyItem>,
    mut metadata: Metadata,
    diagnostics: &mut Vec<Diagnostic>,
) -> Book {
    if metadata.language.is_none() {
        metadata.language = placed.iter().find_map(|one| match one {
            AssemblyItem::Document(one) => one.document.metadata.language.clone(),
            AssemblyItem::Part { documents, .. } => {
                documents.iter().find_map(|one| one.document.metadata.language.clone())
            }
        });
    }
    let mut contribute = |one| assemble_chapter(one, &metadata, diagnostics);
    let divisions = placed
        .into_iter()
        .map(|one| match one {
            AssemblyItem::Document(one) => Division::Chapter(contribute(one)),
            AssemblyItem::Part { title, documents } => Division::Part(Part {
                title: read_title(title.split(LINE_END)).unwrap_or_default(),
                chapters: documents.into_iter().map(&mut contribute).collect(),
            }),
        })
        .collect();
    Book { metadata, divisions, ..Book::default() }
}

/// Turns a document into a chapter.
fn assemble_chapter(
    contribution: AssemblyDocument,
    book: &Metadata,
    diagnostics: &mut Vec<Diagnostic>,
) -> Chapter {
    let AssemblyDocument { document, title, purpose } = contribution;
    let Document { mut metadata, mut blocks } = document;
    let misread = correct_authors(&mut metadata, book);
    let unused_keys = list_unused_keys(&metadata, book);
    let own = take_title(&mut blocks, &metadata).or_else(|| {
        title.as_ref().and_then(|_| take_title(&mut blocks, &Metadata::default()))
    });
    let given = title.map_or_else(
        || read_title(metadata.lines_of_title()),
        |title| read_title(title.split(LINE_END)),
    );
    let heading = match (given, own) {
        (Some(given), Some(own))
            if fold_title(&write_plain_text(&own.content))
                != fold_title(&write_plain_text(&given)) =>
        {
            let mut content = take_page_marks(own.content.clone());
            content.extend(given);
            content.extend(take_notes(own.content));
            Heading { content, ..own }
        }
        (_, Some(own)) => own,
        (Some(content), None) => Heading { content, ..Heading::default() },
        (None, None) => Heading::default(),
    };
    let mut chapter = build_chapter(heading, blocks);
    let ends_title = |subtitle: &String| {
        fold_title(&write_plain_text(&chapter.title)).ends_with(&fold_title(subtitle))
    };
    chapter.subtitle = metadata.subtitle.filter(|subtitle| !ends_title(subtitle));
    let mut warn = |code, message: String, remedy: &str| {
        let found = Diagnostic::new(code, Severity::Warning, message);
        diagnostics.push(found.hint(remedy).at(chapter.origin));
    };
    if chapter.title.is_empty() && !purpose.is_display() {
        let message = "a chapter without a title".to_owned();
        let remedy = "give it one in the chapters of the book.toml: { file = \"…\", title = \
                      \"…\" }";
        warn(codes::CHAPTER_WITHOUT_TITLE, message, remedy);
    }
    if !unused_keys.is_empty() {
        let message = format!(
            "the book does not show the metadata of this document under {}",
            unused_keys.join(", ")
        );
        let remedy = "put it into the book.toml or into the text";
        warn(codes::METADATA_NOT_SHOWN, message, remedy);
    }
    for (name, right) in misread {
        let message = format!(
            "'{name}' is taken for a misreading of {right}, an author of the book"
        );
        let remedy = "name both in the book.toml if they are two people";
        warn(codes::AUTHOR_MISREAD, message, remedy);
    }
    let in_dateline =
        |date: &Date| chapter.blocks.iter().filter_map(find_date).any(|on| on == *date);
    Chapter {
        short: metadata.short,
        authors: if metadata.authors == book.authors { vec![] } else { metadata.authors },
        date: metadata.date.filter(|date| book.date != Some(*date) && !in_dateline(date)),
        language: metadata.language.filter(|own| book.language.as_ref() != Some(own)),
        restarts_notes: true,
        purpose,
        ..chapter
    }
}

/// A title of some lines; `None` without any.
fn read_title<'t>(lines: impl IntoIterator<Item = &'t str>) -> Option<Vec<Inline>> {
    let mut content = Vec::new();
    for line in lines {
        if !content.is_empty() {
            content.push(Inline::LineBreak);
        }
        content.push(Inline::Text(line.to_owned()));
    }
    (!content.is_empty()).then_some(content)
}

/// Replaces names of authors that are misreadings of an author of the book, and returns
/// each pair.
fn correct_authors(document: &mut Metadata, book: &Metadata) -> Vec<(String, String)> {
    let known = |name: &str| book.authors.iter().any(|author| author.name == name);
    let mut misread = Vec::new();
    for author in &mut document.authors {
        if known(&author.name) {
            continue;
        }
        let right =
            book.authors.iter().find(|one| is_reading_of(&one.name, &author.name));
        if let Some(right) = right {
            let name = std::mem::replace(author, right.clone()).name;
            misread.push((name, right.name.clone()));
        }
    }
    misread
}

/// The metadata keys of a document that a chapter cannot show and whose values differ from
/// those of the book.
fn list_unused_keys(document: &Metadata, book: &Metadata) -> Vec<&'static str> {
    let mut keys = Vec::new();
    if document.contributors.iter().any(|one| !book.contributors.contains(one)) {
        keys.push("contributors");
    }
    for (key, own, of_book) in [
        ("original-title", &document.original_title, &book.original_title),
        ("publisher", &document.publisher, &book.publisher),
        ("place", &document.place, &book.place),
        ("edition", &document.edition, &book.edition),
        ("deposit", &document.deposit, &book.deposit),
        ("description", &document.description, &book.description),
        ("rights", &document.rights, &book.rights),
        ("source", &document.source, &book.source),
    ] {
        if own.is_some() && own != of_book {
            keys.push(key);
        }
    }
    if document.series.is_some() && document.series != book.series {
        keys.push("series");
    }
    keys
}

/// The date in a dateline; it need not be repeated above the chapter.
fn find_date(block: &Block) -> Option<Date> {
    let Block::Dateline(line) = block else { return None };
    dates::find_date(&write_plain_text(&line.content)).map(|(written, _)| written.into())
}

/// Takes the notes from a line.
fn take_notes(content: Vec<Inline>) -> Vec<Inline> {
    into_leaves(content, |leaf| matches!(leaf, Inline::Note(_)))
}

/// Takes the page marks from a line.
pub(super) fn take_page_marks(content: Vec<Inline>) -> Vec<Inline> {
    into_leaves(content, Inline::is_place)
}
