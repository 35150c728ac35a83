//! Colour spaces, computed with the four operations and with roots by Newton's method: the same
//! numbers on every machine.

use crate::edition::pdf::icc::WHITE;
use crate::edition::pdf::srgb::PRIMARIES;

/// The number of inks.
pub(in crate::edition::pdf::press) const INKS: usize = 4;

/// How much of the area cyan, magenta, yellow and black cover.
pub(in crate::edition::pdf::press) type InkCover = [f64; INKS];

/// A colour in CIE XYZ, as parts of the white D50.
pub(in crate::edition::pdf::press) type Xyz = [f64; 3];

/// A colour in CIELAB: lightness from 0 to 100, from green to red, from blue to yellow (CIE 15).
pub(in crate::edition::pdf::press) type Lab = [f64; 3];

/// Below this the curve of CIE 15 is a straight line: (6/29)³.
const STRAIGHT: f64 = 216.0 / 24_389.0;

/// Where the straight part of the curve of sRGB ends (IEC 61966-2-1 §5.2).
const SRGB_STRAIGHT: f64 = 0.040_45;

/// Finds a root by Newton's method from above, until nothing changes.
fn find_root(power: i32, number: f64) -> f64 {
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

/// Finds the light of a byte of sRGB.
pub(in crate::edition::pdf::press) fn find_light(byte: u8) -> f64 {
    let value = f64::from(byte) / 255.0;
    if value <= SRGB_STRAIGHT {
        return value / 12.92;
    }
    // The power of 2.4 is the fifth root of the twelfth power.
    let base = (value + 0.055) / 1.055;
    let square = base * base;
    let fourth = square * square;
    find_root(5, fourth * fourth * fourth)
}

/// Mixes red, green and blue light.
pub(in crate::edition::pdf::press) fn mix_lights(lights: [f64; 3]) -> Xyz {
    [0, 1, 2].map(|axis| {
        let white = f64::from(WHITE[axis]);
        let parts = lights.iter().zip(&PRIMARIES);
        parts.map(|(light, (_, primary))| light * f64::from(primary[axis]) / white).sum()
    })
}

/// Converts a colour to CIELAB.
pub(in crate::edition::pdf::press) fn to_lab(xyz: Xyz) -> Lab {
    let [x, y, z] = xyz.map(|part| {
        if part > STRAIGHT {
            find_root(3, part)
        } else {
            part * 841.0 / 108.0 + 4.0 / 29.0
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Finds the position of a colour on each axis of the tables of profiles, as a part of the axis
/// (ICC.1 §6.3.4.2).
pub(super) fn to_axis_parts([lightness, red, yellow]: Lab) -> [f64; 3] {
    [lightness / 100.0, (red + 128.0) / 255.0, (yellow + 128.0) / 255.0]
}

/// Converts a colour to CIE XYZ.
pub(in crate::edition::pdf::press) fn to_xyz([lightness, red, yellow]: Lab) -> Xyz {
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
    use super::{find_light, mix_lights, to_lab, to_xyz};

    /// Published values: white, the middle grey of sRGB, its red under D50.
    #[test]
    fn colours_have_their_published_values() {
        let seen = |rgb: [u8; 3]| to_lab(mix_lights(rgb.map(find_light)));
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
            let back = to_lab(to_xyz(found));
            assert!(back.iter().zip(found).all(|(a, b)| (a - b).abs() < 1e-9));
        }
    }
}
