//! Aligns marks and labels as two whole sequences.
//!
//! Both have the same order, so the best assignment is a monotone path (Needleman &
//! Wunsch 1970). A backward pass gives, for each note, the best path with another mark or
//! none. The margin between the two is the confidence of the match.

use crate::recover::notes::mark_candidate::{MarkCandidate, MarkSetting, SETTINGS};
use crate::recover::notes::note_label::NoteLabel;
use crate::text::odds::ln_hundredths;

// Scores in hundredths of a nat, set on the development cases.

/// A note without a mark.
const UNCALLED: i32 = -300;
/// Mark and label have the same number.
const SAME_NUMBER: i32 = 150;
/// The first note of a page is 1, and its mark continues the numbers of the page before:
/// the notes were numbered before the page was made up again.
const NEXT_NUMBER: i32 = 30;
/// The numbers differ, so one of them was misread or misprinted. An unmistakable mark is
/// still better than none ([`UNCALLED`]), on the note's own page and the one before.
const OTHER_NUMBER: i32 = -420;
/// The numbers differ by one: a misprint. Less than [`UNMISTAKABLE`] is enough.
const NEIGHBOUR: i32 = -380;
/// Least worth of a mark for such a match.
const LIKELY: i32 = 100;
/// The mark is on the page before the note's.
const PAGE_BEFORE: i32 = -80;
/// It is two pages before: long notes push others on.
const TWO_PAGES_BEFORE: i32 = -250;
/// Least worth of a mark that may match a note of another number.
const UNMISTAKABLE: i32 = 200;
/// Largest penalty for a setting that is unusual in the document.
const UNUSUAL: i32 = -350;

/// A note and its mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct NoteMatch {
    /// Index of the mark among the candidates; `None` for a note without a mark.
    pub(crate) mark: Option<usize>,
    /// Confidence of the match, in thousandths.
    pub(crate) confidence: u16,
    /// The best other mark, if there is one.
    pub(crate) rival: Option<usize>,
}

/// A label and the candidates that may be its mark.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MarkWindow {
    /// The label.
    pub(crate) label: NoteLabel,
    /// First candidate that may be its mark. Never decreases from one label to the next.
    pub(crate) start: usize,
    /// One past the last. Never decreases either.
    pub(crate) end: usize,
    /// Number of the label before this one, if this one restarts at 1.
    pub(crate) goes_on_from: Option<u32>,
    /// First candidate on the page before the label's.
    pub(crate) page_before: usize,
    /// First candidate on the label's own page.
    pub(crate) own_page: usize,
}

/// Aligns labels and marks; gives one match for each label.
pub(crate) fn align_marks(
    windows: &[MarkWindow],
    marks: &[MarkCandidate],
) -> Vec<NoteMatch> {
    let first = AlignmentTable::new(windows, marks, [0; SETTINGS]).best_path();
    let habits = learn_settings(windows, marks, &first);
    let lattice = AlignmentTable::new(windows, marks, habits);
    lattice.with_confidence(lattice.best_path())
}

/// Scores each setting by its share among the matched marks.
fn learn_settings(
    windows: &[MarkWindow],
    marks: &[MarkCandidate],
    matches: &[Option<usize>],
) -> [i32; SETTINGS] {
    let mut seen = [1_u64; SETTINGS];
    for (window, found) in windows.iter().zip(matches) {
        if let Some(mark) = found.map(|mark| &marks[mark])
            && mark.number == window.label.number
        {
            seen[mark.setting as usize] += 2;
        }
    }
    // Both are one habit; the extraction decides between the two.
    let points = [MarkSetting::AfterPoint as usize, MarkSetting::SpacedPoint as usize];
    let both: u64 = points.iter().map(|&setting| seen[setting]).sum();
    for setting in points {
        seen[setting] = both;
    }
    let most = seen.iter().copied().max().unwrap_or(1);
    let mut habits =
        seen.map(|count| (ln_hundredths(count) - ln_hundredths(most)).max(UNUSUAL));
    // A mark right after a year is chance, not habit.
    habits[MarkSetting::Suffix as usize] = 0;
    habits
}

/// Scores the match of a label and a candidate; `None` if it is impossible.
fn score_match(
    window: &MarkWindow,
    place: usize,
    mark: &MarkCandidate,
    habits: &[i32; SETTINGS],
) -> Option<i32> {
    let number = if mark.number == window.label.number {
        SAME_NUMBER
    } else if window.goes_on_from.is_some_and(|last| mark.number == last + 1) {
        NEXT_NUMBER
    } else if mark.worth >= LIKELY && mark.number.abs_diff(window.label.number) == 1 {
        NEIGHBOUR
    } else if mark.worth >= UNMISTAKABLE {
        OTHER_NUMBER
    } else {
        return None;
    };
    let page = match place {
        _ if place < window.page_before => TWO_PAGES_BEFORE,
        _ if place < window.own_page => PAGE_BEFORE,
        _ => 0,
    };
    Some(number + mark.worth + habits[mark.setting as usize] + page)
}

/// The table of the alignment. A *cut* is a place between candidates.
struct AlignmentTable<'a> {
    windows: &'a [MarkWindow],
    marks: &'a [MarkCandidate],
    habits: [i32; SETTINGS],
    /// For each label and each candidate of its window, the best path up to this match.
    matched: Vec<Vec<Option<i32>>>,
    /// For each label and each cut of its window, the best path over the labels so far
    /// with all marks before the cut.
    so_far: Vec<Vec<i32>>,
}

