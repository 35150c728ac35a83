//! The diagnostics of `book`: findings of reading Markdown and assembling a book.

use crate::diagnostic::Code;

/// A metadata block is not valid YAML; it was read line by line.
pub const METADATA_SYNTAX: Code = Code("b-001");
/// An unknown key in a metadata block.
pub const METADATA_KEY: Code = Code("b-002");
/// A metadata value that its key cannot have.
pub const METADATA_VALUE: Code = Code("b-003");
/// A note that nothing refers to.
pub const NOTE_NOT_CALLED: Code = Code("b-010");
/// A note mark without a note.
pub const NOTE_MISSING: Code = Code("b-011");
/// A note that is referenced more than once.
pub const NOTE_CALLED_AGAIN: Code = Code("b-012");
/// Two notes with the same label.
pub const NOTE_TWICE: Code = Code("b-013");
/// An image that cannot be shown as it is written; its description stays.
pub const IMAGE: Code = Code("b-020");
/// HTML that is not supported; its text stays.
pub const HTML: Code = Code("b-022");
/// An HTML element that is not closed, or an end tag without a start tag.
pub const HTML_UNBALANCED: Code = Code("b-023");
/// Blocks that a verse, dateline, salutation or signature cannot hold.
pub const MISPLACED_BLOCK: Code = Code("b-024");
/// Text nested more deeply than a book can show.
pub const TOO_DEEP: Code = Code("b-025");
/// The title of a link, which no edition shows.
pub const LINK_TITLE: Code = Code("b-026");
/// The label of a code block, such as its language, which no edition shows.
pub const CODE_LABEL: Code = Code("b-027");
/// A link whose address a reader cannot follow; its text stays.
pub const DEAD_LINK: Code = Code("b-028");
/// A link whose text is an address other than its target.
pub const LINK_MISLEADS: Code = Code("b-047");
/// Control characters and noncharacters, which are removed.
pub const CONTROLS: Code = Code("b-029");
/// A chapter to which neither its document nor the book gives a title.
pub const CHAPTER_WITHOUT_TITLE: Code = Code("b-030");
/// A book without a title.
pub const BOOK_WITHOUT_TITLE: Code = Code("b-031");
/// A document that is used for two chapters of the book.
pub const CHAPTER_TWICE: Code = Code("b-036");
/// A table row with more cells than the table has columns; they are added to its last cell.
pub const TABLE_CELLS: Code = Code("b-035");
/// An image without a description.
pub const IMAGE_WITHOUT_DESCRIPTION: Code = Code("b-040");
/// An image that is not a file in the book's folder.
pub const IMAGE_OUTSIDE: Code = Code("b-041");
/// An image file that does not exist, or may not be read.
pub const IMAGE_MISSING: Code = Code("b-042");
/// An image whose format is not supported, or one that is damaged.
pub const IMAGE_UNREADABLE: Code = Code("b-043");
/// An image with more bytes, pixels or shapes than a book can use.
pub const IMAGE_TOO_LARGE: Code = Code("b-044");
/// An SVG that does more than show a drawing.
pub const IMAGE_UNSAFE: Code = Code("b-045");
/// An image that was made smaller because reading systems refuse it as it is.
pub const IMAGE_REDUCED: Code = Code("b-046");
/// An animated image; only its first frame is shown.
pub const IMAGE_ANIMATED: Code = Code("b-058");
/// A heading in full capitals that is set as its text spells the words.
pub const HEADING_RECASED: Code = Code("b-056");
/// A large image inside a line of text, which is shown as high as the letters.
pub const IMAGE_IN_LINE: Code = Code("b-055");
/// An author of a chapter whose name differs in a letter from an author of the book.
pub const AUTHOR_MISREAD: Code = Code("b-034");
/// A formula is not TeX that is known.
pub const FORMULA: Code = Code("b-054");
/// Metadata of a document (translators, source, rights …) that the book does not show.
pub const METADATA_NOT_SHOWN: Code = Code("b-032");
/// Attributes of pandoc's Markdown, which are not shown.
pub const ATTRIBUTES: Code = Code("b-048");
/// How many typewriter characters were set as printed ones.
pub const CHARACTERS_SET: Code = Code("b-050");
/// A typewriter character that may mean two things; it stays.
pub const CHARACTER_UNCLEAR: Code = Code("b-051");
/// Typewriter characters of a raw text that stay beside printed ones.
pub const CHARACTERS_KEPT: Code = Code("b-052");
/// A cross reference that leads nowhere; its words stay.
pub const REFERENCE_LOST: Code = Code("b-053");
/// Markup of another dialect of Markdown, which is printed as it is typed.
pub const FOREIGN_MARKUP: Code = Code("b-049");
/// Two editions of a book that are not one product have one ISBN.
pub const SHARED_ISBN: Code = Code("b-057");
