//! Blocks of the book become rows of the galley.

use std::vec::IntoIter;

use crate::book::block::{Block, Heading, Paragraph, resumes_sentence};
use crate::book::inline::Inline;
use crate::book::matter::contents::{ContentsTarget, write_plain_text};
use crate::book::matter::index::INDEX_STYLE;
use crate::book::matter::openings::stands_before_text;
use crate::book::matter::titles::{bind_title, follows_number};
use crate::design::PauseMarks;
use crate::length::Length;
use crate::typeset::document::{BookPassage, Role};
use crate::typeset::matter::column::{GalleyColumn, LINES_WITH_HEADING, LineCohesion};
use crate::typeset::matter::compositor::{Compositor, CompositorStyle};
use crate::typeset::matter::formula::has_display;
use crate::typeset::matter::named_styles::StyleOverrides;
use crate::typeset::matter::small_type::{lead_small_type, set_small_type};
use crate::typeset::matter::verse::BETWEEN_STANZAS;
use crate::typeset::matter::white::{APART, closes_up};
use crate::typeset::matter::{figure, table};
use crate::typeset::page::galley::{
    GalleyRow, HalfLines, NamedDestination, PlacedLine, Register,
};
use crate::typeset::paragraph::{LineAlignment, ParagraphOpening, ParagraphVariant};

