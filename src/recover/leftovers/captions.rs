//! Captions of plates: the few words of a page that has a picture instead of text.
//!
//! A plate is put between two pages, often in mid-sentence. Its caption occurs once,
//! unlike the running heads of a text in which all pages have one. It is text, but not a
//! heading: it becomes a paragraph after the one that continues across the plate.

use crate::recover::model::RemovalKind;
use crate::recover::notes::line_parts::{LinePart, TextNoteSplit};
use crate::recover::page::furniture::Furniture;
use crate::recover::page::source_layout::{PageTurn, SourceLayout};
use crate::text::note_labels::begins_with_label;

/// Most lines of a caption.
const MOST_LINES: usize = 3;

/// A caption is narrower than this share of the measure, in per cent.
const NARROW: u32 = 95;

/// Fewest letters of a caption: less is dirt on the plate.
const FEWEST_LETTERS: usize = 5;

/// Finds the lines of captions, in ascending order: what is alone between the end of a page
/// and the head of the next.
pub(super) fn find_captions(
    source: &SourceLayout<'_>,
    split: &TextNoteSplit,
    furniture: &Furniture,
) -> Vec<usize> {
    let is_text = |line_no: &usize| {
        furniture.kinds[*line_no].is_none()
            && split.parts[*line_no] != Some(LinePart::Note)
    };
    let mut captions = Vec::new();
    // The last page may be a plate, too.
    let end = source.solid_lines.len();
    let ends = source.turn == PageTurn::FormFeed && !furniture.headed_turns.is_empty();
    let turns = furniture.headed_turns.iter().copied().chain(ends.then_some(end));
    for turn in turns {
        let Some(block) = find_plate(source, furniture, turn) else { continue };
        let before = (0..block.start).rev().find(is_text);
        let after = (turn..source.solid_lines.len()).find(is_text);
        let Some(before) = before.map(|line_no| source.words(line_no)) else { continue };
        let after = after.map(|line_no| source.words(line_no)).unwrap_or_default();
        let goes_on = after.starts_with(char::is_lowercase);
        let torn = goes_on
            && before.ends_with(|c: char| {
                c.is_alphanumeric() || matches!(c, '-' | '‐' | ',' | ';')
            });
        let capitals = block
            .clone()
            .all(|line_no| !source.words(line_no).contains(char::is_lowercase));
        // Otherwise it may begin the paragraph that continues after the page turn.
        if torn || capitals || !goes_on {
            captions.extend(block);
        }
    }
    captions
}

/// The lines above the head of a page that are on a page of their own.
fn find_plate(
    source: &SourceLayout<'_>,
    furniture: &Furniture,
    turn: usize,
) -> Option<std::ops::Range<usize>> {
    let is_furniture = |line_no: usize| furniture.kinds[line_no].is_some();
    let end = (1..=turn).rev().find(|&end| !is_furniture(end - 1))?;
    let stamped =
        |line_no: usize| furniture.kinds[line_no - 1] == Some(RemovalKind::Stamp);
    let blanks = |line_no: usize| {
        if line_no < furniture.kinds.len() { source.blanks_before(line_no) } else { 0 }
    };
    let apart = blanks(end).max(blanks(turn));
    let begins = |start: usize| {
        let shown = match source.turn {
            PageTurn::FormFeed => source.begins_known_page(start),
            PageTurn::Space | PageTurn::Unmarked => {
                apart > 1 && source.blanks_before(start) >= apart
            }
        };
        shown || stamped(start)
    };
    let fewest = end.saturating_sub(MOST_LINES).max(1);
    let start = (fewest..end).rev().find(|&start| begins(start))?;
    let looks_like_caption = |line_no: usize| {
        let words = source.words(line_no);
        !is_furniture(line_no)
            && !begins_with_label(words)
            && !words.starts_with(char::is_lowercase)
            && !words.ends_with(['-', '‐'])
            && source.shape(line_no).width * 100 < source.measure.saturating_mul(NARROW)
    };
    let letters = source.words(start).chars().filter(|c| c.is_alphabetic()).count();
    let all = (start..end).all(looks_like_caption);
    (all && letters >= FEWEST_LETTERS).then_some(start..end)
}
