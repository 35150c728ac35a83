//! How many words, notes and the like a book has.

use crate::book::block::{Block, Definition, Paragraph};
use crate::book::inline::{Inline, InlineLeaf, leaves};
use crate::book::{Book, Division};

/// How many of each a book has, those inside notes too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BookCounts {
    /// Parts.
    pub parts: usize,
    /// Chapters.
    pub chapters: usize,
    /// Headings inside chapters.
    pub headings: usize,
    /// Paragraphs, datelines, salutations and signatures among them.
    pub paragraphs: usize,
    /// Block quotations.
    pub quotations: usize,
    /// Stanzas of verse.
    pub stanzas: usize,
    /// Lists.
    pub lists: usize,
    /// Tables.
    pub tables: usize,
    /// Figures.
    pub figures: usize,
    /// Notes.
    pub notes: usize,
    /// Marked pages of the printed source.
    pub source_pages: usize,
    /// Words, divided by white space.
    pub words: usize,
    /// Breaks between scenes.
    pub scene_breaks: usize,
    /// Lines of verse.
    pub verse_lines: usize,
    /// Items of lists, terms of definitions among them.
    pub list_items: usize,
    /// Cells of tables.
    pub table_cells: usize,
    /// Runs of text in one style, line breaks, marks and pictures among them.
    pub runs: usize,
    /// Characters of the text, spaces among them.
    pub characters: usize,
}

impl BookCounts {
    /// Counts a book.
    #[must_use]
    pub fn new(book: &Book) -> Self {
        let mut counts = Self::default();
        for division in &book.divisions {
            if let Division::Part(part) = division {
                counts.parts += 1;
                counts.add_inlines(&part.title);
            }
        }
        for chapter in book.chapters() {
            counts.chapters += 1;
            counts.add_inlines(&chapter.title);
            counts.add_blocks(&chapter.blocks);
        }
        counts
    }

    fn add_blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            match block {
                Block::Heading(heading) => {
                    self.headings += 1;
                    self.add_inlines(&heading.content);
                }
                Block::Paragraph(Paragraph { content, .. })
                | Block::Dateline(Paragraph { content, .. })
                | Block::Direction(Paragraph { content, .. })
                | Block::Salutation(Paragraph { content, .. })
                | Block::Signature(Paragraph { content, .. }) => {
                    self.paragraphs += 1;
                    self.add_inlines(content);
                }
                Block::Quotation(inner) => {
                    self.quotations += 1;
                    self.add_blocks(inner);
                }
                Block::Epigraph(inner)
                | Block::Speech(inner)
                | Block::SourceNote(inner)
                | Block::Styled { blocks: inner, .. } => self.add_blocks(inner),
                Block::Verse(verse) => {
                    self.stanzas += verse.stanzas.len();
                    for line in verse.stanzas.iter().flat_map(|stanza| &stanza.lines) {
                        self.verse_lines += 1;
                        self.add_inlines(line);
                    }
                }
                Block::List(list) => {
                    self.lists += 1;
                    self.list_items += list.items.len();
                    list.items.iter().for_each(|item| self.add_blocks(item));
                }
                Block::Definitions(list) => {
                    self.lists += 1;
                    for Definition { term, descriptions } in list {
                        self.list_items += 1 + descriptions.len();
                        self.add_inlines(term);
                        for inner in descriptions {
                            self.add_blocks(inner);
                        }
                    }
                }
                Block::Table(table) => {
                    self.tables += 1;
                    for line in table.lines() {
                        self.table_cells += 1;
                        self.add_inlines(line);
                    }
                }
                Block::Figure(figure) => {
                    self.figures += 1;
                    self.add_inlines(&figure.caption);
                }
                Block::Preformatted(typed) => {
                    self.add_text(&typed.text);
                }
                Block::SceneBreak => self.scene_breaks += 1,
            }
        }
    }

    /// A word that is partly emphasised counts once for each part.
    fn add_inlines(&mut self, inlines: &[Inline]) {
        for leaf in leaves(inlines) {
            self.runs += 1;
            match leaf {
                InlineLeaf::Text(text) | InlineLeaf::Code(text) => self.add_text(text),
                InlineLeaf::Note(note) => {
                    self.notes += 1;
                    self.add_blocks(&note.blocks);
                }
                InlineLeaf::PageMark(_) => self.source_pages += 1,
                InlineLeaf::LineBreak
                | InlineLeaf::Formula(_)
                | InlineLeaf::Picture(_)
                | InlineLeaf::Anchor(_)
                | InlineLeaf::IndexMark(_) => {}
            }
        }
    }

    fn add_text(&mut self, text: &str) {
        self.words += text.split_whitespace().count();
        self.characters += text.chars().count();
    }
}
