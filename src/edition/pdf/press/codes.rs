//! What the PDF for the press has to say about a book. Codes are never used again.

use crate::diagnostic::Code;

/// An image has too few pixels for its size on the page.
pub(super) const COARSE_PICTURE: Code = Code("p-001");
/// Colours become inks by another condition than the file names.
pub(super) const UNKNOWN_COLOURS: Code = Code("p-002");
/// The last folded sheet ends with blank pages.
pub(super) const BLANK_PAGES: Code = Code("p-003");
