//! `words`: the words of a library are counted, and tables of them merged.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use pliego::build::{
    DocumentWords, Flow, WordTable, WordTally, count_words, find_least, run_in_order,
};
use pliego::disk::{self, OutputFile, PathKind};
use pliego::display::display_path;
use pliego::inputs::FileInputs;
use pliego::library::{ManifestEntry, count_document_words};
use pliego::{BuildError, Job};

use super::args::{DocumentArgs, WordsArgs};
use super::console::{Console, describe_error};
use super::counts::count_things;
use super::jobs::{BrokenJob, JobFinder};
use super::manifest::read_manifest;

/// Reads a table of words.
///
/// # Errors
///
/// When it cannot be read, or is not such a table.
pub(crate) fn read_words(path: &Path) -> Result<Arc<WordTable>> {
    Ok(Arc::new(WordTable::read(&display_path(path), disk::read_file(path)?)?))
}

/// How the names of tables end that a folder stands for: their values have tabs between them.
pub(crate) const TABLE: &str = "tsv";

/// The words of a document, or its name and why they are not counted.
type Counted = Result<DocumentWords, (String, String)>;

/// Counts words, or merges tables, and writes the table.
///
/// # Errors
///
/// When there is nothing at a path, the manifest or a table cannot be read, or the table not
/// written. A document that cannot be read is only reported.
pub(crate) fn write_words(arguments: &WordsArgs, console: Console) -> Result<()> {
    let mut tally = WordTally::default();
    let mut unread = 0;
    let take = |counted: Counted| {
        match counted {
            Ok(words) => tally.add_document(&words),
            Err((name, cause)) => {
                unread += 1;
                console.print_findings(&format!("{name}: not counted: {cause}\n"));
            }
        }
        Flow::Go
    };
    if let Some(manifest) = &arguments.manifest {
        let folder = manifest.parent().unwrap_or(Path::new(""));
        let mut entries = read_manifest(manifest)?;
        entries.retain(|entry| arguments.shard.is_none_or(|shard| shard.has(&entry.id)));
        let weight = |entry: &ManifestEntry| disk::file_size(&folder.join(&entry.path));
        let count = |entry: ManifestEntry| {
            let path = folder.join(&entry.path);
            let counted = count_document_words(&entry, &path, FileInputs::default());
            counted.map_err(|cause| (entry.id, cause))
        };
        run_in_order(entries, weight, count, take);
    } else if arguments.merge.is_empty() {
        let (inputs, hints) = (
            FileInputs::default(),
            DocumentArgs { lang: arguments.lang.clone(), ..DocumentArgs::default() },
        );
        let finder = JobFinder { inputs: &inputs, hints: &hints, stdin: None };
        let jobs = finder.find_sources(&arguments.paths)?;
        let weight = |job: &Result<Job, BrokenJob>| {
            job.as_ref().map_or(0, |job| job.source_bytes(&inputs))
        };
        run_in_order(jobs, weight, |job| count_job(job, &inputs), take);
    }
    for table in &list_tables(&arguments.merge)? {
        tally.add_table(&display_path(table), &disk::read_file(table)?)?;
    }
    let default = match arguments.shard {
        Some(_) => 1,
        None => find_least(tally.documents()),
    };
    let bytes = tally.write(arguments.least.unwrap_or(default));
    // The first line says what the table is, and nothing is behind the last line end.
    let words = bytes.split(|&byte| byte == b'\n').count() - 2;
    disk::write_all([&OutputFile { path: arguments.out.clone(), bytes }])?;
    let documents = usize::try_from(tally.documents()).unwrap_or(usize::MAX);
    let mut message = format!(
        "{}  {} of {}",
        display_path(&arguments.out),
        count_things(words, "word"),
        count_things(documents, "document"),
    );
    if unread > 0 {
        message.push_str("; ");
        message.push_str(&count_things(unread, "document"));
        message.push_str(" not counted");
    }
    console.print_message(&format!("{message}\n"))
}

/// The tables at paths; a folder stands for those in it.
fn list_tables(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut tables = Vec::new();
    for path in paths {
        match disk::path_kind(path)? {
            PathKind::File => tables.push(path.clone()),
            PathKind::Folder => {
                let mut found = disk::list_folder(path)?;
                found.retain(|file| file.extension().is_some_and(|end| end == TABLE));
                if found.is_empty() {
                    bail!(
                        "the folder '{}' has no tables of words (.{TABLE}); name another one",
                        display_path(path)
                    );
                }
                tables.extend(found);
            }
        }
    }
    Ok(tables)
}

/// Counts the words of a job. A panic is a fault of the program, and no reason to lose the
/// words of the other documents.
fn count_job(job: Result<Job, BrokenJob>, inputs: &FileInputs) -> Counted {
    let job = job.map_err(|BrokenJob { path, error }| {
        (display_path(&path), describe_error(&error))
    })?;
    let counted = catch_unwind(AssertUnwindSafe(|| count_words(&job, inputs)));
    let cause = match counted {
        Ok(Ok(words)) => return Ok(words),
        Ok(Err(error)) => describe_error(&BuildError::into(error)),
        Err(_) => "the program has a fault; report the document".to_owned(),
    };
    Err((job.display_path(), cause))
}
