//! A sieve for words: it tells of most strings that are no word of a text, by the sum of
//! their letters and before they are spelt (Bloom 1970, with one hash).
//!
//! Of a rare word twenty readings are tried, and hardly one is a word: to spell each and to
//! look it up took a twentieth of the time of a recovery.

/// How many sums are told apart. A long book has 10,000 words that come more than once: one
/// other string of seven is let through.
const SUMS: u64 = 1 << 16;

/// The words that are let through.
#[derive(Debug)]
pub(crate) struct Sieve(Vec<bool>);

impl Default for Sieve {
    fn default() -> Self {
        Self(vec![false; place(SUMS - 1) + 1])
    }
}

impl Sieve {
    /// From now on a word is let through.
    pub(crate) fn open(&mut self, word: &str) {
        self.0[place(sum(word.chars()))] = true;
    }

    /// Whether letters of this sum may be a word that is let through.
    pub(crate) fn passes(&self, sum: u64) -> bool {
        self.0[place(sum)]
    }
}

/// The sum of some letters, in whatever order they stand.
pub(crate) fn sum(letters: impl Iterator<Item = char>) -> u64 {
    letters.map(weight).fold(0, u64::wrapping_add)
}

/// What a letter adds to a sum: its number, its bits thrown about, so that no two letters
/// weigh as much as two others (the steps are those of `SplitMix64`, Steele & al. 2014).
pub(crate) fn weight(letter: char) -> u64 {
    let mixed = u64::from(letter).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// The place of a sum.
fn place(sum: u64) -> usize {
    usize::try_from(sum % SUMS).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Sieve, sum};

    #[test]
    fn words_pass_and_most_others_do_not() {
        let mut sieve = Sieve::default();
        for word in ["molino", "río", "мельница"] {
            sieve.open(word);
        }
        let passes = |word: &str| sieve.passes(sum(word.chars()));
        assert!(passes("molino") && passes("río") && passes("мельница"));
        assert!(!passes("molinos") && !passes("rio") && !passes("мельницы"));
    }
}
