//! Finds where lines may break, by the rules of Unicode and of the trade.
//!
//! UAX #14 says what is possible. The rules here remove the breaks that a compositor would
//! not make. They look only at the characters around a place.

use std::ops::Range;

use icu_segmenter::LineSegmenter;
use icu_segmenter::options::LineBreakOptions;

use super::addresses;
use super::collect::ParagraphText;
use crate::text::language::Language;

/// Dashes that open and close speech and asides.
pub(super) const DASHES: [char; 3] = ['—', '–', '―'];

/// Signs that belong to the word before them, even after a space.
const CLOSING: [char; 10] = ['.', ',', ';', ':', '!', '?', ')', ']', '…', '%'];

/// Signs that belong to the word after them, even before a space.
pub(super) const OPENING: [char; 4] = ['(', '[', '¿', '¡'];

/// Signs that open in one language and close in another, such as « » in French and » « in
/// German, or that begin words as often as they end them, such as ’. Only their neighbours
/// tell which (UAX #14 `LB15a`, `LB15b`).
pub(super) const QUOTES: [char; 11] =
    ['«', '»', '‹', '›', '“', '”', '„', '‘', '’', '"', '\''];

/// Abbreviations that stay with the number after them.
const BEFORE_NUMBERS: [&str; 34] = [
    "p.", "pp.", "pág.", "págs.", "núm.", "núms.", "n.º", "n.", "nº", "vol.", "vols.",
    "t.", "cap.", "art.", "arts.", "fig.", "lám.", "fol.", "fols.", "f.", "ff.", "v.",
    "vv.", "col.", "no.", "nr.", "bd.", "s.", "ss.", "§", "№", "с.", "стр.", "т.",
];

/// Titles that stay with the name after them.
const BEFORE_NAMES: [&str; 24] = [
    "Sr.", "Sra.", "Srta.", "D.", "Da.", "Dña.", "Dr.", "Dra.", "Mr.", "Mrs.", "Ms.",
    "M.", "Mme.", "Mme", "Mlle", "MM.", "St.", "Sto.", "Sta.", "Prof.", "Hr.", "Sig.",
    "г.", "г-н",
];

/// Units that stay with the number before them.
const AFTER_NUMBERS: [&str; 22] = [
    "km", "m", "cm", "mm", "kg", "g", "mg", "l", "ha", "h", "min", "%", "‰", "°C", "€",
    "$", "£", "₽", "км", "м", "кг", "г",
];

/// Languages in which a word of one letter does not end a line.
const KEEP_SINGLE_LETTERS: [&str; 7] = ["ru", "uk", "be", "bg", "cs", "sk", "pl"];

/// The bytes of a paragraph at which a line may break, in order.
pub(super) fn find_breaks(paragraph: &ParagraphText, language: &Language) -> Vec<usize> {
    let text = paragraph.text.as_str();
    let segmenter =
        LineSegmenter::new_for_non_complex_scripts(LineBreakOptions::default());
    let possible = segmenter.segment_str(text).chain(paragraph.openings.iter().copied());
    let outside = possible.filter(|&at| {
        !is_in_address(paragraph, at..at) && is_good_break(text, at, language)
    });
    let inside =
        paragraph.addresses.iter().flat_map(|one| addresses::address_breaks(text, one));
    let mut turns: Vec<usize> =
        outside.chain(inside).filter(|&at| is_breakable(paragraph, at)).collect();
    turns.sort_unstable();
    turns.dedup();
    turns
}

/// Where a line may break in an emergency, within bytes of the paragraph that do not fit on
/// one line: at every space, and where the style changes.
pub(super) fn find_emergency_breaks(
    paragraph: &ParagraphText,
    bytes: Range<usize>,
) -> Vec<usize> {
    let spaces = paragraph.text[bytes.clone()].match_indices([' ', '\u{A0}']);
    let after = spaces.map(|(at, space)| bytes.start + at + space.len());
    let starts = paragraph.runs.iter().map(|run| run.range.start);
    let starts = starts.filter(|at| bytes.contains(at));
    after.chain(starts).filter(|&at| is_breakable(paragraph, at)).collect()
}

/// Whether a byte is inside the text, and the text does not forbid a break there.
fn is_breakable(paragraph: &ParagraphText, at: usize) -> bool {
    0 < at && at < paragraph.text.len() && paragraph.joins.binary_search(&at).is_err()
}

/// Whether bytes of the text are part of a web address.
pub(super) fn is_in_address(paragraph: &ParagraphText, bytes: Range<usize>) -> bool {
    let before = paragraph.addresses.partition_point(|address| address.start < bytes.end);
    paragraph.addresses[..before].last().is_some_and(|address| bytes.start < address.end)
}

