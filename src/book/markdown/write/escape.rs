//! Escaping: which characters need a backslash, and where.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::book::assemble::fold_title;
use crate::book::markdown::SECOND;
use crate::book::markdown::attributes::{measure_shortcode, parse_attributes};
use crate::book::markdown::item_labels::parse_labels;

/// The context of a text.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'a> {
    /// The headings of the document.
    pub(super) headings: &'a HeadingWords,
    /// It is inside the text of a link.
    pub(super) linked: bool,
    /// A note mark comes directly before it.
    pub(super) bracket_before: bool,
    /// A link follows directly.
    pub(super) link_after: bool,
}

/// The words of the headings of a document: in brackets, they refer to the heading.
#[derive(Debug, Clone, Default)]
pub(super) struct HeadingWords(BTreeSet<String>);

impl HeadingWords {
    /// Adds a heading.
    pub(super) fn add(&mut self, words: &str) {
        self.0.insert(fold_title(words));
    }

    /// Whether what is behind a bracket may be the words of a heading: up to the bracket that
    /// closes it, or, if other inlines are between, as far as the text goes.
    fn may_be_named_by(&self, rest: &str) -> bool {
        let (words, is_closed) =
            rest.split_once(']').map_or((rest, false), |(words, _)| (words, true));
        let words = fold_title(words);
        if is_closed {
            return self.0.contains(&words);
        }
        let mut from = self.0.range(words.clone()..);
        from.next().is_some_and(|heading| heading.starts_with(&words))
    }
}

/// Appends text, with backslashes before characters that have a meaning inside a line.
///
/// Characters with a meaning only at the beginning of a line are left to [`guard_line`]. In
/// a table cell a pipe has a meaning everywhere.
pub(super) fn push_escaped(
    words: &str,
    around: Surroundings<'_>,
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
            // Emphasis; letters that are lowered or struck out.
            '*' | '~' => !lone,
            '_' => {
                let is_inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                !(lone || (is_inside(before) && is_inside(after)))
            }
            // After a note mark it would make a link.
            '(' => index == 0 && around.bracket_before,
            '[' => {
                around.linked
                    || matches!(after, Some('^' | '['))
                    || (after.is_none() && around.link_after)
                    || around.headings.may_be_named_by(rest)
            }
            // Raised letters; before a bracket it would make a note.
            '^' => !lone || around.linked,
            ']' => {
                around.linked
                    || matches!(after, Some('(' | '[' | ':'))
                    || (after.is_none() && around.link_after)
            }
            '!' => after.is_none() && around.link_after,
            '<' => after.is_none_or(|c| c.is_ascii() && c != ' '),
            '&' => is_reference(rest),
            '{' => {
                matches!(after, Some('{' | '%' | ':' | '='))
                    || parse_attributes(&words[index..]).is_some()
            }
            // Highlights, insertions, citation keys and emoji shortcodes of other dialects,
            // which the reader reports.
            '=' | '+' => after == Some(c) && before != Some(c),
            '@' => {
                after.is_some_and(char::is_alphanumeric)
                    && !before.is_some_and(char::is_alphanumeric)
            }
            ':' => before != Some(':') && measure_shortcode(&words[index..]).is_some(),
            '|' => in_cell,
            // It would begin a formula.
            '$' => after.is_none_or(|c| !c.is_whitespace()),
            _ => false,
        };
        if c == '|' && in_cell && before == Some('\\') {
            // After a backslash, another backslash would pair with it.
            line.push_str("&#124;");
        } else if c == '[' && index == 0 && around.bracket_before {
            // The parser takes even an escaped bracket as the label of the brackets before
            // it.
            line.push_str("&#91;");
        } else {
            line.extend(special.then_some('\\'));
            line.push(c);
        }
        before = Some(c);
    }
}

/// Whether an ampersand followed by this is a character reference (CommonMark §2.5).
fn is_reference(rest: &str) -> bool {
    let name = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '#');
    name.is_some_and(|end| end > 0 && rest[end..].starts_with(';'))
}

/// Puts a backslash into a line of a paragraph if its beginning would start another block,
/// and writes white space at its ends, which would be trimmed, as references.
pub(super) fn guard_line(line: String) -> String {
    let mut line = guard_spaces(line);
    if let Some((bytes, guard)) = find_guard(&line) {
        line.replace_range(bytes, guard);
    }
    line
}

