//! Lines that came out without their spaces.
//!
//! Costs and gains are in hundredths of a nat.

use super::lines::{Line, Word};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::words::lexicon::Lexicon;
use crate::text::odds::confidence;
use crate::text::span::Span;

/// Tight lines lose nine spaces of ten, one of two, or one of ten.
const LOSSES: [Loss; 3] = [
    Loss { lost: 11, kept: 230, worth: 0, long: 50 },
    Loss { lost: 69, kept: 69, worth: 100, long: 0 },
    Loss { lost: 230, kept: 11, worth: 150, long: 0 },
];
/// What each cut must save beside the cost of its space: short words that are seen often
/// are found in many a new one by chance. In tight lines of which the truth is known, 70
/// restore most words.
const WORTH_A_CUT: i32 = 70;
/// A line that surely lost its spaces lost so many at least.
const MANY: usize = 3;
/// Words of so few letters the text or its language has, or they are none.
const SHORT_WORD: usize = 3;
/// Longest piece of which a line may be made up, in letters.
const LONGEST_PIECE: usize = 24;
/// A letter is a word by itself only if the text has it alone this often.
const LONE_LETTER: u32 = 3;

/// What spaces cost in a line that loses them at a rate.
#[derive(Debug, Clone, Copy)]
struct Loss {
    /// A space that was lost.
    lost: i32,
    /// One that was kept.
    kept: i32,
    /// What dividing a word must save: less, and it is a new word that holds others by
    /// chance. Where nearly all spaces are lost it is the other way round.
    worth: i32,
    /// What each letter of a piece costs beyond those that words mostly have: what letters
    /// cost one after the other does not tell how rare long words are.
    long: i32,
}

impl Loss {
    /// What it costs that a piece has so many letters more than words mostly have.
    fn length(self, beyond: usize) -> i32 {
        i32::try_from(beyond).unwrap_or(i32::MAX).saturating_mul(self.long)
    }
}

/// The crowding of lines that surely kept their spaces: three of four lines are more
/// crowded. In a bad extraction every other line may have lost them.
pub(crate) fn usual_crowding(streams: &[Vec<Line<'_>>]) -> usize {
    let mut crowding: Vec<usize> = streams.iter().flatten().map(Line::crowding).collect();
    crowding.sort_unstable();
    crowding.get(crowding.len() / 4).copied().unwrap_or_default()
}

/// A line of which some words are several.
pub(crate) struct Division<'a> {
    line: &'a Line<'a>,
    /// Words of the line, and where in them others begin, in bytes.
    words: Vec<(&'a Word<'a>, Vec<usize>)>,
    /// How much better this is than the line as it stands.
    margin: i32,
}

impl<'a> Division<'a> {
    /// Divides a line, if that is worth the cost of saying that it lost its spaces: most
    /// of them, half, or few, whichever explains it best. Of a line that is `taught` the
    /// lexicon has the words.
    pub(crate) fn of(
        line: &'a Line<'a>,
        taught: bool,
        lexicon: &Lexicon,
        cost: i32,
    ) -> Option<Self> {
        let own = |word: &Word<'_>| if taught { word.own() } else { 0 };
        let words: Vec<Candidate<'_>> = line
            .words
            .iter()
            .filter_map(|word| Candidate::new(line, word, own(word), lexicon))
            .collect();
        let divisions = LOSSES.into_iter().map(|loss| Self::by(line, &words, cost, loss));
        divisions.max_by_key(|division| division.margin).filter(|best| best.margin > 0)
    }

    /// The best division of a line that lost its spaces at a rate.
    fn by(
        line: &'a Line<'a>,
        candidates: &[Candidate<'a>],
        cost: i32,
        loss: Loss,
    ) -> Self {
        let gaps = line.words.iter().filter(|word| word.is_spaced()).count();
        let kept = i32::try_from(gaps).unwrap_or(i32::MAX).saturating_mul(loss.kept);
        let mut margin = -cost.saturating_add(kept);
        let mut words = Vec::new();
        for candidate in candidates {
            if let Some((gain, cuts)) = candidate.divide(loss) {
                margin = margin.saturating_add(gain);
                words.push((candidate.word, cuts));
            }
        }
        Self { line, words, margin }
    }

    /// Whether more spaces were lost than are there, and more than the parts of two long
    /// words.
    pub(crate) fn lost_most(&self) -> bool {
        let lost: usize = self.words.iter().map(|(_, cuts)| cuts.len()).sum();
        lost >= MANY && lost > self.line.spaces
    }

    /// Where its row ends in the source.
    pub(crate) fn line_end(&self) -> u32 {
        self.line.row.end
    }

    /// The words that were run together, but for the ends of each run: those may belong
    /// to the lines before and after.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &str> {
        self.words.iter().flat_map(|(word, cuts)| {
            let ends = cuts.iter().skip(1);
            cuts.iter().zip(ends).map(|(&from, &to)| &word.letters[from..to])
        })
    }

