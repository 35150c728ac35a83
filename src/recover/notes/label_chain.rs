//! Finds the lines that begin a note: the chain of note labels.
//!
//! A number at the beginning of a line may be anything. But labels follow one another
//! (each is one more than the one before, or restarts at 1), a mark of the same number is
//! a little before each, and a document writes all labels in one format. One dynamic
//! program over everything that looks like a label finds the best such chain, for each
//! series separately.

use std::collections::{BTreeMap, BTreeSet};

use super::announced_lists::remove_announced_lists;
use super::mark_candidate::MarkCandidate as Mark;
use super::note_label::{GatheredSpan, NoteLabel};
use super::read_labels::read_labels;
use super::series_presence::SupposedSeries;
use super::{endnotes, gathered};
use crate::book::source_traits::SourceNotes;
use crate::recover::page::source_layout::{PageTurn, SourceLayout};
use crate::text::note_labels::LabelFormat;
use crate::text::note_series::{self, LabelSeries, MOST_SIGNS};
use crate::text::viterbi::trace_chain;

/// How far before its label a mark may be if pages are not known, in solid lines: two
/// long pages.
const REACH: usize = 110;

/// A label with this score, in hundredths of a nat, opens a note on its own.
const BELIEVED: i32 = 200;

/// Least worth of a chain of a second series, in hundredths of a nat.
const SECOND: i32 = 300;

/// Score of a label without a mark of its number before it.
const UNSUPPORTED: i32 = -250;

/// Most solid lines from an item of a list to the note of its number on the same page, if
/// pages are not known: fewer than a page has.
const LIST_BEFORE_NOTES: usize = 20;

/// Letters worth less as marks, in hundredths of a nat, are words between an item of a
/// list and a note.
const POSSIBLE: i32 = -150;

/// See [`score_break_off`].
const BREAKS_OFF: i32 = 100;

/// Score of a label of gathered notes whose mark is in order with the others.
const CALLED_FROM_AFAR: i32 = 200;

/// The labels of a text.
#[derive(Debug, Default)]
pub(crate) struct LabelChains {
    /// Their worth, in hundredths of a nat.
    pub(crate) worth: i32,
    /// The labels, in order.
    pub(crate) labels: Vec<NoteLabel>,
    /// Chains that number something else than notes.
    pub(crate) rejected: Vec<RejectedSeries>,
}

/// A chain of labels that number something else than notes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RejectedSeries {
    /// The first label.
    pub(crate) first: NoteLabel,
    /// How many labels it has.
    pub(crate) labels: usize,
    /// How many of them have a certain mark in order.
    pub(crate) called: usize,
    /// A mark or the place of the labels speaks for notes.
    pub(crate) doubtful: bool,
}

/// Which lines may begin a note.
#[derive(Clone, Copy)]
pub(crate) struct LabelLines<'a> {
    /// Whether a label on a solid line may be one of a note.
    pub(crate) may_begin: &'a dyn Fn(usize) -> bool,
    /// The labels after their notes, in the order of the notes.
    pub(crate) after: &'a [NoteLabel],
}

impl LabelLines<'_> {
    /// Reads everything that looks like a label, in the order of the notes.
    fn read(&self, source: &SourceLayout<'_>, marks: &[Mark]) -> Vec<NoteLabel> {
        let mut taken: BTreeSet<usize> = BTreeSet::new();
        for label in self.after {
            taken.insert(label.line_no);
            taken.extend(label.printed.map(|printed| printed.line_no));
        }
        let lines = (0..source.solid_lines.len())
            .filter(|line_no| (self.may_begin)(*line_no) && !taken.contains(line_no));
        let mut labels: Vec<NoteLabel> =
            lines.flat_map(|line_no| read_labels(source, line_no)).collect();
        remove_announced_lists(source, marks, &mut labels);
        let after = self.after.iter().filter(|label| (self.may_begin)(label.line_no));
        labels.extend(after);
        labels.sort_by_key(|label| label.line_no);
        labels
    }
}

