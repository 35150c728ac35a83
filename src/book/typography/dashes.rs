//! Hyphens that stand for dashes, and full stops that stand for an ellipsis.
//!
//! Two or three hyphens are always a dash. A single one is, where it opens speech, where it
//! stands between two spaces, and where a second one closes what it opens: the raya of
//! Spanish is often typed so.

use super::tally::CharacterTally;
use super::{CharacterRule, PassageFindings};
use crate::text::language::Language;
use crate::text::line_ends::OPENING;

/// Languages in which a dash opens speech and encloses asides, without a space inside.
const RAYA: [&str; 8] = ["es", "ca", "gl", "pt", "fr", "it", "ru", "eu"];

/// Languages whose dash between words is as wide as an n.
const EN_DASH: [&str; 8] = ["de", "da", "nb", "nn", "no", "sv", "nl", "pl"];

/// The longest aside between two hyphens, in characters: two lines and a half of a book.
const LONGEST_ASIDE: usize = 160;

/// The dashes of a language, or of a text that has its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct DashStyle {
    /// What two hyphens stand for.
    typed: &'static str,
    /// What a hyphen between two spaces stands for.
    spaced: &'static str,
    /// Whether dashes open speech and enclose asides.
    has_raya: bool,
}

impl DashStyle {
    pub(super) fn new(language: &Language, tally: &CharacterTally) -> Self {
        let primary = language.primary();
        let is_british = language.as_str() == "en-GB";
        let usual = if EN_DASH.contains(&primary) || is_british { "–" } else { "—" };
        let typed =
            if tally.has_two_typed_dashes() { Some("–") } else { tally.printed_dash() };
        Self {
            typed: typed.unwrap_or(usual),
            spaced: if matches!(primary, "ru" | "pt") { "—" } else { "–" },
            has_raya: RAYA.contains(&primary),
        }
    }
}

/// A single hyphen that may open or close an aside: its byte.
type HyphenAt = usize;

/// Finds the dashes of a passage.
pub(super) fn find_dashes(text: &str, style: &DashStyle, found: &mut PassageFindings) {
    let mut asides = AsidePairing { style, speaks: false, open: None, found };
    let mut line_start = 0;
    let mut from = 0;
    while let Some(offset) = text[from..].find(['-', '\n', '—']) {
        let at = from + offset;
        if !text[at..].starts_with('-') {
            if text[at..].starts_with('\n') {
                line_start = at + 1;
            } else {
                asides.speaks |= at == line_start;
            }
            from = at + text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let length = text[at..].bytes().take_while(|&b| b == b'-').count();
        let place = HyphenPlace {
            at,
            length,
            before: text[line_start..at].chars().next_back(),
            after: text[at + length..].chars().next().filter(|&c| c != '\n'),
            text,
        };
        asides.read(&place);
        from = at + length;
    }
    asides.leave_open();
}

/// One or more hyphens, and what is beside them on their line.
struct HyphenPlace<'t> {
    at: usize,
    length: usize,
    before: Option<char>,
    after: Option<char>,
    text: &'t str,
}

impl HyphenPlace<'_> {
    /// What follows the hyphens.
    fn rest(&self) -> &str {
        &self.text[self.at + self.length..]
    }

    /// Whether the hyphens are between two digits.
    fn is_between_digits(&self) -> bool {
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        is_digit(self.before) && is_digit(self.after)
    }

    /// Whether nothing but an opening sign is before the hyphens, and a word follows them.
    fn opens(&self) -> bool {
        let begins =
            |c: char| c.is_whitespace() || OPENING.contains(&c) || "«“\"".contains(c);
        self.before.is_none_or(begins) && self.after.is_some_and(begins_word)
    }

    /// Whether a word is before the hyphens, and no word follows them.
    fn closes(&self) -> bool {
        let ends = |c: char| c.is_whitespace() || ".,;:!?)]»”…".contains(c);
        self.before.is_some_and(|c| !c.is_whitespace()) && self.after.is_none_or(ends)
    }

    /// Whether a space is on either side of the hyphens.
    fn is_spaced(&self) -> bool {
        self.before == Some(' ') && self.after == Some(' ')
    }

    /// Whether the hyphen is the sign of a number below zero: a unit follows the number.
    fn is_minus(&self) -> bool {
        let rest = self.rest();
        let number =
            rest.trim_start_matches(|c: char| c.is_ascii_digit() || ".,".contains(c));
        let unit = number.trim_start_matches([' ', '\u{A0}', '\u{202F}']);
        number.len() < rest.len()
            && self.after.is_some_and(|c| c.is_ascii_digit())
            && self.before.is_none_or(|c| c.is_whitespace() || "([=<>".contains(c))
            && unit.starts_with(['°', 'º', '%'])
    }
}

