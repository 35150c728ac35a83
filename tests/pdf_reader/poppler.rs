//! Poppler's `pdftotext` as another opinion: it finds the same letters on the pages.

#![expect(clippy::disallowed_methods, reason = "tests read the files of the project")]
#![expect(clippy::print_stdout, reason = "a test says what it skips")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use pliego::source::pdf::PdfAccess;
use pliego::source::read_document;
use pliego::text::span::FileId;
use unicode_normalization::UnicodeNormalization;

use super::list_books;

/// How many of a million letters may differ: ligatures and accents in fonts that name them
/// only in part, and glyphs that one of the two takes for decoration.
const MOST_DIFFERENT: usize = 500;

/// How often each letter and figure occurs, without their forms.
fn count_letters(text: &str) -> BTreeMap<char, usize> {
    let mut counts = BTreeMap::new();
    for c in text.nfkc().filter(|c| c.is_alphanumeric()) {
        *counts.entry(c).or_default() += 1;
    }
    counts
}

/// The letters of a PDF by both readers; none where Poppler is not installed.
fn read_twice(path: &Path) -> Option<[BTreeMap<char, usize>; 2]> {
    let said = Command::new("pdftotext").arg(path).arg("-").output().ok()?;
    let theirs = String::from_utf8(said.stdout).unwrap();
    let bytes = fs::read(path).unwrap();
    let access = PdfAccess::default();
    let ours = read_document(FileId(0), "case.pdf", &bytes, &access).unwrap().value;
    Some([count_letters(&ours.text), count_letters(&theirs)])
}

#[test]
fn poppler_finds_the_same_letters() {
    for path in list_books() {
        let Some([ours, theirs]) = read_twice(&path) else {
            println!("skipped: pdftotext is not installed");
            return;
        };
        let all: usize = theirs.values().sum();
        let letters: BTreeSet<char> = ours.keys().chain(theirs.keys()).copied().collect();
        let different: usize = letters
            .iter()
            .map(|c| {
                let count = |of: &BTreeMap<char, usize>| of.get(c).copied().unwrap_or(0);
                count(&ours).abs_diff(count(&theirs))
            })
            .sum();
        assert!(all > 1000, "{}", path.display());
        assert!(
            different * 1_000_000 <= all * MOST_DIFFERENT,
            "{}: {different} of {all} letters differ",
            path.display()
        );
    }
}
