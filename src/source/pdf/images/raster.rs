//! The samples of an image, and what is done to them before they are written.

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};

use crate::source::pdf::page::ImageTurn;

/// An image as samples of eight bits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImageRaster {
    /// Its width in samples.
    pub columns: u32,
    /// Its height in samples.
    pub rows: u32,
    /// Red, green and blue of each sample, row by row from the upper left corner.
    pub colours: Vec<[u8; 3]>,
    /// The opacity of each sample; without it, all are opaque.
    pub opacity: Option<Vec<u8>>,
}

/// The part of a raster, from `left` and `top` up to `right` and `bottom`, in samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::source::pdf) struct RasterPart {
    pub(in crate::source::pdf) left: u32,
    pub(in crate::source::pdf) top: u32,
    pub(in crate::source::pdf) right: u32,
    pub(in crate::source::pdf) bottom: u32,
}

impl ImageRaster {
    /// A white raster.
    pub(in crate::source::pdf) fn white(columns: u32, rows: u32) -> Self {
        let samples = index(columns).saturating_mul(index(rows));
        Self { columns, rows, colours: vec![[255; 3]; samples], opacity: None }
    }

    /// The raster as it stands on the page.
    pub(in crate::source::pdf) fn turned(self, turn: ImageTurn) -> Self {
        if turn == ImageTurn::default() {
            return self;
        }
        let (columns, rows) = if turn.transposed {
            (self.rows, self.columns)
        } else {
            (self.columns, self.rows)
        };
        let part = RasterPart { left: 0, top: 0, right: columns, bottom: rows };
        self.resampled(part, columns, rows, turn)
    }

    /// A part of the raster.
    pub(in crate::source::pdf) fn cropped(self, part: RasterPart) -> Self {
        let RasterPart { left, top, right, bottom } = part;
        let (columns, rows) = (right.saturating_sub(left), bottom.saturating_sub(top));
        if (columns, rows) == (self.columns, self.rows) {
            return self;
        }
        self.resampled(part, columns, rows, ImageTurn::default())
    }

    /// The samples of a part, turned; each is a sample of the raster.
    fn resampled(
        &self,
        part: RasterPart,
        columns: u32,
        rows: u32,
        turn: ImageTurn,
    ) -> Self {
        let mut new = Self { columns, rows, ..Self::default() };
        let samples = index(columns).saturating_mul(index(rows));
        new.colours.reserve_exact(samples);
        let mut opacity = self.opacity.as_ref().map(|_| Vec::with_capacity(samples));
        for y in part.top..part.bottom {
            for x in part.left..part.right {
                let (mut from_x, mut from_y) = (x, y);
                if turn.mirrored {
                    from_x = (columns - 1).saturating_sub(x);
                }
                if turn.upside_down {
                    from_y = (rows - 1).saturating_sub(y);
                }
                if turn.transposed {
                    (from_x, from_y) = (from_y, from_x);
                }
                let (colour, opaque) = self.sample(from_x, from_y);
                new.colours.push(colour);
                if let Some(opacity) = &mut opacity {
                    opacity.push(opaque);
                }
            }
        }
        new.opacity = opacity;
        new
    }

    /// The colour and the opacity of a sample; beyond the raster it is transparent.
    fn sample(&self, x: u32, y: u32) -> ([u8; 3], u8) {
        if x >= self.columns {
            return ([255; 3], 0);
        }
        let at = index(y).saturating_mul(index(self.columns)) + index(x);
        let Some(colour) = self.colours.get(at) else { return ([255; 3], 0) };
        let opacity = self
            .opacity
            .as_ref()
            .map_or(255, |values| values.get(at).copied().unwrap_or(0));
        (*colour, opacity)
    }

    /// Paints another raster over a part of this one, stretched to it by the nearest sample.
    pub(in crate::source::pdf) fn paint(&mut self, over: &Self, part: RasterPart) {
        let RasterPart { left, top, right, bottom } = part;
        let (width, height) = (right.saturating_sub(left), bottom.saturating_sub(top));
        for y in top..bottom.min(self.rows) {
            let from_y = scale(y - top, over.rows, height);
            for x in left..right.min(self.columns) {
                let (colour, opacity) =
                    over.sample(scale(x - left, over.columns, width), from_y);
                let at = index(y).saturating_mul(index(self.columns)) + index(x);
                if let Some(below) = self.colours.get_mut(at) {
                    *below = blend(*below, colour, opacity);
                }
            }
        }
    }

    /// The bytes of a PNG file (in grey, where all colours are grey), on white paper.
    pub(in crate::source::pdf) fn to_png(&self) -> Option<Vec<u8>> {
        let white = [255; 3];
        let flat = |(at, colour): (usize, &[u8; 3])| match &self.opacity {
            Some(values) => blend(white, *colour, values.get(at).copied().unwrap_or(0)),
            None => *colour,
        };
        let flat = || self.colours.iter().enumerate().map(flat);
        let grey = flat().all(|[red, green, blue]| red == green && green == blue);
        let (data, kind): (Vec<u8>, _) = if grey {
            (flat().map(|[grey, ..]| grey).collect(), ExtendedColorType::L8)
        } else {
            (flat().flatten().collect(), ExtendedColorType::Rgb8)
        };
        let mut file = Vec::new();
        let encoder = PngEncoder::new(&mut file);
        encoder.write_image(&data, self.columns, self.rows, kind).ok()?;
        Some(file)
    }
}

/// The number of the sample, of `samples`, that is at a place of `length` places.
pub(in crate::source::pdf) fn scale(at: u32, samples: u32, length: u32) -> u32 {
    if samples == length {
        return at;
    }
    let scaled = u64::from(at) * u64::from(samples) / u64::from(length.max(1));
    u32::try_from(scaled).unwrap_or(u32::MAX)
}

fn blend(below: [u8; 3], above: [u8; 3], opacity: u8) -> [u8; 3] {
    let opacity = u16::from(opacity);
    let mut mixed = below;
    for (part, over) in mixed.iter_mut().zip(above) {
        let sum = u16::from(*part) * (255 - opacity) + u16::from(over) * opacity;
        *part = u8::try_from((sum + 127) / 255).unwrap_or(u8::MAX);
    }
    mixed
}

/// A number of samples as an index.
pub(super) fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
