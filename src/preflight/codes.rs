//! The diagnostics of `preflight`: what makes a file unfit for a press, or a risk.

use crate::diagnostic::Code;

/// The content of a page cannot be read.
pub const CONTENT_BROKEN: Code = Code("f-001");
/// A page has more content than preflight reads.
pub const UNFINISHED: Code = Code("f-002");
/// The PDF version is not one that the standard allows.
pub const VERSION: Code = Code("f-003");
/// The file claims no PDF/X standard.
pub const NO_STANDARD: Code = Code("f-004");
/// The file is encrypted.
pub const ENCRYPTED: Code = Code("f-005");
/// Object streams or cross-reference streams, which the standard does not allow.
pub const PACKED: Code = Code("f-006");
/// The trailer has no identifier.
pub const NO_ID: Code = Code("f-007");
/// The key that identifies the standard is missing or wrong.
pub const CONFORMANCE: Code = Code("f-008");
/// The file does not state whether it is trapped.
pub const TRAPPED: Code = Code("f-009");
/// The file has no title.
pub const NO_TITLE: Code = Code("f-010");
/// The date of creation or of modification is missing.
pub const NO_DATE: Code = Code("f-011");
/// The metadata stream is missing or cannot be read.
pub const NO_METADATA: Code = Code("f-012");
/// The metadata stream and the information dictionary disagree.
pub const METADATA_DIFFERS: Code = Code("f-013");
/// The second line does not mark the file as binary.
pub const HEADER: Code = Code("f-014");
/// The file conforms to another standard than the press asks for.
pub const OTHER_STANDARD: Code = Code("f-015");

/// A page states no trim.
pub const NO_TRIM: Code = Code("f-020");
/// A page has a trim box and an art box.
pub const TRIM_AND_ART: Code = Code("f-021");
/// The page boxes do not lie within each other.
pub const BOXES: Code = Code("f-022");
/// The pages have different trim sizes.
pub const TRIM_SIZES: Code = Code("f-023");
/// The press does not offer the trim size.
pub const TRIM: Code = Code("f-024");
/// The bleed is too small.
pub const BLEED: Code = Code("f-025");
/// A page is rotated.
pub const ROTATED: Code = Code("f-026");
/// A page has a `UserUnit` other than 1.
pub const USER_UNIT: Code = Code("f-027");
/// The sheet is larger than page and bleed.
pub const SHEET: Code = Code("f-028");

/// A font is not embedded.
pub const NOT_EMBEDDED: Code = Code("f-030");
/// A Type 3 font.
pub const TYPE3: Code = Code("f-031");
/// An embedded font cannot be read.
pub const FONT_DAMAGED: Code = Code("f-032");
/// Glyph widths in the file differ from those of the font.
pub const WIDTHS: Code = Code("f-033");
/// The text of a font cannot be extracted.
pub const NO_UNICODE: Code = Code("f-034");
/// A font is a subset, and the press recommends whole fonts.
pub const SUBSET: Code = Code("f-035");
/// A font has no glyph for a code that is shown.
pub const NO_GLYPH: Code = Code("f-036");

/// RGB colours, which are not amounts of ink.
pub const RGB: Code = Code("f-040");
/// Device-independent colours, where the standard allows inks only.
pub const INDEPENDENT: Code = Code("f-041");
/// Device colours that do not match the output intent.
pub const INTENT_DIFFERS: Code = Code("f-042");
/// Black text in several inks.
pub const RICH_TEXT: Code = Code("f-043");
/// Registration colour within the page.
pub const REGISTRATION: Code = Code("f-044");
/// Too much ink in one place.
pub const TOTAL_INK: Code = Code("f-045");
/// Spot inks.
pub const SPOTS: Code = Code("f-046");
/// White that overprints, and so is invisible.
pub const WHITE_OVERPRINT: Code = Code("f-047");
/// Lines that are too thin to print.
pub const THIN_LINE: Code = Code("f-048");
/// Colour where only black is printed.
pub const COLOUR: Code = Code("f-049");

