//! Numbers in Roman numerals and in letters, as headings, lists and notes have them, and
//! numbers with a keyword such as "chapter".

use super::letters;
use super::number_words::in_words;

/// A number at the beginning of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbering {
    /// The number.
    pub value: u32,
    /// It is a Roman numeral.
    pub roman: bool,
    /// It has a keyword such as "chapter".
    pub keyword: bool,
    /// The length of the line after the number and its punctuation, in bytes.
    pub rest: usize,
}

/// Keywords of divisions, by rank: volumes, books, parts, chapters and their equivalents,
/// sections. Catalan, English, French, German, Italian, Portuguese, Russian, Spanish.
const KEYWORDS: [&[&str]; 5] = [
    &["tomo", "tom", "volumen", "volum", "volume", "tome", "band", "том"],
    &["libro", "llibre", "book", "livre", "buch", "livro", "книга"],
    &["parte", "part", "partie", "teil", "часть"],
    &[
        "capítulo",
        "capitulo",
        "capítol",
        "cap",
        "chapter",
        "chapitre",
        "chap",
        "kapitel",
        "capitolo",
        "глава",
        "canto",
        "cant",
        "chant",
        "gesang",
        "песнь",
        "acto",
        "act",
        "acte",
        "aufzug",
        "atto",
        "ato",
        "действие",
        "carta",
        "letter",
        "lettre",
        "lettera",
        "brief",
        "письмо",
        "jornada",
        "lección",
        "leçon",
        "lezione",
        "lecture",
        "lectures",
        "vorlesung",
        "conferencia",
        "лекция",
        "discurso",
        "tratado",
        "título",
        "titulo",
        "titre",
        "apéndice",
        "apendice",
        "apèndix",
        "appendix",
        "appendice",
        "apêndice",
        "anhang",
        "прибавление",
        "приложение",
    ],
    &[
        "sección",
        "secció",
        "section",
        "abschnitt",
        "sezione",
        "seção",
        "раздел",
        "escena",
        "scene",
        "scène",
        "scena",
        "cena",
        "szene",
        "auftritt",
        "сцена",
        "явление",
        "§",
    ],
];

/// The rank of parts ([`rank`]).
pub const PART_RANK: u8 = 2;

/// The rank of chapters and their equivalents, and of headings without a keyword.
pub const CHAPTER_RANK: u8 = 3;

/// Parses the number at the beginning of a line: `II`, `12.`, `Capítulo II`, `Primera
/// parte`, `III. El viaje`.
///
/// Without a keyword, digits and Roman numerals count only if punctuation follows, or
/// nothing. Roman numerals count in capitals only.
#[must_use]
pub fn numbering(line: &str) -> Option<Numbering> {
    let line = line.trim().trim_start_matches(['[', '(', '—', '–', '-']).trim_start();
    let (first, after_first) = split_word(line);
    let (second, after_second) = split_word(after_first);
    let rest = |after: &str| after.trim_matches(|c: char| !c.is_alphanumeric()).len();
    if is_keyword(first) {
        let (value, roman) = parse_number(second).or_else(|| parse_last_part(second))?;
        return Some(Numbering { value, roman, keyword: true, rest: rest(after_second) });
    }
    if is_keyword(second)
        && let Some(value) = in_words(first)
    {
        let rest = rest(after_second);
        return Some(Numbering { value, roman: false, keyword: true, rest });
    }
    if let Some(value) = section_number(first).filter(|_| after_first.trim().is_empty()) {
        return Some(Numbering { value, roman: false, keyword: false, rest: 0 });
    }
    let (value, roman) = parse_number(first)?;
    let closed = first.ends_with(['.', ')', ']', ':', '—', '–', '-', 'º', 'ª', '°']);
    let figures = roman || first.starts_with(|c: char| c.is_ascii_digit());
    let rest = rest(after_first);
    let stands = figures && (rest == 0 || closed);
    stands.then_some(Numbering { value, roman, keyword: false, rest })
}

/// Whether a word is the keyword of a division.
#[must_use]
pub fn is_keyword(word: &str) -> bool {
    keyword_rank(word).is_some()
}

/// The rank of a keyword; `None` for other words.
fn keyword_rank(word: &str) -> Option<u8> {
    let word = letters::small(word.trim_end_matches(['.', ':', ',']));
    let rank = KEYWORDS.iter().position(|words| words.contains(&&*word))?;
    u8::try_from(rank).ok()
}

