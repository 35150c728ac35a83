//! Jobs from what a Python program says of its documents.

use std::path::{Path, PathBuf};

use pliego::Job;
use pliego::inputs::FileInputs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::convert::StatedMetadata;
use crate::{CallError, Limits, read_limits};

/// What is known of a document, and which files it may use.
#[derive(Debug, Clone, Default, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SourceOptions {
    title: Option<String>,
    authors: Vec<String>,
    language: Option<String>,
    form: Option<String>,
    notes: Option<String>,
    allow_paths: Vec<PathBuf>,
    limits: Option<Limits>,
}

impl SourceOptions {
    /// The job of documents.
    pub(crate) fn job(
        &self,
        paths: impl IntoIterator<Item = impl Into<PathBuf>>,
    ) -> PyResult<Job> {
        let stated = StatedMetadata {
            title: self.title.as_deref(),
            authors: &self.authors,
            language: self.language.as_deref(),
            form: self.form.as_deref(),
            notes: self.notes.as_deref(),
        };
        let metadata = stated.read().map_err(PyValueError::new_err)?;
        let limits = read_limits(self.limits);
        Ok(Job { limits, ..Job::from_documents(paths, metadata) })
    }
}

/// The job that a path stands for, and its inputs: a document in memory if there is data; a
/// `book.toml`, a folder with one, or a document.
pub(crate) fn open_job(
    path: &Path,
    data: Option<Vec<u8>>,
    options: &SourceOptions,
) -> Result<(Job, FileInputs), CallError> {
    let allowed = options.allow_paths.iter();
    let mut inputs = allowed.fold(FileInputs::default(), FileInputs::with_allowed);
    if let Some(data) = data {
        inputs = inputs.with_file(path, data);
    }
    let is_toml = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    let project = if path.is_dir() {
        Some(path.join("book.toml"))
    } else {
        is_toml.then(|| path.to_owned())
    };
    let job = match project {
        Some(project) => {
            let limits = read_limits(options.limits);
            Job { limits, ..Job::from_project(&project, &inputs)? }
        }
        None => options.job([path])?,
    };
    Ok((job, inputs))
}
