//! Notes that the extraction printed twice: once in their place, and once in the middle
//! of the text. Words that themselves contain a note mark are not a copy.

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rustc_hash::FxHashMap;

use super::note_layout::NoteLayout;
use crate::recover::model::{NoteMark, Removal, RemovalKind};
use crate::recover::page::source_layout::SourceLayout;
use crate::text::letters;
use crate::text::span::Span;

/// Fewest words of a note that is searched in the text, figures not counted: shorter ones
/// ("Ibid., p. 12"), and those that are a name and a date, may really occur twice.
const FEWEST_WORDS: usize = 7;

/// How many pages from its place a second copy may be.
const NEAR: usize = 2;

/// Finds the second copies, with the remains of a label before them, in text order. A
/// copy on several lines has one removal for each line. `marks` are in text order.
pub(crate) fn find_duplicates(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    marks: &[NoteMark],
) -> Vec<Removal> {
    let mut numbers = WordNumbers::default();
    let notes = read_note_words(source, layout, &mut numbers);
    // Notes by their first words.
    let mut by_head: FxHashMap<&[u32], Vec<usize>> = FxHashMap::default();
    for (note, NoteWords { said, letter_words }) in notes.iter().enumerate() {
        if let Some(head) = said.get(..FEWEST_WORDS)
            && *letter_words >= FEWEST_WORDS
        {
            by_head.entry(head).or_default().push(note);
        }
    }
    if by_head.is_empty() {
        return Vec::new();
    }
    let (line_nos, numbers) = ((0..source.solid_lines.len()).into_par_iter(), &numbers);
    let body =
        line_nos.filter(|&line_no| layout.is_body[line_no]).flat_map_iter(|line_no| {
            let line = source.text.lines[source.solid_lines[line_no]].span;
            let words = split_words(source.text.slice(line));
            words.map(move |(start, word)| {
                (WordPlace { line_no, start }, numbers.lookup(word))
            })
        });
    let (places, said): (Vec<WordPlace>, Vec<u32>) = body.unzip();
    let mut cuts = Vec::new();
    let mut at = 0;
    while at + FEWEST_WORDS <= said.len() {
        let near = |note: usize| {
            let page = layout.page(layout.labels[note].line_no);
            page.abs_diff(layout.page(places[at].line_no)) <= NEAR
        };
        let head = by_head.get(&said[at..at + FEWEST_WORDS]).into_iter().flatten();
        let copy = head
            .map(|&note| (note, &notes[note].said))
            .filter(|(note, words)| near(*note) && said[at..].starts_with(words))
            .find(|(note, _)| {
                let own = number_before(source, places[at]);
                own.is_none_or(|own| own == layout.labels[*note].number)
            });
        let Some((_, words)) = copy else {
            at += 1;
            continue;
        };
        let end = at + words.len();
        let label = label_before(source, layout, places[at]);
        let lines = places[at..end].chunk_by(|one, other| one.line_no == other.line_no);
        let lines = lines.map(|line| {
            let next = places.get(end).filter(|next| next.line_no == line[0].line_no);
            cut_copy(source, line[0], next.map(|next| next.start))
        });
        let copy: Vec<Removal> = label.into_iter().chain(lines).collect();
        if !copy.iter().any(|cut| has_mark_in(marks, cut.span)) {
            cuts.extend(copy);
        }
        at = end;
    }
    cuts
}

/// Whether a span has a mark.
fn has_mark_in(marks: &[NoteMark], span: Span) -> bool {
    let first = marks.partition_point(|mark| mark.span.end <= span.start);
    let mut after = marks[first..].iter().take_while(|mark| mark.span.start < span.end);
    after.any(|mark| mark.span.start < mark.span.end)
}

/// Moves empty marks inside a copy to where the copy began.
pub(crate) fn move_marks(marks: &mut [NoteMark], copies: &[Removal]) {
    for mark in marks.iter_mut().filter(|mark| mark.span.start == mark.span.end) {
        let at = mark.span.start;
        let copy = copies.iter().find(|cut| cut.span.start < at && at < cut.span.end);
        if let Some(cut) = copy {
            mark.span = Span { end: cut.span.start, ..cut.span };
        }
    }
}

/// The place of a word in the text.
#[derive(Debug, Clone, Copy)]
struct WordPlace {
    /// Its solid line.
    line_no: usize,
    /// Its offset in the line.
    start: usize,
}

