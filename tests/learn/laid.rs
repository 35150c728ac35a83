//! An extracted text laid over the true one: what each line is, where each note is called,
//! and which letters the truth has.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use pliego::recover::model::NoteMark;
use pliego::source::Text;

use crate::letters::{spell, tie};

/// A line belongs where at least this share of its letters is tied to, in per cent.
const MOST: usize = 60;

/// So many letters from a mark the nearest tied one may stand.
const NEAR: usize = 8;

/// A letter beside a mark may tie to its like near by: so many letters either way are the
/// same place.
const SLACK: usize = 2;

/// So many letters of a note may differ from the truth; more do where it has lost a word or
/// taken one that is not its own.
const MISREAD: usize = 3;

/// A true text.
#[derive(Default)]
pub(crate) struct Truth {
    /// Letters of the text.
    pub(crate) body: Vec<char>,
    /// For every note the letter of the text before which it is called.
    pub(crate) calls: BTreeMap<String, usize>,
    /// Letters of the notes, one after the other.
    pub(crate) notes: Vec<char>,
    /// Notes by the place of their first letter.
    pub(crate) starts: BTreeMap<usize, String>,
    /// Letters of the text that are headings.
    pub(crate) headings: Vec<Range<usize>>,
    /// Letters that the truth leaves out: comments.
    pub(crate) left_out: Vec<char>,
}

impl Truth {
    /// Reads a true text. What it has in comments is rightly left out.
    pub(crate) fn read(markdown: &str) -> Self {
        let mut truth = Self::default();
        let mut in_note = false;
        let mut in_comment = false;
        for line in markdown.lines() {
            in_comment |= line.starts_with("<!--");
            if in_comment {
                let words = line.trim_start_matches("<!-- left out:");
                truth.left_out.extend(spell(words.trim_end_matches("-->")));
                in_comment = !line.contains("-->");
            } else if let Some((name, text)) =
                line.strip_prefix("[^").and_then(|rest| rest.split_once("]:"))
            {
                in_note = true;
                truth.starts.insert(truth.notes.len(), name.to_owned());
                truth.notes.extend(spell(text));
            } else if in_note && line.starts_with("    ") {
                truth.notes.extend(spell(line));
            } else {
                in_note &= line.is_empty();
                let start = truth.body.len();
                let mut rest = line;
                while let Some((before, mark)) = rest.split_once("[^") {
                    truth.body.extend(spell(before));
                    let (name, after) = mark.split_once(']').unwrap_or((mark, ""));
                    truth.calls.insert(name.to_owned(), truth.body.len());
                    rest = after;
                }
                truth.body.extend(spell(rest));
                if line.starts_with('#') {
                    truth.headings.push(start..truth.body.len());
                }
            }
        }
        truth
    }

    /// The note that a letter of the notes belongs to.
    pub(crate) fn note(&self, letter: usize) -> &str {
        let note = self.starts.range(..=letter).next_back();
        note.map_or("", |(_, name)| name)
    }

    /// All notes that have the words of this one, itself among them.
    pub(crate) fn twins(&self, name: &str) -> Vec<&str> {
        let words = |name: &str| {
            let start = self.starts.iter().find(|(_, other)| *other == name);
            let start = start.map_or(0, |(&start, _)| start);
            &self.notes[start..start + self.length(name)]
        };
        let names = self.starts.values().map(String::as_str);
        names.filter(|other| words(other) == words(name)).collect()
    }

    /// How many letters a note has.
    pub(crate) fn length(&self, name: &str) -> usize {
        let Some((&start, _)) = self.starts.iter().find(|(_, other)| *other == name)
        else {
            return 0;
        };
        let next = self.starts.range(start + 1..).next();
        next.map_or(self.notes.len(), |(&next, _)| next) - start
    }
}

/// What a line truly is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Nature {
    Body,
    Note(String),
    Furniture,
    Unknown,
}

/// An extracted text laid over the true one.
pub(crate) struct Laid<'a> {
    pub(crate) text: &'a Text,
    pub(crate) truth: &'a Truth,
    /// For every letter: where in the source it stands, and its place in the true text and
    /// among the true notes.
    pub(crate) letters: Vec<Tied>,
    pub(crate) natures: Vec<Nature>,
}

