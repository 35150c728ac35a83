//! A folder that is written into: by one run at a time, and clear of what a run left there
//! that was killed.
//!
//! Several files cannot be renamed at once. So before the first is, a list of all stands in
//! the folder; whoever finds one there after its writer is gone finishes what it says, and
//! the folder holds all of the new files and never some.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile, TempPath};

/// How the names begin of all that is not there to stay.
const PREFIX: &str = ".pliego-";
/// How names end of files that are on the disk, but not under their own names yet.
const STAGED: &str = ".part";
/// How names end of files that stood where new ones are put.
const BEFORE: &str = ".before";
/// How the name of a list of renamings ends.
const LIST: &str = ".list";
/// The last line of a list that is whole.
const END: &str = "all of these\0";

/// Held while files get names or lose them. What the program has claimed is known here, so
/// that it leaves nothing there wherever it is ended.
static CLAIMED: Mutex<Claimed> =
    Mutex::new(Claimed { folders: Vec::new(), made: Vec::new() });

/// What must be put in order when the program ends.
struct Claimed {
    /// The folders that it has locked.
    folders: Vec<PathBuf>,
    /// Folders that it has made, outer ones first.
    made: Vec<PathBuf>,
}

/// Waits until no file gets a name, and lets none get one until what is given back is
/// dropped.
pub(super) fn still() -> impl Drop {
    claimed()
}

/// The same, for whoever wants to end the program now: what is staged is taken away, and
/// folders that were made for it are, too.
#[must_use]
pub fn leave_nothing() -> impl Drop {
    let claimed = claimed();
    for folder in &claimed.folders {
        settle(folder);
    }
    for folder in claimed.made.iter().rev() {
        // One that holds something stays.
        let _ = fs::remove_dir(folder);
    }
    claimed
}

fn claimed() -> MutexGuard<'static, Claimed> {
    CLAIMED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a folder that is taken away again if nothing comes into it.
pub(super) fn make_folder(folder: &Path) -> io::Result<()> {
    let mut claimed = claimed();
    fs::create_dir(folder)?;
    claimed.made.push(folder.to_owned());
    Ok(())
}

/// A folder that no other run writes into, as long as this is held.
pub(super) struct Claim {
    /// Open and locked. The lock goes with the process, whatever becomes of it.
    _locked: Option<File>,
    /// Its name.
    folder: PathBuf,
}

impl Drop for Claim {
    fn drop(&mut self) {
        claimed().folders.retain(|folder| *folder != self.folder);
    }
}

impl Claim {
    /// Waits until no other run writes into a folder, and puts it in order.
    ///
    /// Where a folder cannot be locked (not every system knows that), nothing is put in
    /// order: what lies there may be another run's.
    pub(super) fn on(folder: &Path) -> Self {
        let locked = File::open(folder).ok().filter(|open| open.lock().is_ok());
        if locked.is_some() {
            settle(folder);
            claimed().folders.push(folder.to_owned());
        }
        Self { _locked: locked, folder: folder.to_owned() }
    }
}

/// An empty file in a folder, with the permissions of a file made in the usual way.
pub(super) fn staged_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(STAGED);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The process's mask is taken from this, as for any new file.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// A second name for a file in a folder.
pub(super) fn second_name(path: &Path, folder: &Path) -> io::Result<TempPath> {
    let kept = Builder::new().prefix(PREFIX).suffix(BEFORE).make_in(folder, |name| {
        // Where the file system has no second names, a copy serves.
        fs::hard_link(path, name).or_else(|_| fs::copy(path, name).map(drop))
    })?;
    // Of a thousand books not all can be kept open.
    Ok(kept.into_temp_path())
}

