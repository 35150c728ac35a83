//! Marks that a face does not place over their letters.
//!
//! A face says where a mark stands over the letters that it knows (OpenType, `mark`). Over any
//! other letter it would stand beside it: then it is centred over the letter's ink, and raised
//! where the letter is taller than those without ascender.

use std::ops::RangeInclusive;

use harfrust::GlyphId;

use super::{ShapedGlyph, ShapedText};
use crate::length::Ratio;
use crate::typeset::font::{Fonts, USUAL_X_HEIGHT};

/// The combining marks of the European alphabets (Unicode block Combining Diacritical Marks).
const MARKS: RangeInclusive<char> = '\u{300}'..='\u{36F}';
/// Heights that no ink exceeds.
const EVERYWHERE: RangeInclusive<Ratio> = Ratio(-2_000_000)..=Ratio(2_000_000);

/// Places the marks among the glyphs from `first` on that are as far from their letters as if
/// they were letters themselves. `text` begins at byte `offset` of the word.
pub(super) fn place_loose_marks(
    shaped: &mut ShapedText,
    first: usize,
    text: &str,
    offset: usize,
    fonts: &Fonts,
) {
    if !text.contains(|c| MARKS.contains(&c)) {
        return;
    }
    for place in first + 1..shaped.glyphs.len() {
        let (before, after) = shaped.glyphs.split_at_mut(place);
        let (Some(letter), Some(mark)) = (before.last(), after.first_mut()) else {
            continue;
        };
        if !is_loose_mark(letter, mark, text, offset, fonts) {
            continue;
        }
        let advance = std::mem::take(&mut mark.advance);
        let moved = find_place(letter, mark, fonts);
        if let Some((shift, rise)) = moved {
            (mark.shift, mark.rise) = (shift, rise);
        }
        shaped.advance = Ratio(shaped.advance.0 - advance.0);
    }
}

/// Whether a glyph is a mark that belongs to the letter before it and is not placed.
fn is_loose_mark(
    letter: &ShapedGlyph,
    mark: &ShapedGlyph,
    text: &str,
    offset: usize,
    fonts: &Fonts,
) -> bool {
    if (mark.shift, mark.rise) != (Ratio(0), Ratio(0)) || mark.face != letter.face {
        return false;
    }
    let bytes = [letter.text.start, letter.text.end]
        .map(|byte| (byte as usize).checked_sub(offset).unwrap_or(usize::MAX));
    let cluster = text.get(bytes[0]..bytes[1]).unwrap_or_default();
    let font = fonts.face(mark.face).font();
    let glyph = |c| font.charmap().map_unicode(c).map_or(0, GlyphId::to_u32);
    let mut marks = cluster.chars().filter(|c| MARKS.contains(c));
    mark.text.start == letter.text.start
        && marks.any(|c| glyph(c) == u32::from(mark.id) && mark.id != 0)
}

/// Where a mark stands over a letter: to the right of where the letter ends, and raised.
fn find_place(
    letter: &ShapedGlyph,
    mark: &ShapedGlyph,
    fonts: &Fonts,
) -> Option<(Ratio, Ratio)> {
    let face = fonts.face(mark.face);
    let (below, over) = (face.outline(letter.id), face.outline(mark.id));
    let (left, right) = below.horizontal_reach(&EVERYWHERE)?;
    let (own_left, own_right) = over.horizontal_reach(&EVERYWHERE)?;
    let middle = i32::midpoint(left.0, right.0) + letter.shift.0 - letter.advance.0;
    let shift = Ratio(middle - i32::midpoint(own_left.0, own_right.0));
    let low = face.x_height().unwrap_or(USUAL_X_HEIGHT);
    let is_above = over.vertical_reach()?.0 > Ratio(0);
    let taller = below.vertical_reach()?.1.0 - low.0;
    Some((shift, Ratio(if is_above { taller.max(0) } else { 0 })))
}

#[cfg(test)]
mod tests {
    use crate::fonts::{FontStyle, built_in};
    use crate::text::language::Language;
    use crate::typeset::font::Fonts;
    use crate::typeset::shape::{FigureStyle, LetterCase, Shaper, ShapingStyle};

    /// Marks over letters of mathematics and of transliterations stand over them.
    #[test]
    fn marks_stand_over_their_letters() {
        let fonts = Fonts::new(&built_in()).expect("the built-in fonts are fonts").value;
        let mut shaper = Shaper::new(&fonts);
        for style in [FontStyle::Roman, FontStyle::Italic] {
            let style = ShapingStyle {
                style,
                letters: LetterCase::Plain,
                figures: FigureStyle::Lining,
                ligatures: true,
                language: Language::undetermined(),
            };
            let style = shaper.style_id(&style);
            for letter in ["q", "b", "x", "θ", "l"] {
                let alone = shaper.shape_uncached(style, letter).advance;
                let word = format!("{letter}\u{302}");
                let shaped = shaper.shape_uncached(style, &word);
                assert_eq!(shaped.advance, alone, "{word}");
                let Some([base, mark]) = shaped.glyphs.first_chunk::<2>() else {
                    panic!("{word} is two glyphs");
                };
                let face = fonts.face(mark.face);
                let ink = |id: u16| face.outline(id);
                let (left, right) =
                    ink(base.id).horizontal_reach(&super::EVERYWHERE).unwrap();
                let (from, to) =
                    ink(mark.id).horizontal_reach(&super::EVERYWHERE).unwrap();
                let at = base.advance.0 + mark.shift.0;
                let middle = at + i32::midpoint(from.0, to.0);
                assert!((left.0..=right.0).contains(&middle), "{word}");
                let foot = mark.rise.0 + ink(mark.id).vertical_reach().unwrap().0.0;
                let top = ink(base.id).vertical_reach().unwrap().1.0;
                assert!(foot > top, "{word}");
            }
        }
    }
}