/// The words after the number at the beginning of a line, without the signs at its end.
///
/// ```
/// use pliego::text::numerals::words_after_number;
///
/// assert_eq!(words_after_number("CHAPTER II. The Mill."), Some("The Mill"));
/// assert_eq!(words_after_number("The Mill"), None);
/// ```
#[must_use]
pub fn words_after_number(line: &str) -> Option<&str> {
    let number = numbering(line).filter(|number| number.rest > 0)?;
    let words = line.trim_end_matches(|c: char| !c.is_alphanumeric());
    words.get(words.len().checked_sub(number.rest)?..)
}

/// The number in words at the beginning of a line: 2 for "Segunda carta".
#[must_use]
pub fn ordinal(line: &str) -> Option<u32> {
    in_words(split_word(line).0)
}

/// The rank of the keyword in a numbered heading: 0 for volumes, 1 for books, 2 for parts,
/// 3 for chapters and their equivalents, 4 for sections.
#[must_use]
pub fn rank(line: &str) -> u8 {
    let (first, after) = split_word(line);
    let words = [first, split_word(after).0];
    words.into_iter().filter_map(keyword_rank).min().unwrap_or(CHAPTER_RANK)
}

/// Whether a word is the number of a section below another: `2.3`, `2.3.1.`
#[must_use]
pub fn is_section_number(word: &str) -> bool {
    section_number(word).is_some()
}

/// The last part of the number of a section: 3 of `2.3`.
fn section_number(word: &str) -> Option<u32> {
    let parts = || word.trim_end_matches('.').split('.');
    let is_part = |part: &str| {
        matches!(part.len(), 1 | 2) && part.bytes().all(|b| b.is_ascii_digit())
    };
    (parts().count() > 1 && parts().all(is_part))
        .then(|| parts().next_back()?.parse().ok())?
}

/// Parses the last part of a number of several levels: 2 of `1.II.`, the second scene of the
/// first act. Returns whether it is Roman.
fn parse_last_part(word: &str) -> Option<(u32, bool)> {
    let mut parts = word.trim_end_matches(['.', ':', ',']).split('.');
    let last = parse_number(parts.next_back()?)?;
    let above: Option<Vec<_>> = parts.map(parse_number).collect();
    above.filter(|above| !above.is_empty()).map(|_| last)
}

/// Splits a text into its first word and the rest.
fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim_start();
    line.split_at(line.find(char::is_whitespace).unwrap_or(line.len()))
}

/// Parses a number in digits, in Roman numerals or in words. Returns whether it is Roman.
fn parse_number(word: &str) -> Option<(u32, bool)> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let word = word.trim_end_matches(['º', 'ª', '°']);
    // "1o", "IIIa": ordinal letters, raised in print. In an ordinary word they are its own.
    let is_figures = |rest: &&str| {
        let roman = rest.len() > 1 && rest.bytes().all(|b| b.is_ascii_uppercase());
        roman || rest.ends_with(|c: char| c.is_ascii_digit())
    };
    let word = word.strip_suffix(['o', 'a']).filter(is_figures).unwrap_or(word);
    if word.is_empty() {
        return None;
    }
    if word.bytes().all(|b| b.is_ascii_digit()) {
        return word.parse().ok().filter(|_| word.len() <= 3).map(|value| (value, false));
    }
    roman(word).map(|value| (value, true)).or_else(|| Some((in_words(word)?, false)))
}

/// Parses a Roman numeral in capitals, in the usual subtractive form, below 400.
#[must_use]
pub fn roman(word: &str) -> Option<u32> {
    const STEPS: [(&str, u32); 9] = [
        ("C", 100),
        ("XC", 90),
        ("L", 50),
        ("XL", 40),
        ("X", 10),
        ("IX", 9),
        ("V", 5),
        ("IV", 4),
        ("I", 1),
    ];
    let (mut rest, mut value) = (word, 0);
    for (figure, worth) in STEPS {
        let most = if matches!(figure, "C" | "X" | "I") { 3 } else { 1 };
        for _ in 0..most {
            let Some(shorter) = rest.strip_prefix(figure) else { break };
            rest = shorter;
            value += worth;
        }
    }
    // Smaller numerals may have come before larger ones: XIVI.
    let usual = rest.is_empty() && to_roman(value).eq_ignore_ascii_case(word);
    (usual && value > 0).then_some(value)
}

