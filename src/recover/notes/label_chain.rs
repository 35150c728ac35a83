//! Which lines begin a note: the chain of note labels.
//!
//! A number at the head of a line may be anything. But labels follow one another (each
//! is one more than the one before, or begins again at 1), a mark of the same number
//! stands a little before each, and a document writes them all in one manner. One
//! dynamic program over all that looks like a label finds the best such chain, for each
//! series apart.

use std::collections::{BTreeMap, BTreeSet};

use super::label::{Gathered, Label};
use super::labels::read;
use super::mark::Candidate as Mark;
use super::{endnotes, gathered};
use crate::recover::page::pages::{Sheet, Turn};
use crate::text::note_labels::Manner;
use crate::text::note_series::{self, MOST_SIGNS, Series};

/// How many solid lines before its label a mark may stand where pages are not known:
/// two long pages.
const REACH: usize = 110;

/// A label that has this much behind it, in hundredths of a nat, opens a note on its own.
const BELIEVED: i32 = 200;

/// What a chain of a second series is worth, in hundredths of a nat, from which it is one.
const SECOND: i32 = 300;

/// What it says against a label that no mark of its number stands before it.
const UNSUPPORTED: i32 = -250;

/// Solid lines from an item of a list to the note of its number on the same page, at most,
/// where pages are not known: fewer than a page has.
const LIST_BEFORE_NOTES: usize = 20;

/// Letters that are worth less as marks, in hundredths of a nat, are words between an item
/// of a list and a note.
const POSSIBLE: i32 = -150;

/// See [`breaks_off`].
const BREAKS_OFF: i32 = 100;

/// A line is full from this share of the measure on, in per cent.
const FULL: u32 = 85;

/// What it says for a label of gathered notes that its mark stands in order with the others.
const CALLED_FROM_AFAR: i32 = 200;

/// The labels of a text, in order, and what they are worth, in hundredths of a nat. All of
/// one series are written in one manner; there may be two series.
pub(crate) fn chain(
    sheet: &Sheet<'_>,
    marks: &[Mark],
    wanted: impl Fn(usize) -> bool,
) -> (i32, Vec<Label>) {
    let mut by_manner: BTreeMap<(Series, Manner), Vec<Label>> = BTreeMap::new();
    for rank in (0..sheet.solid.len()).filter(|&rank| wanted(rank)) {
        for label in read(sheet, rank) {
            by_manner.entry((label.series, label.manner)).or_default().push(label);
        }
    }
    let mut chains: Vec<(i32, Vec<Label>)> = Vec::new();
    for series in note_series::ALL {
        let marks: Vec<Mark> =
            marks.iter().filter(|mark| mark.series == series).copied().collect();
        let support = Support::new(&marks);
        let of_series = by_manner.iter().filter(|((of, _), _)| *of == series);
        let best = of_series
            .filter_map(|(_, labels)| best_chain(sheet, labels, &marks, &support))
            .max_by_key(|(worth, _)| *worth);
        chains.extend(best.filter(|(worth, _)| *worth >= believed(series)));
    }
    chains.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    let mut chains = chains.into_iter();
    let Some((mut worth, mut labels)) = chains.next() else { return (0, Vec::new()) };
    if let Some((more, second)) = chains.next().filter(|(worth, _)| *worth >= SECOND) {
        let taken: BTreeSet<usize> = labels.iter().map(|label| label.rank).collect();
        let free = |label: &Label| {
            let sure = label.series == Series::Figure || label.support >= 200;
            sure && !taken.contains(&label.rank)
        };
        worth += more;
        labels.extend(second.into_iter().filter(free));
        labels.sort_by_key(|label| label.rank);
    }
    (worth, labels)
}

/// What a chain is worth, in hundredths of a nat, from which it is one of notes. With
/// letters and Roman figures chapters and lists are numbered, too: they want two marks.
fn believed(series: Series) -> i32 {
    match series {
        Series::Figure | Series::Sign => BELIEVED,
        Series::Letter | Series::Roman => BELIEVED * 3,
    }
}

