//! The font families that books can be set in: the built-in ones, and those of a folder.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use pliego::FontLibrary;
use pliego::disk::{self, PathKind};
use pliego::display::display_path;

/// Endings of the names of font files that can be read.
const FONT_ENDINGS: [&str; 2] = ["ttf", "otf"];

/// The built-in families, and those of a folder and the folders in it. Of two files for one
/// style the first by name counts; files of the folder come before built-in ones.
///
/// # Errors
///
/// When the folder cannot be read or has no font in it, or a file is not a font.
pub(crate) fn open_fonts(folder: Option<&Path>) -> Result<FontLibrary> {
    let Some(folder) = folder else { return Ok(FontLibrary::default()) };
    let mut files = Vec::new();
    for path in list_font_files(folder)? {
        let bytes = disk::read_file(&path)?;
        files.push((path, bytes));
    }
    if files.is_empty() {
        bail!(
            "the folder '{}' has no fonts; put .ttf or .otf files into it",
            display_path(folder)
        );
    }
    Ok(FontLibrary::with_files(files)?)
}

/// The font files of a folder and of those in it.
///
/// # Errors
///
/// When a folder cannot be listed.
pub(crate) fn list_font_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let is_font = |path: &PathBuf| {
        let ending = path.extension().unwrap_or_default();
        FONT_ENDINGS.iter().any(|font| ending.eq_ignore_ascii_case(font))
    };
    Ok(list_files(folder, 0)?.into_iter().filter(is_font).collect())
}

/// How deep folders of fonts are nested at most. A foundry has its families in folders, and
/// the formats of each in others.
const DEEPEST: usize = 4;

/// The files of a folder and of those in it, each folder after its own files.
fn list_files(folder: &Path, depth: usize) -> Result<Vec<PathBuf>> {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    for path in disk::list_folder(folder)? {
        match disk::path_kind(&path) {
            Ok(PathKind::File) => files.push(path),
            Ok(PathKind::Folder) if depth < DEEPEST => folders.push(path),
            _ => {}
        }
    }
    for folder in folders {
        files.extend(list_files(&folder, depth + 1)?);
    }
    Ok(files)
}
