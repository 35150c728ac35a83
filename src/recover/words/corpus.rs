//! The words of the corpus that a document belongs to.
//!
//! If a text does not show whether a string is a word, the other texts of the same book
//! or batch may: they have the same author, date or printer. A table of the words of a
//! library knows more words, but not those of the book.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::source::Text;
use crate::text::language::Language;
use crate::text::letters;

#[cfg(feature = "hunspell")]
use super::dictionary::Dictionary;
use super::table::{WordTable, WordUse, make_key};

/// How often words occur, in lower case, hyphens included.
pub(crate) type WordCounts = FxHashMap<String, u32>;

/// The words of the other documents of a corpus.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Corpus {
    /// The words of all documents.
    all: Arc<WordCounts>,
    /// The words of the document itself, which are subtracted.
    own: Arc<WordCounts>,
    /// The dictionary of its language.
    #[cfg(feature = "hunspell")]
    dictionary: Option<Arc<Dictionary>>,
    /// The words of a library, and the language of the document.
    library: Option<(Arc<WordTable>, Option<Language>)>,
}

/// A word in the dictionary counts as if it occurred this often in the corpus: too often
/// for a misprint. So does a word that as many other documents of a library have: however
/// frequent it is there, that says little of how often a text has it, and the models that
/// ask are fitted on counts of one text.
const LISTED: u32 = 3;

/// Bytes of most languages in a table, with the tab.
const LANGUAGE: usize = 4;

/// Counts the words of all documents of a corpus.
#[derive(Debug, Default)]
pub struct Gathering {
    all: WordCounts,
    documents: usize,
}

impl Gathering {
    /// Adds the words of a document.
    pub fn add(&mut self, text: &Text) {
        self.documents += 1;
        count_words(text, &mut self.all);
    }

    /// Finishes the count, to be queried for each document in turn. A single document is
    /// no corpus.
    #[must_use]
    pub fn finish(self) -> Corpus {
        let all = if self.documents > 1 { self.all } else { WordCounts::default() };
        Corpus { all: Arc::new(all), ..Corpus::default() }
    }
}

impl Corpus {
    /// The corpus as one of its documents sees it: without its own words.
    #[must_use]
    pub fn around(&self, text: &Text) -> Self {
        let mut own = WordCounts::default();
        if !self.all.is_empty() {
            count_words(text, &mut own);
        }
        Self { own: Arc::new(own), ..self.clone() }
    }

    /// Adds a dictionary of the language.
    #[cfg(feature = "hunspell")]
    #[must_use]
    pub fn with(self, dictionary: Dictionary) -> Self {
        Self { dictionary: Some(Arc::new(dictionary)), ..self }
    }

    /// Adds the words that a library has of the language of the document.
    #[must_use]
    pub fn with_library(
        self,
        library: Arc<WordTable>,
        language: Option<Language>,
    ) -> Self {
        Self { library: Some((library, language)), ..self }
    }

    /// Whether it has the words of a library.
    pub(crate) fn has_library(&self) -> bool {
        self.library.is_some()
    }

    /// Whether it knows no word at all.
    pub(crate) fn is_empty(&self) -> bool {
        #[cfg(feature = "hunspell")]
        if self.dictionary.is_some() {
            return false;
        }
        self.all.is_empty() && self.library.is_none()
    }

    /// How often the other documents have a word; a word of the dictionary counts as three
    /// times, and one of the library as at most three times.
    pub(crate) fn count(&self, word: &str) -> u32 {
        let known = self.count_in_book(word);
        let in_library = || self.find_in_library(word).other_documents().min(LISTED);
        if known >= LISTED { known } else { known.max(in_library()) }
    }

    /// Like [`Self::count`], if the word may be a misreading or a part of another one: what
    /// the library has of it does not count if that is so much more frequent there.
    pub(crate) fn count_beside(&self, word: &str, other: &str) -> u32 {
        let count = self.count(word);
        if count > 0 && self.library.is_some() {
            let [used, others] = [word, other].map(|word| self.find_in_library(word));
            if used.may_be_misread_for(others) {
                return self.count_in_book(word);
            }
        }
        count
    }

    /// How often the corpus has each of two forms of a word. The other documents of the book
    /// decide, then the dictionary, and then in how many other documents of the library each
    /// form is.
    pub(crate) fn count_forms(&self, forms: [&str; 2]) -> [u32; 2] {
        let [first, second] = forms.map(|form| self.count_in_book(form));
        if first != second {
            return [first, second];
        }
        forms.map(|form| self.find_in_library(form).other_documents())
    }

    /// What the library says of a word.
    fn find_in_library(&self, word: &str) -> WordUse {
        let Some((library, language)) = &self.library else { return WordUse::default() };
        let mut key = String::with_capacity(word.len() + LANGUAGE);
        make_key(language.as_ref(), &letters::small(word), &mut key);
        library.find(&key)
    }

    /// How often the other documents of the book have a word; a dictionary word counts as
    /// three times.
    fn count_in_book(&self, word: &str) -> u32 {
        self.count_elsewhere(word).max(self.listed(word))
    }

    /// Whether no other document of the book has a word that the corpus knows.
    pub(crate) fn is_only_listed(&self, word: &str) -> bool {
        self.count_elsewhere(word) == 0 && self.count(word) > 0
    }

