//! Blocks of the book become strips of the column.

use std::vec::IntoIter;

use crate::book::block::{Block, Heading, List, Paragraph};
use crate::book::inline::Inline;
use crate::book::matter::contents::Target;
use crate::book::matter::openings::stands_before_text;
use crate::design::Lettering;
use crate::length::Length;
use crate::typeset::document::{Labels, Role};
use crate::typeset::matter::column::{Bond, Column, LINES_WITH_HEADING};
use crate::typeset::matter::compositor::{Compositor, Style};
use crate::typeset::matter::white::{APART, closes_up};
use crate::typeset::matter::{figure, table};
use crate::typeset::page::galley::{HalfLines, Place, PlacedLine, Register, Strip};
use crate::typeset::paragraph::{Alignment, Opening, Variant};

/// White around what is said about the text.
const ABOUT: HalfLines = 2;
/// White between an epigraph and the text.
const BELOW_EPIGRAPH: HalfLines = 2;
/// An epigraph fills so much of the measure, at its right, in tenths.
const EPIGRAPH_WIDTH: i64 = 6;
/// Columns from one stop of the tabulator to the next (CommonMark 0.31, §2.2).
const TAB: i32 = 4;
/// As wide as a letter of Chinese, which takes two columns.
const IDEOGRAPHIC_SPACE: char = '\u{3000}';
/// Verse lines that do not fit go on so far to the right, in ems.
pub(super) const TURNOVER: i32 = 2;
/// So many paragraphs are set in one run: those of a long chapter, so that in books all are.
/// What is kept of each until the run ends is more than what is kept of a short one behind it.
const RUN: usize = 1_000;
/// From a label to its text, in parts of the em: a thick space.
const LABEL_GAP: i64 = 3;

/// Where blocks stand, and how large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    /// What they are part of.
    pub(crate) tag: Option<usize>,
    /// From the left edge of the text block.
    pub(crate) left: Length,
    /// Their measure.
    pub(crate) measure: Length,
    /// The size of their type.
    pub(crate) size: Length,
}

impl Frame {
    /// Justified text.
    pub(crate) fn text(self) -> Style {
        Style::text(self.size, self.measure)
    }

    /// The frame of what stands further in from the left by so much, as part of a tag.
    pub(crate) fn indented(self, by: Length, tag: usize) -> Self {
        let (left, measure) = (self.left + by, self.measure - by);
        Self { tag: Some(tag), left, measure, ..self }
    }
}

/// Sets blocks.
#[derive(Clone, Copy)]
pub(crate) struct Blocks<'a, 'f> {
    /// Who sets the lines.
    pub(crate) compositor: &'a Compositor<'f>,
    /// The chapter, by its place in the book, whose headings the contents leads to;
    /// none where headings are no places (notes, quotations).
    pub(crate) chapter: Option<usize>,
    /// Levels by which headings are lowered in the structure: 1 inside a part.
    pub(crate) lowered: u8,
    /// How the lines of their text stand.
    pub(crate) register: Register,
    /// They stand behind a label: nothing hangs into the gap behind it.
    pub(crate) labelled: bool,
    /// They are an item of a list: a list inside it does not stand apart.
    pub(crate) in_item: bool,
    /// Something of the same stands above: their first paragraph is indented like others.
    pub(crate) continued: bool,
}

impl<'a, 'f> Blocks<'a, 'f> {
    /// For text on the grid whose headings are no places.
    pub(crate) fn new(compositor: &'a Compositor<'f>) -> Self {
        Self {
            compositor,
            chapter: None,
            lowered: 0,
            register: Register::On,
            labelled: false,
            in_item: false,
            continued: false,
        }
    }

    /// The same for text behind a label.
    pub(crate) fn behind_label(self) -> Self {
        Self { labelled: true, ..self }
    }

