//! Lengths, rectangles, texts and dates as PDF writes them.

use pdf_writer::Rect;

use crate::edition::moment::Moment;
use crate::length::{Length, Point, Size};
use crate::text::excerpt::truncate;

/// Characters of a text string at most. PDF/A allows strings of 32,767 bytes (ISO 19005-2
/// §6.1.13), and a character takes up to four. The metadata stream has the whole text.
const LONGEST_TEXT: usize = 8_000;

/// Cuts a text that is too long for a text string (ISO 32000-1 §7.9.2.2).
pub(super) fn shorten_text(text: &str) -> String {
    truncate(text, LONGEST_TEXT)
}

/// Encodes a text as big-endian UTF-16 after its byte order mark.
pub(super) fn encode_utf16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
    units.flat_map(u16::to_be_bytes).collect()
}

/// A length in points, with at most three decimals.
#[expect(clippy::cast_possible_truncation, reason = "PDF numbers are single precision")]
pub(super) fn to_points(length: Length) -> f32 {
    ((length.to_pt() * 1000.0).round() / 1000.0) as f32
}

/// A rectangle (ISO 32000-1 §7.9.5) by opposite corners, on a page of a size.
pub(super) fn to_rect(first: Point, second: Point, page: Size) -> Rect {
    let up = |point: Point| page.height - point.y;
    Rect {
        x1: to_points(first.x.min(second.x)),
        y1: to_points(up(first).min(up(second))),
        x2: to_points(first.x.max(second.x)),
        y2: to_points(up(first).max(up(second))),
    }
}

/// The rectangle of a whole page.
pub(super) fn to_page_rect(page: Size) -> Rect {
    to_rect(Point::default(), Point { x: page.width, y: page.height }, page)
}

/// Formats a date (ISO 32000-1 §7.9.4): `D:20240229120000Z`.
pub(super) fn format_date(moment: Moment) -> String {
    let Moment { year, month, day, hour, minute, second } = moment;
    format!("D:{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}Z")
}
