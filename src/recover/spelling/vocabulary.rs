//! The words that are whole inside the lines of a text.

use crate::recover::rows::row::Row;
use crate::recover::words::corpus::{self, Corpus, WordCounts};
use crate::source::Text;
use crate::text::letters;

/// What the text itself shows about its words.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary<'a> {
    /// The other documents of the corpus.
    corpus: Option<&'a Corpus>,
    /// How often each word occurs inside lines, in lower case, hyphens included.
    words: WordCounts,
    /// For each of [`DASHES`]: how often it is between two letters, minus how often it has
    /// a space on one side.
    glued_dashes: [i32; DASHES.len()],
    /// How many words there are inside lines.
    pub(crate) tokens: u64,
    /// How many of them have a hyphen inside.
    pub(crate) compounds: u64,
}

/// Dashes: the em dash, the en dash, and the two hyphens of a typewriter.
const DASHES: [&str; 3] = ["—", "–", "--"];

impl<'a> Vocabulary<'a> {
    /// Counts the words of rows. The last word of a row and the first of the next may be
    /// fragments and are left out.
    pub(crate) fn count_words<'r>(
        text: &Text,
        rows: impl Iterator<Item = &'r Row>,
        elsewhere: &'a Corpus,
    ) -> Self {
        let mut vocabulary = Self { corpus: Some(elsewhere), ..Self::default() };
        for row in rows {
            let line = text.slice(row.span);
            vocabulary.count_dashes(line);
            for word in corpus::words_inside(line) {
                vocabulary.tokens += 1;
                vocabulary.compounds += u64::from(word.contains('-'));
                corpus::add_word(word, &mut vocabulary.words);
            }
        }
        vocabulary
    }

    /// How often a word occurs.
    pub(crate) fn count(&self, word: &str) -> u32 {
        self.words.get(&*letters::small(word)).copied().unwrap_or_default()
    }

    /// How often the other documents of the corpus have a word.
    pub(crate) fn count_elsewhere(&self, word: &str) -> u32 {
        self.corpus.map_or(0, |corpus| corpus.count(word))
    }

    /// How often the corpus has each of two forms of a word.
    pub(crate) fn count_forms_elsewhere(&self, forms: [&str; 2]) -> [u32; 2] {
        self.corpus.map_or([0; 2], |corpus| corpus.count_forms(forms))
    }

    fn count_dashes(&mut self, line: &str) {
        for (dash, sum) in DASHES.iter().zip(&mut self.glued_dashes) {
            for (at, _) in line.match_indices(dash) {
                let before = line[..at].chars().next_back();
                let after = line[at + dash.len()..].chars().next();
                if let (Some(before), Some(after)) = (before, after) {
                    let spaced = before.is_whitespace() != after.is_whitespace();
                    let glued = before.is_alphanumeric() && after.is_alphanumeric();
                    *sum += i32::from(glued) - i32::from(spaced);
                }
            }
        }
    }

    /// Whether a line ends in a dash that joins words without a space in this text.
    pub(crate) fn ends_glued(&self, line: &str) -> bool {
        self.gluing_dashes().any(|dash| {
            line.strip_suffix(dash).is_some_and(|before| !before.ends_with('-'))
        })
    }

    /// Whether a line begins with such a dash.
    pub(crate) fn begins_glued(&self, line: &str) -> bool {
        self.gluing_dashes().any(|dash| {
            line.strip_prefix(dash).is_some_and(|after| !after.starts_with('-'))
        })
    }

    fn gluing_dashes(&self) -> impl Iterator<Item = &'static str> {
        let dashes = DASHES.iter().zip(self.glued_dashes);
        dashes.filter(|&(_, sum)| sum > 0).map(|(dash, _)| *dash)
    }
}
