//! The diagnostics of recovery, by their codes. A code is never used again for
//! something else.

use crate::diagnostic::Code;

/// Running heads were left out: one summary for a document.
pub const RUNNING_HEADS: Code = Code("r-101");
/// Page numbers were left out and became page marks: one summary for a document.
pub const FOLIOS: Code = Code("r-102");
/// A stamp or contact line was left out.
pub const STAMP: Code = Code("r-103");
/// A note that no mark calls; it was placed by its page.
pub const NOTE_WITHOUT_MARK: Code = Code("r-104");
/// A mark whose note is missing; it stays in the text.
pub const MARK_WITHOUT_NOTE: Code = Code("r-105");
/// A mark and a note were matched, but not for sure.
pub const UNSURE_MARK: Code = Code("r-106");
/// A mark and a note with different numbers were matched.
pub const OTHER_NUMBER: Code = Code("r-107");
/// Text was found to follow notes where no page turn is shown.
pub const HIDDEN_PAGE_TURN: Code = Code("r-108");
/// A note goes on at the foot of the next page.
pub const RUN_ON_NOTE: Code = Code("r-109");
/// A second copy of a note stood in the text and was cut out.
pub const DUPLICATE: Code = Code("r-110");
/// A title block stood in the midst of the text and was lifted out.
pub const DISPLACED: Code = Code("r-111");
/// The account of characters does not balance: something was lost or doubled.
pub const UNBALANCED: Code = Code("r-112");
/// A label in the order of the notes is missing.
pub const MISSING_LABEL: Code = Code("r-113");
/// Pages that bear no number were counted from those that do: one summary for a document.
pub const COUNTED: Code = Code("r-114");
/// It is not sure how far a note goes: it has a number alone on a line, or no words at all.
pub const NOTE_EXTENT: Code = Code("r-115");
/// A line of the text begins as a note does, and nothing calls it.
pub const LABEL_IN_TEXT: Code = Code("r-116");
/// A line beside the folio of its page may be a running head; it stays in the text.
pub const UNSURE_HEAD: Code = Code("r-117");
/// A printed table of contents was left out; the lines that it names are headings.
pub const CONTENTS: Code = Code("r-118");
/// A printed table of contents stays in the text: most of its entries are not there.
pub const CONTENTS_KEPT: Code = Code("r-119");
/// A printed table of contents names a heading that is no line of the text.
pub const NOT_IN_TEXT: Code = Code("r-120");
