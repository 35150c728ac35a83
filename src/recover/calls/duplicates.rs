//! Notes that the extraction printed twice: once in their place, and once in the midst
//! of the text. Words that call a note themselves are no copy.

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rustc_hash::FxHashMap;

use super::layout::Layout;
use crate::recover::model::{Mark, Removal, RemovalKind};
use crate::recover::page::pages::Sheet;
use crate::text::letters;
use crate::text::span::Span;

/// Fewest words of a note that is looked for in the text: shorter ones ("Ibid., p. 12")
/// may well be said twice.
const FEWEST_WORDS: usize = 7;

/// How many pages from its place a second copy may stand.
const NEAR: usize = 2;

/// The second copies, with the characters of a label before them, in the order of the
/// text. A copy that goes on over lines is a removal on each. The marks are in the order of
/// the text.
pub(crate) fn find(sheet: &Sheet<'_>, layout: &Layout, marks: &[Mark]) -> Vec<Removal> {
    let mut numbers = Numbers::default();
    let notes = notes(sheet, layout, &mut numbers);
    // Notes by their first words.
    let mut by_head: FxHashMap<&[u32], Vec<usize>> = FxHashMap::default();
    for (note, said) in notes.iter().enumerate() {
        if let Some(head) = said.get(..FEWEST_WORDS) {
            by_head.entry(head).or_default().push(note);
        }
    }
    if by_head.is_empty() {
        return Vec::new();
    }
    let (ranks, numbers) = ((0..sheet.solid.len()).into_par_iter(), &numbers);
    let body = ranks.filter(|&rank| layout.is_body[rank]).flat_map_iter(|rank| {
        let line = sheet.text.lines[sheet.solid[rank]].span;
        let words = words(sheet.text.slice(line));
        words.map(move |(start, word)| (Place { rank, start }, numbers.of(word)))
    });
    let (places, said): (Vec<Place>, Vec<u32>) = body.unzip();
    let mut cuts = Vec::new();
    let mut at = 0;
    while at + FEWEST_WORDS <= said.len() {
        let near = |note: usize| {
            let page = layout.page(layout.labels[note].rank);
            page.abs_diff(layout.page(places[at].rank)) <= NEAR
        };
        let head = by_head.get(&said[at..at + FEWEST_WORDS]).into_iter().flatten();
        let copy = head
            .map(|&note| (note, &notes[note]))
            .find(|(note, words)| near(*note) && said[at..].starts_with(words));
        let Some((_, words)) = copy else {
            at += 1;
            continue;
        };
        let end = at + words.len();
        let label = label_before(sheet, layout, places[at]);
        let lines = places[at..end].chunk_by(|one, other| one.rank == other.rank);
        let lines = lines.map(|line| {
            let next = places.get(end).filter(|next| next.rank == line[0].rank);
            cut(sheet, line[0], next.map(|next| next.start))
        });
        let copy: Vec<Removal> = label.into_iter().chain(lines).collect();
        if !copy.iter().any(|cut| calls(marks, cut.span)) {
            cuts.extend(copy);
        }
        at = end;
    }
    cuts
}

/// Whether a mark stands within a span.
fn calls(marks: &[Mark], span: Span) -> bool {
    let first = marks.partition_point(|mark| mark.span.end <= span.start);
    let mut behind = marks[first..].iter().take_while(|mark| mark.span.start < span.end);
    behind.any(|mark| mark.span.start < mark.span.end)
}

/// Moves the marks that were placed where a copy stood, without a figure of their own, to
/// where it began.
pub(crate) fn move_marks(marks: &mut [Mark], copies: &[Removal]) {
    for mark in marks.iter_mut().filter(|mark| mark.span.start == mark.span.end) {
        let at = mark.span.start;
        let copy = copies.iter().find(|cut| cut.span.start < at && at < cut.span.end);
        if let Some(cut) = copy {
            mark.span = Span { end: cut.span.start, ..cut.span };
        }
    }
}

