//! What the table of contents lists.

use serde::{Deserialize, Serialize};

use crate::book::block::Block;
use crate::book::inline::{Inline, InlineLeaf, leaves};
use crate::book::matter::notes::NumberedNotes;
use crate::book::matter::words::{EditionWords, fill_pattern};
use crate::book::{Book, Chapter, Division, Part};
use crate::text::numerals::numbering;

/// How many levels the contents have at most: chapters and two levels of headings, or
/// parts, chapters and one. Three is what readers' devices show (Kobo keeps no more).
pub const DEEPEST: u8 = 3;

/// How many of its first words a text without a title is called by: about a line of the
/// contents.
const INCIPIT_WORDS: usize = 6;

/// A line of the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentsEntry {
    /// Its words, without notes and page marks; never empty.
    pub title: String,
    /// What it leads to.
    pub target: ContentsTarget,
    /// The lines below it.
    pub children: Vec<ContentsEntry>,
}

/// What a line of the contents leads to. Counted from 0.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum ContentsTarget {
    /// A part, by its place among the parts.
    Part(usize),
    /// A chapter, by its place in [`Book::chapters`].
    Chapter(usize),
    /// A heading: its chapter, and its place among the headings that stand at the top
    /// level of that chapter's blocks.
    Heading(usize, usize),
}

/// The contents of a book, in reading order, without pages of their own such as a
/// dedication. What has no title is named in `words`.
#[must_use]
pub fn build_contents(book: &Book, words: &EditionWords) -> Vec<ContentsEntry> {
    build_entries(book, words, DEEPEST)
}

/// The same with headings of all levels, as the outline of a PDF has them: it folds.
#[must_use]
pub fn build_outline(book: &Book, words: &EditionWords) -> Vec<ContentsEntry> {
    build_entries(book, words, u8::MAX)
}

/// What a book is made of, down to a level.
fn build_entries(book: &Book, words: &EditionWords, deepest: u8) -> Vec<ContentsEntry> {
    let (mut part, mut chapter) = (0, 0);
    let mut entries = Vec::new();
    let mut named = |one: &Chapter, deepest: u8| {
        let target = ContentsTarget::Chapter(chapter);
        let title = label_chapter(one, chapter, words);
        let children = build_heading_entries(one, chapter, deepest);
        chapter += 1;
        ContentsEntry { title, target, children }
    };
    for division in &book.divisions {
        match division {
            Division::Chapter(one) => {
                let entry = named(one, deepest);
                entries.extend((!one.purpose.is_display()).then_some(entry));
            }
            Division::Part(whole) => {
                let chapters = whole.chapters.iter();
                let children = chapters.map(|one| named(one, deepest - 1)).collect();
                let title = label_part(whole, part, words);
                entries.push(ContentsEntry {
                    title,
                    target: ContentsTarget::Part(part),
                    children,
                });
                part += 1;
            }
        }
    }
    entries
}

/// The groups of notes that are gathered for the book, below their parts; none in a book
/// of one chapter. What they lead to is named by the text that they belong to.
#[must_use]
pub fn build_notes_contents(
    book: &Book,
    notes: &NumberedNotes<'_>,
    words: &EditionWords,
) -> Vec<ContentsEntry> {
    let mut entries = Vec::new();
    if notes.chapters.len() == 1 {
        return entries;
    }
    let (mut part, mut chapter) = (0, 0);
    let mut named = |one: &Chapter| {
        let has_notes = notes.chapters.get(chapter).is_some_and(|list| !list.is_empty());
        let target = ContentsTarget::Chapter(chapter);
        let title = has_notes.then(|| label_chapter(one, chapter, words));
        chapter += 1;
        title.map(|title| ContentsEntry { title, target, children: Vec::new() })
    };
    for division in &book.divisions {
        match division {
            Division::Chapter(one) => entries.extend(named(one)),
            Division::Part(whole) => {
                let children: Vec<ContentsEntry> =
                    whole.chapters.iter().filter_map(&mut named).collect();
                if !children.is_empty() {
                    let title = label_part(whole, part, words);
                    entries.push(ContentsEntry {
                        title,
                        target: ContentsTarget::Part(part),
                        children,
                    });
                }
                part += 1;
            }
        }
    }
    entries
}