    /// Where spaces are wanted.
    pub(crate) fn spaces(&self) -> impl Iterator<Item = Span> {
        let inner = self.words.iter().flat_map(|(word, cuts)| {
            let word = word.span(self.line.row);
            cuts.iter().map(move |&cut| {
                let at = word.start + u32::try_from(cut).unwrap_or_default();
                Span { start: at, end: at, ..word }
            })
        });
        inner.chain(self.line.crowded_points.iter().copied())
    }

    pub(crate) fn finding(&self) -> Diagnostic {
        let (word, cuts) = &self.words[0];
        let first = &word.letters[..cuts[0]];
        let rest =
            &word.letters[cuts[0]..cuts.get(1).copied().unwrap_or(word.letters.len())];
        let message = format!(
            "the spaces of this line were lost; it was divided ('{first} {rest}' …)"
        );
        Diagnostic::new(codes::TIGHT_LINE, Severity::Note, message)
            .at(word.span(self.line.row))
            .confidence(confidence(self.margin).min(950))
    }
}

/// A word that the text has nowhere else: it may be several.
struct Candidate<'a> {
    word: &'a Word<'a>,
    /// Where its letters begin, in bytes, and where it ends.
    starts: Vec<usize>,
    /// What it costs as it stands.
    whole: i32,
    /// For each letter, what the pieces cost that begin there, shortest first; none for
    /// one that cannot be a word.
    pieces: Vec<Vec<Option<i32>>>,
    /// Few words have more letters.
    long: usize,
}

impl<'a> Candidate<'a> {
    /// Of a word that was counted itself so often.
    fn new(
        line: &Line<'_>,
        word: &'a Word<'a>,
        own: u32,
        lexicon: &Lexicon,
    ) -> Option<Self> {
        let letters = word.letters;
        if letters.len() < 4
            || lexicon.seen(letters) > own
            || lexicon.knows(letters)
            // A heading in capitals may be one long word.
            || !letters.contains(char::is_lowercase)
        {
            return None;
        }
        let starts: Vec<usize> =
            letters.char_indices().map(|(at, _)| at).chain([letters.len()]).collect();
        let last = starts.len() - 1;
        // A word of one letter leans on the next: none stands before a point.
        let leans = word.is_spaced() || line.ends_with(word);
        let may = |from: usize, end: usize| {
            let piece = &letters[starts[from]..starts[end]];
            // At either end of a line a piece may go on in another.
            let whole = !(word.fragment && (from == 0 || end == last));
            (from, end) == (0, last)
                || may_be_word(piece, whole, lexicon)
                    && (leans || end < last || end > from + 1)
        };
        let pieces = (0..last).map(|from| {
            let to = (from + LONGEST_PIECE).min(last);
            let costs = lexicon.costs_of_beginnings(&letters[starts[from]..starts[to]]);
            costs
                .into_iter()
                .zip(from + 1..)
                .map(|(cost, end)| may(from, end).then_some(cost))
                .collect()
        });
        let pieces = pieces.collect();
        let whole = lexicon.cost(letters, own);
        Some(Self { word, starts, whole, pieces, long: lexicon.long_word() })
    }

    /// The cheapest division: what it saves, and where words begin; none where the word is
    /// best as it stands.
    fn divide(&self, loss: Loss) -> Option<(i32, Vec<usize>)> {
        // For each beginning: the cheapest division, and where its last piece begins.
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
                    + loss.length((end - from).saturating_sub(self.long));
                if sum < best[end].0 {
                    best[end] = (sum, from);
                }
            }
        }
        let (cost, mut from) = best[self.starts.len() - 1];
        let mut cuts = Vec::new();
        while from > 0 {
            cuts.push(self.starts[from]);
            from = best[from].1;
        }
        cuts.reverse();
        let beyond = (self.starts.len() - 1).saturating_sub(self.long);
        let gain = self.whole + loss.length(beyond) - cost;
        (!cuts.is_empty() && gain > loss.worth).then_some((gain, cuts))
    }
}

/// Whether a piece may stand as a word: no capital inside or at its end, no short one that
/// is never seen if it is a `whole` one, and no letter alone that the text does not have alone.
fn may_be_word(piece: &str, whole: bool, lexicon: &Lexicon) -> bool {
    let mut letters = piece.chars();
    let (Some(first), second) = (letters.next(), letters.next()) else { return false };
    let short = piece.chars().nth(SHORT_WORD).is_none();
    if second.is_none() && lexicon.seen(piece) < LONE_LETTER
        || short && whole && lexicon.seen(piece) == 0 && !lexicon.knows_alone(piece)
    {
        return false;
    }
    let shouted = first.is_uppercase() && second.is_some_and(char::is_uppercase);
    shouted || !piece.chars().skip(1).any(char::is_uppercase)
}
