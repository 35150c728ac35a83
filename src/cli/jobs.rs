//! The jobs that the paths of a command line stand for: documents, books, and folders of
//! both.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, bail};
use pliego::build::{
    SourceKind, is_document, is_ocr, number_documents, select_documents,
};
use pliego::disk::{self, PathKind};
use pliego::display::display_path;
use pliego::{BuildError, Contributor, Inputs, Job, Metadata, SourceTraits};

use super::args::DocumentArgs;

/// The file that makes a folder a book.
const PROJECT_FILE: &str = "book.toml";

/// What stands for the standard input or output in place of a path.
pub(crate) const STDIN: &str = "-";

/// A `book.toml` that is not a valid job.
#[derive(Debug)]
pub(crate) struct BrokenJob {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// What is wrong with it.
    pub(crate) error: Error,
}

/// Makes sure that the command line gives a title to one document only, and nothing to a
/// `book.toml`.
///
/// # Errors
///
/// Where it does otherwise.
pub(crate) fn expect_hints_to_fit<'a>(
    jobs: impl IntoIterator<Item = &'a Job>,
    hints: &DocumentArgs,
) -> Result<()> {
    let jobs: Vec<&Job> = jobs.into_iter().collect();
    let documents = jobs.iter().filter(|job| job.toml.is_none()).count();
    if hints.title.is_some() && documents > 1 {
        bail!("--title is for one document, but {documents} are named; name one of them");
    }
    expect_hints_for_documents(jobs, hints)
}

/// Makes sure that the command line gives nothing to a `book.toml`, which says it itself.
///
/// # Errors
///
/// Where it does otherwise.
pub(crate) fn expect_hints_for_documents<'a>(
    jobs: impl IntoIterator<Item = &'a Job>,
    hints: &DocumentArgs,
) -> Result<()> {
    let jobs: Vec<&Job> = jobs.into_iter().collect();
    let has_hints = hints.title.is_some()
        || hints.lang.is_some()
        || hints.source.traits() != SourceTraits::default()
        || !hints.authors.is_empty();
    match jobs.as_slice() {
        [book, ..] if has_hints && jobs.iter().all(|job| job.toml.is_some()) => bail!(
            "--title, --author, --lang, --form and --notes are for documents; write them into '{}'",
            book.display_path()
        ),
        _ => Ok(()),
    }
}

/// Finds the jobs that paths stand for, in order, each with a name of its own.
pub(crate) struct JobFinder<'a> {
    pub(crate) inputs: &'a dyn Inputs,
    /// What the command line says of documents.
    pub(crate) hints: &'a DocumentArgs,
    /// The name of the document that is on the standard input.
    pub(crate) stdin: Option<&'a Path>,
}

