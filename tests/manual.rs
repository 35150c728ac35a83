//! The manual and the README are true: their commands and examples are run, and their links
//! lead somewhere. `tests/project.rs` compares the tables of keys with the program.
//!
//! All blocks of a page share a folder. ```` ```file NAME ```` puts a file there, and
//! ```` ```console ```` runs the lines that begin with `$` and compares their output
//! (`tests/cli.rs` has the commands). Numbers of pages and bytes may differ. Commands in
//! ```` ```sh ```` and ```` ```yaml ```` blocks are run too, and must succeed; `NOT_RUN` lists
//! the exceptions. Examples in Rust are doctests of the library.
//!
//! `UPDATE_EXPECTED=1 cargo test --test it manual::` writes the output into the pages.

#![expect(clippy::disallowed_methods, reason = "it reads the manual")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::cli::{
    copy_folder, difference, program, put, run_exactly, without_sizes, words,
};

/// The size of the largest picture: a page of the manual loads in a moment.
const MOST_PICTURE_BYTES: u64 = 150_000;

/// Pages outside the manual whose links are checked too.
const OTHER_PAGES: [&str; 7] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "BENCHMARKS.md",
    "CHANGELOG.md",
    "corpus/README.md",
    "covers/README.md",
];

/// How commands begin that no test runs, and why.
const NOT_RUN: [(&str, &str); 11] = [
    ("cargo install", "compiles for minutes, and takes crates from the network"),
    ("cargo run --release", "compiles for minutes"),
    ("cargo test", "is this test"),
    ("cargo add", "takes crates from the network"),
    ("cargo doc", "the gate runs it"),
    ("mkdir", "makes a folder of the user's"),
    ("pip install", "compiles for minutes, and takes crates from the network"),
    ("pdftotext", "is another program, which not every machine has"),
    ("pandoc", "is another program, which not every machine has"),
    ("pliego desk", "opens a browser, and ends when a person ends it"),
    ("pliego recover --dictionaries", "needs the feature hunspell"),
];

/// Blocks without commands. The tests of `python/` run those in Python, those of `web/` those in
/// JavaScript.
const PROSE: [&str; 5] = ["text", "rust", "rust,no_run", "python", "js"];

#[test]
fn examples_match() {
    let mut wrong = Vec::new();
    let mut not_run = BTreeSet::new();
    for page in pages("docs/manual/src").into_iter().chain([root().join("README.md")]) {
        if page.parent().is_some_and(|folder| folder.ends_with("findings")) {
            continue; // `tests/cli.rs` runs these.
        }
        let expected = fs::read_to_string(&page).expect("a page is UTF-8");
        let said = run_page(&expected, &mut not_run, &mut |what| {
            wrong.push(format!("{}: {what}", page.display()));
        });
        if compared(&said) == compared(&expected) {
            continue;
        }
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&page, said).expect("a page can be written");
        } else {
            wrong.push(difference(&page, &compared(&expected), &compared(&said)));
        }
    }
    let stale = NOT_RUN.iter().filter(|(command, _)| !not_run.contains(command));
    wrong.extend(stale.map(|(command, _)| format!("no page has the command {command}")));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// A page without numbers of pages and bytes.
fn compared(page: &str) -> String {
    page.lines().map(|line| without_sizes(line) + "\n").collect()
}

/// Runs the examples of a page and returns the page with their output. The folder has the
/// sample corpus, as a clone has.
fn run_page(
    page: &str,
    not_run: &mut BTreeSet<&'static str>,
    report: &mut dyn FnMut(String),
) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    copy_folder(&root().join("corpus"), &folder.path().join("corpus"));
    let mut out = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        out.extend([line, "\n"]);
        let Some(kind) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match kind.split_once(' ').unwrap_or((kind, "")) {
            ("console", _) => {
                let commands = block.iter().filter_map(|line| line.strip_prefix("$ "));
                commands.for_each(|line| out += &run_exactly(line, folder.path()));
            }
            ("file", name) => put(&folder.path().join(name), &block, false),
            ("sh" | "yaml", _) => {
                for line in block.iter().filter(|line| !line.is_empty()) {
                    not_run.extend(run_silently(line, folder.path(), report));
                }
            }
            (kind, _) if PROSE.contains(&kind) => {
                let commands = block.iter().filter(|line| line.starts_with("pliego "));
                commands.for_each(|line| report(format!("not run: {line}")));
            }
            _ => report(format!("no such kind of block: {line}")),
        }
        if !kind.starts_with("console") {
            out.extend(block.iter().flat_map(|line| [line, "\n"]));
        }
        out.push_str("```\n");
    }
    out
}

