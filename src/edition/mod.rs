//! Turns a book into editions.

pub mod cover;
pub mod epub;
pub mod identifier;
pub mod moment;
pub mod pdf;
pub mod picture;

use crate::book::Book;
use crate::book::matter::ibid::Ibid;
use crate::book::matter::notes::NotePlacement;
use crate::book::picture::ImageFormat;
use crate::book::shop::ShopDetails;
use crate::design::Design;
use crate::fonts::FontFile;
use cover::Cover;
use moment::{FALLBACK_TIME, Moment};

/// Everything that an edition is made from, except typeset pages.
#[derive(Debug, Clone, Copy)]
pub struct Publication<'a> {
    /// The book.
    pub book: &'a Book,
    /// Its design.
    pub design: &'a Design,
    /// Where the notes go.
    pub notes: NotePlacement,
    /// What the EPUB does with notes that only refer to the note before (Ibid.).
    pub ibid: Ibid,
    /// The font family of the text.
    pub fonts: &'a [FontFile],
    /// The cover.
    pub cover: Option<&'a Cover>,
    /// A style sheet of the publisher's own, for the EPUB; empty if there is none.
    pub style: &'a str,
    /// What shops want to know of it.
    pub shop: Option<&'a ShopDetails>,
    /// When the edition is made, in seconds since 1970-01-01, from `SOURCE_DATE_EPOCH`. If
    /// it is not set, formats that require a date have a fixed one.
    pub made: Option<u64>,
}

impl<'a> Publication<'a> {
    /// A book in a design and a font family, without a cover, and with its notes where
    /// [`NotePlacement::default`] puts them.
    #[must_use]
    pub fn new(book: &'a Book, design: &'a Design, fonts: &'a [FontFile]) -> Self {
        let (notes, ibid) = (NotePlacement::default(), Ibid::default());
        Self {
            book,
            design,
            notes,
            ibid,
            fonts,
            cover: None,
            style: "",
            shop: None,
            made: None,
        }
    }

    /// The moment that a format has which requires one: when the edition is made, or else
    /// the day on which it comes out, or a fixed one.
    pub(crate) fn required_moment(&self) -> Moment {
        let published = || Moment::of_day(self.shop?.published?);
        let made = self.made.map(Moment::from_seconds).or_else(published);
        made.unwrap_or_else(|| Moment::from_seconds(FALLBACK_TIME))
    }
}

/// A cover as an image file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverImage {
    /// The format of the file.
    pub format: ImageFormat,
    /// The whole file.
    pub bytes: Vec<u8>,
}
