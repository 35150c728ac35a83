//! The report: the books and findings of a run, as one JSON document.
//!
//! ```json
//! {
//!   "schema": 1,
//!   "program": "pliego 0.1.0",
//!   "outcome": "done",
//!   "editions": [
//!     {
//!       "name": "carta",
//!       "title": "Carta a una amiga",
//!       "language": "es",
//!       "error": null,
//!       "sources": ["texts/carta.txt"],
//!       "files": [
//!         { "format": "epub", "path": "editions/carta.epub", "bytes": 81324 },
//!         { "format": "pdf", "path": "editions/carta.pdf", "bytes": 64031 }
//!       ],
//!       "counts": { "chapters": 1, "notes": 2, "words": 812, "pages": 12, … },
//!       "press": {
//!         "profile": "kdp-paperback", "date": "2026-11-22", "pages": 14,
//!         "paper": "white", "gutter_mm": 19.0, "spine_mm": 0.801
//!       },
//!       "ledgers": [
//!         {
//!           "file": "texts/carta.txt",
//!           "bytes": 5210,
//!           "taken-for": {
//!             "form": "pages", "notes": "page", "note-count": 2,
//!             "running-heads": 3, "folios": 4, "confidence": 0.993
//!           },
//!           "kept": 4630, "in-notes": 201, "moved": 0, "folded": 102, "joined": 31,
//!           "marks": 2, "labels": 4, "byte-order-mark": 0,
//!           "removed": { "running-head": 210, "folio": 30 }
//!         }
//!       ],
//!       "removals": { "running-head": 3, "folio": 4 },
//!       "diagnostics": [
//!         {
//!           "code": "r-101",
//!           "severity": "warning",
//!           "message": "…",
//!           "file": "texts/carta.txt",
//!           "line": 41,
//!           "column": 7,
//!           "confidence": 0.617,
//!           "hints": ["…"],
//!           "desk": "pliego desk 'texts/carta.txt' --line=41"
//!         }
//!       ]
//!     }
//!   ]
//! }
//! ```
//!
//! The keys are documented in [`super::report_types`], from which `pliego schema report` makes
//! a JSON Schema.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::Error;
use pliego::display::display_path;
use pliego::{
    Account, BookCounts, BuildError, Diagnostic, Fate, Identification, Length,
    MadeEdition, PressSummary, Text,
};
use serde_json::{Value, json};

use super::built_book::{UnwrittenBook, UnwrittenFile};
use super::console::describe_error;
use super::findings::BookFindings;
use super::report_types::{
    BookReport, CountsReport, EditionReport, FileReport, FindingReport,
    IdentificationReport, LedgerReport, OUTCOMES, PressReport, SCHEMA,
};

/// The outcome of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RunOutcome {
    /// Success.
    Done,
    /// There is a finding that `--deny` names.
    Denied,
    /// A book could not be built; the error was printed.
    Failed,
}

/// The report of a run, from the rendered reports of its books.
pub(crate) fn render_report(
    editions: &[String],
    outcome: RunOutcome,
    written: bool,
) -> Vec<u8> {
    let [done, denied, failed] = OUTCOMES;
    let outcome = match outcome {
        RunOutcome::Done => done,
        RunOutcome::Denied => denied,
        RunOutcome::Failed => failed,
    };
    // One by one: a thousand books need not be in memory as values at once.
    let mut text = String::from("{\n  \"editions\": [");
    for (place, edition) in editions.iter().enumerate() {
        let mut edition: Value = serde_json::from_str(edition).unwrap_or_default();
        if !written {
            edition["files"] = json!([]);
        }
        text.push_str(if place == 0 { "\n    " } else { ",\n    " });
        text.push_str(&format!("{edition:#}").replace('\n', "\n    "));
    }
    let program = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"));
    let _ = write!(
        text,
        "\n  ],\n  \"outcome\": \"{outcome}\",\n  \"program\": \"{program}\",\n  \
         \"schema\": {SCHEMA}\n}}\n"
    );
    text.into_bytes()
}

/// The report of a book that could not be built.
pub(crate) fn render_failure(name: &str, error: &Error) -> String {
    let code = error.downcast_ref::<BuildError>().map(BuildError::code);
    let report = BookReport {
        name: name.to_owned(),
        error: Some(describe_error(error)),
        code,
        ..BookReport::default()
    };
    render(&report)
}

/// The report of a book whose files are written.
pub(crate) fn render_edition(made: &UnwrittenBook) -> String {
    let findings = &made.findings;
    let found = findings.diagnostics.iter();
    let report = BookReport {
        name: made.name.clone(),
        title: made.title.clone(),
        language: made.language.clone(),
        error: None,
        code: None,
        sources: findings.texts.iter().map(|text| text.name.clone()).collect(),
        files: made.files.iter().map(describe_file).collect(),
        counts: Some(describe_counts(&made.counts, made.pages)),
        press: made.press.as_ref().map(describe_press),
        ledgers: describe_ledgers(findings),
        removals: count_removals(findings),
        diagnostics: found.map(|found| describe_finding(findings, found)).collect(),
        named_editions: made.named.iter().map(describe_edition).collect(),
    };
    render(&report)
}

