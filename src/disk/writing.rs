//! Writes files, all or none.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::TempPath;

use super::claim::{
    self, FolderClaim, create_staged_file, hold_renames, link_backup, write_rename_list,
};
use super::error::{DiskAction, DiskError, failure};
use crate::text::paths::{display_path, folder_of};

/// A file that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputFile {
    /// Its path.
    pub path: PathBuf,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Writes files, all or none, and makes their folders.
///
/// Existing files are replaced only when every new file is on the disk under a temporary
/// name. If a rename fails, those before it are undone. If the program is killed between
/// two renames, the next run that writes into the folder finishes them. Runs that write
/// into the same folder take turns.
///
/// # Errors
///
/// When a file cannot be written. Everything is then as it was before.
pub fn write_all<'a>(
    outputs: impl IntoIterator<Item = &'a OutputFile>,
) -> Result<(), DiskError> {
    let outputs: Vec<&OutputFile> = outputs.into_iter().collect();
    let staging = Staging::for_files(outputs.iter().map(|output| output.path.clone()));
    for output in outputs {
        staging.stage(output)?;
    }
    staging.finish()
}

/// Files that are on the disk under temporary names: they are written one by one, as they
/// are made, and all are renamed at once.
///
/// From the first staged file on, no other run writes into their folders. Dropping this
/// value before the end restores everything.
pub struct Staging {
    /// All files that may be staged.
    paths: Vec<PathBuf>,
    /// What has been staged; `None` before the first file.
    state: Mutex<Option<StagingState>>,
}

/// What was done on the disk; the fields are dropped, and so undone, in this order.
struct StagingState {
    staged: Vec<StagedFile>,
    undo: Rollback,
    claims: BTreeMap<PathBuf, FolderClaim>,
}

impl Staging {
    /// Prepares to stage some of these files.
    #[must_use]
    pub fn for_files(paths: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { paths: paths.into_iter().collect(), state: Mutex::new(None) }
    }

    /// Writes a file under a temporary name beside its final one. A device or a pipe is
    /// written to at once.
    ///
    /// # Errors
    ///
    /// When the file, or any other of [`Staging::for_files`], cannot be written there.
    pub fn stage(&self, output: &OutputFile) -> Result<(), DiskError> {
        self.with_state(|_| ())?;
        // Outside the lock, so that several files are written in parallel.
        if let Some(staged) = OutputPlace::find(&output.path)?.write_temporary(output)? {
            self.with_state(|state| state.staged.push(staged))?;
        }
        Ok(())
    }

    /// Calls `act` with the state, once the folders exist and are claimed.
    fn with_state<T>(
        &self,
        act: impl FnOnce(&mut StagingState) -> T,
    ) -> Result<T, DiskError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(state) = state.as_mut() {
            return Ok(act(state));
        }
        let mut claimed = StagingState::claim_folders(&self.paths)?;
        let value = act(&mut claimed);
        *state = Some(claimed);
        Ok(value)
    }

    /// Renames all staged files, or none.
    ///
    /// # Errors
    ///
    /// When a file cannot be renamed. Everything is then as it was before.
    pub fn finish(self) -> Result<(), DiskError> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let Some(state) = state else { return Ok(()) };
        // These are dropped in reverse order: staged files, lists, rollback, the lock on
        // renames, the claims.
        let claims = state.claims;
        let _held = hold_renames();
        let mut undo = state.undo;
        let mut lists = Vec::new();
        let mut staged = state.staged;
        staged.sort_by(|one, other| one.path.cmp(&other.path));
        for folder in claims.keys() {
            let here = staged.iter().filter(|one| one.folder == *folder);
            let renamings: Vec<(&Path, &Path)> =
                here.map(|one| (&*one.temporary, one.path.as_path())).collect();
            let failed = |cause| failure(DiskAction::Write, folder, cause);
            lists.extend(write_rename_list(folder, &renamings).map_err(failed)?);
        }
        for StagedFile { temporary, path, .. } in staged {
            let backup = backup_file(&path)?;
            temporary
                .persist(&path)
                .map_err(|refused| failure(DiskAction::Write, &path, refused.error))?;
            undo.files.push((path, backup));
        }
        undo.commit();
        Ok(())
    }
}

