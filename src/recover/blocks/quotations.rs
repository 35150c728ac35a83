//! Corrects the segments of quotations and paragraphs: what the labels of single rows
//! cannot show.

use std::ops::Range;

use super::look_features::SAME_INSET;
use super::row_label::RowLabel;
use super::segment::{Segment, SegmentKind, Segmentation};
use crate::recover::model::Zoned;
use crate::recover::page::measure::{AMPLE, EM};
use crate::recover::rows::row::Row;
use crate::recover::rows::row_ends::{RowEnd, RowStart};
use crate::recover::rows::stream_style::StreamStyle;
use crate::text::language::Language;
use crate::text::numerals;
use crate::text::small_words::is_small_word;

/// A quotation set off in print is narrower than the text by at least this much.
const NARROWER: i32 = EM;

/// Its width must differ from that of the text by this many standard errors.
const BEYOND_CHANCE: i32 = 4;

/// A text puts blank lines between paragraphs if at least this share of its segments, in
/// per cent, follows one.
const BLANK_BETWEEN: usize = 80;

/// A segment whose look gives a quotation these log odds is set off, even if only the
/// comparison with other segments shows it.
pub(super) const AGREES: f64 = 1.6;

/// A segment in one group with quotations is one from this likelihood on.
const BESIDE: f64 = 0.4;

/// A quotation without indent has at least this many rows.
const ROWS_OF_QUOTATION: usize = 2;

/// Where a colon announces a quotation below a page turn, its width differs by this many
/// standard errors: the colon is evidence, too.
const BEYOND_CHANCE_ANNOUNCED: i32 = 3;

/// Quotations are set off from a text: in a section with at most this share of ordinary
/// paragraphs, in per cent, nothing is quoted.
const TEXT_AROUND: usize = 20;

/// A section with at least this many quotations is set like one throughout; fewer may be its
/// epigraphs or a letter that it quotes.
const SET_AS_QUOTATIONS: usize = 4;

/// A line of fewer words may be a heading, even before a lower-case letter.
const WORDS_BEFORE_A_TEAR: usize = 5;

/// A heading has at most this many words; more are a paragraph, unless it has a number and
/// the labels are [`SURE`].
const WORDS_OF_A_HEADING: usize = 30;

/// See [`WORDS_OF_A_HEADING`].
const SURE: f64 = 0.9;

/// Turns headings that are too long into paragraphs, and joins segments that a lower-case
/// letter proves to be one.
pub(super) fn review_headings(segmentation: &mut Segmentation, style: &StreamStyle) {
    for at in 0..segmentation.segments.len() {
        let heading = segmentation.segments[at].is_heading();
        if heading && is_too_long(segmentation, at) {
            segmentation.segments[at].kind = SegmentKind::Paragraph;
        }
    }
    join_torn(segmentation, style);
    part_headings(segmentation, style);
}

/// Whether a heading has too many words. The summary of a chapter may have more: after
/// its number, or below it.
fn is_too_long(segmentation: &Segmentation, at: usize) -> bool {
    let segment = &segmentation.segments[at];
    let words = segmentation.words_of(segment);
    let above = at.checked_sub(1).map(|above| &segmentation.segments[above]);
    let under_number = above.filter(|above| above.is_heading()).is_some_and(|above| {
        numerals::numbering(&segmentation.words_of(above)).is_some()
    });
    let numbered = under_number || numerals::numbering(&words).is_some();
    let sure = numbered && segmentation.kind_likelihood(segment) > SURE;
    words.split(' ').count() > WORDS_OF_A_HEADING && !sure
}

/// Splits headings at blank lines: a title, and a subtitle under it.
fn part_headings(segmentation: &mut Segmentation, style: &StreamStyle) {
    for at in (0..segmentation.segments.len()).rev() {
        let segment = segmentation.segments[at].clone();
        let inner = segment.rows.start + 1..segment.rows.end;
        let gap =
            inner.rev().find(|&row| style.blanks_beyond(&segmentation.rows[row]) > 0);
        if let (SegmentKind::Heading(_), Some(gap)) = (segment.kind, gap) {
            let halves = [segment.rows.start..gap, gap..segment.rows.end];
            let halves = halves.map(|rows| Segment { kind: segment.kind, rows });
            segmentation.segments.splice(at..=at, halves);
        }
    }
}

