//! From the stream of an image to its samples (ISO 32000-1 §8.9.5).

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_syntax::Filter;
use hayro_syntax::object::stream::ImageDecodeParams;
use hayro_syntax::object::{Array, Dict, Number, Stream};

use crate::source::pdf::images::colours::SampleSpace;
use crate::source::pdf::images::limits::is_image_within_limit;
use crate::source::pdf::images::raster::{ImageRaster, index, scale};
use crate::source::pdf::page::Colour;
use crate::source::pdf::streams::read_number;

/// Why the samples of an image cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub(in crate::source::pdf) enum ImageFault {
    #[error("it is larger than any picture of a book")]
    TooLarge,
    #[error("its colours are inks that only a press mixes")]
    UnknownColours,
    #[error("the pictures of the document have more samples than can be read")]
    TooMany,
    #[error("its data is damaged")]
    Damaged,
}

/// Reads the samples of an image, with its mask; a stencil in the colour of `paint`.
pub(in crate::source::pdf) fn read_raster(
    stream: &Stream<'_>,
    spaces: &Dict<'_>,
    paint: Option<Colour>,
) -> Result<ImageRaster, ImageFault> {
    let dict = stream.dict();
    if is_stencil(dict) {
        let plane = Plane::read(stream, &SampleSpace::Gray)?;
        let [_, red, green, blue] = paint.unwrap_or_default().0.to_be_bytes();
        let colours = vec![[red, green, blue]; plane.samples.len()];
        let opacity =
            Some(plane.decoded(dict, 1).iter().map(|value| 255 - value).collect());
        return Ok(ImageRaster {
            columns: plane.columns,
            rows: plane.rows,
            colours,
            opacity,
        });
    }
    let space = match SampleSpace::read(dict, spaces) {
        None if SampleSpace::is_given(dict) => return Err(ImageFault::UnknownColours),
        space => space,
    };
    let plane = Plane::read(stream, space.as_ref().unwrap_or(&SampleSpace::Gray))?;
    let space = match (space, plane.components) {
        (Some(space), components) if space.components() == components => space,
        // JPEG 2000 may have its own colour space, and a JPEG is right where it contradicts.
        (_, 1) => SampleSpace::Gray,
        (_, 3) => SampleSpace::Rgb,
        (_, 4) => SampleSpace::Cmyk,
        _ => return Err(ImageFault::UnknownColours),
    };
    let key = plane.match_colour_key(dict);
    let values = match space {
        SampleSpace::Indexed(_) => Cow::Borrowed(&plane.samples),
        _ => Cow::Owned(plane.decoded(dict, space.components())),
    };
    let colours: Vec<[u8; 3]> = values
        .chunks_exact(space.components())
        .map(|parts| space.colour(parts))
        .collect();
    let raster = ImageRaster {
        columns: plane.columns,
        rows: plane.rows,
        colours,
        opacity: key.or(plane.opacity),
    };
    add_mask(raster, dict)
}

/// Whether an image is a stencil mask (ISO 32000-1 §8.9.6.2).
pub(in crate::source::pdf) fn is_stencil(dict: &Dict<'_>) -> bool {
    dict.get::<bool>("ImageMask").or_else(|| dict.get::<bool>("IM")).unwrap_or(false)
}

/// Adds the soft mask or the stencil that an image names. Where the mask is finer, the
/// raster gets its resolution, because the edges are in the mask.
fn add_mask(mut raster: ImageRaster, dict: &Dict<'_>) -> Result<ImageRaster, ImageFault> {
    let (mask, soft) = if let Some(mask) = dict.get::<Stream<'_>>("SMask") {
        (mask, true)
    } else if let Some(mask) = dict.get::<Stream<'_>>("Mask") {
        (mask, false)
    } else {
        return Ok(raster);
    };
    let plane = Plane::read(&mask, &SampleSpace::Gray)?;
    if plane.components != 1 {
        return Err(ImageFault::Damaged);
    }
    let mut opacity = plane.decoded(mask.dict(), 1);
    if !soft {
        for value in &mut opacity {
            *value = 255 - *value;
        }
    }
    if opacity.iter().all(|value| *value == 255) {
        return Ok(raster);
    }
    let finer = plane.columns > raster.columns && plane.rows > raster.rows;
    let (columns, rows) =
        if finer { (plane.columns, plane.rows) } else { (raster.columns, raster.rows) };
    if finer {
        raster.colours =
            stretch(&raster.colours, (raster.columns, raster.rows), (columns, rows));
        (raster.columns, raster.rows) = (columns, rows);
    }
    raster.opacity =
        Some(stretch(&opacity, (plane.columns, plane.rows), (columns, rows)));
    Ok(raster)
}

