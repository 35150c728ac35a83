//! Marks that are letters or Roman figures.
//!
//! In brackets they look like nothing else. Raised ones come out of the extraction as a
//! letter by itself, or as the last letter of the word before: `maîtrea`. Thousands of
//! words look like that, so we search only before lines that begin with the same letter
//! like a note. The words of the text score what we find.

use std::collections::BTreeMap;

use super::announced_numbers::announcement_cost;
use super::mark_candidate::{
    ANNOUNCED, BRACKETED, LEADS, MISREAD, MarkCandidate, MarkSetting,
};
use crate::recover::page::source_layout::SourceLayout;
use crate::recover::words::lexicon::Lexicon;
use crate::text::letter_spacing::has_spaced_letters;
use crate::text::note_series::{
    LabelSeries, is_letter_word, letter_numbers, misread_numbers,
};
use crate::text::numerals::has_roman_letters_only;
use crate::text::span::Span;

/// Lines that begin with a letter or a Roman figure like notes, by series and number; in
/// ascending order.
pub(crate) type LetterLines = BTreeMap<(LabelSeries, u32), Vec<usize>>;

/// Most solid lines from a mark to the label of its note: two long pages.
const REACH: usize = 110;

/// Most letters of a mark.
const LONGEST: usize = 5;

// Scores of letters without brackets, in hundredths of a nat.

/// Right after punctuation.
const AFTER_POINT: i32 = 220;
/// Right after an abbreviation of one letter: `p.a`.
const AFTER_INITIAL: i32 = -100;
/// By itself, if the letter is no word in any language.
const NO_WORD: i32 = 120;
/// By itself, if the letter may be a word, but punctuation follows, which is rare.
const WORD_ENDED: i32 = 60;
/// By itself, before a word.
const WORD: i32 = -200;
/// Roman figures in capitals by themselves.
const CAPITALS: i32 = 40;
/// Roman capitals after a name, or after a word that announces a number.
const KING: i32 = -260;
/// How much rarer a mark after a word is than none.
const RARE: i32 = 350;
/// Bounds of the score that the words of a text give the last letter of a word as a mark.
const GLUED: std::ops::RangeInclusive<i32> = -250..=200;

/// Finds letters and Roman figures in brackets, and figures misread as letters.
pub(crate) fn find_bracketed_letters(
    line_no: usize,
    line: Span,
    text: &str,
    found: &mut Vec<MarkCandidate>,
) {
    for (start, open) in text.match_indices(['(', '[']) {
        let after = &text[start + 1..];
        let (close, setting) = match open {
            "(" => (')', MarkSetting::Round),
            _ => (']', MarkSetting::Square),
        };
        let Some(length) = after.find(|c: char| !c.is_alphanumeric()) else { continue };
        let inside = &after[..length];
        let Some(tail) = after[length..].strip_prefix(close) else { continue };
        // `[I]nstall`: a key of a menu, or a letter that an editor supplied.
        if tail.starts_with(char::is_lowercase) {
            continue;
        }
        let head = &text[..start];
        let worth = match () {
            () if head.trim_start().is_empty() => LEADS,
            () if announcement_cost(head.trim_end()) > 0 => ANNOUNCED,
            () => BRACKETED,
        };
        let span = line.part(start..start + length + 2);
        let candidate = |(series, number), worth| MarkCandidate {
            line_no,
            span,
            number,
            series,
            setting,
            worth,
        };
        found.extend(letter_numbers(inside).map(|one| candidate(one, worth)));
        let figures = misread_numbers(inside).map(|number| (LabelSeries::Figure, number));
        found.extend(figures.map(|one| candidate(one, worth + MISREAD)));
    }
}

/// Finds letters and Roman figures without brackets, before lines that begin with them.
pub(crate) struct FreeLetters<'a> {
    /// The lines that begin with them.
    lettered: &'a LetterLines,
    /// All these lines, in ascending order.
    labels: Vec<usize>,
    /// The words of the text, with their costs.
    lexicon: &'a Lexicon,
}

impl<'a> FreeLetters<'a> {
    pub(crate) fn new(lettered: &'a LetterLines, lexicon: &'a Lexicon) -> Self {
        let mut labels: Vec<usize> = lettered.values().flatten().copied().collect();
        labels.sort_unstable();
        Self { lettered, labels, lexicon }
    }

