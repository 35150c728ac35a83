//! Numbers that begin paragraphs, as those of sections of a law: `§ 41. The court may …`.

use super::prose_score::is_numbered_prose;
use super::segment::Segmentation;
use crate::text::numerals::{self, Numbering};

/// Fewest numbered lines that show how a text uses its numbers.
const SERIES: usize = 5;

/// The signs with which numbers of one use are written.
const SIGNS: usize = 3;

/// Which signs of numbers begin paragraphs in a text, and no headings.
#[derive(Debug, Default)]
pub(super) struct RunInNumbers {
    signs: [bool; SIGNS],
}

impl RunInNumbers {
    /// Finds the signs whose numbers mostly begin whole sentences.
    pub(super) fn find(segmentation: &Segmentation) -> Self {
        let (mut all, mut prose) = ([0_usize; SIGNS], [0_usize; SIGNS]);
        for segment in &segmentation.segments {
            let words = segmentation.words_of(segment);
            let Some(number) = numerals::numbering(&words) else { continue };
            let Some(sign) = sign_of(&words, &number) else { continue };
            all[sign] += 1;
            prose[sign] += usize::from(is_numbered_prose(&words, &number));
        }
        let run_in = |sign: usize| all[sign] >= SERIES && prose[sign] * 2 > all[sign];
        Self { signs: std::array::from_fn(run_in) }
    }

    /// Whether a line begins with such a number.
    pub(super) fn begin(&self, words: &str, number: &Numbering) -> bool {
        sign_of(words, number).is_some_and(|sign| self.signs[sign])
    }
}

/// The sign of a number with words behind it: that of a section, Roman or Arabic figures.
/// The words of divisions, such as "chapter", always begin headings.
fn sign_of(words: &str, number: &Numbering) -> Option<usize> {
    let is_section = words.starts_with('§');
    match (number.rest, number.keyword) {
        (0, _) => None,
        (_, true) => is_section.then_some(0),
        (_, false) => Some(if number.roman { 1 } else { 2 }),
    }
}