/// What a chapter is called where its title cannot stand with its markup; `index` is its
/// place in the book. One without a title is called by its first words, as catalogues call
/// letters and poems.
#[must_use]
pub fn label_chapter(chapter: &Chapter, index: usize, words: &EditionWords) -> String {
    let title = plain(&chapter.title);
    if !title.is_empty() {
        return title;
    }
    let first = chapter.blocks.iter().find_map(quote_first_words);
    // A chapter may be nothing but a motto or a note on the source.
    let first = first.or_else(|| {
        chapter.blocks.iter().flat_map(blocks_about_text).find_map(quote_first_words)
    });
    first.unwrap_or_else(|| fill_pattern(words.chapter, &(index + 1).to_string()))
}

/// The first words of a block of the text itself; none where it stands about the text.
fn quote_first_words(block: &Block) -> Option<String> {
    let text = match block {
        Block::Paragraph(paragraph) | Block::Salutation(paragraph) => {
            plain(&paragraph.content)
        }
        Block::Verse(verse) => plain(verse.stanzas.first()?.lines.first()?),
        Block::Quotation(inner) | Block::Speech(inner) => {
            return inner.iter().find_map(quote_first_words);
        }
        _ => return None,
    };
    let mut words = text.split_whitespace();
    let first: Vec<&str> = words.by_ref().take(INCIPIT_WORDS).collect();
    let first = first.join(" ");
    let first = first.trim_end_matches([',', ';', ':', '.']);
    match (first.is_empty(), words.next()) {
        (true, _) => None,
        (false, None) => Some(first.to_owned()),
        (false, Some(_)) => Some(format!("{first}…")),
    }
}

/// What stands about the text in a block.
fn blocks_about_text(block: &Block) -> &[Block] {
    match block {
        Block::Epigraph(inner) | Block::SourceNote(inner) => inner,
        _ => &[],
    }
}

/// What a part is called where its title cannot stand with its markup.
#[must_use]
pub fn label_part(part: &Part, index: usize, words: &EditionWords) -> String {
    let title = plain(&part.title);
    if title.is_empty() {
        fill_pattern(words.part, &(index + 1).to_string())
    } else {
        title
    }
}

/// The headings of a chapter down to a level; the chapter itself is level 1. What stands
/// below a heading without words takes its place.
fn build_heading_entries(
    chapter: &Chapter,
    index: usize,
    deepest: u8,
) -> Vec<ContentsEntry> {
    let headings = chapter.blocks.iter().filter_map(|block| match block {
        Block::Heading(heading) => Some(heading),
        _ => None,
    });
    let mut entries: Vec<ContentsEntry> = Vec::new();
    // Levels on the way from the chapter to the last entry, which a lower heading joins.
    let mut path: Vec<u8> = Vec::new();
    for (place, heading) in headings.enumerate() {
        if heading.level > deepest {
            continue;
        }
        while path.last().is_some_and(|&level| level >= heading.level) {
            path.pop();
        }
        let title = plain(&heading.content);
        if title.is_empty() {
            continue;
        }
        let mut siblings = &mut entries;
        for _ in &path {
            let last = siblings.last_mut().expect("each level on the path has an entry");
            siblings = &mut last.children;
        }
        let target = ContentsTarget::Heading(index, place);
        siblings.push(ContentsEntry { title, target, children: Vec::new() });
        path.push(heading.level);
    }
    entries
}

/// The words of inlines, without notes and page marks; a line break becomes a space.
#[must_use]
pub fn plain(inlines: &[Inline]) -> String {
    let words = leaves(inlines).map(|leaf| match leaf {
        InlineLeaf::Text(words) | InlineLeaf::Code(words) => words,
        InlineLeaf::LineBreak => " ",
        InlineLeaf::Note(_) | InlineLeaf::PageMark(_) => "",
    });
    words.collect::<String>().trim().to_owned()
}

/// Whether a line of a title is a number and no more: `VII.`, `Chapter II`.
pub(crate) fn is_bare_number(line: &[Inline]) -> bool {
    numbering(&plain(line)).is_some_and(|number| number.rest == 0)
}

/// The number that stands on a line of its own above a title, and the title.
pub(crate) fn split_number_and_title(title: &[Inline]) -> Option<(&[Inline], &[Inline])> {
    let end = title.iter().position(|inline| *inline == Inline::LineBreak)?;
    let (number, title) = (&title[..end], &title[end + 1..]);
    (is_bare_number(number) && !plain(title).is_empty()).then_some((number, title))
}
