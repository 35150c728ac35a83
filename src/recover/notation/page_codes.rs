//! Codes that begin a page, of a shape that the text itself shows: they are all alike, and
//! count up.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::Notation;
use crate::book::source_traits::SourceForm;
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::model::RemovalKind;
use crate::source::Text;
use crate::text::increasing::find_longest_increasing;
use crate::text::page_words::begins_with_page_word;

/// Fewest codes of a shape.
const FEWEST: usize = 5;

/// Fewest codes of a shape that names pages, in a number filled up with zeros
/// (`PageV01P004`); or of a text that is stated to have codes.
const FEWEST_SURE: usize = 3;

/// Least share of codes that are one more than the one before, in per cent.
const IN_ORDER: usize = 90;

/// Series that name no page may number anything: references, headings, goods of a
/// catalogue. Pages have a length: bytes of the shortest and longest median page.
const MEDIAN: RangeInclusive<usize> = 500..=8_000;
/// Least share of pages that are as long as the median, give or take a half, in per cent.
/// Distances of references are spread far wider.
const REGULAR: usize = 80;

/// At least one code in three is inside a sentence, because most pages end inside one.
const INSIDE: usize = 3;

/// Most lines between a code and the text above it.
const LINES_ABOVE: usize = 4;

/// The shortest word that is a code, in bytes: `P00012`.
const SHORTEST_WORD: usize = 6;

/// The longest code, in bytes.
const LONGEST_CODE: usize = 40;

/// A code in the text.
#[derive(Debug, Clone, Copy)]
struct PageCode {
    line: usize,
    /// Its bytes within the line.
    from: usize,
    to: usize,
    number: u32,
    /// Zeros fill up the number.
    is_filled: bool,
}

/// Finds the codes of pages.
pub(super) fn read_page_codes(text: &Text, notation: &mut Notation) {
    // Form feeds show the pages.
    let fed = text.lines.windows(2).any(|pair| pair[0].page != pair[1].page);
    let is_stated = notation.is_stated(SourceForm::PageCodes);
    let may_be = notation.may_be(SourceForm::PageCodes)
        && notation.form != Some(SourceForm::Proofreading);
    if !may_be || fed && !is_stated {
        return;
    }
    let mut shapes: BTreeMap<String, Vec<PageCode>> = BTreeMap::new();
    for line in (0..text.lines.len()).filter(|&line| !notation.hides(line)) {
        for (from, to) in find_code_words(text.line(line)) {
            let word = &text.line(line)[from..to];
            if let Some((shape, number, is_filled)) = read_shape(word) {
                let code = PageCode { line, from, to, number, is_filled };
                shapes.entry(shape).or_default().push(code);
            }
        }
    }
    let has_notes = !notation.notes.is_empty();
    let counted = shapes.into_iter().filter(|(shape, codes)| {
        counts_up(codes, shape, is_stated)
            && (is_stated || marks_pages(text, shape, codes, has_notes))
    });
    let Some((_, codes)) = counted.max_by_key(|(_, codes)| codes.len()) else { return };
    let codes = keep_ascending(&codes);
    report_codes(text, &codes, notation);
    notation.form.get_or_insert(SourceForm::PageCodes);
    let mut alone = 0;
    for code in &codes {
        let words = text.line(code.line);
        if words.trim() == &words[code.from..code.to] {
            notation.hide(code.line, RemovalKind::Folio);
            alone += 1;
        }
    }
    notation.has_code_lines = alone * 2 > codes.len();
    let shown = notation.find_shown_lines(text);
    for code in codes {
        let number = Some(code.number.to_string());
        if notation.hides(code.line) {
            notation.add_page(shown[code.line + 1], number);
            continue;
        }
        let words = text.line(code.line);
        let leads = words[..code.from].trim().is_empty();
        // White space on one side goes with the code.
        let to = code.to + usize::from(words[code.to..].starts_with(' '));
        notation.cut(text, code.line, code.from..to, RemovalKind::Folio);
        notation.add_page(shown[code.line + usize::from(!leads)], number);
    }
}

