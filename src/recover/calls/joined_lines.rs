//! Lines that the extraction joined across the foot of a page.
//!
//! If a page ends in a divided word, `pdftotext` removes the hyphen and appends the next
//! line, which is the first of the notes: `la isla de la Trini6- Dos páginas`. The label
//! shows where to split the line again: its number is the one missing before the next
//! label.

use super::LineReading;
use super::note_layout::NoteLayout;
use crate::recover::notes::note_label::NoteLabel;
use crate::recover::page::source_layout::SourceLayout;
use crate::source::{SourceLine, Text};
use crate::text::note_labels::LabelFormat;
use crate::text::note_series::LabelSeries;
use crate::text::span::Span;

/// A joined line is longer than this share of the measure, in per cent.
const LONG: u32 = 108;

/// How many solid lines before a label the line with the missing label may be.
const NEAR: usize = 60;

/// Splits such lines, and those with the labels of several short notes; `None` if there
/// are none.
pub(crate) fn split_joined_lines(
    source: &SourceLayout<'_>,
    reading: &LineReading,
) -> Option<Text> {
    let layout = &reading.layout;
    let mut cuts: Vec<(usize, usize)> = reading.cuts.clone();
    if reading.page_calls.is_none() {
        cuts.extend(find_joined_labels(source, layout));
    }
    if cuts.is_empty() {
        return None;
    }
    cuts.sort_unstable();
    cuts.dedup_by_key(|cut| cut.0);
    Some(cut_lines(source.text, &cuts))
}

/// Finds the labels that follow half a word on their line: the index of the line and the
/// offset of each.
fn find_joined_labels(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
) -> Vec<(usize, usize)> {
    let mut cuts = Vec::new();
    let figures =
        layout.labels.iter().filter(|label| label.series == LabelSeries::Figure);
    let figures: Vec<NoteLabel> = figures.copied().collect();
    for (place, label) in figures.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| figures[before]);
        let from = before.map_or(0, |before| before.line_no + 1);
        cuts.extend(missing_number(label, before).and_then(|number| {
            let from = from.max(label.line_no.saturating_sub(NEAR));
            find_joined_label(source, layout, from..label.line_no, number, label.format)
        }));
    }
    // No label follows the last notes of a text.
    if let Some(last) = figures.last() {
        let range =
            last.line_no + 1..(last.line_no + 1 + NEAR * 2).min(source.solid_lines.len());
        cuts.extend(find_joined_label(
            source,
            layout,
            range,
            last.number + 1,
            last.format,
        ));
    }
    cuts
}

/// The number missing right before a label: its predecessor, unless the previous label
/// has it.
fn missing_number(label: &NoteLabel, before: Option<NoteLabel>) -> Option<u32> {
    let number = label.number.checked_sub(1).filter(|&number| number > 0)?;
    before.is_none_or(|before| before.number != number).then_some(number)
}

/// Finds the line in a range that has a label of this number after half a word: its index
/// in the text's lines, and the label's offset in it.
fn find_joined_label(
    source: &SourceLayout<'_>,
    layout: &NoteLayout,
    line_nos: std::ops::Range<usize>,
    number: u32,
    manner: LabelFormat,
) -> Option<(usize, usize)> {
    let long = u64::from(source.measure) * u64::from(LONG) / 100;
    let figures = number.to_string();
    line_nos.rev().filter(|&line_no| layout.is_body[line_no]).find_map(|line_no| {
        if u64::from(source.shape(line_no).width) < long {
            return None;
        }
        let line = source.solid_lines[line_no];
        let text = source.text.line(line);
        let offset = text.match_indices(&figures).find_map(|(at, _)| {
            let start = label_start(&text[..at], manner)?;
            let half_a_word = text[..start].ends_with(char::is_lowercase);
            (half_a_word && opens_note(&text[at + figures.len()..], manner))
                .then_some(start)
        })?;
        Some((line, offset))
    })
}

/// Where a label of this format begins, given the line up to its number; `None` if its
/// opening bracket is missing.
fn label_start(head: &str, manner: LabelFormat) -> Option<usize> {
    match manner {
        LabelFormat::Round => head.strip_suffix('(').map(str::len),
        LabelFormat::Curly => head.strip_suffix('{').map(str::len),
        LabelFormat::Slashes => head.strip_suffix('/').map(str::len),
        LabelFormat::Square => head.strip_suffix('[').map(str::len),
        _ => Some(head.len()),
    }
}

/// Whether the text after a number makes it a label of this format, with text after it.
fn opens_note(rest: &str, manner: LabelFormat) -> bool {
    let rest = match manner {
        LabelFormat::Point => rest.strip_prefix('.'),
        LabelFormat::PointDash => rest.strip_prefix(".—"),
        LabelFormat::Colon => rest.strip_prefix(':'),
        LabelFormat::Slash | LabelFormat::Slashes => rest.strip_prefix('/'),
        LabelFormat::Curly => rest.strip_prefix('}'),
        LabelFormat::Bracket | LabelFormat::Round => rest.strip_prefix(')'),
        LabelFormat::Square => rest.strip_prefix(']'),
        LabelFormat::Dash => rest.strip_prefix(['-', '–', '—']),
        LabelFormat::Plain => Some(rest).filter(|rest| rest.starts_with(' ')),
        LabelFormat::Symbol => None,
    };
    rest.is_some_and(|rest| {
        let text = rest.trim_start();
        let spaced = text.len() < rest.len()
            || matches!(manner, LabelFormat::Dash | LabelFormat::PointDash);
        spaced && text.starts_with(|c: char| !c.is_lowercase() && !c.is_ascii_digit())
    })
}

/// Cuts the lines of a text at these places.
fn cut_lines(text: &Text, cuts: &[(usize, usize)]) -> Text {
    let mut lines = Vec::with_capacity(text.lines.len() + cuts.len());
    let mut looks = Vec::with_capacity(text.looks.len());
    let mut cuts = cuts.iter().peekable();
    for (place, &line) in text.lines.iter().enumerate() {
        let look = text.looks.get(place).copied();
        looks.extend(look);
        match cuts.next_if(|(cut, _)| *cut == place) {
            Some((_, offset)) => {
                let at = line.span.start + u32::try_from(*offset).unwrap_or_default();
                lines.push(SourceLine { span: Span { end: at, ..line.span }, ..line });
                lines.push(SourceLine { span: Span { start: at, ..line.span }, ..line });
                // Both parts look like the whole.
                looks.extend(look);
            }
            None => lines.push(line),
        }
    }
    text.with_lines(lines, looks)
}
