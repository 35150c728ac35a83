//! Divides characters into lines.

use crate::text::letters::turns_direction;
use crate::text::span::{FileId, Span};

const FORM_FEED: u8 = 0xC;

/// A line of a source document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SourceLine {
    /// Its characters, without the line end and without a form feed.
    pub span: Span,
    /// The page of the extraction, from 1; each form feed begins the next one.
    pub page: u32,
}

/// Turns every line end into `\n`: CR, CR LF, NEL, U+2028, U+2029 and the vertical tab,
/// which word processors write for a line end inside a paragraph (UAX #14, class BK).
pub(super) fn with_plain_line_ends(text: String) -> String {
    if has_plain_line_ends(&text) {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find(is_other_end) {
        plain.push_str(&rest[..at]);
        plain.push('\n');
        let end = rest[at..].chars().next().map_or(1, char::len_utf8);
        let crlf = rest[at..].starts_with("\r\n");
        rest = &rest[at + end + usize::from(crlf)..];
    }
    plain.push_str(rest);
    plain
}

/// Whether all line ends of a text are `\n`.
pub(super) fn has_plain_line_ends(text: &str) -> bool {
    let begins = |byte| matches!(byte, b'\r' | 0xB | 0xC2 | 0xE2);
    find_characters(text, begins, is_other_end).next().is_none()
}

/// The characters of a text that satisfy `is`, with their offsets. `begins` says which
/// bytes may begin such a character, so that few characters are decoded.
pub(super) fn find_characters(
    text: &str,
    begins: impl Fn(u8) -> bool,
    is: impl Fn(char) -> bool,
) -> impl Iterator<Item = (usize, char)> {
    let begun = text.bytes().enumerate().filter(move |&(_, byte)| begins(byte));
    let signs = begun.filter_map(|(at, _)| Some((at, text[at..].chars().next()?)));
    signs.filter(move |&(_, sign)| is(sign))
}

/// Whether a character ends a line and is not `\n`.
pub(super) fn is_other_end(c: char) -> bool {
    matches!(c, '\r' | '\u{B}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Divides a text at `\n` and at form feeds. A form feed also begins a new page.
///
/// A form feed at the beginning of a line ends no line.
pub(super) fn split_lines(file: FileId, text: &str) -> Vec<SourceLine> {
    let mut lines = Vec::new();
    let (mut start, mut page) = (0, 1);
    let mut push = |start: usize, end: usize, page: u32| {
        let line = ordinal_number(lines.len());
        let span = Span { file, line, start: offset(start), end: offset(end) };
        lines.push(SourceLine { span, page });
    };
    let ends = |&(_, byte): &(usize, u8)| byte == b'\n' || byte == FORM_FEED;
    for (at, end) in text.bytes().enumerate().filter(ends) {
        if end == b'\n' || at > start {
            push(start, at, page);
        }
        if end == FORM_FEED {
            page += 1;
        }
        start = at + 1;
    }
    if start < text.len() {
        push(start, text.len(), page);
    }
    lines
}

/// The number of the line at an offset, from 1.
pub(super) fn line_at(text: &str, at: usize) -> u32 {
    ordinal_number(text[..at].matches('\n').count())
}

/// The span of the character at an offset.
pub(super) fn span_at(lines: &[SourceLine], text: &str, at: usize) -> Span {
    let length = text[at..].chars().next().map_or(0, char::len_utf8);
    let (start, end) = (offset(at), offset(at + length));
    let after = lines.partition_point(|line| line.span.start <= start);
    let line = lines.get(after.saturating_sub(1)).copied().unwrap_or_default();
    Span { start, end, ..line.span }
}

/// The first character of a line that changes the direction of the text after it and is not
/// undone on the same line (UAX #9 §2). Readers may see the words after it in another
/// order.
pub(super) fn find_direction_change(
    text: &str,
    line: SourceLine,
) -> Option<(Span, char)> {
    let words = text.get(line.span.range())?;
    let mut open: Vec<(usize, char)> = Vec::new();
    for (at, character) in words.char_indices() {
        let isolates = |c: char| matches!(c, '\u{2066}'..='\u{2068}');
        match character {
            _ if turns_direction(character) => open.push((at, character)),
            '\u{202c}' => drop(open.pop_if(|last| !isolates(last.1))),
            '\u{2069}' => {
                if let Some(begin) = open.iter().rposition(|one| isolates(one.1)) {
                    open.truncate(begin);
                }
            }
            _ => {}
        }
    }
    let &(at, character) = open.first()?;
    let start = line.span.start + offset(at);
    let end = start + offset(character.len_utf8());
    Some((Span { start, end, ..line.span }, character))
}

/// The number, from 1, of an index.
fn ordinal_number(index: usize) -> u32 {
    offset(index).saturating_add(1)
}

/// An offset into a text, whose length [`super::read`] has checked.
fn offset(at: usize) -> u32 {
    u32::try_from(at).expect("read() refuses texts longer than u32::MAX bytes")
}
