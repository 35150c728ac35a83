//! How the lines of a PDF look on their pages.

/// How a line looks, relative to most lines of its document.
///
/// Sizes and distances between baselines are in thousandths of the usual ones; insets are in
/// thousandths of an em of the usual size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LineLook {
    /// The size of its type; 1000 is the usual one.
    pub size: i32,
    /// The distance from the baseline above; 0 for the first line of a page or column.
    pub leading: i32,
    /// How far it begins from the left edge of its column.
    pub left: i32,
    /// How far it ends before the right edge of its column.
    pub right: i32,
    /// The share of its characters that are bold, in per cent.
    pub bold: u8,
    /// The share of its characters that are italic, in per cent.
    pub italic: u8,
    /// The share of its characters that are small capitals, in per cent.
    pub small_caps: u8,
    /// The PDF says that it belongs to the page and not to the text: a running head, a folio
    /// (ISO 32000-1 §14.8.2.2).
    pub artifact: bool,
}
