//! The codes of what rebuilding a text has to say.

use crate::diagnostic::Code;

/// No mark calls a note.
pub(super) const NOTE_WITHOUT_MARK: Code = Code("r-201");
/// A hyphen at a line end, in a word that the text has nowhere else.
pub(super) const LINE_END_HYPHEN: Code = Code("r-202");
/// A word broken at a line end without a hyphen.
pub(super) const BROKEN_WORD: Code = Code("r-203");
/// Letter-spaced words were closed.
pub(super) const LETTER_SPACED: Code = Code("r-204");
/// The title was read off the text.
pub(super) const TITLE: Code = Code("r-205");
/// The author was read off the text.
pub(super) const AUTHOR: Code = Code("r-206");
/// Whether a paragraph runs on over a page turn is open.
pub(super) const PAGE_TURN: Code = Code("r-207");
/// A line may be a heading or not.
pub(super) const HEADING: Code = Code("r-208");
/// Words divided at line ends that the text has nowhere whole.
pub(super) const UNSEEN_WORDS: Code = Code("r-209");
/// Lines may be verse or not.
pub(super) const VERSE: Code = Code("r-211");
/// A paragraph may be a quotation or not.
pub(super) const QUOTATION: Code = Code("r-212");
/// A paragraph may begin with a line or not.
pub(super) const PARAGRAPH: Code = Code("r-213");
/// The spaces of a line were lost, and set again.
pub(super) const TIGHT_LINE: Code = Code("r-210");
/// A passage in another language than the text.
pub(super) const FOREIGN: Code = Code("r-214");
/// A word that may be misread: its letters are those of another, but for some that are
/// easily confused.
pub(super) const MISREAD: Code = Code("r-215");
/// A word that may be two, run together.
pub(super) const RUN_TOGETHER: Code = Code("r-216");
