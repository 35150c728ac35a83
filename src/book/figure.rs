//! Figures: a picture, its alternative text, and its caption.

use std::fmt;

use super::block::{Block, Definition, Paragraph};
use super::inline::Inline;
use crate::length::Length;
use crate::length::written::parse_length;
use crate::text::span::Origin;

/// A picture with its alternative text and caption, in a block of its own or in a line of
/// text.
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

/// The widest picture that is a sign among letters: two em of usual type. A wider one was
/// put into the line to have a place.
const WIDEST_SIGN: Length = Length::pt(24);

impl FigureWidth {
    /// Whether a picture of this width is a sign among letters.
    #[must_use]
    pub fn is_of_a_sign(self) -> bool {
        matches!(self, Self::Length(length) if length <= WIDEST_SIGN)
    }

    /// Parses a width as pandoc and CSS have it: `50%`, `8cm`, `240px`, `240`.
    #[must_use]
    pub fn parse(width: &str) -> Option<Self> {
        let width = width.trim();
        if let Some(share) = width.strip_suffix('%') {
            let share: f64 = share.trim().parse().ok()?;
            let share = share.round();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it is from 1 to 100"
            )]
            return (1.0..=100.0).contains(&share).then_some(Self::Percent(share as u8));
        }
        let unit = width.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let number = &width[..width.len() - unit.len()];
        // A pixel of CSS is three quarters of a point (CSS Values 4 §6.2).
        let (unit, share) = match unit.trim() {
            "" | "px" => ("pt", (3, 4)),
            unit => (unit, (1, 1)),
        };
        let length = parse_length(&format!("{number}{unit}"))?.scaled(share.0, share.1);
        (length.0 > 0).then_some(Self::Length(length))
    }
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

impl Alternative {
    /// The description, if there is one.
    #[must_use]
    pub fn words(&self) -> Option<&str> {
        match self {
            Self::Words(words) => Some(words),
            Self::Missing | Self::Decorative => None,
        }
    }
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
    /// Its description; empty if it has none.
    #[must_use]
    pub fn words(&self) -> &str {
        self.alternative.words().unwrap_or_default()
    }

    /// What replaces the figure if its picture cannot be shown: its caption, else its
    /// alternative text.
    #[must_use]
    pub fn fallback(&self) -> Option<FigureFallback<'_>> {
        if !self.caption.is_empty() {
            return Some(FigureFallback::Caption(&self.caption));
        }
        self.alternative.words().map(FigureFallback::Words)
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

/// The figures of a line that has nothing but pictures; else the line as it is. Its anchors
/// belong to the picture after them.
pub(super) fn into_figures(line: Vec<Inline>) -> Result<Vec<Figure>, Vec<Inline>> {
    let is_picture = |one: &Inline| matches!(one, Inline::Picture(_));
    let is_around = |one: &Inline| match one {
        Inline::Anchor(_) => true,
        Inline::Text(text) => text.trim().is_empty(),
        _ => false,
    };
    if !line.iter().any(is_picture)
        || !line.iter().all(|one| is_picture(one) || is_around(one))
    {
        return Err(line);
    }
    let (mut figures, mut anchors) = (Vec::new(), Vec::new());
    for inline in line {
        match inline {
            Inline::Picture(mut figure) => {
                figure.caption.splice(0..0, anchors.drain(..));
                figures.push(*figure);
            }
            Inline::Anchor(_) => anchors.push(inline),
            _ => {}
        }
    }
    if let Some(last) = figures.last_mut() {
        last.caption.extend(anchors);
    }
    Ok(figures)
}

/// Replaces every figure in some blocks, in their lines and in their notes, in reading order.
/// If `with` returns `None`, the figure is removed. A picture in a line that does not stay a
/// picture is replaced by its description.
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

/// Replaces the pictures in a line, and the figures in the notes that it refers to.
fn replace_figures_in_line(
    line: &mut Vec<Inline>,
    with: &mut dyn FnMut(Figure) -> Option<Block>,
) {
    let mut kept = Vec::with_capacity(line.len());
    for mut inline in line.drain(..) {
        match inline {
            Inline::Picture(figure) => {
                let words = figure.words().to_owned();
                match with(*figure) {
                    Some(Block::Figure(figure)) => {
                        kept.push(Inline::Picture(Box::new(figure)));
                    }
                    _ if words.is_empty() => {}
                    _ => kept.push(Inline::Text(words)),
                }
                continue;
            }
            Inline::Note(ref mut note) => replace_figures(&mut note.blocks, with),
            ref mut inline => {
                if let Some(inner) = inline.content_mut() {
                    replace_figures_in_line(inner, with);
                }
            }
        }
        kept.push(inline);
    }
    *line = kept;
}
