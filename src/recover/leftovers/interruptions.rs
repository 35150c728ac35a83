//! Running heads that come but once: at a page turn, in the midst of a sentence.
//!
//! A head of a short text, or of a chapter's only left page, repeats nowhere. But where a
//! line stands between two halves of a sentence, and a page turns there, it is no text.

use std::collections::BTreeSet;

use crate::recover::model::RemovalKind;
use crate::recover::notes::line_parts::{Part, Split};
use crate::recover::page::furniture::Furniture;
use crate::recover::page::pages::Sheet;
use crate::text::note_labels::is_label;
use crate::text::sentences::runs_on;

/// The line before breaks off in mid-paragraph: it fills this share of the measure, in per
/// cent. Lines of verse do not.
const FULL: u32 = 80;

/// A line of a head that is not in capitals is narrower than this share of the measure, in
/// per cent: so is a line of text only where a paragraph ends, and there no sentence runs
/// on.
const NARROW: u32 = 75;

/// Most lines of such a head.
const MOST_LINES: usize = 2;

/// Marks the lines of the text at page turns that a sentence runs on across.
pub(super) fn find(sheet: &Sheet<'_>, split: &Split, furniture: &mut Furniture) {
    let turns: Vec<usize> = furniture.bounds.clone();
    // Between two lines of the text may stand any number that are none.
    let mut text: BTreeSet<usize> = (0..sheet.solid.len())
        .filter(|&rank| {
            furniture.kinds[rank].is_none() && split.parts[rank] == Some(Part::Body)
        })
        .collect();
    for turn in turns {
        // Heads come right behind the turn, feet right before it.
        let is_foot =
            |rank: usize| (rank..turn).all(|rank| split_or_kind(split, furniture, rank));
        let before: Vec<usize> =
            text.range(..turn).rev().take(MOST_LINES + 1).copied().collect();
        let behind: Vec<usize> =
            text.range(turn..).take(MOST_LINES + 1).copied().collect();
        let found = (1..=MOST_LINES).find_map(|lines| {
            let heads = behind.get(..lines)?;
            let feet = before.get(..lines)?;
            let torn = |last: Option<&usize>, next: Option<&usize>| {
                last.zip(next).is_some_and(|(&last, &next)| {
                    is_full(sheet, last) && runs_on(sheet.words(last), sheet.words(next))
                })
            };
            if torn(before.first(), behind.get(lines)) && all_heads(sheet, heads) {
                Some(heads.to_vec())
            } else if torn(before.get(lines), behind.first())
                && all_heads(sheet, feet)
                && feet.iter().all(|&rank| is_foot(rank))
            {
                Some(feet.to_vec())
            } else {
                None
            }
        });
        for rank in found.into_iter().flatten() {
            furniture.kinds[rank] = Some(RemovalKind::RunningHead);
            text.remove(&rank);
        }
    }
}

/// Whether a line is text or furniture, but no note.
fn split_or_kind(split: &Split, furniture: &Furniture, rank: usize) -> bool {
    furniture.kinds[rank].is_some() || split.parts[rank] == Some(Part::Body)
}

fn is_full(sheet: &Sheet<'_>, rank: usize) -> bool {
    sheet.shape(rank).width * 100 >= sheet.measure.saturating_mul(FULL)
}

fn is_narrow(sheet: &Sheet<'_>, rank: usize) -> bool {
    sheet.shape(rank).width * 100 < sheet.measure.saturating_mul(NARROW)
}

/// Whether all these lines look as running heads do.
fn all_heads(sheet: &Sheet<'_>, ranks: &[usize]) -> bool {
    ranks.iter().all(|&rank| {
        let words = sheet.words(rank);
        let first = words.chars().find(|c| c.is_alphanumeric());
        first.is_some_and(|c| !c.is_lowercase())
            && !words.ends_with([',', ';', ':', '-', '‐'])
            && !is_label(words)
            && (is_narrow(sheet, rank) || !words.chars().any(char::is_lowercase))
    })
}
