//! Corrects the segments of verse: lines are verse together or not at all.
//!
//! A line of verse ends with the metre, mostly in mid-sentence. Items of a list and
//! speeches in a dialogue are as short, but each ends a sentence.

use std::ops::Range;

use super::row_label::RowLabel;
use super::segment::{Segment, SegmentKind, Segmentation};
use crate::recover::rows::row::Row;
use crate::recover::rows::row_ends::{RowEnd, RowStart};
use crate::recover::rows::stream_style::StreamStyle;
use crate::text::letter_lines::{is_dateline, is_salutation};

/// Fewer lines prove nothing.
const LINES: usize = 3;

/// At least this share of lines of verse ends in mid-sentence, in per cent …
const OPEN: usize = 45;

/// … and this share ends with a comma or a semicolon; titles and tables have none.
const COMMAS: usize = 12;

/// Lines are no verse if less than this share ends in mid-sentence, in per cent.
const CLOSED: usize = 8;

/// A row among lines of verse is prose if its width is this share of the third quartile,
/// in per cent. Verse of two metres differs as much, but in more of its lines.
const WIDER: i32 = 130;

/// … or if it is outdented by this many columns, or where the page shows it, by this many
/// thousandths of an em: verse is set in by an em at least.
const OUTDENT: i32 = 6;
/// See [`OUTDENT`].
const OUTDENT_ON_PAGE: i32 = 1000;

/// If more than this share of the lines would be prose, in per cent, none is.
const PROSE: usize = 34;

/// Adds to a poem the lines between it and the colon that announces it, if they are as
/// short as its own lines.
pub(super) fn begin_after_colon(segmentation: &mut Segmentation, style: &StreamStyle) {
    for at in 1..segmentation.segments.len() {
        let [before, poem] = &segmentation.segments[at - 1..=at] else { continue };
        if before.kind != SegmentKind::Paragraph || poem.kind != SegmentKind::Verse {
            continue;
        }
        let rows = before.rows.clone();
        let is_colon = |row: &usize| segmentation.rows[*row].ends == RowEnd::Colon;
        let Some(colon) = rows.clone().rfind(is_colon) else { continue };
        let short = |row: usize| {
            let row = &segmentation.rows[row];
            style.is_short(row) && !row.ends.is_sentence()
        };
        if colon + 1 == rows.end || !(colon + 1..rows.end).all(short) {
            continue;
        }
        let first = colon + 1;
        segmentation.labels[first..=poem.rows.start].fill(RowLabel::VerseLine);
        segmentation.labels[first] = RowLabel::Stanza;
        segmentation.segments[at - 1].rows.end = first;
        segmentation.segments[at].rows.start = first;
    }
}

/// Turns short lines that end in mid-sentence into verse, and lines taken for verse that
/// all end a sentence into paragraphs.
pub(super) fn review_verse(segmentation: &mut Segmentation, style: &StreamStyle) {
    let mut first = 0;
    while first < segmentation.segments.len() {
        let rest = segmentation.segments[first..].iter();
        let mut end = first
            + rest
                .take_while(|segment| may_be_verse_line(segmentation, segment, style))
                .count();
        if end > first {
            let segments = without_neighbours(segmentation, first..end);
            end = end.min(first + 1).max(decide_together(segmentation, segments, style));
        }
        first = end.max(first + 1);
    }
}

/// Separates from verse what introduces or interrupts it: rows much wider than its lines,
/// or much outdented, and ornaments.
pub(super) fn split_off_prose(segmentation: &mut Segmentation, style: &StreamStyle) {
    for at in (0..segmentation.segments.len()).rev() {
        let segment = segmentation.segments[at].clone();
        if segment.kind != SegmentKind::Verse {
            continue;
        }
        let kinds = classify_rows(segmentation, &segment, style);
        let mut parts: Vec<Segment> = Vec::new();
        for (row, kind) in segment.rows.zip(kinds) {
            match parts.last_mut() {
                Some(part) if part.kind == kind && kind != SegmentKind::Ornament => {
                    part.rows.end = row + 1;
                }
                _ => parts.push(Segment { kind, rows: row..row + 1 }),
            }
        }
        if parts.len() < 2 {
            continue;
        }
        for part in &parts {
            let (first, more) = match part.kind {
                SegmentKind::Paragraph => (RowLabel::Paragraph, RowLabel::ParagraphMore),
                SegmentKind::Ornament => (RowLabel::Ornament, RowLabel::Ornament),
                _ => {
                    segmentation.labels[part.rows.start] = RowLabel::Stanza;
                    continue;
                }
            };
            segmentation.labels[part.rows.clone()].fill(more);
            segmentation.labels[part.rows.start] = first;
        }
        segmentation.segments.splice(at..=at, parts);
    }
}

