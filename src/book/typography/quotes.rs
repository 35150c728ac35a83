//! Straight quotation marks and apostrophes: what each stands for, decided over a passage.
//!
//! Every sign opens, closes, or stands alone (an apostrophe, a prime). Each reading has a
//! cost that follows from the characters beside the sign, and only what is open can be
//! closed. The cheapest sequence of readings wins (Viterbi). A sign for which another
//! sequence costs nearly as little is not clear: it stays, and so does its partner.

use super::tally::PrintedQuotes;
use super::{CharacterRule, PassageFindings};
use crate::text::language::Language;
use crate::text::line_ends::{DASHES, OPENING};
use crate::text::quotation_marks::QuotationMarks;

/// What another reading must cost more for a sign to be clear. A sign beside a letter on
/// one side and a space on the other differs by 12.
const CLEAR: i32 = 4;

/// A quotation that was opened before the passage, or is closed after it.
const OVER_THE_END: i32 = 10;

/// A double quotation in a double one: the inner one is usually single.
const DOUBLE_IN_DOUBLE: i32 = 3;

/// A quotation that begins with a word or a number that usually has an apostrophe.
const INSTEAD_OF_APOSTROPHE: i32 = 5;

/// A sign in a place that no reading fits.
const MISPLACED: i32 = 12;

/// A space where the sign needs a word.
const BESIDE_SPACE: i32 = 14;

/// A reading that is out of the question.
const IMPOSSIBLE: i32 = 20;

/// The longest measure before a prime, in bytes: `180° 59' 59`.
const LONGEST_MEASURE: usize = 24;

/// A passage with more signs is no text that anybody reads: none of them is decided.
const MOST_SIGNS: usize = 100_000;

/// English words that begin with an apostrophe, without it.
const CUT_WORDS: [&str; 16] = [
    "tis", "twas", "twere", "twill", "em", "til", "till", "cause", "bout", "round", "n",
    "ere", "neath", "gainst", "mid", "un",
];

/// The quotation marks of a language, or of a text that has its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct QuoteStyle {
    marks: QuotationMarks,
    /// The marks that single signs stand for, outside quotations.
    single: [&'static str; 2],
    /// Single signs are the usual quotation marks of English.
    is_english: bool,
    /// Guillemets have a space inside.
    is_spaced: bool,
}

impl QuoteStyle {
    pub(super) fn new(language: &Language, printed: Option<PrintedQuotes>) -> Self {
        let mut marks = QuotationMarks::of(language.as_str());
        let has_guillemets = marks.outer[0].starts_with(['«', '»']);
        match printed {
            Some(PrintedQuotes::Guillemets) if !has_guillemets => {
                marks = QuotationMarks { outer: ["«", "»"], inner: marks.outer };
            }
            Some(PrintedQuotes::High) if has_guillemets => {
                marks = QuotationMarks::default();
            }
            _ => {}
        }
        let is_low = marks.outer[0] == "„" && marks.outer[1] == "“";
        Self {
            marks,
            single: if is_low { ["‚", "‘"] } else { ["‘", "’"] },
            is_english: language.primary() == "en",
            is_spaced: marks.outer[0].ends_with('\u{202F}'),
        }
    }
}

/// What a sign stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SignReading {
    Opens,
    Closes,
    Apostrophe,
    Prime,
}

const READINGS: [SignReading; 4] = [
    SignReading::Opens,
    SignReading::Closes,
    SignReading::Apostrophe,
    SignReading::Prime,
];

/// The quotations that are open: none, a double one, a single one, a single one in a double
/// one, a double one in a single one, that in a double one, and a double one in a double
/// one.
const STATES: usize = 7;

/// The state of a double quotation in a double one.
const NESTED_DOUBLE: usize = 6;

/// By state, the one after a double sign that opens.
const OPENS_DOUBLE: [Option<usize>; STATES] =
    [Some(1), Some(NESTED_DOUBLE), Some(4), Some(5), None, None, None];

/// By state, the one after a double sign that closes.
const CLOSES_DOUBLE: [Option<usize>; STATES] =
    [None, Some(0), None, None, Some(2), Some(3), Some(1)];

/// By state, the one after a single sign that opens.
const OPENS_SINGLE: [Option<usize>; STATES] =
    [Some(2), Some(3), None, None, None, None, None];

/// By state, the one after a single sign that closes.
const CLOSES_SINGLE: [Option<usize>; STATES] =
    [None, None, Some(0), Some(1), None, None, None];

