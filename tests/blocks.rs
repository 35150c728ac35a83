//! Recovery, as literate Markdown: each section of a file in `tests/recover/blocks` says
//! what is shown, gives a source text, the Markdown that shall come of it, and the diagnostics.
//!
//! A line `--- page ---` in a source stands for a form feed, `·` at a line end for a
//! space there.

#![expect(clippy::disallowed_methods, reason = "it reads its own cases")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use pliego::book::markdown;
use pliego::recover::{self, Hints};
use pliego::source;
use pliego::text::span::FileId;

/// Fenced blocks of one section, by the word behind the fence.
#[derive(Debug, Default)]
struct Case {
    heading: String,
    source: String,
    expected: Option<String>,
    diagnostics: Option<String>,
}

#[test]
fn recover_as_described() {
    let mut files: Vec<PathBuf> = fs::read_dir("tests/recover/blocks")
        .expect("the folder of the cases is part of the package")
        .map(|entry| entry.expect("a folder that opens can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    let mut wrong = String::new();
    for file in files {
        for case in cases(&file) {
            check(&file, &case, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Compares one case and describes what differs.
fn check(file: &Path, case: &Case, wrong: &mut String) {
    let bytes = case.source.replace("--- page ---\n", "\u{C}").replace("·\n", " \n");
    let text = source::read(FileId(0), "source", bytes.as_bytes());
    let text = text.expect("the source of a case is a text").value;
    let recovered = recover::recover(&text, &Hints::default());
    let markdown = markdown::write(&recovered.value.document);
    let mut diagnostics = String::new();
    for finding in &recovered.diagnostics {
        let line = finding.span.map_or(0, |span| span.line);
        writeln!(diagnostics, "{} {line}: {}", finding.code.0, finding.message)
            .expect("a string takes all that is written to it");
    }
    let pairs = [(&case.expected, markdown), (&case.diagnostics, diagnostics)];
    for (expected, found) in pairs {
        if let Some(expected) = expected
            && expected.trim() != found.trim()
        {
            let place = file.display();
            write!(wrong, "\n{place}, {}: found\n{found}\n", case.heading)
                .expect("a string takes all that is written to it");
        }
    }
}

/// The cases of a file; a section without a source is none.
fn cases(file: &Path) -> Vec<Case> {
    let content = fs::read_to_string(file).expect("a file that is listed can be read");
    let mut cases: Vec<Case> = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in content.lines() {
        match (&mut open, line) {
            (Some((kind, block)), "````") => {
                let (kind, block) = (std::mem::take(kind), std::mem::take(block));
                if let Some(case) = cases.last_mut() {
                    match kind.as_str() {
                        "text" => case.source = block,
                        "markdown" => case.expected = Some(block),
                        "diagnostics" => case.diagnostics = Some(block),
                        other => panic!("{}: unknown block {other}", file.display()),
                    }
                }
                open = None;
            }
            (Some((_, block)), line) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, line) => {
                if let Some(kind) = line.strip_prefix("````") {
                    open = Some((kind.to_owned(), String::new()));
                } else if let Some(heading) = line.strip_prefix("## ") {
                    cases.push(Case { heading: heading.to_owned(), ..Case::default() });
                }
            }
        }
    }
    cases.retain(|case| !case.source.is_empty());
    cases
}
