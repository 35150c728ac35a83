//! Figures: a picture, its alternative text, and its caption.

use std::fmt;

use super::block::{Block, Definition, Paragraph};
use super::inline::Inline;
use crate::length::Length;
use crate::text::span::Origin;

/// A picture with its alternative text and caption.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Figure {
    /// The picture: in a document, its address as written; in a book, its name in
    /// [`super::Book::pictures`]. Not empty.
    pub picture: String,
    /// The alternative text, for readers who cannot see the picture.
    pub alternative: Alternative,
    /// The caption; empty if there is none.
    pub caption: Vec<Inline>,
    /// How wide the picture is shown; its natural width if none is given.
    pub width: Option<FigureWidth>,
    /// Where it is in the source.
    pub origin: Origin,
}

/// How wide a picture is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FigureWidth {
    /// In hundredths of the measure; at most 100, not 0.
    Percent(u8),
    /// A length; not zero.
    Length(Length),
}

impl fmt::Display for FigureWidth {
    /// As CSS and pandoc have it: `50%`, `226.772pt`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Percent(share) => write!(f, "{share}%"),
            Self::Length(length) => length.fmt(f),
        }
    }
}

/// What replaces a picture for readers who cannot see it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Alternative {
    /// No description was given.
    #[default]
    Missing,
    /// Nothing: the picture is an ornament.
    Decorative,
    /// A description; not empty.
    Words(String),
}

/// What replaces a figure whose picture cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigureFallback<'a> {
    /// Its caption.
    Caption(&'a [Inline]),
    /// Its alternative text.
    Words(&'a str),
}

impl Figure {
    /// What replaces the figure if its picture cannot be shown: its caption, else its
    /// alternative text.
    #[must_use]
    pub fn fallback(&self) -> Option<FigureFallback<'_>> {
        match &self.alternative {
            _ if !self.caption.is_empty() => Some(FigureFallback::Caption(&self.caption)),
            Alternative::Words(words) => Some(FigureFallback::Words(words)),
            Alternative::Missing | Alternative::Decorative => None,
        }
    }

    /// Turns the figure into a paragraph of its fallback text.
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

/// Replaces every figure in some blocks and in their notes, in reading order. If `with`
/// returns `None`, the figure is removed.
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
                replace_figures_in_line(&mut heading.content, with);
            }
            Block::Paragraph(one)
            | Block::Dateline(one)
            | Block::Salutation(one)
            | Block::Signature(one)
            | Block::Direction(one) => replace_figures_in_line(&mut one.content, with),
            Block::Quotation(inner)
            | Block::Epigraph(inner)
            | Block::SourceNote(inner)
            | Block::Speech(inner)
            | Block::Styled { blocks: inner, .. } => replace_figures(inner, with),
            Block::Verse(verse) => {
                for line in verse.stanzas.iter_mut().flat_map(|one| &mut one.lines) {
                    replace_figures_in_line(line, with);
                }
            }
            Block::List(list) => {
                list.items.iter_mut().for_each(|item| replace_figures(item, with));
            }
            Block::Definitions(list) => {
                for Definition { term, descriptions } in list {
                    replace_figures_in_line(term, with);
                    for one in descriptions {
                        replace_figures(one, with);
                    }
                }
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

/// Replaces the figures in the notes that a line refers to.
fn replace_figures_in_line(
    line: &mut [Inline],
    with: &mut dyn FnMut(Figure) -> Option<Block>,
) {
    for inline in line {
        if let Inline::Note(note) = inline {
            replace_figures(&mut note.blocks, with);
        } else if let Some(inner) = inline.content_mut() {
            replace_figures_in_line(inner, with);
        }
    }
}
