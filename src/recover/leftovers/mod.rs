//! Leftovers: lines that are neither text nor note, found once these are told apart.

mod stamps;

mod interruptions;

mod lone_heads;

mod displaced;

use crate::recover::notes::line_parts::Split;
use crate::recover::page::furniture::Furniture;
use crate::recover::page::pages::Sheet;

/// Adds contact lines and running heads that come but once to the furniture, and finds the
/// lines of a title block that is out of place.
pub(super) fn find_leftovers(
    sheet: &Sheet<'_>,
    split: &Split,
    furniture: &mut Furniture,
) -> Vec<usize> {
    stamps::find(sheet, split, furniture);
    interruptions::find(sheet, split, furniture);
    lone_heads::find(sheet, split, furniture);
    displaced::find(sheet, split, furniture)
}
