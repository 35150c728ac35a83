//! Colours become inks.

use printpdf::{Cmyk, Color, ExtendedGraphicsStateId, ExternalXObject, Greyscale, Op};

use super::condition::Condition;
use crate::book::picture::Pixels;
use crate::edition::pdf::PdfError;
use crate::edition::pdf::canvas::{self, Colours, short};
use crate::edition::picture;
use crate::typeset::document::{Ink, Picture};

/// The graphics state, among the resources, in which ink is printed over other inks.
pub(super) const OVER: &str = "Over";

/// The graphics state in which ink takes the place of those below it.
pub(super) const INSTEAD: &str = "Instead";

/// Makes inks of colours.
pub(super) struct Inks {
    black_only: bool,
    /// The most ink in one place, in parts of one ink's full cover.
    limit: f64,
    /// Why a picture could not be read.
    broken: Option<PdfError>,
}

/// What is printed of a colour: how much of each ink, in parts of its full cover.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Cover {
    cyan: f64,
    magenta: f64,
    yellow: f64,
    black: f64,
}

impl Inks {
    /// The inks of a condition, of which there is no more in one place than a limit in
    /// hundredths; zero is no limit.
    pub(super) fn new(condition: &Condition, limit: u16) -> Self {
        let limit = if limit == 0 { 4.0 } else { f64::from(limit) / 100.0 };
        Self { black_only: condition.is_black_only(), limit, broken: None }
    }

    /// What went wrong with a picture.
    pub(super) fn finish(self) -> Result<(), PdfError> {
        self.broken.map_or(Ok(()), Err)
    }

    fn cover(&self, red: u8, green: u8, blue: u8) -> Cover {
        let part = |value: u8| 1.0 - f64::from(value) / 255.0;
        let [cyan, magenta, yellow] = [part(red), part(green), part(blue)];
        let black = cyan.min(magenta).min(yellow);
        if self.black_only {
            let black = 0.2126 * cyan + 0.7152 * magenta + 0.0722 * yellow;
            return Cover { cyan: 0.0, magenta: 0.0, yellow: 0.0, black };
        }
        let colours = (cyan + magenta + yellow - 3.0 * black).max(f64::EPSILON);
        let most = ((self.limit - black) / colours).min(1.0);
        let less = |ink: f64| (ink - black) * most;
        Cover { cyan: less(cyan), magenta: less(magenta), yellow: less(yellow), black }
    }
}

impl Colours for Inks {
    const FIRST: Option<Ink> = None;

    /// Black is printed over what is below it, so that no white shows at its edges where
    /// the plates do not meet; every other ink instead of it.
    fn set(&self, ink: Ink) -> Vec<Op> {
        let cover = match ink {
            Ink::Black => Cover { cyan: 0.0, magenta: 0.0, yellow: 0.0, black: 1.0 },
            Ink::Tint(tint) => {
                let black = f64::from(tint.min(1000)) / 1000.0;
                Cover { cyan: 0.0, magenta: 0.0, yellow: 0.0, black }
            }
            Ink::Rgb(red, green, blue) => self.cover(red, green, blue),
        };
        let icc_profile = None;
        let col = if self.black_only {
            Color::Greyscale(Greyscale { percent: short(1.0 - cover.black), icc_profile })
        } else {
            Color::Cmyk(Cmyk {
                c: short(cover.cyan),
                m: short(cover.magenta),
                y: short(cover.yellow),
                k: short(cover.black),
                icc_profile,
            })
        };
        let black = Cover { cyan: 0.0, magenta: 0.0, yellow: 0.0, black: 1.0 };
        let state = if cover == black { OVER } else { INSTEAD };
        let gs = ExtendedGraphicsStateId(state.to_owned());
        vec![Op::LoadGraphicsState { gs }, Op::SetFillColor { col }]
    }

    /// Greys are greys of black; colours become inks.
    fn image(&mut self, picture: &Picture) -> ExternalXObject {
        let decoded;
        let rgb: &[u8] = match &picture.pixels {
            Pixels::Grey(bytes) => {
                return canvas::image(picture, bytes.to_vec(), "DeviceGray", false);
            }
            Pixels::GreyJpeg(bytes) => {
                return canvas::image(picture, bytes.to_vec(), "DeviceGray", true);
            }
            Pixels::Rgb(bytes) => bytes,
            Pixels::Jpeg(bytes) => {
                decoded = picture::rgb(bytes).unwrap_or_else(|cause| {
                    self.broken.get_or_insert(PdfError::Picture(cause));
                    Vec::new()
                });
                &decoded
            }
        };
        let pixels = rgb.as_chunks::<3>().0.iter();
        let covers = pixels.map(|&[red, green, blue]| self.cover(red, green, blue));
        if self.black_only {
            let greys = covers.map(|cover| eight(1.0 - cover.black)).collect();
            return canvas::image(picture, greys, "DeviceGray", false);
        }
        let inks = covers
            .flat_map(|one| [one.cyan, one.magenta, one.yellow, one.black].map(eight));
        canvas::image(picture, inks.collect(), "DeviceCMYK", false)
    }
}

/// A part of one in eight bits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is between nothing and all of eight bits"
)]
fn eight(part: f64) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}