/// The state after a sign with a reading; `None` if the reading is not possible.
fn follow(state: usize, is_double: bool, reading: SignReading) -> Option<usize> {
    match (reading, is_double) {
        (SignReading::Opens, true) => OPENS_DOUBLE[state],
        (SignReading::Closes, true) => CLOSES_DOUBLE[state],
        (SignReading::Opens, false) => OPENS_SINGLE[state],
        (SignReading::Closes, false) => CLOSES_SINGLE[state],
        (SignReading::Apostrophe, true) => None,
        (SignReading::Apostrophe, false) | (SignReading::Prime, _) => Some(state),
    }
}

/// What a change to a state costs beyond the reading of the sign.
fn cost_of_change(state: usize, next: usize) -> i32 {
    if state == 1 && next == NESTED_DOUBLE { DOUBLE_IN_DOUBLE } else { 0 }
}

/// A straight sign and what is beside it.
#[derive(Debug, Clone, Copy)]
struct StraightSign<'t> {
    at: usize,
    is_double: bool,
    before: Option<char>,
    after: Option<char>,
    text: &'t str,
}

impl StraightSign<'_> {
    /// What a reading costs.
    fn cost(&self, reading: SignReading, style: &QuoteStyle) -> i32 {
        let unusual =
            if self.is_double { 0 } else { i32::from(!style.is_english) * 2 + 1 };
        match reading {
            SignReading::Opens => {
                let is_instead = !self.is_double && self.may_begin_with_apostrophe(style);
                let instead = if is_instead { INSTEAD_OF_APOSTROPHE } else { 0 };
                unusual + instead + self.cost_of_opening(style)
            }
            SignReading::Closes => self.cost_of_closing(style),
            SignReading::Apostrophe => self.cost_of_apostrophe(style),
            SignReading::Prime => self.cost_of_prime(),
        }
    }

    fn cost_of_opening(&self, style: &QuoteStyle) -> i32 {
        let before = match self.before {
            None => 0,
            Some(c) if c.is_whitespace() || OPENING.contains(&c) => 0,
            Some(c) if DASHES.contains(&c) || "{/«“„‘".contains(c) => 0,
            Some('"' | '\'' | '-') => 1,
            Some(c) if c.is_alphanumeric() => MISPLACED,
            Some(_) => 8,
        };
        let after = match self.after {
            Some(c) if c.is_alphanumeric() || OPENING.contains(&c) => 0,
            Some(c) if DASHES.contains(&c) || "«“„‘’…-.$£€*\u{FFFC}".contains(c) => {
                0
            }
            Some('"' | '\'') => 1,
            Some(c) if c.is_whitespace() && style.is_spaced && before == 0 => 3,
            Some(c) if !c.is_whitespace() => 10,
            _ => BESIDE_SPACE,
        };
        before + after
    }

    fn cost_of_closing(&self, style: &QuoteStyle) -> i32 {
        let after = match self.after {
            None => 0,
            Some(c) if c.is_whitespace() || DASHES.contains(&c) => 0,
            Some(c) if ".,;:!?)]}…/»”’%-".contains(c) => 0,
            Some('"' | '\'') => 1,
            Some(c) if c.is_ascii_digit() => 8,
            Some(c) if OPENING.contains(&c) => 6,
            Some(_) => MISPLACED,
        };
        let before = match self.before {
            Some('"' | '\'') => 1,
            Some(c) if OPENING.contains(&c) => MISPLACED,
            Some(c) if c.is_whitespace() && style.is_spaced && after == 0 => 3,
            Some(c) if !c.is_whitespace() => 0,
            _ => BESIDE_SPACE,
        };
        before + after
    }

    fn cost_of_apostrophe(&self, style: &QuoteStyle) -> i32 {
        let is_digit = self.before.is_some_and(|c| c.is_ascii_digit());
        let is_letter = self.before.is_some_and(char::is_alphanumeric);
        match self.after {
            Some(c) if is_letter && c.is_alphabetic() => 0,
            Some(c) if is_digit && c.is_ascii_digit() => 6,
            Some(c)
                if is_letter && (c.is_ascii_digit() || "\"«“¿¡\u{FFFC}".contains(c)) =>
            {
                1
            }
            _ if is_digit => 8,
            _ if is_letter && self.ends_cut_word() => 0,
            _ if is_letter && style.is_english => 2,
            _ if is_letter => 3,
            _ if self.may_begin_with_apostrophe(style) => 0,
            Some(c) if c.is_alphanumeric() => 6,
            _ => BESIDE_SPACE,
        }
    }

    /// Whether a word or number follows that usually has an apostrophe before it: `'tis`,
    /// `'90s`.
    fn may_begin_with_apostrophe(&self, style: &QuoteStyle) -> bool {
        let rest = &self.text[self.at + 1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let word = rest.split(|c: char| !c.is_alphabetic()).next();
        let word = word.unwrap_or_default().to_lowercase();
        let after = rest[digits..].chars().next();
        digits == 2 && after.is_none_or(|c| c == 's' || !c.is_alphanumeric())
            || style.is_english && CUT_WORDS.contains(&word.as_str())
    }

    /// Whether the word before has an apostrophe at its beginning, too: `'n'`.
    fn ends_cut_word(&self) -> bool {
        let before = self.text[..self.at].strip_suffix(char::is_alphabetic);
        before.is_some_and(|before| before.ends_with('\''))
    }

    fn cost_of_prime(&self) -> i32 {
        if !self.before.is_some_and(|c| c.is_ascii_digit()) {
            return IMPOSSIBLE;
        }
        let is_part = |c: char| c.is_ascii_digit() || " °º'′.,\u{A0}\u{202F}".contains(c);
        let start = self.at.saturating_sub(LONGEST_MEASURE);
        let before = &self.text[self.text.floor_char_boundary(start)..self.at];
        let measure = before.rsplit(|c: char| !is_part(c)).next();
        let measure = measure.unwrap_or_default();
        let rest = &self.text[self.at + 1..];
        let digits = rest.trim_start_matches([' ', '\u{A0}']);
        let after_digits = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        let has_inches = !self.is_double
            && after_digits.len() < digits.len()
            && after_digits.starts_with('"');
        let has_feet = self.is_double && measure.contains(['\'', '′']);
        if measure.contains(['°', 'º']) || has_inches || has_feet {
            0
        } else if self.after.is_some_and(char::is_alphabetic) {
            IMPOSSIBLE
        } else if self.is_double {
            7
        } else {
            5
        }
    }
}

