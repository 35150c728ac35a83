//! Superior letters: the endings of ordinal numbers, which French and Spanish raise (1er,
//! 2e, 3.er).

use super::find_addresses;
use crate::book::inline::{FontVariant, Inline};
use crate::text::language::Language;
use crate::text::numerals::roman;

/// The endings of French ordinals (Imprimerie nationale, *Lexique*, "Nombres").
const FRENCH: [&str; 9] = ["er", "ers", "re", "res", "e", "es", "d", "de", "nd"];
/// The endings of Spanish ordinals that are not signs of their own, as º and ª are
/// (*Ortografía de la lengua española*, "Abreviaturas").
const SPANISH: [&str; 1] = ["er"];

/// The endings of ordinals that a language raises.
#[derive(Debug, Clone, Copy)]
pub(super) struct OrdinalStyle {
    endings: &'static [&'static str],
    /// What stands between a figure and its ending.
    point: &'static str,
    /// Whether Roman numerals have endings too.
    has_roman: bool,
}

impl OrdinalStyle {
    /// Those of a language, if it has any.
    pub(super) fn new(language: &Language) -> Option<Self> {
        match language.primary() {
            "fr" => Some(Self { endings: &FRENCH, point: "", has_roman: true }),
            "es" => Some(Self { endings: &SPANISH, point: ".", has_roman: false }),
            _ => None,
        }
    }

    /// Raises the endings of ordinals in a line. Their letters stay the same.
    pub(super) fn raise_endings(&self, line: &mut Vec<Inline>) {
        let mut raised = Vec::with_capacity(line.len());
        for mut inline in std::mem::take(line) {
            match inline {
                Inline::Text(text) => self.split_text(text, &mut raised),
                Inline::Variant { variant: FontVariant::Superscript, .. } => {
                    raised.push(inline);
                }
                _ => {
                    if let Some(content) = inline.content_mut() {
                        self.raise_endings(content);
                    }
                    raised.push(inline);
                }
            }
        }
        *line = raised;
    }

    /// Appends a text, divided where its ordinals end.
    fn split_text(&self, text: String, line: &mut Vec<Inline>) {
        let is_letter = |c: char| c.is_alphanumeric() || c == '.';
        let addresses = find_addresses(&text);
        let is_free = |at: usize| !addresses.iter().any(|address| address.contains(&at));
        let (mut kept, mut start) = (0, 0);
        for word in text.split_inclusive(|c: char| !is_letter(c)) {
            let letters = word.trim_end_matches(|c: char| !is_letter(c));
            let letters = letters.trim_end_matches('.');
            if let Some(ending) = self.measure_ending(letters).filter(|_| is_free(start))
            {
                let end = start + letters.len();
                line.push(Inline::Text(text[kept..end - ending].to_owned()));
                let content = vec![Inline::Text(text[end - ending..end].to_owned())];
                line.push(Inline::Variant { variant: FontVariant::Superscript, content });
                kept = end;
            }
            start += word.len();
        }
        if kept == 0 {
            line.push(Inline::Text(text));
        } else if kept < text.len() {
            line.push(Inline::Text(text[kept..].to_owned()));
        }
    }

    /// The length of the ending of an ordinal, in bytes.
    fn measure_ending(&self, word: &str) -> Option<usize> {
        let number = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let ending = &word[number.len()..];
        let number = number.strip_suffix(self.point)?;
        let is_figure =
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        // A single letter is a numeral only before "er": "Ce" and "Le" are words.
        let is_roman = self.has_roman
            && roman(number).is_some()
            && (number.len() > 1 || ending == "er" && number == "I");
        let is_ordinal = self.endings.contains(&ending) && (is_figure || is_roman);
        is_ordinal.then_some(ending.len())
    }
}

#[cfg(test)]
mod tests {
    use super::OrdinalStyle;
    use crate::text::language::Language;

    #[test]
    fn endings_of_ordinals_are_known() {
        let french: Language = "fr".parse().unwrap();
        let french = OrdinalStyle::new(&french).unwrap();
        for (word, ending) in
            [("1er", 2), ("XVIIIe", 1), ("Ier", 2), ("2es", 2), ("2nd", 2)]
        {
            assert_eq!(french.measure_ending(word), Some(ending), "{word}");
        }
        for word in ["Ce", "Le", "De", "1", "XIV", "er", "1h", "A1er", "CDe", "1.er"] {
            assert_eq!(french.measure_ending(word), None, "{word}");
        }
        let spanish: Language = "es".parse().unwrap();
        let spanish = OrdinalStyle::new(&spanish).unwrap();
        assert_eq!(spanish.measure_ending("3.er"), Some(2));
        assert_eq!(spanish.measure_ending("3er"), None);
    }
}
