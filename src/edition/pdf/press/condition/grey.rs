//! The profile of black ink on uncoated paper, made from numbers of the standard.

use super::space::{Lab, to_xyz};
use crate::edition::pdf::icc::{
    ProfileHeader, encode_curve, encode_description, encode_fixed, encode_profile,
    encode_text, scale_white,
};

/// The name of the profile.
const NAME: &str = "Black on uncoated paper";

/// The description of the condition.
pub(super) const INFO: &str =
    "Black ink, dot gain 22 % at 40 %, uncoated paper (numbers of ISO 12647-2:2004)";

/// The dot gain of a tint of 50 % on uncoated paper, on a parabola through 22 % at 40 % (curve D
/// of ISO 12647-2:2004, black on paper of type 4).
pub(super) const GAIN: f64 = 0.22 * 0.25 / (0.4 * 0.6);

/// The paper, and full black on it (ISO 12647-2:2004 with its amendment of 2007, paper of type
/// 4 on white backing). FOGRA29, which is older, was measured with 95.7, 0.6, -2.3 and 31.9, 2.0, 2.1, and a gain of 22.0 %.
const PAPER: Lab = [95.0, 0.0, -2.0];
/// See [`PAPER`].
const SOLID: Lab = [31.0, 1.0, 1.0];

/// Samples of the curve: one for each value of eight bits.
const SAMPLES: u16 = 256;

/// Makes the profile.
pub(super) fn make_profile() -> Vec<u8> {
    let white = scale_white(to_xyz(PAPER));
    let tags: Vec<(&[u8; 4], Vec<u8>)> = vec![
        (b"desc", encode_description(NAME)),
        (b"cprt", encode_text("No copyright: numbers of ISO 12647-2")),
        (b"wtpt", encode_fixed(*b"XYZ ", &white)),
        (b"kTRC", encode_curve(&sample_curve())),
    ];
    encode_profile(&ProfileHeader::for_press(*b"GRAY", *b"XYZ "), &tags)
}

/// Samples the light of each value, from black to white, as a part of the white of the paper
/// (Murray and Davies: ink and paper side by side).
fn sample_curve() -> Vec<u16> {
    let solid = to_xyz(SOLID)[1] / to_xyz(PAPER)[1];
    let light = |value: u16| {
        let tint = 1.0 - f64::from(value) / f64::from(SAMPLES - 1);
        // The gain is greatest in the middle, and zero at the ends.
        let cover = tint + 4.0 * GAIN * tint * (1.0 - tint);
        1.0 - cover + cover * solid
    };
    (0..SAMPLES).map(|value| to_u16(light(value))).collect()
}

/// Scales a part of one to sixteen bits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is between nothing and all of sixteen bits"
)]
fn to_u16(part: f64) -> u16 {
    (part.clamp(0.0, 1.0) * 65_535.0).round() as u16
}

#[cfg(test)]
mod tests {
    use super::{make_profile, sample_curve};
    use crate::edition::pdf::icc::check_profile;

    #[test]
    fn profile_is_well_formed_and_darkens_steadily() {
        check_profile(&make_profile());
        let curve = sample_curve();
        assert_eq!(curve.last(), Some(&u16::MAX), "paper is white");
        assert!(curve.is_sorted() && curve[0] > 0, "black ink is not perfectly black");
    }
}
