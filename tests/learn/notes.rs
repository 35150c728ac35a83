//! Holds what is decided of lines, marks and notes against the truth, by how sure it was
//! said to be: `cargo run --example notes -- [--show] FOLDER...`, each folder of cases with
//! `case.txt` and the true text, `gold.md`.
//!
//! A decision is *told* if a finding of recovery speaks of one of its lines, or of one right
//! beside them. With `--show` each wrong decision is listed.

#![expect(
    clippy::disallowed_methods,
    reason = "a tool beside the library: it reads cases"
)]
#![expect(clippy::print_stdout, reason = "its tables are what it is for")]

mod letters;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use letters::{spell, tie};
use pliego::book::source_traits::SourceTraits;
use pliego::recover;
use pliego::recover::model::{NoteMark, Zone, Zoned};
use pliego::source::{self, Text};
use pliego::text::span::FileId;

/// A line belongs where at least this share of its letters is tied to, in per cent.
const MOST: usize = 60;

/// So many letters from a mark the nearest tied one may stand.
const NEAR: usize = 8;

/// So many letters of a note may differ from the truth; more do where it has lost a word or
/// taken one that is not its own.
const MISREAD: usize = 3;

/// Confidences, in thousandths, at which the table of marks is divided.
const EDGES: [u16; 7] = [1000, 990, 950, 900, 750, 1, 0];

/// What was decided, and whether rightly.
struct Decision {
    /// What it is about; the table has a line for each.
    of: String,
    right: bool,
    told: bool,
    /// First line that it is about.
    line: usize,
}

/// A true text.
#[derive(Default)]
struct Truth {
    /// Letters of the text.
    body: Vec<char>,
    /// For every note the letter of the text before which it is called.
    calls: BTreeMap<String, usize>,
    /// Letters of the notes, one after the other.
    notes: Vec<char>,
    /// Notes by the place of their first letter.
    starts: BTreeMap<usize, String>,
}

impl Truth {
    fn read(markdown: &str) -> Self {
        let mut truth = Self::default();
        let mut in_note = false;
        for line in markdown.lines() {
            if let Some((name, text)) =
                line.strip_prefix("[^").and_then(|rest| rest.split_once("]:"))
            {
                in_note = true;
                truth.starts.insert(truth.notes.len(), name.to_owned());
                truth.notes.extend(spell(text));
            } else if in_note && line.starts_with("    ") {
                truth.notes.extend(spell(line));
            } else {
                in_note &= line.is_empty();
                let mut rest = line;
                while let Some((before, mark)) = rest.split_once("[^") {
                    truth.body.extend(spell(before));
                    let (name, after) = mark.split_once(']').unwrap_or((mark, ""));
                    truth.calls.insert(name.to_owned(), truth.body.len());
                    rest = after;
                }
                truth.body.extend(spell(rest));
            }
        }
        truth
    }

    /// The note that a letter of the notes belongs to.
    fn note(&self, letter: usize) -> &str {
        let note = self.starts.range(..=letter).next_back();
        note.map_or("", |(_, name)| name)
    }

    /// All notes that have the words of this one, itself among them.
    fn twins(&self, name: &str) -> Vec<&str> {
        let words = |name: &str| {
            let start = self.starts.iter().find(|(_, other)| *other == name);
            let start = start.map_or(0, |(&start, _)| start);
            &self.notes[start..start + self.length(name)]
        };
        let names = self.starts.values().map(String::as_str);
        names.filter(|other| words(other) == words(name)).collect()
    }

