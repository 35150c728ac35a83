//! The files that a run has asked for, so that it can be done again when one of them changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pliego::disk::{self, FileStamp};

/// How often files are looked at: a person takes longer to turn from editor to reader.
const INTERVAL: Duration = Duration::from_millis(250);

/// What was at each path when a run asked for it first.
#[derive(Debug, Default)]
pub(crate) struct AskedFiles(Mutex<BTreeMap<PathBuf, SeenPath>>);

/// What was at a path.
#[derive(Debug, PartialEq, Eq)]
enum SeenPath {
    /// A file, or nothing.
    File(Option<FileStamp>),
    /// A folder, with its files.
    Folder(Vec<PathBuf>),
}

impl SeenPath {
    fn file(path: &Path) -> Self {
        Self::File(disk::read_stamp(path))
    }

    fn folder(path: &Path) -> Self {
        Self::Folder(disk::list_folder(path).unwrap_or_default())
    }
}

impl AskedFiles {
    /// A run asks for a file.
    pub(crate) fn note_file(&self, path: &Path) {
        self.lock().entry(path.to_owned()).or_insert_with(|| SeenPath::file(path));
    }

    /// A run asks for the files of a folder.
    pub(crate) fn note_folder(&self, path: &Path) {
        self.lock().insert(path.to_owned(), SeenPath::folder(path));
    }

    /// Looks at the folders again: the run itself may have made files in them.
    pub(crate) fn recognise_folders(&self) {
        for (path, seen) in self.lock().iter_mut() {
            if let SeenPath::Folder(_) = seen {
                *seen = SeenPath::folder(path);
            }
        }
    }

    /// Waits until something is another than it was, and says what.
    pub(crate) fn wait_for_change(&self) -> PathBuf {
        loop {
            if let Some(path) = self.find_change() {
                return path;
            }
            thread::sleep(INTERVAL);
        }
    }

    /// The paths where something is another than it was; they are taken as they are now.
    pub(crate) fn take_changes(&self) -> Vec<PathBuf> {
        let mut changed = Vec::new();
        for (path, seen) in self.lock().iter_mut() {
            let now = match seen {
                SeenPath::File(_) => SeenPath::file(path),
                SeenPath::Folder(_) => SeenPath::folder(path),
            };
            if *seen != now {
                *seen = now;
                changed.push(path.clone());
            }
        }
        changed
    }

    fn find_change(&self) -> Option<PathBuf> {
        let seen = self.lock();
        let is_changed = |(path, seen): &(&PathBuf, &SeenPath)| match seen {
            SeenPath::File(_) => **seen != SeenPath::file(path),
            SeenPath::Folder(_) => **seen != SeenPath::folder(path),
        };
        seen.iter().find(is_changed).map(|(path, _)| path.clone())
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<PathBuf, SeenPath>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
