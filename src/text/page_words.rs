//! The words that languages have for a page: before folios, and in the codes of pages.

use super::letters;

/// Words and abbreviations for a page or leaf, in lower case.
const PAGE_WORDS: [&str; 19] = [
    "página",
    "pagina",
    "pàgina",
    "pág",
    "pag",
    "page",
    "pp",
    "pg",
    "pb",
    "p",
    "seite",
    "s",
    "страница",
    "стр",
    "с",
    "blatt",
    "folio",
    "fol",
    "leaf",
];

/// The shortest word that may be joined to another, as in `PageV01P004`, in letters.
const LONG_WORD: usize = 4;

/// Whether a word, without points, is one for a page: `Pág`, but not `Fig`.
#[must_use]
pub fn is_page_word(word: &str) -> bool {
    PAGE_WORDS.contains(&&*letters::small(word))
}

/// Whether letters begin with a word for a page, or are one.
#[must_use]
pub fn begins_with_page_word(letters: &str) -> bool {
    let small = letters::small(letters);
    let joined =
        |word: &str| word.chars().count() >= LONG_WORD && small.starts_with(word);
    is_page_word(letters) || PAGE_WORDS.iter().any(|word| joined(word))
}