    /// How many letters a note has.
    fn length(&self, name: &str) -> usize {
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
enum Nature {
    Body,
    Note(String),
    Furniture,
    Unknown,
}

/// An extracted text laid over the true one.
struct Laid<'a> {
    text: &'a Text,
    truth: &'a Truth,
    /// For every letter: where in the source it stands, and its place in the true text and
    /// among the true notes.
    letters: Vec<Tied>,
    natures: Vec<Nature>,
}

impl<'a> Laid<'a> {
    fn new(text: &'a Text, truth: &'a Truth) -> Self {
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
    fn stands(&self, mark: &NoteMark, name: &str) -> Option<bool> {
        let at = self.letters.partition_point(|&(place, ..)| place < mark.span.start);
        let offset =
            self.letters.partition_point(|&(place, ..)| place < mark.span.end.max(1));
        let tied = |letter: &(u32, Option<usize>, Option<usize>)| letter.1;
        let before = self.letters[..at].iter().rev().take(NEAR).find_map(tied);
        let after = self.letters[offset.max(at)..].iter().take(NEAR).find_map(tied);
        let &called = self.truth.calls.get(name)?;
        match (before, after) {
            (None, None) => None,
            (Some(before), None) => Some((before + 1..=before + NEAR).contains(&called)),
            (None, Some(after)) => {
                Some((after.saturating_sub(NEAR)..=after).contains(&called))
            }
            (Some(before), Some(after)) => Some((before + 1..=after).contains(&called)),
        }
    }

    /// The note that the lines of a note are of, and whether they are all of it and nothing
    /// else; none where nothing is tied.
    fn is_note(&self, lines: &[usize], label_end: u32) -> Option<(String, bool)> {
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
type Tied = (u32, Option<usize>, Option<usize>);

/// Whether the true text and the true notes go on from what stands before a line to what
/// stands after it: then the line is in neither.
fn wanting(letters: &[Tied], line: std::ops::Range<usize>, truth: &Truth) -> bool {
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

fn main() {
    let mut show = false;
    let (mut decisions, mut lines, mut doubts) = (Vec::new(), 0, 0);
    for argument in std::env::args().skip(1) {
        if argument == "--show" {
            show = true;
            continue;
        }
        for case in folders(Path::new(&argument)) {
            let Some((of_case, of_lines, of_doubts)) = read(&case) else { continue };
            for decision in of_case.iter().filter(|one| show && !one.right) {
                let name = case.file_name().unwrap_or_default().to_string_lossy();
                let told = if decision.told { "told" } else { "silent" };
                println!("{name}:{} {} {told}", decision.line + 1, decision.of);
            }
            decisions.extend(of_case);
            lines += of_lines;
            doubts += of_doubts;
        }
    }
    println!(
        "{:24} {:>9} {:>7} {:>7} {:>7}",
        "decision", "made", "right", "told", "silent"
    );
    let kinds: BTreeSet<&str> = decisions.iter().map(|one| one.of.as_str()).collect();
    for kind in kinds {
        let of_kind = || decisions.iter().filter(|one| one.of == kind);
        let (made, right) =
            (of_kind().count(), of_kind().filter(|one| one.right).count());
        let told = of_kind().filter(|one| one.told).count();
        let silent = of_kind().filter(|one| !one.told && !one.right).count();
        println!("{kind:24} {made:9} {right:7} {told:7} {silent:7}");
    }
    let silent = decisions.iter().filter(|one| !one.told && !one.right).count();
    #[expect(clippy::cast_precision_loss, reason = "some ten thousands")]
    let per = |part: usize, whole: usize| part as f64 / whole as f64;
    println!("wrong and not told: {:.2} per 1000", per(silent * 1000, decisions.len()));
    println!("doubts: {:.3} per 100 lines", per(doubts * 100, lines));
}

/// The decisions in a case, its lines that are not blank, and its doubts.
fn read(case: &Path) -> Option<(Vec<Decision>, usize, usize)> {
    let bytes = fs::read(case.join("case.txt")).ok()?;
    let truth = Truth::read(&fs::read_to_string(case.join("gold.md")).ok()?);
    let text = source::read(FileId(0), "case.txt", &bytes).ok()?.value;
    let found = recover::find_zones(&text, SourceTraits::default());
    let (text, zoned) = found.value;
    let doubts: Vec<u32> = found
        .diagnostics
        .iter()
        // The summaries of heads and folios are no doubts.
        .filter(|one| !matches!(one.code.0, "r-101" | "r-102" | "r-114"))
        .filter_map(|one| one.span.map(|span| span.start))
        .collect();
    let told_lines: BTreeSet<usize> = doubts
        .iter()
        .map(|&at| text.lines.partition_point(|line| line.span.end < at))
        .collect();
    let laid = Laid::new(&text, &truth);
    let mut decisions = of_lines(&laid, &zoned, &told_lines);
    decisions.extend(of_notes(&laid, &zoned, &told_lines));
    let solid = zoned.zones.iter().filter(|zone| **zone != Zone::Blank).count();
    Some((decisions, solid, doubts.len()))
}

/// Whether each run of lines of one kind is what it was taken for.
fn of_lines(laid: &Laid<'_>, zoned: &Zoned, told: &BTreeSet<usize>) -> Vec<Decision> {
    let taken = |line: usize| match zoned.zones[line] {
        Zone::Blank => None,
        Zone::Body | Zone::Displaced | Zone::Caption => Some("text"),
        Zone::Note { .. } => Some("note"),
        Zone::Furniture(_) => Some("furniture"),
    };
    let truly = |line: usize| match laid.natures[line] {
        Nature::Body => Some("text"),
        Nature::Note(_) => Some("note"),
        Nature::Furniture => Some("furniture"),
        Nature::Unknown => None,
    };
    let solid: Vec<usize> =
        (0..zoned.zones.len()).filter(|&line| taken(line).is_some()).collect();
    // A label alone on its line is in no true text; nor need the title be that is printed
    // before it begins.
    let is_label = |line: usize| {
        let span = laid.text.lines[line].span;
        zoned.notes.iter().filter_map(|note| note.label).any(|label| {
            span.start <= label.start
                && label.end <= span.end
                && laid.text.slice(span).trim().len() <= label.range().len()
        })
    };
    let begins = laid.natures.iter().position(|nature| *nature == Nature::Body);
    let solid = solid
        .into_iter()
        .filter(|&line| begins.is_some_and(|begins| line >= begins) && !is_label(line));
    let solid: Vec<usize> = solid.collect();
    let mut decisions = Vec::new();
    for run in solid.chunk_by(|&a, &b| taken(a) == taken(b) && truly(a) == truly(b)) {
        let (Some(of), Some(is)) = (taken(run[0]), truly(run[0])) else { continue };
        let (first, last) = (run[0], run[run.len() - 1]);
        let told = told.range(first.saturating_sub(2)..=last + 2).next().is_some();
        let kind = if of == is { of.to_string() } else { format!("{of}, but is {is}") };
        decisions.push(Decision { of: kind, right: of == is, told, line: first });
    }
    decisions
}

/// Whether each note has its mark and its text.
fn of_notes(laid: &Laid<'_>, zoned: &Zoned, told: &BTreeSet<usize>) -> Vec<Decision> {
    let line_of = |at: u32| laid.text.lines.partition_point(|line| line.span.end < at);
    let mut decisions = Vec::new();
    for mark in &zoned.marks {
        let note = &zoned.notes[mark.note];
        let end = note.label.map_or(0, |label| label.end);
        let Some((name, whole)) = laid.is_note(&note.lines, end) else { continue };
        let (first, last) = (note.lines[0], note.lines[note.lines.len() - 1]);
        let text_told = (first.saturating_sub(1)..=last + 2)
            .any(|line| told.contains(&line) && zoned.zones[line] != Zone::Blank);
        let of = "text of a note".to_owned();
        decisions.push(Decision { of, right: whole, told: text_told, line: first });
        // Notes of the same words cannot be told apart by them.
        let twins = laid.truth.twins(&name);
        let stands = twins.iter().filter_map(|name| laid.stands(mark, name));
        let Some(right) = stands.reduce(|one, other| one || other) else { continue };
        let at = line_of(mark.span.start);
        let told = told.contains(&at) || told.contains(&first);
        let edge = EDGES.iter().find(|&&edge| mark.confidence >= edge);
        let of = format!("mark, sure by {:4}", edge.unwrap_or(&0));
        decisions.push(Decision { of, right, told, line: at });
    }
    decisions
}

/// The folders in a folder, sorted.
fn folders(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).expect("the folder of cases can be listed");
    let mut folders: Vec<_> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.sort();
    folders
}