    /// Sets blocks one under the other.
    pub(crate) fn set(&self, column: &mut Column, blocks: &[Block], frame: Frame) {
        let registers = self.registers(blocks);
        let mut headings = 0;
        // Lines of the poem so far: pauses do not end it, and in a quotation it has no
        // numbers.
        let mut verses = self.chapter.map(|_| 0);
        let paragraphs = self.compositor.design().paragraphs;
        // A paragraph that follows one is indented; the first, and what comes after a
        // heading or a pause, begins at the edge if the design says no other.
        let mut follows = paragraphs.first_indented || self.continued;
        let mut opening = match self.chapter {
            Some(_) => self.compositor.opening(),
            None => Opening::Plain,
        };
        // Paragraphs that follow one another, set already.
        let mut run = Vec::new().into_iter();
        for (place, block) in blocks.iter().enumerate() {
            let followed = follows;
            let before = place.checked_sub(1).map(|before| &blocks[before]);
            let apart = self.stands_apart(block);
            if apart && before.is_some_and(|before| closes_up(before, block)) {
                column.close_up();
            } else if apart {
                column.white_to(APART, registers[place]);
            }
            let inside = Self { register: registers[place], ..self.inside() };
            follows = paragraphs.first_indented
                || !matches!(
                    block,
                    Block::Heading(_)
                        | Block::SceneBreak
                        | Block::Epigraph(_)
                        | Block::Dateline(_)
                        | Block::Salutation(_)
                );
            if !matches!(block, Block::Verse(_) | Block::SceneBreak) {
                verses = verses.map(|_| 0);
            }
            match block {
                Block::Heading(heading) => {
                    if let Some(chapter) = self.chapter {
                        let target = Target::Heading(chapter, headings);
                        column.begin(Place::Text(target));
                    }
                    headings += 1;
                    column.white_to(self.white_above(heading), registers[place]);
                    self.heading(column, heading, frame);
                }
                Block::Paragraph(_) => {
                    let indent = paragraphs.indent.of(frame.size);
                    let indent = if followed { indent } else { Length::ZERO };
                    let hangs = !(self.labelled && place == 0);
                    let style =
                        Style { first_indent: indent, hangs, opening, ..frame.text() };
                    let lengths = run.next().unwrap_or_else(|| {
                        run = self.run(&blocks[place..], &style, frame);
                        run.next().unwrap_or_default()
                    });
                    let tag = column.tag(Role::Paragraph, frame.tag);
                    column.lengths(lengths, tag, frame.left, Bond::Text);
                }
                Block::Quotation(inner) => inside.quotation(column, inner, frame),
                Block::Verse(verse) => self.verse(column, verse, &mut verses, frame),
                Block::List(list) => inside.list(column, list, frame),
                Block::Table(one) => table::set(column, one, self, frame),
                Block::Figure(one) => figure::set(column, one, self, frame),
                Block::Epigraph(inner) => self.epigraph(column, inner, frame),
                Block::Speech(inner) => self.speech(column, inner, frame),
                Block::Direction(paragraph) => self.direction(column, paragraph, frame),
                Block::Dateline(paragraph) => {
                    let bond = if column.is_empty() { Bond::Text } else { Bond::Tied };
                    self.apart(column, paragraph, Alignment::Right, frame, bond);
                }
                Block::Salutation(paragraph) => {
                    self.apart(column, paragraph, Alignment::Ragged, frame, Bond::Text);
                    column.keep(1);
                }
                Block::Signature(paragraph) => {
                    self.apart(column, paragraph, Alignment::Right, frame, Bond::Tied);
                }
                Block::SourceNote(inner) => {
                    column.white_to(ABOUT, self.register);
                    let size = frame.size.min(self.compositor.design().sizes.small);
                    self.inside().set(column, inner, Frame { size, ..frame });
                    column.white_to(ABOUT, self.register);
                }
                Block::SceneBreak => self.pause(column, frame),
                Block::Preformatted(text) => self.preformatted(column, text, frame),
            }
            if apart {
                column.white_to(APART, self.register);
            }
            if !stands_before_text(block) {
                opening = Opening::Plain;
            }
        }
    }

