//! Texts in verse: where most lines are verse, the others of their width are, too.
//!
//! One stanza by itself may look like prose: its first line is indented like a paragraph,
//! or its lines are nearly as wide as each other. But nobody sets prose as narrow as the
//! verse around it.

use super::row_label::RowLabel;
use super::segment::{Segment, SegmentKind, Segmentation};
use super::verse::join_verse;
use crate::recover::rows::row_ends::RowEnd;
use crate::recover::rows::stream_style::StreamStyle;

/// Fewest lines of verse of such a text.
const FEWEST: usize = 60;

/// Least share of verse among the lines of text, in per cent.
const MOSTLY: usize = 50;

/// Lines of verse are at most as wide as this share of the ninth decile of the others, in
/// per cent.
const WIDEST: i32 = 125;

/// Fewest rows of a heading that is a stanza.
const ROWS_OF_A_STANZA: usize = 3;

/// Fewest rows before the first poem that are its opening, and not a title and a name.
const ROWS_OF_AN_OPENING: usize = 5;

/// Makes verse of what is as narrow as the verse of a text, if most of it is verse.
pub(super) fn complete_verse(segmentation: &mut Segmentation, style: &StreamStyle) {
    let segments = &segmentation.segments;
    let of_kind = |kind: SegmentKind| {
        let rows = segments.iter().filter(move |one| one.kind == kind);
        rows.flat_map(|one| one.rows.clone())
    };
    let mut widths: Vec<i32> =
        of_kind(SegmentKind::Verse).map(|row| segmentation.rows[row].width).collect();
    let prose =
        of_kind(SegmentKind::Paragraph).count() + of_kind(SegmentKind::Quotation).count();
    if widths.len() < FEWEST || widths.len() * 100 < (widths.len() + prose) * MOSTLY {
        return;
    }
    widths.sort_unstable();
    let widest = widths[widths.len() * 9 / 10] * WIDEST / 100;
    let narrow = |one: &Segment| {
        one.rows.clone().all(|row| segmentation.rows[row].width <= widest)
    };
    let is_verse =
        |at: usize| segments.get(at).is_some_and(|one| one.kind == SegmentKind::Verse);
    let parted = |row: usize| {
        segmentation
            .rows
            .get(row)
            .is_none_or(|row| row.turn || style.blanks_beyond(row) > 0)
    };
    let first_poem = segments.iter().position(|one| one.kind == SegmentKind::Verse);
    let may_be_verse = |at: usize| {
        let one = &segments[at];
        let first = &segmentation.rows[one.rows.start];
        let touches = at > 0 && is_verse(at - 1) && !parted(one.rows.start)
            || is_verse(at + 1) && !parted(one.rows.end);
        // Titles and names precede the first poem.
        if Some(at) < first_poem && one.rows.len() < ROWS_OF_AN_OPENING {
            return false;
        }
        match one.kind {
            SegmentKind::Paragraph | SegmentKind::Quotation => {
                one.rows.len() > 1 || touches && first.ends != RowEnd::Colon
            }
            SegmentKind::Heading(_) => {
                one.rows.len() >= ROWS_OF_A_STANZA
                    || one.rows.len() > 1
                        && matches!(first.ends, RowEnd::Comma | RowEnd::Colon)
            }
            _ => false,
        }
    };
    let is_line = |label: RowLabel| {
        matches!(label, RowLabel::Stanza | RowLabel::VerseLine | RowLabel::VerseMore)
    };
    let mut completed = vec![false; segmentation.rows.len()];
    let places =
        (0..segments.len()).filter(|&at| may_be_verse(at) && narrow(&segments[at]));
    let found: Vec<_> = places.map(|at| segments[at].rows.clone()).collect();
    for rows in found {
        let begins = rows.start == 0
            || parted(rows.start)
            || !is_line(segmentation.labels[rows.start - 1]);
        completed[rows.clone()].fill(true);
        segmentation.labels[rows.clone()].fill(RowLabel::VerseLine);
        if begins {
            segmentation.labels[rows.start] = RowLabel::Stanza;
        }
    }
    join_verse(segmentation, &completed);
}
