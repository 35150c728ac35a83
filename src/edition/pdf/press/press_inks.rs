//! Writes the colours of a book as inks.

use std::cell::OnceCell;

use super::condition::PrintCondition;
use super::condition::space::{find_light, mix_lights};
use super::condition::tables::to_byte;
use super::separation::Separation;
use crate::book::picture::Pixels;
use crate::edition::pdf::PdfError;
use crate::edition::pdf::canvas::ColourModel;
use crate::edition::pdf::deflate::StreamData;
use crate::edition::pdf::image_stream::{DeviceSpace, ImageStream};
use crate::edition::pdf::operators::Operators;
use crate::edition::picture;
use crate::typeset::document::{Ink, PageImage};

/// The graphics state, among the resources, in which ink overprints what is below.
pub(super) const OVERPRINT: &str = "Over";

/// The graphics state in which ink knocks out what is below.
pub(super) const KNOCKOUT: &str = "Instead";

/// The inks of a press, as a colour model.
pub(super) struct PressInks<'a> {
    condition: &'a PrintCondition,
    /// The inks of colours, computed when the first colour comes.
    separation: OnceCell<Separation>,
    /// The light of each byte of sRGB.
    lights: Vec<f64>,
    /// The greys that print as the greys of sRGB look: black ink is darker in the middle.
    greys: Vec<u8>,
    /// Why a picture could not be decoded.
    error: Option<PdfError>,
}

impl<'a> PressInks<'a> {
    /// The inks of a condition.
    pub(super) fn new(condition: &'a PrintCondition) -> Self {
        let lights: Vec<f64> = (0..=u8::MAX).map(find_light).collect();
        let greys = lights.iter().map(|&light| to_byte(1.0 - condition.find_tint(light)));
        let greys = greys.collect();
        Self { condition, separation: OnceCell::new(), lights, greys, error: None }
    }

    /// Whether there were colours; or why a picture could not be decoded.
    pub(super) fn finish(self) -> Result<bool, PdfError> {
        self.error.map_or(Ok(self.separation.get().is_some()), Err)
    }

    /// Finds the tint of black that is as light as a colour.
    fn find_tint(&self, rgb: [u8; 3]) -> f64 {
        let [_, light, _] = mix_lights(rgb.map(|byte| self.lights[usize::from(byte)]));
        self.condition.find_tint(light)
    }

    fn find_inks(&self, rgb: [u8; 3]) -> [u8; 4] {
        self.separation.get_or_init(|| self.condition.make_separation()).find_inks(rgb)
    }
}

/// Sets a tint of black.
fn set_tint(condition: &PrintCondition, tint: f64, operators: &mut Operators) {
    if condition.is_black_only() {
        operators.numbers([1.0 - tint]).operator("g");
    } else {
        operators.numbers([0.0, 0.0, 0.0, tint]).operator("k");
    }
}

impl ColourModel for PressInks<'_> {
    const INITIAL_INK: Option<Ink> = None;

    /// Black overprints, so that no white shows at its edges where the plates do not register;
    /// every other ink knocks out. If colours are printed, black is one of four inks: black of
    /// `DeviceGray` would knock out the others in either mode (ISO 32000-1 §11.7.4.5, table
    /// 148). Greys have no ink but black.
    fn set_ink(&self, ink: Ink, operators: &mut Operators) {
        let condition = self.condition;
        let is_black =
            matches!(ink, Ink::Black | Ink::Tint(1000..)) || ink == Ink::Rgb(0, 0, 0);
        operators.name(if is_black { OVERPRINT } else { KNOCKOUT }).operator("gs");
        match ink {
            Ink::Black | Ink::Tint(1000..) => set_tint(condition, 1.0, operators),
            Ink::Tint(tint) => {
                set_tint(condition, f64::from(tint) / 1000.0, operators);
            }
            Ink::Rgb(red, green, blue)
                if (red == green && green == blue) || condition.is_black_only() =>
            {
                set_tint(condition, self.find_tint([red, green, blue]), operators);
            }
            Ink::Rgb(red, green, blue) => {
                let inks = self.find_inks([red, green, blue]);
                operators.numbers(inks.map(|ink| f64::from(ink) / 255.0)).operator("k");
            }
        }
    }

    /// Greys become greys of black; colours become inks, if the press has them.
    fn make_image<'p>(&mut self, picture: &'p PageImage) -> ImageStream<'p> {
        let decoded;
        let (bytes, is_grey): (&[u8], bool) = match &picture.pixels {
            Pixels::Grey(bytes) => (bytes, true),
            Pixels::Rgb(bytes) => (bytes, false),
            Pixels::GreyJpeg(bytes) | Pixels::Jpeg(bytes) => {
                let is_grey = matches!(picture.pixels, Pixels::GreyJpeg(_));
                decoded = picture::decode_jpeg(bytes, is_grey).unwrap_or_else(|cause| {
                    self.error.get_or_insert(PdfError::Picture(cause));
                    Vec::new()
                });
                (&decoded, is_grey)
            }
        };
        let rgb = || bytes.as_chunks::<3>().0.iter();
        let (samples, space): (Vec<u8>, _) = if is_grey {
            let greys = bytes.iter().map(|&grey| self.greys[usize::from(grey)]);
            (greys.collect(), DeviceSpace::Grey)
        } else if self.condition.is_black_only() {
            let greys = rgb().map(|&rgb| to_byte(1.0 - self.find_tint(rgb)));
            (greys.collect(), DeviceSpace::Grey)
        } else {
            (rgb().flat_map(|&rgb| self.find_inks(rgb)).collect(), DeviceSpace::Cmyk)
        };
        ImageStream::from_samples(picture, space, StreamData::plain(samples))
    }
}
