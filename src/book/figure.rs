//! Figures: a picture, what it shows in words, and what it is called by.

use super::block::{Block, Paragraph};
use super::inline::Inline;
use crate::text::span::Origin;

/// A picture with its words.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Figure {
    /// Its picture: in a document, its address as written; in a book, its name among
    /// [`super::Book::pictures`]. Not empty.
    pub picture: String,
    /// What it shows, for a reader who cannot see it.
    pub alternative: Alternative,
    /// The words below it; empty where it has none.
    pub caption: Vec<Inline>,
    /// Where it stood.
    pub origin: Origin,
}

/// What stands for a picture where it cannot be seen.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Alternative {
    /// Nobody has said.
    #[default]
    Missing,
    /// Nothing: it is an ornament, and says nothing that the text does not.
    Decorative,
    /// These words; not empty.
    Words(String),
}

/// What is left of a figure where its picture cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigureFallback<'a> {
    /// Its caption.
    Caption(&'a [Inline]),
    /// The words for its picture.
    Words(&'a str),
}

impl Figure {
    /// What is left of it where its picture cannot be shown: its caption, else its words.
    #[must_use]
    pub fn fallback(&self) -> Option<FigureFallback<'_>> {
        match &self.alternative {
            _ if !self.caption.is_empty() => Some(FigureFallback::Caption(&self.caption)),
            Alternative::Words(words) => Some(FigureFallback::Words(words)),
            Alternative::Missing | Alternative::Decorative => None,
        }
    }

    /// The same as a paragraph.
    #[must_use]
    pub fn without_picture(mut self) -> Option<Block> {
        let content = match self.fallback()? {
            FigureFallback::Caption(_) => std::mem::take(&mut self.caption),
            FigureFallback::Words(words) => vec![Inline::Text(words.to_owned())],
        };
        Some(Block::Paragraph(Paragraph { content, origin: self.origin }))
    }
}

impl From<Figure> for Block {
    fn from(figure: Figure) -> Self {
        Self::Figure(figure)
    }
}

/// Puts something in the place of every figure among some blocks, those inside notes too,
/// in reading order; nothing takes a figure out.
pub fn replace_figures(
    blocks: &mut Vec<Block>,
    with: &mut dyn FnMut(Figure) -> Option<Block>,
) {
    let mut kept = Vec::with_capacity(blocks.len());
    for mut block in blocks.drain(..) {
        match &mut block {
            Block::Figure(figure) => {
                replace_figures_in_line(&mut figure.caption, with);
                kept.extend(with(std::mem::take(figure)));
                continue;
            }
            Block::Heading(heading) => {
                replace_figures_in_line(&mut heading.content, with)
            }
            Block::Paragraph(one)
            | Block::Dateline(one)
            | Block::Salutation(one)
            | Block::Signature(one)
            | Block::Direction(one) => replace_figures_in_line(&mut one.content, with),
            Block::Quotation(inner)
            | Block::Epigraph(inner)
            | Block::SourceNote(inner)
            | Block::Speech(inner) => replace_figures(inner, with),
            Block::Verse(verse) => {
                for line in verse.stanzas.iter_mut().flat_map(|one| &mut one.lines) {
                    replace_figures_in_line(line, with);
                }
            }
            Block::List(list) => {
                list.items.iter_mut().for_each(|item| replace_figures(item, with));
            }
            Block::Table(table) => {
                table.lines_mut().for_each(|line| replace_figures_in_line(line, with));
            }
            Block::SceneBreak | Block::Preformatted(_) => {}
        }
        kept.push(block);
    }
    *blocks = kept;
}

/// The same in the notes that a line calls.
fn replace_figures_in_line(
    line: &mut [Inline],
    with: &mut dyn FnMut(Figure) -> Option<Block>,
) {
    for inline in line {
        match inline {
            Inline::Note(note) => replace_figures(&mut note.blocks, with),
            Inline::Emphasis(inner)
            | Inline::Strong(inner)
            | Inline::Foreign { content: inner, .. }
            | Inline::Link { content: inner, .. } => replace_figures_in_line(inner, with),
            Inline::Text(_)
            | Inline::Code(_)
            | Inline::LineBreak
            | Inline::PageMark(_) => {}
        }
    }
}
