//! Notes at the end of a book whose numbers restart with every chapter.
//!
//! All their labels together have the same order as the marks of the whole text: 1, 2, 3,
//! 1, 2, 1. So we need not know where a chapter ends or which section of the notes
//! belongs to it. The heaviest common subsequence of labels and marks decides, computed
//! over the pairs of equal numbers only (Hunt & Szymanski 1977).

use std::collections::BTreeMap;
use std::ops::Range;

use super::gathered::{LIKELY, MarksByNumber, POSSIBLE, find_label_blocks};
use super::mark_candidate::{MarkCandidate as Mark, MarkSetting};
use super::note_label::{GatheredSpan, NoteLabel};
use crate::text::note_series::LabelSeries;
use crate::text::viterbi::trace_chain;

/// Most solid lines from the last label of a section to the first of the next: a long
/// note, and headings.
pub(crate) const LONGEST_GAP: usize = 80;

/// This many marks between two sections show that text is there.
const MARKS_OF_TEXT: usize = 2;

/// Notes called from nearby, before the first endnote, are at most one for this many
/// endnotes: the marks of a book with footnotes are taken.
const SPOKEN: usize = 3;

/// This many beginnings of the notes are tried, one label with the number 1 after the
/// other.
const STARTS: usize = 12;

/// Marks among the labels of endnotes are at most one for this many labels: a quotation
/// in a note may contain a number, too.
const AMID_TEXT: usize = 3;

/// Cost of a label without a mark, in hundredths of a nat.
const UNPAIRED: i64 = 300;

/// Fewest notes of all sections together that have marks.
const FEWEST: usize = 3;

/// Worth of a pair besides its mark, so that the weakest pair is still worth something.
const PAIRED: i32 = 200;

/// Most pairs of a label and a mark of its number that are weighed. Forty chapters of
/// thirty notes have some fifty thousand.
const MOST_PAIRS: usize = 400_000;

/// For each label of an endnote, finds the span of text that has its mark.
pub(crate) fn find_chapter_endnotes(
    labels: &[NoteLabel],
    marks: &[Mark],
) -> Vec<Option<GatheredSpan>> {
    let mut found = vec![None; labels.len()];
    let called = find_near_called(labels, marks);
    let blocks = find_label_blocks(labels);
    // The last figures of a year match many numbers.
    let may_call =
        |mark: &Mark| mark.worth >= POSSIBLE && mark.setting != MarkSetting::Suffix;
    let numbered = MarksByNumber::new(marks, may_call);
    // For each label, how many labels before it are called from nearby.
    let spoken_before: Vec<usize> = called
        .iter()
        .scan(0, |spoken, &called| {
            Some(std::mem::replace(spoken, *spoken + usize::from(called)))
        })
        .collect();
    let (mut from, mut next) = (0, 0);
    let mut pairs_left = MOST_PAIRS;
    while next < blocks.len() {
        let group = group_blocks(labels, marks, &blocks[next..], &called);
        let end = next + group.blocks.max(1);
        // The first of the group may be a line of the text that looks like a label.
        let mut best: Option<(i64, NoteSections, LabelMarkPairs)> = None;
        for start in (next..end).take(STARTS) {
            let group = NoteSections::new(labels, &blocks[start..end]);
            if group.sections < 2 || labels[blocks[start][0]].number != 1 {
                continue;
            }
            let spoken = spoken_before[group.labels[0]];
            let marked = (marks, &numbered);
            let pairs =
                align_labels(labels, marked, &group.labels, from, &mut pairs_left);
            let worth = score_alignment(marks, &group, &pairs);
            if best.as_ref().is_none_or(|(most, ..)| worth > *most)
                && spoken * SPOKEN <= pairs.len()
                && is_accepted(labels, marks, &group, &pairs)
                && !is_amid_text(labels, marks, &group)
            {
                best = Some((worth, group, pairs));
            }
        }
        if let Some((_, group, pairs)) = best {
            mark_windows(labels, marks, &group, &pairs, &mut found);
            from = labels[group.labels[group.labels.len() - 1]].line_no;
        }
        next = end;
    }
    found
}

