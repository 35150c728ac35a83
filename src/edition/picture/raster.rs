//! Reads PNG and JPEG files, and makes pictures of decoded images.

use std::io::Cursor;
use std::sync::Arc;

use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::png::{PngDecoder, PngEncoder};
use image::metadata::Orientation;
use image::{
    DynamicImage, ImageDecoder, ImageEncoder, ImageError, ImageFormat as Format, Limits,
};

use super::{
    MOST_PIXELS, MOST_SAMPLE_BYTES, PictureRefusal, PreparedPicture, USUAL_RESOLUTION,
    reduced_size,
};
use crate::book::picture::{ImageFormat, Picture, Pixels};

/// JPEG quality, from 0 to 100. Above 90 a file grows fast, below 80 edges ring.
const JPEG_QUALITY: u8 = 90;

/// Plausible resolutions in pixels per inch: anything less is not meant for print, anything
/// more is not a photograph.
const RESOLUTIONS: std::ops::RangeInclusive<u32> = 36..=2400;

/// The most bytes that a PNG file may unpack beside its pixels, such as a colour profile;
/// anything larger is not read. The largest profiles have some million.
const MAX_ANCILLARY: u64 = 32_000_000;

/// Detects the format of a file by its first bytes.
pub(super) fn detect_format(bytes: &[u8]) -> Option<ImageFormat> {
    match image::guess_format(bytes) {
        Ok(Format::Jpeg) => Some(ImageFormat::Jpeg),
        Ok(Format::Png) => Some(ImageFormat::Png),
        Ok(_) | Err(_) => None,
    }
}

/// Reads a file of a known format. The file is kept unchanged, unless the image is too
/// large, rotated, or has four colours.
pub(super) fn read_raster(
    bytes: &[u8],
    format: ImageFormat,
) -> Result<PreparedPicture, PictureRefusal> {
    let (image, turned) = match format {
        ImageFormat::Png => decode_upright(open_png(bytes))?,
        ImageFormat::Jpeg => decode_upright(JpegDecoder::new(Cursor::new(bytes)))?,
    };
    let resolution = match format {
        ImageFormat::Png => png_resolution(bytes),
        ImageFormat::Jpeg => jpeg_resolution(bytes),
    };
    let resolution = plausible_resolution(resolution);
    let components = jpeg_components(bytes);
    let stays = !turned && (format == ImageFormat::Png || components != Some(4));
    prepare_picture(&image, format, resolution, stays.then_some(bytes))
}

/// A resolution that a file states, in pixels per inch, if it is plausible; else the usual one.
pub(super) fn plausible_resolution(stated: Option<u32>) -> u32 {
    stated.filter(|dots| RESOLUTIONS.contains(dots)).unwrap_or(USUAL_RESOLUTION)
}

/// Pixels per inch from pixels per metre.
pub(super) fn per_inch_of_metre(dots: u32) -> Option<u32> {
    u32::try_from((u64::from(dots) * 254 + 5_000) / 10_000).ok()
}

/// Pixels per inch from pixels per centimetre.
pub(super) fn per_inch_of_centimetre(dots: u32) -> Option<u32> {
    u32::try_from((u64::from(dots) * 254 + 50) / 100).ok()
}

/// Makes a picture of an image. `file` is the file that it was read from, if that may be
/// kept.
pub(super) fn prepare_picture(
    image: &DynamicImage,
    format: ImageFormat,
    resolution: u32,
    file: Option<&[u8]>,
) -> Result<PreparedPicture, PictureRefusal> {
    let before = (image.width(), image.height());
    let smaller = reduced_size(before.0, before.1);
    let image = match smaller {
        // Scaling uses integers, so it is the same on every machine.
        Some((columns, rows)) => &image.thumbnail_exact(columns, rows),
        None => image,
    };
    let resolution = match smaller {
        // The picture keeps its natural size.
        Some((columns, _)) => {
            let dots = u64::from(resolution) * u64::from(columns) / u64::from(before.0);
            u32::try_from(dots).unwrap_or(resolution).max(1)
        }
        None => resolution,
    };
    let bytes: Arc<[u8]> = match file.filter(|_| smaller.is_none()) {
        Some(file) => file.into(),
        None => encode_image(image, format).map_err(refuse_broken)?.into(),
    };
    let pixels = match (format, jpeg_components(&bytes)) {
        (ImageFormat::Jpeg, Some(1)) => Pixels::GreyJpeg(Arc::clone(&bytes)),
        (ImageFormat::Jpeg, Some(3)) => Pixels::Jpeg(Arc::clone(&bytes)),
        _ if !image.color().has_color() && !image.color().has_alpha() => {
            Pixels::Grey(image.to_luma8().into_raw().into())
        }
        _ => Pixels::Rgb(flatten_on_white(image).into()),
    };
    let (columns, rows) = (image.width(), image.height());
    let picture = Picture { format, bytes, columns, rows, resolution, pixels };
    Ok(PreparedPicture {
        picture,
        reduced_from: smaller.map(|_| before),
        animated: false,
    })
}

/// Decodes the pixels of a JPEG file: one grey value each, or red, green and blue.
pub(in crate::edition) fn decode_jpeg(
    file: &[u8],
    grey: bool,
) -> Result<Vec<u8>, PictureRefusal> {
    let (image, _) = decode_upright(JpegDecoder::new(Cursor::new(file)))?;
    if grey {
        return Ok(image.to_luma8().into_raw());
    }
    Ok(image.to_rgb8().into_raw())
}

