//! Where a title breaks into lines, and at which size it is set.

use std::ops::Range;

use super::template::TemplatePart;
use crate::text::language::Language;
use crate::text::small_words::is_small_word;

/// In a language whose small words are not known, a word as short as this counts as one.
const SHORT_WORD: usize = 3;

/// The cost of a line that ends against the sense, as a fraction of the square of the
/// measure.
const BAD_BREAK_COST: f32 = 0.15;

/// How far a part may shrink, as a fraction of the largest size that fits, so that no line
/// ends against the sense.
const SMALLER_FOR_SENSE: f32 = 0.7;

/// A word, and its width at a size of one unit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CoverWord {
    /// Its letters.
    pub(super) letters: String,
    /// Its width.
    pub(super) width: f32,
    /// A line ends after it.
    pub(super) ends_line: bool,
    /// By its sense, no line should end after it: [`bind_words`].
    pub(super) is_bound: bool,
}

/// Marks the words after which no line should end: articles, prepositions and conjunctions,
/// and the first words of a name. Two capitals beside each other are a name if other words
/// of the title begin with small letters.
pub(super) fn bind_words(words: &mut [CoverWord], language: Option<&Language>) {
    let is_small = |word: &str| match language {
        Some(language) => is_small_word(word, language),
        None => word.chars().count() <= SHORT_WORD,
    };
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    let is_common = |word: &str| !is_capital(word) && !is_small(word);
    let all = words.iter().flat_map(|word| word.letters.split('\u{A0}'));
    let shows_names = all.into_iter().any(is_common);
    for place in 1..words.len() {
        // No-break spaces bind small words already.
        let before = words[place - 1].letters.rsplit('\u{A0}').next().unwrap_or_default();
        let after = words[place].letters.as_str();
        let ends_with_letter = before.ends_with(char::is_alphanumeric);
        let is_name =
            shows_names && ends_with_letter && is_capital(before) && is_capital(after);
        let is_bound = is_name || is_small(before);
        words[place - 1].is_bound = is_bound;
    }
}

/// A part set at one size.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FittedPart {
    /// The size.
    pub(super) size: f32,
    /// The lines.
    pub(super) lines: Vec<String>,
}

/// Sets words at the largest size of a part up to `limit`, in lines within `measure`; or at
/// a somewhat smaller size, if then no line ends against the sense.
///
/// It goes below the smallest size only for a single word that is wider than the measure,
/// and uses more lines than the part allows only at the smallest size.
pub(super) fn fit_part(
    part: &TemplatePart,
    words: &[CoverWord],
    space: f32,
    measure: f32,
    limit: f32,
) -> FittedPart {
    let at = |size: f32| {
        let count = fewest_lines(words, space, measure / size)?;
        let lines = break_lines(words, space, measure / size, count);
        (count <= part.lines).then_some((size, lines))
    };
    let write = |(size, lines): (f32, Vec<Range<usize>>)| FittedPart {
        size,
        lines: lines.into_iter().map(|line| write_line(&words[line])).collect(),
    };
    let sizes = part.sizes.iter().copied().filter(|&size| size < limit);
    let mut fitting = sizes.filter_map(at);
    if let Some(largest) = fitting.next() {
        let least = largest.0 * SMALLER_FOR_SENSE;
        let ends_bound = |line: &Range<usize>| {
            line.end < words.len() && line.end > 0 && words[line.end - 1].is_bound
        };
        let makes_sense = |set: &(f32, Vec<Range<usize>>)| !set.1.iter().any(ends_bound);
        let other = fitting.take_while(|set| set.0 >= least).find(makes_sense);
        return write(if makes_sense(&largest) {
            largest
        } else {
            other.unwrap_or(largest)
        });
    }
    let smallest = part.sizes.last().copied().unwrap_or(1.0).min(limit);
    let widest = words.iter().map(|word| word.width).fold(0.0, f32::max);
    let size = if widest > 0.0 { smallest.min(measure / widest) } else { smallest };
    let width = measure / size * ROUNDING;
    let count = fewest_lines(words, space, width).unwrap_or(words.len());
    write((size, break_lines(words, space, width, count)))
}

/// Tolerance for a word that was scaled to fill the measure exactly.
const ROUNDING: f32 = 1.000_1;

/// The letters of a line.
fn write_line(words: &[CoverWord]) -> String {
    let letters: Vec<&str> = words.iter().map(|word| word.letters.as_str()).collect();
    letters.join(" ")
}

