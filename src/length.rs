//! Lengths, and the only arithmetic on them.
//!
//! A length is a whole number of scaled points, 65 536 to the point, as in TeX (*`TeX`: The
//! Program*, §101), but of the PDF point, 72 to the inch. What is written to the page is
//! exactly what was computed, and the same on every machine.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub mod written;

/// A length in scaled points; 65 536 make one point of 1/72 inch.
///
/// A cache stores the number; a file for people has a text with a unit ([`written`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Length(pub i32);

impl Serialize for Length {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            written::read_length(deserializer)
        } else {
            i32::deserialize(deserializer).map(Self)
        }
    }
}

impl Length {
    /// No length.
    pub const ZERO: Self = Self(0);
    /// Scaled points in one point.
    pub const SCALE: i32 = 65_536;

    /// A whole number of points.
    #[must_use]
    pub const fn pt(points: i32) -> Self {
        Self(points * Self::SCALE)
    }

    /// The length nearest to a number of points.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "saturates, as lengths should")]
    pub fn from_pt(points: f64) -> Self {
        Self((points * f64::from(Self::SCALE)).round() as i32)
    }

    /// The length nearest to a number of millimetres.
    #[must_use]
    pub fn from_mm(millimetres: f64) -> Self {
        Self::from_pt(millimetres * 72.0 / 25.4)
    }

    /// The length in points.
    #[must_use]
    pub fn to_pt(self) -> f64 {
        f64::from(self.0) / f64::from(Self::SCALE)
    }

    /// The length in millimetres, for readers who are not printers: `3.175 mm`.
    #[must_use]
    pub fn in_mm(self) -> String {
        format!("{} mm", in_millimetres(self))
    }

    /// The length times a fraction, rounded toward zero, without overflow in between.
    ///
    /// # Panics
    ///
    /// When the denominator is zero.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "clamped to the range first")]
    pub const fn scaled(self, numerator: i64, denominator: i64) -> Self {
        let value = self.0 as i64 * numerator / denominator;
        if value > i32::MAX as i64 {
            Self(i32::MAX)
        } else if value < i32::MIN as i64 {
            Self(i32::MIN)
        } else {
            Self(value as i32)
        }
    }

    /// The longer of two lengths.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// The shorter of two lengths.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }
}

impl Neg for Length {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl Mul<i32> for Length {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        Self(self.0.saturating_mul(factor))
    }
}

impl Div<i32> for Length {
    type Output = Self;
    fn div(self, divisor: i32) -> Self {
        Self(self.0 / divisor)
    }
}

impl SubAssign for Length {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Display for Length {
    /// Writes points with up to three decimals: `11pt`, `14.173pt`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.3}", self.to_pt());
        write!(f, "{}pt", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Width and height.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Size {
    /// Horizontally.
    pub width: Length,
    /// Vertically.
    pub height: Length,
}

impl Size {
    /// Width and height in millimetres, for readers who are not printers: `152.4 x 228.6
    /// mm`.
    #[must_use]
    pub fn in_mm(self) -> String {
        let Self { width, height } = self;
        format!("{} x {} mm", in_millimetres(width), in_millimetres(height))
    }
}

/// Millimetres with up to three decimals.
fn in_millimetres(length: Length) -> String {
    let text = format!("{:.3}", length.to_pt() * 25.4 / 72.0);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A point on a page: to the right and **down** from the top left corner of the trim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Point {
    /// From the left edge.
    pub x: Length,
    /// Down from the top edge.
    pub y: Length,
}

/// A rectangle by its top left corner and its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Rect {
    /// The top left corner.
    pub corner: Point,
    /// How far it extends to the right and down.
    pub size: Size,
}

impl Rect {
    /// Its bottom right corner.
    #[must_use]
    pub fn far(self) -> Point {
        let Self { corner, size } = self;
        Point { x: corner.x + size.width, y: corner.y + size.height }
    }
}

/// A proportion in parts per million; 20 000 are 2 %.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
)]
pub struct Ratio(pub i32);

impl Ratio {
    /// The whole.
    pub const ONE: Self = Self(1_000_000);

    /// This part of a length.
    #[must_use]
    pub const fn of(self, length: Length) -> Length {
        length.scaled(self.0 as i64, 1_000_000)
    }
}

/// Sums saturate at the ends of the range, because a font may state any glyph width.
macro_rules! adds_up {
    ($measure:ident) => {
        impl Add for $measure {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self(self.0.saturating_add(other.0))
            }
        }

        impl Sub for $measure {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self(self.0.saturating_sub(other.0))
            }
        }

        impl AddAssign for $measure {
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl Sum for $measure {
            fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
                iter.fold(Self(0), Add::add)
            }
        }
    };
}

adds_up!(Length);
adds_up!(Ratio);
