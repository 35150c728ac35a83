//! Marks that an OCR program read as signs.
//!
//! Raised figures are small, and OCR programs read them as `!`, `?` or `®`. Such a sign does
//! not say its number. But the labels at the foot of the page do, and labels and marks have
//! the same order: the signs that stand where no such sign is written are aligned with the
//! labels of their page.

use std::ops::Range;

use super::mark_candidate::{MarkCandidate, MarkSetting};
use super::note_label::NoteLabel;
use super::read_labels::read_labels;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::alignment::AlignmentTable;
use crate::text::note_series::LabelSeries;
use crate::text::span::Span;

// Scores in hundredths of a nat, set on the pages of four books, which Tesseract 5.3 had read
// at 200 dots per inch.

/// The sign cannot be what it was read as: `word?.`, `word.!`, `word®`.
const IMPOSSIBLE: i32 = 200;
/// An exclamation or question mark right after a word, in a text that writes a space there.
const UNEXPECTED: i32 = 100;
/// An exclamation or question mark before a small letter.
const UNUSUAL: i32 = 40;
/// One at the end of a sentence.
const USUAL: i32 = -150;
/// A label without a mark.
const UNCALLED: i32 = 0;
/// A number that was read right, and is that of the label.
const SAME_NUMBER: i32 = 300;
/// A figure of the token is the one of the label in its place, or another.
const SAME_FIGURE: i32 = 60;
const OTHER_FIGURE: i32 = -150;
/// A sign as which the figure of the label is often read.
const LIKE_FIGURE: i32 = 30;
/// The token has more or fewer characters than the label has figures.
const OTHER_LENGTH: i32 = -100;
/// Least worth of a figure that may be a mark.
const LEAST_FIGURE: i32 = 100;
/// Largest worth of the marks that are found.
const MOST_WORTH: i32 = 250;
/// The longest token: three figures, or one in brackets and what is read beside it.
const LONGEST: usize = 4;
/// The share of exclamation and question marks after a space, in per cent, from which on the
/// text writes them so, as French does.
const SPACED: usize = 30;

/// Signs, and the figures that are often read as each.
const READ_AS: [(char, &str); 6] =
    [('!', "1"), ('?', "27"), ('®', "0368"), ('°', "09"), ('©', "0368"), ('*', "148")];

/// A sign or a figure that may be the mark of a label.
struct ReadToken {
    line_no: usize,
    span: Span,
    /// Its number, if it was read as figures.
    number: Option<u32>,
    setting: MarkSetting,
    worth: i32,
}

/// Adds the marks that were read as signs to those that were found. `bounds` are the solid
/// lines with which pages begin.
pub(super) fn add_misread_marks(
    source: &SourceLayout<'_>,
    bounds: &[usize],
    open: impl Fn(usize) -> bool,
    marks: &mut Vec<MarkCandidate>,
) {
    let spaced = writes_spaced_points(source);
    let found: Vec<MarkCandidate> = source
        .divide_into_pages(bounds)
        .flat_map(|page| {
            let lines: Vec<usize> = page.filter(|&line_no| open(line_no)).collect();
            find_on_page(source, &lines, spaced, marks)
        })
        .collect();
    marks.extend(found);
    marks.sort_by_key(|mark| (mark.span.start, mark.span.end));
}

/// Whether the text writes a space before exclamation and question marks.
fn writes_spaced_points(source: &SourceLayout<'_>) -> bool {
    let (mut spaced, mut all) = (0, 0);
    for line_no in 0..source.solid_lines.len() {
        let words = source.words(line_no);
        for (at, _) in words.match_indices(is_end_point) {
            all += 1;
            spaced += usize::from(words[..at].ends_with(char::is_whitespace));
        }
    }
    spaced * 100 > all * SPACED
}

