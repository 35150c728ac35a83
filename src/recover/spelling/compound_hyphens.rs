//! Decides whether the hyphen at a line end belongs to the word (`cuasi-bonapartista`,
//! `grand-père`, `dar-se-lhe`) or only divides the line.
//!
//! Few belong to the word, and no single feature is certain, so each adds its weight, and
//! the sum is the log odds. The weights are those of a logistic regression over the 7,242
//! hyphens at line ends, 50 of them compounds, of 194 texts from 50 books whose true
//! wording is known (`tests/learn/hyphens.rs`). Two weights are set by hand. The texts
//! have only a handful of prefixes, and no word begins with one by chance. A hyphen in
//! the corpus counts like one in the text.
//!
//! With the book left out of the fit, of 7,138 hyphens taken for a division with at least
//! 95 per cent, 5 belonged to the word; of 13 taken for the word's own as surely, all
//! did. With the other texts of the book (`--corpus`), these figures are 5 of 7,142, and
//! 0 errors in 19.

use super::vocabulary::Vocabulary;
use crate::recover::words::lexicon::Lexicon;
use crate::text::odds::{ln_hundredths, sum_weighted};

/// A feature of a hyphen at a line end, for belonging to the word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HyphenFeature {
    /// Always present: the intercept.
    Bias,
    /// How many of the hyphens at line ends are expected to be compounds of this text;
    /// log odds.
    Rate,
    /// The cost of the word without the hyphen minus the cost of its halves as words.
    CostAboveHalves,
    /// The letters of the shorter half, up to [`LONG_HALF`].
    ShorterHalf,
    /// A tenth for each letter of the word without the hyphen beyond [`LONG_WORD`]; not
    /// in German, whose words may have any length.
    LongWord,
    /// The language ties the second half to verbs, as French and Portuguese do.
    Enclitic,
    /// The first half usually keeps its hyphen.
    Prefix,
    /// A capital after the hyphen, in a word that is not all capitals.
    Capital,
    /// The text has it with the hyphen more often than without.
    SeenWith,
    /// The text has it without the hyphen more often than with.
    SeenWithout,
    /// The text does not decide, and the others of the corpus have it with the hyphen
    /// more often than without.
    CorpusWith,
    /// The text does not decide, and the others of the corpus have it without the hyphen
    /// more often than with.
    CorpusWithout,
}

/// The number of features.
pub(crate) const HYPHEN_FEATURES: usize = 12;

/// The weight of each feature, in thousandths per unit: hundredths of a nat for costs,
/// per cent for features that are present or absent.
const WEIGHTS: [(HyphenFeature, i64); HYPHEN_FEATURES] = [
    (HyphenFeature::Bias, -1260),
    (HyphenFeature::Rate, 1140),
    (HyphenFeature::CostAboveHalves, 440),
    (HyphenFeature::ShorterHalf, 820),
    (HyphenFeature::LongWord, 1280),
    (HyphenFeature::Enclitic, 2370),
    (HyphenFeature::Prefix, 4500),
    (HyphenFeature::Capital, 2420),
    (HyphenFeature::SeenWith, 1560),
    (HyphenFeature::SeenWithout, -360),
    (HyphenFeature::CorpusWith, 1560),
    (HyphenFeature::CorpusWithout, -2280),
];

/// A half of this many letters is certainly no syllable.
const LONG_HALF: usize = 6;

/// Few words of other languages than German have more letters.
const LONG_WORD: usize = 14;

/// If a text divides words at all, at least one line end in this many has a hyphen. If
/// hyphens are rarer, those at line ends belong to compounds, except for misprints: one
/// in [`ROWS_TO_A_SLIP`].
const ROWS_TO_A_HYPHEN: usize = 60;

/// See [`ROWS_TO_A_HYPHEN`].
const ROWS_TO_A_SLIP: u64 = 1000;

/// Bounds of the share of compounds at line ends, in thousandths: the texts are too short
/// to show more.
const SHARES: [u64; 2] = [2, 900];

/// Highest cost of a half that is in one of the lists: that of a word that makes up a
/// thousandth of a text.
const LISTED: i32 = 690;

/// First halves that keep their hyphen; others (`ex`, `anti`, `non`) often begin words
/// without one.
const PREFIXES: [&str; 18] = [
    "cuasi", "quasi", "self", "half", "well", "vice", "demi", "avant", "arrière", "très",
    "vingt", "quatre", "soixante", "saint", "sainte", "grand", "mezzo", "по",
];

/// Words that French and Portuguese tie to a verb, and Russian to a pronoun.
const ENCLITICS: [&str; 26] = [
    "il", "elle", "on", "ils", "elles", "vous", "nous", "je", "tu", "moi", "toi", "ce",
    "ci", "là", "même", "mêmes", "lhe", "lhes", "se", "lo", "la", "los", "las", "me",
    "te", "то",
];