/// Finds the labels of a text. All labels of a series have one format, and there may be
/// two series. `bounds` are the solid lines with which pages begin.
pub(crate) fn find_label_chains(
    source: &SourceLayout<'_>,
    marks: &[Mark],
    bounds: &[usize],
    lines: LabelLines<'_>,
) -> LabelChains {
    let mut found = LabelChains::default();
    let mut by_manner: BTreeMap<(LabelSeries, LabelFormat), Vec<NoteLabel>> =
        BTreeMap::new();
    for label in lines.read(source, marks) {
        by_manner.entry((label.series, label.format)).or_default().push(label);
    }
    let mut chains: Vec<(i32, Vec<NoteLabel>)> = Vec::new();
    for series in note_series::ALL_SERIES {
        let marks: Vec<Mark> =
            marks.iter().filter(|mark| mark.series == series).copied().collect();
        let support = MarkSupport::new(&marks);
        let of_series = by_manner.iter().filter(|((of, _), _)| *of == series);
        let supposed = of_series
            .filter_map(|(_, labels)| find_best_chain(source, labels, &marks, &support))
            .filter(|(worth, _)| *worth >= least_worth(series));
        let mut rejected: Option<(i32, RejectedSeries)> = None;
        let mut accepted: Option<(i32, Vec<NoteLabel>)> = None;
        for (worth, labels) in supposed {
            let supposed = SupposedSeries {
                source,
                bounds,
                labels: &labels,
                marks: &marks,
                is_text: lines.may_begin,
            };
            let evidence =
                supposed.weigh(|line_no| first_reachable_line(source, line_no));
            // A person who says where the notes are says that there are some.
            if !evidence.present && source.notation.traits.notes.is_none() {
                let series = RejectedSeries {
                    first: labels[0],
                    labels: labels.len(),
                    called: evidence.called,
                    doubtful: evidence.doubtful,
                };
                if rejected.as_ref().is_none_or(|(most, _)| worth >= *most) {
                    rejected = Some((worth, series));
                }
            } else if accepted.as_ref().is_none_or(|(most, _)| worth >= *most) {
                accepted = Some((worth, labels));
            }
        }
        if accepted.is_none() {
            found.rejected.extend(rejected.map(|(_, series)| series));
        }
        chains.extend(accepted);
    }
    chains.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    let mut chains = chains.into_iter();
    let Some((mut worth, mut labels)) = chains.next() else { return found };
    if let Some((more, second)) = chains.next().filter(|(worth, _)| *worth >= SECOND) {
        let taken: BTreeSet<usize> = labels.iter().map(|label| label.line_no).collect();
        let free = |label: &NoteLabel| {
            let sure = label.series == LabelSeries::Figure || label.support >= 200;
            sure && !taken.contains(&label.line_no)
        };
        worth += more;
        labels.extend(second.into_iter().filter(free));
        labels.sort_by_key(|label| label.line_no);
    }
    LabelChains { worth, labels, ..found }
}

/// Least worth of a chain of note labels, in hundredths of a nat. Letters and Roman
/// figures also number chapters and lists, so they need two marks.
fn least_worth(series: LabelSeries) -> i32 {
    match series {
        LabelSeries::Figure | LabelSeries::Sign => BELIEVED,
        LabelSeries::Letter | LabelSeries::Roman => BELIEVED * 3,
    }
}

/// Where the marks of each number of a series are.
struct MarkSupport {
    /// For every number, the lines and the worth of its marks, in order.
    places: BTreeMap<u32, Vec<(usize, i32)>>,
}

impl MarkSupport {
    fn new(marks: &[Mark]) -> Self {
        let mut places: BTreeMap<u32, Vec<(usize, i32)>> = BTreeMap::new();
        for mark in marks {
            places.entry(mark.number).or_default().push((mark.line_no, mark.worth));
        }
        Self { places }
    }

    /// The worth of the marks of a label's number from a line on, before the label.
    fn worths_before(&self, label: &NoteLabel, from: usize) -> impl Iterator<Item = i32> {
        let places = self.places.get(&label.number).map_or(&[][..], |p| p);
        let start = places.partition_point(|&(line_no, _)| line_no < from);
        let end = places.partition_point(|&(line_no, _)| line_no < label.line_no);
        places[start..end.max(start)].iter().map(|&(_, worth)| worth)
    }

    /// How many certain marks of a label's number there are from a line on, before the
    /// label.
    fn count_sure_marks(&self, label: &NoteLabel, from: usize) -> usize {
        self.worths_before(label, from).filter(|&worth| worth >= 200).count()
    }

