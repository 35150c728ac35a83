//! The diagnostics of the PDF for a press. Codes are never reused.

use crate::diagnostic::Code;

/// An image has too few pixels for its size on the page.
pub(super) const COARSE_PICTURE: Code = Code("p-001");
/// Colours become inks by another condition than the file names.
pub(super) const OTHER_CONDITION: Code = Code("p-002");
/// The last signature ends with blank pages.
pub(super) const BLANK_PAGES: Code = Code("p-003");
