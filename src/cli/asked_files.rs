//! The files that a run has asked for, so that it can be done again when one of them changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use pliego::disk::{self, FileStamp};

/// How often files are looked at: a person takes longer to turn from editor to reader.
const INTERVAL: Duration = Duration::from_millis(250);

/// The most looks at a file that keeps changing; after that it is read as it is.
const MOST_LOOKS: usize = 40;

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

    /// What is at the same path now.
    fn look_again(&self, path: &Path) -> Self {
        match self {
            Self::File(_) => Self::file(path),
            Self::Folder(_) => Self::folder(path),
        }
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

    /// Takes a file and the listing of its folder as they are now: the program has written it
    /// itself.
    pub(crate) fn recognise(&self, path: &Path) {
        let mut all = self.lock();
        for path in [path, disk::folder_of(path)] {
            if let Some(seen) = all.get_mut(path) {
                *seen = seen.look_again(path);
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

    /// How many paths there are.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }

    /// Waits until what has changed is as a program leaves it, and not half written: until it
    /// is the same at two looks. Returns whether anything has changed.
    pub(crate) fn let_changes_settle(&self, pause: Duration) -> bool {
        let mut changes = self.look_at_changes();
        for _ in 0..MOST_LOOKS {
            if changes.is_empty() {
                return false;
            }
            thread::sleep(pause);
            let now = self.look_at_changes();
            if std::mem::replace(&mut changes, now) == changes {
                break;
            }
        }
        !changes.is_empty()
    }

    /// The paths that have changed, with what is there now.
    fn look_at_changes(&self) -> Vec<(PathBuf, SeenPath)> {
        let all = self.lock();
        let looks = all.iter().map(|(path, seen)| (path, seen, seen.look_again(path)));
        let changed = looks.filter(|(_, seen, now)| *seen != now);
        changed.map(|(path, _, now)| (path.clone(), now)).collect()
    }

    /// The paths that have changed since they were last seen. Their present state is remembered.
    pub(crate) fn take_changes(&self) -> Vec<PathBuf> {
        let mut changed = Vec::new();
        for (path, seen) in self.lock().iter_mut() {
            let now = seen.look_again(path);
            if *seen != now {
                *seen = now;
                changed.push(path.clone());
            }
        }
        changed
    }

    fn find_change(&self) -> Option<PathBuf> {
        let seen = self.lock();
        let changed = seen.iter().find(|(path, seen)| **seen != seen.look_again(path));
        changed.map(|(path, _)| path.clone())
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<PathBuf, SeenPath>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
