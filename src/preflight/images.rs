//! Images: their filters, their resolution, and how much ink they lay down (ISO 32000-1
//! §8.9).

use lopdf::{Dictionary, Object};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::colour::{ColourSpace, ColourSpaceFamily, InkAmounts};
use super::object::{LARGEST, PdfFile};

/// The largest side of a JPEG that is decoded.
const LARGEST_SIDE: usize = 20_000;

/// An image of a file.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact by itself")]
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CheckedImage {
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) bits: i64,
    /// A stencil mask, painted with the current colour.
    pub(super) is_stencil: bool,
    /// The kind of its colour space; `None` where only the image data tells.
    pub(super) family: Option<ColourSpaceFamily>,
    pub(super) spots: Vec<String>,
    /// Its filters, in order.
    pub(super) filters: Vec<String>,
    pub(super) has_alternates: bool,
    /// It should be readable, and is not.
    pub(super) broken: bool,
    /// The pixel with most ink; `None` where that is unknown.
    pub(super) most_ink: Option<InkAmounts>,
    /// Some pixels lay down ink other than black.
    pub(super) coloured: bool,
    /// No pixel lays down ink.
    pub(super) bare: bool,
}

impl CheckedImage {
    /// Reads an image with its dictionary.
    pub(super) fn read_image(
        pdf: &PdfFile,
        own: &Dictionary,
        bytes: &[u8],
        resources: &Dictionary,
    ) -> Self {
        let is_stencil = matches!(pdf.get(own, "ImageMask"), Object::Boolean(true));
        let space = pdf.get(own, "ColorSpace");
        let space = (!space.is_null() && !is_stencil)
            .then(|| ColourSpace::resolve(pdf, space, resources));
        let mut image = Self {
            width: pdf.get_integer(own, "Width").unwrap_or(0),
            height: pdf.get_integer(own, "Height").unwrap_or(0),
            bits: pdf.get_integer(own, "BitsPerComponent").unwrap_or(1),
            is_stencil,
            family: space.as_ref().map(|space| space.base().family),
            spots: space.iter().flat_map(ColourSpace::spot_names).cloned().collect(),
            filters: pdf.filter_names(own),
            has_alternates: own.has(b"Alternates"),
            broken: false,
            most_ink: None,
            coloured: false,
            bare: false,
        };
        let unpacked = pdf.decode_filters(own, bytes, &pdf.images_left);
        match (unpacked, &space) {
            _ if image.width < 1 || image.height < 1 => image.broken = true,
            // What was not unpacked is not known to be broken.
            (None, _) => image.broken = pdf.spent().is_none(),
            (Some((bytes, None)), Some(space)) => {
                let decode = pdf.get_numbers(own, "Decode");
                image.scan_samples(&bytes, space, &decode);
            }
            (Some((bytes, Some(filter))), space) if filter == "DCTDecode" => {
                let decode = pdf.get_numbers(own, "Decode");
                image.scan_jpeg(&bytes, space.as_ref(), &decode);
            }
            _ => {}
        }
        image
    }

    /// Scans all samples of an image.
    fn scan_samples(&mut self, bytes: &[u8], space: &ColourSpace, decode: &[f64]) {
        let (Ok(width), Ok(height)) =
            (usize::try_from(self.width), usize::try_from(self.height))
        else {
            return;
        };
        let count = space.components.max(1);
        let Some(bits @ (1 | 2 | 4 | 8 | 16)) = usize::try_from(self.bits).ok() else {
            self.broken = true;
            return;
        };
        let row = width.saturating_mul(count).saturating_mul(bits).div_ceil(8);
        if row == 0 || bytes.len() / row < height {
            self.broken = true;
            return;
        }
        let most = (1_u32 << bits) - 1;
        let mut ink = InkExtremes::default();
        let mut before: Option<Vec<u32>> = None;
        let mut pixel = vec![0; count];
        for line in bytes.chunks_exact(row).take(height) {
            for column in 0..width {
                for (index, sample) in pixel.iter_mut().enumerate() {
                    *sample = sample_at(line, (column * count + index) * bits, bits);
                }
                // Neighbouring pixels are often equal.
                if before.as_ref() == Some(&pixel) {
                    continue;
                }
                let values: Vec<f64> = pixel
                    .iter()
                    .enumerate()
                    .map(|(index, sample)| {
                        decode_sample(*sample, most, index, space, decode)
                    })
                    .collect();
                ink.add(&space.ink_amounts(&values));
                before = Some(pixel.clone());
            }
        }
        self.take_extremes(&ink);
    }