/// Finds the misread marks of a page by its lines; `spaced` says that the text writes a space
/// before exclamation and question marks.
fn find_on_page(
    source: &SourceLayout<'_>,
    lines: &[usize],
    spaced: bool,
    marks: &[MarkCandidate],
) -> Vec<MarkCandidate> {
    let labels: Vec<NoteLabel> = lines
        .iter()
        .filter_map(|&line_no| {
            let figure = |label: &NoteLabel| label.series == LabelSeries::Figure;
            read_labels(source, line_no).into_iter().find(figure)
        })
        .filter(|label| !label.alone)
        .collect();
    if labels.is_empty() {
        return Vec::new();
    }
    let mut tokens: Vec<ReadToken> = Vec::new();
    for &line_no in lines {
        find_tokens(source, line_no, spaced, &mut tokens);
        let first = marks.partition_point(|mark| mark.line_no < line_no);
        let of_line = marks[first..].iter().take_while(|mark| mark.line_no == line_no);
        let figures = of_line.filter(|mark| {
            mark.series == LabelSeries::Figure && mark.worth >= LEAST_FIGURE
        });
        tokens.extend(figures.map(|mark| ReadToken {
            line_no,
            span: mark.span,
            number: Some(mark.number),
            setting: mark.setting,
            worth: SAME_NUMBER,
        }));
    }
    tokens.sort_by_key(|token| (token.span.start, token.span.end));
    let windows: Vec<Range<usize>> = labels
        .iter()
        .map(|label| 0..tokens.partition_point(|token| token.line_no < label.line_no))
        .collect();
    let score = |label: usize, token: usize| {
        score_token(source, &tokens[token], labels[label].number)
    };
    let path = AlignmentTable::new(&windows, UNCALLED, score).best_path();
    let matched = labels.iter().zip(path).filter_map(|(label, token)| {
        let token = &tokens[token?];
        let worth = score_token(source, token, label.number)?.min(MOST_WORTH);
        token.number.is_none().then_some(MarkCandidate {
            line_no: token.line_no,
            span: token.span,
            number: label.number,
            series: LabelSeries::Figure,
            setting: token.setting,
            worth,
        })
    });
    matched.collect()
}

/// Scores a token as the mark of a number; `None` if it is another number.
fn score_token(source: &SourceLayout<'_>, token: &ReadToken, number: u32) -> Option<i32> {
    if let Some(read) = token.number {
        return (read == number).then_some(token.worth);
    }
    let read: Vec<char> = source.text.slice(token.span).chars().collect();
    let printed: Vec<char> = number.to_string().chars().collect();
    let beyond = read.len().checked_sub(printed.len());
    let likeness = match beyond {
        Some(0) => compare_figures(&read, &printed),
        // Brackets around the number, or one after it.
        Some(2) => compare_figures(&read[1..read.len() - 1], &printed),
        Some(1) => compare_figures(&read[..read.len() - 1], &printed),
        _ => OTHER_LENGTH,
    };
    Some(token.worth + likeness)
}

/// What the characters of a token say for the figures of a number.
fn compare_figures(read: &[char], printed: &[char]) -> i32 {
    let alike = read.iter().zip(printed).map(|(read, printed)| {
        let figures = READ_AS.iter().find(|(sign, _)| sign == read);
        match figures {
            _ if read == printed => SAME_FIGURE,
            _ if read.is_ascii_digit() => OTHER_FIGURE,
            Some((_, figures)) if figures.contains(*printed) => LIKE_FIGURE,
            _ => 0,
        }
    });
    alike.sum()
}

/// Finds the signs in a line, alone or among figures, that are set like a mark.
fn find_tokens(
    source: &SourceLayout<'_>,
    line_no: usize,
    spaced: bool,
    found: &mut Vec<ReadToken>,
) {
    let line = source.text.lines[source.solid_lines[line_no]].span;
    let text = source.text.slice(line);
    let mut end = 0;
    for (start, c) in text.char_indices() {
        let before = || text[..start].chars().next_back();
        let begins = is_sign(c)
            || is_quote(c)
            || c.is_ascii_digit() && before().is_some_and(may_precede_figure);
        if start < end || !begins {
            continue;
        }
        let rest = &text[start..];
        let goes_on = |c: char| is_sign(c) || is_quote(c) || c.is_ascii_digit();
        let length = rest.find(|c: char| !goes_on(c));
        let token = &rest[..length.unwrap_or(rest.len())];
        end = start + token.len();
        let Some((setting, worth)) =
            classify_token(&text[..start], token, &text[end..], spaced)
        else {
            continue;
        };
        let span = line.part(start..end);
        found.push(ReadToken { line_no, span, number: None, setting, worth });
    }
}

