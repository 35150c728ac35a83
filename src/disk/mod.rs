//! Files in, files out: the only room that touches the file system.
//!
//! What is written is written whole or not at all: a [`Staging`] puts every file under
//! a temporary name first and renames them together at the end; what a run that was killed
//! in the midst of it has left, the next one finishes or takes away (`claim`).

#![expect(clippy::disallowed_methods, reason = "this is the one room with a door out")]

mod claim;
mod kept;
mod writing;

pub use claim::leave_nothing;
pub use kept::{add, keep, kept, whole};
pub use writing::{Output, Staging, write_all};

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::text::paths::display_path;

/// A file system that would not do what it was asked. Every message names the file, the
/// cause and the remedy.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// Nothing has that name.
    #[error("'{path}': there is no such file or folder; check the name")]
    Missing {
        /// What was looked for.
        path: String,
    },
    /// A file was needed.
    #[error("'{path}' is a folder where a file is needed; name a file")]
    IsFolder {
        /// What is a folder.
        path: String,
    },
    /// A folder was needed.
    #[error("'{path}' is a file where a folder is needed; name a folder")]
    IsFile {
        /// What is no folder.
        path: String,
    },
    /// What is no file never ends, or waits for someone to write into it.
    #[error(
        "'{path}' is a pipe or a device, no file; \
         write what it gives into a file, and name that"
    )]
    NoFile {
        /// What is no file.
        path: String,
    },
    /// A file stands where a new one should be written.
    #[error("'{path}' exists and is not overwritten; move it away, or say --force")]
    Exists {
        /// The file that stands there.
        path: String,
    },
    /// Permissions forbid it.
    #[error("cannot {action} '{path}': permission denied; {}", remedy(*.action))]
    Denied {
        /// What was tried.
        action: Action,
        /// On which file.
        path: String,
    },
    /// The disk, or the user's share of it, is used up.
    #[error(
        "cannot write '{path}': the disk is full; make room, or write to another folder"
    )]
    Full {
        /// The file that found no room.
        path: String,
    },
    /// A file system that takes nothing new.
    #[error("cannot {action} '{path}': nothing can be written there; {}", remedy(*.action))]
    Closed {
        /// What was tried.
        action: Action,
        /// On which file.
        path: String,
    },
    /// Anything else.
    #[error("cannot {action} '{path}': {}; {}", cause.kind(), remedy(*.action))]
    Other {
        /// What was tried.
        action: Action,
        /// On which file.
        path: String,
        /// What the system says.
        #[source]
        cause: io::Error,
    },
}

/// What was asked of the file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Read a file or list a folder.
    Read,
    /// Write a file.
    Write,
    /// Make a folder.
    MakeFolder,
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::MakeFolder => "make the folder",
        })
    }
}

/// What a person can do where an action fails.
fn remedy(action: Action) -> &'static str {
    match action {
        Action::Read => "check that you may read it",
        Action::Write | Action::MakeFolder => {
            "choose a folder that you may write to with --out"
        }
    }
}

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A file, or something that is none (a pipe, a device), which [`read`] refuses.
    File,
    /// A folder.
    Folder,
}

/// The whole of a file.
///
/// # Errors
///
/// When it is missing, is no file or may not be read.
pub fn read(path: &Path) -> Result<Vec<u8>, DiskError> {
    let found = fs::metadata(path).map_err(|cause| failure(Action::Read, path, cause))?;
    if !found.is_file() && !found.is_dir() {
        return Err(DiskError::NoFile { path: display_path(path) });
    }
    fs::read(path).map_err(|cause| failure(Action::Read, path, cause))
}

