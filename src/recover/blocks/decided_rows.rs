//! Restores what a person decided of rows, whatever the steps before made of them.

use std::ops::Range;

use super::row_label::RowLabel;
use super::segment::{Segment, SegmentKind, Segmentation};
use crate::book::decisions::LineVerdict;
use crate::diagnostic::{Diagnostic, Severity};
use crate::recover::codes;
use crate::recover::model::{DecidedLine, Zone, Zoned};
use crate::recover::rows::row::Row;
use crate::source::Text;

/// A decision about rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DecidedBlock {
    /// The rows.
    rows: Range<usize>,
    /// What they are.
    decided: DecidedLine,
}

/// The decisions about rows, in order.
pub(super) fn find_decided(rows: &[Row]) -> Vec<DecidedBlock> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let first = at;
        at += 1;
        let Some(decided) = rows[first].decided else { continue };
        if decided.begins && decided.verdict != LineVerdict::Continued {
            let goes_on = |row: &&Row| {
                row.decided
                    .is_some_and(|row| !row.begins && row.verdict == decided.verdict)
            };
            at += rows[at..].iter().take_while(goes_on).count();
        }
        found.push(DecidedBlock { rows: first..at, decided });
    }
    found
}

/// Makes the blocks that a person decided on.
pub(super) fn obey_decisions(segmentation: &mut Segmentation) {
    for DecidedBlock { rows, decided } in find_decided(&segmentation.rows) {
        make_block(segmentation, rows, decided);
    }
}

impl DecidedBlock {
    /// Binds the rows of a stream to the decision: a row that is not bound has none.
    pub(super) fn bind(&self, to: &mut [Row], from: &[Row]) {
        for at in self.rows.clone() {
            to[at].decided = from[at].decided;
        }
    }

    /// Whether a segmentation has the block, without being bound to. Its body begins at the
    /// row `first`.
    pub(super) fn is_made_by(&self, segmentation: &Segmentation, first: usize) -> bool {
        let rows = self.rows.start + first..self.rows.end + first;
        let Some(at) = find_segment(segmentation, rows.start) else { return false };
        let segment = &segmentation.segments[at];
        let (begins, holds) = (segment.rows.start == rows.start, segment.rows == rows);
        match (self.decided.verdict, segment.kind) {
            (LineVerdict::LeftOut | LineVerdict::Text | LineVerdict::Note, _) => true,
            // The title block has to know of it.
            (verdict, _) if verdict.is_of_title_block() => false,
            (LineVerdict::Continued, _) => !begins,
            (LineVerdict::Heading, SegmentKind::Heading(level)) => {
                holds && self.decided.level.is_none_or(|wanted| wanted == level)
            }
            (LineVerdict::Paragraph, SegmentKind::Paragraph) => {
                begins && segment.rows.end >= rows.end
            }
            (LineVerdict::Quotation, SegmentKind::Quotation | SegmentKind::Epigraph) => {
                holds
            }
            (LineVerdict::Verse, SegmentKind::Verse | SegmentKind::EpigraphVerse) => {
                segment.rows.end >= rows.end
            }
            _ => false,
        }
    }
}

/// Makes a block of rows.
fn make_block(segmentation: &mut Segmentation, rows: Range<usize>, decided: DecidedLine) {
    let kind = match decided.verdict {
        LineVerdict::LeftOut
        | LineVerdict::Text
        | LineVerdict::Note
        // They are set off before the title block is read.
        | LineVerdict::Title
        | LineVerdict::Subtitle
        | LineVerdict::Author => return,
        LineVerdict::Continued => return join_to_block_above(segmentation, rows.start),
        LineVerdict::Heading => SegmentKind::Heading(decided.level.unwrap_or(1).max(1)),
        LineVerdict::Paragraph => SegmentKind::Paragraph,
        LineVerdict::Verse => SegmentKind::Verse,
        LineVerdict::Quotation => SegmentKind::Quotation,
    };
    split_at(segmentation, rows.start);
    let Some(first) = find_segment(segmentation, rows.start) else { return };
    let was = segmentation.segments[first].kind;
    // Only its first lines of a paragraph need be decided on.
    if !(kind == SegmentKind::Paragraph && was == SegmentKind::Paragraph) {
        split_at(segmentation, rows.end);
    }
    join_segments(segmentation, first, rows.end);
    let segment = &mut segmentation.segments[first];
    segment.kind = match (kind, was) {
        // The text shows the level that a person does not give.
        (SegmentKind::Heading(_), SegmentKind::Heading(level))
            if decided.level.is_none() =>
        {
            SegmentKind::Heading(level)
        }
        _ => kind,
    };
    if kind == SegmentKind::Verse {
        let labels = &mut segmentation.labels[rows];
        for label in labels.iter_mut() {
            if !matches!(label, RowLabel::Stanza | RowLabel::VerseMore) {
                *label = RowLabel::VerseLine;
            }
        }
        labels[0] = RowLabel::Stanza;
    }
}

