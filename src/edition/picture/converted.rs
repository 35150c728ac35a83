//! Reads GIF, WebP, TIFF and BMP files.
//!
//! Word files, web pages and archives have them, but presses and many reading systems do not
//! accept them. Their first image becomes a PNG, which keeps every pixel; a photograph becomes
//! a JPEG, because a PNG of it is too large for an EPUB.

use std::io::Cursor;

use image::codecs::bmp::BmpDecoder;
use image::codecs::gif::GifDecoder;
use image::codecs::tiff::TiffDecoder;
use image::codecs::webp::WebPDecoder;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat as Format, Limits};

use super::raster::{
    decode_upright, per_inch_of_centimetre, per_inch_of_metre, plausible_resolution,
    prepare_picture,
};
use super::{MOST_SAMPLE_BYTES, PictureRefusal, PreparedPicture};
use crate::book::picture::ImageFormat;

/// The largest PNG, in bytes, that an image becomes. A larger one is a photograph, and a JPEG
/// of it has a fifth of the size; drawings and black-and-white scans stay below.
const LARGEST_PNG: usize = 2_000_000;

/// Reads a file of one of these formats; `None` if it has another.
pub(super) fn read_converted(
    bytes: &[u8],
) -> Option<Result<PreparedPicture, PictureRefusal>> {
    let file = Cursor::new(bytes);
    let (image, resolution, animated) = match image::guess_format(bytes).ok()? {
        Format::Gif => (decode(GifDecoder::new(file)), None, count_gif_images(bytes) > 1),
        Format::WebP => {
            let decoder = WebPDecoder::new(file);
            let animated = decoder.as_ref().is_ok_and(WebPDecoder::has_animation);
            (decode(decoder), None, animated)
        }
        Format::Tiff => (decode(TiffDecoder::new(file)), tiff_resolution(bytes), false),
        Format::Bmp => (decode(BmpDecoder::new(file)), bmp_resolution(bytes), false),
        _ => return None,
    };
    let prepared = image.and_then(|image| encode_picture(&image, resolution));
    Some(prepared.map(|ready| PreparedPicture { animated, ..ready }))
}

/// Decodes the first image of a file, with eight bits for each colour.
fn decode<D: ImageDecoder>(
    decoder: Result<D, ImageError>,
) -> Result<DynamicImage, PictureRefusal> {
    let limited = decoder.and_then(|mut decoder| {
        let mut limits = Limits::no_limits();
        limits.max_alloc = Some(MOST_SAMPLE_BYTES);
        decoder.set_limits(limits)?;
        Ok(decoder)
    });
    let (image, _) = decode_upright(limited)?;
    Ok(match (image.color().has_color(), has_clear_pixel(&image)) {
        (true, true) => image.into_rgba8().into(),
        (true, false) => image.into_rgb8().into(),
        (false, true) => image.into_luma_alpha8().into(),
        (false, false) => image.into_luma8().into(),
    })
}

/// Whether an image has a pixel that is not opaque. Every GIF is decoded with opacity, and few
/// use it.
fn has_clear_pixel(image: &DynamicImage) -> bool {
    match image {
        DynamicImage::ImageRgba8(image) => image.pixels().any(|pixel| pixel.0[3] < 255),
        DynamicImage::ImageLumaA8(image) => image.pixels().any(|pixel| pixel.0[1] < 255),
        image => image.color().has_alpha(),
    }
}

/// Makes a PNG of an image, or a JPEG if the PNG is too large and wholly opaque.
fn encode_picture(
    image: &DynamicImage,
    resolution: Option<u32>,
) -> Result<PreparedPicture, PictureRefusal> {
    let resolution = plausible_resolution(resolution);
    let lossless = prepare_picture(image, ImageFormat::Png, resolution, None)?;
    if lossless.picture.bytes.len() <= LARGEST_PNG || image.color().has_alpha() {
        return Ok(lossless);
    }
    prepare_picture(image, ImageFormat::Jpeg, resolution, None)
}

/// How many images a GIF file has, as far as it can be read (`GIF89a`, §17 to §27). No pixel is
/// decoded.
fn count_gif_images(file: &[u8]) -> usize {
    const EXTENSION: u8 = 0x21;
    const IMAGE: u8 = 0x2C;
    // The eighth bit says that there is a table of colours; the lowest three, how long it is.
    let table = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let Some(&flags) = file.get(10) else { return 0 };
    let (mut at, mut images) = (13 + table(flags), 0);
    loop {
        match file.get(at) {
            Some(&EXTENSION) => at += 2,
            Some(&IMAGE) => {
                let Some(&flags) = file.get(at + 9) else { return images };
                images += 1;
                at += 11 + table(flags);
            }
            _ => return images,
        }
        // Skip the sub-blocks of data: each begins with its length, and an empty one ends them.
        loop {
            let Some(&length) = file.get(at) else { return images };
            at += 1 + usize::from(length);
            if length == 0 {
                break;
            }
        }
    }
}

/// Pixels per inch according to the header of a BMP file, which gives pixels per metre
/// (`biXPelsPerMeter` of `BITMAPINFOHEADER`).
fn bmp_resolution(file: &[u8]) -> Option<u32> {
    per_inch_of_metre(u32::from_le_bytes(*file.get(38..)?.first_chunk::<4>()?))
}

/// Pixels per inch according to the first directory of a TIFF file: `XResolution` and
/// `ResolutionUnit` (TIFF 6.0, sections 2 and 8).
fn tiff_resolution(file: &[u8]) -> Option<u32> {
    const X_RESOLUTION: u32 = 282;
    const RESOLUTION_UNIT: u32 = 296;
    const CENTIMETRE: u32 = 3;

    let is_little = file.starts_with(b"II");
    let long = |at: usize| {
        let bytes = *file.get(at..)?.first_chunk::<4>()?;
        Some(if is_little {
            u32::from_le_bytes(bytes)
        } else {
            u32::from_be_bytes(bytes)
        })
    };
    let short = |at: usize| {
        let bytes = *file.get(at..)?.first_chunk::<2>()?;
        let value =
            if is_little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) };
        Some(u32::from(value))
    };
    let offset = |at: usize| usize::try_from(long(at)?).ok();
    // A directory is a count, followed by that many entries of twelve bytes: tag, type, count
    // and value.
    let directory = offset(4)?;
    let count = usize::try_from(short(directory)?).ok()?;
    let find = |tag: u32| {
        let mut entries = (0..count).map(|number| directory + 2 + 12 * number);
        entries.find(|entry| short(*entry) == Some(tag))
    };
    let rational = offset(find(X_RESOLUTION)? + 8)?;
    let dots = long(rational)?.checked_div(long(rational + 4)?)?;
    match find(RESOLUTION_UNIT).and_then(|entry| short(entry + 8)) {
        Some(CENTIMETRE) => per_inch_of_centimetre(dots),
        _ => Some(dots),
    }
}
