//! Where the page stands on what is printed: its boxes (ISO 32000-1 §14.11.2).

use super::marks;
use crate::length::{Point, Rect, Size};
use crate::press::Sheet;

/// The places of a page on the sheet, down and to the right from the sheet's corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Frame {
    /// The sheet.
    pub(super) media: Size,
    /// What is printed, to be cut off in part.
    pub(super) bleed: Rect,
    /// What is left when it has been cut.
    pub(super) trim: Rect,
}

impl Frame {
    /// The frame of a right-hand page, or of a left-hand one.
    pub(super) fn of(trim: Size, sheet: &Sheet, recto: bool) -> Self {
        let beyond = sheet.bleed;
        let (left, right) = if recto {
            (beyond.inner, beyond.outer)
        } else {
            (beyond.outer, beyond.inner)
        };
        let bled = Size {
            width: trim.width + left + right,
            height: trim.height + beyond.top + beyond.bottom,
        };
        let room = marks::room(sheet.marks);
        Self {
            media: Size { width: bled.width + room * 2, height: bled.height + room * 2 },
            bleed: Rect { corner: Point { x: room, y: room }, size: bled },
            trim: Rect {
                corner: Point { x: room + left, y: room + beyond.top },
                size: trim,
            },
        }
    }
}
