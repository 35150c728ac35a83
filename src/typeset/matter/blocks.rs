//! Blocks of the book become rows of the galley.

use std::vec::IntoIter;

use crate::book::block::{Block, Definition, Heading, List, Paragraph};
use crate::book::inline::Inline;
use crate::book::matter::contents::ContentsTarget;
use crate::book::matter::index::INDEX_STYLE;
use crate::book::matter::openings::stands_before_text;
use crate::design::Lettering;
use crate::length::Length;
use crate::typeset::document::{ListLabels, Role};
use crate::typeset::matter::column::{GalleyColumn, LINES_WITH_HEADING, LineCohesion};
use crate::typeset::matter::compositor::{Compositor, CompositorStyle};
use crate::typeset::matter::white::{APART, closes_up};
use crate::typeset::matter::{figure, table};
use crate::typeset::page::galley::{
    GalleyRow, HalfLines, NamedDestination, PlacedLine, Register,
};
use crate::typeset::paragraph::{LineAlignment, ParagraphOpening, ParagraphVariant};

/// Space around remarks about the text, such as its source.
const ABOUT: HalfLines = 2;
/// Space between an epigraph and the text.
const BELOW_EPIGRAPH: HalfLines = 2;
/// The width of an epigraph, at the right, in tenths of the measure.
const EPIGRAPH_WIDTH: i64 = 6;
/// Columns from one tab stop to the next (CommonMark 0.31, §2.2).
const TAB: i32 = 4;
/// As wide as a Chinese character, which takes two columns.
const IDEOGRAPHIC_SPACE: char = '\u{3000}';
/// Indent of the rest of a verse line that does not fit, in ems.
pub(super) const TURNOVER: i32 = 2;
/// How many paragraphs are set in one run. This covers a long chapter, so in real books all
/// are. Memory held for each until the run ends exceeds what a shorter run would save.
const RUN: usize = 1_000;
/// The gap from a label to its text, as a fraction of the em: a thick space.
const LABEL_GAP: i64 = 3;

/// Where blocks are set, and how large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BlockFrame {
    /// Their parent tag.
    pub(crate) tag: Option<usize>,
    /// Their left edge, from that of the text block.
    pub(crate) left: Length,
    /// Their measure.
    pub(crate) measure: Length,
    /// The size of their type.
    pub(crate) size: Length,
}

impl BlockFrame {
    /// Justified text.
    pub(crate) fn text_style(self) -> CompositorStyle {
        CompositorStyle::text(self.size, self.measure)
    }

    /// The frame of blocks that are indented further, inside a tag.
    pub(crate) fn indented(self, by: Length, tag: usize) -> Self {
        let (left, measure) = (self.left + by, self.measure - by);
        Self { tag: Some(tag), left, measure, ..self }
    }
}

/// Sets blocks.
#[derive(Clone, Copy)]
pub(crate) struct BlockSetter<'a, 'f> {
    /// Sets the lines.
    pub(crate) compositor: &'a Compositor<'f>,
    /// The index of the chapter whose headings the contents link to; none where headings
    /// are not link targets (notes, quotations).
    pub(crate) chapter: Option<usize>,
    /// How many levels headings are lowered in the structure: 1 inside a part.
    pub(crate) lowered: u8,
    /// How their lines align with the grid.
    pub(crate) register: Register,
    /// They follow a label, so nothing hangs into the gap before them.
    pub(crate) labelled: bool,
    /// They are inside a list item: a list there is not set off.
    pub(crate) in_item: bool,
    /// They continue blocks of the same kind: their first paragraph is indented like
    /// others.
    pub(crate) continued: bool,
}

impl<'a, 'f> BlockSetter<'a, 'f> {
    /// Creates a setter for text on the grid whose headings are not link targets.
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

    /// The same setter for text after a label.
    pub(crate) fn after_label(self) -> Self {
        Self { labelled: true, ..self }
    }

