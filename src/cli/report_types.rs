//! The report as types, and its JSON Schema. [`super::report`] fills them in.

use std::collections::BTreeMap;

use pliego::project::schema::join_descriptions;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Value, json};

/// Version of the format of the report. It rises when a key changes its meaning or is removed;
/// new keys may be added at any time.
pub(crate) const SCHEMA: u32 = 1;

/// The ways in which a run may end, as the report calls them.
pub(crate) const OUTCOMES: [&str; 3] = ["done", "denied", "failed"];

/// A book in all its formats. All but `name`, `error` and `code` are empty or null for a book
/// that could not be built.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct BookReport {
    /// What its files are called, without their endings; of a book that could not be built it
    /// may be a path.
    pub(crate) name: String,
    /// Its title.
    pub(crate) title: Option<String>,
    /// Its language (BCP 47).
    pub(crate) language: Option<String>,
    /// Why it could not be built.
    pub(crate) error: Option<String>,
    /// The kind of failure, for programs.
    pub(crate) code: Option<&'static str>,
    /// The files that it was made from.
    pub(crate) sources: Vec<String>,
    /// The files that were written: none after `check`, and none where something was denied.
    pub(crate) files: Vec<FileReport>,
    /// How many chapters, notes, words and so on it has.
    pub(crate) counts: Option<CountsReport>,
    /// What a press gets; of several editions, the first that has a press.
    pub(crate) press: Option<PressReport>,
    /// The account of each raw text. Markdown is read as it is and has none.
    pub(crate) ledgers: Vec<LedgerReport>,
    /// How many pieces of each kind were left out of raw texts.
    pub(crate) removals: BTreeMap<&'static str, usize>,
    /// What was found.
    pub(crate) diagnostics: Vec<FindingReport>,
    /// The editions of a `book.toml` with `[[edition]]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub(crate) named_editions: Vec<EditionReport>,
}

/// A file that was written.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FileReport {
    /// Its format, as `--formats` calls it.
    pub(crate) format: &'static str,
    /// Where it is.
    pub(crate) path: String,
    /// Its size.
    pub(crate) bytes: usize,
    /// The edition that it belongs to, if the book has several by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub(crate) edition: Option<String>,
}

/// How many of each thing a book has.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct CountsReport {
    pub(crate) parts: usize,
    pub(crate) chapters: usize,
    pub(crate) headings: usize,
    pub(crate) paragraphs: usize,
    pub(crate) quotations: usize,
    pub(crate) stanzas: usize,
    pub(crate) lists: usize,
    pub(crate) tables: usize,
    pub(crate) figures: usize,
    pub(crate) notes: usize,
    /// The marked pages of the printed source.
    pub(crate) source_pages: usize,
    pub(crate) words: usize,
    /// The pages of the PDF; null where none was asked for.
    pub(crate) pages: Option<usize>,
}

/// What a press gets.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PressReport {
    /// The profile of the press.
    pub(crate) profile: String,
    /// When the profile was checked against the press's own pages.
    pub(crate) date: String,
    /// The pages of the interior, with the blank ones at its end.
    pub(crate) pages: u32,
    /// The kind of paper.
    pub(crate) paper: String,
    /// The margin at the fold, in millimetres.
    pub(crate) gutter_mm: f64,
    /// The width of the spine, in millimetres.
    pub(crate) spine_mm: f64,
}

/// An edition of a book that has several by name.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct EditionReport {
    pub(crate) name: String,
    /// The pages of its PDF.
    pub(crate) pages: Option<usize>,
    /// What its press gets.
    pub(crate) press: Option<PressReport>,
}

/// The account of a raw text. Its numbers are bytes, and all but `bytes` sum to it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct LedgerReport {
    /// The text.
    pub(crate) file: String,
    /// What it was taken for.
    pub(crate) taken_for: Option<IdentificationReport>,
    /// Its size.
    pub(crate) bytes: u64,
    /// Its byte order mark.
    pub(crate) byte_order_mark: u64,
    /// In the text, in the order of the source.
    pub(crate) kept: u64,
    /// In notes.
    pub(crate) in_notes: u64,
    /// In the text at another place.
    pub(crate) moved: u64,
    /// White space that became a space or the end of a block.
    pub(crate) folded: u64,
    /// White space inside words that were joined.
    pub(crate) joined: u64,
    /// Marks of notes.
    pub(crate) marks: u64,
    /// Labels of notes.
    pub(crate) labels: u64,
    /// Character references; the text has their characters.
    pub(crate) decoded: u64,
    /// What a person corrected; the text has the corrections.
    pub(crate) corrected: u64,
    /// What was left out, by kind.
    pub(crate) removed: BTreeMap<&'static str, u64>,
}

/// What a raw text was taken for.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct IdentificationReport {
    /// In the words of `source-form`.
    pub(crate) form: String,
    /// In the words of `source-notes`.
    pub(crate) notes: String,
    pub(crate) note_count: usize,
    /// Lines of running heads.
    pub(crate) running_heads: usize,
    /// Lines of page numbers.
    pub(crate) folios: usize,
    /// From 0 to 1.
    pub(crate) confidence: f64,
}

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FindingReport {
    /// As `pliego explain` takes it.
    pub(crate) code: &'static str,
    /// `note`, `warning` or `error`.
    #[schemars(extend("enum" = ["note", "warning", "error"]))]
    pub(crate) severity: &'static str,
    pub(crate) message: String,
    /// The file that it is about; null where it has no place.
    pub(crate) file: Option<String>,
    /// From 1.
    pub(crate) line: Option<u32>,
    /// In characters, from 1.
    pub(crate) column: Option<usize>,
    /// From 0 to 1; null where the program is sure.
    pub(crate) confidence: Option<f64>,
    /// The reading that lost, or what to do.
    pub(crate) hints: Vec<String>,
    /// What the characters at the place may have been, if that is doubted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub(crate) reading: Option<String>,
    /// The editions that it is about, if that is not all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub(crate) editions: Vec<String>,
    /// The command, for a shell, that opens the proof desk at the place. Only lines of raw texts
    /// have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub(crate) desk: Option<String>,
}

/// The JSON Schema of the report (draft 7, as those of the other files). The report is written
/// book by book, so that no type has all of it.
pub(crate) fn write_report_schema() -> String {
    let settings = SchemaSettings::draft07().with(|settings| {
        settings.inline_subschemas = true;
    });
    let book = settings.into_generator().into_root_schema_for::<BookReport>();
    let mut book = Value::from(book);
    join_descriptions(&mut book);
    let version = book.as_object_mut().and_then(|book| book.remove("$schema"));
    let schema = json!({
        "$schema": version,
        "title": "The report of a run of pliego (--report)",
        "type": "object",
        "properties": {
            "schema": { "const": SCHEMA },
            "program": { "description": "Its name and version", "type": "string" },
            "outcome": { "enum": OUTCOMES },
            "editions": { "type": "array", "items": book },
        },
        "required": ["schema", "program", "outcome", "editions"],
    });
    format!("{schema:#}\n")
}
