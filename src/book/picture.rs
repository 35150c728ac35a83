//! Pictures as bytes, ready for every edition. Who makes them of files is
//! `edition::picture`.

use std::collections::BTreeMap;
use std::sync::Arc;

/// The pictures of a book, by the names that its figures have for them.
pub type Pictures = BTreeMap<String, Picture>;

/// A picture that any reader can show and any press can print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// What kind of file.
    pub format: ImageFormat,
    /// The whole file.
    pub bytes: Arc<[u8]>,
    /// Pixels across; not zero.
    pub columns: u32,
    /// Pixels down; not zero.
    pub rows: u32,
    /// Pixels to the inch at its natural size; not zero.
    pub resolution: u32,
    /// The pixels as they are printed.
    pub pixels: Pixels,
}

/// How the pixels of a picture are printed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Pixels {
    /// Red, green and blue of each, one byte each, row by row from the top.
    Rgb(Arc<[u8]>),
    /// The grey of each, one byte, row by row from the top.
    Grey(Arc<[u8]>),
    /// A JPEG file of red, green and blue.
    Jpeg(Arc<[u8]>),
    /// A JPEG file of greys.
    GreyJpeg(Arc<[u8]>),
}

/// Image files that every reader shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFormat {
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
}

impl ImageFormat {
    /// How the names of such files end.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }

    /// The media type of such files (RFC 2046; EPUB 3.3 §3.2).
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}