impl StagingState {
    /// Makes the folders of files, and waits until no other run writes into them.
    fn claim_folders(paths: &[PathBuf]) -> Result<Self, DiskError> {
        let mut claims = BTreeMap::new();
        let mut undo = Rollback::default();
        let folders: BTreeSet<&Path> =
            paths.iter().filter_map(|path| path.parent()).collect();
        for folder in folders {
            undo.folders.make(folder)?;
        }
        // In sorted order, so that two runs that need the same folders never deadlock.
        let mut folders = BTreeSet::new();
        for path in paths {
            folders.extend(OutputPlace::find(path)?.folder().map(Path::to_owned));
        }
        for folder in folders {
            let claim = FolderClaim::claim(&folder);
            claims.insert(folder, claim);
        }
        Ok(Self { staged: Vec::new(), undo, claims })
    }
}

/// Whether what is at a path is written to at once: a device, a pipe, `/dev/stdout`.
#[must_use]
pub fn is_device(path: &Path) -> bool {
    matches!(OutputPlace::find(path), Ok(OutputPlace::Device(_)))
}

/// Where a file is written.
enum OutputPlace<'a> {
    /// A device or a pipe (`/dev/stdout`): it is written to at once, and nothing is staged.
    Device(&'a Path),
    /// A file that exists or not.
    File {
        path: PathBuf,
        /// Its folder, by its canonical path.
        folder: PathBuf,
        /// The permissions of the existing file.
        permissions: Option<fs::Permissions>,
    },
}

impl<'a> OutputPlace<'a> {
    /// Finds out what is at a path. Nothing is written through a link: who made it may
    /// have meant a file elsewhere to be lost. Where a device would be written to, so are
    /// the links of the system to what the caller has opened (`/dev/stdout`).
    fn find(path: &'a Path) -> Result<Self, DiskError> {
        let failed = |cause| failure(DiskAction::Write, path, cause);
        if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
            return match fs::metadata(path) {
                _ if path.starts_with("/dev") => Ok(Self::Device(path)),
                Ok(found) if !found.is_file() && !found.is_dir() => {
                    Ok(Self::Device(path))
                }
                _ => Err(DiskError::IsLink { path: display_path(path) }),
            };
        }
        let (path, permissions) = match fs::metadata(path) {
            Ok(found) if found.is_dir() => {
                return Err(DiskError::IsFolder { path: display_path(path) });
            }
            Ok(found) if !found.is_file() => return Ok(Self::Device(path)),
            Ok(found) if found.permissions().readonly() => {
                return Err(failed(ErrorKind::PermissionDenied.into()));
            }
            Ok(found) => (path.to_owned(), Some(found.permissions())),
            Err(_) => (path.to_owned(), None),
        };
        let folder = folder_of(&path);
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        Ok(Self::File { path, folder, permissions })
    }

    /// The folder that is written into; `None` for a device.
    fn folder(&self) -> Option<&Path> {
        match self {
            Self::Device(_) => None,
            Self::File { folder, .. } => Some(folder),
        }
    }

    /// Writes a file under a temporary name beside its final one.
    fn write_temporary(
        self,
        output: &OutputFile,
    ) -> Result<Option<StagedFile>, DiskError> {
        let failed = |cause| failure(DiskAction::Write, &output.path, cause);
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
            let _held = hold_renames();
            create_staged_file(folder_of(&path)).map_err(failed)?
        };
        temporary.write_all(&output.bytes).map_err(failed)?;
        // A private file stays private when it is replaced.
        if let Some(permissions) = permissions {
            temporary.as_file().set_permissions(permissions).map_err(failed)?;
        }
        // Some file systems report only now that the disk is full.
        temporary.as_file().sync_all().map_err(failed)?;
        let temporary = temporary.into_temp_path();
        Ok(Some(StagedFile { temporary, path, folder }))
    }
}

