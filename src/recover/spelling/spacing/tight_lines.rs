//! Divides lines that came out without their spaces.
//!
//! Costs and gains are in hundredths of a nat.

use super::word_lines::{LineWord, WordLine};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::words::lexicon::Lexicon;
use crate::text::odds::confidence_of_odds;
use crate::text::span::Span;
use crate::text::viterbi::trace_chain;

/// Tight lines lose nine of ten spaces, one of two, or one of ten.
const LOSSES: [SpaceLoss; 3] = [
    SpaceLoss { lost: 11, kept: 230, worth: 0, long: 50 },
    SpaceLoss { lost: 69, kept: 69, worth: 100, long: 0 },
    SpaceLoss { lost: 230, kept: 11, worth: 150, long: 0 },
];
/// What each cut must save beyond the cost of its space: frequent short words occur in
/// many new words by chance. In tight lines of known wording, 70 restores most words.
const WORTH_A_CUT: i32 = 70;
/// A line that certainly lost its spaces lost at least this many.
const MANY: usize = 3;
/// Words of at most this many letters must occur in the text or its language.
const SHORT_WORD: usize = 3;
/// Longest piece of a divided word, in letters.
const LONGEST_PIECE: usize = 24;
/// A single letter is a word only if the text has it alone this often.
const LONE_LETTER: u32 = 3;

/// The costs of spaces in a line that loses them at a given rate.
#[derive(Debug, Clone, Copy)]
struct SpaceLoss {
    /// Cost of a lost space.
    lost: i32,
    /// Cost of a kept space.
    kept: i32,
    /// Least saving of dividing a word: with less, it is a new word that contains others
    /// by chance. If nearly all spaces are lost, it is the other way round.
    worth: i32,
    /// Cost of each letter beyond the usual length of words: the letter model does not
    /// know how rare long words are.
    long: i32,
}

impl SpaceLoss {
    /// The cost of a piece with this many letters beyond the usual length.
    fn length_cost(self, beyond: usize) -> i32 {
        i32::try_from(beyond).unwrap_or(i32::MAX).saturating_mul(self.long)
    }
}

/// The crowding of lines that certainly kept their spaces: three quarters of the lines
/// are more crowded. In a bad extraction every other line may have lost them.
pub(crate) fn usual_crowding(streams: &[Vec<WordLine<'_>>]) -> usize {
    let mut crowding: Vec<usize> =
        streams.iter().flatten().map(WordLine::crowding).collect();
    crowding.sort_unstable();
    crowding.get(crowding.len() / 4).copied().unwrap_or_default()
}

/// A line in which some words are divided.
pub(crate) struct LineDivision<'a> {
    line: &'a WordLine<'a>,
    /// Words of the line, and the offsets at which others begin in them.
    words: Vec<(&'a LineWord<'a>, Vec<usize>)>,
    /// How much cheaper this is than the line as it is.
    margin: i32,
}

impl<'a> LineDivision<'a> {
    /// Divides a line if that is worth the cost of assuming lost spaces: most of them,
    /// half, or few, whichever explains the line best. If `taught`, the lexicon has the
    /// words of the line.
    pub(crate) fn divide_line(
        line: &'a WordLine<'a>,
        taught: bool,
        lexicon: &Lexicon,
        cost: i32,
    ) -> Option<Self> {
        let own = |word: &LineWord<'_>| if taught { word.own_count() } else { 0 };
        let words: Vec<TightWord<'_>> = line
            .words
            .iter()
            .filter_map(|word| TightWord::new(line, word, own(word), lexicon))
            .collect();
        let divisions =
            LOSSES.into_iter().map(|loss| Self::divide_at_rate(line, &words, cost, loss));
        divisions.max_by_key(|division| division.margin).filter(|best| best.margin > 0)
    }

    /// The best division of a line that loses its spaces at a given rate.
    fn divide_at_rate(
        line: &'a WordLine<'a>,
        candidates: &[TightWord<'a>],
        cost: i32,
        loss: SpaceLoss,
    ) -> Self {
        let gaps = line.words.iter().filter(|word| word.is_spaced()).count();
        let kept = i32::try_from(gaps).unwrap_or(i32::MAX).saturating_mul(loss.kept);
        let mut margin = -cost.saturating_add(kept);
        let mut words = Vec::new();
        for candidate in candidates {
            if let Some((gain, cuts)) = candidate.find_cheapest_division(loss) {
                margin = margin.saturating_add(gain);
                words.push((candidate.word, cuts));
            }
        }
        Self { line, words, margin }
    }

    /// Whether more spaces were lost than kept, and more than the parts of two long words
    /// explain.
    pub(crate) fn lost_most(&self) -> bool {
        let lost: usize = self.words.iter().map(|(_, cuts)| cuts.len()).sum();
        lost >= MANY && lost > self.line.spaces
    }

    /// Where its row ends in the source.
    pub(crate) fn line_end(&self) -> u32 {
        self.line.row.end
    }

    /// The words that were run together, without the ends of each run, which may belong
    /// to the lines before and after.
    pub(crate) fn inner_pieces(&self) -> impl Iterator<Item = &str> {
        self.words.iter().flat_map(|(word, cuts)| {
            let ends = cuts.iter().skip(1);
            cuts.iter().zip(ends).map(|(&from, &to)| &word.letters[from..to])
        })
    }

    /// Where spaces are missing.
    pub(crate) fn space_spans(&self) -> impl Iterator<Item = Span> {
        let inner = self.words.iter().flat_map(|(word, cuts)| {
            let word = word.span_in(self.line.row);
            cuts.iter().map(move |&cut| word.part(cut..cut))
        });
        inner.chain(self.line.crowded_points.iter().copied())
    }

    pub(crate) fn make_finding(&self) -> Diagnostic {
        let (word, cuts) = &self.words[0];
        let first = &word.letters[..cuts[0]];
        let rest =
            &word.letters[cuts[0]..cuts.get(1).copied().unwrap_or(word.letters.len())];
        let message =
            format!("this line lost its spaces; they were restored ('{first} {rest}' …)");
        Diagnostic::new(codes::TIGHT_LINE, Severity::Note, message)
            .at(word.span_in(self.line.row))
            .confidence(confidence_of_odds(self.margin).min(950))
    }
}

/// A word that occurs nowhere else, so it may be several.
struct TightWord<'a> {
    word: &'a LineWord<'a>,
    /// The offsets of its letters, and its end.
    starts: Vec<usize>,
    /// Its cost as it is.
    whole: i32,
    /// For each letter, the costs of the pieces that begin there, shortest first; `None`
    /// for a piece that cannot be a word.
    pieces: Vec<Vec<Option<i32>>>,
    /// Few words have more letters.
    long: usize,
}

