//! The lines of a text that the notation has not hidden, and what separates them.

use std::ops::Range;

use super::Notation;
use crate::source::Text;
use crate::text::span::Span;

/// Fewest lines that show how many blank lines are usual.
const FEWEST_LINES: usize = 10;

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
        let usual = find_usual_blanks(&blanks);
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

    /// The span of a part of a solid line, given by its bytes in [`Self::words`].
    pub(super) fn span(&self, at: usize, range: Range<usize>) -> Span {
        let line = self.text.line(self.solid[at]);
        let indent = line.len() - line.trim_start().len();
        let whole = self.text.lines[self.solid[at]].span;
        whole.part(indent + range.start..indent + range.end)
    }

    /// Where a solid line begins.
    pub(super) fn start(&self, at: usize) -> u32 {
        self.span(at, 0..0).start
    }
}

/// How many blank lines are between two lines of a paragraph: none, or one if a converter
/// left one between all lines. A text with a paragraph on each line has one between all, too,
/// but hardly ever more.
pub(super) fn find_usual_blanks(blanks: &[usize]) -> usize {
    let with = |least: usize| blanks.iter().filter(|&&count| count >= least).count();
    let spaced = with(1) * 10 > blanks.len() * 9;
    let parted = with(2) * 20 > blanks.len();
    usize::from(spaced && parted && blanks.len() > FEWEST_LINES)
}
