//! A figure on a page.

use crate::source::pdf::page::PageBox;

/// A picture of the book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageFigure {
    /// The number of its page, from 1.
    pub page: u32,
    /// Its place on the page.
    pub place: PageBox,
    /// The index of its file in the files of the document; none for a drawing that is made
    /// of paths.
    pub file: Option<usize>,
    /// The lines of its caption: indices in the lines of the page.
    pub caption: Vec<usize>,
    /// The lines that are painted over it, such as names on a map.
    pub lines: Vec<usize>,
    /// Whether the picture of the file shows these lines.
    pub shows_words: bool,
    /// What it shows, by the tags of the document.
    pub alternative: Option<String>,
}
