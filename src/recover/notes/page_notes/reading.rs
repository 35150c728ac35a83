//! What the OCR may have made of labels and marks: figures, signs, and single letters.

use crate::recover::notes::mark_candidate::{MarkCandidate, MarkSetting};
use crate::recover::page::source_layout::SourceLayout;
use crate::text::note_labels::opens_text;
use crate::text::span::Span;

/// Largest number of a note on a page.
pub(super) const MOST_NOTES: u32 = 25;

/// Most equal signs in a row.
const MOST_SIGNS: usize = 3;

/// The letters that an OCR reads for `†`, `‡` and raised figures.
const LETTERS: [char; 8] = ['f', 't', 'J', 'X', 'I', 'l', 'i', 'S'];

/// A label or mark as the OCR read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reading {
    /// A number.
    Figure(u32),
    /// So many equal signs, or a single letter.
    Sign(char, usize),
}

/// Where a possible label is, and what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LabelPlace {
    /// At the beginning of a line, before what may begin a text.
    LineStart,
    /// At the beginning of a line, before a lower-case letter.
    BeforeSmall,
    /// Inside a line, after the end of a sentence: short notes share a line.
    Inside,
}

/// What may be the label of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PossibleLabel {
    /// Its solid line.
    pub(super) line_no: usize,
    /// Its characters with the point and the spaces after them.
    pub(super) span: Span,
    /// What it was read as.
    pub(super) reading: Reading,
    /// Where it is.
    pub(super) place: LabelPlace,
}

/// What may be the mark of a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PossibleMark {
    /// Its solid line.
    pub(super) line_no: usize,
    /// Its characters.
    pub(super) span: Span,
    /// What it was read as.
    pub(super) reading: Reading,
    /// How it is set.
    pub(super) setting: MarkSetting,
    /// What the words around it say against a mark, in hundredths of a nat.
    pub(super) doubt: i32,
}

/// Whether a character may be a misread mark or label: a sign that is no punctuation.
fn is_sign(c: char) -> bool {
    let bracket = matches!(c, '(' | ')' | '[' | ']' | '{' | '}');
    let quotation = matches!(c, '«' | '»' | '“' | '”' | '„' | '‘' | '’' | '‹' | '›');
    let point = matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '…' | '¿' | '¡' | '·');
    let dash = matches!(c, '-' | '‐' | '–' | '—' | '_' | '=' | '/' | '&' | '\u{AD}');
    !(c.is_alphanumeric() || c.is_whitespace() || bracket || quotation || point || dash)
}

/// Whether a note may begin with a text, after its label.
fn opens_note(text: &str) -> bool {
    let opens = |c: char| {
        opens_text(c) || c.is_ascii_digit() || matches!(c, '—' | '–' | '\'' | '»')
    };
    text.starts_with(opens) || text.starts_with("- ")
}

/// Reads the token at the beginning of a text as a label: the reading and the length.
fn read_token(text: &str) -> Option<(Reading, usize)> {
    let first = text.chars().next()?;
    if first.is_ascii_digit() {
        let length = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let number = text[..length].parse().ok().filter(|_| length <= 2)?;
        return (1..=MOST_NOTES)
            .contains(&number)
            .then_some((Reading::Figure(number), length));
    }
    let letter = LETTERS.contains(&first);
    if !letter && !is_sign(first) {
        return None;
    }
    let length = text.find(|c| c != first).unwrap_or(text.len());
    let count = length / first.len_utf8();
    let most = if letter { 1 } else { MOST_SIGNS };
    (count <= most).then_some((Reading::Sign(first, count), length))
}

/// Finds what may be labels in a line.
pub(super) fn find_labels(
    source: &SourceLayout<'_>,
    line_no: usize,
    found: &mut Vec<PossibleLabel>,
) {
    let line = source.text.lines[source.solid_lines[line_no]].span;
    let text = source.text.slice(line);
    let indent = text.len() - text.trim_start().len();
    let words = text.trim();
    let mut add = |at: usize, length: usize, reading: Reading, place: LabelPlace| {
        let span = line.part(indent + at..indent + at + length);
        found.push(PossibleLabel { line_no, span, reading, place });
    };
    if let Some((reading, length, place)) = read_first_label(words) {
        add(0, length, reading, place);
    }
    for (space, _) in words.match_indices(' ') {
        let ended = ['.', '»', '”', '"', ')', '!', '?', 'º', 'ª'];
        let token = &words[space + 1..];
        if !words[..space].ends_with(ended) || token.starts_with(['I', 'l', 'i', 'S']) {
            continue;
        }
        let Some((reading, length)) = read_token(token) else { continue };
        let note = token[length..].trim_start();
        let parted = note.len() < token.len() - length;
        if parted && opens_note(note) && !note.starts_with(|c: char| c.is_ascii_digit()) {
            add(space + 1, token.len() - note.len(), reading, LabelPlace::Inside);
        }
    }
}

/// Reads the beginning of a line as a label: the reading, the length with what belongs to
/// it, and the place.
fn read_first_label(words: &str) -> Option<(Reading, usize, LabelPlace)> {
    let (reading, length) = read_token(words)?;
    let remainder = &words[length..];
    let figure = matches!(reading, Reading::Figure(_));
    let point = figure && remainder.starts_with(['.', ')']);
    let remainder = &remainder[usize::from(point)..];
    let note = remainder.trim_start();
    let glued = note.len() == remainder.len();
    let printed = matches!(reading, Reading::Sign('*' | '†' | '‡' | '§' | '¶', _));
    if !note.contains(char::is_alphabetic)
        || glued && !(figure || printed)
        || glued && point
    {
        return None;
    }
    let letter = matches!(reading, Reading::Sign(c, _) if c.is_alphabetic());
    let place = match () {
        () if opens_note(note) => LabelPlace::LineStart,
        () if glued || letter => return None,
        () => LabelPlace::BeforeSmall,
    };
    // A number goes on: `1 000`, `12 18`.
    let goes_on = figure && note.starts_with(|c: char| c.is_ascii_digit());
    (!goes_on).then_some((reading, words.len() - note.len(), place))
}

