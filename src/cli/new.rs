//! `new`: a project for a new book.

use std::path::absolute;

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
    // The current folder (`.`) has a name, too.
    let whole = absolute(folder).unwrap_or_else(|_| folder.clone());
    let name = whole.file_name().unwrap_or_default().to_string_lossy();
    let files: Vec<OutputFile> = project::files(&name)
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
