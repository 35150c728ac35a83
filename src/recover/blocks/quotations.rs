//! Second thoughts about drafts: what the labels of single rows cannot see.

use std::ops::Range;

use super::drafts::{Draft, Kind, Sketch};
use crate::recover::model::Zoned;
use crate::recover::page::measure::EM;
use crate::recover::rows::ends::{End, Start};
use crate::recover::rows::row::Row;
use crate::recover::rows::style::Style;
use crate::text::numerals;

/// A quotation set off in print is narrower than the text by at least this much.
const NARROWER: i32 = EM;

/// Its width must differ from that of the text by so many standard errors.
const BEYOND_CHANCE: i32 = 4;

/// A draft whose look speaks for a quotation by this much, in natural logarithms of odds, is
/// set off, even if nothing but the comparison with others shows it.
pub(super) const AGREES: f64 = 1.6;

/// What stands in one group with quotations is one from this likelihood on.
const BESIDE: f64 = 0.4;

/// A quotation without indent has at least this many rows.
const ROWS_OF_QUOTATION: usize = 2;

/// A line of fewer words may be a heading, even before a small letter.
const WORDS_BEFORE_A_TEAR: usize = 5;

/// A heading has at most this many words; more are a paragraph, unless it has a number and
/// the labels are [`SURE`].
const WORDS_OF_A_HEADING: usize = 30;

/// See [`WORDS_OF_A_HEADING`].
const SURE: f64 = 0.9;

/// Makes plain paragraphs of headings that are too long; joins what a small letter shows to
/// be one.
pub(super) fn review(sketch: &mut Sketch, style: &Style) {
    for at in 0..sketch.drafts.len() {
        let heading = matches!(sketch.drafts[at].kind, Kind::Heading(_));
        if heading && is_too_long(sketch, at) {
            sketch.drafts[at].kind = Kind::Paragraph;
        }
    }
    join_torn(sketch, style);
    part_headings(sketch, style);
}

/// Whether what the labels take for a heading has too many words for one. The argument of
/// a chapter may have more: behind its number, or below it.
fn is_too_long(sketch: &Sketch, at: usize) -> bool {
    let draft = &sketch.drafts[at];
    let words = sketch.words(draft);
    let above = at.checked_sub(1).map(|above| &sketch.drafts[above]);
    let under_number = above
        .filter(|above| matches!(above.kind, Kind::Heading(_)))
        .is_some_and(|above| numerals::numbering(&sketch.words(above)).is_some());
    let numbered = under_number || numerals::numbering(&words).is_some();
    let sure = numbered && sketch.kind_likely(draft) > SURE;
    words.split(' ').count() > WORDS_OF_A_HEADING && !sure
}

/// Parts headings that a blank line divides: a title, and a subtitle under it.
fn part_headings(sketch: &mut Sketch, style: &Style) {
    for at in (0..sketch.drafts.len()).rev() {
        let draft = sketch.drafts[at].clone();
        let inner = draft.rows.start + 1..draft.rows.end;
        let gap = inner.rev().find(|&row| style.blanks_beyond(&sketch.rows[row]) > 0);
        if let (Kind::Heading(_), Some(gap)) = (draft.kind, gap) {
            let halves = [draft.rows.start..gap, gap..draft.rows.end];
            let halves = halves.map(|rows| Draft { kind: draft.kind, rows });
            sketch.drafts.splice(at..=at, halves);
        }
    }
}

/// Gives to quotations the one paragraph that stands with them between the same blank lines,
/// if it is nearly as likely one; `quoted` tells how likely each is.
pub(super) fn complete(sketch: &mut Sketch, style: &Style, quoted: &[f64]) {
    let gap = |sketch: &Sketch, at: usize| {
        sketch
            .drafts
            .get(at)
            .is_none_or(|draft| style.blanks_beyond(&sketch.rows[draft.rows.start]) > 0)
    };
    for (at, &quoted) in quoted.iter().enumerate().skip(sketch.displaced) {
        let quotation = |at: Option<usize>| {
            let draft = at.and_then(|at| sketch.drafts.get(at));
            draft.is_some_and(|draft| draft.kind == Kind::Quotation)
        };
        let [above, below] = [gap(sketch, at), gap(sketch, at + 1)];
        let beside = above && !below && quotation(Some(at + 1))
            || below && !above && quotation(at.checked_sub(1));
        if beside && sketch.drafts[at].kind == Kind::Paragraph && quoted >= BESIDE {
            sketch.drafts[at].kind = Kind::Quotation;
        }
    }
}