/// Runs a command that must succeed, and reports it otherwise. Returns the entry of
/// `NOT_RUN` by which it was not run.
fn run_silently(
    line: &str,
    folder: &Path,
    report: &mut dyn FnMut(String),
) -> Option<&'static str> {
    let command = line.trim_start_matches("- run: ");
    let command = command.split(" #").next().unwrap_or_default();
    let command = command.split(" > ").next().unwrap_or_default().trim();
    if command.is_empty() || command.starts_with('#') {
        return None;
    }
    let exception = NOT_RUN.iter().find(|(start, _)| command.starts_with(start));
    if let Some((start, _)) = exception {
        return Some(start);
    }
    let Some(arguments) = command.strip_prefix("pliego ") else {
        report(format!("no test can run: {line}"));
        return None;
    };
    let output = program(folder).args(words(arguments)).output().expect("it runs");
    if !output.status.success() {
        report(format!("{line}\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    None
}

#[test]
fn readme_and_map_are_short() {
    let text = fs::read_to_string(root().join("README.md")).expect("it is UTF-8");
    let count = text.split_whitespace().count();
    assert!(count <= 600, "README.md has {count} words");
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is UTF-8");
    let count = map.lines().count();
    assert!(count <= 250, "ARCHITECTURE.md has {count} lines");
}

#[test]
fn pictures_are_small_and_described() {
    let mut wrong = Vec::new();
    for page in pages("docs/manual/src").into_iter().chain([root().join("README.md")]) {
        let text = fs::read_to_string(&page).expect("a page is UTF-8");
        let mut events = Parser::new_ext(&text, Options::all()).peekable();
        while let Some(event) = events.next() {
            let begins = matches!(event, Event::Start(Tag::Image { .. }));
            if begins && matches!(events.peek(), Some(Event::End(TagEnd::Image))) {
                wrong.push(format!("{}: a picture has no description", page.display()));
            }
        }
    }
    let folder = root().join("docs/manual/src/pictures");
    for entry in fs::read_dir(folder).expect("a folder can be listed") {
        let entry = entry.expect("an entry can be read");
        let bytes = entry.metadata().expect("it has a size").len();
        if bytes > MOST_PICTURE_BYTES {
            wrong.push(format!("{} has {bytes} bytes", entry.path().display()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_page_is_in_the_summary() {
    let summary = root().join("docs/manual/src/SUMMARY.md");
    let listed: BTreeSet<PathBuf> =
        links(&summary).into_iter().map(|link| link.0).collect();
    for page in pages("docs/manual/src") {
        assert!(
            page == summary || listed.contains(&page),
            "{} is missing",
            page.display()
        );
    }
}

#[test]
fn links_lead_somewhere() {
    let others = OTHER_PAGES.iter().map(|page| root().join(page));
    let pages: Vec<PathBuf> =
        pages("docs/manual/src").into_iter().chain(others).collect();
    let mut wrong = Vec::new();
    for page in &pages {
        for (target, anchor) in links(page) {
            let found = target.exists()
                && anchor.as_ref().is_none_or(|anchor| anchors(&target).contains(anchor));
            if !found {
                let anchor =
                    anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
                wrong.push(format!("{}: {}{anchor}", page.display(), target.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The files that a page links to, or shows, with the anchors; outside addresses left out.
fn links(page: &Path) -> Vec<(PathBuf, Option<String>)> {
    let text = fs::read_to_string(page).expect("a page is UTF-8");
    let folder = page.parent().expect("a page is in a folder");
    let mut found = Vec::new();
    for event in Parser::new_ext(&text, Options::all()) {
        if let Event::Start(
            Tag::Link { dest_url: url, .. } | Tag::Image { dest_url: url, .. },
        ) = event
        {
            if url.contains(':') {
                continue;
            }
            let (path, anchor) = url.split_once('#').unwrap_or((&url, ""));
            let target =
                if path.is_empty() { page.to_owned() } else { folder.join(path) };
            found.push((target, (!anchor.is_empty()).then(|| anchor.to_owned())));
        }
    }
    found
}

/// The anchors that headings get from mdBook and from forges: lower case, hyphens for spaces.
fn anchors(page: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(page).unwrap_or_default();
    let (mut found, mut heading) = (BTreeSet::new(), None::<String>);
    for event in Parser::new_ext(&text, Options::all()) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => found.extend(heading.take().map(|words| {
                let kept =
                    words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
                kept.collect::<String>().to_lowercase().replace(' ', "-")
            })),
            Event::Text(words) | Event::Code(words) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&words);
                }
            }
            _ => {}
        }
    }
    found
}

/// The Markdown files below a folder of the project.
fn pages(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder can be listed") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty());
    found
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
