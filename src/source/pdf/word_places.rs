//! Where the words of a line stand.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use crate::length::Length;
use crate::source::pdf::line::PdfLine;
use crate::source::pdf::page::{PdfGlyph, SourcePage, WritingDirection};
use crate::text::letters::is_right_to_left;

/// How many glyphs without a character of their own may follow one another, at most.
const SKIPPED: usize = 4;

/// A word of a line, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlacedWord {
    /// Its characters in the text of the line.
    pub(super) text: Range<u32>,
    /// Where its first glyph begins.
    pub(super) left: Length,
    /// Where its last glyph ends.
    pub(super) right: Length,
}

/// The words of a line from left to right; none where its glyphs are not in the order of its
/// characters.
pub(super) fn place_words(page: &SourcePage, line: &PdfLine) -> Vec<PlacedWord> {
    let straight = line.direction == WritingDirection::Right;
    if !straight || line.text.chars().any(is_right_to_left) {
        return Vec::new();
    }
    // The glyphs of the line with the number of their characters.
    let glyphs: Vec<(&PdfGlyph, usize)> = line
        .glyphs
        .iter()
        .filter_map(|at| page.glyphs.get(usize::try_from(*at).ok()?))
        .map(|glyph| (glyph, count_characters(page, glyph)))
        .filter(|(_, characters)| *characters > 0)
        .collect();
    let mut next = 0_usize;
    let mut words: Vec<PlacedWord> = Vec::new();
    let mut after_space = true;
    // The characters of the current glyph that are still to come.
    let mut coming = 0_usize;
    let mut place = (line.left, line.left);
    for (at, character) in line.text.char_indices() {
        if character.is_whitespace() {
            // A glyph may have a space among its characters; it then parts no word.
            after_space = true;
            continue;
        }
        if coming == 0 {
            // Copies and accents that are part of another glyph have no characters.
            let near = glyphs.iter().skip(next).take(SKIPPED);
            let skipped = near
                .take_while(|(glyph, _)| !begins_with(page, glyph, character))
                .count();
            next += if skipped == SKIPPED { 0 } else { skipped };
            if let Some((glyph, characters)) = glyphs.get(next) {
                place = (glyph.x, glyph.x + glyph.advance);
                coming = *characters;
                next += 1;
            }
        }
        coming = coming.saturating_sub(1);
        let (start, end) = (to_u32(at), to_u32(at + character.len_utf8()));
        match words.last_mut() {
            Some(word) if !after_space => {
                word.text.end = end;
                word.right = word.right.max(place.1);
            }
            _ => {
                words.push(PlacedWord {
                    text: start..end,
                    left: place.0,
                    right: place.1,
                });
            }
        }
        after_space = false;
    }
    let ordered = words.windows(2).all(|pair| match pair {
        [one, two] => one.left <= two.left,
        _ => true,
    });
    if ordered { words } else { Vec::new() }
}

fn count_characters(page: &SourcePage, glyph: &PdfGlyph) -> usize {
    page.text_of(glyph).chars().filter(|c| !c.is_whitespace()).count()
}

/// Whether a character is the first of a glyph, with or without an accent.
fn begins_with(page: &SourcePage, glyph: &PdfGlyph, character: char) -> bool {
    let bare = |c: char| std::iter::once(c).nfd().next();
    let first = page.text_of(glyph).chars().find(|c| !c.is_whitespace());
    first == Some(character) || first.and_then(bare) == bare(character)
}

fn to_u32(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
