//! What differs in an EPUB that is made for some readers: where one file cannot serve all
//! of them. Each difference and its source stand in `EPUB_3_3.md`.

use crate::book::block::{TextPassage, visit_passages};
use crate::book::inline::{InlineLeaf, Note, leaves};

/// The readers that an EPUB is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Flavour {
    /// All of them.
    #[default]
    Generic,
    /// Kobo's devices and programs.
    Kobo,
    /// Amazon's, which convert it to their own format.
    Kindle,
    /// Apple Books.
    Apple,
}

/// The longest note, in characters, that is shown where it is called (Kobo's guidelines,
/// "Footnotes/Endnotes"). Amazon names no number.
const LONGEST_POP_UP: usize = 5000;

impl Flavour {
    /// Whether the cover is a page of the book, too.
    pub(super) fn has_cover_page(self) -> bool {
        match self {
            Self::Generic | Self::Kobo | Self::Apple => true,
            Self::Kindle => false,
        }
    }

    /// Whether the package says that the book's own fonts shall be used.
    pub(super) fn asks_for_fonts(self) -> bool {
        match self {
            Self::Generic | Self::Kobo | Self::Kindle => false,
            Self::Apple => true,
        }
    }

    /// Whether a note is said to be one, so that it is shown where it is called. Else its
    /// mark is a link like any other, which leads to it.
    pub(super) fn pops_up(self, note: &Note) -> bool {
        match self {
            Self::Generic | Self::Apple => true,
            Self::Kobo | Self::Kindle => length(note) <= LONGEST_POP_UP,
        }
    }
}

/// How many characters a note has.
fn length(note: &Note) -> usize {
    let mut length = 0;
    visit_passages(&note.blocks, &mut |passage| match passage {
        TextPassage::Preformatted(text) => length += text.chars().count(),
        TextPassage::Line(line) => {
            length += leaves(line)
                .map(|leaf| match leaf {
                    InlineLeaf::Text(words) | InlineLeaf::Code(words) => {
                        words.chars().count()
                    }
                    InlineLeaf::LineBreak => 1,
                    InlineLeaf::Note(_) | InlineLeaf::PageMark(_) => 0,
                })
                .sum::<usize>();
        }
    });
    length
}