/// Says in a folder what shall be renamed there: staged names and final ones. The saying
/// holds until what is given back is dropped.
///
/// One file needs none: it is renamed or it is not. Names that are no Unicode are left out.
pub(super) fn announce(
    folder: &Path,
    renamings: &[(&Path, &Path)],
) -> io::Result<Option<NamedTempFile>> {
    if renamings.len() < 2 {
        return Ok(None);
    }
    let name = |path: &Path| Some(path.file_name()?.to_str()?.to_owned());
    let mut list = String::new();
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

/// Finishes what a run that is gone had begun to rename in a folder, and takes away what
/// else it left. Whatever cannot be done is left for the next.
fn settle(folder: &Path) {
    let left = left_in(folder);
    for list in left.iter().filter(|path| ends_with(path, LIST)) {
        finish(folder, list);
    }
    for path in &left {
        let _ = fs::remove_file(path);
    }
}

/// What runs have left in a folder.
fn left_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(PREFIX))
            && [STAGED, BEFORE, LIST].iter().any(|ending| ends_with(path, ending))
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

/// Renames what a list says and is not renamed yet. A list that is not whole was never
/// begun.
fn finish(folder: &Path, list: &Path) {
    let Ok(list) = fs::read_to_string(list) else { return };
    let Some(list) = list.strip_suffix(END) else { return };
    let names: Vec<&str> = list.split_terminator('\0').collect();
    for renaming in names.chunks_exact(2) {
        let staged = folder.join(renaming[0]);
        let path = folder.join(renaming[1]);
        // A list is of its own folder: whoever put another there gets nothing renamed.
        let stays = |path: &Path| path.parent() == Some(folder);
        if stays(&staged) && stays(&path) && ends_with(&staged, STAGED) {
            let _ = fs::rename(staged, path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a folder and what is in the files.
    fn holds(folder: &Path) -> Vec<(String, String)> {
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

    /// A folder as a run leaves it that is killed with two files staged, of which so many
    /// are renamed.
    fn killed(list: Option<&str>, renamed: usize) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["a", "b"] {
            fs::write(path(name), "old").unwrap();
            fs::write(path(&format!(".pliego-{name}.part")), "new").unwrap();
        }
        fs::hard_link(path("a"), path(".pliego-1.before")).unwrap();
        if let Some(list) = list {
            fs::write(path(".pliego-2.list"), list).unwrap();
        }
        for name in ["a", "b"].iter().take(renamed) {
            fs::rename(path(&format!(".pliego-{name}.part")), path(name)).unwrap();
        }
        folder
    }

    #[test]
    fn what_was_begun_is_finished_and_what_was_not_is_taken_away() {
        let whole = format!(".pliego-a.part\0a\0.pliego-b.part\0b\0{END}");
        for renamed in 0..=2 {
            let folder = killed(Some(&whole), renamed);
            drop(Claim::on(folder.path()));
            assert_eq!(holds(folder.path()), [pair("a", "new"), pair("b", "new")]);
        }
        for list in [None, Some(""), Some(&whole[..whole.len() - 1])] {
            let folder = killed(list, 0);
            drop(Claim::on(folder.path()));
            assert_eq!(holds(folder.path()), [pair("a", "old"), pair("b", "old")]);
        }
    }

    #[test]
    fn a_list_renames_nothing_outside_its_folder() {
        let outside = tempfile::tempdir().unwrap();
        let victim = outside.path().join("victim");
        fs::write(&victim, "mine").unwrap();
        let list = format!(".pliego-a.part\0{}\0a\0b\0{END}", victim.display());
        let folder = killed(Some(&list), 0);
        drop(Claim::on(folder.path()));
        assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
        assert_eq!(holds(folder.path()), [pair("a", "old"), pair("b", "old")]);
    }

    #[test]
    fn what_only_looks_like_ours_stays() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".pliego", ".pliego-notes", "pliego-a.part", "a.part"] {
            fs::write(folder.path().join(name), "mine").unwrap();
        }
        drop(Claim::on(folder.path()));
        assert_eq!(holds(folder.path()).len(), 4);
    }
}
