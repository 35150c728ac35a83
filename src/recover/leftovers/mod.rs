//! Leftovers: lines that are neither text nor note, found once text and notes are
//! separated.

mod stamps;

mod interruptions;

mod lone_heads;

mod displaced;

mod captions;

use crate::recover::notes::line_parts::TextNoteSplit;
use crate::recover::page::furniture::{Furniture, MovedLines};
use crate::recover::page::source_layout::SourceLayout;

/// Adds contact lines and running heads that occur just once to the furniture; finds the
/// lines of a displaced title block, and those of captions.
pub(super) fn find_leftovers(
    source: &SourceLayout<'_>,
    split: &TextNoteSplit,
    furniture: &mut Furniture,
) -> MovedLines {
    if !source.notation.may_have_furniture() {
        return MovedLines::default();
    }
    stamps::mark_contact_lines(source, split, furniture);
    interruptions::mark_interrupting_heads(source, split, furniture);
    lone_heads::mark_lone_heads(source, split, furniture);
    MovedLines {
        title: displaced::find_displaced_title(source, split, furniture),
        captions: captions::find_captions(source, split, furniture),
    }
}
