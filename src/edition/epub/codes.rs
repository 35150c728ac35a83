//! What the EPUB edition has to say about a book. Codes are never used again.

use crate::diagnostic::Code;

/// A character that no XHTML file may hold (a control character) was left out.
pub(super) const FORBIDDEN_CHARACTER: Code = Code("e-001");
/// No font of the family has a character; the reader's own font will serve it.
pub(super) const NO_FONT_HAS: Code = Code("e-002");
/// A font could not be subset and is embedded whole.
pub(super) const FONT_WHOLE: Code = Code("e-003");
/// A font is not embedded: its licence forbids it, or readers cannot use its format.
pub(super) const FONT_LEFT_OUT: Code = Code("e-004");
/// The book has no title.
pub(super) const NO_TITLE: Code = Code("e-006");
/// The book's language is not known.
pub(super) const NO_LANGUAGE: Code = Code("e-007");
/// An ONIX message has no publisher to send it.
pub(super) const NO_SENDER: Code = Code("e-008");
/// An ONIX message has no ISBN.
pub(super) const NO_ISBN: Code = Code("e-009");
/// A block is longer than a file should be, and no file is cut inside a block.
pub(super) const LARGE_FILE: Code = Code("e-010");
/// Notes say no more than "the same as before", which a note shown by itself does not tell.
pub(super) const LEANING_NOTES: Code = Code("e-011");