/// Why a file of a folder is not read.
#[derive(Debug, thiserror::Error)]
pub enum ConfinedError {
    /// It stands outside the folder, or a link in the folder leads to it.
    #[error("'{path}' stands outside the folder of the book")]
    Outside {
        /// The file.
        path: String,
    },
    /// It is no file: a folder, a pipe, a device.
    #[error("'{path}' is no file")]
    NoFile {
        /// What stands there.
        path: String,
    },
    /// It is too large.
    #[error("'{path}' has {bytes} bytes, more than {most}")]
    TooLarge {
        /// The file.
        path: String,
        /// How many it has.
        bytes: u64,
        /// How many it may have.
        most: u64,
    },
    /// It cannot be read.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

/// The whole of a file that stands in a folder or below it, links followed, if it has no
/// more than `most` bytes.
///
/// # Errors
///
/// When it is missing, stands elsewhere, is no file or too large, or may not be read.
pub fn read_inside(
    folder: &Path,
    path: &Path,
    most: u64,
) -> Result<Vec<u8>, ConfinedError> {
    let whole =
        |path: &Path| fs::canonicalize(path).map_err(|e| failure(Action::Read, path, e));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let real = whole(path)?;
    if !real.starts_with(whole(folder)?) {
        return Err(ConfinedError::Outside { path: display_path(path) });
    }
    // Opening a pipe would wait for someone to write into it.
    let found =
        fs::metadata(&real).map_err(|cause| failure(Action::Read, path, cause))?;
    if !found.is_file() {
        return Err(ConfinedError::NoFile { path: display_path(path) });
    }
    if found.len() > most {
        let (path, bytes) = (display_path(path), found.len());
        return Err(ConfinedError::TooLarge { path, bytes, most });
    }
    Ok(read(&real)?)
}

/// What stands at a path, links followed.
///
/// # Errors
///
/// When nothing stands there, or the way to it is barred.
pub fn kind(path: &Path) -> Result<Kind, DiskError> {
    let found = fs::metadata(path).map_err(|cause| failure(Action::Read, path, cause))?;
    Ok(if found.is_dir() { Kind::Folder } else { Kind::File })
}

/// Size of a file in bytes; 0 where it cannot be told.
#[must_use]
pub fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |found| found.len())
}

/// Whether two paths name one file, which need not be there yet.
#[must_use]
pub fn is_same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        let beside =
            || Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?));
        fs::canonicalize(path).ok().or_else(beside)
    };
    one == other || whole(one).is_some_and(|one| whole(other) == Some(one))
}

/// What a folder holds, sorted by name, hidden files left out.
///
/// # Errors
///
/// When it is missing, is no folder or may not be listed.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>, DiskError> {
    let failed = |cause| failure(Action::Read, folder, cause);
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

/// Makes sure, before long work is done for it, that a folder is one or can become one.
///
/// # Errors
///
/// When a file stands at the path or on the way to it.
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

/// Makes sure that no file stands where one is to be written.
///
/// # Errors
///
/// When one does.
pub fn expect_absent(path: &Path) -> Result<(), DiskError> {
    match fs::symlink_metadata(path) {
        Ok(_) => Err(DiskError::Exists { path: display_path(path) }),
        Err(_) => Ok(()),
    }
}

/// The folder that a path lies in.
fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or_else(|| Path::new("."))
}

/// The error that says best what the system meant.
fn failure(action: Action, path: &Path, cause: io::Error) -> DiskError {
    let path = display_path(path);
    match cause.kind() {
        ErrorKind::NotFound if action == Action::Read => DiskError::Missing { path },
        // Of a file that is to be made, a pseudo file system (`/proc`) says "not found".
        ErrorKind::NotFound | ErrorKind::ReadOnlyFilesystem => {
            DiskError::Closed { action, path }
        }
        ErrorKind::IsADirectory => DiskError::IsFolder { path },
        ErrorKind::NotADirectory if action != Action::Read => DiskError::IsFile { path },
        ErrorKind::PermissionDenied => DiskError::Denied { action, path },
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => DiskError::Full { path },
        _ => DiskError::Other { action, path, cause },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_file_cause_and_remedy() {
        let missing = read(Path::new("no/such\nfile.txt")).unwrap_err().to_string();
        assert_eq!(
            missing,
            "'no/such\\nfile.txt': there is no such file or folder; check the name"
        );
        let full = failure(
            Action::Write,
            Path::new("a.pdf"),
            io::Error::from(ErrorKind::StorageFull),
        );
        assert_eq!(
            full.to_string(),
            "cannot write 'a.pdf': the disk is full; make room, or write to another folder"
        );
    }

    #[test]
    fn a_file_on_the_way_is_found_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(expect_folder(&file.join("editions")).is_err());
        assert!(expect_folder(&folder.path().join("not/yet/there")).is_ok());
    }
}
