//! The profile of four inks: what they look like, and how colours are printed, as tables
//! of version 2 of the specification, which PDF 1.3 knows.

use super::four::{Cover, GRID, INKS, Press};
use super::space::{Lab, lab, parts};
use crate::edition::pdf::icc::{self, Fixed, Kind};

/// The name of the profile.
const NAME: &str = "Four inks on coated paper";

/// What it is, in words.
pub(super) const INFO: &str = "Four inks, coated paper, \
    dot gain 13 % (black 16 %) at 40 % (numbers of ISO 12647-2:2004)";

/// Points along each axis of the table from inks to colours.
const COARSE: usize = 9;

/// Values of a byte.
const BYTES: u16 = 256;

/// The profile of a press, with its table from colours to inks.
pub(super) fn profile(press: &Press, printed: &[(Cover, bool)]) -> Vec<u8> {
    let white = icc::white(Press::paper());
    let seen = table(INKS, 3, COARSE, &seen(press));
    let inks = printed.iter().flat_map(|(cover, _)| cover.map(byte)).collect::<Vec<u8>>();
    let inks = table(3, INKS, GRID, &inks);
    // Zero where a colour can be printed (ICC.1:1998-09 §6.4.14).
    let gamut = printed.iter().map(|&(_, within)| u8::from(!within) * u8::MAX);
    let gamut = table(3, 1, GRID, &gamut.collect::<Vec<u8>>());
    let mut tags: Vec<(&[u8; 4], Vec<u8>)> = vec![
        (b"desc", icc::description(NAME)),
        (b"cprt", icc::text("No copyright: numbers of ISO 12647-2")),
        (b"wtpt", icc::fixed(*b"XYZ ", &white)),
    ];
    tags.extend([b"A2B0", b"A2B1", b"A2B2"].map(|tag| (tag, seen.clone())));
    tags.extend([b"B2A0", b"B2A1", b"B2A2"].map(|tag| (tag, inks.clone())));
    tags.push((b"gamt", gamut));
    icc::profile(&Kind::press(*b"CMYK", *b"Lab "), &tags)
}

/// What inks look like, cyan by cyan, and the others within.
fn seen(press: &Press) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(COARSE.pow(4) * 3);
    for place in 0..COARSE.pow(4) {
        let steps = [3, 2, 1, 0].map(|axis| place / COARSE.pow(axis) % COARSE);
        #[expect(clippy::cast_precision_loss, reason = "a table has few points")]
        let cover = steps.map(|step| step as f64 / (COARSE - 1) as f64);
        bytes.extend(encoded(lab(press.shown(cover))));
    }
    bytes
}

/// A colour in bytes (ICC.1:1998-09 §6.5.8, table for `mft1`).
fn encoded(colour: Lab) -> [u8; 3] {
    parts(colour).map(byte)
}

/// A table of bytes (`lut8Type`, ICC.1:1998-09 §6.5.8), between curves that change nothing.
fn table(from: usize, to: usize, points: usize, values: &[u8]) -> Vec<u8> {
    let small = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    let mut table = b"mft1\0\0\0\0".to_vec();
    table.extend([small(from), small(to), small(points), 0]);
    let one: Fixed = 0x1_0000;
    let identity = [one, 0, 0, 0, one, 0, 0, 0, one];
    table.extend(identity.into_iter().flat_map(Fixed::to_be_bytes));
    let straight = || (0..BYTES).filter_map(|value| u8::try_from(value).ok());
    table.extend((0..from).flat_map(|_| straight()));
    table.extend(values);
    table.extend((0..to).flat_map(|_| straight()));
    table
}

/// A part of one in eight bits.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is between nothing and all of eight bits"
)]
pub(in crate::edition::pdf::press) fn byte(part: f64) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}
