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
//!           "hints": ["…"]
//!         }
//!       ]
//!     }
//!   ]
//! }
//! ```
//!
//! - `schema` rises when a key changes its meaning or is removed; new keys may be added at
//!   any time.
//! - `outcome` is `done`, `denied` where there is a finding that `--deny` names, or `failed`
//!   where a book could not be built.
//! - A book with an `[[edition]]` in its `book.toml` has `named-editions`, each with the
//!   `pages` of its PDF and its `press`; its files have an `edition`, and a finding that is
//!   about some of them has `editions`. `pages` and `press` of the book are those of the first
//!   edition that has them. Books without have none of these keys.
//! - An edition is one book in all its formats. `files` are those that were written: none
//!   after `check`, and none when something was denied.
//! - `error` says why a book could not be built, and `code` names the kind of failure for
//!   programs; both are null for all others. Such a book has
//!   no files, its `counts` are null, and its `name` may be a path.
//! - `pages` is null where no PDF was asked for; `source_pages` counts the marked pages of
//!   the printed source.
//! - `press` is null where no file for a press was asked for; its `pages` include the blank
//!   ones at the end, and `gutter_mm` is the margin at the fold.
//! - `ledgers` account for the bytes of each raw text. All numbers besides `bytes` sum to it, but
//!   for those of `taken-for`.
//!   `moved` is at the beginning of the text now, `folded` is white space that became a space
//!   or the end of a block, `joined` white space inside words that were joined; `marks` and
//!   `labels` are those of notes. `taken-for` says what the text was taken for, in the words
//!   of `source-form` and `source-notes`, and how sure that is. Markdown is read as it is and has no ledger.
//! - `severity` is `note`, `warning` or `error`. `file`, `line` and `column` (in
//!   characters, from 1) are null where a finding has no place; `confidence` runs from 0 to
//!   1 and is null where the program is sure.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::Error;
use pliego::display::display_path;
use pliego::{
    Account, BookCounts, BuildError, Diagnostic, Fate, Identification, Length,
    MadeEdition, PressSummary, Severity, Text,
};
use serde_json::{Value, json};

use super::built_book::{UnwrittenBook, UnwrittenFile};
use super::console::describe_error;
use super::findings::BookFindings;

/// Version of the format of the report.
const SCHEMA: u32 = 1;

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
    let outcome = match outcome {
        RunOutcome::Done => "done",
        RunOutcome::Denied => "denied",
        RunOutcome::Failed => "failed",
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
    let edition = json!({
        "name": name,
        "title": null,
        "language": null,
        "error": describe_error(error),
        "code": error.downcast_ref::<BuildError>().map(BuildError::code),
        "sources": [],
        "files": [],
        "counts": null,
        "press": null,
        "ledgers": [],
        "removals": {},
        "diagnostics": [],
    });
    edition.to_string()
}

/// The report of a book whose files are written.
pub(crate) fn render_edition(made: &UnwrittenBook) -> String {
    let findings = &made.findings;
    let mut counts = counts_json(&made.counts);
    counts["pages"] = json!(made.pages);
    let mut edition = json!({
        "name": made.name,
        "title": made.title,
        "language": made.language,
        "error": null,
        "code": null,
        "sources": findings.texts.iter().map(|text| &text.name).collect::<Vec<_>>(),
        "files": made.files.iter().map(file_json).collect::<Vec<_>>(),
        "counts": counts,
        "press": made.press.as_ref().map(press_json),
        "ledgers": ledgers_json(findings),
        "removals": count_removals(findings),
        "diagnostics": findings
            .diagnostics
            .iter()
            .map(|found| diagnostic_json(findings, found))
            .collect::<Vec<_>>(),
    });
    if !made.named.is_empty() {
        edition["named-editions"] = made.named.iter().map(named_edition_json).collect();
    }
    edition.to_string()
}

/// A file of an edition.
fn file_json(file: &UnwrittenFile) -> Value {
    let mut json = json!({
        "format": file.format.name(),
        "path": display_path(&file.output.path),
        "bytes": file.output.bytes.len(),
    });
    if let Some(name) = &file.edition {
        json["edition"] = json!(name);
    }
    json
}

