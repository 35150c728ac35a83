//! The table of contents.

use serde::{Deserialize, Serialize};

use crate::book::block::Block;
use crate::book::inline::{Inline, InlineLeaf, leaves};
use crate::book::matter::notes::NumberedNotes;
use crate::book::matter::titles::{follows_number, name_number, write_title};
use crate::book::matter::words::{EditionWords, fill_pattern};
use crate::book::purpose::Purpose;
use crate::book::{Book, Chapter, Division, Part};
use crate::text::numerals::numbering;

/// How many of its first words name a text without a title: about an entry of the contents.
const INCIPIT_WORDS: usize = 6;

/// An entry of the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentsEntry {
    /// Its words, without notes and page marks; never empty.
    pub title: String,
    /// What it links to.
    pub target: ContentsTarget,
    /// The lines below it.
    pub children: Vec<ContentsEntry>,
}

/// The target of an entry of the contents. Indices begin at 0.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum ContentsTarget {
    /// A part, by its index among the parts.
    Part(usize),
    /// A chapter, by its index in [`Book::chapters`].
    Chapter(usize),
    /// A heading: the index of its chapter, and its index among the top-level headings of
    /// that chapter.
    Heading(usize, usize),
}

/// Builds the contents of a book down to a level, in reading order, without display pages
/// such as a dedication. Parts are the first level; where a chapter is in no part, it is.
/// Untitled chapters and parts get a name from `words`.
#[must_use]
pub fn build_contents(
    book: &Book,
    words: &EditionWords,
    deepest: u8,
) -> Vec<ContentsEntry> {
    let (mut part, mut chapter) = (0, 0);
    let mut entries = Vec::new();
    let mut build_chapter_entry = |one: &Chapter, deepest: u8| {
        let target = ContentsTarget::Chapter(chapter);
        let title = label_chapter(one, chapter, words);
        let children = build_heading_entries(one, chapter, deepest);
        chapter += 1;
        ContentsEntry { title, target, children }
    };
    for division in &book.divisions {
        match division {
            Division::Chapter(one) => {
                let entry = build_chapter_entry(one, deepest);
                entries.extend((!one.purpose.is_display()).then_some(entry));
            }
            Division::Part(whole) => {
                let below = deepest.saturating_sub(1);
                let chapters = whole.chapters.iter();
                let children: Vec<_> =
                    chapters.map(|one| build_chapter_entry(one, below)).collect();
                let children = if below > 0 { children } else { Vec::new() };
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

/// Builds the list of groups of gathered notes, below their parts; empty for a book of one
/// chapter. Each group has the title and the target of the text that its notes belong to.
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
    let mut build_chapter_entry = |one: &Chapter| {
        let has_notes = notes.chapters.get(chapter).is_some_and(|list| !list.is_empty());
        let target = ContentsTarget::Chapter(chapter);
        let title = has_notes.then(|| label_chapter(one, chapter, words));
        chapter += 1;
        title.map(|title| ContentsEntry { title, target, children: Vec::new() })
    };
    for division in &book.divisions {
        match division {
            Division::Chapter(one) => entries.extend(build_chapter_entry(one)),
            Division::Part(whole) => {
                let children: Vec<ContentsEntry> =
                    whole.chapters.iter().filter_map(&mut build_chapter_entry).collect();
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

/// The name of a chapter where its title cannot be shown with its markup; `index` is its
/// index in the book. A chapter without a title is named by its first words, as catalogues
/// name letters and poems, and a page of its own by what it is.
#[must_use]
pub fn label_chapter(chapter: &Chapter, index: usize, words: &EditionWords) -> String {
    let title = write_title(&chapter.title);
    if !title.is_empty() {
        return name_number(&title, words.chapter);
    }
    let of_page = match chapter.purpose {
        Purpose::Copyright => Some(words.imprint),
        Purpose::Dedication => Some(words.dedication),
        Purpose::Epigraph => Some(words.motto),
        Purpose::Colophon => Some(words.colophon),
        _ => None,
    };
    if let Some(name) = of_page {
        return name.to_owned();
    }
    let first = chapter.blocks.iter().find_map(quote_first_words);
    // A chapter may consist of a motto or a source note alone.
    let first = first.or_else(|| {
        chapter.blocks.iter().flat_map(blocks_about_text).find_map(quote_first_words)
    });
    first.unwrap_or_else(|| fill_pattern(words.chapter, &(index + 1).to_string()))
}

/// The first words of a block; `None` for blocks that are about the text, not part of it.
fn quote_first_words(block: &Block) -> Option<String> {
    let text = match block {
        Block::Paragraph(paragraph) | Block::Salutation(paragraph) => {
            write_plain_text(&paragraph.content)
        }
        Block::Verse(verse) => write_plain_text(verse.stanzas.first()?.lines.first()?),
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

/// The content of a block that is about the text.
fn blocks_about_text(block: &Block) -> &[Block] {
    match block {
        Block::Epigraph(inner) | Block::SourceNote(inner) => inner,
        _ => &[],
    }
}

/// The name of a part where its title cannot be shown with its markup.
#[must_use]
pub fn label_part(part: &Part, index: usize, words: &EditionWords) -> String {
    let title = write_title(&part.title);
    if title.is_empty() {
        fill_pattern(words.part, &(index + 1).to_string())
    } else {
        name_number(&title, words.part)
    }
}

/// Builds the entries of the headings of a chapter down to a level; the chapter itself is
/// level 1. Headings below one without text take its place.
fn build_heading_entries(
    chapter: &Chapter,
    index: usize,
    deepest: u8,
) -> Vec<ContentsEntry> {
    let blocks = chapter.blocks.as_slice();
    let headings = blocks.iter().enumerate().filter_map(|(at, block)| match block {
        Block::Heading(heading) => Some((at, heading)),
        _ => None,
    });
    let mut entries: Vec<ContentsEntry> = Vec::new();
    // The levels from the chapter to the last entry, under which a lower heading goes.
    let mut path: Vec<u8> = Vec::new();
    for (place, (at, heading)) in headings.enumerate() {
        // The words of a title whose number is the heading before are in its entry.
        if heading.level > deepest || follows_number(&blocks[..at], heading) {
            continue;
        }
        while path.last().is_some_and(|&level| level >= heading.level) {
            path.pop();
        }
        let mut title = write_title(&heading.content);
        if title.is_empty() {
            continue;
        }
        if let Some(Block::Heading(words)) = blocks.get(at + 1)
            && follows_number(&blocks[..=at], words)
        {
            title = format!("{title}. {}", write_title(&words.content));
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

/// The plain text of inlines, without notes and page marks; a line break becomes a space.
#[must_use]
pub fn write_plain_text(inlines: &[Inline]) -> String {
    let words = leaves(inlines).map(|leaf| match leaf {
        InlineLeaf::Text(words) | InlineLeaf::Code(words) => words,
        InlineLeaf::Formula(formula) => &formula.tex,
        InlineLeaf::Picture(figure) => figure.words(),
        InlineLeaf::LineBreak => " ",
        InlineLeaf::Note(_)
        | InlineLeaf::PageMark(_)
        | InlineLeaf::Anchor(_)
        | InlineLeaf::IndexMark(_) => "",
    });
    words.collect::<String>().trim().to_owned()
}

/// Whether a line of a title is only a number: `VII.`, `Chapter II`.
pub(crate) fn is_bare_number(line: &[Inline]) -> bool {
    numbering(&write_plain_text(line)).is_some_and(|number| number.rest == 0)
}

/// Splits a title into the number on its first line and the rest.
pub(crate) fn split_number_and_title(title: &[Inline]) -> Option<(&[Inline], &[Inline])> {
    let end = title.iter().position(|inline| *inline == Inline::LineBreak)?;
    let (number, title) = (&title[..end], &title[end + 1..]);
    (is_bare_number(number) && !write_plain_text(title).is_empty())
        .then_some((number, title))
}
