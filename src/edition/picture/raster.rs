//! PNG and JPEG.

use std::io::Cursor;
use std::sync::Arc;

use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::png::{PngDecoder, PngEncoder};
use image::metadata::Orientation;
use image::{
    DynamicImage, ImageDecoder, ImageEncoder, ImageError, ImageFormat as Format, Limits,
};

use super::{
    MOST_PIXELS, PictureRefusal, PreparedPicture, USUAL_RESOLUTION, reduced_size,
};
use crate::book::picture::{ImageFormat, Picture, Pixels};

/// Quality of JPEG, of 100: above 90 a file grows fast, below 80 edges ring.
const JPEG_QUALITY: u8 = 90;

/// Pixels to the inch that an image may say it has: less is no print, more no photograph.
const RESOLUTIONS: std::ops::RangeInclusive<u32> = 36..=2400;

/// Bytes of what a PNG file may have beside its pixels, such as a profile of colours, when it
/// is unpacked; what is larger is not looked at. The largest profiles have some million.
const MOST_BESIDE: u64 = 32_000_000;

/// The format of a file, by its first bytes.
pub(super) fn detect_format(bytes: &[u8]) -> Option<ImageFormat> {
    match image::guess_format(bytes) {
        Ok(Format::Jpeg) => Some(ImageFormat::Jpeg),
        Ok(Format::Png) => Some(ImageFormat::Png),
        Ok(_) | Err(_) => None,
    }
}

/// Reads a file of a format. It stays as it is, unless it is too large, stands on its side
/// or has four colours.
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
    let resolution =
        resolution.filter(|dots| RESOLUTIONS.contains(dots)).unwrap_or(USUAL_RESOLUTION);
    let components = jpeg_components(bytes);
    let stays = !turned && (format == ImageFormat::Png || components != Some(4));
    prepare_picture(&image, format, resolution, stays.then_some(bytes))
}

/// A picture of an image; `file` is what it was read from, if it may stay so.
pub(super) fn prepare_picture(
    image: &DynamicImage,
    format: ImageFormat,
    resolution: u32,
    file: Option<&[u8]>,
) -> Result<PreparedPicture, PictureRefusal> {
    let before = (image.width(), image.height());
    let smaller = reduced_size(before.0, before.1);
    let image = match smaller {
        // By whole numbers, the same on every machine.
        Some((columns, rows)) => &image.thumbnail_exact(columns, rows),
        None => image,
    };
    let resolution = match smaller {
        // It keeps its natural size.
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
    Ok(PreparedPicture { picture, reduced_from: smaller.map(|_| before) })
}

/// The pixels of a JPEG file: the grey of each, or its red, green and blue.
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
    limits.max_alloc = Some(MOST_BESIDE);
    PngDecoder::with_limits(Cursor::new(bytes), limits)
}

/// The image that a decoder gives, upright, and whether it had to be turned. How large it
/// is, its head says, before any pixel is read.
fn decode_upright<D: ImageDecoder>(
    decoder: Result<D, ImageError>,
) -> Result<(DynamicImage, bool), PictureRefusal> {
    let mut decoder = decoder.map_err(refuse_broken)?;
    let (columns, rows) = decoder.dimensions();
    if u64::from(columns) * u64::from(rows) > MOST_PIXELS {
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

/// An image as a file.
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

/// Red, green and blue of an image that lies on white paper.
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

/// How many colours a JPEG file has: the last number of its frame header (ITU-T T.81
/// §B.2.2).
pub(in crate::edition) fn jpeg_components(file: &[u8]) -> Option<u8> {
    // Frame headers; C4, C8 and CC among them are tables.
    let is_frame = |marker: u8| {
        (0xC0..=0xCF).contains(&marker) && ![0xC4, 0xC8, 0xCC].contains(&marker)
    };
    find_jpeg_segment(file, is_frame)?.get(5).copied()
}

/// Pixels to the inch as the application data of a JFIF file give them (ITU-T T.871
/// §10.1).
fn jpeg_resolution(file: &[u8]) -> Option<u32> {
    let &[b'J', b'F', b'I', b'F', 0, _, _, unit, high, low, ..] =
        find_jpeg_segment(file, |marker| marker == 0xE0)?
    else {
        return None;
    };
    let density = u32::from(u16::from_be_bytes([high, low]));
    match unit {
        1 => Some(density),
        // To the centimetre.
        2 => Some((density * 254 + 50) / 100),
        _ => None,
    }
}

/// The first segment of a JPEG file that has a marker, without its length.
fn find_jpeg_segment(file: &[u8], wanted: impl Fn(u8) -> bool) -> Option<&[u8]> {
    // After the two bytes that begin the file, segments: FF, marker, length of the rest.
    let mut at = 2;
    loop {
        let (&[0xFF, marker], rest) = file.get(at..)?.split_first_chunk::<2>()? else {
            return None;
        };
        // A byte that only fills.
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

/// Pixels to the inch as the chunk `pHYs` gives them, to the metre (PNG §11.3.5.3).
fn png_resolution(file: &[u8]) -> Option<u32> {
    // Behind the signature, chunks: length of the data, name, data, check sum.
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
                let inch = (u64::from(metre) * 254 + 5_000) / 10_000;
                return in_metres.then(|| u32::try_from(inch).ok())?;
            }
            b"IDAT" => return None,
            _ => rest = rest.get(length.checked_add(12)?..)?,
        }
    }
}
