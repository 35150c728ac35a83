//! `shard`: a part of a library, so that many machines make all of it.
//!
//! A shard is three files: an archive of editions, a line of JSON for every document, and at
//! last a `.done` with the digests of both. Documents are chosen by a hash of their ids, so
//! every machine finds its own without asking another.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Error, Result, anyhow};
use pliego::build::{Flow, run_in_order};
use pliego::disk::{self, FileLock, OutputFile, StreamedFile};
use pliego::inputs::FileInputs;
use pliego::project::designs::{built_in_designs, read_design};
use pliego::{
    BuildError, BuildOptions, Contributor, Editions, Inputs, Job, Metadata, Warned, build,
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::args::ShardArgs;
use super::console::{self, Console, describe_error};
use super::designs::describe_unknown;
use super::findings::FindingFilter;
use super::manifest::{ManifestEntry, read_manifest};
use super::report::{RunOutcome, fate_name};

/// The version of the form of the lines.
const SCHEMA: u32 = 1;

/// Which part of a library: `3/100`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShardNumber {
    /// From 1.
    number: u64,
    of: u64,
}

impl std::str::FromStr for ShardNumber {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text
            .split_once('/')
            .and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parsed {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => {
                Err("write the number of the shard and how many there are: 3/100".into())
            }
        }
    }
}

impl ShardNumber {
    /// Whether a document belongs to it.
    fn has(self, id: &str) -> bool {
        let digest = Sha256::digest(id.as_bytes());
        let head = digest.first_chunk::<8>().copied().unwrap_or_default();
        u64::from_be_bytes(head) % self.of == self.number - 1
    }

    /// The name of its files without an ending.
    fn name(self) -> String {
        let width = self.of.to_string().len();
        format!("shard-{:0width$}-of-{}", self.number, self.of)
    }
}

/// The files of a shard.
struct ShardFiles {
    archive: PathBuf,
    lines: PathBuf,
    done: PathBuf,
    lock: PathBuf,
}

/// What became of a document.
struct MadeDocument {
    /// Its line, still without the offsets of its files.
    line: Value,
    /// Its editions: the names in the archive, and the bytes.
    files: Vec<(String, Vec<u8>)>,
    seconds: f64,
}

/// The sums of a shard, for its `.done` and the metrics.
#[derive(Debug, Default)]
struct ShardTotals {
    documents: BTreeMap<&'static str, u64>,
    words: u64,
    bytes: u64,
    seconds: f64,
}

/// Makes a shard, unless it is done.
///
/// # Errors
///
/// When the manifest cannot be read, or nothing can be written. A document that cannot be
/// built is a line.
pub(crate) fn make_shard(arguments: &ShardArgs, console: Console) -> Result<RunOutcome> {
    let ShardArgs { shard, out, .. } = arguments;
    let name = shard.name();
    let file = |ending: &str| out.join(format!("{name}{ending}"));
    let files = ShardFiles {
        archive: file(".tar"),
        lines: file(".jsonl"),
        done: file(".done"),
        lock: file(".lock"),
    };
    let entries = read_manifest(&arguments.manifest)?;
    let entries: Vec<ManifestEntry> =
        entries.into_iter().filter(|entry| shard.has(&entry.id)).collect();
    let wanted = digest_of_run(arguments, &entries);
    let _alone = FileLock::wait(&files.lock)?;
    if is_done(&files.done, &wanted) {
        console.print_message(&format!("{name}: done already\n"))?;
        return Ok(RunOutcome::Done);
    }
    let totals = write_shard(arguments, entries, &files, &wanted)?;
    if let Some(path) = &arguments.metrics {
        let bytes = render_metrics(&totals).into_bytes();
        disk::write_all([&OutputFile { path: path.clone(), bytes }])?;
    }
    let counts: Vec<String> = totals
        .documents
        .iter()
        .map(|(status, count)| format!("{count} {status}"))
        .collect();
    let counts = if counts.is_empty() { "nothing".to_owned() } else { counts.join(", ") };
    console.print_message(&format!("{name}: {counts}\n"))?;
    Ok(RunOutcome::Done)
}

