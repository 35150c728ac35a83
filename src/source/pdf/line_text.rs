//! The text of a line: where words end, and the runs.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::length::Length;
use crate::source::measures::find_prevailing;
use crate::source::pdf::line::{BaselinePosition, PdfLine, PdfLineRun};
use crate::source::pdf::page::Visibility;
use crate::source::pdf::placed::Placed;
use crate::text::letters::is_right_to_left;

/// The gap that parts words on a line without space characters, in thousandths of the size.
/// In 194 books set by six programs, word spaces shrink to 110 and kerning adds up to 105;
/// fewer than one gap in five thousand lies between 100 and 120.
const WORD_GAP: i64 = 110;
/// The same on a line with space characters, where a gap is most often kerning or tracking.
const GAP_BESIDE_SPACES: i64 = 220;
/// The gap beside an ideograph that is a space: half of its width. Programs put a quarter
/// between ideographs and Latin letters.
const IDEOGRAPH_GAP: i64 = 450;
/// The pairs of a line that show letter-spacing, in thousandths of all pairs: a word has
/// three letters and more, so at most a third of the gaps of other lines are wide.
const SPACED_PART: usize = 550;
/// The same where the gaps are as wide as word spaces but all alike: nobody writes six
/// words of one letter.
const EQUAL_RUN: usize = 5;
/// How much wider than its tracking the word gaps of a letter-spaced line are at least.
const LEAST_WORD_GAP: i64 = 120;
/// The character spacing that matters, in thousandths of the size.
const LEAST_SPACING: i64 = 20;
/// The pairs that are compared for that at least.
const SPACED_PAIRS: usize = 5;
/// The letters of a letter-spaced word within a line at least, less one.
const SPACED_RUN: usize = 4;

