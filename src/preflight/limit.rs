//! How much of a file preflight checks. What is counted is the same on every machine, so that
//! a file has the same findings on each.

use std::fmt;

/// A limit that a file went beyond, with what lies behind it unchecked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PreflightLimit {
    /// More pages than [`MOST_PAGES`](super::object::MOST_PAGES).
    Pages,
    /// More bytes of content on a page than [`LARGEST`](super::object::LARGEST).
    PageBytes,
    /// More operators on a page.
    PageOperators,
    /// More operators in the file.
    Operators,
    /// More nested graphics states.
    States,
    /// Forms that are nested deeper.
    Forms,
    /// More marks on a page.
    Marks,
    /// More bytes of content and fonts than
    /// [`MOST_UNPACKED`](super::object::MOST_UNPACKED).
    Unpacked,
    /// More bytes of images than [`MOST_IMAGE_BYTES`](super::object::MOST_IMAGE_BYTES).
    Images,
}

impl fmt::Display for PreflightLimit {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Pages => "more than 20,000 pages",
            Self::PageBytes => "more than 64 MB on a page",
            Self::PageOperators => "more than 4 million operators on a page",
            Self::Operators => "more than 40 million operators",
            Self::States => "more than 512 nested graphics states",
            Self::Forms => "forms more than 12 deep",
            Self::Marks => "more than 300,000 marks on a page",
            Self::Unpacked => "more than 2 GB of unpacked content and fonts",
            Self::Images => "more than 16 GB of unpacked images",
        })
    }
}
