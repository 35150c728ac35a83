//! Drop capitals: letters several lines high at the beginning of a paragraph.
//!
//! The capital is on the baseline of the last line beside it, and as high as the capitals
//! of the first. The first line follows it as closely as its ink allows at that height (an
//! A leans away, an L leaves room above its foot); the other lines are aligned with one
//! another. Signs before it (¿ « —) have the size of the text, on the first line, and hang
//! into the margin, so that the letter is at the edge. A letter with a tail (J, Q, Ç) is
//! made smaller by the depth of the tail, so that all of it is beside its lines. Figures,
//! lower-case letters and scripts without capitals get no drop capital.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use icu_segmenter::GraphemeClusterSegmenter;

use super::collect::{ParagraphText, StyledRun};
use super::paint::{GlyphTextMap, LinePainter};
use super::style::ParagraphStyle;
use crate::length::{Length, Ratio};
use crate::text::line_ends::{DASHES, OPENING, QUOTES};
use crate::typeset::font::GlyphOutline;
use crate::typeset::line::{LineRun, TextLine};
use crate::typeset::shape::{ShapedGlyph, ShapedText, Shaper};

/// Height of capitals if a face does not state it, in parts of the em: that of most faces.
const USUAL_CAPITALS: Ratio = Ratio(660_000);
/// Ink that reaches deeper below the baseline than this is a tail, in parts of the em. Less
/// is the overshoot of round letters, or a serif.
const TAIL: Ratio = Ratio(60_000);
/// Space between a drop capital and the rest of its word, in parts of the text's em.
const CLOSE: Ratio = Ratio(90_000);
/// Space between a drop capital and the lines beside it except the first, in parts of the
/// text's em.
const APART: Ratio = Ratio(220_000);
/// Space between a drop capital that is a word by itself and the next word, in parts of the
/// text's em.
const BETWEEN_WORDS: Ratio = Ratio(420_000);
/// Signs before a drop capital hang into the margin at most this far, in parts of the
/// text's em.
const MOST_HUNG: Ratio = Ratio(1_500_000);
/// A drop capital takes at most this fraction of the measure: one in this many parts.
const WIDEST: i32 = 3;

/// A drop capital.
#[derive(Debug)]
pub(super) struct DropCapital {
    /// Where the text after it begins; after the space if it is a word by itself.
    pub(super) end: usize,
    /// From the left edge of the measure to the lines beside it, from top to bottom.
    pub(super) indents: Vec<Length>,
    /// The signs before it, if any, and the letter.
    pieces: Vec<InitialPiece>,
}

/// Something set before the first line.
#[derive(Debug)]
struct InitialPiece {
    /// Its style and size.
    run: StyledRun,
    shaped: Arc<ShapedText>,
    /// Its bytes, and how many bytes of space follow.
    range: Range<usize>,
    space: usize,
    /// From the left edge of the measure, and down from the first baseline.
    x: Length,
    drop: Length,
}

