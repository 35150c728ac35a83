//! References: the marks in the text that call the notes of a notation.

use std::collections::BTreeMap;

use super::labels::{WrittenLabel, read_label};
use super::lines::NotatedLines;
use crate::text::note_series::raised_figure;
use crate::text::span::Span;
use crate::text::viterbi::trace_chain;

/// How references are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReferenceStyle {
    /// `[12]`
    Square,
    /// `[^12]`
    CaretSquare,
    /// `<sup>12</sup>`
    Superscript,
    /// `^12`, `^{12}`
    Caret,
    /// `{12}`
    Curly,
    /// `(12)`
    Round,
    /// `¹²`
    Raised,
}

/// All styles. Where two have as many references, the first is taken.
pub(super) const STYLES: [ReferenceStyle; 7] = [
    ReferenceStyle::Square,
    ReferenceStyle::CaretSquare,
    ReferenceStyle::Superscript,
    ReferenceStyle::Caret,
    ReferenceStyle::Curly,
    ReferenceStyle::Round,
    ReferenceStyle::Raised,
];

impl ReferenceStyle {
    /// What precedes and follows the label.
    fn brackets(self) -> (&'static str, &'static str) {
        match self {
            Self::Square => ("[", "]"),
            Self::CaretSquare => ("[^", "]"),
            Self::Superscript => ("<sup>", "</sup>"),
            Self::Caret => ("^", ""),
            Self::Curly => ("{", "}"),
            Self::Round => ("(", ")"),
            Self::Raised => ("", ""),
        }
    }
}

/// A reference in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reference {
    pub(super) label: WrittenLabel,
    pub(super) span: Span,
}

/// Finds the references of one style on some lines, in source order.
pub(super) fn find_references(
    lines: &NotatedLines<'_>,
    style: ReferenceStyle,
    is_text: impl Fn(usize) -> bool,
) -> Vec<Reference> {
    let mut found = Vec::new();
    for at in (0..lines.solid.len()).filter(|&at| is_text(at)) {
        let words = lines.words(at);
        let mut from = 0;
        while let Some((start, end, label)) = next_reference(words, from, style) {
            let span = lines.span(at, start..end);
            found.push(Reference { label, span });
            from = end;
        }
    }
    found
}

/// Finds the next reference of a style: where it begins and ends, and its label.
fn next_reference(
    words: &str,
    from: usize,
    style: ReferenceStyle,
) -> Option<(usize, usize, WrittenLabel)> {
    let (opening, closing) = style.brackets();
    if style == ReferenceStyle::Raised {
        let is_raised = |c: char| raised_figure(c).is_some();
        let start = words[from..].find(is_raised)? + from;
        let rest = &words[start..];
        let end = start + rest.find(|c| !is_raised(c)).unwrap_or(rest.len());
        return Some((start, end, read_label(&words[start..end])?));
    }
    let mut at = from;
    loop {
        let start = words[at..].find(opening)? + at;
        let inner = start + opening.len();
        let rest = &words[inner..];
        let (label, end) = if style == ReferenceStyle::Caret {
            let bare = rest.trim_start_matches('{');
            let length =
                bare.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(bare.len());
            let braces = rest.len() - bare.len();
            let end = inner
                + braces
                + length
                + braces.min(usize::from(bare[length..].starts_with('}')));
            (&bare[..length], end)
        } else {
            match rest.find(closing) {
                Some(length) => (&rest[..length], inner + length + closing.len()),
                None => return None,
            }
        };
        match read_label(label) {
            Some(label) => return Some((start, end, label)),
            None => at = inner,
        }
    }
}

/// Most references of a label before a note that may be its own: labels begin anew in each
/// chapter or on each page.
const NEAREST: usize = 12;

/// Worth of a matched note.
const MATCHED: i64 = 1000;