/// A file that is on the disk under a temporary name.
struct StagedFile {
    temporary: TempPath,
    path: PathBuf,
    /// The folder of both names, by its canonical path.
    folder: PathBuf,
}

/// What must be undone when a later step fails. Dropping it undoes it.
#[derive(Default)]
struct Rollback {
    /// The files that were renamed, each with a backup of the file that it replaced.
    files: Vec<(PathBuf, Option<TempPath>)>,
    /// The folders that were made. They are dropped when the files are gone.
    folders: MadeFolders,
}

impl Rollback {
    fn commit(&mut self) {
        self.folders.0.clear();
        self.files.clear();
    }
}

impl Drop for Rollback {
    /// Ignores errors: the first one, which led here, is what is reported.
    fn drop(&mut self) {
        for (path, backup) in self.files.drain(..).rev() {
            let _ = match backup {
                Some(before) => before.persist(&path).map(drop).map_err(|e| e.error),
                None => fs::remove_file(&path),
            };
        }
    }
}

/// Folders that were made, outer ones first, before anything is written into them. Those that
/// are empty when this value is dropped are removed.
#[derive(Debug, Default)]
pub struct MadeFolders(Vec<PathBuf>);

impl MadeFolders {
    /// Makes a folder and its parents, where they are missing. Returns the folder that the
    /// outermost of them is made in; `None` where nothing was missing.
    ///
    /// # Errors
    ///
    /// When one of them cannot be made.
    pub fn make(&mut self, folder: &Path) -> Result<Option<PathBuf>, DiskError> {
        let before = self.0.len();
        make_folder(folder, &mut self.0)?;
        Ok(self.0.get(before).map(|outermost| folder_of(outermost).to_owned()))
    }
}

impl Drop for MadeFolders {
    /// Ignores errors: a folder with something in it stays.
    fn drop(&mut self) {
        for folder in self.0.drain(..).rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Makes a backup of the file at `path`, if there is one.
fn backup_file(path: &Path) -> Result<Option<TempPath>, DiskError> {
    if !path.exists() {
        return Ok(None);
    }
    let backup = link_backup(path, folder_of(path));
    backup.map(Some).map_err(|cause| failure(DiskAction::Write, path, cause))
}

/// Makes a folder and its parents, and records which it made.
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
            Err(cause) => return Err(failure(DiskAction::MakeFolder, step, cause)),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::{list_folder, read_file};

    fn output(path: PathBuf, words: &str) -> OutputFile {
        OutputFile { path, bytes: words.as_bytes().to_vec() }
    }

    #[test]
    fn files_are_written_with_their_folders() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/c.txt");
        write_all([&output(path.clone(), "words")]).unwrap();
        assert_eq!(read_file(&path).unwrap(), b"words");
        assert_eq!(list_folder(&folder.path().join("a/b")).unwrap(), [path]);
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
        assert_eq!(read_file(&old).unwrap(), b"before");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn folders_that_stay_empty_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let mut made = MadeFolders::default();
        let (empty, full) = (folder.path().join("a/b/c"), folder.path().join("d/e"));
        assert_eq!(made.make(&empty).unwrap().as_deref(), Some(folder.path()));
        assert_eq!(made.make(&full).unwrap().as_deref(), Some(folder.path()));
        assert_eq!(made.make(&full).unwrap(), None);
        fs::write(full.join("file"), "words").unwrap();
        drop(made);
        assert!(full.exists() && !folder.path().join("a").exists());
    }

    #[test]
    fn renamed_files_are_restored() {
        let folder = tempfile::tempdir().unwrap();
        let (old, fresh) = (folder.path().join("old"), folder.path().join("fresh"));
        write_all(&[output(old.clone(), "before")]).unwrap();
        let backup = backup_file(&old).unwrap();
        fs::remove_file(&old).unwrap();
        fs::write(&old, "after").unwrap();
        fs::write(&fresh, "new").unwrap();
        drop(Rollback {
            folders: MadeFolders::default(),
            files: vec![(old.clone(), backup), (fresh.clone(), None)],
        });
        assert_eq!(read_file(&old).unwrap(), b"before");
        assert!(!fresh.exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
