//! What the program asks of the system, as strace sees it: it opens what it was told to
//! read, changes nothing outside the folder it was told to write into and its own among the
//! user's caches, starts no other program and never speaks to a network. It enters the sandbox
//! before it opens the first file, and asks for nothing that is refused then.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Output};

use crate::cli::copy_folder;

/// What the program is asked to do, one deed after the other, and what it changes; all of
/// them stand beside `given`, where the texts are, and nothing is there before.
const DEEDS: [(&str, &str); 21] = [
    (
        "build given/almanaque --allow-path given --out out --formats epub,kepub,onix,pdf,print,imposed,cover",
        "out",
    ),
    ("build given --out shelf --quiet --report shelf/report.json", "shelf"),
    (
        "build given/o-alfarrabista.txt --fonts given/fonts/eb-garamond --out alone",
        "alone",
    ),
    ("build given/pictures.md --out with-pictures", "with-pictures"),
    ("build given/long.md --out long", "long"),
    ("build given/long.md --out long --no-cache", "long"),
    ("check given/almanaque --allow-path given", ""),
    ("recover given/o-alfarrabista.txt --out mended", "mended"),
    ("recover given/o-alfarrabista.txt --out -", ""),
    (
        "audit out/almanaque.epub --source given/almanaque/book.toml --allow-path given",
        "",
    ),
    ("audit out/almanaque.pdf --source given/almanaque/book.toml --allow-path given", ""),
    ("preflight out/almanaque-print.pdf --profile offset-generic", ""),
    ("dump --after pages given/diario-de-una-prensa.md", ""),
    ("words given --out words/table.tsv", "words"),
    ("recover given/o-alfarrabista.txt --words words/table.tsv --out -", ""),
    ("shard --manifest given/library.csv --shard 1/1 --out shards", "shards"),
    ("new project", "project"),
    ("build project --out project/editions", "project"),
    ("fonts", ""),
    ("presses", ""),
    ("manpage", ""),
];

/// The manifest of a library.
const MANIFEST: &str = "library.csv";

/// What is read to start a program, and by the standard library and its memory to know the
/// machine.
const SYSTEM: [&str; 5] = ["/lib", "/usr/lib", "/etc/ld.so.", "/proc/", "/sys/"];

/// The calls by which the program enters the sandbox.
const SANDBOXING: [&str; 3] =
    ["landlock_create_ruleset", "landlock_restrict_self", "seccomp"];

/// What the system says when it refuses a call.
const REFUSALS: [&str; 2] = ["= -1 EACCES", "= -1 EPERM"];

/// Calls that look and change nothing.
const LOOKING: [&str; 13] = [
    "access",
    "chdir",
    "faccessat",
    "faccessat2",
    "fstat",
    "getcwd",
    "lstat",
    "newfstatat",
    "readlink",
    "readlinkat",
    "stat",
    "statfs",
    "statx",
];

/// Calls that open a file, to read it or to write it.
const OPENING: [&str; 3] = ["open", "openat", "openat2"];

/// Calls that change what is on the disk.
const CHANGING: [&str; 19] = [
    "chmod",
    "chown",
    "creat",
    "fchmodat",
    "fchownat",
    "link",
    "linkat",
    "mkdir",
    "mkdirat",
    "rename",
    "renameat",
    "renameat2",
    "rmdir",
    "symlink",
    "symlinkat",
    "truncate",
    "unlink",
    "unlinkat",
    "utimensat",
];

