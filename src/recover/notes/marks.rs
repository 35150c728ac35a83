//! What in the text may be the mark of a note, and which mark calls which note.
//!
//! Single numbers say little: years, quantities and page references are everywhere. The
//! whole says it: marks and labels run in the same order, so one best path through both
//! (Needleman & Wunsch 1970, with the page as a window) settles what no local rule can.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::announced::announces_number;
use super::lettered::{self, Free, Lettered};
use super::mark::{BRACKETED, Candidate, LEADS, Setting};
use crate::recover::page::pages::Sheet;
use crate::recover::words::lexicon::Lexicon;
use crate::text::note_series::{
    Series, is_free, is_symbol, raised_figure, raised_number, symbol_number,
};
use crate::text::span::Span;

/// All candidates, in the order of the text, in the lines for which `wanted` holds. Letters
/// without brackets are looked for where lines begin with such, with the words of the text.
pub(crate) fn candidates(
    sheet: &Sheet<'_>,
    lettered: Option<(&Lettered, &Lexicon)>,
    wanted: impl Fn(usize) -> bool + Sync,
) -> Vec<Candidate> {
    let free = lettered.map(|(lettered, lexicon)| Free::new(lettered, lexicon));
    let lines = (0..sheet.solid.len()).into_par_iter().filter(|&rank| wanted(rank));
    let found = lines.flat_map_iter(|rank| {
        let line = sheet.text.lines[sheet.solid[rank]].span;
        let text = sheet.text.slice(line);
        let mut found = Vec::new();
        in_line(rank, line, text, &mut found);
        if let Some(free) = &free {
            free.in_line(rank, line, text, &mut found);
            found.sort_by_key(|candidate| candidate.span.start);
        }
        found
    });
    found.collect()
}

/// The candidates of one line.
fn in_line(rank: usize, line: Span, text: &str, found: &mut Vec<Candidate>) {
    let first_word = text.find(char::is_alphanumeric);
    let first = found.len();
    let mut from = 0;
    while let Some(at) = text[from..].find(is_sign) {
        let start = from + at;
        let kind = text[start..].chars().next().and_then(sign);
        let end = text[start..]
            .find(|c| sign(c) != kind)
            .map_or(text.len(), |length| start + length);
        from = end;
        let run = Run { rank, line, text, first_word, start, end };
        match kind {
            Some(Sign::Figure) => run.figures(found),
            Some(Sign::Raised) => found.extend(run.raised()),
            Some(Sign::Symbol) => found.extend(run.symbol()),
            None => {}
        }
    }
    let before = found.len();
    lettered::in_brackets(rank, line, text, found);
    if found.len() > before {
        found[first..].sort_by_key(|candidate| candidate.span.start);
    }
}

/// The signs that marks are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Figure,
    Raised,
    Symbol,
}

fn is_sign(c: char) -> bool {
    sign(c).is_some()
}

fn sign(c: char) -> Option<Sign> {
    match c {
        '0'..='9' => Some(Sign::Figure),
        _ if raised_figure(c).is_some() => Some(Sign::Raised),
        _ if is_symbol(c) => Some(Sign::Symbol),
        _ => None,
    }
}

/// A run of figures or signs in a line.
struct Run<'a> {
    rank: usize,
    line: Span,
    text: &'a str,
    /// Where the line's first letter or figure stands.
    first_word: Option<usize>,
    start: usize,
    end: usize,
}

