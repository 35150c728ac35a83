//! Notes that stand together at the end of a chapter or of the book, far from their marks.
//!
//! A numbered list in the text looks the same. But before gathered notes the text has marks
//! of their numbers, in their order and all before the first of them; and that three
//! numbers behind words should rise as the items of a list do is no chance.

use std::collections::BTreeMap;
use std::ops::Range;

use super::label::{Gathered, Label};
use super::mark::{Candidate as Mark, Setting};

/// Most solid lines from one label of a block to the next: a long note.
const LONGEST_NOTE: usize = 60;

/// Fewest notes of a block.
const FEWEST: usize = 3;

/// Fewest of a block of which each has a mark that is nothing else ([`UNMISTAKABLE`]).
const FEWEST_SURE: usize = 2;

/// Worth of a mark, in hundredths of a nat, from which it is hardly anything else.
const UNMISTAKABLE: i32 = 200;

/// So many notes of a block whose mark stands far away and no nearer make it one of gathered
/// notes, though most have theirs close by.
const AFAR: usize = 2;

/// Solid lines that no page exceeds; a mark further from the first note than that stands on
/// another page.
const LONGEST_PAGE: usize = 90;

/// So many notes of a block, all with marks in their order, may have them behind spaces.
const MANY: usize = 5;

/// Worth of such a mark, in hundredths of a nat: a space after a word, a small word behind.
/// One worth less calls no note so far away.
pub(crate) const POSSIBLE: i32 = -160;

/// Worth of a mark, in hundredths of a nat, from which it may call a note so far away.
pub(crate) const LIKELY: i32 = 100;

/// Most marks that are weighed for all blocks, each for those of its numbers. Where a book
/// counts on from chapter to chapter they are hardly more than the marks; where each of some
/// hundred pages begins again at 1, and no note has its mark close by, some hundred thousand.
const MOST_MARKS: usize = 1_000_000;

/// For each label the stretch in which its mark stands, if it is of such a block. Labels
/// for which `called` holds have a mark close by, those for which `listed` holds number a
/// list.
pub(crate) fn find(
    labels: &[Label],
    marks: &[Mark],
    called: impl Fn(usize) -> bool,
    listed: impl Fn(usize) -> bool,
) -> Vec<Option<Gathered>> {
    let mut found = vec![None; labels.len()];
    let numbered = Numbered::of(marks, |mark| mark.worth >= POSSIBLE);
    let mut marks_left = MOST_MARKS;
    // Of each number the last label so far that has a mark close by.
    let mut spoken: BTreeMap<u32, usize> = BTreeMap::new();
    let mut passed = 0;
    let mut before: Option<(Gathered, usize, u32)> = None;
    for block in blocks(labels) {
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
            // The numbers go on: a long note parted one block.
            Some((earlier, _, number)) if number + 1 == first.number => earlier.from,
            Some((_, end, _)) => end,
            None => 0,
        };
        // Marks before a label of such a number that has a mark close by are spoken for.
        let bounds = first.number..=last.number;
        let used = spoken.range(bounds.clone()).map(|(_, &place)| place).max();
        // Blocks of two series may lie in each other: one that begins before the end of the
        // other has no stretch of its own.
        let used = used.map_or(0, |place| labels[place].rank);
        let from = from.max(used).min(first.rank);
        let start = marks.partition_point(|mark| mark.rank < from);
        let end = marks.partition_point(|mark| mark.rank < first.rank);
        let own = bounds.map(|number| numbered.within(number, start..end));
        let all: usize = own.clone().map(<[usize]>::len).sum();
        if all > marks_left {
            continue;
        }
        marks_left -= all;
        let mut places: Vec<usize> = own.flatten().copied().collect();
        places.sort_unstable();
        let own: Vec<Mark> = places.iter().map(|&place| marks[place]).collect();
        let called_by = callers(&own, block.len(), near);
        // `(1)` may as well number what a sentence lists.
        let sure =
            |mark: &Mark| mark.worth >= UNMISTAKABLE && mark.setting != Setting::Round;
        if block.len() < FEWEST
            && !(called_by.len() == block.len() && called_by.iter().all(sure))
        {
            continue;
        }
        let numbers: Vec<u32> = called_by.iter().map(|mark| mark.number).collect();
        // In a short book the last of its notes have their marks close by.
        let afar = |place: &&usize| {
            !called(**place) && numbers.contains(&labels[**place].number)
        };
        let all_from_afar = numbers.len() == block.len()
            && called_by.iter().any(|mark| mark.rank + LONGEST_PAGE < first.rank);
        let far = near * 2 <= block.len()
            || all_from_afar
            || block.iter().filter(afar).count() >= AFAR;
        if !far || numbers.len() * 3 < block.len() * 2 {
            continue;
        }
        let to = match before {
            Some((earlier, _, number)) if number + 1 == first.number => earlier.to,
            _ => first.rank,
        };
        for &place in &block {
            let called = numbers.contains(&labels[place].number);
            found[place] = Some(Gathered { from, to, called, block: to });
        }
        let gathered = Gathered { from, to, called: true, block: to };
        before = Some((gathered, last.rank, last.number));
    }
    found
}

