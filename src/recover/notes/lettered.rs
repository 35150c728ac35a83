//! Marks that are letters or Roman figures.
//!
//! In brackets they look like nothing else. Raised, they come out of the extraction as a
//! letter by itself, or as the last letter of the word before: `maîtrea`. There are
//! thousands of such words, so they are looked for only where a line soon after begins with
//! the same letter as a note does; and what they are worth, the words of the text tell.

use std::collections::BTreeMap;

use super::announced::announces_number;
use super::mark::{ANNOUNCED, BRACKETED, Candidate, LEADS, MISREAD, Setting};
use crate::recover::page::pages::Sheet;
use crate::recover::words::lexicon::Lexicon;
use crate::text::note_series::{Series, is_word, misread, of_letters};
use crate::text::numerals::has_roman_letters_only;
use crate::text::span::Span;

/// Lines that begin with a letter or a Roman figure as notes do, by what they count with
/// and their number: ranks, rising.
pub(crate) type Lettered = BTreeMap<(Series, u32), Vec<usize>>;

/// Most solid lines from a mark to the label of its note: two long pages.
const REACH: usize = 110;

/// Most letters of a mark.
const LONGEST: usize = 5;

// Worth of letters without brackets, in hundredths of a nat.

/// Right behind punctuation.
const AFTER_POINT: i32 = 220;
/// The same behind an abbreviation of one letter: `p.a`.
const AFTER_INITIAL: i32 = -100;
/// By itself, where no language has a word of this letter.
const NO_WORD: i32 = 120;
/// By itself, where it may be a word, but punctuation follows, which hardly does.
const WORD_ENDED: i32 = 60;
/// By itself, and a word follows.
const WORD: i32 = -200;
/// Roman figures in capitals by themselves.
const CAPITALS: i32 = 40;
/// The same behind a name, or a word that announces a number.
const KING: i32 = -260;
/// How much rarer a mark is behind a word than none.
const RARE: i32 = 350;
/// Most that the words of a text may say for the last letter of one being a mark, and
/// against it.
const GLUED: std::ops::RangeInclusive<i32> = -250..=200;

/// Letters and Roman figures in brackets, and figures that were misread for letters.
pub(crate) fn in_brackets(
    rank: usize,
    line: Span,
    text: &str,
    found: &mut Vec<Candidate>,
) {
    for (start, open) in text.match_indices(['(', '[']) {
        let behind = &text[start + 1..];
        let (close, setting) = match open {
            "(" => (')', Setting::Round),
            _ => (']', Setting::Square),
        };
        let Some(length) = behind.find(|c: char| !c.is_alphanumeric()) else { continue };
        let inside = &behind[..length];
        if !behind[length..].starts_with(close) {
            continue;
        }
        let head = &text[..start];
        let worth = match () {
            () if head.trim_start().is_empty() => LEADS,
            () if announces_number(head.trim_end()) > 0 => ANNOUNCED,
            () => BRACKETED,
        };
        let span = part(line, start, start + length + 2);
        let candidate = |(series, number), worth| Candidate {
            rank,
            span,
            number,
            series,
            setting,
            worth,
        };
        found.extend(of_letters(inside).map(|one| candidate(one, worth)));
        let figures = misread(inside).map(|number| (Series::Figure, number));
        found.extend(figures.map(|one| candidate(one, worth + MISREAD)));
    }
}

/// Letters and Roman figures without brackets, before lines that begin with them.
pub(crate) struct Free<'a> {
    /// The lines that begin with them.
    lettered: &'a Lettered,
    /// These lines, rising.
    labels: Vec<usize>,
    /// The words of the text.
    lexicon: &'a Lexicon,
}

impl<'a> Free<'a> {
    pub(crate) fn new(lettered: &'a Lettered, lexicon: &'a Lexicon) -> Self {
        let mut labels: Vec<usize> = lettered.values().flatten().copied().collect();
        labels.sort_unstable();
        Self { lettered, labels, lexicon }
    }