impl JobFinder<'_> {
    /// All jobs.
    ///
    /// # Errors
    ///
    /// When there is nothing at a path or nothing to build, a `book.toml` cannot be read,
    /// or two jobs have one name.
    pub(crate) fn find_all(&self, paths: &[PathBuf]) -> Result<Vec<Job>> {
        let jobs = self.find_each(paths)?.into_iter();
        jobs.map(|job| job.map_err(|broken| broken.error)).collect()
    }

    /// Like [`find_all`](Self::find_all), but a `book.toml` that cannot be read is the
    /// failure of its job alone.
    ///
    /// # Errors
    ///
    /// When there is nothing at a path or nothing to build, or two jobs have one name.
    pub(crate) fn find_each(
        &self,
        paths: &[PathBuf],
    ) -> Result<Vec<Result<Job, BrokenJob>>> {
        let jobs = self.find_sources(paths)?;
        expect_different_names(jobs.iter().flatten())?;
        Ok(jobs)
    }

    /// Like [`find_each`](Self::find_each), for jobs of which nothing is written: two may have
    /// one name.
    ///
    /// # Errors
    ///
    /// When there is nothing at a path or nothing to build.
    pub(crate) fn find_sources(
        &self,
        paths: &[PathBuf],
    ) -> Result<Vec<Result<Job, BrokenJob>>> {
        let mut jobs = Vec::new();
        for path in paths {
            if path == Path::new(STDIN) {
                let name = self.stdin.unwrap_or(path);
                if !is_document(name) {
                    bail!(
                        "'{}' is no name of a document; name one with the ending of what \
                         it is: --stdin-name text.md",
                        display_path(name)
                    );
                }
                jobs.push(Ok(self.open_document(name)));
                continue;
            }
            match disk::path_kind(path)? {
                PathKind::File => jobs.push(self.open_file(path)?),
                PathKind::Folder => self.open_folder(path, &mut jobs)?,
            }
        }
        let access = self.hints.source.access()?;
        for job in jobs.iter_mut().flatten() {
            job.access.clone_from(&access);
            job.limits = self.hints.source.limits.into();
        }
        number_documents(jobs.iter_mut().flatten());
        Ok(jobs)
    }

    fn open_file(&self, path: &Path) -> Result<Result<Job, BrokenJob>> {
        if path.extension().is_some_and(|found| found.eq_ignore_ascii_case("toml")) {
            return Ok(self.open_project(path));
        }
        if is_document(path) {
            return Ok(Ok(self.open_document(path)));
        }
        bail!(
            "'{}' is not a document; name a .pdf file, a .txt file (raw extracted text), a \
             .md file (Markdown), a .docx, .odt, .html or .epub file, a book.toml, or a \
             folder of these",
            display_path(path)
        )
    }

    fn open_document(&self, path: &Path) -> Job {
        let metadata = Metadata {
            title: self.hints.title.clone(),
            authors: self.hints.authors.iter().map(Contributor::named).collect(),
            language: self.hints.lang.clone(),
            source_traits: self.hints.source.traits(),
            ..Metadata::default()
        };
        Job::from_documents([path], metadata)
    }

    fn open_project(&self, path: &Path) -> Result<Job, BrokenJob> {
        let broken =
            |error: BuildError| BrokenJob { path: path.to_owned(), error: error.into() };
        Job::from_project(path, self.inputs).map_err(broken)
    }

    /// A folder is a book if it has a `book.toml`; else every document in it is one, and
    /// every folder in it that has a `book.toml`.
    fn open_folder(
        &self,
        folder: &Path,
        jobs: &mut Vec<Result<Job, BrokenJob>>,
    ) -> Result<()> {
        if let Some(project) = find_project(folder) {
            jobs.push(self.open_project(&project));
            return Ok(());
        }
        let before = jobs.len();
        let found = disk::list_folder(folder)?;
        let files: Vec<PathBuf> =
            found.iter().filter(|path| is_file(path)).cloned().collect();
        let documents = select_documents(&files);
        for path in &found {
            if documents.contains(path) {
                jobs.push(Ok(self.open_document(path)));
            } else if let Some(project) = find_project(path) {
                jobs.push(self.open_project(&project));
            }
        }
        if jobs.len() == before && is_scan(&files, self.inputs) {
            jobs.push(Ok(self.open_document(folder)));
        }
        if jobs.len() == before {
            bail!(
                "the folder '{}' has no documents; put .txt or .md files into it, or a \
                 book.toml, or name another folder",
                display_path(folder)
            );
        }
        Ok(())
    }
}

/// Whether the files of a folder are the pages of a scan: what an OCR program wrote.
fn is_scan(files: &[PathBuf], inputs: &dyn Inputs) -> bool {
    let is_page = |path: &&PathBuf| SourceKind::of(path) == Some(SourceKind::Ocr);
    let first = files.iter().find(is_page);
    first.is_some_and(|path| inputs.read(path).is_ok_and(|bytes| is_ocr(&bytes)))
}

/// Makes sure that no two jobs would be written into the same files.
fn expect_different_names<'a>(jobs: impl Iterator<Item = &'a Job>) -> Result<()> {
    let mut names: BTreeMap<&OsString, &Path> = BTreeMap::new();
    for job in jobs {
        if let Some(other) = names.insert(&job.name, &job.path) {
            if disk::is_same_file(other, &job.path) {
                bail!("'{}' is named twice; name it once", job.display_path());
            }
            bail!(
                "'{}' and '{}' would both be written as '{}'; build one of them at a \
                 time into folders of their own (--out), or give a book.toml a slug",
                display_path(other),
                job.display_path(),
                job.name.to_string_lossy(),
            );
        }
    }
    Ok(())
}

/// The `book.toml` of a folder, if it is one and has one.
pub(crate) fn find_project(folder: &Path) -> Option<PathBuf> {
    let path = folder.join(PROJECT_FILE);
    is_file(&path).then_some(path)
}

/// Whether a path is a file; a dangling symbolic link is not.
fn is_file(path: &Path) -> bool {
    matches!(disk::path_kind(path), Ok(PathKind::File))
}
