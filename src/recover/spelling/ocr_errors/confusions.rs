//! Letters that are easily confused.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::letter_sum_filter::{self, LetterSumFilter};

/// The table and its origin: each line has what was printed, what is read, and the weight
/// of evidence of this difference.
const TABLE: &str = include_str!("confusions.txt");

/// A string that is read in place of another.
#[derive(Debug)]
pub(crate) struct Confusion {
    /// Its line in the table, from 0.
    pub(crate) number: usize,
    /// What was printed.
    printed: &'static str,
    /// What is read.
    read: Vec<char>,
    /// How rarely two real words differ only like this, in hundredths of a nat: the rarer,
    /// the stronger the evidence that the word is misread.
    pub(crate) worth: i32,
    /// The table names these letters in upper case, so case matters.
    cased: bool,
    /// The letter sum of what was printed, in lower case (see [`letter_sum_filter`]).
    sum: u64,
}

/// The confusions, by the first letter of what is read.
static CONFUSIONS: LazyLock<FxHashMap<char, Vec<Confusion>>> = LazyLock::new(|| {
    let mut confusions: FxHashMap<char, Vec<Confusion>> = FxHashMap::default();
    for (number, (printed, read, worth)) in table_lines().enumerate() {
        let Some(first) = read.chars().next() else { continue };
        let cased = [printed, read].concat().contains(char::is_uppercase);
        let read = read.chars().collect();
        let sum =
            letter_sum_filter::letter_sum(printed.chars().flat_map(char::to_lowercase));
        let confusion = Confusion { number, printed, read, worth, cased, sum };
        confusions.entry(first).or_default().push(confusion);
    }
    confusions
});

/// The lines of the table.
fn table_lines() -> impl Iterator<Item = (&'static str, &'static str, i32)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (printed, rest) = line.split_once(' ')?;
        let (read, worth) = rest.split_once(' ')?;
        Some((printed, read, worth.parse().ok()?))
    })
}

/// The confusions in the order of the table: what was printed, and what is read.
#[cfg(feature = "internals")]
pub(crate) fn all_confusions() -> Vec<(&'static str, &'static str)> {
    table_lines().map(|(printed, read, _)| (printed, read)).collect()
}

/// The letters of a word as read and in lower case, one to one.
#[derive(Debug, Default)]
pub(crate) struct WordLetters {
    as_read: Vec<char>,
    lower: Vec<char>,
}

impl WordLetters {
    /// Splits a word into letters.
    pub(crate) fn new(word: &str) -> Self {
        let lower = |c: char| c.to_lowercase().next().unwrap_or(c);
        Self { as_read: word.chars().collect(), lower: word.chars().map(lower).collect() }
    }

    /// Visits all strings that the word may have been before one confusion, in lower case,
    /// with the index of the confusion in the word. A filter skips strings that are not
    /// words.
    pub(crate) fn visit_readings(
        &self,
        filter: Option<&LetterSumFilter>,
        mut each: impl FnMut(&'static Confusion, usize, &str),
    ) {
        let mut reading = String::new();
        let whole: String = self.lower.iter().collect();
        let mut places: Vec<usize> = whole.char_indices().map(|(at, _)| at).collect();
        places.push(whole.len());
        let weights: Vec<u64> =
            self.lower.iter().map(|&c| letter_sum_filter::letter_weight(c)).collect();
        let all = weights.iter().copied().fold(0, u64::wrapping_add);
        for at in 0..self.lower.len() {
            for (cased, letters) in [(false, &self.lower), (true, &self.as_read)] {
                let Some(some) = CONFUSIONS.get(&letters[at]) else { continue };
                for confusion in some.iter().filter(|one| one.cased == cased) {
                    if !letters[at..].starts_with(&confusion.read) {
                        continue;
                    }
                    let read = &weights[at..at + confusion.read.len()];
                    let sum = read.iter().copied().fold(all, u64::wrapping_sub);
                    let sum = sum.wrapping_add(confusion.sum);
                    if filter.is_some_and(|filter| !filter.may_contain(sum)) {
                        continue;
                    }
                    reading.clear();
                    reading.push_str(&whole[..places[at]]);
                    reading.push_str(confusion.printed);
                    reading.push_str(&whole[places[at + confusion.read.len()]..]);
                    if cased {
                        reading = reading.to_lowercase();
                    }
                    each(confusion, at, &reading);
                }
            }
        }
    }

    /// A reading in the case of the word.
    pub(crate) fn restore_case(&self, confusion: &Confusion, at: usize) -> String {
        let mut restored: String = self.as_read[..at].iter().collect();
        let all_capitals = self.as_read.len() > 1
            && self.as_read.iter().all(|c| !c.is_lowercase() && c.is_alphabetic());
        let first = self.as_read[at].is_uppercase();
        for (place, c) in confusion.printed.chars().enumerate() {
            if !confusion.cased && (all_capitals || first && place == 0) {
                restored.extend(c.to_uppercase());
            } else {
                restored.push(c);
            }
        }
        restored.extend(&self.as_read[at + confusion.read.len()..]);
        restored
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings(word: &str) -> Vec<String> {
        let letters = WordLetters::new(word);
        let mut found = Vec::new();
        letters.visit_readings(None, |confusion, at, _| {
            found.push(letters.restore_case(confusion, at));
        });
        found
    }

    #[test]
    fn every_line_of_the_table_is_read() {
        let table = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(all_confusions().len(), table);
        assert_eq!(CONFUSIONS.values().map(Vec::len).sum::<usize>(), table);
    }

    #[test]
    fn readings_keep_large_and_small_letters() {
        assert!(readings("rnodo").contains(&"modo".to_owned()));
        assert!(readings("Tbe").contains(&"The".to_owned()));
        assert!(readings("lnocencia").contains(&"Inocencia".to_owned()));
        assert!(readings("ARNAS").contains(&"AMAS".to_owned()));
        assert!(readings("ciudad").contains(&"eiudad".to_owned()));
        assert!(readings("ſin").contains(&"fin".to_owned()));
    }
}
