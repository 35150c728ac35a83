//! The diagnostics of recovery, by their codes. A code is never used again for
//! something else.

use crate::diagnostic::Code;

/// Running heads were left out: one summary for a document.
pub const RUNNING_HEADS: Code = Code("r-101");
/// Page numbers were left out and became page marks: one summary for a document.
pub const FOLIOS: Code = Code("r-102");
/// A contact line was left out, or lines of the scanning service and signatures of
/// sheets.
pub const ADDED_LINES: Code = Code("r-103");
/// A note that no mark calls; it was placed by its page.
pub const NOTE_WITHOUT_MARK: Code = Code("r-104");
/// A mark whose note is missing; it stays in the text.
pub const MARK_WITHOUT_NOTE: Code = Code("r-105");
/// A mark and a note were matched, but the match is uncertain.
pub const UNSURE_MARK: Code = Code("r-106");
/// A mark and a note with different numbers were matched.
pub const OTHER_NUMBER: Code = Code("r-107");
/// Text was found to follow notes where no page turn is shown.
pub const HIDDEN_PAGE_TURN: Code = Code("r-108");
/// A note goes on at the foot of the next page.
pub const RUN_ON_NOTE: Code = Code("r-109");
/// The text contained a second copy of a note, which was removed.
pub const DUPLICATE: Code = Code("r-110");
/// A title block inside the text was moved to its beginning, or a caption after its
/// paragraph.
pub const DISPLACED: Code = Code("r-111");
/// The account of characters does not balance: something was lost or doubled.
pub const UNBALANCED: Code = Code("r-112");
/// A label in the order of the notes is missing.
pub const MISSING_LABEL: Code = Code("r-113");
/// Pages without a printed number were numbered by counting from those that have one: one
/// summary for a document.
pub const COUNTED: Code = Code("r-114");
/// The extent of a note is uncertain: it has a number alone on a line, or no words at
/// all.
pub const NOTE_EXTENT: Code = Code("r-115");
/// A line of the text begins as a note does, and nothing calls it.
pub const LABEL_IN_TEXT: Code = Code("r-116");
/// A line beside the folio of its page may be a running head; it stays in the text.
pub const UNSURE_HEAD: Code = Code("r-117");
/// A printed table of contents was left out; the lines that it names are headings.
pub const CONTENTS: Code = Code("r-118");
/// A printed table of contents stays in the text: most of its entries are not there.
pub const CONTENTS_KEPT: Code = Code("r-119");
/// A printed table of contents names a heading that is not a line of the text.
pub const NOT_IN_TEXT: Code = Code("r-120");
/// Most lines are not text: a listing, a table, formulas. The text is kept as it is.
pub const KEPT_VERBATIM: Code = Code("r-128");
/// A sign of notation opens something that no sign closes.
pub const OPEN_NOTATION: Code = Code("r-124");
/// Lines that begin like notes and remain in the text, because most have no mark: one
/// summary for a series.
pub const REJECTED_SERIES: Code = Code("r-127");
/// A note that no mark calls; it was set at the end of the text.
pub const UNPLACED_NOTE: Code = Code("r-201");
/// A hyphen at a line end, in a word that the text has nowhere else.
pub const LINE_END_HYPHEN: Code = Code("r-202");
/// A word broken at a line end without a hyphen.
pub const BROKEN_WORD: Code = Code("r-203");
/// Letter-spaced words were closed.
pub const LETTER_SPACED: Code = Code("r-204");
/// The title was taken from the text.
pub const TITLE: Code = Code("r-205");
/// The author was taken from the text.
pub const AUTHOR: Code = Code("r-206");
/// It is uncertain whether a paragraph continues across a page turn.
pub const PAGE_TURN: Code = Code("r-207");
/// A line may be a heading or not.
pub const HEADING: Code = Code("r-208");
/// Words divided at line ends that the text has nowhere whole.
pub const UNSEEN_WORDS: Code = Code("r-209");
/// Lines may be verse or not.
pub const VERSE: Code = Code("r-211");
/// A paragraph may be a quotation or not.
pub const QUOTATION: Code = Code("r-212");
/// A paragraph may begin with a line or not.
pub const PARAGRAPH: Code = Code("r-213");
/// A line lost its spaces, which were restored.
pub const TIGHT_LINE: Code = Code("r-210");
/// A passage in another language than the text.
pub const FOREIGN: Code = Code("r-214");
/// A word that may be misread: it differs from another only in letters that are easily
/// confused.
pub const MISREAD: Code = Code("r-215");
/// A word that may be two, run together.
pub const RUN_TOGETHER: Code = Code("r-216");
/// A heading has no text below it.
pub const EMPTY_CHAPTER: Code = Code("r-217");
/// Lines look like headings, but are too many, in a row, or entries of a list; they remain
/// paragraphs.
pub const TOO_MANY_CHAPTERS: Code = Code("r-218");
/// A heading has the words of another one.
pub const REPEATED_HEADING: Code = Code("r-219");
/// The title or the author is what the PDF says of itself.
pub const FILE_FACT: Code = Code("r-220");
/// Cells of a table span several rows or columns.
pub const SPANNING_CELLS: Code = Code("r-221");
/// A decision is about no line of the text, or not certainly about one.
pub const DECISION_LOST: Code = Code("r-222");
/// A decision is about a line that is not in the text, or not where it could be obeyed.
pub const DECISION_NOT_OBEYED: Code = Code("r-223");
/// The date of a document is that of its dateline.
pub const DATE: Code = Code("r-224");
/// The number of a heading is missing or out of order.
pub const NUMBER_OF_HEADING: Code = Code("r-225");
/// A capital stands alone above a paragraph that begins with it.
pub const DOUBLED_INITIAL: Code = Code("r-226");
/// A passage has a blank line after every line.
pub const SPACED_PASSAGE: Code = Code("r-227");
/// A line of a note looks like a heading.
pub const HEADING_IN_NOTE: Code = Code("r-228");
