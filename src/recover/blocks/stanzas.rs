//! Stanzas: where a poem is parted.
//!
//! Blank lines tell it where the extraction keeps them, and at page turns the length of the
//! other stanzas. Where blank lines are lost, the labels of the rows stand: that a sentence
//! ends with every fourth line shows nothing, for poems without stanzas are built so, too.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Range;

use super::drafts::{Kind, Sketch};
use super::label::Label;
use crate::recover::rows::row::Row;
use crate::recover::rows::style::{self, Style};

/// Parts the verse of a sketch into stanzas, in a text that shows them.
pub(super) fn part(sketch: &mut Sketch, style: &Style) {
    let poems: Vec<Range<usize>> = sketch
        .drafts
        .iter()
        .filter(|draft| draft.kind == Kind::Verse)
        .map(|draft| draft.rows.clone())
        .collect();
    let shown = poems.iter().any(|rows| {
        gaps(sketch, &lines(sketch, rows.clone()), style)[1..].contains(&Some(true))
    });
    if !shown {
        return;
    }
    for rows in poems {
        let lines = lines(sketch, rows);
        let begins = begins(sketch, &lines, style);
        for (row, begins) in lines.into_iter().zip(begins) {
            sketch.labels[row] = if begins { Label::Stanza } else { Label::VerseLine };
        }
    }
}

/// The first row of each line of a poem: a line too long for the measure takes several.
fn lines(sketch: &Sketch, rows: Range<usize>) -> Vec<usize> {
    let first = rows.start;
    rows.filter(|&row| row == first || sketch.labels[row] != Label::VerseMore).collect()
}

/// For each line whether more blank lines stand before it than between most lines of the
/// poem; nothing where the page turns.
fn gaps(sketch: &Sketch, lines: &[usize], style: &Style) -> Vec<Option<bool>> {
    let known = |row: &Row| !row.turn && !row.interrupted;
    let blanks = |row: &Row| i32::try_from(style.blanks_beyond(row)).unwrap_or(i32::MAX);
    let rows = lines.iter().skip(1).map(|&row| &sketch.rows[row]);
    let usual = style::middle(rows.filter(|row| known(row)).map(blanks).collect());
    let beyond = |row: &Row| usual.is_some_and(|usual| blanks(row) > usual);
    let of = |(at, &row): (usize, &usize)| {
        let row = &sketch.rows[row];
        if at == 0 { Some(true) } else { known(row).then(|| beyond(row)) }
    };
    lines.iter().enumerate().map(of).collect()
}

/// Where stanzas begin: at blank lines, and at a page turn if what stands on either side of
/// it is as long as other stanzas rather than both together; else the labels decide.
fn begins(sketch: &Sketch, lines: &[usize], style: &Style) -> Vec<bool> {
    let gaps = gaps(sketch, lines, style);
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
                Ordering::Equal => sketch.labels[lines[at]] == Label::Stanza,
            }
        });
        since = if begin { 1 } else { since + 1 };
        begins.push(begin);
    }
    begins
}
