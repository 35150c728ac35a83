//! Weighs the signs of misread words: `cargo run --release --example misread -- FOLDERS`.
//!
//! A folder holds cases of which the true text is known (`gold.md`). From the true texts
//! comes what the confusions of letters are worth: how often a word that is seen once is
//! another word of the text but for one of them. Then one word of four hundred is spoilt by
//! one of them, and the signs are weighed by a logistic regression. What it prints is the
//! table, the weights, and for books left out of the fit how many misread words were found
//! and how many of the words found were misread.

mod logistic;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::Path;

use logistic::{fit, likelihood};
use pliego::recover::blocks::learning::{
    MISREAD_FEATURES, all_confusions, find_misread_words,
};
use pliego::text::odds::ln_hundredths;

/// One word of so many is spoilt.
const ONE_IN: u64 = 400;

/// The books are parted into so many for the trial.
const FOLDS: usize = 5;

/// Each text is spoilt so many times, each time otherwise.
const TIMES: u64 = 2;

/// A confusion that no true words differ in is held to be as one in which half a word does,
/// of so many more that might.
const PADDING: u64 = 50;

/// Likelihoods from which on words might be listed.
const EDGES: [f64; 6] = [0.3, 0.5, 0.73, 0.8, 0.9, 0.99];

/// The wrong ones from this likelihood on are named.
const LISTED: f64 = 0.73;

/// A word that may have been another.
struct Example {
    /// Place of its book.
    book: usize,
    /// Which word it is, over all books.
    word: usize,
    signs: [f64; MISREAD_FEATURES],
    /// It was that word.
    spoilt: bool,
    told: String,
}

impl Example {
    /// What it shows.
    fn signs(&self) -> (&[f64; MISREAD_FEATURES], bool) {
        (&self.signs, self.spoilt)
    }
}

fn main() {
    let mut books: Vec<String> = Vec::new();
    let mut texts: Vec<(usize, String)> = Vec::new();
    for folder in std::env::args().skip(1) {
        for case in folders(Path::new(&folder)) {
            let name = case.file_name().unwrap_or_default().to_string_lossy();
            let book = name.trim_end_matches(|c: char| c == '-' || c.is_ascii_digit());
            let place = books.iter().position(|other| other == book);
            texts.push((place.unwrap_or(books.len()), gold(&case)));
            if place.is_none() {
                books.push(book.to_owned());
            }
        }
    }
    let texts: Vec<(usize, Vec<&str>)> =
        texts.iter().map(|(book, text)| (*book, words(text))).collect();
    let table = table(&texts);
    let mut examples = Vec::new();
    let (mut all, mut spoilt) = (0, 0);
    for &(book, ref words) in &texts {
        for time in 0..TIMES {
            let mut chance =
                Chance(1 + time + TIMES * u64::try_from(all).unwrap_or_default());
            let (read, truth) = spoil(words, &mut chance);
            let read: Vec<&str> = read.iter().map(String::as_str).collect();
            spoilt += truth.len();
            for one in find_misread_words(&read) {
                let true_word = truth.get(&one.at).map(|word| word.to_lowercase());
                examples.push(Example {
                    book,
                    word: all + one.at,
                    signs: one.features.map(|sign| f64::from(sign) / 100.0),
                    spoilt: true_word.is_some_and(|word| word == one.reading),
                    told: format!("{} for {}", read[one.at], one.reading),
                });
            }
            all += read.len();
        }
    }
    let weights = fit(examples.iter().map(Example::signs));
    let trial = trial(&examples, all, spoilt);
    let told = format!("{table}weights {weights:.3?}\n{trial}");
    std::io::stdout().write_all(told.as_bytes()).expect("the terminal takes it");
}

