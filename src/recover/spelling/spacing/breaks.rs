//! Words that came out in two pieces.
//!
//! Costs and gains are in hundredths of a nat.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::lines::{Ending, Line, Word, is_elision};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::words::corpus::Corpus;
use crate::recover::words::lexicon::Lexicon;
use crate::text::odds::ln_hundredths;
use crate::text::span::Span;

/// What must speak for a word to be whole so that it tells how often words are broken.
const PLAIN_BREAK: i32 = 200;

/// A word of the other documents of a corpus is known if they have it twice: once it may
/// be a fragment.
const TWICE: u32 = 2;

/// Where a word may be broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// From one row to the next, without a hyphen.
    LineEnd,
    /// From one row to the next, with a hyphen after a space.
    SpacedHyphen,
    /// Inside a row, where the measure is full: the extraction joined two lines.
    HiddenLineEnd,
    /// Behind an f, whose ligature with the next letter was set as one glyph, or behind such
    /// a ligature.
    Ligature,
    /// Anywhere else inside a row.
    Inside,
}

impl Place {
    pub(crate) const ALL: [Self; 5] = [
        Self::LineEnd,
        Self::SpacedHyphen,
        Self::HiddenLineEnd,
        Self::Ligature,
        Self::Inside,
    ];

    /// How many such places a stream has.
    pub(crate) fn count(self, lines: &[Line<'_>]) -> usize {
        let ends =
            |ending: Ending| lines.iter().filter(|l| l.ends_with == ending).count();
        match self {
            Self::LineEnd => ends(Ending::Word),
            Self::SpacedHyphen => ends(Ending::SpacedHyphen),
            Self::HiddenLineEnd => lines.iter().map(|line| line.hidden_ends.len()).sum(),
            Self::Ligature => {
                let words = lines.iter().flat_map(|line| &line.words);
                words.filter(|word| word.is_spaced() && ends_in_f(word.letters)).count()
            }
            // The share is never asked for: such words must be plain by themselves.
            Self::Inside => 0,
        }
    }

    /// The odds that a word is broken at such a place, as a logarithm, by how many
    /// plainly are. Half of the breaks are plain, in texts of which the truth is known.
    pub(crate) fn odds(self, plain: usize, places: usize) -> i32 {
        /// What the places of a text are padded with, so that few say little.
        const PADDING: u64 = 20;
        /// Where nothing shows that words are broken, one place in 10,000 does it.
        const NEVER: i32 = -921;
        let (plain, places) = (plain as u64, places as u64);
        // With a hyphen the question is only whether it is a dash.
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

/// Whether a ligature may end with a word or stand on both sides of its end (`dif ícil`,
/// `fi n`).
fn ends_in_f(letters: &str) -> bool {
    ["f", "fi", "fl"].iter().any(|end| letters.ends_with(end))
}

/// Two words that may be one.
pub(crate) struct Break<'a> {
    pub(crate) place: Place,
    left: &'a Word<'a>,
    right: &'a Word<'a>,
    /// How much less the one word costs than the two.
    pub(crate) gain: i32,
    /// How often the one word was seen, here or elsewhere.
    pub(crate) seen: u32,
    /// How many of the halves were never seen elsewhere.
    unknown_halves: usize,
    /// The row of the left half.
    row: Span,
}

impl Break<'_> {
    /// Whether it is plain that this is one word: it is seen elsewhere, and one of
    /// its halves nowhere.
    pub(crate) fn is_plain(&self) -> bool {
        self.seen > 0 && self.unknown_halves > 0 && self.gain > PLAIN_BREAK
    }

    /// Whether it is plain even where words are hardly ever broken: the text has the word
    /// twice, or neither of its halves.
    pub(crate) fn is_plain_alone(&self) -> bool {
        self.is_plain() && (self.seen > 1 || self.unknown_halves == 2)
    }

    /// Where the row of the left half ends.
    pub(crate) fn line_end(&self) -> u32 {
        self.row.end
    }

    /// The white space between the halves, if nothing else parts them.
    pub(crate) fn gap(&self) -> Option<Span> {
        self.left.gap(self.row)
    }

    pub(crate) fn finding(&self, gap: Span, confidence: u16) -> Diagnostic {
        let (left, right) = (&self.left.letters, &self.right.letters);
        let message = format!("'{left}' and '{right}' are joined to '{left}{right}'");
        let hint = format!("or '{left} {right}', two words");
        Diagnostic::new(codes::BROKEN_WORD, Severity::Note, message)
            .at(gap)
            .confidence(confidence)
            .hint(hint)
    }
}

/// All that may be broken words in a stream.
pub(crate) fn breaks<'a>(
    lines: &'a [Line<'a>],
    lexicon: &Lexicon,
    corpus: &Corpus,
) -> Vec<Break<'a>> {
    let of_line = |(at, line): (usize, &'a Line<'a>)| {
        let mut breaks = Vec::new();
        for (place, pair) in line.words.windows(2).enumerate() {
            let kind = if line.hidden_ends.binary_search(&place).is_ok() {
                Place::HiddenLineEnd
            } else if ends_in_f(pair[0].letters) {
                Place::Ligature
            } else {
                Place::Inside
            };
            if !pair[0].is_spaced() {
                continue;
            }
            let found = one_break(kind, line, &pair[0], &pair[1], lexicon, corpus);
            breaks.extend(found.filter(|one| kind != Place::Inside || one.is_plain()));
        }
        let kind = match line.ends_with {
            Ending::Word => Place::LineEnd,
            Ending::SpacedHyphen => Place::SpacedHyphen,
            Ending::Other => return breaks,
        };
        let next = lines.get(at + 1).filter(|next| next.begins_with_word);
        let right = next.and_then(|next| next.words.first());
        if let (Some(left), Some(right)) = (line.words.last(), right) {
            breaks.extend(one_break(kind, line, left, right, lexicon, corpus));
        }
        breaks
    };
    lines.par_iter().enumerate().flat_map_iter(of_line).collect()
}