/// Figures that are hardly marks, in hundredths of a nat, are not considered.
const LEAST_FIGURE: i32 = -250;

/// The usual score of a figure that is set like this.
fn expect_figure(setting: MarkSetting) -> i32 {
    match setting {
        MarkSetting::SpacedPoint => 120,
        MarkSetting::SpacedWord => -70,
        MarkSetting::LineStart | MarkSetting::Alone => -60,
        MarkSetting::Suffix => -150,
        _ => 250,
    }
}

/// A number that may be a mark, or the last figures of one.
pub(super) fn take_figure(figure: &MarkCandidate) -> Option<PossibleMark> {
    let possible = figure.number <= MOST_NOTES && figure.worth >= LEAST_FIGURE;
    possible.then_some(PossibleMark {
        line_no: figure.line_no,
        span: figure.span,
        reading: Reading::Figure(figure.number),
        setting: figure.setting,
        doubt: (figure.worth - expect_figure(figure.setting)).min(0),
    })
}

/// Finds the signs and single letters of a line that may be marks.
pub(super) fn find_signs(
    source: &SourceLayout<'_>,
    line_no: usize,
    found: &mut Vec<PossibleMark>,
) {
    let line = source.text.lines[source.solid_lines[line_no]].span;
    let text = source.text.slice(line);
    let mut end = 0;
    for (start, c) in text.char_indices() {
        if start < end || !(is_sign(c) || LETTERS.contains(&c)) {
            continue;
        }
        let length = text[start..].find(|other| other != c);
        end = length.map_or(text.len(), |length| start + length);
        let count = (end - start) / c.len_utf8();
        let (head, tail) = (&text[..start], &text[end..]);
        let most = if c.is_alphabetic() { 1 } else { MOST_SIGNS };
        let Some(setting) = classify_setting(c, head, tail) else { continue };
        if count <= most {
            found.push(PossibleMark {
                line_no,
                span: line.part(start..end),
                reading: Reading::Sign(c, count),
                setting,
                doubt: 0,
            });
        }
    }
}

/// Classifies the context of a sign or a single letter; `None` if it is no mark.
fn classify_setting(sign: char, head: &str, tail: &str) -> Option<MarkSetting> {
    let before = head.chars().next_back();
    let after = tail.chars().next();
    let letter = sign.is_alphabetic();
    if after.is_some_and(|c| c.is_alphanumeric() || is_sign(c) || "([«“‘".contains(c))
    {
        return None;
    }
    let last = head.trim_end().chars().next_back();
    let (Some(before), Some(last)) = (before, last) else {
        // A sign at the beginning of a line, after a space in print.
        let apart = !letter && after.is_some_and(char::is_whitespace);
        return (apart && tail.contains(char::is_alphabetic))
            .then_some(MarkSetting::LineStart);
    };
    let measures = matches!(sign, '%' | '°' | '\'' | '"') && last.is_ascii_digit();
    if is_sign(last) || measures {
        return None;
    }
    if before.is_whitespace() {
        let word = last.is_alphanumeric();
        return Some(if word {
            MarkSetting::SpacedWord
        } else {
            MarkSetting::SpacedPoint
        });
    }
    match before.is_alphanumeric() {
        // No word ends in a capital.
        true if letter && !(sign.is_uppercase() && before.is_lowercase()) => None,
        true => Some(MarkSetting::AfterLetter),
        false if "-–—([{«“‘/&=_".contains(before) => None,
        false if letter && !after.is_none_or(char::is_whitespace) => None,
        false => Some(MarkSetting::AfterPoint),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_begin_with_misread_labels() {
        use LabelPlace::{BeforeSmall, LineStart};
        let read = read_first_label;
        assert_eq!(read("^ Wheels, p. 4"), Some((Reading::Sign('^', 1), 2, LineStart)));
        assert_eq!(read("2 Wheels, p. 4"), Some((Reading::Figure(2), 2, LineStart)));
        assert_eq!(read("2. «Wheels»"), Some((Reading::Figure(2), 3, LineStart)));
        assert_eq!(read("t Wheels"), Some((Reading::Sign('t', 1), 2, LineStart)));
        assert_eq!(read("*Wheels"), Some((Reading::Sign('*', 1), 1, LineStart)));
        assert_eq!(read("2 wheels"), Some((Reading::Figure(2), 2, BeforeSmall)));
        assert_eq!(read("t wheels"), None);
        assert_eq!(read("'Wheels"), None);
        assert_eq!(read("1888, wheels"), None);
        assert_eq!(read("* * *"), None);
    }

    #[test]
    fn signs_are_set_after_words() {
        use MarkSetting::{AfterLetter, AfterPoint, SpacedPoint, SpacedWord};
        let read = |text: &str| {
            let at = text.find(['^', '\'', 'f']).unwrap_or(0);
            let sign = text[at..].chars().next().unwrap_or(' ');
            classify_setting(sign, &text[..at], &text[at + 1..])
        };
        assert_eq!(read("the mill^ and"), Some(AfterLetter));
        assert_eq!(read("the mill.' And"), Some(AfterPoint));
        assert_eq!(read("the mill ^, and"), Some(SpacedWord));
        assert_eq!(read("the mill, f and"), Some(SpacedPoint));
        assert_eq!(read("the mill's"), None);
        assert_eq!(read("the '"), Some(SpacedWord));
        assert_eq!(read("10'"), None);
    }
}
