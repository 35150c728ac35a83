//! The codes of what the EPUB edition reports. A code is never reused.

use crate::diagnostic::Code;

/// A character that XHTML does not allow (such as a control character) was left out.
pub(super) const FORBIDDEN_CHARACTER: Code = Code("e-001");
/// No font of the family has a character; the reader's own font will show it.
pub(super) const GLYPH_MISSING: Code = Code("e-002");
/// A font cannot be subset and is embedded whole.
pub(super) const FONT_WHOLE: Code = Code("e-003");
/// A font is not embedded: its licence forbids it, or reading systems cannot use its format.
pub(super) const FONT_LEFT_OUT: Code = Code("e-004");
/// The book has no title.
pub(super) const NO_TITLE: Code = Code("e-006");
/// The language of the book is unknown.
pub(super) const NO_LANGUAGE: Code = Code("e-007");
/// An ONIX message has no publisher to send it.
pub(super) const NO_SENDER: Code = Code("e-008");
/// An ONIX message has no ISBN.
pub(super) const NO_ISBN: Code = Code("e-009");
/// A file is too large because a single block is, and blocks are not divided.
pub(super) const LARGE_FILE: Code = Code("e-010");
/// Notes say only "the same as before", which is not clear where they are shown alone.
pub(super) const IBID_NOTES: Code = Code("e-011");
/// The form of names that reading systems sort by is inferred from the names.
pub(super) const FILED_AS: Code = Code("e-012");