/// Writes the items of a line, sorted from left to right.
pub(super) fn write_line(items: &[&Placed<'_>], baseline: i64) -> PdfLine {
    let marks: Vec<Mark<'_, '_>> = list_marks(items);
    let parted = find_word_ends(&marks);
    let mut line = PdfLine {
        baseline: to_length(baseline),
        artifact: marks
            .iter()
            .all(|mark| mark.item.glyph.visibility == Visibility::Artifact),
        ..PdfLine::default()
    };
    let small = find_small_capitals(&marks, &parted);
    for (mark, parted) in order_marks(&marks, &parted) {
        let item = mark.item;
        let small = item.small_caps || small.contains(&item.index);
        let start = line.text.len();
        if parted && !line.text.is_empty() {
            line.text.push(' ');
            extend_last(&mut line.runs, line.text.len());
        }
        let start = if parted && start > 0 { line.text.len() } else { start };
        line.text.push_str(item.text.trim_matches(['\t', '\n', '\r']));
        push_run(&mut line.runs, item, small, start, line.text.len());
    }
    let all = || marks.iter().map(|mark| mark.item);
    let on_baseline = |item: &&Placed<'_>| item.position == BaselinePosition::Baseline;
    // The size on the baseline counts before that of raised figures; the greatest of several.
    let size =
        find_prevailing(all().filter(on_baseline).map(|item| (Reverse(item.size), 1)))
            .or_else(|| find_prevailing(all().map(|item| (Reverse(item.size), 1))));
    line.size = to_length(size.map_or(0, |Reverse(size)| size));
    line.left = to_length(all().map(|item| item.along).min().unwrap_or(0));
    line.right = to_length(all().map(Placed::end).max().unwrap_or(0));
    line.gap = to_length(find_widest_gap(&marks, &parted));
    line
}

/// The widest space between words.
fn find_widest_gap(marks: &[Mark<'_, '_>], parted: &[bool]) -> i64 {
    let pairs = marks.iter().zip(marks.iter().skip(1)).zip(parted.iter().skip(1));
    let gaps = pairs
        .filter(|(_, parted)| **parted)
        .map(|((before, after), _)| after.item.along - before.item.end());
    gaps.max().unwrap_or(0).max(0)
}

/// A glyph that is seen.
struct Mark<'i, 'p> {
    item: &'i Placed<'p>,
    /// Whether a space stands before it.
    after_space: bool,
    /// Whether it is a letter or a figure.
    alphanumeric: bool,
    ideograph: bool,
}

fn list_marks<'i, 'p>(items: &[&'i Placed<'p>]) -> Vec<Mark<'i, 'p>> {
    let mut marks: Vec<Mark<'i, 'p>> = Vec::with_capacity(items.len());
    let mut after_space = false;
    for item in items {
        if item.is_space() {
            after_space |=
                marks.last().is_none_or(|mark| !starts_within(item, mark.item));
        } else {
            marks.push(Mark {
                item,
                after_space: std::mem::take(&mut after_space),
                alphanumeric: item.text.chars().all(char::is_alphanumeric),
                ideograph: is_ideograph(&item.text),
            });
        }
    }
    marks
}

/// Whether a space starts in the first half of a glyph: programs leave the spaces at the ends
/// of lines where the next line begins.
fn starts_within(space: &Placed<'_>, glyph: &Placed<'_>) -> bool {
    (space.along - glyph.along) * 2 < glyph.end() - glyph.along
}

/// For each mark, whether a word ends before it.
fn find_word_ends(marks: &[Mark<'_, '_>]) -> Vec<bool> {
    let spaces = marks.iter().filter(|mark| mark.after_space).count();
    // A line with a space for every twelve glyphs writes its spaces.
    let writes_spaces = spaces * 12 >= marks.len();
    let threshold = if writes_spaces { GAP_BESIDE_SPACES } else { WORD_GAP };
    let gaps = measure_gaps(marks);
    let mut ends: Vec<bool> = vec![false; marks.len()];
    let before = std::iter::once(None).chain(marks.iter().map(Some));
    for (((end, mark), gap), before) in ends.iter_mut().zip(marks).zip(&gaps).zip(before)
    {
        let ideographs = before.is_some_and(|before| before.ideograph || mark.ideograph);
        let threshold = if ideographs { IDEOGRAPH_GAP } else { threshold };
        *end = mark.after_space || *gap > threshold;
    }
    if let Some(tracking) = measure_tracking(marks, &gaps, threshold) {
        // The word gap of a letter-spaced line exceeds its tracking by half of it, and by
        // the least word gap.
        let threshold = tracking + (tracking * 2 / 5).max(LEAST_WORD_GAP);
        for ((end, mark), gap) in ends.iter_mut().zip(marks).zip(&gaps) {
            *end = mark.after_space || *gap > threshold;
        }
    } else {
        join_spaced_words(marks, &gaps, threshold, &mut ends);
    }
    if let Some(first) = ends.first_mut() {
        *first = false;
    }
    ends
}

/// The gap before each mark in thousandths of the size, without character spacing.
fn measure_gaps(marks: &[Mark<'_, '_>]) -> Vec<i64> {
    let mut pairs = vec![(0, 0)];
    let (mut spaced, mut undone) = (0, 0);
    for (before, after) in marks.iter().zip(marks.iter().skip(1)) {
        let size = before.item.size.max(after.item.size).max(1);
        let gap = (after.item.along - before.item.end()) * 1000 / size;
        let spacing = i64::from(before.item.glyph.spacing.0) * 1000 / size;
        if spacing >= LEAST_SPACING && !after.after_space {
            spaced += i32::from((gap - spacing).abs() * 2 < spacing);
            undone += i32::from(gap.abs() * 2 < spacing);
        }
        pairs.push((gap, spacing));
    }
    // Some programs set leaders with character spacing, and leave it on for the words beside
    // them, which undo it with the numbers of `TJ`.
    let counts = spaced >= undone;
    let without = |(gap, spacing): (i64, i64)| {
        let spaced = counts && spacing >= LEAST_SPACING && gap >= spacing - LEAST_SPACING;
        if spaced { gap - spacing } else { gap }
    };
    pairs.into_iter().map(without).collect()
}

/// The tracking of a line that is letter-spaced as a whole, in thousandths.
fn measure_tracking(marks: &[Mark<'_, '_>], gaps: &[i64], threshold: i64) -> Option<i64> {
    // Leaders have wide gaps as well, and ideographs are spaced in other ways.
    let is_letter = |mark: &Mark<'_, '_>| mark.alphanumeric && !mark.ideograph;
    let pairs = marks.iter().zip(marks.iter().skip(1)).zip(gaps.iter().skip(1));
    let mut gaps: Vec<i64> = pairs
        .filter(|((one, two), _)| is_letter(one) && is_letter(two) && !two.after_space)
        .map(|(_, gap)| *gap)
        .collect();
    let wide = gaps.iter().filter(|gap| **gap > threshold).count();
    if gaps.len() < SPACED_PAIRS || wide * 1000 < gaps.len() * SPACED_PART {
        return None;
    }
    gaps.sort_unstable();
    gaps.get(gaps.len() / 2).copied()
}

/// Joins the letters of letter-spaced words in a line that is not letter-spaced itself: some
/// wide gaps in a row, alike, and narrower than the word gaps of the line.
fn join_spaced_words(
    marks: &[Mark<'_, '_>],
    gaps: &[i64],
    threshold: i64,
    ends: &mut [bool],
) {
    let is_wide = |at: usize| {
        gaps.get(at).is_some_and(|gap| *gap > threshold)
            && marks.get(at).is_some_and(|mark| !mark.after_space && mark.alphanumeric)
    };
    // The word gaps of the line: spaces, and wide gaps between narrow ones.
    let mut words: Vec<i64> = (1..gaps.len())
        .filter(|at| {
            let spaced = marks.get(*at).is_some_and(|mark| mark.after_space);
            spaced || (is_wide(*at) && !is_wide(at - 1) && !is_wide(at + 1))
        })
        .filter_map(|at| gaps.get(at).copied())
        .collect();
    words.sort_unstable();
    let word = words.get(words.len() / 2).copied().unwrap_or(0);
    // Whether two letters are close together, as those of other words are.
    let is_close = |at: usize| {
        let of_word = |at: usize| marks.get(at).is_some_and(|mark| mark.alphanumeric);
        at > 0
            && gaps.get(at).is_some_and(|gap| *gap <= threshold)
            && marks.get(at).is_some_and(|mark| !mark.after_space)
            && of_word(at)
            && of_word(at - 1)
    };
    let mut at = 1;
    while at < gaps.len() {
        let end = (at..gaps.len()).find(|at| !is_wide(*at)).unwrap_or(gaps.len());
        let next = end + 1;
        // A wide gap beside a word that is not spaced is the end of that word.
        let at_word = at + usize::from(is_close(at - 1));
        let end = if is_close(end) { end.saturating_sub(1).max(at_word) } else { end };
        let at = std::mem::replace(&mut at, next);
        let at = at.max(at_word);
        let run: Vec<i64> = gaps.get(at..end).unwrap_or_default().to_vec();
        let mut sorted = run.clone();
        sorted.sort_unstable();
        let middle = sorted.get(sorted.len() / 2).copied().unwrap_or(0);
        let near = |gap: &&i64| (**gap - middle).abs() * 100 <= middle * 15;
        let alike = sorted.iter().filter(near).count() * 4 >= sorted.len() * 3;
        let narrow = run.len() >= SPACED_RUN && middle * 10 <= word * 8;
        if narrow || (run.len() >= EQUAL_RUN && alike) {
            for (gap, end) in run.iter().zip(ends.iter_mut().skip(at)) {
                *end = *gap * 10 > middle * 14;
            }
        }
    }
}

/// The small letters of words in small capitals. Only letters whose usual form has an
/// ascender or a descender show it: their small capitals have neither.
fn find_small_capitals(marks: &[Mark<'_, '_>], parted: &[bool]) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    if !marks.iter().any(|mark| mark.item.small_caps) {
        return found;
    }
    let mut word: Vec<&Placed<'_>> = Vec::new();
    let mut close = |word: &mut Vec<&Placed<'_>>| {
        let tells = |item: &&&Placed<'_>| {
            item.text.len() == 1
                && item.text.contains(['b', 'd', 'f', 'g', 'h', 'k', 'l', 'p', 'q', 'y'])
        };
        let small = word.iter().filter(tells).filter(|item| item.small_caps).count();
        if small > 0 && small == word.iter().filter(tells).count() {
            let letters =
                word.iter().filter(|item| item.text.chars().all(char::is_lowercase));
            found.extend(letters.map(|item| item.index));
        }
        word.clear();
    };
    for (mark, parted) in marks.iter().zip(parted) {
        if *parted {
            close(&mut word);
        }
        word.push(mark.item);
    }
    close(&mut word);
    found
}

