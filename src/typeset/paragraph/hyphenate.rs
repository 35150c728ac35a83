//! Finds where words may be divided.
//!
//! The patterns follow Liang's method and are maintained by the TeX user groups. Only this
//! file names the crate that contains them. A dictionary is loaded at the first word of its
//! language, once per process.

use std::sync::OnceLock;

use hyphenation::{Hyphenator as _, Language as Patterns, Load, Standard};

use crate::text::language::Language;

/// Words with fewer letters than this are not divided.
const SHORTEST_WORD: usize = 5;

/// A language, its patterns, and how many letters must be before and after the hyphen. A
/// tag matches all tags that begin with it; the first match is used.
///
/// The minima are those of the languages' own typographers (in TeX: `\lefthyphenmin` and
/// `\righthyphenmin`).
const RULES: [(&str, Patterns, usize, usize); 47] = [
    ("es", Patterns::Spanish, 2, 2),
    ("ca", Patterns::Catalan, 2, 2),
    ("pt", Patterns::Portuguese, 2, 3),
    ("gl", Patterns::Galician, 2, 2),
    ("eu", Patterns::Basque, 2, 2),
    ("oc", Patterns::Occitan, 2, 2),
    ("fr", Patterns::French, 2, 3),
    ("it", Patterns::Italian, 2, 2),
    ("ro", Patterns::Romanian, 2, 2),
    ("la", Patterns::Latin, 2, 2),
    ("de-1901", Patterns::German1901, 2, 2),
    ("de-CH-1901", Patterns::GermanSwiss, 2, 2),
    ("de", Patterns::German1996, 2, 2),
    ("nl", Patterns::Dutch, 2, 2),
    ("af", Patterns::Afrikaans, 2, 2),
    ("en-GB", Patterns::EnglishGB, 2, 3),
    ("en-IE", Patterns::EnglishGB, 2, 3),
    ("en-AU", Patterns::EnglishGB, 2, 3),
    ("en", Patterns::EnglishUS, 2, 3),
    ("da", Patterns::Danish, 2, 2),
    ("sv", Patterns::Swedish, 2, 2),
    ("nb", Patterns::NorwegianBokmal, 2, 2),
    ("no", Patterns::NorwegianBokmal, 2, 2),
    ("nn", Patterns::NorwegianNynorsk, 2, 2),
    ("is", Patterns::Icelandic, 2, 2),
    ("ru", Patterns::Russian, 2, 2),
    ("uk", Patterns::Ukrainian, 2, 2),
    ("be", Patterns::Belarusian, 2, 2),
    ("bg", Patterns::Bulgarian, 2, 2),
    ("sr-Latn", Patterns::SerbocroatianLatin, 2, 2),
    ("sr", Patterns::SerbianCyrillic, 2, 2),
    ("hr", Patterns::Croatian, 2, 2),
    ("sl", Patterns::Slovenian, 2, 2),
    ("mk", Patterns::Macedonian, 2, 2),
    ("pl", Patterns::Polish, 2, 2),
    ("cs", Patterns::Czech, 2, 3),
    ("sk", Patterns::Slovak, 2, 3),
    ("hu", Patterns::Hungarian, 2, 2),
    ("fi", Patterns::Finnish, 2, 2),
    ("et", Patterns::Estonian, 2, 3),
    ("lt", Patterns::Lithuanian, 2, 2),
    ("lv", Patterns::Latvian, 2, 2),
    ("tr", Patterns::Turkish, 2, 2),
    ("el-polyton", Patterns::GreekPoly, 2, 2),
    ("el", Patterns::GreekMono, 2, 2),
    ("grc", Patterns::GreekAncient, 2, 2),
    ("eo", Patterns::Esperanto, 2, 2),
];

/// The dictionaries loaded so far, indexed like [`RULES`].
static READ: [OnceLock<Option<Standard>>; RULES.len()] =
    [const { OnceLock::new() }; RULES.len()];

/// The rules by which the words of a language are divided.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hyphenator {
    patterns: &'static Standard,
    before: usize,
    after: usize,
}

impl Hyphenator {
    /// The rules of a language; none if they are not known.
    pub(super) fn for_language(language: &Language) -> Option<Self> {
        let fits = |tag: &str| {
            let rest = language.as_str().strip_prefix(tag);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let place = RULES.iter().position(|rule| fits(rule.0))?;
        let (_, language, before, after) = RULES[place];
        let patterns = READ[place]
            .get_or_init(|| Standard::from_embedded(language).ok())
            .as_ref()?;
        Some(Self { patterns, before, after })
    }

    /// The bytes at which a word, consisting of letters only, may be divided, in order.
    pub(super) fn hyphenation_bytes(self, word: &str) -> Vec<usize> {
        let letters = word.chars().count();
        if letters < SHORTEST_WORD.max(self.before + self.after) {
            return Vec::new();
        }
        let breaks = self.patterns.hyphenate(word).breaks;
        let enough = |&at: &usize| {
            word.get(..at).is_some_and(|start| {
                let start = start.chars().count();
                start >= self.before && letters - start >= self.after
            })
        };
        breaks.into_iter().filter(enough).collect()
    }
}
