//! Finds the words that a rare word may have been misread for.

use super::confusions::{Confusion, WordLetters};
use super::engine_evidence::odds_of_unlisted;
use super::letter_sum_filter::LetterSumFilter;
use super::tokens::RowToken;
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::words::corpus::{Corpus, WordCounts, count_word};
use crate::recover::words::lexicon::Lexicon;
use crate::text::odds::{confidence_of_odds, ln_hundredths, sum_weighted};
use crate::text::{letters, numerals};

/// A feature of a word and another one, for the first being a misreading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MisreadFeature {
    /// Always present: the intercept.
    Bias,
    /// The logarithm of the other word's count relative to this word's.
    FrequencyRatio,
    /// The spelling cost of the word minus that of the other, at most
    /// [`MOST_COST_DIFFERENCE`].
    SpellingCostDifference,
    /// How rarely true words differ like this.
    ConfusionRarity,
    /// How many more of the neighbouring words are rare than is usual in the text: the
    /// passage may be in another language.
    RareAround,
    /// How many letters fewer than [`SHORT`] it has: short strings are often words.
    MissingLetters,
    /// The spelling cost per letter: a foreign word or a name has only rare letters.
    SpellingCostPerLetter,
}

/// The number of features.
pub(crate) const MISREAD_FEATURES: usize = 7;

/// The weight of each feature, in thousandths per unit: hundredths of a nat for costs,
/// per cent for features that are present or absent.
const WEIGHTS: [(MisreadFeature, i64); MISREAD_FEATURES] = [
    (MisreadFeature::Bias, -7715),
    (MisreadFeature::FrequencyRatio, 1020),
    (MisreadFeature::SpellingCostDifference, 260),
    (MisreadFeature::ConfusionRarity, 500),
    (MisreadFeature::RareAround, -245),
    (MisreadFeature::MissingLetters, -1015),
    (MisreadFeature::SpellingCostPerLetter, 405),
];

/// A word of fewer letters is short.
const SHORT: usize = 4;

/// A longer string, in letters, is not a word of any language; the time for its readings
/// is quadratic.
pub(super) const LONGEST: usize = 100;

/// Bound of the difference of spelling costs.
const MOST_COST_DIFFERENCE: i32 = 1500;

/// The fewest letters of a word that is reported because no dictionary has it: shorter ones
/// are abbreviations, and parts of other languages.
const SHORTEST_UNLISTED: usize = 3;

/// A word that occurs more often is not a misreading; a bad page may have the same one
/// twice.
const SLIPS: u32 = 2;

/// The other word must occur this many times as often.
const TIMES: u32 = 2;

/// How many words on either side show whether the passage is foreign.
const AROUND: usize = 3;

/// Figures before at most this many letters make an ordinal (`1er`, `2a`), not a misread
/// word.
const ORDINAL: usize = 3;

/// Whether a word with this count may be a misreading; fragments have the count 0.
pub(super) fn is_rare(seen: u32) -> bool {
    (1..=SLIPS).contains(&seen)
}

/// The rarity of the words of a stream.
pub(super) struct WordRarity {
    /// The count of each word; 0 for a fragment.
    seen: Vec<u32>,
    /// The share of words that occur once, in per cent.
    usual: usize,
}

impl WordRarity {
    /// Computes the rarity from the counts of the words.
    pub(super) fn new(seen: Vec<u32>) -> Self {
        let once = seen.iter().filter(|&&seen| seen <= 1).count();
        let usual = once * 100 / seen.len().max(1);
        Self { seen, usual }
    }

    /// How many more of the words around a rare word occur once than usual, in
    /// hundredths; `None` for a word that is not rare.
    pub(super) fn rare_around(&self, at: usize) -> Option<i32> {
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
pub(crate) struct MisreadCandidate {
    /// The word, in the case that it would have there.
    pub(crate) reading: String,
    /// How often it occurs.
    pub(crate) seen: u32,
    /// Only a library or a dictionary has it, which do not say how often.
    pub(crate) is_only_listed: bool,
    /// The index of the confusion in the table.
    #[cfg_attr(
        not(feature = "internals"),
        expect(dead_code, reason = "only learning asks for it")
    )]
    pub(crate) confusion: usize,
    /// The features of the pair.
    pub(crate) features: [i32; MISREAD_FEATURES],
}

