//! Where a part of a text came from.

use std::ops::Range;

/// The index of a document among those of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u32);

/// A range of a source document, on one line or several.
///
/// `start` and `end` are byte offsets into the *decoded* text of the document
/// ([`crate::source::Text::text`]); `line` is the line of `start`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The document.
    pub file: FileId,
    /// The line of `start`, from 1; 0 where there is none.
    pub line: u32,
    /// The first byte.
    pub start: u32,
    /// One past the last byte; never before `start`.
    pub end: u32,
}

impl Span {
    /// The bytes of the decoded text that the span covers.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The span of a part of this one, given by its bytes from the start.
    #[must_use]
    pub fn part(self, range: Range<usize>) -> Self {
        let at = |offset: usize| {
            self.start.saturating_add(u32::try_from(offset).unwrap_or(u32::MAX))
        };
        Self { start: at(range.start), end: at(range.end), ..self }
    }

    /// Whether they have bytes in common.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The smallest span that covers both; the file and line are the first one's.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        let first = if other.start < self.start { other } else { self };
        Self { start: self.start.min(other.start), end: self.end.max(other.end), ..first }
    }
}

/// The span of a part of the book, where it has one.
///
/// It serves messages only, and says nothing about what the part is. Books are compared by
/// their `without_positions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Origin(pub Option<Span>);

impl From<Span> for Origin {
    fn from(span: Span) -> Self {
        Self(Some(span))
    }
}
