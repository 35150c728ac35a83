//! The diagnostic codes of typesetting: `t-1…` for faces, characters and lines, `t-3…` for
//! pages.

use crate::diagnostic::Code;

/// The text family lacks a face; the closest other face replaces it.
pub const FACE_MISSING: Code = Code("t-101");
/// No font has a character; another character replaces it.
pub const CHARACTER_MISSING: Code = Code("t-102");
/// A word is wider than the measure, and is broken where it must not be hyphenated.
pub const WORD_TOO_WIDE: Code = Code("t-103");
/// A line is wider than the measure and has no break opportunity; it sticks out.
pub const LINE_TOO_WIDE: Code = Code("t-104");
/// A line can only be filled with spaces that every reader notices.
pub const LINE_LOOSE: Code = Code("t-105");
/// The widest words of a table's columns do not fit side by side on the page.
pub const TABLE_TOO_WIDE: Code = Code("t-106");
/// An image description exceeds the longest string of a PDF, so it is truncated.
pub const DESCRIPTION_CUT: Code = Code("t-107");
/// Many letters of the text are in a script that no font has, or that runs from right to
/// left.
pub const SCRIPT_MISSING: Code = Code("t-108");
/// A formula has a part that the PDF does not set; its source is set in its place.
pub const FORMULA_AS_SOURCE: Code = Code("t-109");
/// A line of verse takes three lines or more; it may be prose.
pub const VERSE_LONG: Code = Code("t-110");

/// A page begins with the last line of a paragraph, or the last row of a table.
pub const WIDOW: Code = Code("t-301");
/// A page ends with the first line of a paragraph, or the first row of a table.
pub const ORPHAN: Code = Code("t-302");
/// A page ends with a heading, or with one line of text under a heading.
pub const LONE_HEADING: Code = Code("t-303");
/// A page is deeper or less deep than its facing page.
pub const UNEVEN: Code = Code("t-304");
/// Both pages of a spread are a line short, or a line long.
pub const SPREAD_OFF: Code = Code("t-305");
/// A page has no room for a note that it calls; the note begins on a later page.
pub const NOTE_LATE: Code = Code("t-306");
/// The outer margin has no room for the page numbers of the source.
pub const MARGIN_NARROW: Code = Code("t-307");
/// A cross reference moves the place that it leads to from page to page.
pub const REFERENCE_UNSTABLE: Code = Code("t-308");
/// Many pages are blank: short chapters open on right-hand pages.
pub const BLANK_PAGES: Code = Code("t-309");
/// The notes in the margin of a page need more room than it has.
pub const MARGIN_FULL: Code = Code("t-310");
