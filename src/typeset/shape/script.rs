//! What the shaper must know of a character before it shapes it.

use harfrust::Script;

use crate::text::language::Language;

/// Whether a character is read from right to left: Hebrew to Arabic Extended-A, and the
/// presentation forms of both (Unicode 17, blocks).
pub(super) fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

/// Whether a character leaves no trace of its own on paper (the common ones of
/// `Default_Ignorable_Code_Point`, and combining marks, which compose with their letter).
pub(super) fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
        | '\u{300}'..='\u{36F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{20D0}'..='\u{20FF}')
}

/// The script of figures and stops, which have none of their own: that of the language.
pub(super) fn usual_script(language: &Language) -> Script {
    match language.primary() {
        "ru" | "uk" | "be" | "bg" | "sr" | "mk" | "cu" => Script::CYRILLIC,
        "el" | "grc" => Script::GREEK,
        "he" | "yi" => Script::HEBREW,
        "ar" | "fa" | "ur" => Script::ARABIC,
        _ => Script::LATIN,
    }
}
