//! The manual says what is true: its examples are run, its links lead somewhere, and its
//! tables of keys are those of the program.
//!
//! All blocks of a page share a folder. ```` ```file NAME ```` puts a file there, and
//! ```` ```console ```` runs the lines that begin with `$` and compares their output
//! (`tests/cli.rs` has the commands). Numbers of pages and bytes may differ. The options in
//! ```` ```sh ```` blocks must exist. Examples in Rust are doctests of the library.
//!
//! `UPDATE_EXPECTED=1 cargo test --test it manual::` writes the output into the pages.

#![expect(clippy::disallowed_methods, reason = "it reads the manual")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::cli::{difference, program, put, run_exactly, without_sizes};

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

#[test]
fn examples_match() {
    let mut wrong = Vec::new();
    for page in pages("docs/manual/src") {
        if page.parent().is_some_and(|folder| folder.ends_with("findings")) {
            continue; // `tests/cli.rs` runs these.
        }
        let expected = fs::read_to_string(&page).expect("a page is UTF-8");
        let said = run_page(&expected);
        if compared(&said) == compared(&expected) {
            continue;
        }
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&page, said).expect("a page can be written");
        } else {
            wrong.push(difference(&page, &compared(&expected), &compared(&said)));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// A page without numbers of pages and bytes.
fn compared(page: &str) -> String {
    page.lines().map(|line| without_sizes(line) + "\n").collect()
}

/// Runs the examples of a page and returns the page with their output.
fn run_page(page: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
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
            ("file", name) => {
                put(&folder.path().join(name), &block, false);
                out.extend(block.iter().flat_map(|line| [line, "\n"]));
            }
            _ => out.extend(block.iter().flat_map(|line| [line, "\n"])),
        }
        out.push_str("```\n");
    }
    out
}

#[test]
fn options_in_shell_blocks_exist() {
    let mut checked = 0;
    let mut wrong = Vec::new();
    for page in pages("docs/manual/src").into_iter().chain([root().join("README.md")]) {
        let text = fs::read_to_string(&page).expect("a page is UTF-8");
        for block in text.split("\n```sh\n").skip(1) {
            let block = block.split("\n```").next().unwrap_or_default();
            for line in block.lines().filter(|line| line.starts_with("pliego ")) {
                let words: Vec<&str> =
                    line.split('#').next().unwrap_or("").split(' ').collect();
                let output = program(&root()).args([words[1], "--help"]).output();
                let help =
                    String::from_utf8(output.expect("it runs").stdout).expect("UTF-8");
                let options = words.iter().filter(|word| word.starts_with("--"));
                let missing = options.filter(|option| !help.contains(**option));
                wrong.extend(
                    missing.map(|option| format!("{}: {option}", page.display())),
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 8, "the shell blocks are not where they are looked for");
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
