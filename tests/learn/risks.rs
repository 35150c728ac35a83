//! Holds every decision that could harm a text against the truth, by form and by kind, and
//! counts the wrong ones that no finding reports: `cargo run --example risks -- [--show]
//! FOLDER...`, each a folder of cases with `case.txt`, the true text in `gold.md`, and the
//! form in `meta.json`.
//!
//! A decision is *reported* if a warning, or a note with a confidence, is within two lines of
//! it. With `--show` each wrong decision is listed.

#![expect(
    clippy::disallowed_methods,
    reason = "a tool beside the library: it reads cases"
)]
#![expect(clippy::print_stdout, reason = "its tables are what it is for")]

#[expect(dead_code, reason = "the other examples use the rest")]
mod laid;
mod letters;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::Path;

use laid::{Laid, Tied, Truth, list_folders};
use pliego::book::Document;
use pliego::book::block::Block;
use pliego::diagnostic::{Diagnostic, Severity};
use pliego::recover::model::{Fate, LedgerEntry, NoteMark};
use pliego::recover::{self, Hints, RemovalKind};
use pliego::source::{self, Text};
use pliego::text::span::{FileId, Span};

/// A finding covers what is this many lines before or after its own.
const NEAR: u32 = 2;

/// What was decided belongs elsewhere if at least this share of its letters is there in the
/// truth, in per cent.
const MOST: usize = 60;

/// Columns of the table: what a decision does to the text.
const KINDS: [&str; 6] =
    ["line left out", "words left out", "mark", "note", "moved", "heading"];

/// How a decision is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Report {
    /// By nothing.
    Silent,
    /// By a note with a confidence.
    Guess,
    /// By a warning or an error.
    Warning,
}

/// A decision that could harm the text.
struct Decision {
    /// Its place in [`KINDS`].
    kind: usize,
    is_right: bool,
    report: Report,
    /// What of the source it is about.
    span: Span,
}

/// Decisions of one kind, in one form.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    made: usize,
    reported: usize,
    /// Wrong, and reported by a warning; by a guess; by nothing.
    wrong: [usize; 3],
}

fn main() {
    let mut show = false;
    let mut counts: BTreeMap<String, [Count; KINDS.len()]> = BTreeMap::new();
    for argument in std::env::args().skip(1) {
        if argument == "--show" {
            show = true;
            continue;
        }
        let folder = Path::new(&argument);
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for case in list_folders(folder) {
            let Some((text, decisions)) = read_case(&case) else { continue };
            let form = read_form(&case).unwrap_or_else(|| name.clone());
            for decision in &decisions {
                let wrong = !decision.is_right;
                if show && wrong {
                    let case = case.file_name().unwrap_or_default().to_string_lossy();
                    let Decision { kind, report, span, .. } = *decision;
                    let words: String = text.slice(span).chars().take(60).collect();
                    let (kind, line) = (KINDS[kind], span.line);
                    println!("{case}:{line} {kind} {report:?}: {words:?}");
                }
                for form in [form.as_str(), "all"] {
                    let count =
                        &mut counts.entry(form.to_owned()).or_default()[decision.kind];
                    count.made += 1;
                    count.reported += usize::from(decision.report != Report::Silent);
                    let place = match decision.report {
                        Report::Warning => 0,
                        Report::Guess => 1,
                        Report::Silent => 2,
                    };
                    count.wrong[place] += usize::from(wrong);
                }
            }
        }
    }
    print_table(&counts);
}

/// Prints a table as Markdown: of each form and kind how many decisions no finding reports,
/// and how many of these are wrong.
fn print_table(counts: &BTreeMap<String, [Count; KINDS.len()]>) {
    println!("| form | {} |", KINDS.join(" | "));
    println!("| --- |{}", " --- |".repeat(KINDS.len()));
    for (form, kinds) in counts {
        let cell = |count: &Count| match count.made - count.reported {
            0 => " – |".to_owned(),
            silent => format!(" {}/{silent} |", count.wrong[2]),
        };
        println!("| {form} |{}", kinds.iter().map(cell).collect::<String>());
    }
    let Some(all) = counts.get("all") else { return };
    println!(
        "\n| decision | made | reported | of these wrong | not reported | of these wrong | right in 1,000 |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (kind, count) in KINDS.iter().zip(all) {
        let Count { made, reported, wrong } = *count;
        let silent = made - reported;
        let right = (silent - wrong[2]) * 100_000 / silent.max(1);
        println!(
            "| {kind} | {made} | {reported} | {} | {silent} | {} | {}.{:02} |",
            wrong[0] + wrong[1],
            wrong[2],
            right / 100,
            right % 100
        );
    }
}

/// The form of a case, as its `meta.json` has it.
fn read_form(case: &Path) -> Option<String> {
    let meta = fs::read(case.join("meta.json")).ok()?;
    let meta: serde_json::Value = serde_json::from_slice(&meta).ok()?;
    Some(meta.get("form")?.as_str()?.to_owned())
}

