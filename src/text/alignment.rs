//! The alignment of two sequences in the same order.
//!
//! Each item of the first sequence has a window of candidates in the second, and takes one
//! of them or none. The best assignment is a monotone path (Needleman & Wunsch 1970). A
//! backward pass gives, for each item, the best path with another candidate or none.

use std::ops::Range;

/// An item and its candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AlignedItem {
    /// The candidate; `None` for an item without one.
    pub candidate: Option<usize>,
    /// How much better the best path is than the best one that assigns this item otherwise.
    pub margin: i32,
    /// The best other candidate, if there is one.
    pub rival: Option<usize>,
}

/// The table of an alignment. A *cut* is a place between candidates.
pub struct AlignmentTable<'a, S> {
    /// The candidates of each item. Neither end ever decreases from one item to the next.
    windows: &'a [Range<usize>],
    /// Scores an item with a candidate; `None` if they cannot belong together.
    score: S,
    /// The score of an item without a candidate.
    alone: i32,
    /// For each item and each candidate of its window, the best path up to this match.
    matched: Vec<Vec<Option<i32>>>,
    /// For each item and each cut of its window, the best path over the items so far with
    /// all candidates before the cut.
    so_far: Vec<Vec<i32>>,
}

impl<'a, S: Fn(usize, usize) -> Option<i32>> AlignmentTable<'a, S> {
    /// Fills the table.
    pub fn new(windows: &'a [Range<usize>], alone: i32, score: S) -> Self {
        let (matched, so_far) = (Vec::new(), Vec::new());
        let mut table = Self { windows, score, alone, matched, so_far };
        for (index, window) in windows.iter().enumerate() {
            let mut matched = Vec::with_capacity(window.len());
            let mut so_far = Vec::with_capacity(window.len() + 1);
            let mut best: Option<i32> = None;
            for cut in window.start..=window.end {
                let before = table.best_before(index, cut);
                so_far.push(best.unwrap_or(i32::MIN).max(before + alone));
                if cut < window.end {
                    let here = (table.score)(index, cut).map(|worth| before + worth);
                    best = best.max(here);
                    matched.push(here);
                }
            }
            table.matched.push(matched);
            table.so_far.push(so_far);
        }
        table
    }

    /// The score of the best path.
    pub fn total(&self) -> i32 {
        self.so_far.last().and_then(|cuts| cuts.last()).copied().unwrap_or_default()
    }

    /// The best path over the items before one, with all candidates before a cut.
    fn best_before(&self, index: usize, cut: usize) -> i32 {
        let Some(earlier) = index.checked_sub(1) else { return 0 };
        let (window, cuts) = (&self.windows[earlier], &self.so_far[earlier]);
        cuts[cut.min(window.end) - window.start]
    }

    /// Finds the best path: the candidate of each item.
    pub fn best_path(&self) -> Vec<Option<usize>> {
        let mut path = vec![None; self.windows.len()];
        let mut cut = usize::MAX;
        for index in (0..self.windows.len()).rev() {
            let window = &self.windows[index];
            let at = cut.min(window.end);
            let best = self.so_far[index][at.max(window.start) - window.start];
            if best == self.best_before(index, at.max(window.start)) + self.alone {
                cut = at.max(window.start);
                continue;
            }
            let last = (window.start..at)
                .rev()
                .find(|mark| self.matched[index][mark - window.start] == Some(best));
            path[index] = last;
            cut = last.unwrap_or(at);
        }
        path
    }

    /// For each item and cut of its window, the best path over this item and those after
    /// it with all candidates after the cut.
    fn backward_scores(&self) -> Vec<Vec<i32>> {
        let mut after: Vec<Vec<i32>> = vec![Vec::new(); self.windows.len()];
        for (index, window) in self.windows.iter().enumerate().rev() {
            let mut cuts = vec![0; window.len() + 1];
            let mut best = i32::MIN;
            for cut in (window.start..=window.end).rev() {
                if cut < window.end
                    && let Some(worth) = (self.score)(index, cut)
                {
                    best = best.max(worth + self.best_after(&after, index, cut + 1));
                }
                let alone = self.alone + self.best_after(&after, index, cut);
                cuts[cut - window.start] = best.max(alone);
            }
            after[index] = cuts;
        }
        after
    }

    /// The best path over the items after one, with all candidates after a cut.
    fn best_after(&self, after: &[Vec<i32>], index: usize, cut: usize) -> i32 {
        let Some(window) = self.windows.get(index + 1) else { return 0 };
        let cuts = &after[index + 1];
        cuts[cut.clamp(window.start, window.end) - window.start]
    }

    /// Finds the best path, with the margin of each match over the best path without it.
    pub fn align(&self) -> Vec<AlignedItem> {
        let after = self.backward_scores();
        let path = self.best_path().into_iter().enumerate();
        path.map(|(index, candidate)| {
            let window = &self.windows[index];
            let path = |other: usize| {
                let matched = self.matched[index][other - window.start]?;
                Some(matched + self.best_after(&after, index, other + 1))
            };
            let rival = (window.start..window.end)
                .filter(|&other| Some(other) != candidate)
                .filter_map(|other| Some((path(other)?, other)))
                .max();
            let alone = (window.start..=window.end)
                .map(|cut| {
                    let before = self.best_before(index, cut);
                    before + self.alone + self.best_after(&after, index, cut)
                })
                .max()
                .unwrap_or(self.alone);
            let (chosen, other) = match candidate.and_then(path) {
                Some(chosen) => (chosen, alone.max(rival.map_or(i32::MIN, |r| r.0))),
                None => (alone, rival.map_or(i32::MIN, |r| r.0)),
            };
            let margin = chosen.saturating_sub(other);
            AlignedItem { candidate, margin, rival: rival.map(|(_, rival)| rival) }
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_their_order() {
        // Both items want the first candidate more than the second.
        let scores = [[300, 200], [300, 250]];
        let windows = [0..2, 0..2];
        let table =
            AlignmentTable::new(&windows, -100, |item, mark| Some(scores[item][mark]));
        assert_eq!(table.best_path(), [Some(0), Some(1)]);
        assert_eq!(table.total(), 550);
        let margins: Vec<i32> = table.align().iter().map(|item| item.margin).collect();
        assert_eq!(margins, [350, 350]);
    }

    #[test]
    fn an_item_may_have_no_candidate() {
        let windows = [0..1, 0..1];
        let table =
            AlignmentTable::new(&windows, -100, |item, _| (item == 1).then_some(50));
        assert_eq!(table.best_path(), [None, Some(0)]);
        assert_eq!(AlignmentTable::new(&[], -100, |_, _| None).total(), 0);
    }
}