/// Values at another resolution, each the nearest.
fn stretch<T: Copy>(values: &[T], from: (u32, u32), to: (u32, u32)) -> Vec<T> {
    if from == to {
        return values.to_vec();
    }
    let mut stretched = Vec::with_capacity(index(to.0).saturating_mul(index(to.1)));
    for y in 0..to.1 {
        let row = index(scale(y, from.1, to.1)).saturating_mul(index(from.0));
        for x in 0..to.0 {
            stretched.extend(values.get(row + index(scale(x, from.0, to.0))));
        }
    }
    stretched
}

/// Samples as they are in the data, one byte for each.
struct Plane {
    columns: u32,
    rows: u32,
    components: usize,
    /// The bits of a sample: 1, 2, 4 or 8; of 16 bits, the upper 8 are kept.
    bits: u8,
    samples: Vec<u8>,
    /// The opacity that JPEG 2000 data has beside its colours.
    opacity: Option<Vec<u8>>,
}

impl Plane {
    fn read(stream: &Stream<'_>, space: &SampleSpace) -> Result<Self, ImageFault> {
        if !is_image_within_limit(stream) {
            return Err(ImageFault::TooLarge);
        }
        let dict = stream.dict();
        let (columns, rows) =
            (read_number(dict, "Width", "W"), read_number(dict, "Height", "H"));
        let bits = match read_number(dict, "BitsPerComponent", "BPC") {
            _ if is_stencil(dict) => 1,
            0 => 8,
            bits => u8::try_from(bits).map_err(|_| ImageFault::Damaged)?,
        };
        let how = ImageDecodeParams {
            is_indexed: matches!(space, SampleSpace::Indexed(_)),
            bpc: Some(bits),
            num_components: u8::try_from(space.components()).ok(),
            target_dimension: None,
            width: columns,
            height: rows,
        };
        // The decoders of images stop at some damage with a panic.
        let decoded = catch_unwind(AssertUnwindSafe(|| stream.decoded_image(&how)));
        let decoded = decoded.ok().and_then(Result::ok).ok_or(ImageFault::Damaged)?;
        let mut plane = Self {
            columns,
            rows,
            components: space.components(),
            bits,
            samples: vec![],
            opacity: None,
        };
        if let Some(image) = decoded.image_data {
            (plane.columns, plane.rows) = (image.width, image.height);
            plane.bits = image.bits_per_component;
            plane.opacity = image.alpha;
            let area = index(plane.columns).saturating_mul(index(plane.rows));
            if plane.bits == 8 && area > 0 {
                plane.components = decoded.data.len() / area;
            }
        }
        plane.unpack(&decoded.data)?;
        Ok(plane)
    }

    /// Unpacks samples; each row begins a byte. What is missing is 0, as for viewers.
    fn unpack(&mut self, data: &[u8]) -> Result<(), ImageFault> {
        let per_row = index(self.columns) * self.components;
        let all = per_row.saturating_mul(index(self.rows));
        if data.is_empty() || all == 0 {
            return Err(ImageFault::Damaged);
        }
        let samples = &mut self.samples;
        samples.reserve_exact(all);
        match self.bits {
            8 => samples.extend(data.iter().take(all)),
            16 => {
                samples.extend(
                    data.as_chunks::<2>().0.iter().take(all).map(|[high, _]| *high),
                );
                self.bits = 8;
            }
            bits @ (1 | 2 | 4) => {
                let in_byte = usize::from(8 / bits);
                for row in data.chunks(per_row.div_ceil(in_byte)).take(index(self.rows)) {
                    for at in 0..per_row {
                        let byte = row.get(at / in_byte).copied().unwrap_or(0);
                        let place = u8::try_from(at % in_byte).unwrap_or(0);
                        samples.push(byte << (place * bits) >> (8 - bits));
                    }
                }
            }
            _ => return Err(ImageFault::Damaged),
        }
        samples.resize(all, 0);
        Ok(())
    }