/// The kind of each row of a segment of verse: verse, paragraph or ornament.
fn classify_rows(
    segmentation: &Segmentation,
    segment: &Segment,
    style: &StreamStyle,
) -> Vec<SegmentKind> {
    let rows = &segmentation.rows[segment.rows.clone()];
    let mut widths: Vec<i32> = rows.iter().map(|row| row.width).collect();
    widths.sort_unstable();
    let wide = widths[widths.len() * 3 / 4];
    // Each page may have its own indent.
    let mut insets: Vec<i32> = Vec::with_capacity(rows.len());
    for page in rows.chunk_by(|_, next| !next.turn) {
        let mut sorted: Vec<i32> = page.iter().map(measure_inset).collect();
        sorted.sort_unstable();
        let middle = if page.len() > LINES { sorted[sorted.len() / 2] } else { 0 };
        insets.extend(page.iter().map(|_| middle));
    }
    let prose = |row: &Row, inset: i32| {
        let outdent = if row.look.is_some() { OUTDENT_ON_PAGE } else { OUTDENT };
        let has_insets = row.look.is_some() || style.keeps_indents;
        let out = has_insets && measure_inset(row).saturating_add(outdent) <= inset;
        let wider = row.width * 100 > wide * WIDER && !style.is_short(row);
        wider || out && (row.ends == RowEnd::Colon || row.width > wide)
    };
    let mut kinds: Vec<SegmentKind> = rows
        .iter()
        .zip(insets)
        .map(|(row, inset)| match () {
            () if is_ornament(row) => SegmentKind::Ornament,
            () if rows.len() > LINES && prose(row, inset) => SegmentKind::Paragraph,
            () => SegmentKind::Verse,
        })
        .collect();
    let prose = kinds.iter().filter(|&&kind| kind == SegmentKind::Paragraph).count();
    if prose * 100 > rows.len() * PROSE {
        for kind in &mut kinds {
            if *kind == SegmentKind::Paragraph {
                *kind = SegmentKind::Verse;
            }
        }
    }
    kinds
}

/// How far a row begins from the left edge of the text: in thousandths of an em where the page
/// shows it, else in columns.
fn measure_inset(row: &Row) -> i32 {
    let columns = || i32::try_from(row.indent).unwrap_or(i32::MAX);
    row.look.map_or_else(columns, |look| look.left)
}

/// Makes verse of the completed rows, together with the verse beside them.
pub(super) fn join_verse(segmentation: &mut Segmentation, completed: &[bool]) {
    let mut parts: Vec<Segment> = Vec::with_capacity(segmentation.segments.len());
    // Whether the last part, which is verse, has a completed row.
    let mut is_completed = false;
    for segment in std::mem::take(&mut segmentation.segments) {
        let mut start = segment.rows.start;
        while start < segment.rows.end {
            let is_poem = completed[start];
            let run = completed[start..segment.rows.end].iter();
            let whole = segment.kind == SegmentKind::Verse;
            let end = start + run.take_while(|row| whole || **row == is_poem).count();
            let is_poem = completed[start..end].contains(&true);
            let kind = if is_poem { SegmentKind::Verse } else { segment.kind };
            let joined = parts.last_mut().filter(|last| {
                let both = kind == SegmentKind::Verse && last.kind == kind;
                both && (is_poem || is_completed) && last.rows.end == start
            });
            if let Some(last) = joined {
                last.rows.end = end;
                is_completed = true;
            } else {
                parts.push(Segment { kind, rows: start..end });
                is_completed = is_poem;
            }
            if start > segment.rows.start && kind != SegmentKind::Verse {
                segmentation.labels[start] = match kind {
                    SegmentKind::Quotation => RowLabel::Quotation,
                    _ => RowLabel::Paragraph,
                };
            }
            start = end;
        }
    }
    segmentation.segments = parts;
}

/// Whether a row has only stars.
fn is_ornament(row: &Row) -> bool {
    !row.plain.is_empty()
        && row.plain.chars().all(|c| c.is_whitespace() || matches!(c, '*' | '⁂'))
}

