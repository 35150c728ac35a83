//! Aligns marks and labels as two whole sequences.
//!
//! Both have the same order. The margin of the best path over the best one with another
//! mark for a note, or none, is the confidence of the match.

use std::ops::Range;

use crate::recover::notes::mark_candidate::{MarkCandidate, MarkSetting, SETTINGS};
use crate::recover::notes::note_label::NoteLabel;
use crate::text::alignment::{AlignedItem, AlignmentTable};
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
/// The mark is on the note's own page, the page before, or two or three pages before: long
/// notes push others on.
const DISTANCES: [i32; 4] = [0, -80, -250, -350];
/// How many pages before its label a mark may be.
pub(super) const MOST_PAGES_BEFORE: usize = DISTANCES.len() - 1;
/// Least worth of a mark that may match a note of another number.
const UNMISTAKABLE: i32 = 200;
/// Largest penalty for a setting that is unusual in the document.
const UNUSUAL: i32 = -350;

/// A person decided that the mark calls the note. It outweighs two hundred other matches.
const DECIDED: i32 = 100_000;

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
    /// The candidate that a person decided is its mark, which is in the window.
    pub(crate) decided: Option<usize>,
    /// Number of the label before this one, if this one restarts at 1.
    pub(crate) goes_on_from: Option<u32>,
    /// First candidate on the label's own page, on the page before, and two pages before.
    pub(crate) page_starts: [usize; 3],
}

/// Aligns labels and marks; gives one match for each label.
pub(crate) fn align_marks(
    windows: &[MarkWindow],
    marks: &[MarkCandidate],
) -> Vec<NoteMatch> {
    let ranges: Vec<Range<usize>> =
        windows.iter().map(|window| window.start..window.end).collect();
    let mut decided = vec![false; marks.len()];
    for mark in windows.iter().filter_map(|window| window.decided) {
        decided[mark] = true;
    }
    let score = |habits: [i32; SETTINGS]| {
        let decided = &decided;
        move |index: usize, mark: usize| match windows[index].decided {
            Some(own) => (own == mark).then_some(DECIDED),
            None if decided[mark] => None,
            None => score_match(&windows[index], mark, &marks[mark], &habits),
        }
    };
    let first = AlignmentTable::new(&ranges, UNCALLED, score([0; SETTINGS])).best_path();
    let habits = learn_settings(windows, marks, &first);
    let table = AlignmentTable::new(&ranges, UNCALLED, score(habits));
    let found = table.align().into_iter();
    found
        .map(|AlignedItem { candidate: mark, margin, rival }| NoteMatch {
            mark,
            confidence: confidence_of_margin(margin),
            rival,
        })
        .collect()
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
    let pages_before = window.page_starts.iter().filter(|start| place < **start).count();
    let page = DISTANCES.get(pages_before).copied().unwrap_or_default();
    Some(number + mark.worth + habits[mark.setting as usize] + page)
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
