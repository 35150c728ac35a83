//! The diagnostics of `preflight`: what makes a file unfit for a press, or a risk.

use crate::diagnostic::Code;

/// The content of a page cannot be read.
pub const CONTENT_BROKEN: Code = Code("f-001");
/// There is more on a page than is looked at.
pub const UNFINISHED: Code = Code("f-002");
/// The version of PDF is not that of the standard.
pub const VERSION: Code = Code("f-003");
/// No standard for the press is claimed.
pub const NO_STANDARD: Code = Code("f-004");
/// The file is encrypted.
pub const ENCRYPTED: Code = Code("f-005");
/// Cross-references or objects are packed as the standard does not know it.
pub const PACKED: Code = Code("f-006");
/// The trailer identifies nothing.
pub const NO_ID: Code = Code("f-007");
/// What the information dictionary says of the standard is missing or wrong.
pub const CONFORMANCE: Code = Code("f-008");
/// It is not said whether inks are trapped.
pub const TRAPPED: Code = Code("f-009");
/// There is no title.
pub const NO_TITLE: Code = Code("f-010");
/// There is no date of creation or of change.
pub const NO_DATE: Code = Code("f-011");
/// There is no metadata stream, or it cannot be read.
pub const NO_METADATA: Code = Code("f-012");
/// The metadata stream and the information dictionary say different things.
pub const METADATA_DIFFERS: Code = Code("f-013");
/// The first bytes do not show that the file is binary.
pub const HEADER: Code = Code("f-014");
/// The file keeps another standard than the press asks for.
pub const OTHER_STANDARD: Code = Code("f-015");

/// A page does not say where it is trimmed.
pub const NO_TRIM: Code = Code("f-020");
/// A page has a trim box and an art box.
pub const TRIM_AND_ART: Code = Code("f-021");
/// The boxes of a page do not lie within each other.
pub const BOXES: Code = Code("f-022");
/// Pages are trimmed to different sizes.
pub const TRIM_SIZES: Code = Code("f-023");
/// The trimmed page is of a size that the press does not have.
pub const TRIM: Code = Code("f-024");
/// There is too little room for the bleed.
pub const BLEED: Code = Code("f-025");
/// A page is turned.
pub const ROTATED: Code = Code("f-026");
/// A page counts in other units.
pub const USER_UNIT: Code = Code("f-027");
/// The sheet is larger than page and bleed.
pub const SHEET: Code = Code("f-028");

/// A font is not embedded.
pub const NOT_EMBEDDED: Code = Code("f-030");
/// A font is drawn by procedures.
pub const TYPE3: Code = Code("f-031");
/// An embedded font cannot be read.
pub const FONT_DAMAGED: Code = Code("f-032");
/// Widths in the file are not those of the font.
pub const WIDTHS: Code = Code("f-033");
/// What a font shows cannot be read as text.
pub const NO_UNICODE: Code = Code("f-034");
/// A press that wants fonts whole is given a part of one.
pub const SUBSET: Code = Code("f-035");
/// A font has no glyph for what is shown.
pub const NO_GLYPH: Code = Code("f-036");

/// Colours of light.
pub const RGB: Code = Code("f-040");
/// Colours without a device, where the standard wants inks.
pub const INDEPENDENT: Code = Code("f-041");
/// A device's colours are not those of the output intent.
pub const INTENT_DIFFERS: Code = Code("f-042");
/// Black text of several inks.
pub const RICH_TEXT: Code = Code("f-043");
/// Ink on all plates.
pub const REGISTRATION: Code = Code("f-044");
/// Too much ink in one place.
pub const TOTAL_INK: Code = Code("f-045");
/// Inks besides the four.
pub const SPOTS: Code = Code("f-046");
/// White that overprints is not seen.
pub const WHITE_OVERPRINT: Code = Code("f-047");
/// Lines thinner than a press can hold.
pub const THIN_LINE: Code = Code("f-048");
/// Colour where only black is printed.
pub const COLOUR: Code = Code("f-049");

