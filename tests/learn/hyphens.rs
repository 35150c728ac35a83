//! Fits the weights by which a hyphen at a line end is taken for the word's own
//! (`src/recover/spelling/compound_hyphens.rs`): `cargo run --example hyphens -- FOLDER...`, each
//! folder of cases with `case.txt` and the true text, `gold.md`. With `--corpus` before the
//! folders each case is told the words of the others of its book.
//!
//! A logistic regression by Newton's method with a small Gaussian prior. What it prints are
//! the weights, and for books left out of the fit how sure decisions turned out right.

mod logistic;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use logistic::{fit, likelihood};
use pliego::book::decisions::Decisions;
use pliego::book::source_traits::SourceTraits;
use pliego::recover;
use pliego::recover::blocks::learning::{HYPHEN_FEATURES, find_hyphened_words};
use pliego::recover::corpus::{Corpus, Gathering};
use pliego::source::{self, Text};
use pliego::text::span::FileId;

/// The books are parted into so many for the trial.
const FOLDS: usize = 5;

/// Bands of likelihood for which the trial says how many were right.
const BANDS: [(f64, f64); 6] =
    [(0.0, 0.05), (0.05, 0.2), (0.2, 0.5), (0.5, 0.8), (0.8, 0.95), (0.95, 1.01)];

/// A hyphen at a line end.
struct Example {
    /// Place of its book.
    book: usize,
    halves: [String; 2],
    signs: [f64; HYPHEN_FEATURES],
    /// The hyphen is the word's own.
    own: bool,
}

impl Example {
    /// What it shows.
    fn signs(&self) -> (&[f64; HYPHEN_FEATURES], bool) {
        (&self.signs, self.own)
    }
}

fn main() {
    let mut folders_named: Vec<String> = std::env::args().skip(1).collect();
    let with_corpus = folders_named.first().is_some_and(|word| word == "--corpus");
    folders_named.drain(..usize::from(with_corpus));
    let mut books: Vec<(String, Vec<Case>)> = Vec::new();
    for case in folders_named.iter().flat_map(|folder| folders(Path::new(folder))) {
        let name = case.file_name().unwrap_or_default().to_string_lossy();
        let book = name.trim_end_matches(|c: char| c == '-' || c.is_ascii_digit());
        let Some(read) = Case::read(&case) else { continue };
        match books.iter_mut().find(|(name, _)| name == book) {
            Some((_, cases)) => cases.push(read),
            None => books.push((book.to_owned(), vec![read])),
        }
    }
    let mut examples = Vec::new();
    for (book, (_, cases)) in books.iter().enumerate() {
        let mut gathering = Gathering::default();
        for case in cases.iter().filter(|_| with_corpus) {
            gathering.add(&case.text);
        }
        let corpus = gathering.finish();
        examples.extend(cases.iter().flat_map(|case| case.examples(book, &corpus)));
    }
    let own = examples.iter().filter(|example| example.own).count();
    let told = format!(
        "{} line ends of {} books, {own} compounds\nweights {:.2?}\n{}",
        examples.len(),
        books.len(),
        fit(examples.iter().map(Example::signs)),
        trial(&examples),
    );
    std::io::stdout().write_all(told.as_bytes()).expect("the terminal takes it");
}

/// A text, and its true wording in small letters.
struct Case {
    text: Text,
    gold: String,
}

impl Case {
    #[expect(clippy::disallowed_methods, reason = "it reads the cases to learn from")]
    fn read(case: &Path) -> Option<Self> {
        let bytes = fs::read(case.join("case.txt")).ok()?;
        let gold = fs::read_to_string(case.join("gold.md")).ok()?.to_lowercase();
        let text = source::read(FileId(0), "case.txt", &bytes).ok()?.value;
        Some(Self { text, gold: gold.replace('\u{2010}', "-") })
    }

    /// The hyphens whose nature the true text tells.
    fn examples(&self, book: usize, corpus: &Corpus) -> Vec<Example> {
        let words: BTreeSet<&str> =
            self.gold.split(|c: char| !c.is_alphabetic() && c != '-').collect();
        let plain: BTreeSet<&str> =
            words.iter().flat_map(|word| word.split('-')).collect();
        let pairs: BTreeSet<(&str, &str)> = words
            .iter()
            .flat_map(|word| word.split('-').zip(word.split('-').skip(1)))
            .collect();
        let (text, zoned) = recover::find_zones(
            &self.text,
            SourceTraits::default(),
            &Decisions::default(),
        )
        .value;
        let hyphened =
            find_hyphened_words(&text, &zoned, &corpus.around(&self.text)).into_iter();
        let examples = hyphened.filter_map(|one| {
            let [left, right] = one.halves.each_ref().map(|half| half.to_lowercase());
            let with = pairs.contains(&(left.as_str(), right.as_str()));
            let without = plain.contains(format!("{left}{right}").as_str());
            let signs = one.features.map(|sign| f64::from(sign) / 100.0);
            let example = Example { book, halves: one.halves, signs, own: with };
            (with != without).then_some(example)
        });
        examples.collect()
    }
}

/// Decides the line ends of each fold by weights from the others, and tells how that went.
fn trial(examples: &[Example]) -> String {
    let mut decided: Vec<(f64, &Example)> = Vec::new();
    for fold in 0..FOLDS {
        let others = examples.iter().filter(|example| example.book % FOLDS != fold);
        let weights = fit(others.map(Example::signs));
        let left_out = examples.iter().filter(|example| example.book % FOLDS == fold);
        decided.extend(left_out.map(|one| (likelihood(&weights, &one.signs), one)));
    }
    let band = |&(from, to): &(f64, f64)| {
        let within = || decided.iter().filter(|(p, _)| (from..to).contains(p));
        let own = within().filter(|(_, one)| one.own).count();
        format!("{from:.2} to {to:.2} {:22} {own:11}\n", within().count())
    };
    let wrong = |&(likely, example): &(f64, &Example)| {
        let wrong = (likely > 0.5) != example.own;
        wrong.then(|| format!("wrong: {} ({likely:.2})\n", example.halves.join("-")))
    };
    "likely to be a compound   line ends   compounds\n".to_owned()
        + &BANDS.iter().map(band).collect::<String>()
        + &decided.iter().filter_map(wrong).collect::<String>()
}

/// The folders in a folder, sorted.
#[expect(clippy::disallowed_methods, reason = "it reads the cases to learn from")]
fn folders(path: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(path).expect("the folder of cases can be listed");
    let mut folders: Vec<_> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.sort();
    folders
}
