//! `new`: a project for a new book.

use std::path::{Path, absolute};

use anyhow::{Result, bail};
use pliego::disk::{self, OutputFile};
use pliego::display::display_path;
use pliego::project::new as project;

use super::args::NewArgs;
use super::console::{self, Console};

/// Writes the files of a new project.
///
/// # Errors
///
/// When the folder has something in it, or cannot be written.
pub(crate) fn create_project(arguments: &NewArgs, console: Console) -> Result<()> {
    let folder = &arguments.folder;
    disk::expect_folder(folder)?;
    if disk::list_folder(folder).is_ok_and(|found| !found.is_empty()) {
        bail!("the folder '{}' is not empty; name a new one", display_path(folder));
    }
    write_book(folder, project::files(&name_folder(folder)), console)
}

/// The name of a folder. The current folder (`.`) has one, too.
pub(crate) fn name_folder(folder: &Path) -> String {
    let whole = absolute(folder).unwrap_or_else(|_| folder.to_owned());
    whole.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Writes the files of a book into its folder, and says what to do next.
///
/// # Errors
///
/// When they cannot be written.
pub(crate) fn write_book(
    folder: &Path,
    files: Vec<(&str, String)>,
    console: Console,
) -> Result<()> {
    let files: Vec<OutputFile> = files
        .into_iter()
        .map(|(path, words)| OutputFile {
            path: folder.join(path),
            bytes: words.into_bytes(),
        })
        .collect();
    disk::write_all(&files)?;
    for file in &files {
        console.print_message(&format!("{}\n", display_path(&file.path)))?;
    }
    console.print_message(&format!(
        "Now: pliego build {}\n",
        console::quote_for_shell(&display_path(folder))
    ))
}
