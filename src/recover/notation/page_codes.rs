//! Codes that begin a page, of a shape that the text itself shows: they are all alike, and
//! count up.

use std::collections::BTreeMap;

use super::Notation;
use super::proofing::add_page;
use crate::book::source_traits::SourceForm;
use crate::recover::model::RemovalKind;
use crate::source::Text;

/// Fewest codes of a shape.
const FEWEST: usize = 5;

/// Fewest codes of a shape that is hardly anything else: letters, and a number filled up
/// with zeros (`PageV01P004`); or of a text that is stated to have codes.
const FEWEST_SURE: usize = 3;

/// Least share of codes that are one more than the one before, in per cent.
const IN_ORDER: usize = 90;

/// Numbers in plain brackets may also be the references of notes. Pages have a length:
/// bytes of the shortest median page.
const SHORTEST_MEDIAN: usize = 500;
/// Least share of pages that are as long as the median, give or take a half, in per cent.
/// Distances of references are spread far wider.
const REGULAR: usize = 80;

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
    let counted = shapes
        .into_iter()
        .filter(|(shape, codes)| counts_pages(text, shape, codes, has_notes, is_stated));
    let Some((_, codes)) = counted.max_by_key(|(_, codes)| codes.len()) else { return };
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
    for code in codes {
        let number = Some(code.number.to_string());
        if notation.hides(code.line) {
            add_page(text, notation, code.line + 1, number);
            continue;
        }
        let words = text.line(code.line);
        let leads = words[..code.from].trim().is_empty();
        // White space on one side goes with the code.
        let to = code.to + usize::from(words[code.to..].starts_with(' '));
        notation.cut(text, code.line, code.from..to, RemovalKind::Folio);
        add_page(text, notation, code.line + usize::from(!leads), number);
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
    while let Some(open) = line[at..].find(['[', '{', '<']).map(|open| open + at) {
        let close = match line.as_bytes()[open] {
            b'[' => ']',
            b'{' => '}',
            _ => '>',
        };
        at = open + 1;
        let Some(length) = line[open..].find(close) else { continue };
        let end = open + length + 1;
        let is_code = has_figure(&line[open..end]) && !is_folio(open, end);
        if end - open <= LONGEST_CODE && is_code {
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

/// Whether codes of a shape count the pages of a text.
fn counts_pages(
    text: &Text,
    shape: &str,
    codes: &[PageCode],
    has_notes: bool,
    is_stated: bool,
) -> bool {
    let is_code = shape.starts_with(|c: char| c.is_ascii_uppercase())
        && codes.iter().any(|code| code.is_filled);
    let fewest = if is_stated || is_code { FEWEST_SURE } else { FEWEST };
    if codes.len() < fewest {
        return false;
    }
    let steps =
        codes.windows(2).filter(|pair| pair[1].number == pair[0].number + 1).count();
    if steps * 100 < (codes.len() - 1) * IN_ORDER {
        return false;
    }
    let is_bare = shape.chars().all(|c| c == '\u{0}' || !c.is_alphanumeric());
    let is_line = shape.starts_with(['=', '-', '#', '~', '<']);
    if !is_bare || is_line || is_stated {
        return true;
    }
    if has_notes {
        return false;
    }
    let place = |code: &PageCode| text.lines[code.line].span.start as usize + code.from;
    let mut lengths: Vec<usize> =
        codes.windows(2).map(|pair| place(&pair[1]) - place(&pair[0])).collect();
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    let is_usual = |&&length: &&usize| length * 2 >= median && length * 2 <= median * 3;
    let usual = lengths.iter().filter(is_usual).count();
    median >= SHORTEST_MEDIAN && usual * 100 >= lengths.len() * REGULAR
}
