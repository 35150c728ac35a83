//! Cache files, which may be missing. Nothing here fails.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::claim::{FolderClaim, create_staged_file};

/// The extension of cache files.
const ENDING: &str = "kept";

/// Reads a cache file, if it can be read.
#[must_use]
pub fn read_cached(path: &Path) -> Option<Vec<u8>> {
    fs::read(path.with_extension(ENDING)).ok()
}

/// Writes a cache file, completely or not at all, and makes the folder if necessary.
/// Removes the oldest files until all together have at most `most` bytes.
pub fn write_cached(folder: &Path, name: &str, bytes: &[u8], most: u64) {
    let written = || {
        fs::create_dir_all(folder).ok()?;
        // This also removes what a killed run has left here.
        let _claim = FolderClaim::claim(folder);
        let mut file = create_staged_file(folder).ok()?;
        file.write_all(bytes).ok()?;
        file.persist(folder.join(name).with_extension(ENDING)).ok()
    };
    if written().is_some() {
        remove_oldest(folder, most);
    }
}

/// Appends to a cache file if it has `offset` bytes; otherwise another run has changed it,
/// and its version is newer. A failed write is undone, or leaves a cut entry that a reader
/// recognises.
pub fn append_cached(folder: &Path, name: &str, offset: u64, bytes: &[u8], most: u64) {
    let _claim = FolderClaim::claim(folder);
    let path = folder.join(name).with_extension(ENDING);
    let Ok(mut file) = OpenOptions::new().append(true).open(path) else { return };
    if file.metadata().is_ok_and(|found| found.len() == offset) {
        match file.write_all(bytes) {
            Ok(()) => remove_oldest(folder, most),
            Err(_) => drop(file.set_len(offset)),
        }
    }
}

/// The absolute path without symbolic links if the system can resolve it, or else the
/// path itself.
#[must_use]
pub fn canonical_path(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Removes the oldest cache files.
fn remove_oldest(folder: &Path, most: u64) {
    let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, Ok(found)) = (entry.path(), entry.metadata()) else { continue };
        if path.extension().is_some_and(|ending| ending == ENDING) {
            let written = found.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            files.push((written, found.len(), path));
        }
    }
    files.sort();
    let mut all: u64 = files.iter().map(|(_, size, _)| size).sum();
    // The newest file stays, whatever its size.
    files.pop();
    for (_, size, path) in files {
        if all <= most {
            break;
        }
        if fs::remove_file(path).is_ok() {
            all -= size;
        }
    }
}
