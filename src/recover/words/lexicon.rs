//! What the words of a text cost: how often each occurs, and how much an unknown string
//! looks like a word.
//!
//! A word costs the negative logarithm of its share in the text. A string that does not
//! occur costs the sum of its letters, each predicted from the three before it by the
//! words of the text (Witten & Bell 1991, method C). This is the unigram model of
//! Goldwater, Griffiths & Johnson 2009 with fixed counts; the words that occur once
//! estimate how many words are new (Good 1953).
//!
//! A short text has few words. So the lexicon also has the words that many books of the
//! language have: they may count as occurring once.
//!
//! All costs are in hundredths of a nat.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::corpus::{WordCounts, count_word};
use crate::text::language::Language;
use crate::text::letters;
use crate::text::odds::ln_hundredths;

/// Words that many books have: each line has a language and some of its words.
const KNOWN_WORDS: &str = include_str!("lexicon.txt");

/// Added to the number of words that occur once, so that short texts expect new words.
const NEW_WORDS: u64 = 20;

/// A letter is predicted from this many letters before it.
const HISTORY: usize = 3;

/// Longer words, in letters, are often several words run together: they do not train the
/// letter model.
const LONGEST_TEACHER: usize = 16;

/// One word of ten in the vocabulary of a text has more letters.
const LONG_WORD: usize = 11;

/// The same share in German.
const LONG_CHAIN: usize = 16;

/// The unit of letter probabilities.
const ONE: u64 = 1 << 32;

/// Size of the alphabet: it sets the cost of a letter that never occurred.
const ALPHABET: u64 = 60;

/// Marks the beginning of a word.
const OPENS: char = '\u{2}';

/// Marks the end of a word.
const ENDS: char = '\u{3}';

/// Up to four consecutive letters, each in [`LETTER`] bits, the last one lowest: the
/// context of a letter (its *history*), or the context and the letter.
type LetterContext = u64;

/// Bits of a letter: four letters fill 64 bits. All characters beyond the Basic
/// Multilingual Plane count as one letter.
const LETTER: usize = 16;

/// The history at the beginning of a word.
const OPENING: LetterContext =
    ((OPENS as u64) << LETTER | OPENS as u64) << LETTER | OPENS as u64;

/// Counts of a letter context.
#[derive(Debug, Clone, Copy, Default)]
struct ContextCounts {
    /// How often it occurred.
    times: u32,
    /// How many different letters followed it.
    kinds: u32,
}

/// The words of a text, with their costs.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    /// How often each word occurs, in lower case.
    words: WordCounts,
    /// How many words there are, with repetitions.
    total: u64,
    /// How many words occur once.
    once: u64,
    /// The letter model, trained when it is first needed.
    letters: OnceLock<LetterModel>,
    /// Words of the language, whether the text has them or not.
    known: FxHashSet<&'static str>,
    /// The language forms compounds of any length.
    chains: bool,
}

impl Lexicon {
    /// An empty lexicon that knows the words which many books of the language have.
    pub(crate) fn with_language(language: Option<&Language>) -> Self {
        let mut lexicon = Self::default();
        let Some(language) = language else { return lexicon };
        lexicon.chains = language.primary() == "de";
        let lines = KNOWN_WORDS.lines().filter_map(|line| line.split_once(' '));
        for (_, words) in lines.filter(|(of, _)| *of == language.primary()) {
            lexicon.known.extend(words.split(' '));
        }
        lexicon
    }

    /// Whether many books of the language have a word.
    pub(crate) fn is_known(&self, word: &str) -> bool {
        self.known.contains(&*letters::small(word))
    }

    /// Whether many books have a word that may also be part of a run without spaces. A
    /// word without a vowel is what precedes an apostrophe (`ch'`), so it may not.
    pub(crate) fn is_known_alone(&self, word: &str) -> bool {
        let consonant = |c: char| c.is_ascii_alphabetic() && !"aeiouyAEIOUY".contains(c);
        !word.chars().all(consonant) && self.is_known(word)
    }

    /// Few words of the language have more letters.
    pub(crate) fn long_word(&self) -> usize {
        if self.chains { LONG_CHAIN } else { LONG_WORD }
    }

