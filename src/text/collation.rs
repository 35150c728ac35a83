//! The order of words in a language (Unicode Collation Algorithm, UTS #10, with the
//! tailorings of CLDR): `ñ` after `n` in Spanish, `ö` beside `o` in German.

use std::cmp::Ordering;

use icu_collator::options::{CollatorOptions, Strength};
use icu_collator::{Collator, CollatorBorrowed, CollatorPreferences};
use icu_locale_core::Locale;

use super::language::Language;

/// Compares words as a dictionary of a language orders them.
pub(crate) struct WordOrder {
    collator: Option<CollatorBorrowed<'static>>,
    /// Compares letters, without their accents and their case.
    letters: Option<CollatorBorrowed<'static>>,
}

impl WordOrder {
    /// The order of a language; of one that nothing is known about, that of Unicode.
    pub(crate) fn of_language(language: Option<&Language>) -> Self {
        let locale = language.and_then(|language| language.as_str().parse().ok());
        let preferences = CollatorPreferences::from(&locale.unwrap_or(Locale::UNKNOWN));
        let options = CollatorOptions::default();
        let mut letters = options;
        letters.strength = Some(Strength::Primary);
        Self {
            collator: Collator::try_new(preferences, options).ok(),
            letters: Collator::try_new(preferences, letters).ok(),
        }
    }

    /// Compares two words. Words that differ in nothing but their code points are in the
    /// order of these.
    pub(crate) fn compare(&self, one: &str, other: &str) -> Ordering {
        let collated =
            self.collator.as_ref().map_or(Ordering::Equal, |all| all.compare(one, other));
        collated.then_with(|| one.cmp(other))
    }

    /// Whether two words begin with the same letter of the alphabet. Words that begin with no
    /// letter are under one heading.
    pub(crate) fn has_same_letter(&self, one: &str, other: &str) -> bool {
        let letter = |words: &str| {
            words.chars().next().filter(|c| c.is_alphabetic()).map(String::from)
        };
        match (letter(one), letter(other)) {
            (Some(one), Some(other)) => self
                .letters
                .as_ref()
                .map_or(one == other, |all| all.compare(&one, &other).is_eq()),
            (one, other) => one == other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::WordOrder;

    #[test]
    fn words_are_in_the_order_of_their_language() {
        for (language, wanted) in [
            ("es", ["Ávila", "caña", "Cañada", "carro", "ñandú", "oro"]),
            ("de", ["Ähre", "Öl", "Orgel", "Straße", "Strauß", "Zaun"]),
        ] {
            let order = WordOrder::of_language(language.parse().ok().as_ref());
            let mut words = wanted;
            words.reverse();
            words.sort_by(|one, other| order.compare(one, other));
            assert_eq!(words, wanted, "{language}");
        }
    }

    #[test]
    fn accents_make_no_letter_but_where_the_alphabet_has_one() {
        for (language, same, other) in [
            ("es", ["Ávila", "ayer"], ["caña", "ñandú"]),
            ("es", ["nube", "Norte"], ["nube", "ñandú"]),
            ("de", ["Öl", "Orgel"], ["Öl", "Pein"]),
            ("sv", ["ost", "Oslo"], ["ost", "öl"]),
            ("en", ["1848", "42"], ["42", "forty"]),
        ] {
            let order = WordOrder::of_language(language.parse().ok().as_ref());
            assert!(order.has_same_letter(same[0], same[1]), "{same:?}");
            assert!(!order.has_same_letter(other[0], other[1]), "{other:?}");
        }
    }
}
