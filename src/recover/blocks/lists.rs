//! Lists: paragraphs that begin with numbers in sequence, or with bullets.

use super::segment::{ListLabel, SegmentKind, Segmentation};
use crate::recover::model::Zoned;
use crate::source::Text;
use crate::text::span::Span;

/// A single number is no list.
const ITEMS: usize = 2;

/// Characters that only lists put before a paragraph. Dashes are left out: they open
/// speech in half of our languages.
const BULLETS: [char; 5] = ['•', '▪', '‣', '◦', '·'];

/// Makes list items of consecutive paragraphs. Items of several lines may look like quotations
/// beside items of one: all their lines are inset. A label that a person corrected is words.
pub(super) fn find_lists(text: &Text, zoned: &Zoned, segmentation: &mut Segmentation) {
    let is_corrected = |label: &ListLabel| {
        zoned.corrections.iter().any(|one| {
            one.span.overlaps(label.span) && one.reading != text.slice(one.span)
        })
    };
    let segments = segmentation.segments.iter();
    let labels: Vec<Option<ListLabel>> = segments
        .map(|segment| {
            let row = &segmentation.rows[segment.rows.start];
            let label =
                read_label(text, row.span).filter(|label| !is_corrected(label))?;
            match segment.kind {
                SegmentKind::Paragraph => Some(label),
                // A number may number a part of what is quoted, or a person said what it is.
                SegmentKind::Quotation => Some(label)
                    .filter(|label| label.number.is_none() && row.decided.is_none()),
                _ => None,
            }
        })
        .collect();
    let mut first = 0;
    while first < labels.len() {
        let mut end = first + 1;
        while end < labels.len() && continues_list(labels[end - 1], labels[end]) {
            end += 1;
        }
        let opens =
            labels[first].is_some_and(|label| label.number.is_none_or(|n| n <= 1));
        if opens && end - first >= ITEMS {
            for (segment, label) in
                segmentation.segments[first..end].iter_mut().zip(&labels[first..end])
            {
                segment.kind = label.map_or(segment.kind, SegmentKind::Item);
            }
        }
        first = end;
    }
}

/// Whether a label is the next one of a list.
fn continues_list(before: Option<ListLabel>, label: Option<ListLabel>) -> bool {
    let (Some(before), Some(label)) = (before, label) else { return false };
    let next = before.number.map(|number| number.saturating_add(1));
    label.number == next && label.closing == before.closing
}

/// Reads the label at the beginning of a row: `1)`, `2.`, `(3)`, `•`.
fn read_label(text: &Text, row: Span) -> Option<ListLabel> {
    let line = text.slice(row);
    let word = line.split_whitespace().next()?;
    if word.len() == line.len() {
        return None;
    }
    let length = u32::try_from(word.len()).ok()?;
    let span = Span { end: row.start + length, ..row };
    let mut chars = word.chars();
    let last = chars.next_back()?;
    if BULLETS.contains(&last) && chars.next().is_none() {
        return Some(ListLabel { span, number: None, closing: last });
    }
    let digits = word.trim_start_matches('(').strip_suffix(['.', ')'])?;
    let number = digits.parse().ok().filter(|_| digits.len() <= 2)?;
    digits.starts_with(|c: char| c.is_ascii_digit()).then_some(ListLabel {
        span,
        number: Some(number),
        closing: last,
    })
}
