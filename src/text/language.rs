//! Languages by their BCP 47 tags.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A BCP 47 language tag in its usual letter case (`es`, `pt-BR`, `ru-Latn`).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Language(String);

/// The error for a text that is not a BCP 47 language tag.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{name}' is not a BCP 47 language tag{}", suggest_tag(.name))]
pub struct NotALanguage {
    name: String,
}

impl NotALanguage {
    fn new(name: &str) -> Self {
        Self { name: name.to_owned() }
    }
}

/// What to write in place of the name of a language, in English or in itself.
fn suggest_tag(name: &str) -> String {
    let lower = name.trim().to_lowercase();
    let known = isolang::Language::from_name_lowercase(&lower);
    let is_own = move |own: &str| {
        own.split([',', ';', '(']).any(|own| own.trim().to_lowercase() == lower)
    };
    let known = known.or_else(|| isolang::Language::match_autonyms(is_own).next());
    match known.map(|known| known.to_639_1().unwrap_or_else(|| known.to_639_3())) {
        Some(tag) => format!("; write '{tag}'"),
        None => " (such as es, pt-BR or ru)".to_owned(),
    }
}

impl Language {
    /// The tag for an unknown language (BCP 47 §4.1).
    #[must_use]
    pub fn undetermined() -> Self {
        Self("und".to_owned())
    }

    /// The whole tag.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The primary subtag, lower case: `pt` of `pt-BR`.
    #[must_use]
    pub fn primary(&self) -> &str {
        self.0.split('-').next().unwrap_or_default()
    }

    /// Whether it is written from right to left: by the script subtag, else by the
    /// languages whose usual script is Hebrew, Arabic, Syriac or Thaana.
    #[must_use]
    pub fn right_to_left(&self) -> bool {
        let script = self.0.split('-').skip(1).find(|subtag| subtag.len() == 4);
        match script {
            Some(script) => matches!(script, "Arab" | "Hebr" | "Syrc" | "Thaa"),
            None => matches!(
                self.primary(),
                "ar" | "arc"
                    | "ckb"
                    | "dv"
                    | "fa"
                    | "he"
                    | "ps"
                    | "sd"
                    | "ug"
                    | "ur"
                    | "yi"
            ),
        }
    }
}

impl FromStr for Language {
    type Err = NotALanguage;

    /// Accepts well-formed tags (RFC 5646 §2.1): subtags of one to eight letters or digits,
    /// separated by hyphens, the first of two or three letters. Longer ones are reserved, or
    /// not registered for any language: `english` is a name.
    fn from_str(tag: &str) -> Result<Self, Self::Err> {
        let mut subtags: Vec<String> = Vec::new();
        for (index, subtag) in tag.split('-').enumerate() {
            let alphanumeric = subtag.bytes().all(|b| b.is_ascii_alphanumeric());
            let primary = (2..=3).contains(&subtag.len())
                && subtag.bytes().all(|b| b.is_ascii_alphabetic());
            if !alphanumeric
                || !(1..=8).contains(&subtag.len())
                || (index == 0 && !primary)
            {
                return Err(NotALanguage::new(tag));
            }
            // RFC 5646 §2.1.1: regions in capitals, scripts with an initial capital.
            let alphabetic = subtag.bytes().all(|b| b.is_ascii_alphabetic());
            subtags.push(match (index, subtag.len(), alphabetic) {
                (1.., 2, true) => subtag.to_ascii_uppercase(),
                (1.., 4, true) => {
                    subtag[..1].to_ascii_uppercase() + &subtag[1..].to_ascii_lowercase()
                }
                _ => subtag.to_ascii_lowercase(),
            });
        }
        // §2.1: a single letter or digit announces an extension, which must follow.
        if subtags.last().is_some_and(|last| last.len() == 1) {
            return Err(NotALanguage::new(tag));
        }
        // §2.1, §2.2.5: outside extensions, no subtag occurs twice, and at most three
        // subtags of three letters extend a language.
        let ends = subtags.iter().skip(1).position(|subtag| subtag.len() == 1);
        let plain = &subtags[1..ends.map_or(subtags.len(), |end| end + 1)];
        let distinct: BTreeSet<&String> = plain.iter().collect();
        let is_extended = |subtag: &&String| {
            subtag.len() == 3 && !subtag.starts_with(|c: char| c.is_ascii_digit())
        };
        if distinct.len() < plain.len() || plain.iter().filter(is_extended).count() > 3 {
            return Err(NotALanguage::new(tag));
        }
        Ok(Self(subtags.join("-")))
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn the_name_of_a_language_is_told_from_its_tag() {
        for (name, wanted) in [
            ("Spanish", "'Spanish' is not a BCP 47 language tag; write 'es'"),
            ("français", "'français' is not a BCP 47 language tag; write 'fr'"),
            (
                "Elvish!",
                "'Elvish!' is not a BCP 47 language tag (such as es, pt-BR or ru)",
            ),
        ] {
            let refused = name.parse::<Language>().expect_err("no tag");
            assert_eq!(refused.to_string(), wanted);
        }
    }

    #[test]
    fn a_single_letter_needs_an_extension() {
        for (tag, is_one) in
            [("en", true), ("en-x", false), ("en-a-b", false), ("de-x-alt", true)]
        {
            assert_eq!(tag.parse::<Language>().is_ok(), is_one, "{tag}");
        }
    }
}
