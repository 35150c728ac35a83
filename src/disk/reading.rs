//! Reads files and finds out what is at a path.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::error::{DiskAction, DiskError, failure};
use crate::text::paths::{display_path, folder_of};

/// What is at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathKind {
    /// A file, or a pipe or device, which [`read_file`] rejects.
    File,
    /// A folder.
    Folder,
}

/// Reads a whole file.
///
/// # Errors
///
/// When it is missing, not a file or not readable.
pub fn read_file(path: &Path) -> Result<Vec<u8>, DiskError> {
    let found =
        fs::metadata(path).map_err(|cause| failure(DiskAction::Read, path, cause))?;
    if !found.is_file() && !found.is_dir() {
        return Err(DiskError::NoFile { path: display_path(path) });
    }
    fs::read(path).map_err(|cause| failure(DiskAction::Read, path, cause))
}

/// Why a file of a folder is not read.
#[derive(Debug, thiserror::Error)]
pub enum ConfinedError {
    /// It is outside the folder, or a link in the folder leads to it.
    #[error("'{path}' is outside the folder of the book")]
    Outside {
        /// The file.
        path: String,
    },
    /// It is a folder, a pipe or a device.
    #[error("'{path}' is not a file")]
    NoFile {
        /// The path.
        path: String,
    },
    /// It is too large.
    #[error("'{path}' has {bytes} bytes, more than the allowed {most}")]
    TooLarge {
        /// The file.
        path: String,
        /// Its size.
        bytes: u64,
        /// The largest size that is accepted.
        most: u64,
    },
    /// It cannot be read.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// Reads a file in or below one of some folders, following links, if it has at most `most`
/// bytes.
///
/// # Errors
///
/// When it is missing, outside the folders, not a file, too large or not readable.
pub fn read_file_inside(
    folders: &[&Path],
    path: &Path,
    most: u64,
) -> Result<Vec<u8>, ConfinedError> {
    let whole = |path: &Path| {
        fs::canonicalize(path).map_err(|e| failure(DiskAction::Read, path, e))
    };
    let real = whole(path)?;
    let holds = |folder: &&Path| {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        whole(folder).is_ok_and(|folder| real.starts_with(folder))
    };
    if !folders.iter().any(holds) {
        return Err(ConfinedError::Outside { path: display_path(path) });
    }
    // Opening a pipe would wait for a writer.
    let found =
        fs::metadata(&real).map_err(|cause| failure(DiskAction::Read, path, cause))?;
    if !found.is_file() {
        return Err(ConfinedError::NoFile { path: display_path(path) });
    }
    if found.len() > most {
        let (path, bytes) = (display_path(path), found.len());
        return Err(ConfinedError::TooLarge { path, bytes, most });
    }
    Ok(read_file(&real)?)
}

/// What is at a path, following links.
///
/// # Errors
///
/// When nothing is there, or the path is not accessible.
pub fn path_kind(path: &Path) -> Result<PathKind, DiskError> {
    let found =
        fs::metadata(path).map_err(|cause| failure(DiskAction::Read, path, cause))?;
    Ok(if found.is_dir() { PathKind::Folder } else { PathKind::File })
}

/// The size of a file in bytes; 0 where it is unknown.
#[must_use]
pub fn file_size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |found| found.len())
}

/// What tells that a file was written again: its size, and when it was changed last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileStamp {
    bytes: u64,
    changed: Option<SystemTime>,
}

/// The stamp of a file; `None` if there is none.
#[must_use]
pub fn read_stamp(path: &Path) -> Option<FileStamp> {
    let found = fs::metadata(path).ok()?;
    Some(FileStamp { bytes: found.len(), changed: found.modified().ok() })
}

/// Whether two paths name the same file, which need not exist yet.
#[must_use]
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        let beside =
            || Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?));
        fs::canonicalize(path).ok().or_else(beside)
    };
    one == other || whole(one).is_some_and(|one| whole(other) == Some(one))
}

/// Lists a folder, sorted by name, without hidden files.
///
/// # Errors
///
/// When it is missing, not a folder or not readable.
pub fn list_folder(folder: &Path) -> Result<Vec<PathBuf>, DiskError> {
    let failed = |cause| failure(DiskAction::Read, folder, cause);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        if !name.as_encoded_bytes().starts_with(b".") {
            found.push(folder.join(name));
        }
    }
    found.sort();
    Ok(found)
}

/// Checks, before long work is done for it, that a folder exists or can be made.
///
/// # Errors
///
/// When a file is at the path or at one of its parents.
pub fn expect_folder(folder: &Path) -> Result<(), DiskError> {
    for step in folder.ancestors().filter(|step| !step.as_os_str().is_empty()) {
        match fs::metadata(step) {
            Ok(found) if found.is_dir() => return Ok(()),
            Ok(_) => return Err(DiskError::IsFile { path: display_path(step) }),
            Err(_) => {}
        }
    }
    Ok(())
}

/// Checks that no file is where one is to be written.
///
/// # Errors
///
/// When there is one.
pub fn expect_absent(path: &Path) -> Result<(), DiskError> {
    match fs::symlink_metadata(path) {
        Ok(_) => Err(DiskError::Exists { path: display_path(path) }),
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_the_path_is_found_early() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(expect_folder(&file.join("editions")).is_err());
        assert!(expect_folder(&folder.path().join("not/yet/there")).is_ok());
    }
}
