//! Files of other programs, part by part, and the rich text that they become.
//!
//! A file of `tests/interchange/office` has the parts of a file of Word or `OpenDocument`,
//! each under a line `=== NAME`, and last what becomes of it, under `=== expected`. Parts
//! have no XML declaration and no namespaces: the test adds the element around them. A file
//! of `tests/interchange/html` is a page of HTML and what becomes of it.
//! `UPDATE_EXPECTED=1 cargo test --test it interchange::` writes what was read into the files.

#![expect(clippy::disallowed_methods, reason = "a test reads its cases")]

mod changes;
mod hostile;
mod hostile_pages;
mod render;
mod zipped;

use std::fs;
use std::path::{Path, PathBuf};

use pliego::interchange::rich::RichDocument;
use pliego::interchange::{ReadRichError, RichFormat, read_rich};

/// What is expected of a case comes after this line.
const EXPECTED: &str = "=== expected\n";

/// Reads each case of a folder and compares what comes of it.
fn check_cases(folder: &str, read: fn(&str) -> Result<RichDocument, ReadRichError>) {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interchange").join(folder);
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<PathBuf> = entries.collect();
    cases.sort();
    assert!(!cases.is_empty());
    let mut wrong = Vec::new();
    for path in cases {
        let case = fs::read_to_string(&path).unwrap();
        let (file, expected) = case.split_once(EXPECTED).unwrap();
        let found = read(file)
            .map_or_else(|error| format!("{error}\n"), |read| render::render(&read));
        if found == expected {
            continue;
        }
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&path, format!("{file}{EXPECTED}{found}")).unwrap();
        } else {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn office_files_become_rich_text() {
    check_cases("office", |file| {
        let (parts, _) = zipped::split_case(file);
        let is_odt = parts.iter().any(|(name, _)| name == "content");
        let format = if is_odt { RichFormat::Odt } else { RichFormat::Docx };
        read_rich(format, &zipped::zip_case(&parts))
    });
}

#[test]
fn pages_become_rich_text() {
    check_cases("html", |page| read_rich(RichFormat::Html, page.as_bytes()));
}
