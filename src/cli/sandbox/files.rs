//! Landlock: which files the program may read, write, make and remove.

use std::io;
use std::path::Path;

use anyhow::Result;
use landlock::{
    ABI, Access as _, AccessFs, AccessNet, BitFlags, PathBeneath, PathFd, PathFdError,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope, make_bitflags,
};

use super::access::Access;

/// The newest version of Landlock whose rights are taken away. Of an older kernel those that
/// it knows are.
const NEWEST: ABI = ABI::V10;

/// What the standard library reads to count the cores that it may use, and to print where a
/// panic came from; and what glibc reads before it gives memory back.
const MACHINE: [&str; 7] = [
    "/proc/sys/vm/overcommit_memory",
    "/proc/self/cgroup",
    "/proc/self/mountinfo",
    "/proc/self/maps",
    "/proc/self/exe",
    "/sys/fs/cgroup",
    "/sys/devices/system/cpu",
];

/// Takes away all rights over files that are not in `access`, the ports of TCP, and signals
/// and abstract sockets of other processes.
pub(super) fn restrict_files(access: &Access) {
    // A kernel without Landlock, or a container that forbids it, leaves the rights.
    let _ = try_restrict_files(access);
}

fn try_restrict_files(access: &Access) -> Result<()> {
    let mut rules = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?;
    let reading = make_bitflags!(AccessFs::{ReadFile | ReadDir});
    // Renames and links stay in one folder, so the right to `Refer` is not needed.
    let writing = reading
        | make_bitflags!(AccessFs::{
            WriteFile | Truncate | MakeReg | MakeDir | RemoveFile | RemoveDir
        });
    let machine = MACHINE.iter().map(|path| (Path::new(path), reading));
    let read = access.read.iter().map(|path| (path.as_path(), reading));
    let write = access.write.iter().map(|path| (path.as_path(), writing));
    let remove = access.remove_folders.iter();
    let remove = remove.map(|path| (path.as_path(), AccessFs::RemoveDir.into()));
    let make = access.make_folders.iter();
    let make = make.map(|path| (path.as_path(), AccessFs::MakeDir.into()));
    for (path, rights) in machine.chain(read).chain(write).chain(remove).chain(make) {
        allow(&mut rules, path, rights)?;
    }
    rules.restrict_self()?;
    Ok(())
}

/// Allows these rights over a file, or over a folder and all that is in it. A link counts as
/// what it leads to.
///
/// # Errors
///
/// When the process may open nothing more. It is better then to give nothing up: a message
/// would say that a file may not be read.
fn allow(
    rules: &mut RulesetCreated,
    path: &Path,
    rights: BitFlags<AccessFs>,
) -> Result<()> {
    let of_files = make_bitflags!(AccessFs::{ReadFile | WriteFile | Truncate});
    let rights = if path.is_dir() { rights } else { rights & of_files };
    match PathFd::new(path) {
        // A pipe has no place in a file system, and no rule is needed for it.
        Ok(place) => drop(rules.add_rule(PathBeneath::new(place, rights))),
        Err(PathFdError::OpenCall { source, .. }) if has_no_room(&source) => {
            return Err(source.into());
        }
        // A file that is missing needs no right: the program says that it is missing.
        Err(_) => {}
    }
    Ok(())
}

fn has_no_room(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE | libc::ENOMEM))
}
