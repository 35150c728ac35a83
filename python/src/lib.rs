//! The module `pliego._pliego`: the library for Python. `pliego/__init__.py` is what people
//! import; it gives the values here their types.
//!
//! Values go over as JSON and bytes: their types are Python's own, and one conversion is
//! enough for all of them.

mod convert;
mod job;

use std::path::Path;
use std::sync::Arc;

use pliego::build::find_least;
use pliego::inputs::FileInputs;
use pliego::library::{self, ManifestEntry};
use pliego::{BuildError, BuildOptions, Format, WorkLimits};
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

/// The words of a library, which recovery asks.
#[pyclass(frozen, module = "pliego._pliego")]
struct WordTable {
    name: String,
    table: Arc<pliego::build::WordTable>,
}

#[pymethods]
impl WordTable {
    /// Reads a table; `name` is that of its file, for messages.
    #[new]
    fn read(name: String, data: Vec<u8>) -> PyResult<Self> {
        let table = pliego::build::WordTable::read(&name, data);
        let table = table.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { name, table: Arc::new(table) })
    }

    /// How many documents were counted.
    #[getter]
    fn documents(&self) -> u64 {
        self.table.documents()
    }

    /// What another process makes it from.
    fn __getnewargs__<'py>(&self, py: Python<'py>) -> (&str, Bound<'py, PyBytes>) {
        (&self.name, PyBytes::new(py, self.table.as_bytes()))
    }
}

/// Counts the words of a library.
#[pyclass(module = "pliego._pliego")]
#[derive(Default)]
struct WordTally(pliego::build::WordTally);

#[pymethods]
impl WordTally {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Counts a document: `entry` is a line of a manifest as JSON, `data` the bytes at its
    /// path. Returns why it is not counted, if it is not.
    fn count(
        &mut self,
        py: Python<'_>,
        entry: &str,
        data: Vec<u8>,
    ) -> PyResult<Option<String>> {
        let entry = parse_entry(entry)?;
        let counted = py.detach(|| {
            let inputs = FileInputs::default().with_file(&entry.path, data);
            library::count_document_words(&entry, &entry.path, inputs)
        });
        Ok(counted.map(|words| self.0.add_document(&words)).err())
    }

    /// Adds a table that has every word.
    fn merge(&mut self, name: &str, data: &[u8]) -> PyResult<()> {
        let merged = self.0.add_table(name, data);
        merged.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The table as a file; `least` as `pliego words --least` has it.
    #[pyo3(signature = (least=None))]
    fn write<'py>(&self, py: Python<'py>, least: Option<u64>) -> Bound<'py, PyBytes> {
        let least = least.unwrap_or_else(|| find_least(self.0.documents()));
        PyBytes::new(py, &self.0.write(least))
    }
}

/// Seconds and megabytes.
pub(crate) type Limits = (Option<u64>, Option<u64>);

/// How much work a document may take; as the program allows where nothing is said.
pub(crate) fn read_limits(limits: Option<Limits>) -> WorkLimits {
    let usual = WorkLimits::default();
    let (seconds, megabytes) = limits.unwrap_or_default();
    WorkLimits {
        seconds: seconds.unwrap_or(usual.seconds),
        megabytes: megabytes.unwrap_or(usual.megabytes),
    }
}

/// Like `inputs`, with the words of a library.
fn with_words(inputs: FileInputs, words: Option<&Py<WordTable>>) -> FileInputs {
    match words {
        Some(words) => inputs.with_words(Arc::clone(&words.get().table)),
        None => inputs,
    }
}

/// Recovers a document; the result as JSON.
#[pyfunction]
#[pyo3(signature = (data, name=None, options=None, words=None))]
fn recover(
    py: Python<'_>,
    data: Vec<u8>,
    name: Option<String>,
    options: Option<SourceOptions>,
    words: Option<Py<WordTable>>,
) -> PyResult<String> {
    let name = name.unwrap_or_else(|| UNNAMED.to_owned());
    let options = options.unwrap_or_default();
    work(py, || {
        let inputs = FileInputs::default().with_file(&name, data);
        let inputs = with_words(inputs, words.as_ref());
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
#[pyo3(signature = (
    path, data=None, formats=None, options=None, editions=Vec::new(), words=None
))]
fn build<'py>(
    py: Python<'py>,
    path: String,
    data: Option<Vec<u8>>,
    formats: Option<Vec<String>>,
    options: Option<SourceOptions>,
    editions: Vec<String>,
    words: Option<Py<WordTable>>,
) -> PyResult<(Bound<'py, PyDict>, String)> {
    let build = match formats {
        Some(names) => BuildOptions::with_formats(find_formats::<Vec<Format>>(&names)?),
        None => BuildOptions::default(),
    };
    let options = options.unwrap_or_default();
    let made = work(py, || {
        let (mut job, inputs) = open_job(Path::new(&path), data, &options)?;
        job.select_editions(&editions)?;
        let inputs = with_words(inputs, words.as_ref());
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
#[pyo3(signature = (
    entry, data, formats, lean=false, made=None, words=None, limits=None
))]
fn make_document<'py>(
    py: Python<'py>,
    entry: &str,
    data: Vec<u8>,
    formats: Vec<String>,
    lean: bool,
    made: Option<u64>,
    words: Option<Py<WordTable>>,
    limits: Option<Limits>,
) -> PyResult<(String, Bound<'py, PyDict>)> {
    let entry = parse_entry(entry)?;
    let formats: Vec<Format> = find_formats(&formats)?;
    let options =
        BuildOptions { is_lean: lean, made, ..BuildOptions::with_formats(formats) };
    let made = work(py, || {
        let inputs = FileInputs::default().with_file(&entry.path, data);
        let inputs = with_words(inputs, words.as_ref());
        Ok(library::make_document(
            &entry,
            &entry.path,
            inputs,
            &options,
            read_limits(limits),
        ))
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
#[pyo3(signature = (entries, formats, lean, words=None, limits=None))]
fn digest_run(
    entries: Vec<String>,
    formats: Vec<String>,
    lean: bool,
    words: Option<Py<WordTable>>,
    limits: Option<Limits>,
) -> PyResult<String> {
    let entries = entries.iter().map(|entry| parse_entry(entry));
    let entries: Vec<ManifestEntry> = entries.collect::<PyResult<_>>()?;
    let formats: Vec<Format> = find_formats(&formats)?;
    let words = words.as_ref().map(|words| &*words.get().table);
    Ok(library::digest_run(&entries, &formats, lean, read_limits(limits), words))
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
#[pyo3(signature = (edition, path, data=None, options=None, words=None))]
fn audit(
    py: Python<'_>,
    edition: Vec<u8>,
    path: String,
    data: Option<Vec<u8>>,
    options: Option<SourceOptions>,
    words: Option<Py<WordTable>>,
) -> PyResult<String> {
    let options = options.unwrap_or_default();
    work(py, || {
        let edition = read_edition(&edition).map_err(failure)?;
        let (job, inputs) = open_job(Path::new(&path), data, &options)?;
        let inputs = with_words(inputs, words.as_ref());
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
    module.add_class::<WordTable>()?;
    module.add_class::<WordTally>()?;
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
