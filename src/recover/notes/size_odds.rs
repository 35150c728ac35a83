//! What the size of the type of a line says: notes are mostly set smaller than the text.

use std::collections::BTreeMap;

use super::line_parts::LinePart;
use crate::text::odds::ln_hundredths;

/// Sizes that differ by less are one size, in thousandths of the usual one: a size is
/// measured exactly, but fonts are scaled to fit each other.
const STEP: i32 = 20;

/// Added to the lines of each size: a size seen once or never says little.
const UNSEEN: u64 = 1;

/// The sizes of the lines of the text and of notes.
pub(super) struct SizeOdds {
    /// How many lines of text and of notes have each size.
    counts: BTreeMap<i32, [u64; 2]>,
    all: [u64; 2],
}

impl SizeOdds {
    /// Learns the sizes of lines, in thousandths of the usual one.
    pub(super) fn learn(lines: impl Iterator<Item = (LinePart, i32)>) -> Self {
        let mut odds = Self { counts: BTreeMap::new(), all: [0; 2] };
        for (part, size) in lines {
            let part = usize::from(part == LinePart::Note);
            odds.counts.entry(size / STEP).or_default()[part] += 1;
            odds.all[part] += 1;
        }
        odds
    }

    /// Scores a line as part of a note by its size, in hundredths of a nat.
    pub(super) fn score(&self, size: i32) -> i32 {
        let [text, note] = self.counts.get(&(size / STEP)).copied().unwrap_or_default();
        let kinds = self.counts.len() as u64 * UNSEEN;
        let share = |count: u64, all: u64| {
            ln_hundredths(count + UNSEEN) - ln_hundredths(all + kinds)
        };
        share(note, self.all[1]) - share(text, self.all[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_lines_are_notes_where_notes_are_small() {
        let lines = |note: i32| {
            let text = std::iter::repeat_n((LinePart::Body, 1000), 60);
            text.chain(std::iter::repeat_n((LinePart::Note, note), 12))
        };
        let odds = SizeOdds::learn(lines(820));
        assert!(odds.score(820) > 300, "{}", odds.score(820));
        assert!(odds.score(1000) < -200, "{}", odds.score(1000));
        let odds = SizeOdds::learn(lines(1000));
        assert_eq!(odds.score(1000), 0);
    }
}