/// The digest of everything that a shard follows from, but for the documents themselves.
fn digest_of_run(arguments: &ShardArgs, entries: &[ManifestEntry]) -> String {
    let mut digest = Sha256::new();
    let formats: Vec<&str> = arguments.formats.iter().map(|one| one.name()).collect();
    digest.update(format!(
        "{} {SCHEMA} {formats:?} {}\n",
        env!("CARGO_PKG_VERSION"),
        arguments.lean
    ));
    for entry in entries {
        digest.update(format!("{entry:?}\n"));
    }
    to_hex(&digest.finalize())
}

/// Whether a shard was made to its end, from the same manifest by the same program.
fn is_done(done: &Path, wanted: &str) -> bool {
    let Ok(bytes) = disk::read_file(done) else { return false };
    let done: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    done["run"].as_str() == Some(wanted)
}

fn write_shard(
    arguments: &ShardArgs,
    entries: Vec<ManifestEntry>,
    files: &ShardFiles,
    wanted: &str,
) -> Result<ShardTotals> {
    let folder = arguments.manifest.parent().unwrap_or(Path::new(""));
    let options = BuildOptions {
        is_lean: arguments.lean,
        made: console::read_source_date()?,
        ..BuildOptions::with_formats(arguments.formats.iter().copied())
    };
    let mut archive = ArchiveWriter::create(&files.archive)?;
    let mut lines = DigestedFile::create(&files.lines)?;
    let mut totals = ShardTotals::default();
    let mut failed: Option<Error> = None;
    let weight = |entry: &ManifestEntry| disk::file_size(&folder.join(&entry.path));
    let make = |entry: ManifestEntry| make_document(&entry, folder, &options);
    let take = |made: MadeDocument| match add_document(
        made,
        &mut archive,
        &mut lines,
        &mut totals,
    ) {
        Ok(()) => Flow::Go,
        Err(error) => {
            failed = Some(error);
            Flow::Stop
        }
    };
    run_in_order(entries, weight, make, take);
    if let Some(error) = failed {
        return Err(error);
    }
    let (archive, lines) = (archive.finish()?, lines.finish()?);
    let done = json!({
        "schema": SCHEMA,
        "program": concat!("pliego ", env!("CARGO_PKG_VERSION")),
        "run": wanted,
        "archive": { "sha256": archive, "bytes": totals.bytes },
        "lines": { "sha256": lines },
        "documents": totals.documents,
        "words": totals.words,
        "seconds": totals.seconds,
    });
    let bytes = format!("{done:#}\n").into_bytes();
    disk::write_all([&OutputFile { path: files.done.clone(), bytes }])?;
    Ok(totals)
}

/// Puts a document into the archive, and its line beside it.
fn add_document(
    made: MadeDocument,
    archive: &mut ArchiveWriter,
    lines: &mut DigestedFile,
    totals: &mut ShardTotals,
) -> Result<()> {
    let MadeDocument { mut line, files, seconds } = made;
    let mut listed = Vec::new();
    for (name, bytes) in &files {
        let offset = archive.add(name, bytes)?;
        let sha256 = to_hex(&Sha256::digest(bytes));
        listed.push(json!({
            "name": name, "bytes": bytes.len(), "sha256": sha256, "offset": offset,
        }));
    }
    line["files"] = json!(listed);
    line["seconds"] = json!((seconds * 1000.0).round() / 1000.0);
    let status = STATUSES.into_iter().find(|known| line["status"] == **known);
    *totals.documents.entry(status.unwrap_or("failed")).or_default() += 1;
    totals.words += line["words"].as_u64().unwrap_or_default();
    totals.seconds += seconds;
    totals.bytes = archive.length;
    writeln!(lines, "{line}").map_err(|cause| anyhow!("cannot write a line: {cause}"))
}

/// What can become of a document: `made`; `doubtful`, made with places to look at;
/// `rejected`, for good; `failed`, and worth another try.
const STATUSES: [&str; 4] = ["made", "doubtful", "rejected", "failed"];

