//! The program is killed, starved and hindered while it writes: the editions that stood
//! there stand there still, or the new ones do, all of them; and nothing else is left when
//! it has run again.
//!
//! How often it is killed may stand in `PLIEGO_KILLS`; without, it is a few dozen times.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "it looks at what the program has left")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// How often the program is killed, if nothing else is said.
const KILLS: u32 = 24;

/// The bytes in which a shell counts how large a file may be.
const BLOCK: usize = 512;

/// So many blocks are room for a PDF of few words, and none for one of many.
const ROOM: usize = 60;

/// The formats of an edition: more than one file, or nothing could be torn apart.
const FORMATS: &str = "epub,kepub,pdf";

/// Two versions of a text, and what the program makes of each.
struct Stage {
    folder: TempDir,
    old: Vec<(String, Vec<u8>)>,
    new: Vec<(String, Vec<u8>)>,
    /// How long the program takes for the new one.
    takes: Duration,
}

impl Stage {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let text = |words: &str| {
            let chapter = |n| format!("# Capítulo {n}\n\n{}\n\n", words.repeat(40));
            (1..=4).map(chapter).collect::<String>()
        };
        for (name, words) in [("old", "La prensa espera. "), ("new", "La tinta corre. ")]
        {
            fs::create_dir(folder.path().join(name)).expect("a folder");
            fs::write(folder.path().join(name).join("t.md"), text(words))
                .expect("a text");
        }
        let mut stage =
            Self { folder, old: Vec::new(), new: Vec::new(), takes: Duration::ZERO };
        stage.old = stage.made_of("old");
        let begun = Instant::now();
        stage.new = stage.made_of("new");
        stage.takes = begun.elapsed();
        assert_eq!(stage.old.len(), 3);
        assert!(stage.old.iter().zip(&stage.new).all(|(old, new)| old != new));
        stage
    }

    /// What the program makes of a version by itself.
    fn made_of(&self, version: &str) -> Vec<(String, Vec<u8>)> {
        let out = self.folder.path().join(format!("made-{version}"));
        let done = self.build(version, &out).output().expect("the program runs");
        assert!(done.status.success(), "{}", said(&done));
        held(&out)
    }

    fn build(&self, version: &str, out: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pliego"));
        let source = self.folder.path().join(version).join("t.md");
        command.arg("build").arg(source).args(["--quiet", "--formats", FORMATS]);
        command.arg("--out").arg(out).stdin(Stdio::null());
        command.env("XDG_CACHE_HOME", self.folder.path().join("caches"));
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    /// The same under limits, as a shell sets them.
    fn limited(&self, limits: &str, out: &Path) -> Output {
        limited(limits, &self.build("new", out))
    }

    /// A folder in which the old editions stand.
    fn with_old(&self) -> PathBuf {
        let out = self.folder.path().join("editions");
        let _ = fs::remove_dir_all(&out);
        fs::create_dir(&out).expect("a folder");
        for (name, bytes) in &self.old {
            fs::write(out.join(name), bytes).expect("an edition");
        }
        out
    }

    /// Each file is the old one or the new one, whole.
    fn assert_whole(&self, out: &Path, when: &str) {
        for (name, bytes) in held(out) {
            if name.starts_with(".pliego-") {
                continue;
            }
            let one = (name, bytes);
            let known = self.old.contains(&one) || self.new.contains(&one);
            assert!(known, "{when}: {} is neither old nor new", one.0);
        }
    }

    /// After another run all files are the old ones or all are the new ones, and there is
    /// no other; tells whether they are the new ones.
    fn assert_settled(&self, out: &Path, when: &str) -> bool {
        let other = self.folder.path().join("other.md");
        fs::write(&other, "# Otra\n\nBreve.\n").expect("a text");
        let mut command = Command::new(env!("CARGO_BIN_EXE_pliego"));
        command.arg("build").arg(other).args(["--quiet", "--formats", "epub", "--out"]);
        let next = command.arg(out).output().expect("the program runs");
        assert!(next.status.success(), "{when}: {}", said(&next));
        fs::remove_file(out.join("other.epub")).expect("the other edition");
        let held = held(out);
        let (old, new) = (held == self.old, held == self.new);
        let names: Vec<_> = held.iter().map(|one| (&one.0, one.1.len())).collect();
        assert!(old || new, "{when}: a mixture: {names:?}");
        new
    }
}

/// What a command does under limits, as a shell sets them.
fn limited(limits: &str, command: &Command) -> Output {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("{limits}; exec \"$@\"")).arg("sh");
    shell.arg(command.get_program()).args(command.get_args());
    shell.output().expect("a shell")
}

/// An empty shelf, and a folder for its editions; both in a third.
fn shelf() -> (TempDir, [PathBuf; 2]) {
    let folder = TempDir::new().expect("a folder");
    let both = ["shelf", "editions"].map(|name| folder.path().join(name));
    for folder in &both {
        fs::create_dir(folder).expect("a folder");
    }
    (folder, both)
}