impl Run<'_> {
    fn before(&self) -> Option<char> {
        self.text[..self.start].chars().next_back()
    }

    fn after(&self) -> Option<char> {
        self.text[self.end..].chars().next()
    }

    fn candidate(
        &self,
        start: usize,
        end: usize,
        number: u32,
        setting: Setting,
        worth: i32,
    ) -> Candidate {
        let at =
            |offset: usize| self.line.start + u32::try_from(offset).unwrap_or_default();
        let span = Span { start: at(start), end: at(end), ..self.line };
        let series = match setting {
            Setting::Symbol => Series::Sign,
            _ => Series::Figure,
        };
        Candidate { rank: self.rank, span, number, series, setting, worth }
    }

    fn raised(&self) -> Option<Candidate> {
        let number = raised_number(&self.text[self.start..self.end])?;
        (number > 0)
            .then(|| self.candidate(self.start, self.end, number, Setting::Raised, 300))
    }

    fn symbol(&self) -> Option<Candidate> {
        let run = &self.text[self.start..self.end];
        let (start, end) = match (self.before(), self.after()) {
            (Some('('), Some(')')) | (Some('['), Some(']')) => {
                (self.start - 1, self.end + 1)
            }
            _ => (self.start, self.end),
        };
        // A section has its sign before it, and a space before that.
        let section = run.starts_with(['§', '¶']);
        let glued = self.before().is_some_and(|c| !c.is_whitespace());
        if section && !(glued && is_free(&self.text[self.end..])) {
            return None;
        }
        // Asterisks alone on a line, and rows of them, are ornaments.
        let first_word = self.first_word.filter(|_| run.chars().count() <= 4)?;
        let worth = if first_word < start { 250 } else { -50 };
        Some(self.candidate(start, end, symbol_number(run), Setting::Symbol, worth))
    }

    /// What a run of figures may mean: the whole of it a mark, or its last figures.
    fn figures(&self, found: &mut Vec<Candidate>) {
        let run = &self.text[self.start..self.end];
        let value = |digits: &str| {
            let leads = !digits.starts_with('0');
            digits.parse::<u32>().ok().filter(|&number| number > 0 && leads)
        };
        let worth = self.as_number();
        if run.len() <= 3
            && let Some(number) = value(run)
        {
            let (start, end, setting, more) = self.setting();
            let alone = setting == Setting::Alone;
            let worth = if alone { more } else { worth + more };
            found.push(self.candidate(start, end, number, setting, worth));
        }
        if run.len() < 3 {
            return;
        }
        // 17891 may be the year 1789 with mark 1 behind it, and 1 7004 likewise; but 1871
        // is a year.
        let year = run.len() == 4 && (run.starts_with('1') || run.starts_with("20"));
        let worth = worth - if year { 350 } else { 150 };
        for length in 1..run.len().min(4) {
            let start = self.end - length;
            if let Some(number) = value(&self.text[start..self.end]) {
                let setting = Setting::Suffix;
                found.push(self.candidate(start, self.end, number, setting, worth));
            }
        }
    }

    /// What its neighbours say against a run of figures as a mark, where they make another
    /// kind of number of it; never above 0.
    fn as_number(&self) -> i32 {
        let run = &self.text[self.start..self.end];
        let (before, after) = (self.before(), self.after());
        let figure_beyond = |point: Option<char>, beyond: Option<char>| {
            point.is_some_and(|c| {
                matches!(c, '.' | ',' | '-' | '–' | '/' | ':' | '’' | '\'')
            }) && beyond.is_some_and(|c| c.is_ascii_digit())
        };
        let before_point = self.text[..self.start].chars().rev().nth(1);
        let beyond = self.text[self.end..].chars().nth(1);
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
        // 57 000, where a space parts the thousands.
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

    fn in_brackets(&self, setting: Setting) -> (usize, usize, Setting, i32) {
        let leads = self.text[..self.start - 1].trim_start().is_empty();
        let worth = if leads { LEADS } else { BRACKETED };
        (self.start - 1, self.end + 1, setting, worth)
    }

    /// How a run of figures stands among its neighbours, its extent with brackets, and
    /// what that is worth.
    fn setting(&self) -> (usize, usize, Setting, i32) {
        let (before, after) = (self.before(), self.after());
        let plain = |setting, worth| (self.start, self.end, setting, worth);
        match (before, after) {
            (Some('['), Some(']')) => return self.in_brackets(Setting::Square),
            (Some('{'), Some('}')) | (Some('/'), Some('/')) => {
                return self.in_brackets(Setting::Curly);
            }
            (Some('('), Some(')')) => return self.in_brackets(Setting::Round),
            _ => {}
        }
        let head = self.text[..self.start].trim_end();
        let tail = self.text[self.end..].trim_start();
        if head.trim_start().is_empty() {
            return if tail.is_empty() {
                plain(Setting::Alone, -50)
            } else {
                // `2) text` numbers a paragraph, or is itself the label of a note.
                let numbers =
                    matches!(after, Some('.' | ')' | '-' | '–' | '—' | 'º' | 'ª'));
                plain(Setting::LineStart, if numbers { -350 } else { -60 })
            };
        }
        let last = head.chars().next_back().unwrap_or_default();
        let announced = announces_number(head);
        let decoy = announced > 0;
        if before.is_some_and(char::is_whitespace) {
            let ends_line = tail.is_empty();
            return if is_point(last) && !decoy {
                let weak = matches!(last, ',' | '(' | ':');
                plain(Setting::SpacedPoint, if weak { 20 } else { 120 })
            } else {
                let worth = -30 - announced - quantity(tail, ends_line);
                plain(Setting::SpacedWord, worth)
            };
        }
        if last.is_alphabetic() {
            plain(Setting::AfterLetter, if decoy { 100 } else { 250 })
        } else {
            // German closes with the mark with which others open.
            let before_last = head.chars().rev().nth(1).unwrap_or(' ');
            let opens =
                matches!(last, '(' | '[' | '¿' | '¡' | '—' | '-' | '–' | '/' | '×' | '=')
                    || matches!(last, '“' | '«' | '»' | '"' | '\'' | '‘')
                        && before_last.is_whitespace();
            let worth = match (opens, decoy) {
                (true, _) => -250,
                (false, true) => 50,
                (false, false) => 250,
            };
            plain(Setting::AfterPoint, worth)
        }
    }
}

/// Punctuation and closing marks.
fn is_point(c: char) -> bool {
    !c.is_alphanumeric() && !matches!(c, '-' | '–' | '—' | '=' | '+' | '/' | '&')
}

/// What it costs a number after a word that a small word follows, as in "38 grados":
/// then it counts something. At a line end nothing is known.
fn quantity(tail: &str, ends_line: bool) -> i32 {
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
