//! Page geometry: the positions of the text block, the running head, the folio and the
//! baseline grid.

use crate::design::{Design, FolioPlace, Margins};
use crate::length::{Length, Point, Size};
use crate::typeset::page::breaks::Side;
use crate::typeset::page::galley::HalfLines;
use crate::typeset::page::note_column;

/// From the top of the text block to the first baseline, in hundredths of a line. The block
/// ends with the descenders of its last line.
const BASELINE_IN_LINE: i64 = 75;
/// From the running head's baseline to that of the first line of text, in lines: one
/// clear line between them.
const HEAD_ABOVE_TEXT: i32 = 2;

/// From the last line of text to a folio below it, in lines: one clear line between them.
const FOLIO_BELOW_TEXT: i32 = 2;

/// The greatest ascent of letters, in hundredths of their size: an Å of EB Garamond has 86,
/// of Source Sans 89, of Source Serif 91.
const ASCENT: i64 = 92;
/// The greatest descent of letters: EB Garamond has 29, the others 25.
const DESCENT: i64 = 30;

/// How far signs hang into the margins at most, in hundredths of the size: a quotation mark
/// hangs by half its width, a hyphen by most of it.
const HANG: i64 = 25;

/// The most lines on a page, so that counts of half lines never overflow.
const MOST_LINES: HalfLines = 200;

/// The geometry of page and text block. Facing pages mirror each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PageGeometry {
    /// The trimmed page.
    pub(crate) trim: Size,
    margins: Margins,
    /// Width of the text block.
    pub(crate) measure: Length,
    /// The baseline grid of the text.
    pub(crate) grid: BaselineGrid,
}

/// The baselines of a text block, from its top down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct BaselineGrid {
    /// From baseline to baseline.
    pub(crate) leading: Length,
    /// Lines on a full page.
    pub(crate) lines: HalfLines,
    /// From the top of the text block to the first baseline.
    pub(crate) first: Length,
}

/// From the text block to the notes in its outer margin.
pub(crate) const MARGIN_NOTE_GAP: Length = Length::pt(9);

/// From the notes in the margin to the edge of the page: presses ask for a quarter of an inch
/// (KDP, paperback margins, read in 2026).
const MARGIN_NOTE_EDGE: Length = Length::pt(18);

/// The narrowest column of notes in the margin: a date of four figures.
const NARROWEST_MARGIN_COLUMN: Length = Length::pt(24);

/// How wide notes in the margin are set, however thick the book is.
pub(crate) fn margin_column_width(design: &Design) -> Length {
    let outer = design.bound_margins(usize::MAX).outer;
    (outer - MARGIN_NOTE_GAP - MARGIN_NOTE_EDGE).max(NARROWEST_MARGIN_COLUMN)
}

impl PageGeometry {
    /// Creates the geometry of a design. A text block has at least one line.
    pub(crate) fn new(design: &Design) -> Self {
        let leading = design.leading.max(Length(1));
        // Margins are rounded to a tenth of a line, so that rounding never costs a line.
        let height = design.text_height() + leading / 10;
        let lines =
            HalfLines::try_from(height.0.max(0) / leading.0).unwrap_or(MOST_LINES);
        let grid = BaselineGrid {
            leading,
            lines: lines.clamp(1, MOST_LINES),
            first: leading.scaled(BASELINE_IN_LINE, 100),
        };
        let measure = design.measure().max(Length(1));
        Self { trim: design.trim, margins: design.margins, measure, grid }
    }

    /// The geometry of a bound book with this many pages.
    pub(crate) fn with_bound_margins(mut self, design: &Design, pages: usize) -> Self {
        self.margins = design.bound_margins(pages);
        self
    }