/// Makes plain paragraphs again of quotations that nothing sets off: all that stand together,
/// or, if they are not set off together, those that are not by themselves.
pub(super) fn drop_unseen(sketch: &mut Sketch, style: &Style, accords: &[f64]) {
    let custom = custom(sketch, style);
    let stands_off = |sketch: &Sketch, drafts: Range<usize>| {
        let agree = || accords[drafts.clone()].iter().all(|accord| *accord >= AGREES);
        !heads_section(sketch, drafts.start)
            && (agree() || is_set_off(sketch, drafts.clone(), style, custom))
    };
    let mut at = sketch.displaced;
    while at < sketch.drafts.len() {
        let rest = sketch.drafts[at..].iter();
        let run = rest.take_while(|draft| draft.kind == Kind::Quotation).count();
        let drafts = at..at + run;
        at += run.max(1);
        if run == 0 || stands_off(sketch, drafts.clone()) {
            continue;
        }
        for draft in drafts {
            if !stands_off(sketch, draft..draft + 1) {
                sketch.drafts[draft].kind = Kind::Paragraph;
            }
        }
    }
}

/// How far the quotations of a text fall short of its measure together, if that is no
/// chance: each may be too short to show it.
fn custom(sketch: &Sketch, style: &Style) -> Option<i32> {
    let quotations = sketch.drafts.iter().filter(|draft| draft.kind == Kind::Quotation);
    let wrapped = quotations
        .flat_map(|draft| &sketch.rows[draft.rows.start..draft.rows.end - 1])
        .map(|row| row.width);
    let (short, errors) = style.full.shortfall(wrapped.collect());
    (short >= NARROWER / 2 && errors >= 2 * BEYOND_CHANCE).then_some(short)
}

/// Whether a draft begins with a Roman number or that of a chapter: it is a section, however
/// narrow its argument is set.
fn heads_section(sketch: &Sketch, draft: usize) -> bool {
    let first = &sketch.rows[sketch.drafts[draft].rows.start].plain;
    numerals::numbering(first).is_some_and(|number| number.roman || number.keyword)
}

/// Whether a run of drafts stands off from the text: by its indent, by its measure, or by
/// blank lines around it where paragraphs have none between them.
fn is_set_off(
    sketch: &Sketch,
    drafts: Range<usize>,
    style: &Style,
    custom: Option<i32>,
) -> bool {
    let (before, after) = (drafts.start, sketch.drafts.get(drafts.end));
    let drafts = &sketch.drafts[drafts];
    let rows = || drafts.iter().flat_map(|draft| &sketch.rows[draft.rows.clone()]);
    // Rows that end before the measure for want of text say nothing of the width.
    let wrapped = drafts
        .iter()
        .flat_map(|draft| &sketch.rows[draft.rows.start..draft.rows.end - 1]);
    let (short, errors) = style.full.shortfall(wrapped.map(|row| row.width).collect());
    let indented = style.keeps_indents && rows().all(|row| row.indent > row.margin + 1);
    let narrow = short >= NARROWER && errors >= BEYOND_CHANCE;
    let gap = |draft: &Draft| style.blanks_beyond(&sketch.rows[draft.rows.start]) > 0;
    let parted = style.blanks == 0 && {
        let gaps = [gap(&sketch.drafts[before]), after.is_none_or(gap)];
        gaps == [true; 2]
            || gaps != [false; 2] && drafts.iter().all(|draft| in_marks(sketch, draft))
    };
    let wide = short <= -NARROWER && errors <= -2 * BEYOND_CHANCE;
    // Of one measure with the others of the text, though too short to show it alone.
    let as_others = custom.is_some_and(|custom| {
        drafts.iter().any(|draft| draft.rows.len() > 1) && short >= custom / 3
    });
    indented || narrow || wide || parted || as_others
}