impl<'a> Laid<'a> {
    pub(crate) fn new(text: &'a Text, truth: &'a Truth) -> Self {
        let mut spelt = Vec::new();
        let mut places = Vec::new();
        let mut ends = Vec::new();
        for line in 0..text.lines.len() {
            let start = text.lines[line].span.start;
            for (at, c) in text.line(line).char_indices() {
                for letter in spell(c.encode_utf8(&mut [0; 4])) {
                    spelt.push(letter);
                    places.push(start + u32::try_from(at).unwrap_or_default());
                }
            }
            ends.push(spelt.len());
        }
        let (body, notes) = (tie(&truth.body, &spelt), tie(&truth.notes, &spelt));
        let tied = body.into_iter().zip(notes);
        let letters: Vec<_> =
            places.into_iter().zip(tied).map(|(at, (b, n))| (at, b, n)).collect();
        let mut from = 0;
        let natures = ends.iter().map(|&end| {
            let line = from..end;
            from = end;
            let known = nature(&letters[line.clone()], truth);
            let missing = known == Nature::Unknown && wanting(&letters, line, truth);
            if missing { Nature::Furniture } else { known }
        });
        let natures = natures.collect();
        Self { text, truth, letters, natures }
    }

    /// Whether a mark stands where a note is truly called; none where it cannot be told.
    pub(crate) fn stands(&self, mark: &NoteMark, name: &str) -> Option<bool> {
        let at = self.letters.partition_point(|&(place, ..)| place < mark.span.start);
        let offset =
            self.letters.partition_point(|&(place, ..)| place < mark.span.end.max(1));
        let tied = |letter: &(u32, Option<usize>, Option<usize>)| letter.1;
        let before = self.letters[..at].iter().rev().take(NEAR).find_map(tied);
        let after = self.letters[offset.max(at)..].iter().take(NEAR).find_map(tied);
        let &called = self.truth.calls.get(name)?;
        let (least, most) = match (before, after) {
            (None, None) => return None,
            (Some(before), None) => (before + 1, before + NEAR),
            (None, Some(after)) => (after.saturating_sub(NEAR), after),
            (Some(before), Some(after)) => (before + 1, after),
        };
        Some((least.saturating_sub(SLACK)..=most + SLACK).contains(&called))
    }

    /// The note that the lines of a note are of, and whether they are all of it and nothing
    /// else; none where nothing is tied.
    pub(crate) fn is_note(
        &self,
        lines: &[usize],
        label_end: u32,
    ) -> Option<(String, bool)> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut all = 0;
        for &line in lines {
            let span = self.text.lines[line].span;
            let from = span.start.max(label_end.min(span.end));
            let first = self.letters.partition_point(|&(place, ..)| place < from);
            let last = self.letters.partition_point(|&(place, ..)| place < span.end);
            all += last - first;
            for letter in self.letters[first..last].iter().filter_map(|one| one.2) {
                *counts.entry(self.truth.note(letter)).or_default() += 1;
            }
        }
        let (name, tied) = counts.into_iter().max_by_key(|&(_, count)| count)?;
        let length = self.truth.length(name);
        // A letter misread unties some about it.
        let whole = length.abs_diff(all) <= MISREAD && tied * 4 >= length * 3;
        Some((name.to_owned(), whole))
    }
}

/// What a line is by what its letters are tied to.
fn nature(letters: &[Tied], truth: &Truth) -> Nature {
    let body = letters.iter().filter(|letter| letter.1.is_some()).count();
    let mut notes: BTreeMap<&str, usize> = BTreeMap::new();
    for letter in letters.iter().filter_map(|letter| letter.2) {
        *notes.entry(truth.note(letter)).or_default() += 1;
    }
    let note = notes.iter().max_by_key(|(_, count)| **count);
    let most = letters.len() * MOST / 100;
    match note {
        _ if letters.is_empty() => Nature::Unknown,
        _ if body > most => Nature::Body,
        Some((name, count)) if *count > most => Nature::Note((*name).to_owned()),
        _ => Nature::Unknown,
    }
}

/// A letter of the source, and its place in the true text and in the true notes.
pub(crate) type Tied = (u32, Option<usize>, Option<usize>);

/// Whether the true text and the true notes go on from what stands before a line to what
/// stands after it: then the line is in neither.
fn wanting(letters: &[Tied], line: Range<usize>, truth: &Truth) -> bool {
    let (before, rest) = (&letters[..line.start], &letters[line.end..]);
    let in_line = &letters[line];
    let tied = in_line.iter().any(|one| one.1.is_some() || one.2.is_some());
    let gap = |stream: fn(&Tied) -> Option<usize>, all: usize| {
        let last = before.iter().rev().find_map(stream);
        let next = rest.iter().find_map(stream).unwrap_or(all);
        next.saturating_sub(last.map_or(0, |last| last + 1))
    };
    let small = |gap: usize| gap * 2 < in_line.len();
    let gaps = [gap(|one| one.1, truth.body.len()), gap(|one| one.2, truth.notes.len())];
    !tied && gaps.into_iter().all(small)
}

/// The folders in a folder, sorted.
pub(crate) fn list_folders(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).expect("the folder of cases can be listed");
    let mut folders: Vec<_> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.sort();
    folders
}
