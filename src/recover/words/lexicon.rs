//! What the words of a text are worth: how often each is seen, and how much a string
//! that is not among them looks like one.
//!
//! A word costs the negative logarithm of its share in the text. A string that the text
//! has nowhere costs what its letters cost one after the other, each by the three before
//! it, as the words of the text have them (Witten & Bell 1991, method C). This is the
//! unigram model of Goldwater, Griffiths & Johnson 2009 with fixed counts; how many words
//! are new, those seen once tell (Good 1953).
//!
//! A short text has few words. So it is told those that many books of its language have:
//! they may count as seen where the text has them nowhere.
//!
//! All costs are in hundredths of a nat.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::corpus::{Counts, count_one};
use crate::text::language::Language;
use crate::text::letters;
use crate::text::odds::ln_hundredths;

/// Words that many books have: each line a language and some of them.
const KNOWN_WORDS: &str = include_str!("lexicon.txt");

/// What is added to the number of words seen once, so that short texts know new words.
const NEW_WORDS: u64 = 20;

/// Letters before a letter by which it is judged.
const HISTORY: usize = 3;

/// Words longer than this, in letters, are often several run together: they teach nothing
/// about letters.
const LONGEST_TEACHER: usize = 16;

/// One word of ten in a list of those that a text has is longer, in letters.
const LONG_WORD: usize = 11;

/// The same in German.
const LONG_CHAIN: usize = 16;

/// Probabilities of letters are counted in this unit.
const ONE: u64 = 1 << 32;

/// Letters that a text may be written with: what a letter that was never seen costs.
const ALPHABET: u64 = 60;

/// Stands before the first letter of a word.
const OPENS: char = '\u{2}';

/// Stands behind its last.
const ENDS: char = '\u{3}';

/// Some letters of a word one behind the other, each in [`LETTER`] bits, the last lowest:
/// those before a letter (a *history*), or these and the letter.
type Letters = u64;

/// Bits of a letter: with three before it, it fills a word of the machine. Those beyond the
/// basic plane of Unicode are one letter.
const LETTER: usize = 16;

/// Before a word nothing has been said.
const OPENING: Letters =
    ((OPENS as u64) << LETTER | OPENS as u64) << LETTER | OPENS as u64;

/// What was seen of some letters.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// How often they came. As often, unless a word ended with them, came another.
    times: u32,
    /// How many different ones came behind them.
    kinds: u32,
}

/// The words of a text.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    /// How often each word was seen, in small letters.
    words: Counts,
    /// How many words were seen, repeated ones as often as they were.
    total: u64,
    /// How many words were seen once.
    once: u64,
    /// What was seen of their letters, once somebody has asked.
    letters: OnceLock<Spelling>,
    /// Words of the language, whether the text has them or not.
    known: FxHashSet<&'static str>,
    /// The language makes words of any length.
    chains: bool,
}

