//! PDF values as lopdf knows them.

use lopdf::{Dictionary, Object, StringFormat};

use crate::length::{Length, Point, Size};

/// A dictionary.
pub(super) fn dict<const N: usize>(entries: [(&str, Object); N]) -> Dictionary {
    Dictionary::from_iter(entries)
}

/// A name.
pub(super) fn name(text: &str) -> Object {
    Object::Name(text.as_bytes().to_vec())
}

/// A text string (ISO 32000-1 §7.9.2.2): ASCII as it is, else UTF-16 with its mark.
pub(super) fn text(words: &str) -> Object {
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
#[expect(clippy::cast_possible_truncation, reason = "PDF numbers are single precision")]
pub(super) fn real(length: Length) -> Object {
    Object::Real(((length.to_pt() * 1000.0).round() / 1000.0) as f32)
}

/// A rectangle (ISO 32000-1 §7.9.5) by opposite corners, on a page of a size.
pub(super) fn rectangle(first: Point, second: Point, page: Size) -> Object {
    let up = |point: Point| page.height - point.y;
    Object::Array(vec![
        real(first.x.min(second.x)),
        real(up(first).min(up(second))),
        real(first.x.max(second.x)),
        real(up(first).max(up(second))),
    ])
}

/// A date (ISO 32000-1 §7.9.4) of seconds since 1970: `D:20240229120000Z`.
pub(super) fn date(seconds: u64) -> String {
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = clock(seconds);
    format!("D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}Z")
}

/// A date of ISO 8601, as XMP wants it.
pub(super) fn iso_date(seconds: u64) -> String {
    let (year, month, day) = civil(seconds / 86_400);
    let (hour, minute, second) = clock(seconds);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn clock(seconds: u64) -> (u64, u64, u64) {
    (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
}

/// Year, month and day of a number of days since 1970-01-01 in the Gregorian calendar,
/// counted in eras of 400 years that begin in March.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524
        - day_of_era / 146_096)
        / 365;
    let day_of_year =
        day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}