    /// Scores the best mark of a label's number from a line on, before the label; in
    /// hundredths of a nat.
    fn score_support(&self, label: &NoteLabel, from: usize) -> i32 {
        match self.worths_before(label, from).max() {
            Some(200..) => 300,
            Some(100..) => 200,
            Some(-100..) => 80,
            Some(-250..) => -120,
            _ => UNSUPPORTED,
        }
    }
}

/// A label with a lower own score takes no mark away from another.
const WEAK: i32 = -100;

/// Cost of restarting at 1, in hundredths of a nat. If every page restarts, the marks
/// make up for it.
const RESTART: i32 = -60;

/// Score of the next number in order.
const NEXT: i32 = 150;

/// Cost of each skipped number.
const SKIP: i32 = -150;

/// Most consecutive numbers that may be skipped.
const MOST_SKIPPED: u32 = 5;

/// Cost of a chain that begins with another number than 1.
const ODD_START: i32 = -120;

/// Cost of a repeated number.
const TWICE: i32 = -200;

/// Finds the best chain of one format and its worth, if it is worth enough.
fn find_best_chain(
    source: &SourceLayout<'_>,
    labels: &[NoteLabel],
    marks: &[Mark],
    support: &MarkSupport,
) -> Option<(i32, Vec<NoteLabel>)> {
    let mut labels = labels.to_vec();
    // A mark calls one note: after a label with a mark, the next label of the same number
    // needs a mark of its own.
    let mut called: BTreeMap<u32, usize> = BTreeMap::new();
    let lists = find_list_items(source, &labels, support);
    for (label, &in_list) in labels.iter_mut().zip(&lists) {
        if in_list {
            label.support = UNSUPPORTED;
            continue;
        }
        let used = called.get(&label.number).copied().unwrap_or_default();
        label.support = support
            .score_support(label, first_reachable_line(source, label.line_no).max(used));
        label.worth += score_break_off(source, label);
        if label.support >= 200 && label.worth > WEAK {
            called.insert(label.number, label.line_no);
        }
    }
    let called = |place: usize| labels[place].support >= 200;
    let by_chapter = endnotes::find_chapter_endnotes(&labels, marks);
    let taken = |place: usize| lists[place] || by_chapter[place].is_some();
    let gathered = gathered::find_gathered_notes(&labels, marks, called, taken);
    let gathered = by_chapter.iter().zip(gathered).map(|(one, other)| one.or(other));
    let gathered: Vec<Option<GatheredSpan>> = gathered.collect();
    for (label, gathered) in labels.iter_mut().zip(gathered) {
        label.gathered = gathered;
        if let Some(gathered) = gathered {
            let support = if gathered.called { CALLED_FROM_AFAR } else { 0 };
            label.support = label.support.max(support);
        }
    }
    keep_stated_places(source.notation.traits.notes, &mut labels);
    let mut best: Vec<i32> = Vec::with_capacity(labels.len());
    let mut backpointers: Vec<Option<usize>> = Vec::with_capacity(labels.len());
    // The best chain that ends with each number, and the best of all.
    let mut ending: BTreeMap<u32, usize> = BTreeMap::new();
    let mut greatest: Option<usize> = None;
    for (place, label) in labels.iter().enumerate() {
        let start = if label.number == 1 { 0 } else { ODD_START };
        let mut choice = (start, None);
        let mut offer = |worth: i32, earlier: usize| {
            // Two labels on one line are one.
            if labels[earlier].line_no < label.line_no && worth > choice.0 {
                choice = (worth, Some(earlier));
            }
        };
        // A page may skip any sign.
        let signs = label.series == LabelSeries::Sign;
        let (most, skip) = if signs { (2 * MOST_SIGNS, 0) } else { (MOST_SKIPPED, SKIP) };
        for skipped in 0..=most {
            let Some(number) = label.number.checked_sub(skipped + 1) else { break };
            if let Some(&earlier) = ending.get(&number) {
                let skips = i32::try_from(skipped).unwrap_or_default() * skip;
                offer(best[earlier] + NEXT + skips, earlier);
            }
        }
        if let Some(&earlier) = ending.get(&label.number) {
            offer(best[earlier] + if signs { RESTART } else { TWICE }, earlier);
        }
        if let Some(earlier) = greatest {
            let restart = match label.number {
                1 => RESTART,
                _ => RESTART + ODD_START * 2,
            };
            offer(best[earlier] + restart, earlier);
        }
        let worth = choice.0 + label.worth + label.support;
        best.push(worth);
        backpointers.push(choice.1);
        let last = ending.entry(label.number).or_insert(place);
        // Of chains with nearly the same worth, the later one is nearer to what follows.
        if best[*last] - 100 <= worth {
            *last = place;
        }
        if greatest.is_none_or(|greatest| best[greatest] <= worth) {
            greatest = Some(place);
        }
    }
    let last = greatest.filter(|&last| best[last] >= BELIEVED)?;
    let chain = trace_chain(Some(last), |place| backpointers[place]);
    Some((best[last], chain.into_iter().map(|place| labels[place]).collect()))
}

