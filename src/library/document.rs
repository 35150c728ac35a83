//! A document of a library, and what became of it.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::ManifestEntry;
use crate::book::metadata::{Contributor, Metadata};
use crate::build::{
    BuildError, BuildOptions, DocumentWords, EditionFile, Editions, Format, Inputs, Job,
    WordTable, WorkLimits, build, count_words,
};
use crate::diagnostic::{Severity, Warned};
use crate::inputs::FileInputs;
use crate::project::designs::{built_in_designs, read_design};
use crate::text::messages::{describe_causes, describe_unknown};

/// The version of the form of the lines.
pub const SCHEMA: u32 = 1;

/// What can become of a document: `made`; `doubtful`, made with places to look at;
/// `rejected`, for good; `failed`, and worth another try.
pub const STATUSES: [&str; 4] = ["made", "doubtful", "rejected", "failed"];

/// The longest stem: a name in an archive has a hundred bytes (POSIX.1-1988, ustar).
const LONGEST_STEM: usize = 60;

/// What is said of a document at which the program panics.
const FAULT: &str = "the program has a fault; report the document";

/// How much of a digest tells two stems apart, in hexadecimal digits.
const STEM_DIGEST: usize = 16;

/// Which of `of` shards a document belongs to, counted from 1. The id alone decides, so every
/// machine finds its own documents without asking another.
#[must_use]
pub fn find_shard(id: &str, of: u64) -> u64 {
    let digest = Sha256::digest(id.as_bytes());
    let head = digest.first_chunk::<8>().copied().unwrap_or_default();
    u64::from_be_bytes(head) % of.max(1) + 1
}

/// The digest of everything that a shard follows from, but for the documents themselves: its
/// part of the manifest, the options, the words of the library and the program. A shard with
/// the same one is done.
#[must_use]
pub fn digest_run(
    entries: &[ManifestEntry],
    formats: &[Format],
    is_lean: bool,
    limits: WorkLimits,
    words: Option<&WordTable>,
) -> String {
    let formats: BTreeSet<&str> = formats.iter().map(|one| one.name()).collect();
    let mut digest = Sha256::new();
    let version = env!("CARGO_PKG_VERSION");
    digest.update(format!("{version} {SCHEMA} {formats:?} {is_lean} {limits:?}\n"));
    if let Some(words) = words {
        digest
            .update(format!("words {}\n", format_hex(&Sha256::digest(words.as_bytes()))));
    }
    for entry in entries {
        digest.update(format!("{entry:?}\n"));
    }
    format_hex(&digest.finalize())
}