/// What takes its meaning from the mark of a block or the label that a line begins with, and
/// the bytes that it replaces, which may be none.
pub(in crate::book::markdown) fn find_guard(
    line: &str,
) -> Option<(Range<usize>, &'static str)> {
    if let Some(mark) = find_block_mark(line) {
        return Some((mark..mark, "\\"));
    }
    // Those that need a neighbour have none: a line that ends with a hard break is none.
    let sign = parse_labels(line).iter().find(|label| !label.needs_neighbour)?.sign;
    // No backslash takes the meaning from an ordinal sign.
    Some(match line[sign..].chars().next() {
        Some('º') => (sign..sign + 2, "&ordm;"),
        Some('ª') => (sign..sign + 2, "&ordf;"),
        _ => (sign..sign, "\\"),
    })
}

/// Puts a backslash before a paragraph whose beginning would be a link reference
/// definition: brackets and a colon (CommonMark §4.7). In text the closing bracket is
/// escaped already; in code it cannot be.
pub(super) fn guard_paragraph(mut lines: String) -> String {
    if lines.strip_prefix('[').is_some_and(defines_reference) {
        lines.insert(0, '\\');
    }
    lines
}

/// Protects a number sign at the end of a heading (CommonMark §4.2).
pub(super) fn guard_heading(line: String) -> String {
    let mut line = guard_spaces(line);
    if line.ends_with('#') {
        line.insert(line.len() - 1, '\\');
    }
    line
}

/// The byte at which a line has the mark of another block, if it begins with one.
fn find_block_mark(line: &str) -> Option<usize> {
    let first = line.chars().next()?;
    let ends_word = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    // Thematic breaks, setext underlines, delimiter rows of tables.
    if matches!(first, '-' | '=' | ':' | '|')
        && line.chars().all(|c| matches!(c, '-' | '=' | ':' | '|' | ' '))
    {
        return Some(0);
    }
    match first {
        '#' => {
            let rest = line.trim_start_matches('#');
            let is_heading = line.len() - rest.len() <= 6 && ends_word(rest);
            // An item that is counted by itself.
            let is_item = line.starts_with("#. ") || line.starts_with("#) ");
            (is_heading || is_item).then_some(0)
        }
        '>' => Some(0),
        // An item, a line of verse, the title of the text.
        '-' | '|' | '%' => ends_word(&line[1..]).then_some(0),
        // An item, or the border of a table.
        '+' => (ends_word(&line[1..]) || line[1..].starts_with(['-', '='])).then_some(0),
        // The number of an example.
        '(' => line[1..].starts_with('@').then_some(0),
        // A caption.
        'T' | 't' => line[1..].starts_with("able:").then_some("Table".len()),
        // A fence, or a description.
        '~' => (line.starts_with("~~~") || line.starts_with("~ ")).then_some(0),
        // A fence, or a description.
        ':' => {
            (line.starts_with(":::") || line[1..].starts_with([' ', '\t'])).then_some(0)
        }
        // A note mark and a colon would be a footnote definition.
        '[' => {
            // An item of a task list, or the kind of a quotation.
            let is_task = ["[ ]", "[x]", "[X]"]
                .iter()
                .any(|task| line.strip_prefix(task).is_some_and(ends_word));
            let kinds = ["[!note]", "[!tip]", "[!important]", "[!warning]", "[!caution]"];
            let is_kind = kinds.iter().any(|kind| kind.eq_ignore_ascii_case(line));
            if is_task || is_kind || line.starts_with("[TOC]") {
                return Some(0);
            }
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

/// Whether the first unescaped closing bracket is followed by a colon.
fn defines_reference(label: &str) -> bool {
    let mut escaped = false;
    let closing = label.char_indices().find(|&(_, c)| {
        let closes = c == ']' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    });
    closing.is_some_and(|(at, _)| label[at + 1..].starts_with(':'))
}

/// Writes white space other than U+0020 at the ends of a line as references.
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

/// Whether an address can be written as an autolink (CommonMark §6.5).
pub(super) fn is_plain_address(target: &str) -> bool {
    let scheme = target.starts_with("http://") || target.starts_with("https://");
    scheme && target.bytes().all(is_plain_byte)
}

/// Formats an address as the destination of an inline link (CommonMark §6.3).
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

/// Whether a byte has no special meaning in a destination.
fn is_plain_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~:/?#@!$'*+,;=%".contains(&byte)
}

/// Escapes a string for an attribute between double quotes.
pub(in crate::book::markdown) fn escape_attribute(value: &str) -> String {
    value
        .replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
