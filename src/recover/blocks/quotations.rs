//! Second thoughts about drafts: what the labels of single rows cannot see.

use super::drafts::{Draft, Kind, Sketch};
use super::observe::{End, Start};
use super::style::Style;
use crate::recover::measure::EM;

/// A quotation set off in print is narrower than the text by at least this much.
const NARROWER: i32 = 3 * EM / 2;

/// A quotation in quotation marks that a colon announces has at least this many rows.
const ROWS_AFTER_COLON: usize = 2;

/// One that nothing announces has at least this many.
const ROWS_OF_QUOTATION: usize = 4;

/// One has at most this many paragraphs; more mean that a closing mark is missing.
const PARAGRAPHS_OF_QUOTATION: usize = 4;

/// A text with more paragraphs than this that open with a quote or a dash has dialogue.
const MOST_SPEECHES: usize = 10;

/// A heading has at most this many words; more are a paragraph.
const WORDS_OF_A_HEADING: usize = 30;

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
            let long = matches!(this, Kind::Heading(_))
                && sketch.words(&sketch.drafts[at]).split(' ').count()
                    > WORDS_OF_A_HEADING;
            if demoted || long {
                sketch.drafts[at].kind = Kind::Paragraph;
            }
        }
        first += run;
    }
    join_torn(sketch, style);
}

/// Whether a run of drafts stands off from the text by its width or its indent.
fn is_set_off(sketch: &Sketch, drafts: std::ops::Range<usize>, style: &Style) -> bool {
    let drafts = &sketch.drafts[drafts];
    let rows = || drafts.iter().flat_map(|draft| &sketch.rows[draft.rows.clone()]);
    let widest = rows().map(|row| row.width).max().unwrap_or_default();
    let indented = style.keeps_indents && rows().all(|row| row.indent > row.margin + 1);
    // Rows that end before the measure for want of text say nothing of the width.
    let wrapped = drafts.iter().filter(|draft| draft.rows.len() > 1).count();
    indented || widest + NARROWER <= style.measure || wrapped * 2 < drafts.len()
}

/// Sets off paragraphs that stand in quotation marks as a whole: behind a colon, or of some
/// length. Not in texts with dialogue, where a speech looks the same.
pub(super) fn set_off_quoted(sketch: &mut Sketch) {
    let speech = |draft: &&Draft| {
        let start = Start::of(&sketch.rows[draft.rows.start].plain);
        matches!(start, Start::QuotedUpper | Start::Quoted | Start::Dash)
    };
    let spoken = sketch.drafts.iter().filter(speech).count();
    if spoken > MOST_SPEECHES.max(sketch.drafts.len() / 25) {
        return;
    }
    let mut at = 1;
    while at < sketch.drafts.len() {
        let Some(length) = quoted_paragraphs(sketch, at) else {
            at += 1;
            continue;
        };
        let rows: usize =
            sketch.drafts[at..at + length].iter().map(|d| d.rows.len()).sum();
        let announced = sketch.words(&sketch.drafts[at - 1]).ends_with(':');
        if announced && rows >= ROWS_AFTER_COLON || rows >= ROWS_OF_QUOTATION {
            for draft in &mut sketch.drafts[at..at + length] {
                draft.kind = Kind::Quotation;
            }
        }
        at += length;
    }
}

/// How many paragraphs from a place on are one text in quotation marks; none if they are
/// not, or go on too long.
fn quoted_paragraphs(sketch: &Sketch, at: usize) -> Option<usize> {
    const PAIRS: [(char, char); 3] = [('“', '”'), ('«', '»'), ('„', '“')];
    let mut depth = 0_i32;
    let mut pair = None;
    for (length, draft) in (1..=PARAGRAPHS_OF_QUOTATION).zip(&sketch.drafts[at..]) {
        if draft.kind != Kind::Paragraph {
            return None;
        }
        let words = sketch.words(draft);
        let first = words.chars().next()?;
        let (open, close) = match pair {
            Some(pair) => pair,
            None => *PAIRS.iter().find(|(open, _)| *open == first)?,
        };
        pair = Some((open, close));
        for (place, c) in words.char_indices() {
            // A quotation of several paragraphs opens each of them anew.
            depth += i32::from(c == open && !(place == 0 && depth > 0));
            depth -= i32::from(c == close);
            let rest = words[place + c.len_utf8()..].trim_matches(['.', ',', ';', ' ']);
            if depth <= 0 {
                return rest.is_empty().then_some(length);
            }
        }
    }
    None
}

/// Joins a paragraph that begins with a small letter to one before it that has no end.
fn join_torn(sketch: &mut Sketch, style: &Style) {
    let mut at = 1;
    while at < sketch.drafts.len() {
        let (before, this) = (&sketch.drafts[at - 1], &sketch.drafts[at]);
        let row = &sketch.rows[this.rows.start];
        let last = &sketch.rows[before.rows.end - 1];
        let torn = before.kind == Kind::Paragraph
            && this.kind == Kind::Paragraph
            && this.rows.start == before.rows.end
            && style.blanks_beyond(row) == 0
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
