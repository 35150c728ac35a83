//! Notes at the end of a book whose numbers begin again with every chapter.
//!
//! Their labels, all together, run in the same order as the marks of the whole text: 1, 2,
//! 3, 1, 2, 1. Neither where a chapter ends nor which section of the notes is its own need
//! be known for that. The heaviest common subsequence of the two settles it, by way of the
//! pairs of equal numbers alone (Hunt & Szymanski 1977).

use std::collections::BTreeMap;
use std::ops::Range;

use super::gathered::{LIKELY, Numbered, POSSIBLE, blocks};
use super::label::{Gathered, Label};
use super::mark::{Candidate as Mark, Setting};
use crate::text::note_series::Series;

/// Most solid lines from the last label of a section to the first of the next: a long note,
/// and headings.
const LONGEST_GAP: usize = 80;

/// So many marks between two sections show that text stands there.
const MARKS_OF_TEXT: usize = 2;

/// Notes that have their marks near them, before the first of the others, are at most one in
/// so many of these: the marks of a book with notes at the foot of its pages are spoken for.
const SPOKEN: usize = 3;

/// So many beginnings of the notes are tried, one label with the number 1 after the other.
const STARTS: usize = 12;

/// Marks among the labels of such notes are at most one in so many of these: what a note
/// quotes may have a number, too.
const AMID_TEXT: usize = 3;

/// What it costs an alignment that a label has no mark, in hundredths of a nat.
const UNPAIRED: i64 = 300;

/// Fewest notes of all sections together that have their marks.
const FEWEST: usize = 3;

/// What a pair is worth besides its mark, so that the weakest is worth something.
const PAIRED: i32 = 200;

/// Most pairs of a label and a mark of its number that are weighed. Forty chapters of thirty
/// notes have some fifty thousand.
const MOST_PAIRS: usize = 400_000;

/// For each label the stretch of text in which its mark stands, if it is of such notes.
pub(crate) fn find(labels: &[Label], marks: &[Mark]) -> Vec<Option<Gathered>> {
    let mut found = vec![None; labels.len()];
    let called = called(labels, marks);
    let blocks = blocks(labels);
    // The last figures of a year are of many numbers.
    let may_call =
        |mark: &Mark| mark.worth >= POSSIBLE && mark.setting != Setting::Suffix;
    let numbered = Numbered::of(marks, may_call);
    // For each label how many before it are called from near.
    let spoken_before: Vec<usize> = called
        .iter()
        .scan(0, |spoken, &called| {
            Some(std::mem::replace(spoken, *spoken + usize::from(called)))
        })
        .collect();
    let (mut from, mut next) = (0, 0);
    let mut pairs_left = MOST_PAIRS;
    while next < blocks.len() {
        let group = group(labels, marks, &blocks[next..], &called);
        let end = next + group.blocks.max(1);
        // What looks like a label in the text before the notes may stand first.
        let mut best: Option<(i64, Group, Pairs)> = None;
        for start in (next..end).take(STARTS) {
            let group = Group::of(labels, &blocks[start..end]);
            if group.sections < 2 || labels[blocks[start][0]].number != 1 {
                continue;
            }
            let spoken = spoken_before[group.labels[0]];
            let marked = (marks, &numbered);
            let pairs = aligned(labels, marked, &group.labels, from, &mut pairs_left);
            let worth = worth(marks, &group, &pairs);
            if best.as_ref().is_none_or(|(most, ..)| worth > *most)
                && spoken * SPOKEN <= pairs.len()
                && accepted(labels, marks, &group, &pairs)
                && !amid_text(labels, marks, &group)
            {
                best = Some((worth, group, pairs));
            }
        }
        if let Some((_, group, pairs)) = best {
            windows(labels, marks, &group, &pairs, &mut found);
            from = labels[group.labels[group.labels.len() - 1]].rank;
        }
        next = end;
    }
    found
}

/// For each label whether a mark of its number stands not far before it, behind the label of
/// that number before.
fn called(labels: &[Label], marks: &[Mark]) -> Vec<bool> {
    let mut last: BTreeMap<u32, usize> = BTreeMap::new();
    let mut of_number: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for mark in marks.iter().filter(|mark| mark.worth >= LIKELY && !heads(labels, mark)) {
        of_number.entry(mark.number).or_default().push(mark.rank);
    }
    let mut called = Vec::with_capacity(labels.len());
    for label in labels {
        let from = last.insert(label.number, label.rank).unwrap_or_default();
        let from = from.max(label.rank.saturating_sub(LONGEST_GAP));
        let ranks = of_number.get(&label.number).map_or(&[][..], |ranks| ranks);
        let next = ranks.partition_point(|&rank| rank < from);
        called.push(ranks.get(next).is_some_and(|&rank| rank < label.rank));
    }
    called
}

