//! What turns a book into a publication.

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

/// Everything that an edition is made from, besides the typeset pages.
#[derive(Debug, Clone, Copy)]
pub struct Publication<'a> {
    /// The book.
    pub book: &'a Book,
    /// Its look.
    pub design: &'a Design,
    /// Where the notes go.
    pub notes: NotePlacement,
    /// What the EPUB does with notes that lean on those before them.
    pub ibid: Ibid,
    /// The family of the text.
    pub fonts: &'a [FontFile],
    /// The cover.
    pub cover: Option<&'a Cover>,
    /// When the edition was made: seconds since 1970-01-01, from `SOURCE_DATE_EPOCH`.
    /// None where nothing sets it; a fixed date then stands where one must.
    pub made: Option<u64>,
}

impl<'a> Publication<'a> {
    /// A book in a design and a font family, without a cover, and with its notes where
    /// [`NotePlacement::default`] puts them.
    #[must_use]
    pub fn new(book: &'a Book, design: &'a Design, fonts: &'a [FontFile]) -> Self {
        let (notes, ibid) = (NotePlacement::default(), Ibid::default());
        Self { book, design, notes, ibid, fonts, cover: None, made: None }
    }
}

/// A cover as an image file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoverImage {
    /// What kind of file.
    pub format: ImageFormat,
    /// The whole file.
    pub bytes: Vec<u8>,
}
