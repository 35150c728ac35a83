//! Second thoughts about verse: lines are verse together or not at all.
//!
//! A line of verse ends where the metre does, mostly within a sentence; entries of a list
//! and speeches of a dialogue are as short, but each ends as a sentence does.

use std::ops::Range;

use super::drafts::{Draft, Kind, Sketch};
use super::label::Label;
use crate::recover::rows::ends::{End, Start};
use crate::recover::rows::row::Row;
use crate::recover::rows::style::Style;
use crate::text::letter_lines::{is_dateline, is_salutation};

/// Fewer lines tell nothing.
const LINES: usize = 3;

/// Of lines of verse, at least this share ends within a sentence, in per cent …
const OPEN: usize = 45;

/// … and this share with a comma or a semicolon; titles and tables have none.
const COMMAS: usize = 12;

/// Lines of which less than this share ends within a sentence, in per cent, are none of
/// verse.
const CLOSED: usize = 8;

/// A row among lines of verse is prose if it is wider than three quarters of them by this
/// much, in per cent: verse of two metres differs by as much, but in more of its lines.
const WIDER: i32 = 130;

/// … or if it is set out by so many columns.
const OUTDENT: u32 = 6;

/// If more than this share of the lines would be prose, in per cent, none is.
const PROSE: usize = 34;

/// Gives to a poem the lines between it and the colon that announces it, where they are as
/// short as its own.
pub(super) fn begin_behind_colon(sketch: &mut Sketch, style: &Style) {
    for at in 1..sketch.drafts.len() {
        let [before, poem] = &sketch.drafts[at - 1..=at] else { continue };
        if before.kind != Kind::Paragraph || poem.kind != Kind::Verse {
            continue;
        }
        let rows = before.rows.clone();
        let is_colon = |row: &usize| sketch.rows[*row].ends == End::Colon;
        let Some(colon) = rows.clone().rfind(is_colon) else { continue };
        let short = |row: usize| {
            let row = &sketch.rows[row];
            style.is_short(row) && !row.ends.is_sentence()
        };
        if colon + 1 == rows.end || !(colon + 1..rows.end).all(short) {
            continue;
        }
        let first = colon + 1;
        sketch.labels[first..=poem.rows.start].fill(Label::VerseLine);
        sketch.labels[first] = Label::Stanza;
        sketch.drafts[at - 1].rows.end = first;
        sketch.drafts[at].rows.start = first;
    }
}

/// Makes verse of short lines that end within sentences, and paragraphs of lines taken
/// for verse that each end with one.
pub(super) fn review(sketch: &mut Sketch, style: &Style) {
    let mut first = 0;
    while first < sketch.drafts.len() {
        let rest = sketch.drafts[first..].iter();
        let mut end =
            first + rest.take_while(|draft| may_be_line(sketch, draft, style)).count();
        if end > first {
            let drafts = without_neighbours(sketch, first..end);
            end = end.min(first + 1).max(reconsider(sketch, drafts, style));
        }
        first = end.max(first + 1);
    }
}

/// Parts what introduces or interrupts verse from it: rows much wider than its lines, or
/// set much further out, and ornaments.
pub(super) fn part_prose(sketch: &mut Sketch, style: &Style) {
    for at in (0..sketch.drafts.len()).rev() {
        let draft = sketch.drafts[at].clone();
        if draft.kind != Kind::Verse {
            continue;
        }
        let kinds = kinds(sketch, &draft, style);
        let mut parts: Vec<Draft> = Vec::new();
        for (row, kind) in draft.rows.zip(kinds) {
            match parts.last_mut() {
                Some(part) if part.kind == kind && kind != Kind::Ornament => {
                    part.rows.end = row + 1;
                }
                _ => parts.push(Draft { kind, rows: row..row + 1 }),
            }
        }
        if parts.len() < 2 {
            continue;
        }
        for part in &parts {
            let (first, more) = match part.kind {
                Kind::Paragraph => (Label::Paragraph, Label::ParagraphMore),
                Kind::Ornament => (Label::Ornament, Label::Ornament),
                _ => {
                    sketch.labels[part.rows.start] = Label::Stanza;
                    continue;
                }
            };
            sketch.labels[part.rows.clone()].fill(more);
            sketch.labels[part.rows.start] = first;
        }
        sketch.drafts.splice(at..=at, parts);
    }
}