/// Finds the words of a line that may be codes: the whole line, what brackets hold, and
/// words with letters and figures.
fn find_code_words(line: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let trimmed = line.trim();
    let indent = line.len() - line.trim_start().len();
    if trimmed.is_empty() {
        return found;
    }
    let has_figure = |text: &str| text.bytes().any(|byte| byte.is_ascii_digit());
    // Dashes alone are beside folios, which may be at the foot of their page.
    let is_dashed = trimmed.starts_with(['-', '~'])
        && !trimmed.bytes().any(|byte| byte.is_ascii_alphabetic());
    let is_ruled = !is_dashed && trimmed.starts_with(['=', '-', '#', '~', '<']);
    if trimmed.len() <= LONGEST_CODE && has_figure(trimmed) && is_ruled {
        found.push((indent, indent + trimmed.len()));
        return found;
    }
    let mut at = 0;
    let is_folio = |from: usize, to: usize| {
        let code = &line[from..to];
        code == trimmed && !code.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    let opening = ['[', '{', '<'];
    while let Some(open) = line[at..].find(opening).map(|open| open + at) {
        let close = match line.as_bytes()[open] {
            b'[' => b']',
            b'{' => b'}',
            _ => b'>',
        };
        at = open + 1;
        let mut bytes = line.as_bytes()[open..].iter().take(LONGEST_CODE);
        let Some(length) = bytes.position(|byte| *byte == close) else { continue };
        let end = open + length + 1;
        if has_figure(&line[open..end]) && !is_folio(open, end) {
            found.push((open, end));
            at = end;
        }
    }
    let mut from = 0;
    for word in line.split(' ') {
        let end = from + word.len();
        let is_plain = word.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_code = word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.ends_with(|c: char| c.is_ascii_digit())
            && word.len() >= SHORTEST_WORD;
        if is_plain && is_code {
            found.push((from, end));
        }
        from = end + 1;
    }
    found
}

/// The shape of a code, with a sign for its last number; the number, and whether zeros fill
/// it up.
fn read_shape(word: &str) -> Option<(String, u32, bool)> {
    let end = word.rfind(|c: char| c.is_ascii_digit())? + 1;
    let start = word[..end]
        .rfind(|c: char| !c.is_ascii_digit())
        .map_or(0, |at| at + word[at..].chars().next().map_or(1, char::len_utf8));
    let number = word[start..end].parse().ok()?;
    let shape = format!("{}\u{0}{}", &word[..start], &word[end..]);
    Some((shape, number, word[start..end].starts_with('0')))
}

/// The codes whose numbers ascend, as many as possible: others of their shape are
/// references to pages.
fn keep_ascending(codes: &[PageCode]) -> Vec<PageCode> {
    let numbers: Vec<u32> = codes.iter().map(|code| code.number).collect();
    find_longest_increasing(&numbers).into_iter().map(|at| codes[at]).collect()
}

/// Whether there are enough codes of a shape, in order and in different lines.
fn counts_up(codes: &[PageCode], shape: &str, is_stated: bool) -> bool {
    let is_sure = is_stated || names_page(shape) && codes[0].is_filled;
    let fewest = if is_sure { FEWEST_SURE } else { FEWEST };
    let follows = |pair: &&[PageCode]| {
        pair[0].line < pair[1].line
            && pair[0].number.checked_add(1) == Some(pair[1].number)
    };
    let steps = codes.windows(2).filter(follows).count();
    codes.len() >= fewest && steps * 100 >= (codes.len() - 1) * IN_ORDER
}

/// Whether a word of a shape is, or begins with, one for a page.
fn names_page(shape: &str) -> bool {
    let mut words = shape.split(|c: char| !c.is_alphabetic());
    words.any(|word| !word.is_empty() && begins_with_page_word(word))
}

/// Whether codes that count up are those of pages: they say so, or are as far apart as
/// pages are.
fn marks_pages(text: &Text, shape: &str, codes: &[PageCode], has_notes: bool) -> bool {
    let has_letters = shape.contains(char::is_alphabetic);
    if names_page(shape) || !has_letters && shape.starts_with(['=', '-', '~']) {
        return true;
    }
    // Headings, figures and plates are numbered, too, but without zeros before. Sections
    // are as long as pages in some texts, but begin with a sentence.
    let inside = codes.iter().filter(|code| is_inside_sentence(text, code)).count();
    if has_notes && !has_letters
        || has_letters && !codes[0].is_filled
        || inside * INSIDE < codes.len()
    {
        return false;
    }
    let place = |code: &PageCode| text.lines[code.line].span.start as usize + code.from;
    let mut lengths: Vec<usize> =
        codes.windows(2).map(|pair| place(&pair[1]) - place(&pair[0])).collect();
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    let is_usual = |&&length: &&usize| length * 2 >= median && length * 2 <= median * 3;
    let usual = lengths.iter().filter(is_usual).count();
    MEDIAN.contains(&median) && usual * 100 >= lengths.len() * REGULAR
}

/// Whether the text breaks off in mid-sentence before a code.
fn is_inside_sentence(text: &Text, code: &PageCode) -> bool {
    let before = &text.line(code.line)[..code.from];
    let above = (0..code.line).rev().take(LINES_ABOVE).map(|line| text.line(line));
    let last =
        std::iter::once(before).chain(above).find(|words| !words.trim().is_empty());
    let ended =
        |c: char| matches!(c, '.' | '!' | '?' | '…' | ':' | '"' | '»' | '”' | '’');
    last.is_some_and(|words| !words.trim_end().ends_with(ended))
}

/// Says that the codes are left out, and what the first one is.
fn report_codes(text: &Text, found: &[PageCode], notation: &mut Notation) {
    let first = &found[0];
    let code = &text.line(first.line)[first.from..first.to];
    let message = format!("removed page codes: {} (first: “{code}”)", found.len());
    let at = text.lines[first.line].span.part(first.from..first.to);
    let diagnostic = Diagnostic::new(codes::FOLIOS, Severity::Note, message).at(at);
    notation.diagnostics.push(diagnostic);
}