/// Adds to quotations the paragraph that is between the same blank lines, if it is nearly
/// as likely; `quoted` has the likelihoods.
pub(super) fn complete_groups(
    segmentation: &mut Segmentation,
    style: &StreamStyle,
    quoted: &[f64],
) {
    let gap = |segmentation: &Segmentation, at: usize| {
        segmentation.segments.get(at).is_none_or(|segment| {
            style.blanks_beyond(&segmentation.rows[segment.rows.start]) > 0
        })
    };
    for (at, &quoted) in quoted.iter().enumerate().skip(segmentation.displaced) {
        let quotation = |at: Option<usize>| {
            let segment = at.and_then(|at| segmentation.segments.get(at));
            segment.is_some_and(|segment| segment.kind == SegmentKind::Quotation)
        };
        let [above, below] = [gap(segmentation, at), gap(segmentation, at + 1)];
        let beside = above && !below && quotation(Some(at + 1))
            || below && !above && quotation(at.checked_sub(1));
        if beside
            && segmentation.segments[at].kind == SegmentKind::Paragraph
            && quoted >= BESIDE
        {
            segmentation.segments[at].kind = SegmentKind::Quotation;
        }
    }
}

/// Turns quotations that nothing sets off into paragraphs again: all adjacent ones, or,
/// if they are not set off together, those that are not set off by themselves.
pub(super) fn drop_unmarked(
    segmentation: &mut Segmentation,
    style: &StreamStyle,
    accords: &[f64],
) {
    let custom = shared_shortfall(segmentation, style);
    let stands_off = |segmentation: &Segmentation, segments: Range<usize>| {
        let agree = || accords[segments.clone()].iter().all(|accord| *accord >= AGREES);
        !heads_section(segmentation, segments.start)
            && (agree() || is_set_off(segmentation, segments.clone(), style, custom))
    };
    let mut at = segmentation.displaced;
    while at < segmentation.segments.len() {
        let rest = segmentation.segments[at..].iter();
        let run =
            rest.take_while(|segment| segment.kind == SegmentKind::Quotation).count();
        let segments = at..at + run;
        at += run.max(1);
        if run == 0 || stands_off(segmentation, segments.clone()) {
            continue;
        }
        for segment in segments {
            if !stands_off(segmentation, segment..segment + 1) {
                segmentation.segments[segment].kind = SegmentKind::Paragraph;
            }
        }
    }
}

/// How far all quotations of a text together are below its measure, if that is no chance:
/// each may be too short to show it.
fn shared_shortfall(segmentation: &Segmentation, style: &StreamStyle) -> Option<i32> {
    let quotations = segmentation
        .segments
        .iter()
        .filter(|segment| segment.kind == SegmentKind::Quotation);
    let wrapped = quotations
        .flat_map(|segment| &segmentation.rows[segment.rows.start..segment.rows.end - 1])
        .map(|row| row.width);
    let (short, errors) = style.full.shortfall(wrapped.collect());
    (short >= NARROWER / 2 && errors >= 2 * BEYOND_CHANCE).then_some(short)
}

/// Whether a segment begins with a Roman number or a chapter number: it is a section,
/// however narrow it is.
fn heads_section(segmentation: &Segmentation, segment: usize) -> bool {
    let first = &segmentation.rows[segmentation.segments[segment].rows.start].plain;
    numerals::numbering(first).is_some_and(|number| number.roman || number.keyword)
}

/// Whether adjacent segments are set off from the text: by their indent, by their
/// measure, or by blank lines in a text whose paragraphs have none.
fn is_set_off(
    segmentation: &Segmentation,
    segments: Range<usize>,
    style: &StreamStyle,
    custom: Option<i32>,
) -> bool {
    let (before, after) = (segments.start, segmentation.segments.get(segments.end));
    let segments = &segmentation.segments[segments];
    let rows =
        || segments.iter().flat_map(|segment| &segmentation.rows[segment.rows.clone()]);
    // Rows that end early because the text ends say nothing about the width.
    let wrapped = segments
        .iter()
        .flat_map(|segment| &segmentation.rows[segment.rows.start..segment.rows.end - 1]);
    let (short, errors) = style.full.shortfall(wrapped.map(|row| row.width).collect());
    let indented = style.keeps_indents && rows().all(|row| row.indent > row.margin + 1);
    let narrow = short >= NARROWER && errors >= BEYOND_CHANCE;
    let gap = |segment: &Segment| {
        style.blanks_beyond(&segmentation.rows[segment.rows.start]) > 0
    };
    let parted = style.blanks == 0 && {
        let gaps = [gap(&segmentation.segments[before]), after.is_none_or(gap)];
        gaps == [true; 2]
            || gaps != [false; 2]
                && segments.iter().all(|segment| is_in_marks(segmentation, segment))
    };
    let wide = short <= -NARROWER && errors <= -2 * BEYOND_CHANCE;
    // It has the measure of the other quotations, though it is too short to show it
    // alone.
    let as_others = custom.is_some_and(|custom| {
        segments.iter().any(|segment| segment.rows.len() > 1) && short >= custom / 3
    });
    indented || narrow || wide || parted || as_others
}