/// Two words as one, if they can be.
fn one_break<'a>(
    place: Place,
    line: &Line<'_>,
    left: &'a Word<'a>,
    right: &'a Word<'a>,
    lexicon: &Lexicon,
    corpus: &Corpus,
) -> Option<Break<'a>> {
    let goes_on = right.letters.starts_with(char::is_lowercase);
    if !goes_on || left.letters.ends_with(is_elision) {
        return None;
    }
    // A letter alone is of a letter-spaced word, and an f of a ligature.
    let lone = |word: &Word<'_>| word.letters.chars().nth(1).is_none();
    if place != Place::Ligature && (lone(left) || lone(right)) {
        return None;
    }
    // Most pairs of words end here.
    let seen_apart = |word: &Word<'_>| lexicon.seen(word.letters) > word.own();
    if place == Place::Inside && (seen_apart(left) || seen_apart(right)) {
        return None;
    }
    let whole = format!("{}{}", left.letters, right.letters);
    // A word that the text itself has is judged by the text alone.
    let here = lexicon.seen(&whole);
    let elsewhere = here == 0;
    let knows = |word: &str| lexicon.knows(word) || corpus.seen(word) >= TWICE;
    let unknown = |word: &&Word<'_>| {
        // An f alone is half of a ligature, however often the text has it so.
        let f = place == Place::Ligature && word.letters == "f";
        let is_known = seen_apart(word) || elsewhere && knows(word.letters);
        f || !is_known
    };
    let unknown_halves = [left, right].into_iter().filter(unknown).count();
    if place == Place::Inside && unknown_halves < 2 {
        return None;
    }
    let seen = here.max(u32::from(elsewhere && knows(&whole)));
    // Two words that the text knows are no new one, unless a hyphen says so.
    if unknown_halves == 0 && seen == 0 && place != Place::SpacedHyphen {
        return None;
    }
    let cost =
        |word: &str, own: u32| lexicon.cost_if(elsewhere && knows(word), word, own);
    let left_own = if unknown(&left) { lexicon.seen(left.letters) } else { left.own() };
    let halves = cost(left.letters, left_own) + cost(right.letters, right.own());
    Some(Break {
        place,
        left,
        right,
        gain: halves - cost(&whole, 0),
        seen,
        unknown_halves,
        row: line.row,
    })
}
