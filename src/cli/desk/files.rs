//! The files of the desk: decisions are kept in them, and changes by others are noticed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pliego::Job;
use pliego::desk::{DecisionStore, StoreError};
use pliego::disk::{self, DiskError, OutputFile, Staging};
use pliego::project::decisions_path;

use crate::cli::asked_files::AskedFiles;

/// The files of jobs, with the index of the job of each: documents, the decisions about them,
/// and each `book.toml`.
pub(super) fn map_files<'a>(
    jobs: impl IntoIterator<Item = &'a Job>,
) -> BTreeMap<PathBuf, usize> {
    let mut files = BTreeMap::new();
    for (book, job) in jobs.into_iter().enumerate() {
        for document in &job.documents {
            files.insert(document.path.clone(), book);
            files.insert(decisions_path(&document.path), book);
        }
        if job.toml.is_some() {
            files.insert(job.path.clone(), book);
        }
    }
    files
}

/// Keeps decisions on the disk.
pub(super) struct DiskStore(pub(super) Arc<AskedFiles>);

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
        self.0.recognise(path);
        Ok(())
    }
}
