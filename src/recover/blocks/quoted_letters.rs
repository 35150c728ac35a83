//! Letters and telegrams inside another text: it announces them, and goes on after them.

use std::ops::Range;

use super::segment::{SegmentKind, Segmentation};
use crate::text::letter_lines::is_postscript;
use crate::text::letters::{base, small};

/// A quoted letter has at most this many blocks; a longer one is the text itself.
const MOST_BLOCKS: usize = 16;

/// An address (`Al señor juez`) has at most this many words.
const ADDRESS_WORDS: usize = 6;

/// Words with which an address begins, in lower case.
const ADDRESS_BEGINS: [&str; 16] = [
    "a", "al", "à", "au", "ao", "para", "to", "pour", "per", "an", "für", "alla", "als",
    "aan", "pro", "к",
];

/// Words for a letter, without accents and in lower case. Plurals are left out: nobody
/// announces several, and `cartas` are cards.
const LETTER_WORDS: [&str; 32] = [
    "carta",
    "epistola",
    "billete",
    "esquela",
    "misiva",
    "oficio",
    "telegrama",
    "cablegrama",
    "mensaje",
    "letter",
    "message",
    "dispatch",
    "despatch",
    "telegram",
    "cablegram",
    "missive",
    "lettre",
    "billet",
    "depeche",
    "telegramme",
    "brief",
    "schreiben",
    "depesche",
    "telegramm",
    "lettera",
    "dispaccio",
    "bilhete",
    "mensagem",
    "lletra",
    "epistula",
    "письмо",
    "телеграмма",
];

/// Finds the letters that the text quotes. Each becomes a quotation, with its parts inside.
pub(super) fn find_quoted_letters(segmentation: &mut Segmentation) {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while at < segmentation.segments.len() {
        let end = end_of_letter(segmentation, at);
        let letter = end.and_then(|end| Some(find_start(segmentation, at)?..end));
        match letter {
            Some(letter) => {
                let first = &segmentation.segments[letter.start].rows;
                let last = &segmentation.segments[letter.end - 1].rows;
                found.push(first.start..last.end);
                at = letter.end;
            }
            None => at += 1,
        }
    }
    segmentation.quoted_letters = found;
}

/// The segment after a letter whose close is this one; `None` unless the text goes on
/// there with a paragraph of several rows.
fn end_of_letter(segmentation: &Segmentation, close: usize) -> Option<usize> {
    let segments = &segmentation.segments;
    if segments[close].kind != SegmentKind::Signature {
        return None;
    }
    let more = segments[close..].iter();
    let closes = more.take_while(|one| one.kind == SegmentKind::Signature).count();
    let mut end = close + closes;
    if segments.get(end).is_some_and(|one| is_postscript(&segmentation.words_of(one))) {
        end += 1;
    }
    let next = segments.get(end)?;
    let goes_on = next.kind == SegmentKind::Paragraph && next.rows.len() > 1;
    goes_on.then_some(end)
}

/// The first segment of a letter that ends with a close: an address, a salutation or a
/// dateline right after a paragraph that speaks of a letter.
fn find_start(segmentation: &Segmentation, close: usize) -> Option<usize> {
    let segments = &segmentation.segments;
    let first = close.saturating_sub(MOST_BLOCKS).max(segmentation.displaced);
    let is_heading = |at: &usize| segments[*at].is_heading();
    let from = (first..close).rev().find(is_heading).map_or(first, |heading| heading + 1);
    (from + 1..close).find(|&at| {
        let words = segmentation.words_of(&segments[at]);
        let is_address = segments[at].kind == SegmentKind::Paragraph
            && segments[at].rows.len() == 1
            && begins_address(&words)
            && words.split_whitespace().count() <= ADDRESS_WORDS
            && !words.ends_with(['.', '!', '?', '…', ';']);
        let opens = is_address
            || matches!(
                segments[at].kind,
                SegmentKind::Salutation | SegmentKind::Dateline
            );
        let before = &segments[at - 1];
        let announces = before.kind == SegmentKind::Paragraph
            && before.rows.len() > 1
            && speaks_of_letter(&segmentation.words_of(before));
        opens && announces
    })
}

/// Whether the first word is one with which an address begins.
fn begins_address(words: &str) -> bool {
    let first = words.split_whitespace().next().unwrap_or_default();
    ADDRESS_BEGINS.contains(&&*small(first))
}

/// Whether the last sentence of a paragraph has a word for a letter.
fn speaks_of_letter(words: &str) -> bool {
    let open = words.trim_end().trim_end_matches(['.', ':', '!', '?', '…']);
    let last = open.rsplit(['.', '!', '?', '…']).next().unwrap_or_default();
    last.split(|c: char| !c.is_alphabetic()).any(|word| {
        let word: String = word.chars().map(base).flat_map(char::to_lowercase).collect();
        LETTER_WORDS.contains(&&*word)
    })
}
