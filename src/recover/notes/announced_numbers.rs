//! Words that announce a number, so that it is no mark: "page", "volume", a king's name.

use crate::text::numerals::roman_in_one_case;

/// Cost of a number after "page" or the like.
pub(crate) const ANNOUNCES: i32 = 300;

/// Words before a number that is not a mark: "number", "page", "volume" and the like.
const BEFORE_NUMBERS: [&str; 158] = [
    "núm",
    "num",
    "número",
    "nº",
    "n.º",
    "n°",
    "n",
    "no",
    "nr",
    "nos",
    "pág",
    "págs",
    "página",
    "páginas",
    "pag",
    "pagg",
    "pagina",
    "p",
    "pp",
    "page",
    "pages",
    "s",
    "seite",
    "ss",
    "tomo",
    "t",
    "tom",
    "vol",
    "volumen",
    "volume",
    "bd",
    "band",
    "том",
    "т",
    "стр",
    "с",
    "cap",
    "capítulo",
    "caps",
    "ch",
    "chap",
    "chapter",
    "chapitre",
    "art",
    "artículo",
    "§",
    "lib",
    "libro",
    "fig",
    "nota",
    "note",
    "núms",
    "fol",
    "c",
    "l",
    "v",
    "kap",
    "гл",
    "sec",
    "sect",
    "section",
    "sections",
    "sectio",
    "sección",
    "secc",
    "sezione",
    "seção",
    "abschnitt",
    "abs",
    "article",
    "articles",
    "artikel",
    "articolo",
    "artigo",
    "arts",
    "prop",
    "proposition",
    "book",
    "books",
    "bk",
    "buch",
    "bücher",
    "livre",
    "liv",
    "livro",
    "parte",
    "part",
    "teil",
    "partie",
    "plate",
    "plates",
    "pl",
    "lám",
    "lámina",
    "tab",
    "table",
    "tabla",
    "tafel",
    "taf",
    "tabelle",
    "abb",
    "abbildung",
    "figure",
    "figura",
    "figs",
    "verse",
    "vers",
    "verso",
    "line",
    "lines",
    "linea",
    "línea",
    "zeile",
    "z",
    "ps",
    "psalm",
    "psalmus",
    "salmo",
    "canto",
    "act",
    "acto",
    "acte",
    "atto",
    "scene",
    "scène",
    "escena",
    "rule",
    "regla",
    "rubric",
    "stanza",
    "chapters",
    "caput",
    "capitolo",
    "kapitel",
    "hoofdstuk",
    "глава",
    "раздел",
    "статья",
    "ст",
    "question",
    "q",
    "obs",
    "ex",
    "exercise",
    "example",
    "ejemplo",
    "eq",
    "step",
    "titulus",
    "tit",
    "título",
    "title",
    "titre",
    "grade",
    "degree",
    "cc",
    "§§",
    "nn",
];

/// How far a word before a number is looked for, in letters and points: more than the
/// longest of [`BEFORE_NUMBERS`].
const LONGEST_WORD: usize = 16;

/// Most letters of a word, perhaps misread, that numbers paragraphs (`SEC. 12. Any person`).
const LONGEST_KEYWORD: usize = 8;

/// Whether a number is that of a paragraph: a single word that begins with a capital
/// precedes it on the line, and a point follows.
pub(crate) fn numbers_paragraph(head: &str, tail: &str) -> bool {
    let word = head.trim();
    tail.starts_with(['.', ':'])
        && word.starts_with(char::is_uppercase)
        && !word.contains(char::is_whitespace)
        && word.chars().count() <= LONGEST_KEYWORD
}

/// Cost, for a number as a mark, of a word or sign at the end of `head` that announces a
/// number.
pub(crate) fn announcement_cost(head: &str) -> i32 {
    // A longer word announces nothing, and a line may be one word of megabytes.
    let near = head.char_indices().rev().nth(LONGEST_WORD).map_or(0, |(at, _)| at);
    let word = head[near..]
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '['))
        .next()
        .unwrap_or_default()
        .trim_end_matches(['.', ',', ':'])
        .to_lowercase();
    // A king's number may end a sentence (`João II. 36`).
    let numeral =
        word.len() > 1 && !head.ends_with('.') && roman_in_one_case(&word).is_some();
    match numeral {
        _ if BEFORE_NUMBERS.contains(&word.as_str()) => ANNOUNCES,
        // A volume has pages (`II, 14`), but a century has none.
        true if head.ends_with(',') => ANNOUNCES,
        true => 120,
        false => 0,
    }
}