/// Marks by their numbers: of each the places, rising.
pub(crate) struct Numbered(BTreeMap<u32, Vec<usize>>);

impl Numbered {
    /// Those of some marks that are wanted.
    pub(crate) fn of(marks: &[Mark], wanted: impl Fn(&Mark) -> bool) -> Self {
        let mut numbered: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (place, mark) in marks.iter().enumerate().filter(|(_, mark)| wanted(mark)) {
            numbered.entry(mark.number).or_default().push(place);
        }
        Self(numbered)
    }

    /// The places of a number's marks within some places.
    pub(crate) fn within(&self, number: u32, places: Range<usize>) -> &[usize] {
        let all = self.0.get(&number).map_or(&[][..], Vec::as_slice);
        let behind = &all[all.partition_point(|&place| place < places.start)..];
        &behind[..behind.partition_point(|&place| place < places.end)]
    }
}

/// Labels of which each is one more than the one before and not far behind it.
pub(crate) fn blocks(labels: &[Label]) -> Vec<Vec<usize>> {
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    // The block that ends with each number, the latest.
    let mut ending: BTreeMap<u32, usize> = BTreeMap::new();
    for (place, label) in labels.iter().enumerate() {
        let follows = |block: &usize| {
            let last = labels[blocks[*block][blocks[*block].len() - 1]];
            (1..=LONGEST_NOTE).contains(&(label.rank - last.rank))
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

/// The marks that call the notes of a block, among those of its numbers: so many notes, of
/// which some have marks near them.
fn callers(marks: &[Mark], notes: usize, near: usize) -> Vec<Mark> {
    let likely = |mark: &Mark| mark.worth >= LIKELY;
    let called_by = rising(marks, likely);
    if called_by.len() * 3 >= notes * 2 || notes < MANY || near * 2 > notes {
        return called_by;
    }
    // That so many numbers behind words should stand in their order is no chance.
    let spaced = |mark: &Mark| {
        let spaced = [Setting::SpacedWord, Setting::SpacedPoint];
        likely(mark) || mark.worth >= POSSIBLE && spaced.contains(&mark.setting)
    };
    let all = rising(marks, spaced);
    if all.len() == notes { all } else { called_by }
}

/// The longest run of marks whose numbers rise (Schensted 1961).
fn rising(marks: &[Mark], wanted: impl Fn(&Mark) -> bool) -> Vec<Mark> {
    let likely: Vec<&Mark> = marks.iter().filter(|mark| wanted(mark)).collect();
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(likely.len());
    for (at, mark) in likely.iter().enumerate() {
        let length = tails.partition_point(|&tail| likely[tail].number < mark.number);
        before.push(length.checked_sub(1).map(|last| tails[last]));
        if length == tails.len() { tails.push(at) } else { tails[length] = at }
    }
    let mut run = Vec::new();
    let mut at = tails.last().copied();
    while let Some(place) = at {
        run.push(*likely[place]);
        at = before[place];
    }
    run
}
