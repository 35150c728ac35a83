//! A book before and after its files are on the disk. Little of it remains in memory then,
//! so that a run can build any number of books.

use std::path::{Path, PathBuf};

use pliego::cache::Cache;
use pliego::disk::OutputFile;
use pliego::{
    BookCounts, EditionFile, Editions, Format, Job, MadeEdition, PressSummary, Warned,
};

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
    pub(crate) files: Vec<UnwrittenFile>,
    /// How many words, notes and the like it has.
    pub(crate) counts: BookCounts,
    /// Pages of the PDF; none where no PDF was asked for.
    pub(crate) pages: Option<usize>,
    /// What the press gets; none where no file for it was asked for.
    pub(crate) press: Option<PressSummary>,
    /// The editions that it has by name.
    pub(crate) named: Vec<MadeEdition>,
    /// Its sources and findings.
    pub(crate) findings: BookFindings,
    /// What the next run can use.
    pub(crate) cache: Cache,
}

/// A file of an edition that is not on the disk yet.
#[derive(Debug)]
pub(crate) struct UnwrittenFile {
    /// What it is.
    pub(crate) format: Format,
    /// The name of its edition, where the book has several by name.
    pub(crate) edition: Option<String>,
    /// What the summary says of its pages.
    pub(crate) measures: FileMeasures,
    /// Its bytes, and where they go.
    pub(crate) output: OutputFile,
}

/// The pages of a file.
#[derive(Debug, Clone)]
pub(crate) enum FileMeasures {
    /// It has none, or they are not counted.
    None,
    /// It has this number of pages.
    Pages(usize),
    /// A press gets it.
    Press(PressSummary),
}

impl FileMeasures {
    fn new(editions: &Editions, file: &EditionFile) -> Self {
        match (file.format, editions.measures_of(file)) {
            (Format::Pdf, (Some(pages), _)) => Self::Pages(pages),
            (Format::Print | Format::Imposed | Format::Cover, (_, Some(press))) => {
                Self::Press(press.clone())
            }
            _ => Self::None,
        }
    }
}

impl UnwrittenBook {
    /// The editions of a job, and the paths of their files in the folder `out`.
    pub(crate) fn new(job: &Job, editions: Warned<Editions>, out: &Path) -> Self {
        let Warned { value: mut editions, diagnostics } = editions;
        let measure = |file: &EditionFile| FileMeasures::new(&editions, file);
        let measures: Vec<FileMeasures> = editions.files.iter().map(measure).collect();
        let files = std::mem::take(&mut editions.files).into_iter().zip(measures);
        let findings = BookFindings {
            name: job.display_path(),
            texts: editions.texts,
            diagnostics,
            removals: editions.removals,
            accounts: editions.accounts,
            identifications: editions.identifications,
            desk: None,
        };
        Self {
            name: job.name.to_string_lossy().into_owned(),
            title: editions.metadata.title,
            language: editions.metadata.language.map(|language| language.to_string()),
            files: files
                .map(|(file, measures)| {
                    let EditionFile { format, edition, name, bytes } = file;
                    let output = OutputFile { path: out.join(name), bytes };
                    UnwrittenFile { format, edition, measures, output }
                })
                .collect(),
            counts: editions.counts,
            pages: editions.pages,
            press: editions.press,
            named: editions.named,
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
    /// What the summary says of its pages.
    pub(crate) measures: FileMeasures,
    /// Where it is, or would be.
    pub(crate) path: PathBuf,
    /// Its size.
    pub(crate) bytes: usize,
}

impl BuiltBook {
    /// What remains of a book, and the findings of its sources.
    pub(crate) fn new(made: UnwrittenBook) -> (Self, BookFindings) {
        let UnwrittenBook { title, counts, files, findings, .. } = made;
        let file = |UnwrittenFile { format, measures, output, .. }| BuiltFile {
            format,
            measures,
            bytes: output.bytes.len(),
            path: output.path,
        };
        let edition = Self {
            path: findings.name.clone(),
            title,
            counts,
            files: files.into_iter().map(file).collect(),
            sources: describe_sources(&findings.identifications),
            finding_counts: findings.counts(),
        };
        (edition, findings)
    }
}
