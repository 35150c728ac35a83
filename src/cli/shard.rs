//! `shard`: a part of a library, so that many machines make all of it.
//!
//! A shard is three files: an archive of editions, a line of JSON for every document, and at
//! last a `.done` with the digests of both. Documents are chosen by a hash of their ids, so
//! every machine finds its own without asking another.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Error, Result, anyhow};
use pliego::build::{Flow, run_in_order};
use pliego::disk::{self, FileLock, OutputFile, StreamedFile};
use pliego::inputs::FileInputs;
use pliego::library::{
    LibraryDocument, ManifestEntry, SCHEMA, STATUSES, digest_run, find_shard, format_hex,
    make_document,
};
use pliego::{BuildOptions, WorkLimits};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::args::ShardArgs;
use super::console::{self, Console};
use super::manifest::read_manifest;
use super::report::RunOutcome;
use super::words::read_words;

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
    pub(crate) fn has(self, id: &str) -> bool {
        find_shard(id, self.of) == self.number
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
    let words = arguments.words.as_deref().map(read_words).transpose()?;
    let wanted = digest_run(
        &entries,
        &arguments.formats,
        arguments.lean,
        arguments.limits.into(),
        words.as_deref(),
    );
    let _alone = FileLock::wait(&files.lock)?;
    if is_done(&files.done, &wanted) {
        console.print_message(&format!("{name}: done already\n"))?;
        return Ok(RunOutcome::Done);
    }
    let inputs = words.map(|words| FileInputs::default().with_words(words));
    let inputs = inputs.unwrap_or_default();
    let totals = write_shard(arguments, entries, &inputs, &files, &wanted)?;
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

/// Whether a shard was made to its end, from the same manifest by the same program.
fn is_done(done: &Path, wanted: &str) -> bool {
    let Ok(bytes) = disk::read_file(done) else { return false };
    let done: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    done["run"].as_str() == Some(wanted)
}

fn write_shard(
    arguments: &ShardArgs,
    entries: Vec<ManifestEntry>,
    inputs: &FileInputs,
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
    let limits = arguments.limits.into();
    let make = |entry: ManifestEntry| {
        make_timed(&entry, folder, inputs.clone(), &options, limits)
    };
    let take = |(made, seconds): (LibraryDocument, f64)| match add_document(
        made,
        seconds,
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
    made: LibraryDocument,
    seconds: f64,
    archive: &mut ArchiveWriter,
    lines: &mut DigestedFile,
    totals: &mut ShardTotals,
) -> Result<()> {
    let LibraryDocument { mut line, files } = made;
    let mut listed = Vec::new();
    for (name, bytes) in &files {
        let offset = archive.add(name, bytes)?;
        let sha256 = format_hex(&Sha256::digest(bytes));
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

/// Makes the editions of a document, and says how long it took.
fn make_timed(
    entry: &ManifestEntry,
    folder: &Path,
    inputs: FileInputs,
    options: &BuildOptions,
    limits: WorkLimits,
) -> (LibraryDocument, f64) {
    let begun = Instant::now();
    let path = folder.join(&entry.path);
    let made = make_document(entry, &path, inputs, options, limits);
    (made, begun.elapsed().as_secs_f64())
}

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
        Ok(format_hex(&self.digest.finalize()))
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

#[cfg(test)]
mod tests {
    use super::ShardNumber;

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
}
