//! Spaces around points: one before a comma, one behind an opening mark, none behind a
//! comma, an ellipsis with spaces in it.
//!
//! Each language, and each printer, has a habit (French sets off `;` and `«`, English
//! prints `. . .`), so the text tells it: what nearly all points of a kind do, the few
//! others did before the extraction.

use super::lines::characters;
use crate::recover::rows::row::Row;
use crate::source::Text;
use crate::text::span::Span;

/// Of so many points of a kind, one at most may stand otherwise so that it is a slip of the
/// extraction. A text that varies more is left as it is.
const ONE_SLIP_IN: usize = 12;

/// The same for ellipses, which no printer sets in two ways.
const ONE_ODD_ELLIPSIS_IN: usize = 4;

/// Two odd points of a kind within so many rows are no slips: the passage is quoted from
/// another printer.
const FAR: usize = 6;

/// A word of fewer letters before a full stop may be an abbreviation.
const ABBREVIATION: usize = 3;

/// Points that are set alike, on one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Before a comma or a full stop.
    BeforeComma,
    /// Before a colon, a semicolon, an exclamation or question mark.
    BeforeColon,
    /// Before what closes a quotation.
    BeforeQuote,
    /// Before a pointed one.
    BeforeGuillemet,
    /// Before what closes a bracket.
    BeforeBracket,
    /// Behind an inverted question or exclamation mark.
    BehindInverted,
    /// Behind what opens a quotation.
    BehindQuote,
    /// Behind a pointed one.
    BehindGuillemet,
    /// Behind what opens a bracket.
    BehindBracket,
    /// Behind a comma, and a semicolon that closes no word: in a word it is a misread letter.
    BehindComma,
    /// Behind the full stop of a sentence.
    BehindStop,
    /// Inside an ellipsis, on one side of its second point.
    InEllipsis,
    /// Inside an ellipsis, on both sides: some printers set it so. It is a slip where the
    /// text has others.
    ThroughEllipsis,
}

/// How many kinds there are.
const KINDS: usize = 13;

impl Kind {
    const ALL: [Self; KINDS] = [
        Self::BeforeComma,
        Self::BeforeColon,
        Self::BeforeQuote,
        Self::BeforeGuillemet,
        Self::BeforeBracket,
        Self::BehindInverted,
        Self::BehindQuote,
        Self::BehindGuillemet,
        Self::BehindBracket,
        Self::BehindComma,
        Self::BehindStop,
        Self::InEllipsis,
        Self::ThroughEllipsis,
    ];

    /// What leans on the word before it.
    fn before(c: char) -> Option<Self> {
        Some(match c {
            ',' | '.' => Self::BeforeComma,
            ':' | ';' | '!' | '?' => Self::BeforeColon,
            '”' => Self::BeforeQuote,
            '»' => Self::BeforeGuillemet,
            ')' | ']' => Self::BeforeBracket,
            _ => return None,
        })
    }

    /// What leans on the word behind it.
    fn behind(c: char) -> Option<Self> {
        Some(match c {
            '¿' | '¡' => Self::BehindInverted,
            '“' => Self::BehindQuote,
            '«' => Self::BehindGuillemet,
            '(' | '[' => Self::BehindBracket,
            _ => return None,
        })
    }

    /// Of so many places one at most may be a slip.
    fn one_slip_in(self) -> usize {
        match self {
            Self::InEllipsis | Self::ThroughEllipsis => ONE_ODD_ELLIPSIS_IN,
            _ => ONE_SLIP_IN,
        }
    }

    /// Whether a space is wanted there as a rule.
    fn wants_space(self) -> bool {
        matches!(self, Self::BehindComma | Self::BehindStop)
    }
}

/// A place beside a point.
#[derive(Debug, Clone, Copy)]
struct Place {
    kind: Kind,
    /// The first character of the white space, or the one before which it is wanting.
    from: usize,
    /// Behind its last; the same where there is none.
    to: usize,
}

impl Place {
    /// Whether it is not as it is by rule.
    fn is_odd(self) -> bool {
        (self.from < self.to) != self.kind.wants_space()
    }
}

/// The white space to take away or put in around points, in streams of rows.
pub(crate) fn edits(text: &Text, holes: &[Span], streams: &[&[Row]]) -> Vec<Span> {
    let mut odd: Vec<(usize, &Row, Kind)> = Vec::new();
    let mut all = [0_usize; KINDS];
    let mut line = Vec::new();
    for (number, row) in streams.iter().copied().flatten().enumerate() {
        line.clear();
        line.extend(row.plain.chars());
        places(&line, |place| {
            all[place.kind as usize] += 1;
            if place.is_odd() {
                odd.push((number, row, place.kind));
            }
        });
    }
    let broken_ellipses = odd.iter().any(|(.., kind)| *kind == Kind::InEllipsis);
    let mut edits = Vec::new();
    for kind in Kind::ALL {
        let of_kind = odd.iter().filter(|(.., odd)| *odd == kind);
        let mut rows: Vec<(usize, &Row)> =
            of_kind.map(|&(number, row, _)| (number, row)).collect();
        let habit = rows.len() * kind.one_slip_in() > all[kind as usize];
        if habit || kind == Kind::ThroughEllipsis && !broken_ellipses {
            continue;
        }
        rows.dedup_by_key(|(number, _)| *number);
        for (at, &(number, row)) in rows.iter().enumerate() {
            let far = |other: Option<&(usize, &Row)>| {
                other.is_none_or(|(other, _)| other.abs_diff(number) >= FAR)
            };
            if !far(rows.get(at + 1)) || !far(at.checked_sub(1).map(|at| &rows[at])) {
                continue;
            }
            let characters = characters(text, holes, row.span);
            let line: Vec<char> = characters.iter().map(|&(_, c)| c).collect();
            places(&line, |place| {
                if place.is_odd() && place.kind == kind {
                    edits.extend(span(&characters, place, row.span));
                }
            });
        }
    }
    edits
}