    /// Adds the candidates of one line.
    pub(crate) fn find_in_line(
        &self,
        line_no: usize,
        line: Span,
        text: &str,
        found: &mut Vec<MarkCandidate>,
    ) {
        // The letters of `l e t t e r s` are no marks.
        if !is_before(line_no, &self.labels) || has_spaced_letters(text) {
            return;
        }
        let is_called = |one: &(LabelSeries, u32)| {
            self.lettered.get(one).is_some_and(|labels| is_before(line_no, labels))
        };
        for (start, word) in split_words(text) {
            let after = &text[start + word.len()..];
            for length in 1..=LONGEST.min(word.len()) {
                let at = word.len() - length;
                let Some(letters) = word.get(at..) else { continue };
                let small = letters.chars().all(char::is_lowercase);
                if !small && !letters.chars().all(char::is_uppercase) {
                    break;
                }
                let possible = |one: &(LabelSeries, u32)| {
                    (small || one.0 == LabelSeries::Roman) && is_called(one)
                };
                for (series, number) in letter_numbers(letters).filter(possible) {
                    let stem = &word[..at];
                    let judged = if stem.is_empty() {
                        Some(score_lone_letter(&text[..start], letters, after))
                    } else if !small {
                        // `conocidoII`: no word continues like that.
                        let parts = stem.ends_with(char::is_lowercase);
                        parts.then_some((MarkSetting::AfterLetter, *GLUED.end()))
                    } else {
                        score_glued_letter(self.lexicon, stem, word)
                            .map(|worth| (MarkSetting::AfterLetter, worth))
                    };
                    let Some((setting, worth)) = judged else { continue };
                    let span = line.part(start + at..start + word.len());
                    found.push(MarkCandidate {
                        line_no,
                        span,
                        number,
                        series,
                        setting,
                        worth,
                    });
                }
                // Only Roman figures have more than one letter.
                if !has_roman_letters_only(letters) {
                    break;
                }
            }
        }
    }
}

/// Whether one of some labels, in ascending order, is soon after a line.
fn is_before(line_no: usize, labels: &[usize]) -> bool {
    let next = labels.partition_point(|&label| label <= line_no);
    labels.get(next).is_some_and(|&label| label - line_no <= REACH)
}

/// Whether a word is in lower case.
fn is_small(word: &str) -> bool {
    word.starts_with(char::is_lowercase)
}

/// Counts the words of a text.
pub(crate) fn count_words(source: &SourceLayout<'_>) -> Lexicon {
    let mut lexicon = Lexicon::with_language(None);
    for line_no in 0..source.solid_lines.len() {
        for (_, word) in split_words(source.words(line_no)) {
            lexicon.add_word(word);
        }
    }
    lexicon
}

/// Splits a line into words, with their offsets.
fn split_words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    line.split(|c: char| !c.is_alphabetic()).filter_map(move |word| {
        let start = at;
        let parting = line[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        at += word.len() + parting;
        (!word.is_empty()).then_some((start, word))
    })
}

/// Scores letters between other characters than letters as a mark.
fn score_lone_letter(head: &str, letters: &str, after: &str) -> (MarkSetting, i32) {
    let before = head.chars().next_back();
    let last = head.trim_end().chars().next_back();
    let ends = after.is_empty() || after.starts_with(|c: char| !c.is_alphanumeric());
    let goes_on = after.trim_start().starts_with(char::is_alphanumeric);
    match (before, last) {
        (_, None) => (MarkSetting::LineStart, WORD),
        // `l’a`, `a-t-il`, and the letters of a list in brackets.
        (Some('’' | '\'' | '-' | '‐' | '–' | '—' | '(' | '[' | '/' | '¿' | '¡'), _) => {
            (MarkSetting::AfterPoint, *GLUED.start())
        }
        (Some(c), _) if !c.is_whitespace() => {
            let mut before = head.chars().rev().skip(1);
            let initial = before.next().is_some_and(char::is_alphabetic)
                && !before.next().is_some_and(char::is_alphanumeric);
            let abbreviated = c == '.' && (initial || after.starts_with('.'));
            let digit = c.is_ascii_digit();
            let worth =
                if abbreviated || digit || !ends { AFTER_INITIAL } else { AFTER_POINT };
            (MarkSetting::AfterPoint, worth)
        }
        (_, Some(last)) => {
            let point = !last.is_alphanumeric();
            let setting =
                if point { MarkSetting::SpacedPoint } else { MarkSetting::SpacedWord };
            let capitals = letters.chars().all(char::is_uppercase);
            let word = head.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next();
            let king = !point && word.is_some_and(|word| !is_small(word));
            let worth = match (is_letter_word(letters), goes_on || after.is_empty()) {
                _ if capitals && (king || announcement_cost(head.trim_end()) > 0) => KING,
                _ if capitals => CAPITALS,
                (false, _) if after.starts_with('.') => WORD_ENDED,
                (false, _) => NO_WORD,
                (true, false) => WORD_ENDED,
                (true, true) => WORD,
            };
            (setting, worth)
        }
    }
}

/// Scores the last letters of a word as a mark; `None` if the rest is no word.
fn score_glued_letter(lexicon: &Lexicon, stem: &str, word: &str) -> Option<i32> {
    let possible = stem.chars().nth(1).is_some()
        && lexicon.count(stem) > 0
        && lexicon.count(word) == 1;
    possible.then(|| {
        let says = lexicon.word_cost(word, 1) - lexicon.word_cost(stem, 0) - RARE;
        says.clamp(*GLUED.start(), *GLUED.end())
    })
}