    /// The samples stretched to eight bits by the `Decode` array of an image.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to 0 and 255 first"
    )]
    fn decoded(&self, dict: &Dict<'_>, components: usize) -> Vec<u8> {
        let highest = 255_u8 >> (8 - self.bits);
        let ranges = read_decode(dict);
        let tables: Vec<Vec<u8>> = (0..components)
            .map(|component| {
                let (from, to) = ranges.get(component).copied().unwrap_or((0.0, 1.0));
                let decode = |value: u8| {
                    let part = f64::from(value) / f64::from(highest);
                    let decoded = from + part * (to - from);
                    (decoded.clamp(0.0, 1.0) * 255.0).round() as u8
                };
                (0..=highest).map(decode).collect()
            })
            .collect();
        let decode = |(at, value): (usize, &u8)| {
            let table = tables.get(at % components.max(1));
            table.and_then(|table| table.get(usize::from(*value))).copied().unwrap_or(255)
        };
        self.samples.iter().enumerate().map(decode).collect()
    }

    /// The opacity by a colour key (ISO 32000-1 §8.9.6.4).
    fn match_colour_key(&self, dict: &Dict<'_>) -> Option<Vec<u8>> {
        let mask = dict.get::<Array<'_>>("Mask")?;
        let bounds: Vec<u8> = mask
            .iter::<u32>()
            .map(|value| u8::try_from(value).unwrap_or(u8::MAX))
            .collect();
        let ranges = bounds.as_chunks::<2>().0;
        if ranges.len() != self.components
            || dict.get::<u32>("BitsPerComponent") == Some(16)
        {
            return None;
        }
        let is_masked = |parts: &[u8]| {
            parts
                .iter()
                .zip(ranges)
                .all(|(value, [least, most])| (least..=most).contains(&value))
        };
        let opacity = |parts: &[u8]| if is_masked(parts) { 0 } else { 255 };
        Some(self.samples.chunks_exact(self.components).map(opacity).collect())
    }
}

/// The pairs of the `Decode` array of an image.
fn read_decode(dict: &Dict<'_>) -> Vec<(f64, f64)> {
    let array = dict.get::<Array<'_>>("Decode").or_else(|| dict.get::<Array<'_>>("D"));
    let numbers: Vec<f64> = array
        .map(|array| array.iter::<Number>().map(|number| number.as_f64()).collect())
        .unwrap_or_default();
    numbers.as_chunks::<2>().0.iter().map(|[from, to]| (*from, *to)).collect()
}

/// The JPEG file that an image is, where viewers of JPEG show the same as those of PDF.
pub(in crate::source::pdf) fn keep_jpeg(
    stream: &Stream<'_>,
    spaces: &Dict<'_>,
) -> Option<Vec<u8>> {
    let dict = stream.dict();
    let plain = ["Decode", "D", "Mask", "DecodeParms", "DP", "ImageMask"];
    if stream.filters().as_slice() != [Filter::DctDecode]
        || plain.iter().any(|key| dict.contains_key(key))
        || !is_image_within_limit(stream)
        || !is_mask_opaque(dict)
    {
        return None;
    }
    let components = match SampleSpace::read(dict, spaces)? {
        SampleSpace::Gray => 1,
        SampleSpace::Rgb => 3,
        SampleSpace::Black | SampleSpace::Cmyk | SampleSpace::Indexed(_) => return None,
    };
    let size = (read_number(dict, "Width", "W"), read_number(dict, "Height", "H"));
    let data = stream.raw_data();
    (read_jpeg_frame(&data)? == (size, components)).then(|| data.into_owned())
}

/// Whether an image has no soft mask, or one that hides nothing, as programs write that
/// give each image one.
fn is_mask_opaque(dict: &Dict<'_>) -> bool {
    let Some(mask) = dict.get::<Stream<'_>>("SMask") else { return true };
    Plane::read(&mask, &SampleSpace::Gray).is_ok_and(|plane| {
        plane.decoded(mask.dict(), 1).iter().all(|value| *value == 255)
    })
}

/// The size and the components of the frame of a baseline or progressive JPEG of eight bits
/// (ITU-T T.81 §B.2.2).
fn read_jpeg_frame(data: &[u8]) -> Option<((u32, u32), u8)> {
    let mut rest = data.strip_prefix(&[0xFF, 0xD8])?;
    loop {
        let marker = *rest.get(1)?;
        let number =
            |at: usize| Some(u16::from_be_bytes([*rest.get(at)?, *rest.get(at + 1)?]));
        match (*rest.first()?, marker) {
            (0xFF, 0xFF) => rest = rest.get(1..)?,
            (0xFF, 0xC0..=0xC2) => {
                let eight_bits = *rest.get(4)? == 8;
                let size = (u32::from(number(7)?), u32::from(number(5)?));
                return eight_bits.then_some((size, *rest.get(9)?));
            }
            // Other frames are rare, and browsers do not show them.
            (0xFF, 0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF | 0xD9 | 0xDA) => {
                return None;
            }
            (0xFF, _) => rest = rest.get(2 + usize::from(number(2)?)..)?,
            _ => return None,
        }
    }
}
