//! Signs of emphasis: `_words_`, `*words*`, `<i>words</i>`.

use super::Notation;
use crate::book::source_traits::SourceForm;
use crate::recover::model::{EmphasisEffect, EmphasisSign};
use crate::source::Text;

/// The most lines of an emphasis; a longer one has lost its end. Notes may be in between.
const MOST_LINES: usize = 60;

/// Tags that the proofreaders write around words, and whether they emphasise these.
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
    pair_tags(text, notation);
    match notation.form {
        Some(SourceForm::Transcription) => pair_equal_signs(text, notation, '_'),
        Some(SourceForm::Converted) => {
            pair_equal_signs(text, notation, '_');
            pair_equal_signs(text, notation, '*');
        }
        None
        | Some(
            SourceForm::Pages
            | SourceForm::Scan
            | SourceForm::Proofreading
            | SourceForm::PageCodes
            | SourceForm::Verbatim,
        ) => {}
    }
}

/// A sign in the text: its line, and where it begins in it.
type SignPlace = (usize, usize);

/// Pairs each opening tag with the closing one that follows it.
fn pair_tags(text: &Text, notation: &mut Notation) {
    let mut open: [Option<SignPlace>; TAGS.len()] = [None; TAGS.len()];
    for line in 0..text.lines.len() {
        let words = text.line(line);
        for (at, _) in words.match_indices('<') {
            for ((opening, closing, emphasises), open) in TAGS.iter().zip(&mut open) {
                if words[at..].starts_with(opening) {
                    *open = Some((line, at));
                } else if words[at..].starts_with(closing)
                    && let Some(begin) = open.take()
                    && line - begin.0 <= MOST_LINES
                {
                    let lengths = [opening.len(), closing.len()];
                    add_pair(text, notation, [begin, (line, at)], lengths, *emphasises);
                }
            }
        }
    }
}

/// Pairs signs that are the same at both ends, within a paragraph: one opens before a word,
/// the other closes after one. A paragraph in which they do not come out even keeps them.
fn pair_equal_signs(text: &Text, notation: &mut Notation, sign: char) {
    let length = sign.len_utf8();
    let neighbours = |(line, at): SignPlace| {
        let words = text.line(line);
        (words[..at].chars().next_back(), words[at + length..].chars().next())
    };
    let is_word_end = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let is_inside = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace() && c != sign);
    let opens = |place| {
        let (before, after) = neighbours(place);
        is_word_end(before) && is_inside(after)
    };
    let closes = |place| {
        let (before, after) = neighbours(place);
        is_inside(before) && is_word_end(after)
    };
    let mut places: Vec<SignPlace> = Vec::new();
    for line in 0..=text.lines.len() {
        let ends = line == text.lines.len() || text.line(line).trim().is_empty();
        if !ends {
            if !notation.is_furniture(line) {
                let found = text.line(line).match_indices(sign);
                places.extend(found.map(|(at, _)| (line, at)));
            }
            continue;
        }
        let paragraph = std::mem::take(&mut places);
        let pairs = paragraph.chunks_exact(2);
        let is_even = pairs.remainder().is_empty();
        if is_even && pairs.clone().all(|pair| opens(pair[0]) && closes(pair[1])) {
            for pair in pairs {
                add_pair(text, notation, [pair[0], pair[1]], [length; 2], true);
            }
        }
    }
}

/// Adds two signs, given their places and their lengths in bytes.
fn add_pair(
    text: &Text,
    notation: &mut Notation,
    places: [SignPlace; 2],
    lengths: [usize; 2],
    emphasises: bool,
) {
    let effects = if emphasises {
        [EmphasisEffect::Opens, EmphasisEffect::Closes]
    } else {
        [EmphasisEffect::None; 2]
    };
    for (((line, at), length), effect) in places.into_iter().zip(lengths).zip(effects) {
        let span = text.lines[line].span.part(at..at + length);
        notation.emphasis.push(EmphasisSign { span, effect });
    }
}
