//! Second thoughts about drafts: what the labels of single rows cannot see.

use super::doubts::kind_likely;
use super::drafts::{Draft, Kind, Sketch};
use super::ends::{End, Start};
use super::style::Style;
use crate::recover::measure::EM;
use crate::recover::zones::Zoned;
use crate::text::numerals;

/// A quotation set off in print is narrower than the text by at least this much.
const NARROWER: i32 = EM;

/// Its width must differ from that of the text by so many standard errors.
const BEYOND_CHANCE: i32 = 4;

/// Where nothing announces it, twice as many: ragged lines stray far.
const UNANNOUNCED: i32 = 2 * BEYOND_CHANCE;

/// Where a colon and a quotation mark announce it, so many are enough; twice as many with
/// one of the two.
const ANNOUNCED: i32 = 1;

/// A quotation without indent has at least this many rows.
const ROWS_OF_QUOTATION: usize = 2;

/// A line of fewer words may be a heading, even before a small letter.
const WORDS_BEFORE_A_TEAR: usize = 5;

/// A heading has at most this many words; more are a paragraph, unless it has a number and
/// the labels are [`SURE`].
const WORDS_OF_A_HEADING: usize = 30;

/// See [`WORDS_OF_A_HEADING`].
const SURE: f64 = 0.9;

/// Makes plain paragraphs of quotations that are as wide as the text and not indented, and
/// of headings that are too long; joins what a small letter shows to be one.
pub(super) fn review(sketch: &mut Sketch, style: &Style) {
    let kind = |draft: &Draft| draft.kind;
    let mut first = 0;
    while first < sketch.drafts.len() {
        let this = kind(&sketch.drafts[first]);
        let run =
            sketch.drafts[first..].iter().take_while(|draft| kind(draft) == this).count();
        let drafts = first..first + run;
        let demoted = match this {
            Kind::Quotation => !is_set_off(sketch, drafts.clone(), style),
            _ => false,
        };
        for at in drafts {
            let long = matches!(this, Kind::Heading(_)) && is_too_long(sketch, at);
            if demoted || long {
                sketch.drafts[at].kind = Kind::Paragraph;
            }
        }
        first += run;
    }
    join_torn(sketch);
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
    let sure = numbered && kind_likely(sketch, draft) > SURE;
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

/// Whether a run of drafts stands off from the text: by its indent, by its measure, or by
/// blank lines around it where paragraphs have none between them.
fn is_set_off(sketch: &Sketch, drafts: std::ops::Range<usize>, style: &Style) -> bool {
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
    let parted =
        style.blanks == 0 && gap(&sketch.drafts[before]) && after.is_none_or(gap);
    indented || narrow || parted
}

/// Sets off paragraphs of the same type in a narrower measure. What a colon or a quotation
/// mark announces needs less to show it.
pub(super) fn set_off_narrow(sketch: &mut Sketch, style: &Style) {
    for at in 0..sketch.drafts.len() {
        let draft = &sketch.drafts[at];
        let wrapped = &sketch.rows[draft.rows.start..draft.rows.end - 1];
        if draft.kind != Kind::Paragraph || wrapped.len() < ROWS_OF_QUOTATION {
            continue;
        }
        let widths = wrapped.iter().map(|row| row.width).collect();
        let (short, errors) = style.full.shortfall(widths);
        let announced =
            at.checked_sub(1).map(|at| &sketch.drafts[at]).is_some_and(|before| {
                let words = sketch.words(before);
                before.kind == Kind::Quotation
                    || words.trim_end_matches(['—', '–', '-', ' ']).ends_with(':')
            });
        let start = Start::of(&sketch.rows[draft.rows.start].plain);
        let quoted = matches!(start, Start::QuotedUpper | Start::Quoted);
        let enough = match (announced, quoted) {
            (true, true) => ANNOUNCED,
            (true, false) | (false, true) => ANNOUNCED * 2,
            (false, false) => UNANNOUNCED,
        };
        if short >= NARROWER && errors >= enough {
            sketch.drafts[at].kind = Kind::Quotation;
        }
    }
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
            && Start::of(&first.plain) != Start::Dash
            && sketch.words(before).ends_with(':')
            && ends_with_mark();
        if sourced {
            sketch.drafts[at].kind = Kind::Quotation;
        }
    }
}

/// Joins a paragraph that begins with a small letter to one before it that has no end.
fn join_torn(sketch: &mut Sketch) {
    let mut at = 1;
    while at < sketch.drafts.len() {
        let (before, this) = (&sketch.drafts[at - 1], &sketch.drafts[at]);
        let row = &sketch.rows[this.rows.start];
        let last = &sketch.rows[before.rows.end - 1];
        let torn = before.kind == Kind::Paragraph
            && this.kind == Kind::Paragraph
            && this.rows.start == before.rows.end
            && last.plain.split_whitespace().count() >= WORDS_BEFORE_A_TEAR
            && Start::of(&row.plain) == Start::Lower
            && matches!(End::of(&last.plain), End::Letter | End::Digit | End::Hyphen);
        if torn {
            let end = this.rows.end;
            sketch.drafts[at - 1].rows.end = end;
            sketch.drafts.remove(at);
        } else {
            at += 1;
        }
    }
}
