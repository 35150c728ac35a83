//! The lines of a text that the notation has not hidden, and what separates them.

use super::Notation;
use crate::source::Text;
use crate::text::span::Span;

/// Lines, with the white space between them.
pub(super) struct NotatedLines<'a> {
    pub(super) text: &'a Text,
    /// The indices of lines with words that are not hidden, in ascending order.
    pub(super) solid: Vec<usize>,
    /// Blank lines before each of them; hidden lines do not count.
    blanks: Vec<usize>,
    /// Blank lines between the lines of one paragraph.
    usual: usize,
}

impl<'a> NotatedLines<'a> {
    pub(super) fn new(text: &'a Text, notation: &Notation) -> Self {
        let mut solid = Vec::new();
        let mut blanks = Vec::new();
        let mut count = 0;
        for line in 0..text.lines.len() {
            if notation.hides(line) {
                continue;
            }
            if text.line(line).trim().is_empty() {
                count += 1;
                continue;
            }
            solid.push(line);
            blanks.push(count);
            count = 0;
        }
        // A converter may leave a blank line between all lines.
        let single = blanks.iter().filter(|&&count| count == 0).count();
        let usual = usize::from(
            single * 10 < blanks.len()
                && blanks.len() > 10
                && blanks.iter().filter(|&&count| count >= 2).count() * 20 > blanks.len(),
        );
        Self { text, solid, blanks, usual }
    }

    /// Whether a paragraph may begin with a solid line: a blank line precedes it, beyond
    /// those between all lines.
    pub(super) fn begins_paragraph(&self, at: usize) -> bool {
        at == 0 || self.blanks[at] > self.usual
    }

    /// A solid line without the white space around it.
    pub(super) fn words(&self, at: usize) -> &'a str {
        self.text.line(self.solid[at]).trim()
    }

    /// The span of a part of a solid line, given by byte offsets in [`Self::words`].
    pub(super) fn span(&self, at: usize, from: usize, to: usize) -> Span {
        let line = self.solid[at];
        let whole = self.text.lines[line].span;
        let text = self.text.line(line);
        let start = whole.start + as_u32(text.len() - text.trim_start().len());
        Span { start: start + as_u32(from), end: start + as_u32(to), ..whole }
    }
}

/// A number of bytes as `u32`.
pub(super) fn as_u32(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
