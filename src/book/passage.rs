//! The text of one or more lines as a single string whose characters can be replaced.
//!
//! What a sign means depends on the words around it, and these may be in other inlines: the
//! passage shows them without their markup, and puts the replacements where they belong.

use std::ops::Range;

use super::block::{Block, Definition, Heading, Paragraph};
use super::figure::Figure;
use super::inline::{Inline, Note};
use crate::text::language::Language;
use crate::text::span::Origin;

/// What stands for code, formulas and pictures, in which nothing is replaced: a letter of no
/// language.
const CODE: char = '\u{FFFC}';

/// The text of one or more lines, with a line end between two.
#[derive(Debug, Default)]
pub(crate) struct Passage {
    /// The text. Notes and page marks are no part of it.
    pub(crate) text: String,
    /// The texts that it consists of, in order.
    leaves: Vec<PassageLeaf>,
}

/// A text of a passage.
#[derive(Debug)]
struct PassageLeaf {
    /// Its bytes in the passage.
    range: Range<usize>,
    /// Its language, where that is not the language of the line.
    language: Option<Language>,
}

/// Characters that replace others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Replacement {
    /// The first byte that is replaced.
    pub(crate) start: usize,
    /// How many bytes are replaced; none where something is inserted.
    pub(crate) length: usize,
    /// What replaces them.
    pub(crate) by: &'static str,
}

impl Passage {
    /// The passage of some lines.
    pub(crate) fn of(lines: &[Vec<Inline>]) -> Self {
        let mut passage = Self::default();
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                passage.text.push('\n');
            }
            passage.add(line, None);
        }
        passage
    }

    fn add(&mut self, inlines: &[Inline], language: Option<&Language>) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => {
                    let start = self.text.len();
                    self.text.push_str(text);
                    let range = start..self.text.len();
                    self.leaves.push(PassageLeaf { range, language: language.cloned() });
                }
                Inline::Code(_) | Inline::Formula(_) | Inline::Picture(_) => {
                    self.text.push(CODE);
                }
                Inline::LineBreak => self.text.push('\n'),
                Inline::Note(_)
                | Inline::PageMark(_)
                | Inline::Anchor(_)
                | Inline::IndexMark(_) => {}
                Inline::Foreign { language, content } => {
                    self.add(content, Some(language));
                }
                Inline::Emphasis(content)
                | Inline::Strong(content)
                | Inline::Variant { content, .. }
                | Inline::Phrase { content, .. }
                | Inline::Link { content, .. }
                | Inline::CrossReference { content, .. } => self.add(content, language),
            }
        }
    }

    /// The language of a byte of the text, where it is not that of the line.
    pub(crate) fn language_at(&self, at: usize) -> Option<&Language> {
        let next = self.leaves.partition_point(|leaf| leaf.range.end <= at);
        let leaf = self.leaves.get(next).filter(|leaf| leaf.range.contains(&at))?;
        leaf.language.as_ref()
    }

    /// Whether some bytes are in one text, so that they can be replaced.
    pub(crate) fn is_in_one_text(&self, bytes: &Range<usize>) -> bool {
        let next = self.leaves.partition_point(|leaf| leaf.range.end < bytes.end);
        self.leaves.get(next).is_some_and(|leaf| {
            leaf.range.start <= bytes.start && bytes.end <= leaf.range.end
        })
    }

    /// Replaces characters in the lines that the passage was made of. Replacements are in
    /// order and do not overlap.
    pub(crate) fn replace(
        &self,
        replacements: &[Replacement],
        lines: &mut [Vec<Inline>],
    ) {
        if replacements.is_empty() {
            return;
        }
        let mut rewriter = TextRewriter { leaves: self.leaves.iter(), replacements };
        for line in lines {
            rewriter.rewrite(line);
        }
    }
}

/// Rewrites the texts of lines, one after the other.
struct TextRewriter<'p> {
    leaves: std::slice::Iter<'p, PassageLeaf>,
    replacements: &'p [Replacement],
}

impl TextRewriter<'_> {
    fn rewrite(&mut self, inlines: &mut [Inline]) {
        for inline in inlines {
            if let Inline::Text(text) = inline {
                self.rewrite_text(text);
            } else if let Some(content) = inline.content_mut() {
                self.rewrite(content);
            }
        }
    }

    fn rewrite_text(&mut self, text: &mut String) {
        let Some(leaf) = self.leaves.next() else { return };
        let count = self.replacements.partition_point(|one| {
            one.start + one.length <= leaf.range.end && one.start < leaf.range.end
        });
        let (here, rest) = self.replacements.split_at(count);
        self.replacements = rest;
        if here.is_empty() {
            return;
        }
        let mut rewritten = String::with_capacity(text.len() + 2 * here.len());
        let mut from = 0;
        for one in here {
            let start = one.start - leaf.range.start;
            rewritten.push_str(&text[from..start]);
            rewritten.push_str(one.by);
            from = start + one.length;
        }
        rewritten.push_str(&text[from..]);
        *text = rewritten;
    }
}

