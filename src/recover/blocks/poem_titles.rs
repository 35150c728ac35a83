//! Titles between poems: lines that more white sets off than stanzas, in a text that sets
//! off its headings so.
//!
//! A short line between lines of verse looks like one of them. But the white above it does
//! not: where hardly anything else has as much, it begins a poem.

use std::ops::Range;

use super::row_label::RowLabel;
use super::segment::{Segment, SegmentKind, Segmentation};
use crate::recover::model::Fence;
use crate::recover::rows::row::Row;
use crate::recover::rows::row_ends::{RowEnd, RowStart};
use crate::recover::rows::stream_style::StreamStyle;

/// Blank lines above a title, beyond the usual ones, and below it.
const ABOVE: u32 = 2;
const BELOW: u32 = 1;

/// A title has at most this many rows, each of at most this many words.
const MOST_ROWS: usize = 2;
const MOST_WORDS: usize = 12;

/// Between a title and its poem may be as many lines, each with white around it: to whom it is
/// dedicated, who is on the stage, the number of a part.
const LINES_UNDER: usize = 3;

/// Fewest titles and headings with such white above that show a custom. One in ten rows with
/// as much may be something else.
const CUSTOM: usize = 5;
const OTHERS: usize = 10;

/// Parts the titles of poems from the verse around them.
pub(super) fn part_poem_titles(segmentation: &mut Segmentation, style: &StreamStyle) {
    let is_wide =
        |row: &Row| !row.turn && !row.interrupted && style.blanks_beyond(row) >= ABOVE;
    let rows = &segmentation.rows;
    let mut titles: Vec<Range<usize>> = Vec::new();
    let (mut headings, mut others) = (0, 0);
    let mut after_heading = false;
    // The first row of the text below the last title.
    let mut text = 0;
    for (at, segment) in segmentation.segments.iter().enumerate() {
        let is_heading = segment.is_heading();
        let body = segment.rows.clone().filter(|&row| row >= segmentation.displaced);
        for row in body.filter(|&row| is_wide(&rows[row])) {
            let is_first = row == segment.rows.start;
            let is_under_title = is_first && after_heading || row <= text && text > 0;
            match find_title(segmentation, at, row, style) {
                _ if is_under_title => {}
                _ if is_heading => headings += 1,
                Some((title, below)) => {
                    titles.push(title);
                    text = below;
                }
                None => others += 1,
            }
        }
        after_heading = is_heading;
    }
    let custom = headings + titles.len();
    if custom >= CUSTOM && others * OTHERS <= custom {
        set_headings(segmentation, &titles);
    }
}

/// The rows of a title that begins with a row of a segment, and the first row of the verse
/// below it. The title is part of this verse, or a paragraph above it.
fn find_title(
    segmentation: &Segmentation,
    at: usize,
    start: usize,
    style: &StreamStyle,
) -> Option<(Range<usize>, usize)> {
    let segment = &segmentation.segments[at];
    let is_stated = !matches!(segmentation.rows[start].fence, None | Some(Fence::SetOff));
    let below = segmentation.segments.get(at + 1);
    let verse_end = match segment.kind {
        SegmentKind::Verse => segment.rows.end,
        SegmentKind::Paragraph => {
            below.filter(|below| below.kind == SegmentKind::Verse)?.rows.end
        }
        _ => return None,
    };
    let is_parted = |&row: &usize| {
        let row = &segmentation.rows[row];
        !row.turn && style.blanks_beyond(row) >= BELOW
    };
    let end = (start + 1..verse_end).take(MOST_ROWS).find(is_parted)?;
    let is_whole = segment.kind == SegmentKind::Verse || end == segment.rows.end;
    let title = &segmentation.rows[start..end];
    let is_short = |row: &Row| row.plain.split_whitespace().count() <= MOST_WORDS;
    let begins = matches!(title[0].begins, RowStart::Upper | RowStart::Capitals);
    let is_open = title.last().is_some_and(|last| {
        matches!(last.ends, RowEnd::Comma | RowEnd::Colon | RowEnd::Hyphen)
    });
    let is_title =
        !is_stated && is_whole && begins && !is_open && title.iter().all(is_short);
    // One line with white around it is no stanza, but several are.
    let mut below = end;
    for _ in 0..=LINES_UNDER {
        let stanza = (below + 1..verse_end).find(is_parted).unwrap_or(verse_end) - below;
        if stanza > end - start {
            return is_title.then_some((start..end, below));
        }
        below += stanza;
        if below >= verse_end {
            break;
        }
    }
    None
}

/// Makes headings of rows, which are in ascending order. They keep their labels: these say
/// nothing of the white around a row, and would overrule it later.
fn set_headings(segmentation: &mut Segmentation, titles: &[Range<usize>]) {
    let mut titles = titles.iter().peekable();
    let mut parts = Vec::with_capacity(segmentation.segments.len());
    for Segment { kind, rows } in std::mem::take(&mut segmentation.segments) {
        let mut start = rows.start;
        while let Some(title) = titles.next_if(|title| title.start < rows.end) {
            if start < title.start {
                parts.push(Segment { kind, rows: start..title.start });
            }
            segmentation.labels[title.end] = RowLabel::Stanza;
            parts.push(Segment { kind: SegmentKind::Heading(1), rows: title.clone() });
            start = title.end;
        }
        if start < rows.end {
            parts.push(Segment { kind, rows: start..rows.end });
        }
    }
    segmentation.segments = parts;
}
