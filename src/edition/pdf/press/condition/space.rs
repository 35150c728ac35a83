//! Spaces of colour, reckoned with the four operations and roots found by them: the same
//! numbers on every machine.

use crate::edition::pdf::colour::PRIMARIES;
use crate::edition::pdf::icc::WHITE;

/// Amounts of the light that eyes tell apart, as parts of that of the white D50.
pub(in crate::edition::pdf::press) type Xyz = [f64; 3];

/// Lightness from 0 to 100, from green to red, from blue to yellow (CIE 15).
pub(in crate::edition::pdf::press) type Lab = [f64; 3];

/// Below this, the curve of CIE 15 is straight: (6/29)³.
const STRAIGHT: f64 = 216.0 / 24_389.0;

/// Where the straight part of the curve of sRGB ends (IEC 61966-2-1 §5.2).
const SRGB_STRAIGHT: f64 = 0.040_45;

/// The number whose power is given: Newton's method from one, downward, until nothing
/// changes.
fn root(power: i32, number: f64) -> f64 {
    if number <= 0.0 {
        return 0.0;
    }
    let degree = f64::from(power);
    let mut found = number.max(1.0);
    loop {
        let below = (1..power).fold(1.0, |product, _| product * found);
        let next = found - (below * found - number) / (degree * below);
        if next >= found {
            return found;
        }
        found = next;
    }
}

/// The light that a byte of sRGB means.
pub(in crate::edition::pdf::press) fn light(byte: u8) -> f64 {
    let value = f64::from(byte) / 255.0;
    if value <= SRGB_STRAIGHT {
        return value / 12.92;
    }
    // To the power of 2.4 is the fifth root of that of twelve.
    let base = (value + 0.055) / 1.055;
    let square = base * base;
    let fourth = square * square;
    root(5, fourth * fourth * fourth)
}

/// The light of a mixture of red, green and blue light.
pub(in crate::edition::pdf::press) fn mixed(lights: [f64; 3]) -> Xyz {
    [0, 1, 2].map(|axis| {
        let white = f64::from(WHITE[axis]);
        let parts = lights.iter().zip(&PRIMARIES);
        parts.map(|(light, (_, primary))| light * f64::from(primary[axis]) / white).sum()
    })
}

/// How eyes see light.
pub(in crate::edition::pdf::press) fn lab(xyz: Xyz) -> Lab {
    let [x, y, z] = xyz.map(|part| {
        if part > STRAIGHT { root(3, part) } else { part * 841.0 / 108.0 + 4.0 / 29.0 }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The place of a colour on each axis of the tables of profiles, in parts of the axis
/// (ICC.1 §6.3.4.2).
pub(super) fn parts([lightness, red, yellow]: Lab) -> [f64; 3] {
    [lightness / 100.0, (red + 128.0) / 255.0, (yellow + 128.0) / 255.0]
}

/// The light that eyes see so.
pub(in crate::edition::pdf::press) fn xyz([lightness, red, yellow]: Lab) -> Xyz {
    let y = (lightness + 16.0) / 116.0;
    [y + red / 500.0, y, y - yellow / 200.0].map(|part| {
        if part > 6.0 / 29.0 {
            part * part * part
        } else {
            (part - 4.0 / 29.0) * 108.0 / 841.0
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{lab, light, mixed, xyz};

    /// Published values: white, sRGB's middle grey, its red seen under D50.
    #[test]
    fn colours_are_where_others_find_them() {
        let seen = |rgb: [u8; 3]| lab(mixed(rgb.map(light)));
        for (rgb, wanted) in [
            ([255, 255, 255], [100.0, 0.0, 0.0]),
            ([0, 0, 0], [0.0, 0.0, 0.0]),
            ([119, 119, 119], [50.03, 0.0, 0.0]),
            ([255, 0, 0], [54.29, 80.8, 69.9]),
            ([0, 0, 255], [29.57, 68.3, -112.03]),
        ] {
            let found = seen(rgb);
            let near =
                found.iter().zip(wanted).all(|(a, b): (&f64, f64)| (a - b).abs() < 0.1);
            assert!(near, "{rgb:?}: {found:?}, not {wanted:?}");
            let back = lab(xyz(found));
            assert!(back.iter().zip(found).all(|(a, b)| (a - b).abs() < 1e-9));
        }
    }
}
