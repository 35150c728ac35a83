//! Variants of an EPUB for some reading systems, where one file cannot serve all of them.
//! `EPUB_3_3.md` lists each difference and its source.

use crate::book::block::{TextPassage, visit_passages};
use crate::book::inline::{InlineLeaf, Note, leaves};

/// The reading systems that an EPUB is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EpubFlavour {
    /// All of them.
    #[default]
    Generic,
    /// Kobo's devices and apps.
    Kobo,
    /// Amazon's, which convert it to their own format.
    Kindle,
    /// Apple Books.
    Apple,
}

/// The length of the longest note, in characters, that pops up at its mark (Kobo's
/// guidelines, "Footnotes/Endnotes"). Amazon states no limit.
const LONGEST_POP_UP: usize = 5000;

impl EpubFlavour {
    /// Whether the book has a cover page besides the cover image.
    pub(super) fn has_cover_page(self) -> bool {
        match self {
            Self::Generic | Self::Kobo | Self::Apple => true,
            Self::Kindle => false,
        }
    }

    /// Whether the package asks for the book's own fonts.
    pub(super) fn asks_for_fonts(self) -> bool {
        match self {
            Self::Generic | Self::Kobo | Self::Kindle => false,
            Self::Apple => true,
        }
    }

    /// Whether a note is marked up as one, so that it pops up at its mark. The mark of
    /// another is a plain link.
    pub(super) fn pops_up(self, note: &Note) -> bool {
        match self {
            Self::Generic | Self::Apple => true,
            Self::Kobo | Self::Kindle => count_characters(note) <= LONGEST_POP_UP,
        }
    }
}

fn count_characters(note: &Note) -> usize {
    let mut count = 0;
    visit_passages(&note.blocks, &mut |passage| match passage {
        TextPassage::Preformatted(text) => count += text.chars().count(),
        TextPassage::Line(line) => {
            count += leaves(line)
                .map(|leaf| match leaf {
                    InlineLeaf::Text(text) | InlineLeaf::Code(text) => {
                        text.chars().count()
                    }
                    InlineLeaf::Formula(formula) => formula.tex.chars().count(),
                    InlineLeaf::Picture(_) | InlineLeaf::LineBreak => 1,
                    InlineLeaf::Note(_)
                    | InlineLeaf::PageMark(_)
                    | InlineLeaf::Anchor(_)
                    | InlineLeaf::IndexMark(_) => 0,
                })
                .sum::<usize>();
        }
    });
    count
}