/// Whether a word is a number in Roman numerals or in figures: `II`, `1914`.
#[must_use]
pub fn is_numeral(word: &str) -> bool {
    let is_figures = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    is_figures || roman(word).is_some()
}

/// Whether a word consists of the letters of Roman numerals up to 399.
#[must_use]
pub fn has_roman_letters_only(word: &str) -> bool {
    let figure =
        |b: u8| matches!(b.to_ascii_uppercase(), b'I' | b'V' | b'X' | b'L' | b'C');
    word.bytes().all(figure)
}

/// Whether a word has letters, and only the capitals of Roman numerals.
#[must_use]
pub fn has_numeral_capitals_only(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b"IVXLCDM".contains(&b))
}

/// Parses a Roman numeral up to 399, all in capitals or all in small letters.
#[must_use]
pub fn roman_in_one_case(word: &str) -> Option<u32> {
    // A shortcut: hardly any word is a numeral, and nearly all words of a text are checked.
    if !has_roman_letters_only(word) {
        return None;
    }
    let capitals = word.to_ascii_uppercase();
    let alike = word == capitals || word == word.to_ascii_lowercase();
    roman(&capitals).filter(|_| alike)
}

/// A lower-case Roman numeral; digits from 4000 on, where there is none.
#[must_use]
pub fn to_roman(number: u32) -> String {
    const FIGURES: [(u32, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    if number == 0 || number >= 4000 {
        return number.to_string();
    }
    let mut rest = number;
    let mut figures = String::new();
    for (value, figure) in FIGURES {
        while rest >= value {
            figures.push_str(figure);
            rest -= value;
        }
    }
    figures
}

/// A number in letters, as the columns of a spreadsheet are counted: `a` is 1, `aa` 27.
#[must_use]
pub fn to_letters(mut number: u32) -> String {
    let mut letters = Vec::new();
    while number > 0 {
        let place = (number - 1) % 26;
        letters.push(char::from(b'a' + u8::try_from(place).unwrap_or_default()));
        number = (number - 1) / 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::{numbering, ordinal, rank, roman, to_letters};

    #[test]
    fn numbers_at_the_head_of_headings() {
        for (line, value, keyword, alone) in [
            ("II", 2, false, true),
            ("XIV. El viaje", 14, false, false),
            ("12.", 12, false, true),
            ("CAPÍTULO II", 2, true, true),
            ("Capítulo tercero", 3, true, true),
            ("Primera parte", 1, true, true),
            ("Chapter IV. The mill", 4, true, false),
            ("Глава 3", 3, true, true),
            ("§ 12", 12, true, true),
            ("2.3", 3, false, true),
            ("Scène 1.II.", 2, true, true),
            ("Section 4.12 The mill", 12, true, false),
            ("SIEBENUNDZWANZIGSTES KAPITEL.", 27, true, true),
            ("Chapter Fourteen", 14, true, true),
            ("Chapter Two", 2, true, true),
            ("Capítulo cuatro", 4, true, true),
            ("Capitolo terzo", 3, true, true),
            ("Parte 2a", 2, true, true),
            ("Libro IIIo", 3, true, true),
            ("Глава тринадцатая", 13, true, true),
        ] {
            let found = numbering(line).map(|n| (n.value, n.keyword, n.rest == 0));
            assert_eq!(found, Some((value, keyword, alone)), "{line}");
        }
    }

    #[test]
    fn words_that_are_no_numbers() {
        for line in [
            "El viaje",
            "Vino tinto",
            "1904 fue un año seco",
            "I saw him",
            "MIL",
            "2.5 arrobas",
            "1.790",
        ] {
            assert!(numbering(line).is_none(), "{line}");
        }
    }

    #[test]
    fn ranks_and_ordinals() {
        assert!(rank("Libro primero") < rank("Segunda parte"));
        assert!(rank("Segunda parte") < rank("Capítulo II"));
        assert_eq!(ordinal("Segunda carta a su hermano"), Some(2));
        assert_eq!((roman("XLIX"), roman("IIII"), roman("")), (Some(49), None, None));
    }

    #[test]
    fn letters_continue_after_z() {
        let said = [1, 2, 26, 27, 52, 53, 702, 703].map(to_letters);
        assert_eq!(said, ["a", "b", "z", "aa", "az", "ba", "zz", "aaa"]);
    }
}
