//! A word that another may have been misread for.

use super::confusions::{Confusion, Letters};
use super::sieve::Sieve;
use super::tokens::Token;
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::words::corpus::{Corpus, Counts, count_one};
use crate::recover::words::lexicon::Lexicon;
use crate::text::odds::{confidence, ln_hundredths};
use crate::text::{letters, numerals};

/// What speaks for a word to be misread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// Nothing: what is so before any sign.
    Always,
    /// How often the other word was seen, for each time that this one was: the logarithm.
    Often,
    /// How much dearer its letters are than those of the other word, up to [`DEAREST`].
    Dearer,
    /// How rarely true words differ in this way.
    Strange,
    /// How many more of the words around are as rare than words of this text are: the
    /// passage may be in another language.
    RareAround,
    /// It is so short that any letters make a word: for each letter less than [`SHORT`].
    Short,
    /// What each of its letters costs: a foreign word or a name is all strange.
    Outlandish,
}

/// How many signs there are.
pub(crate) const SIGNS: usize = 7;

/// What each sign is worth, in thousandths for each unit: hundredths of a nat where the
/// sign is a cost, per cent where it is or is not there.
const WEIGHTS: [(Sign, i64); SIGNS] = [
    (Sign::Always, -7715),
    (Sign::Often, 1020),
    (Sign::Dearer, 260),
    (Sign::Strange, 500),
    (Sign::RareAround, -245),
    (Sign::Short, -1015),
    (Sign::Outlandish, 405),
];

/// A word of fewer letters is short.
const SHORT: usize = 4;

/// What has more letters is no word of any language; the time that readings of it take
/// grows with the square of them.
pub(super) const LONGEST: usize = 100;

/// More than this a word's letters need not cost above those of another.
const DEAREST: i32 = 1500;

/// A word seen more often is no slip of reading; a bad page may have the same slip twice.
const SLIPS: u32 = 2;

/// The other word must be seen so many times for each time that this one is.
const TIMES: u32 = 2;

/// Words around a word on either side that tell whether the passage is strange.
const AROUND: usize = 3;

/// Figures before so few letters make an ordinal (`1er`, `2a`), not a misread word.
const ORDINAL: usize = 3;

/// Whether a word seen so often may be a slip of reading; a fragment is seen never.
pub(super) fn is_rare(seen: u32) -> bool {
    (1..=SLIPS).contains(&seen)
}

/// How rare the words of a row of words are.
pub(super) struct Rarity {
    /// How often each is seen; a fragment never.
    seen: Vec<u32>,
    /// Of so many in a hundred the text has no second.
    usual: usize,
}

impl Rarity {
    /// Of words seen so often.
    pub(super) fn of(seen: Vec<u32>) -> Self {
        let once = seen.iter().filter(|&&seen| seen <= 1).count();
        let usual = once * 100 / seen.len().max(1);
        Self { seen, usual }
    }

    /// How many more of the words around a rare word are seen once than words mostly are,
    /// in hundredths; none for a word that is not rare.
    pub(super) fn around(&self, at: usize) -> Option<i32> {
        if !is_rare(self.seen[at]) {
            return None;
        }
        let around = at.saturating_sub(AROUND)..self.seen.len().min(at + AROUND + 1);
        let expected = (around.len() - 1) * self.usual;
        let rare = around.filter(|&other| other != at && self.seen[other] <= 1).count();
        let hundredths = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        Some(hundredths(rare * 100) - hundredths(expected))
    }
}

/// Another word that a word may have been.
#[derive(Debug)]
pub(crate) struct Neighbour {
    /// The word, in large and small letters as it would stand there.
    pub(crate) reading: String,
    /// How often it is seen.
    pub(crate) seen: u32,
    /// Number of the confusion in the table.
    pub(crate) confusion: usize,
    /// What speaks for it.
    pub(crate) signs: [i32; SIGNS],
}

impl Neighbour {
    /// What a person is told.
    pub(super) fn finding(&self, token: &Token<'_>, odds: i32) -> Diagnostic {
        let (word, reading, seen) = (&token.letters, &self.reading, self.seen);
        let message = format!("'{word}' may be misread for '{reading}'");
        Diagnostic::new(codes::MISREAD, Severity::Note, message)
            .confidence(confidence(odds))
            .hint(format!("'{reading}' is seen {seen} times"))
    }
}

/// The words of a text, and how often each is seen.
#[derive(Debug)]
pub(crate) struct Words<'a> {
    /// In small letters.
    seen: Counts,
    /// Those that are seen [`TIMES`] times or more: no other can be what a word was.
    often: Sieve,
    pub(super) lexicon: &'a Lexicon,
    pub(super) corpus: &'a Corpus,
}

impl<'a> Words<'a> {
    /// No words yet; `lexicon` knows what letters cost, `corpus` the words of other
    /// documents.
    pub(crate) fn new(lexicon: &'a Lexicon, corpus: &'a Corpus) -> Self {
        Self { seen: Counts::default(), often: Sieve::default(), lexicon, corpus }
    }

    /// Adds a word that was seen.
    pub(crate) fn add(&mut self, word: &str) {
        let word = letters::small(word);
        if count_one(&word, &mut self.seen) == TIMES {
            self.often.open(&word);
        }
    }

