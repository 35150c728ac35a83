//! Typewriter characters that an edition sets as printed ones.
//!
//! Words are compared in a form that is the same for both, and then sign by sign: a printed
//! sign may stand for a typed one, and never for another printed one.

use std::borrow::Cow;

/// What stands for all quotation marks, apostrophes and primes.
const QUOTE: char = '"';

/// What stands for all dashes, and for hyphens.
const DASH: char = '-';

/// The form of a word in which typed and printed signs are the same.
pub(super) fn fold_signs(word: &str) -> Cow<'_, str> {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b",;:!?()[]".contains(&b);
    if word.bytes().all(is_plain) {
        return Cow::Borrowed(word);
    }
    let mut folded = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            '…' => folded.push_str("..."),
            _ if is_quote(c) => folded.push(QUOTE),
            _ if is_dash(c) => {
                if !folded.ends_with(DASH) {
                    folded.push(DASH);
                }
            }
            _ => match spell_fraction(c) {
                Some(figures) => folded.push_str(figures),
                None => folded.push(c),
            },
        }
    }
    if folded == word { Cow::Borrowed(word) } else { Cow::Owned(folded) }
}

/// The figures that a fraction stands for.
fn spell_fraction(c: char) -> Option<&'static str> {
    Some(match c {
        '½' => "1/2",
        '⅓' => "1/3",
        '⅔' => "2/3",
        '¼' => "1/4",
        '¾' => "3/4",
        '⅛' => "1/8",
        '⅜' => "3/8",
        '⅝' => "5/8",
        '⅞' => "7/8",
        _ => return None,
    })
}

/// Whether a character is a quotation mark, an apostrophe or a prime, typed or printed.
pub(super) fn is_quote(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | '“'
            | '”'
            | '„'
            | '‘'
            | '’'
            | '‚'
            | '«'
            | '»'
            | '‹'
            | '›'
            | '′'
            | '″'
    )
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '—' | '–' | '―' | '−')
}

/// How many characters of a typewritten text, from its first on, a printed character stands
/// for; `None` if it stands for something else.
fn count_typed(typed: &[char], printed: char) -> Option<usize> {
    match *typed.first()? {
        c if c == printed => Some(1),
        '"' | '\'' if is_quote(printed) => Some(1),
        '-' if is_dash(printed) => Some(typed.iter().take_while(|&&c| c == '-').count()),
        '.' if printed == '…' => typed.starts_with(&['.'; 3]).then_some(3),
        _ => {
            let figures = spell_fraction(printed)?;
            let stands = typed.iter().take(figures.len()).copied().eq(figures.chars());
            stands.then_some(figures.len())
        }
    }
}

/// How many signs of the source are printed ones in the edition; `None` if the edition
/// differs in anything else.
pub(super) fn count_printed_signs(source: &str, edition: &str) -> Option<usize> {
    let typed: Vec<char> = source.chars().collect();
    let (mut read, mut count) = (0, 0);
    for printed in edition.chars() {
        let length = count_typed(&typed[read..], printed)?;
        count += usize::from(typed[read] != printed);
        read += length;
    }
    (read == typed.len()).then_some(count)
}

/// A typed quotation mark or apostrophe, and what is printed for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PrintedQuote {
    /// As it is typed.
    pub(super) typed: char,
    /// As it is printed.
    pub(super) printed: char,
    /// Letters are on both sides of it.
    pub(super) is_in_word: bool,
}

/// The typed quotation marks of a word, which an edition has with printed ones.
pub(super) fn list_printed_quotes(source: &str, edition: &str) -> Vec<PrintedQuote> {
    let typed: Vec<char> = source.chars().collect();
    let mut quotes = Vec::new();
    let mut read = 0;
    for printed in edition.chars() {
        let rest = typed.get(read..).unwrap_or_default();
        let Some(length) = count_typed(rest, printed) else { return Vec::new() };
        if matches!(rest[0], '"' | '\'') {
            let is_letter = |at: Option<usize>| {
                at.and_then(|at| typed.get(at)).is_some_and(|c| c.is_alphabetic())
            };
            quotes.push(PrintedQuote {
                typed: rest[0],
                printed,
                is_in_word: is_letter(read.checked_sub(1)) && is_letter(Some(read + 1)),
            });
        }
        read += length;
    }
    quotes
}

/// Whether the quotation marks of a paragraph close those that they open. Marks that may be
/// apostrophes, primes or typed ones say nothing.
pub(super) fn are_paired(quotes: &[PrintedQuote]) -> bool {
    const PAIRS: [(char, char); 12] = [
        ('«', '»'),
        ('»', '«'),
        ('“', '”'),
        ('„', '“'),
        ('„', '”'),
        ('”', '”'),
        ('‘', '’'),
        ('‚', '‘'),
        ('‚', '’'),
        ('’', '’'),
        ('‹', '›'),
        ('›', '‹'),
    ];
    let marks: Vec<char> =
        quotes.iter().filter(|one| one.typed == '"').map(|one| one.printed).collect();
    if marks.len() % 2 == 1
        || marks.iter().any(|mark| matches!(mark, '"' | '\'' | '′' | '″'))
    {
        return true;
    }
    let mut open: Vec<char> = Vec::new();
    for mark in marks {
        match open.last() {
            Some(&last) if PAIRS.contains(&(last, mark)) => {
                open.pop();
            }
            _ => open.push(mark),
        }
    }
    open.is_empty()
}

/// The place in a word of the edition that corresponds to one in the same word of the
/// source, in characters.
pub(super) fn map_offset(source: &str, edition: &str, offset: usize) -> usize {
    if source == edition {
        return offset;
    }
    let typed: Vec<char> = source.chars().collect();
    let (mut read, mut place) = (0, 0);
    for printed in edition.chars() {
        if read >= offset {
            break;
        }
        read +=
            typed.get(read..).and_then(|rest| count_typed(rest, printed)).unwrap_or(1);
        place += 1;
    }
    place
}

/// Whether two words are the same but for signs that are typed in one and printed in the
/// other.
pub(super) fn is_same_word(one: &str, other: &str) -> bool {
    one == other || fold_signs(one) == fold_signs(other)
}

#[cfg(test)]
mod tests {
    use super::{count_printed_signs, fold_signs, map_offset};

    #[test]
    fn printed_signs_stand_for_typed_ones() {
        assert_eq!(fold_signs("d'\"eau\"--"), fold_signs("d’«eau»—"));
        assert_eq!(count_printed_signs("d'\"eau\"--...", "d’«eau»—…"), Some(5));
        assert_eq!(count_printed_signs("1/2,", "½,"), Some(1));
        assert_eq!(count_printed_signs("1/4", "½"), None);
        assert_eq!(count_printed_signs("eau", "eau"), Some(0));
    }

    #[test]
    fn one_printed_sign_never_stands_for_another() {
        assert_eq!(count_printed_signs("«eau»", "“eau”"), None);
        assert_eq!(count_printed_signs("a--b", "a—c"), None);
        assert_eq!(count_printed_signs("eau", "eaux"), None);
        assert_eq!(count_printed_signs("eaux", "eau"), None);
    }

    #[test]
    fn places_follow_what_is_shorter() {
        assert_eq!(map_offset("fin...", "fin…", 6), 4);
        assert_eq!(map_offset("--sí", "—sí", 4), 3);
        assert_eq!(map_offset("--sí", "—sí", 2), 1);
    }
}
