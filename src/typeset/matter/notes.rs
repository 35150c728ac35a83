//! Sets notes with hanging labels: gathered, with a heading over those of each chapter, or
//! at the foot of the pages that refer to them.

use crate::book::matter::notes::{NumberedNote, ReferenceMark, split_by_series};
use crate::length::Length;
use crate::typeset::document::{BookPassage, Role};
use crate::typeset::line::TextLine;
use crate::typeset::matter::blocks::{BlockFrame, BlockSetter};
use crate::typeset::matter::column::{GalleyColumn, LINES_WITH_HEADING};
use crate::typeset::matter::compositor::CompositorStyle;
use crate::typeset::page::galley::{GalleyRow, HalfLines, NamedDestination, Register};
use crate::typeset::page::note_column::NoteColumn;
use crate::typeset::paragraph::LineAlignment;

/// Space above the name of a chapter among the notes, in half lines.
const ABOVE_CHAPTER: HalfLines = 3;
/// Space below it, in half lines.
const BELOW_CHAPTER: HalfLines = 1;
/// Space between the two series of notes, in half lines.
const BETWEEN_SERIES: HalfLines = 2;
/// The gap from a note's label to its text, as a fraction of the em: a thick space.
const FIGURE_GAP: i32 = 3;

/// Sets the name of a chapter over its notes.
pub(crate) fn set_chapter_name(
    column: &mut GalleyColumn,
    name: &str,
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) {
    column.request_space_with(ABOVE_CHAPTER, Register::On.after_white(BELOW_CHAPTER));
    set_heading(column, name, 2, blocks, frame);
    column.request_space_with(BELOW_CHAPTER, Register::On);
}

/// Sets a heading like those within chapters.
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

/// Sets notes one below the other, their labels hanging at the left edge.
pub(crate) fn set_notes(
    column: &mut GalleyColumn,
    notes: &[NumberedNote<'_>],
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) {
    let hang = label_room(notes, blocks, frame);
    for (place, series) in split_by_series(notes).enumerate() {
        if place > 0 {
            column.request_space_with(BETWEEN_SERIES, Register::On);
        }
        for note in &series {
            set_note(column, note, hang, blocks, frame);
        }
    }
}

/// Sets the footnotes that the lines of a column refer to, in the order of their marks. A
/// note that a note refers to comes after that note.
pub(crate) fn set_footnotes(
    column: &mut GalleyColumn,
    notes: &[NumberedNote<'_>],
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) {
    let calls = column.galley.list_note_calls();
    if calls.is_empty() {
        return;
    }
    let hang = label_room(notes, blocks, frame);
    let grid = column.grid.for_footnotes();
    let mut foot = NoteColumn::new(grid);
    for serial in calls {
        let first = foot.len();
        let mut open = vec![serial];
        while let Some(next) = open.pop() {
            let Ok(place) = notes.binary_search_by_key(&next, |note| note.serial) else {
                continue;
            };
            let rows = column.capture_rows(grid, |apart| {
                set_note(apart, &notes[place], hang, blocks, frame);
            });
            open.extend(rows.iter().flat_map(GalleyRow::note_calls).rev());
            foot.add_note(rows, notes[place].note.series);
        }
        foot.add_call(serial, first);
    }
    column.galley.notes = foot;
}

/// From the left edge to the text of notes: room for the widest label.
fn label_room(
    notes: &[NumberedNote<'_>],
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) -> Length {
    let figures = notes.iter().filter_map(|note| match note.label {
        ReferenceMark::Figure(number) => Some(number),
        ReferenceMark::Letter(_) | ReferenceMark::Asterisks(_) => None,
    });
    let highest = figures.max().unwrap_or_default();
    // Figures differ in width, so there is room for the widest.
    let figures =
        [highest, 10_u32.pow(count_digits(highest)) - 1].map(ReferenceMark::Figure);
    let figures = figures.into_iter().filter(|_| highest > 0);
    let others = notes.iter().map(|note| note.label);
    let others = others.filter(|label| !matches!(label, ReferenceMark::Figure(_)));
    let widest = figures
        .chain(others)
        .map(|label| set_note_label(label, blocks, frame).width)
        .max();
    let hang = widest.unwrap_or_default() + frame.size / FIGURE_GAP;
    hang.min(frame.measure / 2)
}

/// The label of a note.
fn set_note_label(
    label: ReferenceMark,
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) -> TextLine {
    let style =
        CompositorStyle::display(frame.size, frame.measure, LineAlignment::Ragged);
    blocks.compositor.set_on_one_line(&label.format_before_note(), &style)
}

/// Sets a note, with its text at an indent and its label in that space.
fn set_note(
    column: &mut GalleyColumn,
    note: &NumberedNote<'_>,
    hang: Length,
    blocks: &BlockSetter<'_, '_>,
    frame: BlockFrame,
) {
    let around = column.passage.replace(BookPassage::Note(note.serial));
    let tag = column.add_tag(Role::Note, frame.tag);
    let label = column.add_tag(Role::Label, Some(tag));
    let link = column.add_tag(Role::Link, Some(label));
    column.galley.tags[link].target = Some(NamedDestination::NoteMark(note.serial));
    let mark = column.block_count();
    column.begin_destination(NamedDestination::Note(note.serial));
    blocks.after_label().set_blocks(column, &note.note.blocks, frame.indented(hang, tag));
    let line = set_note_label(note.label, blocks, frame);
    column.add_label(mark, line, link, frame.left, hang - frame.size / FIGURE_GAP);
    column.passage = around;
}

/// How many digits a number has, at most nine.
fn count_digits(number: u32) -> u32 {
    number.checked_ilog10().unwrap_or_default().min(8) + 1
}
