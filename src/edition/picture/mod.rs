//! Files of images become pictures that any reader can show and any press can print.
//!
//! What may come in is PNG, JPEG and SVG. How many pixels an image has is known from its
//! head, and one with too many is refused before any of them is read. An SVG is a program
//! as much as a drawing: it is drawn here, without a file, a font or an address from
//! outside, and only its pixels reach an edition ([`svg`]). What a file brings besides its
//! image is never followed.

mod raster;
mod render_cost;
mod svg;

pub(super) use raster::{decode_jpeg, flatten_on_white, jpeg_components};

use crate::book::picture::Picture;

/// Bytes of a file: one that is larger is not read. A photograph of fifty million pixels
/// weighs half as much.
pub const LARGEST_FILE: u64 = 64_000_000;

/// Pixels: an image with more is not decoded. A hundred million of them take some hundred
/// megabytes, and no page shows a tenth.
pub const MOST_PIXELS: u64 = 100_000_000;

/// Pixels: an image with more is made smaller. Apple refuses books with larger ones (Apple
/// Books Asset Guide 5.3, "Interior Image Requirements"); a page of A4 at 240 dots to the
/// inch has as many.
pub const LARGE_PICTURE: u64 = 5_600_000;

/// Pixels to the inch of an image that does not say it: what presses ask for.
const USUAL_RESOLUTION: u32 = 300;

/// A picture, and what became of it on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparedPicture {
    /// The picture.
    pub picture: Picture,
    /// How many pixels it had across and down, if it had more than [`LARGE_PICTURE`].
    pub reduced_from: Option<(u32, u32)>,
}

/// Why a file gives no picture.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PictureRefusal {
    /// It is of another kind.
    #[error("is no PNG, JPEG or SVG file")]
    OtherFormat,
    /// It cannot be read.
    #[error("cannot be read: {cause}")]
    Broken {
        /// What its reader says.
        cause: String,
    },
    /// It has more pixels than [`MOST_PIXELS`].
    #[error("has {columns} by {rows} pixels, more than any page can show")]
    TooLarge {
        /// Pixels across.
        columns: u32,
        /// Pixels down.
        rows: u32,
    },
    /// It is an SVG that is more work than a picture is worth.
    #[error("has more in it than can be drawn")]
    TooMuch,
    /// It is an SVG that does more than show.
    #[error("does more than show a drawing: it has {what}")]
    Unsafe {
        /// What it has.
        what: String,
    },
}

impl PictureRefusal {
    /// What can be done with an image that is too large.
    pub const SAVE_SMALLER: &'static str = "save it smaller";

    /// What its maker can do.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::OtherFormat => "save it as PNG or JPEG",
            Self::Broken { .. } => "open it in a program for images and save it again",
            Self::TooLarge { .. } => Self::SAVE_SMALLER,
            Self::TooMuch => "export it from a drawing program as PNG",
            Self::Unsafe { .. } => {
                "export it from a drawing program as plain SVG, or as PNG"
            }
        }
    }
}

/// Makes a picture of a file.
///
/// # Errors
///
/// [`PictureRefusal`] where the file is none that every reader can show.
pub fn read_picture(bytes: &[u8]) -> Result<PreparedPicture, PictureRefusal> {
    match raster::detect_format(bytes) {
        Some(format) => raster::read_raster(bytes, format),
        None if svg::is_svg(bytes) => svg::read_svg(bytes),
        None => Err(PictureRefusal::OtherFormat),
    }
}

/// The size that an image of so many pixels has when it is no larger than
/// [`LARGE_PICTURE`]; none where it is not larger.
fn reduced_size(columns: u32, rows: u32) -> Option<(u32, u32)> {
    let pixels = u64::from(columns) * u64::from(rows);
    if pixels <= LARGE_PICTURE {
        return None;
    }
    // The root of the quotient, in integers: the same on every machine.
    let side = |pixels: u32| {
        let square = u128::from(pixels) * u128::from(pixels);
        let square = square * u128::from(LARGE_PICTURE) / u128::from(columns);
        (square / u128::from(rows)).isqrt()
    };
    let narrow = |side: u128| u32::try_from(side).unwrap_or(u32::MAX).max(1);
    Some((narrow(side(columns)), narrow(side(rows))))
}
