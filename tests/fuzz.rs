//! What the program promises of any bytes whatever, held to all that ever broke it and to
//! what `cargo fuzz` has kept: `tests/fuzz/finds` and `tests/fuzz/kept` have a folder for
//! each target.

#![expect(clippy::disallowed_methods, reason = "a test reads its cases")]

mod promises;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, panic};

use promises::{PROMISES, hold};

/// Promises of what the library keeps to itself, which its own tests hold it to
/// (`src/typeset/trials.rs`).
const IN_THE_LIBRARY: [&str; 2] = ["lines", "pages"];

/// The files of a folder, by name; none where there is no folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz").join(name)
}

#[test]
fn finds_and_kept_inputs_hold() {
    let mut held = 0;
    for (name, _) in PROMISES {
        for file in
            ["finds", "kept"].iter().flat_map(|from| files(&folder(from).join(name)))
        {
            let bytes = fs::read(&file).expect("a file");
            let holds = panic::catch_unwind(|| hold(name, &bytes)).is_ok();
            assert!(holds, "{}", file.display());
            held += 1;
        }
    }
    assert!(held >= PROMISES.len(), "{held}");
}

/// A folder or a target of no promise would be forgotten.
#[test]
fn every_promise_has_a_target() {
    let names: BTreeSet<&str> = PROMISES.iter().map(|(name, _)| *name).collect();
    let stems = |folder: PathBuf| -> BTreeSet<String> {
        let files = files(&folder).into_iter();
        files.filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect()
    };
    let names: BTreeSet<&str> = names.into_iter().chain(IN_THE_LIBRARY).collect();
    let targets = stems(folder("targets"));
    assert!(targets.iter().map(String::as_str).eq(names.iter().copied()), "{targets:?}");
    for kind in ["finds", "kept", "words"] {
        let unknown: Vec<String> = stems(folder(kind))
            .into_iter()
            .filter(|name| !names.contains(name.as_str()))
            .collect();
        assert_eq!(unknown, [""; 0], "{kind}");
    }
}
