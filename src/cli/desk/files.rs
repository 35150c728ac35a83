//! The files of the desk: decisions are kept in them, and changes by others are noticed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use pliego::Job;
use pliego::desk::{DecisionStore, StoreError};
use pliego::disk::{self, DiskError, FileStamp, OutputFile, Staging};
use pliego::project::decisions_path;

/// The files that books are made from, and how they were seen last.
#[derive(Debug, Default)]
pub(crate) struct WatchedFiles {
    /// The book of each file, and its stamp.
    files: BTreeMap<PathBuf, (usize, Option<FileStamp>)>,
}

impl WatchedFiles {
    /// The files of these jobs: their documents, the decisions about them, their `book.toml`.
    pub(crate) fn of_jobs<'a>(jobs: impl IntoIterator<Item = &'a Job>) -> Self {
        let mut files = BTreeMap::new();
        for (book, job) in jobs.into_iter().enumerate() {
            let documents = job.documents.iter().map(|file| file.path.clone());
            let decisions = job.documents.iter().map(|file| decisions_path(&file.path));
            let project = job.toml.is_some().then(|| job.path.clone());
            for path in documents.chain(decisions).chain(project) {
                let stamp = disk::read_stamp(&path);
                files.insert(path, (book, stamp));
            }
        }
        Self { files }
    }

    /// Takes the files of jobs as they are now for those that are known.
    pub(crate) fn follow<'a>(&mut self, jobs: impl IntoIterator<Item = &'a Job>) {
        let known = std::mem::replace(self, Self::of_jobs(jobs));
        for (path, seen) in known.files {
            self.files.entry(path).and_modify(|own| *own = (own.0, seen.1));
        }
    }

    /// The books with a file that has changed since the last call.
    pub(crate) fn find_changed(&mut self) -> Vec<usize> {
        let mut books = Vec::new();
        for (path, (book, known)) in &mut self.files {
            let stamp = disk::read_stamp(path);
            if stamp != *known {
                *known = stamp;
                books.push(*book);
            }
        }
        books.sort_unstable();
        books.dedup();
        books
    }

    /// Whether a path is one of these files.
    pub(crate) fn has(&self, path: &Path) -> bool {
        self.files.contains_key(path)
    }

    /// Takes a file as it is for known: the desk has written it itself.
    fn recognise(&mut self, path: &Path) {
        if let Some((_, stamp)) = self.files.get_mut(path) {
            *stamp = disk::read_stamp(path);
        }
    }
}

/// Keeps decisions on the disk.
pub(super) struct DiskStore(pub(super) Arc<Mutex<WatchedFiles>>);

impl DecisionStore for DiskStore {
    fn replace(&self, path: &Path, known: &str, text: &str) -> Result<(), StoreError> {
        let failed = |error: DiskError| StoreError::Failed(error.to_string());
        let staging = Staging::for_files([path.to_owned()]);
        let bytes = text.as_bytes().to_vec();
        // From here on no other desk writes into this folder.
        staging.stage(&OutputFile { path: path.to_owned(), bytes }).map_err(failed)?;
        let found = match disk::read_file(path) {
            Ok(bytes) => bytes,
            Err(DiskError::Missing { .. }) => Vec::new(),
            Err(error) => return Err(failed(error)),
        };
        if found != known.as_bytes() {
            return Err(StoreError::Changed);
        }
        staging.finish().map_err(failed)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).recognise(path);
        Ok(())
    }
}