/// Whether a figure after this character may begin a mark: after another figure or a space
/// it is a part of a number.
fn may_precede_figure(c: char) -> bool {
    !c.is_ascii_digit() && !c.is_whitespace()
}

/// Whether a character may be a misread figure.
fn is_sign(c: char) -> bool {
    is_end_point(c)
        || matches!(
            c,
            '®' | '©' | '°' | '*' | '^' | '%' | '$' | '§' | '£' | '¢' | '™' | '#'
        )
}

/// Whether a mark that was found has a sign of punctuation or measure, and not only figures
/// or the signs of notes.
pub(crate) fn is_read_as_sign(printed: &str) -> bool {
    printed.contains(|c: char| is_sign(c) && !matches!(c, '*' | '^' | '§'))
}

/// Whether a sign ends sentences.
fn is_end_point(c: char) -> bool {
    matches!(c, '!' | '?')
}

/// Whether a character may be a misread bracket, or a figure among signs.
fn is_quote(c: char) -> bool {
    matches!(c, '\'' | '"' | '“' | '”' | '‘' | '’')
}

/// How a token is set between the words before and after it, and what speaks for a mark;
/// `None` if it is none.
fn classify_token(
    before: &str,
    token: &str,
    after: &str,
    spaced: bool,
) -> Option<(MarkSetting, i32)> {
    let last = before.trim_end().chars().next_back()?;
    let apart = before.ends_with(char::is_whitespace);
    let is_short = token.chars().count() <= LONGEST && token.chars().any(is_sign);
    let measures = last.is_ascii_digit() && token.starts_with(['°', '%', '$', '£', '*']);
    let next = after.chars().next();
    if !is_short || measures || next.is_some_and(char::is_alphanumeric) {
        return None;
    }
    let point = matches!(last, '.' | ',' | ';' | ':');
    let closing = matches!(last, '»' | '”' | '"' | ')' | '’');
    if !point && !closing && !last.is_alphanumeric() {
        return None;
    }
    let setting = match (apart, point || closing) {
        (false, false) => MarkSetting::AfterLetter,
        (false, true) => MarkSetting::AfterPoint,
        (true, false) => MarkSetting::SpacedWord,
        (true, true) => MarkSetting::SpacedPoint,
    };
    let points = token.trim_end_matches(is_quote);
    let word = after.trim_start().chars().next();
    let worth = match () {
        () if !points.chars().all(is_end_point) => IMPOSSIBLE,
        () if point || matches!(next, Some('.' | ',' | ';' | ':')) => IMPOSSIBLE,
        () if apart && !spaced && points == token => IMPOSSIBLE,
        () if spaced && !apart => UNEXPECTED,
        () if word.is_some_and(char::is_lowercase) => UNUSUAL,
        () => USUAL,
    };
    Some((setting, worth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_marks_where_they_are_not_written() {
        let read = |text: &str, token: &str| {
            let (before, after) = text.split_once(token).unwrap();
            classify_token(before, token, after, false).map(|found| found.1)
        };
        assert_eq!(read("the mill?. And", "?"), Some(IMPOSSIBLE));
        assert_eq!(read("the mill.! And", "!"), Some(IMPOSSIBLE));
        assert_eq!(read("the mill® and", "®"), Some(IMPOSSIBLE));
        assert_eq!(read("the mill!0! and", "!0!"), Some(IMPOSSIBLE));
        assert_eq!(read("a blessed! balm", "!"), Some(UNUSUAL));
        assert_eq!(read("What a mill! And", "!"), Some(USUAL));
        assert_eq!(read("at 30° in", "°"), None);
        assert_eq!(read("a mill !", "!"), Some(IMPOSSIBLE));
        assert_eq!(read("said the mill!” and", "!”"), Some(UNUSUAL));
        assert_eq!(read("the trade'®! of", "'®!"), Some(IMPOSSIBLE));
        assert_eq!(read("! a mill", "!"), None);
        assert_eq!(
            classify_token("l’épée", "!", " ».", true).map(|f| f.1),
            Some(UNEXPECTED)
        );
    }
}
