//! Turns image files into pictures that any reading system can show and any press can
//! print.
//!
//! The header of an image states its size, and one with too many pixels is refused before any
//! of them is decoded. PNG and JPEG files stay as they are; GIF, WebP, TIFF and BMP files are
//! converted to one of these ([`converted`]). An SVG is a program as much as a drawing. It is rendered here, without any file, font or address from outside, and only
//! its pixels reach an edition ([`svg`]). References in an image file are never followed.

mod converted;
mod drawing_cost;
mod raster;
mod render_cost;
mod svg;

pub(super) use raster::{decode_jpeg, flatten_on_white, jpeg_components};

use crate::book::picture::Picture;

/// The largest file, in bytes; a larger one is not read. A photograph of fifty million
/// pixels takes half as much.
pub const LARGEST_FILE: u64 = 64_000_000;

/// The most pixels; an image with more is not decoded. A hundred million of them take some
/// hundred megabytes, and no page shows a tenth.
pub const MOST_PIXELS: u64 = 100_000_000;

/// The most bytes of all pixels of an image, as they are decoded: those of [`MOST_PIXELS`] in
/// three colours. With sixteen bits for each of four, fewer pixels are too many.
const MOST_SAMPLE_BYTES: u64 = 3 * MOST_PIXELS;

/// The most pixels of a picture; an image with more is scaled down. Apple refuses books
/// with larger ones (Apple Books Asset Guide 5.3, "Interior Image Requirements"). An A4
/// page at 240 dots per inch has as many.
pub const LARGE_PICTURE: u64 = 5_600_000;

/// Pixels per inch of an image that does not state its resolution: what presses ask for.
const USUAL_RESOLUTION: u32 = 300;

/// A picture, and how it was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparedPicture {
    /// The picture.
    pub picture: Picture,
    /// The width and height in pixels that it had before, if more than [`LARGE_PICTURE`].
    pub reduced_from: Option<(u32, u32)>,
    /// Whether the file is an animation, of which the picture is the first frame.
    pub animated: bool,
}

/// Why a file does not become a picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PictureRefusal {
    /// It has another format.
    #[error("has a format that cannot be read")]
    OtherFormat,
    /// It cannot be read.
    #[error("cannot be read: {cause}")]
    Broken {
        /// The error of the decoder.
        cause: String,
    },
    /// It has more pixels than [`MOST_PIXELS`], or takes as much room as these would.
    #[error("has {columns} by {rows} pixels, more than any page can show")]
    TooLarge {
        /// Pixels across.
        columns: u32,
        /// Pixels down.
        rows: u32,
    },
    /// Rendering the SVG would take more time than a picture is worth.
    #[error("is too complex to be drawn")]
    TooMuch,
    /// The SVG has more of something than a picture is worth.
    #[error(
        "is too complex to be drawn: it has {cost} {what}, and at most {most} are drawn"
    )]
    TooCostly {
        /// What it has.
        what: &'static str,
        /// How many.
        cost: u64,
        /// How many it may have.
        most: u64,
    },
    /// The SVG does more than show a drawing.
    #[error("contains more than a drawing: {what}")]
    Unsafe {
        /// What it contains.
        what: String,
    },
}

impl PictureRefusal {
    /// What to do about an image that is too large.
    pub const SAVE_SMALLER: &'static str = "save it smaller";

    /// What the user can do about it.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::OtherFormat => "save it as PNG or JPEG",
            Self::Broken { .. } => "open it in a program for images and save it again",
            Self::TooLarge { .. } => Self::SAVE_SMALLER,
            Self::TooMuch | Self::TooCostly { .. } => {
                "export it from a drawing program as PNG"
            }
            Self::Unsafe { .. } => {
                "export it from a drawing program as plain SVG, or as PNG"
            }
        }
    }
}

/// Reads an image file as a picture.
///
/// # Errors
///
/// [`PictureRefusal`] if the file is not a picture that every reading system can show.
pub fn read_picture(bytes: &[u8]) -> Result<PreparedPicture, PictureRefusal> {
    match raster::detect_format(bytes) {
        Some(format) => raster::read_raster(bytes, format),
        None if svg::is_svg(bytes) => svg::read_svg(bytes),
        None => {
            converted::read_converted(bytes).unwrap_or(Err(PictureRefusal::OtherFormat))
        }
    }
}

/// The size to which an image is scaled down so that it has at most [`LARGE_PICTURE`]
/// pixels; none if it is not larger.
fn reduced_size(columns: u32, rows: u32) -> Option<(u32, u32)> {
    let pixels = u64::from(columns) * u64::from(rows);
    if pixels <= LARGE_PICTURE {
        return None;
    }
    // The square root in integers, so that it is the same on every machine.
    let side = |pixels: u32| {
        let square = u128::from(pixels) * u128::from(pixels);
        let square = square * u128::from(LARGE_PICTURE) / u128::from(columns);
        (square / u128::from(rows)).isqrt()
    };
    let narrow = |side: u128| u32::try_from(side).unwrap_or(u32::MAX).max(1);
    Some((narrow(side(columns)), narrow(side(rows))))
}
