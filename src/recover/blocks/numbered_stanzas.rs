//! Stanzas that numbers count: each number is alone on its row, and the groups of rows
//! between the numbers are equally long. What is verse in one of them is verse in all.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use super::row_label::RowLabel;
use super::segment::{Segment, SegmentKind, Segmentation};
use super::verse::join_verse;
use crate::recover::rows::row::Row;
use crate::recover::rows::stream_style::StreamStyle;

/// Fewest and most lines of a stanza.
const LINES: RangeInclusive<usize> = 2..=20;

/// Most figures of the number of a stanza: no epic has ten thousand.
const MOST_FIGURES: usize = 4;

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
    let mut completed = vec![false; segmentation.rows.len()];
    for group in groups.into_iter().filter(|group| group.len() == usual) {
        if !is_verse[group.clone()].iter().all(|verse| *verse) {
            segmentation.labels[group.clone()].fill(RowLabel::VerseLine);
            segmentation.labels[group.start] = RowLabel::Stanza;
            completed[group].fill(true);
        }
    }
    if completed.contains(&true) {
        join_verse(segmentation, &completed);
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
        let figures = row.plain.len() <= MOST_FIGURES
            && row.plain.bytes().all(|b| b.is_ascii_digit());
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
