//! Files of other programs, part by part, and the rich text that they become.
//!
//! A file of `tests/interchange/office` has the parts of a file of Word or `OpenDocument`,
//! each under a line `=== NAME`, and last what becomes of it, under `=== expected`. Parts
//! have no XML declaration and no namespaces: the test adds the element around them. A file
//! of `tests/interchange/html` is a page of HTML and what becomes of it.
//! `UPDATE_EXPECTED=1 cargo test --test it interchange::` writes what was read into the files.

#![expect(clippy::disallowed_methods, reason = "a test reads its cases")]

mod hostile;
mod hostile_pages;
mod render;
mod zipped;

use std::fs;
use std::path::PathBuf;

use pliego::interchange::{RichFormat, read_rich};

#[test]
fn office_files_become_rich_text() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interchange/office");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<PathBuf> = entries.collect();
    cases.sort();
    assert!(!cases.is_empty());
    let mut wrong = Vec::new();
    for path in cases {
        let case = fs::read_to_string(&path).unwrap();
        let (parts, expected) = zipped::split_case(&case);
        let bytes = zipped::zip_case(&parts);
        let is_odt = parts.iter().any(|(name, _)| name == "content");
        let format = if is_odt { RichFormat::Odt } else { RichFormat::Docx };
        let read = read_rich(format, &bytes);
        let found =
            read.map_or_else(|error| error.to_string(), |read| render::render(&read));
        if found.trim() == expected.trim() {
            continue;
        }
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            let (parts, _) = case.split_once("=== expected").unwrap();
            fs::write(&path, format!("{parts}=== expected\n{}\n", found.trim())).unwrap();
        } else {
            wrong.push(format!("{}:\n{}", path.display(), found.trim()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn pages_become_rich_text() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/interchange/html");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<PathBuf> = entries.collect();
    cases.sort();
    assert!(!cases.is_empty());
    let mut wrong = Vec::new();
    for path in cases {
        let case = fs::read_to_string(&path).unwrap();
        let (page, expected) = case.split_once("=== expected\n").unwrap();
        let read = read_rich(RichFormat::Html, page.as_bytes());
        let found =
            read.map_or_else(|error| error.to_string(), |read| render::render(&read));
        if found == expected {
            continue;
        }
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&path, format!("{page}=== expected\n{found}")).unwrap();
        } else {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
