//! Numbers in words and in Roman figures, as headings and lists have them.

/// A number at the head of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbering {
    /// The number.
    pub value: u32,
    /// It is written in Roman figures.
    pub roman: bool,
    /// A word such as "chapter" goes with it.
    pub keyword: bool,
    /// Bytes of the line behind the number and its punctuation.
    pub rest: usize,
}

/// Words that stand with the number of a division, by their rank: volumes, books, parts,
/// chapters and what is like them, sections. Catalan, English, French, German, Italian,
/// Portuguese, Russian, Spanish.
const KEYWORDS: [&[&str]; 5] = [
    &["tomo", "volume", "tome", "band", "том"],
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
        "brief",
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
    ],
];

/// The rank of a heading whose word has none: that of chapters.
const USUAL_RANK: u8 = 3;

/// Numbers in words, first to twelfth and one to twelve, by their beginnings.
const WORDS: &[(&str, u32)] = &[
    ("primer", 1),
    ("segund", 2),
    ("tercer", 3),
    ("cuart", 4),
    ("quint", 5),
    ("sext", 6),
    ("séptim", 7),
    ("octav", 8),
    ("noven", 9),
    ("décim", 10),
    ("undécim", 11),
    ("duodécim", 12),
    ("uno", 1),
    ("dos", 2),
    ("tres", 3),
    ("cuatro", 4),
    ("cinco", 5),
    ("seis", 6),
    ("siete", 7),
    ("ocho", 8),
    ("nueve", 9),
    ("diez", 10),
    ("once", 11),
    ("doce", 12),
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("fifth", 5),
    ("sixth", 6),
    ("seventh", 7),
    ("eighth", 8),
    ("ninth", 9),
    ("tenth", 10),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("premi", 1),
    ("deuxième", 2),
    ("troisième", 3),
    ("quatrième", 4),
    ("cinquième", 5),
    ("sixième", 6),
    ("septième", 7),
    ("huitième", 8),
    ("neuvième", 9),
    ("dixième", 10),
    ("erste", 1),
    ("zweite", 2),
    ("dritte", 3),
    ("vierte", 4),
    ("fünfte", 5),
    ("sechste", 6),
    ("siebente", 7),
    ("achte", 8),
    ("neunte", 9),
    ("zehnte", 10),
    ("prim", 1),
    ("secondo", 2),
    ("terzo", 3),
    ("quarto", 4),
    ("sesto", 6),
    ("settimo", 7),
    ("ottavo", 8),
    ("nono", 9),
    ("primeir", 1),
    ("terceir", 3),
    ("quart", 4),
    ("sétim", 7),
    ("oitav", 8),
    ("non", 9),
    ("перв", 1),
    ("втор", 2),
    ("трет", 3),
    ("четверт", 4),
    ("пят", 5),
    ("шест", 6),
    ("седьм", 7),
    ("восьм", 8),
    ("девят", 9),
    ("десят", 10),
    ("segon", 2),
    ("terc", 3),
    ("cinqu", 5),
    ("sis", 6),
    ("vuit", 8),
];

/// Reads the number at the head of a line: `II`, `12.`, `Capítulo II`, `Primera parte`,
/// `III. El viaje`.
///
/// Figures count only where a stop follows, or nothing; Roman ones in capitals only.
#[must_use]
pub fn numbering(line: &str) -> Option<Numbering> {
    let line = line.trim().trim_start_matches(['[', '(', '—', '–', '-']).trim_start();
    let (first, behind_first) = split_word(line);
    let (second, behind_second) = split_word(behind_first);
    let rest = |behind: &str| behind.trim_matches(|c: char| !c.is_alphanumeric()).len();
    if is_keyword(first) {
        let (value, roman) = number(second)?;
        return Some(Numbering {
            value,
            roman,
            keyword: true,
            rest: rest(behind_second),
        });
    }
    if is_keyword(second)
        && let Some(value) = in_words(first)
    {
        let rest = rest(behind_second);
        return Some(Numbering { value, roman: false, keyword: true, rest });
    }
    let (value, roman) = number(first)?;
    let closed = first.ends_with(['.', ')', ']', ':', '—', '–', '-', 'º', 'ª', '°']);
    let figures = roman || first.starts_with(|c: char| c.is_ascii_digit());
    let rest = rest(behind_first);
    let stands = figures && (rest == 0 || closed);
    stands.then_some(Numbering { value, roman, keyword: false, rest })
}

/// Whether a word names a division of a book.
#[must_use]
pub fn is_keyword(word: &str) -> bool {
    keyword_rank(word).is_some()
}

fn keyword_rank(word: &str) -> Option<u8> {
    let word = word.trim_end_matches(['.', ':', ',']).to_lowercase();
    let rank = KEYWORDS.iter().position(|words| words.contains(&word.as_str()))?;
    u8::try_from(rank).ok()
}

/// The number in words that a line begins with: 2 of "Segunda carta".
#[must_use]
pub fn ordinal(line: &str) -> Option<u32> {
    in_words(split_word(line).0)
}

/// The rank of the word that a numbered heading has: 0 for volumes, 1 for books, 2 for
/// parts, 3 for chapters and what is like them, 4 for sections.
#[must_use]
pub fn rank(line: &str) -> u8 {
    let (first, behind) = split_word(line);
    let words = [first, split_word(behind).0];
    words.into_iter().filter_map(keyword_rank).min().unwrap_or(USUAL_RANK)
}

/// The first word of a string, and what stands behind it.
fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim_start();
    line.split_at(line.find(char::is_whitespace).unwrap_or(line.len()))
}

/// A number in figures, in Roman figures or in words, and whether it is Roman.
fn number(word: &str) -> Option<(u32, bool)> {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let word = word.trim_end_matches(['º', 'ª', '°', 'o', 'a']);
    if word.is_empty() {
        return None;
    }
    if word.bytes().all(|b| b.is_ascii_digit()) {
        return word.parse().ok().filter(|_| word.len() <= 3).map(|value| (value, false));
    }
    roman(word).map(|value| (value, true)).or_else(|| Some((in_words(word)?, false)))
}

/// A number in words.
fn in_words(word: &str) -> Option<u32> {
    let word = word.trim_end_matches(['.', ':', ',']).to_lowercase();
    let found = WORDS.iter().filter(|(stem, _)| word.starts_with(stem));
    let longest = found.max_by_key(|(stem, _)| stem.len())?;
    (word.len() <= longest.0.len() + 4).then_some(longest.1)
}

/// The value of a number in Roman capitals, in the usual subtractive form, below 400.
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
    (rest.is_empty() && value > 0).then_some(value)
}

/// Lower-case roman figures; arabic ones from 4000 on, where there are none.
#[must_use]
pub fn in_roman(number: u32) -> String {
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

#[cfg(test)]
mod tests {
    use super::{numbering, ordinal, rank, roman};

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
        ] {
            let found = numbering(line).map(|n| (n.value, n.keyword, n.rest == 0));
            assert_eq!(found, Some((value, keyword, alone)), "{line}");
        }
    }

    #[test]
    fn words_that_are_no_numbers() {
        for line in ["El viaje", "Vino tinto", "1904 fue un año seco", "I saw him", "MIL"]
        {
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
}
