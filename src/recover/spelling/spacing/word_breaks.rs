//! Words broken in two.
//!
//! Costs and gains are in hundredths of a nat.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::word_lines::{LineEnding, LineWord, WordLine, is_elision};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::words::corpus::Corpus;
use crate::recover::words::lexicon::Lexicon;
use crate::text::odds::ln_hundredths;
use crate::text::span::Span;

/// Least gain of a break that is clear enough to count for the frequency of breaks.
const PLAIN_BREAK: i32 = 200;

/// A word of the corpus is known if the other documents have it twice: once may be a
/// fragment.
const TWICE: u32 = 2;

/// Where a word may be broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BreakPlace {
    /// From one row to the next, without a hyphen.
    LineEnd,
    /// From one row to the next, with a hyphen after a space.
    SpacedHyphen,
    /// Inside a row, where the measure is full: the extraction joined two lines.
    HiddenLineEnd,
    /// After an f, whose ligature with the next letter was one glyph, or after such a
    /// ligature.
    Ligature,
    /// Anywhere else inside a row.
    Inside,
}

impl BreakPlace {
    pub(crate) const ALL: [Self; 5] = [
        Self::LineEnd,
        Self::SpacedHyphen,
        Self::HiddenLineEnd,
        Self::Ligature,
        Self::Inside,
    ];

    /// Counts the places of this kind in a stream.
    pub(crate) fn count_places(self, lines: &[WordLine<'_>]) -> usize {
        let ends =
            |ending: LineEnding| lines.iter().filter(|l| l.ends_with == ending).count();
        match self {
            Self::LineEnd => ends(LineEnding::Word),
            Self::SpacedHyphen => ends(LineEnding::SpacedHyphen),
            Self::HiddenLineEnd => lines.iter().map(|line| line.hidden_ends.len()).sum(),
            Self::Ligature => {
                let words = lines.iter().flat_map(|line| &line.words);
                words.filter(|word| word.is_spaced() && ends_in_f(word.letters)).count()
            }
            // The share is never used: such words must be clear by themselves.
            Self::Inside => 0,
        }
    }

    /// The log odds that a word is broken at such a place, by how many clearly are. In
    /// texts of known wording half of the breaks are clear.
    pub(crate) fn break_odds(self, plain: usize, places: usize) -> i32 {
        /// Added to the number of places, so that few places mean little.
        const PADDING: u64 = 20;
        /// If nothing shows that words are broken, one place in 10,000 is.
        const NEVER: i32 = -921;
        let (plain, places) = (plain as u64, places as u64);
        // With a hyphen the only question is whether it is a dash.
        let (most, padding) = match self {
            Self::SpacedHyphen => (980, 2),
            _ => (500, PADDING),
        };
        if plain == 0 || self == Self::Inside {
            return NEVER;
        }
        let share = (plain * 2 * 1000 / (places + padding)).clamp(1, most);
        ln_hundredths(share) - ln_hundredths(1000 - share)
    }
}

/// Whether a word ends in the beginning of a ligature, or in a whole one (`dif ícil`, `fi
/// n`).
fn ends_in_f(letters: &str) -> bool {
    ["f", "fi", "fl"].iter().any(|end| letters.ends_with(end))
}

/// Two words that may be one.
pub(crate) struct WordBreak<'a> {
    pub(crate) place: BreakPlace,
    left: &'a LineWord<'a>,
    right: &'a LineWord<'a>,
    /// The cost of the two words minus that of the joined word.
    pub(crate) gain: i32,
    /// How often the joined word occurs, here or elsewhere.
    pub(crate) seen: u32,
    /// How many of the halves occur nowhere else.
    unknown_halves: usize,
    /// The row of the left half.
    row: Span,
}

impl WordBreak<'_> {
    /// Whether the two are clearly one word: the joined word occurs elsewhere, and one of
    /// its halves does not.
    pub(crate) fn is_plain(&self) -> bool {
        self.seen > 0 && self.unknown_halves > 0 && self.gain > PLAIN_BREAK
    }

    /// Whether it is clear even in a text with hardly any breaks: the joined word occurs
    /// twice, or neither half occurs.
    pub(crate) fn is_plain_alone(&self) -> bool {
        self.is_plain() && (self.seen > 1 || self.unknown_halves == 2)
    }

    /// Where the row of the left half ends.
    pub(crate) fn line_end(&self) -> u32 {
        self.row.end
    }

    /// The white space between the halves, if nothing else is between them.
    pub(crate) fn gap(&self) -> Option<Span> {
        self.left.gap_in(self.row)
    }

    pub(crate) fn make_finding(&self, gap: Span, confidence: u16) -> Diagnostic {
        let (left, right) = (&self.left.letters, &self.right.letters);
        let message = format!("'{left}' and '{right}' are joined to '{left}{right}'");
        let hint = format!("or '{left} {right}', two words");
        Diagnostic::new(codes::BROKEN_WORD, Severity::Note, message)
            .at(gap)
            .confidence(confidence)
            .hint(hint)
    }
}

