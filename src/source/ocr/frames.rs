//! The boxes of an OCR file, and the points of its polygons.

use crate::length::Length;

/// Points in an inch.
const POINTS_PER_INCH: f64 = 72.0;

/// A box, in scaled points from the upper left corner of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoxFrame {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) right: i64,
    pub(super) bottom: i64,
}

impl BoxFrame {
    pub(super) fn height(&self) -> i64 {
        self.bottom - self.top
    }

    pub(super) fn width(&self) -> i64 {
        self.right - self.left
    }

    /// The smallest box around both.
    pub(super) fn around(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// The box around points; `None` when there are none, or they are all one.
    pub(super) fn around_points(points: &[(i64, i64)]) -> Option<Self> {
        let frames =
            points.iter().map(|&(x, y)| Self { left: x, top: y, right: x, bottom: y });
        frames.reduce(Self::around).filter(|frame| frame.width() + frame.height() > 0)
    }
}

/// How long the units of a file are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct UnitScale {
    per_inch: f64,
}

impl UnitScale {
    /// The scale of a file with this many units to the inch.
    pub(super) fn new(per_inch: u32) -> Self {
        Self { per_inch: f64::from(per_inch.max(1)) }
    }

    /// A number of units, in scaled points.
    pub(super) fn to_length(self, units: f64) -> i64 {
        i64::from(Length::from_pt(units * POINTS_PER_INCH / self.per_inch).0)
    }

    /// The points of a polygon: `10,20 30,40`, and as ALTO 4 allows `10 20 30 40`.
    pub(super) fn read_points(self, points: &str) -> Vec<(i64, i64)> {
        let numbers = points.split(|c: char| c == ',' || c.is_whitespace());
        let numbers: Vec<f64> = numbers.filter_map(parse_number).collect();
        let pairs = numbers.chunks_exact(2).filter_map(|pair| match pair {
            [x, y] => Some((self.to_length(*x), self.to_length(*y))),
            _ => None,
        });
        pairs.collect()
    }
}

/// A number as OCR files write it.
pub(super) fn parse_number(number: &str) -> Option<f64> {
    number.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// A whole number that is not negative.
pub(super) fn parse_count(number: &str) -> Option<u32> {
    number.trim().parse().ok()
}

/// A share, in per cent; `whole` is what the file writes for certainty.
pub(super) fn parse_confidence(number: &str, whole: f64) -> Option<u8> {
    Some(to_percent(parse_number(number)? / whole))
}

/// A share of 1, in per cent.
#[expect(clippy::cast_possible_truncation, reason = "clamped to 0 to 100 first")]
#[expect(clippy::cast_sign_loss, reason = "clamped to 0 to 100 first")]
pub(super) fn to_percent(share: f64) -> u8 {
    (share * 100.0).clamp(0.0, 100.0).round() as u8
}
