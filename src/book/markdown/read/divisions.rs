//! Turns a division and its blocks into the block that its class names.

use std::ops::Range;

use super::blocks::BlockBuilder;
use super::html::HtmlTag;
use super::inlines::DEEPEST_INLINE;
use crate::book::block::{Block, Paragraph, Stanza, Verse};
use crate::book::codes;
use crate::book::inline::{Inline, measure_nesting};
use crate::book::normal;
use crate::book::passage::{put_before, visit_lines_mut};
use crate::text::language::Language;

/// An element of HTML that contains blocks, and what its attributes say.
pub(super) struct OpenDivision {
    /// What its class says that it is.
    pub(super) class: DivisionClass,
    /// The other classes: styles of the book's own.
    styles: Vec<String>,
    id: Option<String>,
    language: Option<Language>,
}

/// The meaning of a division, by its class.
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
    /// None of its own.
    Plain,
}

impl DivisionClass {
    /// Whether it holds lines of text, and no figures.
    pub(super) fn holds_lines(self) -> bool {
        match self {
            Self::Verse
            | Self::Direction
            | Self::Dateline
            | Self::Salutation
            | Self::Signature
            | Self::Table => true,
            Self::Epigraph
            | Self::Speech
            | Self::SourceNote
            | Self::Figure
            | Self::Plain => false,
        }
    }

    /// What a class means.
    fn from_class(class: &str) -> Option<Self> {
        Some(match class {
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
            _ => return None,
        })
    }
}

impl OpenDivision {
    /// What the attributes of an element say.
    pub(super) fn from_tag(tag: HtmlTag<'_>) -> Self {
        let classes = tag.attribute("class").unwrap_or_default();
        let own =
            if tag.is("figure") { DivisionClass::Figure } else { DivisionClass::Plain };
        let mut division = Self {
            class: own,
            styles: Vec::new(),
            id: tag.attribute("id").filter(|id| !id.is_empty()),
            language: tag.attribute("lang").and_then(|tag| tag.parse().ok()),
        };
        for class in classes.split_whitespace() {
            match DivisionClass::from_class(class) {
                Some(class) if division.class == DivisionClass::Plain => {
                    division.class = class;
                }
                Some(_) => {}
                None => division.styles.push(class.to_owned()),
            }
        }
        division
    }

    /// Whether its attributes say nothing.
    pub(super) fn is_bare(&self) -> bool {
        self.class == DivisionClass::Plain
            && self.styles.is_empty()
            && self.id.is_none()
            && self.language.is_none()
    }
}

impl BlockBuilder<'_, '_, '_, '_> {
    /// Adds the content of a division as the block that its class names, in the styles that
    /// its other classes name.
    pub(super) fn end_division(
        &mut self,
        division: OpenDivision,
        mut blocks: Vec<Block>,
        place: &Range<usize>,
    ) {
        let OpenDivision { class, styles, id, language } = division;
        if let Some(language) = language {
            visit_lines_mut(&mut blocks, &mut |lines, _| {
                for line in lines.iter_mut().filter(|line| !line.is_empty()) {
                    // The line itself, what is in it, and the phrase that is put around it.
                    if 1 + measure_nesting(line) + 1 > DEEPEST_INLINE {
                        self.findings.warn_too_deep(place);
                        continue;
                    }
                    let content = std::mem::take(line);
                    let language = language.clone();
                    line.push(Inline::Foreign { language, content });
                }
            });
        }
        if let Some(id) = id {
            put_before(Inline::Anchor(id), &mut blocks);
        }
        if styles.is_empty() {
            return self.end_class(class, blocks, place);
        }
        // What the class makes of the blocks is taken from the container again.
        let Some(holder) = self.holder_mut() else { return };
        let before = holder.blocks.len();
        self.end_class(class, blocks, place);
        let Some(holder) = self.holder_mut() else { return };
        let mut blocks = holder.blocks.split_off(before);
        for style in styles.into_iter().rev() {
            blocks = vec![Block::Styled { style, blocks }];
        }
        holder.blocks.extend(blocks);
    }

    fn end_class(
        &mut self,
        class: DivisionClass,
        blocks: Vec<Block>,
        place: &Range<usize>,
    ) {
        match class {
            DivisionClass::Plain => {
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
        if !caption.iter().all(Inline::is_place) {
            return None;
        }
        caption.append(&mut words.content);
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
