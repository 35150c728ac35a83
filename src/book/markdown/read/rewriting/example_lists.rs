//! Examples that are numbered through the whole text: `(@)` or `(@label)` before each, and
//! `(@label)` where the text refers to one.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{IndentedCode, OpenFence, skip_code};

/// How a label begins.
const OPENING: &str = "(@";

/// The longest label, in bytes.
const LONGEST_LABEL: usize = 80;

/// The numbers of the examples of a text.
#[derive(Default)]
pub(super) struct ExampleNumbers<'a> {
    by_line: BTreeMap<usize, u32>,
    by_label: BTreeMap<&'a str, u32>,
}

impl<'a> ExampleNumbers<'a> {
    /// Numbers the examples of a text with these lines.
    pub(super) fn find(
        text: &'a str,
        lines: &[Range<usize>],
        code: &IndentedCode,
    ) -> Self {
        let mut numbers = Self::default();
        if !text.contains(OPENING) {
            return numbers;
        }
        let mut fence = OpenFence::default();
        let mut next = 1;
        for (at, bytes) in lines.iter().enumerate() {
            let whole = &text[bytes.clone()];
            let line = whole.trim_start_matches([' ', '\t', '>']);
            if fence.takes_line(line) || code.has_line(bytes.start, whole) {
                continue;
            }
            let Some(label) = read_label(line) else { continue };
            if !line[OPENING.len() + label.len() + 1..].starts_with([' ', '\t']) {
                continue;
            }
            numbers.by_line.insert(at, next);
            if !label.is_empty() {
                numbers.by_label.entry(label).or_insert(next);
            }
            next += 1;
        }
        numbers
    }

    /// The length and the number of the label that the text of a line begins with, if it is an
    /// example.
    pub(super) fn find_own_label(&self, text: &str, at: usize) -> Option<(usize, u32)> {
        let number = self.by_line.get(&at)?;
        let label = read_label(text)?;
        Some((OPENING.len() + label.len() + 1, *number))
    }

    /// The labels of a line, each with its number: the bytes between the parentheses.
    pub(super) fn find_labels(&self, line: &str, at: usize) -> Vec<(Range<usize>, u32)> {
        let mut labels = Vec::new();
        if self.by_line.is_empty() {
            return labels;
        }
        let mut from = 0;
        while let Some(found) = line[from..].find(['(', '`', '\\']) {
            from += found;
            let rest = &line[from..];
            match rest.as_bytes() {
                [b'`', ..] => from += skip_code(rest),
                [b'\\', ..] => {
                    from += 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                }
                _ => {
                    let label = read_label(rest);
                    let begins =
                        line[..from].trim_start_matches([' ', '\t', '>']).is_empty();
                    let own = self.by_line.get(&at).filter(|_| begins);
                    let number = label.and_then(|label| own.or(self.by_label.get(label)));
                    if let (Some(label), Some(&number)) = (label, number) {
                        labels
                            .push((from + 1..from + OPENING.len() + label.len(), number));
                    }
                    from += 1;
                }
            }
        }
        labels
    }
}

/// The label that a text begins with, without its signs.
fn read_label(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(OPENING)?;
    let rest = &rest[..rest.floor_char_boundary(LONGEST_LABEL)];
    let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_'))?;
    rest[end..].starts_with(')').then(|| &rest[..end])
}