/// An edition of a book that has several by name.
fn named_edition_json(made: &MadeEdition) -> Value {
    json!({
        "name": made.name,
        "pages": made.pages,
        "press": made.press.as_ref().map(press_json),
    })
}

/// How many words, notes and the like a book has.
fn counts_json(counts: &BookCounts) -> Value {
    json!({
        "parts": counts.parts,
        "chapters": counts.chapters,
        "headings": counts.headings,
        "paragraphs": counts.paragraphs,
        "quotations": counts.quotations,
        "stanzas": counts.stanzas,
        "lists": counts.lists,
        "tables": counts.tables,
        "figures": counts.figures,
        "notes": counts.notes,
        "source_pages": counts.source_pages,
        "words": counts.words,
    })
}

/// What the press gets.
fn press_json(printed: &PressSummary) -> Value {
    json!({
        "profile": printed.profile,
        "date": printed.date,
        "pages": printed.pages,
        "paper": printed.paper,
        "gutter_mm": to_millimetres(printed.gutter),
        "spine_mm": to_millimetres(printed.spine),
    })
}

/// Millimetres, to thousandths.
fn to_millimetres(length: Length) -> f64 {
    (length.to_pt() * 25_400.0 / 72.0).round() / 1000.0
}

/// A finding as reports have it.
pub(crate) fn diagnostic_json(findings: &BookFindings, found: &Diagnostic) -> Value {
    let mut json = json!({
        "code": found.code.0,
        "severity": severity_name(found.severity),
        "message": found.message,
        "file": found.span.and_then(|span| findings.find_text(span.file)).map(|text| &text.name),
        "line": found.span.map(|span| span.line).filter(|line| *line > 0),
        "column": found.span.and_then(|span| findings.find_column(span)),
        "confidence": found.confidence.map(|thousandths| f64::from(thousandths) / 1000.0),
        "hints": found.hints,
    });
    if !found.editions.is_empty() {
        json["editions"] = json!(found.editions);
    }
    json
}

/// The accounts of the raw texts.
fn ledgers_json(findings: &BookFindings) -> Vec<Value> {
    let texts = findings.texts.iter().zip(&findings.accounts);
    let sources = texts.zip(&findings.identifications);
    let ledger = |((text, account), source): (
        (&Text, &Option<Account>),
        &Option<Identification>,
    )| {
        let account = account.as_ref()?;
        let of = |fate: Fate| account.fates.get(&fate).copied().unwrap_or_default();
        let removed: BTreeMap<&str, u64> = account
            .fates
            .iter()
            .filter_map(|(fate, bytes)| match fate {
                Fate::Removed(kind) => Some((kind.name(), *bytes)),
                _ => None,
            })
            .collect();
        Some(json!({
            "file": text.name,
            "taken-for": source.as_ref().map(identification_json),
            "bytes": account.sum(),
            "byte-order-mark": account.mark,
            "kept": of(Fate::Kept),
            "in-notes": of(Fate::InNote(0)),
            "moved": of(Fate::Moved),
            "folded": of(Fate::Folded),
            "joined": of(Fate::Joined),
            "marks": of(Fate::Mark(0)),
            "labels": of(Fate::Label(0)),
            "removed": removed,
        }))
    };
    sources.filter_map(ledger).collect()
}

/// What a raw text was taken for.
fn identification_json(source: &Identification) -> Value {
    json!({
        "form": source.form.to_string(),
        "notes": source.notes.to_string(),
        "note-count": source.note_count,
        "running-heads": source.running_heads,
        "folios": source.folios,
        "confidence": f64::from(source.confidence) / 1000.0,
    })
}

/// How many removals of each kind there are.
pub(crate) fn count_removals(findings: &BookFindings) -> BTreeMap<&'static str, usize> {
    let mut kinds = BTreeMap::new();
    for removal in &findings.removals {
        *kinds.entry(removal.kind.name()).or_default() += 1;
    }
    kinds
}

/// The name of a severity, in reports.
pub(crate) fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}