fn open_png(bytes: &[u8]) -> Result<PngDecoder<Cursor<&[u8]>>, ImageError> {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_ANCILLARY);
    PngDecoder::with_limits(Cursor::new(bytes), limits)
}

/// Decodes an image and turns it upright; also returns whether it had to be turned. Its
/// size is checked before any pixel is decoded.
pub(super) fn decode_upright<D: ImageDecoder>(
    decoder: Result<D, ImageError>,
) -> Result<(DynamicImage, bool), PictureRefusal> {
    let mut decoder = decoder.map_err(refuse_broken)?;
    let (columns, rows) = decoder.dimensions();
    let pixels = u64::from(columns) * u64::from(rows);
    if pixels > MOST_PIXELS || decoder.total_bytes() > MOST_SAMPLE_BYTES {
        return Err(PictureRefusal::TooLarge { columns, rows });
    }
    let turn = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut image = DynamicImage::from_decoder(decoder).map_err(refuse_broken)?;
    image.apply_orientation(turn);
    Ok((image, turn != Orientation::NoTransforms))
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err gives")]
fn refuse_broken(cause: ImageError) -> PictureRefusal {
    PictureRefusal::Broken { cause: cause.to_string() }
}

/// Encodes an image as a file.
fn encode_image(
    image: &DynamicImage,
    format: ImageFormat,
) -> Result<Vec<u8>, ImageError> {
    let mut bytes = Vec::new();
    match format {
        ImageFormat::Png => {
            let (data, colour) = (image.as_bytes(), image.color().into());
            let encoder = PngEncoder::new(&mut bytes);
            encoder.write_image(data, image.width(), image.height(), colour)?;
        }
        ImageFormat::Jpeg => {
            let encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
            if image.color().has_color() {
                image.to_rgb8().write_with_encoder(encoder)?;
            } else {
                image.to_luma8().write_with_encoder(encoder)?;
            }
        }
    }
    Ok(bytes)
}

/// Composes an image onto white paper, as red, green and blue values.
pub(in crate::edition) fn flatten_on_white(picture: &DynamicImage) -> Vec<u8> {
    if !picture.color().has_alpha() {
        return picture.to_rgb8().into_raw();
    }
    let pixels = picture.to_rgba8();
    let flat = pixels.pixels().flat_map(|&image::Rgba([r, g, b, opacity])| {
        let over = |value: u8| {
            let (value, opacity) = (u16::from(value), u16::from(opacity));
            let mixed = (value * opacity + 255 * (255 - opacity)) / 255;
            u8::try_from(mixed).unwrap_or(u8::MAX)
        };
        [over(r), over(g), over(b)]
    });
    flat.collect()
}

/// The number of colour components of a JPEG file: the last number of its frame header
/// (ITU-T T.81 §B.2.2).
pub(in crate::edition) fn jpeg_components(file: &[u8]) -> Option<u8> {
    // Frame headers; but C4, C8 and CC are tables.
    let is_frame = |marker: u8| {
        (0xC0..=0xCF).contains(&marker) && ![0xC4, 0xC8, 0xCC].contains(&marker)
    };
    find_jpeg_segment(file, is_frame)?.get(5).copied()
}

/// Pixels per inch according to the application data of a JFIF file (ITU-T T.871 §10.1).
fn jpeg_resolution(file: &[u8]) -> Option<u32> {
    let &[b'J', b'F', b'I', b'F', 0, _, _, unit, high, low, ..] =
        find_jpeg_segment(file, |marker| marker == 0xE0)?
    else {
        return None;
    };
    let density = u32::from(u16::from_be_bytes([high, low]));
    match unit {
        1 => Some(density),
        2 => per_inch_of_centimetre(density),
        _ => None,
    }
}

/// Finds the first segment of a JPEG file with a wanted marker, and returns its content.
fn find_jpeg_segment(file: &[u8], wanted: impl Fn(u8) -> bool) -> Option<&[u8]> {
    // After the two bytes that begin the file come segments: FF, marker, length of the
    // rest.
    let mut at = 2;
    loop {
        let (&[0xFF, marker], rest) = file.get(at..)?.split_first_chunk::<2>()? else {
            return None;
        };
        // A fill byte.
        if marker == 0xFF {
            at += 1;
            continue;
        }
        let length = usize::from(u16::from_be_bytes(*rest.first_chunk::<2>()?));
        if wanted(marker) {
            return rest.get(2..length.max(2));
        }
        at += 2 + length;
    }
}

/// Pixels per inch according to the chunk `pHYs`, which gives pixels per metre (PNG
/// §11.3.5.3).
fn png_resolution(file: &[u8]) -> Option<u32> {
    // After the signature come chunks: length of the data, name, data, checksum.
    let mut rest = file.get(8..)?;
    loop {
        let length =
            usize::try_from(u32::from_be_bytes(*rest.first_chunk::<4>()?)).ok()?;
        let name = rest.get(4..8)?;
        let data = rest.get(8..)?.get(..length)?;
        match name {
            b"pHYs" => {
                let metre = u32::from_be_bytes(*data.first_chunk::<4>()?);
                let in_metres = data.get(8) == Some(&1);
                return in_metres.then(|| per_inch_of_metre(metre))?;
            }
            b"IDAT" => return None,
            _ => rest = rest.get(length.checked_add(12)?..)?,
        }
    }
}