/// What became of a document.
#[derive(Debug, Clone, PartialEq)]
pub struct LibraryDocument {
    /// Its line: an object with its `id`, its `status` ([`STATUSES`]), a `code` if it was not
    /// made, and what is known of its editions.
    pub line: Value,
    /// Its editions: their names, which are those of no other document, and their bytes.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Why the manifest itself keeps a document from being built.
#[derive(Debug, thiserror::Error)]
enum Rejection {
    #[error("its digest is not that of the manifest")]
    Changed,
    #[error("{0}")]
    Manifest(String),
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl Rejection {
    fn manifest(what: &str, error: &dyn Error) -> Self {
        Self::Manifest(format!("{what}: {error}"))
    }
}

/// Makes the editions of a document. `path` is that of its file, which `inputs` have. A
/// document that cannot be made, for whatever reason, has a line that says so.
///
/// ```
/// use pliego::inputs::FileInputs;
/// use pliego::library::{ManifestEntry, make_document};
/// use pliego::{BuildOptions, Format, WorkLimits};
///
/// let entry = ManifestEntry { id: "a-1".to_owned(), ..ManifestEntry::default() };
/// let inputs = FileInputs::default().with_file("a.md", b"# Uno\n\nTexto.\n".to_vec());
/// let options = BuildOptions::with_formats([Format::Epub]);
/// let limits = WorkLimits::default();
/// let made = make_document(&entry, "a.md".as_ref(), inputs, &options, limits);
/// assert_eq!(made.line["id"], "a-1");
/// assert_eq!(made.files[0].0, "a-1.epub");
/// ```
#[must_use]
pub fn make_document(
    entry: &ManifestEntry,
    path: &Path,
    inputs: FileInputs,
    options: &BuildOptions,
    limits: WorkLimits,
) -> LibraryDocument {
    let make = || try_document(entry, path, inputs, options, limits);
    let tried = catch_unwind(AssertUnwindSafe(make));
    match tried {
        Ok(Ok(made)) => describe_made(entry, made),
        Ok(Err(error)) => describe_failed(entry, &error),
        // A fault of the program: another version may know better.
        Err(_) => describe_unmade(entry, "failed", "panic", FAULT),
    }
}

/// Counts the words of a document, for a table of the words of the library.
///
/// # Errors
///
/// When it cannot be read, or is not the one that the manifest means; the message says why.
pub fn count_document_words(
    entry: &ManifestEntry,
    path: &Path,
    inputs: FileInputs,
) -> Result<DocumentWords, String> {
    let count = || {
        let (job, inputs) = open_document(entry, path, inputs)?;
        Ok::<_, Rejection>(count_words(&job, &inputs)?)
    };
    match catch_unwind(AssertUnwindSafe(count)) {
        Ok(counted) => counted.map_err(|error| describe_causes(&error)),
        Err(_) => Err(FAULT.to_owned()),
    }
}

fn try_document(
    entry: &ManifestEntry,
    path: &Path,
    inputs: FileInputs,
    options: &BuildOptions,
    limits: WorkLimits,
) -> Result<Warned<Editions>, Rejection> {
    let (mut job, inputs) = open_document(entry, path, inputs)?;
    job.limits = limits;
    if let Some(name) = &entry.design {
        let design = read_design(name).ok_or_else(|| {
            let known = built_in_designs().iter().map(|(known, _)| *known);
            let message = describe_unknown("design", name, known);
            Rejection::Manifest(message)
        })?;
        job.set_design(&design);
    }
    Ok(build(&job, &inputs, options, &())?)
}

/// The job of a document with what the manifest says of it, and its files.
fn open_document(
    entry: &ManifestEntry,
    path: &Path,
    mut inputs: FileInputs,
) -> Result<(Job, FileInputs), Rejection> {
    if let Some(wanted) = &entry.sha256 {
        let bytes = inputs.read(path).map_err(BuildError::Input)?;
        if !format_hex(&Sha256::digest(&bytes)).eq_ignore_ascii_case(wanted) {
            return Err(Rejection::Changed);
        }
        // What is built is what was compared.
        inputs = inputs.with_file(path, bytes);
    }
    let language = entry.language.as_ref().map(|tag| tag.parse()).transpose();
    let date = entry.date.as_ref().map(|date| date.parse()).transpose();
    let metadata = Metadata {
        title: entry.title.clone(),
        authors: entry.authors.0.iter().map(Contributor::named).collect(),
        language: language.map_err(|error| Rejection::manifest("language", &error))?,
        date: date.map_err(|error| Rejection::manifest("date", &error))?,
        rights: entry.rights.clone(),
        ..Metadata::default()
    };
    let is_project = path.extension().is_some_and(|end| end == "toml");
    let job = if is_project {
        Job::from_project(path, &inputs)?
    } else {
        Job::from_documents([path], metadata)
    };
    Ok((job, inputs))
}

fn describe_failed(entry: &ManifestEntry, error: &Rejection) -> LibraryDocument {
    let (code, is_transient) = match error {
        Rejection::Changed => ("changed", false),
        Rejection::Manifest(_) => ("manifest", false),
        Rejection::Build(error) => (error.code(), error.is_transient()),
    };
    let status = if is_transient { "failed" } else { "rejected" };
    describe_unmade(entry, status, code, &describe_causes(error))
}

fn describe_unmade(
    entry: &ManifestEntry,
    status: &str,
    code: &str,
    message: &str,
) -> LibraryDocument {
    let line =
        json!({ "id": entry.id, "status": status, "code": code, "message": message });
    LibraryDocument { line, files: Vec::new() }
}

fn describe_made(entry: &ManifestEntry, made: Warned<Editions>) -> LibraryDocument {
    let Warned { value, diagnostics } = made;
    let mut doubts: BTreeMap<&str, u64> = BTreeMap::new();
    for found in diagnostics.iter().filter(|found| found.is_doubt()) {
        *doubts.entry(found.code.0).or_default() += 1;
    }
    let is_doubtful = diagnostics.iter().any(|found| found.severity > Severity::Note);
    let mut ledger: BTreeMap<&str, u64> = BTreeMap::new();
    for account in value.accounts.iter().flatten() {
        for (fate, bytes) in &account.fates {
            *ledger.entry(fate.name()).or_default() += bytes;
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
    let stem = make_safe_stem(&entry.id);
    let name = |file: &EditionFile| {
        let edition = file.edition.iter().map(|name| format!("-{name}"));
        format!("{stem}{}{}", edition.collect::<String>(), file.format.file_suffix())
    };
    let files = value.files.into_iter().map(|file| (name(&file), file.bytes));
    LibraryDocument { line, files: files.collect() }
}

/// An id as the stem of a name in the archive: letters, figures and a few signs, and a
/// digest where that is not all of it.
fn make_safe_stem(id: &str) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let plain: String = id.chars().filter(|c| is_safe(*c)).take(LONGEST_STEM).collect();
    if plain == id && !plain.starts_with('.') && !plain.is_empty() {
        return plain;
    }
    let digest = format_hex(&Sha256::digest(id.as_bytes()));
    format!("{}-{}", plain.trim_start_matches('.'), &digest[..STEM_DIGEST])
}

/// Bytes in hexadecimal, as digests are written.
#[must_use]
pub fn format_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::{make_document, make_safe_stem};
    use crate::build::{BuildOptions, Format, WorkLimits};
    use crate::inputs::FileInputs;
    use crate::library::ManifestEntry;

    #[test]
    fn names_in_archives_are_safe_and_differ() {
        assert_eq!(make_safe_stem("doc-1.x"), "doc-1.x");
        for id in ["../../etc", "á", "", "a/b", ".hidden"] {
            let stem = make_safe_stem(id);
            assert!(!stem.contains('/') && !stem.starts_with('.'), "{stem}");
        }
        assert_ne!(make_safe_stem("a/b"), make_safe_stem("a\\b"));
    }

    #[test]
    fn what_cannot_be_made_is_a_line() {
        let options = BuildOptions::with_formats([Format::Epub]);
        let status = |entry: ManifestEntry| {
            let inputs =
                FileInputs::default().with_file("a.md", b"# Uno\n\nTexto.\n".to_vec());
            let limits = WorkLimits::default();
            let made = make_document(&entry, "a.md".as_ref(), inputs, &options, limits);
            let text = |key: &str| made.line[key].as_str().unwrap_or_default().to_owned();
            (text("status"), text("code"))
        };
        let entry = || ManifestEntry { id: "a".to_owned(), ..ManifestEntry::default() };
        let is = |status: &str, code: &str| (status.to_owned(), code.to_owned());
        assert_eq!(status(entry()).1, "");
        let sha256 = Some("00".to_owned());
        assert_eq!(
            status(ManifestEntry { sha256, ..entry() }),
            is("rejected", "changed")
        );
        let language = Some("Spanish".to_owned());
        let found = status(ManifestEntry { language, ..entry() });
        assert_eq!(found, is("rejected", "manifest"));
        let design = Some("none".to_owned());
        let found = status(ManifestEntry { design, ..entry() });
        assert_eq!(found, is("rejected", "manifest"));
    }
}
