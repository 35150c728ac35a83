//! Headings in the signs of Markdown: `# Title`, a title over a rule, a title in bold.

use std::ops::Range;

use super::Notation;
use crate::book::source_traits::SourceForm;
use crate::recover::model::{Fence, RemovalKind, ZonedHeading};
use crate::source::Text;

/// The deepest heading of Markdown.
const DEEPEST: usize = 6;

/// The longest title in bold, in bytes; a longer line is a paragraph.
const LONGEST_TITLE: usize = 120;

/// Fewest equals signs or hyphens of a rule under a title.
const SHORTEST_RULE: usize = 3;

/// Finds the headings. A title in bold counts only in a text that has other signs.
pub(super) fn read_headings(text: &Text, notation: &mut Notation) {
    let may_have = notation.may_be(SourceForm::Converted)
        && !matches!(
            notation.form,
            Some(SourceForm::Proofreading | SourceForm::PageCodes)
        );
    if !may_have {
        return;
    }
    let mut headings: Vec<MarkedHeading> = (0..text.lines.len())
        .filter(|&line| !notation.hides(line))
        .filter_map(|line| read_heading(text, line))
        .collect();
    let is_sure =
        headings.iter().any(|heading| !heading.bold) || has_markdown_notes(text);
    if !is_sure && !has_inline_signs(text) {
        headings.clear();
    }
    if headings.is_empty() {
        return;
    }
    if notation.form.is_none() || notation.framed.title.is_none() {
        notation.form = Some(SourceForm::Converted);
    }
    for heading in headings {
        for bytes in heading.signs.into_iter().filter(|bytes| !bytes.is_empty()) {
            notation.cut(text, heading.line, bytes, RemovalKind::Markup);
        }
        if let Some(rule) = heading.rule {
            notation.hide(rule, RemovalKind::Markup);
        }
        notation.headings.push(ZonedHeading {
            lines: vec![heading.line],
            level: Some(heading.level),
            is_byline: false,
        });
    }
}

/// Finds quotations: lines that begin with `>`.
pub(super) fn read_quotations(text: &Text, notation: &mut Notation) {
    if notation.form != Some(SourceForm::Converted) {
        return;
    }
    for line in 0..text.lines.len() {
        let words = text.line(line);
        let indent = words.len() - words.trim_start().len();
        let Some(rest) = words[indent..].strip_prefix('>') else { continue };
        let to = words.len() - rest.trim_start().len();
        if to == words.trim_end().len() {
            notation.hide(line, RemovalKind::Markup);
            continue;
        }
        notation.cut(text, line, indent..to, RemovalKind::Markup);
        notation.fences.push((line..line + 1, Fence::Quotation));
    }
}

/// A heading, and the signs that mark it.
struct MarkedHeading {
    line: usize,
    level: u8,
    bold: bool,
    /// The bytes of the signs before and after its words.
    signs: [Range<usize>; 2],
    /// The line of the rule under it.
    rule: Option<usize>,
}

fn read_heading(text: &Text, line: usize) -> Option<MarkedHeading> {
    let raw = text.line(line);
    let words = raw.trim_end();
    let hashes = words.bytes().take_while(|&byte| byte == b'#').count();
    if (1..=DEEPEST).contains(&hashes) && words[hashes..].starts_with(' ') {
        let level = u8::try_from(hashes).unwrap_or(u8::MAX);
        let head = words.len() - words[hashes..].trim_start().len();
        let body = words[head..].trim_end_matches('#');
        // A row of signs may close the heading, too (CommonMark §4.2).
        let end = if body.ends_with(' ') && head + body.len() < words.len() {
            head + body.trim_end().len()
        } else {
            words.len()
        };
        let signs = [0..head, end..words.len()];
        return Some(MarkedHeading { line, level, bold: false, signs, rule: None });
    }
    if let Some(title) = words.strip_prefix("**").and_then(|rest| rest.strip_suffix("**"))
        && !title.is_empty()
        && title.len() <= LONGEST_TITLE
        && !title.contains("**")
        && is_alone(text, line)
    {
        let signs = [0..2, words.len() - 2..words.len()];
        return Some(MarkedHeading { line, level: 1, bold: true, signs, rule: None });
    }
    let rule = line + 1;
    let below = text.lines.get(rule).map_or("", |_| text.line(rule).trim_end());
    let level = match below.as_bytes().first() {
        Some(b'=') if below.bytes().all(|byte| byte == b'=') => 1,
        Some(b'-') if below.bytes().all(|byte| byte == b'-') => 2,
        _ => return None,
    };
    let above = line == 0 || text.line(line - 1).trim().is_empty();
    // Rules of hyphens also part scenes and tables: they must be as long as the title.
    let fits = below.chars().count().abs_diff(words.chars().count()) <= 3;
    (above && !words.is_empty() && below.len() >= SHORTEST_RULE && fits).then_some(
        MarkedHeading { line, level, bold: false, signs: [0..0, 0..0], rule: Some(rule) },
    )
}

/// Whether a line has blank lines on both sides.
fn is_alone(text: &Text, line: usize) -> bool {
    let blank = |line: Option<usize>| {
        line.is_none_or(|line| {
            text.lines.get(line).is_none_or(|_| text.line(line).trim().is_empty())
        })
    };
    blank(line.checked_sub(1)) && blank(Some(line + 1))
}

/// Whether a text has notes in the signs of Markdown.
fn has_markdown_notes(text: &Text) -> bool {
    (0..text.lines.len()).any(|line| {
        let words = text.line(line);
        words.starts_with("[^") && words.contains("]:")
    })
}

/// Whether a text has other signs that only converters leave.
pub(super) fn has_inline_signs(text: &Text) -> bool {
    ["<sup>", "&nbsp;", "&ldquo;", "&rsquo;", "&laquo;", "↩"]
        .iter()
        .any(|sign| text.text.contains(sign))
}
