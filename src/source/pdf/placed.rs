//! Glyphs in the frame of their direction, each once, and with their accents.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use crate::source::pdf::fonts::PdfFont;
use crate::source::pdf::line::BaselinePosition;
use crate::source::pdf::page::{GlyphForm, PdfGlyph, SourcePage, WritingDirection};

/// How far the copies of a glyph lie apart that is painted twice to look bold, in
/// thousandths of its size. Programs use 15 to 60; the narrowest pair of equal letters, `ll`
/// of a condensed font, is 180 apart.
const DOUBLE: i64 = 110;
/// The least distance of copies that make a glyph bolder; equal places make a shadow.
const BOLDER: i64 = 4;
/// How many glyphs are compared with one to find its copies.
const COMPARED: usize = 200;
/// The text rise, in thousandths of the size, from which glyphs count as raised.
const RAISED: i64 = 100;

/// A glyph in the frame of its direction.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub(super) struct Placed<'p> {
    /// Its index on the page.
    pub(super) index: u32,
    /// Its characters, with those of its accents.
    pub(super) text: Cow<'p, str>,
    /// Its origin along the text, in scaled points.
    pub(super) along: i64,
    /// Its baseline across the text, without text rise; it grows toward the next line.
    pub(super) across: i64,
    /// Its advance.
    pub(super) advance: i64,
    /// Its size.
    pub(super) size: i64,
    /// Its box along the text, or that of its advance.
    pub(super) extent: (i64, i64),
    /// Its upper edge across the text, where it has ink.
    pub(super) top: Option<i64>,
    /// Bold by its font, stroked, or painted twice.
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) small_caps: bool,
    pub(super) monospace: bool,
    /// Its place beside the baseline.
    pub(super) position: BaselinePosition,
    /// The glyphs that are part of it: copies and accents.
    pub(super) absorbed: Vec<u32>,
    /// Another glyph has absorbed it.
    pub(super) gone: bool,
    /// Its characters are white space, or it has none.
    pub(super) blank: bool,
    pub(super) glyph: &'p PdfGlyph,
}

impl Placed<'_> {
    /// Where it ends along the text.
    pub(super) fn end(&self) -> i64 {
        self.along + self.advance
    }

    /// Whether it shows nothing.
    pub(super) fn is_space(&self) -> bool {
        !self.gone && self.blank
    }

    /// Whether it is on the page with characters that are seen.
    pub(super) fn is_mark(&self) -> bool {
        !self.gone && !self.blank
    }
}

/// The glyphs of one direction that are wanted, in the order of the content.
pub(super) fn place_glyphs<'p>(
    page: &'p SourcePage,
    fonts: &[PdfFont],
    direction: WritingDirection,
    wanted: impl Fn(&PdfGlyph) -> bool,
) -> Vec<Placed<'p>> {
    let (width, height) = (i64::from(page.width.0), i64::from(page.height.0));
    let frame = |x: i64, y: i64| match direction {
        WritingDirection::Right | WritingDirection::Slanted => (x, y),
        WritingDirection::Down => (y, width - x),
        WritingDirection::Left => (width - x, height - y),
        WritingDirection::Up => (height - y, x),
    };
    let place = |(index, glyph): (usize, &'p PdfGlyph)| {
        let (along, across) = frame(i64::from(glyph.x.0), i64::from(glyph.baseline.0));
        let size = i64::from(glyph.size.0).max(1);
        let rise = i64::from(glyph.rise.0);
        let advance = i64::from(glyph.advance.0);
        let style = fonts.get(usize::from(glyph.font)).map(|font| font.style);
        let style = style.unwrap_or_default();
        let ink = glyph.ink.map(|ink| {
            let one = frame(i64::from(ink.left.0), i64::from(ink.top.0));
            let two = frame(i64::from(ink.right.0), i64::from(ink.bottom.0));
            (one.0.min(two.0), one.0.max(two.0), one.1.min(two.1))
        });
        let position = match glyph.form {
            GlyphForm::Superior => BaselinePosition::Raised,
            GlyphForm::Inferior => BaselinePosition::Lowered,
            _ if rise * 1000 > size * RAISED => BaselinePosition::Raised,
            _ if -rise * 1000 > size * RAISED => BaselinePosition::Lowered,
            GlyphForm::Plain | GlyphForm::SmallCapital => BaselinePosition::Baseline,
        };
        let text = page.text_of(glyph);
        Placed {
            index: u32::try_from(index).unwrap_or(u32::MAX),
            text: Cow::Borrowed(text),
            along,
            across: across + rise,
            advance,
            size,
            extent: ink.map_or((along, along + advance), |ink| (ink.0, ink.1)),
            top: ink.map(|ink| ink.2),
            bold: style.bold || glyph.stroked,
            italic: style.italic,
            small_caps: style.small_caps || glyph.form == GlyphForm::SmallCapital,
            monospace: style.monospace,
            position,
            absorbed: Vec::new(),
            gone: false,
            blank: text.chars().all(char::is_whitespace),
            glyph,
        }
    };
    let glyphs = page.glyphs.iter().enumerate().filter(|(_, glyph)| wanted(glyph));
    // Nearly all glyphs of a page have one direction.
    let mut placed = Vec::with_capacity(page.glyphs.len());
    placed.extend(glyphs.map(place));
    placed
}

