//! Stanzas that numbers count: each number is alone on its row, and the groups of rows
//! between the numbers are equally long. What is verse in one of them is verse in all.

use std::collections::BTreeMap;
use std::ops::Range;

use super::row_label::RowLabel;
use super::segment::{Segment, SegmentKind, Segmentation};
use crate::recover::rows::row::Row;
use crate::recover::rows::stream_style::StreamStyle;

/// Fewest and most lines of a stanza.
const LINES: std::ops::RangeInclusive<usize> = 2..=20;

/// Makes verse of the numbered stanzas that are not, if others of their length are.
pub(super) fn complete_numbered_stanzas(
    segmentation: &mut Segmentation,
    style: &StreamStyle,
) {
    let mut is_verse = vec![false; segmentation.rows.len()];
    let verse = |segment: &&Segment| segment.kind == SegmentKind::Verse;
    for segment in segmentation.segments.iter().filter(verse) {
        is_verse[segment.rows.clone()].fill(true);
    }
    let groups = find_groups(segmentation, style, &is_verse);
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for group in &groups {
        if is_verse[group.start + 1..group.end].iter().all(|verse| *verse) {
            *lengths.entry(group.len()).or_default() += 1;
        }
    }
    let Some((&usual, _)) = lengths.iter().max_by_key(|&(_, &count)| count) else {
        return;
    };
    for group in groups.into_iter().filter(|group| group.len() == usual) {
        if !is_verse[group.clone()].iter().all(|verse| *verse) {
            make_verse(segmentation, group);
        }
    }
}

/// The groups of rows that begin with the numbers of a series. The last has as many rows
/// as the one before, if it ends there.
fn find_groups(
    segmentation: &Segmentation,
    style: &StreamStyle,
    is_verse: &[bool],
) -> Vec<Range<usize>> {
    let rows = &segmentation.rows;
    let number = |row: &Row| {
        let figures = row.plain.bytes().all(|b| b.is_ascii_digit());
        figures.then(|| row.plain.parse::<u32>().ok()).flatten()
    };
    let numbers: Vec<(usize, u32)> = (segmentation.displaced..rows.len())
        .filter_map(|at| Some((at, number(&rows[at])?)))
        .collect();
    let parted = |at: usize| {
        let row = rows.get(at);
        row.is_none_or(|row| row.turn || style.blanks_beyond(row) > 0)
            || segmentation
                .segments
                .binary_search_by_key(&at, |segment| segment.rows.start)
                .is_ok()
    };
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (place, &(start, value)) in numbers.iter().enumerate() {
        let next = numbers.get(place + 1).filter(|(_, next)| *next == value + 1);
        let follows = place > 0 && numbers[place - 1].1 + 1 == value;
        let last = groups.last().filter(|group| follows && group.end == start);
        let end = match (next, last.map(|group| start + group.len())) {
            (Some(&(next, _)), _) => next,
            (None, Some(end))
                if end <= rows.len() && !is_verse[end - 1] && parted(end) =>
            {
                end
            }
            (None, _) => continue,
        };
        if LINES.contains(&(end - start - 1)) {
            groups.push(start..end);
        }
    }
    groups
}

/// Makes verse of some rows, together with the verse beside them.
fn make_verse(segmentation: &mut Segmentation, rows: Range<usize>) {
    segmentation.labels[rows.clone()].fill(RowLabel::VerseLine);
    segmentation.labels[rows.start] = RowLabel::Stanza;
    let touches = |segment: &Segment| {
        let verse = segment.kind == SegmentKind::Verse;
        let margin = usize::from(verse);
        segment.rows.start < rows.end + margin && segment.rows.end + margin > rows.start
    };
    let segments = &segmentation.segments;
    let before = segments.partition_point(|segment| segment.rows.end < rows.start);
    let Some(first) = segments[before..].iter().position(touches) else { return };
    let first = before + first;
    let end = first + segments[first..].iter().take_while(|one| touches(one)).count();
    let before = segments[first].clone();
    let behind = segments[end - 1].clone();
    let mut poem = rows;
    let mut parts: Vec<Segment> = Vec::new();
    if before.kind == SegmentKind::Verse {
        poem.start = poem.start.min(before.rows.start);
    } else if before.rows.start < poem.start {
        parts.push(Segment { rows: before.rows.start..poem.start, ..before });
    }
    let rest = poem.end..behind.rows.end;
    if behind.kind == SegmentKind::Verse {
        poem.end = poem.end.max(behind.rows.end);
    }
    let after = poem.end < rest.end;
    if after {
        segmentation.labels[rest.start] = match behind.kind {
            SegmentKind::Quotation => RowLabel::Quotation,
            _ => RowLabel::Paragraph,
        };
    }
    parts.push(Segment { kind: SegmentKind::Verse, rows: poem });
    if after {
        parts.push(Segment { rows: rest, ..behind });
    }
    segmentation.segments.splice(first..end, parts);
}