impl MisreadCandidate {
    /// The diagnostic about the word.
    pub(super) fn make_finding(
        &self,
        token: &RowToken<'_>,
        percent: Option<u8>,
        odds: i32,
    ) -> Diagnostic {
        let (word, reading, seen) = (&token.letters, &self.reading, self.seen);
        let sure = percent.map_or(String::new(), |percent| {
            format!("; the OCR program is {percent} % sure of '{word}'")
        });
        let message = format!("'{word}' may be a misreading of '{reading}'");
        let known = if self.is_only_listed {
            format!("the text does not have '{reading}', but it is a known word")
        } else {
            format!("'{reading}' occurs {seen} times")
        };
        Diagnostic::new(codes::MISREAD, Severity::Note, message)
            .confidence(confidence_of_odds(odds))
            .hint(format!("{known}{sure}"))
            .reading(reading)
    }
}

/// The words of a text and their counts.
#[derive(Debug)]
pub(crate) struct WordFrequencies<'a> {
    /// The counts, in lower case.
    seen: WordCounts,
    /// The words that occur at least [`TIMES`] times: no other word can be the original.
    often: LetterSumFilter,
    pub(super) lexicon: &'a Lexicon,
    pub(super) corpus: &'a Corpus,
}

impl<'a> WordFrequencies<'a> {
    /// Starts without words; `lexicon` has spelling costs, `corpus` the words of other
    /// documents.
    pub(crate) fn new(lexicon: &'a Lexicon, corpus: &'a Corpus) -> Self {
        Self {
            seen: WordCounts::default(),
            often: LetterSumFilter::default(),
            lexicon,
            corpus,
        }
    }

    /// Counts a word.
    pub(crate) fn add(&mut self, word: &str) {
        let word = letters::small(word);
        if count_word(&word, &mut self.seen) == TIMES {
            self.often.insert(&word);
        }
    }

    /// How often a word occurs.
    pub(crate) fn count(&self, word: &str) -> u32 {
        self.seen.get(&*letters::small(word)).copied().unwrap_or_default()
    }

    /// The diagnostic about a word that only the OCR program and the dictionary speak
    /// against; `None` if it is known, or they do not suffice.
    pub(super) fn report_unlisted(
        &self,
        token: &RowToken<'_>,
        percent: u8,
        told: i32,
    ) -> Option<Diagnostic> {
        let word = &*token.letters;
        let odds = odds_of_unlisted(percent);
        if odds < told
            || self.count(word) != 1
            || word.chars().count() < SHORTEST_UNLISTED
            || !may_be_word(word)
            || self.lexicon.is_known(word)
            || !self.corpus.is_unlisted(word)
        {
            return None;
        }
        let message = format!("'{word}' may be misread");
        let hint = format!(
            "the OCR program is {percent} % sure of it, and neither the dictionary nor \
             another place has it"
        );
        let found = Diagnostic::new(codes::MISREAD, Severity::Note, message);
        Some(found.confidence(confidence_of_odds(odds)).hint(hint))
    }

