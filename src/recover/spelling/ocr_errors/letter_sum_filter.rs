//! A Bloom filter with one hash (Bloom 1970): it rejects most strings that are not words
//! of a text by the sum of their letters, before they are spelled.
//!
//! A rare word has about twenty readings, and hardly any is a word. Spelling each and
//! looking it up took a twentieth of the time of recovery.

/// How many sums are distinguished. A long book has 10,000 words that occur more than
/// once: one other string of seven passes.
const SUMS: u64 = 1 << 16;

/// A set of words, by the sums of their letters.
#[derive(Debug)]
pub(crate) struct LetterSumFilter(Vec<bool>);

impl Default for LetterSumFilter {
    fn default() -> Self {
        Self(vec![false; sum_bucket(SUMS - 1) + 1])
    }
}

impl LetterSumFilter {
    /// Adds a word.
    pub(crate) fn insert(&mut self, word: &str) {
        self.0[sum_bucket(letter_sum(word.chars()))] = true;
    }

    /// Whether a string with this letter sum may be in the set.
    pub(crate) fn may_contain(&self, sum: u64) -> bool {
        self.0[sum_bucket(sum)]
    }
}

/// The sum of some letters, regardless of their order.
pub(crate) fn letter_sum(letters: impl Iterator<Item = char>) -> u64 {
    letters.map(letter_weight).fold(0, u64::wrapping_add)
}

/// What a letter adds to a sum: a hash of its code point, so that no two letters weigh as
/// much as two others (the steps are those of `SplitMix64`, Steele & al. 2014).
pub(crate) fn letter_weight(letter: char) -> u64 {
    let mixed = u64::from(letter).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// The bucket of a sum.
fn sum_bucket(sum: u64) -> usize {
    usize::try_from(sum % SUMS).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{LetterSumFilter, letter_sum};

    #[test]
    fn words_pass_and_most_others_do_not() {
        let mut sieve = LetterSumFilter::default();
        for word in ["molino", "río", "мельница"] {
            sieve.insert(word);
        }
        let passes = |word: &str| sieve.may_contain(letter_sum(word.chars()));
        assert!(passes("molino") && passes("río") && passes("мельница"));
        assert!(!passes("molinos") && !passes("rio") && !passes("мельницы"));
    }
}
