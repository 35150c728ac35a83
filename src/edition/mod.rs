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
use crate::design::Design;
use crate::fonts::FontFile;
use cover::Cover;

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
        Self { book, design, notes, ibid, fonts, cover: None, style: "", made: None }
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
