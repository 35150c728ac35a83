//! Facts about single characters.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// What stands at the end of a line where a word is divided: the hyphens of type and of
/// Unicode, and what extractors make of them (`¬`, U+0002, and U+FFFE, which `PDFium` writes).
pub const DIVIDING: [char; 6] = ['-', '\u{2010}', '\u{AD}', '¬', '\u{2}', '\u{FFFE}'];

/// A word in small letters: as it is where it has no others, as most words have not.
#[must_use]
pub fn small(word: &str) -> Cow<'_, str> {
    let is_small = |c: char| match c {
        '\0'..='\x7F' => !c.is_ascii_uppercase(),
        _ => c.to_lowercase().eq([c]),
    };
    if word.chars().all(is_small) {
        Cow::Borrowed(word)
    } else {
        Cow::Owned(word.to_lowercase())
    }
}

/// The letter under its accents: `e` of `é`; other characters as they are.
#[must_use]
pub fn base(c: char) -> char {
    if c.is_ascii() { c } else { std::iter::once(c).nfd().next().unwrap_or(c) }
}

/// Whether a character is drawn by no font: the joiners, direction marks, soft hyphens and
/// selectors of Unicode's `Default_Ignorable_Code_Point` that occur in text.
#[must_use]
pub fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0100}'..='\u{E01EF}')
}

/// Whether Unicode keeps a code point for no character (its section 23.7). `PDFium` writes
/// one for a hyphen, others come with a copy from elsewhere; no text means any of them.
#[must_use]
pub fn is_noncharacter(c: char) -> bool {
    u32::from(c) & 0xFFFE == 0xFFFE || matches!(c, '\u{FDD0}'..='\u{FDEF}')
}

/// Whether nobody sees anything of a text: it has white space, and what no font draws.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_ignorable(c))
}

/// Whether a character turns the direction of those behind it until another turns it back
/// (UAX #9 §2): embeddings, overrides and isolates.
#[must_use]
pub fn turns_direction(c: char) -> bool {
    matches!(
        c,
        '\u{202A}' | '\u{202B}' | '\u{202D}' | '\u{202E}' | '\u{2066}'..='\u{2068}'
    )
}

/// Whether a sign stands at the word before it. One that may as well open a phrase does not,
/// as a dash.
#[must_use]
pub fn follows_word(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | '…'
            | ')'
            | ']'
            | '}'
            | '»'
            | '”'
            | '’'
            | '%'
            | '。'
            | '、'
            | '，'
            | '」'
            | '』'
    )
}
