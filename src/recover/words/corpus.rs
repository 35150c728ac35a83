//! The words of the corpus that a document is part of.
//!
//! What a text does not tell of a word, the other texts of the same book or shelf may:
//! they are by the same author, of the same time, or from the same printer.

use std::sync::Arc;

use rustc_hash::FxHashMap;

#[cfg(feature = "hunspell")]
use super::dictionary::Dictionary;
use crate::source::Text;
use crate::text::letters;

/// How often words are seen, in small letters, hyphens included.
pub(crate) type Counts = FxHashMap<String, u32>;

/// The words of the other documents of a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Corpus {
    /// Those of all documents.
    all: Arc<Counts>,
    /// Those of the document itself, which it knows better.
    own: Arc<Counts>,
    /// Those of its language.
    #[cfg(feature = "hunspell")]
    dictionary: Option<Arc<Dictionary>>,
}

/// A word of the dictionary counts as if the corpus had it so often: as no slip.
#[cfg(feature = "hunspell")]
const LISTED: u32 = 3;

/// Counts the words of all documents of a corpus.
#[derive(Debug, Default)]
pub struct Gathering {
    all: Counts,
    documents: usize,
}

impl Gathering {
    /// Adds the words of a document.
    pub fn add(&mut self, text: &Text) {
        self.documents += 1;
        count(text, &mut self.all);
    }

    /// The words, to be asked for each document in turn; a document alone is no corpus.
    #[must_use]
    pub fn finish(self) -> Corpus {
        let all = if self.documents > 1 { self.all } else { Counts::default() };
        Corpus { all: Arc::new(all), ..Corpus::default() }
    }
}

impl Corpus {
    /// The corpus as one of its documents sees it: without its own words.
    #[must_use]
    pub fn around(&self, text: &Text) -> Self {
        let mut own = Counts::default();
        if !self.all.is_empty() {
            count(text, &mut own);
        }
        Self { own: Arc::new(own), ..self.clone() }
    }

    /// The same with a dictionary of its language.
    #[cfg(feature = "hunspell")]
    #[must_use]
    pub fn with(self, dictionary: Dictionary) -> Self {
        Self { dictionary: Some(Arc::new(dictionary)), ..self }
    }

    /// Whether there is nothing that it knows of words.
    pub(crate) fn is_empty(&self) -> bool {
        #[cfg(feature = "hunspell")]
        if self.dictionary.is_some() {
            return false;
        }
        self.all.is_empty()
    }

    /// How often the other documents have a word, or as if they had it.
    pub(crate) fn seen(&self, word: &str) -> u32 {
        self.seen_by_others(word).max(self.listed(word))
    }

    /// How often the other documents have a word.
    fn seen_by_others(&self, word: &str) -> u32 {
        if self.all.is_empty() {
            return 0;
        }
        let word = letters::small(word);
        let times = |counts: &Counts| counts.get(&*word).copied().unwrap_or_default();
        times(&self.all).saturating_sub(times(&self.own))
    }

    /// What a word counts that the dictionary has.
    #[cfg(feature = "hunspell")]
    fn listed(&self, word: &str) -> u32 {
        let has = self.dictionary.as_ref().is_some_and(|dictionary| dictionary.has(word));
        if has { LISTED } else { 0 }
    }

    /// Without dictionaries no word is listed.
    #[cfg(not(feature = "hunspell"))]
    #[expect(clippy::unused_self, reason = "it stands for the one with a dictionary")]
    fn listed(&self, _: &str) -> u32 {
        0
    }
}

/// Counts the words inside the lines of a text.
fn count(text: &Text, counts: &mut Counts) {
    for line in &text.lines {
        for word in words_inside(text.slice(line.span)) {
            add(word, counts);
        }
    }
}

/// The words inside a line: the last of it, and the first where it is in small letters, may
/// be fragments.
pub(crate) fn words_inside(line: &str) -> impl Iterator<Item = &str> {
    let line = line.trim();
    let mut words = line.split_whitespace().peekable();
    if line.starts_with(char::is_lowercase) {
        words.next();
    }
    std::iter::from_fn(move || {
        loop {
            let word = words.next()?;
            words.peek()?;
            let word = word.trim_matches(|c: char| !c.is_alphabetic());
            if !word.is_empty() {
                return Some(word);
            }
        }
    })
}

/// Adds a word that was seen. The halves of a compound are words, too.
pub(crate) fn add(word: &str, counts: &mut Counts) {
    let word = letters::small(word);
    count_one(&word, counts);
    let halves = word.split('-').filter(|half| word.contains('-') && !half.is_empty());
    halves.for_each(|half| _ = count_one(half, counts));
}

/// Counts a word in small letters, and tells how often it has been seen by now.
pub(crate) fn count_one(word: &str, counts: &mut Counts) -> u32 {
    // Most words were seen before.
    if let Some(count) = counts.get_mut(word) {
        *count += 1;
        return *count;
    }
    counts.insert(word.to_owned(), 1);
    1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::read;
    use crate::text::span::FileId;

    fn text(words: &str) -> Text {
        read(FileId(0), "uno.txt", words.as_bytes()).unwrap().value
    }

    #[test]
    fn a_document_is_told_of_the_others_only() {
        let texts = ["Uno dos tres, dos seis\n", "Tres Cuasi-rey uno dos\n"].map(text);
        let mut gathering = Gathering::default();
        for text in &texts {
            gathering.add(text);
        }
        let all = gathering.finish();
        let [first, second] = texts.each_ref().map(|text| all.around(text));
        assert_eq!((first.seen("tres"), first.seen("Rey"), first.seen("dos")), (1, 1, 0));
        assert_eq!((second.seen("DOS"), second.seen("seis")), (2, 0));
    }

    #[test]
    fn a_document_alone_is_no_corpus() {
        let text = text("uno dos tres cuatro\n");
        let mut gathering = Gathering::default();
        gathering.add(&text);
        assert_eq!(gathering.finish().around(&text).seen("dos"), 0);
    }
}