/// Makes a segment of its own of each title, subtitle and author that a person named.
pub(super) fn set_off_title_lines(segmentation: &mut Segmentation) {
    for DecidedBlock { rows, decided } in find_decided(&segmentation.rows) {
        if !decided.verdict.is_of_title_block() {
            continue;
        }
        let is_one = |segment: &Segment| segment.rows == rows;
        if segmentation.segments.iter().any(is_one) {
            continue;
        }
        split_at(segmentation, rows.start);
        split_at(segmentation, rows.end);
        let Some(first) = find_segment(segmentation, rows.start) else { continue };
        join_segments(segmentation, first, rows.end);
        segmentation.segments[first].kind = SegmentKind::Heading(1);
    }
}

/// Joins a segment with those below it that begin before a row.
fn join_segments(segmentation: &mut Segmentation, first: usize, end: usize) {
    let segments = &mut segmentation.segments;
    let inside = segments[first..].iter().take_while(|one| one.rows.start < end).count();
    segments[first].rows.end = segments[first + inside - 1].rows.end;
    segments.drain(first + 1..first + inside);
}

/// Joins the segment that begins with a row to the one above it.
fn join_to_block_above(segmentation: &mut Segmentation, row: usize) {
    let Some(at) = find_segment(segmentation, row).filter(|&at| at > 0) else { return };
    let [above, this] = &mut segmentation.segments[at - 1..=at] else { return };
    if this.rows.start != row || above.rows.end != row {
        return;
    }
    above.rows.end = this.rows.end;
    segmentation.segments.remove(at);
    if segmentation.segments[at - 1].kind == SegmentKind::Verse {
        segmentation.labels[row] = RowLabel::VerseMore;
    }
}

/// The segment that has a row.
fn find_segment(segmentation: &Segmentation, row: usize) -> Option<usize> {
    segmentation.segments.iter().position(|segment| segment.rows.contains(&row))
}

/// Lets a segment begin with a row, if one has it.
fn split_at(segmentation: &mut Segmentation, row: usize) {
    let Some(at) = find_segment(segmentation, row) else { return };
    let segment = &mut segmentation.segments[at];
    if segment.rows.start == row {
        return;
    }
    let below = Segment { kind: segment.kind, rows: row..segment.rows.end };
    segment.rows.end = row;
    segmentation.segments.insert(at + 1, below);
}

/// Reports the decisions about lines that are no part of the body: they cannot be obeyed.
pub(super) fn report_not_obeyed(text: &Text, zoned: &Zoned) -> Vec<Diagnostic> {
    let lines = zoned.decided.iter().filter(|(_, decided)| decided.begins);
    let reports = lines.filter_map(|(&line, decided)| {
        let is_note = decided.verdict == LineVerdict::Note;
        let is = match zoned.zones.get(line)? {
            Zone::Note { .. } if is_note => return None,
            Zone::Note { .. } => "is part of a note",
            Zone::Margin => "is in the margin",
            Zone::Region => "is part of a table or a figure",
            Zone::Blank | Zone::Furniture(_) => "is no part of the text",
            Zone::Body if is_note => "begins with no label of a note",
            Zone::Body | Zone::Displaced | Zone::Caption => return None,
        };
        let left_out = decided.verdict == LineVerdict::LeftOut;
        if left_out && matches!(zoned.zones[line], Zone::Furniture(_)) {
            return None;
        }
        let message = format!("a decision is not obeyed: the line {is}");
        let found =
            Diagnostic::new(codes::DECISION_NOT_OBEYED, Severity::Warning, message);
        Some(found.at(text.lines[line].span))
    });
    reports.collect()
}
