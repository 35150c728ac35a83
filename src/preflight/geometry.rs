//! Areas and matrices on a page, in points. They are floats, because a file is no more
//! exact than its decimals.

/// Points in a millimetre.
const POINTS: f64 = 72.0 / 25.4;

/// How far ink may cross a line before it is visible, in points.
pub(super) const VISIBLE: f64 = 0.1;

/// Converts points to millimetres.
pub(super) fn points_to_mm(points: f64) -> f64 {
    points / POINTS
}

/// Formats points as millimetres, with one decimal, or two below a millimetre.
pub(super) fn format_mm(points: f64) -> String {
    let value = points_to_mm(points);
    let digits = if value.abs() < 0.95 && value.abs() > 0.0 { 2 } else { 1 };
    let words = format!("{value:.digits$}");
    let words = if words.contains('.') {
        words.trim_end_matches('0').trim_end_matches('.')
    } else {
        &words
    };
    format!("{} mm", if words == "-0" { "0" } else { words })
}

/// An axis-aligned rectangle on a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PageArea {
    pub(super) left: f64,
    pub(super) bottom: f64,
    pub(super) right: f64,
    pub(super) top: f64,
}

impl PageArea {
    /// The whole plane.
    pub(super) const ALL: Self = Self { left: -1e9, bottom: -1e9, right: 1e9, top: 1e9 };

    /// The rectangle between two corners.
    pub(super) fn from_corners(x: f64, y: f64, other_x: f64, other_y: f64) -> Self {
        Self {
            left: x.min(other_x),
            bottom: y.min(other_y),
            right: x.max(other_x),
            top: y.max(other_y),
        }
    }

    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> f64 {
        self.top - self.bottom
    }

    /// The common part of two areas; `None` where they do not meet.
    pub(super) fn intersection(&self, other: &Self) -> Option<Self> {
        let common = Self {
            left: self.left.max(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.min(other.right),
            top: self.top.min(other.top),
        };
        (common.left <= common.right && common.bottom <= common.top).then_some(common)
    }

    /// The smallest area that contains both.
    pub(super) fn union(&self, other: &Self) -> Self {
        Self {
            left: self.left.min(other.left),
            bottom: self.bottom.min(other.bottom),
            right: self.right.max(other.right),
            top: self.top.max(other.top),
        }
    }

    /// Whether it contains another, up to a tolerance on each side.
    pub(super) fn contains(&self, other: &Self, tolerance: f64) -> bool {
        other.left >= self.left - tolerance
            && other.bottom >= self.bottom - tolerance
            && other.right <= self.right + tolerance
            && other.top <= self.top + tolerance
    }

    /// The area enlarged by `by` on all sides.
    pub(super) fn outset(&self, by: f64) -> Self {
        Self {
            left: self.left - by,
            bottom: self.bottom - by,
            right: self.right + by,
            top: self.top + by,
        }
    }

    /// Formats the size in millimetres.
    pub(super) fn format_size(&self) -> String {
        format!(
            "{:.1} x {:.1} mm",
            points_to_mm(self.width()),
            points_to_mm(self.height())
        )
    }
}

/// A transformation matrix (ISO 32000-1 §8.3.4), with the six numbers in the order of the
/// standard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Matrix(pub(super) [f64; 6]);

#[expect(clippy::many_single_char_names, reason = "as the standard names them")]
impl Matrix {
    pub(super) const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// A translation.
    pub(super) fn translation(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// This transformation, followed by another.
    pub(super) fn then(&self, next: &Self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        let [na, nb, nc, nd, ne, nf] = next.0;
        Self([
            a * na + b * nc,
            a * nb + b * nd,
            c * na + d * nc,
            c * nb + d * nd,
            e * na + f * nc + ne,
            e * nb + f * nd + nf,
        ])
    }

    /// Transforms a point.
    pub(super) fn map_point(&self, x: f64, y: f64) -> (f64, f64) {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// The bounding box of a transformed rectangle.
    pub(super) fn map_area(&self, area: &PageArea) -> PageArea {
        let corner = |x, y| {
            let (x, y) = self.map_point(x, y);
            PageArea::from_corners(x, y, x, y)
        };
        corner(area.left, area.bottom)
            .union(&corner(area.left, area.top))
            .union(&corner(area.right, area.bottom))
            .union(&corner(area.right, area.top))
    }

    /// The lengths of the transformed sides of the unit square.
    pub(super) fn side_lengths(&self) -> (f64, f64) {
        let [a, b, c, d, ..] = self.0;
        ((a * a + b * b).sqrt(), (c * c + d * d).sqrt())
    }

    /// The mean scaling, which line widths are multiplied by.
    pub(super) fn scale_factor(&self) -> f64 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }

    /// Whether transformed rectangles stay axis-aligned.
    pub(super) fn is_axis_aligned(&self) -> bool {
        let [a, b, c, d, ..] = self.0;
        let nothing = |one: f64, other: f64| one.abs() <= other.abs() * 1e-6;
        (nothing(b, a) && nothing(c, d)) || (nothing(a, b) && nothing(d, c))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_formatted_in_millimetres() {
        assert_eq!(format_mm(72.0), "25.4 mm");
        assert_eq!(format_mm(8.503_937), "3 mm");
        assert_eq!(format_mm(-0.01), "0 mm");
        assert_eq!(format_mm(1.0), "0.35 mm");
        assert_eq!(format_mm(28_346.457), "10000 mm");
    }

    #[test]
    fn transformations_apply_in_order() {
        let both =
            Matrix::translation(1.0, 0.0).then(&Matrix([2.0, 0.0, 0.0, 2.0, 0.0, 0.0]));
        assert_eq!(both.map_point(1.0, 1.0), (4.0, 2.0));
        let turned = Matrix([0.0, 1.0, -1.0, 0.0, 0.0, 0.0]);
        assert_eq!(
            turned.map_area(&PageArea::from_corners(0.0, 0.0, 2.0, 1.0)),
            PageArea::from_corners(-1.0, 0.0, 0.0, 2.0)
        );
        assert!(
            turned.is_axis_aligned()
                && !Matrix([1.0, 0.5, 0.0, 1.0, 0.0, 0.0]).is_axis_aligned()
        );
    }
}
