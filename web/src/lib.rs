//! The module `pliego-web`: the library for JavaScript. `npm/index.js` is what people import;
//! it gives the values here their types.
//!
//! Values go over as JSON and bytes, as those of the Python module do.

// The values are those of the Python module.
#[path = "../../python/src/convert.rs"]
mod convert;

use std::panic;
use std::path::Path;

use pliego::display::describe_unknown;
use pliego::project::designs::{built_in_designs, read_design};
use pliego::{BuildError, BuildOptions, EditionFile, Job, MemoryInputs};
use serde::Deserialize;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

use convert::{
    StatedMetadata, audit_json, book_json, file_key, find_format, read_edition,
    recovered_json,
};

/// The files that a call works with, by their names.
#[wasm_bindgen]
#[derive(Default)]
pub struct Sources(MemoryInputs);

#[wasm_bindgen]
impl Sources {
    /// No files yet.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One more file.
    pub fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.0 = std::mem::take(&mut self.0).with(name, bytes);
    }
}

/// What is said of a document, as JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    /// The document or the `book.toml`, one of the sources.
    name: String,
    title: Option<String>,
    #[serde(default)]
    authors: Vec<String>,
    language: Option<String>,
    form: Option<String>,
    notes: Option<String>,
    /// One of the built-in designs.
    design: Option<String>,
    /// Names of formats; an EPUB and a PDF without them.
    formats: Option<Vec<String>>,
    /// The named editions that are made; all without them.
    #[serde(default)]
    editions: Vec<String>,
}

impl Order {
    /// The job of the document.
    fn job(&self, inputs: &MemoryInputs) -> Result<Job, Refusal> {
        let path = Path::new(&self.name);
        let is_toml =
            path.extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
        let mut job = if is_toml {
            Job::from_project(path, inputs)?
        } else {
            let stated = StatedMetadata {
                title: self.title.as_deref(),
                authors: &self.authors,
                language: self.language.as_deref(),
                form: self.form.as_deref(),
                notes: self.notes.as_deref(),
            };
            let metadata = stated.read().map_err(Refusal::Option)?;
            Job::from_documents([path], metadata)
        };
        if let Some(name) = &self.design {
            let design = read_design(name).ok_or_else(|| {
                let known = built_in_designs().iter().map(|(known, _)| *known);
                Refusal::Option(describe_unknown("design", name, known))
            })?;
            job.set_design(&design);
        }
        Ok(job)
    }

    /// The formats.
    fn build_options(&self) -> Result<BuildOptions, Refusal> {
        let Some(names) = &self.formats else { return Ok(BuildOptions::default()) };
        let formats = names.iter().map(|name| find_format(name));
        let formats = formats.collect::<Result<Vec<_>, _>>().map_err(Refusal::Option)?;
        Ok(BuildOptions::with_formats(formats))
    }
}

/// Why a call throws.
enum Refusal {
    Build(BuildError),
    /// An option that cannot be used.
    Option(String),
    /// An edition that cannot be read.
    Edition(String),
}

impl From<BuildError> for Refusal {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Self {
        Self::Option(error.to_string())
    }
}

impl From<Refusal> for JsValue {
    /// JSON that `npm/index.js` turns into an error.
    fn from(refusal: Refusal) -> Self {
        let told = match refusal {
            Refusal::Build(error) => {
                let place = error.place();
                json!({
                    "message": error.to_string(),
                    "code": error.code(),
                    "file": place.map(|(file, _)| file),
                    "line": place.and_then(|(_, line)| line),
                })
            }
            Refusal::Option(message) => json!({ "message": message, "code": "option" }),
            Refusal::Edition(message) => json!({ "message": message }),
        };
        Self::from_str(&told.to_string())
    }
}

/// Does what a call asks for, and then what rayon has put off: in a browser there is no
/// other thread that would.
fn work<T>(call: impl FnOnce() -> Result<T, Refusal>) -> Result<T, JsValue> {
    let done = call();
    while rayon::yield_now() == Some(rayon::Yield::Executed) {}
    Ok(done?)
}

/// Makes a fault of pliego an error with its message; the module cannot be used after it.
#[wasm_bindgen(start)]
pub fn start() {
    panic::set_hook(Box::new(|info| wasm_bindgen::throw_str(&info.to_string())));
}

/// The version of pliego.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The names of the built-in designs, as JSON.
#[wasm_bindgen]
#[must_use]
pub fn designs() -> String {
    let names = built_in_designs().iter().map(|(name, _)| *name);
    Value::from_iter(names).to_string()
}

/// Recovers a document: its Markdown and the rest, as JSON.
///
/// # Errors
///
/// When it cannot be read.
#[wasm_bindgen]
pub fn recover(sources: &Sources, order: &str) -> Result<String, JsValue> {
    work(|| {
        let order: Order = serde_json::from_str(order)?;
        let job = order.job(&sources.0)?;
        let read = pliego::build::read_documents(&job, &sources.0, &())?;
        let Some(document) = read.into_iter().next() else {
            return Err(Refusal::Option("there is no document".to_owned()));
        };
        Ok(recovered_json(&document)?.to_string())
    })
}

/// The editions of a book.
#[wasm_bindgen]
pub struct MadeBook {
    files: Vec<EditionFile>,
    report: String,
}

#[wasm_bindgen]
impl MadeBook {
    /// Everything but the bytes, as JSON.
    #[must_use]
    pub fn report(&self) -> String {
        self.report.clone()
    }

    /// The bytes of a file, once, by its name in the report: its format, after the name of
    /// its edition if the book has several.
    pub fn take(&mut self, name: &str) -> Option<Vec<u8>> {
        let file = self.files.iter_mut().find(|file| file_key(file) == name)?;
        Some(std::mem::take(&mut file.bytes))
    }
}

/// Builds a book.
///
/// # Errors
///
/// When it cannot be built.
#[wasm_bindgen]
pub fn build(sources: &Sources, order: &str) -> Result<MadeBook, JsValue> {
    work(|| {
        let order: Order = serde_json::from_str(order)?;
        let options = order.build_options()?;
        let mut job = order.job(&sources.0)?;
        job.select_editions(&order.editions)?;
        let made = pliego::build::build(&job, &sources.0, &options, &())?;
        let report = book_json(&made).to_string();
        Ok(MadeBook { report, files: made.value.files })
    })
}

/// Compares an edition with its source; the result as JSON.
///
/// # Errors
///
/// When the edition or the source cannot be read.
#[wasm_bindgen]
pub fn audit(edition: &[u8], sources: &Sources, order: &str) -> Result<String, JsValue> {
    work(|| {
        let order: Order = serde_json::from_str(order)?;
        let edition = read_edition(edition);
        let edition = edition.map_err(|error| Refusal::Edition(error.to_string()))?;
        let job = order.job(&sources.0)?;
        let compared = pliego::audit(&edition, &[job], &sources.0)?;
        Ok(audit_json(&compared).to_string())
    })
}
