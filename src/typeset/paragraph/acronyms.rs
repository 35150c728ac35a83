//! Words that stand out of a line of text because all their letters are capitals: acronyms
//! (ONU, PSOE) and the numerals of centuries. A design may set them in small capitals
//! (*The Elements of Typographic Style*, 4th ed., 3.2.2). Copied text has the capitals that
//! were typed.

use std::ops::Range;

use super::collect::{ParagraphText, StyledRun};
use super::style::SMALL_CAPITALS_SPACING;
use super::word::WordCache;
use crate::text::line_ends::counts_centuries;
use crate::text::numerals::has_numeral_capitals_only;
use crate::typeset::shape::{LetterCase, Shaper};

/// A word of fewer capitals does not stand out, and may be initials.
const FEWEST_CAPITALS: usize = 3;

/// Sets the acronyms and centuries of a paragraph in small capitals, where their face has
/// them. A paragraph without any small letter stays as it is.
pub(super) fn set_acronyms(
    paragraph: &mut ParagraphText,
    shaper: &mut Shaper<'_>,
    words: &mut WordCache,
) {
    let found = find_acronyms(&paragraph.text);
    if found.is_empty() || !paragraph.text.contains(char::is_lowercase) {
        return;
    }
    let mut set = Vec::with_capacity(paragraph.runs.len() + 2 * found.len());
    for run in std::mem::take(&mut paragraph.runs) {
        let Some(small) =
            shaper.in_small_capitals(run.shaping, LetterCase::AllSmallCapitals)
        else {
            set.push(run);
            continue;
        };
        let class = words.class_of(shaper, small, None);
        let mut from = run.range.start;
        for acronym in &found {
            let inside = acronym.start.max(from)..acronym.end.min(run.range.end);
            if inside.is_empty() {
                continue;
            }
            if from < inside.start {
                set.push(StyledRun { range: from..inside.start, ..run.clone() });
            }
            from = inside.end;
            set.push(StyledRun {
                range: inside,
                shaping: small,
                letterspacing: SMALL_CAPITALS_SPACING,
                class,
                ..run.clone()
            });
        }
        if from < run.range.end {
            set.push(StyledRun { range: from..run.range.end, ..run });
        }
    }
    paragraph.runs = set;
}

/// A word of a text.
struct LetteredWord {
    /// Its first letters, as far as they are capitals.
    capitals: Range<usize>,
    /// How many capitals it has, if it has nothing else.
    count: Option<usize>,
    stands_out: bool,
}

/// The acronyms and the numerals of centuries in a text, in order, and the short words among
/// words in capitals: `ESTA ES LA CASA`.
fn find_acronyms(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut end = 0;
    while let Some(start) = text[end..].find(char::is_alphabetic) {
        let start = end + start;
        let rest = &text[start..];
        let word = &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())];
        end = start + word.len();
        let capitals = word.find(|c: char| !c.is_uppercase()).unwrap_or(word.len());
        let count = (capitals == word.len()).then(|| word.chars().count());
        let stands_out = if has_numeral_capitals_only(&word[..capitals]) {
            counts_centuries(&text[..start], word, &text[end..])
        } else {
            count.is_some_and(|count| count >= FEWEST_CAPITALS)
        };
        words.push(LetteredWord { capitals: start..start + capitals, count, stands_out });
    }
    join_short_words(&mut words);
    let found = words.into_iter().filter(|word| word.stands_out);
    found.map(|word| word.capitals).collect()
}

/// Lets the short words of an inscription follow the long ones: one of two capitals beside a
/// word that stands out, and a capital between two of them. Alone, a capital before such a
/// word may begin the sentence.
fn join_short_words(words: &mut [LetteredWord]) {
    for (length, least) in [(2, 1), (1, 2)] {
        for is_backwards in [false, true] {
            for step in 0..words.len() {
                let at = if is_backwards { words.len() - 1 - step } else { step };
                let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
                let beside = beside.filter_map(|at| words.get(at));
                let beside =
                    beside.filter(|word| word.count.is_some() && word.stands_out);
                if words[at].count == Some(length) && beside.count() >= least {
                    words[at].stands_out = true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::find_acronyms;

    #[test]
    fn acronyms_and_centuries_are_found() {
        let cases: [(&str, &[&str]); 12] = [
            ("La ONU y el PSOE, en EE. UU.", &["ONU", "PSOE"]),
            ("el siglo XIX y Luis XIV", &["XIX"]),
            ("los siglos XV y XVI", &["XV", "XVI"]),
            ("au XIXe siècle, Louis XIV", &["XIX"]),
            ("le XVIIIᵉ siècle", &["XVIII"]),
            ("in the MIX of things", &[]),
            ("L'ONU de l’URSS", &["ONU", "URSS"]),
            ("capítulo XXI del tomo III", &[]),
            ("Miliukov, MIT's PhDs", &["MIT"]),
            ("dice: ES LA CASA Y EL MAR", &["ES", "LA", "CASA", "Y", "EL", "MAR"]),
            ("A ONU decidiu", &["ONU"]),
            ("aux XVIᵉ et XVIIᵉ siècles", &["XVI", "XVII"]),
        ];
        for (text, wanted) in cases {
            let found: Vec<&str> =
                find_acronyms(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, wanted, "{text}");
        }
    }
}