/// Finds all pairs of words in a stream that may be one.
pub(crate) fn find_breaks<'a>(
    lines: &'a [WordLine<'a>],
    lexicon: &Lexicon,
    corpus: &Corpus,
) -> Vec<WordBreak<'a>> {
    let of_line = |(at, line): (usize, &'a WordLine<'a>)| {
        let mut breaks = Vec::new();
        for (place, pair) in line.words.windows(2).enumerate() {
            let kind = if line.hidden_ends.binary_search(&place).is_ok() {
                BreakPlace::HiddenLineEnd
            } else if ends_in_f(pair[0].letters) {
                BreakPlace::Ligature
            } else {
                BreakPlace::Inside
            };
            if !pair[0].is_spaced() {
                continue;
            }
            let found = weigh_break(kind, line, &pair[0], &pair[1], lexicon, corpus);
            breaks
                .extend(found.filter(|one| kind != BreakPlace::Inside || one.is_plain()));
        }
        let kind = match line.ends_with {
            LineEnding::Word => BreakPlace::LineEnd,
            LineEnding::SpacedHyphen => BreakPlace::SpacedHyphen,
            LineEnding::Other => return breaks,
        };
        let next = lines.get(at + 1).filter(|next| next.begins_with_word);
        let right = next.and_then(|next| next.words.first());
        if let (Some(left), Some(right)) = (line.words.last(), right) {
            breaks.extend(weigh_break(kind, line, left, right, lexicon, corpus));
        }
        breaks
    };
    lines.par_iter().enumerate().flat_map_iter(of_line).collect()
}

/// Weighs two words as one, if they can be.
fn weigh_break<'a>(
    place: BreakPlace,
    line: &WordLine<'_>,
    left: &'a LineWord<'a>,
    right: &'a LineWord<'a>,
    lexicon: &Lexicon,
    corpus: &Corpus,
) -> Option<WordBreak<'a>> {
    let goes_on = right.letters.starts_with(char::is_lowercase);
    if !goes_on || left.letters.ends_with(is_elision) {
        return None;
    }
    // A single letter belongs to a letter-spaced word, and a single f to a ligature.
    let lone = |word: &LineWord<'_>| word.letters.chars().nth(1).is_none();
    if place != BreakPlace::Ligature && (lone(left) || lone(right)) {
        return None;
    }
    // Most pairs of words end here.
    let seen_apart = |word: &LineWord<'_>| lexicon.count(word.letters) > word.own_count();
    if place == BreakPlace::Inside && (seen_apart(left) || seen_apart(right)) {
        return None;
    }
    let whole = format!("{}{}", left.letters, right.letters);
    // If the text has the joined word, the text alone decides.
    let here = lexicon.count(&whole);
    let elsewhere = here == 0;
    // A part that is far rarer than the whole is what others broke off it.
    let knows =
        |word: &str| lexicon.is_known(word) || corpus.count_beside(word, &whole) >= TWICE;
    let unknown = |word: &&LineWord<'_>| {
        // A single f is half of a ligature, however often the text has it.
        let f = place == BreakPlace::Ligature && word.letters == "f";
        let is_known = seen_apart(word) || elsewhere && knows(word.letters);
        f || !is_known
    };
    let unknown_halves = [left, right].into_iter().filter(unknown).count();
    if place == BreakPlace::Inside && unknown_halves < 2 {
        return None;
    }
    let seen = here.max(u32::from(elsewhere && knows(&whole)));
    // Two known words do not make a new one, unless a hyphen says so.
    if unknown_halves == 0 && seen == 0 && place != BreakPlace::SpacedHyphen {
        return None;
    }
    let cost = |word: &str, own: u32| {
        lexicon.word_cost_if_known(elsewhere && knows(word), word, own)
    };
    let left_own =
        if unknown(&left) { lexicon.count(left.letters) } else { left.own_count() };
    let halves = cost(left.letters, left_own) + cost(right.letters, right.own_count());
    Some(WordBreak {
        place,
        left,
        right,
        gain: halves - cost(&whole, 0),
        seen,
        unknown_halves,
        row: line.row,
    })
}
