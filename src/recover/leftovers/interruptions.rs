//! Running heads that occur just once: at a page turn, in the middle of a sentence.
//!
//! The head of a short text, or of a chapter's only left page, never repeats. But a line
//! between two halves of a sentence, at a page turn, is not text.

use std::collections::BTreeSet;

use crate::recover::model::RemovalKind;
use crate::recover::notes::line_parts::{LinePart, TextNoteSplit};
use crate::recover::page::furniture::Furniture;
use crate::recover::page::source_layout::SourceLayout;
use crate::text::note_labels::begins_with_label;
use crate::text::sentences::runs_on;

/// The line before is in mid-paragraph if it fills this share of the measure, in per
/// cent. Lines of verse do not.
const FULL: u32 = 80;

/// A head that is not in capitals is narrower than this share of the measure, in per
/// cent. A line of text is as narrow only at the end of a paragraph, where no sentence
/// continues.
const NARROW: u32 = 75;

/// Most lines of such a head.
const MOST_LINES: usize = 2;

/// Marks lines at page turns that interrupt a sentence of the text.
pub(super) fn mark_interrupting_heads(
    source: &SourceLayout<'_>,
    split: &TextNoteSplit,
    furniture: &mut Furniture,
) {
    let turns: Vec<usize> = furniture.bounds.clone();
    let with_head: Vec<bool> =
        turns.iter().map(|&turn| furniture.has_page_head(turn)).collect();
    // Any number of other lines may be between two lines of the text.
    let mut text: BTreeSet<usize> = (0..source.solid_lines.len())
        .filter(|&line_no| {
            furniture.kinds[line_no].is_none()
                && split.parts[line_no] == Some(LinePart::Body)
        })
        .collect();
    let open = turns.into_iter().zip(with_head).filter(|(_, headed)| !headed);
    for (turn, _) in open {
        // Heads are right after the turn, feet right before it.
        let is_foot = |line_no: usize| {
            (line_no..turn).all(|line_no| is_text_or_furniture(split, furniture, line_no))
        };
        let before: Vec<usize> =
            text.range(..turn).rev().take(MOST_LINES + 1).copied().collect();
        let after: Vec<usize> =
            text.range(turn..).take(MOST_LINES + 1).copied().collect();
        let found = (1..=MOST_LINES).find_map(|lines| {
            let heads = after.get(..lines)?;
            let feet = before.get(..lines)?;
            let torn = |last: Option<&usize>, next: Option<&usize>| {
                last.zip(next).is_some_and(|(&last, &next)| {
                    is_full(source, last)
                        && runs_on(source.words(last), source.words(next))
                })
            };
            if torn(before.first(), after.get(lines)) && look_like_heads(source, heads) {
                Some(heads.to_vec())
            } else if torn(before.get(lines), after.first())
                && look_like_heads(source, feet)
                && feet.iter().all(|&line_no| is_foot(line_no))
            {
                Some(feet.to_vec())
            } else {
                None
            }
        });
        for line_no in found.into_iter().flatten() {
            furniture.kinds[line_no] = Some(RemovalKind::RunningHead);
            text.remove(&line_no);
        }
    }
}

/// Whether a line is text or furniture, but no note.
fn is_text_or_furniture(
    split: &TextNoteSplit,
    furniture: &Furniture,
    line_no: usize,
) -> bool {
    furniture.kinds[line_no].is_some() || split.parts[line_no] == Some(LinePart::Body)
}

fn is_full(source: &SourceLayout<'_>, line_no: usize) -> bool {
    source.shape(line_no).width * 100 >= source.measure.saturating_mul(FULL)
}

fn is_narrow(source: &SourceLayout<'_>, line_no: usize) -> bool {
    source.shape(line_no).width * 100 < source.measure.saturating_mul(NARROW)
}

/// Whether all these lines look like running heads.
fn look_like_heads(source: &SourceLayout<'_>, line_nos: &[usize]) -> bool {
    line_nos.iter().all(|&line_no| {
        let words = source.words(line_no);
        let first = words.chars().find(|c| c.is_alphanumeric());
        first.is_some_and(|c| !c.is_lowercase())
            && !words.ends_with([',', ';', ':', '-', '‐'])
            && !begins_with_label(words)
            && (is_narrow(source, line_no) || !words.chars().any(char::is_lowercase))
    })
}
