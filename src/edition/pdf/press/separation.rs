//! The separation of screen colours into inks.

use super::condition::space::{INKS, InkCover, Lab, Xyz, find_light, mix_lights, to_lab};
use super::condition::tables::to_byte;

/// Points along each axis of the table: the bytes 0, 15, 30 … 255.
const POINTS: usize = 18;

/// Bytes from point to point.
const STEP: usize = 15;

/// A table of how much of each ink every colour of sRGB has.
#[derive(Debug)]
pub(super) struct Separation {
    /// Red changes slowest, then green, then blue.
    inks: Vec<[u8; INKS]>,
}

impl Separation {
    /// A separation by a function from colours to inks, with an ink limit. White becomes paper,
    /// black becomes the darkest colour, and the colours between them are scaled.
    pub(super) fn new(
        limit: f64,
        darkest: Xyz,
        find_cover: impl Fn(Lab) -> InkCover,
    ) -> Self {
        let lights: Vec<f64> = (0..=u8::MAX).step_by(STEP).map(find_light).collect();
        let mut inks = Vec::with_capacity(POINTS.pow(3));
        for place in 0..POINTS.pow(3) {
            let [red, green, blue] =
                [POINTS * POINTS, POINTS, 1].map(|size| lights[place / size % POINTS]);
            let seen = mix_lights([red, green, blue]);
            let raised =
                [0, 1, 2].map(|axis| darkest[axis] + (1.0 - darkest[axis]) * seen[axis]);
            inks.push(limit_ink(find_cover(to_lab(raised)), limit).map(to_byte));
        }
        // White is paper, whatever a table rounds it to.
        if let Some(white) = inks.last_mut() {
            *white = [0; INKS];
        }
        Self { inks }
    }

    /// Finds the inks of a colour: interpolated from those of the eight points around it.
    pub(super) fn find_inks(&self, rgb: [u8; 3]) -> [u8; INKS] {
        let low = rgb.map(|byte| (usize::from(byte) / STEP).min(POINTS - 2));
        let beyond = [0, 1, 2].map(|axis| usize::from(rgb[axis]) - low[axis] * STEP);
        let mut sums = [0; INKS];
        for corner in 0..8 {
            let (mut place, mut weight) = (0, 1);
            for axis in 0..3 {
                let high = corner >> axis & 1;
                place = place * POINTS + low[axis] + high;
                weight *= if high == 1 { beyond[axis] } else { STEP - beyond[axis] };
            }
            for (sum, ink) in sums.iter_mut().zip(self.inks[place]) {
                *sum += weight * usize::from(ink);
            }
        }
        let whole = STEP.pow(3);
        sums.map(|sum| u8::try_from((sum + whole / 2) / whole).unwrap_or(u8::MAX))
    }
}

/// Reduces the three colours, if there is more ink than the limit.
fn limit_ink([cyan, magenta, yellow, black]: InkCover, limit: f64) -> InkCover {
    let colours = cyan + magenta + yellow;
    if colours + black <= limit {
        return [cyan, magenta, yellow, black];
    }
    // Half a byte of each less: rounding must not exceed the limit.
    let part = ((limit - black - ROUNDING) / colours).max(0.0);
    [cyan * part, magenta * part, yellow * part, black]
}

/// By how much rounding four bytes may increase them.
const ROUNDING: f64 = 4.0 * 0.5 / 255.0;