    /// How often the other documents have a word.
    fn count_elsewhere(&self, word: &str) -> u32 {
        if self.all.is_empty() {
            return 0;
        }
        let word = letters::small(word);
        let times = |counts: &WordCounts| counts.get(&*word).copied().unwrap_or_default();
        times(&self.all).saturating_sub(times(&self.own))
    }

    /// The count of a word that the dictionary has.
    #[cfg(feature = "hunspell")]
    fn listed(&self, word: &str) -> u32 {
        let has =
            self.dictionary.as_ref().is_some_and(|dictionary| dictionary.contains(word));
        if has { LISTED } else { 0 }
    }

    /// Whether it has a dictionary, and that does not have a word.
    #[cfg(feature = "hunspell")]
    pub(crate) fn is_unlisted(&self, word: &str) -> bool {
        self.dictionary.is_some() && self.count(word) == 0
    }

    /// Without a dictionary no word is unlisted.
    #[cfg(not(feature = "hunspell"))]
    #[expect(clippy::unused_self, reason = "it stands for the one with a dictionary")]
    pub(crate) fn is_unlisted(&self, _: &str) -> bool {
        false
    }

    /// Without dictionaries no word is listed.
    #[cfg(not(feature = "hunspell"))]
    #[expect(clippy::unused_self, reason = "it stands for the one with a dictionary")]
    fn listed(&self, _: &str) -> u32 {
        0
    }
}

/// Counts the words inside the lines of a text.
fn count_words(text: &Text, counts: &mut WordCounts) {
    for line in &text.lines {
        for word in words_inside(text.slice(line.span)) {
            add_word(word, counts);
        }
    }
}

/// The words inside a line. The last word, and the first if it is in lower case, may be
/// fragments and are left out.
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

/// Counts a word, and the halves of a compound as words of their own.
pub(crate) fn add_word(word: &str, counts: &mut WordCounts) {
    let word = letters::small(word);
    count_word(&word, counts);
    let halves = word.split('-').filter(|half| word.contains('-') && !half.is_empty());
    halves.for_each(|half| _ = count_word(half, counts));
}

/// Counts a word in lower case; gives its new count.
pub(crate) fn count_word(word: &str, counts: &mut WordCounts) -> u32 {
    // Most words have occurred before.
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
    fn a_document_learns_from_the_others_only() {
        let texts = ["Uno dos tres, dos seis\n", "Tres Cuasi-rey uno dos\n"].map(text);
        let mut gathering = Gathering::default();
        for text in &texts {
            gathering.add(text);
        }
        let all = gathering.finish();
        let [first, second] = texts.each_ref().map(|text| all.around(text));
        assert_eq!(
            (first.count("tres"), first.count("Rey"), first.count("dos")),
            (1, 1, 0)
        );
        assert_eq!((second.count("DOS"), second.count("seis")), (2, 0));
    }

    /// A table with the documents and the occurrences of each word, in order.
    fn library(words: &[(&str, u32, u32)]) -> Corpus {
        let head =
            format!("# pliego-words 1 documents=9 least=1 words={}\n", words.len());
        let lines = words.iter().map(|(word, documents, times)| {
            format!("es\t{word}\t{documents}\t{times}\n")
        });
        let table: String = std::iter::once(head).chain(lines).collect();
        let table = WordTable::read("words.tsv", table.into_bytes()).unwrap();
        Corpus::default().with_library(Arc::new(table), Some("es".parse().unwrap()))
    }

    #[test]
    fn a_library_knows_the_words_of_its_other_documents() {
        let library = library(&[("dos", 2, 9), ("mil", 900, 9000), ("uno", 1, 9)]);
        let counts = ["uno", "Dos", "mil", "cero"].map(|word| library.count(word));
        assert_eq!(counts, [0, 1, LISTED, 0]);
        assert!(!library.is_empty() && library.has_library());
        let (table, _) = library.library.unwrap();
        let portuguese = Corpus::default().with_library(table, "pt".parse().ok());
        assert_eq!(portuguese.count("mil"), 0);
    }

    #[test]
    fn a_common_misreading_is_no_word() {
        let library = library(&[
            ("cansa", 40, 90),
            ("causa", 900, 60_000),
            ("modo", 900, 60_000),
            ("rnodo", 40, 60),
        ]);
        assert_eq!(library.count("rnodo"), LISTED);
        assert_eq!(library.count_beside("rnodo", "modo"), 0);
        assert_eq!(library.count_beside("rnodo", "causas"), LISTED);
        assert_eq!(library.count_beside("cansa", "causa"), LISTED);
        assert_eq!(library.count_beside("modo", "modo"), LISTED);
    }

    #[test]
    fn the_book_decides_between_forms_before_the_library() {
        let library = library(&[("cuasi-rey", 9, 9), ("cuasirey", 5, 90)]);
        let forms = |corpus: &Corpus| corpus.count_forms(["cuasi-rey", "Cuasirey"]);
        assert_eq!(forms(&library), [8, 4]);
        let mut gathering = Gathering::default();
        let texts = ["Un cuasirey y otro\n", "Uno dos tres\n"].map(text);
        for text in &texts {
            gathering.add(text);
        }
        let book = gathering.finish().around(&texts[1]);
        let book = Corpus { library: library.library, ..book };
        assert_eq!(forms(&book), [0, 1]);
    }

    #[test]
    fn a_document_alone_is_no_corpus() {
        let text = text("uno dos tres cuatro\n");
        let mut gathering = Gathering::default();
        gathering.add(&text);
        assert_eq!(gathering.finish().around(&text).count("dos"), 0);
    }
}
