//! Bytes of any accepted kind become lines that remember where they came from.

use crate::text::span::{FileId, Span};

/// A source document, decoded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Text {
    /// The document.
    pub file: FileId,
    /// Its name, as diagnostics show it.
    pub name: String,
    /// All its characters. Line ends are `\n`; form feeds are still in it.
    pub text: String,
    /// Its lines in order; together with the line ends they cover `text`.
    pub lines: Vec<Line>,
}

/// A line of a source document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Line {
    /// Its characters without the line end and without a leading form feed.
    pub span: Span,
    /// Page of the extraction, from 1; it rises after each form feed.
    pub page: u32,
}

impl Text {
    /// The characters of a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// The characters of a line.
    #[must_use]
    pub fn line(&self, index: usize) -> &str {
        self.lines.get(index).map_or("", |line| self.slice(line.span))
    }
}
