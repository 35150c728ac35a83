//! Articles, prepositions and conjunctions: words that do not end a line of a title.

use super::language::Language;

/// The small words of each language.
const SMALL_WORDS: &[(&str, &[&str])] = &[
    (
        "es",
        &[
            "el", "la", "los", "las", "lo", "un", "una", "unos", "unas", "a", "al",
            "ante", "con", "contra", "de", "del", "desde", "en", "entre", "hacia",
            "hasta", "durante", "mediante", "para", "por", "según", "sin", "sobre",
            "tras", "y", "e", "o", "ó", "u", "á", "é", "ni", "que", "su", "sus", "mi",
            "mis", "tu", "tus", "se", "como", "cómo", "cuando", "donde", "no", "le",
            "les", "me", "te", "nos", "este", "esta", "estos", "estas", "nuestro",
            "nuestra", "nuestros", "nuestras",
        ],
    ),
    (
        "ca",
        &[
            "el", "la", "els", "les", "lo", "un", "una", "uns", "unes", "a", "al", "als",
            "amb", "contra", "de", "del", "dels", "des", "en", "entre", "fins", "per",
            "pel", "pels", "sense", "sobre", "i", "o", "ni", "que", "en", "na", "es",
            "com",
        ],
    ),
    (
        "gl",
        &[
            "o", "a", "os", "as", "un", "unha", "uns", "unhas", "ao", "á", "aos", "ás",
            "con", "contra", "de", "do", "da", "dos", "das", "desde", "en", "no", "na",
            "nos", "nas", "entre", "ata", "para", "por", "polo", "pola", "sen", "sobre",
            "e", "ou", "nin", "que", "seu", "súa",
        ],
    ),
    (
        "pt",
        &[
            "o", "a", "os", "as", "um", "uma", "uns", "umas", "ao", "à", "aos", "às",
            "com", "contra", "de", "do", "da", "dos", "das", "desde", "em", "no", "na",
            "nos", "nas", "entre", "até", "para", "por", "pelo", "pela", "pelos",
            "pelas", "sem", "sobre", "e", "ou", "nem", "que", "seu", "sua",
        ],
    ),
    (
        "fr",
        &[
            "le", "la", "les", "un", "une", "des", "du", "de", "à", "au", "aux", "avec",
            "chez", "contre", "dans", "depuis", "dès", "en", "entre", "jusque", "par",
            "parmi", "pendant", "pour", "sans", "selon", "sous", "sur", "vers", "et",
            "ou", "ni", "que", "qui", "dont", "ce", "cet", "cette", "ces", "son", "sa",
            "ses", "mon", "ma", "mes", "leur", "leurs", "où", "si", "comme",
        ],
    ),
    (
        "it",
        &[
            "il", "lo", "la", "i", "gli", "le", "un", "uno", "una", "a", "al", "allo",
            "alla", "ai", "agli", "alle", "con", "contro", "da", "dal", "dallo", "dalla",
            "dai", "dagli", "dalle", "di", "del", "dello", "della", "dei", "degli",
            "delle", "fra", "in", "nel", "nello", "nella", "nei", "negli", "nelle",
            "per", "senza", "su", "sul", "sullo", "sulla", "sui", "sugli", "sulle",
            "tra", "e", "ed", "o", "né", "che", "suo", "sua",
        ],
    ),
    (
        "de",
        &[
            "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem",
            "einer", "eines", "an", "am", "auf", "aus", "bei", "beim", "bis", "durch",
            "für", "gegen", "hinter", "im", "in", "ins", "mit", "nach", "neben", "ohne",
            "seit", "über", "um", "unter", "vom", "von", "vor", "während", "wegen", "zu",
            "zum", "zur", "zwischen", "und", "oder", "sein", "seine", "ihr", "ihre",
            "wie", "daß", "dass",
        ],
    ),
    (
        "en",
        &[
            "the",
            "a",
            "an",
            "about",
            "above",
            "across",
            "after",
            "against",
            "along",
            "amid",
            "among",
            "amongst",
            "around",
            "at",
            "before",
            "behind",
            "below",
            "beneath",
            "beside",
            "between",
            "beyond",
            "by",
            "concerning",
            "during",
            "for",
            "from",
            "in",
            "into",
            "near",
            "of",
            "off",
            "on",
            "onto",
            "over",
            "since",
            "through",
            "till",
            "to",
            "toward",
            "towards",
            "under",
            "until",
            "upon",
            "with",
            "within",
            "without",
            "and",
            "but",
            "nor",
            "or",
            "that",
            "which",
            "who",
            "his",
            "her",
            "its",
            "my",
            "our",
            "their",
            "your",
            "as",
            "how",
            "when",
            "where",
        ],
    ),
    (
        "ru",
        &[
            "а",
            "без",
            "в",
            "во",
            "для",
            "до",
            "же",
            "за",
            "и",
            "из",
            "или",
            "к",
            "ко",
            "ли",
            "между",
            "на",
            "над",
            "не",
            "ни",
            "но",
            "о",
            "об",
            "обо",
            "от",
            "по",
            "под",
            "при",
            "про",
            "с",
            "со",
            "у",
            "через",
            "что",
            "как",
        ],
    ),
    (
        "la",
        &[
            "a", "ab", "ad", "ante", "apud", "contra", "cum", "de", "e", "ex", "in",
            "inter", "ob", "per", "pro", "sine", "sub", "super", "et", "ac", "atque",
            "aut", "vel", "nec", "sive",
        ],
    ),
];

/// Whether a word is an article, a preposition or a conjunction of a language. Signs around
/// the word do not matter, but a comma after it does: the sense pauses there.
#[must_use]
pub fn is_small_word(word: &str, language: &Language) -> bool {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
    if !word.ends_with(char::is_alphanumeric) {
        return false;
    }
    let primary = language.primary();
    let words = SMALL_WORDS.iter().find(|(own, _)| *own == primary);
    let word = word.to_lowercase();
    words.is_some_and(|(_, words)| words.contains(&word.as_str()))
}

/// A title in which no line ends after a small word: the spaces behind these words are
/// no-break spaces.
#[must_use]
pub fn bind_small_words(title: &str, language: &Language) -> String {
    let mut bound = String::with_capacity(title.len() + 8);
    for word in title.split_inclusive(' ') {
        match word.strip_suffix(' ') {
            Some(bare) if is_small_word(last_word(bare), language) => {
                bound.push_str(bare);
                bound.push('\u{A0}');
            }
            _ => bound.push_str(word),
        }
    }
    bound
}

/// What follows the last no-break space of a word.
fn last_word(word: &str) -> &str {
    word.rsplit(['\u{A0}', '\u{202F}', '\n']).next().unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::bind_small_words;

    #[test]
    fn small_words_stay_with_what_follows() {
        let cases = [
            ("es", "Almanaque de la letra pequeña", "Almanaque de_la_letra pequeña"),
            ("de", "Geschichte der Hexenprozesse", "Geschichte der_Hexenprozesse"),
            (
                "en",
                "Confessions of an English Opium-Eater",
                "Confessions of_an_English Opium-Eater",
            ),
            ("it", "Storia della decadenza e rovina", "Storia della_decadenza e_rovina"),
            ("es", "Lo que, sin embargo, va", "Lo_que, sin_embargo, va"),
            ("und", "a la mar", "a la mar"),
        ];
        for (language, title, expected) in cases {
            let bound = bind_small_words(title, &language.parse().unwrap());
            assert_eq!(bound.replace('\u{A0}', "_"), expected);
        }
    }
}
