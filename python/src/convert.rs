//! Values of the library as JSON, in the words of the report of `pliego build --report`, and
//! what a program says of its documents as values of the library. The modules for Python and
//! for JavaScript share it.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use pliego::build::SourceDocument;
use pliego::display::describe_unknown;
use pliego::{
    Account, AuditError, AuditedEdition, AuditedSources, Contributor, Diagnostic,
    EditionFile, Editions, Fate, Format, Metadata, Removal, Severity, SourceTraits, Text, Warned,
    write_pandoc_json,
};
use serde_json::{Value, json};

/// What a program says of a document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StatedMetadata<'a> {
    pub(crate) title: Option<&'a str>,
    pub(crate) authors: &'a [String],
    pub(crate) language: Option<&'a str>,
    pub(crate) form: Option<&'a str>,
    pub(crate) notes: Option<&'a str>,
}

impl StatedMetadata<'_> {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// The message about a word that is not known.
    pub(crate) fn read(self) -> Result<Metadata, String> {
        Ok(Metadata {
            title: self.title.map(str::to_owned),
            authors: self.authors.iter().map(Contributor::named).collect(),
            language: parse(self.language)?,
            source_traits: SourceTraits {
                form: parse(self.form)?,
                notes: parse(self.notes)?,
            },
            ..Metadata::default()
        })
    }
}

/// A word as a value, if there is one.
fn parse<T: FromStr<Err: Display>>(word: Option<&str>) -> Result<Option<T>, String> {
    word.map(str::parse).transpose().map_err(|error: T::Err| error.to_string())
}

/// The format of a name.
///
/// # Errors
///
/// The message that there is no such format.
pub(crate) fn find_format(name: &str) -> Result<Format, String> {
    let found = Format::ALL.into_iter().find(|format| format.name() == name);
    found.ok_or_else(|| describe_unknown("format", name, Format::ALL.map(Format::name)))
}

/// Reads an edition: a PDF if it begins as one, and else an EPUB.
///
/// # Errors
///
/// When it is neither.
pub(crate) fn read_edition(bytes: &[u8]) -> Result<AuditedEdition, AuditError> {
    if bytes.starts_with(b"%PDF") {
        AuditedEdition::from_pdf(bytes)
    } else {
        AuditedEdition::from_epub(bytes)
    }
}

/// A recovered document.
///
/// # Errors
///
/// When the document is not JSON, which is a fault of pliego.
pub(crate) fn recovered_json(read: &Warned<SourceDocument>) -> serde_json::Result<Value> {
    let Warned { value, diagnostics } = read;
    let document = write_pandoc_json(&value.recovered.document);
    let document: Value = serde_json::from_str(&document)?;
    let texts = std::slice::from_ref(&value.text);
    Ok(json!({
        "markdown": pliego::markdown::write(&value.recovered.document),
        "document": document,
        "findings": findings_json(diagnostics, texts),
        "removals": removals_json(&value.recovered.removals),
        "ledger": value.account.as_ref().map(account_json),
    }))
}

/// A book but for the bytes of its editions.
pub(crate) fn book_json(made: &Warned<Editions>) -> Value {
    let Warned { value, diagnostics } = made;
    let counts = &value.counts;
    let names = value
        .files
        .iter()
        .map(|file| (file_key(file), file.name.to_string_lossy().into_owned()));
    let accounts = value.accounts.iter().map(|one| one.as_ref().map(account_json));
    let mut book = json!({
        "title": value.metadata.title,
        "language": value.metadata.language.as_ref().map(pliego::Language::as_str),
        "counts": {
            "parts": counts.parts,
            "chapters": counts.chapters,
            "notes": counts.notes,
            "words": counts.words,
            "pages": value.pages,
        },
        "names": names.collect::<BTreeMap<_, _>>(),
        "findings": findings_json(diagnostics, &value.texts),
        "removals": removals_json(&value.removals),
        "ledgers": accounts.collect::<Vec<_>>(),
    });
    if !value.named.is_empty() {
        let named = value.named.iter();
        book["editions"] =
            named.map(|one| json!({ "name": one.name, "pages": one.pages })).collect();
    }
    book
}

/// What a file of a book is called: its format, after the name of its edition if the book has
/// several (`hardcover/print`).
pub(crate) fn file_key(file: &EditionFile) -> String {
    match &file.edition {
        Some(edition) => format!("{edition}/{}", file.format.name()),
        None => file.format.name().to_owned(),
    }
}

/// What the comparison of an edition with its source has found.
pub(crate) fn audit_json(compared: &Warned<AuditedSources>) -> Value {
    let Warned { value, diagnostics } = compared;
    json!({
        "complete": diagnostics.is_empty(),
        "characters": value.characters,
        "notes": value.notes,
        "findings": findings_json(diagnostics, &value.texts),
    })
}

/// Findings with their places.
fn findings_json(found: &[Diagnostic], texts: &[Text]) -> Value {
    let one = |found: &Diagnostic| {
        let text = found.span.and_then(|span| {
            Some((span, texts.iter().find(|text| text.file == span.file)?))
        });
        let column = text.and_then(|(span, text)| {
            let line = text.lines.get((span.line as usize).checked_sub(1)?)?;
            let before = text.text.get(line.span.start as usize..span.start as usize)?;
            Some(before.chars().count() + 1)
        });
        let mut json = json!({
            "code": found.code.0,
            "severity": match found.severity {
                Severity::Note => "note",
                Severity::Warning => "warning",
                Severity::Error => "error",
            },
            "message": found.message,
            "file": text.map(|(_, text)| &text.name),
            "line": found.span.map(|span| span.line).filter(|line| *line > 0),
            "column": column,
            "confidence": found.confidence.map(|thousandths| f64::from(thousandths) / 1000.0),
            "hints": found.hints,
        });
        if !found.editions.is_empty() {
            json["editions"] = json!(found.editions);
        }
        json
    };
    found.iter().map(one).collect()
}

/// What was left out, with its lines.
fn removals_json(removals: &[Removal]) -> Value {
    let one = |removal: &Removal| {
        let (kind, line) = (removal.kind.name(), removal.span.line);
        json!({ "kind": kind, "line": line })
    };
    removals.iter().map(one).collect()
}

/// What became of the bytes of a raw text.
fn account_json(account: &Account) -> Value {
    let mut ledger = serde_json::Map::new();
    ledger.insert("bytes".to_owned(), json!(account.sum()));
    let mut removed = 0;
    for (fate, bytes) in &account.fates {
        match fate {
            Fate::Removed(_) => removed += bytes,
            Fate::Kept => {
                ledger.insert("kept".to_owned(), json!(bytes));
            }
            Fate::InNote(_) => {
                ledger.insert("in-notes".to_owned(), json!(bytes));
            }
            _ => {}
        }
    }
    ledger.insert("removed".to_owned(), json!(removed));
    Value::Object(ledger)
}
