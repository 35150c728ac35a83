//! Where the parts of a wrap are on the sheet.
//!
//! From left to right: back flap, back, hinge, spine, hinge, front, front flap. Positions
//! are measured from the upper left corner of the trimmed wrap, as on every page.

use crate::length::{Length, Point, Rect, Size};
use crate::press::Wrap;

/// The parts of a wrap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WrapParts {
    /// The whole, without bleed.
    pub(super) trim: Size,
    /// The whole with its bleed.
    pub(super) sheet: Rect,
    /// The flap beside the back; zero width if there is none.
    pub(super) back_flap: Rect,
    /// The back.
    pub(super) back: Rect,
    /// The spine.
    pub(super) spine: Rect,
    /// The front.
    pub(super) front: Rect,
    /// The flap beside the front; zero width if there is none.
    pub(super) front_flap: Rect,
}

impl WrapParts {
    /// The parts of a wrap.
    pub(super) fn from_wrap(wrap: &Wrap) -> Self {
        let mut x = Length::ZERO;
        let mut part = |width: Length| {
            let corner = Point { x, y: Length::ZERO };
            x += width;
            Rect { corner, size: Size { width, height: wrap.panel.height } }
        };
        let back_flap = part(wrap.flap);
        let back = part(wrap.panel.width);
        part(wrap.hinge);
        let spine = part(wrap.spine);
        part(wrap.hinge);
        let front = part(wrap.panel.width);
        let front_flap = part(wrap.flap);
        let trim = Size { width: x, height: wrap.panel.height };
        let whole = Rect { corner: Point::default(), size: trim };
        Self {
            trim,
            sheet: inset_rect(whole, -wrap.bleed),
            back_flap,
            back,
            spine,
            front,
            front_flap,
        }
    }
}

/// A rectangle inset by the same amount on every side.
pub(super) fn inset_rect(rect: Rect, by: Length) -> Rect {
    let corner = Point { x: rect.corner.x + by, y: rect.corner.y + by };
    let width = (rect.size.width - by * 2).max(Length::ZERO);
    let height = (rect.size.height - by * 2).max(Length::ZERO);
    Rect { corner, size: Size { width, height } }
}