/// For each label, whether a mark of its number is nearby: not far before it, and after
/// the previous label of that number.
fn find_near_called(labels: &[NoteLabel], marks: &[Mark]) -> Vec<bool> {
    let mut last: BTreeMap<u32, usize> = BTreeMap::new();
    let mut of_number: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for mark in
        marks.iter().filter(|mark| mark.worth >= LIKELY && !is_label_head(labels, mark))
    {
        of_number.entry(mark.number).or_default().push(mark.line_no);
    }
    let mut called = Vec::with_capacity(labels.len());
    for label in labels {
        let from = last.insert(label.number, label.line_no).unwrap_or_default();
        let from = from.max(label.line_no.saturating_sub(LONGEST_GAP));
        let line_nos = of_number.get(&label.number).map_or(&[][..], |line_nos| line_nos);
        let next = line_nos.partition_point(|&line_no| line_no < from);
        called.push(line_nos.get(next).is_some_and(|&line_no| line_no < label.line_no));
    }
    called
}

/// Consecutive sections of notes.
struct NoteSections {
    /// Indices of their labels, in ascending order.
    labels: Vec<usize>,
    /// How many of them begin with 1.
    sections: usize,
    /// How many blocks of labels they have.
    blocks: usize,
}

impl NoteSections {
    fn new(labels: &[NoteLabel], blocks: &[Vec<usize>]) -> Self {
        let mut places: Vec<usize> = blocks.iter().flatten().copied().collect();
        places.sort_unstable();
        let begins = |block: &&Vec<usize>| labels[block[0]].number == 1;
        let sections = blocks.iter().filter(begins).count();
        Self { labels: places, sections, blocks: blocks.len() }
    }
}

/// Groups the first of some blocks with the blocks adjacent to it.
fn group_blocks(
    labels: &[NoteLabel],
    marks: &[Mark],
    blocks: &[Vec<usize>],
    called: &[bool],
) -> NoteSections {
    let Some(first) = blocks.first().map(|block| labels[block[0]]) else {
        return NoteSections::new(labels, &[]);
    };
    // Signs restart with every page.
    if first.number != 1 || first.series == LabelSeries::Sign {
        return NoteSections::new(labels, &[]);
    }
    let mut end = first.line_no;
    let mut stands_apart = |block: &Vec<usize>| {
        let (head, last) = (labels[block[0]], labels[block[block.len() - 1]]);
        // A mark calls one note: notes of the first section may be called from nearby.
        let near = block.iter().filter(|&&place| called[place]).count();
        let own = head.line_no > first.line_no && near * 2 > block.len();
        let gap = end..head.line_no;
        end = end.max(last.line_no);
        gap.len() > LONGEST_GAP || own || has_text_between(labels, marks, gap)
    };
    let taken = blocks.iter().position(&mut stands_apart);
    NoteSections::new(labels, &blocks[..taken.unwrap_or(blocks.len())])
}

/// Whether marks between two labels show that text is there: then each chapter, or each
/// page, has its notes at its end. Marks at the heads of lines do not count.
fn has_text_between(labels: &[NoteLabel], marks: &[Mark], gap: Range<usize>) -> bool {
    let start = marks.partition_point(|mark| mark.line_no <= gap.start);
    let end = marks.partition_point(|mark| mark.line_no < gap.end).max(start);
    let likely = |mark: &&Mark| mark.worth >= LIKELY && !is_label_head(labels, mark);
    marks[start..end].iter().filter(likely).count() >= MARKS_OF_TEXT
}

/// Whether a possible mark is also a possible label.
fn is_label_head(labels: &[NoteLabel], mark: &Mark) -> bool {
    let at = labels.partition_point(|label| label.line_no < mark.line_no);
    let of_line = labels[at..].iter().take_while(|label| label.line_no == mark.line_no);
    of_line.into_iter().any(|label| label.span.start == mark.span.start)
}

/// Matched labels and marks as indices, both in ascending order.
type LabelMarkPairs = Vec<(usize, usize)>;

/// A label and a mark of its number, on the best path that ends with them.
#[derive(Clone, Copy)]
struct AlignedPair {
    label: usize,
    mark: usize,
    worth: i64,
    backpointer: Option<usize>,
}

/// Finds the best pairs of labels and marks, with marks between a line and the first
/// label. Time is proportional to the pairs, regardless of how many marks there are.
fn align_labels(
    labels: &[NoteLabel],
    (marks, numbered): (&[Mark], &MarksByNumber),
    group: &[usize],
    from: usize,
    most: &mut usize,
) -> LabelMarkPairs {
    let start = marks.partition_point(|mark| mark.line_no < from);
    let end = marks.partition_point(|mark| mark.line_no < labels[group[0]].line_no);
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
    let mut pairs: Vec<AlignedPair> = Vec::with_capacity(all);
    let mut best = PrefixBest::new(paired.len());
    for &label in group {
        // Backwards, so that no pair precedes another of the same label.
        for &mark in marks_of(label).iter().rev() {
            let at = paired.partition_point(|&one| one < mark);
            let before = best.best_before(at, &pairs);
            let worth = i64::from(marks[mark].worth + PAIRED)
                + before.map_or(0, |before| pairs[before].worth);
            pairs.push(AlignedPair { label, mark, worth, backpointer: before });
            best.offer(at, pairs.len() - 1, &pairs);
        }
    }
    let last = best.best_before(paired.len(), &pairs);
    let path = trace_chain(last, |pair| pairs[pair].backpointer);
    path.into_iter().map(|pair| (pairs[pair].label, pairs[pair].mark)).collect()
}