/// Whether a segment of several rows opens and closes with a quotation mark.
fn is_in_marks(segmentation: &Segmentation, segment: &Segment) -> bool {
    let rows = &segmentation.rows[segment.rows.clone()];
    rows.len() >= ROWS_OF_QUOTATION && quotation_marks(rows) == 3
}

/// 2 if rows open with a quotation mark, plus 1 if they close with one.
pub(super) fn quotation_marks(rows: &[Row]) -> usize {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return 0 };
    let opens = matches!(first.begins, RowStart::Quoted | RowStart::QuotedUpper);
    let last = last.plain.trim_end_matches(['.', ',', ';', ' ']);
    let closes = last.ends_with(['”', '"', '»', '“', '’']);
    usize::from(opens) * 2 + usize::from(closes)
}

/// Sets off paragraphs that a colon announces and the mark of a note closes: the mark
/// names the source of the quotation. Quotation marks alone prove nothing, because
/// speeches and documents have them without being set off.
pub(super) fn set_off_sourced(zoned: &Zoned, segmentation: &mut Segmentation) {
    for at in 1..segmentation.segments.len() {
        let [before, this] = &segmentation.segments[at - 1..=at] else { continue };
        let first = &segmentation.rows[this.rows.start];
        let last = segmentation.rows[this.rows.end - 1].span;
        let ends_with_mark = || {
            let after = zoned.marks.partition_point(|mark| mark.span.end <= last.end);
            let mark = after.checked_sub(1).and_then(|at| zoned.marks.get(at));
            mark.is_some_and(|mark| {
                mark.span.start > last.start && mark.span.end == last.end
            })
        };
        let sourced = before.kind == SegmentKind::Paragraph
            && this.kind == SegmentKind::Paragraph
            && this.rows.len() >= ROWS_OF_QUOTATION
            && first.begins != RowStart::Dash
            && ends_with_mark()
            && segmentation.words_of(before).ends_with(':');
        if sourced {
            segmentation.segments[at].kind = SegmentKind::Quotation;
        }
    }
}

/// Whether a text puts blank lines between its paragraphs.
fn is_parted_by_blanks(segmentation: &Segmentation) -> bool {
    let segments = &segmentation.segments;
    let apart = segments.iter().filter(|segment| is_apart(segmentation, segment)).count();
    apart * 100 >= segments.len() * BLANK_BETWEEN
}

/// Whether a blank line, or nothing, is above a segment.
fn is_apart(segmentation: &Segmentation, segment: &Segment) -> bool {
    segment.rows.start == 0 || segmentation.rows[segment.rows.start].blanks > 0
}

/// Sets off paragraphs that a colon announces and that begin right below it, in a text that
/// puts blank lines between paragraphs: the source has set them off by other means, which
/// the extraction lost.
///
/// Below a page turn there is no blank line either way: there the measure must show it.
pub(super) fn set_off_announced(segmentation: &mut Segmentation, style: &StreamStyle) {
    if !is_parted_by_blanks(segmentation) {
        return;
    }
    let segments = &segmentation.segments;
    let is_narrower = |segment: &Segment| {
        let wrapped = &segmentation.rows[segment.rows.start..segment.rows.end - 1];
        let widths = wrapped.iter().map(|row| row.width).collect();
        let (short, errors) = style.full.shortfall(widths);
        short >= NARROWER / 2 && errors >= BEYOND_CHANCE_ANNOUNCED
    };
    let announced: Vec<usize> = (1..segments.len())
        .filter(|&at| {
            let [before, this] = &segments[at - 1..=at] else { return false };
            let first = &segmentation.rows[this.rows.start];
            before.kind == SegmentKind::Paragraph
                && this.kind == SegmentKind::Paragraph
                && this.rows.len() >= ROWS_OF_QUOTATION
                && !is_apart(segmentation, this)
                && (!first.turn || is_narrower(this))
                && matches!(first.begins, RowStart::Upper | RowStart::Inverted)
                && segments.get(at + 1).is_none_or(|next| is_apart(segmentation, next))
                && segmentation.words_of(before).ends_with(':')
        })
        .collect();
    for at in announced {
        segmentation.segments[at].kind = SegmentKind::Quotation;
    }
}

