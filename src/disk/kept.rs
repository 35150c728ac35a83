//! Files that may be missing: what one run keeps for the next. Nothing here fails.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::claim::{Claim, staged_in};

/// How the names of kept files end.
const ENDING: &str = "kept";

/// What was kept under a path, where it can be read.
#[must_use]
pub fn kept(path: &Path) -> Option<Vec<u8>> {
    fs::read(path.with_extension(ENDING)).ok()
}

/// Keeps bytes under a name in a folder, whole or not at all; makes the folder, if it has to.
/// The oldest files go, until all together have no more than `most` bytes.
pub fn keep(folder: &Path, name: &str, bytes: &[u8], most: u64) {
    let written = || {
        fs::create_dir_all(folder).ok()?;
        // It takes away what a run that was killed here has left.
        let _claim = Claim::on(folder);
        let mut file = staged_in(folder).ok()?;
        file.write_all(bytes).ok()?;
        file.persist(folder.join(name).with_extension(ENDING)).ok()
    };
    if written().is_some() {
        clear(folder, most);
    }
}

/// Adds bytes behind a kept file, if it has as many as is said; else another run has changed
/// it, and knows better. Where it cannot be done whole, it is undone, or what is there is cut
/// off where a reader can tell.
pub fn add(folder: &Path, name: &str, behind: u64, bytes: &[u8], most: u64) {
    let _claim = Claim::on(folder);
    let path = folder.join(name).with_extension(ENDING);
    let Ok(mut file) = OpenOptions::new().append(true).open(path) else { return };
    if file.metadata().is_ok_and(|found| found.len() == behind) {
        match file.write_all(bytes) {
            Ok(()) => clear(folder, most),
            Err(_) => drop(file.set_len(behind)),
        }
    }
}

/// A path from the root, without links, where the system can tell; else as it is.
#[must_use]
pub fn whole(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Takes the oldest kept files away.
fn clear(folder: &Path, most: u64) {
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
    // The newest stays, however large it is.
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
