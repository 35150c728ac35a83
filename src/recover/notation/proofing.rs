//! The notation of Distributed Proofreaders: separators of pages, words that a page turn
//! divides, fences around verse and quotations, remarks to other proofreaders.

use super::lines::as_u32;
use super::{Notation, SourceForm};
use crate::recover::codes;
use crate::recover::model::{Fence, Removal, RemovalKind};
use crate::source::Text;
use crate::text::span::Span;

/// Fewest separators of a text from the proofreaders.
const FEWEST_SEPARATORS: usize = 2;

/// Finds the separators of pages.
pub(super) fn read_separators(text: &Text, notation: &mut Notation) {
    let numbers: Vec<(usize, Option<String>)> = (0..text.lines.len())
        .filter_map(|line| Some((line, page_number(read_separator(text.line(line))?))))
        .collect();
    if numbers.len() < FEWEST_SEPARATORS {
        return;
    }
    notation.form = SourceForm::ProofreadPages;
    notation.has_code_lines = true;
    for (line, number) in numbers {
        notation.hide(line, RemovalKind::Folio);
        add_page(text, notation, line + 1, number);
    }
    for line in 0..text.lines.len() {
        if text.line(line).trim().eq_ignore_ascii_case("[Blank Page]") {
            notation.hide(line, RemovalKind::Markup);
        }
    }
}

/// Lets a page begin with the first line with words from one on that is not hidden.
pub(super) fn add_page(
    text: &Text,
    notation: &mut Notation,
    from: usize,
    number: Option<String>,
) {
    let first = (from..text.lines.len())
        .find(|&line| !text.line(line).trim().is_empty() && !notation.hides(line));
    let Some(first) = first else { return };
    match notation.pages.last_mut() {
        // A page without text.
        Some((line, last)) if *line == first => *last = number,
        _ => notation.pages.push((first, number)),
    }
}

/// Reads `-----File: 012.png---…`: the name of the image without its ending.
fn read_separator(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("--")?.trim_start_matches('-');
    let rest = rest.trim_start();
    let name = rest.strip_prefix("File:").or_else(|| rest.strip_prefix("file:"))?;
    name.trim_start().split('.').next()
}

/// The number of a page, if the name of its image is one.
fn page_number(image: &str) -> Option<String> {
    let number = image.trim_start_matches('0');
    let is_number =
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| number.to_owned())
}

/// Finds the other signs of the proofreaders. They are sought in every text with notation,
/// since transcriptions keep some.
pub(super) fn read_signs(text: &Text, notation: &mut Notation) {
    read_fences(text, notation);
    cut_remarks(text, notation);
    cut_word_stars(text, notation);
}

/// Finds the fences around verse (`/*`, `*/`) and quotations (`/#`, `#/`).
fn read_fences(text: &Text, notation: &mut Notation) {
    let mut open: Option<(usize, Fence)> = None;
    for line in 0..text.lines.len() {
        let words = text.line(line).trim();
        let opened = match words.get(..2) {
            Some("/*" | "/p" | "/P") if words.len() < 12 => Some(Fence::Verse),
            Some("/#" | "/q" | "/Q") if words.len() < 12 => Some(Fence::Quotation),
            _ => None,
        };
        let is_closing = matches!(words, "*/" | "#/" | "p/" | "P/" | "q/" | "Q/");
        match (open, opened) {
            (None, Some(fence)) => open = Some((line, fence)),
            (Some((from, fence)), None) if is_closing => {
                notation.hide(from, RemovalKind::Markup);
                notation.hide(line, RemovalKind::Markup);
                notation.fences.push((from + 1..line, fence));
                open = None;
            }
            _ => {}
        }
        if words == "<tb>" {
            notation.fences.push((line..line + 1, Fence::Ornament));
        }
    }
    if let Some((line, _)) = open {
        let message = "the fence that opens here is not closed; it remains in the text";
        notation.warn(codes::OPEN_NOTATION, message.to_owned(), text.lines[line].span);
    }
}

/// Cuts remarks out: `[**typo?]`, on one line or over two.
fn cut_remarks(text: &Text, notation: &mut Notation) {
    let mut line = 0;
    while line < text.lines.len() {
        let mut from = 0;
        while let Some(at) = text.line(line)[from..].find("[**").map(|at| at + from) {
            let rest = &text.line(line)[at..];
            if let Some(end) = rest.find(']') {
                let start = at
                    - usize::from(
                        at > 0
                            && text.line(line)[..at].ends_with(' ')
                            && !rest[end + 1..].starts_with(|c: char| {
                                !c.is_whitespace() && !c.is_ascii_punctuation()
                            }),
                    );
                cut(text, notation, line, start, at + end + 1);
                from = at + end + 1;
                continue;
            }
            let closed = (line + 1 < text.lines.len())
                .then(|| text.line(line + 1).find(']'))
                .flatten();
            let Some(end) = closed else { break };
            cut(text, notation, line, at, text.line(line).trim_end().len());
            cut(text, notation, line + 1, 0, end + 1);
            break;
        }
        line += 1;
    }
}

/// Cuts the asterisks at the two halves of a word that a page turn divides: `hy-*`, `*phen`.
fn cut_word_stars(text: &Text, notation: &mut Notation) {
    if notation.form != SourceForm::ProofreadPages {
        return;
    }
    for at in 0..notation.pages.len() {
        let page = notation.pages[at].0;
        let is_text =
            |line: &usize| !text.line(*line).trim().is_empty() && !notation.hides(*line);
        let Some(before) = (0..page).rev().find(is_text) else { continue };
        let (end, head) = (text.line(before).trim_end(), text.line(page));
        let indent = head.len() - head.trim_start().len();
        if end.ends_with("-*") {
            let end = end.len();
            cut(text, notation, before, end - 1, end);
        }
        let starts_word = head[indent..].strip_prefix('*').is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '\'' | '’'))
        });
        if starts_word {
            cut(text, notation, page, indent, indent + 1);
        }
    }
}

/// Cuts a part of a line, given by byte offsets.
pub(super) fn cut(
    text: &Text,
    notation: &mut Notation,
    line: usize,
    from: usize,
    to: usize,
) {
    let whole = text.lines[line].span;
    let span = Span {
        start: whole.start + as_u32(from),
        end: whole.start + as_u32(to),
        ..whole
    };
    if span.start < span.end && !notation.hides(line) {
        notation.cuts.push(Removal { span, kind: RemovalKind::Markup });
    }
}
