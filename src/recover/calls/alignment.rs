//! Which mark calls which note: marks and labels aligned as two whole sequences.
//!
//! Both run in the same order, so the best assignment is a monotone path (Needleman &
//! Wunsch 1970). A second pass through the same lattice from behind gives, for each
//! note, the best path on which its mark is another or none: the distance between the
//! two is how sure the match is.

use crate::recover::notes::label::Label;
use crate::recover::notes::mark::{Candidate, SETTINGS, Setting};
use crate::text::odds::ln_hundredths;

// Costs in hundredths of a nat, set on the development cases.

/// A note without a mark.
const UNCALLED: i32 = -300;
/// Mark and label bear the same number.
const SAME_NUMBER: i32 = 150;
/// The first note of a page is 1, and its mark goes on from the page before: the notes
/// were numbered before the page was made up anew.
const NEXT_NUMBER: i32 = 30;
/// They bear different numbers, so one of them was misread or misprinted. A mark that
/// cannot be mistaken for anything else is then still better than none ([`UNCALLED`]),
/// on the note's own page and the one before.
const OTHER_NUMBER: i32 = -420;
/// The same where the mark's number is the one before or after: a printer's slip. Less than
/// [`UNMISTAKABLE`] is then enough.
const NEIGHBOUR: i32 = -380;
/// Worth from which a mark may be matched so.
const LIKELY: i32 = 100;
/// The mark stands on the page before that of the note.
const PAGE_BEFORE: i32 = -80;
/// It stands yet another page before: long notes push others on.
const TWO_PAGES_BEFORE: i32 = -250;
/// Worth from which a mark may be matched with a note of another number.
const UNMISTAKABLE: i32 = 200;
/// Most that the habits of a document may say against a setting.
const UNUSUAL: i32 = -350;

/// A note and its mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Match {
    /// Place of the mark among the candidates; none for a note that nothing calls.
    pub(crate) mark: Option<usize>,
    /// How sure this is, in thousandths.
    pub(crate) confidence: u16,
    /// The best other mark, where there is one.
    pub(crate) rival: Option<usize>,
}

/// A label and the candidates among which its mark is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    /// The label.
    pub(crate) label: Label,
    /// First candidate that may be its mark. Never falls from one label to the next.
    pub(crate) start: usize,
    /// One past the last. Never falls either.
    pub(crate) end: usize,
    /// Number of the label before this one, if this one begins again at 1.
    pub(crate) goes_on_from: Option<u32>,
    /// First candidate that stands on the page before the label's.
    pub(crate) page_before: usize,
    /// First candidate that stands on the label's own page.
    pub(crate) own_page: usize,
}

/// Aligns labels and marks; one match for each label.
pub(crate) fn align(windows: &[Window], marks: &[Candidate]) -> Vec<Match> {
    let first = Lattice::new(windows, marks, [0; SETTINGS]).best();
    let habits = habits(windows, marks, &first);
    let lattice = Lattice::new(windows, marks, habits);
    lattice.with_confidence(lattice.best())
}

/// What each setting is worth by its share among the marks that were matched.
fn habits(
    windows: &[Window],
    marks: &[Candidate],
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
    // One habit, between whose two looks the extraction decides.
    let points = [Setting::AfterPoint as usize, Setting::SpacedPoint as usize];
    let both: u64 = points.iter().map(|&setting| seen[setting]).sum();
    for setting in points {
        seen[setting] = both;
    }
    let most = seen.iter().copied().max().unwrap_or(1);
    let mut habits =
        seen.map(|count| (ln_hundredths(count) - ln_hundredths(most)).max(UNUSUAL));
    // That a mark stands right behind a year is chance, not habit.
    habits[Setting::Suffix as usize] = 0;
    habits
}

/// What matching a label and a candidate is worth; none where it cannot be.
fn worth(
    window: &Window,
    place: usize,
    mark: &Candidate,
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

/// All paths through labels and candidates. A *cut* is a place between candidates.
struct Lattice<'a> {
    windows: &'a [Window],
    marks: &'a [Candidate],
    habits: [i32; SETTINGS],
    /// For each label and each candidate of its window: the best path over the labels so
    /// far that ends with this match.
    matched: Vec<Vec<Option<i32>>>,
    /// For each label and each cut of its window: the best path over the labels so far
    /// whose marks all stand before the cut.
    so_far: Vec<Vec<i32>>,
}

