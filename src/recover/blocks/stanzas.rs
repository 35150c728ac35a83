//! Splits poems into stanzas.
//!
//! Blank lines show the stanzas if the extraction keeps them; at page turns the length of
//! the other stanzas does. If blank lines are lost, the labels of the rows decide. That a
//! sentence ends with every fourth line proves nothing: poems without stanzas have this,
//! too.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Range;

use super::row_label::RowLabel;
use super::segment::{SegmentKind, Segmentation};
use crate::recover::rows::row::Row;
use crate::recover::rows::stream_style::{self, StreamStyle};

/// Splits the verse of a text into stanzas, if the text shows any.
pub(super) fn split_stanzas(segmentation: &mut Segmentation, style: &StreamStyle) {
    let poems: Vec<Range<usize>> = segmentation
        .segments
        .iter()
        .filter(|segment| segment.kind == SegmentKind::Verse)
        .map(|segment| segment.rows.clone())
        .collect();
    let shown = poems.iter().any(|rows| {
        find_gaps(segmentation, &line_starts(segmentation, rows.clone(), style), style)
            [1..]
            .contains(&Some(true))
    });
    if !shown {
        return;
    }
    for rows in poems {
        let lines = line_starts(segmentation, rows, style);
        let begins = find_stanza_starts(segmentation, &lines, style);
        for (row, begins) in lines.into_iter().zip(begins) {
            segmentation.labels[row] =
                if begins { RowLabel::Stanza } else { RowLabel::VerseLine };
        }
    }
}

/// The first row of each line of a poem: a line too long for the measure takes several.
/// A number below a blank line counts a stanza and continues no line.
fn line_starts(
    segmentation: &Segmentation,
    rows: Range<usize>,
    style: &StreamStyle,
) -> Vec<usize> {
    let first = rows.start;
    let counts = |row: usize| {
        let row = &segmentation.rows[row];
        style.blanks_beyond(row) > 0 && row.plain.chars().all(|c| c.is_ascii_digit())
    };
    rows.filter(|&row| {
        row == first || segmentation.labels[row] != RowLabel::VerseMore || counts(row)
    })
    .collect()
}

/// For each line, whether more blank lines precede it than most lines of the poem; `None`
/// at page turns.
fn find_gaps(
    segmentation: &Segmentation,
    lines: &[usize],
    style: &StreamStyle,
) -> Vec<Option<bool>> {
    let known = |row: &Row| !row.turn && !row.interrupted;
    let blanks = |row: &Row| i32::try_from(style.blanks_beyond(row)).unwrap_or(i32::MAX);
    let rows = lines.iter().skip(1).map(|&row| &segmentation.rows[row]);
    let usual = stream_style::median(rows.filter(|row| known(row)).map(blanks).collect());
    let beyond = |row: &Row| usual.is_some_and(|usual| blanks(row) > usual);
    let of = |(at, &row): (usize, &usize)| {
        let row = &segmentation.rows[row];
        if at == 0 { Some(true) } else { known(row).then(|| beyond(row)) }
    };
    lines.iter().enumerate().map(of).collect()
}

/// Finds the first lines of stanzas: at blank lines, and at a page turn if the lines on
/// both sides are each as long as other stanzas rather than both together; otherwise the
/// labels decide.
fn find_stanza_starts(
    segmentation: &Segmentation,
    lines: &[usize],
    style: &StreamStyle,
) -> Vec<bool> {
    let gaps = find_gaps(segmentation, lines, style);
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for stanza in gaps.chunk_by(|_, next| *next != Some(true)) {
        if !stanza.contains(&None) {
            *sizes.entry(stanza.len()).or_default() += 1;
        }
    }
    let count = |size: usize| sizes.get(&size).copied().unwrap_or_default();
    let mut begins: Vec<bool> = Vec::with_capacity(lines.len());
    let mut since = 0;
    for (at, gap) in gaps.iter().enumerate() {
        let begin = gap.unwrap_or_else(|| {
            let rest =
                1 + gaps[at + 1..].iter().take_while(|gap| **gap != Some(true)).count();
            let (whole, parted) = (count(since + rest), count(since).min(count(rest)));
            match whole.cmp(&parted) {
                Ordering::Less => true,
                Ordering::Greater => false,
                Ordering::Equal => segmentation.labels[lines[at]] == RowLabel::Stanza,
            }
        });
        since = if begin { 1 } else { since + 1 };
        begins.push(begin);
    }
    begins
}

/// Joins note marks that are alone on a line to the line of verse above them. In the
/// source they have a line of their own because they are raised.
pub(super) fn join_lone_marks(segmentation: &mut Segmentation) {
    let is_bare = |segmentation: &Segmentation, row: usize| {
        segmentation.rows[row].plain.trim().is_empty()
    };
    let mut at = segmentation.displaced;
    while at < segmentation.segments.len() {
        if segmentation.segments[at].kind == SegmentKind::Verse {
            while let Some(below) = segmentation.segments.get(at + 1)
                && below.kind == SegmentKind::Paragraph
                && below.rows.start == segmentation.segments[at].rows.end
                && below.rows.clone().all(|row| is_bare(segmentation, row))
            {
                segmentation.segments[at].rows.end = below.rows.end;
                segmentation.segments.remove(at + 1);
            }
            for row in segmentation.segments[at].rows.clone().skip(1) {
                if is_bare(segmentation, row) {
                    segmentation.labels[row] = RowLabel::VerseMore;
                }
            }
        }
        at += 1;
    }
}
