//! Guesses the language of a text, and of phrases in another script.

use std::ops::Range;

use whatlang::{Detector, Lang};

use super::function_words;
use super::language::Language;

/// The bytes of a text that are enough to guess its language.
const SAMPLE: usize = 40_000;

/// A foreign passage with fewer letters is a name or a symbol, not a phrase.
const LETTERS_OF_A_PHRASE: usize = 8;

/// From this many letters on, trigrams can tell the language of a phrase in Latin script.
const LETTERS_TO_GUESS: usize = 60;

/// Where trigrams do not decide, function words do if a text reads better in one language
/// than in any other by this margin, in hundredths of a nat. That takes about ten function
/// words, if every other language lacks half of them or spells them differently.
const CLEAR_MARGIN: i64 = 1000;

/// The same for a phrase in a foreign script. Only its language is in question, so one word
/// that no other language has is enough.
const CLEAR_PHRASE_MARGIN: i64 = 250;

/// A script that the built-in fonts can set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// Latin.
    Latin,
    /// Cyrillic.
    Cyrillic,
    /// Greek.
    Greek,
}

impl Script {
    const ALL: [Self; 3] = [Self::Latin, Self::Cyrillic, Self::Greek];

    /// The script of a letter; `None` for other characters and other scripts.
    #[must_use]
    pub fn of(c: char) -> Option<Self> {
        match c {
            'A'..='Z' | 'a'..='z' | '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}'
                if c.is_alphabetic() =>
            {
                Some(Self::Latin)
            }
            '\u{400}'..='\u{52F}' => Some(Self::Cyrillic),
            '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' if c.is_alphabetic() => {
                Some(Self::Greek)
            }
            _ => None,
        }
    }
}

/// The language of a whole text, where it is clear.
#[must_use]
pub fn detect_language(text: &str) -> Option<Language> {
    let end = text.floor_char_boundary(SAMPLE);
    let info = whatlang::detect(&text[..end])?;
    let clear = info.is_reliable() || info.confidence() > 0.5;
    let language = language_tag(info.lang())?;
    // Between related languages, function words decide better than trigrams, which do not
    // know Galician at all.
    let related = function_words::has_language(&language)
        .then(|| function_words::guess_main(&text[..end]));
    match related.flatten() {
        Some((related, margin)) if clear || margin >= CLEAR_MARGIN => Some(related),
        _ => clear.then_some(language),
    }
}

/// The script of most letters of a text.
#[must_use]
pub fn main_script(text: &str) -> Script {
    let mut counts = [0_usize; Script::ALL.len()];
    for script in text.chars().filter_map(Script::of) {
        counts[script as usize] += 1;
    }
    // `max_by_key` returns the last of equal counts, and Latin is last.
    let scripts = Script::ALL.into_iter().rev();
    scripts.max_by_key(|&script| counts[script as usize]).unwrap_or(Script::Latin)
}

/// The phrases of a text in another script than the main one, with their languages. A
/// phrase runs from its first letter to its last, across spaces and punctuation. A phrase
/// whose language is unclear is left out.
#[must_use]
pub fn find_foreign_phrases(text: &str, main: Script) -> Vec<(Range<usize>, Language)> {
    let mut runs: Vec<(Range<usize>, Script, usize)> = Vec::new();
    let mut broken = true;
    for (at, c) in text.char_indices() {
        let Some(script) = Script::of(c) else { continue };
        let end = at + c.len_utf8();
        if script == main {
            broken = true;
        } else {
            match runs.last_mut() {
                Some((run, last, letters)) if *last == script && !broken => {
                    run.end = end;
                    *letters += 1;
                }
                _ => runs.push((at..end, script, 1)),
            }
            broken = false;
        }
    }
    let phrase = |(run, script, letters): (Range<usize>, Script, usize)| {
        let words = &text[run.clone()];
        let long = letters >= LETTERS_OF_A_PHRASE || words.contains(char::is_whitespace);
        let language = detect_phrase_language(words, script, letters).filter(|_| long)?;
        Some((run, language))
    };
    runs.into_iter().filter_map(phrase).collect()
}