    /// The same for blocks inside blocks, whose headings the contents does not list.
    pub(super) fn inside(&self) -> Self {
        Self { chapter: None, labelled: false, in_item: false, continued: false, ..*self }
    }

    /// The paragraphs that blocks begin with, some of them if there are many, in all lengths
    /// that they can be set to: the first in a style, the others as follows one.
    fn run(
        &self,
        blocks: &[Block],
        first: &Style,
        frame: Frame,
    ) -> IntoIter<Vec<Variant>> {
        let paragraphs = blocks.iter().map_while(|block| match block {
            Block::Paragraph(paragraph) => Some(paragraph),
            _ => None,
        });
        let mut paragraphs: Vec<&Paragraph> = paragraphs.take(RUN + 1).collect();
        let below = if paragraphs.len() > RUN { paragraphs.pop() } else { None };
        let indent = self.compositor.design().paragraphs.indent.of(frame.size);
        let others = Style { first_indent: indent, ..frame.text() };
        self.compositor.run(&paragraphs, below, first, &others).into_iter()
    }

    /// A paragraph of text, in all lengths that it can be set to.
    pub(super) fn paragraph(
        &self,
        column: &mut Column,
        paragraph: &Paragraph,
        style: &Style,
        frame: Frame,
        bond: Bond,
    ) {
        let tag = column.tag(Role::Paragraph, frame.tag);
        let Paragraph { content, origin } = paragraph;
        let lengths = self.compositor.lengths(content, style, *origin);
        column.lengths(lengths, tag, frame.left, bond);
    }

    /// A heading.
    fn heading(&self, column: &mut Column, heading: &Heading, frame: Frame) {
        let look = self.look(heading);
        let style = Style::alone(frame.size, frame.measure, look.axis);
        let style = Style { letters: look.letters, ..style };
        let level = heading.level.saturating_add(self.lowered).clamp(1, 6);
        let tag = column.tag(Role::Heading(level), frame.tag);
        let set = self.compositor.balanced(&heading.content, &style, heading.origin);
        column.whole(set, tag, frame.left);
        column.keep(LINES_WITH_HEADING);
        column.white_to(look.below.into(), self.register);
    }

    /// A block quotation: indented, apart from the text.
    fn quotation(&self, column: &mut Column, inner: &[Block], frame: Frame) {
        let apart = &self.compositor.design().display_blocks;
        let indent = self.compositor.design().indent();
        let tag = Some(column.tag(Role::Quotation, frame.tag));
        let sides = if apart.both_sides { 2 } else { 1 };
        let measure = frame.measure - indent * sides;
        let small = frame.size.min(self.compositor.design().sizes.small);
        let size = if apart.small_quotations { small } else { frame.size };
        let inside = Frame { tag, left: frame.left + indent, measure, size };
        self.set(column, inner, inside);
    }

    /// A list: labels at the left, items indented.
    fn list(&self, column: &mut Column, list: &List, frame: Frame) {
        let indent = self.compositor.design().indent();
        let labels = if list.start.is_some() { Labels::Numbers } else { Labels::Marks };
        let tag = column.tag(Role::List(labels), frame.tag);
        for (place, item) in list.items.iter().enumerate() {
            let label = match list.start {
                None => self.compositor.design().display_blocks.bullet.clone(),
                Some(start) => {
                    let place = u32::try_from(place).unwrap_or(u32::MAX);
                    format!("{}.", start.saturating_add(place))
                }
            };
            let item_tag = column.tag(Role::ListItem, Some(tag));
            let label_tag = column.tag(Role::Label, Some(item_tag));
            let body = column.tag(Role::ListBody, Some(item_tag));
            let from = column.mark();
            let item_of = Self { in_item: true, ..self.behind_label() };
            item_of.set(column, item, frame.indented(indent, body));
            let style = Style { hyphenate: false, ..frame.text() };
            let line = self.compositor.words(&label, &style);
            let room = indent - frame.size / i32::try_from(LABEL_GAP).unwrap_or(3);
            column.label(from, line, label_tag, frame.left, room);
            // Neither the first item nor the last should stand on a page without another.
            if place == 1 || place > 0 && place + 1 == list.items.len() {
                column.hold(from);
            }
        }
    }