/// Joins the copies of glyphs that are painted more than once at nearly the same place.
/// Returns how many copies there are.
pub(super) fn absorb_doubles(placed: &mut [Placed<'_>]) -> u32 {
    let along = placed.iter().enumerate().map(|(at, glyph)| (glyph.along, at));
    let mut order: Vec<(i64, usize)> = along.collect();
    order.sort_unstable();
    let mut copies: Vec<(usize, usize, bool)> = Vec::new();
    for (rank, &(start, one)) in order.iter().enumerate() {
        let Some(first) = placed.get(one).filter(|glyph| glyph.is_mark()) else {
            continue;
        };
        let limit = (first.size * DOUBLE / 1000).min(first.advance.abs() * 2 / 5);
        for &(place, other) in order.iter().skip(rank + 1).take(COMPARED) {
            let apart = place - start;
            if apart > limit {
                break;
            }
            let Some(second) = placed.get(other) else { continue };
            let down = (second.across - first.across).abs();
            let alike = down <= limit
                && (second.size - first.size).abs() * 20 <= first.size
                && second.text == first.text;
            if alike {
                let bolder = apart.max(down) * 1000 >= first.size * BOLDER;
                copies.push((one.min(other), one.max(other), bolder));
            }
        }
    }
    let mut count = 0;
    copies.sort_unstable();
    for (keep, copy, bolder) in copies {
        if placed.get(copy).is_none_or(|glyph| glyph.gone) {
            continue;
        }
        let Some(kept) = placed.get_mut(keep).filter(|glyph| !glyph.gone) else {
            continue;
        };
        kept.bold |= bolder;
        count += 1;
        if let Some(gone) = placed.get_mut(copy) {
            gone.gone = true;
        }
    }
    count
}

/// The middle of an accent may be this part of the size beside the ink of its letter: in
/// italics it leans, and an i is narrow. After a letter, an accent stands twice as far off.
const LEAN: i64 = 10;

/// Joins accents that are painted over or under a letter with the letter. They stand next
/// to it in the content, before or after.
pub(super) fn absorb_accents(placed: &mut [Placed<'_>]) {
    for at in 0..placed.len() {
        let Some(accent) = placed.get(at).filter(|glyph| !glyph.gone) else { continue };
        let Some(mark) = combining_mark(&accent.text) else { continue };
        let middle = i64::midpoint(accent.extent.0, accent.extent.1);
        let (across, size, index) = (accent.across, accent.size, accent.index);
        let neighbours = [at.checked_add(1), at.checked_sub(1)];
        let base = neighbours.into_iter().flatten().find(|base| {
            placed.get(*base).is_some_and(|base| {
                let letter = base.text.chars().next().is_some_and(char::is_alphabetic);
                let aside = size / LEAN;
                let over =
                    base.extent.0 - aside <= middle && middle <= base.extent.1 + aside;
                let near = (base.across - across).abs() * 10 <= size * 6;
                !base.gone && letter && over && near
            })
        });
        let Some(base) = base.and_then(|base| placed.get_mut(base)) else { continue };
        let letters = base.text.chars().map(restore_dot).chain([mark]);
        base.text = Cow::Owned(letters.nfc().collect());
        base.absorbed.push(index);
        if let Some(accent) = placed.get_mut(at) {
            accent.gone = true;
        }
    }
}

/// The letter that an accent is put on: i and j lose their dots under it, and have glyphs
/// without.
fn restore_dot(letter: char) -> char {
    match letter {
        'ı' => 'i',
        'ȷ' => 'j',
        _ => letter,
    }
}

/// The combining mark of a glyph that is only an accent.
fn combining_mark(text: &str) -> Option<char> {
    let mut characters = text.chars();
    let (Some(character), None) = (characters.next(), characters.next()) else {
        return None;
    };
    Some(match character {
        '`' | '\u{2CB}' => '\u{300}',
        '\u{B4}' | '\u{2CA}' => '\u{301}',
        '^' | '\u{2C6}' => '\u{302}',
        '~' | '\u{2DC}' => '\u{303}',
        '\u{AF}' | '\u{2C9}' => '\u{304}',
        '\u{2D8}' => '\u{306}',
        '\u{2D9}' => '\u{307}',
        '\u{A8}' => '\u{308}',
        '\u{2DA}' => '\u{30A}',
        '\u{2DD}' => '\u{30B}',
        '\u{2C7}' => '\u{30C}',
        '\u{B8}' => '\u{327}',
        '\u{2DB}' => '\u{328}',
        '\u{300}'..='\u{36F}' => character,
        _ => return None,
    })
}