/// Whether a character begins a word, or a quotation.
fn begins_word(c: char) -> bool {
    c.is_alphabetic() || OPENING.contains(&c) || "«“\"'’…".contains(c)
}

/// Whether a character begins what somebody says.
fn begins_speech(c: char) -> bool {
    c.is_uppercase() || begins_word(c) && !c.is_alphabetic()
}

/// Reads hyphens in order, and pairs those that enclose asides.
struct AsidePairing<'f> {
    style: &'f DashStyle,
    /// The paragraph is speech: it begins with a dash.
    speaks: bool,
    /// A hyphen that may open an aside.
    open: Option<HyphenAt>,
    found: &'f mut PassageFindings,
}

impl AsidePairing<'_> {
    fn read(&mut self, place: &HyphenPlace<'_>) {
        match place.length {
            1 => self.read_single(place),
            2 if place.is_between_digits() => self.replace(place.at, 2, "–"),
            // A rule.
            _ if place.before.is_none() && place.after.is_none() => {}
            // The head or the tail of an arrow.
            2 | 3 if place.before == Some('<') || place.after == Some('>') => {}
            2 if !self.style.has_raya
                && place.before == Some(' ')
                && place.after.is_some_and(char::is_alphabetic)
                && !place.rest().contains("--") =>
            {
                self.found.unclear.push(place.at);
            }
            2 => {
                self.speaks |= place.before.is_none();
                self.replace(place.at, 2, self.style.typed);
            }
            3 => {
                self.speaks |= place.before.is_none();
                self.replace(place.at, 3, "—");
            }
            // A rule.
            _ => {}
        }
    }

    fn read_single(&mut self, place: &HyphenPlace<'_>) {
        if place.is_minus() {
            self.found.replace(CharacterRule::Minus, place.at, 1, "−");
        } else if place.is_spaced() {
            let number = |word: Option<&str>| {
                word.is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()))
            };
            let before = place.text[..place.at].split_whitespace().next_back();
            if !(number(before) && number(place.rest().split_whitespace().next())) {
                self.replace(place.at, 1, self.style.spaced);
            }
        } else if self.style.has_raya {
            self.read_raya(place);
        }
    }

    /// Reads a hyphen that may be a raya: it opens speech or an aside, or closes one.
    fn read_raya(&mut self, place: &HyphenPlace<'_>) {
        if place.before.is_none() {
            let first = place.rest().trim_start().chars().next();
            if first.is_some_and(begins_speech) {
                self.speaks = true;
                self.replace(place.at, 1, "—");
            } else if place.opens() {
                self.found.unclear.push(place.at);
            }
        } else if place.opens() {
            self.leave_open();
            self.open = Some(place.at);
        } else if place.closes() {
            let is_near = |open: &mut HyphenAt| {
                place.text[*open..place.at].chars().count() <= LONGEST_ASIDE
            };
            if let Some(open) = self.open.take_if(is_near) {
                self.replace(open, 1, "—");
                self.replace(place.at, 1, "—");
            } else {
                self.leave_open();
            }
        }
    }

    /// Decides a hyphen that nothing closes: in speech it is a dash, as the words of the
    /// narrator may end the paragraph.
    fn leave_open(&mut self) {
        match self.open.take() {
            Some(open) if self.speaks => self.replace(open, 1, "—"),
            Some(open) => self.found.unclear.push(open),
            None => {}
        }
    }

    fn replace(&mut self, start: usize, length: usize, by: &'static str) {
        self.found.replace(CharacterRule::Dash, start, length, by);
    }
}

/// Finds ellipses: three full stops. Four may be an ellipsis and the end of a sentence.
pub(super) fn find_ellipses(text: &str, found: &mut PassageFindings) {
    let mut from = 0;
    while let Some(offset) = text[from..].find("...") {
        let start = from + offset;
        let length = text[start..].bytes().take_while(|&b| b == b'.').count();
        match length {
            3 => found.replace(CharacterRule::Ellipsis, start, length, "…"),
            4 => found.unclear.push(start),
            // Leaders.
            _ => {}
        }
        from = start + length;
    }
}