    /// An epigraph: small and narrow, at the right; its source on a line of its own.
    pub(crate) fn epigraph(&self, column: &mut Column, inner: &[Block], frame: Frame) {
        let measure = frame.measure.scaled(EPIGRAPH_WIDTH, 10);
        let inside = Frame {
            tag: Some(column.tag(Role::Quotation, frame.tag)),
            left: frame.left + frame.measure - measure,
            measure,
            size: frame.size.min(self.compositor.design().sizes.small),
        };
        for (place, block) in inner.iter().enumerate() {
            let Block::Paragraph(paragraph) = block else {
                self.inside().set(column, std::slice::from_ref(block), inside);
                continue;
            };
            let source = place > 0 && place + 1 == inner.len();
            let style = Style {
                letters: if source { Lettering::Roman } else { Lettering::Italic },
                alignment: if source { Alignment::Right } else { Alignment::Ragged },
                hyphenate: false,
                ..inside.text()
            };
            let bond = if place > 0 { Bond::Tied } else { Bond::Text };
            self.paragraph(column, paragraph, &style, inside, bond);
        }
        column.white_to(BELOW_EPIGRAPH, self.register);
    }

    /// A paragraph that stands apart: dateline, salutation, signature.
    fn apart(
        &self,
        column: &mut Column,
        paragraph: &Paragraph,
        alignment: Alignment,
        frame: Frame,
        bond: Bond,
    ) {
        let style = Style { alignment, hyphenate: false, ..frame.text() };
        self.paragraph(column, paragraph, &style, frame, bond);
    }

    /// An author's pause.
    fn pause(&self, column: &mut Column, frame: Frame) {
        let style = Style::display(frame.size, frame.measure, Alignment::Centred);
        let set =
            self.compositor.plain(&self.compositor.design().display_blocks.pause, &style);
        let line = set.lines.into_iter().next().unwrap_or_default();
        let drop = column.grid.first;
        column.pause(PlacedLine { line, tag: None, left: frame.left, drop });
    }

    /// Text line by line as it is typed, with what it is indented by.
    fn preformatted(&self, column: &mut Column, text: &str, frame: Frame) {
        let tag = column.tag(Role::Division, frame.tag);
        for line in text.lines() {
            let typed = line.trim_start();
            if typed.is_empty() {
                column.block(Strip { height: 2, ..Strip::default() });
                continue;
            }
            let before = line[..line.len() - typed.len()].chars();
            let indent = (frame.size / 2 * columns(before)).min(frame.measure / 2);
            let style = Style {
                alignment: Alignment::Ragged,
                first_indent: indent,
                turnover_indent: indent + frame.size * TURNOVER,
                hyphenate: false,
                ..frame.text()
            };
            let inside = Frame { tag: Some(tag), ..frame };
            let content = vec![Inline::Code(typed.to_owned())];
            let paragraph = Paragraph { content, ..Paragraph::default() };
            self.paragraph(column, &paragraph, &style, inside, Bond::Text);
        }
    }
}

/// How many columns of a typewriter some white space takes.
fn columns(white: impl Iterator<Item = char>) -> i32 {
    white.fold(0, |columns: i32, c| {
        let width = match c {
            '\t' => TAB - columns % TAB,
            IDEOGRAPHIC_SPACE => 2,
            _ => 1,
        };
        columns.saturating_add(width)
    })
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn white_space_is_as_wide_as_it_was_typed() {
        let cases =
            [("", 0), ("  ", 2), ("\t", 4), ("  \t", 4), ("\t ", 5), ("\u{3000}", 2)];
        for (white, width) in cases {
            assert_eq!(columns(white.chars()), width, "{white:?}");
        }
    }
}