    /// Adds those of one line.
    pub(crate) fn in_line(
        &self,
        rank: usize,
        line: Span,
        text: &str,
        found: &mut Vec<Candidate>,
    ) {
        if !is_before(rank, &self.labels) {
            return;
        }
        let is_called = |one: &(Series, u32)| {
            self.lettered.get(one).is_some_and(|labels| is_before(rank, labels))
        };
        for (start, word) in words(text) {
            let behind = &text[start + word.len()..];
            for length in 1..=LONGEST.min(word.len()) {
                let at = word.len() - length;
                let Some(letters) = word.get(at..) else { continue };
                let small = letters.chars().all(char::is_lowercase);
                if !small && !letters.chars().all(char::is_uppercase) {
                    break;
                }
                let possible = |one: &(Series, u32)| {
                    (small || one.0 == Series::Roman) && is_called(one)
                };
                for (series, number) in of_letters(letters).filter(possible) {
                    let stem = &word[..at];
                    let judged = if stem.is_empty() {
                        Some(apart(&text[..start], letters, behind))
                    } else if !small {
                        // `conocidoII`: no word goes on so.
                        let parts = stem.ends_with(char::is_lowercase);
                        parts.then_some((Setting::AfterLetter, *GLUED.end()))
                    } else {
                        glued(self.lexicon, stem, word)
                            .map(|worth| (Setting::AfterLetter, worth))
                    };
                    let Some((setting, worth)) = judged else { continue };
                    let span = part(line, start + at, start + word.len());
                    found.push(Candidate { rank, span, number, series, setting, worth });
                }
                // More letters than one count only in Roman figures.
                if !has_roman_letters_only(letters) {
                    break;
                }
            }
        }
    }
}

/// Whether one of some labels, in order, stands soon behind a line.
fn is_before(rank: usize, labels: &[usize]) -> bool {
    let next = labels.partition_point(|&label| label <= rank);
    labels.get(next).is_some_and(|&label| label - rank <= REACH)
}

/// Whether a word is in small letters.
fn is_small(word: &str) -> bool {
    word.starts_with(char::is_lowercase)
}

/// The words of a text.
pub(crate) fn lexicon(sheet: &Sheet<'_>) -> Lexicon {
    let mut lexicon = Lexicon::of(None);
    for rank in 0..sheet.solid.len() {
        for (_, word) in words(sheet.words(rank)) {
            lexicon.add(word);
        }
    }
    lexicon
}

/// The words of a line, with where they start in it.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    line.split(|c: char| !c.is_alphabetic()).filter_map(move |word| {
        let start = at;
        let parting = line[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        at += word.len() + parting;
        (!word.is_empty()).then_some((start, word))
    })
}

/// What letters between other signs than letters are worth as a mark.
fn apart(head: &str, letters: &str, behind: &str) -> (Setting, i32) {
    let before = head.chars().next_back();
    let last = head.trim_end().chars().next_back();
    let ends = behind.is_empty() || behind.starts_with(|c: char| !c.is_alphanumeric());
    let goes_on = behind.trim_start().starts_with(char::is_alphanumeric);
    match (before, last) {
        (_, None) => (Setting::LineStart, WORD),
        // `l’a`, `a-t-il`, and the letters of a list in brackets.
        (Some('’' | '\'' | '-' | '‐' | '–' | '—' | '(' | '[' | '/' | '¿' | '¡'), _) => {
            (Setting::AfterPoint, *GLUED.start())
        }
        (Some(c), _) if !c.is_whitespace() => {
            let mut before = head.chars().rev().skip(1);
            let initial = before.next().is_some_and(char::is_alphabetic)
                && !before.next().is_some_and(char::is_alphanumeric);
            let abbreviated = c == '.' && (initial || behind.starts_with('.'));
            let digit = c.is_ascii_digit();
            let worth =
                if abbreviated || digit || !ends { AFTER_INITIAL } else { AFTER_POINT };
            (Setting::AfterPoint, worth)
        }
        (_, Some(last)) => {
            let point = !last.is_alphanumeric();
            let setting = if point { Setting::SpacedPoint } else { Setting::SpacedWord };
            let capitals = letters.chars().all(char::is_uppercase);
            let word = head.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next();
            let king = !point && word.is_some_and(|word| !is_small(word));
            let worth = match (is_word(letters), goes_on || behind.is_empty()) {
                _ if capitals && (king || announces_number(head.trim_end()) > 0) => KING,
                _ if capitals => CAPITALS,
                (false, _) if behind.starts_with('.') => WORD_ENDED,
                (false, _) => NO_WORD,
                (true, false) => WORD_ENDED,
                (true, true) => WORD,
            };
            (setting, worth)
        }
    }
}

/// What the last letters of a word are worth as a mark; none where its beginning is none.
fn glued(lexicon: &Lexicon, stem: &str, word: &str) -> Option<i32> {
    let possible = stem.chars().nth(1).is_some()
        && lexicon.seen(stem) > 0
        && lexicon.seen(word) == 1;
    possible.then(|| {
        let says = lexicon.cost(word, 1) - lexicon.cost(stem, 0) - RARE;
        says.clamp(*GLUED.start(), *GLUED.end())
    })
}

/// A part of a line.
fn part(line: Span, start: usize, end: usize) -> Span {
    let at = |offset: usize| line.start + u32::try_from(offset).unwrap_or_default();
    Span { start: at(start), end: at(end), ..line }
}
