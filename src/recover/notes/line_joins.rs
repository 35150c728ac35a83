//! Whether one line continues another.

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use rustc_hash::FxHashMap;

use super::announced_numbers::{ANNOUNCES, announcement_cost};
use crate::recover::page::source_layout::SourceLayout;
use crate::text::sentences::{ends_in_hyphen, ends_sentence};

/// A word leans on the next one if the text has it at least this often without
/// punctuation after it, and hardly ever with it: articles, prepositions, conjunctions.
const LEANING: u32 = 8;

/// A leaning word may have punctuation after it once in this many times.
const LEANING_ENDED: u32 = 50;

// Costs in hundredths of a nat; negative if lines belong together.

/// A hyphen and the rest of the word, or "page" and its number.
const DIVIDED: i32 = -300;
/// A hyphen without the rest of a word.
const DIVIDED_IN_VAIN: i32 = 250;
/// A lower-case letter after the end of a sentence.
const SMALL_AFTER_END: i32 = 250;
/// A lower-case letter in mid-sentence.
const SMALL: i32 = -100;
/// Anything else in mid-sentence: a name, or another text.
const LARGE: i32 = 100;
/// Added for a word that leans on the next.
const LEANS: i32 = -150;
/// Added for a comma.
const COMMA: i32 = -30;

/// How the solid lines of a text continue each other, by line number.
#[derive(Debug)]
pub(crate) struct LineJoins {
    lines: Vec<LineEnds>,
}

/// How a line begins and ends.
#[derive(Debug, Clone, Copy)]
struct LineEnds {
    begins: LineStart,
    ends: LineEnd,
    /// It ends in a comma.
    comma: bool,
    /// Its last word leans on the next.
    leans: bool,
    /// Its last words announce a number.
    announces: bool,
}

/// What a line begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineStart {
    Small,
    Figure,
    Other,
}

/// What a line ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineEnd {
    /// A hyphen after a letter.
    Hyphen,
    /// The end of a sentence.
    Sentence,
    /// Anything else.
    Open,
}

impl LineJoins {
    /// Classifies both ends of all lines; the text itself shows which words lean on
    /// others.
    pub(crate) fn new(source: &SourceLayout<'_>) -> Self {
        let words = LeaningWords::count(source);
        let lines = (0..source.solid_lines.len()).into_par_iter().map(|line_no| {
            let line = source.words(line_no);
            let last = line.rsplit(char::is_whitespace).next().unwrap_or_default();
            LineEnds {
                begins: match line.chars().find(|c| c.is_alphanumeric()) {
                    Some(c) if c.is_lowercase() => LineStart::Small,
                    Some(c) if c.is_ascii_digit() => LineStart::Figure,
                    _ => LineStart::Other,
                },
                ends: match () {
                    () if ends_in_hyphen(line) => LineEnd::Hyphen,
                    () if ends_sentence(line) => LineEnd::Sentence,
                    () => LineEnd::Open,
                },
                comma: last.ends_with(','),
                leans: words.is_leaning(last),
                announces: announcement_cost(line) >= ANNOUNCES,
            }
        });
        Self { lines: lines.collect() }
    }

    /// The cost of one line following another in running text.
    pub(crate) fn join_cost(&self, before: usize, after: usize) -> i32 {
        let line = self.lines[before];
        match (line.ends, self.lines[after].begins) {
            (LineEnd::Hyphen, LineStart::Small) => DIVIDED,
            (LineEnd::Hyphen, _) => DIVIDED_IN_VAIN,
            (LineEnd::Sentence, LineStart::Small) => SMALL_AFTER_END,
            (LineEnd::Sentence, _) => 0,
            (LineEnd::Open, LineStart::Figure) if line.announces => DIVIDED,
            (LineEnd::Open, begins) => {
                let leans = line.leans && begins != LineStart::Figure;
                let case = if begins == LineStart::Small { SMALL } else { LARGE };
                case + if leans { LEANS } else { 0 } + if line.comma { COMMA } else { 0 }
            }
        }
    }

    /// Whether a line ends a sentence and announces no number.
    pub(crate) fn is_closed(&self, line_no: usize) -> bool {
        self.lines[line_no].ends == LineEnd::Sentence && !self.lines[line_no].announces
    }
}

/// How often words of the text have punctuation after them.
struct LeaningWords<'a> {
    /// For every word, how often it occurs without and with punctuation after it.
    words: FxHashMap<&'a str, (u32, u32)>,
}

impl<'a> LeaningWords<'a> {
    /// Counts the words of a text.
    fn count(source: &SourceLayout<'a>) -> Self {
        let mut words: FxHashMap<&str, (u32, u32)> = FxHashMap::default();
        for line_no in 0..source.solid_lines.len() {
            for word in source.words(line_no).split_whitespace() {
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

    /// Whether a word needs another one after it.
    fn is_leaning(&self, word: &str) -> bool {
        self.words.get(word).is_some_and(|&(free, ended)| {
            free >= LEANING && ended.saturating_mul(LEANING_ENDED) <= free
        })
    }
}

/// Punctuation that separates.
fn is_point(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '…')
}