impl<'a> Lattice<'a> {
    fn new(
        windows: &'a [Window],
        marks: &'a [Candidate],
        habits: [i32; SETTINGS],
    ) -> Self {
        let mut lattice =
            Self { windows, marks, habits, matched: Vec::new(), so_far: Vec::new() };
        for (index, window) in windows.iter().enumerate() {
            let mut matched = Vec::with_capacity(window.end - window.start);
            let mut so_far = Vec::with_capacity(window.end - window.start + 1);
            let mut best: Option<i32> = None;
            for cut in window.start..=window.end {
                let before = lattice.before(index, cut);
                so_far.push(best.unwrap_or(i32::MIN).max(before + UNCALLED));
                if cut < window.end {
                    let here = lattice.worth(index, cut).map(|worth| before + worth);
                    best = best.max(here);
                    matched.push(here);
                }
            }
            lattice.matched.push(matched);
            lattice.so_far.push(so_far);
        }
        lattice
    }

    fn worth(&self, index: usize, mark: usize) -> Option<i32> {
        worth(&self.windows[index], mark, &self.marks[mark], &self.habits)
    }

    /// The best path over the labels before one, with all marks before a cut.
    fn before(&self, index: usize, cut: usize) -> i32 {
        let Some(earlier) = index.checked_sub(1) else { return 0 };
        let (window, cuts) = (&self.windows[earlier], &self.so_far[earlier]);
        cuts[cut.min(window.end) - window.start]
    }

    /// The best path: for each label its mark.
    fn best(&self) -> Vec<Option<usize>> {
        let mut marks = vec![None; self.windows.len()];
        let mut cut = usize::MAX;
        for index in (0..self.windows.len()).rev() {
            let window = &self.windows[index];
            let at = cut.min(window.end);
            let best = self.so_far[index][at.max(window.start) - window.start];
            if best == self.before(index, at.max(window.start)) + UNCALLED {
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

    /// For each label and cut of its window: the best path over this label and those
    /// after it whose marks all stand behind the cut.
    fn behind(&self) -> Vec<Vec<i32>> {
        let mut behind: Vec<Vec<i32>> = vec![Vec::new(); self.windows.len()];
        for (index, window) in self.windows.iter().enumerate().rev() {
            let mut cuts = vec![0; window.end - window.start + 1];
            let mut best = i32::MIN;
            for cut in (window.start..=window.end).rev() {
                if cut < window.end
                    && let Some(worth) = self.worth(index, cut)
                {
                    best = best.max(worth + self.after(&behind, index, cut + 1));
                }
                let uncalled = UNCALLED + self.after(&behind, index, cut);
                cuts[cut - window.start] = best.max(uncalled);
            }
            behind[index] = cuts;
        }
        behind
    }

    /// The best path over the labels after one, with all marks behind a cut.
    fn after(&self, behind: &[Vec<i32>], index: usize, cut: usize) -> i32 {
        let Some(window) = self.windows.get(index + 1) else { return 0 };
        let cuts = &behind[index + 1];
        cuts[cut.clamp(window.start, window.end) - window.start]
    }

    /// Adds to each match how far behind the best path without it is.
    fn with_confidence(&self, best: Vec<Option<usize>>) -> Vec<Match> {
        let behind = self.behind();
        best.into_iter()
            .enumerate()
            .map(|(index, mark)| {
                let window = &self.windows[index];
                let path = |other: usize| {
                    let matched = self.matched[index][other - window.start]?;
                    Some(matched + self.after(&behind, index, other + 1))
                };
                let rival = (window.start..window.end)
                    .filter(|&other| Some(other) != mark)
                    .filter_map(|other| Some((path(other)?, other)))
                    .max();
                let uncalled = (window.start..=window.end)
                    .map(|cut| {
                        let before = self.before(index, cut);
                        before + UNCALLED + self.after(&behind, index, cut)
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
                Match { mark, confidence: confidence(margin), rival }
            })
            .collect()
    }
}

/// Confidence in thousandths for a margin in hundredths of a nat: the logistic function
/// at these points, straight lines between them.
fn confidence(margin: i32) -> u16 {
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
