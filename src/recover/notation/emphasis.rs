//! Signs of emphasis: `_words_`, `*words*`, `<i>words</i>`.

use super::lines::as_u32;
use super::{Notation, SourceForm};
use crate::recover::model::EmphasisSign;
use crate::source::Text;
use crate::text::span::Span;

/// The most lines of an emphasis; a longer one has lost its end. Notes may be in between.
const MOST_LINES: usize = 60;

/// Tags of emphasis, and others that the proofreaders write around words.
const TAGS: [(&str, &str, bool); 6] = [
    ("<i>", "</i>", true),
    ("<em>", "</em>", true),
    ("<b>", "</b>", true),
    ("<sc>", "</sc>", false),
    ("<g>", "</g>", true),
    ("<f>", "</f>", false),
];

/// Finds the signs that come in pairs.
pub(super) fn read_emphasis(text: &Text, notation: &mut Notation) {
    for (opening, closing, is_emphasis) in TAGS {
        pair_signs(text, notation, opening, closing, is_emphasis);
    }
    match notation.form {
        SourceForm::Transcription => pair_equal_signs(text, notation, '_'),
        SourceForm::Converted => {
            pair_equal_signs(text, notation, '_');
            pair_equal_signs(text, notation, '*');
        }
        SourceForm::Plain | SourceForm::ProofreadPages | SourceForm::CodedPages => {}
    }
}

/// Pairs an opening tag with the closing one that follows it.
fn pair_signs(
    text: &Text,
    notation: &mut Notation,
    opening: &str,
    closing: &str,
    is_emphasis: bool,
) {
    let mut open: Option<(usize, usize)> = None;
    for line in 0..text.lines.len() {
        let words = text.line(line);
        let mut at = 0;
        while let Some(start) = words[at..].find('<').map(|start| start + at) {
            let rest = &words[start..];
            at = start + 1;
            if rest.starts_with(opening) {
                open = Some((line, start));
            } else if rest.starts_with(closing)
                && let Some((from, place)) = open.take()
                && line - from <= MOST_LINES
            {
                add_sign(
                    text,
                    notation,
                    (from, place, opening.len()),
                    is_emphasis.then_some(true),
                );
                add_sign(
                    text,
                    notation,
                    (line, start, closing.len()),
                    is_emphasis.then_some(false),
                );
            }
        }
    }
}

/// Pairs signs that are the same at both ends, within a paragraph: one opens before a word,
/// the other closes behind one. A paragraph in which they do not come out even keeps them.
fn pair_equal_signs(text: &Text, notation: &mut Notation, sign: char) {
    let mut places: Vec<(usize, usize)> = Vec::new();
    for line in 0..=text.lines.len() {
        let ends = line == text.lines.len() || text.line(line).trim().is_empty();
        if !ends {
            let hides_sign = notation.hides(line)
                && !matches!(notation.lines[line], Some(super::NotatedLine::Note(_)));
            if !hides_sign {
                let found = text.line(line).match_indices(sign);
                places.extend(found.map(|(at, _)| (line, at)));
            }
            continue;
        }
        let paragraph = std::mem::take(&mut places);
        let pairs = paragraph.chunks_exact(2);
        let is_even = pairs.remainder().is_empty();
        let opens = |&(line, at): &(usize, usize)| {
            let words = text.line(line);
            let before = words[..at].chars().next_back();
            let behind = words[at + sign.len_utf8()..].chars().next();
            before.is_none_or(|c| !c.is_alphanumeric())
                && behind.is_some_and(|c| !c.is_whitespace() && c != sign)
        };
        let closes = |&(line, at): &(usize, usize)| {
            let words = text.line(line);
            let before = words[..at].chars().next_back();
            let behind = words[at + sign.len_utf8()..].chars().next();
            before.is_some_and(|c| !c.is_whitespace() && c != sign)
                && behind.is_none_or(|c| !c.is_alphanumeric())
        };
        let is_paired = pairs.clone().all(|pair| opens(&pair[0]) && closes(&pair[1]));
        if is_even && is_paired {
            for pair in pairs {
                let length = sign.len_utf8();
                let [(from, start), (to, end)] = [pair[0], pair[1]];
                add_sign(text, notation, (from, start, length), Some(true));
                add_sign(text, notation, (to, end, length), Some(false));
            }
        }
    }
}

/// Adds a sign: its line, where it begins in it, and its length in bytes.
fn add_sign(
    text: &Text,
    notation: &mut Notation,
    (line, at, length): (usize, usize, usize),
    opens: Option<bool>,
) {
    let whole = text.lines[line].span;
    let start = whole.start + as_u32(at);
    let span = Span { start, end: start + as_u32(length), ..whole };
    notation.emphasis.push(EmphasisSign { span, opens });
}
