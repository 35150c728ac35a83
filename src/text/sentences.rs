//! How lines of prose end: with a sentence, with a number, in mid-sentence or in
//! mid-word.

use super::letters::DIVIDING;

/// Whether a line ends in a hyphen after a letter.
#[must_use]
pub fn ends_in_hyphen(line: &str) -> bool {
    let mut letters = line.chars().rev();
    letters.next().is_some_and(|c| DIVIDING.contains(&c))
        && letters.next().is_some_and(char::is_alphabetic)
}

/// Whether a line ends a sentence; an initial (`M.`) does not.
#[must_use]
pub fn ends_sentence(line: &str) -> bool {
    let mut letters = line.chars().rev();
    if letters.next() == Some('.')
        && letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_none_or(char::is_whitespace)
    {
        return false;
    }
    let end = line.trim_end_matches(|c: char| {
        matches!(c, '”' | '"' | '»' | '’' | '\'' | ')' | ']' | '“') || c.is_ascii_digit()
    });
    end.ends_with(['.', '!', '?', '…', ':'])
}

/// Whether a line ends in a number, like a reference.
#[must_use]
pub fn ends_in_number(line: &str) -> bool {
    line.ends_with(|c: char| c.is_ascii_digit())
}

/// Whether one line breaks off in mid-sentence and another continues in lower case.
#[must_use]
pub fn runs_on(before: &str, after: &str) -> bool {
    !ends_sentence(before)
        && before.ends_with(|c: char| c.is_alphabetic() || matches!(c, '-' | '‐' | ','))
        && after.starts_with(char::is_lowercase)
}
