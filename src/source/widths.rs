//! How many bytes of a file each character of its text comes from.

use encoding_rs::{UTF_8, UTF_16BE, WINDOWS_1252};

use super::{decode, lines};

/// The length of the byte order mark of a file whose remaining bytes are its text,
/// unchanged; `None` for other files.
#[must_use]
pub fn unchanged_from(bytes: &[u8]) -> Option<usize> {
    let (encoding, mark) = decode::detect_encoding(bytes);
    let text = std::str::from_utf8(&bytes[mark..]).ok().filter(|_| encoding == UTF_8)?;
    lines::has_plain_line_ends(text).then_some(mark)
}

/// Calls `tell` for every character of the text that [`super::read`] makes of a file, with
/// its bytes in the text and in the file. Returns the length of the byte order mark.
///
/// A line end of two characters is one in the text. Invalid bytes are U+FFFD in the text,
/// one for each maximal subpart (Unicode 16, §3.9, which the WHATWG Encoding Standard
/// follows).
pub fn character_widths(bytes: &[u8], tell: impl FnMut(usize, usize)) -> usize {
    let (encoding, mark) = decode::detect_encoding(bytes);
    let rest = &bytes[mark..];
    if encoding == UTF_8 {
        with_plain_line_ends(utf_8_widths(rest), tell);
    } else if encoding == WINDOWS_1252 {
        let text = encoding.decode_without_bom_handling(rest).0;
        with_plain_line_ends(text.chars().map(|c| (c, 1)), tell);
    } else {
        with_plain_line_ends(utf_16_widths(rest, encoding == UTF_16BE).into_iter(), tell);
    }
    mark
}

fn utf_8_widths(bytes: &[u8]) -> impl Iterator<Item = (char, usize)> {
    bytes.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid().chars().map(|c| (c, c.len_utf8()));
        let invalid = chunk.invalid().len();
        valid.chain((invalid > 0).then_some((char::REPLACEMENT_CHARACTER, invalid)))
    })
}

fn utf_16_widths(bytes: &[u8], big_endian: bool) -> Vec<(char, usize)> {
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
        // Half a unit, and half a surrogate pair before it, are one error.
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

/// Converts line ends as [`super::lines::with_plain_line_ends`] does: to one byte each.
fn with_plain_line_ends(
    characters: impl Iterator<Item = (char, usize)>,
    mut tell: impl FnMut(usize, usize),
) {
    // The width of a carriage return, until the next character is known.
    let mut held = None;
    characters.for_each(|(c, width)| {
        if let Some(before) = held.take() {
            let whole = c == '\n';
            tell(1, before + if whole { width } else { 0 });
            if whole {
                return;
            }
        }
        match c {
            '\r' => held = Some(width),
            c if lines::is_other_end(c) => tell(1, width),
            c => tell(c.len_utf8(), width),
        }
    });
    if let Some(width) = held {
        tell(1, width);
    }
}
