//! The positions of pages, folds and cuts on a sheet.

use crate::edition::pdf::press::marks::MARGIN;
use crate::length::{Length, Point, Rect, Size};
use crate::press::{EdgeInsets, Imposition};

use super::fold::{Forme, find_forme};

/// The positions on both sides of every sheet.
#[derive(Debug)]
pub(in crate::edition::pdf::press) struct SheetLayout {
    /// The sheet.
    pub(in crate::edition::pdf::press) sheet: Size,
    /// The size of a page when it is cut.
    pub(super) trim: Size,
    /// What is around the page, to be cut off.
    bleed: EdgeInsets,
    /// The pages of both sides.
    pub(super) forme: Forme,
    /// How many pages a signature has.
    pub(super) pages: usize,
    /// How thick a leaf is.
    leaf: Length,
    /// The left edges of the columns, and the upper ones of the rows.
    columns: Vec<Length>,
    rows: Vec<Length>,
    /// The printed area, with the bleed.
    pub(super) block: Rect,
}

/// A page on a side of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ImposedPage {
    /// Its number in the signature, from 1.
    pub(super) number: usize,
    /// Whether it is upside down.
    pub(super) is_turned: bool,
    /// The page as it is cut.
    pub(super) trim: Rect,
    /// The area that may show: up to the fold, and elsewhere to the end of the bleed.
    pub(super) shown: Rect,
    /// How far it is moved towards the fold, to the right.
    pub(super) creep: Length,
}

impl SheetLayout {
    /// The layout of pages of a size.
    ///
    /// # Errors
    ///
    /// The size that the sheet needs, if it is too small.
    pub(in crate::edition::pdf::press) fn new(
        trim: Size,
        bleed: EdgeInsets,
        imposition: &Imposition,
    ) -> Result<Self, Size> {
        let forme = find_forme(imposition.signature);
        let (count_across, count_down) = (forme.outer[0].len(), forme.outer.len());
        // Two pages meet at a spine, then two fore edges.
        let across = |place: usize| match place % 2 {
            0 => (if place == 0 { bleed.outer } else { bleed.outer * 2 }) + trim.width,
            _ => trim.width,
        };
        // Feet are outside; then heads meet, then feet.
        let down = |place: usize| {
            let gap = match place {
                0 => bleed.bottom,
                _ if place % 2 == 1 => bleed.top * 2,
                _ => bleed.bottom * 2,
            };
            gap + trim.height
        };
        let block = Size {
            width: (0..count_across).map(across).sum::<Length>() + bleed.outer,
            height: (0..count_down).map(down).sum::<Length>() + bleed.bottom,
        };
        let needed =
            Size { width: block.width + MARGIN * 2, height: block.height + MARGIN * 2 };
        let sheet = imposition.sheet.unwrap_or(needed);
        if sheet.width < needed.width || sheet.height < needed.height {
            return Err(needed);
        }
        // Centred, so that both sides of the sheet register.
        let corner = Point {
            x: (sheet.width - block.width) / 2,
            y: (sheet.height - block.height) / 2,
        };
        let edges = |begin: Length, size: Length, steps: Vec<Length>| {
            let ends = steps.into_iter().scan(begin, |end, step| {
                *end += step;
                Some(*end - size)
            });
            ends.collect::<Vec<Length>>()
        };
        Ok(Self {
            sheet,
            trim,
            bleed,
            forme,
            pages: imposition.signature.pages(),
            leaf: imposition.leaf,
            columns: edges(corner.x, trim.width, (0..count_across).map(across).collect()),
            rows: edges(corner.y, trim.height, (0..count_down).map(down).collect()),
            block: Rect { corner, size: block },
        })
    }

    /// Lists the pages of a side.
    pub(super) fn list_pages(&self, is_outer: bool) -> Vec<ImposedPage> {
        let side = if is_outer { self.forme.outer } else { self.forme.inner };
        let mut pages = Vec::new();
        for (row, numbers) in side.iter().enumerate() {
            for (column, &number) in numbers.iter().enumerate() {
                pages.push(self.impose(row, column, number));
            }
        }
        pages
    }

    fn impose(&self, row: usize, column: usize, signed_number: i8) -> ImposedPage {
        let number = usize::from(signed_number.unsigned_abs());
        let (is_turned, spine_on_right) = (signed_number < 0, column.is_multiple_of(2));
        let trim = Rect {
            corner: Point { x: self.columns[column], y: self.rows[row] },
            size: self.trim,
        };
        let left = if spine_on_right { self.bleed.outer } else { Length::ZERO };
        let (above, below) = if is_turned {
            (self.bleed.bottom, self.bleed.top)
        } else {
            (self.bleed.top, self.bleed.bottom)
        };
        let shown = Rect {
            corner: Point { x: trim.corner.x - left, y: trim.corner.y - above },
            size: Size {
                width: trim.size.width + self.bleed.outer,
                height: trim.size.height + above + below,
            },
        };
        // A folio lies inside the folios before it, and each adds the thickness of a leaf at
        // the fold. It sticks out at the fore edge by the sum, so its type area moves back.
        let folio = (number.min(self.pages + 1 - number) - 1) / 2;
        let out = self.leaf * i32::try_from(folio).unwrap_or(0);
        let creep = if spine_on_right { out } else { -out };
        ImposedPage { number, is_turned, trim, shown, creep }
    }

    /// The positions of the folds: across, and down.
    pub(super) fn folds(&self) -> (Vec<Length>, Vec<Length>) {
        let between = |edges: &[Length], size: Length| {
            let pairs = edges.windows(2);
            pairs.map(|pair| (pair[0] + size + pair[1]) / 2).collect::<Vec<Length>>()
        };
        (between(&self.columns, self.trim.width), between(&self.rows, self.trim.height))
    }

    /// The positions of the cuts: across, and down.
    pub(super) fn cuts(&self) -> (Vec<Length>, Vec<Length>) {
        let fore = |(place, &edge): (usize, &Length)| {
            // The other edge is the spine.
            if place % 2 == 0 { edge } else { edge + self.trim.width }
        };
        let across = self.columns.iter().enumerate().map(fore).collect();
        let down = self.rows.iter().flat_map(|&edge| [edge, edge + self.trim.height]);
        (across, down.collect())
    }
}
