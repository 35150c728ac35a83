//! Letters: dateline, salutation, signature.

use super::drafts::{Draft, Kind, Sketch};
use crate::text::{dates, letters, numerals};

/// A dateline, salutation or signature has at most this many words.
const WORDS: usize = 9;

/// A signature stands within this many blocks of the end of its letter.
const FROM_THE_END: usize = 4;

/// How salutations begin, without accents, in small letters; each stands for all words
/// that begin so.
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

/// How the close of a letter begins, in the same way.
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

/// Finds what makes a letter among the drafts.
pub(super) fn find(sketch: &mut Sketch) {
    part_closes(sketch);
    let mut in_letter = false;
    for at in 0..sketch.drafts.len() {
        let draft = &sketch.drafts[at];
        if matches!(draft.kind, Kind::Heading(_)) {
            in_letter = false;
        }
        // A label of verse or of a heading may be wrong for a line that stands alone.
        let single = draft.rows.len() == 1
            && matches!(draft.kind, Kind::Paragraph | Kind::Heading(_) | Kind::Verse);
        let words = sketch.words(draft);
        if !single || words.split_whitespace().count() > WORDS {
            continue;
        }
        let last_ones = sketch.drafts[at + 1..]
            .iter()
            .take_while(|draft| !matches!(draft.kind, Kind::Heading(_)))
            .count();
        let kind = match () {
            () if is_dateline(&words) => Kind::Dateline,
            () if !in_letter && is_salutation(&words) && last_ones > 0 => {
                in_letter = true;
                Kind::Salutation
            }
            () if last_ones < FROM_THE_END && closes(&words) => Kind::Signature,
            () if in_letter && last_ones < FROM_THE_END && signs(sketch, at, &words) => {
                Kind::Signature
            }
            () => continue,
        };
        sketch.drafts[at].kind = kind;
    }
}

/// Parts the close of a letter from the name under it, where both were taken for verse.
fn part_closes(sketch: &mut Sketch) {
    let Some(last) = sketch.drafts.len().checked_sub(1) else { return };
    for at in (last.saturating_sub(FROM_THE_END)..=last).rev() {
        let draft = sketch.drafts[at].clone();
        let rows = &sketch.rows[draft.rows.clone()];
        let short = rows.iter().all(|row| row.plain.split_whitespace().count() <= WORDS);
        if draft.kind == Kind::Verse && short && closes(&rows[0].plain) {
            let single = |row| Draft { kind: Kind::Paragraph, rows: row..row + 1 };
            sketch.drafts.splice(at..=at, draft.rows.map(single));
        }
    }
}

/// A line that is nothing but a place and a date.
pub(super) fn is_dateline(words: &str) -> bool {
    let Some((_, range)) = dates::find(words) else { return false };
    let behind = words[range.end..].trim_matches(|c: char| !c.is_alphanumeric());
    let place = words[..range.start].trim_end();
    let place = ["a", "el", "den", "le", "the", "lì", "em", "к"]
        .iter()
        .find_map(|small| place.strip_suffix(small).filter(|rest| rest.ends_with(' ')))
        .unwrap_or(place)
        .trim_end_matches([' ', ',', '.', '(', '[']);
    let named = place.is_empty()
        || place.starts_with(char::is_uppercase) && place.split_whitespace().count() <= 4;
    let rest = matches!(behind, "" | "г" | "года" | "A. D" | "AD");
    rest && named
}

/// A line that addresses the reader of a letter.
fn is_salutation(words: &str) -> bool {
    let open =
        words.ends_with([',', ':', '!', '.']) || words.ends_with(char::is_alphabetic);
    open && words.starts_with(char::is_uppercase) && begins(words, SALUTATIONS)
        // "Querido por todos, murió": a sentence, not an address.
        && !words.trim_end_matches([',', ':', '!', '.']).contains(['.', ';', ':'])
}

/// A line that closes a letter.
fn closes(words: &str) -> bool {
    words.starts_with(char::is_uppercase) && begins(words, CLOSES)
}

/// A name under the close of a letter.
fn signs(sketch: &Sketch, at: usize, words: &str) -> bool {
    let after_close = at.checked_sub(1).is_some_and(|before| {
        matches!(sketch.drafts[before].kind, Kind::Signature | Kind::Dateline)
    });
    let bare = !words.ends_with(['?', '!', ':', ',', ';']);
    after_close && bare && is_name(words, 1)
}

/// Whether words are a name: at least so many with capitals, and nothing else but
/// particles and initials.
pub(super) fn is_name(words: &str, capitals: usize) -> bool {
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
        if bare.is_empty() || !clean || all == 1 && ARTICLES.contains(&bare) {
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

/// Whether words begin as one of a list does, accents and capitals aside.
fn begins(words: &str, list: &[&str]) -> bool {
    let plain: String =
        words.chars().flat_map(char::to_lowercase).map(letters::base).collect();
    let plain = plain + " ";
    list.iter().any(|beginning| plain.starts_with(beginning))
}
