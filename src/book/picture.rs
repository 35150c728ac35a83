//! Pictures as bytes, ready for every edition. `edition::picture` makes them from files.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::length::Length;

/// The pictures of a book, by the names that its figures use.
pub type Pictures = BTreeMap<String, Picture>;

/// A picture that any reading system can show and any press can print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The file format.
    pub format: ImageFormat,
    /// The whole file.
    pub bytes: Arc<[u8]>,
    /// Pixels across; not zero.
    pub columns: u32,
    /// Pixels down; not zero.
    pub rows: u32,
    /// Pixels per inch at its natural size; not zero.
    pub resolution: u32,
    /// The pixels as they are printed.
    pub pixels: Pixels,
}

impl Picture {
    /// How high it is at a width. Neither side vanishes, however long and narrow it is.
    #[must_use]
    pub fn height_at(&self, width: Length) -> Length {
        width.scaled(self.rows.into(), i64::from(self.columns.max(1))).max(Length(1))
    }

    /// How wide it is at a height. Neither side vanishes.
    #[must_use]
    pub fn width_at(&self, height: Length) -> Length {
        height.scaled(self.columns.into(), i64::from(self.rows.max(1))).max(Length(1))
    }
}

/// How the pixels of a picture are printed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Pixels {
    /// Red, green and blue of each pixel, one byte each, row by row from the top.
    Rgb(Arc<[u8]>),
    /// The grey value of each pixel, one byte, row by row from the top.
    Grey(Arc<[u8]>),
    /// A JPEG file in RGB.
    Jpeg(Arc<[u8]>),
    /// A JPEG file in greyscale.
    GreyJpeg(Arc<[u8]>),
}

/// Image formats that every reading system shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageFormat {
    /// JPEG.
    Jpeg,
    /// PNG.
    Png,
}

impl ImageFormat {
    /// The file name extension.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
        }
    }

    /// The media type (RFC 2046; EPUB 3.3 §3.2).
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}
