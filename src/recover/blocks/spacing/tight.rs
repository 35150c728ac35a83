//! Lines that came out without their spaces.
//!
//! Costs and gains are in hundredths of a nat.

use super::confidence;
use super::lines::{Line, Word};
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::blocks::codes;
use crate::recover::lexicon::Lexicon;
use crate::text::span::Span;

/// Tight lines lose nine spaces of ten, one of two, or one of ten.
const LOSSES: [Loss; 3] = [
    Loss { lost: 11, kept: 230 },
    Loss { lost: 69, kept: 69 },
    Loss { lost: 230, kept: 11 },
];
/// What dividing a word must save: less, and it is a new word that holds others by chance.
const WORTH_DIVIDING: i32 = 150;
/// What each cut must save beside that.
const WORTH_A_CUT: i32 = 50;
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
}

/// The crowding of most lines.
pub(super) fn usual_crowding(streams: &[Vec<Line<'_>>]) -> usize {
    let mut crowding: Vec<usize> = streams.iter().flatten().map(Line::crowding).collect();
    crowding.sort_unstable();
    crowding.get(crowding.len() / 2).copied().unwrap_or_default()
}

/// A line of which some words are several.
pub(super) struct Division<'a> {
    line: &'a Line<'a>,
    /// Words of the line, and where in them others begin, in bytes.
    words: Vec<(&'a Word<'a>, Vec<usize>)>,
    /// How much better this is than the line as it stands.
    margin: i32,
}

impl<'a> Division<'a> {
    /// Divides a line, if that is worth the cost of saying that it lost its spaces: most
    /// of them, half, or few, whichever explains it best.
    pub(super) fn of(line: &'a Line<'a>, lexicon: &Lexicon, cost: i32) -> Option<Self> {
        let words: Vec<Candidate<'_>> =
            line.words.iter().filter_map(|word| Candidate::new(word, lexicon)).collect();
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
        let gaps = line.words.iter().filter(|word| word.gap().is_some()).count();
        let kept = i32::try_from(gaps).unwrap_or(i32::MAX).saturating_mul(loss.kept);
        let mut margin = -cost.saturating_add(kept);
        let mut words = Vec::new();
        for candidate in candidates {
            if let Some((gain, cuts)) = candidate.divide(loss.lost) {
                margin = margin.saturating_add(gain);
                words.push((candidate.word, cuts));
            }
        }
        Self { line, words, margin }
    }

    /// Whether more spaces were lost than half of those that are there.
    pub(super) fn lost_most(&self) -> bool {
        let lost: usize = self.words.iter().map(|(_, cuts)| cuts.len()).sum();
        let kept = self.line.words.iter().filter(|word| word.gap().is_some()).count();
        lost >= 2 && lost * 2 > kept
    }

    /// The words that were run together, but for the ends of each run: those may belong
    /// to the lines before and after.
    pub(super) fn pieces(&self) -> impl Iterator<Item = &str> {
        self.words.iter().flat_map(|(word, cuts)| {
            let ends = cuts.iter().skip(1);
            cuts.iter().zip(ends).map(|(&from, &to)| &word.letters[from..to])
        })
    }

    /// Where spaces are wanted.
    pub(super) fn spaces(&self) -> impl Iterator<Item = Span> {
        let inner = self.words.iter().flat_map(|(word, cuts)| {
            cuts.iter().map(|&cut| {
                let at = word.span.start + u32::try_from(cut).unwrap_or_default();
                Span { start: at, end: at, ..word.span }
            })
        });
        inner.chain(self.line.crowded_points.iter().copied())
    }

    pub(super) fn finding(&self) -> Diagnostic {
        let (word, cuts) = &self.words[0];
        let first = &word.letters[..cuts[0]];
        let rest =
            &word.letters[cuts[0]..cuts.get(1).copied().unwrap_or(word.letters.len())];
        let message = format!(
            "the spaces of this line were lost; it was divided ('{first} {rest}' …)"
        );
        Diagnostic::new(codes::TIGHT_LINE, Severity::Note, message)
            .at(word.span)
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
}

impl<'a> Candidate<'a> {
    fn new(word: &'a Word<'a>, lexicon: &Lexicon) -> Option<Self> {
        let letters: &str = &word.letters;
        if letters.len() < 4
            || lexicon.seen(letters) > word.own()
            || lexicon.knows(letters)
        {
            return None;
        }
        let starts: Vec<usize> =
            letters.char_indices().map(|(at, _)| at).chain([letters.len()]).collect();
        let last = starts.len() - 1;
        let pieces = (0..last).map(|from| {
            let to = (from + LONGEST_PIECE).min(last);
            let costs = lexicon.costs_of_beginnings(&letters[starts[from]..starts[to]]);
            costs
                .into_iter()
                .zip(from + 1..)
                .map(|(cost, end)| {
                    let piece = &letters[starts[from]..starts[end]];
                    let may = (from, end) == (0, last) || may_be_word(piece, lexicon);
                    may.then_some(cost)
                })
                .collect()
        });
        let pieces = pieces.collect();
        let whole = lexicon.cost(letters, word.own());
        Some(Self { word, starts, whole, pieces })
    }

    /// The cheapest division: what it saves, and where words begin; none where the word is
    /// best as it stands. Each space costs `lost`.
    fn divide(&self, lost: i32) -> Option<(i32, Vec<usize>)> {
        // For each beginning: the cheapest division, and where its last piece begins.
        let mut best = vec![(i32::MAX, 0); self.starts.len()];
        best[0].0 = 0;
        for (from, pieces) in self.pieces.iter().enumerate() {
            let (before, _) = best[from];
            if before == i32::MAX {
                continue;
            }
            let space = if from == 0 { 0 } else { lost };
            for (cost, end) in pieces.iter().zip(from + 1..) {
                let Some(cost) = cost else { continue };
                let sum = before + cost + space;
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
        let wanted = WORTH_DIVIDING.saturating_add(
            i32::try_from(cuts.len()).unwrap_or(i32::MAX).saturating_mul(WORTH_A_CUT),
        );
        let gain = self.whole - cost;
        (!cuts.is_empty() && gain > wanted).then_some((gain, cuts))
    }
}

/// Whether a piece may stand as a word: no capital inside or at its end, and no letter
/// alone that the text does not have alone.
fn may_be_word(piece: &str, lexicon: &Lexicon) -> bool {
    let mut letters = piece.chars();
    let (Some(first), second) = (letters.next(), letters.next()) else { return false };
    if second.is_none() {
        return lexicon.seen(piece) >= LONE_LETTER;
    }
    let shouted = first.is_uppercase() && second.is_some_and(char::is_uppercase);
    shouted || !piece.chars().skip(1).any(char::is_uppercase)
}
