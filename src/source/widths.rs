//! How many bytes of a file stand behind every character of its text.

use encoding_rs::{UTF_8, UTF_16BE, WINDOWS_1252};

use super::{decode, lines};

/// The bytes of the byte order mark, and for every character of the text that
/// [`super::read`] makes of the file: its bytes in the text, and in the file.
///
/// A line end of two characters is one in the text. What means nothing in the encoding is
/// U+FFFD in the text, by the longest stretches that can begin a character (Unicode 16,
/// §3.9, which the WHATWG Encoding Standard follows).
#[must_use]
pub fn widths(bytes: &[u8]) -> (usize, Vec<(usize, usize)>) {
    let (encoding, mark) = decode::encoding(bytes);
    let rest = &bytes[mark..];
    let characters = if encoding == UTF_8 {
        utf_8(rest)
    } else if encoding == WINDOWS_1252 {
        let text = encoding.decode_without_bom_handling(rest).0;
        text.chars().map(|c| (c, 1)).collect()
    } else {
        utf_16(rest, encoding == UTF_16BE)
    };
    (mark, with_plain_line_ends(&characters))
}

fn utf_8(bytes: &[u8]) -> Vec<(char, usize)> {
    let mut characters = Vec::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        characters.extend(chunk.valid().chars().map(|c| (c, c.len_utf8())));
        if !chunk.invalid().is_empty() {
            characters.push((char::REPLACEMENT_CHARACTER, chunk.invalid().len()));
        }
    }
    characters
}

fn utf_16(bytes: &[u8], big_endian: bool) -> Vec<(char, usize)> {
    let pairs = bytes.chunks_exact(2);
    let odd = pairs.remainder().len();
    let units = pairs.map(|pair| {
        let pair = [pair[0], pair[1]];
        if big_endian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
    });
    let read = |unit: Result<char, std::char::DecodeUtf16Error>| match unit {
        Ok(c) => (c, 2 * c.len_utf16()),
        Err(_) => (char::REPLACEMENT_CHARACTER, 2),
    };
    let mut characters: Vec<(char, usize)> =
        char::decode_utf16(units.clone()).map(read).collect();
    if odd > 0 {
        // Half a unit, and half a pair before it, are one mistake.
        let half = units
            .clone()
            .next_back()
            .is_some_and(|unit| (0xD800..0xDC00).contains(&unit));
        match characters.last_mut() {
            Some(last) if half => last.1 += odd,
            _ => characters.push((char::REPLACEMENT_CHARACTER, odd)),
        }
    }
    characters
}

/// Line ends as [`super::lines::with_plain_line_ends`] makes them: one byte each.
fn with_plain_line_ends(characters: &[(char, usize)]) -> Vec<(usize, usize)> {
    let mut widths = Vec::with_capacity(characters.len());
    let mut after_return = false;
    for &(c, width) in characters {
        if let (true, '\n', Some((_, before))) = (after_return, c, widths.last_mut()) {
            *before += width;
            after_return = false;
            continue;
        }
        after_return = c == '\r';
        let bytes = if lines::is_other_end(c) { 1 } else { c.len_utf8() };
        widths.push((bytes, width));
    }
    widths
}
