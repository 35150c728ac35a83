//! Words that may be two, run together (`laúnica` for `la única`): a word that the text
//! has once and that falls into two others it has. Many words do so by chance
//! (`determinados`), so each sign adds its weight: how much dearer the word is than the
//! two, whether the text has the two side by side, a capital inside. The sum is the
//! logarithm of the odds.
//!
//! The weights are those of a logistic regression over 194 true texts of 50 books, in
//! which one space of 250 was taken away. In these texts 258 words are listed, 250 of them
//! rightly, of 1,264 that were run together; so few are wrongly listed that of ten times
//! rarer slips most are still right. Words with a hyphen, a point or a figure between the
//! two are not among them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::misread::{LONGEST, Words};
use super::tokens::Token;
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::text::letters;
use crate::text::odds::{confidence, ln_hundredths};

/// What speaks against two words before any sign, in hundredths of a nat.
const ALWAYS: i32 = -490;
/// What a word that costs more than the two is worth, in per cent of the difference.
const DEARER: i32 = 28;
/// The text has the two side by side.
const SIDE_BY_SIDE: i32 = 260;
/// A capital behind a small letter, where the second word begins.
const CAPITAL: i32 = 385;
/// The second word is an ending, too, or is written together with verbs.
const ENDING: i32 = -158;
/// Each letter of the shorter word, up to [`LONG`].
const LETTER: i32 = 14;
/// How often the rarer word is seen, in per cent of the logarithm.
const OFTEN: i32 = 90;
/// In German two words make one all the time.
const COMPOUNDING: i32 = -137;

/// What must speak for two words so that they are listed.
const TOLD: i32 = 300;
/// The weights were fitted on texts that were spoilt ten times as often as real ones are:
/// so much less is sure.
const RARER: i32 = 230;

/// Letters from which on a word is long.
const LONG: usize = 5;
/// Words of fewer letters are too short to be two.
const SHORT: usize = 4;
/// A letter alone is a word that the text has alone so often.
const LONE: u32 = 3;

/// Words that Romance languages write together with a verb, or with which others end.
const ENDINGS: [&str; 33] = [
    "es", "mente", "ment", "lo", "la", "le", "los", "las", "les", "se", "me", "te",
    "nos", "os", "mi", "ti", "ci", "vi", "si", "ne", "gli", "li", "lhe", "lhes", "lhos",
    "no", "na", "nas", "us", "hi", "ho", "l", "s",
];

/// A word that may be two.
#[derive(Debug)]
pub(crate) struct Pair {
    /// The word.
    letters: String,
    /// Where the second begins, in bytes.
    cut: usize,
    /// What speaks for it beside the two standing side by side.
    odds: i32,
}

impl Pair {
    /// The likeliest pairs that a word may be, if it is rare enough to be one.
    pub(crate) fn all(word: &str, words: &Words<'_>) -> Vec<Self> {
        let letters = word.chars().count();
        if !(SHORT..=LONGEST).contains(&letters)
            || words.seen(word) > 1
            || words.lexicon.knows(word)
            || words.corpus.seen(word) > 0
            || !word.chars().all(char::is_alphabetic)
        {
            return Vec::new();
        }
        let shouted = !word.contains(char::is_lowercase);
        let mut whole = None;
        let mut pairs = Vec::new();
        for (cut, first) in word.char_indices().skip(1) {
            let (left, right) = word.split_at(cut);
            let Some(rarer) = rarer(left, right, words) else { continue };
            let inside =
                |part: &str| !shouted && part.chars().skip(1).any(char::is_uppercase);
            if inside(left) || inside(right) {
                continue;
            }
            let whole = *whole.get_or_insert_with(|| words.lexicon.cost_as_new(word));
            let halves = words.lexicon.cost(left, 0) + words.lexicon.cost(right, 0);
            let shorter = left.chars().count().min(right.chars().count()).min(LONG);
            let mut odds = ALWAYS + (whole - halves) * DEARER / 100;
            odds += ln_hundredths(u64::from(rarer) + 1) * OFTEN / 100;
            odds += LETTER * i32::try_from(shorter).unwrap_or_default();
            if !shouted && first.is_uppercase() {
                odds += CAPITAL;
            }
            if ENDINGS.contains(&&*right.to_lowercase()) {
                odds += ENDING;
            }
            if words.lexicon.chains() {
                odds += COMPOUNDING;
            }
            if odds + SIDE_BY_SIDE >= TOLD {
                pairs.push(Self { letters: word.to_owned(), cut, odds });
            }
        }
        pairs
    }

    /// The two words.
    fn words(&self) -> (&str, &str) {
        self.letters.split_at(self.cut)
    }
}

/// How often the rarer of two words is seen; none where the text does not have them both.
fn rarer(left: &str, right: &str, words: &Words<'_>) -> Option<u32> {
    let seen = |word: &str| {
        let seen = words.seen(word);
        let least = if word.chars().nth(1).is_none() { LONE } else { 1 };
        (seen >= least).then_some(seen)
    };
    let left = seen(left)?;
    Some(left.min(seen(right)?))
}

/// The words that stand side by side, of those that somebody asks for.
#[derive(Debug, Default)]
pub(crate) struct Neighbours {
    /// First words, and those that are asked for behind them, in small letters.
    asked: FxHashMap<String, FxHashSet<String>>,
    /// Those that were found.
    found: FxHashSet<(String, String)>,
}

impl Neighbours {
    /// Asks whether two words stand side by side.
    pub(crate) fn ask(&mut self, pair: &Pair) {
        let (left, right) = pair.words();
        let rights = self.asked.entry(left.to_lowercase()).or_default();
        rights.insert(right.to_lowercase());
    }

    /// Looks at two words that do.
    pub(crate) fn see(&mut self, left: &str, right: &str) {
        let left = letters::small(left);
        let Some(rights) = self.asked.get(&*left) else { return };
        let right = letters::small(right);
        if rights.contains(&*right) {
            self.found.insert((left.into_owned(), right.into_owned()));
        }
    }

    /// What a person is told of the likeliest of some pairs; none if none is likely.
    pub(crate) fn finding(
        &self,
        token: &Token<'_>,
        pairs: &[Pair],
    ) -> Option<Diagnostic> {
        let odds = |pair: &Pair| {
            let (left, right) = pair.words();
            let key = (left.to_lowercase(), right.to_lowercase());
            pair.odds + if self.found.contains(&key) { SIDE_BY_SIDE } else { 0 }
        };
        let best = pairs.iter().max_by_key(|pair| odds(pair))?;
        let odds = odds(best);
        if odds < TOLD {
            return None;
        }
        let (left, right) = best.words();
        let message = format!("'{}' may be two words, '{left} {right}'", token.letters);
        let finding = Diagnostic::new(codes::RUN_TOGETHER, Severity::Note, message);
        Some(finding.confidence(confidence(odds - RARER)))
    }
}
