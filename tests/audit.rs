//! An edition that is not what its source says is found out, whatever was done to it.
//!
//! The pages `tests/audit/*.md` have a section for every source and format, with a table:
//! what is done to the edition, how, and what an audit says then. A way how is one of
//!
//! - `A` becomes `B`: the first place that says the one says the other;
//! - the paragraph of `A` goes, comes twice, or is furniture; the heading, the note or
//!   the link likewise;
//! - the paragraphs of `A` and `B` change places; the notes, the lines or the links
//!   likewise;
//!
//! and several stand with semicolons between. The editions of `others.md` are by other makers:
//! `tests/audit/others` has their files, one below the other, in the customs of each.
//! `UPDATE_EXPECTED=1 cargo test --test it audit::`
//! writes what was said into the pages. `mutants` changes editions at random.

#![expect(clippy::disallowed_methods, reason = "a test prepares the files it needs")]

mod epub;
mod mutants;
mod pdf;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What is said of an edition that is as it should be.
const NOTHING: &str = "nothing";

/// Something done to an edition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Words become others.
    Become(String, String),
    /// The unit that says some words goes.
    Go(Unit, String),
    /// It comes twice.
    Double(Unit, String),
    /// It is no part of the text any more, and still on the page.
    Furnish(String),
    /// Two units change places.
    Swap(Unit, String, String),
}

/// What a deed is done to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// A paragraph.
    Paragraph,
    /// A heading.
    Heading,
    /// A note with its label.
    Note,
    /// A line of type, or of verse.
    Line,
    /// Where a link leads.
    Link,
}

/// An edition that can be tampered with.
pub(crate) trait Edition {
    /// Does something to it; it must be possible.
    fn tamper(&mut self, deed: &Deed);
    /// The file.
    fn write(self: Box<Self>) -> Vec<u8>;
}

impl Deed {
    fn read(words: &str) -> Self {
        let parts: Vec<&str> = words.split('`').collect();
        let unit = || match parts[0].split_whitespace().nth(1) {
            Some("paragraph" | "paragraphs") => Unit::Paragraph,
            Some("note" | "notes") => Unit::Note,
            Some("lines") => Unit::Line,
            Some("link" | "links") => Unit::Link,
            Some("heading") => Unit::Heading,
            _ => panic!("what is '{words}' done to?"),
        };
        let said = |place: usize| parts[place].to_owned();
        match parts.as_slice() {
            [before, _, " becomes ", _, ""] if before.trim().is_empty() => {
                Self::Become(said(1), said(3))
            }
            [_, _, " goes"] => Self::Go(unit(), said(1)),
            [_, _, " comes twice"] => Self::Double(unit(), said(1)),
            [_, _, " is furniture"] => Self::Furnish(said(1)),
            [_, _, " and ", _, " change places"] => Self::Swap(unit(), said(1), said(3)),
            _ => panic!("'{words}' is no deed"),
        }
    }
}

#[test]
fn every_change_is_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/audit");
    for page in ["epub.md", "pdf.md", "others.md"] {
        let page = folder.join(page);
        let expected = fs::read_to_string(&page).unwrap();
        let said = play(&expected, &folder);
        if said != expected && std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&page, &said).unwrap();
            continue;
        }
        let wrong = said.lines().zip(expected.lines()).find(|(said, line)| said != line);
        assert!(wrong.is_none(), "{}: {wrong:#?}", page.display());
    }
}

/// The page with what was said.
fn play(page: &str, folder: &Path) -> String {
    let work = tempfile::tempdir().unwrap();
    let mut played = String::new();
    let (mut source, mut edition) = (String::new(), String::new());
    for line in page.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let Some(title) = line.strip_prefix("## ") {
            let (name, format) = title.split_once(" as ").unwrap();
            source = folder.join(name).display().to_string();
            let stem = name.split('.').next().unwrap();
            edition = work.path().join(format!("{stem}.{format}")).display().to_string();
            if Path::new(format).extension().is_some() {
                let files = fs::read_to_string(folder.join("others").join(format));
                edition = work.path().join("other-maker.epub").display().to_string();
                let made = Box::new(epub::Epub::of_files(&files.unwrap()));
                fs::write(&edition, made.write()).unwrap();
            } else {
                let out = work.path().display().to_string();
                let arguments =
                    ["build", "--quiet", "--formats", format, "--out", &out, &source];
                assert!(pliego(&arguments).0, "{title}");
            }
            assert_eq!(audited(&edition, &source), NOTHING, "{title}");
        }
        match cells.as_slice() {
            ["", what, how, _, ""] if how.contains('`') => {
                let bytes = fs::read(&edition).unwrap();
                let is_pdf = edition.ends_with("pdf");
                let mut tampered: Box<dyn Edition> = if is_pdf {
                    Box::new(pdf::Pdf::read(&bytes))
                } else {
                    Box::new(epub::Epub::read(&bytes))
                };
                how.split("; ").for_each(|deed| tampered.tamper(&Deed::read(deed)));
                let end = if is_pdf { "pdf" } else { "epub" };
                let other = work.path().join(format!("other.{end}"));
                fs::write(&other, tampered.write()).unwrap();
                let said = audited(&other.display().to_string(), &source);
                let is_harmless = what.ends_with("not text");
                assert_eq!(said == NOTHING, is_harmless, "{what}: {said}");
                writeln!(played, "| {what} | {how} | {said} |").unwrap();
            }
            _ => {
                played.push_str(line);
                played.push('\n');
            }
        }
    }
    played
}

/// What an audit of an edition finds.
fn audited(edition: &str, source: &str) -> String {
    let (done, said) = pliego(&["audit", edition, "--source", source]);
    let found: Vec<String> = said
        .lines()
        .filter_map(|line| line.strip_prefix("error["))
        .map(|line| line.replacen(']', "", 1).replace('|', "¦"))
        .collect();
    assert_eq!(done, found.is_empty(), "{said}");
    if found.is_empty() { NOTHING.to_owned() } else { found.join("; ") }
}

/// Whether the program succeeds, and what it says.
fn pliego(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_pliego"))
        .args(arguments)
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    let said = [output.stderr, output.stdout].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}