/// A report as JSON. Its types have string keys and finite numbers, so it cannot fail.
fn render(report: &BookReport) -> String {
    serde_json::to_string(report).unwrap_or_default()
}

fn describe_file(file: &UnwrittenFile) -> FileReport {
    FileReport {
        format: file.format.name(),
        path: display_path(&file.output.path),
        bytes: file.output.bytes.len(),
        edition: file.edition.clone(),
    }
}

fn describe_edition(made: &MadeEdition) -> EditionReport {
    EditionReport {
        name: made.name.clone(),
        pages: made.pages,
        press: made.press.as_ref().map(describe_press),
    }
}

fn describe_counts(counts: &BookCounts, pages: Option<usize>) -> CountsReport {
    CountsReport {
        parts: counts.parts,
        chapters: counts.chapters,
        headings: counts.headings,
        paragraphs: counts.paragraphs,
        quotations: counts.quotations,
        stanzas: counts.stanzas,
        lists: counts.lists,
        tables: counts.tables,
        figures: counts.figures,
        notes: counts.notes,
        source_pages: counts.source_pages,
        words: counts.words,
        pages,
    }
}

fn describe_press(printed: &PressSummary) -> PressReport {
    PressReport {
        profile: printed.profile.clone(),
        date: printed.date.clone(),
        pages: printed.pages,
        paper: printed.paper.clone(),
        gutter_mm: to_millimetres(printed.gutter),
        spine_mm: to_millimetres(printed.spine),
    }
}

/// Millimetres, to thousandths.
fn to_millimetres(length: Length) -> f64 {
    (length.to_pt() * 25_400.0 / 72.0).round() / 1000.0
}

/// A finding as reports have it.
pub(crate) fn describe_finding(
    findings: &BookFindings,
    found: &Diagnostic,
) -> FindingReport {
    let file = found.span.and_then(|span| findings.find_text(span.file));
    let confidence = found.confidence;
    FindingReport {
        code: found.code.0,
        severity: found.severity.name(),
        message: found.message.clone(),
        file: file.map(|text| text.name.clone()),
        line: found.span.map(|span| span.line).filter(|line| *line > 0),
        column: found.span.and_then(|span| findings.find_column(span)),
        confidence: confidence.map(|thousandths| f64::from(thousandths) / 1000.0),
        hints: found.hints.clone(),
        reading: found.reading.clone(),
        editions: found.editions.clone(),
        desk: findings.find_desk(found),
    }
}

/// The accounts of the raw texts.
fn describe_ledgers(findings: &BookFindings) -> Vec<LedgerReport> {
    let texts = findings.texts.iter().zip(&findings.accounts);
    let sources = texts.zip(&findings.identifications);
    let ledger = |((text, account), source): (
        (&Text, &Option<Account>),
        &Option<Identification>,
    )| {
        let account = account.as_ref()?;
        let of = |fate: Fate| account.fates.get(&fate).copied().unwrap_or_default();
        let removed = account.fates.iter().filter_map(|(fate, bytes)| match fate {
            Fate::Removed(kind) => Some((kind.name(), *bytes)),
            _ => None,
        });
        Some(LedgerReport {
            file: text.name.clone(),
            taken_for: source.as_ref().map(describe_identification),
            bytes: account.sum(),
            byte_order_mark: account.mark,
            kept: of(Fate::Kept),
            in_notes: of(Fate::InNote(0)),
            moved: of(Fate::Moved),
            folded: of(Fate::Folded),
            joined: of(Fate::Joined),
            marks: of(Fate::Mark(0)),
            labels: of(Fate::Label(0)),
            decoded: of(Fate::Decoded(None)),
            corrected: of(Fate::Corrected(None)),
            removed: removed.collect(),
        })
    };
    sources.filter_map(ledger).collect()
}

/// What a raw text was taken for.
fn describe_identification(source: &Identification) -> IdentificationReport {
    IdentificationReport {
        form: source.form.to_string(),
        notes: source.notes.to_string(),
        note_count: source.note_count,
        running_heads: source.running_heads,
        folios: source.folios,
        confidence: f64::from(source.confidence) / 1000.0,
    }
}

/// How many removals of each kind there are.
pub(crate) fn count_removals(findings: &BookFindings) -> BTreeMap<&'static str, usize> {
    let mut kinds = BTreeMap::new();
    for removal in &findings.removals {
        *kinds.entry(removal.kind.name()).or_default() += 1;
    }
    kinds
}
