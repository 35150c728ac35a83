//! A dictionary in the Hunspell format (`es.aff`, `es.dic`): it says which words exist,
//! if neither the text nor its corpus does.

use std::fmt;

/// A dictionary of one language.
pub struct Dictionary(spellbook::Dictionary);

/// The files are no Hunspell dictionary.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DictionaryError(String);

impl Dictionary {
    /// Reads the rules of inflection (`.aff`) and the words (`.dic`).
    ///
    /// # Errors
    ///
    /// If the files are not in the Hunspell format.
    pub fn parse(affixes: &str, words: &str) -> Result<Self, DictionaryError> {
        let read = spellbook::Dictionary::new(affixes, words);
        read.map(Self).map_err(|error| DictionaryError(error.to_string()))
    }

    /// Whether it contains a word. Compounds with a hyphen are never contained, because
    /// it accepts any two of its words as one.
    pub(crate) fn contains(&self, word: &str) -> bool {
        !word.contains('-') && (self.0.check(word) || self.0.check(&word.to_lowercase()))
    }
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Dictionary")
    }
}

impl PartialEq for Dictionary {
    /// A dictionary equals only itself.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Dictionary {}

#[cfg(test)]
mod tests {
    use super::Dictionary;
    use crate::recover::corpus::Corpus;
    use crate::recover::{Hints, recover};
    use crate::source::{WordConfidence, read};
    use crate::text::span::FileId;

    const AFFIXES: &str = "SET UTF-8\nSFX S Y 1\nSFX S 0 s [aeo]\n";
    const WORDS: &str = "3\ndesdén\nmolino/S\npaciencia/S\n";

    #[test]
    fn it_knows_inflected_words_and_no_compounds() {
        let dictionary = Dictionary::parse(AFFIXES, WORDS).unwrap();
        assert!(dictionary.contains("molinos") && dictionary.contains("Desdén"));
        assert!(
            !dictionary.contains("mo1ino") && !dictionary.contains("molino-paciencia")
        );
        assert!(Dictionary::parse("SFX S Y", "x").is_err());
    }

    /// The codes of the diagnostics for a text that has `desdén` only divided.
    fn codes(corpus: Corpus) -> Vec<&'static str> {
        let words = "El maestro había llegado allí de aprendiz y conservaba de aquellos \
                     años una\npaciencia que sus oficiales y los vecinos tomaban por des-\n\
                     dén, y nadie le vio nunca correr por la calle ni por la casa.\n";
        let text = read(FileId(0), "uno.txt", words.as_bytes()).unwrap().value;
        let found = recover(&text, &Hints { corpus, ..Hints::default() }).diagnostics;
        found.into_iter().map(|one| one.code.0).collect()
    }

    #[test]
    fn a_divided_word_that_it_has_needs_no_telling() {
        let dictionary = Dictionary::parse(AFFIXES, WORDS).unwrap();
        assert!(codes(Corpus::default()).contains(&"r-209"));
        assert!(!codes(Corpus::default().with(dictionary)).contains(&"r-209"));
    }

    #[test]
    fn a_misread_word_is_found_by_it() {
        let dictionary = Dictionary::parse(AFFIXES, WORDS).unwrap();
        let corpus = Corpus::default().with(dictionary);
        assert_eq!((corpus.count("molinos") > 0, corpus.count("rnolinos")), (true, 0));
    }

    #[test]
    fn an_unsure_word_that_it_does_not_have_is_reported() {
        let words = "the mill stood still all summer and the rags lay in the loft until \
                     the rain came back to the valley and the mill in Octoher";
        let word_at = words.find("Octoher").unwrap();
        let start = u32::try_from(word_at).unwrap();
        let mut text = read(FileId(0), "uno.txt", words.as_bytes()).unwrap().value;
        let mut report = |percent: u8| {
            let (dictionary, end) =
                (Dictionary::parse(AFFIXES, WORDS).unwrap(), start + 7);
            text.confidences = vec![WordConfidence { start, end, percent }];
            let corpus = Corpus::default().with(dictionary);
            let found = recover(&text, &Hints { corpus, ..Hints::default() });
            let found = found.diagnostics.into_iter();
            let found = found.filter(|one| one.code.0 == "r-215");
            found.map(|one| one.message).collect::<Vec<_>>()
        };
        assert_eq!(report(41), ["'Octoher' may be misread"]);
        assert!(report(96).is_empty());
    }
}
