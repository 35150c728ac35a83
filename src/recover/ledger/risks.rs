//! What of a source is not in the text where the source has it: each of these decisions may
//! be wrong.

use std::collections::{BTreeMap, BTreeSet};

use super::account::without_note;
use super::unread_document::line_at;
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::model::{Fate, Ledger};
use crate::source::Text;

/// A finding covers what is this many lines before or after its own.
const NEAR: u32 = 2;

/// How much of a source shares a fate other than to be in the text at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RiskCount {
    /// Numbers in figures.
    pub numbers: usize,
    /// Words; a number is none.
    pub words: usize,
    /// Lines with nothing in its place.
    pub lines: usize,
    /// How many of the numbers and words are near a warning, or near a decision that is
    /// reported with its confidence.
    pub reported: usize,
}

/// Counts the numbers, words and lines of a source that are not in the text at their place,
/// by what became of them. `diagnostics` are those of the recovery.
///
/// What `fate` a note has is given without its number. Line-end hyphens and white space are
/// no words.
#[must_use]
pub fn count_risks(
    text: &Text,
    ledger: &Ledger,
    diagnostics: &[Diagnostic],
) -> BTreeMap<Fate, RiskCount> {
    let covered = covered_lines(diagnostics);
    let mut counts: BTreeMap<Fate, RiskCount> = BTreeMap::new();
    let mut kept = BTreeSet::new();
    let mut displaced: BTreeMap<usize, Fate> = BTreeMap::new();
    for entry in &ledger.entries {
        let words = text.slice(entry.span);
        let start = entry.span.start;
        let pieces = words.split_inclusive(char::is_whitespace).scan(0, |at, piece| {
            let from = *at;
            *at += piece.len();
            Some((from, piece.trim()))
        });
        for (from, piece) in pieces.filter(|(_, piece)| !piece.is_empty()) {
            let line = line_at(text, start + u32::try_from(from).unwrap_or(u32::MAX));
            if is_at_place(entry.fate) {
                kept.insert(line);
                continue;
            }
            let fate = without_note(entry.fate);
            displaced.entry(line).or_insert(fate);
            let count = counts.entry(fate).or_default();
            let tokens = piece.split(|c: char| !c.is_alphanumeric());
            for token in tokens.filter(|token| !token.is_empty()) {
                let is_number = token.chars().all(|c| c.is_ascii_digit());
                count.numbers += usize::from(is_number);
                count.words += usize::from(!is_number);
                let number = text.lines.get(line).map_or(0, |line| line.span.line);
                count.reported += usize::from(covered.contains(&number));
            }
        }
    }
    for (line, fate) in displaced {
        if !kept.contains(&line) {
            counts.entry(fate).or_default().lines += 1;
        }
    }
    counts.retain(|_, count| count.numbers + count.words > 0);
    counts
}

/// Whether what has this fate is in the text where the source has it.
fn is_at_place(fate: Fate) -> bool {
    match fate {
        Fate::Kept
        | Fate::Folded
        | Fate::Joined
        | Fate::Spaced
        | Fate::Decoded(None)
        | Fate::Corrected(None) => true,
        Fate::InNote(_)
        | Fate::Moved
        | Fate::MovedAfter(_)
        | Fate::Mark(_)
        | Fate::Label(_)
        | Fate::Decoded(Some(_))
        | Fate::Corrected(Some(_))
        | Fate::Removed(_) => false,
    }
}

/// The lines, from 1, near findings that a person should look at.
fn covered_lines(diagnostics: &[Diagnostic]) -> BTreeSet<u32> {
    let says = |found: &&Diagnostic| {
        found.severity != Severity::Note || found.confidence.is_some()
    };
    let lines = diagnostics.iter().filter(says).filter_map(|found| found.span);
    lines
        .flat_map(|span| span.line.saturating_sub(NEAR)..=span.line.saturating_add(NEAR))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recover::{Hints, recover};
    use crate::source;
    use crate::text::span::FileId;

    #[test]
    fn figures_that_became_marks_are_counted_as_numbers() {
        let page = "El agua mueve la rueda de olmo,1 que nadie vio parada en el molino\n\
                    de Orcas.\n\n1. Según la crónica de la casa, página 12.\n";
        let text = source::read(FileId(0), "uno.txt", page.as_bytes()).unwrap().value;
        let found = recover(&text, &Hints::default());
        let risks = count_risks(&text, &found.value.ledger, &found.diagnostics);
        let mark = risks[&Fate::Mark(0)];
        assert_eq!((mark.numbers, mark.words, mark.lines), (1, 0, 0));
        let note = risks[&Fate::InNote(0)];
        assert_eq!((note.numbers, note.words, note.lines), (1, 7, 0));
    }
}
