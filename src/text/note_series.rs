//! The series that number notes: figures, letters, Roman figures, signs.

use super::numerals::roman_in_one_case;

/// What a series of labels counts with. A book may have two series at once: the author's
/// notes by signs, the editor's by figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LabelSeries {
    /// 1, 2, 3.
    Figure,
    /// a, b, c.
    Letter,
    /// i, ii, iii.
    Roman,
    /// `*`, `**`, `†`.
    Sign,
}

/// All series.
pub const ALL_SERIES: [LabelSeries; 4] =
    [LabelSeries::Figure, LabelSeries::Letter, LabelSeries::Roman, LabelSeries::Sign];

/// The main series: the one with most notes; of equals the first, so figures before the
/// rest.
#[must_use]
pub fn find_main_series(
    of_notes: impl Iterator<Item = LabelSeries>,
) -> Option<LabelSeries> {
    let mut counts = ALL_SERIES.map(|_| 0_usize);
    for series in of_notes {
        counts[series as usize] += 1;
    }
    let most = counts.iter().enumerate().rev().max_by_key(|(_, count)| **count)?.0;
    Some(ALL_SERIES[most])
}

/// The letters that count, by script. Printers omit letters that resemble others.
const ALPHABETS: [&str; 3] = [
    "abcdefghijklmnopqrstuvwxyz",
    "абвгдежзиклмнопрстуфхцчшщэюя",
    "αβγδεζηθικλμνξοπρστυφχψω",
];

/// The characters that an extraction reads for a figure, and the figure.
const MISREAD_FIGURES: [(char, u32); 15] = [
    ('l', 1),
    ('I', 1),
    ('i', 1),
    ('|', 1),
    ('!', 1),
    ('S', 8),
    ('S', 5),
    ('s', 8),
    ('O', 0),
    ('o', 0),
    ('Z', 2),
    ('B', 8),
    ('G', 6),
    ('g', 9),
    ('q', 9),
];

/// Most letters of a number in Roman figures that calls a note: `xxxviii`.
const LONGEST_ROMAN: usize = 7;

/// Reads a word as a number in letters or Roman figures; `i` may be either.
pub fn letter_numbers(word: &str) -> impl Iterator<Item = (LabelSeries, u32)> + use<> {
    let mut letters = word.chars();
    let only = letters.next().filter(|_| letters.next().is_none());
    let letter = only.and_then(letter_number).map(|number| (LabelSeries::Letter, number));
    let short = word.len() <= LONGEST_ROMAN;
    let roman = short.then(|| roman_in_one_case(word)).flatten();
    letter.into_iter().chain(roman.map(|number| (LabelSeries::Roman, number)))
}

/// The position of a letter in its alphabet, from 1.
fn letter_number(letter: char) -> Option<u32> {
    let mut small = letter.to_lowercase();
    let small = small.next()?;
    ALPHABETS.iter().find_map(|alphabet| {
        let place = alphabet.chars().position(|c| c == small)?;
        u32::try_from(place + 1).ok()
    })
}

/// Reads a word as a number in which a figure was misread as a letter: `l2` is 12, `S` is
/// 8 or 5. Words of more than one letter contain a figure, or are `ll`.
pub fn misread_numbers(word: &str) -> impl Iterator<Item = u32> + use<> {
    let figures = word.chars().filter(char::is_ascii_digit).count();
    let length = word.chars().take(4).count();
    let ones = word.chars().all(|c| matches!(c, 'l' | 'I' | '|'));
    let enough = figures > 0 || length == 1 || length == 2 && ones;
    let possible = (1..=3).contains(&length) && figures < length && enough;
    let read = |choice: usize| {
        word.chars().try_fold(0, |number, c| {
            let mut figures = MISREAD_FIGURES
                .iter()
                .filter(|(read, _)| *read == c)
                .map(|(_, figure)| *figure);
            let figure = c.to_digit(10).or_else(|| figures.nth(choice))?;
            Some(number * 10 + figure)
        })
    };
    let found = [0, 1].map(|choice| possible.then(|| read(choice)).flatten());
    found.into_iter().flatten().filter(|&number| number > 0)
}

