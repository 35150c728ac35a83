//! The form of a name that libraries and reading systems sort by: `Cervantes, Miguel de`.
//!
//! A name does not say which of its words are the surname. The customs of its language do, in
//! most cases (IFLA, *Names of Persons*); where they do not, there is no answer.

use super::language::Language;

/// Languages that write the surname first, so that a name is sorted as it stands.
const SURNAME_FIRST: [&str; 5] = ["hu", "ja", "ko", "vi", "zh"];

/// Languages with two surnames.
const TWO_SURNAMES: [&str; 4] = ["es", "ca", "gl", "eu"];

/// Second given names, which are not the first of two surnames.
const SECOND_GIVEN: [&str; 48] = [
    "Agustín",
    "Alberto",
    "Alfonso",
    "Ángel",
    "Ángeles",
    "Antonio",
    "Bautista",
    "Carlos",
    "Carmen",
    "Cristina",
    "Eduardo",
    "Elena",
    "Enrique",
    "Ernesto",
    "Eugenia",
    "Felipe",
    "Fernando",
    "Francisco",
    "Gabriel",
    "Ignacio",
    "Isabel",
    "Javier",
    "Jesús",
    "Joaquín",
    "Jorge",
    "José",
    "Josep",
    "Juan",
    "Julio",
    "Lluís",
    "Luis",
    "Luisa",
    "Manuel",
    "Marcos",
    "Maria",
    "María",
    "Mario",
    "Mercedes",
    "Miguel",
    "Pablo",
    "Pedro",
    "Pilar",
    "Rafael",
    "Ramón",
    "Raúl",
    "Teresa",
    "Tomás",
    "Vicente",
];

/// Words that join two surnames.
const JOINING: [&str; 3] = ["y", "e", "i"];

/// Words behind a surname that are no part of it.
const SUFFIXES: [&str; 8] = ["Jr.", "Jr", "Sr.", "Sr", "II", "III", "IV", "fils"];

/// The most words of a person's name; longer ones are of firms and offices.
const MOST_WORDS: usize = 6;

/// The form of a person's name that it is sorted by. `None` if the name has one word, is in
/// that form already, is not of a person, or if its surname is not certain enough.
///
/// ```
/// use pliego::text::filing::invert_name;
/// use pliego::text::language::Language;
///
/// let spanish: Language = "es".parse().unwrap();
/// let inverted = invert_name("Miguel de Cervantes", Some(&spanish));
/// assert_eq!(inverted.as_deref(), Some("Cervantes, Miguel de"));
/// ```
#[must_use]
pub fn invert_name(name: &str, language: Option<&Language>) -> Option<String> {
    let language = language.map_or("", Language::primary);
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_word = |word: &&str| {
        let letters = |c: char| c.is_alphabetic() || matches!(c, '.' | '-' | '’' | '\'');
        word.chars().all(letters)
    };
    let is_sorted = SURNAME_FIRST.contains(&language);
    if is_sorted || words.len() > MOST_WORDS || !words.iter().all(is_word) {
        return None;
    }
    let suffix = words.last().filter(|last| SUFFIXES.contains(last));
    let words = &words[..words.len() - usize::from(suffix.is_some())];
    let (given, surname) = words.split_at(find_surname(words, language)?);
    if !given[0].starts_with(char::is_uppercase) {
        return None;
    }
    let suffix = suffix.map_or_else(String::new, |suffix| format!(", {suffix}"));
    Some(format!("{}, {}{suffix}", surname.join(" "), given.join(" ")))
}

/// The index of the first word of the surname; never 0.
fn find_surname(words: &[&str], language: &str) -> Option<usize> {
    let last = words.len().checked_sub(1).filter(|&last| last > 0)?;
    let is_small = |word: &&str| word.starts_with(char::is_lowercase);
    let has_two_surnames = TWO_SURNAMES.contains(&language);
    if let Some(small) = words.iter().rposition(is_small) {
        // "Ortega y Gasset" is one surname; the "de" of "Miguel de Cervantes" is none.
        let joins = JOINING.contains(&words[small]) && small > 1;
        let before = if joins { small - 1 } else { small + 1 };
        // In "Juan García de la Serna" nobody knows whether "García" is one.
        let first_small = words.iter().position(is_small)?;
        let is_unclear = if joins { first_small < small } else { first_small > 1 };
        let is_clear = !(has_two_surnames && is_unclear) && small < last;
        return is_clear.then_some(before);
    }
    let is_given = |word: &str| word.ends_with('.') || SECOND_GIVEN.contains(&word);
    match words.len() {
        2 => Some(1),
        3 if has_two_surnames && !is_given(words[1]) => Some(1),
        4 if has_two_surnames => is_given(words[1]).then_some(2),
        5.. if has_two_surnames => None,
        _ => Some(last),
    }
}

#[cfg(test)]
mod tests {
    use super::invert_name;
    use crate::text::language::Language;

    #[test]
    fn names_are_inverted_as_their_language_does() {
        for (language, name, inverted) in [
            ("es", "Gabriel García Márquez", "García Márquez, Gabriel"),
            ("es", "José María Pereda", "Pereda, José María"),
            ("es", "Juan Carlos Onetti Borges", "Onetti Borges, Juan Carlos"),
            ("es", "José Ortega y Gasset", "Ortega y Gasset, José"),
            ("es", "Miguel de Cervantes", "Cervantes, Miguel de"),
            ("pt", "Eça de Queirós", "Queirós, Eça de"),
            ("pt", "Joaquim Maria Machado", "Machado, Joaquim Maria"),
            ("de", "Johann Wolfgang von Goethe", "Goethe, Johann Wolfgang von"),
            ("nl", "Vincent van der Poel", "Poel, Vincent van der"),
            ("en", "Arthur C. Doyle", "Doyle, Arthur C."),
            ("en", "Martin King Jr.", "King, Martin, Jr."),
            ("fr", "Jean-Paul Marat", "Marat, Jean-Paul"),
            ("ru", "Лев Толстой", "Толстой, Лев"),
        ] {
            let language: Language = language.parse().unwrap();
            assert_eq!(invert_name(name, Some(&language)).as_deref(), Some(inverted));
        }
    }

    #[test]
    fn what_is_not_certain_stays() {
        for (language, name) in [
            ("es", "Anónimo"),
            ("es", "Cervantes, Miguel de"),
            ("es", "Juan García de la Serna"),
            ("es", "Ana Beatriz Carla Dolores"),
            ("es", "Ateneo de"),
            ("en", "Smith & Sons"),
            ("hu", "Petőfi Sándor"),
            ("en", "the Publisher"),
        ] {
            let language: Language = language.parse().unwrap();
            assert_eq!(invert_name(name, Some(&language)), None, "{name}");
        }
    }
}
