//! Finds what may be the mark of a note.
//!
//! A single number says little: years, quantities and page references are everywhere. So
//! each candidate has only a score; the alignment of all marks with all labels decides
//! (`calls`).

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::announced_numbers::{ANNOUNCES, announcement_cost, numbers_paragraph};
use super::enumerations::{self, PART_OF_SENTENCE};
use super::identifiers;
use super::letter_marks::{self, FreeLetters, LetterLines};
use super::mark_candidate::{BRACKETED, LEADS, MarkCandidate, MarkSetting};
use super::number_contexts::{
    ends_in_leader, ends_section_number, is_chapter_or_verse, numbers_a_book,
};
use crate::recover::page::source_layout::SourceLayout;
use crate::recover::words::lexicon::Lexicon;
use crate::text::note_series::{
    LabelSeries, is_free_sign, is_note_sign, raised_figure, raised_number, sign_number,
};
use crate::text::span::Span;

/// Finds all candidates, in text order, in the lines for which `wanted` is true. Letters
/// without brackets are searched only before lines that begin with one, with the words of
/// the text.
pub(crate) fn find_mark_candidates(
    source: &SourceLayout<'_>,
    lettered: Option<(&LetterLines, &Lexicon)>,
    wanted: impl Fn(usize) -> bool + Sync,
) -> Vec<MarkCandidate> {
    let free = lettered.map(|(lettered, lexicon)| FreeLetters::new(lettered, lexicon));
    let lines =
        (0..source.solid_lines.len()).into_par_iter().filter(|&line_no| wanted(line_no));
    let found = lines.flat_map_iter(|line_no| {
        let line = source.text.lines[source.solid_lines[line_no]].span;
        let text = source.text.slice(line);
        let mut found = Vec::new();
        find_in_line(line_no, line, text, &mut found);
        if let Some(free) = &free {
            free.find_in_line(line_no, line, text, &mut found);
            found.sort_by_key(|candidate| candidate.span.start);
        }
        found
    });
    let mut candidates: Vec<MarkCandidate> = found.collect();
    enumerations::devalue_enumerations(source, &mut candidates);
    enumerations::devalue_number_rows(source, &mut candidates);
    identifiers::devalue_identifiers(source, &mut candidates);
    candidates
}

/// Finds the candidates of one line.
fn find_in_line(line_no: usize, line: Span, text: &str, found: &mut Vec<MarkCandidate>) {
    let first_word = text.find(char::is_alphanumeric);
    let first = found.len();
    let mut from = 0;
    while let Some(at) = text[from..].find(is_mark_character) {
        let start = from + at;
        let kind = text[start..].chars().next().and_then(classify_character);
        let end = text[start..]
            .find(|c| classify_character(c) != kind)
            .map_or(text.len(), |length| start + length);
        from = end;
        let run = SignRun { line_no, line, text, first_word, start, end };
        match kind {
            Some(MarkCharacter::Figure) => run.read_figures(found),
            Some(MarkCharacter::Raised) => found.extend(run.read_raised()),
            Some(MarkCharacter::Symbol) => found.extend(run.read_symbol()),
            None => {}
        }
    }
    let before = found.len();
    letter_marks::find_bracketed_letters(line_no, line, text, found);
    if found.len() > before {
        found[first..].sort_by_key(|candidate| candidate.span.start);
    }
}

/// The characters that marks consist of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MarkCharacter {
    Figure,
    Raised,
    Symbol,
}

fn is_mark_character(c: char) -> bool {
    classify_character(c).is_some()
}

fn classify_character(c: char) -> Option<MarkCharacter> {
    match c {
        '0'..='9' => Some(MarkCharacter::Figure),
        _ if raised_figure(c).is_some() => Some(MarkCharacter::Raised),
        _ if is_note_sign(c) => Some(MarkCharacter::Symbol),
        _ => None,
    }
}

/// A run of figures or signs in a line.
struct SignRun<'a> {
    line_no: usize,
    line: Span,
    text: &'a str,
    /// The offset of the line's first letter or figure.
    first_word: Option<usize>,
    start: usize,
    end: usize,
}