/// The files in a folder, by name.
fn held(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut held: Vec<_> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_name()?.to_string_lossy().into_owned();
            // A file that is just being renamed may be gone.
            Some((name, fs::read(path).ok()?))
        })
        .collect();
    held.sort();
    held
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Waits until the program has begun to write, or is done.
fn wait_for_writing(child: &mut Child, out: &Path) {
    while matches!(child.try_wait(), Ok(None)) {
        let begun = fs::read_dir(out).is_ok_and(|mut entries| {
            entries.any(|entry| {
                entry.is_ok_and(|e| {
                    e.file_name().as_encoded_bytes().starts_with(b".pliego-")
                })
            })
        });
        if begun {
            return;
        }
    }
}

#[test]
fn kill_leaves_old_or_new_editions() {
    let stage = Stage::new();
    let asked = std::env::var("PLIEGO_KILLS").ok().and_then(|n| n.parse().ok());
    let kills: u32 = asked.unwrap_or(KILLS);
    let mut begun = 0;
    for kill in 0..kills {
        let out = stage.with_old();
        let mut child = stage.build("new", &out).spawn().expect("the program runs");
        // Every other time while it writes, which takes but a moment.
        if kill % 2 == 0 {
            thread::sleep(stage.takes * kill / kills);
        } else {
            wait_for_writing(&mut child, &out);
            thread::sleep(Duration::from_micros(u64::from(kill) * 97 % 12_000));
        }
        let _ = child.kill();
        child.wait().expect("an end");
        let when = format!("kill {kill}");
        stage.assert_whole(&out, &when);
        let left = held(&out).iter().any(|one| one.0.starts_with(".pliego-"));
        begun += u32::from(left);
        stage.assert_settled(&out, &when);
    }
    assert!(begun > 0, "not once it was killed while it wrote");
}

#[test]
fn interrupt_leaves_nothing_after() {
    let stage = Stage::new();
    for part in 0..8 {
        let out = stage.with_old();
        let mut child = stage.build("new", &out).spawn().expect("the program runs");
        if part == 7 {
            wait_for_writing(&mut child, &out);
        } else {
            thread::sleep(stage.takes * part / 7);
        }
        let asked = Instant::now();
        let process = child.id().to_string();
        let _ = Command::new("kill").args(["-INT", &process]).status();
        let done = child.wait_with_output().expect("an end");
        assert!(asked.elapsed() < Duration::from_secs(10), "it does not stop");
        let held = held(&out);
        assert!(held == stage.old || held == stage.new, "something is left");
        // Before it listens the system stops it; then it says so.
        match done.status.code() {
            Some(0) => assert!(held == stage.new),
            Some(2) => assert!(said(&done).contains("interrupted"), "{}", said(&done)),
            code => assert!(code.is_none() && part < 2, "it ended with {code:?}"),
        }
    }
}

#[test]
fn interrupted_batch_changes_nothing() {
    let (_folder, [shelf, out]) = shelf();
    for number in 0..12 {
        let text = format!("# Libro {number}\n\n{}\n", "La prensa espera. ".repeat(200));
        fs::write(shelf.join(format!("{number:02}.md")), text).expect("a text");
    }
    let old = [("00.epub".to_owned(), b"old".to_vec())];
    fs::write(out.join("00.epub"), "old").expect("an edition");
    let build = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pliego"));
        command.arg("build").arg(&shelf).args(["--quiet", "--out"]).arg(&out);
        command.stdin(Stdio::null()).stderr(Stdio::piped());
        command
    };
    for signal in ["-INT", "-KILL"] {
        let mut child = build().spawn().expect("the program runs");
        // Of the first book: the others are still to be made.
        wait_for_writing(&mut child, &out);
        let process = child.id().to_string();
        let _ = Command::new("kill").args([signal, &process]).status();
        let done = child.wait_with_output().expect("an end");
        assert!(!done.status.success(), "it was done before {signal}");
        let mut held = held(&out);
        if signal == "-KILL" {
            held.retain(|one| !one.0.starts_with(".pliego-"));
        } else {
            assert_eq!(done.status.code(), Some(2), "{}", said(&done));
        }
        assert!(held == old, "{signal}: something is left");
    }
    let done = build().output().expect("the program runs");
    assert!(done.status.success(), "{}", said(&done));
    let held = held(&out);
    assert!(held.len() == 24 && held[0].1 != old[0].1);
    assert!(held.iter().all(|one| !one.0.starts_with(".pliego-")));
}

