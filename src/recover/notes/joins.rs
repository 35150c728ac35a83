//! Whether one line goes on from another.

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rustc_hash::FxHashMap;

use super::announced::{ANNOUNCES, announces_number};
use crate::recover::page::pages::Sheet;
use crate::text::sentences::{ends_in_hyphen, ends_sentence};

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

/// How the solid lines of a text go on from one another, by rank.
#[derive(Debug)]
pub(crate) struct Joins {
    lines: Vec<Line>,
}

/// How a line begins and ends.
#[derive(Debug, Clone, Copy)]
struct Line {
    begins: Begin,
    ends: End,
    /// It ends in a comma.
    comma: bool,
    /// Its last word leans on the next.
    leans: bool,
    /// Its last words announce a number.
    announces: bool,
}

/// What a line begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begin {
    Small,
    Figure,
    Other,
}

/// What a line ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// A hyphen behind a letter.
    Hyphen,
    /// What sentences end with.
    Sentence,
    /// Anything else.
    Open,
}

impl Joins {
    /// Looks at the ends of the lines; the text itself says which words lean on others.
    pub(crate) fn new(sheet: &Sheet<'_>) -> Self {
        let words = Words::of(sheet);
        let lines = (0..sheet.solid.len()).into_par_iter().map(|rank| {
            let line = sheet.words(rank);
            let last = line.rsplit(char::is_whitespace).next().unwrap_or_default();
            Line {
                begins: match line.chars().find(|c| c.is_alphanumeric()) {
                    Some(c) if c.is_lowercase() => Begin::Small,
                    Some(c) if c.is_ascii_digit() => Begin::Figure,
                    _ => Begin::Other,
                },
                ends: match () {
                    () if ends_in_hyphen(line) => End::Hyphen,
                    () if ends_sentence(line) => End::Sentence,
                    () => End::Open,
                },
                comma: last.ends_with(','),
                leans: words.leans(last),
                announces: announces_number(line) >= ANNOUNCES,
            }
        });
        Self { lines: lines.collect() }
    }

    /// Cost of one line following another in running text.
    pub(crate) fn cost(&self, before: usize, after: usize) -> i32 {
        let line = self.lines[before];
        match (line.ends, self.lines[after].begins) {
            (End::Hyphen, Begin::Small) => DIVIDED,
            (End::Hyphen, _) => DIVIDED_IN_VAIN,
            (End::Sentence, Begin::Small) => SMALL_AFTER_END,
            (End::Sentence, _) => 0,
            (End::Open, Begin::Figure) if line.announces => DIVIDED,
            (End::Open, begins) => {
                let leans = line.leans && begins != Begin::Figure;
                let case = if begins == Begin::Small { SMALL } else { LARGE };
                case + if leans { LEANS } else { 0 } + if line.comma { COMMA } else { 0 }
            }
        }
    }

    /// Whether a line ends as sentences do, and announces no number.
    pub(crate) fn closed(&self, rank: usize) -> bool {
        self.lines[rank].ends == End::Sentence && !self.lines[rank].announces
    }
}

/// What the text itself says about its words at line ends.
struct Words<'a> {
    /// For every word how often it stands without a point behind it, and how often with.
    words: FxHashMap<&'a str, (u32, u32)>,
}

impl<'a> Words<'a> {
    /// Counts the words of a text.
    fn of(sheet: &Sheet<'a>) -> Self {
        let mut words: FxHashMap<&str, (u32, u32)> = FxHashMap::default();
        for rank in 0..sheet.solid.len() {
            for word in sheet.words(rank).split_whitespace() {
                let bare = word.trim_end_matches(is_point);
                let (free, ended) = words.entry(bare).or_default();
                if bare.len() == word.len() {
                    *free += 1;
                } else {
                    *ended += 1;
                }
            }
        }
        Self { words }
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
