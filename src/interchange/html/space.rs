//! White space between words, as browsers show it (CSS Text §4.1), and tidy inlines.

use crate::interchange::rich::RichInline;

/// White space that is shown as one space.
const COLLAPSED: [char; 5] = [' ', '\t', '\n', '\r', '\u{C}'];

/// A line with single spaces and none at its ends, without empty inlines, and with the
/// brackets around marks taken away.
pub(super) fn tidy_line(line: Vec<RichInline>) -> Vec<RichInline> {
    let mut line = drop_brackets(line);
    let mut after_space = true;
    collapse(&mut line, &mut after_space);
    trim_end(&mut line);
    merge(line)
}

/// Whether an inline has characters or a picture. No-break spaces alone make room, no text.
pub(super) fn is_visible(inline: &RichInline) -> bool {
    match inline {
        RichInline::Text(text) | RichInline::Code(text) => !text.trim().is_empty(),
        RichInline::Image(_) | RichInline::Note { .. } | RichInline::Math { .. } => true,
        RichInline::LineBreak | RichInline::PageBreak(_) => false,
        _ => inline.content().is_some_and(|content| content.iter().any(is_visible)),
    }
}

/// Single spaces in a text; it begins without one after a space.
pub(super) fn collapse_text(text: &str, after_space: &mut bool) -> String {
    let mut single = String::with_capacity(text.len());
    for c in text.chars() {
        if !COLLAPSED.contains(&c) {
            single.push(c);
            *after_space = false;
        } else if !*after_space {
            single.push(' ');
            *after_space = true;
        }
    }
    single
}

fn collapse(line: &mut [RichInline], after_space: &mut bool) {
    for index in 0..line.len() {
        let is_before_break = matches!(line.get(index + 1), Some(RichInline::LineBreak));
        let Some(inline) = line.get_mut(index) else { return };
        match inline {
            RichInline::Text(text) => {
                *text = collapse_text(text, after_space);
                if is_before_break && text.ends_with(' ') {
                    text.pop();
                }
            }
            RichInline::LineBreak => *after_space = true,
            RichInline::Code(_) | RichInline::Image(_) | RichInline::Math { .. } => {
                *after_space = false;
            }
            other => {
                if let Some(content) = other.content_mut() {
                    collapse(content, after_space);
                }
            }
        }
    }
}

/// Takes the last space away, and line ends with nothing after them.
fn trim_end(line: &mut Vec<RichInline>) {
    // Marks of pages have no width: the space before them is the last of the line.
    let mut end = line.len();
    while let Some(last) = end.checked_sub(1).and_then(|last| line.get_mut(last)) {
        match last {
            RichInline::Text(text) => {
                text.truncate(text.trim_end_matches(COLLAPSED).len());
                if !text.is_empty() {
                    return;
                }
            }
            RichInline::LineBreak => {
                line.remove(end - 1);
            }
            RichInline::PageBreak(_) => {}
            other => match other.content_mut() {
                Some(content) => {
                    trim_end(content);
                    if !content.is_empty() {
                        return;
                    }
                }
                None => return,
            },
        }
        end -= 1;
    }
}

/// Joins neighbouring texts and drops what is empty. A format around notes alone was that of
/// their marks.
fn merge(line: Vec<RichInline>) -> Vec<RichInline> {
    let mut merged: Vec<RichInline> = Vec::with_capacity(line.len());
    for mut inline in line {
        let has_id = matches!(&inline, RichInline::Span { id: Some(_), .. });
        if let Some(content) = inline.content_mut() {
            *content = merge(std::mem::take(content));
            let is_transparent = |one: &RichInline| {
                matches!(one, RichInline::Note { .. } | RichInline::PageBreak(_))
            };
            if !has_id && content.iter().all(is_transparent) {
                merged.append(content);
                continue;
            }
        }
        match (&inline, merged.last_mut()) {
            (RichInline::Text(text), _) if text.is_empty() => {}
            (RichInline::Text(text), Some(RichInline::Text(before))) => {
                before.push_str(text);
            }
            _ => merged.push(inline),
        }
    }
    merged
}

/// Takes the brackets around the place of a mark away: the mark was in them.
fn drop_brackets(mut line: Vec<RichInline>) -> Vec<RichInline> {
    for inline in &mut line {
        if let Some(content) = inline.content_mut() {
            *content = drop_brackets(std::mem::take(content));
        }
    }
    for index in 1..line.len() {
        let Some(([.., before], [mark, after, ..])) = line.split_at_mut_checked(index)
        else {
            continue;
        };
        let (RichInline::Text(before), RichInline::Text(after)) = (before, after) else {
            continue;
        };
        if !holds_only_notes(mark) {
            continue;
        }
        for (open, close) in [('[', ']'), ('(', ')')] {
            if before.ends_with(open) && after.starts_with(close) {
                before.pop();
                after.remove(0);
                break;
            }
        }
    }
    line
}

fn holds_only_notes(inline: &RichInline) -> bool {
    match inline {
        RichInline::Note { .. } => true,
        RichInline::Superscript(content) | RichInline::Span { content, .. } => {
            !content.is_empty() && content.iter().all(holds_only_notes)
        }
        _ => false,
    }
}
