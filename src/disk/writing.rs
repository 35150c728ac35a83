//! Files are written, all or none.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::TempPath;

use super::claim::{self, Claim, announce, second_name, staged_in, still};
use super::{Action, DiskError, failure, folder_of};
use crate::text::paths::display_path;

/// A file that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// Where.
    pub path: PathBuf,
    /// The whole of it.
    pub bytes: Vec<u8>,
}

/// Writes files, all or none, and makes the folders they stand in.
///
/// Files that existed are replaced only when every new one is on the disk under a
/// temporary name; should a renaming fail then, those done before it are undone, and should
/// the program be killed between two, the next to write into the folder finishes them.
/// Programs that write into one folder do so one after the other.
///
/// # Errors
///
/// When a file cannot be written. Everything is then as it was.
pub fn write_all<'a>(
    outputs: impl IntoIterator<Item = &'a Output>,
) -> Result<(), DiskError> {
    let outputs: Vec<&Output> = outputs.into_iter().collect();
    let staging = Staging::of(outputs.iter().map(|output| output.path.clone()));
    for output in outputs {
        staging.stage(output)?;
    }
    staging.finish()
}

/// Files that are on the disk, but not under their own names yet: they are written one by
/// one as they are made, and all get their names at once.
///
/// From the first that is staged on, no other run writes into their folders. If this is
/// dropped before the end, everything is as it was.
pub struct Staging {
    /// All files that may come.
    paths: Vec<PathBuf>,
    /// What has come; none before the first.
    state: Mutex<Option<State>>,
}

/// What was done on the disk; it is taken back in this order.
struct State {
    staged: Vec<Staged>,
    undo: Undo,
    claims: BTreeMap<PathBuf, Claim>,
}

impl Staging {
    /// Nothing is staged yet of the files that may come.
    #[must_use]
    pub fn of(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { paths: paths.into_iter().collect(), state: Mutex::new(None) }
    }

    /// Writes a file under a temporary name beside its place. What is no file (a device, a
    /// pipe) is written to at once.
    ///
    /// # Errors
    ///
    /// When the file, or any that may come, cannot be written there.
    pub fn stage(&self, output: &Output) -> Result<(), DiskError> {
        self.with_state(|_| ())?;
        // Several are written side by side.
        if let Some(staged) = Place::of(&output.path)?.stage(output)? {
            self.with_state(|state| state.staged.push(staged))?;
        }
        Ok(())
    }

    /// Does something with the state, once the folders are there and no other run writes
    /// into them.
    fn with_state<T>(&self, act: impl FnOnce(&mut State) -> T) -> Result<T, DiskError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(state) = state.as_mut() {
            return Ok(act(state));
        }
        let mut begun = State::begin(&self.paths)?;
        let value = act(&mut begun);
        *state = Some(begun);
        Ok(value)
    }

    /// Gives all staged files their names, or none.
    ///
    /// # Errors
    ///
    /// When a file cannot be renamed. Everything is then as it was.
    pub fn finish(self) -> Result<(), DiskError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Some(state) = state else { return Ok(()) };
        // In the order in which they are let go at the end, the last first: what is staged,
        // what is said, what is undone, the stillness, the folders.
        let claims = state.claims;
        let _still = still();
        let mut undo = state.undo;
        let mut said = Vec::new();
        let mut staged = state.staged;
        staged.sort_by(|one, other| one.path.cmp(&other.path));
        for folder in claims.keys() {
            let here = staged.iter().filter(|one| one.folder == *folder);
            let renamings: Vec<(&Path, &Path)> =
                here.map(|one| (&*one.temporary, one.path.as_path())).collect();
            let failed = |cause| failure(Action::Write, folder, cause);
            said.extend(announce(folder, &renamings).map_err(failed)?);
        }
        for Staged { temporary, path, .. } in staged {
            let backup = backup(&path)?;
            temporary
                .persist(&path)
                .map_err(|refused| failure(Action::Write, &path, refused.error))?;
            undo.files.push((path, backup));
        }
        undo.keep();
        Ok(())
    }
}

impl State {
    /// Makes the folders of files, and waits until no other run writes into them.
    fn begin(paths: &[PathBuf]) -> Result<Self, DiskError> {
        let mut claims = BTreeMap::new();
        let mut undo = Undo::default();
        let folders: BTreeSet<&Path> =
            paths.iter().filter_map(|path| path.parent()).collect();
        for folder in folders {
            make_folder(folder, &mut undo.folders)?;
        }
        // In their order, so that two that want the same folders never wait for each other.
        let mut folders = BTreeSet::new();
        for path in paths {
            folders.extend(Place::of(path)?.folder().map(Path::to_owned));
        }
        for folder in folders {
            let claim = Claim::on(&folder);
            claims.insert(folder, claim);
        }
        Ok(Self { staged: Vec::new(), undo, claims })
    }
}

/// Where a file goes.
enum Place<'a> {
    /// A device or a pipe (`/dev/stdout`): it is written to at once, and nothing is staged.
    Device(&'a Path),
    /// A file that is there or not.
    File {
        path: PathBuf,
        /// The folder that it stands in, by its one name.
        folder: PathBuf,
        /// Those of the file that is there.
        permissions: Option<fs::Permissions>,
    },
}

