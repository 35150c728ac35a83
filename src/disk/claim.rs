//! Exclusive access to a folder: one run at a time writes into it, and removes what a
//! killed run left there.
//!
//! Several files cannot be renamed in one step. So before the first rename, a list of all
//! is written into the folder. The next run that finds such a list finishes its renames, so
//! that the folder never has only some of the new files.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile, TempPath};

/// The prefix of all temporary names.
const PREFIX: &str = ".pliego-";
/// The suffix of files that do not have their final names yet.
const STAGED: &str = ".part";
/// The suffix of backups of files that are replaced.
const BACKUP: &str = ".before";
/// The suffix of a list of renames.
const LIST: &str = ".list";
/// The last line of a complete list.
const END: &str = "all of these\0";

/// What a list of renames in a folder begins with: the folder's place on this machine. A
/// list that came from elsewhere with the folder, in an archive or a repository, has
/// another one, and is not believed.
fn identify_folder(folder: &Path) -> io::Result<String> {
    let path = fs::canonicalize(folder)?;
    let path = path.to_string_lossy();
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let found = fs::metadata(folder)?;
        let (device, inode) = (found.dev(), found.ino());
        Ok(format!("{path}\0{device}\0{inode}\0"))
    }
    #[cfg(not(unix))]
    Ok(format!("{path}\0\0\0"))
}

/// What this run has claimed. The lock is held while files are created, renamed or removed,
/// so that an interrupted program can clean up at any moment.
static CLAIMED: Mutex<ClaimedFolders> =
    Mutex::new(ClaimedFolders { folders: Vec::new(), made: Vec::new() });

/// What must be cleaned up when the program ends.
struct ClaimedFolders {
    /// The folders that it has locked.
    folders: Vec<PathBuf>,
    /// The folders that it has made, outer ones first.
    made: Vec<PathBuf>,
}

/// Prevents renames by other threads until the returned guard is dropped.
pub(super) fn hold_renames() -> impl Drop {
    lock_claims()
}

/// Like [`hold_renames`], but also removes staged files and the folders made for them, for
/// a program that is about to end.
#[must_use]
pub fn clean_up() -> impl Drop {
    let claimed = lock_claims();
    for folder in &claimed.folders {
        recover_folder(folder);
    }
    for folder in claimed.made.iter().rev() {
        // A folder that is not empty stays.
        let _ = fs::remove_dir(folder);
    }
    claimed
}

fn lock_claims() -> MutexGuard<'static, ClaimedFolders> {
    CLAIMED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a folder that is removed again if it stays empty.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut claimed = lock_claims();
    fs::create_dir(folder)?;
    claimed.made.push(folder.to_owned());
    Ok(())
}

/// A folder that no other run writes into as long as this value lives.
pub(super) struct FolderClaim {
    /// Open and locked. The lock ends with the process, however it ends.
    _locked: Option<File>,
    /// Its path.
    folder: PathBuf,
}

impl Drop for FolderClaim {
    fn drop(&mut self) {
        lock_claims().folders.retain(|folder| *folder != self.folder);
    }
}

impl FolderClaim {
    /// Waits until no other run writes into a folder, and cleans it up.
    ///
    /// Not every system can lock a folder. Where it cannot, nothing is cleaned up, because
    /// what lies there may belong to another run.
    pub(super) fn claim(folder: &Path) -> Self {
        let locked = File::open(folder).ok().filter(|open| open.lock().is_ok());
        if locked.is_some() {
            recover_folder(folder);
            lock_claims().folders.push(folder.to_owned());
        }
        Self { _locked: locked, folder: folder.to_owned() }
    }
}

/// Creates an empty file in a folder, with the permissions of an ordinary new file.
pub(super) fn create_staged_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(STAGED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The umask of the process applies, as for any new file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Creates a second name for a file in a folder.
pub(super) fn link_backup(path: &Path, folder: &Path) -> io::Result<TempPath> {
    let backup =
        Builder::new().prefix(PREFIX).suffix(BACKUP).make_in(folder, |name| {
            // Where the file system has no hard links, a copy serves.
            fs::hard_link(path, name).or_else(|_| fs::copy(path, name).map(drop))
        })?;
    // A thousand books have more backups than a process may keep open.
    Ok(backup.into_temp_path())
}

/// Writes the list of renames of a folder: temporary and final names. The list exists until
/// the returned file is dropped.
///
/// A single file needs none, because a rename is atomic. Names that are not Unicode are
/// left out.
pub(super) fn write_rename_list(
    folder: &Path,
    renamings: &[(&Path, &Path)],
) -> io::Result<Option<NamedTempFile>> {
    if renamings.len() < 2 {
        return Ok(None);
    }
    let name = |path: &Path| Some(path.file_name()?.to_str()?.to_owned());
    let mut list = identify_folder(folder)?;
    for (staged, path) in renamings {
        if let (Some(staged), Some(path)) = (name(staged), name(path)) {
            list.extend([&staged, "\0", &path, "\0"]);
        }
    }
    list.push_str(END);
    let mut file = Builder::new().prefix(PREFIX).suffix(LIST).tempfile_in(folder)?;
    file.write_all(list.as_bytes())?;
    file.as_file().sync_all()?;
    Ok(Some(file))
}

/// Finishes the renames of a killed run in a folder, and removes what else it left. What
/// fails is left to the next run.
fn recover_folder(folder: &Path) {
    let left = find_leftovers(folder);
    for list in left.iter().filter(|path| ends_with(path, LIST)) {
        finish_renames(folder, list);
    }
    for path in &left {
        let _ = fs::remove_file(path);
    }
}

/// The files that runs have left in a folder.
fn find_leftovers(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(PREFIX))
            && [STAGED, BACKUP, LIST].iter().any(|ending| ends_with(path, ending))
    };
    let mut left: Vec<PathBuf> =
        entries.flatten().map(|entry| folder.join(entry.file_name())).collect();
    left.retain(is_ours);
    left.sort();
    left
}

