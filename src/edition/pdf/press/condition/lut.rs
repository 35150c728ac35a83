//! The table from colours to inks of a supplied profile.

use super::space::{INKS, InkCover, Lab, to_axis_parts};
use crate::edition::pdf::icc::{HEADER_BYTES, TAG_ENTRY_BYTES, read_number};

/// Tags that are looked at, and entries of a curve, at most.
const MOST: usize = 4096;

/// A table of bytes or of words between two rows of curves (`lut8Type` and `lut16Type`,
/// ICC.1:2010 §10.8, §10.9).
#[derive(Debug)]
pub(super) struct Lut {
    /// A curve for each axis of the colour.
    before: Vec<Vec<f64>>,
    /// Points along each axis.
    points: usize,
    /// The inks of every point; lightness changes slowest.
    inks: Vec<f64>,
    /// A curve for each ink.
    after: Vec<Vec<f64>>,
    /// Whether the values have sixteen bits, in which 0xFF00 means what 0xFF means in eight
    /// (ICC.1:2010 §10.8, table 42).
    is_16_bit: bool,
}

/// Reads the perceptual table, if a profile for four inks has one of this kind.
pub(super) fn read_lut(profile: &[u8]) -> Option<Lut> {
    if profile.get(16..24)? != b"CMYKLab " {
        return None;
    }
    let number = |at| read_number(profile, at);
    let entry = (0..number(HEADER_BYTES)?.min(MOST))
        .map(|tag| HEADER_BYTES + 4 + TAG_ENTRY_BYTES * tag)
        .find(|&entry| profile.get(entry..entry + 4) == Some(b"B2A0"))?;
    let tag = profile.get(number(entry + 4)?..)?;
    let is_16_bit = match tag.get(..4)? {
        b"mft1" => false,
        b"mft2" => true,
        _ => return None,
    };
    let (from, to, points) =
        (usize::from(tag[8]), usize::from(*tag.get(9)?), usize::from(*tag.get(10)?));
    if from != 3 || to != INKS || points < 2 {
        return None;
    }
    let short = |at: usize| {
        Some(usize::from(u16::from_be_bytes(*tag.get(at..)?.first_chunk::<2>()?)))
    };
    let (entries, exits, begin) =
        if is_16_bit { (short(48)?, short(50)?, 52) } else { (256, 256, 48) };
    if !(2..=MOST).contains(&entries) || !(2..=MOST).contains(&exits) {
        return None;
    }
    let size = from * entries + points.pow(3) * to + to * exits;
    let values: Vec<f64> = if is_16_bit {
        let bytes = tag.get(begin..begin + 2 * size)?.as_chunks::<2>().0.iter();
        bytes.map(|&pair| f64::from(u16::from_be_bytes(pair)) / 65_535.0).collect()
    } else {
        let bytes = tag.get(begin..begin + size)?.iter();
        bytes.map(|&byte| f64::from(byte) / 255.0).collect()
    };
    let (before, rest) = values.split_at(from * entries);
    let (inks, after) = rest.split_at(points.pow(3) * to);
    let curves = |values: &[f64], size: usize| {
        values.chunks(size).map(<[f64]>::to_vec).collect::<Vec<_>>()
    };
    Some(Lut {
        before: curves(before, entries),
        points,
        inks: inks.to_vec(),
        after: curves(after, exits),
        is_16_bit,
    })
}

impl Lut {
    /// Finds the inks of a colour.
    pub(super) fn find_inks(&self, colour: Lab) -> InkCover {
        let mut parts = to_axis_parts(colour);
        if self.is_16_bit {
            // 0xFF00 of 0xFFFF; on the axes of hue 0x8000 is grey, as 0x80 is in eight bits.
            parts = parts.map(|part| part * f64::from(0xFF00) / f64::from(0xFFFF));
        }
        let parts = [0, 1, 2].map(|axis| read_curve(&self.before[axis], parts[axis]));
        let at = |place: usize| &self.inks[place * INKS..][..INKS];
        let mut cover = interpolate(parts, self.points, at);
        for (share, curve) in cover.iter_mut().zip(&self.after) {
            *share = read_curve(curve, *share);
        }
        cover
    }
}

/// Interpolates the inks of a colour, by its parts of the axes of a table, from those of the
/// eight points around it.
pub(super) fn interpolate<'a>(
    parts: [f64; 3],
    points: usize,
    inks: impl Fn(usize) -> &'a [f64],
) -> InkCover {
    let places = parts.map(|part| find_point(part, points));
    let mut cover = [0.0; INKS];
    for corner in 0..8 {
        let (mut at, mut weight) = (0, 1.0);
        for (axis, &(low, beyond)) in places.iter().enumerate() {
            let high = corner >> axis & 1;
            at = at * points + low + high;
            weight *= if high == 1 { beyond } else { 1.0 - beyond };
        }
        for (share, ink) in cover.iter_mut().zip(inks(at)) {
            *share += weight * ink;
        }
    }
    cover
}

/// Reads a curve at a part of one.
fn read_curve(curve: &[f64], part: f64) -> f64 {
    let (low, beyond) = find_point(part, curve.len());
    curve[low] + (curve[low + 1] - curve[low]) * beyond
}

/// Finds the point of an axis of at least two points that is below a part of it, and how far
/// the part is beyond that point.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a table has few points"
)]
fn find_point(part: f64, points: usize) -> (usize, f64) {
    let along = part.clamp(0.0, 1.0) * (points - 1) as f64;
    let low = (along.floor() as usize).min(points - 2);
    (low, along - low as f64)
}

#[cfg(test)]
mod tests {
    use super::{read_lut, read_number};
    use crate::edition::pdf::press::condition::four::{PressModel, look_up_cover};
    use crate::edition::pdf::press::condition::tables;

    #[test]
    fn written_table_is_read() {
        let press = PressModel::new(3.0);
        let table = press.tabulate();
        let profile = tables::make_profile(&press, &table);
        let lut = read_lut(&profile).expect("it has a table of bytes");
        for colour in [[100.0, 0.0, 0.0], [50.0, 40.0, -20.0], [12.5, 3.0, 77.0]] {
            let (found, wanted) = (lut.find_inks(colour), look_up_cover(&table, colour));
            let near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.004);
            assert!(near, "{colour:?}: {found:?}, not {wanted:?}");
        }
    }

    #[test]
    fn truncated_profile_has_no_table() {
        let press = PressModel::new(3.0);
        let profile = tables::make_profile(&press, &press.tabulate());
        let entry = (0..).map(|tag| 132 + 12 * tag);
        let entry =
            entry.into_iter().find(|&at| &profile[at..at + 4] == b"B2A0").unwrap();
        let number = |at| read_number(&profile, at).unwrap();
        let (begin, size) = (number(entry + 4), number(entry + 8));
        for end in [20, 100, 140, begin, begin + 9, begin + 47, begin + size - 1] {
            assert!(read_lut(&profile[..end]).is_none(), "cut at {end}");
        }
    }
}
