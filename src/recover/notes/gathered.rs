//! Notes gathered at the end of a chapter or of the book, far from their marks.
//!
//! A numbered list in the text looks the same. But gathered notes have marks of their
//! numbers, in order, and all before the first note. Three numbers after words that rise
//! like the items of a list are no chance.

use std::collections::BTreeMap;
use std::ops::Range;

use super::mark_candidate::{MarkCandidate as Mark, MarkSetting};
use super::note_label::{GatheredSpan, NoteLabel};
use crate::text::increasing::find_longest_increasing;

/// Most solid lines from one label of a block to the next: a long note.
const LONGEST_NOTE: usize = 60;

/// Fewest notes of a block.
const FEWEST: usize = 3;

/// Fewest notes of a block in which each has an [`UNMISTAKABLE`] mark.
const FEWEST_SURE: usize = 2;

/// Worth of a mark, in hundredths of a nat, from which on it is hardly anything else.
const UNMISTAKABLE: i32 = 200;

/// This many notes of a block with a mark far away and none nearby prove gathered notes,
/// even if most have their marks nearby.
const AFAR: usize = 2;

/// No page has more solid lines; a mark further before the first note is on another page.
const FARTHEST_MARK: usize = 90;

/// A block of this many notes, all with marks in order, may have spaces before the marks.
const MANY: usize = 5;

/// Worth of such a mark, in hundredths of a nat: a space after a word, and a lower-case
/// word after it. A mark worth less calls no note so far away.
pub(crate) const POSSIBLE: i32 = -160;

/// Worth of a mark, in hundredths of a nat, from which on it may call a note so far away.
pub(crate) const LIKELY: i32 = 100;

/// Most marks weighed for all blocks, each counted for every block of its number. If a
/// book counts on from chapter to chapter, they are hardly more than its marks. If some
/// hundred pages restart at 1 and no note has its mark nearby, they are some hundred
/// thousand.
const MOST_MARKS: usize = 1_000_000;

/// For each label of gathered notes, finds the span that has its mark. `called` is true
/// for labels with a mark nearby, `listed` for labels that number a list.
pub(crate) fn find_gathered_notes(
    labels: &[NoteLabel],
    marks: &[Mark],
    called: impl Fn(usize) -> bool,
    listed: impl Fn(usize) -> bool,
) -> Vec<Option<GatheredSpan>> {
    let mut found = vec![None; labels.len()];
    let numbered = MarksByNumber::new(marks, |mark| mark.worth >= POSSIBLE);
    let mut marks_left = MOST_MARKS;
    // For each number, the last label so far with a mark nearby.
    let mut spoken: BTreeMap<u32, usize> = BTreeMap::new();
    let mut passed = 0;
    let mut before: Option<(GatheredSpan, usize, u32)> = None;
    for block in find_label_blocks(labels) {
        for place in (passed..block[0]).filter(|&place| called(place)) {
            spoken.insert(labels[place].number, place);
        }
        passed = block[0];
        let near = block.iter().filter(|&&place| called(place)).count();
        let is_list =
            block.iter().filter(|&&place| listed(place)).count() * 2 > block.len();
        if block.len() < FEWEST_SURE || is_list {
            continue;
        }
        let (first, last) = (labels[block[0]], labels[block[block.len() - 1]]);
        let from = match before {
            // The numbers continue: a long note split one block.
            Some((earlier, _, number)) if number + 1 == first.number => earlier.from,
            Some((_, end, _)) => end,
            None => 0,
        };
        // Marks before a label with a mark nearby are taken.
        let bounds = first.number..=last.number;
        let used = spoken.range(bounds.clone()).map(|(_, &place)| place).max();
        // Blocks of two series may overlap: one that begins before the end of the other
        // has no span of its own.
        let used = used.map_or(0, |place| labels[place].line_no);
        let from = from.max(used).min(first.line_no);
        let start = marks.partition_point(|mark| mark.line_no < from);
        let end = marks.partition_point(|mark| mark.line_no < first.line_no);
        let own = bounds.map(|number| numbered.within(number, start..end));
        let all: usize = own.clone().map(<[usize]>::len).sum();
        if all > marks_left {
            continue;
        }
        marks_left -= all;
        let mut places: Vec<usize> = own.flatten().copied().collect();
        places.sort_unstable();
        let own: Vec<Mark> = places.iter().map(|&place| marks[place]).collect();
        let called_by = find_callers(&own, block.len(), near);
        // `(1)` may also number the parts of a sentence.
        let sure = |mark: &Mark| {
            mark.worth >= UNMISTAKABLE && mark.setting != MarkSetting::Round
        };
        if block.len() < FEWEST
            && !(called_by.len() == block.len() && called_by.iter().all(sure))
        {
            continue;
        }
        let numbers: Vec<u32> = called_by.iter().map(|mark| mark.number).collect();
        // In a short book the last notes have their marks nearby.
        let afar = |place: &&usize| {
            !called(**place) && numbers.contains(&labels[**place].number)
        };
        let all_from_afar = numbers.len() == block.len()
            && called_by.iter().any(|mark| mark.line_no + FARTHEST_MARK < first.line_no);
        let far = near * 2 <= block.len()
            || all_from_afar
            || block.iter().filter(afar).count() >= AFAR;
        if !far || numbers.len() * 3 < block.len() * 2 {
            continue;
        }
        let to = match before {
            Some((earlier, _, number)) if number + 1 == first.number => earlier.to,
            _ => first.line_no,
        };
        for &place in &block {
            let called = numbers.contains(&labels[place].number);
            found[place] = Some(GatheredSpan { from, to, called, block: to });
        }
        let gathered = GatheredSpan { from, to, called: true, block: to };
        before = Some((gathered, last.line_no, last.number));
    }
    found
}