/// What each row of a draft of verse is: verse, a paragraph, an ornament.
fn kinds(sketch: &Sketch, draft: &Draft, style: &Style) -> Vec<Kind> {
    let rows = &sketch.rows[draft.rows.clone()];
    let mut widths: Vec<i32> = rows.iter().map(|row| row.width).collect();
    widths.sort_unstable();
    let wide = widths[widths.len() * 3 / 4];
    // Each page may stand at an indent of its own.
    let mut indents: Vec<u32> = Vec::with_capacity(rows.len());
    for page in rows.chunk_by(|_, next| !next.turn) {
        let mut sorted: Vec<u32> = page.iter().map(|row| row.indent).collect();
        sorted.sort_unstable();
        let middle = if page.len() > LINES { sorted[sorted.len() / 2] } else { 0 };
        indents.extend(page.iter().map(|_| middle));
    }
    let prose = |row: &Row, indent: u32| {
        let out = style.keeps_indents && row.indent + OUTDENT <= indent;
        let wider = row.width * 100 > wide * WIDER && !style.is_short(row);
        wider || out && (row.ends == End::Colon || row.width > wide)
    };
    let mut kinds: Vec<Kind> = rows
        .iter()
        .zip(indents)
        .map(|(row, indent)| match () {
            () if is_ornament(row) => Kind::Ornament,
            () if rows.len() > LINES && prose(row, indent) => Kind::Paragraph,
            () => Kind::Verse,
        })
        .collect();
    let prose = kinds.iter().filter(|&&kind| kind == Kind::Paragraph).count();
    if prose * 100 > rows.len() * PROSE {
        for kind in &mut kinds {
            if *kind == Kind::Paragraph {
                *kind = Kind::Verse;
            }
        }
    }
    kinds
}

/// Nothing but stars.
fn is_ornament(row: &Row) -> bool {
    !row.plain.is_empty()
        && row.plain.chars().all(|c| c.is_whitespace() || matches!(c, '*' | '⁂'))
}

/// Verse, or a paragraph of one row on which the next word would have fitted; what opens a
/// letter is neither.
fn may_be_line(sketch: &Sketch, draft: &Draft, style: &Style) -> bool {
    match draft.kind {
        Kind::Verse => true,
        Kind::Paragraph | Kind::Quotation if draft.rows.len() == 1 => {
            let row = &sketch.rows[draft.rows.start];
            let next = sketch.rows.get(draft.rows.end);
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

/// The drafts among these that may be lines of a poem: what announces it and what says
/// where it is from are none.
fn without_neighbours(sketch: &Sketch, mut drafts: Range<usize>) -> Range<usize> {
    let prose = |at: usize, is: fn(&Row) -> bool| {
        let draft = &sketch.drafts[at];
        draft.kind != Kind::Verse && is(&sketch.rows[draft.rows.start])
    };
    while drafts.len() > LINES
        && prose(drafts.start, |row| {
            row.ends == End::Colon || row.begins == Start::Capitals
        })
    {
        drafts.start += 1;
    }
    while drafts.len() > LINES
        && prose(drafts.end - 1, |row| row.begins == Start::Bracket)
    {
        drafts.end -= 1;
    }
    drafts
}

/// Decides drafts that may be lines of verse together; gives the place behind them.
fn reconsider(sketch: &mut Sketch, drafts: Range<usize>, style: &Style) -> usize {
    let behind = drafts.end;
    let (Some(first), Some(last)) =
        (sketch.drafts.get(drafts.start), sketch.drafts.get(drafts.end - 1))
    else {
        return behind;
    };
    let rows = first.rows.start..last.rows.end;
    // A line that was too long for the measure goes on in the next row.
    let whole = |row: &usize| sketch.labels.get(row + 1) != Some(&Label::VerseMore);
    let ends: Vec<End> =
        rows.clone().filter(whole).map(|row| sketch.rows[row].ends).collect();
    let share = |is: fn(&End) -> bool| {
        ends.iter().filter(|end| is(end)).count() * 100 / ends.len().max(1)
    };
    let open = share(|end| !end.is_sentence());
    let listed = rows.clone().filter(|&row| is_entry(&sketch.rows[row])).count();
    let plain = listed * 2 < rows.len();
    let opens_letter = is_salutation(&sketch.rows[rows.start].plain);
    let letter = opens_letter && rows.len() <= LINES;
    if ends.len() >= LINES
        && !letter
        && open >= OPEN
        && share(|end| *end == End::Comma) >= COMMAS
        && plain
    {
        for row in rows.clone() {
            let first = row == rows.start || style.blanks_beyond(&sketch.rows[row]) > 0;
            let label = &mut sketch.labels[row];
            *label = match *label {
                Label::VerseMore => Label::VerseMore,
                Label::Stanza => Label::Stanza,
                _ if first => Label::Stanza,
                _ => Label::VerseLine,
            };
        }
        let start = drafts.start;
        sketch.drafts.splice(drafts, [Draft { kind: Kind::Verse, rows }]);
        return start + 1;
    }
    if letter || ends.len() >= LINES && open < CLOSED {
        let start = drafts.start;
        let parted: Vec<Draft> = sketch.drafts[drafts.clone()]
            .iter()
            .flat_map(|draft| match draft.kind {
                Kind::Verse => {
                    let single =
                        |row| Draft { kind: Kind::Paragraph, rows: row..row + 1 };
                    draft.rows.clone().map(single).collect()
                }
                _ => vec![draft.clone()],
            })
            .collect();
        let behind = start + parted.len();
        sketch.drafts.splice(drafts, parted);
        return behind;
    }
    behind
}

/// A row that begins as an entry of a list does, or is all in capitals.
fn is_entry(row: &Row) -> bool {
    let start = row.begins;
    matches!(start, Start::Digit | Start::Bracket | Start::Bullet)
        || !row.plain.contains(char::is_lowercase)
}
