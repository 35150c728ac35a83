//! Decodes bytes to characters.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::lines::find_characters;

/// A text with more than one control character in this many characters is binary.
/// Extractors leave a few (U+0002 at line ends, in the worst text one in 500 characters);
/// compressed or executable files have more than one in ten.
const CONTROL_SHARE: usize = 50;

/// Up to this many control characters mean nothing, however short the text.
const FEW_CONTROLS: usize = 8;

/// A decoded text.
pub(super) struct Decoded {
    /// The characters, without the byte order mark.
    pub(super) text: String,
    /// The name of the encoding.
    pub(super) encoding: &'static str,
    /// Nothing in the bytes names this encoding.
    pub(super) guessed: bool,
    /// Some bytes were replaced by U+FFFD.
    pub(super) malformed: bool,
}

/// The first bytes of files that are not text, and what such files are called.
const SIGNATURES: &[(&[u8], &str)] =
    &[(b"PK\x03\x04", "a ZIP archive"), (b"{\\rtf", "an RTF file")];

/// The kind of a file that is certainly not text.
pub(super) fn foreign_format(bytes: &[u8]) -> Option<&'static str> {
    let kinds = SIGNATURES.iter();
    kinds.filter(|(begin, _)| bytes.starts_with(begin)).map(|(_, kind)| *kind).next()
}

/// Decodes by byte order mark; else as UTF-8 if all or most of it is well formed; else as
/// Windows-1252.
pub(super) fn decode(bytes: &[u8]) -> Decoded {
    let (encoding, mark) = detect_encoding(bytes);
    let (text, malformed) = encoding.decode_without_bom_handling(&bytes[mark..]);
    Decoded {
        text: text.into_owned(),
        encoding: encoding.name(),
        guessed: encoding == WINDOWS_1252,
        malformed,
    }
}

/// The encoding of bytes, and the length of their byte order mark.
pub(super) fn detect_encoding(bytes: &[u8]) -> (&'static Encoding, usize) {
    match Encoding::for_bom(bytes) {
        Some(found) => found,
        None if is_mostly_utf8(bytes) => (UTF_8, 0),
        None => (WINDOWS_1252, 0),
    }
}

/// Whether most sequences of non-ASCII bytes are valid UTF-8. Such a file was cut off, or
/// has a few bytes of another encoding. In a Windows-1252 text, two letters hardly ever
/// look like a character of UTF-8.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    if std::str::from_utf8(bytes).is_ok() {
        return true;
    }
    let (mut characters, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        characters += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    characters > broken
}

/// The first character that shows that this is not text, and its offset; `None` for a text.
///
/// One NUL is enough: no text has it, and UTF-16 without a byte order mark is full of them.
pub(super) fn find_binary(text: &str) -> Option<(usize, char)> {
    if let Some(offset) = text.find('\0') {
        return Some((offset, '\0'));
    }
    // The ASCII ones, and U+0080 to U+009F, which begin with the byte C2.
    let begins = |byte| byte < b' ' || matches!(byte, 0x7F | 0xC2);
    let mut controls = find_characters(text, begins, is_foreign_control);
    let first = controls.next()?;
    let count = 1 + controls.count();
    let many = count > FEW_CONTROLS && count * CONTROL_SHARE > text.chars().count();
    many.then_some(first)
}

/// Whether a character is a control character other than white space.
fn is_foreign_control(c: char) -> bool {
    c.is_control() && !c.is_whitespace()
}
