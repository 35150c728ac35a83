//! The module `pliego._pliego`: the library for Python. `pliego/__init__.py` is what people
//! import; it gives the values here their types.
//!
//! Values go over as JSON and bytes: their types are Python's own, and one conversion is
//! enough for all of them.

mod convert;
mod job;

use std::path::Path;

use pliego::inputs::FileInputs;
use pliego::library::{self, ManifestEntry};
use pliego::{BuildError, BuildOptions, Format};
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use convert::{
    audit_json, book_json, file_key, find_format, read_edition, recovered_json,
};
use job::{SourceOptions, open_job};

create_exception!(_pliego, PliegoError, PyException, "A document that cannot be read.");

/// The name of the document in messages, where it has none.
const UNNAMED: &str = "text.txt";

/// An exception without a place.
fn failure(error: impl std::fmt::Display) -> PyErr {
    PliegoError::new_err(error.to_string())
}

/// Why a call raises an exception. It is made into one where Python is at hand.
enum CallError {
    Build(BuildError),
    Raised(PyErr),
}

impl From<BuildError> for CallError {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl From<PyErr> for CallError {
    fn from(raised: PyErr) -> Self {
        Self::Raised(raised)
    }
}

/// Works without holding the interpreter.
fn work<T: Send>(
    py: Python<'_>,
    call: impl FnOnce() -> Result<T, CallError> + Send,
) -> PyResult<T> {
    py.detach(call).map_err(|error| match error {
        CallError::Build(error) => build_failure(py, &error),
        CallError::Raised(raised) => raised,
    })
}

/// The exception of a book that cannot be built; it has `code`, `file` and `line`.
fn build_failure(py: Python<'_>, error: &BuildError) -> PyErr {
    let raised = PliegoError::new_err(error.to_string());
    let (file, line) = match error.place() {
        Some((file, line)) => (Some(file), line),
        None => (None, None),
    };
    let value = raised.value(py);
    let told = value
        .setattr("code", error.code())
        .and_then(|()| value.setattr("file", file))
        .and_then(|()| value.setattr("line", line));
    // An exception that takes no attributes would be a fault of Python.
    told.err().unwrap_or(raised)
}

/// Recovers a document; the result as JSON.
#[pyfunction]
#[pyo3(signature = (data, name=None, options=None))]
fn recover(
    py: Python<'_>,
    data: Vec<u8>,
    name: Option<String>,
    options: Option<SourceOptions>,
) -> PyResult<String> {
    let name = name.unwrap_or_else(|| UNNAMED.to_owned());
    let options = options.unwrap_or_default();
    work(py, || {
        let inputs = FileInputs::default().with_file(&name, data);
        let job = options.job([Path::new(&name)])?;
        let read = pliego::build::read_documents(&job, &inputs, &())?;
        let Some(document) = read.into_iter().next() else {
            return Err(failure("there is no document").into());
        };
        Ok(recovered_json(&document).map_err(failure)?.to_string())
    })
}

/// Builds a book: its files by their formats, with the names of their editions if it has
/// several, and the rest as JSON.
#[pyfunction]
#[pyo3(signature = (path, data=None, formats=None, options=None, editions=Vec::new()))]
fn build<'py>(
    py: Python<'py>,
    path: String,
    data: Option<Vec<u8>>,
    formats: Option<Vec<String>>,
    options: Option<SourceOptions>,
    editions: Vec<String>,
) -> PyResult<(Bound<'py, PyDict>, String)> {
    let build = match formats {
        Some(names) => BuildOptions::with_formats(find_formats::<Vec<Format>>(&names)?),
        None => BuildOptions::default(),
    };
    let options = options.unwrap_or_default();
    let made = work(py, || {
        let (mut job, inputs) = open_job(Path::new(&path), data, &options)?;
        job.select_editions(&editions)?;
        Ok(pliego::build::build(&job, &inputs, &build, &())?)
    })?;
    let files = PyDict::new(py);
    for file in &made.value.files {
        files.set_item(file_key(file), PyBytes::new(py, &file.bytes))?;
    }
    Ok((files, book_json(&made).to_string()))
}

