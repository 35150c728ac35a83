//! Letter-spaced words: `E L   M O L I N O`.
//!
//! Type that is spaced out is extracted with a space after each letter, and with wider
//! gaps between words.

use std::ops::Range;

use super::{numerals, sections};

/// Fewest letters of a letter-spaced line, and of the longest of several words on it.
const LETTERS: usize = 4;

/// At least this share of its pieces, in per cent, are single capitals: pairs of letters
/// that are kerned may stay together (`MOL I N O`).
const SINGLE: usize = 70;

/// Fewest letters, each a word by itself, that show a letter-spaced stretch.
const FEWEST_ALONE: usize = 4;

/// Whether a line has a letter-spaced stretch: several letters in a row, each by itself.
#[must_use]
pub fn has_spaced_letters(line: &str) -> bool {
    let mut alone = 0;
    line.split_whitespace().any(|word| {
        let mut letters = word.chars().filter(|c| c.is_alphabetic());
        let is_letter = letters.next().is_some() && letters.next().is_none();
        alone = if is_letter { alone + 1 } else { 0 };
        alone >= FEWEST_ALONE
    })
}

/// The white space inside letter-spaced words; empty for other lines.
///
/// Where all gaps are alike, the line is one word, which must be one that headings have:
/// `A B C D` is a list of letters. Else one word must be long: `N S   E W` are columns.
#[must_use]
pub fn find_letter_gaps(line: &str) -> Vec<Range<usize>> {
    let single = |piece: &&str| {
        let mut letters = piece.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_none()
    };
    // A shortcut: nearly all lines begin with a longer word, or with a lower-case letter.
    let pieces = || line.split_whitespace();
    if line.contains(char::is_lowercase) || !pieces().take(LETTERS).any(|p| single(&p)) {
        return Vec::new();
    }
    let (all, singles) = (pieces().count(), pieces().filter(single).count());
    if singles < LETTERS || singles * 100 < all * SINGLE {
        return Vec::new();
    }
    let gaps = find_gaps(line);
    let width = |gap: &Range<usize>| line[gap.clone()].chars().count();
    let narrow = gaps.iter().map(width).min().unwrap_or_default();
    let inner: Vec<Range<usize>> =
        gaps.iter().filter(|gap| width(gap) == narrow).cloned().collect();
    let one_word = inner.len() == gaps.len();
    let is_word = if one_word {
        names_section(&pieces().collect::<String>())
    } else {
        count_longest_word(line, &inner) >= LETTERS
    };
    if is_word { inner } else { Vec::new() }
}

/// The letters of the longest word, once the gaps in it are closed.
fn count_longest_word(line: &str, gaps: &[Range<usize>]) -> usize {
    let mut closed = line.to_owned();
    for gap in gaps.iter().rev() {
        closed.replace_range(gap.clone(), "");
    }
    let letters = closed.split_whitespace().map(|word| word.chars().count());
    letters.max().unwrap_or_default()
}

/// The runs of white space inside a line.
fn find_gaps(line: &str) -> Vec<Range<usize>> {
    let mut gaps: Vec<Range<usize>> = Vec::new();
    for (at, c) in line.char_indices().filter(|(_, c)| c.is_whitespace()) {
        match gaps.last_mut() {
            Some(gap) if gap.end == at => gap.end = at + c.len_utf8(),
            _ => gaps.push(at..at + c.len_utf8()),
        }
    }
    gaps.retain(|gap| gap.start > 0 && gap.end < line.len());
    gaps
}

/// Whether a word alone on a line is one that headings have.
fn names_section(word: &str) -> bool {
    sections::named(word).is_some()
        || sections::is_contents(word)
        || sections::is_last_words(word)
        || numerals::is_keyword(word)
}

#[cfg(test)]
mod tests {
    use super::find_letter_gaps;

    #[test]
    fn joins_letters_and_keeps_words() {
        for (line, joined) in [
            ("E L   M O L I N O", "EL   MOLINO"),
            ("L A  T I NA  V I E J A", "LA  TINA  VIEJA"),
            ("P R Ó L O G O", "PRÓLOGO"),
            ("A B C D", "A B C D"),
            ("N S   E W", "N S   E W"),
            ("A C  B D", "A C  B D"),
            ("I V X L C", "I V X L C"),
            ("EL MOLINO", "EL MOLINO"),
            ("Y A S Í fue", "Y A S Í fue"),
        ] {
            let mut found = line.to_owned();
            for gap in find_letter_gaps(line).into_iter().rev() {
                found.replace_range(gap, "");
            }
            assert_eq!(found, joined);
        }
    }
}
