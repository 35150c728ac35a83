//! Black ink on uncoated paper, as a profile that is made of numbers.

use super::space::{Lab, xyz};
use crate::edition::pdf::icc::{self, Kind};

/// The name of the profile.
const NAME: &str = "Black on uncoated paper";

/// What it is, in words.
pub(super) const INFO: &str =
    "Black ink, dot gain 22 % at 40 %, uncoated paper (numbers of ISO 12647-2:2004)";

/// What a half tone gains on the way to uncoated paper, in parts of one: 22 % at 40 %
/// (curve D of ISO 12647-2:2004, black on paper of type 4), on a parabola.
pub(super) const GAIN: f64 = 0.22 * 0.25 / (0.4 * 0.6);

/// The paper, and full black on it, as eyes see them (ISO 12647-2:2004 with its amendment
/// of 2007, paper of type 4 on white backing). FOGRA29, which is older, was measured there
/// with 95.7, 0.6, -2.3 and 31.9, 2.0, 2.1, and a gain of 22.0 %.
const PAPER: Lab = [95.0, 0.0, -2.0];
/// See [`PAPER`].
const SOLID: Lab = [31.0, 1.0, 1.0];

/// Samples of the curve: a tint to each of the values that eight bits can say.
const SAMPLES: u16 = 256;

/// The profile.
pub(super) fn profile() -> Vec<u8> {
    let white = icc::white(xyz(PAPER));
    let tags: Vec<(&[u8; 4], Vec<u8>)> = vec![
        (b"desc", icc::description(NAME)),
        (b"cprt", icc::text("No copyright: numbers of ISO 12647-2")),
        (b"wtpt", icc::fixed(*b"XYZ ", &white)),
        (b"kTRC", icc::curve(&curve())),
    ];
    icc::profile(&Kind::press(*b"GRAY", *b"XYZ "), &tags)
}

/// How light each value is, from black to white, as part of the white of the paper
/// (Murray and Davies: ink and paper side by side).
fn curve() -> Vec<u16> {
    let solid = xyz(SOLID)[1] / xyz(PAPER)[1];
    let light = |value: u16| {
        let tint = 1.0 - f64::from(value) / f64::from(SAMPLES - 1);
        // The gain is greatest in the middle, and none at the ends.
        let cover = tint + 4.0 * GAIN * tint * (1.0 - tint);
        1.0 - cover + cover * solid
    };
    (0..SAMPLES).map(|value| sixteen(light(value))).collect()
}

/// A part of one in sixteen bits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is between nothing and all of sixteen bits"
)]
fn sixteen(part: f64) -> u16 {
    (part.clamp(0.0, 1.0) * 65_535.0).round() as u16
}

#[cfg(test)]
mod tests {
    use super::{curve, profile};
    use crate::edition::pdf::icc;

    #[test]
    fn the_profile_is_well_formed_and_darkens_steadily() {
        icc::check(&profile());
        let curve = curve();
        assert_eq!(curve.last(), Some(&u16::MAX), "paper is white");
        assert!(curve.is_sorted() && curve[0] > 0, "black ink is not the darkest");
    }
}