    /// Whether the language forms compounds.
    pub(crate) fn forms_compounds(&self) -> bool {
        self.chains
    }

    /// Adds an occurrence of a word.
    pub(crate) fn add_word(&mut self, word: &str) {
        self.total += 1;
        let word = letters::small(word);
        match count_word(&word, &mut self.words) {
            1 => {
                self.once += 1;
                if let Some(spelling) =
                    self.letters.get_mut().filter(|_| trains_letters(&word))
                {
                    spelling.learn_word(&word);
                }
            }
            2 => self.once -= 1,
            _ => {}
        }
    }

    /// How often a word occurs.
    pub(crate) fn count(&self, word: &str) -> u32 {
        self.words.get(&*letters::small(word)).copied().unwrap_or_default()
    }

    /// The cost of a word if `own` of its occurrences do not count.
    pub(crate) fn word_cost(&self, word: &str, own: u32) -> i32 {
        self.cost_of_count(self.count(word).saturating_sub(own), self.spelling_cost(word))
    }

    /// Like [`Self::word_cost`], but a word `known` from elsewhere counts as occurring.
    pub(crate) fn word_cost_if_known(&self, known: bool, word: &str, own: u32) -> i32 {
        let seen = self.count(word).saturating_sub(own).max(u32::from(known));
        self.cost_of_count(seen, self.spelling_cost(word))
    }

    /// The cost of a word as a new one, by the letters of all others.
    pub(crate) fn new_word_cost(&self, word: &str) -> i32 {
        self.spelling_cost_without_self(&word.to_lowercase()) + self.novelty_cost()
    }

    /// The cost of a word being new.
    fn novelty_cost(&self) -> i32 {
        let new = self.once + NEW_WORDS;
        ln_hundredths(self.total + new) - ln_hundredths(new)
    }

    /// The cost of a word's letters.
    fn spelling_cost(&self, word: &str) -> i32 {
        if word.is_empty() {
            return 0;
        }
        let mut walk = LetterWalk::new(self.letter_model());
        let letters = word.chars().flat_map(char::to_lowercase).chain([ENDS]);
        letters.map(|letter| walk.step_cost(letter, 0)).sum()
    }

    /// The cost of each prefix of a word as a word of its own, shortest first. Known
    /// words count as occurring once, because a text that lost its spaces shows few
    /// words.
    pub(crate) fn prefix_costs(&self, word: &str) -> Vec<i32> {
        let mut end = 0;
        let letters = word.chars();
        self.prefix_spelling_costs(word)
            .into_iter()
            .zip(letters)
            .map(|((_, spelt), letter)| {
                end += letter.len_utf8();
                let beginning = &word[..end];
                let known = u32::from(self.is_known_alone(beginning));
                self.cost_of_count(self.count(beginning).max(known), spelt)
            })
            .collect()
    }

    /// The cost of a word's letters, predicted from all other words.
    pub(crate) fn spelling_cost_without_self(&self, word: &str) -> i32 {
        let own = u32::from(self.words.contains_key(word) && trains_letters(word));
        let mut walk = LetterWalk::new(self.letter_model());
        let letters = word.chars().chain([ENDS]);
        letters.map(|letter| walk.step_cost(letter, own)).sum()
    }

    /// The cost of a word that occurs `seen` times and whose letters cost `spelt`.
    fn cost_of_count(&self, seen: u32, spelt: i32) -> i32 {
        let new = self.once + NEW_WORDS;
        let all = ln_hundredths(self.total + new);
        let as_new = spelt + self.novelty_cost();
        match seen {
            0 => as_new,
            seen => as_new.min(all - ln_hundredths(u64::from(seen))),
        }
    }

    /// For each prefix of a word the cost of its letters: as a prefix, and as a whole
    /// word.
    fn prefix_spelling_costs(&self, word: &str) -> Vec<(i32, i32)> {
        let mut walk = LetterWalk::new(self.letter_model());
        let mut sum = 0;
        word.chars()
            .flat_map(char::to_lowercase)
            .map(|letter| {
                sum += walk.step_cost(letter, 0);
                (sum, sum + walk.clone().step_cost(ENDS, 0))
            })
            .collect()
    }

