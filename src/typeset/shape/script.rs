//! What the shaper must know about a character before shaping.

use harfrust::Script;

use crate::text::language::Language;
use crate::text::letters::is_ignorable;

/// Whether a character takes the face of its neighbours: combining marks compose with their
/// letter, and other such characters are invisible.
pub(super) fn inherits_face(c: char) -> bool {
    is_ignorable(c)
        || matches!(c,
            '\u{300}'..='\u{36F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{20D0}'..='\u{20FF}')
}

/// The language whose forms of letters a font is asked for. Fonts that have forms for Latin (EB
/// Garamond) write `v` for every `u`, which is another letter than that of the source.
pub(super) fn find_form_language(language: &Language) -> Option<harfrust::Language> {
    match language.primary() {
        "la" => None,
        _ => harfrust::Language::new(language.as_str()),
    }
}

/// The script of figures and punctuation, which have none of their own: that of the
/// language.
pub(super) fn script_of_language(language: &Language) -> Script {
    match language.primary() {
        "ru" | "uk" | "be" | "bg" | "sr" | "mk" | "cu" => Script::CYRILLIC,
        "el" | "grc" => Script::GREEK,
        "he" | "yi" => Script::HEBREW,
        "ar" | "fa" | "ur" => Script::ARABIC,
        _ => Script::LATIN,
    }
}