#[test]
fn full_disk_keeps_old_editions() {
    let stage = Stage::new();
    let largest = stage.new.iter().map(|one| one.1.len()).max().unwrap_or_default();
    let blocks = largest.div_ceil(BLOCK);
    for step in 0..8 {
        let out = stage.with_old();
        let limit = blocks * step / 8;
        // A file that would be longer cannot be written to: with an error that the program
        // is told, or with a signal that ends it.
        let done = stage.limited(&format!("trap '' XFSZ; ulimit -f {limit}"), &out);
        let when = format!("files of {limit} blocks at most");
        assert_eq!(done.status.code(), Some(2), "{when}: {}", said(&done));
        assert_eq!(said(&done).matches("error: ").count(), 1, "{when}: {}", said(&done));
        assert!(said(&done).contains("cannot write"), "{when}: {}", said(&done));
        assert!(held(&out) == stage.old, "{when}");
        let done = stage.limited(&format!("ulimit -f {limit}"), &out);
        assert!(!done.status.success(), "{when}");
        assert!(!stage.assert_settled(&out, &when), "{when}");
    }
}

#[test]
fn full_disk_keeps_whole_batch() {
    let (_folder, [shelf, out]) = shelf();
    // The pages of the second take more room than there is; the first are written by then.
    for (name, times) in [("a.md", 10), ("b.md", 8000), ("c.md", 10)] {
        let text = format!("# Libro\n\n{}\n", "La prensa espera. ".repeat(times));
        fs::write(shelf.join(name), text).expect("a text");
    }
    let old: Vec<_> =
        ["a.pdf", "b.pdf"].map(|name| (name.to_owned(), b"old".to_vec())).into();
    for (name, bytes) in &old {
        fs::write(out.join(name), bytes).expect("an edition");
    }
    let mut build = Command::new(env!("CARGO_BIN_EXE_pliego"));
    build.args(["build", "--quiet", "--no-cache", "--formats", "pdf", "--out"]);
    build.arg(&out).arg(&shelf);
    let done = limited(&format!("trap '' XFSZ; ulimit -f {ROOM}"), &build);
    assert_eq!(done.status.code(), Some(2), "{}", said(&done));
    assert!(said(&done).contains("cannot write"), "{}", said(&done));
    assert!(said(&done).contains("b.pdf"), "{}", said(&done));
    assert!(held(&out) == old, "something is left");
    assert!(build.output().expect("the program runs").status.success());
    let made = held(&out).into_iter().map(|one| one.1.len() / BLOCK);
    let fits: Vec<bool> = made.map(|blocks| blocks < ROOM).collect();
    assert_eq!(fits, [true, false, true]);
}

#[test]
fn missing_handles_or_memory_are_reported() {
    let stage = Stage::new();
    for limit in [
        "ulimit -n 4",
        "ulimit -n 6",
        "ulimit -n 9",
        "ulimit -v 262144",
        "ulimit -v 60000",
    ] {
        let out = stage.with_old();
        let done = stage.limited(limit, &out);
        let new = stage.assert_settled(&out, limit);
        assert_eq!(done.status.success(), new, "{limit}: {}", said(&done));
        if done.status.code() == Some(2) {
            assert!(said(&done).starts_with("error: "), "{limit}: {}", said(&done));
        }
    }
}

#[test]
fn concurrent_runs_take_turns() {
    let stage = Stage::new();
    for _ in 0..6 {
        let out = stage.with_old();
        let one = stage.build("old", &out).spawn().expect("the program runs");
        let two = stage.build("new", &out).spawn().expect("the program runs");
        for child in [one, two] {
            let done = child.wait_with_output().expect("an end");
            assert!(done.status.success(), "{}", said(&done));
        }
        stage.assert_settled(&out, "two at once");
    }
}

#[test]
fn vanishing_inputs_do_no_harm() {
    let stage = Stage::new();
    for part in 0..6 {
        let out = stage.with_old();
        let child = stage.build("new", &out).spawn().expect("the program runs");
        thread::sleep(stage.takes * part / 6);
        let _ = fs::remove_dir_all(&out);
        let done = child.wait_with_output().expect("an end");
        if done.status.success() {
            assert!(!out.exists() || held(&out).len() < 4);
        } else {
            assert_eq!(done.status.code(), Some(2), "{}", said(&done));
        }
        if out.exists() {
            stage.assert_whole(&out, "a folder that went away");
        }
    }
    // The text is one version or the other, whenever it is read.
    let text = stage.folder.path().join("new/t.md");
    let (one, other) = (fs::read(&text), fs::read(stage.folder.path().join("old/t.md")));
    let versions = [one.expect("a text"), other.expect("a text")];
    for part in 0..6 {
        let out = stage.with_old();
        let child = stage.build("new", &out).spawn().expect("the program runs");
        let until = Instant::now() + stage.takes;
        for version in versions.iter().cycle().skip(part) {
            let beside = text.with_extension("beside");
            fs::write(&beside, version).expect("a text");
            fs::rename(&beside, &text).expect("a text");
            if Instant::now() > until {
                break;
            }
        }
        let done = child.wait_with_output().expect("an end");
        assert!(done.status.success(), "{}", said(&done));
        stage.assert_settled(&out, "a text that changed");
    }
}
