//! Where a page is on what is printed: its boxes (ISO 32000-1 §14.11.2).

use super::marks::find_mark_margin;
use crate::length::{Point, Rect, Size};
use crate::press::Sheet;

/// The boxes of a page, down and to the right from the corner of the medium.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PrintFrame {
    /// The medium.
    pub(super) media: Size,
    /// What is printed, including the edges that are cut off.
    pub(super) bleed: Rect,
    /// What is left after cutting.
    pub(super) trim: Rect,
}

impl PrintFrame {
    /// The frames of a right-hand page and of a left-hand page.
    pub(super) fn new_pair(trim: Size, sheet: &Sheet) -> [Self; 2] {
        [true, false].map(|is_recto| Self::new(trim, sheet, is_recto))
    }

    fn new(trim: Size, sheet: &Sheet, is_recto: bool) -> Self {
        let edges = sheet.bleed;
        let (left, right) = if is_recto {
            (edges.inner, edges.outer)
        } else {
            (edges.outer, edges.inner)
        };
        let bled = Size {
            width: trim.width + left + right,
            height: trim.height + edges.top + edges.bottom,
        };
        let margin = find_mark_margin(sheet.marks);
        Self {
            media: Size {
                width: bled.width + margin * 2,
                height: bled.height + margin * 2,
            },
            bleed: Rect { corner: Point { x: margin, y: margin }, size: bled },
            trim: Rect {
                corner: Point { x: margin + left, y: margin + edges.top },
                size: trim,
            },
        }
    }
}
