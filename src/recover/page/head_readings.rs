//! Readings of running heads: the same words, each time misread in another way.
//!
//! In how many letters two readings may differ is learnt from the text. The error rate of
//! its heads gives the likelihood of an edit distance between readings of the same words,
//! compared with words that are similar by chance.

use crate::text::odds::ln;
use crate::text::spelling::edit_distance_within;

/// Two lines are readings of the same words if no more letters than this differ, in per
/// cent. Unrelated short lines of one language differ in about three letters of four; the
/// worst heads of the field texts (`MEMOIR OF` as `BIEMOIB OP`) in one of three.
const ALIKE: usize = 34;

/// More letters than this never differ between a line and the head that it is a reading
/// of, in per cent; the error rate of the text decides below it.
const COMPARABLE: usize = 50;

/// Fewest letters of a head that is compared: shorter ones agree by chance.
const FEWEST_LETTERS: usize = 5;

/// Error rate, in thousandths, that a text is assumed to have at least and at most.
const ERROR_RATES: std::ops::RangeInclusive<usize> = 20..=250;

/// Share of letters in which unrelated lines differ, in thousandths.
const UNRELATED: usize = 750;

/// Most different lines that are compared, each with each other. A scan of 420 pages has
/// 630. A text with more than this is hardly a scan, and the comparison would take longer
/// than all the rest.
const MOST_LINES: usize = 3_000;

/// At most this many readings of one head are compared with each other to find the most
/// typical one.
const COMPARED: usize = 40;

/// Bound of the score of a reading, either way, in hundredths of a nat.
const MOST: i32 = 450;

/// The letters of a line that may be a head, in lower case, with figures inside words
/// read as the letters that they resemble. Empty if the line cannot be compared.
pub(crate) fn fold_misread(words: &str) -> String {
    let fold = |c: char| match c {
        '0' => Some('o'),
        '1' | '|' => Some('l'),
        '4' => Some('a'),
        '5' | '8' => Some('s'),
        _ if c.is_alphabetic() => c.to_lowercase().next(),
        _ => None,
    };
    words.chars().filter_map(fold).collect()
}

/// Words that several pages repeat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KnownHead {
    /// The most typical reading.
    letters: String,
    /// See [`FoldedLetters`].
    length: usize,
    counts: LetterCounts,
    /// How many lines are readings of it.
    pub(crate) times: usize,
}

/// The words that running heads of a text repeat, and how badly they are misread.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct HeadReadings {
    pub(crate) heads: Vec<KnownHead>,
    /// Share of letters that are misread, in thousandths.
    error_rate: usize,
}

impl HeadReadings {
    /// Groups lines by their words; `lines` are folded letters of lines that may be heads.
    pub(crate) fn learn<'s>(lines: impl Iterator<Item = &'s str>) -> Self {
        let mut lines: Vec<&str> =
            lines.filter(|line| line.chars().count() >= FEWEST_LETTERS).collect();
        lines.sort_unstable();
        let mut readings: Vec<(&str, usize)> = lines
            .chunk_by(|one, next| one == next)
            .map(|same| (same[0], same.len()))
            .collect();
        if readings.len() > MOST_LINES {
            return Self::default();
        }
        // The most frequent reading is most likely the right one.
        readings.sort_by_key(|&(line, times)| (std::cmp::Reverse(times), line));
        let mut groups: Vec<(FoldedLetters<'_>, Vec<(&str, usize)>)> = Vec::new();
        for reading in readings {
            let letters = FoldedLetters::new(reading.0);
            let near = groups.iter_mut().filter_map(|(first, group)| {
                Some((first.reading_distance(letters, ALIKE)?, group))
            });
            match near.min_by_key(|&(distance, _)| distance) {
                Some((_, group)) => group.push(reading),
                None => groups.push((letters, vec![reading])),
            }
        }
        let (mut wrong, mut compared) = (0, 0);
        let mut heads = Vec::new();
        for (_, group) in groups {
            let times: usize = group.iter().map(|&(_, times)| times).sum();
            if times < 2 {
                continue;
            }
            let (typical, distance) = find_typical_reading(&group);
            if times > 2 {
                wrong += distance;
                compared += typical.chars().count() * group.iter().take(COMPARED).count();
            }
            let FoldedLetters { letters, length, counts } = FoldedLetters::new(typical);
            heads.push(KnownHead { letters: letters.to_owned(), length, counts, times });
        }
        let error_rate = (wrong * 1000).checked_div(compared).unwrap_or_default();
        let error_rate = error_rate.clamp(*ERROR_RATES.start(), *ERROR_RATES.end());
        Self { heads, error_rate }
    }

    /// The head that a line is a reading of, and the log likelihood ratio in hundredths
    /// of a nat: that the line is a misreading of the head, against that it has other
    /// words.
    pub(crate) fn find_reading(&self, letters: &str) -> Option<(usize, i32)> {
        let letters = FoldedLetters::new(letters);
        let scores = self.heads.iter().enumerate().filter_map(|(at, head)| {
            let head = FoldedLetters {
                letters: &head.letters,
                length: head.length,
                counts: head.counts,
            };
            let distance = head.reading_distance(letters, COMPARABLE)?;
            let length = head.length.max(letters.length);
            Some((at, self.score_distance(distance, length)))
        });
        scores.max_by_key(|&(at, score)| (score, std::cmp::Reverse(at)))
    }

    /// The log odds of a distance, by the binomial likelihoods of both error rates.
    fn score_distance(&self, distance: usize, length: usize) -> i32 {
        let own = share(self.error_rate);
        let other = share(UNRELATED);
        let (wrong, right) = (share(distance * 1000), share((length - distance) * 1000));
        let odds = wrong * ln(own / other) + right * ln((1.0 - own) / (1.0 - other));
        #[expect(clippy::cast_possible_truncation, reason = "it is bounded")]
        let score = (odds * 100.0).clamp(f64::from(-MOST), f64::from(MOST)) as i32;
        score
    }
}