/// The fewest lines that hold the words; none if a word is wider than the measure.
fn fewest_lines(words: &[CoverWord], space: f32, measure: f32) -> Option<usize> {
    let (mut lines, mut width) = (0, f32::INFINITY);
    for word in words {
        if word.width > measure {
            return None;
        }
        width += space + word.width;
        if width > measure {
            lines += 1;
            width = word.width;
        }
        if word.ends_line {
            width = f32::INFINITY;
        }
    }
    Some(lines)
}

/// Breaks words into `count` lines as equal as possible: the sum of the squares of what
/// each line lacks is minimal over all ways to break.
fn break_lines(
    words: &[CoverWord],
    space: f32,
    measure: f32,
    count: usize,
) -> Vec<Range<usize>> {
    let width = |from: usize, to: usize| {
        let spaces = f32::from(u16::try_from(to - from - 1).unwrap_or(u16::MAX)) * space;
        spaces + words[from..to].iter().map(|word| word.width).sum::<f32>()
    };
    let cost = |from: usize, to: usize| {
        let lacks = measure - width(from, to);
        if lacks < 0.0 || words[from..to - 1].iter().any(|word| word.ends_line) {
            return f32::INFINITY;
        }
        let is_bad = to < words.len() && words[to - 1].is_bound;
        let penalty = if is_bad { BAD_BREAK_COST } else { 0.0 };
        lacks * lacks + penalty * measure * measure
    };
    // best[k][n]: the least cost of the first n words in k lines, and where the last of
    // these lines begins.
    let mut best = vec![vec![(f32::INFINITY, 0); words.len() + 1]; count + 1];
    best[0][0] = (0.0, 0);
    for lines in 1..=count {
        for to in 1..=words.len() {
            for from in 0..to {
                let total = best[lines - 1][from].0 + cost(from, to);
                if total < best[lines][to].0 {
                    best[lines][to] = (total, from);
                }
            }
        }
    }
    let mut breaks = Vec::new();
    let mut to = words.len();
    for lines in (1..=count).rev() {
        let from = best[lines][to].1;
        breaks.push(from..to);
        to = from;
    }
    breaks.reverse();
    breaks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::cover::template::{PartContent, TemplateFace};

    fn lines(text: &str, sizes: &[f32], most: usize) -> (f32, Vec<String>) {
        let part = TemplatePart {
            what: PartContent::Title,
            face: TemplateFace::Roman,
            colour: "text",
            leading: 1.0,
            lines: most,
            gap: 0.0,
            sizes: sizes.to_vec(),
        };
        let word = |letters: &str| CoverWord {
            letters: letters.to_owned(),
            width: f32::from(u8::try_from(letters.len()).unwrap()) * 0.5,
            ends_line: false,
            is_bound: false,
        };
        let mut words: Vec<CoverWord> = text.split(' ').map(word).collect();
        bind_words(&mut words, "es".parse().ok().as_ref());
        let set = fit_part(&part, &words, 0.25, 100.0, f32::INFINITY);
        (set.size, set.lines)
    }

    #[test]
    fn takes_the_largest_size_that_fits() {
        assert_eq!(
            lines("casa grande", &[30.0, 20.0], 2),
            (30.0, vec!["casa".into(), "grande".into()])
        );
        assert_eq!(
            lines("casa grande", &[30.0, 10.0], 1),
            (10.0, vec!["casa grande".into()])
        );
    }

    #[test]
    fn goes_smaller_for_the_sake_of_line_ends() {
        let (size, lines) = lines("una casa en ruinas", &[24.0, 20.0], 3);
        assert_eq!((size, lines), (20.0, vec!["una casa".into(), "en ruinas".into()]));
    }

    #[test]
    fn keeps_short_words_from_line_ends() {
        let (_, lines) = lines("historia de la ciudad", &[15.0], 2);
        assert_eq!(lines, ["historia", "de la ciudad"]);
    }

    #[test]
    fn keeps_names_together() {
        let (_, set) = lines("un viaje hasta Alma Ata", &[14.0], 3);
        assert_eq!(set, ["un viaje", "hasta Alma Ata"]);
        let (_, set) = lines("Las Letras del Molino Viejo", &[13.0], 2);
        assert_eq!(set, ["Las Letras", "del Molino Viejo"]);
    }

    #[test]
    fn goes_below_the_smallest_size_for_one_long_word() {
        let (size, lines) = lines("electroencefalografista", &[30.0, 20.0], 2);
        assert!(size < 10.0);
        assert_eq!(lines.len(), 1);
    }
}