    /// How far printed matter can reach beyond the text block of a design.
    pub(crate) fn measure_overhang(design: &Design) -> Margins {
        let Design { leading, sizes, heads, .. } = design;
        let top = *leading * HEAD_ABOVE_TEXT - leading.scaled(BASELINE_IN_LINE, 100)
            + sizes.heads.scaled(ASCENT, 100);
        // Some pages are a line longer than their block, which includes the descenders of
        // its last line.
        let bottom = match heads.folio {
            FolioPlace::Head | FolioPlace::Beside => *leading,
            FolioPlace::Foot => {
                let block = leading.scaled(100 - BASELINE_IN_LINE, 100);
                let folio = *leading * FOLIO_BELOW_TEXT - block;
                folio + sizes.heads.scaled(DESCENT, 100)
            }
        };
        let hang = design.font_size.scaled(HANG, 100);
        Margins { inner: hang, outer: hang, top, bottom }
    }

    /// Width of the outer margin.
    pub(crate) fn outer_margin(&self) -> Length {
        self.margins.outer
    }

    /// Left edge of the text block.
    pub(crate) fn block_left(&self, side: Side) -> Length {
        match side {
            Side::Recto => self.margins.inner,
            Side::Verso => self.margins.outer,
        }
    }

    /// A point of the text block.
    pub(crate) fn point_in_block(
        &self,
        side: Side,
        x: Length,
        below_top: Length,
    ) -> Point {
        Point { x: self.block_left(side) + x, y: self.margins.top + below_top }
    }

    /// The baseline of the running head, from the top of the text block (so below zero).
    pub(crate) fn head_baseline(&self) -> Length {
        let head = self.grid.first - self.grid.leading * HEAD_ABOVE_TEXT;
        // In a narrow margin the head stays a line away from the edge of the paper.
        head.max(self.grid.leading - self.margins.top)
    }

    /// The baseline of a folio below the text, from the top of the text block.
    pub(crate) fn folio_baseline(&self) -> Length {
        let last = self.grid.baseline(i32::from(self.grid.lines));
        let foot = last + self.grid.leading * FOLIO_BELOW_TEXT;
        // In a narrow margin it stays half a line away from the edge of the paper.
        foot.min(self.trim.height - self.margins.top - self.grid.leading / 2)
    }
}

impl BaselineGrid {
    /// A grid of about this leading between the same first and last baselines, so that
    /// pages of smaller type are as deep as those of the text.
    pub(crate) fn refine(&self, leading: Length) -> Self {
        let depth = i64::from(self.leading.0) * i64::from(self.lines - 1);
        let wanted = i64::from(leading.0).max(1);
        let gaps = ((depth + wanted / 2) / wanted).max(1);
        let leading = self.leading.scaled(i64::from(self.lines - 1).max(1), gaps);
        let lines = HalfLines::try_from(gaps + 1).unwrap_or(MOST_LINES);
        Self { leading, lines: lines.min(MOST_LINES), first: self.first }
    }

    /// The grid of the footnotes on its pages.
    pub(crate) fn for_footnotes(&self) -> Self {
        let (of_notes, of_text) = note_column::LEADING;
        let leading = self.leading.scaled(of_notes, of_text);
        let lines = i64::from(self.lines) * of_text / of_notes;
        let lines = HalfLines::try_from(lines).unwrap_or(MOST_LINES);
        let first = leading.scaled(BASELINE_IN_LINE, 100);
        Self { leading, lines, first }
    }

    /// From the top of the text block to the baseline of a line, counted from 1.
    pub(crate) fn baseline(&self, line: i32) -> Length {
        self.first + self.leading * (line - 1)
    }

    /// The fewest half lines that hold a height.
    pub(crate) fn count_half_lines(&self, height: Length) -> HalfLines {
        let half = i64::from(self.measure_height(1).0.max(1));
        let count = (i64::from(height.0) + half - 1) / half;
        HalfLines::try_from(count).unwrap_or(HalfLines::MAX / 4)
    }

    /// The height of a full page.
    pub(crate) fn measure_page(&self) -> Length {
        self.leading * i32::from(self.lines)
    }

    /// Converts a height to a length.
    pub(crate) fn measure_height(&self, half_lines: HalfLines) -> Length {
        self.leading.scaled(i64::from(half_lines), 2)
    }
}