/// Marks by number: the indices of each, in ascending order.
pub(crate) struct MarksByNumber(BTreeMap<u32, Vec<usize>>);

impl MarksByNumber {
    /// Collects the marks for which `wanted` is true.
    pub(crate) fn new(marks: &[Mark], wanted: impl Fn(&Mark) -> bool) -> Self {
        let mut numbered: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (place, mark) in marks.iter().enumerate().filter(|(_, mark)| wanted(mark)) {
            numbered.entry(mark.number).or_default().push(place);
        }
        Self(numbered)
    }

    /// The indices of a number's marks within a range.
    pub(crate) fn within(&self, number: u32, places: Range<usize>) -> &[usize] {
        let all = self.0.get(&number).map_or(&[][..], Vec::as_slice);
        let after = &all[all.partition_point(|&place| place < places.start)..];
        &after[..after.partition_point(|&place| place < places.end)]
    }
}

/// Finds runs of labels that count up by one, not far from each other.
pub(crate) fn find_label_blocks(labels: &[NoteLabel]) -> Vec<Vec<usize>> {
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    // The latest block that ends with each number.
    let mut ending: BTreeMap<u32, usize> = BTreeMap::new();
    for (place, label) in labels.iter().enumerate() {
        let follows = |block: &usize| {
            let last = labels[blocks[*block][blocks[*block].len() - 1]];
            (1..=LONGEST_NOTE).contains(&(label.line_no - last.line_no))
        };
        let block = label.number.checked_sub(1).and_then(|number| ending.remove(&number));
        let block = if let Some(block) = block.filter(follows) {
            blocks[block].push(place);
            block
        } else {
            blocks.push(vec![place]);
            blocks.len() - 1
        };
        ending.insert(label.number, block);
    }
    blocks.sort_by_key(|block| block[0]);
    blocks
}

/// Finds the marks that call the notes of a block; `near` of the notes have marks nearby.
fn find_callers(marks: &[Mark], notes: usize, near: usize) -> Vec<Mark> {
    let likely = |mark: &Mark| mark.worth >= LIKELY;
    let called_by = longest_rising_run(marks, likely);
    if called_by.len() * 3 >= notes * 2 || notes < MANY || near * 2 > notes {
        return called_by;
    }
    // So many numbers after words, all in order, are no chance.
    let spaced = |mark: &Mark| {
        let spaced = [MarkSetting::SpacedWord, MarkSetting::SpacedPoint];
        likely(mark) || mark.worth >= POSSIBLE && spaced.contains(&mark.setting)
    };
    let all = longest_rising_run(marks, spaced);
    if all.len() == notes { all } else { called_by }
}

/// Finds the longest run of marks with rising numbers.
fn longest_rising_run(marks: &[Mark], wanted: impl Fn(&Mark) -> bool) -> Vec<Mark> {
    let likely: Vec<&Mark> = marks.iter().filter(|mark| wanted(mark)).collect();
    let numbers: Vec<u32> = likely.iter().map(|mark| mark.number).collect();
    let run = find_longest_increasing(&numbers);
    run.into_iter().map(|place| *likely[place]).collect()
}
