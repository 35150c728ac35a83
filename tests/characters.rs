//! Typewriter characters set as printed ones: `tests/characters/LANGUAGE.md`.
//!
//! Each paragraph of a file is typed text, and the line after it, after `→`, is what it
//! becomes. `⟨ ⟩` is around a sign that is not clear and stays. The first lines are notes to
//! the reader. `UPDATE_EXPECTED=1` writes what comes out.

#![expect(clippy::disallowed_methods, reason = "it reads and writes its own cases")]

use std::fmt::Write as _;
use std::path::Path;

use pliego::book::markdown;
use pliego::book::typography::{Typography, set_characters};
use pliego::text::language::Language;
use pliego::text::span::FileId;

#[test]
fn cases_match() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/characters");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let language: Language = name.parse().unwrap();
        let cases = std::fs::read_to_string(&path).unwrap();
        let mut found = String::new();
        for paragraph in cases.trim_end().split("\n\n") {
            let typed = paragraph.split("\n→ ").next().unwrap();
            if !found.is_empty() {
                found.push_str("\n\n");
            }
            found.push_str(typed);
            if !typed.starts_with('#') {
                let _ = write!(found, "\n→ {}", set(typed, &language));
            }
        }
        found.push('\n');
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            std::fs::write(&path, found).unwrap();
        } else {
            assert_eq!(found, cases, "{name}");
        }
    }
}

/// The text of a paragraph as it is set, with its spaces shown.
fn set(typed: &str, language: &Language) -> String {
    let mut document = markdown::read(typed, FileId::default()).value;
    let stated = Some(Typography::Typographic);
    let found = set_characters(&mut document, stated, Some(language), false);
    let mut set = markdown::write(&document).trim_end().replace('\u{202F}', "_");
    for unclear in found.iter().filter(|one| one.code.0 == "b-051") {
        let _ = write!(set, " ⟨{}⟩", unclear.message.split(": ").nth(1).unwrap());
    }
    set
}
