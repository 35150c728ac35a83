//! Bytes become characters.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::lines::signs;

/// A text that holds more control characters than one in this many characters is
/// binary. Extractors leave a few (U+0002 at line ends, about one in 500 characters of
/// the worst); compressed or executable files have more than one in ten.
const CONTROL_SHARE: usize = 50;

/// So few control characters are no sign of anything, however short the text.
const FEW_CONTROLS: usize = 8;

/// What came out.
pub(super) struct Decoded {
    /// The characters, without a byte order mark.
    pub(super) text: String,
    /// Name of the encoding.
    pub(super) encoding: &'static str,
    /// Nothing in the bytes names this encoding.
    pub(super) guessed: bool,
    /// Some bytes were replaced by U+FFFD.
    pub(super) malformed: bool,
}

/// What kinds of files that are no text begin with, and what they are called.
const BEGINNINGS: &[(&[u8], &str)] =
    &[(b"%PDF-", "a PDF"), (b"PK\x03\x04", "a ZIP archive"), (b"{\\rtf", "an RTF file")];

/// What bytes are that are certainly no text.
pub(super) fn foreign(bytes: &[u8]) -> Option<&'static str> {
    let kinds = BEGINNINGS.iter();
    kinds.filter(|(begin, _)| bytes.starts_with(begin)).map(|(_, kind)| *kind).next()
}

/// Decodes by byte order mark, else as UTF-8 where it is well formed, or was before some
/// of it broke, else as Windows-1252.
pub(super) fn decode(bytes: &[u8]) -> Decoded {
    let (encoding, mark) = encoding(bytes);
    let (text, malformed) = encoding.decode_without_bom_handling(&bytes[mark..]);
    Decoded {
        text: text.into_owned(),
        encoding: encoding.name(),
        guessed: encoding == WINDOWS_1252,
        malformed,
    }
}

/// The encoding of some bytes, and the length of the byte order mark that says so.
pub(super) fn encoding(bytes: &[u8]) -> (&'static Encoding, usize) {
    match Encoding::for_bom(bytes) {
        Some(found) => found,
        None if is_mostly_utf8(bytes) => (UTF_8, 0),
        None => (WINDOWS_1252, 0),
    }
}

/// Whether more of the bytes that are no ASCII are characters of UTF-8 than are not: a
/// file that was cut off, or into which a few bytes of another encoding were pasted. In a
/// text of Windows-1252 hardly ever do two letters together look like one of UTF-8.
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

/// Place and value of the first character that shows that this is no text; none for text.
///
/// One NUL is enough: no text has it, and UTF-16 without a byte order mark is full of it.
pub(super) fn binary_at(text: &str) -> Option<(usize, char)> {
    if let Some(offset) = text.find('\0') {
        return Some((offset, '\0'));
    }
    // Those of ASCII, and U+0080 to U+009F, which begin with the byte C2.
    let begins = |byte| byte < b' ' || matches!(byte, 0x7F | 0xC2);
    let mut controls = signs(text, begins, is_foreign_control);
    let first = controls.next()?;
    let count = 1 + controls.count();
    let many = count > FEW_CONTROLS && count * CONTROL_SHARE > text.chars().count();
    many.then_some(first)
}

/// A control character that is not white space.
fn is_foreign_control(c: char) -> bool {
    c.is_control() && !c.is_whitespace()
}
