//! The diagnostics of `book`: what reading Markdown and putting a book together find.

use crate::diagnostic::Code;

/// A metadata block that is no YAML; its lines were read one by one.
pub const METADATA_SYNTAX: Code = Code("b-001");
/// A key of a metadata block that means nothing.
pub const METADATA_KEY: Code = Code("b-002");
/// A value of a metadata block that its key cannot have.
pub const METADATA_VALUE: Code = Code("b-003");
/// A note that nothing calls.
pub const NOTE_NOT_CALLED: Code = Code("b-010");
/// A note mark without a note.
pub const NOTE_MISSING: Code = Code("b-011");
/// A note that is called more than once.
pub const NOTE_CALLED_AGAIN: Code = Code("b-012");
/// Two notes of the same name.
pub const NOTE_TWICE: Code = Code("b-013");
/// An image in a line of text; its description stays.
pub const IMAGE: Code = Code("b-020");
/// HTML that the book has no word for; its text stays.
pub const HTML: Code = Code("b-022");
/// An HTML element that does not end, or ends without having begun.
pub const HTML_UNBALANCED: Code = Code("b-023");
/// Blocks that a verse, dateline, salutation or signature cannot hold.
pub const MISPLACED_BLOCK: Code = Code("b-024");
/// Text nested deeper than a book can show.
pub const TOO_DEEP: Code = Code("b-025");
/// A title of a link, which no edition shows.
pub const LINK_TITLE: Code = Code("b-026");
/// What a code block says of itself, such as its language, which no edition shows.
pub const CODE_LABEL: Code = Code("b-027");
/// A link leads to no address that a reader could follow; its words stay.
pub const DEAD_LINK: Code = Code("b-028");
/// The words of a link are another address than the one that it leads to.
pub const LINK_MISLEADS: Code = Code("b-047");
/// Control characters and what is no character, which are no part of any text; they are
/// left out.
pub const CONTROLS: Code = Code("b-029");
/// A chapter that neither its document nor the book gives a title.
pub const CHAPTER_WITHOUT_TITLE: Code = Code("b-030");
/// A book whose title nothing says.
pub const BOOK_WITHOUT_TITLE: Code = Code("b-031");
/// A document that is a chapter of the book twice.
pub const CHAPTER_TWICE: Code = Code("b-036");
/// A chapter that a link in the folder of the book fetches from elsewhere.
pub const CHAPTER_LINKED: Code = Code("b-037");
/// A row of a table has more cells than the table has columns; they stand in its last.
pub const TABLE_CELLS: Code = Code("b-035");
/// An image of which nothing says what it shows.
pub const IMAGE_WITHOUT_WORDS: Code = Code("b-040");
/// An image that is no file in the book's folder.
pub const IMAGE_OUTSIDE: Code = Code("b-041");
/// An image that is not there, or may not be read.
pub const IMAGE_MISSING: Code = Code("b-042");
/// An image that is no PNG, JPEG or SVG, or is broken.
pub const IMAGE_UNREADABLE: Code = Code("b-043");
/// An image with more bytes, pixels or shapes than a book can use.
pub const IMAGE_TOO_LARGE: Code = Code("b-044");
/// An SVG that does more than show a drawing.
pub const IMAGE_UNSAFE: Code = Code("b-045");
/// An image that was made smaller, for readers refuse it as it is.
pub const IMAGE_REDUCED: Code = Code("b-046");
/// An author of a chapter whose name differs in a letter from an author of the book.
pub const AUTHOR_MISREAD: Code = Code("b-034");
/// What a document says of its translators, its source, its rights …, which stands nowhere
/// in the book that it is a chapter of.
pub const PARTICULARS_UNTOLD: Code = Code("b-032");