/// Joins a paragraph to an unfinished one before it: if it begins with a lower-case
/// letter, or if nothing separates the two and its first word would not have fitted on
/// the row before. In notes, whose measure is less certain, half a row is enough.
pub(super) fn join_torn(segmentation: &mut Segmentation, style: &StreamStyle) {
    let mut at = 1;
    while at < segmentation.segments.len() {
        let (before, this) = (&segmentation.segments[at - 1], &segmentation.segments[at]);
        // A row whose words were all cut out says nothing.
        let mut said =
            this.rows.clone().filter(|&row| !segmentation.rows[row].plain.is_empty());
        let row = &segmentation.rows[said.next().unwrap_or(this.rows.start)];
        let last = &segmentation.rows[before.rows.end - 1];
        let lone_line = this.kind == SegmentKind::Verse
            && said.next().is_none()
            && row.begins == RowStart::Lower;
        let torn = before.kind == SegmentKind::Paragraph
            && (this.kind == SegmentKind::Paragraph || lone_line)
            && this.rows.start == before.rows.end
            && !row.begins_by_page()
            && last.plain.split_whitespace().count() >= WORDS_BEFORE_A_TEAR
            && match row.begins {
                RowStart::Lower => {
                    matches!(last.ends, RowEnd::Letter | RowEnd::Digit | RowEnd::Hyphen)
                }
                RowStart::Upper => {
                    last.ends == RowEnd::Letter
                        && !row.turn
                        && !row.interrupted
                        && style.blanks_beyond(row) == 0
                        && row.indent <= last.indent
                        && (style.room_before(last, row) < 0
                            || style.notes && last.width > style.measure / 2)
                }
                _ => false,
            };
        if torn {
            let end = this.rows.end;
            segmentation.segments[at - 1].rows.end = end;
            segmentation.segments.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Joins a paragraph to the one above it if that ends with an article, a preposition or a
/// conjunction and only a line end or a page turn separates the two. Where lines are ragged, a
/// capital at the head of a page looks like a new paragraph.
pub(super) fn join_open_paragraphs(
    segmentation: &mut Segmentation,
    style: &StreamStyle,
    language: &Language,
) {
    segmentation.join_segments(RowLabel::ParagraphMore, |rows, above, below| {
        let (last, first) = (&rows[above.rows.end - 1], &rows[below.rows.start]);
        let mut words = last.plain.split_whitespace();
        [above.kind, below.kind] == [SegmentKind::Paragraph; 2]
            && last.ends == RowEnd::Letter
            && words.next_back().is_some_and(|word| is_small_word(word, language))
            && words.count() + 1 >= WORDS_BEFORE_A_TEAR
            && first.decided.is_none()
            && !first.begins_by_page()
            && matches!(first.begins, RowStart::Lower | RowStart::Upper)
            && first.indent.saturating_sub(first.margin)
                <= last.indent.saturating_sub(last.margin)
            && style.blanks_beyond(first) == 0
            && style.room_before(last, first) <= AMPLE
    });
}

/// Makes paragraphs of quotations in sections that have hardly anything else, if they begin at
/// the left edge: a bibliography is set in smaller type throughout.
pub(super) fn release_whole_sections(segmentation: &mut Segmentation) {
    let Segmentation { rows, segments, .. } = segmentation;
    let is_set_off = |segment: &Segment| {
        let first = &rows[segment.rows.start];
        segment.kind == SegmentKind::Quotation
            && (first.look.is_none_or(|look| look.left >= SAME_INSET)
                || first.fence.is_some()
                || first.decided.is_some())
    };
    for section in segments.chunk_by_mut(|_, next| !next.is_heading()) {
        let count = |kind| section.iter().filter(|segment| segment.kind == kind).count();
        let quotations = count(SegmentKind::Quotation);
        let all = quotations + count(SegmentKind::Paragraph);
        if quotations < SET_AS_QUOTATIONS
            || (all - quotations) * 100 > all * TEXT_AROUND
            || section.iter().any(is_set_off)
        {
            continue;
        }
        for segment in section {
            if segment.kind == SegmentKind::Quotation {
                segment.kind = SegmentKind::Paragraph;
            }
        }
    }
}