/// An image with far too low a resolution.
pub const COARSE: Code = Code("f-050");
/// An image with a low resolution.
pub const FAIR: Code = Code("f-051");
/// An image with a filter that the standard does not allow.
pub const FILTER: Code = Code("f-052");
/// An image with 16 bits per component.
pub const DEPTH: Code = Code("f-053");
/// An image with alternates.
pub const ALTERNATES: Code = Code("f-054");
/// An image that is a proxy (OPI).
pub const OPI: Code = Code("f-055");
/// An image that cannot be decoded.
pub const IMAGE_BROKEN: Code = Code("f-056");

/// A soft mask.
pub const SOFT_MASK: Code = Code("f-060");
/// Opacity below 100 %.
pub const ALPHA: Code = Code("f-061");
/// A blend mode.
pub const BLEND: Code = Code("f-062");
/// A transparency group.
pub const GROUP: Code = Code("f-063");

/// An annotation.
pub const ANNOTATION: Code = Code("f-070");
/// A form with fields.
pub const FORM: Code = Code("f-071");
/// A script.
pub const SCRIPT: Code = Code("f-072");
/// An action that runs by itself.
pub const ACTION: Code = Code("f-073");
/// Bookmarks.
pub const BOOKMARKS: Code = Code("f-075");
/// Attached files.
pub const ATTACHED: Code = Code("f-076");
/// Layers.
pub const LAYERS: Code = Code("f-077");
/// PostScript.
pub const POSTSCRIPT: Code = Code("f-078");
/// Transfer functions.
pub const TRANSFER: Code = Code("f-079");
/// Halftones.
pub const HALFTONE: Code = Code("f-080");
/// A stream or form XObject whose data is in another file.
pub const EXTERNAL: Code = Code("f-081");

/// No output intent for PDF/X.
pub const NO_INTENT: Code = Code("f-090");
/// Several output intents for PDF/X.
pub const SEVERAL_INTENTS: Code = Code("f-091");
/// The output intent does not name its printing condition.
pub const NO_CONDITION: Code = Code("f-092");
/// The profile of the output intent cannot be read.
pub const PROFILE_BROKEN: Code = Code("f-093");
/// The profile of the output intent is not an output (press) profile, or does not match
/// its `/N`.
pub const PROFILE_WRONG: Code = Code("f-094");

/// The file has no pages.
pub const NO_PAGES: Code = Code("f-100");
/// A page count that the press does not bind.
pub const PAGE_COUNT: Code = Code("f-101");
/// A page count that is not the required multiple.
pub const MULTIPLE: Code = Code("f-102");
/// The last page is not blank.
pub const LAST_PAGE: Code = Code("f-103");
/// A page looks blank and is not.
pub const WHITE_ONLY: Code = Code("f-104");

/// Ink too close to an edge.
pub const MARGIN: Code = Code("f-110");
/// Ink too close to the fold.
pub const GUTTER: Code = Code("f-111");
/// Ink that ends before the end of the bleed.
pub const BLEED_SHORT: Code = Code("f-112");
/// Words that are cut off.
pub const CUT: Code = Code("f-113");
/// Ink outside the page and its bleed, such as printer's marks.
pub const MARKS: Code = Code("f-114");

/// A cover of more than one page.
pub const COVER_PAGES: Code = Code("f-120");
/// A cover of a wrong size.
pub const COVER_SIZE: Code = Code("f-121");
/// No barcode.
pub const NO_BARCODE: Code = Code("f-122");
/// A barcode too small, too large or truncated.
pub const BARCODE_SIZE: Code = Code("f-123");
/// Ink in the quiet zone of a barcode.
pub const QUIET_ZONE: Code = Code("f-124");
/// A barcode in other ink than black.
pub const BARCODE_INK: Code = Code("f-125");
/// A barcode with a wrong check digit.
pub const BARCODE_WRONG: Code = Code("f-126");
/// Words on the spine too close to its folds.
pub const SPINE_WORDS: Code = Code("f-127");
/// Words on a spine that is too thin for them.
pub const SPINE_THIN: Code = Code("f-128");
/// Words too close to an edge or a fold of a cover.
pub const SAFE: Code = Code("f-129");
/// The required spine width is unknown.
pub const SPINE_UNKNOWN: Code = Code("f-130");
/// An add-on that encodes no number.
pub const ADD_ON: Code = Code("f-131");
/// A barcode too close to an edge or a fold of a cover.
pub const BARCODE_PLACE: Code = Code("f-132");
