//! Verse: its indent, its turnovers, the numbers of its lines.

use crate::book::block::Verse;
use crate::book::inline::Inline;
use crate::design::Axis;
use crate::length::Length;
use crate::typeset::document::Role;
use crate::typeset::line::SetParagraph;
use crate::typeset::matter::blocks::{Blocks, Frame, TURNOVER};
use crate::typeset::matter::column::{Bond, Column};
use crate::typeset::matter::compositor::Style;
use crate::typeset::page::galley::{HalfLines, PlacedLine};
use crate::typeset::paragraph::Alignment;

/// White between stanzas: a whole line, so that verse stays on its grid.
const BETWEEN_STANZAS: HalfLines = 2;
/// Verse is indented by no more than one part in so many of the measure.
const WIDEST_VERSE_INDENT: i32 = 3;
/// Room is kept for the numbers of so many lines of verse.
const MOST_VERSES: u32 = 999;
/// A stanza of no more lines than this stands whole.
const SHORT_STANZA: usize = 3;

impl Blocks<'_, '_> {
    /// Verse stands in the middle as a block, as wide as the longest line that the
    /// measure holds, or at an indent, if so wide a block leaves room for it.
    ///
    /// Its lines are counted on from `counted`, and numbered where the design asks for it;
    /// a line that is turned over has its number at its last turn, where most room is.
    pub(super) fn verse(
        &self,
        column: &mut Column,
        verse: &Verse,
        counted: &mut Option<u32>,
        frame: Frame,
    ) {
        let text = frame;
        let every =
            counted.map_or(0, |_| self.compositor.design().display_blocks.verse_numbers);
        let every = u32::from(every);
        let frame = if every > 0 {
            let room = self.verse_number(MOST_VERSES, text).line.width + frame.size;
            Frame { measure: frame.measure - room, ..frame }
        } else {
            frame
        };
        let style = Style {
            turnover_indent: frame.size * TURNOVER,
            ..Style::display(frame.size, frame.measure, Alignment::Ragged)
        };
        let line = |line: &Vec<Inline>, style: &Style| {
            self.compositor.paragraph(line, style, verse.origin)
        };
        let mut stanzas: Vec<Vec<SetParagraph>> = verse
            .stanzas
            .iter()
            .map(|stanza| stanza.lines.iter().map(|one| line(one, &style)).collect())
            .collect();
        let whole = stanzas.iter().flatten().filter(|set| set.lines.len() == 1);
        let widest = whole.map(|set| set.lines[0].width).max().unwrap_or(frame.measure);
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
        let narrow = Style { measure: frame.measure - indent, ..style };
        for (place, (stanza, set)) in verse.stanzas.iter().zip(&mut stanzas).enumerate() {
            if place > 0 {
                column.white(BETWEEN_STANZAS);
            }
            let tag = column.tag(Role::Paragraph, frame.tag);
            let bond =
                if set.len() <= SHORT_STANZA { Bond::Together } else { Bond::Text };
            let lines = stanza.lines.iter().zip(std::mem::take(set));
            let lines = lines.map(|(words, set)| match set.lines.len() {
                1 => set,
                _ => line(words, &narrow),
            });
            let from = column.mark();
            column.stanza(lines.collect(), tag, frame.left + indent, bond);
            let Some(count) = counted.as_mut() else { continue };
            for line in from..column.mark() {
                *count += 1;
                if every > 0 && count.is_multiple_of(every) {
                    let drop = column.grid.first;
                    let number = self.verse_number(*count, text);
                    column.beside(line, &PlacedLine { drop, ..number });
                }
            }
        }
    }

    /// The number of a line of verse, at the right edge of the text; its drop is to be set.
    fn verse_number(&self, number: u32, frame: Frame) -> PlacedLine {
        let size = self.compositor.design().sizes.footnotes.min(frame.size);
        let style = Style::display(size, frame.measure, Alignment::Ragged);
        let line = self.compositor.words(&number.to_string(), &style);
        let left = frame.left + frame.measure - line.width;
        PlacedLine { line, tag: None, left, drop: Length::ZERO }
    }
}
