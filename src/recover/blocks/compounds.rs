//! Whether the hyphen at a line end is the word's own (`cuasi-bonapartista`, `grand-père`,
//! `dar-se-lhe`) or came with the division of the line.
//!
//! Few are the word's own, and none of the signs for it is sure; each adds its weight, and
//! the sum is the logarithm of the odds. The weights are those of a logistic regression
//! over the line ends of texts whose true wording is known (`tests/learn/hyphens.rs`).

use super::hyphens::Vocabulary;
use crate::recover::lexicon::Lexicon;
use crate::text::odds::ln_hundredths;

/// What speaks for a hyphen of the word's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// Nothing: what is so before any sign.
    Always,
    /// How many line ends chance gives to the compounds of this text, of all line ends
    /// with a hyphen: the logarithm of the odds.
    Rate,
    /// How much dearer the word without the hyphen is than its halves as words.
    Dearer,
    /// The letters of the shorter half, up to [`LONG_HALF`].
    Length,
    /// French and Portuguese tie the second half to verbs.
    Enclitic,
    /// The first half keeps its hyphen as a rule.
    Prefix,
    /// A capital behind the hyphen, and the word is not all capitals.
    Capital,
    /// The text has it with the hyphen more often than without.
    SeenWith,
    /// The text has it without the hyphen more often than with.
    SeenWithout,
}

/// How many signs there are.
pub const SIGNS: usize = 9;

/// What each sign is worth, in thousandths for each unit: hundredths of a nat where the
/// sign is a cost, per cent where it is or is not there.
const WEIGHTS: [(Sign, i64); SIGNS] = [
    (Sign::Always, -1040),
    (Sign::Rate, 1140),
    (Sign::Dearer, 395),
    (Sign::Length, 880),
    (Sign::Enclitic, 2590),
    (Sign::Prefix, 1870),
    (Sign::Capital, 2700),
    (Sign::SeenWith, 1640),
    (Sign::SeenWithout, -350),
];

/// A half of so many letters is surely no syllable.
const LONG_HALF: usize = 6;

/// The odds of a compound at a line end are held to be no smaller and no greater than
/// these shares, in thousandths: the texts are too short to tell more.
const SHARES: [u64; 2] = [2, 900];

/// First halves that keep their hyphen.
const PREFIXES: [&str; 23] = [
    "ex", "cuasi", "quasi", "self", "half", "well", "ill", "all", "vice", "semi", "non",
    "demi", "avant", "anti", "arrière", "très", "dix", "vingt", "quatre", "soixante",
    "saint", "sainte", "по",
];

/// Words that French and Portuguese tie to a verb, and Russian to a pronoun.
const ENCLITICS: [&str; 26] = [
    "il", "elle", "on", "ils", "elles", "vous", "nous", "je", "tu", "moi", "toi", "ce",
    "ci", "là", "même", "mêmes", "lhe", "lhes", "se", "lo", "la", "los", "las", "me",
    "te", "то",
];

/// Languages in which [`ENCLITICS`] are tied with a hyphen.
const TYING: [&str; 4] = ["fr", "pt", "gl", "ru"];

/// How often lines of a stream end in a hyphen, and compounds stand inside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Habit {
    /// The logarithm of the odds that a hyphen at a line end is a compound's, by chance.
    pub(super) rate: i32,
    /// The language ties words to verbs with hyphens.
    pub(super) ties: bool,
}

impl Habit {
    /// Of a stream with so many rows, of which so many end in a hyphen.
    pub(super) fn new(
        rows: usize,
        hyphened: usize,
        vocabulary: &Vocabulary,
        language: Option<&str>,
    ) -> Self {
        let [least, most] = SHARES;
        let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        // A compound stands at a line end as often as there are line ends for words; one
        // half compound more than were seen.
        let compounds = count(rows).saturating_mul(2 * vocabulary.compounds + 1);
        let all = 2 * vocabulary.tokens.max(1) * count(hyphened).max(1);
        let share = (compounds.saturating_mul(1000) / all).clamp(least, most);
        let rate = ln_hundredths(share) - ln_hundredths(1000 - share);
        Self { rate, ties: language.is_some_and(|language| TYING.contains(&language)) }
    }
}

/// The signs at a line end, in the order of the weights: costs in hundredths of a nat, the
/// others in per cent.
pub(super) fn signs(
    [left, right]: [&str; 2],
    vocabulary: &Vocabulary,
    lexicon: &Lexicon,
    habit: Habit,
) -> [i32; SIGNS] {
    let whole = format!("{left}{right}");
    let with = vocabulary.seen(&format!("{left}-{right}"));
    let without = vocabulary.seen(&whole);
    let cost = |word: &str| lexicon.cost(word, 0);
    let letters = |word: &str| word.chars().count();
    let shouted = letters(left) > 1 && left.chars().all(char::is_uppercase);
    let is = |so: bool| if so { 100 } else { 0 };
    WEIGHTS.map(|(sign, _)| match sign {
        Sign::Always => 100,
        Sign::Rate => habit.rate,
        Sign::Dearer => cost(&whole) - cost(left) - cost(right),
        Sign::Length => {
            let shorter = letters(left).min(letters(right)).min(LONG_HALF);
            i32::try_from(shorter * 100 / LONG_HALF).unwrap_or_default()
        }
        Sign::Enclitic => {
            is(habit.ties && ENCLITICS.contains(&right.to_lowercase().as_str()))
        }
        Sign::Prefix => is(PREFIXES.contains(&left.to_lowercase().as_str())),
        Sign::Capital => is(right.starts_with(char::is_uppercase) && !shouted),
        Sign::SeenWith => is(with > without),
        Sign::SeenWithout => is(without > with),
    })
}

/// The logarithm of the odds that the hyphen is the word's own, in hundredths.
pub(super) fn odds(signs: [i32; SIGNS]) -> i32 {
    let sum: i64 = signs
        .iter()
        .zip(WEIGHTS)
        .map(|(&sign, (_, weight))| i64::from(sign) * weight)
        .sum();
    i32::try_from(sum / 1000).unwrap_or_default()
}