/// The drop capital of a paragraph, if the paragraph begins with a suitable letter.
pub(super) fn build_initial(
    paragraph: &ParagraphText,
    style: &ParagraphStyle,
    (lines, leading): (i32, Length),
    shaper: &mut Shaper<'_>,
) -> Option<DropCapital> {
    let text = paragraph.text.as_str();
    let (signs, letter) = find_initial_letter(text)?;
    let run = enclosing_run(paragraph, &letter)?;
    let after = &text[letter.end..];
    let bare = after.trim_start_matches([' ', '\u{A0}']);
    let end = text.len() - bare.len();
    let next = enclosing_run(paragraph, &(end..end + 1))?;
    if next.span != run.span || bare.starts_with('\n') {
        return None;
    }
    let shaped = shaper.shape_word(run.shaping, &text[letter.clone()]);
    if !shaped.missing.is_empty() || shaped.right_to_left || shaped.glyphs.is_empty() {
        return None;
    }
    let em = run.size;
    let ink = InkExtent::measure(&shaped, shaper);
    let capitals = shaper.fonts().face(shaped.glyphs[0].face).cap_height();
    let capitals = capitals.unwrap_or(USUAL_CAPITALS);
    let tail = if ink.depth() > TAIL { ink.depth() } else { Ratio(0) };
    let foot = leading * (lines - 1);
    let height = foot + capitals.of(em);
    let size = height.scaled(1_000_000, i64::from((capitals + tail).0));
    let drop = foot - tail.of(size);

    let mut pieces = Vec::new();
    let mut pushed = Length::ZERO;
    if !signs.is_empty() {
        let run = enclosing_run(paragraph, &signs).filter(|one| one.span == next.span)?;
        let bare = text[signs.clone()].trim_end();
        let space = signs.len() - bare.len();
        let shaped = shaper.shape_word(run.shaping, bare);
        let gap = if space > 0 {
            shaper.shape_space(run.shaping).advance.of(run.size)
        } else {
            CLOSE.of(em) / 2
        };
        let width = shaped.advance.of(run.size) + gap;
        pushed = (width - MOST_HUNG.of(em)).max(Length::ZERO);
        let range = signs.start..signs.start + bare.len();
        let (x, drop) = (pushed - width, Length::ZERO);
        let run = StyledRun { letterspacing: Ratio(0), ..run.clone() };
        pieces.push(InitialPiece { run, shaped, range, space, x, drop });
    }
    let own = ink.horizontal_reach(&(Ratio(0)..=capitals)).0;
    let x = pushed - own.of(size);
    // Only the ink above the baseline of the first line is beside that line; the other lines
    // keep clear of all ink.
    let above = drop.scaled(1_000_000, i64::from(size.0.max(1)));
    let beside = ink.horizontal_reach(&(Ratio(above.0)..=HIGHEST)).1;
    let space = end - letter.end;
    let first = match bare.chars().next() {
        _ if space > 0 => BETWEEN_WORDS,
        // It is as high as the top of the letter, and touches it.
        Some('’' | '\'') => APART,
        _ => CLOSE,
    };
    let edge = x + ink.horizontal_reach(&(DEEPEST..=HIGHEST)).1.of(size) + APART.of(em);
    let mut indents = vec![edge; usize::try_from(lines).unwrap_or(1)];
    indents[0] = x + beside.of(size) + first.of(em);
    if edge > style.measure / WIDEST {
        return None;
    }
    let run = StyledRun { size, letterspacing: Ratio(0), ..run.clone() };
    pieces.push(InitialPiece { run, shaped, range: letter, space, x, drop });
    Some(DropCapital { end, indents, pieces })
}

/// Deeper and higher than any letter, in parts of the em.
const DEEPEST: Ratio = Ratio(-4_000_000);
/// See [`DEEPEST`].
const HIGHEST: Ratio = Ratio(4_000_000);

/// The signs at the beginning of a text, and the capital after them with its marks; `None`
/// if the text begins otherwise.
fn find_initial_letter(text: &str) -> Option<(Range<usize>, Range<usize>)> {
    let signs =
        |c: char| DASHES.contains(&c) || OPENING.contains(&c) || QUOTES.contains(&c);
    let spaced = text.find(|c| !signs(c) && c != ' ' && c != '\u{A0}')?;
    let rest = &text[spaced..];
    let letter = rest.chars().next().filter(|c| c.is_uppercase())?;
    let length = GraphemeClusterSegmenter::new().segment_str(rest).find(|&at| at > 0)?;
    // A letter with a full stop is the initial of a name; with a drop capital, readers could
    // not recognise it as one.
    let stopped = rest[length..].starts_with('.');
    let suits = length >= letter.len_utf8() && length < rest.len() && !stopped;
    suits.then_some((0..spaced, spaced..spaced + length))
}

