//! Where a piece of text came from.

use std::ops::Range;

/// The place of a document in the order in which a run was given its documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FileId(pub u32);

/// A stretch of one line, or of several, of a source document.
///
/// `start` and `end` are byte offsets into the *decoded* text of the document
/// ([`crate::source::Text::text`]); `line` is the line on which the stretch begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The document.
    pub file: FileId,
    /// Line of `start`, counted from 1; 0 where a line makes no sense.
    pub line: u32,
    /// First byte.
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

    /// The smallest span that covers both; the file and line are the first one's.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        let first = if other.start < self.start { other } else { self };
        Self { start: self.start.min(other.start), end: self.end.max(other.end), ..first }
    }
}

/// The span of a part of the book, where it has one.
///
/// It serves messages and nothing else: where a paragraph came from says nothing about what
/// it is. What two books say is compared by their `without_positions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Origin(pub Option<Span>);

impl From<Span> for Origin {
    fn from(span: Span) -> Self {
        Self(Some(span))
    }
}
