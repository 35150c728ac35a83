//! Lines that are the name of a person, judged by their words alone.

use super::numerals::{self, roman_in_one_case};

/// Most words of a name.
const MOST_WORDS: usize = 6;

/// Words before the name of an author.
const BY: [&str; 9] = ["by", "von", "por", "par", "di", "de", "da", "per", "of"];

/// Small words inside names.
const PARTICLES: [&str; 16] = [
    "de", "del", "la", "las", "los", "von", "van", "der", "di", "da", "do", "dos", "du",
    "y", "e", "le",
];

/// The words that only an author follows on a title page: the others of [`BY`] begin titles, too.
const BY_AN_AUTHOR: [&str; 4] = ["by", "por", "par", "von"];

/// Whether a word is "by", and so the name of an author follows.
#[must_use]
pub fn is_by(word: &str) -> bool {
    BY_AN_AUTHOR.contains(&word.to_lowercase().as_str())
}

/// Whether a line is "by" and the name of a person, with or without a title behind a comma.
///
/// ```
/// use pliego::text::names::names_author;
///
/// assert!(names_author("BY W. E. BRAMBLE, ESQ."));
/// assert!(!names_author("By the River"));
/// ```
#[must_use]
pub fn names_author(line: &str) -> bool {
    let (words, _) = line.split_once(',').unwrap_or((line, ""));
    words
        .split_once(' ')
        .is_some_and(|(by, name)| is_by(by) && is_name(name.trim_end_matches('.'), 2))
}

/// Whether a line is the name of a person, of at least two words.
#[must_use]
pub fn is_person(line: &str) -> bool {
    line.split_whitespace().count() > 1 && is_by_line(line)
}

/// Whether a line is the name of a person, with or without a word like "by" before it, or
/// that word alone.
#[must_use]
pub fn is_by_line(line: &str) -> bool {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let by = words.first().is_some_and(|word| BY.contains(&word.to_lowercase().as_str()));
    if by {
        words.remove(0);
    }
    let capital = |word: &&&str| word.starts_with(char::is_uppercase);
    let capitals = words.iter().filter(capital).count();
    let of_name = |word: &&str| {
        let initial = word.chars().count() <= 3 && word.ends_with('.');
        let letters =
            word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '’' | '\''));
        let figure = word.len() > 1 && roman_in_one_case(word).is_some();
        (word.starts_with(char::is_uppercase) && (letters || initial) && !figure)
            && !is_function_word(word)
            || PARTICLES.contains(word)
    };
    let named = words.len() <= MOST_WORDS && words.iter().all(of_name);
    match (by, words.first()) {
        (true, None) => true,
        (true, Some(_)) => named && capitals > 0,
        (false, first) => {
            named
                && capitals > 1
                && first.is_some_and(|word| word.starts_with(char::is_uppercase))
        }
    }
}

/// Words that no name contains, and a title in capitals may: those that join two authors are
/// none of them.
const FUNCTION_WORDS: &[&str] = &[
    "of", "the", "for", "with", "in", "on", "to", "from", "at", "using", "sobre", "para",
    "con", "com", "em", "en", "al", "sur", "pour", "dans", "avec", "aux", "über", "für",
    "mit", "aus", "im", "zur", "zum", "per", "sul", "sulla", "nel", "nella",
];

fn is_function_word(word: &str) -> bool {
    let small = word.to_lowercase();
    FUNCTION_WORDS.contains(&small.as_str())
}

/// Whether words are a name: at least `capitals` of them with a capital, the rest only
/// particles and initials.
#[must_use]
pub fn is_name(words: &str, capitals: usize) -> bool {
    const PARTICLES: &[&str] = &[
        "de", "del", "la", "las", "los", "y", "e", "i", "da", "do", "dos", "das", "di",
        "von", "van", "der", "den", "zu", "du", "des", "le", "el", "af", "ibn", "св",
    ];
    const ARTICLES: &[&str] = &[
        "El", "La", "Los", "Las", "Un", "Una", "The", "A", "An", "Le", "Les", "Une",
        "Der", "Die", "Das", "Ein", "Eine", "Il", "Lo", "Gli", "O", "Os", "As", "Um",
        "Uma", "En", "De", "In", "On", "Por", "Par", "By", "Von", "Di",
    ];
    let initial = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() <= 2;
    let stopped = words.ends_with(['.', ',', ':', ';'])
        && !words.split_whitespace().next_back().is_some_and(initial);
    if stopped || words.split_whitespace().any(numerals::is_keyword) {
        return false;
    }
    let mut named = 0;
    let mut all = 0;
    for word in words.split_whitespace() {
        all += 1;
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let clean =
            !bare.contains(|c: char| !c.is_alphabetic() && !matches!(c, '-' | '.' | '’'));
        let is_article =
            || ARTICLES.iter().any(|article| article.eq_ignore_ascii_case(bare));
        if bare.is_empty() || !clean || all == 1 && is_article() || is_function_word(bare)
        {
            return false;
        }
        if bare.starts_with(char::is_uppercase) {
            named += 1;
        } else if !PARTICLES.contains(&bare) {
            return false;
        }
    }
    named >= capitals && all <= 6
}