/// Whether a draft of several rows opens and closes with a quotation mark.
fn in_marks(sketch: &Sketch, draft: &Draft) -> bool {
    let rows = &sketch.rows[draft.rows.clone()];
    rows.len() >= ROWS_OF_QUOTATION && marks(rows) == 3
}

/// 2 if rows open with a quotation mark, and 1 more if they close with one.
pub(super) fn marks(rows: &[Row]) -> usize {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return 0 };
    let opens = matches!(first.begins, Start::Quoted | Start::QuotedUpper);
    let last = last.plain.trim_end_matches(['.', ',', ';', ' ']);
    let closes = last.ends_with(['”', '"', '»', '“', '’']);
    usize::from(opens) * 2 + usize::from(closes)
}

/// Sets off paragraphs that a colon announces and a note's mark closes: the mark names the
/// source of what was quoted. Quotation marks alone show nothing, for speeches and
/// documents have them, too, where print does not set them off.
pub(super) fn set_off_sourced(zoned: &Zoned, sketch: &mut Sketch) {
    for at in 1..sketch.drafts.len() {
        let [before, this] = &sketch.drafts[at - 1..=at] else { continue };
        let first = &sketch.rows[this.rows.start];
        let last = sketch.rows[this.rows.end - 1].span;
        let ends_with_mark = || {
            let after = zoned.marks.partition_point(|mark| mark.span.end <= last.end);
            let mark = after.checked_sub(1).and_then(|at| zoned.marks.get(at));
            mark.is_some_and(|mark| {
                mark.span.start > last.start && mark.span.end == last.end
            })
        };
        let sourced = before.kind == Kind::Paragraph
            && this.kind == Kind::Paragraph
            && this.rows.len() >= ROWS_OF_QUOTATION
            && first.begins != Start::Dash
            && ends_with_mark()
            && sketch.words(before).ends_with(':');
        if sourced {
            sketch.drafts[at].kind = Kind::Quotation;
        }
    }
}

/// Joins a paragraph to one before it that has no end: if it begins with a small letter, or
/// if nothing parts the two and its first word would not have fitted on the row before. In
/// notes, whose measure is not as well known, half a row is enough.
pub(super) fn join_torn(sketch: &mut Sketch, style: &Style) {
    let mut at = 1;
    while at < sketch.drafts.len() {
        let (before, this) = (&sketch.drafts[at - 1], &sketch.drafts[at]);
        // A row of which nothing is left but what was cut out says nothing.
        let mut said =
            this.rows.clone().filter(|&row| !sketch.rows[row].plain.is_empty());
        let row = &sketch.rows[said.next().unwrap_or(this.rows.start)];
        let last = &sketch.rows[before.rows.end - 1];
        let lone_line = this.kind == Kind::Verse
            && said.next().is_none()
            && row.begins == Start::Lower;
        let torn = before.kind == Kind::Paragraph
            && (this.kind == Kind::Paragraph || lone_line)
            && this.rows.start == before.rows.end
            && last.plain.split_whitespace().count() >= WORDS_BEFORE_A_TEAR
            && match row.begins {
                Start::Lower => {
                    matches!(last.ends, End::Letter | End::Digit | End::Hyphen)
                }
                Start::Upper => {
                    last.ends == End::Letter
                        && !row.turn
                        && !row.interrupted
                        && style.blanks_beyond(row) == 0
                        && row.indent <= last.indent
                        && (style.room(last, row) < 0
                            || style.notes && last.width > style.measure / 2)
                }
                _ => false,
            };
        if torn {
            let end = this.rows.end;
            sketch.drafts[at - 1].rows.end = end;
            sketch.drafts.remove(at);
        } else {
            at += 1;
        }
    }
}