fn make_document(
    entry: &ManifestEntry,
    folder: &Path,
    options: &BuildOptions,
) -> MadeDocument {
    let begun = Instant::now();
    let tried = catch_unwind(AssertUnwindSafe(|| try_document(entry, folder, options)));
    let (line, files) = match tried {
        Ok(Ok(made)) => describe_made(entry, made),
        Ok(Err(error)) => (describe_failed(entry, &error), Vec::new()),
        // A fault of the program: another version may know better.
        Err(_) => {
            let line = json!({
                "id": entry.id, "status": "failed", "code": "panic",
                "message": "the program has a fault; report the document",
            });
            (line, Vec::new())
        }
    };
    MadeDocument { line, files, seconds: begun.elapsed().as_secs_f64() }
}

fn try_document(
    entry: &ManifestEntry,
    folder: &Path,
    options: &BuildOptions,
) -> Result<Warned<Editions>> {
    let path = folder.join(&entry.path);
    let mut inputs = FileInputs::default();
    if let Some(wanted) = &entry.sha256 {
        let bytes = inputs.read(&path).map_err(BuildError::Input)?;
        let digest = to_hex(&Sha256::digest(&bytes));
        if !digest.eq_ignore_ascii_case(wanted) {
            return Err(Rejection::error(
                "changed",
                "its digest is not that of the manifest",
            ));
        }
        // What is built is what was compared.
        inputs = inputs.with_file(&path, bytes);
    }
    let parse = |what: &str, error: &dyn std::fmt::Display| {
        Rejection::error("manifest", &format!("{what}: {error}"))
    };
    let language = entry.language.as_ref().map(|tag| tag.parse()).transpose();
    let date = entry.date.as_ref().map(|date| date.parse()).transpose();
    let metadata = Metadata {
        title: entry.title.clone(),
        authors: entry.authors.0.iter().map(Contributor::named).collect(),
        language: language.map_err(|error| parse("language", &error))?,
        date: date.map_err(|error| parse("date", &error))?,
        rights: entry.rights.clone(),
        ..Metadata::default()
    };
    let is_project = path.extension().is_some_and(|end| end == "toml");
    let mut job = if is_project {
        Job::from_project(&path, &inputs)?
    } else {
        Job::from_documents([path], metadata)
    };
    if let Some(name) = &entry.design {
        job.project.design = read_design(name).ok_or_else(|| {
            let message = describe_unknown("design", built_in_designs(), name);
            Rejection::error("manifest", &message)
        })?;
    }
    Ok(build(&job, &inputs, options, &())?)
}

/// Why the manifest itself keeps a document from being built.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct Rejection {
    code: &'static str,
    message: String,
}

impl Rejection {
    fn error(code: &'static str, message: &str) -> Error {
        Error::new(Self { code, message: message.to_owned() })
    }
}

fn describe_failed(entry: &ManifestEntry, error: &Error) -> Value {
    let (code, is_transient) = match error.downcast_ref::<BuildError>() {
        Some(error) => (error.code(), error.is_transient()),
        None => {
            (error.downcast_ref::<Rejection>().map_or("failed", |one| one.code), false)
        }
    };
    json!({
        "id": entry.id,
        "status": if is_transient { "failed" } else { "rejected" },
        "code": code,
        "message": describe_error(error),
    })
}

fn describe_made(
    entry: &ManifestEntry,
    made: Warned<Editions>,
) -> (Value, Vec<(String, Vec<u8>)>) {
    let Warned { value, diagnostics } = made;
    let mut doubts: BTreeMap<&str, u64> = BTreeMap::new();
    for found in diagnostics.iter().filter(|found| FindingFilter::Guesses.matches(found))
    {
        *doubts.entry(found.code.0).or_default() += 1;
    }
    let is_doubtful =
        diagnostics.iter().any(|found| FindingFilter::Warnings.matches(found));
    let mut ledger: BTreeMap<&str, u64> = BTreeMap::new();
    for account in value.accounts.iter().flatten() {
        for (fate, bytes) in &account.fates {
            *ledger.entry(fate_name(*fate)).or_default() += bytes;
        }
    }
    let line = json!({
        "id": entry.id,
        "status": if is_doubtful { "doubtful" } else { "made" },
        "code": null,
        "title": value.metadata.title,
        "words": value.counts.words,
        "notes": value.counts.notes,
        "pages": value.pages,
        "doubts": doubts,
        "ledger": ledger,
    });
    let stem = safe_stem(&entry.id);
    let files = value.files.into_iter();
    let files =
        files.map(|file| (format!("{stem}{}", file.format.file_suffix()), file.bytes));
    (line, files.collect())
}

