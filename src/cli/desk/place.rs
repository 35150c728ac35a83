//! Where the desk opens, and the commands that open it where something was found.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum, ValueHint};
use pliego::display::display_path;
use pliego::{Job, SourceFile, disk};

use crate::cli::args::{DictionaryArgs, DocumentArgs};
use crate::cli::console::{quote_for_shell, quote_text_for_shell};
use crate::cli::jobs::STDIN;
use crate::cli::source_args::{LimitArgs, SourceArgs};

/// Where the desk opens.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct DeskPlace {
    /// The document that is opened first, where PATH has several
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) document: Option<PathBuf>,
    /// The line of it that is selected first, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) line: Option<u32>,
}

impl DeskPlace {
    /// The place as the address of the page has it: `#d3-41`; nothing where none is named.
    ///
    /// # Errors
    ///
    /// When no document has that name, or when a line is named and there are several documents.
    pub(super) fn find(&self, path: &Path, jobs: &[Job]) -> Result<String> {
        let mut documents = jobs.iter().flat_map(|job| &job.documents);
        let found: Option<&SourceFile> = match (&self.document, self.line) {
            (None, None) => return Ok(String::new()),
            (Some(name), _) => {
                documents.find(|file| disk::is_same_file(name, &file.path))
            }
            (None, Some(_)) => {
                let only = documents.next();
                if documents.next().is_some() {
                    bail!(
                        "--line is for one document, but '{}' has several; name one with \
                         --document",
                        display_path(path)
                    );
                }
                only
            }
        };
        let Some(file) = found else {
            let name = self.document.as_deref().unwrap_or(path);
            bail!(
                "'{}' is no document of '{}'; name one that is",
                display_path(name),
                display_path(path)
            );
        };
        let mut place = format!("#d{}", file.id.0);
        if let Some(line) = self.line {
            let _ = write!(place, "-{line}");
        }
        Ok(place)
    }
}

/// The command that opens the desk for a job, and what it says of places in it.
#[derive(Debug, Clone)]
pub(crate) struct DeskCommand {
    /// The command without a place.
    opening: String,
    /// A document has to be named: the job has a `book.toml`.
    names_documents: bool,
}

impl DeskCommand {
    /// The command for a job of a run; none for a document from the standard input.
    pub(crate) fn new(
        job: &Job,
        paths: &[PathBuf],
        stdin_name: &Path,
        hints: &DocumentArgs,
    ) -> Option<Self> {
        let names_documents = job.toml.is_some();
        let is_stdin = !names_documents
            && job.path == stdin_name
            && paths.iter().any(|path| path == Path::new(STDIN));
        if is_stdin {
            return None;
        }
        let mut opening = format!("pliego desk {}", quote_for_shell(&job.display_path()));
        for (name, value) in list_hints(hints, names_documents) {
            let _ = write!(opening, " --{name}");
            if let Some(value) = value {
                let _ = write!(opening, "={}", quote_text_for_shell(&value));
            }
        }
        Some(Self { opening, names_documents })
    }

    /// The command that opens the desk at a line of a document.
    pub(crate) fn at(&self, document: &str, line: u32) -> String {
        let Self { opening, names_documents } = self;
        if *names_documents {
            let document = quote_text_for_shell(document);
            format!("{opening} --document={document} --line={line}")
        } else {
            format!("{opening} --line={line}")
        }
    }
}

/// What was said of the documents of a run, as options; a `book.toml` says some of it itself.
fn list_hints(
    hints: &DocumentArgs,
    is_book: bool,
) -> Vec<(&'static str, Option<String>)> {
    let DocumentArgs { title, authors, lang, source, dictionaries, allow_path } = hints;
    let SourceArgs { form, notes, password_file, ignore_restrictions, limits } = source;
    let path = |path: &PathBuf| path.to_string_lossy().into_owned();
    let mut options = Vec::new();
    let mut add = |name, value: Option<String>| {
        options.extend(value.map(|value| (name, Some(value))));
    };
    if !is_book {
        add("title", title.clone());
        for author in authors {
            add("author", Some(author.clone()));
        }
        add("lang", lang.as_ref().map(ToString::to_string));
        add("form", form.as_ref().and_then(name_value));
        add("notes", notes.as_ref().and_then(name_value));
    }
    add("password-file", password_file.as_ref().map(path));
    let (usual, LimitArgs { max_seconds, max_memory }) = (LimitArgs::default(), *limits);
    let unusual = |value: u64, usual: u64| (value != usual).then(|| value.to_string());
    add("max-seconds", unusual(max_seconds, usual.max_seconds));
    add("max-memory", unusual(max_memory, usual.max_memory));
    let DictionaryArgs { words, .. } = dictionaries;
    add("words", words.as_ref().map(path));
    #[cfg(feature = "hunspell")]
    add("dictionaries", dictionaries.folder.as_ref().map(path));
    for folder in allow_path {
        add("allow-path", Some(path(folder)));
    }
    if *ignore_restrictions {
        options.push(("ignore-restrictions", None));
    }
    options
}

/// A value as it is written on the command line.
fn name_value(value: &impl ValueEnum) -> Option<String> {
    value.to_possible_value().map(|value| value.get_name().to_owned())
}