impl<'a> AlignmentTable<'a> {
    fn new(
        windows: &'a [MarkWindow],
        marks: &'a [MarkCandidate],
        habits: [i32; SETTINGS],
    ) -> Self {
        let mut lattice =
            Self { windows, marks, habits, matched: Vec::new(), so_far: Vec::new() };
        for (index, window) in windows.iter().enumerate() {
            let mut matched = Vec::with_capacity(window.end - window.start);
            let mut so_far = Vec::with_capacity(window.end - window.start + 1);
            let mut best: Option<i32> = None;
            for cut in window.start..=window.end {
                let before = lattice.best_before(index, cut);
                so_far.push(best.unwrap_or(i32::MIN).max(before + UNCALLED));
                if cut < window.end {
                    let here =
                        lattice.match_score(index, cut).map(|worth| before + worth);
                    best = best.max(here);
                    matched.push(here);
                }
            }
            lattice.matched.push(matched);
            lattice.so_far.push(so_far);
        }
        lattice
    }

    fn match_score(&self, index: usize, mark: usize) -> Option<i32> {
        score_match(&self.windows[index], mark, &self.marks[mark], &self.habits)
    }

    /// The best path over the labels before one, with all marks before a cut.
    fn best_before(&self, index: usize, cut: usize) -> i32 {
        let Some(earlier) = index.checked_sub(1) else { return 0 };
        let (window, cuts) = (&self.windows[earlier], &self.so_far[earlier]);
        cuts[cut.min(window.end) - window.start]
    }

    /// Finds the best path: the mark of each label.
    fn best_path(&self) -> Vec<Option<usize>> {
        let mut marks = vec![None; self.windows.len()];
        let mut cut = usize::MAX;
        for index in (0..self.windows.len()).rev() {
            let window = &self.windows[index];
            let at = cut.min(window.end);
            let best = self.so_far[index][at.max(window.start) - window.start];
            if best == self.best_before(index, at.max(window.start)) + UNCALLED {
                cut = at.max(window.start);
                continue;
            }
            let last = (window.start..at)
                .rev()
                .find(|mark| self.matched[index][mark - window.start] == Some(best));
            marks[index] = last;
            cut = last.unwrap_or(at);
        }
        marks
    }

    /// For each label and cut of its window, the best path over this label and those
    /// after it with all marks after the cut.
    fn backward_scores(&self) -> Vec<Vec<i32>> {
        let mut behind: Vec<Vec<i32>> = vec![Vec::new(); self.windows.len()];
        for (index, window) in self.windows.iter().enumerate().rev() {
            let mut cuts = vec![0; window.end - window.start + 1];
            let mut best = i32::MIN;
            for cut in (window.start..=window.end).rev() {
                if cut < window.end
                    && let Some(worth) = self.match_score(index, cut)
                {
                    best = best.max(worth + self.best_after(&behind, index, cut + 1));
                }
                let uncalled = UNCALLED + self.best_after(&behind, index, cut);
                cuts[cut - window.start] = best.max(uncalled);
            }
            behind[index] = cuts;
        }
        behind
    }

    /// The best path over the labels after one, with all marks after a cut.
    fn best_after(&self, behind: &[Vec<i32>], index: usize, cut: usize) -> i32 {
        let Some(window) = self.windows.get(index + 1) else { return 0 };
        let cuts = &behind[index + 1];
        cuts[cut.clamp(window.start, window.end) - window.start]
    }

    /// Adds to each match its margin over the best path without it.
    fn with_confidence(&self, best: Vec<Option<usize>>) -> Vec<NoteMatch> {
        let behind = self.backward_scores();
        best.into_iter()
            .enumerate()
            .map(|(index, mark)| {
                let window = &self.windows[index];
                let path = |other: usize| {
                    let matched = self.matched[index][other - window.start]?;
                    Some(matched + self.best_after(&behind, index, other + 1))
                };
                let rival = (window.start..window.end)
                    .filter(|&other| Some(other) != mark)
                    .filter_map(|other| Some((path(other)?, other)))
                    .max();
                let uncalled = (window.start..=window.end)
                    .map(|cut| {
                        let before = self.best_before(index, cut);
                        before + UNCALLED + self.best_after(&behind, index, cut)
                    })
                    .max()
                    .unwrap_or(UNCALLED);
                let (chosen, other) = match mark.and_then(path) {
                    Some(chosen) => {
                        (chosen, uncalled.max(rival.map_or(i32::MIN, |r| r.0)))
                    }
                    None => (uncalled, rival.map_or(i32::MIN, |r| r.0)),
                };
                let margin = chosen.saturating_sub(other);
                let rival = rival.map(|(_, rival)| rival);
                NoteMatch { mark, confidence: confidence_of_margin(margin), rival }
            })
            .collect()
    }
}

/// Confidence in thousandths of a margin in hundredths of a nat: the logistic function,
/// interpolated linearly between these points.
fn confidence_of_margin(margin: i32) -> u16 {
    const POINTS: [(i32, u16); 8] = [
        (0, 500),
        (50, 622),
        (100, 731),
        (200, 881),
        (300, 953),
        (400, 982),
        (600, 998),
        (800, 1000),
    ];
    for pair in POINTS.windows(2) {
        let ((low, from), (high, to)) = (pair[0], pair[1]);
        if margin < high {
            let part = (margin - low).max(0) * i32::from(to - from) / (high - low);
            return from + u16::try_from(part).unwrap_or_default();
        }
    }
    1000
}