/// Sections of notes one behind the other.
struct Group {
    /// Places of their labels, rising.
    labels: Vec<usize>,
    /// How many begin with 1.
    sections: usize,
    /// How many blocks of labels they are.
    blocks: usize,
}

impl Group {
    fn of(labels: &[Label], blocks: &[Vec<usize>]) -> Self {
        let mut places: Vec<usize> = blocks.iter().flatten().copied().collect();
        places.sort_unstable();
        let begins = |block: &&Vec<usize>| labels[block[0]].number == 1;
        let sections = blocks.iter().filter(begins).count();
        Self { labels: places, sections, blocks: blocks.len() }
    }
}

/// The blocks that stand together from the first of some on.
fn group(
    labels: &[Label],
    marks: &[Mark],
    blocks: &[Vec<usize>],
    called: &[bool],
) -> Group {
    let Some(first) = blocks.first().map(|block| labels[block[0]]) else {
        return Group::of(labels, &[]);
    };
    // Signs begin again with every page.
    if first.number != 1 || first.series == Series::Sign {
        return Group::of(labels, &[]);
    }
    let mut end = first.rank;
    let mut stands_apart = |block: &Vec<usize>| {
        let (head, last) = (labels[block[0]], labels[block[block.len() - 1]]);
        // A mark calls one note: those of the first section may be called from near.
        let near = block.iter().filter(|&&place| called[place]).count();
        let own = head.rank > first.rank && near * 2 > block.len();
        let gap = end..head.rank;
        end = end.max(last.rank);
        gap.len() > LONGEST_GAP || own || text_between(labels, marks, gap)
    };
    let taken = blocks.iter().position(&mut stands_apart);
    Group::of(labels, &blocks[..taken.unwrap_or(blocks.len())])
}

/// Whether marks stand between a label and the next, other than at the heads of lines: then
/// text does, and each chapter has its notes at its end, or each page.
fn text_between(labels: &[Label], marks: &[Mark], gap: Range<usize>) -> bool {
    let start = marks.partition_point(|mark| mark.rank <= gap.start);
    let end = marks.partition_point(|mark| mark.rank < gap.end).max(start);
    let likely = |mark: &&Mark| mark.worth >= LIKELY && !heads(labels, mark);
    marks[start..end].iter().filter(likely).count() >= MARKS_OF_TEXT
}

/// Whether what may be a mark may as well be a label.
fn heads(labels: &[Label], mark: &Mark) -> bool {
    let at = labels.partition_point(|label| label.rank < mark.rank);
    let of_line = labels[at..].iter().take_while(|label| label.rank == mark.rank);
    of_line.into_iter().any(|label| label.span.start == mark.span.start)
}

/// Labels and marks that belong together, as places of the two, both rising.
type Pairs = Vec<(usize, usize)>;

/// A label and a mark of its number, on the best way that ends with them.
#[derive(Clone, Copy)]
struct Pair {
    label: usize,
    mark: usize,
    worth: i64,
    before: Option<usize>,
}

/// The best pairs of labels and marks from a line on to the first of the labels, as places
/// of the two. What it takes is in proportion to the pairs, however many marks there are.
fn aligned(
    labels: &[Label],
    (marks, numbered): (&[Mark], &Numbered),
    group: &[usize],
    from: usize,
    most: &mut usize,
) -> Pairs {
    let start = marks.partition_point(|mark| mark.rank < from);
    let end = marks.partition_point(|mark| mark.rank < labels[group[0]].rank);
    let marks_of = |label: usize| numbered.within(labels[label].number, start..end);
    let all: usize = group.iter().map(|&label| marks_of(label).len()).sum();
    if all > *most {
        return Vec::new();
    }
    *most -= all;
    let mut paired: Vec<usize> =
        group.iter().flat_map(|&label| marks_of(label)).copied().collect();
    paired.sort_unstable();
    paired.dedup();
    let mut pairs: Vec<Pair> = Vec::with_capacity(all);
    let mut best = Prefixes::new(paired.len());
    for &label in group {
        // From behind, so that none is found before another of the same label.
        for &mark in marks_of(label).iter().rev() {
            let at = paired.partition_point(|&one| one < mark);
            let before = best.before(at, &pairs);
            let worth = i64::from(marks[mark].worth + PAIRED)
                + before.map_or(0, |before| pairs[before].worth);
            pairs.push(Pair { label, mark, worth, before });
            best.offer(at, pairs.len() - 1, &pairs);
        }
    }
    let mut at = best.before(paired.len(), &pairs);
    let mut path = Vec::new();
    while let Some(pair) = at {
        path.push((pairs[pair].label, pairs[pair].mark));
        at = pairs[pair].before;
    }
    path.reverse();
    path
}

