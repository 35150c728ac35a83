//! How sure an OCR program is of its words, as evidence that they are misread.
//!
//! What the letters of a word say of it and what the program says are independent as far as
//! we know, so their log odds add up. The odds of a rare word among all rare words are in
//! both, and are subtracted once.
//!
//! Measured with Tesseract 5.3 on 252 pages of 20 books in four languages, at 200 dpi as
//! they are, and at 150 dpi with noise, blurred and turned: 118,000 words, 3,860 of them
//! wrong. The share of wrong words with one confidence hardly depends on how badly the page
//! is read. Below 75 the number says little more: one rare word of three is wrong, at 0 as
//! at 70. Of words run together it says more: 38 of 70 are below 60.

use crate::source::Text;
use crate::text::span::Span;

/// What is known of a word that the text has once by its confidence, as log odds in
/// hundredths of a nat.
struct ConfidenceOdds {
    /// They hold below this confidence, in per cent.
    below: u8,
    /// It is wrong.
    misread: i32,
    /// It is two words.
    joined: i32,
}

/// The odds, from the least to the greatest confidence.
const ODDS: [ConfidenceOdds; 7] = [
    ConfidenceOdds { below: 60, misread: -75, joined: -325 },
    ConfidenceOdds { below: 75, misread: -85, joined: -435 },
    ConfidenceOdds { below: 85, misread: -105, joined: -510 },
    ConfidenceOdds { below: 90, misread: -145, joined: -510 },
    ConfidenceOdds { below: 93, misread: -270, joined: -660 },
    ConfidenceOdds { below: 95, misread: -400, joined: -660 },
    ConfidenceOdds { below: u8::MAX, misread: -590, joined: -780 },
];

/// The log odds that a word of any confidence is two: 70 of 26,457.
const ODDS_OF_JOINED: i32 = -593;

/// The log odds that a rare word is misread, before any evidence: 2,969 of 396,000 were, in
/// the texts that the weights of [`super::misread`] were fitted on.
const ODDS_OF_RARE: i32 = -490;

/// A word is not in the dictionary: so are 83 of 100 that are misread, and 10 of 100 others
/// that the text has once: names, foreign words, old spellings. That would be 208, but the
/// program is not sure of these, either: of those below 60, seven of ten are misread.
const UNLISTED: i32 = 180;

/// The confidence of the least sure part of a word; `None` if the file does not say it.
pub(super) fn find_confidence(text: &Text, word: Span) -> Option<u8> {
    let first = text.confidences.partition_point(|one| one.end <= word.start);
    let parts = text.confidences.get(first..)?.iter();
    parts.take_while(|one| one.start < word.end).map(|one| one.percent).min()
}

/// The log odds by a confidence alone.
fn odds_of(percent: u8) -> &'static ConfidenceOdds {
    let [.., sure] = &ODDS;
    ODDS.iter().find(|odds| percent < odds.below).unwrap_or(sure)
}

/// What a confidence adds to the log odds that a rare word is misread.
pub(super) fn weigh_misread(percent: Option<u8>) -> i32 {
    percent.map_or(0, |percent| odds_of(percent).misread - ODDS_OF_RARE)
}

/// What a confidence adds to the log odds that a word is two.
pub(super) fn weigh_joined(percent: Option<u8>) -> i32 {
    percent.map_or(0, |percent| odds_of(percent).joined - ODDS_OF_JOINED)
}

/// The log odds of a word that the text has once and a dictionary does not have.
pub(super) fn odds_of_unlisted(percent: u8) -> i32 {
    odds_of(percent).misread + UNLISTED
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::WordConfidence;

    #[test]
    fn the_less_sure_the_likelier_misread() {
        for weigh in [weigh_misread, weigh_joined] {
            let odds: Vec<i32> = (0..=100).map(|percent| weigh(Some(percent))).collect();
            assert!(odds.is_sorted_by(|less_sure, surer| less_sure >= surer), "{odds:?}");
            assert!(odds[96] < 0 && odds[40] > 0);
        }
    }

    #[test]
    fn a_word_is_as_sure_as_its_least_sure_part() {
        let part = |start, end, percent| WordConfidence { start, end, percent };
        let confidences = vec![part(0, 3, 96), part(4, 7, 40), part(7, 9, 80)];
        let text = Text { confidences, ..Text::default() };
        let word = |start, end| Span { start, end, ..Span::default() };
        assert_eq!(find_confidence(&text, word(4, 9)), Some(40));
        assert_eq!(find_confidence(&text, word(0, 3)), Some(96));
        assert_eq!(find_confidence(&text, word(3, 4)), None);
        assert_eq!(find_confidence(&Text::default(), word(0, 3)), None);
    }
}
