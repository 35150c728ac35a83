//! The notes: figures hanging. Gathered, with a heading over those of each chapter; or at
//! the foot of the pages that call them.

use crate::book::matter::notes::{NoteLabel, NumberedNote, by_series};
use crate::length::Length;
use crate::typeset::document::Role;
use crate::typeset::line::Line;
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter};
use crate::typeset::matter::column::{GalleyColumn, LINES_WITH_HEADING};
use crate::typeset::matter::compositor::CompositorStyle;
use crate::typeset::page::foot::Foot;
use crate::typeset::page::galley::{HalfLines, Place, Register, Strip};
use crate::typeset::paragraph::LineAlignment;

/// White above the name of a chapter among the notes, and below it, in half lines.
const ABOVE_CHAPTER: HalfLines = 3;
/// See [`ABOVE_CHAPTER`].
const BELOW_CHAPTER: HalfLines = 1;
/// White between the two series of notes, in half lines.
const BETWEEN_SERIES: HalfLines = 2;
/// From a note's figure to its text, in parts of the em: a thick space.
const FIGURE_GAP: i32 = 3;

/// Sets the name of a chapter over its notes.
pub(crate) fn set_chapter_name(
    column: &mut GalleyColumn,
    name: &str,
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) {
    column.request_space_with(ABOVE_CHAPTER, Register::On.apart(BELOW_CHAPTER));
    set_heading(column, name, 2, blocks, frame);
    column.request_space_with(BELOW_CHAPTER, Register::On);
}

/// A heading, set like those within chapters.
pub(crate) fn set_heading(
    column: &mut GalleyColumn,
    words: &str,
    level: u8,
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) {
    let look = blocks.compositor.design().section;
    let style = CompositorStyle::standalone(frame.size, frame.measure, look.axis);
    let style = CompositorStyle { letters: look.letters, ..style };
    let set = blocks.compositor.set_plain(words, &style);
    let tag = column.add_tag(Role::Heading(level), frame.tag);
    column.add_unbreakable(set, tag, frame.left);
    column.keep_with_above(LINES_WITH_HEADING);
}

/// Sets notes one under the other, their figures hanging at the left edge.
pub(crate) fn set_notes(
    column: &mut GalleyColumn,
    notes: &[NumberedNote<'_>],
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) {
    let hang = label_room(notes, blocks, frame);
    for (place, series) in by_series(notes).enumerate() {
        if place > 0 {
            column.request_space_with(BETWEEN_SERIES, Register::On);
        }
        for note in &series {
            set_note(column, note, hang, blocks, frame);
        }
    }
}

/// Sets the notes that the lines of a column call as the foot of its pages: each where it
/// is called, one that is called in a note under that note.
pub(crate) fn set_footnotes(
    column: &mut GalleyColumn,
    notes: &[NumberedNote<'_>],
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) {
    let calls = column.galley.calls();
    if calls.is_empty() {
        return;
    }
    let hang = label_room(notes, blocks, frame);
    let grid = column.grid.of_notes();
    let mut foot = Foot::new(grid);
    for serial in calls {
        let first = foot.len();
        let mut open = vec![serial];
        while let Some(next) = open.pop() {
            let Ok(place) = notes.binary_search_by_key(&next, |note| note.serial) else {
                continue;
            };
            let strips = column.capture_rows(grid, |apart| {
                set_note(apart, &notes[place], hang, blocks, frame)
            });
            open.extend(strips.iter().flat_map(Strip::calls).rev());
            foot.push(strips, notes[place].note.series);
        }
        foot.call(serial, first);
    }
    column.galley.foot = foot;
}

/// From the left edge to the text of notes: room for the widest of their figures.
fn label_room(
    notes: &[NumberedNote<'_>],
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) -> Length {
    let figures = notes.iter().filter_map(|note| match note.label {
        NoteLabel::Figure(number) => Some(number),
        NoteLabel::Letter(_) | NoteLabel::Sign(_) => None,
    });
    let highest = figures.max().unwrap_or_default();
    // Figures are narrower or wider than each other: room for the widest of the kind.
    let figures = [highest, 10_u32.pow(count_digits(highest)) - 1].map(NoteLabel::Figure);
    let figures = figures.into_iter().filter(|_| highest > 0);
    let others = notes.iter().map(|note| note.label);
    let others = others.filter(|label| !matches!(label, NoteLabel::Figure(_)));
    let widest = figures
        .chain(others)
        .map(|label| set_note_label(label, blocks, frame).width)
        .max();
    let hang = widest.unwrap_or_default() + frame.size / FIGURE_GAP;
    hang.min(frame.measure / 2)
}

/// The figure before a note.
fn set_note_label(
    label: NoteLabel,
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) -> Line {
    let style =
        CompositorStyle::display(frame.size, frame.measure, LineAlignment::Ragged);
    blocks.compositor.set_on_one_line(&label.before_note(), &style)
}

/// Sets a note, its text so far from the left edge, its figure in that white.
fn set_note(
    column: &mut GalleyColumn,
    note: &NumberedNote<'_>,
    hang: Length,
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) {
    let tag = column.add_tag(Role::Note, frame.tag);
    let label = column.add_tag(Role::Label, Some(tag));
    let link = column.add_tag(Role::Link, Some(label));
    column.galley.tags[link].target = Some(Place::NoteMark(note.serial));
    let mark = column.row_count();
    column.begin_destination(Place::Note(note.serial));
    blocks.after_label().set_blocks(column, &note.note.blocks, frame.indented(hang, tag));
    let line = set_note_label(note.label, blocks, frame);
    column.add_label(mark, line, link, frame.left, hang - frame.size / FIGURE_GAP);
}

/// How many figures a number has, at most nine.
fn count_digits(number: u32) -> u32 {
    number.checked_ilog10().unwrap_or_default().min(8) + 1
}