/// The number between the beginning of a line and a word, as the label of another note has it.
fn number_before(source: &SourceLayout<'_>, place: WordPlace) -> Option<u32> {
    let line = source.text.lines[source.solid_lines[place.line_no]].span;
    let before = source.text.slice(line)[..place.start].trim();
    let figures = before.trim_matches(|c: char| !c.is_ascii_digit());
    let is_label = !before.contains(char::is_alphabetic);
    figures.parse().ok().filter(|_| is_label)
}

/// The first words of a note.
#[derive(Debug, Clone, Default)]
struct NoteWords {
    /// As numbers.
    said: Vec<u32>,
    /// How many of them have letters.
    letter_words: usize,
}

/// Reads the words of every note; of long notes, enough to identify them.
fn read_note_words(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    numbers: &mut WordNumbers,
) -> Vec<NoteWords> {
    let mut notes = vec![NoteWords::default(); layout.labels.len()];
    for (line_no, note) in layout.note_of.iter().enumerate() {
        let Some(note) = *note else { continue };
        let span = source.text.lines[source.solid_lines[line_no]].span;
        let label = layout.labels[note].span;
        let begins = span.start <= label.start && label.end <= span.end;
        let start = if begins { label.end } else { span.start };
        let line = source.text.slice(Span { start, ..span });
        let NoteWords { said, letter_words } = &mut notes[note];
        if said.len() <= FEWEST_WORDS * 12 {
            for (_, word) in split_words(line) {
                said.push(numbers.assign(word));
                *letter_words += usize::from(word.contains(char::is_alphabetic));
            }
        }
    }
    notes
}

/// The remains of the label of a copy at the end of the line before it: a dash or a
/// bracket, with or without the number.
fn label_before(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    first: WordPlace,
) -> Option<Removal> {
    let line = |line_no: usize| source.text.lines[source.solid_lines[line_no]].span;
    let before =
        first.line_no.checked_sub(1).filter(|&line_no| layout.is_body[line_no])?;
    let opens = source.text.slice(line(first.line_no))[..first.start].trim().is_empty();
    let text = source.text.slice(line(before)).trim_end();
    let word = text.rsplit(char::is_whitespace).next()?;
    let is_rest = !word.is_empty()
        && word.ends_with(['-', '–', '—', ')', ']'])
        && word.chars().all(|c| !c.is_alphabetic());
    let span = line(before).part(text.len() - word.len()..text.len());
    (opens && is_rest).then_some(Removal { span, kind: RemovalKind::Duplicate })
}

/// Cuts a copy out of a line: from its first word to the next word that does not belong
/// to it, or to the end; with its punctuation.
fn cut_copy(source: &SourceLayout<'_>, first: WordPlace, next: Option<usize>) -> Removal {
    let line = source.text.lines[source.solid_lines[first.line_no]].span;
    let text = source.text.slice(line);
    // What is between the copy and the next word, up to the last space, belongs to the
    // copy.
    let end = text[..next.unwrap_or(text.len())].trim_end().len();
    let mut start = first.start;
    let before = &text[..start];
    // A line that begins with the copy begins with the rest of its label.
    if before.chars().all(|c| !c.is_alphanumeric() || c.is_ascii_digit()) {
        start = before.len() - before.trim_start().len();
    }
    let span = line.part(start..end);
    Removal { span, kind: RemovalKind::Duplicate }
}

/// The words of the notes as numbers, regardless of case.
#[derive(Default)]
struct WordNumbers(FxHashMap<String, u32>);

impl WordNumbers {
    /// The number of a word of a note, from 1; new words get the next number.
    fn assign(&mut self, word: &str) -> u32 {
        let next = u32::try_from(self.0.len() + 1).unwrap_or(u32::MAX);
        *self.0.entry(word.to_lowercase()).or_insert(next)
    }

    /// The number of any word; 0 if no note has it.
    fn lookup(&self, word: &str) -> u32 {
        self.0.get(&*letters::small(word)).copied().unwrap_or_default()
    }
}

/// Splits a line into words, with their offsets.
fn split_words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    line.split(|c: char| !c.is_alphanumeric()).filter_map(move |word| {
        let start = at;
        let separator = line[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        at += word.len() + separator;
        (!word.is_empty()).then_some((start, word))
    })
}
