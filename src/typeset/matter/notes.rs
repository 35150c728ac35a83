//! The notes, gathered: figures hanging, a heading over those of each chapter.

use crate::book::matter::notes::NumberedNote;
use crate::length::Length;
use crate::typeset::document::Role;
use crate::typeset::matter::blocks::{Blocks, Frame};
use crate::typeset::matter::column::{Column, LINES_WITH_HEADING};
use crate::typeset::matter::compositor::Style;
use crate::typeset::page::galley::{HalfLines, Place, PlacedLine};
use crate::typeset::paragraph::Alignment;

/// White above the name of a chapter among the notes, and below it, in half lines.
const ABOVE_CHAPTER: HalfLines = 3;
/// See [`ABOVE_CHAPTER`].
const BELOW_CHAPTER: HalfLines = 1;
/// From a note's figure to its text, in parts of the em: a thick space.
const FIGURE_GAP: i32 = 3;

/// Sets the name of a chapter over its notes.
pub(crate) fn chapter(
    column: &mut Column,
    name: &str,
    blocks: &Blocks<'_, '_>,
    frame: Frame,
) {
    column.white(ABOVE_CHAPTER, false);
    heading(column, name, 2, blocks, frame);
    column.white(BELOW_CHAPTER, true);
}

/// A heading in small capitals.
pub(crate) fn heading(
    column: &mut Column,
    words: &str,
    level: u8,
    blocks: &Blocks<'_, '_>,
    frame: Frame,
) {
    let style = Style::display(frame.size, frame.measure, Alignment::Centred);
    let style = Style { small_caps: true, ..style };
    let set = blocks.compositor.plain(words, &style);
    let tag = column.tag(Role::Heading(level), frame.tag);
    column.whole(set, tag, frame.left);
    column.keep(LINES_WITH_HEADING);
}

/// Sets notes one under the other, their figures hanging at the left edge.
pub(crate) fn set(
    column: &mut Column,
    notes: &[NumberedNote<'_>],
    blocks: &Blocks<'_, '_>,
    frame: Frame,
) {
    let style = Style::display(frame.size, frame.measure, Alignment::Ragged);
    let figure = |number: u32| blocks.compositor.words(&format!("{number}."), &style);
    let highest = notes.iter().map(|note| note.number).max().unwrap_or_default();
    let gap = frame.size / FIGURE_GAP;
    // Figures are narrower or wider than each other: room for the widest of the kind.
    let widest = figure(highest).width.max(figure(10_u32.pow(digits(highest)) - 1).width);
    let hang = (widest + gap).min(frame.measure / 2);
    for note in notes {
        let tag = column.tag(Role::Note, frame.tag);
        let label = column.tag(Role::Label, Some(tag));
        let link = column.tag(Role::Link, Some(label));
        column.galley.tags[link].target = Some(Place::NoteMark(note.serial));
        let inside = Frame {
            tag: Some(tag),
            left: frame.left + hang,
            measure: frame.measure - hang,
            ..frame
        };
        let mark = column.mark();
        column.begin(Place::Note(note.serial));
        blocks.set(column, &note.note.blocks, inside);
        let line = figure(note.number);
        let left = frame.left + (hang - gap - line.width).max(Length::ZERO);
        let drop = column.grid.first;
        column.label(mark, PlacedLine { line, tag: Some(link), left, drop });
    }
}

/// How many figures a number has, at most nine.
fn digits(number: u32) -> u32 {
    number.checked_ilog10().unwrap_or_default().min(8) + 1
}
