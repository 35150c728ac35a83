//! Where a compositor would end a line, by the characters around a place.
//!
//! UAX #14 says where a line may end. The rules here forbid the ends that a compositor would
//! not make: they hold where UAX #14 allows one, and for the spaces of a text that is shown
//! by others.

use super::language::Language;
use super::numerals::has_numeral_capitals_only;

/// Dashes that open and close speech and asides.
pub const DASHES: [char; 3] = ['—', '–', '―'];

/// Signs that belong to the word before them, even after a space.
const CLOSING: [char; 10] = ['.', ',', ';', ':', '!', '?', ')', ']', '…', '%'];

/// Signs that belong to the word after them, even before a space.
pub const OPENING: [char; 4] = ['(', '[', '¿', '¡'];

/// Signs that open in one language and close in another, such as « » in French and » « in
/// German, or that begin words as often as they end them, such as ’. Only their neighbours
/// tell which (UAX #14 `LB15a`, `LB15b`).
pub const QUOTES: [char; 11] = ['«', '»', '‹', '›', '“', '”', '„', '‘', '’', '"', '\''];

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

/// What stands for a letter of the mark of a note, which is no part of the word before it.
pub const NOTE_MARK: char = '\u{1}';

/// Words that stay with the Roman numeral after them, whatever their case.
const BEFORE_NUMERALS: [&str; 44] = [
    "siglo",
    "siglos",
    "segle",
    "segles",
    "século",
    "séculos",
    "secolo",
    "secoli",
    "saeculo",
    "tomo",
    "tomos",
    "tom",
    "tome",
    "volumen",
    "volum",
    "volume",
    "band",
    "libro",
    "llibre",
    "livro",
    "livre",
    "book",
    "buch",
    "capítulo",
    "capítol",
    "capitolo",
    "chapitre",
    "chapter",
    "kapitel",
    "parte",
    "part",
    "partie",
    "teil",
    "acto",
    "acte",
    "act",
    "atto",
    "escena",
    "scène",
    "scene",
    "canto",
    "том",
    "глава",
    "книга",
];

/// Those of them that come before the number of a century.
const BEFORE_CENTURIES: [&str; 9] = [
    "siglo", "siglos", "segle", "segles", "século", "séculos", "secolo", "secoli",
    "saeculo",
];

/// The most words between such a word and the last of several centuries: `siglos XV, XVI y
/// XVII`.
const MOST_BETWEEN: usize = 5;

/// Words for a century that stay with the number before them.
const CENTURIES: [&str; 15] = [
    "sec.",
    "secoli",
    "secolo",
    "siècle",
    "siècles",
    "century",
    "centuries",
    "Jahrhundert",
    "Jahrhunderts",
    "Jh.",
    "век",
    "века",
    "веке",
    "веков",
    "в.",
];

/// The longest ending of an ordinal number: `XVIIIème`.
const LONGEST_ENDING: usize = 3;

/// Whether a compositor would end a line at a byte of a text, between two characters or
/// after a space. Marks of notes are [`NOTE_MARK`] in it.
#[must_use]
pub fn may_end_line(text: &str, at: usize, language: &Language) -> bool {
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
    if is_numeral_after(word, next, language) || is_century_after(word, next) {
        return true;
    }
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
    if is_letter_with_stop(word) && is_letter_with_stop(trim_signs(next)) {
        return true;
    }
    let mut letters = word.chars();
    if let (Some(only), None) = (letters.next(), letters.next()) {
        let keeps = KEEP_SINGLE_LETTERS.contains(&language.primary());
        if keeps && only.is_alphabetic() {
            return true;
        }
    }
    let unit = next.trim_end_matches([',', '.', ';', ':', ')', '!', '?', NOTE_MARK]);
    word.ends_with(|c: char| c.is_ascii_digit()) && AFTER_NUMBERS.contains(&unit)
}

/// Whether a word is an initial: a capital and a full stop.
#[must_use]
pub fn is_initial(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && is_letter_with_stop(word)
}

/// Whether a word is a letter and a full stop, as in `z. B.`
fn is_letter_with_stop(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_alphabetic)
        && letters.next() == Some('.')
        && letters.next().is_none()
}

/// A word without the signs and the mark of a note after it, but with its full stop.
fn trim_signs(word: &str) -> &str {
    word.trim_end_matches([',', ';', ':', ')', '!', '?', '»', '”', NOTE_MARK])
}

