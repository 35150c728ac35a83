//! What the width of a line says: notes have a measure of their own.

use crate::recover::page::line_shapes::{LineExtent, count_widths, width_bin};
use crate::text::odds::ln_hundredths;

/// The widths of the lines of the text and of notes.
pub(super) struct WidthOdds {
    body: SmoothWidths,
    note: SmoothWidths,
    bins: u64,
}

/// How many lines have each width, spread over the neighbouring widths; in hundredths.
struct SmoothWidths {
    bins: Vec<u64>,
    all: u64,
}

impl WidthOdds {
    /// Learns the widths of the lines of the text and of notes.
    pub(super) fn learn<'a>(
        body: impl Iterator<Item = &'a LineExtent>,
        note: impl Iterator<Item = &'a LineExtent>,
    ) -> Self {
        let (body, note) = (SmoothWidths::count(body), SmoothWidths::count(note));
        let bins = body.bins.len().max(note.bins.len()) as u64;
        Self { body, note, bins }
    }

    /// Scores a line as part of a note by its width, in hundredths of a nat.
    pub(super) fn score(&self, width: u32) -> i32 {
        let at = width_bin(width);
        self.note.share(at, self.bins) - self.body.share(at, self.bins)
    }
}

impl SmoothWidths {
    fn count<'a>(lines: impl Iterator<Item = &'a LineExtent>) -> Self {
        let mut bins = count_widths(lines);
        bins.resize(bins.len() + 2, 0);
        let near = |at: usize| bins.get(at).copied().unwrap_or_default();
        let spread: Vec<u64> = (0..bins.len())
            .map(|at| {
                let below = at.checked_sub(1).map_or(0, near);
                (2 * near(at) + below + near(at + 1)) * 100
            })
            .collect();
        let all = spread.iter().sum();
        Self { bins: spread, all }
    }

    /// The logarithm of the share of a width. One line of each width is added, so that
    /// widths seen once or never say little.
    fn share(&self, at: usize, bins: u64) -> i32 {
        let seen = self.bins.get(at).copied().unwrap_or_default() + 200;
        ln_hundredths(seen) - ln_hundredths(self.all + 200 * bins)
    }
}