/// The value of a superscript figure.
#[must_use]
pub fn raised_figure(c: char) -> Option<u32> {
    match c {
        '⁰' => Some(0),
        '¹' => Some(1),
        '²' => Some(2),
        '³' => Some(3),
        '⁴'..='⁹' => Some(u32::from(c) - u32::from('⁰')),
        _ => None,
    }
}

/// A figure as a superscript; other characters are unchanged.
#[must_use]
pub fn raise_figure(c: char) -> char {
    match c {
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '0' => '⁰',
        '4'..='9' => {
            char::from_u32(u32::from('⁰') + u32::from(c) - u32::from('0')).unwrap_or(c)
        }
        _ => c,
    }
}

/// The value of a run of superscript figures.
#[must_use]
pub fn raised_number(run: &str) -> Option<u32> {
    run.chars()
        .try_fold(0_u32, |value, c| value.checked_mul(10)?.checked_add(raised_figure(c)?))
}

/// The signs that call notes, in the order in which a page uses them.
const SIGNS: [char; 5] = ['*', '†', '‡', '§', '¶'];

/// Most equal signs in a row; more are an ornament.
pub const MOST_SIGNS: u32 = 4;

/// Whether a sign before this text calls or labels a note: before a number it means a
/// section.
#[must_use]
pub fn is_free_sign(after: &str) -> bool {
    !after.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a character is one of the signs that call notes.
#[must_use]
pub fn is_note_sign(c: char) -> bool {
    place_sign(c).is_some()
}

/// Whether a character is an asterisk. PDFs of TeX have the operator of mathematics, since
/// TeX takes the signs of notes from a font for formulas.
#[must_use]
pub fn is_asterisk(c: char) -> bool {
    matches!(c, '*' | '∗')
}

/// The place of a sign among those that call notes.
fn place_sign(c: char) -> Option<usize> {
    let sign = if is_asterisk(c) { '*' } else { c };
    SIGNS.iter().position(|&one| one == sign)
}

/// The position of a run of signs in the order `*`, `**`, `***`, `†`, `††`, `‡`. Some
/// pages use each sign only once; that is not a gap.
#[must_use]
pub fn sign_number(run: &str) -> u32 {
    let kind = run.chars().filter_map(place_sign).max();
    let length = u32::try_from(run.chars().count()).unwrap_or(MOST_SIGNS);
    let kind = u32::try_from(kind.unwrap_or_default()).unwrap_or_default();
    kind * MOST_SIGNS + length.min(MOST_SIGNS)
}

/// Letters that are words in some language, and the Roman numbers that are.
const LETTER_WORDS: [&str; 16] =
    ["a", "e", "i", "o", "u", "y", "vi", "xi", "в", "с", "к", "и", "у", "о", "я", "а"];

/// Whether letters are a word in some language.
#[must_use]
pub fn is_letter_word(letter: &str) -> bool {
    LETTER_WORDS.contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::{LabelSeries, letter_numbers, misread_numbers};

    #[test]
    fn letters_count() {
        let read = |word| letter_numbers(word).collect::<Vec<_>>();
        assert_eq!(read("b"), [(LabelSeries::Letter, 2)]);
        assert_eq!(read("i"), [(LabelSeries::Letter, 9), (LabelSeries::Roman, 1)]);
        assert_eq!(read("IV"), [(LabelSeries::Roman, 4)]);
        assert_eq!(read("в"), [(LabelSeries::Letter, 3)]);
        assert_eq!(read("no"), []);
    }

    #[test]
    fn figures_are_misread() {
        let read = |word| misread_numbers(word).collect::<Vec<_>>();
        assert_eq!(read("l"), [1]);
        assert_eq!(read("S"), [8, 5]);
        assert_eq!(read("1O"), [10]);
        assert_eq!(read("ll"), [11]);
        assert_eq!(read("12"), [0; 0]);
        assert_eq!(read("so"), [0; 0]);
    }
}
