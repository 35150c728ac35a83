//! What the heads of lines may be as labels of notes.

use super::label::Label;
use super::lettered::Lettered;
use crate::recover::page::pages::Sheet;
use crate::text::note_labels::{Head, Manner, heads, opens_text};
use crate::text::note_series::{Series, is_word};
use crate::text::span::Span;

/// The lines that begin with a letter or a Roman figure as notes do.
pub(crate) fn lettered(sheet: &Sheet<'_>) -> Lettered {
    let mut lettered = Lettered::new();
    for rank in 0..sheet.solid.len() {
        let labels = read(sheet, rank).into_iter();
        for label in labels.filter(|l| matches!(l.series, Series::Letter | Series::Roman))
        {
            lettered.entry((label.series, label.number)).or_default().push(rank);
        }
    }
    lettered
}

/// A label on a line of its own.
pub(crate) fn label_alone(sheet: &Sheet<'_>, rank: usize) -> Option<Label> {
    read(sheet, rank)
        .into_iter()
        .find(|label| label.alone && label.series != Series::Letter)
}

/// What the head of a line may be as a label.
pub(crate) fn read(sheet: &Sheet<'_>, rank: usize) -> Vec<Label> {
    let heads = heads(sheet.words(rank)).into_iter().filter(|head| head.number > 0);
    heads.filter_map(|head| of_head(sheet, rank, &head)).collect()
}

/// A label with what speaks for it on its own line.
fn of_head(sheet: &Sheet<'_>, rank: usize, head: &Head) -> Option<Label> {
    let words = sheet.words(rank);
    let &Head { number, series, manner, length, misread } = head;
    let rest = &words[length..];
    let dashes = matches!(manner, Manner::Dash | Manner::PointDash);
    let text = rest.trim_start_matches(|c: char| {
        c.is_whitespace() || (dashes && matches!(c, '-' | '–' | '—'))
    });
    let line = sheet.text.lines[sheet.solid[rank]].span;
    let indent = sheet.text.slice(line).len() - sheet.text.slice(line).trim_start().len();
    let at = |offset: usize| line.start + u32::try_from(offset).unwrap_or_default();
    let span =
        Span { start: at(indent), end: at(indent + words.len() - text.len()), ..line };
    let first = text.chars().next();
    let glued = rest.len() == text.len() && first.is_some();
    let worth = match first {
        None => 0,
        Some(c) if c.is_lowercase() => -80,
        Some(c) if c.is_ascii_digit() => -60,
        Some(_) => 30,
    };
    // `3El` is a label now and then, and `1kilómetro` never.
    let glue = match (manner, glued) {
        (Manner::Plain, true) if !first.is_some_and(opens_text) => return None,
        (Manner::Plain, true) => -60,
        (Manner::Point, true) => -40,
        _ => 0,
    };
    let alone = text.is_empty();
    let letters = matches!(series, Series::Letter | Series::Roman);
    let plain = manner == Manner::Plain;
    let parted = matches!(manner, Manner::Point | Manner::Bracket | Manner::Dash);
    if alone && (misread || letters && (parted || in_column(sheet, rank)))
        || misread && plain
    {
        return None;
    }
    let word = letters && plain && !alone && !glued && is_word(&words[..length]);
    let worth =
        worth + glue + if misread { MISREAD } else { 0 } + if word { WORD } else { 0 };
    Some(Label {
        rank,
        span,
        number,
        series,
        manner,
        alone,
        worth,
        support: 0,
        gathered: None,
    })
}

/// Whether a letter alone on its line has another above or below: a line of print that
/// stands upright in the margin.
fn in_column(sheet: &Sheet<'_>, rank: usize) -> bool {
    let near = [rank.checked_sub(1), Some(rank + 1)];
    let mut lines = near.into_iter().flatten().filter(|&near| near < sheet.solid.len());
    lines.any(|near| {
        let mut letters = sheet.words(near).chars();
        letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
    })
}

/// What it says against a label that a figure of it is a letter.
const MISREAD: i32 = -150;

/// What it says against a letter that is a word as well: `a Madrid`.
const WORD: i32 = -120;
