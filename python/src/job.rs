//! Jobs from what a Python program says of its documents.

use std::path::{Path, PathBuf};

use pliego::inputs::FileInputs;
use pliego::{Contributor, Job, Metadata, SourceTraits};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::CallError;

/// What is known of a document.
#[derive(Debug, Clone, Default, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SourceOptions {
    title: Option<String>,
    authors: Vec<String>,
    language: Option<String>,
    form: Option<String>,
    notes: Option<String>,
}

impl SourceOptions {
    /// The job of documents.
    pub(crate) fn job(
        &self,
        paths: impl IntoIterator<Item = impl Into<PathBuf>>,
    ) -> PyResult<Job> {
        fn parse<T: std::str::FromStr>(value: Option<&String>) -> PyResult<Option<T>>
        where
            T::Err: std::fmt::Display,
        {
            let read = value.map(|value| value.parse::<T>());
            read.transpose().map_err(|error| PyValueError::new_err(error.to_string()))
        }
        let metadata = Metadata {
            title: self.title.clone(),
            authors: self.authors.iter().map(Contributor::named).collect(),
            language: parse(self.language.as_ref())?,
            source_traits: SourceTraits {
                form: parse(self.form.as_ref())?,
                notes: parse(self.notes.as_ref())?,
            },
            ..Metadata::default()
        };
        Ok(Job::from_documents(paths, metadata))
    }
}

/// The job that a path stands for, and its inputs: a document in memory if there is data; a
/// `book.toml`, a folder with one, or a document.
pub(crate) fn open_job(
    path: &Path,
    data: Option<Vec<u8>>,
    options: &SourceOptions,
) -> Result<(Job, FileInputs), CallError> {
    let mut inputs = FileInputs::default();
    if let Some(data) = data {
        inputs = inputs.with_file(path, data);
    }
    let is_toml = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    let job = if is_toml {
        Job::from_project(path, &inputs)?
    } else if path.is_dir() {
        Job::from_project(&path.join("book.toml"), &inputs)?
    } else {
        options.job([path])?
    };
    Ok((job, inputs))
}