/// Space around remarks about the text, such as its source.
const ABOUT: HalfLines = 2;
/// At least this many lines of a quotation, verse or a list should be on the page of the line
/// that introduces it, or with the first of them.
const LINES_WITH_LEAD_IN: usize = 2;
/// Columns from one tab stop to the next (CommonMark 0.31, §2.2).
const TAB: i32 = 4;
/// As wide as a Chinese character, which takes two columns.
const IDEOGRAPHIC_SPACE: char = '\u{3000}';
/// Indent of the rest of a verse line that does not fit, in ems.
pub(super) const TURNOVER: i32 = 2;
/// How many paragraphs are set in one run. This covers a long chapter, so in real books all
/// are. Memory held for each until the run ends exceeds what a shorter run would save.
const RUN: usize = 1_000;

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
    /// What is asked of their paragraphs beyond the usual.
    pub(crate) overrides: StyleOverrides,
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
            overrides: StyleOverrides::default(),
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
        let mut verse_around = self.set_verse_among(blocks, verses, frame);
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
            if let Some(chapter) = self.chapter {
                column.passage = Some(BookPassage::Block(chapter, place));
            }
            let followed = follows;
            let before = place.checked_sub(1).map(|before| &blocks[before]);
            let apart = self.stands_apart(block);
            if apart && before.is_some_and(|before| closes_up(before, block)) {
                column.close_up();
            } else if matches!((before, block), (Some(Block::Verse(_)), Block::Verse(_)))
            {
                column.request_space_with(BETWEEN_STANZAS, registers[place]);
                column.request_fixed_space(BETWEEN_STANZAS);
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
            let mark = column.block_count();
            match block {
                Block::Heading(heading) => {
                    if let Some(chapter) = self.chapter {
                        let target = ContentsTarget::Heading(chapter, headings);
                        column.begin_destination(NamedDestination::Text(target));
                    }
                    headings += 1;
                    // Right under the title of a chapter, the white below that is enough.
                    // So is that below the number of a heading.
                    let opens = place == 0 && self.chapter.is_some();
                    let is_below = opens || follows_number(&blocks[..place], heading);
                    let above = if is_below { 0 } else { self.white_above(heading) };
                    column.request_space_with(above, registers[place]);
                    self.set_heading(column, heading, frame);
                }
                Block::Paragraph(paragraph) => {
                    let indent = paragraphs.indent.of(frame.size);
                    let resumes =
                        before.is_some_and(|before| resumes_sentence(before, paragraph));
                    let is_indented = followed && !resumes;
                    let indent = if is_indented { indent } else { Length::ZERO };
                    let hangs = !(self.labelled && place == 0);
                    let style = self.overrides.apply(CompositorStyle {
                        first_indent: indent,
                        hangs,
                        opening,
                        ..frame.text_style()
                    });
                    if has_display(paragraph) {
                        self.set_around_formulas(column, paragraph, &style, frame);
                        continue;
                    }
                    let lengths = run.next().unwrap_or_else(|| {
                        run =
                            self.set_leading_paragraphs(&blocks[place..], &style, frame);
                        run.next().unwrap_or_default()
                    });
                    let tag = column.add_tag(Role::Paragraph, frame.tag);
                    column.add_variants(lengths, tag, frame.left, LineCohesion::Text);
                }
                Block::Quotation(inner) => inside.set_quotation(column, inner, frame),
                Block::Verse(verse) => {
                    self.set_verse(column, verse, &mut verses, &mut verse_around, frame);
                }
                Block::List(list) => inside.set_list(column, list, frame),
                Block::Table(one) => table::set_table(column, one, self, frame),
                Block::Figure(one) => {
                    let floats = self.chapter.is_some() && is_amid_text(blocks, place);
                    figure::set_figure(column, one, floats, self, frame);
                }
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
                    self.set_small(column, frame, |column, frame| {
                        self.nested().set_blocks(column, inner, frame);
                    });
                    column.request_space_with(ABOUT, self.register);
                }
                Block::Styled { style, blocks } if style == INDEX_STYLE => {
                    self.set_small(column, frame, |column, frame| {
                        inside.set_index(column, blocks, frame);
                    });
                }
                Block::Styled { style, blocks } => {
                    inside.set_styled(column, style, blocks, frame);
                }
                Block::Definitions(list) => inside.set_definitions(column, list, frame),
                Block::SceneBreak => self.set_pause(column, frame),
                Block::Preformatted(typed) => {
                    self.set_preformatted(column, &typed.text, frame);
                }
            }
            if before.is_some_and(|before| leads_in(before, block)) {
                column.tie_to_above(mark, 0..LINES_WITH_LEAD_IN);
            } else if matches!(block, Block::Quotation(_)) {
                column.tie_to_above(mark, 1..LINES_WITH_LEAD_IN);
            }
            if apart {
                column.request_space_with(APART, self.register);
            }
            if !stands_before_text(block) {
                opening = ParagraphOpening::Plain;
            }
        }
        if self.chapter.is_some() {
            column.passage = None;
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
            Block::Paragraph(paragraph) => {
                Some(paragraph).filter(|paragraph| !has_display(paragraph))
            }
            _ => None,
        });
        let mut paragraphs: Vec<&Paragraph> = paragraphs.take(RUN + 1).collect();
        let below = if paragraphs.len() > RUN { paragraphs.pop() } else { None };
        let indent = self.compositor.design().paragraphs.indent.of(frame.size);
        let others = CompositorStyle { first_indent: indent, ..frame.text_style() };
        let others = self.overrides.apply(others);
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
        let size = self.heading_size(heading, frame.size);
        let style = CompositorStyle::standalone(size, frame.measure, look.axis);
        let style = CompositorStyle { letters: look.letters, ..style };
        let level = heading.level.saturating_add(self.lowered).clamp(1, 6);
        let tag = column.add_tag(Role::Heading(level), frame.tag);
        let title = bind_title(&heading.content, self.compositor.language());
        let set = self.compositor.set_balanced(&title, &style, heading.origin);
        column.add_unbreakable(set, tag, frame.left);
        column.keep_with_above(LINES_WITH_HEADING);
        column.request_space_with(look.below.into(), self.register);
    }

    /// Sets blocks in the small size, on a leading of their own.
    pub(super) fn set_small(
        &self,
        column: &mut GalleyColumn,
        frame: BlockFrame,
        set: impl FnOnce(&mut GalleyColumn, BlockFrame),
    ) {
        let size = frame.size.min(self.compositor.design().sizes.small);
        self.set_in_size(column, frame, size, set);
    }

    /// Sets blocks in a size; if it is smaller than that of the frame, on a leading of its
    /// own.
    pub(super) fn set_in_size(
        &self,
        column: &mut GalleyColumn,
        frame: BlockFrame,
        size: Length,
        set: impl FnOnce(&mut GalleyColumn, BlockFrame),
    ) {
        // Inside small type, the leading is small already.
        let leading = if size < frame.size {
            lead_small_type(self.compositor.design(), column.grid.leading, size)
        } else {
            column.grid.leading
        };
        set_small_type(column, leading, |column| {
            set(column, BlockFrame { size, ..frame });
        });
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
        let inside = BlockFrame { tag, left: frame.left + indent, measure, ..frame };
        if !apart.small_quotations {
            return self.set_blocks(column, inner, inside);
        }
        // The lines are on a grid of their own.
        let setter = Self { register: Register::On, ..*self };
        self.set_small(column, inside, |column, inside| {
            setter.set_blocks(column, inner, inside);
        });
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
        let design = self.compositor.design();
        let axis = design.openings.axis;
        let style = CompositorStyle {
            alone: false,
            ..CompositorStyle::standalone(frame.size, frame.measure, axis)
        };
        let set = self.compositor.set_plain(&design.display_blocks.pause, &style);
        let line = set.lines.into_iter().next().unwrap_or_default();
        let drop = column.grid.first + self.compositor.measure_centring(&line);
        let ornament = PlacedLine { line, tag: None, left: frame.left, drop };
        match design.display_blocks.pauses {
            PauseMarks::AtPageEdges => column.add_pause(ornament, true),
            PauseMarks::Everywhere => {
                let register = self.register.after_white(APART);
                column.request_space_with(APART, register);
                column.add_pause(ornament, false);
                column.request_space_with(APART, self.register);
            }
        }
    }

    /// Sets preformatted text line by line, with its indents.
    fn set_preformatted(&self, column: &mut GalleyColumn, text: &str, frame: BlockFrame) {
        let tag = column.add_tag(Role::Division, frame.tag);
        let advance = self.compositor.measure_code(frame.size);
        for line in text.lines() {
            let typed = line.trim_start();
            if typed.is_empty() {
                column.add_block(GalleyRow { height: 2, ..GalleyRow::default() });
                continue;
            }
            let before = line[..line.len() - typed.len()].chars();
            let indent = (advance * count_columns(before)).min(frame.measure / 2);
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

/// Whether a paragraph introduces the block below it: it ends with a colon.
fn leads_in(above: &Block, below: &Block) -> bool {
    let is_introduced = matches!(
        below,
        Block::Verse(_)
            | Block::Quotation(_)
            | Block::List(_)
            | Block::Definitions(_)
            | Block::Preformatted(_)
    );
    let Block::Paragraph(paragraph) = above else { return false };
    let is_dash = |c: char| c.is_whitespace() || matches!(c, '—' | '–');
    is_introduced
        && write_plain_text(&paragraph.content).trim_end_matches(is_dash).ends_with(':')
}

/// Whether a block stands between two paragraphs of text.
fn is_amid_text(blocks: &[Block], place: usize) -> bool {
    let is_text = |block: Option<&Block>| matches!(block, Some(Block::Paragraph(paragraph)) if !has_display(paragraph));
    let above = place.checked_sub(1).and_then(|above| blocks.get(above));
    is_text(above) && is_text(blocks.get(place + 1))
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
