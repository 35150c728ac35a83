//! Facts about single characters.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// What ends a line where a word is hyphenated: the hyphens of typefaces and of Unicode,
/// and what extractors make of them (`¬`, U+0002, and U+FFFE, which `PDFium` writes).
pub const DIVIDING: [char; 6] = ['-', '\u{2010}', '\u{AD}', '¬', '\u{2}', '\u{FFFE}'];

/// A word in lower case, borrowed where it already is, as most words are.
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

/// The letter without its accents: `e` of `é`. Other characters are unchanged.
#[must_use]
pub fn base(c: char) -> char {
    if c.is_ascii() { c } else { std::iter::once(c).nfd().next().unwrap_or(c) }
}

/// Whether no font draws a character: the joiners, direction marks, soft hyphens and
/// selectors of Unicode's `Default_Ignorable_Code_Point` that occur in text.
#[must_use]
pub fn is_ignorable(c: char) -> bool {
    matches!(c,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0100}'..='\u{E01EF}')
}

/// Whether a code point is a Unicode noncharacter (section 23.7). `PDFium` writes one for a
/// hyphen, and others are copied from elsewhere; no text means any of them.
#[must_use]
pub fn is_noncharacter(c: char) -> bool {
    u32::from(c) & 0xFFFE == 0xFFFE || matches!(c, '\u{FDD0}'..='\u{FDEF}')
}

/// Whether only an extractor leaves such a character: soft hyphens, controls, characters
/// without width, and noncharacters.
#[must_use]
pub fn is_extraction_artifact(c: char) -> bool {
    let invisible = matches!(c, '\u{AD}' | '\u{200B}' | '\u{2060}' | '\u{FEFF}');
    invisible || is_noncharacter(c) || c.is_control() && !c.is_whitespace()
}

/// Whether nothing of a text is visible: it has only white space and ignorable characters.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_ignorable(c))
}

/// Whether a character changes the direction of the text after it until another one undoes
/// it (UAX #9 §2): embeddings, overrides and isolates.
#[must_use]
pub fn turns_direction(c: char) -> bool {
    matches!(
        c,
        '\u{202A}' | '\u{202B}' | '\u{202D}' | '\u{202E}' | '\u{2066}'..='\u{2068}'
    )
}

/// Whether a character is read from right to left: Hebrew to Arabic Extended-A, and the
/// presentation forms of both (Unicode 17, blocks).
#[must_use]
pub fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

/// Whether a sign attaches to the word before it. Signs that may also open a phrase, such
/// as a dash, do not count.
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

/// The letters and figures of a string, in lower case and without accents.
#[must_use]
pub fn fold_letters(words: &str) -> String {
    let mut folded = String::with_capacity(words.len());
    for c in words.chars() {
        // Most letters of most texts need no tables: the desk folds every line of a text.
        if c.is_ascii_alphanumeric() {
            folded.push(c.to_ascii_lowercase());
        } else if !c.is_ascii() && c.is_alphanumeric() {
            folded.extend(c.to_lowercase().map(base));
        }
    }
    folded
}