/// Where marks of each number of a series stand.
struct Support {
    /// For every number: ranks of the lines, and worth, in order.
    places: BTreeMap<u32, Vec<(usize, i32)>>,
}

impl Support {
    fn new(marks: &[Mark]) -> Self {
        let mut places: BTreeMap<u32, Vec<(usize, i32)>> = BTreeMap::new();
        for mark in marks {
            places.entry(mark.number).or_default().push((mark.rank, mark.worth));
        }
        Self { places }
    }

    /// Worth of the marks of a label's number before it, from a line on.
    fn before(&self, label: &Label, from: usize) -> impl Iterator<Item = i32> {
        let places = self.places.get(&label.number).map_or(&[][..], |p| p);
        let start = places.partition_point(|&(rank, _)| rank < from);
        let end = places.partition_point(|&(rank, _)| rank < label.rank);
        places[start..end.max(start)].iter().map(|&(_, worth)| worth)
    }

    /// How many marks of a label's number surely stand before it, from a line on.
    fn sure_marks(&self, label: &Label, from: usize) -> usize {
        self.before(label, from).filter(|&worth| worth >= 200).count()
    }

    /// What the best mark of a label's number among the lines before it is worth, in
    /// hundredths of a nat.
    fn of(&self, label: &Label, from: usize) -> i32 {
        match self.before(label, from).max() {
            Some(200..) => 300,
            Some(100..) => 200,
            Some(-100..) => 80,
            Some(-250..) => -120,
            _ => UNSUPPORTED,
        }
    }
}

/// A label whose own looks are worse than this takes no mark away from another.
const WEAK: i32 = -100;

/// Cost of beginning again at 1, in hundredths of a nat. Where each page counts anew it
/// is paid on every page, and the marks make up for it.
const RESTART: i32 = -60;

/// Worth of the number that must come next.
const NEXT: i32 = 150;

/// Cost of each number that is left out.
const SKIP: i32 = -150;

/// Most numbers in a row that may be left out.
const MOST_SKIPPED: u32 = 5;

/// Cost of a chain that begins with another number than 1.
const ODD_START: i32 = -120;

/// Cost of a number that comes twice.
const TWICE: i32 = -200;

/// The best chain of one manner, with its worth, if it is to be believed.
fn best_chain(
    sheet: &Sheet<'_>,
    labels: &[Label],
    marks: &[Mark],
    support: &Support,
) -> Option<(i32, Vec<Label>)> {
    let mut labels = labels.to_vec();
    // A mark calls one note: behind a label that has a mark, the next label of the same
    // number wants a mark of its own.
    let mut called: BTreeMap<u32, usize> = BTreeMap::new();
    let lists = in_lists(sheet, &labels, support);
    for (label, &in_list) in labels.iter_mut().zip(&lists) {
        if in_list {
            label.support = UNSUPPORTED;
            continue;
        }
        let used = called.get(&label.number).copied().unwrap_or_default();
        label.support = support.of(label, reach(sheet, label.rank).max(used));
        label.worth += breaks_off(sheet, label);
        if label.support >= 200 && label.worth > WEAK {
            called.insert(label.number, label.rank);
        }
    }
    let called = |place: usize| labels[place].support >= 200;
    let by_chapter = endnotes::find(&labels, marks);
    let taken = |place: usize| lists[place] || by_chapter[place].is_some();
    let gathered = gathered::find(&labels, marks, called, taken);
    let gathered = by_chapter.iter().zip(gathered).map(|(one, other)| one.or(other));
    let gathered: Vec<Option<Gathered>> = gathered.collect();
    for (label, gathered) in labels.iter_mut().zip(gathered) {
        label.gathered = gathered;
        if let Some(gathered) = gathered {
            let support = if gathered.called { CALLED_FROM_AFAR } else { 0 };
            label.support = label.support.max(support);
        }
    }
    let mut best: Vec<i32> = Vec::with_capacity(labels.len());
    let mut before: Vec<Option<usize>> = Vec::with_capacity(labels.len());
    // The best chain that ends with each number, and the best of all.
    let mut ending: BTreeMap<u32, usize> = BTreeMap::new();
    let mut greatest: Option<usize> = None;
    for (place, label) in labels.iter().enumerate() {
        let start = if label.number == 1 { 0 } else { ODD_START };
        let mut choice = (start, None);
        let mut offer = |worth: i32, earlier: usize| {
            // Two labels on one line are one.
            if labels[earlier].rank < label.rank && worth > choice.0 {
                choice = (worth, Some(earlier));
            }
        };
        // Of signs a page may leave out any.
        let signs = label.series == Series::Sign;
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
        before.push(choice.1);
        let last = ending.entry(label.number).or_insert(place);
        // A later chain of nearly the same worth is nearer to what follows.
        if best[*last] - 100 <= worth {
            *last = place;
        }
        if greatest.is_none_or(|greatest| best[greatest] <= worth) {
            greatest = Some(place);
        }
    }
    let last = greatest.filter(|&last| best[last] >= BELIEVED)?;
    let mut chain = vec![labels[last]];
    let mut place = last;
    while let Some(earlier) = before[place] {
        chain.push(labels[earlier]);
        place = earlier;
    }
    chain.reverse();
    Some((best[last], chain))
}

