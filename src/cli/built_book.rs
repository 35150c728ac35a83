//! What remains in memory of a book once its files are on the disk: little, so that a run
//! can build any number of books.

use std::path::PathBuf;

use pliego::disk::OutputFile;
use pliego::{BookCounts, Format, PressSummary};

use super::build::UnwrittenBook;
use super::findings::{BookFindings, FindingCounts};
use super::summary::describe_sources;

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