/// The language of a phrase: by letters that only one language has, then by its words.
fn detect_phrase_language(
    phrase: &str,
    script: Script,
    letters: usize,
) -> Option<Language> {
    let has = |set: &[char]| phrase.contains(|c: char| set.contains(&c));
    let name = match script {
        Script::Greek
            if phrase.contains(|c: char| ('\u{1F00}'..='\u{1FFF}').contains(&c)) =>
        {
            "grc"
        }
        Script::Greek => "el",
        Script::Cyrillic if has(&['ў', 'Ў']) => "be",
        Script::Cyrillic if has(&['ї', 'є', 'ґ', 'Ї', 'Є', 'Ґ']) => "uk",
        Script::Cyrillic if has(&['ђ', 'ћ', 'џ', 'љ', 'њ', 'ј']) => "sr",
        Script::Cyrillic if has(&['ы', 'э', 'ё', 'Ы', 'Э', 'Ё']) => "ru",
        Script::Cyrillic => {
            let slavic = vec![Lang::Rus, Lang::Ukr, Lang::Bul, Lang::Srp, Lang::Mkd];
            let info = Detector::with_allowlist(slavic).detect(phrase);
            let reliable = info.filter(whatlang::Info::is_reliable);
            // Russian is by far the most quoted of them.
            return reliable.map_or("ru".parse().ok(), |info| language_tag(info.lang()));
        }
        Script::Latin => {
            let long = letters >= LETTERS_TO_GUESS;
            let info = long.then(|| whatlang::detect(phrase)).flatten();
            let reliable = info.filter(whatlang::Info::is_reliable);
            return reliable.and_then(|info| language_tag(info.lang())).or_else(|| {
                let (language, margin) = function_words::guess_main(phrase)?;
                (margin >= CLEAR_PHRASE_MARGIN).then_some(language)
            });
        }
    };
    name.parse().ok()
}

/// The BCP 47 tag of a language, which has two letters where ISO 639-1 has them.
fn language_tag(lang: Lang) -> Option<Language> {
    let code = match lang {
        Lang::Spa => "es",
        Lang::Cat => "ca",
        Lang::Eng => "en",
        Lang::Fra => "fr",
        Lang::Deu => "de",
        Lang::Ita => "it",
        Lang::Por => "pt",
        Lang::Rus => "ru",
        Lang::Ell => "el",
        Lang::Lat => "la",
        Lang::Nld => "nl",
        Lang::Pol => "pl",
        Lang::Ukr => "uk",
        Lang::Bel => "be",
        Lang::Bul => "bg",
        Lang::Srp => "sr",
        Lang::Mkd => "mk",
        Lang::Ron => "ro",
        Lang::Ces => "cs",
        Lang::Slk => "sk",
        Lang::Hun => "hu",
        Lang::Swe => "sv",
        Lang::Dan => "da",
        Lang::Nob => "nb",
        Lang::Fin => "fi",
        Lang::Tur => "tr",
        Lang::Hrv => "hr",
        Lang::Slv => "sl",
        Lang::Est => "et",
        Lang::Lav => "lv",
        Lang::Lit => "lt",
        Lang::Epo => "eo",
        Lang::Heb => "he",
        Lang::Ara => "ar",
        Lang::Cmn => "zh",
        Lang::Jpn => "ja",
        Lang::Kor => "ko",
        Lang::Hin => "hi",
        Lang::Pes => "fa",
        Lang::Tha => "th",
        Lang::Vie => "vi",
        Lang::Ind => "id",
        Lang::Kat => "ka",
        Lang::Hye => "hy",
        other => other.code(),
    };
    code.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{Script, detect_language, find_foreign_phrases, main_script};

    #[test]
    fn phrases_in_another_script() {
        let text = "Dijo белые ночи y calló; ἐν ἀρχῇ, leyó. La letra ж no es una frase.";
        assert_eq!(main_script(text), Script::Latin);
        let found: Vec<(&str, String)> = find_foreign_phrases(text, Script::Latin)
            .into_iter()
            .map(|(range, language)| (&text[range], language.to_string()))
            .collect();
        let expected = [("белые ночи", "ru"), ("ἐν ἀρχῇ", "grc")];
        assert_eq!(found, expected.map(|(words, tag)| (words, tag.to_owned())));
    }

    #[test]
    fn the_language_of_a_text() {
        let text = "El molinero abrió la puerta del granero antes del alba y contó los sacos \
                    que quedaban junto a la pared del fondo, porque nadie más quería hacerlo.";
        assert_eq!(detect_language(text).map(|l| l.to_string()).as_deref(), Some("es"));
        assert_eq!(detect_language(""), None);
        let text = "むかしむかし、あるところに、おじいさんとおばあさんが住んでいました。";
        assert_eq!(detect_language(text).map(|l| l.to_string()).as_deref(), Some("ja"));
    }
}