/// The risky decisions of a case; `None` if it cannot be read.
fn read_case(case: &Path) -> Option<(Text, Vec<Decision>)> {
    let bytes = fs::read(case.join("case.txt")).ok()?;
    let truth = Truth::read(&fs::read_to_string(case.join("gold.md")).ok()?);
    let text = source::read(FileId(0), "case.txt", &bytes).ok()?.value;
    let recovered = recover::recover(&text, &Hints::default());
    let left_out: String = truth.left_out.iter().collect();
    let judge = Judge {
        text: &text,
        laid: Laid::new(&text, &truth),
        left_out,
        reports: read_reports(&recovered.diagnostics),
    };
    let mut decisions = judge.judge_ledger(&recovered.value.ledger.entries);
    decisions.extend(judge.judge_headings(&recovered.value.document));
    Some((text, decisions))
}

/// The lines, from 1, that findings cover, and how.
fn read_reports(diagnostics: &[Diagnostic]) -> BTreeMap<u32, Report> {
    let mut reports = BTreeMap::new();
    for found in diagnostics {
        let report = match (found.severity, found.confidence) {
            (Severity::Note, None) => continue,
            (Severity::Note, Some(_)) => Report::Guess,
            _ => Report::Warning,
        };
        let Some(span) = found.span else { continue };
        for line in span.line.saturating_sub(NEAR)..=span.line + NEAR {
            let known = reports.entry(line).or_insert(report);
            *known = report.max(*known);
        }
    }
    reports
}

/// For each note, how many of its letters each note of the truth has.
type NoteNames = BTreeMap<usize, BTreeMap<String, usize>>;

/// Holds decisions against the truth.
struct Judge<'a> {
    text: &'a Text,
    laid: Laid<'a>,
    /// The letters that the truth leaves out.
    left_out: String,
    reports: BTreeMap<u32, Report>,
}

