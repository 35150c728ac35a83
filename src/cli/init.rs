//! `init`: a `book.toml` for a folder that has texts.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use pliego::build::{SourceKind, select_documents};
use pliego::disk::{self, PathKind};
use pliego::display::display_path;
use pliego::project::new as project;
use pliego::{FileId, Language, detect_language};

use super::args::InitArgs;
use super::console::Console;
use super::new::{name_folder, write_book};

/// Writes the `book.toml` of a folder, and its schema.
///
/// # Errors
///
/// When the folder has no documents, or a `book.toml` already, or cannot be written.
pub(crate) fn write_project(arguments: &InitArgs, console: Console) -> Result<()> {
    let folder = &arguments.folder;
    let found = disk::list_folder(folder)?;
    let is_file = |path: &&PathBuf| matches!(disk::path_kind(path), Ok(PathKind::File));
    let files: Vec<PathBuf> = found.iter().filter(is_file).cloned().collect();
    let mut documents = select_documents(&files);
    documents.sort_by_cached_key(|path| natural_key(&display_path(path)));
    if documents.is_empty() {
        bail!(
            "the folder '{}' has no documents; 'pliego new DIR' makes a book with some",
            display_path(folder)
        );
    }
    let chapters: Vec<String> = documents
        .iter()
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let language = documents.iter().find_map(|path| read_language(path));
    let written =
        project::project_files(&name_folder(folder), &chapters, language.as_ref());
    for (name, _) in &written {
        let path = folder.join(name);
        if disk::expect_absent(&path).is_err() {
            bail!(
                "'{}' exists and is not overwritten; move it away",
                display_path(&path)
            );
        }
    }
    write_book(folder, written, console)
}

/// The language of a document of text, if its words tell.
fn read_language(path: &Path) -> Option<Language> {
    if !matches!(SourceKind::of(path), Some(SourceKind::Markdown | SourceKind::Text)) {
        return None;
    }
    let bytes = disk::read_file(path).ok()?;
    let text = pliego::read(FileId(0), &display_path(path), &bytes).ok()?.value;
    detect_language(&text.text)
}

/// What sorts names as people do: `2-two.md` before `10-ten.md`.
fn natural_key(name: &str) -> Vec<(u64, String)> {
    let mut key = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let words = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (before, figures) = rest.split_at(words);
        let end = figures.find(|c: char| !c.is_ascii_digit()).unwrap_or(figures.len());
        let (number, after) = figures.split_at(end);
        key.push((0, before.to_lowercase()));
        key.push((number.parse().unwrap_or(u64::MAX), String::new()));
        rest = after;
    }
    key
}