impl Lexicon {
    /// No words but those that many books of a language have.
    pub(crate) fn of(language: Option<&Language>) -> Self {
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
    pub(crate) fn knows(&self, word: &str) -> bool {
        self.known.contains(&*letters::small(word))
    }

    /// The same for a word that may stand among others without a space: one without a
    /// vowel is what is left before an apostrophe (`ch'`).
    pub(crate) fn knows_alone(&self, word: &str) -> bool {
        let consonant = |c: char| c.is_ascii_alphabetic() && !"aeiouyAEIOUY".contains(c);
        !word.chars().all(consonant) && self.knows(word)
    }

    /// Few words of the language have more letters.
    pub(crate) fn long_word(&self) -> usize {
        if self.chains { LONG_CHAIN } else { LONG_WORD }
    }

    /// Whether the language makes one word of two.
    pub(crate) fn chains(&self) -> bool {
        self.chains
    }

    /// Adds a word that was seen.
    pub(crate) fn add(&mut self, word: &str) {
        self.total += 1;
        let word = letters::small(word);
        match count_one(&word, &mut self.words) {
            1 => {
                self.once += 1;
                if let Some(spelling) = self.letters.get_mut().filter(|_| teaches(&word))
                {
                    spelling.learn(&word);
                }
            }
            2 => self.once -= 1,
            _ => {}
        }
    }

    /// How often a word was seen.
    pub(crate) fn seen(&self, word: &str) -> u32 {
        self.words.get(&*letters::small(word)).copied().unwrap_or_default()
    }

    /// What a word costs if `own` of the times that it was seen do not count.
    pub(crate) fn cost(&self, word: &str, own: u32) -> i32 {
        self.cost_of(self.seen(word).saturating_sub(own), self.spelt_whole(word))
    }

    /// The same; a word that is known from elsewhere counts as seen.
    pub(crate) fn cost_if(&self, known: bool, word: &str, own: u32) -> i32 {
        let seen = self.seen(word).saturating_sub(own).max(u32::from(known));
        self.cost_of(seen, self.spelt_whole(word))
    }

    /// What a word costs as one that is new, by the letters of all others.
    pub(crate) fn cost_as_new(&self, word: &str) -> i32 {
        self.letters_cost(&word.to_lowercase()) + self.price_of_new()
    }

    /// What it costs that a word is new.
    fn price_of_new(&self) -> i32 {
        let new = self.once + NEW_WORDS;
        ln_hundredths(self.total + new) - ln_hundredths(new)
    }

    /// What the letters of a word cost.
    fn spelt_whole(&self, word: &str) -> i32 {
        if word.is_empty() {
            return 0;
        }
        let mut walk = Walk::new(self.letters());
        let letters = word.chars().flat_map(char::to_lowercase).chain([ENDS]);
        letters.map(|letter| walk.on(letter, 0)).sum()
    }

    /// What each beginning of a word costs as a word of its own, shortest first. The words
    /// of the language count as seen once: a text that lost its spaces shows few.
    pub(crate) fn costs_of_beginnings(&self, word: &str) -> Vec<i32> {
        let mut end = 0;
        let letters = word.chars();
        self.spelt(word)
            .into_iter()
            .zip(letters)
            .map(|((_, spelt), letter)| {
                end += letter.len_utf8();
                let beginning = &word[..end];
                let known = u32::from(self.knows_alone(beginning));
                self.cost_of(self.seen(beginning).max(known), spelt)
            })
            .collect()
    }

    /// What the letters of a word cost by those of all other words.
    pub(crate) fn letters_cost(&self, word: &str) -> i32 {
        let own = u32::from(self.words.contains_key(word) && teaches(word));
        let mut walk = Walk::new(self.letters());
        let letters = word.chars().chain([ENDS]);
        letters.map(|letter| walk.on(letter, own)).sum()
    }

    /// The cost of a word seen this often, whose letters cost `spelt`.
    fn cost_of(&self, seen: u32, spelt: i32) -> i32 {
        let new = self.once + NEW_WORDS;
        let all = ln_hundredths(self.total + new);
        let as_new = spelt + self.price_of_new();
        match seen {
            0 => as_new,
            seen => as_new.min(all - ln_hundredths(u64::from(seen))),
        }
    }

    /// For each beginning of a word what its letters cost, with more to come and as a
    /// whole word.
    fn spelt(&self, word: &str) -> Vec<(i32, i32)> {
        let mut walk = Walk::new(self.letters());
        let mut sum = 0;
        word.chars()
            .flat_map(char::to_lowercase)
            .map(|letter| {
                sum += walk.on(letter, 0);
                (sum, sum + walk.clone().on(ENDS, 0))
            })
            .collect()
    }

    /// What was seen of the letters of its words.
    fn letters(&self) -> &Spelling {
        self.letters.get_or_init(|| {
            let mut spelling = Spelling::default();
            self.words
                .keys()
                .filter(|word| teaches(word))
                .for_each(|word| spelling.learn(word));
            spelling
        })
    }
}

/// Whether a word teaches how words are spelt.
fn teaches(word: &str) -> bool {
    word.chars().nth(LONGEST_TEACHER).is_none()
}

/// What was seen of up to four letters one behind the other; of none, of all letters.
#[derive(Debug, Default)]
struct Spelling(FxHashMap<Letters, Seen>);

impl Spelling {
    /// Learns from a word.
    fn learn(&mut self, word: &str) {
        let mut history = OPENING;
        let mut all = 0;
        for known in 1..=HISTORY {
            self.0.entry(last_of(history, known)).or_default().times += 1;
        }
        for letter in word.chars().chain([ENDS]) {
            for known in 0..=HISTORY {
                let past = last_of(history, known);
                let seen = self.0.entry(followed(past, letter)).or_default();
                seen.times += 1;
                if seen.times == 1 {
                    self.0.entry(past).or_default().kinds += 1;
                }
            }
            all += 1;
            history = shifted(history, letter);
        }
        self.0.entry(0).or_default().times += all;
    }

    /// What was seen of some letters.
    fn of(&self, letters: Letters) -> Seen {
        self.0.get(&letters).copied().unwrap_or_default()
    }
}

/// A walk along the letters of a word.
#[derive(Debug, Clone)]
struct Walk<'a> {
    spelling: &'a Spelling,
    history: Letters,
    /// What was seen of no letters, of the last one, of the last two, and so on.
    past: [Seen; HISTORY + 1],
}

impl<'a> Walk<'a> {
    /// Before the first letter.
    fn new(spelling: &'a Spelling) -> Self {
        let past = std::array::from_fn(|known| spelling.of(last_of(OPENING, known)));
        Self { spelling, history: OPENING, past }
    }

    /// What the next letter costs after three others, if the word that it stands in was
    /// itself counted so often.
    fn on(&mut self, letter: char, own: u32) -> i32 {
        let mut share = ONE / ALPHABET;
        let mut next = [self.past[0]; HISTORY + 1];
        let mut known_enough = true;
        // From no history to the longest: each takes what it has not seen from the
        // shorter one.
        for (known, past) in self.past.into_iter().enumerate() {
            let with = followed(last_of(self.history, known), letter);
            // What never came, comes with no other before it either.
            let seen =
                if past.times > 0 { self.spelling.of(with) } else { Seen::default() };
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
        self.history = shifted(self.history, letter);
        ln_hundredths(ONE) - ln_hundredths(share)
    }
}

/// The last letters of a history; the others are blanked out.
fn last_of(history: Letters, known: usize) -> Letters {
    history & ((1 << (LETTER * known)) - 1)
}

/// A history with a letter behind it.
fn followed(past: Letters, letter: char) -> Letters {
    past << LETTER | bits(letter)
}

/// A history one letter on.
fn shifted(history: Letters, letter: char) -> Letters {
    last_of(history << LETTER | bits(letter), HISTORY)
}

/// The bits of a letter.
fn bits(letter: char) -> u64 {
    u64::from(u16::try_from(u32::from(letter)).unwrap_or(u16::MAX))
}
