//! A number on a line that may be a folio.

use super::page_numbers::PageNumber;

/// A number that may be a folio.
#[derive(Debug, Clone)]
pub(crate) struct FolioCandidate {
    /// Its line.
    pub(crate) line_no: usize,
    pub(super) number: PageNumber,
    /// Its own score, in hundredths.
    pub(super) worth: i32,
    /// It needs no other folio: it interrupts a sentence at the edge of a known page, or
    /// it is between dashes below a note.
    pub(super) alone: bool,
    /// It is below a note, and therefore at the foot of its page unless something else
    /// shows the place.
    pub(super) below_note: bool,
    pub(super) page: usize,
    /// Score of the best chain that ends here.
    pub(super) chain_worth: i32,
    pub(super) length: usize,
    pub(super) backpointer: Option<usize>,
    /// Solid lines of the longest page so far.
    pub(super) pace: usize,
}