/// The best path for each prefix of the marks (Fenwick 1994).
struct PrefixBest {
    tree: Vec<Option<usize>>,
}

impl PrefixBest {
    fn new(marks: usize) -> Self {
        Self { tree: vec![None; marks + 1] }
    }

    /// The best pair whose mark is before an index.
    fn best_before(&self, mark: usize, pairs: &[AlignedPair]) -> Option<usize> {
        let mut best: Option<usize> = None;
        let mut at = mark;
        while at > 0 {
            best = better_pair(best, self.tree[at], pairs);
            at -= at & at.wrapping_neg();
        }
        best
    }

    fn offer(&mut self, mark: usize, pair: usize, pairs: &[AlignedPair]) {
        let mut at = mark + 1;
        while at < self.tree.len() {
            self.tree[at] = better_pair(self.tree[at], Some(pair), pairs);
            at += at & at.wrapping_neg();
        }
    }
}

/// The pair of greater worth; the first of two equal ones.
fn better_pair(
    one: Option<usize>,
    other: Option<usize>,
    pairs: &[AlignedPair],
) -> Option<usize> {
    let worth = |pair: Option<usize>| pair.map_or(i64::MIN, |pair| pairs[pair].worth);
    if worth(other) > worth(one) { other } else { one }
}

/// Scores an alignment: likely marks count for it, labels without marks against it.
fn score_alignment(
    marks: &[Mark],
    group: &NoteSections,
    pairs: &[(usize, usize)],
) -> i64 {
    let paired = pairs.iter().map(|&(_, mark)| i64::from(marks[mark].worth + PAIRED));
    let alone = i64::try_from(group.labels.len() - pairs.len()).unwrap_or(i64::MAX);
    paired.sum::<i64>() - alone.saturating_mul(UNPAIRED)
}

/// Whether marks among the labels show that text is there; marks at the heads of lines do
/// not count.
fn is_amid_text(labels: &[NoteLabel], marks: &[Mark], group: &NoteSections) -> bool {
    let (first, last) = (group.labels[0], group.labels[group.labels.len() - 1]);
    let start = marks.partition_point(|mark| mark.line_no <= labels[first].line_no);
    let end =
        marks.partition_point(|mark| mark.line_no < labels[last].line_no).max(start);
    let likely = |mark: &&Mark| mark.worth >= LIKELY && !is_label_head(labels, mark);
    marks[start..end].iter().filter(likely).count() * AMID_TEXT > group.labels.len()
}

/// Whether too many labels have a mark in order for it to be chance.
fn is_accepted(
    labels: &[NoteLabel],
    marks: &[Mark],
    group: &NoteSections,
    pairs: &[(usize, usize)],
) -> bool {
    let likely = pairs.iter().filter(|&&(_, mark)| marks[mark].worth >= LIKELY).count();
    let begun = pairs.iter().filter(|&&(label, _)| labels[label].number == 1).count();
    let all = group.labels.len();
    let most = likely * 3 >= all * 2 && likely >= FEWEST;
    begun >= 2 && most
}

/// Computes the span of each label: between the marks of the labels before and after it.
fn mark_windows(
    labels: &[NoteLabel],
    marks: &[Mark],
    group: &NoteSections,
    pairs: &[(usize, usize)],
    found: &mut [Option<GatheredSpan>],
) {
    let block = labels[group.labels[0]].line_no;
    for &label in &group.labels {
        let after = pairs.partition_point(|&(paired, _)| paired < label);
        let called = pairs.get(after).is_some_and(|&(paired, _)| paired == label);
        let line_no =
            |pair: Option<&(usize, usize)>| pair.map(|&(_, mark)| marks[mark].line_no);
        let from = line_no(after.checked_sub(1).and_then(|before| pairs.get(before)));
        let to = line_no(pairs.get(after + usize::from(called)));
        found[label] = Some(GatheredSpan {
            from: from.unwrap_or_default(),
            to: to.map_or(block, |to| to + 1),
            called,
            block,
        });
    }
}
