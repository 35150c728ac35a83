//! The sandbox: on Linux the program gives up the rights that a command does not need, before
//! it opens the first document.
//!
//! Landlock leaves it the files that the command line names, and the folders that it writes
//! into (`access`, `files`); seccomp takes network, programs and other processes away
//! (`calls`). A kernel that has neither, or only a part, is no error and is not
//! reported.

#[cfg(target_os = "linux")]
mod access;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod calls;
#[cfg(target_os = "linux")]
mod files;

use pliego::disk::MadeFolders;

use super::args::Command;

/// Puts the calling thread and every thread that it starts later into the sandbox; threads that
/// run already stay outside. Returns the folders that were made because the program
/// cannot make them later. Those that stay empty are removed when it is dropped.
#[cfg(target_os = "linux")]
pub(super) fn enter(command: &Command) -> MadeFolders {
    let access = access::Access::of(command);
    restrict(&access);
    access.made
}

/// Other systems have no sandbox.
#[cfg(not(target_os = "linux"))]
pub(super) fn enter(_: &Command) -> MadeFolders {
    MadeFolders::default()
}

/// Takes away what is not in `access`. What the kernel cannot take away stays.
#[cfg(target_os = "linux")]
fn restrict(access: &access::Access) {
    files::restrict_files(access);
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    calls::restrict_calls(access.serves);
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    //! Code that tries to get out, in a process of its own: the test starts itself.

    #![expect(
        clippy::disallowed_methods,
        reason = "it does what the program must not do"
    )]

    use std::collections::BTreeMap;
    use std::fs::{self, File};
    use std::io::{self, ErrorKind};
    use std::net::{TcpListener, TcpStream, UdpSocket};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::os::unix::process::parent_id;
    use std::path::Path;
    use std::process::{Command as Process, Stdio};
    use std::time::SystemTime;
    use std::{env, thread};

    use landlock::{
        ABI, Access as _, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr,
    };
    use nix::sys::ptrace;
    use nix::sys::signal::kill;
    use nix::unistd::Pid;

    use super::access::Access;
    use super::restrict;

    /// Says to the process that tries to get out where its files are.
    const STAGE: &str = "PLIEGO_TEST_STAGE";
    /// Says to it at which port somebody listens.
    const PORT: &str = "PLIEGO_TEST_PORT";
    /// Tells it to enter the sandbox first.
    const SHUT_IN: &str = "PLIEGO_TEST_SHUT_IN";
    /// What its lines begin with, among those of the test runner.
    const MARK: &str = "> ";

    /// Something that the process tries.
    type Attempt<'a> = Box<dyn Fn() -> io::Result<()> + 'a>;

    /// What takes away the right to try something.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Guard {
        /// Nothing: the program needs it.
        None,
        /// Landlock.
        Files,
        /// seccomp.
        Calls,
    }

    #[test]
    #[expect(clippy::print_stderr, reason = "what is left out is said")]
    fn nothing_gets_out() {
        if let Some(stage) = env::var_os(STAGE) {
            return try_all(Path::new(&stage));
        }
        let has_files = knows_landlock();
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let is_known = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));
        let has_calls = is_known && status.contains("Seccomp:");
        if !has_files {
            eprintln!("left out: the kernel has no Landlock");
        }
        if !has_calls {
            eprintln!("left out: the kernel has no seccomp");
        }
        // Without a sandbox everything succeeds: each attempt is one.
        for is_sandboxed in [false, true] {
            let tried = start(is_sandboxed, is_sandboxed && has_files && has_calls);
            assert!(tried.len() > 40, "{tried:#?}");
            for ((guard, name), outcome) in &tried {
                let is_refused = match guard.as_str() {
                    "Files" => is_sandboxed && has_files,
                    "Calls" => is_sandboxed && has_calls,
                    _ => false,
                };
                let wanted = if is_refused { "refused" } else { "done" };
                assert_eq!(outcome, wanted, "{name}, sandboxed: {is_sandboxed}");
            }
        }
    }

    /// Starts the process in a stage of its own, and reads what became of its attempts.
    /// Where all guards are at work, the files outside are as they were.
    fn start(is_sandboxed: bool, is_guarded: bool) -> BTreeMap<(String, String), String> {
        let stage = tempfile::tempdir().unwrap();
        prepare(stage.path());
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let _local = UnixListener::bind(stage.path().join("secret/socket")).unwrap();
        let mut process = Process::new(env::current_exe().unwrap());
        process.args(["--exact", "cli::sandbox::tests::nothing_gets_out"]);
        process.args(["--nocapture", "--test-threads=1"]);
        process.env(STAGE, stage.path());
        process.env(PORT, listener.local_addr().unwrap().port().to_string());
        if is_sandboxed {
            process.env(SHUT_IN, "yes");
        }
        let output = process.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}{errors}");
        let tried = said.lines().filter_map(|line| {
            let mut words = line.strip_prefix(MARK)?.splitn(3, '|').map(str::to_owned);
            Some(((words.next()?, words.next()?), words.next()?))
        });
        let tried = tried.collect();
        if is_guarded {
            let mut left: Vec<String> = fs::read_dir(stage.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            left.sort();
            assert_eq!(left, ["in", "out", "secret"]);
            for name in SECRETS {
                let path = stage.path().join("secret").join(name);
                assert_eq!(fs::read_to_string(&path).unwrap(), "mine", "{name}");
                let mode = fs::metadata(&path).unwrap().permissions().mode();
                assert_eq!(mode & 0o777, 0o600, "{name}");
            }
        }
        tried
    }

    /// The files outside; each is for one attempt.
    const SECRETS: [&str; 8] =
        ["read", "write", "append", "remove", "rename", "link", "mode", "thread"];

    /// A folder to read, one to write into, and one outside.
    fn prepare(stage: &Path) {
        let write = |path: &str| fs::write(stage.join(path), "mine").unwrap();
        for folder in ["in/inner", "out", "secret/empty"] {
            fs::create_dir_all(stage.join(folder)).unwrap();
        }
        for name in SECRETS {
            let path = stage.join("secret").join(name);
            fs::write(&path, "mine").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        }
        for path in ["in/text", "in/inner/text", "out/before", "out/leaves", "out/moves"]
        {
            write(path);
        }
        symlink("../secret/read", stage.join("in/way-out")).unwrap();
        symlink("../secret/write", stage.join("out/way-out")).unwrap();
    }

    /// Whether the kernel knows the first version of Landlock, and this process may use it.
    fn knows_landlock() -> bool {
        let rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        let rules = rules.handle_access(AccessFs::from_all(ABI::V1));
        rules.is_ok_and(|rules| rules.create().is_ok())
    }

    /// Tries everything, and prints what became of it.
    #[expect(clippy::print_stdout, reason = "the test that has started it reads it")]
    fn try_all(stage: &Path) {
        let port = env::var(PORT).unwrap().parse().unwrap();
        // It ends when nobody can write to it any more.
        let mut other = Process::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        if env::var_os(SHUT_IN).is_some() {
            let (read, write) = ([stage.join("in")].into(), [stage.join("out")].into());
            restrict(&Access { read, write, ..Access::default() });
        }
        println!();
        for (guard, name, attempt) in attempts(stage, port, other.id()) {
            let outcome = match attempt() {
                Ok(()) => "done".to_owned(),
                Err(error) => match error.kind() {
                    // A link or a rename into another folder counts as one to another disk.
                    ErrorKind::PermissionDenied | ErrorKind::CrossesDevices => {
                        "refused".to_owned()
                    }
                    _ => error.to_string(),
                },
            };
            println!("{MARK}{guard:?}|{name}|{outcome}");
        }
        drop(other.stdin.take());
        other.wait().unwrap();
    }

    fn attempts(
        stage: &Path,
        port: u16,
        other: u32,
    ) -> Vec<(Guard, &'static str, Attempt<'_>)> {
        let at = move |path: &str| stage.join(path);
        let mut attempts: Vec<(Guard, &str, Attempt<'_>)> = Vec::new();
        macro_rules! attempt {
            ($guard:ident, $name:literal, $attempt:expr) => {
                let attempt: Attempt<'_> = Box::new(move || $attempt.map(|_| ()));
                attempts.push((Guard::$guard, $name, attempt));
            };
        }
        attempt!(None, "read an input", fs::read(at("in/text")));
        attempt!(None, "read an input below", fs::read(at("in/inner/text")));
        attempt!(None, "list inputs", fs::read_dir(at("in")));
        attempt!(None, "write an edition", fs::write(at("out/edition"), "new"));
        attempt!(None, "read it", fs::read(at("out/edition")));
        attempt!(None, "rename it", fs::rename(at("out/edition"), at("out/other")));
        attempt!(None, "keep one", fs::hard_link(at("out/before"), at("out/kept")));
        attempt!(None, "replace one", fs::rename(at("out/other"), at("out/before")));
        attempt!(None, "shorten one", File::create(at("out/before")));
        attempt!(None, "remove one", fs::remove_file(at("out/kept")));
        attempt!(None, "make a folder", fs::create_dir_all(at("out/a/b")));
        attempt!(None, "write there", fs::write(at("out/a/b/c"), "new"));
        attempt!(None, "remove it there", fs::remove_file(at("out/a/b/c")));
        attempt!(None, "remove a folder", fs::remove_dir(at("out/a/b")));
        attempt!(None, "lock a folder", File::open(at("out")).and_then(|it| it.lock()));
        attempt!(None, "set permissions of what is open", {
            let mode = fs::Permissions::from_mode(0o600);
            File::create(at("out/private")).and_then(|it| it.set_permissions(mode))
        });
        attempt!(None, "count the cores", thread::available_parallelism());
        attempt!(None, "read the machine", fs::read("/proc/self/cgroup"));
        attempt!(None, "start a thread", thread::Builder::new().spawn(|| ()));

        attempt!(Files, "read a file", fs::read(at("secret/read")));
        attempt!(Files, "read it by dots", fs::read(at("in/../secret/read")));
        attempt!(Files, "read it by a link", fs::read(at("in/way-out")));
        attempt!(Files, "list a folder", fs::read_dir(at("secret")));
        attempt!(Files, "list the folder above", fs::read_dir(stage));
        attempt!(Files, "read the users", fs::read("/etc/passwd"));
        attempt!(Files, "read the own environment", fs::read("/proc/self/environ"));
        attempt!(Files, "read that of another", {
            fs::read(format!("/proc/{}/environ", parent_id()))
        });
        attempt!(Files, "read in another thread", {
            let path = at("secret/thread");
            thread::spawn(move || fs::read(path)).join().unwrap()
        });
        attempt!(Files, "write an input", fs::write(at("in/text"), "not mine"));
        attempt!(Files, "write beside the inputs", fs::write(at("in/new"), ""));
        attempt!(Files, "write beside the editions", fs::write(at("new"), ""));
        attempt!(Files, "write a file", fs::write(at("secret/write"), "not mine"));
        attempt!(Files, "write by a link", fs::write(at("out/way-out"), "not mine"));
        attempt!(Files, "append to a file", {
            File::options().append(true).open(at("secret/append"))
        });
        attempt!(Files, "make a link out", symlink(at("secret/read"), at("out/link")));
        attempt!(Files, "make a folder", fs::create_dir(at("secret/new")));
        attempt!(Files, "remove a folder", fs::remove_dir(at("secret/empty")));
        attempt!(Files, "remove a file", fs::remove_file(at("secret/remove")));
        attempt!(Files, "remove an input", fs::remove_file(at("in/inner/text")));
        attempt!(Files, "rename out", fs::rename(at("out/leaves"), at("secret/came")));
        attempt!(Files, "rename in", fs::rename(at("secret/rename"), at("out/came")));
        attempt!(Files, "link in", fs::hard_link(at("secret/link"), at("out/linked")));
        attempt!(Files, "link out", fs::hard_link(at("out/moves"), at("secret/linked")));
        attempt!(Files, "rename a folder", fs::rename(at("out"), at("elsewhere")));

        let permit = || fs::Permissions::from_mode(0o666);
        attempt!(Calls, "permit all", fs::set_permissions(at("secret/mode"), permit()));
        attempt!(Calls, "date an input", {
            File::open(at("in/text"))
                .and_then(|it| it.set_modified(SystemTime::UNIX_EPOCH))
        });
        attempt!(Calls, "connect", TcpStream::connect(("127.0.0.1", port)));
        attempt!(Calls, "listen", TcpListener::bind("127.0.0.1:0"));
        attempt!(Calls, "send", UdpSocket::bind("127.0.0.1:0"));
        attempt!(Calls, "connect here", UnixStream::connect(at("secret/socket")));
        attempt!(Calls, "make a pair", UnixStream::pair());
        attempt!(
            Calls,
            "start a program",
            Process::new("/bin/sh").arg("-c").arg(":").status()
        );
        let pid = |id: u32| Pid::from_raw(i32::try_from(id).unwrap());
        attempt!(Calls, "signal", kill(pid(parent_id()), None).map_err(io::Error::from));
        attempt!(Calls, "trace", {
            ptrace::seize(pid(other), ptrace::Options::empty()).map_err(io::Error::from)
        });
        attempts
    }
}