/// Makes the editions of a document of a library: its line as JSON, and its files by their
/// names. `entry` is a line of a manifest as JSON; `data` are the bytes at its path.
#[pyfunction]
#[pyo3(signature = (entry, data, formats, lean=false, made=None))]
fn make_document<'py>(
    py: Python<'py>,
    entry: &str,
    data: Vec<u8>,
    formats: Vec<String>,
    lean: bool,
    made: Option<u64>,
) -> PyResult<(String, Bound<'py, PyDict>)> {
    let entry = parse_entry(entry)?;
    let formats: Vec<Format> = find_formats(&formats)?;
    let options =
        BuildOptions { is_lean: lean, made, ..BuildOptions::with_formats(formats) };
    let made = work(py, || {
        let inputs = FileInputs::default().with_file(&entry.path, data);
        Ok(library::make_document(&entry, &entry.path, inputs, &options))
    })?;
    let files = PyDict::new(py);
    for (name, bytes) in &made.files {
        files.set_item(name, PyBytes::new(py, bytes))?;
    }
    Ok((made.line.to_string(), files))
}

/// Checks a line of a manifest, given as JSON.
#[pyfunction]
fn check_entry(entry: &str) -> PyResult<()> {
    parse_entry(entry).map(|_| ())
}

/// The digest of everything that a shard follows from, but for its documents.
#[pyfunction]
fn digest_run(
    entries: Vec<String>,
    formats: Vec<String>,
    lean: bool,
) -> PyResult<String> {
    let entries = entries.iter().map(|entry| parse_entry(entry));
    let entries: Vec<ManifestEntry> = entries.collect::<PyResult<_>>()?;
    let formats: Vec<Format> = find_formats(&formats)?;
    Ok(library::digest_run(&entries, &formats, lean))
}

/// A line of a manifest.
fn parse_entry(entry: &str) -> PyResult<ManifestEntry> {
    let entry: serde_json::Result<ManifestEntry> = serde_json::from_str(entry);
    let entry = entry.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(entry.without_empty_fields())
}

/// Which of `of` shards a document belongs to, counted from 1.
#[pyfunction]
fn find_shard(id: &str, of: u64) -> u64 {
    library::find_shard(id, of)
}

/// Compares an edition with its source; the result as JSON.
#[pyfunction]
#[pyo3(signature = (edition, path, data=None, options=None))]
fn audit(
    py: Python<'_>,
    edition: Vec<u8>,
    path: String,
    data: Option<Vec<u8>>,
    options: Option<SourceOptions>,
) -> PyResult<String> {
    let options = options.unwrap_or_default();
    work(py, || {
        let edition = read_edition(&edition).map_err(failure)?;
        let (job, inputs) = open_job(Path::new(&path), data, &options)?;
        let compared = pliego::audit(&edition, &[job], &inputs)?;
        Ok(audit_json(&compared).to_string())
    })
}

/// The formats of names.
fn find_formats<C: FromIterator<Format>>(names: &[String]) -> PyResult<C> {
    let found = names.iter().map(|name| find_format(name)).collect::<Result<_, _>>();
    found.map_err(PyValueError::new_err)
}

/// The module.
#[pymodule]
fn _pliego(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    let error = module.py().get_type::<PliegoError>();
    for attribute in ["code", "file", "line"] {
        // What an exception has that knows no better.
        error.setattr(attribute, module.py().None())?;
    }
    module.add("PliegoError", error)?;
    module.add_function(wrap_pyfunction!(recover, module)?)?;
    module.add_function(wrap_pyfunction!(build, module)?)?;
    module.add_function(wrap_pyfunction!(audit, module)?)?;
    module.add_function(wrap_pyfunction!(make_document, module)?)?;
    module.add_function(wrap_pyfunction!(check_entry, module)?)?;
    module.add_function(wrap_pyfunction!(digest_run, module)?)?;
    module.add_function(wrap_pyfunction!(find_shard, module)?)?;
    module.add("SCHEMA", library::SCHEMA)?;
    Ok(())
}