/// The white space of a place; none where a mark or a cut stands in it.
fn span(characters: &[(u32, char)], place: Place, row: Span) -> Option<Span> {
    let Place { from, to, .. } = place;
    let start = characters.get(from)?.0;
    if from == to {
        // A mark may stand between the point and the word.
        let (before, c) = *characters.get(from.checked_sub(1)?)?;
        let follows = before + u32::try_from(c.len_utf8()).ok()? == start;
        return follows.then_some(Span { start, end: start, ..row });
    }
    let (last, c) = characters[to - 1];
    let end = last + u32::try_from(c.len_utf8()).ok()?;
    let length: usize = characters[from..to].iter().map(|(_, c)| c.len_utf8()).sum();
    ((end - start) as usize == length).then_some(Span { start, end, ..row })
}

/// Finds the places beside the points of a line.
fn places(line: &[char], mut each: impl FnMut(Place)) {
    for (at, &c) in line.iter().enumerate() {
        if c.is_alphanumeric() || c == ' ' {
            continue;
        }
        let space_before = line[..at].iter().rev().take_while(|c| **c == ' ').count();
        let space_behind = line[at + 1..].iter().take_while(|c| **c == ' ').count();
        let before = line[..at - space_before].last().copied();
        let behind = line.get(at + 1 + space_behind).copied();
        if let Some(kind) = Kind::before(c)
            && before.is_some_and(ends_word)
            && !(space_behind == 0 && behind.is_some_and(goes_on))
        {
            each(Place { kind, from: at - space_before, to: at });
        }
        if let Some(kind) = Kind::behind(c)
            && behind.is_some_and(char::is_alphabetic)
            && (space_before > 0 || before.is_none_or(|c| "¡¿—(“«".contains(c)))
        {
            each(Place { kind, from: at + 1, to: at + 1 + space_behind });
        }
        if let Some(kind) = parting(&line[..at], c, &line[at + 1..]) {
            each(Place { kind, from: at + 1, to: at + 1 + space_behind });
        }
        if c == '.' && space_before == 0 && before.is_some_and(ends_word) {
            ellipsis(line, at, &mut each);
        }
    }
}

/// Whether a word ends with a character, or a quotation or bracket.
fn ends_word(c: char) -> bool {
    c.is_alphanumeric() || "”»)]’'\"%".contains(c)
}

/// Whether behind a point there is no end of a word, but more of the same: an ellipsis, a
/// number, an address.
fn goes_on(c: char) -> bool {
    c.is_alphanumeric() || c == '.'
}

/// Whether a point parts what is before it from what is behind it.
fn parting(before: &[char], c: char, behind: &[char]) -> Option<Kind> {
    let next = behind.iter().find(|c| **c != ' ')?;
    let glued = behind.first() == Some(next);
    if !next.is_alphabetic() || !before.last().is_some_and(|&c| ends_word(c)) {
        return None;
    }
    let word = before.iter().rev().take_while(|c| c.is_alphabetic()).count();
    let closed = word == 0 && !before.last()?.is_numeric();
    match c {
        ',' if word > 1 || closed => Some(Kind::BehindComma),
        ';' if closed => Some(Kind::BehindComma),
        '.' => {
            let small = before[before.len() - word..].iter().all(|c| c.is_lowercase());
            let sentence = next.is_uppercase()
                && (!glued || behind.get(1).is_some_and(|c| c.is_lowercase()));
            let address = before.iter().rev().take_while(|c| **c != ' ');
            let address = glued && address.clone().any(|c| "./@:".contains(*c));
            (small && word >= ABBREVIATION && sentence && !address)
                .then_some(Kind::BehindStop)
        }
        _ => None,
    }
}

/// Three full stops behind a word, and the white space between them.
fn ellipsis(line: &[char], at: usize, each: &mut impl FnMut(Place)) {
    let stop = |from: usize| {
        let spaces = line[from..].iter().take_while(|c| **c == ' ').count();
        (line.get(from + spaces) == Some(&'.')).then_some(from + spaces)
    };
    let Some(second) = stop(at + 1) else { return };
    let Some(third) = stop(second + 1) else { return };
    let ends = line.get(third + 1).is_none_or(|c| !c.is_alphanumeric());
    if ends && stop(third + 1).is_none() {
        let one_side = (second > at + 1) != (third > second + 1);
        let kind = if one_side { Kind::InEllipsis } else { Kind::ThroughEllipsis };
        each(Place { kind, from: at + 1, to: second });
        each(Place { kind, from: second + 1, to: third });
        if third == at + 2 {
            each(Place { kind: Kind::InEllipsis, from: third, to: third });
        }
    }
}
