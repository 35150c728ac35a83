//! Colours become inks.

use std::cell::OnceCell;

use printpdf::ExternalXObject;

use super::condition::Condition;
use super::condition::space::{light, mixed};
use super::condition::tables::byte;
use super::separation::Separation;
use crate::book::picture::Pixels;
use crate::edition::pdf::PdfError;
use crate::edition::pdf::canvas::{self, Colours};
use crate::edition::pdf::operators::Operators;
use crate::edition::picture;
use crate::typeset::document::{Ink, Picture};

/// The graphics state, among the resources, in which ink is printed over other inks.
pub(super) const OVER: &str = "Over";

/// The graphics state in which ink takes the place of those below it.
pub(super) const INSTEAD: &str = "Instead";

/// Makes inks of colours.
pub(super) struct Inks<'a> {
    condition: &'a Condition,
    /// The inks of colours; they are reckoned when the first colour comes.
    separation: OnceCell<Separation>,
    /// The light of each byte of sRGB.
    lights: Vec<f64>,
    /// The greys that print as the greys of sRGB look: black ink is darker in the middle.
    greys: Vec<u8>,
    /// Why a picture could not be read.
    broken: Option<PdfError>,
}

impl<'a> Inks<'a> {
    /// The inks of a condition.
    pub(super) fn new(condition: &'a Condition) -> Self {
        let lights: Vec<f64> = (0..=u8::MAX).map(light).collect();
        let greys = lights.iter().map(|&light| byte(1.0 - condition.tint(light)));
        let greys = greys.collect();
        let separation = OnceCell::new();
        Self { condition, separation, lights, greys, broken: None }
    }

    /// What went wrong with a picture, and whether there were colours.
    pub(super) fn finish(self) -> Result<bool, PdfError> {
        self.broken.map_or(Ok(self.separation.get().is_some()), Err)
    }

    /// The tint of black that is as light as a colour.
    fn tint(&self, rgb: [u8; 3]) -> f64 {
        let [_, light, _] = mixed(rgb.map(|byte| self.lights[usize::from(byte)]));
        self.condition.tint(light)
    }

    fn inks(&self, rgb: [u8; 3]) -> [u8; 4] {
        self.separation.get_or_init(|| self.condition.separation()).of(rgb)
    }
}

/// Sets a tint of black.
fn set_tint(condition: &Condition, tint: f64, operators: &mut Operators) {
    if condition.is_black_only() {
        operators.numbers([1.0 - tint]).operator("g");
    } else {
        operators.numbers([0.0, 0.0, 0.0, tint]).operator("k");
    }
}

impl Colours for Inks<'_> {
    const FIRST: Option<Ink> = None;

    /// Black is printed over what is below it, so that no white shows at its edges where
    /// the plates do not meet; every other ink instead of it. Where colours are printed,
    /// black is that of four inks: `DeviceGray` would take away the others in either mode
    /// (ISO 32000-1 §11.7.4.5, table 148). Greys have no ink but black.
    fn set(&self, ink: Ink, operators: &mut Operators) {
        let condition = self.condition;
        let black =
            matches!(ink, Ink::Black | Ink::Tint(1000..)) || ink == Ink::Rgb(0, 0, 0);
        operators.name(if black { OVER } else { INSTEAD }).operator("gs");
        match ink {
            Ink::Black | Ink::Tint(1000..) => set_tint(condition, 1.0, operators),
            Ink::Tint(tint) => {
                set_tint(condition, f64::from(tint) / 1000.0, operators);
            }
            Ink::Rgb(red, green, blue)
                if (red == green && green == blue) || condition.is_black_only() =>
            {
                set_tint(condition, self.tint([red, green, blue]), operators);
            }
            Ink::Rgb(red, green, blue) => {
                let inks = self.inks([red, green, blue]);
                operators.numbers(inks.map(|ink| f64::from(ink) / 255.0)).operator("k");
            }
        }
    }

    /// Greys are greys of black; colours become inks, if the press has them.
    fn image(&mut self, picture: &Picture) -> ExternalXObject {
        let decoded;
        let (bytes, grey): (&[u8], bool) = match &picture.pixels {
            Pixels::Grey(bytes) => (bytes, true),
            Pixels::Rgb(bytes) => (bytes, false),
            Pixels::GreyJpeg(bytes) | Pixels::Jpeg(bytes) => {
                let grey = matches!(picture.pixels, Pixels::GreyJpeg(_));
                decoded = picture::decode_jpeg(bytes, grey).unwrap_or_else(|cause| {
                    self.broken.get_or_insert(PdfError::Picture(cause));
                    Vec::new()
                });
                (&decoded, grey)
            }
        };
        if grey {
            let greys = bytes.iter().map(|&grey| self.greys[usize::from(grey)]);
            return canvas::image(picture, greys.collect(), "DeviceGray", false);
        }
        let pixels = bytes.as_chunks::<3>().0.iter();
        if self.condition.is_black_only() {
            let greys = pixels.map(|&rgb| byte(1.0 - self.tint(rgb)));
            return canvas::image(picture, greys.collect(), "DeviceGray", false);
        }
        let inks = pixels.flat_map(|&rgb| self.inks(rgb));
        canvas::image(picture, inks.collect(), "DeviceCMYK", false)
    }
}
