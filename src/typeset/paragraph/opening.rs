//! How a paragraph that opens a chapter begins: with its first words in small capitals, or
//! with a [drop capital](super::initial) and the rest of the first words in small capitals.
//! Copied text has the words as they were typed.

use std::ops::Range;
use std::sync::Arc;

use super::collect::{ParagraphText, StyledRun};
use super::initial::{DropCapital, build_initial};
use super::style::{ParagraphOpening, ParagraphStyle, SMALL_CAPITALS_SPACING};
use super::word::WordCache;
use crate::book::matter::openings::{end_of_first_words, end_of_typed_capitals};
use crate::length::Length;
use crate::typeset::shape::{LetterCase, ShapedText, Shaper, ShapingStyleId};

/// The small capitals fill at most this many hundredths of the first line.
const MOST_OF_LINE: i64 = 66;

/// Opens a paragraph as its style asks and its words allow.
pub(super) fn open_paragraph(
    paragraph: &mut ParagraphText,
    style: &ParagraphStyle,
    shaper: &mut Shaper<'_>,
    words: &mut WordCache,
) -> Option<DropCapital> {
    let initial = match style.opening {
        ParagraphOpening::Plain => return None,
        ParagraphOpening::SmallCapitals => None,
        ParagraphOpening::Speaker { letters } => {
            let end = paragraph.text.char_indices().nth(letters);
            let end = end.map_or(paragraph.text.len(), |(end, _)| end);
            let letters = if paragraph.text[..end].contains(char::is_lowercase) {
                LetterCase::SmallCapitals
            } else {
                LetterCase::AllSmallCapitals
            };
            set_small_capitals(
                paragraph,
                (0..end, letters),
                style.measure,
                shaper,
                words,
            );
            return None;
        }
        ParagraphOpening::Initial { lines, leading } => {
            build_initial(paragraph, style, (i32::from(lines), leading), shaper)
        }
    };
    let begun = initial.as_ref().map_or(0, |initial| initial.end);
    let indent = match &initial {
        Some(initial) => initial.indents[0],
        None => style.first_indent,
    };
    paragraph.runs.retain_mut(|run| {
        run.range.start = run.range.start.max(begun);
        run.range.start < run.range.end
    });
    let room = (style.measure - indent).scaled(MOST_OF_LINE, 100);
    let capitals = end_of_typed_capitals(&paragraph.text, begun);
    let end = capitals.unwrap_or_else(|| end_of_first_words(&paragraph.text, begun));
    let letters = match capitals {
        Some(_) => LetterCase::AllSmallCapitals,
        None => LetterCase::SmallCapitals,
    };
    set_small_capitals(paragraph, (begun..end, letters), room, shaper, words);
    initial
}

/// Sets bytes of the text in small capitals: as many words as the room holds, if their face
/// has such letters.
fn set_small_capitals(
    paragraph: &mut ParagraphText,
    (range, letters): (Range<usize>, LetterCase),
    room: Length,
    shaper: &mut Shaper<'_>,
    words: &mut WordCache,
) {
    // A note mark is not part of the words.
    let note = paragraph.notes.first().map_or(usize::MAX, |(at, _)| *at);
    let mut end = range.end.min(note);
    let mut set = Vec::with_capacity(paragraph.runs.len() + 2);
    let mut filled = Length::ZERO;
    let runs = std::mem::take(&mut paragraph.runs);
    for run in runs {
        let small = shaper.in_small_capitals(run.shaping, letters);
        let from = run.range.start;
        if from < end
            && let Some(small) = small
        {
            let part = from..run.range.end.min(end);
            let fits = fit_small_capitals(
                &paragraph.text[part.clone()],
                (run.shaping, small),
                (run.size, room - filled, from == range.start),
                shaper,
            );
            if let Some((bytes, width)) = fits {
                filled += width;
                let cut = from + bytes;
                if cut < part.end {
                    end = cut;
                }
                set.push(StyledRun {
                    range: from..cut,
                    shaping: small,
                    letterspacing: SMALL_CAPITALS_SPACING,
                    class: words.class_of(shaper, small, None),
                    ..run.clone()
                });
                if cut < run.range.end {
                    set.push(StyledRun { range: cut..run.range.end, ..run });
                }
                continue;
            }
        }
        end = end.min(from);
        set.push(run);
    }
    paragraph.runs = set;
}

/// How many bytes of a run the room holds in small capitals, and their width; none if the
/// face lacks small capitals for one of the letters, or no word fits. The first word of all
/// is set whatever its width.
fn fit_small_capitals(
    text: &str,
    (plain, small): (ShapingStyleId, ShapingStyleId),
    (size, room, first): (Length, Length, bool),
    shaper: &mut Shaper<'_>,
) -> Option<(usize, Length)> {
    let mut letters = [0; 4];
    let capitals = !text.contains(char::is_lowercase);
    for c in text.chars().filter(|c| c.is_lowercase() || capitals && c.is_uppercase()) {
        let letter = c.encode_utf8(&mut letters);
        let glyph = |shaped: Arc<ShapedText>| shaped.glyphs.first().map(|glyph| glyph.id);
        if glyph(shaper.shape_word(plain, letter))
            == glyph(shaper.shape_word(small, letter))
        {
            return None;
        }
    }
    let (mut held, mut filled) = (0, Length::ZERO);
    for word in text.split_inclusive([' ', '\u{A0}']) {
        let count = i32::try_from(word.chars().count()).unwrap_or(0);
        let spacing = SMALL_CAPITALS_SPACING.of(size) * count;
        let width = shaper.measure_word(small, word, size) + spacing;
        if filled + width > room && !(first && held == 0) {
            break;
        }
        held += word.len();
        filled += width;
    }
    // A space at the end belongs to what follows it.
    let whole = held == text.len();
    let bare = text[..held].trim_end_matches([' ', '\u{A0}']).len();
    let bytes = if whole { held } else { bare };
    (bytes > 0).then_some((bytes, filled))
}
