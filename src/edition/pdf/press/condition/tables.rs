//! The profile of four inks: what they look like, and how colours are printed. Its tables are
//! those of version 2 of the specification, which PDF 1.3 allows.

use super::four::{GRID, PressModel};
use super::space::{INKS, InkCover, Lab, to_axis_parts, to_lab};
use crate::edition::pdf::icc::{
    ProfileHeader, S15Fixed16, encode_description, encode_fixed, encode_profile,
    encode_text, scale_white,
};

/// The name of the profile.
const NAME: &str = "Four inks on coated paper";

/// The description of the condition.
pub(super) const INFO: &str = "Four inks, coated paper, \
    dot gain 13 % (black 16 %) at 40 % (numbers of ISO 12647-2:2004)";

/// Points along each axis of the table from inks to colours.
const COARSE: usize = 9;

/// Number of values of a byte.
const BYTES: u16 = 256;

/// Makes the profile of a press, with its table from colours to inks.
pub(super) fn make_profile(press: &PressModel, printed: &[(InkCover, bool)]) -> Vec<u8> {
    let white = scale_white(PressModel::paper());
    let seen = encode_table(INKS, 3, COARSE, &tabulate_colours(press));
    let inks =
        printed.iter().flat_map(|(cover, _)| cover.map(to_byte)).collect::<Vec<u8>>();
    let inks = encode_table(3, INKS, GRID, &inks);
    // Zero if a colour can be printed (ICC.1:1998-09 §6.4.14).
    let gamut = printed.iter().map(|&(_, is_in_gamut)| u8::from(!is_in_gamut) * u8::MAX);
    let gamut = encode_table(3, 1, GRID, &gamut.collect::<Vec<u8>>());
    let mut tags: Vec<(&[u8; 4], Vec<u8>)> = vec![
        (b"desc", encode_description(NAME)),
        (b"cprt", encode_text("No copyright: numbers of ISO 12647-2")),
        (b"wtpt", encode_fixed(*b"XYZ ", &white)),
    ];
    tags.extend([b"A2B0", b"A2B1", b"A2B2"].map(|tag| (tag, seen.clone())));
    tags.extend([b"B2A0", b"B2A1", b"B2A2"].map(|tag| (tag, inks.clone())));
    tags.push((b"gamt", gamut));
    encode_profile(&ProfileHeader::for_press(*b"CMYK", *b"Lab "), &tags)
}

/// Tabulates what inks look like; cyan changes slowest.
fn tabulate_colours(press: &PressModel) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(COARSE.pow(4) * 3);
    for place in 0..COARSE.pow(4) {
        let steps = [3, 2, 1, 0].map(|axis| place / COARSE.pow(axis) % COARSE);
        #[expect(clippy::cast_precision_loss, reason = "a table has few points")]
        let cover = steps.map(|step| step as f64 / (COARSE - 1) as f64);
        bytes.extend(encode_lab(to_lab(press.predict_light(cover))));
    }
    bytes
}

/// Encodes a colour in bytes (ICC.1:1998-09 §6.5.8, table for `mft1`).
fn encode_lab(colour: Lab) -> [u8; 3] {
    to_axis_parts(colour).map(to_byte)
}

/// Encodes a table of bytes (`lut8Type`, ICC.1:1998-09 §6.5.8) between curves that change
/// nothing.
fn encode_table(from: usize, to: usize, points: usize, values: &[u8]) -> Vec<u8> {
    let small = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    let mut table = b"mft1\0\0\0\0".to_vec();
    table.extend([small(from), small(to), small(points), 0]);
    let one: S15Fixed16 = 0x1_0000;
    let identity = [one, 0, 0, 0, one, 0, 0, 0, one];
    table.extend(identity.into_iter().flat_map(S15Fixed16::to_be_bytes));
    let straight = || (0..BYTES).filter_map(|value| u8::try_from(value).ok());
    table.extend((0..from).flat_map(|_| straight()));
    table.extend(values);
    table.extend((0..to).flat_map(|_| straight()));
    table
}

/// Scales a part of one to eight bits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is between nothing and all of eight bits"
)]
pub(in crate::edition::pdf::press) fn to_byte(part: f64) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}
