//! The text of a note without its label.

use std::collections::BTreeSet;

use super::labels::{bare, is_arrow_character};
use super::space::{is_visible, tidy_line};
use crate::interchange::plain_text::text_of;
use crate::interchange::rich::{RichBlock, RichInline};

/// Takes the label away with which a note begins, and the brackets that its links back left
/// at its end. `had_link` says whether a link back was taken away from it.
pub(super) fn drop_label(
    mut blocks: Vec<RichBlock>,
    labels: &BTreeSet<String>,
    had_link: bool,
) -> Vec<RichBlock> {
    if let Some(line) = first_line(&mut blocks) {
        drop_first_label(line, labels, had_link);
    }
    if let (true, Some(line)) = (had_link, last_line(&mut blocks)) {
        trim_empty_brackets(line);
    }
    drop_empty(blocks)
}

fn first_line(blocks: &mut [RichBlock]) -> Option<&mut Vec<RichInline>> {
    match blocks.first_mut()? {
        RichBlock::Paragraph { content, .. } => Some(content),
        RichBlock::Quotation(inner) | RichBlock::Division { blocks: inner, .. } => {
            first_line(inner)
        }
        RichBlock::Lines(lines) => lines.first_mut(),
        _ => None,
    }
}

fn last_line(blocks: &mut [RichBlock]) -> Option<&mut Vec<RichInline>> {
    match blocks.last_mut()? {
        RichBlock::Paragraph { content, .. } => Some(content),
        RichBlock::Quotation(inner) | RichBlock::Division { blocks: inner, .. } => {
            last_line(inner)
        }
        _ => None,
    }
}

fn drop_empty(blocks: Vec<RichBlock>) -> Vec<RichBlock> {
    let is_empty = |block: &RichBlock| matches!(block, RichBlock::Paragraph { content, .. } if !content.iter().any(is_visible));
    blocks.into_iter().filter(|block| !is_empty(block)).collect()
}

fn drop_first_label(
    line: &mut Vec<RichInline>,
    labels: &BTreeSet<String>,
    mut is_labelled: bool,
) {
    // A label in an element of its own: `<sup>1</sup>`.
    let first = line.iter().position(is_visible);
    if let Some(inline) = first.and_then(|first| line.get_mut(first))
        && inline.content_mut().is_some()
    {
        let text = text_of(std::slice::from_ref(inline));
        if !text.is_empty() && labels.contains(bare(&text)) {
            line.drain(..=first.unwrap_or_default());
            is_labelled = true;
        }
    }
    if let Some(text) = first_text(line) {
        let left = if is_labelled {
            after_label(text)
        } else {
            labels
                .iter()
                .find_map(|label| strip_written_label(text, label))
                .unwrap_or(text.as_str())
        };
        *text = left.to_owned();
    }
    *line = tidy_line(std::mem::take(line));
}

fn first_text(line: &mut [RichInline]) -> Option<&mut String> {
    for inline in line {
        match inline {
            RichInline::Text(text) if text.is_empty() => {}
            RichInline::Text(text) => return Some(text),
            RichInline::PageBreak(_) => {}
            other => return first_text(other.content_mut()?),
        }
    }
    None
}

/// What comes after the place of a label: without arrows, the brackets that were around it,
/// and the sign that ended it.
fn after_label(text: &str) -> &str {
    let mut left = text.trim_start();
    loop {
        let shorter = left.trim_start_matches(|c| is_arrow_character(c) && c != '«');
        let shorter = ["[]", "()"].iter().fold(shorter.trim_start(), |left, pair| {
            left.strip_prefix(pair).unwrap_or(left).trim_start()
        });
        if shorter.len() == left.len() {
            break;
        }
        left = shorter;
    }
    let ended = left.strip_prefix([']', ')']).unwrap_or(left);
    let ended = ended.strip_prefix(['.', ':', ',']).filter(|after| {
        // Three points are an ellipsis.
        !after.trim_start().starts_with('.')
    });
    ended.unwrap_or(left.strip_prefix([']', ')']).unwrap_or(left)).trim_start()
}

/// What comes after a label that is written as text: `1. `, `[1] `, `* `.
fn strip_written_label<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let trimmed = text.trim_start();
    let opened = trimmed.strip_prefix(['[', '(']);
    let after = opened.unwrap_or(trimmed).strip_prefix(label)?;
    if label.is_empty() {
        return None;
    }
    let closed = after.strip_prefix([']', ')', '.', ':']);
    if let Some(closed) = closed {
        // `1.5` is no label with a text after it.
        let is_end =
            closed.is_empty() || closed.starts_with(|c: char| !c.is_ascii_digit());
        return is_end.then(|| closed.trim_start_matches(['.', ' ', '\u{A0}']));
    }
    let is_sign = !label.chars().any(char::is_alphanumeric);
    let rest = after.trim_start();
    let starts_sentence =
        rest.starts_with(|c: char| c.is_uppercase() || "¿¡«“\"‘„".contains(c));
    (opened.is_none()
        && (is_sign || (rest.len() < after.len() && starts_sentence))
        && !label.chars().all(char::is_alphabetic))
    .then_some(rest)
}

fn trim_empty_brackets(line: &mut Vec<RichInline>) {
    if let Some(RichInline::Text(text)) = line.last_mut() {
        let trimmed = text.trim_end();
        let trimmed = ["[]", "()"]
            .iter()
            .find_map(|pair| trimmed.strip_suffix(pair))
            .unwrap_or(trimmed);
        *text = trimmed.trim_end().to_owned();
    }
    *line = tidy_line(std::mem::take(line));
}

#[cfg(test)]
mod tests {
    use super::{after_label, strip_written_label};

    #[test]
    fn written_labels_are_distinguished_from_text() {
        let strip = |text| strip_written_label(text, "1");
        assert_eq!(strip("1. A word"), Some("A word"));
        assert_eq!(strip("[1] A word"), Some("A word"));
        assert_eq!(strip("1 A word"), Some("A word"));
        assert_eq!(strip("1 de enero"), None);
        assert_eq!(strip("12 monkeys"), None);
        assert_eq!(strip("1.5 litres"), None);
        assert_eq!(after_label("[] . . ."), ". . .");
        assert_eq!(after_label("↑ [] (Sic.)"), "(Sic.)");
        assert_eq!(after_label(". A word"), "A word");
    }
}
