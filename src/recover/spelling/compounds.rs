//! Whether the hyphen at a line end is the word's own (`cuasi-bonapartista`, `grand-père`,
//! `dar-se-lhe`) or came with the division of the line.
//!
//! Few are the word's own, and none of the signs for it is sure; each adds its weight, and
//! the sum is the logarithm of the odds. The weights are those of a logistic regression
//! over the 7,242 hyphens at line ends, 50 of them compounds, of 194 texts from 50 books
//! whose true wording is known (`tests/learn/hyphens.rs`); only that of the prefixes, of
//! which the texts have a handful, is set by hand: no word begins with one by chance; and
//! that of a hyphen in the corpus, which is as one in the text. With
//! the book left out of the fit, of 7,138 hyphens that were taken for a division with 95 per
//! cent or more, 5 were the word's own; of 13 taken for the word's own as surely, all were.
//! Told of the other texts of the book (`--corpus`), of 7,142 and 19 the same 5, and none.

use super::vocabulary::Vocabulary;
use crate::recover::words::lexicon::Lexicon;
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
    /// The letters of the word without the hyphen beyond [`LONG_WORD`], for each a tenth;
    /// not in German, whose words have no end.
    Long,
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
    /// The text does not tell, and the others of the corpus have it with the hyphen more
    /// often than without.
    CorpusWith,
    /// The same without the hyphen.
    CorpusWithout,
}

/// How many signs there are.
pub(crate) const SIGNS: usize = 12;

/// What each sign is worth, in thousandths for each unit: hundredths of a nat where the
/// sign is a cost, per cent where it is or is not there.
const WEIGHTS: [(Sign, i64); SIGNS] = [
    (Sign::Always, -1260),
    (Sign::Rate, 1140),
    (Sign::Dearer, 440),
    (Sign::Length, 820),
    (Sign::Long, 1280),
    (Sign::Enclitic, 2370),
    (Sign::Prefix, 4500),
    (Sign::Capital, 2420),
    (Sign::SeenWith, 1560),
    (Sign::SeenWithout, -360),
    (Sign::CorpusWith, 1560),
    (Sign::CorpusWithout, -2280),
];

/// A half of so many letters is surely no syllable.
const LONG_HALF: usize = 6;

/// Few words of other languages than German have more letters.
const LONG_WORD: usize = 14;

/// In a text that divides words at all, at least one line end in this many has a hyphen;
/// where hyphens are rarer, those at line ends are of compounds, but for slips: one in
/// [`ROWS_TO_A_SLIP`].
const ROWS_TO_A_HYPHEN: usize = 60;

/// See [`ROWS_TO_A_HYPHEN`].
const ROWS_TO_A_SLIP: u64 = 1000;

/// The odds of a compound at a line end are held to be no smaller and no greater than
/// these shares, in thousandths: the texts are too short to tell more.
const SHARES: [u64; 2] = [2, 900];

/// What a half costs at most that stands in one of the lists: as much as a word of which a
/// thousand make one.
const LISTED: i32 = 690;

/// First halves that keep their hyphen; others (`ex`, `anti`, `non`) as often open words.
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

/// How often lines of a stream end in a hyphen, and compounds stand inside them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Habit {
    /// The logarithm of the odds that a hyphen at a line end is a compound's, by chance.
    pub(crate) rate: i32,
    /// The language ties words to verbs with hyphens.
    pub(crate) ties: bool,
    /// The language makes words of any length.
    pub(crate) chains: bool,
}

impl Habit {
    /// Of a stream with so many rows, of which so many end in a hyphen.
    pub(crate) fn new(
        rows: usize,
        hyphened: usize,
        vocabulary: &Vocabulary<'_>,
        language: Option<&str>,
    ) -> Self {
        let [least, most] = SHARES;
        let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        // A compound stands at a line end as often as there are line ends for words; half
        // a compound more than were seen. In units of 1/(2·tokens).
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

/// The signs at a line end, in the order of the weights: costs in hundredths of a nat, the
/// others in per cent.
pub(crate) fn signs(
    [left, right]: [&str; 2],
    vocabulary: &Vocabulary<'_>,
    lexicon: &Lexicon,
    habit: Habit,
) -> [i32; SIGNS] {
    let whole = format!("{left}{right}");
    let tied = format!("{left}-{right}");
    let [with, without] = [&tied, &whole].map(|word| vocabulary.seen(word));
    // What the text does not tell, the others of the corpus may.
    let elsewhere = [&tied, &whole].map(|word| vocabulary.seen_elsewhere(word));
    let elsewhere = elsewhere.map(|seen| if with == without { seen } else { 0 });
    let prefix = PREFIXES.contains(&left.to_lowercase().as_str());
    let enclitic = habit.ties && ENCLITICS.contains(&right.to_lowercase().as_str());
    let cost = |word: &str| lexicon.cost(word, 0);
    let half = |word: &str, listed: bool| {
        if listed { cost(word).min(LISTED) } else { cost(word) }
    };
    let letters = |word: &str| word.chars().count();
    let shouted = letters(left) > 1 && left.chars().all(char::is_uppercase);
    let is = |so: bool| if so { 100 } else { 0 };
    WEIGHTS.map(|(sign, _)| match sign {
        Sign::Always => 100,
        Sign::Rate => habit.rate,
        Sign::Dearer => cost(&whole) - half(left, prefix) - half(right, enclitic),
        Sign::Length => {
            let shorter = letters(left).min(letters(right)).min(LONG_HALF);
            i32::try_from(shorter * 100 / LONG_HALF).unwrap_or_default()
        }
        Sign::Long if habit.chains => 0,
        Sign::Long => {
            let beyond = letters(&whole).saturating_sub(LONG_WORD);
            i32::try_from(beyond * 10).unwrap_or_default()
        }
        Sign::Enclitic => is(enclitic),
        Sign::Prefix => is(prefix),
        Sign::Capital => is(right.starts_with(char::is_uppercase) && !shouted),
        Sign::SeenWith => is(with > without),
        Sign::SeenWithout => is(without > with),
        Sign::CorpusWith => is(elsewhere[0] > elsewhere[1]),
        Sign::CorpusWithout => is(elsewhere[1] > elsewhere[0]),
    })
}

/// The logarithm of the odds that the hyphen is the word's own, in hundredths.
pub(crate) fn odds(signs: [i32; SIGNS]) -> i32 {
    let sum: i64 = signs
        .iter()
        .zip(WEIGHTS)
        .map(|(&sign, (_, weight))| i64::from(sign) * weight)
        .sum();
    i32::try_from(sum / 1000).unwrap_or_default()
}
