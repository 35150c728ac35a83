//! Text strings (ISO 32000-1 §7.9.2.2).

/// The characters of `PDFDocEncoding` from 0x80 to 0xA0 (ISO 32000-1 annex D.2).
const UPPER: [char; 33] = [
    '\u{2022}', '\u{2020}', '\u{2021}', '\u{2026}', '\u{2014}', '\u{2013}', '\u{0192}',
    '\u{2044}', '\u{2039}', '\u{203A}', '\u{2212}', '\u{2030}', '\u{201E}', '\u{201C}',
    '\u{201D}', '\u{2018}', '\u{2019}', '\u{201A}', '\u{2122}', '\u{FB01}', '\u{FB02}',
    '\u{0141}', '\u{0152}', '\u{0160}', '\u{0178}', '\u{017D}', '\u{0131}', '\u{0142}',
    '\u{0153}', '\u{0161}', '\u{017E}', '\u{FFFD}', '\u{20AC}',
];

/// The accents of `PDFDocEncoding` from 0x18 to 0x1F.
const ACCENTS: [char; 8] = [
    '\u{02D8}', '\u{02C7}', '\u{02C6}', '\u{02D9}', '\u{02DD}', '\u{02DB}', '\u{02DA}',
    '\u{02DC}',
];

/// The characters of a text string: UTF-16 or UTF-8 with a byte order mark, else
/// `PDFDocEncoding`.
pub(super) fn decode_text_string(bytes: &[u8]) -> String {
    let text = if let Some(rest) = bytes.strip_prefix(&[0xFE, 0xFF]) {
        decode_utf16(rest, u16::from_be_bytes)
    } else if let Some(rest) = bytes.strip_prefix(&[0xFF, 0xFE]) {
        decode_utf16(rest, u16::from_le_bytes)
    } else if let Some(rest) = bytes.strip_prefix(&[0xEF, 0xBB, 0xBF]) {
        String::from_utf8_lossy(rest).into_owned()
    } else {
        bytes.iter().map(|byte| decode_byte(*byte)).collect()
    };
    remove_language_escapes(&text)
}

fn decode_utf16(bytes: &[u8], unit: impl Fn([u8; 2]) -> u16) -> String {
    let units = bytes.as_chunks::<2>().0.iter().map(|pair| unit(*pair));
    let decoded = char::decode_utf16(units);
    decoded.map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn decode_byte(byte: u8) -> char {
    let accent = byte.checked_sub(0x18).and_then(|at| ACCENTS.get(usize::from(at)));
    let upper = byte.checked_sub(0x80).and_then(|at| UPPER.get(usize::from(at)));
    accent.or(upper).copied().unwrap_or(char::from(byte))
}

/// Removes the language codes that stand between two U+001B (ISO 32000-1 §7.9.2.2).
fn remove_language_escapes(text: &str) -> String {
    let parts = text.split('\u{1B}').enumerate();
    parts.filter(|(index, _)| index % 2 == 0).map(|(_, part)| part).collect()
}