/// Keeps the labels that may be where a person says the notes are.
fn keep_stated_places(stated: Option<SourceNotes>, labels: &mut Vec<NoteLabel>) {
    match stated {
        None | Some(SourceNotes::None) => {}
        Some(SourceNotes::Page) => {
            for label in labels.iter_mut() {
                label.gathered = None;
            }
        }
        Some(SourceNotes::Chapter) => labels.retain(|label| label.gathered.is_some()),
        Some(SourceNotes::End) => {
            labels.retain(|label| label.gathered.is_some());
            let is_gap = |pair: &[NoteLabel]| {
                pair[1].line_no - pair[0].line_no > endnotes::LONGEST_GAP
            };
            let before = labels.windows(2).rposition(is_gap);
            labels.drain(..before.map_or(0, |last| last + 1));
        }
    }
}

/// Scores a label by whether the text breaks off before it, with a full line above a
/// blank one. An item of a list follows a whole sentence or a shorter line.
fn score_break_off(source: &SourceLayout<'_>, label: &NoteLabel) -> i32 {
    let Some(before) = label.line_no.checked_sub(1) else { return 0 };
    let apart =
        source.blanks_before(label.line_no) > 0 && source.blanks_before(before) == 0;
    if source.breaks_off(before) && apart && !label.alone { BREAKS_OFF } else { 0 }
}

/// Finds labels that number a list in the text: those before another one of their number
/// on the same page, without a mark between the two. Notes are at the foot of the page.
fn find_list_items(
    source: &SourceLayout<'_>,
    labels: &[NoteLabel],
    support: &MarkSupport,
) -> Vec<bool> {
    let mut met: BTreeMap<u32, usize> = BTreeMap::new();
    let places = labels.iter().enumerate();
    let above = places.map(|(place, label)| met.insert(label.number, place));
    let above: Vec<Option<usize>> = above.collect();
    let mut below: BTreeMap<u32, usize> = BTreeMap::new();
    let mut lists = vec![false; labels.len()];
    for (place, label) in labels.iter().enumerate().rev() {
        if let Some(later) = below.insert(label.number, place).map(|later| &labels[later])
            && are_on_one_page(source, label, later, support)
        {
            // Two marks before both may call both: the page was repaginated, or the page
            // before had no room for a note.
            let page = source.page_lines(source.page_of(label.line_no)).start;
            let used = above[place].map_or(0, |used| labels[used].line_no);
            let from = first_reachable_line(source, label.line_no).max(used);
            lists[place] = support.score_support(later, label.line_no) < 200
                && support.count_sure_marks(label, page) < 2
                && support.count_sure_marks(label, from) < 2;
        }
    }
    lists
}

/// Whether a label is on the page of a later one. If pages are not known, it is if that
/// one is near and nothing between the two can be its mark.
fn are_on_one_page(
    source: &SourceLayout<'_>,
    label: &NoteLabel,
    later: &NoteLabel,
    support: &MarkSupport,
) -> bool {
    if source.turn == PageTurn::Unmarked {
        let near = later.line_no - label.line_no <= LIST_BEFORE_NOTES;
        let letters = matches!(label.series, LabelSeries::Letter | LabelSeries::Roman);
        let possible = |worth: i32| !letters || worth >= POSSIBLE;
        return near && !support.worths_before(later, label.line_no).any(possible);
    }
    source.page_of(later.line_no) == source.page_of(label.line_no)
}

/// The first line that may have the mark of a label: on the page before the label's.
fn first_reachable_line(source: &SourceLayout<'_>, line_no: usize) -> usize {
    let far = line_no.saturating_sub(REACH);
    if source.turn == PageTurn::Unmarked {
        return far;
    }
    let page = source.page_of(line_no);
    source.page_lines(page.saturating_sub(1)).start.max(far)
}