    /// Finds the rare ones among consecutive words, each with the words that it may have
    /// been.
    #[cfg(feature = "internals")]
    pub(crate) fn find_misread<'w>(
        &self,
        words: impl Iterator<Item = &'w str>,
    ) -> Vec<(usize, MisreadCandidate)> {
        let words: Vec<&str> = words.collect();
        let rarity = WordRarity::new(words.iter().map(|word| self.count(word)).collect());
        let rare = (0..words.len()).filter_map(|at| Some((at, rarity.rare_around(at)?)));
        let neighbours = rare.flat_map(|(at, around)| {
            let neighbours = self.find_candidates(words[at], around);
            neighbours.into_iter().map(move |neighbour| (at, neighbour))
        });
        neighbours.collect()
    }

    /// Finds the words of the text that a rare word may have been, by one confusion.
    pub(super) fn find_candidates(
        &self,
        word: &str,
        rare_around: i32,
    ) -> Vec<MisreadCandidate> {
        if !may_be_word(word) {
            return Vec::new();
        }
        let own = self.count(word).max(1);
        if self.lexicon.is_known(word) {
            return Vec::new();
        }
        // A word that others have is none of theirs misread, unless that is far commoner.
        let is_known = self.corpus.count(word) > SLIPS;
        if is_known && !self.corpus.has_library() {
            return Vec::new();
        }
        let letters = WordLetters::new(word);
        let mut neighbours = Vec::new();
        let mut cost = None;
        // Other documents may have what the text does not.
        let often = self.corpus.is_empty().then_some(&self.often);
        letters.visit_readings(often, |confusion, at, reading| {
            let here = self.seen.get(reading).copied().unwrap_or_default();
            let seen = here.saturating_add(self.corpus.count(reading));
            if seen < own * TIMES
                || is_known && self.corpus.count_beside(word, reading) > SLIPS
            {
                return;
            }
            let cost = *cost.get_or_insert_with(|| {
                self.lexicon.spelling_cost_without_self(&word.to_lowercase())
            });
            let sight = MisreadContext { word, own, seen, cost, rare_around, confusion };
            let features =
                sight.extract_features(self.lexicon.spelling_cost_without_self(reading));
            let reading = letters.restore_case(confusion, at);
            let confusion = confusion.number;
            let is_only_listed = here == 0 && self.corpus.is_only_listed(&reading);
            neighbours.push(MisreadCandidate {
                reading,
                seen,
                is_only_listed,
                confusion,
                features,
            });
        });
        neighbours
    }
}

/// Whether a string is a word rather than a number.
fn may_be_word(word: &str) -> bool {
    let figures = word.chars().take_while(char::is_ascii_digit).count();
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let ordinal = figures > 0 && letters <= ORDINAL;
    let numeral = !word.contains(|c: char| !"ivx".contains(c))
        || !word.contains(char::is_lowercase) && numerals::roman(word).is_some();
    let is_of_a_word = (2..=LONGEST).contains(&word.chars().count());
    letters > 0 && is_of_a_word && !ordinal && !numeral
}

/// A word and another one that it may have been.
struct MisreadContext<'a> {
    word: &'a str,
    /// The count of the word.
    own: u32,
    /// The count of the other word.
    seen: u32,
    /// The spelling cost of the word.
    cost: i32,
    rare_around: i32,
    confusion: &'static Confusion,
}

impl MisreadContext<'_> {
    /// The features in the order of the weights, given the spelling cost of the other
    /// word.
    fn extract_features(&self, other: i32) -> [i32; MISREAD_FEATURES] {
        let hundred = |n: usize| i32::try_from(n * 100).unwrap_or(i32::MAX);
        let letters = i32::try_from(self.word.chars().count()).unwrap_or(i32::MAX);
        let often =
            ln_hundredths(u64::from(self.seen)) - ln_hundredths(u64::from(self.own));
        WEIGHTS.map(|(sign, _)| match sign {
            MisreadFeature::Bias => 100,
            MisreadFeature::FrequencyRatio => often,
            MisreadFeature::SpellingCostDifference => {
                (self.cost - other).min(MOST_COST_DIFFERENCE)
            }
            MisreadFeature::ConfusionRarity => self.confusion.worth,
            MisreadFeature::RareAround => self.rare_around,
            MisreadFeature::MissingLetters => {
                hundred(SHORT.saturating_sub(self.word.chars().count()))
            }
            MisreadFeature::SpellingCostPerLetter => self.cost / (letters + 1),
        })
    }
}

/// The log odds that a word is misread, in hundredths.
pub(super) fn misread_odds(features: [i32; MISREAD_FEATURES]) -> i32 {
    sum_weighted(features, &WEIGHTS)
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
            lexicon.add_word(word);
        }
        let corpus = Corpus::default();
        let mut known = WordFrequencies::new(&lexicon, &corpus);
        for word in &words {
            known.add(word);
        }
        let found = known.find_misread(words.iter().copied());
        let found: Vec<(&str, &str)> =
            found.iter().map(|(at, other)| (words[*at], &*other.reading)).collect();
        assert_eq!(found, [("cansa", "causa"), ("eausa", "causa")]);
    }
}