impl<'a> Place<'a> {
    /// What stands at a path.
    fn of(path: &'a Path) -> Result<Self, DiskError> {
        let failed = |cause| failure(Action::Write, path, cause);
        let (path, permissions) = match fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                return Err(DiskError::IsFolder { path: display_path(path) });
            }
            Ok(found) if !found.is_file() => return Ok(Self::Device(path)),
            Ok(found) if found.permissions().readonly() => {
                return Err(failed(ErrorKind::PermissionDenied.into()));
            }
            // A link is followed: the file that it leads to is replaced, not the link.
            Ok(found) => {
                let path = fs::canonicalize(path).map_err(failed)?;
                (path, Some(found.permissions()))
            }
            Err(_) => (path.to_owned(), None),
        };
        let folder = folder_of(&path);
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        Ok(Self::File { path, folder, permissions })
    }

    /// The folder that is written into; none for a device.
    fn folder(&self) -> Option<&Path> {
        match self {
            Self::Device(_) => None,
            Self::File { folder, .. } => Some(folder),
        }
    }

    /// Writes a file under a temporary name beside its place.
    fn stage(self, output: &Output) -> Result<Option<Staged>, DiskError> {
        let failed = |cause| failure(Action::Write, &output.path, cause);
        let (path, folder, permissions) = match self {
            Self::Device(path) => {
                let mut device =
                    fs::OpenOptions::new().write(true).open(path).map_err(failed)?;
                device.write_all(&output.bytes).map_err(failed)?;
                return Ok(None);
            }
            Self::File { path, folder, permissions } => (path, folder, permissions),
        };
        let mut temporary = {
            let _still = still();
            staged_in(folder_of(&path)).map_err(failed)?
        };
        temporary.write_all(&output.bytes).map_err(failed)?;
        // A file that is replaced stays as private as it was.
        if let Some(permissions) = permissions {
            temporary.as_file().set_permissions(permissions).map_err(failed)?;
        }
        // Some file systems tell only now that the disk is full.
        temporary.as_file().sync_all().map_err(failed)?;
        let temporary = temporary.into_temp_path();
        Ok(Some(Staged { temporary, path, folder }))
    }
}

/// A file that is on the disk, but not under its own name yet.
struct Staged {
    temporary: TempPath,
    path: PathBuf,
    /// The folder that both names are in, by its one name.
    folder: PathBuf,
}

/// What must be taken back when a later step fails; dropping it takes it back.
#[derive(Default)]
struct Undo {
    /// Folders made, outer ones first.
    folders: Vec<PathBuf>,
    /// Files renamed into place, each with the file that stood there before.
    files: Vec<(PathBuf, Option<TempPath>)>,
}

impl Undo {
    fn keep(&mut self) {
        self.folders.clear();
        self.files.clear();
    }
}

impl Drop for Undo {
    /// Nothing can be done about an error here: the first one is what is reported.
    fn drop(&mut self) {
        for (path, backup) in self.files.drain(..).rev() {
            let _ = match backup {
                Some(before) => before.persist(&path).map(drop).map_err(|e| e.error),
                None => fs::remove_file(&path),
            };
        }
        for folder in self.folders.drain(..).rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// A second name for the file that stands at `path`, if one does.
fn backup(path: &Path) -> Result<Option<TempPath>, DiskError> {
    if !path.exists() {
        return Ok(None);
    }
    let kept = second_name(path, folder_of(path));
    kept.map(Some).map_err(|cause| failure(Action::Write, path, cause))
}

/// Makes a folder and those above it, and remembers which it made.
fn make_folder(folder: &Path, made: &mut Vec<PathBuf>) -> Result<(), DiskError> {
    let missing: Vec<&Path> = folder
        .ancestors()
        .take_while(|step| !step.as_os_str().is_empty() && !step.exists())
        .collect();
    for step in missing.into_iter().rev() {
        match claim::make_folder(step) {
            Ok(()) => made.push(step.to_owned()),
            // Another run may have made it in between.
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists => {}
            Err(cause) => return Err(failure(Action::MakeFolder, step, cause)),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::{list, read};

    fn output(path: PathBuf, words: &str) -> Output {
        Output { path, bytes: words.as_bytes().to_vec() }
    }

    #[test]
    fn files_are_written_with_their_folders() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/c.txt");
        write_all([&output(path.clone(), "words")]).unwrap();
        assert_eq!(read(&path).unwrap(), b"words");
        assert_eq!(list(&folder.path().join("a/b")).unwrap(), [path]);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_stays_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.txt");
        write_all([&output(path.clone(), "before")]).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        write_all([&output(path.clone(), "after")]).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_failed_run_leaves_everything_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let old = folder.path().join("old.txt");
        let folder_in_the_way = folder.path().join("new.txt");
        write_all(&[output(old.clone(), "before")]).unwrap();
        fs::create_dir(&folder_in_the_way).unwrap();
        let error = write_all(&[
            output(old.clone(), "after"),
            output(folder.path().join("fresh/one.txt"), "after"),
            output(folder_in_the_way, "after"),
        ])
        .unwrap_err();
        assert!(matches!(error, DiskError::IsFolder { .. }), "{error}");
        assert_eq!(read(&old).unwrap(), b"before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn what_was_renamed_is_put_back() {
        let folder = tempfile::tempdir().unwrap();
        let (old, fresh) = (folder.path().join("old"), folder.path().join("fresh"));
        write_all(&[output(old.clone(), "before")]).unwrap();
        let kept = backup(&old).unwrap();
        fs::remove_file(&old).unwrap();
        fs::write(&old, "after").unwrap();
        fs::write(&fresh, "new").unwrap();
        drop(Undo {
            folders: Vec::new(),
            files: vec![(old.clone(), kept), (fresh.clone(), None)],
        });
        assert_eq!(read(&old).unwrap(), b"before");
        assert!(!fresh.exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