#[test]
#[expect(clippy::print_stderr, reason = "what is left out is said")]
fn only_named_files_are_opened() {
    let stage = tempfile::tempdir().unwrap();
    let stage = fs::canonicalize(stage.path()).unwrap();
    prepare(&stage);
    if traced(&stage, "--version").is_none() {
        eprintln!("left out: there is no strace, or it is too old, or may not trace");
        return;
    }
    for (deed, changed) in DEEDS {
        let (output, log) = traced(&stage, deed).unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{deed}: {said}");
        let is_refused = |line: &&str| {
            REFUSALS.iter().any(|one| line.contains(one))
                && !SANDBOXING.iter().any(|name| line.contains(name))
        };
        assert_eq!(log.lines().find(is_refused), None, "{deed}: it is refused something");
        let calls: Vec<Call> = log.lines().filter_map(Call::read).collect();
        let Some((start, calls)) = calls.split_first() else { panic!("{deed}: nothing") };
        assert_eq!(start.name, "execve", "{deed}");
        for call in calls {
            let fault = call.fault(deed, &stage, changed);
            assert_eq!(fault, None, "{deed}: {}({}", call.name, call.rest);
        }
        if calls.iter().any(Call::fails_to_sandbox) {
            eprintln!("left out: the kernel does not shut in '{deed}'");
            continue;
        }
        let last = |name: &str| calls.iter().rposition(|call| call.name == name);
        let shut = SANDBOXING.map(|name| last(name).expect("it enters the sandbox"));
        let before = &calls[..shut.into_iter().max().unwrap()];
        // A manifest says what may be read.
        let is_early = |call: &&Call| call.opens_file() && !call.rest.contains(MANIFEST);
        let early = before.iter().find(is_early).map(|call| &call.rest);
        assert_eq!(early, None, "{deed}: it is not shut in yet");
    }
    // What the deeds left is what they were told to make, and nothing is hidden there.
    let mut left: Vec<String> = fs::read_dir(&stage)
        .unwrap()
        .map(|one| one.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    left.sort();
    let expected = [
        "alone",
        "caches",
        "given",
        "house",
        "long",
        "mended",
        "out",
        "project",
        "shards",
        "shelf",
        "with-pictures",
        "words",
    ];
    assert_eq!(left, expected);
    assert!(fs::read_dir(stage.join("house")).unwrap().next().is_none());
}

/// The texts, and beside them what nobody is told of.
fn prepare(stage: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let given = stage.join("given");
    copy_folder(&root.join("corpus"), &given);
    copy_folder(&root.join("fonts"), &given.join("fonts"));
    fs::create_dir(stage.join("house")).unwrap();
    // Of this one something is kept for the next run.
    let long = "La prensa espera a que se seque el papel. ".repeat(60);
    fs::write(given.join("long.md"), format!("# Largo\n\n{long}\n\n").repeat(50))
        .unwrap();
    let text = "---\ntitle: Afuera\nlanguage: es\n---\n\nUno.\n\n\
        ![Dentro](images/prensa.svg)\n\n![Fuera](../house/secret.png)\n\n\
        ![Lejos](https://example.org/secret.png)\n";
    fs::write(given.join("pictures.md"), text).unwrap();
    fs::write(given.join(MANIFEST), "id,path\na,o-alfarrabista.txt\n").unwrap();
}

/// What a deed said, and what was asked of the system for it; none where there is
/// no strace.
fn traced(stage: &Path, deed: &str) -> Option<(Output, String)> {
    let log = tempfile::NamedTempFile::new().unwrap();
    let mut command = Command::new("strace");
    let traced = format!("trace=%file,%network,{}", SANDBOXING.join(","));
    command.args(["-f", "-qq", "-s", "4096", "-e", &traced]);
    command.args(["-e", "signal=none", "-o"]).arg(log.path());
    command.arg(env!("CARGO_BIN_EXE_pliego")).args(deed.split(' '));
    command.current_dir(stage).env("HOME", stage.join("house"));
    command.env("XDG_CACHE_HOME", stage.join("caches"));
    command.env_remove("LD_LIBRARY_PATH");
    let output = command.output().ok()?;
    let log = fs::read_to_string(log.path()).unwrap();
    // It always opens the libraries that it is made with.
    log.lines().any(|line| Call::read(line).is_some()).then_some((output, log))
}

/// A call of the system.
struct Call {
    name: String,
    /// All that is between the brackets, and what came of it.
    rest: String,
}

impl Call {
    /// Reads a line of strace; none where it only says that a call came back.
    fn read(line: &str) -> Option<Self> {
        let (_, call) = line.split_once(' ')?;
        let (name, rest) = call.trim_start().split_once('(')?;
        let is_name =
            name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        is_name.then(|| Self { name: name.to_owned(), rest: rest.to_owned() })
    }

    /// The paths that it names.
    fn paths(&self) -> impl Iterator<Item = &str> {
        self.rest.split('"').skip(1).step_by(2)
    }

    /// Whether the program tries to enter the sandbox by it, and the kernel cannot.
    fn fails_to_sandbox(&self) -> bool {
        SANDBOXING.contains(&self.name.as_str()) && self.rest.contains("= -1 ")
    }

    /// Whether it names a file and does not open it.
    fn only_names(&self) -> bool {
        OPENING.contains(&self.name.as_str()) && self.rest.contains("O_PATH")
    }

    /// Whether it opens a file that does not belong to the system.
    fn opens_file(&self) -> bool {
        let is_folder = self.rest.contains("O_DIRECTORY");
        let mut paths = self.paths();
        OPENING.contains(&self.name.as_str())
            && !(is_folder || self.only_names())
            && !paths.any(|path| SYSTEM.iter().any(|begin| path.starts_with(begin)))
    }

    /// What is wrong with it, if the deed does not need it.
    fn fault(&self, deed: &str, stage: &Path, changed: &str) -> Option<&'static str> {
        let name = self.name.as_str();
        let opens = OPENING.contains(&name);
        let writes = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"];
        let writes = writes.iter().any(|flag| self.rest.contains(flag));
        if LOOKING.contains(&name) || SANDBOXING.contains(&name) || self.only_names() {
            return None;
        }
        if name == "execve" {
            return Some("it starts another program");
        }
        if !opens && !CHANGING.contains(&name) {
            return Some("it speaks to a network, or does what nobody thought of");
        }
        let mut paths = self.paths().map(|path| whole(&stage.join(path))).peekable();
        if paths.peek().is_none() {
            return Some("of which file?");
        }
        let keeps = |path: &Path| {
            path.starts_with(stage.join("caches")) && !deed.contains("--no-cache")
        };
        let may_change = |path: &Path| {
            !changed.is_empty() && path.starts_with(stage.join(changed)) || keeps(path)
        };
        if writes || !opens {
            return paths
                .any(|path| !may_change(&path))
                .then_some("it writes where it was not told");
        }
        // A text may stand beside the book that names it.
        let texts = std::iter::once("given").filter(|given| deed.contains(given));
        let told = texts.chain(deed.split(' ').skip(1)).map(|word| stage.join(word));
        let told: Vec<PathBuf> = told.collect();
        let may = |path: &Path| {
            let shown = path.to_string_lossy();
            SYSTEM.iter().any(|begin| shown.starts_with(begin))
                || told.iter().any(|one| path.starts_with(one))
                || may_change(path)
        };
        paths.any(|path| !may(&path)).then_some("it reads what it was not told")
    }
}

