//! What a `<div>` makes of the blocks that stand in it.

use std::ops::Range;

use super::blocks::Builder;
use super::{figures, tables};
use crate::book::block::{Block, Paragraph, Stanza, Verse};
use crate::book::codes;
use crate::book::normal;

/// What a `<div>` is, by its class.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
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
    /// A class that a book has no word for.
    Unknown,
}

impl Class {
    /// The first class of the attribute that means something.
    pub(super) fn of(attribute: &str) -> Self {
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

impl Builder<'_, '_, '_, '_> {
    /// Adds what a `<div>` holds, as what it says it is.
    pub(super) fn end_division(
        &mut self,
        class: Class,
        blocks: Vec<Block>,
        place: &Range<usize>,
    ) {
        match class {
            Class::Unknown => blocks.into_iter().for_each(|block| self.push(block)),
            Class::Epigraph => self.push(Block::Epigraph(blocks)),
            Class::Speech => self.push(Block::Speech(blocks)),
            Class::Direction => self.end_lines(blocks, Block::Direction, place),
            Class::SourceNote => self.push(Block::SourceNote(blocks)),
            Class::Verse => self.end_verse(blocks, place),
            Class::Figure => match figures::captioned(blocks) {
                Ok(figure) => self.push(figure),
                Err(blocks) => {
                    let what = "an image and its caption";
                    self.misplaced("a figure's <div>", what, place);
                    for block in blocks {
                        self.push(block);
                    }
                }
            },
            Class::Table => match tables::captioned(blocks) {
                Ok(table) => self.push(table),
                Err(blocks) => {
                    self.misplaced("a table's <div>", "a table and its caption", place);
                    for block in blocks {
                        self.push(block);
                    }
                }
            },
            Class::Dateline => self.end_lines(blocks, Block::Dateline, place),
            Class::Salutation => self.end_lines(blocks, Block::Salutation, place),
            Class::Signature => self.end_lines(blocks, Block::Signature, place),
        }
    }

    fn end_verse(&mut self, blocks: Vec<Block>, place: &Range<usize>) {
        let origin = self.findings.places.span(place).into();
        let mut verse = Verse { stanzas: Vec::new(), origin };
        for block in blocks {
            match block {
                Block::Paragraph(one) => {
                    verse.stanzas.push(Stanza { lines: normal::lines(one.content) });
                }
                Block::Verse(inner) => verse.stanzas.extend(inner.stanzas),
                other => {
                    self.misplaced("verse", "paragraphs", place);
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
                    self.misplaced(holder, "paragraphs", place);
                    self.push(other);
                }
            }
        }
    }

    fn misplaced(&mut self, holder: &str, what: &str, place: &Range<usize>) {
        let message =
            format!("{holder} holds more than {what}; the rest stands beside it");
        self.findings.warn(codes::MISPLACED_BLOCK, place, message);
    }
}