/// Visits the lines of some blocks so that they can be changed: those of a paragraph or a
/// stanza at a time, with where they are in the source, each followed by those of its notes.
pub(crate) fn visit_lines_mut(
    blocks: &mut [Block],
    visit: &mut impl FnMut(&mut [Vec<Inline>], Origin),
) {
    for block in blocks {
        match block {
            Block::Heading(Heading { content, origin, .. })
            | Block::Paragraph(Paragraph { content, origin })
            | Block::Dateline(Paragraph { content, origin })
            | Block::Direction(Paragraph { content, origin })
            | Block::Salutation(Paragraph { content, origin })
            | Block::Signature(Paragraph { content, origin })
            | Block::Figure(Figure { caption: content, origin, .. }) => {
                visit_group(std::slice::from_mut(content), *origin, visit);
            }
            Block::Verse(verse) => {
                for stanza in &mut verse.stanzas {
                    visit_group(&mut stanza.lines, verse.origin, visit);
                }
            }
            Block::Definitions(list) => {
                for Definition { term, descriptions } in list {
                    visit_group(std::slice::from_mut(term), Origin::default(), visit);
                    for inner in descriptions {
                        visit_lines_mut(inner, visit);
                    }
                }
            }
            Block::Table(table) => {
                let origin = table.origin;
                for line in table.lines_mut() {
                    visit_group(std::slice::from_mut(line), origin, visit);
                }
            }
            holder => inner_blocks_mut(holder)
                .into_iter()
                .for_each(|inner| visit_lines_mut(inner, visit)),
        }
    }
}

/// The groups of blocks inside a block.
fn inner_blocks_mut(block: &mut Block) -> Vec<&mut Vec<Block>> {
    match block {
        Block::Quotation(inner)
        | Block::Epigraph(inner)
        | Block::Speech(inner)
        | Block::SourceNote(inner)
        | Block::Styled { blocks: inner, .. } => vec![inner],
        Block::List(list) => list.items.iter_mut().collect(),
        Block::Definitions(list) => {
            list.iter_mut().flat_map(|one| &mut one.descriptions).collect()
        }
        Block::Heading(_)
        | Block::Paragraph(_)
        | Block::Dateline(_)
        | Block::Direction(_)
        | Block::Salutation(_)
        | Block::Signature(_)
        | Block::Verse(_)
        | Block::Figure(_)
        | Block::Table(_)
        | Block::SceneBreak
        | Block::Preformatted(_) => Vec::new(),
    }
}

/// What a caption belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CaptionHolder {
    /// A figure.
    Figure,
    /// A table.
    Table,
}

/// Visits the captions of figures and tables, in reading order.
pub(crate) fn visit_captions_mut(
    blocks: &mut [Block],
    visit: &mut impl FnMut(CaptionHolder, &mut Vec<Inline>),
) {
    for block in blocks {
        match block {
            Block::Figure(figure) => visit(CaptionHolder::Figure, &mut figure.caption),
            Block::Table(table) => visit(CaptionHolder::Table, &mut table.caption),
            holder => inner_blocks_mut(holder)
                .into_iter()
                .for_each(|inner| visit_captions_mut(inner, visit)),
        }
    }
}

/// The first line of some blocks; `None` if the first block has no lines.
pub(crate) fn first_line_mut(blocks: &mut [Block]) -> Option<&mut Vec<Inline>> {
    match blocks.first_mut()? {
        Block::Heading(heading) => Some(&mut heading.content),
        Block::Paragraph(one)
        | Block::Dateline(one)
        | Block::Direction(one)
        | Block::Salutation(one)
        | Block::Signature(one) => Some(&mut one.content),
        Block::Quotation(inner)
        | Block::Epigraph(inner)
        | Block::Speech(inner)
        | Block::SourceNote(inner)
        | Block::Styled { blocks: inner, .. } => first_line_mut(inner),
        Block::Verse(verse) => verse.stanzas.first_mut()?.lines.first_mut(),
        Block::List(list) => first_line_mut(list.items.first_mut()?),
        Block::Definitions(list) => list.first_mut().map(|first| &mut first.term),
        Block::Table(table) => table.first_line(),
        Block::Figure(figure) => Some(&mut figure.caption).filter(|one| !one.is_empty()),
        Block::SceneBreak | Block::Preformatted(_) => None,
    }
}

/// Puts an inline before the first words of some blocks.
pub(crate) fn put_before(inline: Inline, blocks: &mut Vec<Block>) {
    let mut inline = Some(inline);
    visit_lines_mut(blocks, &mut |lines, _| {
        if let Some(line) = lines.first_mut().filter(|line| !line.is_empty()) {
            line.splice(0..0, inline.take());
        }
    });
    if let Some(inline) = inline {
        let content = vec![inline];
        let paragraph = Paragraph { content, ..Paragraph::default() };
        blocks.insert(0, Block::Paragraph(paragraph));
    }
}

/// Visits lines, and those of their notes.
pub(crate) fn visit_group(
    lines: &mut [Vec<Inline>],
    origin: Origin,
    visit: &mut impl FnMut(&mut [Vec<Inline>], Origin),
) {
    visit(lines, origin);
    for line in lines {
        visit_notes_mut(line, &mut |note| visit_lines_mut(&mut note.blocks, visit));
    }
}

/// Visits the notes that a line refers to.
fn visit_notes_mut(inlines: &mut [Inline], visit: &mut dyn FnMut(&mut Note)) {
    for inline in inlines {
        if let Inline::Note(note) = inline {
            visit(note);
        } else if let Some(content) = inline.content_mut() {
            visit_notes_mut(content, visit);
        }
    }
}
