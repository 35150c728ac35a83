//! Cover images as files.

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageFormat as Format,
    ImageReader,
};
use resvg::usvg::Tree;

use super::{CoverError, SMALL_IMAGE, draw, indexed};
use crate::book::picture::{ImageFormat, Pixels};
use crate::diagnostic::{Diagnostic, Severity, Warned};
use crate::edition::CoverImage;
use crate::edition::picture::{flatten_on_white, jpeg_components};

/// The least number of pixels on the longer side of a cover. Kindle Direct Publishing
/// refuses covers below 1000 pixels; smaller ones are blurred on every screen.
const LONG_SIDE: u32 = 1000;

/// Above this many bytes, a cover is larger than the text of most books.
const LARGE_FILE: usize = 300_000;

/// JPEG quality out of 100: above 90 files grow fast, below 80 edges of letters ring.
const JPEG_QUALITY: u8 = 88;

/// The most bytes of the pixels of a cover image, as they are decoded: forty million pixels in
/// three colours. A front of A4 has nine million at 300 dots per inch.
const MOST_BYTES: u64 = 120_000_000;

/// A publisher's image, known to be readable.
pub(super) struct PublisherImage {
    /// The file, unchanged, for the EPUB.
    pub(super) image: CoverImage,
    /// Pixels across and down.
    pub(super) size: (u32, u32),
    /// Its pixels, for the PDF. A JPEG stays as it is unless it is CMYK.
    pub(super) pixels: Pixels,
}

/// Reads a publisher's image.
pub(super) fn read_publisher_image(
    bytes: Vec<u8>,
) -> Result<Warned<PublisherImage>, CoverError> {
    let format = match image::guess_format(&bytes) {
        Ok(Format::Jpeg) => ImageFormat::Jpeg,
        Ok(Format::Png) => ImageFormat::Png,
        Ok(_) | Err(_) => return Err(CoverError::OtherFormat),
    };
    let picture = decode_image(&bytes)?;
    let mut diagnostics = Vec::new();
    let size = (picture.width(), picture.height());
    if size.0.max(size.1) < LONG_SIDE {
        let message = format!("the cover image has only {} by {} pixels", size.0, size.1);
        let hint = format!("give one whose longer side has {LONG_SIDE} pixels or more");
        let found = Diagnostic::new(SMALL_IMAGE, Severity::Warning, message);
        diagnostics.push(found.hint(hint));
    }
    let pixels = match (format, jpeg_components(&bytes)) {
        (ImageFormat::Jpeg, Some(1)) => Pixels::GreyJpeg(bytes.as_slice().into()),
        (ImageFormat::Jpeg, Some(3)) => Pixels::Jpeg(bytes.as_slice().into()),
        _ => Pixels::Rgb(match picture {
            // Its pixels are not copied.
            DynamicImage::ImageRgb8(pixels) => pixels.into_raw().into(),
            picture => flatten_on_white(&picture).into(),
        }),
    };
    let value = PublisherImage { image: CoverImage { format, bytes }, size, pixels };
    Ok(Warned { value, diagnostics })
}

/// Decodes an image. Its size is checked before any pixel is decoded.
pub(super) fn decode_image(bytes: &[u8]) -> Result<DynamicImage, CoverError> {
    let reader = ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format();
    let decoder = reader.map_err(image::ImageError::from)?.into_decoder()?;
    if decoder.total_bytes() > MOST_BYTES {
        let (columns, rows) = decoder.dimensions();
        return Err(CoverError::TooLarge { columns, rows });
    }
    Ok(DynamicImage::from_decoder(decoder)?)
}

/// Encodes a drawing as PNG, which keeps flat colours small and edges sharp, or as JPEG if
/// a dense pattern makes the PNG too large.
pub(super) fn encode_cover(tree: &Tree) -> Result<CoverImage, CoverError> {
    let (width, height) = draw::pixel_size(tree);
    if let Some(bytes) = encode_with_palette(tree)
        && bytes.len() <= LARGE_FILE
    {
        return Ok(CoverImage { format: ImageFormat::Png, bytes });
    }
    let mut pixels = Vec::new();
    draw::paint_bands(tree, |band| {
        // Nothing is transparent: the ground is painted first.
        let (band, _) = band.as_chunks::<4>();
        pixels.extend(band.iter().flat_map(|&[r, g, b, _]| [r, g, b]));
        Some(())
    });
    let mut bytes = Vec::new();
    let (compression, filter) = (CompressionType::Default, FilterType::Adaptive);
    PngEncoder::new_with_quality(&mut bytes, compression, filter).write_image(
        &pixels,
        width,
        height,
        ExtendedColorType::Rgb8,
    )?;
    if bytes.len() <= LARGE_FILE {
        return Ok(CoverImage { format: ImageFormat::Png, bytes });
    }
    bytes.clear();
    JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY).write_image(
        &pixels,
        width,
        height,
        ExtendedColorType::Rgb8,
    )?;
    Ok(CoverImage { format: ImageFormat::Jpeg, bytes })
}

/// Encodes a drawing as a PNG with a palette; none if it has too many colours.
fn encode_with_palette(tree: &Tree) -> Option<Vec<u8>> {
    let mut file = indexed::IndexedPng::new(draw::pixel_size(tree));
    draw::paint_bands(tree, |band| file.push_rows(band))?;
    file.finish()
}
