//! The measures of a cover.

use crate::length::{Length, Size};
use crate::press::Wrap;
use crate::press::profile::{CaseBoard, Paper, Profile};

/// The bound book that a cover is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoundBook {
    /// The page as it is trimmed.
    pub trim: Size,
    /// The pages, blank ones too.
    pub pages: u32,
    /// The bulk of a page: that of the paper, or what the publisher measured.
    pub bulk: Length,
    /// The width of the flaps; zero for no flaps.
    pub flap: Length,
    /// Whether words are wanted on the spine.
    pub spine_words: bool,
}

impl Profile {
    /// The width of the spine of a book.
    #[must_use]
    pub fn spine_width(&self, pages: u32, bulk: Length) -> Length {
        bulk.scaled(i64::from(pages), 1) + self.spine.value.extra
    }

    /// The measures of the cover of a book.
    #[must_use]
    pub fn wrap(&self, book: &BoundBook) -> Wrap {
        let cover = &self.cover.value;
        let CaseBoard { hinge, wider, higher } = cover.case.unwrap_or_default();
        let spine = self.spine_width(book.pages, book.bulk);
        let words = &self.spine.value;
        // Words need space between the folds.
        let has_words =
            book.spine_words && book.pages >= words.words_from && spine > words.clear * 2;
        Wrap {
            panel: Size {
                width: book.trim.width + wider - hinge,
                height: book.trim.height + higher,
            },
            spine,
            hinge,
            flap: book.flap,
            bleed: cover.bleed,
            safe: cover.safe,
            spine_words: has_words.then_some(words.clear),
        }
    }
}

impl Paper {
    /// Whether a book with a number of pages can be bound with this paper.
    #[must_use]
    pub fn binds(&self, pages: u32) -> bool {
        (self.least..=self.most).contains(&pages)
    }
}
