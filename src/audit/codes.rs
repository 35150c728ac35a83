//! The diagnostics of `audit`: how an edition and its sources differ.

use crate::diagnostic::Code;

/// Words of the source are not in the edition.
pub const LOST: Code = Code("a-001");
/// Words of the edition are not in the source.
pub const ADDED: Code = Code("a-002");
/// Words of the source are others in the edition.
pub const CHANGED: Code = Code("a-003");
/// Words stand in another place.
pub const MOVED: Code = Code("a-004");
/// The same letters with a space more or less.
pub const SPACING: Code = Code("a-005");
/// The edition says by itself what no source gives: an invented title, a strange name.
pub const INVENTED: Code = Code("a-006");
/// What the sources give as title or author is not in the edition.
pub const UNNAMED: Code = Code("a-007");
/// No reference to a note stands where the source calls it.
pub const CALL_LOST: Code = Code("a-010");
/// A reference to a note stands where the source calls none.
pub const CALL_ADDED: Code = Code("a-011");
/// A reference leads to the text of another note, or to none.
pub const OTHER_NOTE: Code = Code("a-012");
/// A note that no reference leads to.
pub const NOTE_UNCALLED: Code = Code("a-013");
/// The figure before a note is not that of its mark, or not the next one.
pub const OTHER_FIGURE: Code = Code("a-014");
/// A note leads back to another place than the one that calls it.
pub const OTHER_BACK: Code = Code("a-015");
/// The words that stand for a picture are not said of any in the edition.
pub const UNDESCRIBED: Code = Code("a-016");
/// A page for the press does not show what that for readers shows.
pub const OTHER_PAGE: Code = Code("a-017");
