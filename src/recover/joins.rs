//! Whether one line goes on from another.

use rustc_hash::FxHashMap;

use super::announced::{ANNOUNCES, announces_number};
use super::pages::Sheet;
use crate::text::letters::DIVIDING;

/// A word leans on the next one if the text has it without a point at least this often
/// and hardly ever with one: articles, prepositions, conjunctions.
const LEANING: u32 = 8;

/// One time in this many a leaning word may have a point behind it.
const LEANING_ENDED: u32 = 50;

// Costs in hundredths of a nat; negative where lines belong together.

/// A hyphen with the rest of the word, or "page" with its number.
const DIVIDED: i32 = -300;
/// A hyphen without.
const DIVIDED_IN_VAIN: i32 = 250;
/// A small letter after the end of a sentence.
const SMALL_AFTER_END: i32 = 250;
/// A small letter in mid-sentence.
const SMALL: i32 = -100;
/// Anything else in mid-sentence: a name, or another text.
const LARGE: i32 = 100;
/// A word that leans on the next, added to these.
const LEANS: i32 = -150;
/// A comma, added to these.
const COMMA: i32 = -30;

/// What the text itself says about its words at line ends.
#[derive(Debug, Default)]
pub(super) struct Joins<'a> {
    /// For every word how often it stands without a point behind it, and how often with.
    words: FxHashMap<&'a str, (u32, u32)>,
}

impl<'a> Joins<'a> {
    /// Counts the words of a text.
    pub(super) fn new(sheet: &Sheet<'a>) -> Self {
        let mut joins = Self::default();
        for rank in 0..sheet.solid.len() {
            for word in sheet.words(rank).split_whitespace() {
                let bare = word.trim_end_matches(is_point);
                let (free, ended) = joins.words.entry(bare).or_default();
                if bare.len() == word.len() {
                    *free += 1;
                } else {
                    *ended += 1;
                }
            }
        }
        joins
    }

    /// Cost of one line following another in running text.
    pub(super) fn cost(&self, before: &str, after: &str) -> i32 {
        let first = after.chars().find(|c| c.is_alphanumeric());
        let small = first.is_some_and(char::is_lowercase);
        if ends_in_hyphen(before) {
            return if small { DIVIDED } else { DIVIDED_IN_VAIN };
        }
        if ends_sentence(before) {
            return if small { SMALL_AFTER_END } else { 0 };
        }
        let last = before.rsplit(char::is_whitespace).next().unwrap_or_default();
        let figure = first.is_some_and(|c| c.is_ascii_digit());
        if figure && announces_number(before) >= ANNOUNCES {
            return DIVIDED;
        }
        let leans = if self.leans(last) && !figure { LEANS } else { 0 };
        let comma = if last.ends_with(',') { COMMA } else { 0 };
        leans + comma + if small { SMALL } else { LARGE }
    }

    /// Whether a word wants another behind it.
    fn leans(&self, word: &str) -> bool {
        self.words.get(word).is_some_and(|&(free, ended)| {
            free >= LEANING && ended.saturating_mul(LEANING_ENDED) <= free
        })
    }
}

/// Punctuation that parts.
fn is_point(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '…')
}

/// Whether a line ends in a hyphen behind a letter.
fn ends_in_hyphen(line: &str) -> bool {
    let mut letters = line.chars().rev();
    letters.next().is_some_and(|c| DIVIDING.contains(&c))
        && letters.next().is_some_and(char::is_alphabetic)
}

/// Whether a line ends as sentences do; an initial (`M.`) ends none.
pub(super) fn ends_sentence(line: &str) -> bool {
    let mut letters = line.chars().rev();
    if letters.next() == Some('.')
        && letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_none_or(char::is_whitespace)
    {
        return false;
    }
    let end = line.trim_end_matches(|c: char| {
        matches!(c, '”' | '"' | '»' | '’' | '\'' | ')' | ']' | '“') || c.is_ascii_digit()
    });
    end.ends_with(['.', '!', '?', '…', ':'])
}

/// Whether a line ends as references do: in a number.
pub(super) fn ends_in_number(line: &str) -> bool {
    line.ends_with(|c: char| c.is_ascii_digit())
}