/// Whether a word is a Roman numeral that belongs to the word before it: `siglo XX`,
/// `Luis XIV`.
fn is_numeral_after(word: &str, next: &str, language: &Language) -> bool {
    let numeral = next.trim_end_matches(|c: char| !c.is_alphanumeric());
    if !has_numeral_capitals_only(numeral) || !word.ends_with(char::is_alphanumeric) {
        return false;
    }
    // Alone, other letters are initials, and `I` is a pronoun in English.
    let is_alone = numeral.len() == 1;
    let is_name = word.starts_with(char::is_uppercase)
        && (!is_alone
            || matches!(numeral, "V" | "X")
            || numeral == "I" && language.primary() != "en");
    is_name || BEFORE_NUMERALS.contains(&word.to_lowercase().as_str())
}

/// Whether a word such as `siècle` belongs to the number before it.
fn is_century_after(word: &str, next: &str) -> bool {
    let next = next.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '.');
    let number =
        word.trim_end_matches(|c: char| !c.is_ascii_digit() && !c.is_ascii_uppercase());
    let ending = &word[number.len()..];
    CENTURIES.contains(&next)
        && !number.is_empty()
        && (has_numeral_capitals_only(number.trim_matches(|c: char| c.is_ascii_digit()))
            || number.bytes().all(|b| b.is_ascii_digit()))
        && ending.chars().count() <= LONGEST_ENDING
}

/// Whether a Roman numeral, with its ending if it has one (`XIXe`), is the number of a
/// century by the words before and after it.
///
/// ```
/// use pliego::text::line_ends::counts_centuries;
///
/// assert!(counts_centuries("en los siglos XV y ", "XVI", ", sin"));
/// assert!(counts_centuries("au ", "XIXe", " siècle"));
/// assert!(counts_centuries("aux ", "XVIᵉ", " et XVIIᵉ siècles"));
/// assert!(!counts_centuries("Luis ", "XIV", " murió"));
/// ```
#[must_use]
pub fn counts_centuries(above: &str, numeral: &str, below: &str) -> bool {
    const SPACES: [char; 3] = [' ', '\u{A0}', '\n'];
    let is_join =
        |word: &str| word.chars().count() <= 2 && word.chars().all(char::is_lowercase);
    let mut last = numeral;
    let after = below.split(SPACES).filter(|word| !word.is_empty());
    for next in after.take(MOST_BETWEEN) {
        if is_century_after(last, next) {
            return true;
        }
        let capitals = next.trim_end_matches(|c: char| !c.is_ascii_uppercase());
        if has_numeral_capitals_only(capitals) {
            last = next;
        } else if !is_join(next) {
            break;
        }
    }
    if !has_numeral_capitals_only(numeral) {
        return false;
    }
    let words = above.rsplit([' ', '\u{A0}', '\n', '-', '–']);
    let words = words.map(|word| word.trim_end_matches(',')).filter(|w| !w.is_empty());
    for word in words.take(MOST_BETWEEN) {
        if BEFORE_CENTURIES.contains(&word.to_lowercase().as_str()) {
            return true;
        }
        if !is_join(word) && !has_numeral_capitals_only(word) {
            return false;
        }
    }
    false
}

/// Whether a word is a group of a long number: this many digits and nothing else but stops
/// after them.
fn is_group(word: &str, digits: std::ops::RangeInclusive<usize>) -> bool {
    let bare = word.trim_end_matches([',', '.', ';', ':', ')', NOTE_MARK]);
    digits.contains(&bare.len()) && bare.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::may_end_line;

    /// A text with a stroke wherever a line may end after a space.
    fn show_ends(text: &str, language: &str) -> String {
        let language = language.parse().unwrap();
        let mut shown = String::new();
        let mut start = 0;
        for (at, _) in text.match_indices(' ') {
            let end = at + 1;
            shown.push_str(&text[start..end]);
            if may_end_line(text, end, &language) {
                shown.push('|');
            }
            start = end;
        }
        shown + &text[start..]
    }

    #[test]
    fn numbers_stay_with_what_they_count() {
        let cases = [
            ("es", "en la p. 12 de", "en |la |p. 12 |de"),
            ("es", "del siglo XX, y", "del |siglo XX, |y"),
            ("es", "Luis XIV de Francia", "Luis XIV |de |Francia"),
            ("fr", "au XVIIIe siècle et", "au |XVIIIe siècle |et"),
            (
                "en",
                "the 19th century, when Peter I met",
                "the |19th century, |when |Peter |I |met",
            ),
            ("es", "unos 130 000 km y", "unos |130 000 km |y"),
            ("de", "d. h. im 19. Jahrhundert", "d. h. |im |19. Jahrhundert"),
        ];
        for (language, text, expected) in cases {
            assert_eq!(show_ends(text, language), expected);
        }
    }

    #[test]
    fn the_mark_of_a_note_is_no_part_of_a_number() {
        assert_eq!(show_ends("130 000\u{1}\u{1} de", "fr"), "130 000\u{1}\u{1} |de");
    }
}
