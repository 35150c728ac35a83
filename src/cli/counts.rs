//! What a book holds, in numbers.

use pliego::book::block::{Block, Paragraph};
use pliego::book::inline::{Inline, Leaf, leaves};
use pliego::book::{Book, Division};
use serde_json::{Value, json};

/// How many of each there are in a book, those inside notes too.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) parts: usize,
    pub(crate) chapters: usize,
    pub(crate) headings: usize,
    pub(crate) paragraphs: usize,
    pub(crate) quotations: usize,
    pub(crate) stanzas: usize,
    pub(crate) lists: usize,
    pub(crate) tables: usize,
    pub(crate) figures: usize,
    pub(crate) notes: usize,
    pub(crate) source_pages: usize,
    pub(crate) words: usize,
}

impl Counts {
    /// Counts a book.
    pub(crate) fn of(book: &Book) -> Self {
        let mut counts = Self::default();
        for division in &book.divisions {
            if let Division::Part(part) = division {
                counts.parts += 1;
                counts.inlines(&part.title);
            }
        }
        for chapter in book.chapters() {
            counts.chapters += 1;
            counts.inlines(&chapter.title);
            counts.blocks(&chapter.blocks);
        }
        counts
    }

    /// The counts as the report gives them.
    pub(crate) fn json(&self) -> Value {
        json!({
            "parts": self.parts,
            "chapters": self.chapters,
            "headings": self.headings,
            "paragraphs": self.paragraphs,
            "quotations": self.quotations,
            "stanzas": self.stanzas,
            "lists": self.lists,
            "tables": self.tables,
            "figures": self.figures,
            "notes": self.notes,
            "source_pages": self.source_pages,
            "words": self.words,
        })
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Heading(heading) => {
                    self.headings += 1;
                    self.inlines(&heading.content);
                }
                Block::Paragraph(Paragraph { content, .. })
                | Block::Dateline(Paragraph { content, .. })
                | Block::Direction(Paragraph { content, .. })
                | Block::Salutation(Paragraph { content, .. })
                | Block::Signature(Paragraph { content, .. }) => {
                    self.paragraphs += 1;
                    self.inlines(content);
                }
                Block::Quotation(inner) => {
                    self.quotations += 1;
                    self.blocks(inner);
                }
                Block::Epigraph(inner)
                | Block::Speech(inner)
                | Block::SourceNote(inner) => self.blocks(inner),
                Block::Verse(verse) => {
                    self.stanzas += verse.stanzas.len();
                    for line in verse.stanzas.iter().flat_map(|stanza| &stanza.lines) {
                        self.inlines(line);
                    }
                }
                Block::List(list) => {
                    self.lists += 1;
                    list.items.iter().for_each(|item| self.blocks(item));
                }
                Block::Table(table) => {
                    self.tables += 1;
                    table.lines().for_each(|line| self.inlines(line));
                }
                Block::Figure(figure) => {
                    self.figures += 1;
                    self.inlines(&figure.caption);
                }
                Block::Preformatted(text) => {
                    self.words += text.split_whitespace().count();
                }
                Block::SceneBreak => {}
            }
        }
    }

    /// Words are parted by spaces; a word that is partly emphasised counts as it is cut.
    fn inlines(&mut self, inlines: &[Inline]) {
        for leaf in leaves(inlines) {
            match leaf {
                Leaf::Text(text) | Leaf::Code(text) => {
                    self.words += text.split_whitespace().count();
                }
                Leaf::Note(note) => {
                    self.notes += 1;
                    self.blocks(&note.blocks);
                }
                Leaf::PageMark(_) => self.source_pages += 1,
                Leaf::LineBreak => {}
            }
        }
    }
}