fn ends_with(path: &Path, ending: &str) -> bool {
    path.file_name().and_then(|n| n.to_str()).is_some_and(|name| name.ends_with(ending))
}

/// Carries out the renames of a list that are still open. An incomplete list means that no
/// rename had begun. A list that was not written for this folder is ignored.
fn finish_renames(folder: &Path, list: &Path) {
    let Ok(list) = fs::read_to_string(list) else { return };
    let Ok(folder_identity) = identify_folder(folder) else { return };
    let list = list.strip_suffix(END);
    let Some(list) = list.and_then(|list| list.strip_prefix(&folder_identity)) else {
        return;
    };
    let names: Vec<&str> = list.split_terminator('\0').collect();
    for renaming in names.chunks_exact(2) {
        let staged = folder.join(renaming[0]);
        let path = folder.join(renaming[1]);
        // A list is valid for its own folder only, so that a planted list renames nothing
        // elsewhere.
        let stays = |path: &Path| path.parent() == Some(folder);
        if stays(&staged) && stays(&path) && ends_with(&staged, STAGED) {
            let _ = fs::rename(staged, path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a folder and the contents of the files.
    fn folder_contents(folder: &Path) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                (name, fs::read_to_string(path).unwrap())
            })
            .collect();
        found.sort();
        found
    }

    fn pair(name: &str, words: &str) -> (String, String) {
        (name.to_owned(), words.to_owned())
    }

    /// Stands for the identity of the folder in the lists of the tests.
    const HERE: &str = "<here>";

    /// A folder as left by a run that was killed with two files staged, of which `renamed`
    /// have their final names.
    fn killed_run(list: Option<&str>, renamed: usize) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["a", "b"] {
            fs::write(path(name), "old").unwrap();
            fs::write(path(&format!(".pliego-{name}.part")), "new").unwrap();
        }
        fs::hard_link(path("a"), path(".pliego-1.before")).unwrap();
        if let Some(list) = list {
            let list = list.replace(HERE, &identify_folder(folder.path()).unwrap());
            fs::write(path(".pliego-2.list"), list).unwrap();
        }
        for name in ["a", "b"].iter().take(renamed) {
            fs::rename(path(&format!(".pliego-{name}.part")), path(name)).unwrap();
        }
        folder
    }

    #[test]
    fn begun_renames_are_finished_and_others_removed() {
        let whole = format!("{HERE}.pliego-a.part\0a\0.pliego-b.part\0b\0{END}");
        for renamed in 0..=2 {
            let folder = killed_run(Some(&whole), renamed);
            drop(FolderClaim::claim(folder.path()));
            assert_eq!(
                folder_contents(folder.path()),
                [pair("a", "new"), pair("b", "new")]
            );
        }
        // The last one came with the folder from another place.
        let planted = whole.replace(HERE, "/elsewhere\0a\0b\0");
        for list in [None, Some(""), Some(&whole[..whole.len() - 1]), Some(&planted)] {
            let folder = killed_run(list, 0);
            drop(FolderClaim::claim(folder.path()));
            assert_eq!(
                folder_contents(folder.path()),
                [pair("a", "old"), pair("b", "old")]
            );
        }
    }

    #[test]
    fn a_list_renames_nothing_outside_its_folder() {
        let outside = tempfile::tempdir().unwrap();
        let victim = outside.path().join("victim");
        fs::write(&victim, "mine").unwrap();
        let list = format!("{HERE}.pliego-a.part\0{}\0a\0b\0{END}", victim.display());
        let folder = killed_run(Some(&list), 0);
        drop(FolderClaim::claim(folder.path()));
        assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
        assert_eq!(folder_contents(folder.path()), [pair("a", "old"), pair("b", "old")]);
    }

    #[test]
    fn files_with_similar_names_stay() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".pliego", ".pliego-notes", "pliego-a.part", "a.part"] {
            fs::write(folder.path().join(name), "mine").unwrap();
        }
        drop(FolderClaim::claim(folder.path()));
        assert_eq!(folder_contents(folder.path()).len(), 4);
    }
}