/// Thousandths as a number.
fn share(thousandths: usize) -> f64 {
    f64::from(u32::try_from(thousandths).unwrap_or(u32::MAX)) / 1000.0
}

/// The letters of a line, with what most comparisons need of them.
#[derive(Debug, Clone, Copy)]
struct FoldedLetters<'s> {
    letters: &'s str,
    /// How many there are.
    length: usize,
    counts: LetterCounts,
}

/// How often a line has each letter; letters whose code points differ by a multiple of 32
/// are counted together.
type LetterCounts = [u8; 32];

impl<'s> FoldedLetters<'s> {
    fn new(letters: &'s str) -> Self {
        Self { letters, length: letters.chars().count(), counts: count_letters(letters) }
    }

    /// The edit distance to another reading of the same words; `None` if more than a share
    /// of the letters, in per cent, differ.
    fn reading_distance(self, other: FoldedLetters<'_>, share: usize) -> Option<usize> {
        let most = self.length.max(other.length) * share / 100;
        if self.length.min(other.length) < FEWEST_LETTERS
            || self.length.abs_diff(other.length) > most
        {
            return None;
        }
        // Each letter that one of them has too many takes a step, and one step may replace a
        // surplus of either.
        let pairs = || self.counts.iter().zip(&other.counts);
        let surplus: usize =
            pairs().map(|(a, b)| usize::from(a.saturating_sub(*b))).sum();
        let lack: usize = pairs().map(|(a, b)| usize::from(b.saturating_sub(*a))).sum();
        if surplus.max(lack) > most {
            return None;
        }
        let distance = edit_distance_within(self.letters, other.letters, most);
        (distance <= most).then_some(distance)
    }
}

/// Counts the letters of a line.
fn count_letters(letters: &str) -> LetterCounts {
    let mut counts = [0_u8; 32];
    for c in letters.chars() {
        let count = &mut counts[u32::from(c) as usize % 32];
        *count = count.saturating_add(1);
    }
    counts
}

/// The reading that is nearest to all others, and the sum of its distances to them.
fn find_typical_reading<'s>(group: &[(&'s str, usize)]) -> (&'s str, usize) {
    let compared = &group[..group.len().min(COMPARED)];
    let sum = |line: &str| -> usize {
        let distances = compared.iter().map(|&(other, times)| {
            let most = line.chars().count();
            times * edit_distance_within(line, other, most).min(most)
        });
        distances.sum()
    };
    let sums = compared.iter().map(|&(line, _)| (sum(line), line));
    let Some((_, typical)) = sums.min() else { return ("", 0) };
    let unweighted = compared.iter().map(|&(other, _)| {
        let most = typical.chars().count();
        edit_distance_within(typical, other, most).min(most)
    });
    (typical, unweighted.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learns_how_badly_heads_are_misread() {
        let lines = ["teodulomolina", "teodulomoliua", "tcodulomolina", "lapresavieja"];
        let readings = HeadReadings::learn(lines.into_iter());
        assert_eq!(readings.heads.len(), 1);
        assert_eq!(readings.heads[0].times, 3);
        let score = |line| readings.find_reading(line).map(|(_, score)| score);
        assert!(score("teqdulomollna") > Some(0));
        assert_eq!(score("lapresavieja"), None);
    }

    #[test]
    fn figures_inside_words_are_the_letters_that_they_resemble() {
        assert_eq!(fold_misread("M0LIN0 8AL4DO"), "molinosalado");
    }
}