    /// Sets blocks one below the other.
    pub(crate) fn set_blocks(
        &self,
        column: &mut GalleyColumn,
        blocks: &[Block],
        frame: BlockFrame,
    ) {
        let registers = self.registers(blocks);
        let mut headings = 0;
        // How many lines the poem has so far. Pauses do not end it; in a quotation, lines
        // have no numbers.
        let mut verses = self.chapter.map(|_| 0);
        let paragraphs = self.compositor.design().paragraphs;
        // A paragraph after another is indented. The first, and one after a heading or a
        // pause, is not, unless the design says so.
        let mut follows = paragraphs.first_indented || self.continued;
        let mut opening = match self.chapter {
            Some(_) => self.compositor.first_paragraph_opening(),
            None => ParagraphOpening::Plain,
        };
        // Consecutive paragraphs that are already set.
        let mut run = Vec::new().into_iter();
        for (place, block) in blocks.iter().enumerate() {
            let followed = follows;
            let before = place.checked_sub(1).map(|before| &blocks[before]);
            let apart = self.stands_apart(block);
            if apart && before.is_some_and(|before| closes_up(before, block)) {
                column.close_up();
            } else if apart {
                column.request_space_with(APART, registers[place]);
            }
            let inside = Self { register: registers[place], ..self.nested() };
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
                        let target = ContentsTarget::Heading(chapter, headings);
                        column.begin_destination(NamedDestination::Text(target));
                    }
                    headings += 1;
                    column
                        .request_space_with(self.white_above(heading), registers[place]);
                    self.set_heading(column, heading, frame);
                }
                Block::Paragraph(_) => {
                    let indent = paragraphs.indent.of(frame.size);
                    let indent = if followed { indent } else { Length::ZERO };
                    let hangs = !(self.labelled && place == 0);
                    let style = CompositorStyle {
                        first_indent: indent,
                        hangs,
                        opening,
                        ..frame.text_style()
                    };
                    let lengths = run.next().unwrap_or_else(|| {
                        run =
                            self.set_leading_paragraphs(&blocks[place..], &style, frame);
                        run.next().unwrap_or_default()
                    });
                    let tag = column.add_tag(Role::Paragraph, frame.tag);
                    column.add_variants(lengths, tag, frame.left, LineCohesion::Text);
                }
                Block::Quotation(inner) => inside.set_quotation(column, inner, frame),
                Block::Verse(verse) => self.set_verse(column, verse, &mut verses, frame),
                Block::List(list) => inside.set_list(column, list, frame),
                Block::Table(one) => table::set_table(column, one, self, frame),
                Block::Figure(one) => figure::set_figure(column, one, self, frame),
                Block::Epigraph(inner) => self.set_epigraph(column, inner, frame),
                Block::Speech(inner) => self.set_speech(column, inner, frame),
                Block::Direction(paragraph) => {
                    self.set_stage_direction(column, paragraph, frame);
                }
                Block::Dateline(paragraph) => {
                    let bond = if column.is_empty() {
                        LineCohesion::Text
                    } else {
                        LineCohesion::Tied
                    };
                    self.set_letter_part(
                        column,
                        paragraph,
                        LineAlignment::Right,
                        frame,
                        bond,
                    );
                }
                Block::Salutation(paragraph) => {
                    self.set_letter_part(
                        column,
                        paragraph,
                        LineAlignment::Ragged,
                        frame,
                        LineCohesion::Text,
                    );
                    column.keep_with_above(1);
                }
                Block::Signature(paragraph) => {
                    self.set_letter_part(
                        column,
                        paragraph,
                        LineAlignment::Right,
                        frame,
                        LineCohesion::Tied,
                    );
                }
                Block::SourceNote(inner) => {
                    column.request_space_with(ABOUT, self.register);
                    let size = frame.size.min(self.compositor.design().sizes.small);
                    self.nested().set_blocks(column, inner, BlockFrame { size, ..frame });
                    column.request_space_with(ABOUT, self.register);
                }
                Block::Styled { style, blocks } if style == INDEX_STYLE => {
                    let size = frame.size.min(self.compositor.design().sizes.small);
                    inside.set_index(column, blocks, BlockFrame { size, ..frame });
                }
                Block::Styled { blocks, .. } => {
                    let tag = Some(column.add_tag(Role::Division, frame.tag));
                    inside.set_blocks(column, blocks, BlockFrame { tag, ..frame });
                }
                Block::Definitions(list) => inside.set_definitions(column, list, frame),
                Block::SceneBreak => self.set_pause(column, frame),
                Block::Preformatted(typed) => {
                    self.set_preformatted(column, &typed.text, frame);
                }
            }
            if apart {
                column.request_space_with(APART, self.register);
            }
            if !stands_before_text(block) {
                opening = ParagraphOpening::Plain;
            }
        }
    }

    /// The same setter for blocks inside blocks, whose headings the contents do not list.
    pub(super) fn nested(&self) -> Self {
        Self { chapter: None, labelled: false, in_item: false, continued: false, ..*self }
    }

    /// Sets the paragraphs that blocks begin with (some of them if there are many) in all
    /// possible lengths: the first in the given style, the others as after a paragraph.
    fn set_leading_paragraphs(
        &self,
        blocks: &[Block],
        first: &CompositorStyle,
        frame: BlockFrame,
    ) -> IntoIter<Vec<ParagraphVariant>> {
        let paragraphs = blocks.iter().map_while(|block| match block {
            Block::Paragraph(paragraph) => Some(paragraph),
            _ => None,
        });
        let mut paragraphs: Vec<&Paragraph> = paragraphs.take(RUN + 1).collect();
        let below = if paragraphs.len() > RUN { paragraphs.pop() } else { None };
        let indent = self.compositor.design().paragraphs.indent.of(frame.size);
        let others = CompositorStyle { first_indent: indent, ..frame.text_style() };
        self.compositor.set_run(&paragraphs, below, first, &others).into_iter()
    }

    /// Sets a paragraph of text in all possible lengths.
    pub(super) fn set_paragraph(
        &self,
        column: &mut GalleyColumn,
        paragraph: &Paragraph,
        style: &CompositorStyle,
        frame: BlockFrame,
        bond: LineCohesion,
    ) {
        let tag = column.add_tag(Role::Paragraph, frame.tag);
        let Paragraph { content, origin } = paragraph;
        let lengths = self.compositor.set_variants(content, style, *origin);
        column.add_variants(lengths, tag, frame.left, bond);
    }

    /// Sets a heading.
    fn set_heading(
        &self,
        column: &mut GalleyColumn,
        heading: &Heading,
        frame: BlockFrame,
    ) {
        let look = self.heading_design(heading);
        let style = CompositorStyle::standalone(frame.size, frame.measure, look.axis);
        let style = CompositorStyle { letters: look.letters, ..style };
        let level = heading.level.saturating_add(self.lowered).clamp(1, 6);
        let tag = column.add_tag(Role::Heading(level), frame.tag);
        let set = self.compositor.set_balanced(&heading.content, &style, heading.origin);
        column.add_unbreakable(set, tag, frame.left);
        column.keep_with_above(LINES_WITH_HEADING);
        column.request_space_with(look.below.into(), self.register);
    }

    /// Sets a block quotation: indented, and set off from the text.
    fn set_quotation(
        &self,
        column: &mut GalleyColumn,
        inner: &[Block],
        frame: BlockFrame,
    ) {
        let apart = &self.compositor.design().display_blocks;
        let indent = self.compositor.design().indent();
        let tag = Some(column.add_tag(Role::Quotation, frame.tag));
        let sides = if apart.both_sides { 2 } else { 1 };
        let measure = frame.measure - indent * sides;
        let small = frame.size.min(self.compositor.design().sizes.small);
        let size = if apart.small_quotations { small } else { frame.size };
        let inside = BlockFrame { tag, left: frame.left + indent, measure, size };
        self.set_blocks(column, inner, inside);
    }

    /// Sets the entries of an index, each with a hanging indent, and those below another
    /// indented further.
    fn set_index(&self, column: &mut GalleyColumn, entries: &[Block], frame: BlockFrame) {
        for entry in entries {
            match entry {
                Block::Paragraph(paragraph) => {
                    let style = CompositorStyle {
                        alignment: LineAlignment::Ragged,
                        turnover_indent: frame.size * TURNOVER,
                        ..frame.text_style()
                    };
                    let bond = LineCohesion::Text;
                    self.set_paragraph(column, paragraph, &style, frame, bond);
                }
                Block::Styled { blocks, .. } => {
                    let (left, measure) =
                        (frame.left + frame.size, frame.measure - frame.size);
                    self.set_index(column, blocks, BlockFrame { left, measure, ..frame });
                }
                _ => {}
            }
        }
    }

    /// Sets terms with their descriptions: the terms at the left, the descriptions indented
    /// below them.
    fn set_definitions(
        &self,
        column: &mut GalleyColumn,
        list: &[Definition],
        frame: BlockFrame,
    ) {
        let indent = self.compositor.design().indent();
        let tag = column.add_tag(Role::Division, frame.tag);
        for Definition { term, descriptions } in list {
            let term = Paragraph {
                content: vec![Inline::Strong(term.clone())],
                ..Paragraph::default()
            };
            let frame = BlockFrame { tag: Some(tag), ..frame };
            let style = CompositorStyle {
                alignment: LineAlignment::Ragged,
                ..frame.text_style()
            };
            self.set_paragraph(column, &term, &style, frame, LineCohesion::Text);
            column.keep_with_above(1);
            let inside = Self { in_item: true, ..self.nested() };
            for description in descriptions {
                let body = column.add_tag(Role::Division, Some(tag));
                inside.set_blocks(column, description, frame.indented(indent, body));
            }
        }
    }

    /// Sets a list: labels at the left, items indented.
    fn set_list(&self, column: &mut GalleyColumn, list: &List, frame: BlockFrame) {
        let indent = self.compositor.design().indent();
        let labels =
            if list.start.is_some() { ListLabels::Numbers } else { ListLabels::Marks };
        let tag = column.add_tag(Role::List(labels), frame.tag);
        for (place, item) in list.items.iter().enumerate() {
            let label = match list.start {
                None => self.compositor.design().display_blocks.bullet.clone(),
                Some(start) => {
                    let place = u32::try_from(place).unwrap_or(u32::MAX);
                    list.numbering.format(start.saturating_add(place))
                }
            };
            let item_tag = column.add_tag(Role::ListItem, Some(tag));
            let label_tag = column.add_tag(Role::Label, Some(item_tag));
            let body = column.add_tag(Role::ListBody, Some(item_tag));
            let from = column.block_count();
            let item_of = Self { in_item: true, ..self.after_label() };
            item_of.set_blocks(column, item, frame.indented(indent, body));
            let style = CompositorStyle { hyphenate: false, ..frame.text_style() };
            let line = self.compositor.set_on_one_line(&label, &style);
            let room = indent - frame.size / i32::try_from(LABEL_GAP).unwrap_or(3);
            column.add_label(from, line, label_tag, frame.left, room);
            // Neither the first item nor the last should be on a page without another.
            if place == 1 || place > 0 && place + 1 == list.items.len() {
                column.prefer_with_above(from);
            }
        }
    }

    /// Sets an epigraph: small and narrow, at the right, its source on a line of its own.
    pub(crate) fn set_epigraph(
        &self,
        column: &mut GalleyColumn,
        inner: &[Block],
        frame: BlockFrame,
    ) {
        let measure = frame.measure.scaled(EPIGRAPH_WIDTH, 10);
        let inside = BlockFrame {
            tag: Some(column.add_tag(Role::Quotation, frame.tag)),
            left: frame.left + frame.measure - measure,
            measure,
            size: frame.size.min(self.compositor.design().sizes.small),
        };
        for (place, block) in inner.iter().enumerate() {
            let Block::Paragraph(paragraph) = block else {
                self.nested().set_blocks(column, std::slice::from_ref(block), inside);
                continue;
            };
            let source = place > 0 && place + 1 == inner.len();
            let style = CompositorStyle {
                letters: if source { Lettering::Roman } else { Lettering::Italic },
                alignment: if source {
                    LineAlignment::Right
                } else {
                    LineAlignment::Ragged
                },
                hyphenate: false,
                ..inside.text_style()
            };
            let bond = if place > 0 { LineCohesion::Tied } else { LineCohesion::Text };
            self.set_paragraph(column, paragraph, &style, inside, bond);
        }
        column.request_space_with(BELOW_EPIGRAPH, self.register);
    }

    /// Sets a dateline, salutation or signature.
    fn set_letter_part(
        &self,
        column: &mut GalleyColumn,
        paragraph: &Paragraph,
        alignment: LineAlignment,
        frame: BlockFrame,
        bond: LineCohesion,
    ) {
        let style = CompositorStyle { alignment, hyphenate: false, ..frame.text_style() };
        self.set_paragraph(column, paragraph, &style, frame, bond);
    }

    /// Sets a pause between scenes.
    fn set_pause(&self, column: &mut GalleyColumn, frame: BlockFrame) {
        let style =
            CompositorStyle::display(frame.size, frame.measure, LineAlignment::Centred);
        let set = self
            .compositor
            .set_plain(&self.compositor.design().display_blocks.pause, &style);
        let line = set.lines.into_iter().next().unwrap_or_default();
        let drop = column.grid.first;
        column.add_pause(PlacedLine { line, tag: None, left: frame.left, drop });
    }

    /// Sets preformatted text line by line, with its indents.
    fn set_preformatted(&self, column: &mut GalleyColumn, text: &str, frame: BlockFrame) {
        let tag = column.add_tag(Role::Division, frame.tag);
        for line in text.lines() {
            let typed = line.trim_start();
            if typed.is_empty() {
                column.add_block(GalleyRow { height: 2, ..GalleyRow::default() });
                continue;
            }
            let before = line[..line.len() - typed.len()].chars();
            let indent = (frame.size / 2 * count_columns(before)).min(frame.measure / 2);
            let style = CompositorStyle {
                alignment: LineAlignment::Ragged,
                first_indent: indent,
                turnover_indent: indent + frame.size * TURNOVER,
                hyphenate: false,
                ..frame.text_style()
            };
            let inside = BlockFrame { tag: Some(tag), ..frame };
            let content = vec![Inline::Code(typed.to_owned())];
            let paragraph = Paragraph { content, ..Paragraph::default() };
            self.set_paragraph(column, &paragraph, &style, inside, LineCohesion::Text);
        }
    }
}

/// How many columns white space takes.
fn count_columns(white: impl Iterator<Item = char>) -> i32 {
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
    use super::count_columns;

    #[test]
    fn white_space_is_as_wide_as_it_was_typed() {
        let cases =
            [("", 0), ("  ", 2), ("\t", 4), ("  \t", 4), ("\t ", 5), ("\u{3000}", 2)];
        for (white, width) in cases {
            assert_eq!(count_columns(white.chars()), width, "{white:?}");
        }
    }
}
