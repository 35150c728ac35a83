//! An edition depends on its sources and on nothing else: whatever differs around the
//! program, it writes the same bytes.

#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "a test prepares the files it needs")]

#[cfg(target_os = "linux")]
mod traced;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli::copy_folder;

/// The book that is built: of raw text, Markdown, a drawing and pages of its own.
const BOOK: &str = "almanaque";

/// What stands around a run.
struct Around<'a> {
    /// What it is called if it makes a difference.
    name: &'a str,
    /// The folder of the sources.
    sources: &'a Path,
    /// The current folder.
    current: &'a Path,
    /// The sources as the program is given them, from the current folder.
    given: PathBuf,
    /// What new files are not allowed.
    umask: &'a str,
    /// Variables of the environment.
    variables: &'a [(&'a str, &'a str)],
    /// Options of the program.
    options: &'a [&'a str],
}

#[test]
fn environment_changes_no_byte() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (corpus, elsewhere) = (root.join("corpus"), tempfile::tempdir().unwrap());
    let moved = elsewhere.path().join("Les textes d'été & d'autres");
    copy_folder(&corpus, &moved);
    let home = elsewhere.path().display().to_string();
    let usual = || Around {
        name: "twice",
        sources: &corpus,
        current: root,
        given: corpus.join(BOOK),
        umask: "022",
        variables: &[],
        options: &[],
    };
    let first = build(&usual());
    let names: Vec<&str> = first.keys().map(String::as_str).collect();
    assert_eq!(names, ["almanaque.epub", "almanaque.pdf"]);

    let environments: [(&str, &[(&str, &str)]); 6] = [
        ("time zone", &[("TZ", "Pacific/Kiritimati")]),
        ("another time zone", &[("TZ", "America/Adak")]),
        ("language", &[("LANG", "tr_TR.UTF-8"), ("LC_ALL", "tr_TR.UTF-8")]),
        ("no language", &[("LANG", "C"), ("LC_ALL", "C")]),
        ("one thread", &[("RAYON_NUM_THREADS", "1")]),
        ("seven threads", &[("RAYON_NUM_THREADS", "7")]),
    ];
    let mut runs: Vec<Around<'_>> = environments
        .iter()
        .map(|&(name, variables)| Around { name, variables, ..usual() })
        .collect();
    let home = [("HOME", home.as_str()), ("USER", "nadie"), ("HOSTNAME", "otra")];
    runs.push(Around { name: "home", variables: &home, ..usual() });
    runs.push(Around { name: "umask", umask: "077", ..usual() });
    let (current, given) = (moved.as_path(), PathBuf::from(BOOK));
    runs.push(Around { name: "folder", sources: &moved, current, given, ..usual() });
    let given = moved.join(BOOK).join("book.toml");
    runs.push(Around { name: "path", sources: &moved, given, ..usual() });
    let options: &[&str] = &["--no-sandbox"];
    runs.push(Around { name: "no sandbox", options, ..usual() });
    runs.push(usual());

    for run in &runs {
        let again = build(run);
        assert!(again.keys().eq(first.keys()), "{}", run.name);
        for (name, bytes) in &again {
            // Whole files in a message would say nothing.
            assert!(*bytes == first[name], "{name} is another by {}", run.name);
        }
    }
}

/// The editions of the book, by name.
fn build(around: &Around<'_>) -> BTreeMap<String, Vec<u8>> {
    assert!(around.sources.join(BOOK).is_dir(), "{}", around.name);
    let out = tempfile::tempdir().unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", "umask \"$0\" && exec \"$@\"", around.umask]);
    command.arg(env!("CARGO_BIN_EXE_pliego")).args(["build", "--quiet"]);
    command.args(["--formats", "epub,pdf", "--out"]).arg(out.path());
    command.arg("--allow-path").arg(around.sources).args(around.options);
    command.arg(&around.given).current_dir(around.current);
    command.env_remove("SOURCE_DATE_EPOCH");
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.envs(around.variables.iter().copied());
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", around.name);
    let editions = fs::read_dir(out.path()).unwrap().map(|edition| {
        let path = edition.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, fs::read(path).unwrap())
    });
    editions.collect()
}