/// Whether a segment is verse, or a paragraph of one row on which the next word would
/// have fitted; the opening of a letter is neither.
fn may_be_verse_line(
    segmentation: &Segmentation,
    segment: &Segment,
    style: &StreamStyle,
) -> bool {
    match segment.kind {
        SegmentKind::Verse => true,
        SegmentKind::Paragraph | SegmentKind::Quotation if segment.rows.len() == 1 => {
            let row = &segmentation.rows[segment.rows.start];
            let next = segmentation.rows.get(segment.rows.end);
            !is_salutation(&row.plain)
                && !is_dateline(&row.plain)
                && next.map_or_else(
                    || style.is_short(row),
                    |next| style.ends_early(row, next),
                )
        }
        _ => false,
    }
}

/// Leaves out the segments that announce a poem and that name its source.
fn without_neighbours(
    segmentation: &Segmentation,
    mut segments: Range<usize>,
) -> Range<usize> {
    let prose = |at: usize, is: fn(&Row) -> bool| {
        let segment = &segmentation.segments[at];
        segment.kind != SegmentKind::Verse && is(&segmentation.rows[segment.rows.start])
    };
    while segments.len() > LINES
        && prose(segments.start, |row| {
            row.ends == RowEnd::Colon || row.begins == RowStart::Capitals
        })
    {
        segments.start += 1;
    }
    while segments.len() > LINES
        && prose(segments.end - 1, |row| row.begins == RowStart::Bracket)
    {
        segments.end -= 1;
    }
    segments
}

/// Decides segments that may be lines of verse together; gives the index after them.
fn decide_together(
    segmentation: &mut Segmentation,
    segments: Range<usize>,
    style: &StreamStyle,
) -> usize {
    let after = segments.end;
    let (Some(first), Some(last)) = (
        segmentation.segments.get(segments.start),
        segmentation.segments.get(segments.end - 1),
    ) else {
        return after;
    };
    let rows = first.rows.start..last.rows.end;
    // A line too long for the measure continues in the next row.
    let whole =
        |row: &usize| segmentation.labels.get(row + 1) != Some(&RowLabel::VerseMore);
    let ends: Vec<RowEnd> =
        rows.clone().filter(whole).map(|row| segmentation.rows[row].ends).collect();
    let share = |is: fn(&RowEnd) -> bool| {
        ends.iter().filter(|end| is(end)).count() * 100 / ends.len().max(1)
    };
    let open = share(|end| !end.is_sentence());
    let listed = rows.clone().filter(|&row| is_entry(&segmentation.rows[row])).count();
    let plain = listed * 2 < rows.len();
    let opens_letter = is_salutation(&segmentation.rows[rows.start].plain);
    let letter = opens_letter && rows.len() <= LINES;
    if ends.len() >= LINES
        && !letter
        && open >= OPEN
        && share(|end| *end == RowEnd::Comma) >= COMMAS
        && plain
    {
        for row in rows.clone() {
            let first =
                row == rows.start || style.blanks_beyond(&segmentation.rows[row]) > 0;
            let label = &mut segmentation.labels[row];
            *label = match *label {
                RowLabel::VerseMore => RowLabel::VerseMore,
                RowLabel::Stanza => RowLabel::Stanza,
                _ if first => RowLabel::Stanza,
                _ => RowLabel::VerseLine,
            };
        }
        let start = segments.start;
        segmentation
            .segments
            .splice(segments, [Segment { kind: SegmentKind::Verse, rows }]);
        return start + 1;
    }
    if letter || ends.len() >= LINES && open < CLOSED {
        let start = segments.start;
        let parted: Vec<Segment> = segmentation.segments[segments.clone()]
            .iter()
            .flat_map(|segment| match segment.kind {
                SegmentKind::Verse => {
                    let single = |row| Segment {
                        kind: SegmentKind::Paragraph,
                        rows: row..row + 1,
                    };
                    segment.rows.clone().map(single).collect()
                }
                _ => vec![segment.clone()],
            })
            .collect();
        let after = start + parted.len();
        segmentation.segments.splice(segments, parted);
        return after;
    }
    after
}

/// Whether a row begins like a list item, or is in capitals.
fn is_entry(row: &Row) -> bool {
    let start = row.begins;
    matches!(start, RowStart::Digit | RowStart::Bracket | RowStart::Bullet)
        || !row.plain.contains(char::is_lowercase)
}
