//! What a PDF says of its lines, its letters, and itself.

use std::ops::Range;

/// How a line looks, relative to most lines of its document.
///
/// Sizes and distances between baselines are in thousandths of the usual ones; insets are in
/// thousandths of an em of the usual size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineLook {
    /// The size of its type; 1000 is the usual one.
    pub size: i32,
    /// The distance from the baseline above; 0 for the first line of a page or column.
    pub leading: i32,
    /// The distance of its baseline from the upper edge of the page, in thousandths of the
    /// usual distance between baselines; 0 if unknown.
    pub height: i32,
    /// How far it begins from the left edge of its column.
    pub left: i32,
    /// How far it ends before the right edge of its column.
    pub right: i32,
    /// The widest space between two of its words, in thousandths of an em of the usual size;
    /// 0 if unknown.
    pub gap: i32,
    /// The share of its characters that are bold, in per cent.
    pub bold: u8,
    /// The share of its characters that are italic, in per cent.
    pub italic: u8,
    /// The share of its characters that are small capitals, in per cent.
    pub small_caps: u8,
    /// The PDF says that it belongs to the page and not to the text: a running head, a folio
    /// (ISO 32000-1 §14.8.2.2).
    pub artifact: bool,
    /// What the tags of the PDF, or the roles in an OCR file, say that it is.
    pub tag: Option<LineTag>,
}

/// What the tags of a PDF (ISO 32000-1 §14.7) or the roles in an OCR file say of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineTag {
    /// Its structure element, by its number: lines of the same element are one block.
    pub element: u32,
    /// What the element is.
    pub role: TagRole,
}

/// What a structure element is (ISO 32000-1 §14.8.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TagRole {
    /// A paragraph of the text, or an item of a list.
    Paragraph,
    /// A heading, and its level from 1 where the tag has one.
    Heading(Option<u8>),
    /// A part of a block quotation.
    Quotation,
    /// A part of a note.
    Note,
    /// The listing of a program.
    Code,
    /// Something that says nothing of the text: a caption, a cell of a table, an entry of a
    /// table of contents.
    Other,
}

impl TagRole {
    /// Whether it is a part of a note.
    #[must_use]
    pub fn is_note(self) -> bool {
        self == Self::Note
    }
}

/// Characters that differ from most of their document in the shape of their letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RunLook {
    /// The offset of its first character in the text.
    pub start: u32,
    /// The offset after its last character.
    pub end: u32,
    /// How it differs.
    pub shape: LetterShape,
}

/// How sure an OCR program is of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WordConfidence {
    /// The offset of its first character in the text.
    pub start: u32,
    /// The offset after its last character.
    pub end: u32,
    /// How sure the program is of it, in per cent.
    pub percent: u8,
}

/// Words of a PDF that link to an address outside it (ISO 32000-1 §12.5.6.5).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextLink {
    /// Their characters in the text; they may be on several lines.
    pub text: Range<u32>,
    /// The address.
    pub address: String,
}

/// Lines that a file says are a heading: the outline of a PDF names them (ISO 32000-1
/// §12.3.3), they are tagged so (§14.8.4.3.2), or an OCR program has found them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StatedHeading {
    /// The offset of their first character in the text.
    pub start: u32,
    /// The offset after their last character.
    pub end: u32,
    /// Its level, from 1, where the file says it.
    pub level: Option<u8>,
}

/// The most lines of a heading. Titles of old books run over six.
pub(super) const LINES_OF_A_HEADING: usize = 8;

/// A line of a transcript: its characters, and its tag.
pub(super) type TaggedWords = (Range<usize>, Option<LineTag>);

/// Finds the headings among consecutive lines: those of one structure element are one.
pub(super) fn find_tagged_headings(lines: &[TaggedWords]) -> Vec<StatedHeading> {
    let element = |(_, tag): &TaggedWords| tag.map(|tag| tag.element);
    let heading = |lines: &[TaggedWords]| {
        let [(first, tag), ..] = lines else { return None };
        let (last, _) = lines.last()?;
        let TagRole::Heading(level) = tag.as_ref()?.role else { return None };
        let [start, end] = [first.start, last.end].map(|at| u32::try_from(at).ok());
        (lines.len() <= LINES_OF_A_HEADING).then_some(StatedHeading {
            start: start?,
            end: end?,
            level,
        })
    };
    lines
        .chunk_by(|above, below| element(above) == element(below))
        .filter_map(heading)
        .collect()
}

/// How letters differ from those of most of their document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct LetterShape {
    /// Italic among upright letters, or upright among italic ones.
    pub italic: bool,
    /// Bold among letters that are not, or the reverse.
    pub bold: bool,
    /// Another form of the letters.
    pub form: LetterForm,
}

/// A form of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum LetterForm {
    /// That of most letters.
    #[default]
    Usual,
    /// Small capitals.
    SmallCaps,
    /// A typewriter face, whose letters have one width.
    Typewriter,
    /// Raised above the baseline.
    Raised,
    /// Lowered below it.
    Lowered,
}

/// What a file says about its document, beside the text. Nobody sees it, so it is often wrong:
/// a name of another file, or the title of the template.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileFacts {
    /// The title.
    pub title: Option<String>,
    /// The author.
    pub author: Option<String>,
}