/// An id as the stem of a name in the archive: letters, figures and a few signs, and a
/// digest where that is not all of it.
fn safe_stem(id: &str) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let plain: String = id.chars().filter(|c| is_safe(*c)).take(LONGEST_STEM).collect();
    if plain == id && !plain.starts_with('.') && !plain.is_empty() {
        return plain;
    }
    let digest = to_hex(&Sha256::digest(id.as_bytes()));
    format!("{}-{}", plain.trim_start_matches('.'), &digest[..16])
}

/// The longest stem: a name in an archive has a hundred bytes (POSIX.1-1988, ustar).
const LONGEST_STEM: usize = 60;

/// Writes an archive, and knows where each file begins.
struct ArchiveWriter {
    builder: tar::Builder<DigestedFile>,
    length: u64,
}

impl ArchiveWriter {
    fn create(path: &Path) -> Result<Self> {
        let file = DigestedFile::create(path)?;
        Ok(Self { builder: tar::Builder::new(file), length: 0 })
    }

    /// Adds a file, and returns the byte of the archive at which its content begins.
    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<u64> {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_mtime(0);
        self.builder
            .append_data(&mut header, name, bytes)
            .map_err(|cause| anyhow!("cannot write the archive: {cause}"))?;
        let offset = self.length + TAR_BLOCK;
        self.length = offset + (bytes.len() as u64).next_multiple_of(TAR_BLOCK);
        Ok(offset)
    }

    fn finish(self) -> Result<String> {
        let cannot = |cause| anyhow!("cannot write the archive: {cause}");
        self.builder.into_inner().map_err(cannot)?.finish()
    }
}

/// The size of a header, and of what content is filled up to (POSIX.1-1988, ustar).
const TAR_BLOCK: u64 = 512;

/// A file whose digest is known when it is complete.
struct DigestedFile {
    file: StreamedFile,
    digest: Sha256,
}

impl DigestedFile {
    fn create(path: &Path) -> Result<Self> {
        Ok(Self { file: StreamedFile::create(path)?, digest: Sha256::new() })
    }

    /// Gives the file its name, and returns its digest.
    fn finish(self) -> Result<String> {
        self.file.finish()?;
        Ok(to_hex(&self.digest.finalize()))
    }
}

impl Write for DigestedFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

/// The sums as Prometheus reads them (exposition format 0.0.4).
fn render_metrics(totals: &ShardTotals) -> String {
    let mut text = String::from("# TYPE pliego_documents_total counter\n");
    for status in STATUSES {
        let count = totals.documents.get(status).copied().unwrap_or_default();
        let _ = writeln!(text, "pliego_documents_total{{status=\"{status}\"}} {count}");
    }
    for (name, value) in [
        ("pliego_words_total", totals.words.to_string()),
        ("pliego_archive_bytes_total", totals.bytes.to_string()),
        ("pliego_seconds_total", format!("{:.3}", totals.seconds)),
    ] {
        let _ = writeln!(text, "# TYPE {name} counter\n{name} {value}");
    }
    text
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::{ShardNumber, safe_stem};

    #[test]
    fn every_document_is_in_one_shard() {
        let shards: Vec<ShardNumber> =
            (1..=7).map(|number| format!("{number}/7").parse().unwrap()).collect();
        for id in ["a", "b", "", "á/ü", "doc-000001"] {
            assert_eq!(shards.iter().filter(|shard| shard.has(id)).count(), 1, "{id}");
        }
        for wrong in ["0/7", "8/7", "1", "a/b", "1/0"] {
            assert!(wrong.parse::<ShardNumber>().is_err(), "{wrong}");
        }
        assert_eq!(shards[2].name(), "shard-3-of-7");
    }

    #[test]
    fn names_in_archives_are_safe_and_differ() {
        assert_eq!(safe_stem("doc-1.x"), "doc-1.x");
        for id in ["../../etc", "á", "", "a/b", ".hidden"] {
            let stem = safe_stem(id);
            assert!(!stem.contains('/') && !stem.starts_with('.'), "{stem}");
        }
        assert_ne!(safe_stem("a/b"), safe_stem("a\\b"));
    }
}