/// What each confusion is worth, in hundredths of a nat: how seldom a word of a true text
/// that is seen once is another but for it.
fn table(texts: &[(usize, Vec<&str>)]) -> String {
    let confusions = all_confusions();
    let mut counts = vec![(0_u64, 0_u64); confusions.len()];
    for (_, words) in texts {
        for one in find_misread_words(words) {
            counts[one.confusion].0 += 1;
        }
        let kinds: BTreeSet<String> =
            words.iter().map(|word| word.to_lowercase()).collect();
        for ((_, might), (printed, _)) in counts.iter_mut().zip(&confusions) {
            let printed = printed.to_lowercase();
            *might +=
                kinds.iter().map(|word| u64::from(word.contains(&printed))).sum::<u64>();
        }
    }
    let line = |((printed, read), (differ, might)): (&(&str, &str), &(u64, u64))| {
        let worth = ln_hundredths(2 * (might + PADDING)) - ln_hundredths(2 * differ + 1);
        format!("{printed} {read} {worth}\n")
    };
    confusions.iter().zip(&counts).map(line).collect()
}

/// Words of which some are spoilt, and what those were.
fn spoil(words: &[&str], chance: &mut Chance) -> (Vec<String>, BTreeMap<usize, String>) {
    let confusions = all_confusions();
    let mut truth = BTreeMap::new();
    let mut read = Vec::with_capacity(words.len());
    for (at, &word) in words.iter().enumerate() {
        let fits: Vec<_> =
            confusions.iter().filter(|(printed, _)| word.contains(printed)).collect();
        let plain = word.chars().all(char::is_alphabetic);
        if chance.below(ONE_IN) > 0 || fits.is_empty() || !plain {
            read.push(word.to_owned());
            continue;
        }
        let (printed, seen) = fits[chance.place(fits.len())];
        let places: Vec<_> = word.match_indices(printed).collect();
        let (from, _) = places[chance.place(places.len())];
        let (before, after) = (&word[..from], &word[from + printed.len()..]);
        read.push(format!("{before}{seen}{after}"));
        truth.insert(at, word.to_owned());
    }
    (read, truth)
}

/// Decides each fold by weights from the others, and tells how that went.
fn trial(examples: &[Example], words: usize, spoilt: usize) -> String {
    let mut likeliest: BTreeMap<usize, (f64, &Example)> = BTreeMap::new();
    for fold in 0..FOLDS {
        let others = examples.iter().filter(|example| example.book % FOLDS != fold);
        let weights = fit(others.map(Example::signs));
        for one in examples.iter().filter(|example| example.book % FOLDS == fold) {
            let likely = likelihood(&weights, &one.signs);
            let best = likeliest.entry(one.word).or_insert((likely, one));
            if likely > best.0 {
                *best = (likely, one);
            }
        }
    }
    let band = |&edge: &f64| {
        let found = || likeliest.values().filter(move |(likely, _)| *likely >= edge);
        let (all, right) =
            (found().count(), found().filter(|(_, one)| one.spoilt).count());
        let wrong = all - right;
        format!(
            "likely from {edge:.2}: {all} found, {right} of them spoilt, {wrong} not\n"
        )
    };
    let wrong =
        likeliest.values().filter(|(likely, one)| *likely > LISTED && !one.spoilt);
    let wrong = wrong.map(|(likely, one)| format!("wrong: {} ({likely:.2})\n", one.told));
    let lines: Vec<String> = EDGES.iter().map(band).chain(wrong).collect();
    format!("{words} words, {spoilt} of them spoilt\n{}", lines.concat())
}

/// The words of a text, without the marks of notes.
fn words(text: &str) -> Vec<&str> {
    let parts = |c: char| !(c.is_alphabetic() || c.is_ascii_digit());
    let plain = text.split("[^").enumerate().map(|(at, part)| match at {
        0 => part,
        _ => part.split_once(']').map_or(part, |(_, rest)| rest),
    });
    plain.flat_map(|part| part.split(parts)).filter(|word| !word.is_empty()).collect()
}

/// The true text of a case.
#[expect(clippy::disallowed_methods, reason = "it reads the cases to learn from")]
fn gold(case: &Path) -> String {
    fs::read_to_string(case.join("gold.md")).unwrap_or_default()
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

/// Numbers by chance, the same ones for the same seed (Marsaglia 2003, xorshift64*).
struct Chance(u64);

impl Chance {
    /// A number below a limit.
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) % limit
    }

    /// A place among so many.
    fn place(&mut self, places: usize) -> usize {
        let limit = u64::try_from(places).unwrap_or(u64::MAX);
        usize::try_from(self.below(limit)).unwrap_or_default()
    }
}
