//! Two facing pages of a book on one page of the PDF, as scanners of open books make them.

use super::document::PdfDocument;
use super::page::{PdfGlyph, SourcePage, Visibility};
use crate::length::Length;

/// The fewest pages that show a habit.
const FEWEST_PAGES: usize = 3;
/// The middle of an open book is within this share of the width from that of the page, in
/// thousandths.
const OFF_MIDDLE: i64 = 120;
/// The steps in which the middle is sought, in thousandths of the width.
const STEP: usize = 10;
/// The white between the texts of facing pages, in thousandths of the width: two inner margins.
/// The white between two columns of a page is half as wide.
const GUTTER: i64 = 60;
/// The share of the pages whose gutter is white, in per cent: pictures and tables may run
/// across it.
const WHITE: usize = 90;
/// The share of the pages with text in both halves, in per cent.
const BOTH_HALVES: usize = 60;
/// More glyphs than these are text: a folio alone is none.
const GLYPHS_OF_TEXT: usize = 40;

/// Finds where the pages of a document are to be divided, if they are wide and nearly all have
/// a text on either side of a white gutter.
pub(super) fn find_gutter(document: &PdfDocument) -> Option<Length> {
    let pages: Vec<&SourcePage> =
        document.pages.iter().filter(|page| has_text(page, |_| true)).collect();
    let width = pages.first()?.width;
    let is_sheet = |page: &&SourcePage| page.width > page.height && page.width == width;
    if pages.len() < FEWEST_PAGES || !pages.iter().all(is_sheet) {
        return None;
    }
    let part = |thousandths: i64| {
        Length(i32::try_from(i64::from(width.0) * thousandths / 1000).unwrap_or(i32::MAX))
    };
    let half = GUTTER / 2;
    let steps = (-OFF_MIDDLE..=OFF_MIDDLE).step_by(STEP);
    let count_white = |middle: i64| {
        let [left, right] = [part(middle - half), part(middle + half)];
        pages.iter().filter(|page| !crosses(page, left, right)).count()
    };
    // Of several that are as white, the one nearest to the middle of the page.
    let middle = steps
        .map(|off| (count_white(500 + off), -off.abs(), off))
        .max()
        .filter(|(white, ..)| white * 100 >= pages.len() * WHITE)?
        .2;
    let middle = part(500 + middle);
    let has_both = |page: &&&SourcePage| {
        let is_left = |glyph: &PdfGlyph| glyph.x < middle;
        has_text(page, is_left) && has_text(page, |glyph| !is_left(glyph))
    };
    let both = pages.iter().filter(has_both).count();
    (both * 100 >= pages.len() * BOTH_HALVES).then_some(middle)
}

/// The glyphs of a page that a reader sees, and those of a scan, which are hidden behind its
/// picture.
fn list_seen(page: &SourcePage) -> impl Iterator<Item = &PdfGlyph> {
    page.glyphs.iter().filter(|glyph| {
        matches!(
            glyph.visibility,
            Visibility::Visible | Visibility::Artifact | Visibility::Hidden
        )
    })
}

/// Whether a part of a page has text.
fn has_text(page: &SourcePage, in_part: impl Fn(&PdfGlyph) -> bool) -> bool {
    list_seen(page).filter(|glyph| in_part(glyph)).nth(GLYPHS_OF_TEXT).is_some()
}

/// Whether a glyph of a page is between two edges.
fn crosses(page: &SourcePage, left: Length, right: Length) -> bool {
    let mut inked =
        list_seen(page).filter(|glyph| !page.text_of(glyph).trim().is_empty());
    inked.any(|glyph| glyph.x < right && glyph.x + glyph.advance > left)
}
