//! Tables, figures, listings and margins of a page, which stand apart from the running text.

use std::ops::Range;

/// A table, a figure, a listing, or what stands in a margin. Its lines are not lines of the
/// running text, which goes on behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRegion {
    /// Its characters in the text; empty for a picture without words.
    pub text: Range<u32>,
    /// What it is.
    pub kind: RegionKind,
}

/// What stands apart from the running text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegionKind {
    /// A table.
    Table(RegionTable),
    /// A picture, or a drawing that could not be kept.
    Figure(RegionFigure),
    /// The listing of a program, or what one printed.
    Listing,
    /// A note in the margin, beside the line that follows it.
    MarginNote,
    /// The number of the line that follows it.
    LineNumber,
}

/// A table of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RegionTable {
    /// The characters of its caption in the text; empty without one.
    pub caption: Range<u32>,
    /// How the cells of each column stand.
    pub columns: Vec<ColumnAlignment>,
    /// Whether the first row is its head.
    pub has_head: bool,
    /// The characters of its cells, row by row; each row has a cell for each column.
    pub rows: Vec<Vec<Range<u32>>>,
    /// Whether it goes on from the table before it.
    pub opening: TableOpening,
    /// A cell covers several rows or columns; its characters are in the first.
    pub has_spans: bool,
}

/// How a table begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TableOpening {
    /// It is another table than that before it.
    #[default]
    New,
    /// It goes on from the table before it, which ends the page before.
    Continued,
    /// It goes on, and its first row is that of the table before it once more.
    ContinuedWithHead,
}

/// A figure of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RegionFigure {
    /// The address of its picture among those of the text; none for a drawing that could not
    /// be kept.
    pub picture: Option<String>,
    /// The characters of its caption in the text; empty without one.
    pub caption: Range<u32>,
    /// The characters that stand over it, such as the names on a map.
    pub labels: Range<u32>,
    /// Whether the picture shows the labels.
    pub shows_labels: bool,
    /// What the picture shows, where the PDF says it.
    pub alternative: Option<String>,
}

/// How the cells of a column stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColumnAlignment {
    /// Their left edges stand below each other.
    #[default]
    Left,
    /// Their middles do.
    Centre,
    /// Their right edges do.
    Right,
}