/// Finds the quotation marks, apostrophes and primes of a passage.
pub(super) fn find_quotes(text: &str, style: &QuoteStyle, found: &mut PassageFindings) {
    let signs: Vec<StraightSign<'_>> = text
        .match_indices(['"', '\''])
        .map(|(at, sign)| StraightSign {
            at,
            is_double: sign == "\"",
            before: text[..at].chars().next_back(),
            after: text[at + 1..].chars().next(),
            text,
        })
        .collect();
    let Some(first) = signs.first() else { return };
    if signs.len() > MOST_SIGNS {
        found.unclear.push(first.at);
        return;
    }
    let decided = decide_signs(&signs, style);
    let partners = find_partners(&signs, &decided);
    let marks = style.marks.outer.map(|mark| mark.trim_matches('\u{202F}'));
    let mut printed = PrintedDepth { text, marks, read: 0, open: 0, closed: 0 };
    for (place, (sign, one)) in signs.iter().zip(&decided).enumerate() {
        if !one.is_clear {
            found.unclear.push(sign.at);
            continue;
        }
        if partners[place].is_some_and(|partner| !decided[partner].is_clear) {
            continue;
        }
        let is_quoted = printed.is_quoted(sign.at);
        let (rule, by) = choose_character(sign, one, is_quoted, style);
        found.replace(rule, sign.at, 1, by);
    }
}

/// What a sign was decided to be.
#[derive(Debug, Clone, Copy)]
struct DecidedSign {
    reading: SignReading,
    /// The quotations that are open before it.
    state: usize,
    is_clear: bool,
}