/// Matches notes, in source order, with the references that precede them: the most matches
/// in which both have the same order, and of these the ones with the nearest references.
///
/// It is the heaviest increasing sequence of pairs of a note and a reference with the same
/// label, by a Fenwick tree over the references (Fredman 1975 for the unweighted case).
pub(super) fn match_references(
    notes: &[(&WrittenLabel, u32)],
    references: &[Reference],
) -> Vec<Option<usize>> {
    let mut by_label: BTreeMap<&WrittenLabel, Vec<usize>> = BTreeMap::new();
    for (at, reference) in references.iter().enumerate() {
        by_label.entry(&reference.label).or_default().push(at);
    }
    // A pair: its note, its reference, the pair before it in the best sequence.
    let mut pairs: Vec<(usize, usize, Option<usize>)> = Vec::new();
    let mut best = PrefixMaximum::new(references.len());
    for (note, &(label, start)) in notes.iter().enumerate() {
        let Some(places) = by_label.get(label) else { continue };
        let before = places.partition_point(|&at| references[at].span.start < start);
        let from = before.saturating_sub(NEAREST);
        let mut new = Vec::new();
        for (rank, &at) in places[from..before].iter().rev().enumerate() {
            let own = MATCHED - i64::try_from(rank).unwrap_or(MATCHED);
            let (sum, earlier) =
                best.up_to(at).map_or((0, None), |(sum, pair)| (sum, Some(pair)));
            new.push((at, sum + own, pairs.len()));
            pairs.push((note, at, earlier));
        }
        for (at, sum, pair) in new {
            best.raise(at, sum, pair);
        }
    }
    let mut matches = vec![None; notes.len()];
    let last = best.up_to(references.len()).map(|(_, pair)| pair);
    for pair in trace_chain(last, |pair| pairs[pair].2) {
        let (note, reference, _) = pairs[pair];
        matches[note] = Some(reference);
    }
    matches
}

/// The greatest sum of the pairs before a place, and the pair that it ends with (Fenwick
/// 1994).
struct PrefixMaximum(Vec<Option<(i64, usize)>>);

impl PrefixMaximum {
    fn new(places: usize) -> Self {
        Self(vec![None; places + 1])
    }

    /// The greatest sum at the places before one.
    fn up_to(&self, place: usize) -> Option<(i64, usize)> {
        let mut at = place;
        let mut greatest: Option<(i64, usize)> = None;
        while at > 0 {
            greatest = match (greatest, self.0[at]) {
                (Some(one), Some(other)) if one.0 >= other.0 => Some(one),
                (one, other) => other.or(one),
            };
            at &= at - 1;
        }
        greatest
    }

    /// Raises the sum at a place.
    fn raise(&mut self, place: usize, sum: i64, pair: usize) {
        let mut at = place + 1;
        while at < self.0.len() {
            if self.0[at].is_none_or(|(old, _)| old < sum) {
                self.0[at] = Some((sum, pair));
            }
            at += at & at.wrapping_neg();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(text: &str) -> WrittenLabel {
        read_label(text).expect("a label")
    }

    /// Matches notes with references, both given by label and place.
    fn matched(notes: &[(&str, u32)], references: &[(&str, u32)]) -> Vec<Option<usize>> {
        let labels: Vec<WrittenLabel> =
            notes.iter().map(|(text, _)| label(text)).collect();
        let notes: Vec<_> =
            labels.iter().zip(notes).map(|(label, note)| (label, note.1)).collect();
        let span = |start| Span { start, end: start + 1, ..Span::default() };
        let references: Vec<Reference> = references
            .iter()
            .map(|&(text, at)| Reference { label: label(text), span: span(at) })
            .collect();
        match_references(&notes, &references)
    }

    #[test]
    fn labels_may_begin_anew() {
        let references = [("A", 10), ("B", 20), ("A", 50), ("B", 60)];
        let at_page_ends = [("A", 30), ("B", 40), ("A", 70), ("B", 80)];
        assert_eq!(matched(&at_page_ends, &references), [0, 1, 2, 3].map(Some));
        let gathered = [("A", 90), ("B", 91), ("A", 92), ("B", 93)];
        assert_eq!(matched(&gathered, &references), [0, 1, 2, 3].map(Some));
    }

    #[test]
    fn a_note_without_reference_takes_none_away() {
        let notes = [("1", 30), ("2", 40), ("3", 50)];
        assert_eq!(matched(&notes, &[("1", 10), ("3", 20)]), [Some(0), None, Some(1)]);
        assert_eq!(
            matched(&notes, &[("3", 10), ("1", 20), ("2", 25)]),
            [Some(1), Some(2), None]
        );
        assert_eq!(matched(&notes, &[("1", 60)]), [None; 3]);
    }
}