impl<'a> TightWord<'a> {
    /// A word that was counted itself `own` times.
    fn new(
        line: &WordLine<'_>,
        word: &'a LineWord<'a>,
        own: u32,
        lexicon: &Lexicon,
    ) -> Option<Self> {
        let letters = word.letters;
        if letters.len() < 4
            || lexicon.count(letters) > own
            || lexicon.is_known(letters)
            // A heading in capitals may be one long word.
            || !letters.contains(char::is_lowercase)
        {
            return None;
        }
        let starts: Vec<usize> =
            letters.char_indices().map(|(at, _)| at).chain([letters.len()]).collect();
        let last = starts.len() - 1;
        // A word of one letter leans on the next one: none precedes a full stop.
        let leans = word.is_spaced() || line.ends_with(word);
        let may = |from: usize, end: usize| {
            let piece = &letters[starts[from]..starts[end]];
            // At either end of a line a piece may continue in another line.
            let whole = !(word.fragment && (from == 0 || end == last));
            (from, end) == (0, last)
                || may_be_word(piece, whole, lexicon)
                    && (leans || end < last || end > from + 1)
        };
        let pieces = (0..last).map(|from| {
            let to = (from + LONGEST_PIECE).min(last);
            let costs = lexicon.prefix_costs(&letters[starts[from]..starts[to]]);
            costs
                .into_iter()
                .zip(from + 1..)
                .map(|(cost, end)| may(from, end).then_some(cost))
                .collect()
        });
        let pieces = pieces.collect();
        let whole = lexicon.word_cost(letters, own);
        Some(Self { word, starts, whole, pieces, long: lexicon.long_word() })
    }

    /// The cheapest division: its saving, and the offsets of words; `None` if the word is
    /// best as it is.
    fn find_cheapest_division(&self, loss: SpaceLoss) -> Option<(i32, Vec<usize>)> {
        // For each prefix: the cheapest division, and where its last piece begins.
        let mut best = vec![(i32::MAX, 0); self.starts.len()];
        best[0].0 = 0;
        for (from, pieces) in self.pieces.iter().enumerate() {
            let (before, _) = best[from];
            if before == i32::MAX {
                continue;
            }
            let space = if from == 0 { 0 } else { loss.lost + WORTH_A_CUT };
            for (cost, end) in pieces.iter().zip(from + 1..) {
                let Some(cost) = cost else { continue };
                let sum = before
                    + cost
                    + space
                    + loss.length_cost((end - from).saturating_sub(self.long));
                if sum < best[end].0 {
                    best[end] = (sum, from);
                }
            }
        }
        let last = self.starts.len() - 1;
        let cost = best[last].0;
        let ends =
            trace_chain(Some(best[last].1), |end| (end > 0).then_some(best[end].1));
        let cuts: Vec<usize> =
            ends.into_iter().skip(1).map(|end| self.starts[end]).collect();
        let beyond = (self.starts.len() - 1).saturating_sub(self.long);
        let gain = self.whole + loss.length_cost(beyond) - cost;
        (!cuts.is_empty() && gain > loss.worth).then_some((gain, cuts))
    }
}

/// Whether a piece may be a word. It has no capital inside or at its end. A `whole` short
/// one must be known, and a single letter must occur alone in the text.
fn may_be_word(piece: &str, whole: bool, lexicon: &Lexicon) -> bool {
    let mut letters = piece.chars();
    let (Some(first), second) = (letters.next(), letters.next()) else { return false };
    let short = piece.chars().nth(SHORT_WORD).is_none();
    if second.is_none() && lexicon.count(piece) < LONE_LETTER
        || short && whole && lexicon.count(piece) == 0 && !lexicon.is_known_alone(piece)
    {
        return false;
    }
    let shouted = first.is_uppercase() && second.is_some_and(char::is_uppercase);
    shouted || !piece.chars().skip(1).any(char::is_uppercase)
}
