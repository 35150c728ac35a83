//! Transformation matrices (ISO 32000-1 §8.3.3) and boxes in points.

use crate::length::Length;
use crate::source::pdf::page::PageBox;

/// A matrix `[a b c d e f]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PageMatrix(pub(super) [f64; 6]);

impl PageMatrix {
    pub(super) const IDENTITY: Self = Self([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// The matrix that moves by a distance.
    pub(super) const fn translation(x: f64, y: f64) -> Self {
        Self([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// The matrix that applies `self` first and `then` after it.
    pub(super) fn then(self, then: Self) -> Self {
        let [x_x, x_y, y_x, y_y, x, y] = self.0;
        let (to_x, to_y) = (then.apply_distance(x_x, x_y), then.apply_distance(y_x, y_y));
        let origin = then.apply(x, y);
        Self([to_x.0, to_x.1, to_y.0, to_y.1, origin.0, origin.1])
    }

    /// A point after the transformation.
    pub(super) fn apply(self, x: f64, y: f64) -> (f64, f64) {
        let [.., move_x, move_y] = self.0;
        let (x, y) = self.apply_distance(x, y);
        (x + move_x, y + move_y)
    }

    /// A distance after the transformation.
    pub(super) fn apply_distance(self, x: f64, y: f64) -> (f64, f64) {
        let [x_x, x_y, y_x, y_y, ..] = self.0;
        (x_x * x + y_x * y, x_y * x + y_y * y)
    }

    /// The box around a transformed box.
    pub(super) fn apply_box(self, place: Bounds) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        for (x, y) in [
            (place.x0, place.y0),
            (place.x1, place.y0),
            (place.x0, place.y1),
            (place.x1, place.y1),
        ] {
            let (x, y) = self.apply(x, y);
            bounds.include(x, y);
        }
        bounds
    }
}

/// The length of a distance; `hypot` differs between platforms, the square root does not.
pub(super) fn length_of((x, y): (f64, f64)) -> f64 {
    (x * x + y * y).sqrt()
}

/// A box in points, before it is rounded.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bounds {
    pub(super) x0: f64,
    pub(super) y0: f64,
    pub(super) x1: f64,
    pub(super) y1: f64,
}

impl Bounds {
    /// The box of no points.
    pub(super) const EMPTY: Self = Self {
        x0: f64::INFINITY,
        y0: f64::INFINITY,
        x1: f64::NEG_INFINITY,
        y1: f64::NEG_INFINITY,
    };

    /// The box of everything.
    pub(super) const ALL: Self = Self {
        x0: f64::NEG_INFINITY,
        y0: f64::NEG_INFINITY,
        x1: f64::INFINITY,
        y1: f64::INFINITY,
    };

    /// The box between two corners.
    pub(super) fn between(x: f64, y: f64, x2: f64, y2: f64) -> Self {
        Self { x0: x.min(x2), y0: y.min(y2), x1: x.max(x2), y1: y.max(y2) }
    }

    /// Makes the box so large that a point is in it.
    pub(super) fn include(&mut self, x: f64, y: f64) {
        self.x0 = self.x0.min(x);
        self.y0 = self.y0.min(y);
        self.x1 = self.x1.max(x);
        self.y1 = self.y1.max(y);
    }

    /// What two boxes have in common.
    pub(super) fn intersection(self, other: Self) -> Self {
        Self {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }

    /// Whether two boxes have a point in common.
    pub(super) fn meets(self, other: Self) -> bool {
        self.x0 <= other.x1
            && other.x0 <= self.x1
            && self.y0 <= other.y1
            && other.y0 <= self.y1
    }

    pub(super) fn width(self) -> f64 {
        self.x1 - self.x0
    }

    pub(super) fn height(self) -> f64 {
        self.y1 - self.y0
    }

    /// The box in scaled points, or `None` when it holds no point.
    pub(super) fn to_rect(self) -> Option<PageBox> {
        let finite = [self.x0, self.y0, self.x1, self.y1].iter().all(|v| v.is_finite());
        (finite && self.x0 <= self.x1 && self.y0 <= self.y1).then(|| PageBox {
            left: Length::from_pt(self.x0),
            top: Length::from_pt(self.y0),
            right: Length::from_pt(self.x1),
            bottom: Length::from_pt(self.y1),
        })
    }
}
