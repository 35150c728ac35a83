//! Recovery, as literate Markdown: each section of a file in `tests/recover/blocks` says
//! what is shown, gives a source text, the Markdown that shall come of it, and the diagnostics.
//!
//! A line `--- page ---` in a source stands for a form feed, `·` at a line end for a
//! space there. `UPDATE_EXPECTED=1 cargo test --test it blocks::` writes what came of the texts
//! into the files.

#![expect(clippy::disallowed_methods, reason = "it reads its own cases")]

use std::fs;
use std::path::PathBuf;

use pliego::book::markdown;
use pliego::recover::{self, Hints};
use pliego::source;
use pliego::text::span::FileId;

/// What opens and closes the blocks.
const FENCE: &str = "````";

#[test]
fn cases_match() {
    let mut pages: Vec<PathBuf> = fs::read_dir("tests/recover/blocks")
        .expect("the folder of the cases is part of the package")
        .map(|entry| entry.expect("a folder that opens can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    let mut wrong = Vec::new();
    for page in pages {
        let expected = fs::read_to_string(&page).expect("a file that is listed is read");
        let played = play(&expected);
        if played == expected {
            continue;
        }
        if std::env::var_os("UPDATE_EXPECTED").is_some() {
            fs::write(&page, played).expect("a page can be written anew");
            continue;
        }
        let lines = (1..).zip(played.lines().zip(expected.lines()));
        let differ = lines.filter(|(_, (played, expected))| played != expected);
        let place = page.display();
        wrong.push(match differ.map(|(at, (played, _))| (at, played)).next() {
            Some((at, played)) => format!("{place}:{at}: found {played:?}"),
            None => format!("{place}: its end differs"),
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A page with what comes of its texts.
fn play(page: &str) -> String {
    let mut played = String::new();
    let (mut markdown, mut diagnostics) = (String::new(), String::new());
    let mut lines = page.split_inclusive('\n');
    while let Some(line) = lines.next() {
        played += line;
        let Some(kind) = line.strip_prefix(FENCE) else { continue };
        let block: String =
            lines.by_ref().take_while(|line| line.trim_end() != FENCE).collect();
        match kind.trim_end() {
            "text" => {
                (markdown, diagnostics) = recovered(&block);
                played += &block;
            }
            "markdown" => played += &markdown,
            "diagnostics" => played += &diagnostics,
            other => panic!("unknown block {other}"),
        }
        played += FENCE;
        played += "\n";
    }
    played
}

/// What comes of a text: Markdown, and what is said of it.
fn recovered(text: &str) -> (String, String) {
    let bytes = text.replace("--- page ---\n", "\u{C}").replace("·\n", " \n");
    let text = source::read(FileId(0), "source", bytes.as_bytes());
    let text = text.expect("the source of a case is a text").value;
    let recovered = recover::recover(&text, &Hints::default());
    let said = recovered.diagnostics.iter().map(|finding| {
        let line = finding.span.map_or(0, |span| span.line);
        format!("{} {line}: {}\n", finding.code.0, finding.message)
    });
    (markdown::write(&recovered.value.document), said.collect())
}
