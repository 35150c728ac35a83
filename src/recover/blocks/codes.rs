//! The codes of what rebuilding a text has to say.

use crate::diagnostic::Code;

/// No mark calls a note.
pub(super) const NOTE_WITHOUT_MARK: Code = Code("r-201");
/// A hyphen at a line end, in a word that the text has nowhere else.
pub(super) const LINE_END_HYPHEN: Code = Code("r-202");
/// A word broken at a line end without a hyphen.
pub(super) const BROKEN_WORD: Code = Code("r-203");
