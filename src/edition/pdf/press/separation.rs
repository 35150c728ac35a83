//! The colours of screens become those of inks.

use super::condition::four::{Cover, INKS};
use super::condition::space::{Lab, Xyz, lab, light, mixed};
use super::condition::tables::byte;

/// Points along each axis of the table: the bytes 0, 15, 30 … 255.
const POINTS: usize = 18;

/// Bytes from point to point.
const STEP: usize = 15;

/// How much of each ink every colour of sRGB has, as a table.
#[derive(Debug)]
pub(super) struct Separation {
    /// Red by red, then green, then blue.
    inks: Vec<[u8; INKS]>,
}

impl Separation {
    /// By what prints each colour, no more than a limit of ink in one place. White becomes
    /// paper, and black the darkest; what is between keeps its place between them.
    pub(super) fn new(limit: f64, darkest: Xyz, printed: impl Fn(Lab) -> Cover) -> Self {
        let lights: Vec<f64> = (0..=u8::MAX).step_by(STEP).map(light).collect();
        let mut inks = Vec::with_capacity(POINTS.pow(3));
        for place in 0..POINTS.pow(3) {
            let [red, green, blue] =
                [POINTS * POINTS, POINTS, 1].map(|size| lights[place / size % POINTS]);
            let seen = mixed([red, green, blue]);
            let raised =
                [0, 1, 2].map(|axis| darkest[axis] + (1.0 - darkest[axis]) * seen[axis]);
            inks.push(limited(printed(lab(raised)), limit).map(byte));
        }
        // White is paper, whatever a table rounds it to.
        if let Some(white) = inks.last_mut() {
            *white = [0; INKS];
        }
        Self { inks }
    }

    /// The inks of a colour: between those of the eight points around it.
    pub(super) fn of(&self, rgb: [u8; 3]) -> [u8; INKS] {
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

/// Less of the three colours, where there is more ink than a limit.
fn limited([cyan, magenta, yellow, black]: Cover, limit: f64) -> Cover {
    let colours = cyan + magenta + yellow;
    if colours + black <= limit {
        return [cyan, magenta, yellow, black];
    }
    // Half a byte of each less: rounding must not go beyond.
    let part = ((limit - black - ROUNDING) / colours).max(0.0);
    [cyan * part, magenta * part, yellow * part, black]
}

/// What four bytes may be rounded up by.
const ROUNDING: f64 = 4.0 * 0.5 / 255.0;