    /// Scans the stored components of a JPEG, not the colours that a screen would show.
    fn scan_jpeg(&mut self, bytes: &[u8], space: Option<&ColourSpace>, decode: &[f64]) {
        let options = DecoderOptions::default()
            .set_max_width(LARGEST_SIDE)
            .set_max_height(LARGEST_SIDE);
        let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
        let read = decoder.decode_headers().is_ok();
        let (Some(info), Some(stored)) = (decoder.info(), decoder.input_colorspace())
        else {
            self.broken = true;
            return;
        };
        let size = usize::from(info.width) * usize::from(info.height);
        if !read || size.saturating_mul(4) > LARGEST {
            self.broken |= !read;
            return;
        }
        let raw = match stored {
            ColorSpace::Luma => ColorSpace::Luma,
            ColorSpace::CMYK => ColorSpace::CMYK,
            ColorSpace::YCCK => ColorSpace::YCCK,
            _ => ColorSpace::RGB,
        };
        let count = raw.num_components();
        decoder.set_options(options.jpeg_set_out_colorspace(raw));
        let Ok(mut samples) = decoder.decode() else {
            self.broken = true;
            return;
        };
        if raw == ColorSpace::YCCK {
            samples.chunks_exact_mut(4).for_each(ycck_to_cmyk);
        }
        let usual = match count {
            1 => ColourSpace::gray(),
            4 => ColourSpace::plain(ColourSpaceFamily::Cmyk, 4),
            _ => ColourSpace::plain(ColourSpaceFamily::Rgb, 3),
        };
        let space = space.unwrap_or(&usual);
        if space.components != count {
            self.broken = true;
            return;
        }
        let mut ink = InkExtremes::default();
        for pixel in samples.chunks_exact(count) {
            let values = pixel.iter().enumerate().map(|(index, sample)| {
                decode_sample(u32::from(*sample), 255, index, space, decode)
            });
            ink.add(&space.ink_amounts(&values.collect::<Vec<f64>>()));
        }
        self.take_extremes(&ink);
    }

    fn take_extremes(&mut self, ink: &InkExtremes) {
        self.most_ink = ink.most_ink;
        self.coloured = ink.coloured;
        self.bare = !ink.inked;
    }
}

/// What the samples of an image showed.
#[derive(Debug, Default)]
struct InkExtremes {
    most_ink: Option<InkAmounts>,
    coloured: bool,
    inked: bool,
}

impl InkExtremes {
    fn add(&mut self, inks: &InkAmounts) {
        self.inked |= !inks.is_bare();
        self.coloured |= inks.is_coloured();
        if inks.additive.is_none()
            && self.most_ink.is_none_or(|most| inks.total() > most.total())
        {
            self.most_ink = Some(*inks);
        }
    }
}

/// The sample of `bits` bits that begins at bit `bit` of a row.
fn sample_at(line: &[u8], bit: usize, bits: usize) -> u32 {
    let byte = |index: usize| u32::from(line.get(index).copied().unwrap_or(0));
    match bits {
        8 => byte(bit / 8),
        16 => byte(bit / 8) << 8 | byte(bit / 8 + 1),
        _ => byte(bit / 8) >> (8 - bits - bit % 8) & ((1 << bits) - 1),
    }
}

/// The value that a sample decodes to (§8.9.5.2).
fn decode_sample(
    sample: u32,
    most: u32,
    index: usize,
    space: &ColourSpace,
    decode: &[f64],
) -> f64 {
    let share = f64::from(sample) / f64::from(most);
    match (decode.get(2 * index), decode.get(2 * index + 1)) {
        (Some(low), Some(high)) => low + share * (high - low),
        _ if space.is_indexed() => f64::from(sample),
        _ => space.scale_to_range(&vec![share; index + 1])[index],
    }
}

/// Converts a pixel from YCCK to CMYK (Adobe Technical Note 5116).
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the values were just clamped to a byte"
)]
fn ycck_to_cmyk(pixel: &mut [u8]) {
    let [luma, blue, red] = [0, 1, 2].map(|index| f64::from(pixel[index]));
    let (blue, red) = (blue - 128.0, red - 128.0);
    let colours = [
        luma + 1.402 * red,
        luma - 0.344_136 * blue - 0.714_136 * red,
        luma + 1.772 * blue,
    ];
    for (ink, colour) in pixel.iter_mut().zip(colours) {
        *ink = (255.0 - colour).round().clamp(0.0, 255.0) as u8;
    }
}