/// Decides all signs of a passage at once.
fn decide_signs(signs: &[StraightSign<'_>], style: &QuoteStyle) -> Vec<DecidedSign> {
    const FAR: i32 = i32::MAX / 4;
    let costs: Vec<[i32; 4]> = signs
        .iter()
        .map(|sign| READINGS.map(|reading| sign.cost(reading, style)))
        .collect();
    // The cheapest way to each state before each sign, and from there to the end.
    let mut ahead = vec![[FAR; STATES]; signs.len() + 1];
    ahead[0] = [0, OVER_THE_END, OVER_THE_END + MISPLACED, FAR, FAR, FAR, FAR];
    for (at, sign) in signs.iter().enumerate() {
        for state in 0..STATES {
            for (reading, cost) in READINGS.into_iter().zip(costs[at]) {
                if let Some(next) = follow(state, sign.is_double, reading) {
                    let total = ahead[at][state] + cost + cost_of_change(state, next);
                    ahead[at + 1][next] = ahead[at + 1][next].min(total);
                }
            }
        }
    }
    let open = OVER_THE_END;
    let ends = [0, open, open + MISPLACED, 2 * open, 2 * open, 3 * open, 2 * open];
    let mut behind = vec![[FAR; STATES]; signs.len() + 1];
    behind[signs.len()] = ends;
    for (at, sign) in signs.iter().enumerate().rev() {
        for state in 0..STATES {
            for (reading, cost) in READINGS.into_iter().zip(costs[at]) {
                if let Some(next) = follow(state, sign.is_double, reading) {
                    let total = behind[at + 1][next] + cost + cost_of_change(state, next);
                    behind[at][state] = behind[at][state].min(total);
                }
            }
        }
    }
    let first = (0..STATES).min_by_key(|&state| ahead[0][state] + behind[0][state]);
    let mut state = first.unwrap_or_default();
    let mut decided = Vec::with_capacity(signs.len());
    for (at, sign) in signs.iter().enumerate() {
        let followers =
            READINGS.into_iter().zip(costs[at]).filter_map(|(reading, cost)| {
                let next = follow(state, sign.is_double, reading)?;
                let total = cost + cost_of_change(state, next) + behind[at + 1][next];
                Some((total, reading, cost, next))
            });
        let Some((_, reading, cost, next)) = followers.min_by_key(|one| one.0) else {
            continue;
        };
        let total_of = |wanted: SignReading| {
            let totals = (0..STATES).filter_map(|state| {
                let next = follow(state, sign.is_double, wanted)?;
                let place = READINGS.iter().position(|&one| one == wanted)?;
                let change = cost_of_change(state, next);
                Some(ahead[at][state] + costs[at][place] + change + behind[at + 1][next])
            });
            totals.min().unwrap_or(FAR)
        };
        let others = READINGS.into_iter().filter(|&other| other != reading);
        let second = others.map(total_of).min().unwrap_or(FAR);
        let is_clear = second - total_of(reading) >= CLEAR && cost < MISPLACED;
        decided.push(DecidedSign { reading, state, is_clear });
        state = next;
    }
    decided
}

/// For each sign that opens a quotation the one that closes it, and the other way round.
fn find_partners(
    signs: &[StraightSign<'_>],
    decided: &[DecidedSign],
) -> Vec<Option<usize>> {
    let mut partners = vec![None; signs.len()];
    let mut open = [Vec::new(), Vec::new()];
    for (at, (sign, one)) in signs.iter().zip(decided).enumerate() {
        let open = &mut open[usize::from(sign.is_double)];
        match one.reading {
            SignReading::Opens => open.push(at),
            SignReading::Closes => {
                if let Some(before) = open.pop() {
                    partners[at] = Some(before);
                    partners[before] = Some(at);
                }
            }
            SignReading::Apostrophe | SignReading::Prime => {}
        }
    }
    partners
}

/// The character that a sign stands for.
fn choose_character(
    sign: &StraightSign<'_>,
    decided: &DecidedSign,
    is_quoted: bool,
    style: &QuoteStyle,
) -> (CharacterRule, &'static str) {
    let side = match decided.reading {
        SignReading::Apostrophe => return (CharacterRule::Apostrophe, "’"),
        SignReading::Prime if sign.is_double => return (CharacterRule::Prime, "″"),
        SignReading::Prime => return (CharacterRule::Prime, "′"),
        SignReading::Opens => 0,
        SignReading::Closes => 1,
    };
    let marks = if sign.is_double {
        let is_nested = match decided.reading {
            SignReading::Opens => decided.state == 1,
            _ => decided.state == NESTED_DOUBLE,
        };
        if is_nested || is_quoted { style.marks.inner } else { style.marks.outer }
    } else if matches!(decided.state, 1 | 3) {
        style.marks.inner
    } else {
        style.single
    };
    let mark = marks[side];
    // The text has the space already.
    let has_space = |c: Option<char>| c.is_some_and(char::is_whitespace);
    let is_spaced = match side {
        0 => has_space(sign.after),
        _ => has_space(sign.before),
    };
    let mark = if is_spaced { mark.trim_matches('\u{202F}') } else { mark };
    (CharacterRule::QuotationMark, mark)
}

/// The printed quotation marks of a passage, read up to a byte.
struct PrintedDepth<'t> {
    text: &'t str,
    /// The opening and the closing mark.
    marks: [&'static str; 2],
    /// The bytes that were read.
    read: usize,
    /// How many marks opened a quotation.
    open: usize,
    /// How many closed one.
    closed: usize,
}

impl PrintedDepth<'_> {
    /// Whether a printed quotation is open at a byte, which is not before the last one.
    fn is_quoted(&mut self, at: usize) -> bool {
        let [opening, closing] = self.marks;
        let passed = &self.text[self.read..at];
        self.open += passed.matches(opening).count();
        self.closed += passed.matches(closing).count();
        self.read = at;
        opening != closing && self.open > self.closed
    }
}