/// Where a word of the text stands.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// Its line.
    rank: usize,
    /// Its offset in the line.
    start: usize,
}

/// The words of every note, of long ones enough to know them by.
fn notes(sheet: &Sheet<'_>, layout: &Layout, numbers: &mut Numbers) -> Vec<Vec<u32>> {
    let mut notes: Vec<Vec<u32>> = vec![Vec::new(); layout.labels.len()];
    for (rank, note) in layout.note_of.iter().enumerate() {
        let Some(note) = *note else { continue };
        let span = sheet.text.lines[sheet.solid[rank]].span;
        let label = layout.labels[note].span;
        let begins = span.start <= label.start && label.end <= span.end;
        let start = if begins { label.end } else { span.start };
        let line = sheet.text.slice(Span { start, ..span });
        if notes[note].len() <= FEWEST_WORDS * 12 {
            notes[note].extend(words(line).map(|(_, word)| numbers.give(word)));
        }
    }
    notes
}

/// What is left of the label of a copy at the end of the line before it: a dash or a
/// bracket, with the number or without.
fn label_before(sheet: &Sheet<'_>, layout: &Layout, first: Place) -> Option<Removal> {
    let line = |rank: usize| sheet.text.lines[sheet.solid[rank]].span;
    let before = first.rank.checked_sub(1).filter(|&rank| layout.is_body[rank])?;
    let opens = sheet.text.slice(line(first.rank))[..first.start].trim().is_empty();
    let text = sheet.text.slice(line(before)).trim_end();
    let word = text.rsplit(char::is_whitespace).next()?;
    let is_rest = !word.is_empty()
        && word.ends_with(['-', '–', '—', ')', ']'])
        && word.chars().all(|c| !c.is_alphabetic());
    let start = line(before).start + u32::try_from(text.len() - word.len()).ok()?;
    let span =
        Span { start, end: start + u32::try_from(word.len()).ok()?, ..line(before) };
    (opens && is_rest).then_some(Removal { span, kind: RemovalKind::Duplicate })
}

/// Cuts words out of a line, from the first to the next that is not of the copy, or to its
/// end; with the punctuation that belongs to them.
fn cut(sheet: &Sheet<'_>, first: Place, next: Option<usize>) -> Removal {
    let line = sheet.text.lines[sheet.solid[first.rank]].span;
    let text = sheet.text.slice(line);
    // What stands between the copy and the next word, up to the last space, is its own.
    let end = text[..next.unwrap_or(text.len())].trim_end().len();
    let mut start = first.start;
    let before = &text[..start];
    // A line that begins with the copy begins with the rest of its label.
    if before.chars().all(|c| !c.is_alphanumeric() || c.is_ascii_digit()) {
        start = before.len() - before.trim_start().len();
    }
    let at = |offset: usize| line.start + u32::try_from(offset).unwrap_or_default();
    let span = Span { start: at(start), end: at(end), ..line };
    Removal { span, kind: RemovalKind::Duplicate }
}

/// The words of the notes by numbers; large letters and small are the same.
#[derive(Default)]
struct Numbers(FxHashMap<String, u32>);

impl Numbers {
    /// The number of a word of a note, from 1.
    fn give(&mut self, word: &str) -> u32 {
        let next = u32::try_from(self.0.len() + 1).unwrap_or(u32::MAX);
        *self.0.entry(word.to_lowercase()).or_insert(next)
    }

    /// The number of any word; of those that no note has, 0.
    fn of(&self, word: &str) -> u32 {
        self.0.get(&*letters::small(word)).copied().unwrap_or_default()
    }
}

/// The words of a line, with where they start in it.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    line.split(|c: char| !c.is_alphanumeric()).filter_map(move |word| {
        let start = at;
        let separator = line[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        at += word.len() + separator;
        (!word.is_empty()).then_some((start, word))
    })
}
