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

mod laid;
mod letters;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use laid::{Laid, Nature, Truth, list_folders};
use pliego::book::decisions::Decisions;
use pliego::book::source_traits::SourceTraits;
use pliego::recover;
use pliego::recover::model::{Zone, Zoned};
use pliego::source;
use pliego::text::span::FileId;

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

fn main() {
    let mut show = false;
    let (mut decisions, mut lines, mut doubts) = (Vec::new(), 0, 0);
    for argument in std::env::args().skip(1) {
        if argument == "--show" {
            show = true;
            continue;
        }
        for case in list_folders(Path::new(&argument)) {
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
    let found =
        recover::find_zones(&text, SourceTraits::default(), &Decisions::default());
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
        Zone::Body | Zone::Displaced | Zone::Caption | Zone::Region | Zone::Margin => {
            Some("text")
        }
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