/// The run that contains bytes of the text, if one does.
fn enclosing_run<'a>(
    paragraph: &'a ParagraphText,
    bytes: &Range<usize>,
) -> Option<&'a StyledRun> {
    let holds = |run: &&StyledRun| {
        run.range.start <= bytes.start
            && bytes.end <= run.range.end
            && run.rise == Length::ZERO
    };
    paragraph.runs.iter().find(holds)
}

/// The ink of a shaped letter.
struct InkExtent {
    /// Its outlines, each with its offset to the right of the first and above it.
    outlines: Vec<(GlyphOutline, Ratio, Ratio)>,
    advance: Ratio,
}

impl InkExtent {
    fn measure(shaped: &ShapedText, shaper: &Shaper<'_>) -> Self {
        let mut pen = Ratio(0);
        let outline = |glyph: &ShapedGlyph| {
            let x = pen + glyph.shift;
            pen += glyph.advance;
            (shaper.fonts().face(glyph.face).outline(glyph.id), x, glyph.rise)
        };
        let outlines = shaped.glyphs.iter().map(outline).collect();
        Self { outlines, advance: shaped.advance }
    }

    /// How far it reaches to the left and right between two heights. If it has no ink
    /// there, from its origin to its end.
    fn horizontal_reach(&self, heights: &RangeInclusive<Ratio>) -> (Ratio, Ratio) {
        let reaches = self.outlines.iter().filter_map(|(outline, x, y)| {
            let heights = *heights.start() - *y..=*heights.end() - *y;
            let (left, right) = outline.horizontal_reach(&heights)?;
            Some((left + *x, right + *x))
        });
        let joined = |a: (Ratio, Ratio), b: (Ratio, Ratio)| (a.0.min(b.0), a.1.max(b.1));
        reaches.reduce(joined).unwrap_or((Ratio(0), self.advance))
    }

    /// How far it reaches below the baseline.
    fn depth(&self) -> Ratio {
        let depths = self.outlines.iter().map(|(outline, _, y)| outline.depth() - *y);
        depths.max().unwrap_or(Ratio(0))
    }
}

impl DropCapital {
    /// Puts it before the first line of a paragraph. The rest of its word gets the whole word
    /// as its replacement text, and the capital an empty one. Otherwise programs that find
    /// words by size and baseline would copy two words.
    pub(super) fn place_on(&self, line: &mut TextLine, text: &str) {
        let mut runs: Vec<LineRun> = Vec::new();
        for piece in &self.pieces {
            let InitialPiece { run, shaped, range, space, x, drop } = piece;
            let mut set = TextLine::default();
            let mut painter =
                LinePainter { line: &mut set, x: *x, scaling: Ratio::ONE, letters: 1 };
            let (at, length, replaced) = (range.start, range.len(), *space);
            let source = GlyphTextMap { text, at, length, replaced };
            painter.paint_letters(run, shaped, &source, Ratio(0));
            for mut run in set.runs {
                run.run.origin.y = *drop;
                run.run.replacement = Some(String::new());
                runs.push(run);
            }
        }
        if let Some(first) = line.runs.first_mut() {
            let word =
                first.run.text.find([' ', '\u{A0}']).unwrap_or(first.run.text.len());
            let rest = first.split_off(word);
            let whole = format!("{}{}", &text[..self.end], first.run.text);
            first.run.replacement = Some(whole);
            if let Some(rest) = rest {
                line.runs.insert(1, rest);
            }
        }
        line.runs.splice(0..0, runs);
    }
}

#[cfg(test)]
mod tests {
    use super::find_initial_letter;

    #[test]
    fn an_initial_is_a_capital_after_signs() {
        let letter = |text: &'static str| {
            find_initial_letter(text).map(|(_, letter)| &text[letter])
        };
        assert_eq!(letter("Había"), Some("H"));
        assert_eq!(letter("«¿E\u{301}l?»"), Some("E\u{301}"));
        assert_eq!(letter("— Да"), Some("Д"));
        for text in ["", "—", "había", "1936", "J. R.", "A", "…Y", "שלום"] {
            assert_eq!(letter(text), None, "{text}");
        }
    }
}
