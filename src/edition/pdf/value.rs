//! PDF values as lopdf knows them.

use lopdf::{Dictionary, Object, StringFormat};
use pdf_writer::Rect;

use crate::edition::moment::Moment;
use crate::length::{Length, Point, Size};
use crate::text::excerpt::truncate;

/// A dictionary.
pub(super) fn dict<const N: usize>(entries: [(&str, Object); N]) -> Dictionary {
    Dictionary::from_iter(entries)
}

/// A name.
pub(super) fn name(text: &str) -> Object {
    Object::Name(text.as_bytes().to_vec())
}

/// Letters of a text string at most: strings of PDF/A have 32,767 bytes (ISO 19005-2 §6.1.13),
/// and a letter in them up to four. What is said here stands whole in the metadata stream.
const LONGEST_TEXT: usize = 8_000;

/// A text string (ISO 32000-1 §7.9.2.2): ASCII as it is, else UTF-16 with its mark; its
/// beginning where it is too long for one.
pub(super) fn text(words: &str) -> Object {
    let words = &*truncate(words, LONGEST_TEXT);
    if words.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        Object::String(words.as_bytes().to_vec(), StringFormat::Literal)
    } else {
        Object::String(utf16(words), StringFormat::Hexadecimal)
    }
}

/// UTF-16, high byte first, after its byte order mark.
pub(super) fn utf16(words: &str) -> Vec<u8> {
    let units = std::iter::once(0xFEFF).chain(words.encode_utf16());
    units.flat_map(u16::to_be_bytes).collect()
}

/// A whole number.
pub(super) fn integer(number: usize) -> Object {
    Object::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

/// A length in points, with at most three decimals.
pub(super) fn real(length: Length) -> Object {
    Object::Real(points(length))
}

/// The same for an object that is written at once.
#[expect(clippy::cast_possible_truncation, reason = "PDF numbers are single precision")]
pub(super) fn points(length: Length) -> f32 {
    ((length.to_pt() * 1000.0).round() / 1000.0) as f32
}

/// A rectangle (ISO 32000-1 §7.9.5) by opposite corners, on a page of a size.
pub(super) fn rectangle(first: Point, second: Point, page: Size) -> Object {
    let Rect { x1, y1, x2, y2 } = rect(first, second, page);
    Object::Array([x1, y1, x2, y2].map(Object::Real).to_vec())
}

/// The same for an object that is written at once.
pub(super) fn rect(first: Point, second: Point, page: Size) -> Rect {
    let up = |point: Point| page.height - point.y;
    Rect {
        x1: points(first.x.min(second.x)),
        y1: points(up(first).min(up(second))),
        x2: points(first.x.max(second.x)),
        y2: points(up(first).max(up(second))),
    }
}

/// A date (ISO 32000-1 §7.9.4): `D:20240229120000Z`.
pub(super) fn date(moment: Moment) -> String {
    let Moment { year, month, day, hour, minute, second } = moment;
    format!("D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}Z")
}
