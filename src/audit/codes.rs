//! The diagnostics of `audit`: how an edition differs from its sources.

use crate::diagnostic::Code;

/// Words of the source are not in the edition.
pub const LOST: Code = Code("a-001");
/// Words of the edition are not in the source.
pub const ADDED: Code = Code("a-002");
/// The edition has other words than the source.
pub const CHANGED: Code = Code("a-003");
/// Words are in another place.
pub const MOVED: Code = Code("a-004");
/// The same letters with more or fewer spaces.
pub const SPACING: Code = Code("a-005");
/// Text that the edition adds and no source gives: an invented title, a strange name.
pub const INVENTED: Code = Code("a-006");
/// A title or an author that the sources give is not in the edition.
pub const NAME_MISSING: Code = Code("a-007");
/// The edition lacks a reference to a note.
pub const REFERENCE_LOST: Code = Code("a-010");
/// The edition has a reference to a note where the source has none.
pub const REFERENCE_ADDED: Code = Code("a-011");
/// A reference leads to another note, or nowhere.
pub const OTHER_NOTE: Code = Code("a-012");
/// A note without a reference.
pub const UNREFERENCED_NOTE: Code = Code("a-013");
/// The number of a note differs from that of its reference, or does not follow the previous
/// one.
pub const WRONG_NUMBER: Code = Code("a-014");
/// A note does not link back to its reference.
pub const WRONG_BACKLINK: Code = Code("a-015");
/// The edition does not describe a picture.
pub const DESCRIPTION_LOST: Code = Code("a-016");
/// A page of the press PDF shows other text than that of the PDF for readers.
pub const PAGE_DIFFERS: Code = Code("a-017");
/// A page of a source PDF shows letters that were not read from it.
pub const LETTERS_LOST: Code = Code("a-018");
/// A source has letters that the page of its PDF does not show.
pub const LETTERS_ADDED: Code = Code("a-019");
/// A source PDF has more than the second reading reads of a document.
pub const READING_ENDS: Code = Code("a-020");
/// A paragraph begins or ends elsewhere.
pub const PARAGRAPH_DIFFERS: Code = Code("a-021");
/// Words are a heading in the edition or in the source, but not in both.
pub const HEADING_DIFFERS: Code = Code("a-022");
/// A heading has another level.
pub const LEVEL_DIFFERS: Code = Code("a-023");
/// Words have another language.
pub const LANGUAGE_DIFFERS: Code = Code("a-024");
/// A link leads elsewhere.
pub const LINK_DIFFERS: Code = Code("a-025");
/// A picture is in the place of another.
pub const PICTURE_DIFFERS: Code = Code("a-026");
/// Words are in the edition, but readers do not see them.
pub const HIDDEN: Code = Code("a-027");
/// The pages are in another order, or counted wrongly.
pub const PAGES_DIFFER: Code = Code("a-028");
/// A running head belongs to other pages.
pub const HEAD_DIFFERS: Code = Code("a-029");
/// Glyphs show other letters than their text has.
pub const GLYPHS_DIFFER: Code = Code("a-030");
