//! The codes of what is found while documents are read.

use crate::diagnostic::Code;

/// The bytes are not Unicode; the encoding was guessed.
pub const GUESSED_ENCODING: Code = Code("s-001");
/// Some bytes are invalid in the encoding; U+FFFD replaces them.
pub const MALFORMED: Code = Code("s-002");
/// A line changes the direction of the text without undoing it.
pub const TURNED: Code = Code("s-003");

/// The owner of a PDF does not permit to extract its text; it was read all the same.
pub const PDF_RESTRICTED: Code = Code("s-004");
/// A PDF is damaged; pages may be missing.
pub const PDF_DAMAGED: Code = Code("s-005");
/// A page of a PDF could not be read, or not all of it.
pub const PDF_PAGE: Code = Code("s-006");
/// A font of a PDF does not say which letters its glyphs are.
pub const PDF_FONT: Code = Code("s-007");
/// Characters of a PDF that nobody sees were left out.
pub const PDF_HIDDEN: Code = Code("s-008");
/// Pages of a PDF are pictures without text.
pub const PDF_PICTURES: Code = Code("s-009");
/// Something of a file of an OCR program could not be read as it is.
pub const OCR_FILE: Code = Code("s-010");
/// Words that an OCR program is unsure of.
pub const OCR_SUSPECTS: Code = Code("s-011");
/// A picture of a PDF could not be read; it was left out.
pub const PDF_IMAGE: Code = Code("s-012");
/// A drawing of a PDF could not be kept, or the words over a picture stand elsewhere.
pub const PDF_DRAWING: Code = Code("s-013");
/// Tables of a PDF were recognised.
pub const PDF_TABLES: Code = Code("s-014");
/// The tags of a PDF do not agree with its pages; they were not used.
pub const PDF_TAGS: Code = Code("s-015");
/// Each page of a PDF or a scan shows two facing pages of the book; they were divided.
pub const FACING_PAGES: Code = Code("s-016");
/// Notes or numbers of lines stand in the margins of a PDF.
pub const PDF_MARGINS: Code = Code("s-017");