#[test]
fn foreign_files_are_noticed() {
    let stage = Path::new("/stage");
    let fault = |line: &str| {
        Call::read(line).unwrap().fault("build given/a.md --out out", stage, "out")
    };
    for line in [
        "7 openat(AT_FDCWD, \"given/b.md\", O_RDONLY|O_CLOEXEC) = 3",
        "7 openat(AT_FDCWD, \"out/.pliego-1.part\", O_RDWR|O_CREAT|O_EXCL, 0666) = 4",
        "12 renameat(AT_FDCWD, \"/stage/out/a\", AT_FDCWD, \"/stage/out/b\") = 0",
        "7 openat(AT_FDCWD, \"/lib/x86_64-linux-gnu/libc.so.6\", O_RDONLY <unfinished ...>",
        "7 statx(AT_FDCWD, \"/house\", AT_STATX_SYNC_AS_STAT, STATX_ALL, {...}) = 0",
        "7 open(\"/house\", O_RDONLY|O_CLOEXEC|O_PATH) = 3",
        "7 landlock_restrict_self(3, 0) = 0",
    ] {
        assert_eq!(fault(line), None, "{line}");
    }
    for line in [
        "7 openat(AT_FDCWD, \"given/../secret.md\", O_RDONLY|O_CLOEXEC) = 3",
        "7 openat(AT_FDCWD, \"/etc/passwd\", O_RDONLY <unfinished ...>",
        "7 openat(AT_FDCWD, \"given/a.md\", O_WRONLY|O_TRUNC) = 3",
        "7 openat(AT_FDCWD, \"/other\", O_RDWR|O_CREAT|O_EXCL, 0600) = -1 EACCES",
        "7 rename(\"/stage/out/a\", \"/stage/b\") = 0",
        "7 unlink(\"/stage/outer\") = 0",
        "7 mkdir(\"/stage/house/.cache\", 0777) = 0",
        "7 socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 3",
        "7 connect(3, {sa_family=AF_UNIX, sun_path=\"/stage/out/a\"}, 110) = 0",
        "7 execve(\"/bin/sh\", [\"sh\"], 0x7ffd /* 9 vars */) = 0",
    ] {
        assert!(fault(line).is_some(), "{line}");
    }
}

/// A path without steps back.
fn whole(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(whole.pop()),
            part => whole.push(part),
        }
    }
    whole
}
