//! `init`: a `book.toml` for a folder that has texts.

use std::path::{Path, PathBuf, absolute};

use anyhow::{Result, bail};
use pliego::build::{SourceKind, select_documents};
use pliego::disk::{self, OutputFile, PathKind};
use pliego::display::display_path;
use pliego::project::new as project;
use pliego::{FileId, Language, detect_language};

use super::args::InitArgs;
use super::console::{self, Console};

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
    // The current folder (`.`) has a name, too.
    let whole = absolute(folder).unwrap_or_else(|_| folder.clone());
    let name = whole.file_name().unwrap_or_default().to_string_lossy();
    let chapters: Vec<String> = documents
        .iter()
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let language = documents.iter().find_map(|path| read_language(path));
    let written = project::project_files(&name, &chapters, language.as_ref());
    let files: Vec<OutputFile> = written
        .into_iter()
        .map(|(path, words)| OutputFile {
            path: folder.join(path),
            bytes: words.into_bytes(),
        })
        .collect();
    for file in &files {
        if disk::expect_absent(&file.path).is_err() {
            bail!(
                "'{}' exists and is not overwritten; move it away",
                display_path(&file.path)
            );
        }
    }
    disk::write_all(&files)?;
    for file in &files {
        console.print_message(&format!("{}\n", display_path(&file.path)))?;
    }
    let folder = console::quote_for_shell(&display_path(folder));
    console.print_message(&format!("Now: pliego build {folder}\n"))
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
