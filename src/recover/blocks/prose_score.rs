//! How much a line reads like sentences, and so is no heading.
//!
//! Scores are hundredths of natural log odds, as in `row_weights.txt`.

use crate::recover::rows::row_ends::RowEnd;
use crate::text::numerals::Numbering;

/// Score of a line in small letters by the number of its words, up to 7, 13, 21, 34 and
/// more: where nothing ends a sentence, where one ends with the line, and where one ends
/// within it. Half the log odds, against those of any line, in the truth of 228 texts; the
/// labels know part of it.
const BY_PROSE: [[i32; 5]; 3] = [
    [0, -35, -90, -190, -190],
    [-60, -140, -140, -200, -200],
    [-150, -150, -215, -215, -215],
];
const WORDS_OF_PROSE: [usize; 5] = [7, 13, 21, 34, usize::MAX];

/// Fewest words of a line that counts as prose whatever its number.
const WORDS_OF_NUMBERED_PROSE: usize = 22;

/// Scores a line, as a heading, by how much it reads like sentences. Capitals, the word of a
/// division and the dashes between the parts of an argument are signs of a title, however
/// long.
pub(super) fn score_prose(words: &str, number: Option<&Numbering>) -> i32 {
    let count = words.split_whitespace().count();
    let is_named = words.starts_with(char::is_alphabetic);
    let is_numbered = |number: &Numbering| {
        number.keyword && is_named || count < WORDS_OF_NUMBERED_PROSE
    };
    let is_title = !words.contains(char::is_lowercase)
        || number.is_some_and(is_numbered)
        || has_argument_dash(words);
    if is_title {
        return 0;
    }
    let is_sentence = RowEnd::classify(words).is_sentence();
    let ends = if ends_within(words) { 2 } else { usize::from(is_sentence) };
    let length = WORDS_OF_PROSE.partition_point(|&most| most < count);
    BY_PROSE[ends][length]
}

/// Whether a line that begins with a number, not with the word of a division, is prose.
pub(super) fn is_numbered_prose(words: &str, number: &Numbering) -> bool {
    score_prose(words, Some(number)) < 0
}

/// Whether a dash is between a stop and another sentence, as between the parts of an
/// argument: `El puerto. — La partida.`
fn has_argument_dash(words: &str) -> bool {
    words.match_indices(['—', '–', '-']).any(|(at, _)| {
        let before = words[..at].trim_end_matches(['-', ' ', '\u{a0}']);
        before.ends_with('.')
    })
}

/// Whether a sentence ends within a line: a word of several small letters, a stop, and
/// another word.
fn ends_within(words: &str) -> bool {
    let mut words = words.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let stem = word.trim_end_matches(['"', '”', '»', ')', '’']);
        let stops = stem.ends_with(['.', '!', '?', ';']);
        let letters = stem.chars().rev().skip(1).take(3).filter(|c| c.is_lowercase());
        if stops && letters.count() == 3 && words.peek().is_some() {
            return true;
        }
    }
    false
}
