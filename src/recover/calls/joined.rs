//! Lines that the extraction joined over the foot of a page.
//!
//! Where a page ends in a divided word, `pdftotext` takes the hyphen away and sets the
//! next line, the first of the notes, right behind: `la isla de la Trini6- Dos páginas`.
//! With the label in sight the line can be parted again: its number is the one that is
//! missing before the label that follows.

use super::layout::Layout;
use crate::recover::notes::label::Label;
use crate::recover::page::pages::Sheet;
use crate::source::{SourceLine, Text};
use crate::text::note_labels::Manner;
use crate::text::note_series::Series;
use crate::text::span::Span;

/// A joined line is longer than this share of the measure, in per cent.
const LONG: u32 = 108;

/// How many solid lines before a label the line with the missing one may stand.
const NEAR: usize = 60;

/// The text with such lines parted; none where there are none.
pub(crate) fn part(sheet: &Sheet<'_>, layout: &Layout) -> Option<Text> {
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    let figures = layout.labels.iter().filter(|label| label.series == Series::Figure);
    let figures: Vec<Label> = figures.copied().collect();
    for (place, label) in figures.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| figures[before]);
        let from = before.map_or(0, |before| before.rank + 1);
        cuts.extend(missing(label, before).and_then(|number| {
            let from = from.max(label.rank.saturating_sub(NEAR));
            find(sheet, layout, from..label.rank, number, label.manner)
        }));
    }
    // The last notes of a text have no label behind them.
    if let Some(last) = figures.last() {
        let range = last.rank + 1..(last.rank + 1 + NEAR * 2).min(sheet.solid.len());
        cuts.extend(find(sheet, layout, range, last.number + 1, last.manner));
    }
    if cuts.is_empty() {
        return None;
    }
    cuts.sort_unstable();
    cuts.dedup_by_key(|cut| cut.0);
    Some(parted(sheet.text, &cuts))
}

/// The number that is missing right before a label: the one before its own, unless the
/// label before has it.
fn missing(label: &Label, before: Option<Label>) -> Option<u32> {
    let number = label.number.checked_sub(1).filter(|&number| number > 0)?;
    before.is_none_or(|before| before.number != number).then_some(number)
}

/// The line among these in which a label of this number stands behind half a word, as
/// place in the text's lines, and the label's offset in it.
fn find(
    sheet: &Sheet<'_>,
    layout: &Layout,
    ranks: std::ops::Range<usize>,
    number: u32,
    manner: Manner,
) -> Option<(usize, usize)> {
    let long = u64::from(sheet.measure) * u64::from(LONG) / 100;
    let figures = number.to_string();
    ranks.rev().filter(|&rank| layout.is_body[rank]).find_map(|rank| {
        if u64::from(sheet.shape(rank).width) < long {
            return None;
        }
        let line = sheet.solid[rank];
        let text = sheet.text.line(line);
        let offset = text.match_indices(&figures).find_map(|(at, _)| {
            let start = label_start(&text[..at], manner)?;
            let half_a_word = text[..start].ends_with(char::is_lowercase);
            (half_a_word && opens_note(&text[at + figures.len()..], manner))
                .then_some(start)
        })?;
        Some((line, offset))
    })
}

/// Where a label of this manner begins, given the text up to its number; none where the
/// bracket is wanting with which it opens.
fn label_start(head: &str, manner: Manner) -> Option<usize> {
    match manner {
        Manner::Round => head.strip_suffix('(').map(str::len),
        Manner::Curly => head.strip_suffix('{').map(str::len),
        Manner::Slashes => head.strip_suffix('/').map(str::len),
        Manner::Square => head.strip_suffix('[').map(str::len),
        _ => Some(head.len()),
    }
}

/// Whether what follows a number makes it a label of this manner with a text behind it.
fn opens_note(rest: &str, manner: Manner) -> bool {
    let rest = match manner {
        Manner::Point => rest.strip_prefix('.'),
        Manner::PointDash => rest.strip_prefix(".—"),
        Manner::Colon => rest.strip_prefix(':'),
        Manner::Slash | Manner::Slashes => rest.strip_prefix('/'),
        Manner::Curly => rest.strip_prefix('}'),
        Manner::Bracket | Manner::Round => rest.strip_prefix(')'),
        Manner::Square => rest.strip_prefix(']'),
        Manner::Dash => rest.strip_prefix(['-', '–', '—']),
        Manner::Plain => Some(rest).filter(|rest| rest.starts_with(' ')),
        Manner::Symbol => None,
    };
    rest.is_some_and(|rest| {
        let text = rest.trim_start();
        let spaced =
            text.len() < rest.len() || matches!(manner, Manner::Dash | Manner::PointDash);
        spaced && text.starts_with(|c: char| !c.is_lowercase() && !c.is_ascii_digit())
    })
}

/// The text with lines cut at these places.
fn parted(text: &Text, cuts: &[(usize, usize)]) -> Text {
    let mut lines = Vec::with_capacity(text.lines.len() + cuts.len());
    let mut cuts = cuts.iter().peekable();
    for (place, &line) in text.lines.iter().enumerate() {
        match cuts.next_if(|(cut, _)| *cut == place) {
            Some((_, offset)) => {
                let at = line.span.start + u32::try_from(*offset).unwrap_or_default();
                lines.push(SourceLine { span: Span { end: at, ..line.span }, ..line });
                lines.push(SourceLine { span: Span { start: at, ..line.span }, ..line });
            }
            None => lines.push(line),
        }
    }
    Text { file: text.file, name: text.name.clone(), text: text.text.clone(), lines }
}