/// Languages in which [`ENCLITICS`] are tied with a hyphen.
const TYING: [&str; 4] = ["fr", "pt", "gl", "ru"];

/// How often lines of a stream end in a hyphen, and how often compounds are inside lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HyphenHabit {
    /// The log odds that a hyphen at a line end belongs to a compound, by chance.
    pub(crate) rate: i32,
    /// The language ties words to verbs with hyphens.
    pub(crate) ties: bool,
    /// The language forms compounds of any length.
    pub(crate) chains: bool,
}

impl HyphenHabit {
    /// The habit of a stream with `rows` rows, of which `hyphened` end in a hyphen.
    pub(crate) fn new(
        rows: usize,
        hyphened: usize,
        vocabulary: &Vocabulary<'_>,
        language: Option<&str>,
    ) -> Self {
        let [least, most] = SHARES;
        let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        // Compounds are at line ends in proportion to the line ends; half a compound more
        // than were seen. In units of 1/(2·tokens).
        let compounds = count(rows).saturating_mul(2 * vocabulary.compounds + 1);
        let unit = 2 * vocabulary.tokens.max(1);
        let all = if hyphened * ROWS_TO_A_HYPHEN >= rows {
            unit.saturating_mul(count(hyphened)).max(compounds)
        } else {
            let slips = unit.saturating_mul(count(rows)) / ROWS_TO_A_SLIP;
            compounds.saturating_add(slips)
        };
        let share = compounds.saturating_mul(1000).checked_div(all).unwrap_or(most);
        let share = share.clamp(least, most);
        let rate = ln_hundredths(share) - ln_hundredths(1000 - share);
        let ties = language.is_some_and(|language| TYING.contains(&language));
        Self { rate, ties, chains: language == Some("de") }
    }
}

/// The features of a line end, in the order of the weights: costs in hundredths of a nat,
/// the others in per cent.
pub(crate) fn extract_features(
    [left, right]: [&str; 2],
    vocabulary: &Vocabulary<'_>,
    lexicon: &Lexicon,
    habit: HyphenHabit,
) -> [i32; HYPHEN_FEATURES] {
    let whole = format!("{left}{right}");
    let tied = format!("{left}-{right}");
    let [with, without] = [&tied, &whole].map(|word| vocabulary.count(word));
    // If the text does not decide, the others of the corpus may.
    let elsewhere = if with == without {
        vocabulary.count_forms_elsewhere([&tied, &whole])
    } else {
        [0; 2]
    };
    let prefix = PREFIXES.contains(&left.to_lowercase().as_str());
    let enclitic = habit.ties && ENCLITICS.contains(&right.to_lowercase().as_str());
    let cost = |word: &str| lexicon.word_cost(word, 0);
    let half = |word: &str, listed: bool| {
        if listed { cost(word).min(LISTED) } else { cost(word) }
    };
    let letters = |word: &str| word.chars().count();
    let shouted = letters(left) > 1 && left.chars().all(char::is_uppercase);
    let is = |so: bool| if so { 100 } else { 0 };
    WEIGHTS.map(|(sign, _)| match sign {
        HyphenFeature::Bias => 100,
        HyphenFeature::Rate => habit.rate,
        HyphenFeature::CostAboveHalves => {
            cost(&whole) - half(left, prefix) - half(right, enclitic)
        }
        HyphenFeature::ShorterHalf => {
            let shorter = letters(left).min(letters(right)).min(LONG_HALF);
            i32::try_from(shorter * 100 / LONG_HALF).unwrap_or_default()
        }
        HyphenFeature::LongWord if habit.chains => 0,
        HyphenFeature::LongWord => {
            let beyond = letters(&whole).saturating_sub(LONG_WORD);
            i32::try_from(beyond * 10).unwrap_or_default()
        }
        HyphenFeature::Enclitic => is(enclitic),
        HyphenFeature::Prefix => is(prefix),
        HyphenFeature::Capital => is(right.starts_with(char::is_uppercase) && !shouted),
        HyphenFeature::SeenWith => is(with > without),
        HyphenFeature::SeenWithout => is(without > with),
        HyphenFeature::CorpusWith => is(elsewhere[0] > elsewhere[1]),
        HyphenFeature::CorpusWithout => is(elsewhere[1] > elsewhere[0]),
    })
}

/// The log odds that the hyphen belongs to the word, in hundredths.
pub(crate) fn compound_odds(features: [i32; HYPHEN_FEATURES]) -> i32 {
    sum_weighted(features, &WEIGHTS)
}
