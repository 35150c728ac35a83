//! How much of the notes called so far a page shows at its foot.
//!
//! All of them where there is room. Where there is not, notes are split so that the page is
//! full, a note that the page calls never so that it does not begin there, if that can be
//! helped.

use std::ops::Range;

use super::{Cost, LONGEST_OVER};
use crate::typeset::page::foot::Foot;
use crate::typeset::page::galley::{HalfLines, Parting};

/// A note that goes on over the page, with at least [`LEAST_LINES`] lines on either side:
/// so much that one note in a hundred is split in prose.
const SPLIT: Cost = 20_000;
/// The same with a line alone: of the note, or of a paragraph of it.
const LINE_ALONE: Cost = 2_000_000;
/// A note that begins on a later page than its mark.
const LATE: Cost = 300_000_000;

/// So many lines of a split note should stand on either page.
const LEAST_LINES: usize = 2;
/// A page is looked at with no more lines of notes than fit, and so many fewer: beyond, it
/// is shorter than a page may be.
const WAYS: usize = 6;

/// The foot of a page that ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Footing {
    /// How much of the column of notes is on this page and those before it.
    pub(super) end: usize,
    /// How many lines the text is short of the room that the notes leave it.
    pub(super) short: i32,
    /// What is lost.
    pub(super) cost: Cost,
    /// The page has notes.
    pub(super) shown: bool,
    /// Its notes end inside a word.
    pub(super) hyphenated: bool,
}

/// The ways to close a page of so many lines that is filled so far, and whose notes are to
/// be those of a run of their column; never none.
pub(super) fn ways(
    foot: &Foot,
    lines: HalfLines,
    fill: HalfLines,
    called: Range<usize>,
) -> impl Iterator<Item = Footing> {
    let text = i32::from(fill.div_ceil(2));
    let longest = text - i32::from(LONGEST_OVER / 2);
    let short = move |end: usize| foot.room(lines, &(called.start..end)) - text;
    let Range { start, end } = called;
    let most = foot.fitting(lines, longest, start, end);
    let least = if most == end && short(end) >= 0 { end } else { start };
    let ends = (least..=most).rev().take(WAYS).enumerate();
    let ends = ends.take_while(move |&(place, end)| place == 0 || short(end) <= 1);
    ends.map(move |(_, upto)| Footing {
        end: upto,
        short: short(upto),
        cost: carried(foot, upto, &(start..end)),
        shown: upto > start,
        hyphenated: (start + 1..end).contains(&upto)
            && foot.strips()[upto - 1].strip.hyphenated,
    })
}

/// What it costs that a page shows only so much of the notes it should.
fn carried(foot: &Foot, end: usize, called: &Range<usize>) -> Cost {
    let strips = foot.strips();
    if end >= called.end {
        return 0;
    }
    let next = &strips[end];
    let begun = end.checked_sub(1).map_or(0, |last| strips[last].begun);
    let late = strips[called.end - 1].begun - begun;
    let late = LATE.saturating_mul(Cost::try_from(late).unwrap_or(Cost::MAX));
    if next.note.start == end {
        return late;
    }
    let above = end - called.start.max(next.note.start);
    let least = above.min(next.note.end - end);
    let alone = least < LEAST_LINES || next.strip.parting >= Parting::InStanza;
    late + if alone { LINE_ALONE } else { SPLIT }
}
