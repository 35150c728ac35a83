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

/// Fewest gaps that show the usual distance between the lines of a poem.
const FEWEST_GAPS: usize = 3;
/// How much wider the gap above a stanza is than those between its lines, in thousandths of
/// the usual distance between lines: as for a blank line.
const STANZA_SPACE: i32 = 250;
/// A blank line, in the same unit.
const BLANK_LINE: i32 = 1000;
/// Lines begin at one edge if they differ by less, in thousandths of an em.
const SAME_EDGE: i32 = 300;

/// Splits the verse of a text into stanzas, if the text shows any. A poem whose lines are all
/// equally far apart, and farther than those of the text, has none.
pub(super) fn split_stanzas(segmentation: &mut Segmentation, style: &StreamStyle) {
    let poems = segmentation
        .segments
        .iter()
        .filter(|segment| segment.kind == SegmentKind::Verse)
        .map(|segment| {
            let lines = line_starts(segmentation, segment.rows.clone(), style);
            let gaps = find_gaps(segmentation, &lines, style);
            (lines, gaps)
        });
    let poems: Vec<(Vec<usize>, LineGaps)> = poems.collect();
    let has_wider =
        |gaps: &LineGaps| gaps.wider.iter().skip(1).any(|&gap| gap == Some(true));
    let shown = poems.iter().any(|(_, gaps)| has_wider(gaps));
    for (lines, gaps) in poems {
        if !shown && !gaps.is_spaced {
            continue;
        }
        let begins = find_stanza_starts(segmentation, &lines, &gaps.wider);
        for (row, begins) in lines.into_iter().zip(begins) {
            segmentation.labels[row] =
                if begins { RowLabel::Stanza } else { RowLabel::VerseLine };
        }
    }
}

/// The space above the lines of a poem.
struct LineGaps {
    /// For each line, whether more space precedes it than most; `None` where that is unknown:
    /// at page turns, and in poems of few lines.
    wider: Vec<Option<bool>>,
    /// The lines are equally far apart, farther than those of the text, and begin at one edge.
    is_spaced: bool,
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

/// Compares the space above each line of a poem with that above most of its lines.
fn find_gaps(
    segmentation: &Segmentation,
    lines: &[usize],
    style: &StreamStyle,
) -> LineGaps {
    let rows = || lines.iter().map(|&row| &segmentation.rows[row]);
    let known = |row: &&Row| !row.turn && !row.interrupted;
    let measure = |row: &Row| Some(row).filter(known).map(|row| space_above(row, style));
    let spaces: Vec<Option<i32>> = rows().map(measure).collect();
    let gaps: Vec<i32> = spaces.iter().skip(1).filter_map(|space| *space).collect();
    let usual = stream_style::median(gaps.clone());
    let is_wider =
        |gap: i32| usual.is_some_and(|usual| gap.saturating_sub(usual) >= STANZA_SPACE);
    let is_wide = usual.is_some_and(|usual| usual >= STANZA_SPACE);
    let has_few_gaps = gaps.len() < FEWEST_GAPS;
    let edges: Vec<i32> =
        rows().filter_map(|row| row.look.map(|look| look.left)).collect();
    let is_at_edge = |left: &i32| (left - edges[0]).abs() < SAME_EDGE;
    let is_usual =
        |gap: &i32| usual.is_some_and(|usual| (gap - usual).abs() < STANZA_SPACE);
    let is_spaced = is_wide
        && !has_few_gaps
        && gaps.iter().all(is_usual)
        && edges.iter().all(is_at_edge);
    // A wide gap among few may be the one between lines as well as that between stanzas.
    let is_unclear = is_wide && has_few_gaps;
    let of = |(at, space): (usize, Option<i32>)| match at {
        0 => Some(true),
        _ if is_unclear => None,
        _ => space.map(is_wider),
    };
    LineGaps { wider: spaces.into_iter().enumerate().map(of).collect(), is_spaced }
}

/// The space above a row beyond that of the lines of the text, in thousandths of the usual
/// distance of lines.
fn space_above(row: &Row, style: &StreamStyle) -> i32 {
    let shown = row.look.map(|look| look.leading).filter(|&leading| leading > 0);
    shown.map_or_else(
        || {
            let blanks = i32::try_from(style.blanks_beyond(row)).unwrap_or(i32::MAX);
            blanks.saturating_mul(BLANK_LINE)
        },
        |leading| (leading - BLANK_LINE).max(0),
    )
}

/// Finds the first lines of stanzas: at wider gaps, and where the gap is unknown if the lines
/// on both sides are each as long as other stanzas rather than both together; otherwise the
/// labels decide.
fn find_stanza_starts(
    segmentation: &Segmentation,
    lines: &[usize],
    gaps: &[Option<bool>],
) -> Vec<bool> {
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
