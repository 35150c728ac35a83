//! What the table of contents lists.

use crate::book::block::Block;
use crate::book::inline::Inline;
use crate::book::{Book, Chapter, Division};

/// How many levels the contents have at most: chapters and two levels of headings, or
/// parts, chapters and one. Three is what readers' devices show (Kobo keeps no more).
pub const DEEPEST: u8 = 3;

/// A line of the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its words, without notes and page marks; may be empty for an untitled chapter.
    pub title: String,
    /// What it leads to.
    pub target: Target,
    /// The lines below it.
    pub children: Vec<Entry>,
}

/// What a line of the contents leads to. Counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A part, by its place among the parts.
    Part(usize),
    /// A chapter, by its place in [`Book::chapters`].
    Chapter(usize),
    /// A heading: its chapter, and its place among the headings that stand at the top
    /// level of that chapter's blocks.
    Heading(usize, usize),
}

/// The contents of a book, in reading order.
#[must_use]
pub fn contents(book: &Book) -> Vec<Entry> {
    let (mut part, mut chapter) = (0, 0);
    let mut entries = Vec::new();
    for division in &book.divisions {
        match division {
            Division::Chapter(one) => {
                entries.push(chapter_entry(one, chapter, DEEPEST));
                chapter += 1;
            }
            Division::Part(whole) => {
                let mut children = Vec::new();
                for one in &whole.chapters {
                    children.push(chapter_entry(one, chapter, DEEPEST - 1));
                    chapter += 1;
                }
                let title = plain(&whole.title);
                entries.push(Entry { title, target: Target::Part(part), children });
                part += 1;
            }
        }
    }
    entries
}

/// A chapter and its headings down to a level; the chapter itself is level 1.
fn chapter_entry(chapter: &Chapter, index: usize, deepest: u8) -> Entry {
    let mut root = Entry {
        title: plain(&chapter.title),
        target: Target::Chapter(index),
        children: Vec::new(),
    };
    let headings = chapter.blocks.iter().filter_map(|block| match block {
        Block::Heading(heading) => Some(heading),
        _ => None,
    });
    // Levels on the way from the chapter to the last entry, which a lower heading joins.
    let mut path: Vec<u8> = Vec::new();
    for (place, heading) in headings.enumerate() {
        if heading.level > deepest {
            continue;
        }
        while path.last().is_some_and(|&level| level >= heading.level) {
            path.pop();
        }
        let mut siblings = &mut root.children;
        for _ in &path {
            let last = siblings.last_mut().expect("each level on the path has an entry");
            siblings = &mut last.children;
        }
        siblings.push(Entry {
            title: plain(&heading.content),
            target: Target::Heading(index, place),
            children: Vec::new(),
        });
        path.push(heading.level);
    }
    root
}

/// The words of inlines, without notes and page marks; a line break becomes a space.
#[must_use]
pub fn plain(inlines: &[Inline]) -> String {
    let mut text = String::new();
    push_plain(inlines, &mut text);
    text.trim().to_owned()
}

fn push_plain(inlines: &[Inline], text: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(words) | Inline::Code(words) => text.push_str(words),
            Inline::Emphasis(inner)
            | Inline::Strong(inner)
            | Inline::Foreign { content: inner, .. }
            | Inline::Link { content: inner, .. } => push_plain(inner, text),
            Inline::LineBreak => text.push(' '),
            Inline::Note(_) | Inline::PageMark(_) => {}
        }
    }
}
