//! The notation of Distributed Proofreaders: separators of pages, words that a page turn
//! divides, fences around verse and quotations, remarks to other proofreaders.

use std::ops::Range;

use super::Notation;
use crate::book::source_traits::SourceForm;
use crate::recover::codes;
use crate::recover::model::{Fence, RemovalKind};
use crate::source::Text;

/// Fewest separators of a text from the proofreaders.
const FEWEST_SEPARATORS: usize = 2;

/// Finds the separators of pages.
pub(super) fn read_separators(text: &Text, notation: &mut Notation) {
    let numbers: Vec<(usize, Option<String>)> = (0..text.lines.len())
        .filter_map(|line| Some((line, page_number(read_separator(text.line(line))?))))
        .collect();
    let form = SourceForm::Proofreading;
    let fewest = if notation.is_stated(form) { 1 } else { FEWEST_SEPARATORS };
    if numbers.len() < fewest || !notation.may_be(form) {
        return;
    }
    notation.form = Some(form);
    for (line, _) in &numbers {
        notation.hide(*line, RemovalKind::Folio);
    }
    let shown = notation.find_shown_lines(text);
    for (line, number) in numbers {
        notation.add_page(shown[line + 1], number);
    }
    for line in 0..text.lines.len() {
        if text.line(line).trim().eq_ignore_ascii_case("[Blank Page]") {
            notation.hide(line, RemovalKind::Markup);
        }
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
    for line in 0..text.lines.len() {
        let words = text.line(line);
        let mut from = 0;
        while let Some(start) = words[from..].find("[**").map(|at| at + from) {
            if let Some(length) = words[start..].find(']') {
                let end = start + length + 1;
                // Of white space on both sides, one goes.
                let spaced = words[..start].ends_with(' ')
                    && words[end..]
                        .chars()
                        .next()
                        .is_none_or(|c| c.is_whitespace() || c.is_ascii_punctuation());
                cut_sign(text, notation, line, start - usize::from(spaced)..end);
                from = end;
                continue;
            }
            let next = text.lines.get(line + 1).map_or("", |_| text.line(line + 1));
            if let Some(length) = next.find(']') {
                cut_sign(text, notation, line, start..words.trim_end().len());
                cut_sign(text, notation, line + 1, 0..length + 1);
            }
            break;
        }
    }
}

/// Cuts the asterisks at the two halves of a word that a page turn divides: `hy-*`, `*phen`.
fn cut_word_stars(text: &Text, notation: &mut Notation) {
    if notation.form != Some(SourceForm::Proofreading) {
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
            cut_sign(text, notation, before, end.len() - 1..end.len());
        }
        let starts_word = head[indent..].strip_prefix('*').is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '\'' | '’'))
        });
        if starts_word {
            cut_sign(text, notation, page, indent..indent + 1);
        }
    }
}

/// Cuts a sign out of a line, unless the line is hidden.
fn cut_sign(text: &Text, notation: &mut Notation, line: usize, bytes: Range<usize>) {
    if !notation.hides(line) {
        notation.cut(text, line, bytes, RemovalKind::Markup);
    }
}
