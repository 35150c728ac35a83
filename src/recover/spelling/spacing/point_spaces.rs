//! Spaces around punctuation: one before a comma, one after an opening mark, none after a
//! comma, an ellipsis with spaces in it.
//!
//! Languages and printers have different habits (French sets off `;` and `«`, English
//! prints `. . .`), so the text itself shows the rule. If nearly all marks of a kind have
//! one spacing, the few others had it before the extraction.

use super::word_lines::characters_outside_holes;
use crate::recover::rows::row::Row;
use crate::source::Text;
use crate::text::span::Span;

/// A deviation is an error of the extraction if at most one mark of its kind in this many
/// deviates. A text that varies more remains as it is.
const ONE_SLIP_IN: usize = 12;

/// The same for ellipses, which no printer sets in two ways.
const ONE_ODD_ELLIPSIS_IN: usize = 4;

/// Two deviations of a kind within this many rows are not errors: the passage quotes
/// another printer.
const FAR: usize = 6;

/// A word of fewer letters before a full stop may be an abbreviation.
const ABBREVIATION: usize = 3;

/// Punctuation of one kind, on one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PointKind {
    /// Before a comma or a full stop.
    BeforeComma,
    /// Before a colon, a semicolon, an exclamation or question mark.
    BeforeColon,
    /// Before a closing quotation mark.
    BeforeQuote,
    /// Before a closing guillemet.
    BeforeGuillemet,
    /// Before a closing bracket.
    BeforeBracket,
    /// After an inverted question or exclamation mark.
    AfterInverted,
    /// After an opening quotation mark.
    AfterQuote,
    /// After an opening guillemet.
    AfterGuillemet,
    /// After an opening bracket.
    AfterBracket,
    /// After a comma, or after a semicolon that follows no word: in a word it is a
    /// misread letter.
    AfterComma,
    /// After the full stop of a sentence.
    AfterStop,
    /// Inside an ellipsis, on one side of its second point.
    InEllipsis,
    /// Inside an ellipsis, on both sides: some printers set it so. It is an error if the
    /// text has others.
    ThroughEllipsis,
}

/// The number of kinds.
const KINDS: usize = 13;

impl PointKind {
    const ALL: [Self; KINDS] = [
        Self::BeforeComma,
        Self::BeforeColon,
        Self::BeforeQuote,
        Self::BeforeGuillemet,
        Self::BeforeBracket,
        Self::AfterInverted,
        Self::AfterQuote,
        Self::AfterGuillemet,
        Self::AfterBracket,
        Self::AfterComma,
        Self::AfterStop,
        Self::InEllipsis,
        Self::ThroughEllipsis,
    ];

    /// The kind of a mark that attaches to the word before it.
    fn kind_before(c: char) -> Option<Self> {
        Some(match c {
            ',' | '.' => Self::BeforeComma,
            ':' | ';' | '!' | '?' => Self::BeforeColon,
            '”' => Self::BeforeQuote,
            '»' => Self::BeforeGuillemet,
            ')' | ']' => Self::BeforeBracket,
            _ => return None,
        })
    }

    /// The kind of a mark that attaches to the word after it.
    fn kind_after(c: char) -> Option<Self> {
        Some(match c {
            '¿' | '¡' => Self::AfterInverted,
            '“' => Self::AfterQuote,
            '«' => Self::AfterGuillemet,
            '(' | '[' => Self::AfterBracket,
            _ => return None,
        })
    }

    /// At most one mark in this many may deviate by an error.
    fn one_slip_in(self) -> usize {
        match self {
            Self::InEllipsis | Self::ThroughEllipsis => ONE_ODD_ELLIPSIS_IN,
            _ => ONE_SLIP_IN,
        }
    }

    /// Whether the rule is a space.
    fn wants_space(self) -> bool {
        matches!(self, Self::AfterComma | Self::AfterStop)
    }
}

/// A place beside a mark.
#[derive(Debug, Clone, Copy)]
struct PointPlace {
    kind: PointKind,
    /// The first character of the white space, or the one before which it is missing.
    from: usize,
    /// One past its last character; equal to `from` if there is none.
    to: usize,
}

impl PointPlace {
    /// Whether it deviates from the rule.
    fn is_odd(self) -> bool {
        (self.from < self.to) != self.kind.wants_space()
    }
}

/// Finds white space to remove or insert around punctuation, in streams of rows.
pub(crate) fn find_edits(text: &Text, holes: &[Span], streams: &[&[Row]]) -> Vec<Span> {
    let mut odd: Vec<(usize, &Row, PointKind)> = Vec::new();
    let mut all = [0_usize; KINDS];
    let mut line = Vec::new();
    for (number, row) in streams.iter().copied().flatten().enumerate() {
        line.clear();
        line.extend(row.plain.chars());
        visit_places(&line, |place| {
            all[place.kind as usize] += 1;
            if place.is_odd() {
                odd.push((number, row, place.kind));
            }
        });
    }
    let broken_ellipses = odd.iter().any(|(.., kind)| *kind == PointKind::InEllipsis);
    let mut edits = Vec::new();
    for kind in PointKind::ALL {
        let of_kind = odd.iter().filter(|(.., odd)| *odd == kind);
        let mut rows: Vec<(usize, &Row)> =
            of_kind.map(|&(number, row, _)| (number, row)).collect();
        let habit = rows.len() * kind.one_slip_in() > all[kind as usize];
        if habit || kind == PointKind::ThroughEllipsis && !broken_ellipses {
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
            let characters = characters_outside_holes(text, holes, row.span);
            let line: Vec<char> = characters.iter().map(|&(_, c)| c).collect();
            visit_places(&line, |place| {
                if place.is_odd() && place.kind == kind {
                    edits.extend(white_space_span(&characters, place, row.span));
                }
            });
        }
    }
    edits
}

