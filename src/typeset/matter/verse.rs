//! Verse: its indent, turnovers and line numbers.

use crate::book::block::{Block, Stanza, Verse};
use crate::book::inline::Inline;
use crate::design::Axis;
use crate::length::Length;
use crate::typeset::document::Role;
use crate::typeset::line::SetParagraph;
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter, TURNOVER};
use crate::typeset::matter::column::{GalleyColumn, LineCohesion};
use crate::typeset::matter::compositor::CompositorStyle;
use crate::typeset::page::galley::{HalfLines, PlacedLine};
use crate::typeset::paragraph::LineAlignment;

/// Space between stanzas: a whole line, so that verse stays on its grid.
pub(super) const BETWEEN_STANZAS: HalfLines = 2;
/// Verse is indented by at most this fraction of the measure: one in this many parts.
const WIDEST_VERSE_INDENT: i32 = 3;
/// Room is kept for line numbers up to this.
const MOST_VERSES: u32 = 999;
/// A stanza of at most this many lines is kept on one page.
const SHORT_STANZA: usize = 3;

impl BlockSetter<'_, '_> {
    /// The widest line of all the verse among blocks that the measure holds; none if there
    /// is none, or only one poem. All verse of a chapter has one left edge.
    pub(super) fn widest_line_of_verse(
        &self,
        blocks: &[Block],
        counted: Option<u32>,
        frame: BlockFrame,
    ) -> Option<Length> {
        let poems = || {
            blocks.iter().filter_map(|block| match block {
                Block::Verse(verse) => Some(verse),
                _ => None,
            })
        };
        if self.compositor.design().display_blocks.verse == Axis::Left
            || poems().count() < 2
        {
            return None;
        }
        let style = self.verse_style(counted, frame);
        let widths = poems().filter_map(|verse| {
            let stanzas =
                self.compositor.without_findings(|| self.set_stanzas(verse, &style));
            widest_whole_line(&stanzas)
        });
        widths.max()
    }

    /// How lines of verse are set: beside them there is room for their numbers, if they
    /// have any.
    fn verse_style(&self, counted: Option<u32>, frame: BlockFrame) -> CompositorStyle {
        let numbers = self.compositor.design().display_blocks.verse_numbers;
        let room = if counted.is_some() && numbers > 0 {
            self.set_verse_number(MOST_VERSES, frame).line.width + frame.size
        } else {
            Length::ZERO
        };
        CompositorStyle {
            turnover_indent: frame.size * TURNOVER,
            ..CompositorStyle::display(
                frame.size,
                frame.measure - room,
                LineAlignment::Ragged,
            )
        }
    }

    /// Sets the lines of each stanza.
    fn set_stanzas(
        &self,
        verse: &Verse,
        style: &CompositorStyle,
    ) -> Vec<Vec<SetParagraph>> {
        let line =
            |line: &Vec<Inline>| self.compositor.set_paragraph(line, style, verse.origin);
        let stanza = |stanza: &Stanza| stanza.lines.iter().map(line).collect();
        verse.stanzas.iter().map(stanza).collect()
    }

    /// Sets verse as a centred block, as wide as its longest line that the measure holds, or
    /// as the `widest` of the chapter; or at an indent if such a block leaves room for it.
    ///
    /// Its lines are counted on from `counted`, and numbered if the design asks for it. A
    /// line with a turnover has its number on the last turnover, where there is most room.
    pub(super) fn set_verse(
        &self,
        column: &mut GalleyColumn,
        verse: &Verse,
        counted: &mut Option<u32>,
        widest: Option<Length>,
        frame: BlockFrame,
    ) {
        let text = frame;
        let every =
            counted.map_or(0, |_| self.compositor.design().display_blocks.verse_numbers);
        let every = u32::from(every);
        let style = self.verse_style(*counted, frame);
        let frame = BlockFrame { measure: style.measure, ..frame };
        let mut stanzas = self.set_stanzas(verse, &style);
        let widest = widest
            .or_else(|| widest_whole_line(&stanzas))
            .unwrap_or(frame.measure)
            .min(frame.measure);
        let indent = match self.compositor.design().display_blocks.verse {
            _ if self.continued => Length::ZERO,
            Axis::Centre => {
                let middle = (text.measure - widest) / 2;
                let most = frame.measure / WIDEST_VERSE_INDENT;
                middle.min(most).min(frame.measure - widest)
            }
            Axis::Left => self.compositor.design().indent().min(frame.measure - widest),
        };
        let indent = indent.max(Length::ZERO);
        let narrow = CompositorStyle { measure: frame.measure - indent, ..style };
        for (place, (stanza, set)) in verse.stanzas.iter().zip(&mut stanzas).enumerate() {
            if place > 0 {
                column.request_space(BETWEEN_STANZAS);
            }
            let tag = column.add_tag(Role::Paragraph, frame.tag);
            let bond = if set.len() <= SHORT_STANZA {
                LineCohesion::Together
            } else {
                LineCohesion::Text
            };
            let lines = stanza.lines.iter().zip(std::mem::take(set));
            let lines = lines.map(|(words, set)| match set.lines.len() {
                1 => set,
                _ => self.compositor.set_paragraph(words, &narrow, verse.origin),
            });
            let from = column.block_count();
            column.add_stanza(lines.collect(), tag, frame.left + indent, bond);
            let Some(count) = counted.as_mut() else { continue };
            for line in from..column.block_count() {
                *count += 1;
                if every > 0 && count.is_multiple_of(every) {
                    let drop = column.grid.first;
                    let number = self.set_verse_number(*count, text);
                    column.add_beside(line, &PlacedLine { drop, ..number });
                }
            }
        }
    }

    /// The number of a line of verse, at the right edge of the text; its drop is set later.
    fn set_verse_number(&self, number: u32, frame: BlockFrame) -> PlacedLine {
        let size = self.compositor.design().sizes.footnotes.min(frame.size);
        let style = CompositorStyle::display(size, frame.measure, LineAlignment::Ragged);
        let line = self.compositor.set_on_one_line(&number.to_string(), &style);
        let left = frame.left + frame.measure - line.width;
        PlacedLine { line, tag: None, left, drop: Length::ZERO }
    }
}

/// The width of the widest line without a turnover.
fn widest_whole_line(stanzas: &[Vec<SetParagraph>]) -> Option<Length> {
    let whole = stanzas.iter().flatten().filter(|set| set.lines.len() == 1);
    whole.map(|set| set.lines[0].width).max()
}
