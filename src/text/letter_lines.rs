//! Lines of letters, judged by their words alone: dateline, salutation, close,
//! postscript, signature.

use super::names::is_name;
use super::{dates, letters};

/// Beginnings of salutations, without accents and in lower case; each matches all words
/// that begin with it.
const SALUTATIONS: &[&str] = &[
    "estimad",
    "querid",
    "apreciad",
    "distinguid",
    "muy senor",
    "muy estimad",
    "muy querid",
    "mi querid",
    "mi estimad",
    "excmo",
    "excelentisim",
    "ilustrisim",
    "camarada",
    "companer",
    "benvolgu",
    "estimat",
    "amic",
    "amig",
    "dear",
    "my dear",
    "dearest",
    "cher",
    "mon cher",
    "ma chere",
    "mes chers",
    "monsieur",
    "madame",
    "lieber",
    "liebe",
    "sehr geehrt",
    "geehrt",
    "verehrt",
    "teurer",
    "caro",
    "cara",
    "cari",
    "carissim",
    "egregi",
    "gentil",
    "stimat",
    "prezad",
    "meu car",
    "minha car",
    "meu querid",
    "дорог",
    "уважаем",
    "многоуважаем",
    "милый",
    "милая",
    "любезн",
    "мои дорог",
    "мои мил",
];

/// Beginnings of the close of a letter, likewise.
const CLOSES: &[&str] = &[
    "saludos",
    "un saludo",
    "con saludos",
    "un abrazo",
    "abrazos",
    "atentamente",
    "fraternalmente",
    "cordialmente",
    "afectuosamente",
    "suyo",
    "vuestro",
    "tuyo",
    "siempre suyo",
    "salutacions",
    "ben cordialment",
    "una abracada",
    "yours",
    "sincerely",
    "faithfully",
    "very truly",
    "with love",
    "love,",
    "affectionately",
    "your ",
    "votre",
    "bien a vous",
    "salutations",
    "amicalement",
    "fraternellement",
    "cordialement",
    "mit freundlich",
    "mit herzlich",
    "mit bestem",
    "mit besten",
    "ihr ",
    "euer ",
    "dein ",
    "saluti",
    "cordiali",
    "tuo ",
    "vostro",
    "abracos",
    "atenciosamente",
    "seu ",
    "vosso",
    "ваш",
    "твои ",
    "с приветом",
    "с уважением",
    "преданныи",
];

/// Beginnings of a postscript, likewise.
const POSTSCRIPTS: &[&str] = &[
    "p. s",
    "p.s",
    "ps ",
    "ps.",
    "ps:",
    "p. d",
    "p.d",
    "pd ",
    "pd.",
    "pd:",
    "posdata",
    "postdata",
    "post scriptum",
    "post-scriptum",
    "postscript",
    "nachschrift",
    "п. с",
    "постскриптум",
];

/// Whether a line is only a place and a date.
#[must_use]
pub fn is_dateline(words: &str) -> bool {
    let Some((_, range)) = dates::find_date(words) else { return false };
    let after = words[range.end..].trim_matches(|c: char| !c.is_alphanumeric());
    let place = words[..range.start].trim_end();
    let place = ["a", "el", "den", "le", "the", "lì", "em", "к"]
        .iter()
        .find_map(|small| place.strip_suffix(small).filter(|rest| rest.ends_with(' ')))
        .unwrap_or(place)
        .trim_end_matches([' ', ',', '.', '(', '[']);
    let named = place.is_empty()
        || place.starts_with(char::is_uppercase) && place.split_whitespace().count() <= 4;
    let rest = matches!(after, "" | "г" | "года" | "A. D" | "AD");
    rest && named
}

/// Whether a line addresses the reader of a letter.
#[must_use]
pub fn is_salutation(words: &str) -> bool {
    let (bare, _) = split_dash(words);
    let open =
        bare.ends_with([',', ':', '!', '.']) || bare.ends_with(char::is_alphabetic);
    open && words.starts_with(char::is_uppercase)
        && begins_with_any(words, SALUTATIONS)
        && is_one_address(bare)
}

/// Whether a line ends as salutations were printed, whatever its words: `Sir,—`.
#[must_use]
pub fn ends_like_salutation(words: &str) -> bool {
    let (bare, is_dashed) = split_dash(words);
    is_dashed
        && bare.ends_with([',', '!'])
        && words.starts_with(char::is_uppercase)
        && is_one_address(bare)
}

/// A line without the dash at its end, and whether there was one.
fn split_dash(words: &str) -> (&str, bool) {
    let bare = words.trim_end_matches(['-', '–', '—', ' ']);
    (bare, bare.len() < words.trim_end().len())
}

/// Whether a line has no signs that part sentences ("Querido por todos, murió"): at most the
/// stops of abbreviations ("Dear Mr. Z.").
fn is_one_address(line: &str) -> bool {
    let inner = line.trim_end_matches([',', ':', '!', '.']);
    let is_part = |word: &str| {
        word.ends_with([';', ':'])
            || word.strip_suffix('.').is_some_and(|word| {
                word.chars().count() > LONGEST_ABBREVIATION && !word.contains('.')
            })
    };
    !inner.split_whitespace().any(is_part)
}

/// Longer words before a full stop are no abbreviations: `Capt.`, `Prof.`, `Exmo.`
const LONGEST_ABBREVIATION: usize = 4;

/// Whether a line closes a letter: its words, or the last of the phrases that commas part, as
/// in "In haste, your".
#[must_use]
pub fn is_close(words: &str) -> bool {
    let last = words.trim_end_matches([',', '.']).rsplit(", ").next();
    words.starts_with(char::is_uppercase)
        && (begins_with_any(words, CLOSES)
            || last.is_some_and(|last| begins_with_any(last, CLOSES)))
}

/// Whether a line begins a postscript.
#[must_use]
pub fn is_postscript(words: &str) -> bool {
    words.starts_with(char::is_uppercase) && begins_with_any(words, POSTSCRIPTS)
}

/// Whether a line leads to a name on the next line.
#[must_use]
pub fn leads_to_name(words: &str) -> bool {
    words.starts_with(char::is_uppercase) && words.ends_with(',')
}

/// Whether a line may be the signature of a letter.
#[must_use]
pub fn is_signature(words: &str) -> bool {
    // Old prints end a name with a full stop.
    let name = words.strip_suffix('.').unwrap_or(words);
    !words.ends_with(['?', '!', ':', ',', ';']) && (is_name(words, 1) || is_name(name, 1))
}

/// Whether words begin with one of a list, regardless of accents and case.
fn begins_with_any(words: &str, list: &[&str]) -> bool {
    let plain = words.chars().flat_map(char::to_lowercase).map(letters::base);
    let plain = plain.chain([' ']);
    list.iter().any(|beginning| {
        let mut plain = plain.clone();
        beginning.chars().all(|letter| plain.next() == Some(letter))
    })
}
