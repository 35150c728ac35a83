//! Cases as literate Markdown: a page says what is shown, gives an input in a block of four
//! backticks, and then the Markdown that shall come of it and the diagnostics.

#![expect(clippy::disallowed_methods, reason = "it reads and writes its own cases")]

use std::fs;
use std::path::PathBuf;

/// What opens and closes the blocks.
const FENCE: &str = "````";

/// Compares the pages of a folder with what comes of their inputs. `recover` turns an input,
/// which is in the blocks `kind`, into Markdown and the lines of the diagnostics.
/// `UPDATE_EXPECTED` writes what came of them into the pages.
pub(crate) fn check_pages(
    folder: &str,
    kind: &str,
    recover: impl Fn(&str) -> (String, String),
) {
    let mut pages: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of the cases is part of the package")
        .map(|entry| entry.expect("a folder that opens can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    assert!(!pages.is_empty(), "{folder} has no cases");
    let mut wrong = Vec::new();
    for page in pages {
        let expected = fs::read_to_string(&page).expect("a file that is listed is read");
        let played = play(&expected, kind, &recover);
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

/// A page with what comes of its inputs.
fn play(page: &str, input: &str, recover: impl Fn(&str) -> (String, String)) -> String {
    let mut played = String::new();
    let (mut markdown, mut diagnostics) = (String::new(), String::new());
    let mut lines = page.split_inclusive('\n');
    while let Some(line) = lines.next() {
        played += line;
        let Some(kind) = line.strip_prefix(FENCE) else { continue };
        let block: String =
            lines.by_ref().take_while(|line| line.trim_end() != FENCE).collect();
        match kind.trim_end() {
            kind if kind == input => {
                (markdown, diagnostics) = recover(&block);
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
