//! A book before and after its files are on the disk. Little of it remains in memory then,
//! so that a run can build any number of books.

use std::path::{Path, PathBuf};

use pliego::cache::Cache;
use pliego::disk::OutputFile;
use pliego::{BookCounts, Editions, Format, Job, PressSummary, Warned};

use super::findings::{BookFindings, FindingCounts};
use super::identification::describe_sources;

/// A book in all its formats, before its files are on the disk.
#[derive(Debug)]
pub(crate) struct UnwrittenBook {
    /// Stem of its files' names.
    pub(crate) name: String,
    /// Its title.
    pub(crate) title: Option<String>,
    /// Its language.
    pub(crate) language: Option<String>,
    /// Its files.
    pub(crate) files: Vec<(Format, OutputFile)>,
    /// How many words, notes and the like it has.
    pub(crate) counts: BookCounts,
    /// Pages of the PDF; none where no PDF was asked for.
    pub(crate) pages: Option<usize>,
    /// What the press gets; none where no file for it was asked for.
    pub(crate) press: Option<PressSummary>,
    /// Its sources and findings.
    pub(crate) findings: BookFindings,
    /// What the next run can use.
    pub(crate) cache: Cache,
}

impl UnwrittenBook {
    /// The editions of a job, and the paths of their files in the folder `out`.
    pub(crate) fn new(job: &Job, editions: Warned<Editions>, out: &Path) -> Self {
        let Warned { value: editions, diagnostics } = editions;
        let files = editions.files.into_iter();
        let findings = BookFindings {
            name: job.display_path(),
            texts: editions.texts,
            diagnostics,
            removals: editions.removals,
            accounts: editions.accounts,
            identifications: editions.identifications,
        };
        Self {
            name: job.name.to_string_lossy().into_owned(),
            title: editions.metadata.title,
            language: editions.metadata.language.map(|language| language.to_string()),
            files: files
                .map(|file| {
                    let output =
                        OutputFile { path: out.join(file.name), bytes: file.bytes };
                    (file.format, output)
                })
                .collect(),
            counts: editions.counts,
            pages: editions.pages,
            press: editions.press,
            findings,
            cache: editions.cache,
        }
    }
}

/// A book whose files are on the disk.
#[derive(Debug)]
pub(crate) struct BuiltBook {
    /// The document or `book.toml`, as messages name it.
    pub(crate) path: String,
    /// Its title.
    pub(crate) title: Option<String>,
    /// How many words, notes and the like it has.
    pub(crate) counts: BookCounts,
    /// Pages of the PDF; none where no PDF was asked for.
    pub(crate) pages: Option<usize>,
    /// What the press gets; none where no file for it was asked for.
    pub(crate) press: Option<PressSummary>,
    /// Its files.
    pub(crate) files: Vec<BuiltFile>,
    /// What its raw texts were taken for, each once.
    pub(crate) sources: Vec<String>,
    /// How many findings there are.
    pub(crate) finding_counts: FindingCounts,
}

/// A file of an edition.
#[derive(Debug)]
pub(crate) struct BuiltFile {
    /// What it is.
    pub(crate) format: Format,
    /// Where it is, or would be.
    pub(crate) path: PathBuf,
    /// Its size.
    pub(crate) bytes: usize,
}

impl BuiltBook {
    /// What remains of a book, and the findings of its sources.
    pub(crate) fn new(made: UnwrittenBook) -> (Self, BookFindings) {
        let UnwrittenBook { title, counts, pages, press, files, findings, .. } = made;
        let file = |(format, output): (Format, OutputFile)| BuiltFile {
            format,
            bytes: output.bytes.len(),
            path: output.path,
        };
        let edition = Self {
            path: findings.name.clone(),
            title,
            counts,
            pages,
            press,
            files: files.into_iter().map(file).collect(),
            sources: describe_sources(&findings.identifications),
            finding_counts: findings.counts(),
        };
        (edition, findings)
    }
}
