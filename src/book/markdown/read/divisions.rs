//! Turns a `<div>` and its blocks into the block that its class names.

use std::ops::Range;

use super::blocks::BlockBuilder;
use crate::book::block::{Block, Paragraph, Stanza, Verse};
use crate::book::codes;
use crate::book::inline::Inline;
use crate::book::normal;

/// The meaning of a `<div>`, by its class.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DivisionClass {
    Verse,
    Epigraph,
    Speech,
    Direction,
    Dateline,
    Salutation,
    Signature,
    SourceNote,
    Table,
    Figure,
    /// An unsupported class.
    Unknown,
}

impl DivisionClass {
    /// The first known class in the attribute.
    pub(super) fn from_attribute(attribute: &str) -> Self {
        let known = attribute.split_whitespace().map(|class| match class {
            "verse" | "poem" => Self::Verse,
            "epigraph" => Self::Epigraph,
            "speech" => Self::Speech,
            "direction" => Self::Direction,
            "dateline" => Self::Dateline,
            "salutation" => Self::Salutation,
            "signature" => Self::Signature,
            "source-note" => Self::SourceNote,
            "table" => Self::Table,
            "figure" => Self::Figure,
            _ => Self::Unknown,
        });
        known.into_iter().find(|&class| class != Self::Unknown).unwrap_or(Self::Unknown)
    }
}

impl BlockBuilder<'_, '_, '_, '_> {
    /// Adds the content of a `<div>` as the block that its class names.
    pub(super) fn end_division(
        &mut self,
        class: DivisionClass,
        blocks: Vec<Block>,
        place: &Range<usize>,
    ) {
        match class {
            DivisionClass::Unknown => {
                for block in blocks {
                    self.push(block);
                }
            }
            DivisionClass::Epigraph => self.push(Block::Epigraph(blocks)),
            DivisionClass::Speech => self.push(Block::Speech(blocks)),
            DivisionClass::Direction => self.end_lines(blocks, Block::Direction, place),
            DivisionClass::SourceNote => self.push(Block::SourceNote(blocks)),
            DivisionClass::Verse => self.end_verse(blocks, place),
            DivisionClass::Figure | DivisionClass::Table => {
                self.end_captioned(class, blocks, place);
            }
            DivisionClass::Dateline => self.end_lines(blocks, Block::Dateline, place),
            DivisionClass::Salutation => self.end_lines(blocks, Block::Salutation, place),
            DivisionClass::Signature => self.end_lines(blocks, Block::Signature, place),
        }
    }

    fn end_verse(&mut self, blocks: Vec<Block>, place: &Range<usize>) {
        let origin = self.findings.places.span(place).into();
        let mut verse = Verse { stanzas: Vec::new(), origin };
        for block in blocks {
            match block {
                Block::Paragraph(one) => {
                    verse
                        .stanzas
                        .push(Stanza { lines: normal::split_lines(one.content) });
                }
                Block::Verse(inner) => verse.stanzas.extend(inner.stanzas),
                other => {
                    self.warn_misplaced("verse", "paragraphs", place);
                    let stanzas = std::mem::take(&mut verse.stanzas);
                    self.push(Block::Verse(Verse { stanzas, origin }));
                    self.push(other);
                }
            }
        }
        self.push(Block::Verse(verse));
    }

    fn end_lines(
        &mut self,
        blocks: Vec<Block>,
        wrap: fn(Paragraph) -> Block,
        place: &Range<usize>,
    ) {
        for block in blocks {
            match block {
                Block::Paragraph(one) => self.push(wrap(one)),
                other => {
                    let holder = "a dateline, salutation, signature or direction";
                    self.warn_misplaced(holder, "paragraphs", place);
                    self.push(other);
                }
            }
        }
    }

    fn end_captioned(
        &mut self,
        class: DivisionClass,
        mut blocks: Vec<Block>,
        place: &Range<usize>,
    ) {
        if let Some(block) = join_caption(class, &mut blocks) {
            return self.push(block);
        }
        let (holder, what) = match class {
            DivisionClass::Table => ("a table's <div>", "a table and its caption"),
            _ => ("a figure's <div>", "an image and its caption"),
        };
        self.warn_misplaced(holder, what, place);
        for block in blocks {
            self.push(block);
        }
    }

    fn warn_misplaced(&mut self, holder: &str, what: &str, place: &Range<usize>) {
        let message =
            format!("{holder} can hold only {what}; the rest is placed next to it");
        self.findings.warn(codes::MISPLACED_BLOCK, place, message);
    }
}

/// Joins a table or figure with its caption, a paragraph above or below it. Other blocks
/// stay as they are.
fn join_caption(class: DivisionClass, blocks: &mut [Block]) -> Option<Block> {
    let (block, words) = match blocks {
        [block] => (block, None),
        [Block::Paragraph(words), block] | [block, Block::Paragraph(words)] => {
            (block, Some(words))
        }
        _ => return None,
    };
    let caption = caption_mut(class, block)?;
    if let Some(words) = words {
        if !caption.is_empty() {
            return None;
        }
        *caption = std::mem::take(&mut words.content);
    }
    Some(std::mem::replace(block, Block::SceneBreak))
}

/// The caption of a table or figure, if the block matches the class.
fn caption_mut(class: DivisionClass, block: &mut Block) -> Option<&mut Vec<Inline>> {
    match (class, block) {
        (DivisionClass::Table, Block::Table(table)) => Some(&mut table.caption),
        (DivisionClass::Figure, Block::Figure(figure)) => Some(&mut figure.caption),
        _ => None,
    }
}