impl SignRun<'_> {
    fn char_before(&self) -> Option<char> {
        self.text[..self.start].chars().next_back()
    }

    fn char_after(&self) -> Option<char> {
        self.text[self.end..].chars().next()
    }

    fn make_candidate(
        &self,
        start: usize,
        end: usize,
        number: u32,
        setting: MarkSetting,
        worth: i32,
    ) -> MarkCandidate {
        let span = self.line.part(start..end);
        let series = match setting {
            MarkSetting::Symbol => LabelSeries::Sign,
            _ => LabelSeries::Figure,
        };
        MarkCandidate { line_no: self.line_no, span, number, series, setting, worth }
    }

    fn read_raised(&self) -> Option<MarkCandidate> {
        let number = raised_number(&self.text[self.start..self.end])?;
        (number > 0).then(|| {
            self.make_candidate(self.start, self.end, number, MarkSetting::Raised, 300)
        })
    }

    fn read_symbol(&self) -> Option<MarkCandidate> {
        let run = &self.text[self.start..self.end];
        let (start, end) = match (self.char_before(), self.char_after()) {
            (Some('('), Some(')')) | (Some('['), Some(']')) => {
                (self.start - 1, self.end + 1)
            }
            _ => (self.start, self.end),
        };
        // A section number has its sign before it, and a space before that.
        let section = run.starts_with(['§', '¶']);
        let glued = self.char_before().is_some_and(|c| !c.is_whitespace());
        if section && !(glued && is_free_sign(&self.text[self.end..])) {
            return None;
        }
        // Asterisks alone on a line, and rows of them, are ornaments.
        let first_word = self.first_word.filter(|_| run.chars().count() <= 4)?;
        let (before, after) = (self.char_before(), self.char_after());
        let opens = before.is_none_or(char::is_whitespace)
            && after.is_some_and(char::is_alphanumeric);
        let inside = before.is_some_and(char::is_alphabetic)
            && after.is_some_and(char::is_alphabetic);
        // `5*` alone on a line is the signature of a sheet.
        let signature = !self.text.contains(char::is_alphabetic);
        let worth = match () {
            () if first_word >= start || signature => -50,
            () if opens || inside => 0,
            () => 250,
        };
        Some(self.make_candidate(
            start,
            end,
            sign_number(run),
            MarkSetting::Symbol,
            worth,
        ))
    }

    /// Reads a run of figures as a mark, or its last figures as one.
    fn read_figures(&self, found: &mut Vec<MarkCandidate>) {
        let run = &self.text[self.start..self.end];
        let value = |digits: &str| {
            let leads = !digits.starts_with('0');
            digits.parse::<u32>().ok().filter(|&number| number > 0 && leads)
        };
        let worth = self.score_as_number();
        if run.len() <= 3
            && let Some(number) = value(run)
        {
            let (start, end, setting, more) = self.classify_setting();
            let alone = setting == MarkSetting::Alone;
            let worth = if alone { more } else { worth + more };
            found.push(self.make_candidate(start, end, number, setting, worth));
        }
        if run.len() < 3 {
            return;
        }
        // 17891 may be the year 1789 with mark 1, and 17004 likewise; but 1871 is a year.
        let year = run.len() == 4 && (run.starts_with('1') || run.starts_with("20"));
        let worth = worth - if year { 350 } else { 150 };
        for length in 1..run.len().min(4) {
            let start = self.end - length;
            if let Some(number) = value(&self.text[start..self.end]) {
                let setting = MarkSetting::Suffix;
                found.push(self.make_candidate(start, self.end, number, setting, worth));
            }
        }
    }

    /// Whether the line is nothing but several numbers: `1.1`, `3-12`.
    fn is_among_figures(&self) -> bool {
        let runs = self.text.split(|c: char| !c.is_ascii_digit());
        !self.text.contains(char::is_alphabetic)
            && runs.filter(|run| !run.is_empty()).take(2).count() > 1
    }

    /// Scores the evidence in the context that a run of figures is another kind of
    /// number; never above 0.
    fn score_as_number(&self) -> i32 {
        let run = &self.text[self.start..self.end];
        let (before, after) = (self.char_before(), self.char_after());
        let figure_beyond = |point: Option<char>, beyond: Option<char>| {
            point.is_some_and(|c| {
                matches!(c, '.' | ',' | '-' | '–' | '/' | ':' | '’' | '\'')
            }) && beyond.is_some_and(|c| c.is_ascii_digit())
        };
        let before_point = self.text[..self.start].chars().rev().nth(1);
        let beyond = self.text[self.end..].chars().nth(1);
        let (head, tail) = (&self.text[..self.start], &self.text[self.end..]);
        let number = run.parse().unwrap_or(u32::MAX);
        if is_chapter_or_verse(head, tail)
            || numbers_a_book(head, number, tail)
            || ends_section_number(&self.text[..self.end], tail)
            || ends_in_leader(head)
            || self.is_among_figures()
        {
            return PART_OF_SENTENCE;
        }
        let mut worth = 0;
        // Part of a longer number: 4.000, 1923-1924, 12:30.
        if figure_beyond(before, before_point) {
            worth -= 250;
        }
        if figure_beyond(after, beyond) {
            worth -= 350;
        }
        if after.is_some_and(char::is_alphabetic) {
            // Between letters it is a misread letter.
            worth -= if before.is_some_and(char::is_alphabetic) { 500 } else { 200 };
        }
        // 57 000, where a space separates the thousands.
        let figures = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
        let parts = |c: char| matches!(c, ' ' | '\u{A0}' | '\u{202F}');
        let thousands = after.is_some_and(parts)
            && figures(self.text[self.end..].trim_start()) == 3
            || before.is_some_and(parts)
                && before_point.is_some_and(|c| c.is_ascii_digit())
                && run.len() >= 3;
        if thousands {
            worth -= 250;
        }
        if after.is_some_and(|c| matches!(c, 'º' | 'ª' | '°' | '%')) {
            worth -= 400;
        }
        if before.is_some_and(|c| matches!(c, '§' | 'º' | '°' | '$' | '£' | '№' | '+'))
        {
            worth -= 300;
        }
        worth
    }

    fn bracketed_setting(
        &self,
        setting: MarkSetting,
    ) -> (usize, usize, MarkSetting, i32) {
        let leads = self.text[..self.start - 1].trim_start().is_empty();
        let worth = if leads { LEADS } else { BRACKETED };
        (self.start - 1, self.end + 1, setting, worth)
    }

    /// Classifies the context of a run of figures: its extent with brackets, its setting,
    /// and the score.
    fn classify_setting(&self) -> (usize, usize, MarkSetting, i32) {
        let (before, after) = (self.char_before(), self.char_after());
        let plain = |setting, worth| (self.start, self.end, setting, worth);
        match (before, after) {
            (Some('['), Some(']')) => return self.bracketed_setting(MarkSetting::Square),
            (Some('{'), Some('}')) | (Some('/'), Some('/')) => {
                return self.bracketed_setting(MarkSetting::Curly);
            }
            (Some('('), Some(')')) => return self.bracketed_setting(MarkSetting::Round),
            _ => {}
        }
        let head = self.text[..self.start].trim_end();
        let tail = self.text[self.end..].trim_start();
        if head.trim_start().is_empty() {
            return if tail.is_empty() {
                plain(MarkSetting::Alone, -50)
            } else {
                // `2) text` numbers a paragraph, or is itself the label of a note.
                let numbers =
                    matches!(after, Some('.' | ')' | '-' | '–' | '—' | 'º' | 'ª'));
                plain(MarkSetting::LineStart, if numbers { -350 } else { -60 })
            };
        }
        let last = head.chars().next_back().unwrap_or_default();
        let numbers = numbers_paragraph(head, tail);
        let announced = announcement_cost(head) + i32::from(numbers) * ANNOUNCES;
        let decoy = announced > 0;
        if before.is_some_and(char::is_whitespace) {
            let ends_line = tail.is_empty();
            return if is_point(last) && !decoy {
                let weak = matches!(last, ',' | '(' | ':');
                plain(MarkSetting::SpacedPoint, if weak { 20 } else { 120 })
            } else {
                let worth = -30 - announced - quantity_cost(tail, ends_line);
                plain(MarkSetting::SpacedWord, worth)
            };
        }
        if last.is_alphabetic() {
            // `U3`, `A4` are names.
            let before_last = head.chars().rev().nth(1);
            let single =
                last.is_uppercase() && before_last.is_none_or(|c| !c.is_alphabetic());
            plain(MarkSetting::AfterLetter, if decoy || single { 100 } else { 250 })
        } else {
            // German closes quotations with the mark that opens them elsewhere.
            let before_last = head.chars().rev().nth(1).unwrap_or(' ');
            let opens =
                matches!(last, '(' | '[' | '¿' | '¡' | '—' | '-' | '–' | '/' | '×' | '=')
                    || matches!(last, '“' | '«' | '»' | '"' | '\'' | '‘')
                        && before_last.is_whitespace();
            let worth = match (opens, decoy) {
                (true, _) => -250,
                _ if numbers => -250,
                (false, true) => 50,
                (false, false) => 250,
            };
            plain(MarkSetting::AfterPoint, worth)
        }
    }
}

/// Punctuation and closing marks.
fn is_point(c: char) -> bool {
    !c.is_alphanumeric() && !matches!(c, '-' | '–' | '—' | '=' | '+' | '/' | '&')
}

/// Cost of a number between a word and a lower-case word, as in "38 grados": it counts
/// something. At a line end nothing is known.
fn quantity_cost(tail: &str, ends_line: bool) -> i32 {
    if ends_line {
        0
    } else if tail.starts_with([',', ';', ':', '.', ')', '!', '?', '”', '»']) {
        -40
    } else if tail.starts_with(char::is_lowercase) {
        120
    } else {
        40
    }
}
