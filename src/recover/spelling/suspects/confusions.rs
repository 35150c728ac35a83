//! Letters that are easily confused in reading.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::sieve::{self, Sieve};

/// The table, with its origin: each line what was printed, what is read, and what it is
/// worth.
const TABLE: &str = include_str!("confusions.txt");

/// What may be read for what was printed.
#[derive(Debug)]
pub(crate) struct Confusion {
    /// Its line in the table, from 0.
    pub(crate) number: usize,
    /// What was printed.
    printed: &'static str,
    /// What is read.
    read: Vec<char>,
    /// How rarely words of a true text differ so, in hundredths of a nat: the more, the
    /// more a difference of this kind says.
    pub(crate) worth: i32,
    /// It is one of these letters only, large or small.
    cased: bool,
    /// What was printed, in small letters, as a [`sieve`] has it.
    sum: u64,
}

/// The confusions by the first letter of what is read.
static CONFUSIONS: LazyLock<FxHashMap<char, Vec<Confusion>>> = LazyLock::new(|| {
    let mut confusions: FxHashMap<char, Vec<Confusion>> = FxHashMap::default();
    for (number, (printed, read, worth)) in lines().enumerate() {
        let Some(first) = read.chars().next() else { continue };
        let cased = [printed, read].concat().contains(char::is_uppercase);
        let read = read.chars().collect();
        let sum = sieve::sum(printed.chars().flat_map(char::to_lowercase));
        let confusion = Confusion { number, printed, read, worth, cased, sum };
        confusions.entry(first).or_default().push(confusion);
    }
    confusions
});

/// The lines of the table.
fn lines() -> impl Iterator<Item = (&'static str, &'static str, i32)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let (printed, rest) = line.split_once(' ')?;
        let (read, worth) = rest.split_once(' ')?;
        Some((printed, read, worth.parse().ok()?))
    })
}

/// The confusions in the order of the table: what was printed, and what is read.
pub(crate) fn all() -> Vec<(&'static str, &'static str)> {
    lines().map(|(printed, read, _)| (printed, read)).collect()
}

/// The letters of a word as they stand and as small ones, one for one.
#[derive(Debug, Default)]
pub(crate) struct Letters {
    as_read: Vec<char>,
    small: Vec<char>,
}

impl Letters {
    /// Of a word.
    pub(crate) fn of(word: &str) -> Self {
        let small = |c: char| c.to_lowercase().next().unwrap_or(c);
        Self { as_read: word.chars().collect(), small: word.chars().map(small).collect() }
    }

    /// All that the word may have been by one confusion, in small letters, and where that
    /// is; with a sieve, what it lets through.
    pub(crate) fn readings(
        &self,
        sieve: Option<&Sieve>,
        mut each: impl FnMut(&'static Confusion, usize, &str),
    ) {
        let mut reading = String::new();
        let whole: String = self.small.iter().collect();
        let mut places: Vec<usize> = whole.char_indices().map(|(at, _)| at).collect();
        places.push(whole.len());
        let weights: Vec<u64> = self.small.iter().map(|&c| sieve::weight(c)).collect();
        let all = weights.iter().copied().fold(0, u64::wrapping_add);
        for at in 0..self.small.len() {
            for (cased, letters) in [(false, &self.small), (true, &self.as_read)] {
                let Some(some) = CONFUSIONS.get(&letters[at]) else { continue };
                for confusion in some.iter().filter(|one| one.cased == cased) {
                    if !letters[at..].starts_with(&confusion.read) {
                        continue;
                    }
                    let read = &weights[at..at + confusion.read.len()];
                    let sum = read.iter().copied().fold(all, u64::wrapping_sub);
                    let sum = sum.wrapping_add(confusion.sum);
                    if sieve.is_some_and(|sieve| !sieve.passes(sum)) {
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

    /// A reading in the letters that the word has, large or small.
    pub(crate) fn dressed(&self, confusion: &Confusion, at: usize) -> String {
        let mut dressed: String = self.as_read[..at].iter().collect();
        let shouted = self.as_read.len() > 1
            && self.as_read.iter().all(|c| !c.is_lowercase() && c.is_alphabetic());
        let first = self.as_read[at].is_uppercase();
        for (place, c) in confusion.printed.chars().enumerate() {
            if !confusion.cased && (shouted || first && place == 0) {
                dressed.extend(c.to_uppercase());
            } else {
                dressed.push(c);
            }
        }
        dressed.extend(&self.as_read[at + confusion.read.len()..]);
        dressed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readings(word: &str) -> Vec<String> {
        let letters = Letters::of(word);
        let mut found = Vec::new();
        letters.readings(None, |confusion, at, _| {
            found.push(letters.dressed(confusion, at));
        });
        found
    }

    #[test]
    fn every_line_of_the_table_is_read() {
        let table = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(all().len(), table);
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