    /// How often a word was seen.
    pub(crate) fn seen(&self, word: &str) -> u32 {
        self.seen.get(&*letters::small(word)).copied().unwrap_or_default()
    }

    /// The rare ones among some words in a row, each with the words of the text that it
    /// may have been.
    pub(crate) fn suspects<'w>(
        &self,
        words: impl Iterator<Item = &'w str>,
    ) -> Vec<(usize, Neighbour)> {
        let words: Vec<&str> = words.collect();
        let rarity = Rarity::of(words.iter().map(|word| self.seen(word)).collect());
        let rare = (0..words.len()).filter_map(|at| Some((at, rarity.around(at)?)));
        let neighbours = rare.flat_map(|(at, around)| {
            let neighbours = self.neighbours(words[at], around);
            neighbours.into_iter().map(move |neighbour| (at, neighbour))
        });
        neighbours.collect()
    }

    /// The words of the text that a rare word may have been, by one confusion.
    pub(super) fn neighbours(&self, word: &str, rare_around: i32) -> Vec<Neighbour> {
        if !may_be_word(word) {
            return Vec::new();
        }
        let own = self.seen(word).max(1);
        if self.lexicon.knows(word) || self.corpus.seen(word) > SLIPS {
            return Vec::new();
        }
        let letters = Letters::of(word);
        let mut neighbours = Vec::new();
        let mut cost = None;
        // What the text has not, other documents may have.
        let often = self.corpus.is_empty().then_some(&self.often);
        letters.readings(often, |confusion, at, reading| {
            let here = self.seen.get(reading).copied().unwrap_or_default();
            let seen = here.saturating_add(self.corpus.seen(reading));
            if seen < own * TIMES {
                return;
            }
            let cost = *cost
                .get_or_insert_with(|| self.lexicon.letters_cost(&word.to_lowercase()));
            let sight = Sight { word, own, seen, cost, rare_around, confusion };
            let signs = sight.signs(self.lexicon.letters_cost(reading));
            let reading = letters.dressed(confusion, at);
            let confusion = confusion.number;
            neighbours.push(Neighbour { reading, seen, confusion, signs });
        });
        neighbours
    }
}

/// Whether a string is a word and no number.
fn may_be_word(word: &str) -> bool {
    let figures = word.chars().take_while(char::is_ascii_digit).count();
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let ordinal = figures > 0 && letters <= ORDINAL;
    let numeral = !word.contains(|c: char| !"ivx".contains(c))
        || !word.contains(char::is_lowercase) && numerals::roman(word).is_some();
    let is_of_a_word = (2..=LONGEST).contains(&word.chars().count());
    letters > 0 && is_of_a_word && !ordinal && !numeral
}

/// A word beside another.
struct Sight<'a> {
    word: &'a str,
    /// How often it is seen.
    own: u32,
    /// How often the other is.
    seen: u32,
    /// What its letters cost.
    cost: i32,
    rare_around: i32,
    confusion: &'static Confusion,
}

impl Sight<'_> {
    /// The signs in the order of the weights, given what the letters of the other cost.
    fn signs(&self, other: i32) -> [i32; SIGNS] {
        let hundred = |n: usize| i32::try_from(n * 100).unwrap_or(i32::MAX);
        let letters = i32::try_from(self.word.chars().count()).unwrap_or(i32::MAX);
        let often =
            ln_hundredths(u64::from(self.seen)) - ln_hundredths(u64::from(self.own));
        WEIGHTS.map(|(sign, _)| match sign {
            Sign::Always => 100,
            Sign::Often => often,
            Sign::Dearer => (self.cost - other).min(DEAREST),
            Sign::Strange => self.confusion.worth,
            Sign::RareAround => self.rare_around,
            Sign::Short => hundred(SHORT.saturating_sub(self.word.chars().count())),
            Sign::Outlandish => self.cost / (letters + 1),
        })
    }
}

/// The logarithm of the odds that a word is misread, in hundredths.
pub(super) fn odds(signs: [i32; SIGNS]) -> i32 {
    let sum: i64 = signs
        .iter()
        .zip(WEIGHTS)
        .map(|(&sign, (_, weight))| i64::from(sign) * weight)
        .sum();
    i32::try_from(sum / 1000).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_no_words() {
        for number in ["12", "XIV", "xiv", "1er", "2a", "I", "a"] {
            assert!(!may_be_word(number), "{number}");
        }
        for word in ["pa1acio", "19l2abcd", "XIVa", "dc", "mil"] {
            assert!(may_be_word(word), "{word}");
        }
    }

    #[test]
    fn a_rare_word_is_held_against_frequent_ones() {
        let text = "la casa y la causa de la casa y la cansa de la causa y la eausa";
        let words: Vec<&str> = text.split(' ').collect();
        let mut lexicon = Lexicon::default();
        for word in &words {
            lexicon.add(word);
        }
        let corpus = Corpus::default();
        let mut known = Words::new(&lexicon, &corpus);
        for word in &words {
            known.add(word);
        }
        let found = known.suspects(words.iter().copied());
        let found: Vec<(&str, &str)> =
            found.iter().map(|(at, other)| (words[*at], &*other.reading)).collect();
        assert_eq!(found, [("cansa", "causa"), ("eausa", "causa")]);
    }
}