/// The best way for each prefix of the marks (Fenwick 1994).
struct Prefixes {
    tree: Vec<Option<usize>>,
}

impl Prefixes {
    fn new(marks: usize) -> Self {
        Self { tree: vec![None; marks + 1] }
    }

    /// The best pair whose mark stands before a place.
    fn before(&self, mark: usize, pairs: &[Pair]) -> Option<usize> {
        let mut best: Option<usize> = None;
        let mut at = mark;
        while at > 0 {
            best = better(best, self.tree[at], pairs);
            at -= at & at.wrapping_neg();
        }
        best
    }

    fn offer(&mut self, mark: usize, pair: usize, pairs: &[Pair]) {
        let mut at = mark + 1;
        while at < self.tree.len() {
            self.tree[at] = better(self.tree[at], Some(pair), pairs);
            at += at & at.wrapping_neg();
        }
    }
}

/// The one of greater worth; the first of two that are alike.
fn better(one: Option<usize>, other: Option<usize>, pairs: &[Pair]) -> Option<usize> {
    let worth = |pair: Option<usize>| pair.map_or(i64::MIN, |pair| pairs[pair].worth);
    if worth(other) > worth(one) { other } else { one }
}

/// What an alignment is worth: the more labels have a likely mark and the fewer have none.
fn worth(marks: &[Mark], group: &Group, pairs: &[(usize, usize)]) -> i64 {
    let paired = pairs.iter().map(|&(_, mark)| i64::from(marks[mark].worth + PAIRED));
    let alone = i64::try_from(group.labels.len() - pairs.len()).unwrap_or(i64::MAX);
    paired.sum::<i64>() - alone.saturating_mul(UNPAIRED)
}

/// Whether marks stand among the labels, other than at the heads of lines: then text does.
fn amid_text(labels: &[Label], marks: &[Mark], group: &Group) -> bool {
    let (first, last) = (group.labels[0], group.labels[group.labels.len() - 1]);
    let start = marks.partition_point(|mark| mark.rank <= labels[first].rank);
    let end = marks.partition_point(|mark| mark.rank < labels[last].rank).max(start);
    let likely = |mark: &&Mark| mark.worth >= LIKELY && !heads(labels, mark);
    marks[start..end].iter().filter(likely).count() * AMID_TEXT > group.labels.len()
}

/// Whether so many labels have a mark in their order that it is no chance.
fn accepted(
    labels: &[Label],
    marks: &[Mark],
    group: &Group,
    pairs: &[(usize, usize)],
) -> bool {
    let likely = pairs.iter().filter(|&&(_, mark)| marks[mark].worth >= LIKELY).count();
    let begun = pairs.iter().filter(|&&(label, _)| labels[label].number == 1).count();
    let all = group.labels.len();
    let most = likely * 3 >= all * 2 && likely >= FEWEST;
    begun >= 2 && most
}

/// The stretch for each label: between the marks of those before it and behind it.
fn windows(
    labels: &[Label],
    marks: &[Mark],
    group: &Group,
    pairs: &[(usize, usize)],
    found: &mut [Option<Gathered>],
) {
    let block = labels[group.labels[0]].rank;
    for &label in &group.labels {
        let behind = pairs.partition_point(|&(paired, _)| paired < label);
        let called = pairs.get(behind).is_some_and(|&(paired, _)| paired == label);
        let rank =
            |pair: Option<&(usize, usize)>| pair.map(|&(_, mark)| marks[mark].rank);
        let from = rank(behind.checked_sub(1).and_then(|before| pairs.get(before)));
        let to = rank(pairs.get(behind + usize::from(called)));
        found[label] = Some(Gathered {
            from: from.unwrap_or_default(),
            to: to.map_or(block, |to| to + 1),
            called,
            block,
        });
    }
}