/// What it says for a label that the text breaks off before it, at a full line above a
/// blank one. An item of a list follows a whole sentence, or a shorter line.
fn breaks_off(sheet: &Sheet<'_>, label: &Label) -> i32 {
    let Some(before) = label.rank.checked_sub(1) else { return 0 };
    let full = sheet.shape(before).width * 100 >= sheet.measure.saturating_mul(FULL);
    let apart = sheet.blanks_before(label.rank) > 0 && sheet.blanks_before(before) == 0;
    let torn = sheet.words(before).ends_with(|c: char| c.is_alphabetic() || c == '-');
    if full && apart && torn && !label.alone { BREAKS_OFF } else { 0 }
}

/// Which labels number a list in the text: those before another of their number on the
/// same page, where no mark stands between the two. Notes stand at the foot of the page.
fn in_lists(sheet: &Sheet<'_>, labels: &[Label], support: &Support) -> Vec<bool> {
    let mut met: BTreeMap<u32, usize> = BTreeMap::new();
    let places = labels.iter().enumerate();
    let above = places.map(|(place, label)| met.insert(label.number, place));
    let above: Vec<Option<usize>> = above.collect();
    let mut below: BTreeMap<u32, usize> = BTreeMap::new();
    let mut lists = vec![false; labels.len()];
    for (place, label) in labels.iter().enumerate().rev() {
        if let Some(later) = below.insert(label.number, place).map(|later| &labels[later])
            && on_one_page(sheet, label, later, support)
        {
            // Two marks before both may call both: a page that was made up anew, or a
            // note that the page before left no room for.
            let page = sheet.page_ranks(sheet.page(label.rank)).start;
            let used = above[place].map_or(0, |used| labels[used].rank);
            let from = reach(sheet, label.rank).max(used);
            lists[place] = support.of(later, label.rank) < 200
                && support.sure_marks(label, page) < 2
                && support.sure_marks(label, from) < 2;
        }
    }
    lists
}

/// Whether a label stands on the page of a later one. Where pages are not known it does if
/// that one is near, and nothing between the two may be its mark.
fn on_one_page(
    sheet: &Sheet<'_>,
    label: &Label,
    later: &Label,
    support: &Support,
) -> bool {
    if sheet.turn == Turn::Unmarked {
        let near = later.rank - label.rank <= LIST_BEFORE_NOTES;
        let letters = matches!(label.series, Series::Letter | Series::Roman);
        let possible = |worth: i32| !letters || worth >= POSSIBLE;
        return near && !support.before(later, label.rank).any(possible);
    }
    sheet.page(later.rank) == sheet.page(label.rank)
}

/// The first line on which the mark of a label may stand: the page before the label's.
fn reach(sheet: &Sheet<'_>, rank: usize) -> usize {
    let far = rank.saturating_sub(REACH);
    if sheet.turn == Turn::Unmarked {
        return far;
    }
    let page = sheet.page(rank);
    sheet.page_ranks(page.saturating_sub(1)).start.max(far)
}
