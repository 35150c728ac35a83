//! Words that may be two, run together (`laúnica` for `la única`): a word that occurs
//! once and consists of two others that occur. Many words do by chance (`determinados`),
//! so features add up, each with its weight: the difference of the costs, whether the
//! text has the two side by side, a capital inside. The sum is the log odds.
//!
//! The weights are those of a logistic regression over 194 true texts of 50 books, in
//! which one space of 250 was removed. Of 1,264 words that were run together, 250 are
//! reported, and 8 others. The precision is so high that most reports are still right if
//! such errors are ten times rarer. Words with a hyphen, a full stop or a figure
//! between the two are not considered.

use rustc_hash::{FxHashMap, FxHashSet};

use super::misread::{LONGEST, WordFrequencies};
use super::tokens::RowToken;
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::text::letters;
use crate::text::odds::{confidence_of_odds, ln_hundredths};

/// The intercept, in hundredths of a nat.
const ALWAYS: i32 = -490;
/// Weight of the cost of the word above the cost of the two, in per cent.
const DEARER: i32 = 28;
/// The text has the two side by side.
const SIDE_BY_SIDE: i32 = 260;
/// A capital after a lower-case letter, where the second word begins.
const CAPITAL: i32 = 385;
/// The second word is also an ending, or is written together with verbs.
const ENDING: i32 = -158;
/// Each letter of the shorter word, up to [`LONG`].
const LETTER: i32 = 14;
/// Weight of the logarithm of the rarer word's count, in per cent.
const OFTEN: i32 = 90;
/// German forms compounds all the time.
const COMPOUNDING: i32 = -137;

/// Least log odds of two words that are reported.
const TOLD: i32 = 300;
/// The weights were fitted on texts with ten times as many errors as real ones:
/// confidence is lower by this much.
const RARER: i32 = 230;

/// Letters from which on a word is long.
const LONG: usize = 5;
/// Words of fewer letters are too short to be two.
const SHORT: usize = 4;
/// A single letter is a word if the text has it alone this often.
const LONE: u32 = 3;

/// Words that Romance languages write together with a verb, or that are endings of other
/// words.
const ENDINGS: [&str; 33] = [
    "es", "mente", "ment", "lo", "la", "le", "los", "las", "les", "se", "me", "te",
    "nos", "os", "mi", "ti", "ci", "vi", "si", "ne", "gli", "li", "lhe", "lhes", "lhos",
    "no", "na", "nas", "us", "hi", "ho", "l", "s",
];

/// A word that may be two.
#[derive(Debug)]
pub(crate) struct WordPair {
    /// The word.
    letters: String,
    /// The offset of the second word, in bytes.
    cut: usize,
    /// Its log odds, without the feature of the two being side by side.
    odds: i32,
}

impl WordPair {
    /// Finds the likeliest pairs that a word may be, if it is rare enough.
    /// `evidence` is what else is known of the word, as log odds.
    pub(crate) fn find_pairs(
        word: &str,
        words: &WordFrequencies<'_>,
        evidence: i32,
    ) -> Vec<Self> {
        let letters = word.chars().count();
        if !(SHORT..=LONGEST).contains(&letters)
            || words.count(word) > 1
            || words.lexicon.is_known(word)
            || words.corpus.count(word) > 0 && !words.corpus.has_library()
            || !word.chars().all(char::is_alphabetic)
        {
            return Vec::new();
        }
        let shouted = !word.contains(char::is_lowercase);
        let mut whole = None;
        let mut pairs = Vec::new();
        for (cut, first) in word.char_indices().skip(1) {
            let (left, right) = word.split_at(cut);
            let Some(rarer) = rarer_count(left, right, words) else { continue };
            // Many documents may have the same two words run together.
            let is_known = |part: &str| words.corpus.count_beside(word, part) > 0;
            if is_known(left) || is_known(right) {
                continue;
            }
            let inside =
                |part: &str| !shouted && part.chars().skip(1).any(char::is_uppercase);
            if inside(left) || inside(right) {
                continue;
            }
            let whole = *whole.get_or_insert_with(|| words.lexicon.new_word_cost(word));
            let halves =
                words.lexicon.word_cost(left, 0) + words.lexicon.word_cost(right, 0);
            let shorter = left.chars().count().min(right.chars().count()).min(LONG);
            let mut odds = ALWAYS + evidence + (whole - halves) * DEARER / 100;
            odds += ln_hundredths(u64::from(rarer) + 1) * OFTEN / 100;
            odds += LETTER * i32::try_from(shorter).unwrap_or_default();
            if !shouted && first.is_uppercase() {
                odds += CAPITAL;
            }
            if ENDINGS.contains(&&*right.to_lowercase()) {
                odds += ENDING;
            }
            if words.lexicon.forms_compounds() {
                odds += COMPOUNDING;
            }
            if odds + SIDE_BY_SIDE >= TOLD {
                pairs.push(Self { letters: word.to_owned(), cut, odds });
            }
        }
        pairs
    }

    /// The two words.
    fn two_words(&self) -> (&str, &str) {
        self.letters.split_at(self.cut)
    }
}

/// The count of the rarer of two words; `None` if the text lacks either.
fn rarer_count(left: &str, right: &str, words: &WordFrequencies<'_>) -> Option<u32> {
    let seen = |word: &str| {
        let seen = words.count(word);
        let least = if word.chars().nth(1).is_none() { LONE } else { 1 };
        (seen >= least).then_some(seen)
    };
    let left = seen(left)?;
    Some(left.min(seen(right)?))
}

/// Which of the pairs that were asked for the text has side by side.
#[derive(Debug, Default)]
pub(crate) struct AdjacentPairs {
    /// First words, and the second words asked for with them, in lower case.
    asked: FxHashMap<String, FxHashSet<String>>,
    /// The pairs that were found.
    found: FxHashSet<(String, String)>,
}

impl AdjacentPairs {
    /// Asks for a pair.
    pub(crate) fn ask_for(&mut self, pair: &WordPair) {
        let (left, right) = pair.two_words();
        let rights = self.asked.entry(left.to_lowercase()).or_default();
        rights.insert(right.to_lowercase());
    }

    /// Records two adjacent words, if they were asked for.
    pub(crate) fn record_pair(&mut self, left: &str, right: &str) {
        let left = letters::small(left);
        let Some(rights) = self.asked.get(&*left) else { return };
        let right = letters::small(right);
        if rights.contains(&*right) {
            self.found.insert((left.into_owned(), right.into_owned()));
        }
    }

    /// The diagnostic about the likeliest of some pairs; `None` if none is likely enough.
    pub(crate) fn make_finding(
        &self,
        token: &RowToken<'_>,
        pairs: &[WordPair],
    ) -> Option<Diagnostic> {
        let odds = |pair: &WordPair| {
            let (left, right) = pair.two_words();
            let key = (left.to_lowercase(), right.to_lowercase());
            pair.odds + if self.found.contains(&key) { SIDE_BY_SIDE } else { 0 }
        };
        let best = pairs.iter().max_by_key(|pair| odds(pair))?;
        let odds = odds(best);
        if odds < TOLD {
            return None;
        }
        let (left, right) = best.two_words();
        let message = format!("'{}' may be two words, '{left} {right}'", token.letters);
        let finding = Diagnostic::new(codes::RUN_TOGETHER, Severity::Note, message);
        let finding = finding.reading(format!("{left} {right}"));
        Some(finding.confidence(confidence_of_odds(odds - RARER)))
    }
}