/// The marks in the order of reading, each with whether a word ends before it: from right
/// to left where most letters run so, but numbers and Latin words from left to right.
fn order_marks<'m, 'i, 'p>(
    marks: &'m [Mark<'i, 'p>],
    parted: &[bool],
) -> Vec<(&'m Mark<'i, 'p>, bool)> {
    let count = |is: fn(char) -> bool| {
        marks.iter().flat_map(|mark| mark.item.text.chars()).filter(|c| is(*c)).count()
    };
    let leftward = count(is_leftward);
    let in_order = marks.iter().zip(parted.iter().copied());
    if leftward == 0 || leftward * 2 < count(char::is_alphabetic) {
        return in_order.collect();
    }
    // The space before a mark stands, from right to left, after it.
    let mut order: Vec<(&Mark<'_, '_>, bool)> = Vec::with_capacity(marks.len());
    let mut after = false;
    for (mark, parted) in in_order.rev() {
        order.push((mark, after));
        after = parted;
    }
    let keeps = |mark: &Mark<'_, '_>| {
        mark.item.text.chars().all(|c| c.is_alphanumeric() && !is_leftward(c))
    };
    let mut at = 0;
    while at < order.len() {
        let run = order.iter().skip(at).take_while(|(mark, _)| keeps(mark)).count();
        if let Some(run) = order.get_mut(at..at + run).filter(|run| run.len() > 1) {
            // The spaces are before other marks once the run is turned.
            let spaces: Vec<bool> = run.iter().map(|(_, space)| *space).collect();
            run.reverse();
            let turned = spaces.iter().take(1).chain(spaces.iter().skip(1).rev());
            for ((_, space), turned) in run.iter_mut().zip(turned) {
                *space = *turned;
            }
        }
        at += run.max(1);
    }
    order
}