    /// The letter model of its words.
    fn letter_model(&self) -> &LetterModel {
        self.letters.get_or_init(|| {
            let mut spelling = LetterModel::default();
            self.words
                .keys()
                .filter(|word| trains_letters(word))
                .for_each(|word| spelling.learn_word(word));
            spelling
        })
    }
}

/// Whether a word trains the letter model.
fn trains_letters(word: &str) -> bool {
    word.chars().nth(LONGEST_TEACHER).is_none()
}

/// Counts of up to four consecutive letters; the empty context counts all letters.
#[derive(Debug, Default)]
struct LetterModel(FxHashMap<LetterContext, ContextCounts>);

impl LetterModel {
    /// Trains the model with a word.
    fn learn_word(&mut self, word: &str) {
        let mut history = OPENING;
        let mut all = 0;
        for known in 1..=HISTORY {
            self.0.entry(last_letters(history, known)).or_default().times += 1;
        }
        for letter in word.chars().chain([ENDS]) {
            for known in 0..=HISTORY {
                let past = last_letters(history, known);
                let seen = self.0.entry(append_letter(past, letter)).or_default();
                seen.times += 1;
                if seen.times == 1 {
                    self.0.entry(past).or_default().kinds += 1;
                }
            }
            all += 1;
            history = shift_letter(history, letter);
        }
        self.0.entry(0).or_default().times += all;
    }

    /// The counts of a context.
    fn counts(&self, letters: LetterContext) -> ContextCounts {
        self.0.get(&letters).copied().unwrap_or_default()
    }
}

/// Walks along the letters of a word and predicts each.
#[derive(Debug, Clone)]
struct LetterWalk<'a> {
    spelling: &'a LetterModel,
    history: LetterContext,
    /// Counts of the empty context, of the last letter, of the last two, and so on.
    past: [ContextCounts; HISTORY + 1],
}

impl<'a> LetterWalk<'a> {
    /// Starts before the first letter.
    fn new(spelling: &'a LetterModel) -> Self {
        let past =
            std::array::from_fn(|known| spelling.counts(last_letters(OPENING, known)));
        Self { spelling, history: OPENING, past }
    }

    /// The cost of the next letter, if the word itself was counted `own` times.
    fn step_cost(&mut self, letter: char, own: u32) -> i32 {
        let mut share = ONE / ALPHABET;
        let mut next = [self.past[0]; HISTORY + 1];
        let mut known_enough = true;
        // From the empty context to the longest: each takes the share of unseen letters
        // from the shorter one.
        for (known, past) in self.past.into_iter().enumerate() {
            let with = append_letter(last_letters(self.history, known), letter);
            // A context that never occurred has no longer ones either.
            let seen = if past.times > 0 {
                self.spelling.counts(with)
            } else {
                ContextCounts::default()
            };
            if let Some(next) = next.get_mut(known + 1) {
                *next = seen;
            }
            known_enough &= past.times > own;
            if known_enough {
                let kinds =
                    u64::from(past.kinds) - u64::from((1..=own).contains(&seen.times));
                let (all, seen) =
                    (u64::from(past.times - own), seen.times.saturating_sub(own));
                share = (u64::from(seen) * ONE + kinds * share) / (all + kinds);
            }
        }
        self.past = next;
        self.history = shift_letter(self.history, letter);
        ln_hundredths(ONE) - ln_hundredths(share)
    }
}

/// The last `known` letters of a history; the others are cleared.
fn last_letters(history: LetterContext, known: usize) -> LetterContext {
    history & ((1 << (LETTER * known)) - 1)
}

/// A history followed by a letter.
fn append_letter(past: LetterContext, letter: char) -> LetterContext {
    past << LETTER | letter_bits(letter)
}

/// A history one letter further on.
fn shift_letter(history: LetterContext, letter: char) -> LetterContext {
    last_letters(history << LETTER | letter_bits(letter), HISTORY)
}

/// The bits of a letter.
fn letter_bits(letter: char) -> u64 {
    u64::from(u16::try_from(u32::from(letter)).unwrap_or(u16::MAX))
}