/// The white space of a place; `None` if it contains a mark or a cut.
fn white_space_span(
    characters: &[(u32, char)],
    place: PointPlace,
    row: Span,
) -> Option<Span> {
    let PointPlace { from, to, .. } = place;
    let start = characters.get(from)?.0;
    if from == to {
        // A mark may be between the punctuation and the word.
        let (before, c) = *characters.get(from.checked_sub(1)?)?;
        let follows = before + u32::try_from(c.len_utf8()).ok()? == start;
        return follows.then_some(Span { start, end: start, ..row });
    }
    let (last, c) = characters[to - 1];
    let end = last + u32::try_from(c.len_utf8()).ok()?;
    let length: usize = characters[from..to].iter().map(|(_, c)| c.len_utf8()).sum();
    ((end - start) as usize == length).then_some(Span { start, end, ..row })
}

/// Visits the places beside the punctuation of a line.
fn visit_places(line: &[char], mut each: impl FnMut(PointPlace)) {
    for (at, &c) in line.iter().enumerate() {
        if c.is_alphanumeric() || c == ' ' {
            continue;
        }
        let space_before = line[..at].iter().rev().take_while(|c| **c == ' ').count();
        let space_after = line[at + 1..].iter().take_while(|c| **c == ' ').count();
        let before = line[..at - space_before].last().copied();
        let after = line.get(at + 1 + space_after).copied();
        if let Some(kind) = PointKind::kind_before(c)
            && before.is_some_and(ends_word)
            && !(space_after == 0 && after.is_some_and(continues_token))
        {
            each(PointPlace { kind, from: at - space_before, to: at });
        }
        if let Some(kind) = PointKind::kind_after(c)
            && after.is_some_and(char::is_alphabetic)
            && (space_before > 0 || before.is_none_or(|c| "¡¿—(“«".contains(c)))
        {
            each(PointPlace { kind, from: at + 1, to: at + 1 + space_after });
        }
        if let Some(kind) = classify_parting(&line[..at], c, &line[at + 1..]) {
            each(PointPlace { kind, from: at + 1, to: at + 1 + space_after });
        }
        if c == '.' && space_before == 0 && before.is_some_and(ends_word) {
            visit_ellipsis(line, at, &mut each);
        }
    }
}

/// Whether a character ends a word, a quotation or a bracket.
fn ends_word(c: char) -> bool {
    c.is_alphanumeric() || "”»)]’'\"%".contains(c)
}

/// Whether a mark is followed by more of the same token: an ellipsis, a number, an
/// address, the sign of an assignment (`::=`).
fn continues_token(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | ':' | '=')
}

/// The kind of a mark that separates what precedes it from what follows.
fn classify_parting(before: &[char], c: char, after: &[char]) -> Option<PointKind> {
    let next = after.iter().find(|c| **c != ' ')?;
    let glued = after.first() == Some(next);
    if !next.is_alphabetic() || !before.last().is_some_and(|&c| ends_word(c)) {
        return None;
    }
    let word = before.iter().rev().take_while(|c| c.is_alphabetic()).count();
    let closed = word == 0 && !before.last()?.is_numeric();
    match c {
        ',' if word > 1 || closed => Some(PointKind::AfterComma),
        ';' if closed => Some(PointKind::AfterComma),
        '.' => {
            let small = before[before.len() - word..].iter().all(|c| c.is_lowercase());
            let sentence = next.is_uppercase()
                && (!glued || after.get(1).is_some_and(|c| c.is_lowercase()));
            let address = before.iter().rev().take_while(|c| **c != ' ');
            let address = glued && address.clone().any(|c| "./@:".contains(*c));
            (small && word >= ABBREVIATION && sentence && !address)
                .then_some(PointKind::AfterStop)
        }
        _ => None,
    }
}

/// Visits three full stops after a word, and the white space between them.
fn visit_ellipsis(line: &[char], at: usize, each: &mut impl FnMut(PointPlace)) {
    let stop = |from: usize| {
        let spaces = line[from..].iter().take_while(|c| **c == ' ').count();
        (line.get(from + spaces) == Some(&'.')).then_some(from + spaces)
    };
    let Some(second) = stop(at + 1) else { return };
    let Some(third) = stop(second + 1) else { return };
    let ends = line.get(third + 1).is_none_or(|c| !c.is_alphanumeric());
    if ends && stop(third + 1).is_none() {
        let one_side = (second > at + 1) != (third > second + 1);
        let kind =
            if one_side { PointKind::InEllipsis } else { PointKind::ThroughEllipsis };
        each(PointPlace { kind, from: at + 1, to: second });
        each(PointPlace { kind, from: second + 1, to: third });
        if third == at + 2 {
            each(PointPlace { kind: PointKind::InEllipsis, from: third, to: third });
        }
    }
}