/// Whether a letter is written from right to left.
fn is_leftward(c: char) -> bool {
    is_right_to_left(c) && c.is_alphabetic()
}

/// Whether characters are Chinese or Japanese, which have no spaces between words.
fn is_ideograph(text: &str) -> bool {
    text.chars().next().is_some_and(|c| {
        matches!(c, '\u{2E80}'..='\u{312F}' | '\u{31A0}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
            | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
    })
}

fn extend_last(runs: &mut [PdfLineRun], end: usize) {
    if let (Some(run), Ok(end)) = (runs.last_mut(), u32::try_from(end)) {
        run.text.end = end;
    }
}

fn push_run(
    runs: &mut Vec<PdfLineRun>,
    item: &Placed<'_>,
    small_caps: bool,
    start: usize,
    end: usize,
) {
    let (Ok(start), Ok(end)) = (u32::try_from(start), u32::try_from(end)) else { return };
    let run = PdfLineRun {
        text: start..end,
        font: item.glyph.font,
        size: to_length(item.size),
        bold: item.bold,
        italic: item.italic,
        small_caps,
        monospace: item.monospace,
        position: item.position,
        colour: item.glyph.colour,
        language: item.glyph.language,
    };
    match runs.last_mut() {
        Some(last)
            if (PdfLineRun { text: last.text.clone(), ..run.clone() }) == *last =>
        {
            last.text.end = end;
        }
        _ => runs.push(run),
    }
}

/// A number of scaled points as a length.
pub(super) fn to_length(value: i64) -> Length {
    let limits = (i64::from(i32::MIN), i64::from(i32::MAX));
    Length(i32::try_from(value.clamp(limits.0, limits.1)).unwrap_or(0))
}