/// Whether a compositor would break the line at a byte of the text.
fn is_good_break(text: &str, at: usize, language: &Language) -> bool {
    let (above, below) = text.split_at(at);
    let spaced = above.ends_with(' ');
    let above = above.trim_end_matches(' ');
    let (Some(last), Some(next)) = (above.chars().next_back(), below.chars().next())
    else {
        return false;
    };
    let second = below.chars().nth(1).unwrap_or(' ');
    let after = &below[next.len_utf8()..];
    if DASHES.contains(&next)
        && (!spaced || second == ' ' || begins_with_closing_sign(after))
    {
        return false;
    }
    if DASHES.contains(&last) {
        return may_break_after_dash(above, spaced);
    }
    if spaced {
        !CLOSING.contains(&next)
            && !OPENING.contains(&last)
            && !belongs_together(above, below, language)
    } else {
        // A hyphen that begins a word (-ito) stays with it.
        let start = above.trim_end_matches(['-', '\u{2010}']);
        start.len() == above.len() || !start.ends_with(' ') && !start.is_empty()
    }
}

/// Whether a line may break after the dash that ends `above`: not if the dash opens speech
/// or an aside.
fn may_break_after_dash(above: &str, spaced: bool) -> bool {
    let before = above.trim_end_matches(DASHES).chars().next_back();
    match before {
        None | Some('\n') => false,
        Some(' ') => spaced,
        Some(_) => !ends_with_opening_sign(above.trim_end_matches(DASHES)),
    }
}

/// Whether a text begins with a closing sign.
fn begins_with_closing_sign(text: &str) -> bool {
    let mut signs = text.chars();
    let ends = |c: Option<char>| {
        c.is_none_or(|c| c.is_whitespace() || CLOSING.contains(&c) || DASHES.contains(&c))
    };
    match signs.next() {
        Some(c) if QUOTES.contains(&c) => ends(signs.find(|c| !QUOTES.contains(c))),
        Some(c) => CLOSING.contains(&c),
        None => false,
    }
}

/// Whether a text ends with an opening sign.
fn ends_with_opening_sign(text: &str) -> bool {
    let mut signs = text.chars().rev();
    let begins = |c: Option<char>| {
        c.is_none_or(|c| c.is_whitespace() || OPENING.contains(&c) || DASHES.contains(&c))
    };
    match signs.next() {
        Some(c) if QUOTES.contains(&c) => begins(signs.find(|c| !QUOTES.contains(c))),
        Some(c) => OPENING.contains(&c),
        None => false,
    }
}

/// Whether the words on both sides of a space should stay together.
fn belongs_together(above: &str, below: &str, language: &Language) -> bool {
    let word = above.rsplit([' ', '\u{A0}', '\n']).next().unwrap_or_default();
    let word = word.trim_start_matches(|c| {
        OPENING.contains(&c) || QUOTES.contains(&c) || DASHES.contains(&c)
    });
    let next = below.split([' ', '\u{A0}', '\n']).next().unwrap_or_default();
    let first = next.chars().next().unwrap_or(' ');
    if first.is_ascii_digit() {
        let lower = word.to_lowercase();
        if BEFORE_NUMBERS.contains(&lower.as_str()) {
            return true;
        }
        return is_group(word, 1..=3) && is_group(next, 3..=3);
    }
    if first.is_uppercase() && (is_initial(word) || BEFORE_NAMES.contains(&word)) {
        return true;
    }
    let mut letters = word.chars();
    if let (Some(only), None) = (letters.next(), letters.next()) {
        let keeps = KEEP_SINGLE_LETTERS.contains(&language.primary());
        if keeps && only.is_alphabetic() {
            return true;
        }
    }
    let unit = next.trim_end_matches([',', '.', ';', ':', ')', '!', '?']);
    word.ends_with(|c: char| c.is_ascii_digit()) && AFTER_NUMBERS.contains(&unit)
}

/// Whether a word is an initial: a capital and a full stop.
fn is_initial(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase)
        && letters.next() == Some('.')
        && letters.next().is_none()
}

/// Whether a word is a group of a long number: this many digits and nothing else but stops
/// after them.
fn is_group(word: &str, digits: std::ops::RangeInclusive<usize>) -> bool {
    let bare = word.trim_end_matches([',', '.', ';', ':', ')']);
    digits.contains(&bare.len()) && bare.bytes().all(|b| b.is_ascii_digit())
}