impl Judge<'_> {
    /// Judges the entries of a ledger, each run of one fate as one decision.
    fn judge_ledger(&self, entries: &[LedgerEntry]) -> Vec<Decision> {
        let names = self.name_notes(entries);
        let mut decisions = Vec::new();
        let solid: Vec<&LedgerEntry> = entries
            .iter()
            .filter(|entry| !self.text.slice(entry.span).trim().is_empty())
            .collect();
        let same = |a: &&LedgerEntry, b: &&LedgerEntry| a.fate == b.fate;
        for run in solid.chunk_by(same) {
            let first = run[0];
            let span = Span { end: run[run.len() - 1].span.end, ..first.span };
            let judged = match first.fate {
                Fate::Removed(kind) => self.judge_removal(kind, span),
                Fate::Mark(note) => self.judge_mark(note, span, &names),
                Fate::InNote(note) => Some((3, self.judge_note(note, span, &names))),
                // A caption may be anywhere near its place.
                Fate::Moved => Some((4, !self.belongs(span, |letter| letter.0))),
                _ => None,
            };
            let Some((kind, is_right)) = judged else { continue };
            decisions.push(Decision { kind, is_right, report: self.report(span), span });
        }
        decisions
    }

    /// Judges what was left out: wrong if the truth has it there.
    fn judge_removal(&self, kind: RemovalKind, span: Span) -> Option<(usize, bool)> {
        let is_risky = match kind {
            RemovalKind::RunningHead
            | RemovalKind::Folio
            | RemovalKind::LineNumber
            | RemovalKind::Stamp
            | RemovalKind::NoteHeading
            | RemovalKind::Extraction
            | RemovalKind::Duplicate
            | RemovalKind::Contents
            | RemovalKind::Frame
            | RemovalKind::Markup => true,
            // The edition shows these by other means, a person left them out, or they are
            // marks and labels.
            RemovalKind::NoteLabel
            | RemovalKind::NoteMark
            | RemovalKind::LineEndHyphen
            | RemovalKind::Metadata
            | RemovalKind::ListLabel
            | RemovalKind::Ornament
            | RemovalKind::PictureWords
            | RemovalKind::CharacterReference
            | RemovalKind::Decision
            | RemovalKind::Correction => false,
        };
        let words = self.text.slice(span);
        let letters: String = letters::spell(words).collect();
        // The name of a tag is no word of the text.
        let is_tag = kind == RemovalKind::Markup && words.starts_with('<');
        if !is_risky || is_tag || letters.is_empty() {
            return None;
        }
        let line = self.text.lines[self.line_at(span.start)].span;
        let is_line = self.text.slice(line).trim().len() <= span.range().len();
        let is_right = self.left_out.contains(&letters)
            || !self.belongs(span, |letter| letter.0.or(letter.1))
            || self.is_missing(span);
        Some((usize::from(!is_line), is_right))
    }

    /// Judges a mark: wrong if the truth calls no note there, or another one.
    fn judge_mark(
        &self,
        note: usize,
        span: Span,
        names: &NoteNames,
    ) -> Option<(usize, bool)> {
        // A note of a letter or two ties to nothing.
        let names = names.get(&note)?;
        let mark = NoteMark { note, span, confidence: 0 };
        let twins = names.keys().flat_map(|name| self.laid.truth.twins(name));
        let stands = twins.filter_map(|name| self.laid.stands(&mark, name));
        stands.reduce(|one, other| one || other).map(|is_right| (2, is_right))
    }

    /// Judges the headings of a document: wrong if the truth has their words, but not as a
    /// heading.
    fn judge_headings(&self, document: &Document) -> Vec<Decision> {
        let headings = document.blocks.iter().filter_map(|block| match block {
            Block::Heading(heading) => heading.origin.0,
            _ => None,
        });
        headings
            .filter_map(|span| {
                let letters: BTreeSet<usize> =
                    self.tied(span).filter_map(|letter| letter.0).collect();
                let all = self.tied(span).count();
                if letters.len() * 100 < all * MOST {
                    return None;
                }
                let headings = &self.laid.truth.headings;
                let in_heading = |at: &&usize| {
                    headings.iter().any(|range: &Range<usize>| range.contains(at))
                };
                let is_right =
                    letters.iter().filter(in_heading).count() * 2 > letters.len();
                Some(Decision { kind: 5, is_right, report: self.report(span), span })
            })
            .collect()
    }

    /// The true names of each note: those of its letters, with the number of letters of each.
    /// One with several notes of the truth has swallowed the others.
    fn name_notes(&self, entries: &[LedgerEntry]) -> NoteNames {
        let mut names = NoteNames::new();
        for entry in entries {
            let Fate::InNote(note) = entry.fate else { continue };
            for letter in self.tied(entry.span).filter_map(|letter| letter.1) {
                let name = self.laid.truth.note(letter).to_owned();
                *names.entry(note).or_default().entry(name).or_default() += 1;
            }
        }
        names
    }

    /// Judges what was made a note: wrong if it is text, or mostly of another note than the
    /// rest of its note.
    fn judge_note(&self, note: usize, span: Span, names: &NoteNames) -> bool {
        let most = names.get(&note).and_then(|names| {
            names.iter().max_by_key(|(_, count)| **count).map(|(name, _)| name)
        });
        let letters: Vec<usize> = self.tied(span).filter_map(|letter| letter.1).collect();
        let is_own = |letter: &&usize| {
            Some(self.laid.truth.note(**letter)) == most.map(String::as_str)
        };
        let own = letters.iter().filter(is_own).count();
        !self.belongs(span, |letter| letter.0) && own * 2 >= letters.len()
    }

    /// Whether the letters of a stretch are missing from the truth: it goes on from what
    /// precedes them to what follows them, in the text or among the notes.
    ///
    /// A letter beside the stretch may tie to its like inside, so the letters between the
    /// nearest tied ones outside are counted instead.
    fn is_missing(&self, span: Span) -> bool {
        let (letters, truth) = (&self.laid.letters, self.laid.truth);
        let first = letters.partition_point(|&(place, ..)| place < span.start);
        let last = letters.partition_point(|&(place, ..)| place < span.end).max(first);
        let all = last - first;
        let gap = |stream: fn(&Tied) -> Option<usize>, end: usize| {
            let before = letters[..first].iter().rposition(|one| stream(one).is_some());
            let after = letters[last..].iter().position(|one| stream(one).is_some());
            let tied = |at: usize| stream(&letters[at]).unwrap_or(0);
            let from = before.map_or(0, |at| tied(at) + 1);
            let to = after.map_or(end, |at| tied(last + at));
            // Letters outside the stretch that are not tied have a place here, too.
            let loose = before.map_or(first, |at| first - at - 1)
                + after.unwrap_or(letters.len() - last);
            to.saturating_sub(from).saturating_sub(loose)
        };
        let gaps =
            [gap(|one| one.1, truth.body.len()), gap(|one| one.2, truth.notes.len())];
        gaps.into_iter().all(|gap| gap * 100 < all * MOST)
    }

    /// Whether most letters of a stretch have a place in the truth.
    fn belongs(
        &self,
        span: Span,
        place: impl Fn((Option<usize>, Option<usize>)) -> Option<usize>,
    ) -> bool {
        let (mut all, mut there) = (0, 0);
        for letter in self.tied(span) {
            all += 1;
            there += usize::from(place(letter).is_some());
        }
        all > 0 && there * 100 >= all * MOST
    }

    /// The places of the letters of a stretch, in the true text and in the true notes.
    fn tied(
        &self,
        span: Span,
    ) -> impl Iterator<Item = (Option<usize>, Option<usize>)> + '_ {
        let letters = &self.laid.letters;
        let first = letters.partition_point(|&(place, ..)| place < span.start);
        let last = letters.partition_point(|&(place, ..)| place < span.end);
        letters[first..last.max(first)].iter().map(|&(_, body, note)| (body, note))
    }

    fn line_at(&self, at: u32) -> usize {
        self.text
            .lines
            .partition_point(|line| line.span.end <= at)
            .min(self.text.lines.len() - 1)
    }

    /// How a stretch is reported.
    fn report(&self, span: Span) -> Report {
        let (first, last) = (self.line_at(span.start), self.line_at(span.end));
        let lines =
            (first..=last).map(|line| u32::try_from(line + 1).unwrap_or(u32::MAX));
        lines
            .filter_map(|line| self.reports.get(&line))
            .copied()
            .max()
            .unwrap_or(Report::Silent)
    }
}