/// An image of far too few dots.
pub const COARSE: Code = Code("f-050");
/// An image of few dots.
pub const FAIR: Code = Code("f-051");
/// An image packed as the standard does not allow it.
pub const FILTER: Code = Code("f-052");
/// An image of sixteen bits.
pub const DEPTH: Code = Code("f-053");
/// An image that another may stand for.
pub const ALTERNATES: Code = Code("f-054");
/// An image that a press has to fetch from elsewhere.
pub const OPI: Code = Code("f-055");
/// An image that cannot be unpacked.
pub const IMAGE_BROKEN: Code = Code("f-056");

/// A soft mask.
pub const SOFT_MASK: Code = Code("f-060");
/// Paint that is less than opaque.
pub const ALPHA: Code = Code("f-061");
/// Paint that is mixed with what is below it.
pub const BLEND: Code = Code("f-062");
/// Objects that are seen through together.
pub const GROUP: Code = Code("f-063");

/// An annotation.
pub const ANNOTATION: Code = Code("f-070");
/// A form to be filled in.
pub const FORM: Code = Code("f-071");
/// A script.
pub const SCRIPT: Code = Code("f-072");
/// Something happens by itself.
pub const ACTION: Code = Code("f-073");
/// Bookmarks.
pub const BOOKMARKS: Code = Code("f-075");
/// Other files lie in the file.
pub const ATTACHED: Code = Code("f-076");
/// Layers.
pub const LAYERS: Code = Code("f-077");
/// Programs in PostScript.
pub const POSTSCRIPT: Code = Code("f-078");
/// Curves of a certain press.
pub const TRANSFER: Code = Code("f-079");
/// Screens of a certain press.
pub const HALFTONE: Code = Code("f-080");
/// Something that stands in another file.
pub const EXTERNAL: Code = Code("f-081");

/// No output intent for a press.
pub const NO_INTENT: Code = Code("f-090");
/// Several output intents for a press.
pub const SEVERAL_INTENTS: Code = Code("f-091");
/// The output intent does not name its condition.
pub const NO_CONDITION: Code = Code("f-092");
/// The profile of the output intent cannot be read.
pub const PROFILE_BROKEN: Code = Code("f-093");
/// The profile is not one of a press, or counts other inks.
pub const PROFILE_WRONG: Code = Code("f-094");

/// There is no page.
pub const NO_PAGES: Code = Code("f-100");
/// More or fewer pages than are bound.
pub const PAGE_COUNT: Code = Code("f-101");
/// A number of pages that is not bound.
pub const MULTIPLE: Code = Code("f-102");
/// The last page is not blank.
pub const LAST_PAGE: Code = Code("f-103");
/// A page looks blank and is not.
pub const WHITE_ONLY: Code = Code("f-104");

/// Ink too near an edge.
pub const MARGIN: Code = Code("f-110");
/// Ink too near the fold.
pub const GUTTER: Code = Code("f-111");
/// Ink that ends before the end of the bleed.
pub const BLEED_SHORT: Code = Code("f-112");
/// Words on an edge.
pub const CUT: Code = Code("f-113");
/// Ink beside the page.
pub const MARKS: Code = Code("f-114");

/// A cover of more than one page.
pub const COVER_PAGES: Code = Code("f-120");
/// A cover of another size than its book asks for.
pub const COVER_SIZE: Code = Code("f-121");
/// No barcode.
pub const NO_BARCODE: Code = Code("f-122");
/// A barcode too small or too large to be read.
pub const BARCODE_SIZE: Code = Code("f-123");
/// Ink in the white beside a barcode.
pub const QUIET_ZONE: Code = Code("f-124");
/// A barcode in other ink than black.
pub const BARCODE_INK: Code = Code("f-125");
/// A barcode whose number is none.
pub const BARCODE_WRONG: Code = Code("f-126");
/// Words on the spine near its folds.
pub const SPINE_WORDS: Code = Code("f-127");
/// Words on a spine too thin for them.
pub const SPINE_THIN: Code = Code("f-128");
/// Words near an edge or a fold of a cover.
pub const SAFE: Code = Code("f-129");
/// How wide the spine has to be is not known.
pub const SPINE_UNKNOWN: Code = Code("f-130");
/// Bars beside a barcode that say no number.
pub const ADD_ON: Code = Code("f-131");
/// A barcode near an edge or a fold of a cover.
pub const BARCODE_PLACE: Code = Code("f-132");
