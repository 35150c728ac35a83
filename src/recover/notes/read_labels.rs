//! Reads the beginnings of lines as labels of notes.

use super::letter_marks::LetterLines;
use super::note_label::NoteLabel;
use super::number_contexts::is_leader_line;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::letter_spacing::has_spaced_letters;
use crate::text::note_labels::{LabelFormat, LabelHead, opens_text, read_label_heads};
use crate::text::note_series::{LabelSeries, is_letter_word, is_note_sign};

/// Finds the lines that begin with a letter or a Roman figure like notes.
pub(crate) fn find_letter_lines(source: &SourceLayout<'_>) -> LetterLines {
    let mut lettered = LetterLines::new();
    for line_no in 0..source.solid_lines.len() {
        let labels = read_labels(source, line_no).into_iter();
        for label in labels
            .filter(|l| matches!(l.series, LabelSeries::Letter | LabelSeries::Roman))
        {
            lettered.entry((label.series, label.number)).or_default().push(line_no);
        }
    }
    lettered
}

/// Reads a label on a line of its own.
pub(crate) fn read_lone_label(
    source: &SourceLayout<'_>,
    line_no: usize,
) -> Option<NoteLabel> {
    read_labels(source, line_no)
        .into_iter()
        .find(|label| label.alone && label.series != LabelSeries::Letter)
}

/// Reads the beginning of a line in every way that makes it a label.
pub(crate) fn read_labels(source: &SourceLayout<'_>, line_no: usize) -> Vec<NoteLabel> {
    let heads = read_label_heads(source.words(line_no))
        .into_iter()
        .filter(|head| head.number > 0);
    heads.filter_map(|head| make_label(source, line_no, &head)).collect()
}

/// Makes a label with the evidence on its own line.
fn make_label(
    source: &SourceLayout<'_>,
    line_no: usize,
    head: &LabelHead,
) -> Option<NoteLabel> {
    let words = source.words(line_no);
    let &LabelHead { number, series, format: manner, length, misread } = head;
    let rest = &words[length..];
    let dashes = matches!(manner, LabelFormat::Dash | LabelFormat::PointDash);
    let text = rest.trim_start_matches(|c: char| {
        c.is_whitespace() || (dashes && matches!(c, '-' | '–' | '—'))
    });
    let line = source.text.lines[source.solid_lines[line_no]].span;
    let indent =
        source.text.slice(line).len() - source.text.slice(line).trim_start().len();
    let span = line.part(indent..indent + words.len() - text.len());
    let first = text.chars().next();
    let glued = rest.len() == text.len() && first.is_some();
    let worth = match first {
        None => 0,
        Some(c) if c.is_lowercase() => -80,
        Some(c) if c.is_ascii_digit() => -60,
        Some(_) => 30,
    };
    // `3El` is sometimes a label, but `1kilómetro` never is.
    let glue = match (manner, glued) {
        (LabelFormat::Plain, true) if !first.is_some_and(opens_text) => return None,
        (LabelFormat::Plain, true) => -60,
        (LabelFormat::Point, true) => -40,
        _ => 0,
    };
    let alone = text.is_empty();
    // `*** END ***` is an ornament, `*'` and `*^` a misread quotation mark.
    let sign = series == LabelSeries::Sign;
    let ornament = sign && !alone && text.ends_with(is_note_sign);
    let quotation = sign && glued && text.starts_with(['\'', '^', '<', '•']);
    // `1);` ends a line of code.
    let closes = first.is_some_and(|c| matches!(c, ';' | ',' | ')' | ']' | '}'));
    if is_contents_entry(source, line_no, alone) || ornament || quotation || closes {
        return None;
    }
    let letters = matches!(series, LabelSeries::Letter | LabelSeries::Roman);
    let plain = manner == LabelFormat::Plain;
    if letters && plain && has_spaced_letters(words) {
        return None;
    }
    let parted =
        matches!(manner, LabelFormat::Point | LabelFormat::Bracket | LabelFormat::Dash);
    if alone && (misread || letters && (parted || is_in_column(source, line_no)))
        || misread && plain
    {
        return None;
    }
    let word = letters && plain && !alone && !glued && is_letter_word(&words[..length]);
    let worth =
        worth + glue + if misread { MISREAD } else { 0 } + if word { WORD } else { 0 };
    Some(NoteLabel {
        line_no,
        printed: None,
        span,
        number,
        series,
        format: manner,
        alone,
        worth,
        support: 0,
        gathered: None,
    })
}

/// Most solid lines from the number of an entry of a contents list, alone on its line, to
/// the nearest leader: number, title and page may each have a line.
const LEADER_NEAR: usize = 4;

/// Whether a line is an entry of a contents list, or a number of an entry in pieces.
fn is_contents_entry(source: &SourceLayout<'_>, line_no: usize, alone: bool) -> bool {
    let reach = if alone { LEADER_NEAR } else { 0 };
    let end = (line_no + reach + 1).min(source.solid_lines.len());
    (line_no.saturating_sub(reach)..end).any(|near| is_leader_line(source.words(near)))
}

/// Whether a letter alone on its line has another one above or below: a line of print
/// that runs vertically in the margin.
fn is_in_column(source: &SourceLayout<'_>, line_no: usize) -> bool {
    let near = [line_no.checked_sub(1), Some(line_no + 1)];
    let mut lines =
        near.into_iter().flatten().filter(|&near| near < source.solid_lines.len());
    lines.any(|near| {
        let mut letters = source.words(near).chars();
        letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
    })
}

/// Score of a label with a figure misread as a letter.
const MISREAD: i32 = -150;

/// Score of a letter that is also a word: `a Madrid`.
const WORD: i32 = -120;
