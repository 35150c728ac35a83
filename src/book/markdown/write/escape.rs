//! Which characters need a backslash, and where.

use crate::book::markdown::SECOND;

/// What stands around a text.
#[derive(Clone, Copy)]
pub(super) struct Surroundings {
    /// It stands in the text of a link.
    pub(super) linked: bool,
    /// A note mark stands directly before it.
    pub(super) bracket_before: bool,
    /// A link follows directly.
    pub(super) link_after: bool,
}

/// Adds words, with backslashes where they would mean something inside a line.
///
/// What means something only at the beginning of a line is left to [`guard_line`].
/// In a cell of a table a pipe does everywhere.
pub(super) fn push_escaped(
    words: &str,
    around: Surroundings,
    in_cell: bool,
    line: &mut String,
) {
    let mut before: Option<char> = None;
    for (index, c) in words.char_indices() {
        let rest = &words[index + c.len_utf8()..];
        let after = rest.chars().next();
        let lone = before == Some(' ') && after == Some(' ');
        let special = match c {
            '\\' | '`' => true,
            '*' => !lone,
            '_' => {
                let is_inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                !(lone || (is_inside(before) && is_inside(after)))
            }
            // After a mark it would make a link of it.
            '(' => index == 0 && around.bracket_before,
            '[' => around.linked || after == Some('^'),
            // With the bracket of the link it would make a note mark.
            '^' => index == 0 && around.linked,
            ']' => {
                around.linked
                    || matches!(after, Some('(' | '[' | ':'))
                    || (after.is_none() && around.link_after)
            }
            '!' => after.is_none() && around.link_after,
            '<' => after.is_none_or(|c| c.is_ascii() && c != ' '),
            '&' => is_reference(rest),
            '|' => in_cell,
            _ => false,
        };
        if c == '|' && in_cell && before == Some('\\') {
            // Behind a backslash another would be read with it.
            line.push_str("&#124;");
        } else if c == '[' && index == 0 && around.bracket_before {
            // The parser takes even an escaped bracket for the label that belongs to
            // the brackets before it.
            line.push_str("&#91;");
        } else {
            line.extend(special.then_some('\\'));
            line.push(c);
        }
        before = Some(c);
    }
}

/// Whether what follows an ampersand makes it a character reference (CommonMark §2.5).
fn is_reference(rest: &str) -> bool {
    let name = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '#');
    name.is_some_and(|end| end > 0 && rest[end..].starts_with(';'))
}

/// A line of a paragraph with a backslash where its beginning would make another block
/// of it, and with references for white space that would be trimmed at its ends.
pub(super) fn guard_line(line: String) -> String {
    let mut line = guard_spaces(line);
    if let Some(place) = find_block_mark(&line) {
        line.insert(place, '\\');
    }
    line
}

/// A paragraph with a backslash where its beginning would define an address: brackets and a
/// colon (CommonMark §4.7). In text the bracket that closes is escaped already; in code it
/// cannot be.
pub(super) fn guard_paragraph(mut lines: String) -> String {
    if lines.strip_prefix('[').is_some_and(defines_reference) {
        lines.insert(0, '\\');
    }
    lines
}

/// The text of a heading, kept from losing a number sign at its end (CommonMark §4.2).
pub(super) fn guard_heading(line: String) -> String {
    let mut line = guard_spaces(line);
    if line.ends_with('#') {
        line.insert(line.len() - 1, '\\');
    }
    line
}

/// Where the character stands that makes the beginning of a line a block's.
fn find_block_mark(line: &str) -> Option<usize> {
    let first = line.chars().next()?;
    let ends_word = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    // Thematic breaks, underlines of headings, rows under a table's head.
    if matches!(first, '-' | '=' | ':' | '|')
        && line.chars().all(|c| matches!(c, '-' | '=' | ':' | '|' | ' '))
    {
        return Some(0);
    }
    match first {
        '#' => {
            let rest = line.trim_start_matches('#');
            (line.len() - rest.len() <= 6 && ends_word(rest)).then_some(0)
        }
        '>' => Some(0),
        '-' | '+' => ends_word(&line[1..]).then_some(0),
        '~' => line.starts_with("~~~").then_some(0),
        // A note mark and a colon would define the note.
        '[' => {
            let label = line.strip_prefix("[^")?;
            let number = label.strip_prefix(SECOND).unwrap_or(label);
            let rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
            rest.starts_with("]:").then_some(line.len() - rest.len() + 1)
        }
        '0'..='9' => {
            let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = line.len() - rest.len();
            let marks = digits <= 9 && rest.starts_with(['.', ')']);
            (marks && ends_word(&rest[1..])).then_some(digits)
        }
        _ => None,
    }
}

/// Whether the first bracket that closes, and is not escaped, has a colon behind it.
fn defines_reference(label: &str) -> bool {
    let mut escaped = false;
    let closing = label.char_indices().find(|&(_, c)| {
        let closes = c == ']' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    });
    closing.is_some_and(|(at, _)| label[at + 1..].starts_with(':'))
}

/// White space other than the plain space, as a reference where a line begins or ends
/// with it.
pub(super) fn guard_spaces(mut line: String) -> String {
    let reference = |c: char| format!("&#{};", u32::from(c));
    if let Some(last) = line.chars().next_back().filter(|c| c.is_whitespace()) {
        line.truncate(line.len() - last.len_utf8());
        line.push_str(&reference(last));
    }
    if let Some(first) = line.chars().next().filter(|c| c.is_whitespace()) {
        line.replace_range(..first.len_utf8(), &reference(first));
    }
    line
}

/// Whether an address can stand between angle brackets as it is (CommonMark §6.5).
pub(super) fn is_plain_address(target: &str) -> bool {
    let scheme = target.starts_with("http://") || target.starts_with("https://");
    scheme && target.bytes().all(is_plain_byte)
}

/// An address as the target of an inline link (CommonMark §6.3).
pub(super) fn format_destination(target: &str) -> String {
    if target.bytes().all(is_plain_byte) {
        return target.to_owned();
    }
    let mut written = String::from("<");
    for (index, c) in target.char_indices() {
        let rest = &target[index + c.len_utf8()..];
        if matches!(c, '<' | '>' | '\\') || (c == '&' && is_reference(rest)) {
            written.push('\\');
        }
        written.push(c);
    }
    written + ">"
}

/// Whether a byte means nothing in an address but itself.
fn is_plain_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~:/?#@!$'*+,;=%".contains(&byte)
}

/// A string as the value of an attribute between double quotes.
pub(super) fn escape_attribute(value: &str) -> String {
    value
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
